package dev.parley.bench.jobs;

import static dev.parley.bench.jobs.Until.exit;
import static dev.parley.bench.jobs.Until.input;
import static dev.parley.bench.jobs.Until.nothing;
import static dev.parley.bench.jobs.Until.prompt;
import static dev.parley.bench.jobs.Until.shell;
import static dev.parley.bench.jobs.Until.shows;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Shells, jobs in them, signals, other accounts and other hosts. */
final class ShellJobs {
  private static final String POEM =
      IntStream.rangeClosed(1, 200)
          .mapToObj(line -> "%d \"quoted\" $HOME `x` \\ %s".formatted(line, "~".repeat(line % 17)))
          .collect(Collectors.joining("\n"));

  private ShellJobs() {}

  static List<Job> all() {
    return List.of(
        exitCode(),
        server(),
        runaway(),
        moment(),
        stubborn(),
        suspend(),
        completion(),
        history(),
        paste(),
        filter(),
        conversation(),
        namespace(),
        sudo(),
        ssh(),
        sshSudo());
  }

  private static Job exitCode() {
    return Job.named("exit-code", "how a silent command ended")
        .prepare(
            place -> {
              var code = "" + new Random().nextInt(2, 100);
              place
                  .script("suite", "#!/bin/bash\nsleep 0.3\nexit " + code + "\n")
                  .set("expected", code);
            })
        .shell()
        .command("./suite")
        .exitCode("code")
        .command("echo ${code} > code")
        .judge(place -> place.says("code", place.fill("${expected}")));
  }

  private static Job server() {
    return Job.named("server", "a server waited for, used and stopped")
        .needs("python3", "curl")
        .prepare(place -> place.program("server.py").set("port", "" + place.freePort()))
        .start("python3 server.py ${port}", shows("listening on"))
        .in("b")
        .shell()
        .command("curl -s http://127.0.0.1:${port}/ > got")
        .in("a")
        .keys(exit(), "ctrl+c")
        .judge(
            place -> {
              place.says("got", "forty-two");
              place.says("stopped", "in order");
            });
  }

  private static Job runaway() {
    return Job.named("runaway", "a loop without an end, interrupted")
        .needs("python3")
        .prepare(place -> place.program("runaway.py"))
        .start("python3 runaway.py", shows("line \\d+ of"))
        .keys(exit(), "ctrl+c")
        .judge(place -> place.says("interrupted", "yes"));
  }

  private static Job moment() {
    return Job.named("moment", "interrupted at the right moment, not before")
        .needs("python3")
        .prepare(place -> place.program("moment.py"))
        .start("python3 moment.py", shows("you may stop me"))
        .keys(exit(), "ctrl+c")
        .judge(place -> place.says("stopped", "safe"));
  }

  private static Job stubborn() {
    return Job.named("stubborn", "a program that takes no notice of ctrl+c")
        .needs("python3")
        .prepare(place -> place.program("stubborn.py"))
        .start("python3 stubborn.py", shows("at work"))
        .keys(shows("way out"), "ctrl+c")
        .keys(exit(), "ctrl+\\")
        .judge(place -> place.says("left", "quit"));
  }

  private static Job suspend() {
    return Job.named("suspend", "suspended, something else done, resumed")
        .shell()
        .line("cat > note", input())
        .line("first", input())
        .keys(shell(), "ctrl+z")
        .command("echo yes > between")
        .line("fg", input())
        .line("second", input())
        .keys(shell(), "ctrl+d")
        .judge(
            place -> {
              place.says("note", "first\nsecond");
              place.says("between", "yes");
            });
  }

  private static Job completion() {
    return Job.named("tab", "a file name completed with tab")
        .prepare(place -> place.write("quarterly-report-final-v7.txt", "sums\n"))
        .shell()
        .type(Typing.text("cp quarter").then(Typing.keys("tab")).then(Typing.line("copy")), shell())
        .judge(place -> place.says("copy", "sums"));
  }

  private static Job history() {
    return Job.named("history", "an earlier command found with ctrl+r and run again")
        .shell()
        .command("echo alpha > one")
        .command("mv one two")
        .type(Typing.keys("ctrl+r").then(Typing.line("alpha")), shell())
        .judge(
            place -> {
              place.says("one", "alpha");
              place.says("two", "alpha");
            });
  }

  private static Job paste() {
    return Job.named("paste", "two hundred lines typed into cat")
        .shell()
        .line("cat > poem", input())
        .type(Typing.line(POEM), input())
        .keys(shell(), "ctrl+d")
        .judge(place -> place.says("poem", POEM));
  }

  private static Job filter() {
    return Job.named("eof", "lines typed to sort, and their end")
        .start("sort > sorted", input())
        .line("pear", input())
        .line("fig", input())
        .line("apple", input())
        .keys(exit(), "ctrl+d")
        .judge(place -> place.says("sorted", "apple\nfig\npear"));
  }

  private static Job conversation() {
    return Job.named("two", "two sessions that talk to each other")
        .needs("python3")
        .prepare(place -> place.program("chat.py").set("port", "" + place.freePort()))
        .start("python3 chat.py listen ${port}", shows("nobody here"))
        .in("b")
        .start("python3 chat.py join ${port}", shows("connected"))
        .in("a")
        .line("what is the word", nothing())
        .in("b")
        .await(shows("friend: what is the word"))
        .line("swordfish", nothing())
        .in("a")
        .await(shows("friend: \\w+"))
        .note("word", "friend: (\\w+)")
        .line("${word} it is", nothing())
        .in("b")
        .await(shows("it is"))
        .keys(exit(), "ctrl+d")
        .judge(
            place -> {
              place.says(
                  "listen.log", "said what is the word\nheard swordfish\nsaid swordfish it is");
              place.says(
                  "join.log", "heard what is the word\nsaid swordfish\nheard swordfish it is");
            });
  }

  private static Job namespace() {
    var ready = prompt("[#$] ");
    return Job.named("container", "a shell in namespaces of its own")
        .needs("unshare")
        .prepare(place -> place.set("host", place.run("hostname")))
        .start(
            "unshare --user --map-root-user --uts --pid --mount --fork --mount-proc bash --norc",
            ready)
        .line("hostname inside", ready)
        .line("mount -t tmpfs none /mnt && touch /mnt/only-here", ready)
        .line("echo $(hostname) $$ $(ls /mnt) > seen", ready)
        .line("exit", exit())
        .judge(
            place -> {
              place.says("seen", "inside 1 only-here");
              place.prints("hostname; ls /mnt/only-here 2>/dev/null", place.fill("${host}"));
            });
  }

  private static final String AS_USER = "setpriv --reuid 54321 --regid 54321 --clear-groups ";

  private static void accounts(Workplace place) throws Exception {
    place.set("accounts", place.world().accounts());
    place.set("port", "" + place.world().ssh());
    place.set("password", World.PASSWORD);
    place.run("chmod", "777", ".");
    place.script(
        "install",
        "#!/bin/bash\nread -rp 'Proceed? [y/N] ' answer\n[ \"$answer\" = y ] && id -u > installed\n");
  }

  private static Job sudo() {
    var password = prompt("password for tester: ");
    return Job.named("sudo", "sudo: a wrong password, the right one, a question")
        .needs("sudo", "unshare", "root")
        .prepare(ShellJobs::accounts)
        .start("${accounts} " + AS_USER + "sudo ./install", password)
        .line("not it", shows("try again").within(15))
        .await(password)
        .line("${password}", prompt("\\[y/N\\] "))
        .line("y", exit())
        .judge(place -> place.says("installed", "0"));
  }

  private static final String SSH =
      "ssh -F /dev/null -p ${port} -o PubkeyAuthentication=no -o UserKnownHostsFile=${folder}/known tester@127.0.0.1";

  private static Job ssh() {
    var ready = prompt("\\$ ");
    return Job.named("ssh", "ssh: an unknown host and a password")
        .needs("ssh", "/usr/sbin/sshd", "unshare", "root")
        .prepare(ShellJobs::accounts)
        .start(SSH, prompt("\\[fingerprint\\]\\)\\? "))
        .line("yes", prompt("password: "))
        .line("${password}", ready)
        .line("cd ${folder}", ready)
        .line("echo $(whoami) $SSH_TTY > who", ready)
        .line("exit", exit())
        .judge(
            place -> {
              if (!place.read("who").startsWith("tester /dev/pts/") || !place.has("known")) {
                throw new Job.NotDone("who says " + place.read("who"));
              }
            });
  }

  private static Job sshSudo() {
    return Job.named("ssh-sudo", "sudo on another host")
        .needs("ssh", "/usr/sbin/sshd", "sudo", "unshare", "root")
        .prepare(ShellJobs::accounts)
        .start(
            SSH + " -t -o StrictHostKeyChecking=no 'cd ${folder} && sudo ./install'",
            prompt("password: "))
        .line("${password}", prompt("password for tester: "))
        .line("${password}", prompt("\\[y/N\\] "))
        .line("y", exit())
        .judge(place -> place.says("installed", "0"));
  }
}
