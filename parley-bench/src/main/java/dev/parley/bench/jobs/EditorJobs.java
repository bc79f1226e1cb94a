package dev.parley.bench.jobs;

import static dev.parley.bench.jobs.Until.exit;
import static dev.parley.bench.jobs.Until.input;
import static dev.parley.bench.jobs.Until.prompt;
import static dev.parley.bench.jobs.Until.shell;
import static dev.parley.bench.jobs.Until.shows;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Programs that have the whole screen, and git, which starts them. */
final class EditorJobs {
  private EditorJobs() {}

  static List<Job> all() {
    return List.of(
        vim(),
        nano(),
        emacs(),
        less(),
        menu(),
        picker(),
        commander(),
        watch(),
        addPatch(),
        rebase(),
        commit(),
        conflict(),
        pager());
  }

  private static Job vim() {
    return Job.named("vim", "vim: replace, add a line, save")
        .needs("vim")
        .prepare(place -> place.write("app.ini", "[app]\ndebug=true\nport=80\n"))
        .start("vim -u NONE -N app.ini", shows("debug=true"))
        .type(Typing.line(":%s/debug=true/debug=false/"), input())
        .type(
            Typing.text("Gotimeout=30").then(Typing.keys("escape")).then(Typing.line(":wq")),
            exit())
        .judge(place -> place.says("app.ini", "[app]\ndebug=false\nport=80\ntimeout=30"));
  }

  private static Job nano() {
    return Job.named("nano", "nano: a new first line, save, leave")
        .needs("nano")
        .prepare(place -> place.write("list", "bread\n"))
        .start("nano -I list", shows("bread"))
        .type(Typing.line("milk"), input())
        .keys(shows("Name to Write"), "ctrl+o")
        .keys(shows("Wrote"), "enter")
        .keys(exit(), "ctrl+x")
        .judge(place -> place.says("list", "milk\nbread"));
  }

  private static Job emacs() {
    return Job.named("emacs", "emacs in a terminal: type at the end, save, leave")
        .needs("emacs")
        .prepare(place -> place.write("plan", "monday\n"))
        .start("emacs -nw -Q --no-site-file plan", shows("monday").within(30))
        .type(
            Typing.keys("ctrl+e").then(Typing.line("")).then(Typing.text("tuesday")),
            shows("tuesday"))
        .keys(shows("Wrote"), "ctrl+x", "ctrl+s")
        .keys(exit(), "ctrl+x", "ctrl+c")
        .judge(place -> place.says("plan", "monday\ntuesday"));
  }

  private static Job less() {
    return Job.named("less", "less: search a long file, and use what was found")
        .needs("less")
        .prepare(
            place ->
                place.write(
                    "big.log",
                    IntStream.range(0, 5000)
                        .mapToObj(
                            line ->
                                line == 3210 ? "fatal: code 8231 at gate" : "info: line " + line)
                        .collect(Collectors.joining("\n"))))
        .shell()
        .line("LESS= less big.log", prompt("big\\.log"))
        .type(Typing.line("/fatal"), shows("code \\d+ at gate"))
        .note("code", "code (\\d+) at gate")
        .keys(shell(), "q")
        .command("echo ${code} > found")
        .judge(place -> place.says("found", "8231"));
  }

  private static Job menu() {
    return Job.named("menu", "a menu on the alternate screen")
        .needs("python3")
        .prepare(place -> place.program("menu.py"))
        .start("python3 menu.py", shows("installed"))
        .keys(input(), "down", "space", "down", "down", "space")
        .keys(exit(), "enter")
        .judge(place -> place.says("chosen", "drivers printing"));
  }

  private static Job picker() {
    return Job.named("fzf", "fzf: narrow a list down and pick")
        .needs("fzf")
        .prepare(
            place ->
                place.write(
                    "colours",
                    "amber\nazure\nbeige\ncoral\ncrimson\nindigo\nlime\nmagenta\nolive\nteal\n"))
        .start("fzf < colours > picked", shows("10/10"))
        .type(Typing.text("imson"), shows("1/10"))
        .keys(exit(), "enter")
        .judge(place -> place.says("picked", "crimson"));
  }

  private static Job commander() {
    return Job.named("mc", "Midnight Commander: copy a file with function keys")
        .needs("mc")
        .prepare(place -> place.write("from/report", "figures\n").write("to/.keep", ""))
        .start("mc -u -x --nocolor ${folder}/from ${folder}/to", shows("report").within(20))
        .keys(shows("Copy file"), "down", "f5")
        .keys(input(), "enter")
        .keys(exit(), "f10")
        .judge(place -> place.says("to/report", "figures"));
  }

  private static Job watch() {
    return Job.named("watch", "a screen that redraws itself until it says finished")
        .needs("watch")
        .prepare(
            place ->
                place.script(
                    "status",
                    """
                    #!/bin/bash
                    n=$(($(cat count 2>/dev/null || echo 0) + 1)); echo $n > count
                    if [ $n -gt 3 ]; then echo state: finished; else echo state: running; fi
                    """))
        .shell()
        .line("watch -n 1 ./status", shows("state: finished"))
        .keys(shell(), "ctrl+c")
        .command("cp count released")
        .judge(
            place -> {
              if (!place.has("released") || Integer.parseInt(place.read("released")) < 4) {
                throw new Job.NotDone("released at " + place.read("released"));
              }
            });
  }

  private static final String GIT =
      "export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=a@b.c GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=a@b.c; git init -q -b main . && ";

  private static Job addPatch() {
    return Job.named("add-p", "git add -p: one change of two")
        .needs("git")
        .prepare(
            place -> {
              var lines = IntStream.range(0, 40).mapToObj(each -> "line " + each).toList();
              place.write("text", String.join("\n", lines) + "\n");
              place.shell(GIT + "git add text && git commit -qm first");
              place.write(
                  "text",
                  (String.join("\n", lines) + "\n")
                      .replace("line 2\n", "line two\n")
                      .replace("line 33\n", "line thirty-three\n"));
            })
        .start("git add -p", prompt("hunk \\[.*\\]\\?"))
        .line("n", prompt("hunk \\[.*\\]\\?"))
        .line("y", exit())
        .judge(
            place -> {
              place.prints("git diff --cached -U0 text | grep '^[+][^+]'", "+line thirty-three");
              place.prints("git diff -U0 text | grep '^[+][^+]'", "+line two");
            });
  }

  private static void commits(Workplace place) throws Exception {
    place.shell(
        GIT
            + "for n in one two three four; do echo $n > $n; git add $n; git commit -qm $n; done;"
            + " git config user.name Ada; git config user.email a@b.c");
  }

  private static Job rebase() {
    return Job.named("rebase-i", "git rebase -i: fold a commit into the one before")
        .needs("git", "vim")
        .prepare(EditorJobs::commits)
        .start("GIT_SEQUENCE_EDITOR='vim -u NONE -N' git rebase -i HEAD~3", shows("pick \\w+ two"))
        .type(Typing.line(":2s/pick/fixup/").then(Typing.line(":wq")), exit())
        .judge(
            place -> {
              place.prints("git log --format=%s", "four\ntwo\none");
              place.prints("git status --porcelain; ls", "four\none\nthree\ntwo");
            });
  }

  private static Job commit() {
    return Job.named("commit", "git commit with a message written in nano")
        .needs("git", "nano")
        .prepare(
            place -> {
              commits(place);
              place.write("five", "5\n");
              place.shell("git add five");
            })
        .start("GIT_EDITOR='nano -I' git commit", shows("COMMIT_EDITMSG"))
        .type(Typing.text("Add the fifth"), shows("Add the fifth"))
        .keys(shows("Name to Write"), "ctrl+o")
        .keys(shows("Wrote"), "enter")
        .keys(exit(), "ctrl+x")
        .judge(
            place -> place.prints("git log -1 --format=%s --name-only", "Add the fifth\n\nfive"));
  }

  private static Job conflict() {
    return Job.named("conflict", "a rebase that conflicts, resolved in a shell")
        .needs("git")
        .prepare(
            place ->
                place.shell(
                    GIT
                        + """
                        git config user.name Ada; git config user.email a@b.c
                        echo base > text; git add text; git commit -qm base
                        git checkout -q -b mine; echo mine > text; git commit -qam mine
                        git checkout -q main; echo theirs > text; git commit -qam theirs; git checkout -q mine
                        """))
        .shell()
        .command("git rebase main")
        .note("file", "conflict in (\\w+)")
        .command("echo both > ${file} && git add ${file}")
        .command("GIT_EDITOR=true git rebase --continue")
        .judge(
            place -> {
              place.prints("git log --format=%s", "mine\ntheirs\nbase");
              place.says("text", "both");
            });
  }

  private static Job pager() {
    return Job.named("pager", "git log opens a pager in the middle of a shell's work")
        .needs("git", "less")
        .prepare(
            place ->
                place.shell(
                    GIT
                        + "for n in $(seq 70); do git commit -q --allow-empty -m \"change $n\"; done"))
        .shell()
        .line("git -c core.pager=less log --oneline", prompt("(?m)^:"))
        .keys(shell(), "q")
        .command("git tag reviewed HEAD~2")
        .judge(place -> place.prints("git log -1 --format=%s reviewed", "change 68"));
  }
}
