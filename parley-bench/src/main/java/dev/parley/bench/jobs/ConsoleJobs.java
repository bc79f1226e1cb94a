package dev.parley.bench.jobs;

import static dev.parley.bench.jobs.Until.exit;
import static dev.parley.bench.jobs.Until.input;
import static dev.parley.bench.jobs.Until.prompt;
import static dev.parley.bench.jobs.Until.shows;

import java.nio.file.Path;
import java.util.List;

/** Interpreters, databases and debuggers. */
final class ConsoleJobs {
  private static final String CRASH =
      """
      #include <stdio.h>
      struct node { int value; struct node *next; };
      static int total(struct node *at) {
        int sum = 0;
        while (at->value >= 0) {
          sum += at->value;
          at = at->next;
        }
        return sum;
      }
      int main(void) {
        struct node last = {3, 0}, first = {4, &last};
        printf("%d\\n", total(&first));
        return 0;
      }
      """;

  private ConsoleJobs() {}

  static List<Job> all() {
    return List.of(
        repl(),
        block(),
        node(),
        jshell(),
        calculator(),
        lineEditor(),
        sqlite(),
        psql(),
        redis(),
        gdb(),
        gdbOverSsh(),
        pdb());
  }

  private static Job repl() {
    var ready = prompt(">>> ");
    return Job.named("repl", "a Python REPL over ten turns")
        .needs("python3")
        .start("python3 -q", ready)
        .line("a = [3, 1, 2]", ready)
        .line("a.sort()", ready)
        .line("b = sum(a)", ready)
        .line("import math", ready)
        .line("c = math.factorial(b)", ready)
        .line("d = str(c)[::-1]", ready)
        .line("e = len(d)", ready)
        .line("a, b, c, d, e", ready)
        .line("open('out', 'w').write(f'{a} {b} {c} {d} {e}')", ready)
        .line("exit()", exit())
        .judge(place -> place.says("out", "[1, 2, 3] 6 720 027 3"));
  }

  private static Job block() {
    return Job.named("block", "a function typed line by line, and its value used")
        .needs("python3")
        .start("python3 -q", prompt(">>> "))
        .line("def f(n):", prompt("\\.\\.\\. "))
        .line("    return n * n + 1", prompt("\\.\\.\\. "))
        .line("", prompt(">>> "))
        .line("f(12345)", prompt(">>> "))
        .note("value", "(?m)^(\\d{5,})$")
        .line("open('out', 'w').write('${value}')", prompt(">>> "))
        .line("exit()", exit())
        .judge(place -> place.says("out", "152399026"));
  }

  private static Job node() {
    var ready = prompt("> ");
    return Job.named("node", "the REPL of Node, with a promise")
        .needs("node")
        .start("node", ready)
        .line("const fs = require('fs')", ready)
        .line("const wait = ms => new Promise(done => setTimeout(() => done(ms * 2), ms))", ready)
        .line("const twice = await wait(400)", ready)
        .line("fs.writeFileSync('out', String(twice))", ready)
        .line(".exit", exit())
        .judge(place -> place.says("out", "800"));
  }

  private static Job jshell() {
    var ready = prompt("jshell> ");
    return Job.named("jshell", "a REPL that starts slowly: jshell")
        .prepare(
            place ->
                place.set(
                    "jshell", Path.of(System.getProperty("java.home"), "bin/jshell").toString()))
        .start("${jshell}", ready.within(30))
        .line("var list = java.util.stream.IntStream.range(0, 7).boxed().toList()", ready)
        .line("var sum = list.stream().mapToInt(each -> each * each).sum()", ready)
        .line("java.nio.file.Files.writeString(java.nio.file.Path.of(\"out\"), \"\" + sum)", ready)
        .line("/exit", exit())
        .judge(place -> place.says("out", "91"));
  }

  private static Job calculator() {
    return Job.named("bc", "a calculator without a prompt")
        .needs("bc")
        .start("bc -q", input())
        .line("scale=4", input())
        .line("2^64 / 3", input())
        .note("result", "(\\d{15,}\\.\\d+)")
        .line("quit", exit())
        .in("b")
        .shell()
        .command("echo ${result} > result")
        .judge(place -> place.says("result", "6148914691236517205.3333"));
  }

  private static Job lineEditor() {
    return Job.named("ed", "an editor that says nothing: ed")
        .needs("ed")
        .prepare(place -> place.write("letter", "Dear Bob,\nsee you.\n"))
        .start("ed -s letter", input())
        .line("1s/Bob/Ada/", input())
        .line("$a", input())
        .line("Yours, C.", input())
        .line(".", input())
        .line("wq", exit())
        .judge(place -> place.says("letter", "Dear Ada,\nsee you.\nYours, C."));
  }

  private static Job sqlite() {
    var ready = prompt("sqlite> ");
    return Job.named("sqlite", "SQLite: a transaction taken back, another kept")
        .needs("sqlite3")
        .start("sqlite3 shop.db", ready)
        .line("create table item(name text, price int);", ready)
        .line("begin;", ready)
        .line("insert into item values('lamp', 10);", ready)
        .line("rollback;", ready)
        .line("insert into item", prompt("\\.\\.\\.> "))
        .line("values('desk', 80), ('chair', 45);", ready)
        .line("select sum(price) from item;", ready)
        .note("sum", "(?m)^(\\d+)$")
        .line("insert into item values('all', ${sum});", ready)
        .line(".quit", exit())
        .judge(
            place ->
                place.prints(
                    "sqlite3 shop.db 'select name, price from item order by price'",
                    "chair|45\ndesk|80\nall|125"));
  }

  private static Job psql() {
    var ready = prompt("=[#*] ");
    return Job.named("psql", "PostgreSQL, with its pager in between")
        .needs("psql")
        .prepare(
            place -> {
              var home = place.world().postgres();
              place.set("pg", home).set("db", place.folder().getFileName().toString());
              place.run("createdb", "-h", home, "-U", "postgres", place.fill("${db}"));
            })
        .start("PAGER=less LESS= psql -h ${pg} -U postgres ${db}", ready)
        .line("create table mark(id int, word text);", ready)
        .line("insert into mark select n, 'w' || n * 7 from generate_series(1, 300) n;", ready)
        .line("select * from mark order by id;", prompt("(?m)^:"))
        .keys(ready, "q")
        .line("update mark set word = 'kept' where id = 250;", ready)
        .line("\\q", exit())
        .judge(
            place ->
                place.prints(
                    place.fill(
                        "psql -h ${pg} -U postgres -At ${db} -c \"select id, word from mark where word in ('kept', 'w14')\""),
                    "2|w14\n250|kept"));
  }

  private static Job redis() {
    var ready = prompt("\\d> ");
    return Job.named("redis", "redis-cli")
        .needs("redis-server", "redis-cli")
        .prepare(
            place ->
                place
                    .set("port", "" + place.world().redis())
                    .set("key", place.folder().getFileName().toString()))
        .start("redis-cli -p ${port}", ready)
        .line("set ${key} 41", ready)
        .line("incr ${key}", ready)
        .line("rpush ${key}:list a b c", ready)
        .line("exit", exit())
        .judge(
            place -> {
              place.prints(place.fill("redis-cli -p ${port} get ${key}"), "42");
              place.prints(place.fill("redis-cli -p ${port} llen ${key}:list"), "3");
            });
  }

  private static void crash(Workplace place) throws Exception {
    place.write("crash.c", CRASH);
    place.run("cc", "-g", "-O0", "-o", "crash", "crash.c");
  }

  private static Job gdb() {
    var ready = prompt("\\(gdb\\) ");
    return Job.named("gdb", "gdb to the line that crashes")
        .needs("gdb", "cc")
        .prepare(ConsoleJobs::crash)
        .start("gdb -q -nx ./crash", ready)
        .line("run", ready)
        .note("line", "crash\\.c:(\\d+)")
        .line("print sum", ready)
        .note("sum", "\\$1 = (\\d+)")
        .line("shell echo ${line} ${sum} > found", ready)
        .line("quit", prompt("\\(y or n\\) "))
        .line("y", exit())
        .judge(place -> place.says("found", "5 7"));
  }

  private static Job gdbOverSsh() {
    var ready = prompt("\\(gdb\\) ");
    return Job.named("ssh-gdb", "the same debugger over ssh")
        .needs("gdb", "cc", "ssh", "/usr/sbin/sshd")
        .prepare(
            place -> {
              crash(place);
              place.set("port", "" + place.world().ssh());
              place.set("key", place.world().folder().resolve("key").toString());
              place.set("user", System.getProperty("user.name"));
            })
        .start(
            "ssh -F /dev/null -t -p ${port} -i ${key} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null"
                + " -o LogLevel=ERROR ${user}@127.0.0.1 gdb -q -nx ${folder}/crash",
            ready)
        .line("break total", ready)
        .line("run", ready)
        .line("delete", prompt("\\(y or n\\) "))
        .line("y", ready)
        .line("continue", ready)
        .note("line", "(?m)^(\\d+)\\s+while")
        .line("shell echo ${line} > ${folder}/found", ready)
        .line("quit", prompt("\\(y or n\\) "))
        .line("y", exit())
        .judge(place -> place.says("found", "5"));
  }

  private static Job pdb() {
    var ready = prompt("\\(Pdb\\) ");
    return Job.named("pdb", "Python's debugger: a breakpoint, and a value changed")
        .needs("python3")
        .prepare(
            place ->
                place.write(
                    "sale.py",
                    """
                    def price(items):
                        total = sum(items)
                        rebate = total // 10
                        return total - rebate


                    open("price", "w").write(str(price([120, 80, 50])))
                    """))
        .start("python3 -m pdb sale.py", ready)
        .line("break 4", ready)
        .line("continue", ready)
        .line("p total, rebate", ready)
        .note("rebate", "\\(250, (\\d+)\\)")
        .line("!rebate = ${rebate} * 2", ready)
        .line("continue", shows("will be restarted"))
        .line("quit", exit())
        .judge(place -> place.says("price", "200"));
  }
}
