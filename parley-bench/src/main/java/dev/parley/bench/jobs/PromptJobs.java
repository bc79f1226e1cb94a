package dev.parley.bench.jobs;

import static dev.parley.bench.jobs.Until.exit;
import static dev.parley.bench.jobs.Until.input;
import static dev.parley.bench.jobs.Until.prompt;
import static dev.parley.bench.jobs.Until.shell;
import static dev.parley.bench.jobs.Until.shows;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Programs that ask, seem to ask, or take long before they do. */
final class PromptJobs {
  private PromptJobs() {}

  static List<Job> all() {
    return List.of(
        unknown(),
        lookAlike(),
        pause(),
        spinner(),
        secret(),
        build(),
        needle(),
        npm(),
        certificate(),
        keygen(),
        remove(),
        unicode(),
        installer(),
        dialog());
  }

  private static Job unknown() {
    return Job.named("unknown", "three prompts that nobody knows")
        .needs("python3")
        .prepare(place -> place.program("odd.py"))
        .start("python3 odd.py", input())
        .line("one", input())
        .line("two", input())
        .line("three", exit())
        .judge(place -> place.says("said", "one two three"));
  }

  private static Job lookAlike() {
    return Job.named("look-alike", "a line that looks like the question, three seconds before it")
        .needs("python3")
        .prepare(place -> place.program("look-alike.py"))
        .start("python3 look-alike.py", prompt("Release name: "))
        .line("1.4", exit())
        .judge(place -> place.says("released", "1.4"));
  }

  private static Job pause() {
    return Job.named("pause", "slow output with a rest in the middle, then a question")
        .needs("python3")
        .prepare(place -> place.program("pause.py"))
        .start("python3 pause.py", input())
        .line("yes", exit())
        .judge(place -> place.says("answer", "yes"));
  }

  private static Job spinner() {
    return Job.named("spinner", "a wheel that turns, then a question")
        .needs("python3")
        .prepare(place -> place.program("spinner.py"))
        .start("python3 spinner.py", input())
        .line("north", exit())
        .judge(place -> place.says("mirror", "north"));
  }

  private static Job secret() {
    return Job.named("secret", "a password asked twice without echo")
        .needs("python3")
        .prepare(place -> place.program("secret.py"))
        .start("python3 secret.py", prompt("New password: "))
        .line("blue Pelican 9", prompt("Again: "))
        .line("blue Pelican 9", exit())
        .judge(
            place ->
                place.says(
                    "hash",
                    HexFormat.of()
                        .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                .digest("blue Pelican 9".getBytes(StandardCharsets.UTF_8)))));
  }

  private static void number(Workplace place) throws Exception {
    var number = "" + new Random().nextInt(1000, 10_000);
    place.program("build.py").write("number", number).set("expected", number);
  }

  private static Job build() {
    return Job.named("build", "a build of 50,000 lines that asks at its end")
        .needs("python3")
        .prepare(PromptJobs::number)
        .start("python3 build.py", prompt("to install: ").within(60))
        .note("number", "Type (\\d+) to install")
        .line("${number}", exit())
        .judge(place -> place.says("installed", place.fill("${expected}")));
  }

  private static Job needle() {
    return Job.named("needle", "one error in the middle of 50,000 lines")
        .needs("python3")
        .prepare(PromptJobs::number)
        .shell()
        .line("python3 build.py --fail", shell().within(60))
        .note("part", "undeclared identifier 'part_(\\d+)'")
        .command("echo ${part} > found")
        .judge(place -> place.says("found", place.fill("${expected}")));
  }

  private static Job npm() {
    return Job.named("npm-init", "npm init, all its questions")
        .needs("npm")
        .start("npm init", prompt("package name: .*").within(30))
        .line("sundial", prompt("version: .*"))
        .line("0.3.0", prompt("description:"))
        .line("Tells the time", prompt("entry point: .*"))
        .line("", prompt("test command:"))
        .line("node test.js", prompt("git repository:"))
        .line("", prompt("keywords:"))
        .line("sun, time", prompt("author:"))
        .line("Ada", prompt("license: .*"))
        .line("MIT", prompt("type: .*"))
        .line("", prompt("OK\\? \\(yes\\)"))
        .line("yes", exit())
        .judge(
            place ->
                place.prints(
                    "node -p 'const p=require(\"./package.json\"); [p.name,p.version,p.scripts.test,p.keywords.length,p.license].join()'",
                    "sundial,0.3.0,node test.js,2,MIT"));
  }

  private static Job certificate() {
    return Job.named("certificate", "openssl asks for a certificate's names")
        .needs("openssl")
        .start(
            "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2",
            prompt("Country Name.*:").within(30))
        .line("DE", prompt("State or Province.*:"))
        .line("Hessen", prompt("Locality.*:"))
        .line("Kassel", prompt("Organization Name.*:"))
        .line("Grimm", prompt("Organizational Unit.*:"))
        .line("", prompt("Common Name.*:"))
        .line("grimm.example", prompt("Email Address.*:"))
        .line("", exit())
        .judge(
            place ->
                place.prints(
                    "openssl x509 -in cert.pem -noout -subject -nameopt RFC2253",
                    "subject=CN=grimm.example,O=Grimm,L=Kassel,ST=Hessen,C=DE"));
  }

  private static Job keygen() {
    return Job.named("keygen", "ssh-keygen: overwrite, and a passphrase twice")
        .needs("ssh-keygen")
        .prepare(
            place -> {
              place.write("id", "an old key\n");
              place.run("chmod", "600", "id");
            })
        .start("ssh-keygen -q -t ed25519 -C '' -f id", prompt("Overwrite \\(y/n\\)\\?"))
        .line("y", prompt("passphrase.*:"))
        .line("tall Oak 5", prompt("again:"))
        .line("tall Oak 5", exit())
        .judge(
            place ->
                place.prints("ssh-keygen -y -P 'tall Oak 5' -f id | cut -d' ' -f1", "ssh-ed25519"));
  }

  private static Job remove() {
    var next = prompt("\\? ");
    return Job.named("rm-i", "rm -i: some files yes, some no")
        .prepare(place -> place.write("a", "x").write("b", "x").write("c", "x").write("d", "x"))
        .start("rm -i a b c d", next)
        .line("y", next)
        .line("n", next)
        .line("y", next)
        .line("n", exit())
        .judge(place -> place.prints("ls", "b\nd"));
  }

  private static Job unicode() {
    return Job.named("unicode", "a name in three scripts")
        .prepare(
            place ->
                place.script(
                    "ask", "#!/bin/bash\nread -rp 'Name: ' name\nprintf %s \"$name\" > name\n"))
        .start("./ask", prompt("Name: "))
        .line("Zoë 你好 👋", exit())
        .judge(place -> place.says("name", "Zoë 你好 👋"));
  }

  private static Job installer() {
    return Job.named("installer", "an installer with dialogs: yes, menu, checklist, text")
        .needs("whiptail")
        .prepare(
            place ->
                place.script(
                    "install",
                    """
                    #!/bin/bash
                    whiptail --title Licence --yesno 'Do you accept?' 8 40 || exit 1
                    size=$(whiptail --title Size --menu 'How much?' 12 40 3 small 'The least' medium 'Usual' large 'All' 3>&1 1>&2 2>&3) || exit 1
                    parts=$(whiptail --title Parts --checklist 'Which parts?' 12 40 3 docs Manual off demo Examples off mail Mailer off 3>&1 1>&2 2>&3) || exit 1
                    name=$(whiptail --title Name --inputbox 'Call it' 8 40 3>&1 1>&2 2>&3) || exit 1
                    echo "$size/$parts/$name" > setup
                    """))
        .start("./install", shows("accept"))
        .keys(shows("much"), "enter")
        .keys(shows("parts"), "down", "enter")
        .keys(shows("Call"), "space", "down", "down", "space", "enter")
        .line("harbour", exit())
        .judge(place -> place.says("setup", "medium/\"docs\" \"mail\"/harbour"));
  }

  private static Job dialog() {
    return Job.named("dialog", "dialog: a choice and a password")
        .needs("dialog")
        .prepare(
            place ->
                place.script(
                    "setup",
                    """
                    #!/bin/bash
                    disk=$(dialog --stdout --radiolist 'Which disk?' 12 40 3 sda First on sdb Second off sdc Third off) || exit 1
                    word=$(dialog --stdout --insecure --passwordbox 'Its passphrase' 8 40) || exit 1
                    echo "$disk $word" > disk
                    """))
        .start("./setup", shows("disk"))
        .keys(shows("passphrase"), "down", "space", "enter")
        .line("river Stone", exit())
        .judge(place -> place.says("disk", "sdb river Stone"));
  }
}
