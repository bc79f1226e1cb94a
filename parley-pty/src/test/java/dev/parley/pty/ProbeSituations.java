package dev.parley.pty;

import dev.parley.testing.OwnPackages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The situations of the survey. None of them is known to the probe by name. */
final class ProbeSituations {
  private static final String PYTHON = "/usr/bin/python3";
  private static final String CTRL_Z = "\u001a";

  private final List<ProbeSituation> all = new ArrayList<>();
  private final Path folder;
  private final ProbeServers servers;

  ProbeSituations(Path folder, ProbeServers servers) throws IOException {
    this.folder = folder;
    this.servers = servers;
    virtualMachines(); // slow to start, so they start first
    nodes();
    network();
    shells();
    jobs();
    lookAlikes();
    pythons();
    pollers();
    consoles();
    tools();
    fullScreens();
    secrets();
    relays();
    oddities();
  }

  List<ProbeSituation> all() {
    return all;
  }

  private ProbeSituation on(String name, String... command) {
    var situation = new ProbeSituation(name, command);
    all.add(situation);
    return situation;
  }

  private ProbeSituation bash(String name) {
    return on("bash: " + name, "bash", "--norc", "-i").ready();
  }

  private ProbeSituation python(String name, String program) {
    return on("python: " + name, PYTHON, "-c", program.strip());
  }

  private ProbeSituation node(String name, String program) {
    return on("node: " + name, "node", "-e", program);
  }

  private void virtualMachines() throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var jshell = Path.of(System.getProperty("java.home"), "bin", "jshell").toString();
    var jdb = Path.of(System.getProperty("java.home"), "bin", "jdb").toString();
    var reads = folder.resolve("Reads.java");
    Files.writeString(
        reads, "void main() throws Exception { System.out.print(\"? \"); System.in.read(); }");
    var sleeps = folder.resolve("Sleeps.java");
    Files.writeString(
        sleeps, "void main() throws Exception { System.out.print(\"? \"); Thread.sleep(60_000); }");
    on("jshell: prompt", jshell).sees("jshell>").waitsSoftly();
    on("jshell: sleeps", jshell)
        .sees("jshell>")
        .ready()
        .line("System.out.println(\"st\" + \"art\"); Thread.sleep(60_000)")
        .sees("start")
        .worksUnseen("its pump thread reads the terminal all the time");
    on("java: reads System.in", java, "-Xshare:auto", reads.toString()).sees("? ").waitsSoftly();
    on("java: sleeps", java, sleeps.toString()).sees("? ").works();
    on("jdb: prompt", jdb).sees("> ").waitsSoftly();
  }

  private void nodes() {
    on("node: prompt", "node").sees("> ").ready().line("1+1").sees("2").waits();
    on("node: computes", "node")
        .sees("> ")
        .ready()
        .line("console.log('st'+'art'); for(;;);")
        .sees("start")
        .works();
    on("node: awaits a timer", "node")
        .sees("> ")
        .ready()
        .line("console.log('st'+'art'); await new Promise(r=>setTimeout(r,60000))")
        .sees("start")
        .worksUnseen("the terminal stays in its epoll set, and its timer looks like the idle one");
    node(
            "question",
            "require('readline').createInterface(process.stdin,process.stdout)"
                + ".question('name? ',()=>{})")
        .sees("name? ")
        .waits();
    node(
            "question beside a 50 ms interval",
            "setInterval(()=>{},50);require('readline')"
                + ".createInterface(process.stdin,process.stdout).question('name? ',()=>{})")
        .sees("name? ")
        .waitsSoftly();
    node("raw mode", "process.stdin.setRawMode(true);process.stdin.resume();console.log('keys')")
        .sees("keys")
        .waits();
    node("child process", "console.log('go');require('child_process').execSync('sleep 60')")
        .sees("go")
        .works();
    node(
            "question beside a child it waits for",
            "require('child_process').spawn('sleep',['60'],{stdio:'inherit'});require('readline')"
                + ".createInterface(process.stdin,process.stdout).question('name? ',()=>{})")
        .sees("name? ")
        .waitsSoftly();
    node(
            "question beside a request",
            "fetch('http://127.0.0.1:%d/');require('readline')".formatted(servers.silentPort())
                + ".createInterface(process.stdin,process.stdout).question('name? ',()=>{})")
        .sees("name? ")
        .waitsSoftly();
    node("sleeps", "console.log('go');setTimeout(()=>{},60000)").sees("go").works();
  }

  private void network() throws IOException {
    var silent = "http://127.0.0.1:" + servers.silentPort() + "/";
    on("curl: waits for a server", "sh", "-c", "echo go; exec curl -s " + silent)
        .sees("go")
        .works();
    python(
            "waits for a server",
            "import urllib.request as u; print('go'); u.urlopen('%s')".formatted(silent))
        .sees("go")
        .works();
    python(
            "accepts connections",
            "import socket; s=socket.create_server(('127.0.0.1',0)); print('go'); s.accept()")
        .sees("go")
        .works();
    if (ProbeSurveyTest.installed("redis-server")) {
      var port = "" + servers.redis();
      on("redis-cli: prompt", "sh", "-c", redisCli(port)).sees("127.0.0.1").waits();
      on("redis-cli: blocking command", "sh", "-c", redisCli(port))
          .sees("127.0.0.1")
          .ready()
          .line("ECHO go")
          .sees("\"go\"")
          .ready()
          .line("BLPOP nothing 60")
          .works();
    }
    if (ProbeSurveyTest.installed("psql")) {
      var home = servers.postgres();
      var psql = "until psql -qXh %1$s -U postgres -c '' 2>/dev/null; do sleep 0.1; done; ";
      var start = (psql + "exec psql -Xh %1$s -U postgres").formatted(home);
      on("psql: prompt", "sh", "-c", start).sees("postgres=#").waits();
      on("psql: query runs", "sh", "-c", start)
          .sees("postgres=#")
          .ready()
          .line("\\echo go\nselect pg_sleep(60);")
          .sees("\rgo")
          .works();
    }
    if (ProbeSurveyTest.installed("/usr/sbin/sshd")) {
      ssh(servers.ssh());
    }
  }

  private static String redisCli(String port) {
    return "until redis-cli -p %1$s ping >/dev/null 2>&1; do sleep 0.1; done; exec redis-cli -p %1$s"
        .formatted(port);
  }

  private void ssh(int port) {
    var where = " -F none -p " + port + " root@127.0.0.1";
    var until =
        "until (exec 3<>/dev/tcp/127.0.0.1/%d) 2>/dev/null; do sleep 0.1; done; ".formatted(port);
    var quiet = " -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR";
    on(
            "ssh: host key question",
            "bash",
            "-c",
            until + "exec ssh -o UserKnownHostsFile=/dev/null" + where)
        .sees("yes/no")
        .waits();
    on(
            "ssh: password",
            "bash",
            "-c",
            until + "exec ssh -o PreferredAuthentications=password" + quiet + where)
        .sees("assword:")
        .asksForSecret();
    var in = until + "exec ssh -i " + servers.key() + quiet + where + " -t ";
    on("ssh: far prompt", "bash", "-c", in + "'exec cat'").ready().waitsSoftly();
    on("ssh: far side works", "bash", "-c", in + "'echo g''o; exec sleep 60'")
        .sees("go")
        .worksUnseen("the far side of a socket cannot be seen");
  }

  private void shells() {
    bash("prompt").waits();
    bash("prompt after a command").line("echo a''b").sees("ab").waits();
    bash("unfinished quote").line("echo 'abc").sees("> ").waits();
    bash("here-document").line("cat <<END").sees("> ").waits();
    bash("read").line("read -p 'na''me: ' x").sees("name: ").waits();
    bash("read with a timeout").line("read -t 60 -p 'na''me: ' x").sees("name: ").waits();
    bash("read one key").line("read -n 1 -p 'ke''y: ' x").sees("key: ").waits();
    bash("select menu").line("select x in a b; do :; done").sees("#?").waits();
    bash("sleep").line("echo g''o; sleep 60").sees("go").works();
    bash("command substitution").line("echo g''o; x=$(sleep 60)").sees("go").works();
    bash("process substitution").line("echo g''o; cat <(sleep 60)").sees("go").works();
    bash("loop").line("echo g''o; while :; do :; done").sees("go").works();
    bash("typed ahead").line("echo g''o; sleep 60").sees("go").type("ls").works();
    bash("nested shell").line("exec 3>&1; PS1='in> ' bash --norc -i").sees("in> ").waits();
    on("dash: prompt", "dash", "-i").ready().waits();
    on("dash: sleep", "dash", "-i").ready().line("echo g''o; sleep 60").sees("go").works();
    on("zsh: prompt", "zsh", "-f").ready().line("echo a''b").sees("ab").waits();
    on("zsh: sleep", "zsh", "-f").ready().line("echo g''o; sleep 60").sees("go").works();
    on("zsh: vared", "zsh", "-f")
        .ready()
        .line("x=abc; vared -p 'ed''it: ' x")
        .sees("edit: ")
        .waits();
    on("fish: prompt", "fish", "--no-config").ready().waits();
    on("fish: sleep", "fish", "--no-config").ready().line("echo g''o; sleep 60").sees("go").works();
    on("sh: script asks", "sh", "-c", "printf 'sure? '; read x").sees("sure? ").waits();
    on("sh: child reads", "sh", "-c", "echo go; cat; true").sees("go").waits();
  }

  private void jobs() {
    bash("background sleep").line("sleep 60 & echo g''o").sees("go").waits();
    bash("background loop").line("while :; do :; done & echo g''o").sees("go").waits();
    var job = "sh -c 'echo g\"\"o; exec sleep 60'"; // prints when it is in front, where ^Z finds it
    bash("stopped job").line(job).sees("go\r\n").type(CTRL_Z).sees("Stopped").waits();
    bash("job brought back")
        .line(job)
        .sees("go\r\n")
        .type(CTRL_Z)
        .sees("Stopped")
        .ready()
        .line("echo n''ow; fg")
        .sees("now\r\n")
        .sees("sleep 60'\r\n")
        .works();
    bash("cat brought back")
        .line("echo g''o; cat")
        .sees("go")
        .ready()
        .type(CTRL_Z)
        .sees("Stopped")
        .ready()
        .line("fg")
        .waits();
    bash("poll brought back")
        .line(
            "/usr/bin/python3 -c 'import select; p=select.poll(); p.register(0,1);"
                + " print(\"g\"+\"o\"); p.poll(60000)'")
        .sees("go\r\n")
        .ready()
        .type(CTRL_Z)
        .sees("Stopped")
        .ready()
        .line("fg")
        .sees("60000)'\r\n")
        .waits();
    bash("waits for its jobs").line("sleep 60 & echo g''o; wait").sees("go").works();
    bash("pipeline that works").line("echo g''o; sleep 60 | cat").sees("go").works();
    bash("pipeline whose first reads").line("echo g''o; cat | sleep 60").sees("go").waits();
    bash("pipeline whose leader has ended").line("true | cat /dev/tty").ready().waits();
    bash("pager at the end of a pipeline").line("seq 1000 | less").sees(":").waits();
    bash("pager that has nothing yet").line("echo g''o; (sleep 60; ls) | less").sees("go").works();
    on("sh: stops itself", "sh", "-c", "echo go; kill -STOP $$").sees("go").isStopped();
    on("sh: orphan reads", "sh", "-c", "(cat </dev/tty &); echo go; sleep 60").sees("go").waits();
    on("setsid: reads from another session", "sh", "-c", "echo go; setsid -w cat")
        .sees("go")
        .waitsSoftly();
  }

  private void lookAlikes() {
    on("look-alike: >>> ", "sh", "-c", "printf '>>> '; sleep 60").sees(">>> ").works();
    on("look-alike: $ ", "sh", "-c", "printf '$ '; while :; do :; done").sees("$ ").works();
    on("look-alike: Password", "sh", "-c", "printf 'Password: '; sleep 60")
        .sees("Password: ")
        .works();
    on("look-alike: hidden Password", "sh", "-c", "stty -echo; printf 'Password: '; sleep 60")
        .sees("Password: ")
        .works();
    on("look-alike: [Y/n]", "sh", "-c", "printf 'Continue? [Y/n] '; sleep 60 </dev/null")
        .sees("[Y/n] ")
        .works();
    python(
            "look-alike reads a pipe",
            "import os; r,w=os.pipe(); print('name: ',end='',flush=True); os.read(r,1)")
        .sees("name: ")
        .works();
  }

  private void pythons() {
    on("python: prompt", PYTHON).ready().line("6*7").sees("42").waits();
    on("python: continuation", PYTHON).ready().line("def f():").sees("... ").waits();
    on("python: computes", PYTHON)
        .ready()
        .line("print('st'+'art'); exec('while True: pass')")
        .sees("start")
        .works();
    on("python: sleeps", PYTHON)
        .ready()
        .line("import time; print('st'+'art'); time.sleep(60)")
        .sees("start")
        .works();
    on("python: runs a program", PYTHON)
        .ready()
        .line("import subprocess; print('st'+'art'); subprocess.run(['sleep','60'])")
        .sees("start")
        .works();
    on("python: captures a program", PYTHON)
        .ready()
        .line("import os; print('st'+'art'); os.popen('sleep 60').read()")
        .sees("start")
        .works();
    python("input()", "input('name: ')").sees("name: ").waits();
    python("debugger", "import pdb; pdb.set_trace(); print()").sees("(Pdb)").waits();
    python(
            "input() beside a computing thread",
            """
            import threading
            def work():
              while True: pass
            threading.Thread(target=work, daemon=True).start()
            input('name: ')
            """)
        .sees("name: ")
        .waitsSoftly();
    python(
            "input() beside a sleeping thread",
            """
            import threading, time
            threading.Thread(target=lambda: time.sleep(60), daemon=True).start()
            input('name: ')
            """)
        .sees("name: ")
        .waitsSoftly();
    python(
            "input() beside a thread that waits a while",
            """
            import threading
            threading.Thread(target=lambda: threading.Event().wait(60), daemon=True).start()
            input('name: ')
            """)
        .sees("name: ")
        .waitsSoftly();
    python(
            "input() beside an idle thread",
            """
            import threading
            threading.Thread(target=lambda: threading.Event().wait(), daemon=True).start()
            input('name: ')
            """)
        .sees("name: ")
        .waits();
    python(
            "main thread computes, another reads",
            """
            import threading, sys
            threading.Thread(target=sys.stdin.readline, daemon=True).start()
            print('go', flush=True)
            while True: pass
            """)
        .sees("go")
        .worksUnseen("a thread does read the terminal; whether it matters, only the program knows");
    python(
            "main thread has ended, another reads",
            """
            import threading, ctypes, time, os
            def read():
              time.sleep(0.1); print('go', flush=True); os.read(0, 1)
            threading.Thread(target=read).start()
            ctypes.CDLL(None).pthread_exit(None)
            """)
        .sees("go")
        .waitsSoftly();
    python(
            "asyncio with the terminal registered",
            """
            import asyncio, sys
            async def main():
              asyncio.get_running_loop().add_reader(0, lambda: None)
              print('go', flush=True)
              await asyncio.Event().wait()
            asyncio.run(main())
            """)
        .sees("go")
        .waits();
    python(
            "asyncio sleeps with the terminal registered",
            """
            import asyncio, sys
            async def main():
              asyncio.get_running_loop().add_reader(0, lambda: None)
              print('go', flush=True)
              await asyncio.sleep(60)
            asyncio.run(main())
            """)
        .sees("go")
        .waitsSoftly();
    python(
            "asyncio waits for a child with the terminal registered",
            """
            import asyncio, sys
            async def main():
              asyncio.get_running_loop().add_reader(0, lambda: None)
              p = await asyncio.create_subprocess_exec('sleep', '60')
              print('go', flush=True)
              await p.wait()
            asyncio.run(main())
            """)
        .sees("go")
        .waitsSoftly();
  }

  private void pollers() {
    python(
            "select for ten seconds",
            "import select; print('go',flush=True); select.select([0],[],[],10)")
        .sees("go")
        .waits();
    python(
            "looks at the keyboard every 50 ms",
            "import select; print('go',flush=True)\n"
                + "while not select.select([0],[],[],0.05)[0]: pass")
        .sees("go")
        .waitsSoftly();
    python(
            "computes and looks at the keyboard",
            """
            import select, time
            print('go', flush=True)
            while not select.select([0],[],[],0.02)[0]:
              end = time.process_time() + 0.08
              while time.process_time() < end: pass
            """)
        .sees("go")
        .works();
    python(
            "spins and looks at the keyboard",
            "import select; print('go',flush=True)\nwhile not select.select([0],[],[],0)[0]: pass")
        .sees("go")
        .works();
    python(
            "prints and looks at the keyboard",
            """
            import select
            n = 0
            while not select.select([0],[],[],0.05)[0]:
              n += 1; print('step', n, flush=True)
            """)
        .sees("step 3")
        .works();
    python(
            "looks once before it ends",
            "import select,time; print('go',flush=True); select.select([0],[],[],0.2);"
                + " time.sleep(60)")
        .sees("go")
        .works();
    python(
            "poll on terminal and timer",
            """
            import select, ctypes, struct
            t = ctypes.CDLL(None).timerfd_create(1, 0)
            ctypes.CDLL(None).timerfd_settime(t, 0, struct.pack('4q', 0, 0, 60, 0), None)
            p = select.poll(); p.register(0, 1); p.register(t, 1)
            print('go', flush=True); p.poll()
            """)
        .sees("go")
        .waitsSoftly();
    python(
            "poll on terminal and socket",
            """
            import select, socket
            a = socket.create_connection(('127.0.0.1', %d))
            p = select.poll(); p.register(0, 1); p.register(a, 1)
            print('go', flush=True); p.poll()
            """
                .formatted(servers.silentPort()))
        .sees("go")
        .waitsSoftly();
    python(
            "poll on terminal and a socket pair of its own",
            """
            import select, socket
            a, b = socket.socketpair()
            p = select.poll(); p.register(0, 1); p.register(a, 1)
            print('go', flush=True); p.poll()
            """)
        .sees("go")
        .waits();
    python(
            "poll on terminal and a socket pair with a child",
            """
            import select, socket, os, time
            a, b = socket.socketpair()
            if os.fork() == 0: os.setpgid(0, 0); time.sleep(60)
            p = select.poll(); p.register(0, 1); p.register(a, 1)
            print('go', flush=True); p.poll()
            """)
        .sees("go")
        .waitsSoftly();
    python(
            "poll on terminal and its own pipe",
            """
            import select, os
            r, w = os.pipe()
            p = select.poll(); p.register(0, 1); p.register(r, 1)
            print('go', flush=True); p.poll()
            """)
        .sees("go")
        .waits();
    python(
            "poll on terminal and a child's pipe",
            """
            import select, subprocess
            c = subprocess.Popen(['sleep', '60'], stdout=subprocess.PIPE)
            p = select.poll(); p.register(0, 1); p.register(c.stdout, 1)
            print('go', flush=True); p.poll()
            """)
        .sees("go")
        .waitsSoftly();
    python(
            "epoll inside poll",
            """
            import select
            e = select.epoll(); e.register(0, 1)
            p = select.poll(); p.register(e.fileno(), 1)
            print('go', flush=True); p.poll()
            """)
        .sees("go")
        .waits();
    python(
            "poll for room to write only",
            """
            import select, os
            r, w = os.pipe(); os.set_blocking(w, False)
            try:
              while True: os.write(w, b'x' * 65536)
            except BlockingIOError: pass
            p = select.poll(); p.register(w, 4); p.register(0, 0)
            print('go', flush=True); p.poll()
            """)
        .sees("go")
        .works();
    python(
            "raw read that gives up",
            """
            import termios, tty, os
            tty.setraw(0); a = termios.tcgetattr(0); a[6][termios.VMIN] = 0; a[6][termios.VTIME] = 2
            termios.tcsetattr(0, termios.TCSANOW, a); print('go', flush=True)
            while not os.read(0, 1): pass
            """)
        .sees("go")
        .waitsSoftly();
    python(
            "curses",
            "import curses; curses.wrapper(lambda s: (s.addstr('key?'), s.refresh(), s.getch()))")
        .sees("key?")
        .waits();
    python(
            "curses half-delay",
            """
            import curses
            def main(s):
              curses.halfdelay(1); s.addstr('key?'); s.refresh()
              while s.getch() < 0: pass
            curses.wrapper(main)
            """)
        .sees("key?")
        .waitsSoftly();
  }

  private void consoles() {
    on("sqlite3: prompt", "sqlite3").ready().waits();
    on("sqlite3: query runs", "sqlite3")
        .ready()
        .line(
            ".print go\n"
                + "with recursive c(x) as (select 1 union all select x+1 from c) select sum(x) from"
                + " c;")
        .sees("\rgo")
        .works();
    on("bc: prompt", "bc", "-q").ready().line("6*7").sees("42").waits();
    on("ed: prompt", "ed", "-p", "* ").sees("* ").waits();
    on("gdb: prompt", "gdb", "-q", "-nx").sees("(gdb)").waits();
    on("gdb: program runs", "gdb", "-q", "-nx", "--args", "sh", "-c", "echo go; exec sleep 60")
        .sees("(gdb)")
        .ready()
        .line("run")
        .sees("\ngo")
        .works();
    on("gdb: program reads", "gdb", "-q", "-nx", "--args", "sh", "-c", "echo go; exec cat")
        .sees("(gdb)")
        .ready()
        .line("run")
        .sees("\ngo")
        .waits();
    on("perl: debugger", "perl", "-d", "-e", "1;").sees("DB<1>").waits();
    on("perl: <STDIN>", "perl", "-e", "$|=1; print 'name: '; <STDIN>").sees("name: ").waits();
    on("perl: sleeps", "perl", "-e", "$|=1; print 'name: '; sleep 60").sees("name: ").works();
  }

  private void tools() throws IOException {
    on("cat", "cat").ready().waits();
    on("cat: half a line typed", "cat").ready().type("abc").sees("abc").waits();
    on("dd: reads", "dd", "of=/dev/null").ready().waits();
    on("dd: copies", "sh", "-c", "echo go; exec dd if=/dev/zero of=/dev/null").sees("go").works();
    on("sort", "sort").ready().waits();
    on("awk", "awk", "1").ready().waits();
    on("tee", "tee", "/dev/null").ready().waits();
    on("xargs -p", "sh", "-c", "echo a | xargs -p echo").sees("?...").waits();
    on("tail -f", "sh", "-c", "echo go; exec tail -f /dev/null").sees("go").works();
    on("watch", "watch", "-n", "5", "echo", "watched").sees("watched").works();
    on("cc: compiles from the terminal", "cc", "-x", "c", "-E", "-").ready().waits();
    var kept = folder.resolve("kept");
    Files.writeString(kept, "x\n");
    on("rm -i", "rm", "-i", kept.toString()).sees("?").waits();
    on("strace: traced program reads", "strace", "-o", "/dev/null", "cat").ready().waits();
    on(
            "strace: traced program sleeps",
            "strace",
            "-o",
            "/dev/null",
            "sh",
            "-c",
            "echo go; sleep 60")
        .sees("go")
        .works();
    var makefile = folder.resolve("Makefile");
    Files.writeString(makefile, "ask:\n\t@printf 'sure? '; read x\nslow:\n\t@echo go; sleep 60\n");
    on("make: recipe asks", "make", "-s", "-f", makefile.toString(), "ask").sees("sure? ").waits();
    on("make: recipe works", "make", "-s", "-f", makefile.toString(), "slow").sees("go").works();
    var remove = new ArrayList<>(OwnPackages.aptGet(folder.resolve("packages")));
    remove.addAll(List.of("remove", "sample"));
    on("apt-get: question", remove.toArray(String[]::new)).sees("[Y/n]").waits();
    git();
  }

  private void git() throws IOException {
    var repository = Files.createDirectory(folder.resolve("repository"));
    var setUp =
        "git init -q . && git config user.name a && git config user.email a@b && seq 100 > f && "
            + "git add f && git commit -qm one && seq 101 > f && clear; ";
    on("git: add -p", "sh", "-c", setUp + "exec git add -p").in(repository).sees("]?").waits();
    var second = Files.createDirectory(folder.resolve("second"));
    on("git: editor of a commit", "sh", "-c", setUp + "exec git commit -a")
        .in(second)
        .with("EDITOR", "vim -u NONE")
        .sees("COMMIT_EDITMSG")
        .waits();
    var third = Files.createDirectory(folder.resolve("third"));
    on("git: log in a pager", "sh", "-c", setUp + "exec git -c core.pager='less -+F' log")
        .in(third)
        .sees("(END)")
        .waits();
  }

  private void fullScreens() throws IOException {
    var text = folder.resolve("text");
    Files.writeString(text, "line\n".repeat(500));
    // -n: no swap file, over which two of them would quarrel
    on("vim", "vim", "-nNu", "NONE", text.toString()).sees("line").waits();
    on("vim: insert mode", "vim", "-nNu", "NONE", text.toString())
        .sees("line")
        .ready()
        .line(":set showmode")
        .ready()
        .type("i")
        .sees("INSERT")
        .waits();
    on("vim: shell command", "vim", "-nNu", "NONE", text.toString())
        .sees("line")
        .ready()
        .line(":!echo g''o; sleep 60")
        .sees("go\r\n")
        .works();
    on("nano", "nano", text.toString()).sees("line").waits();
    on("less: follows a file", "less", "+F", text.toString())
        .sees("Waiting for data")
        .worksUnseen(
            "it sleeps for moments in raw mode; whether it looks at the keyboard is unseen");
    on("less", "less", text.toString()).sees("line").waits();
    on("less: search", "less", text.toString()).sees("line").ready().type("/").waits();
    on("more", "more", text.toString()).sees("--More--").waits();
    on("top", "top").sees("Tasks").waits();
    on("htop", "htop").sees("Load").waits();
    on("mc", "mc").sees("Help").waits();
    on("whiptail", "whiptail", "--yesno", "sure?", "8", "40").sees("sure?").waits();
    on("dialog", "dialog", "--yesno", "sure?", "8", "40").sees("sure?").waits();
  }

  private void secrets() {
    bash("read -s").line("read -s -p 'pa''ss: ' x").sees("pass: ").asksForSecret();
    python("getpass", "import getpass; getpass.getpass()").sees("Password:").asksForSecret();
    on("ssh-keygen: passphrase", "ssh-keygen", "-f", folder.resolve("new").toString())
        .sees("passphrase")
        .asksForSecret();
    on("passwd", "passwd").sees("assword:").asksForSecret();
    on("su: password", "su", "nobody", "-s", "/bin/sh", "-c", "exec su root")
        .sees("assword:")
        .asksForSecret();
    on("sudo: password", "setpriv", "--reuid=65534", "--clear-groups", "sudo", "-k", "id")
        .sees("assword")
        .asksForSecret();
    on("sudo: secret inside", "sudo", "bash", "-c", "read -s -p 'pass: ' x")
        .sees("pass: ")
        .asksForSecret();
  }

  private void relays() {
    on("sudo: shell", "sudo", "bash", "--norc", "-i").ready().line("echo a''b").sees("ab").waits();
    on("sudo: works", "sudo", "sh", "-c", "echo go; sleep 60").sees("go").works();
    on("script: shell", "script", "-q", "/dev/null", "-c", "bash --norc -i").ready().waits();
    on("script: works", "script", "-q", "/dev/null", "-c", "echo go; sleep 60").sees("go").works();
    on("script in sudo", "sudo", "script", "-q", "/dev/null", "-c", "cat").ready().waits();
    on("su --pty", "su", "--pty", "-c", "echo go; cat").sees("go").waits();
    python("pty.spawn", "import pty; pty.spawn(['sh','-c','echo go; cat'])").sees("go").waits();
    python("pty.spawn works", "import pty; pty.spawn(['sh','-c','echo go; sleep 60'])")
        .sees("go")
        .works();
    var socket = folder.resolve("tmux").toString();
    on("tmux: shell", "tmux", "-S", socket, "-f", "/dev/null", "new", "echo go; cat")
        .sees("go")
        .waitsSoftly();
    on("tmux: works", "tmux", "-S", socket + "2", "-f", "/dev/null", "new", "echo go; sleep 60")
        .sees("go")
        .works();
    on("expect: interact", "expect", "-c", "spawn -noecho cat; send_user go; interact")
        .sees("go")
        .waits();
    on(
            "expect: drives a program",
            "expect",
            "-c",
            "spawn -noecho cat; send_user go; set timeout 60; expect never")
        .sees("go")
        .works();
    on("expect: asks the user", "expect", "-c", "send_user go; set timeout 60; expect_user never")
        .sees("go")
        .waitsSoftly();
    on(
            "socat: relay",
            "socat",
            "-,raw,echo=0",
            "EXEC:'sh -c \"echo go; exec cat\"',pty,setsid,ctty")
        .sees("go")
        .waits();
  }

  private void oddities() {
    on("unshare: own process ids", "unshare", "-pf", "--mount-proc", "sh", "-c", "echo go; cat; :")
        .sees("go")
        .waits();
    python("reads with readv", "import os; print('go',flush=True); os.readv(0,[bytearray(9)])")
        .sees("go")
        .waits();
    python("reads /dev/tty", "print('go',flush=True); open('/dev/tty').readline()")
        .sees("go")
        .waits();
    python(
            "writes to a full pipe",
            "import os; r,w=os.pipe(); print('go',flush=True); os.write(w,b'x'*99999)")
        .sees("go")
        .works();
    python(
            "ignores the terminal's end of a closed stdin",
            "import os,time; os.close(0); print('go',flush=True); time.sleep(60)")
        .sees("go")
        .works();
    python(
            "child reads while parent waits for it",
            """
            import os; p=os.fork()
            if p==0: print('go',flush=True); os.read(0,1)
            else: os.wait()
            """)
        .sees("go")
        .waits();
    python(
            "child reads while parent computes",
            """
            import os; p=os.fork()
            if p==0: print('go',flush=True); os.read(0,1)
            while True: pass
            """)
        .sees("go")
        .waitsSoftly();
    python(
            "a daemon of its own reads",
            """
            import os
            tty = os.ttyname(0); r, w = os.pipe()
            if os.fork() == 0:
              os.setsid()
              if os.fork() == 0:
                for fd in 0, 1, 2: os.close(fd)
                fd = os.open(tty, os.O_RDWR | os.O_NOCTTY)
                os.write(fd, b'go'); os.read(fd, 1)
              os._exit(0)
            os.wait(); os.close(w); os.read(r, 1)
            """)
        .sees("go")
        .waitsSoftly();
    python(
            "hands its terminal to another over a socket",
            """
            import os, socket, array, select
            a, b = socket.socketpair()
            if os.fork() == 0:
              os.setsid(); a.close()
              fd = array.array('i', b.recvmsg(1, 99)[1][0][2])[0]
              for n in 0, 1, 2: os.close(n)
              p = select.poll(); p.register(fd, 1); p.register(b, 1)
              os.write(fd, b'go'); p.poll()
              os._exit(0)
            b.close()
            a.sendmsg([b'x'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', [0]))])
            a.recv(1)
            """)
        .sees("go")
        .waitsSoftly();
    on("flock: holder reads", "flock", "/dev/null", "cat").ready().waits();
    on("env, nice and stdbuf", "env", "nice", "stdbuf", "-o0", "cat").ready().waits();
  }
}
