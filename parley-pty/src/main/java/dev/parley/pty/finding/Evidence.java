package dev.parley.pty.finding;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * One reason for saying what a child is doing. Who decides takes it apart with a pattern switch;
 * its short text, such as {@code kernel:read(tty)}, is only for readers and for the probe on a far
 * host, which sends text.
 */
public sealed interface Evidence {

  /** The text for a reader. */
  String wire();

  /** The texts of several, in their order. */
  static List<String> wire(List<Evidence> evidence) {
    return evidence.stream().map(Evidence::wire).toList();
  }

  /** Understands a text; one that is not known becomes {@link Other}. */
  static Evidence parse(String text) {
    return EvidenceText.parse(text);
  }

  /**
   * A thread is blocked in a call that waits for the terminal.
   *
   * @param finite the call has a time-out
   */
  record Blocked(Call call, boolean finite) implements Evidence {
    /** What kind of call it is. */
    public enum Call {
      READ,
      POLL,
      SELECT,
      EPOLL,
      /** A ring that holds a read of it. */
      IO_URING,
      /** No call at all: a signal will tell of input. */
      SIGNAL,
      /** A short sleep of a program that looks at its keyboard in between. */
      NAP,
      /** Any other call that takes the terminal's descriptor. */
      CALL
    }

    @Override
    public String wire() {
      return "kernel:"
          + call.name().toLowerCase(Locale.ROOT)
          + (finite ? "(tty,timeout)" : "(tty)");
    }
  }

  /** A short wait was entered again with nothing done in between. */
  record Repeated() implements Evidence {
    @Override
    public String wire() {
      return "kernel:again";
    }
  }

  /** For some looks it has been in the same call, and no thread of it has used a processor. */
  record Settled() implements Evidence {
    @Override
    public String wire() {
      return "kernel:settled";
    }
  }

  /** Somebody we may not look into is inside a read of the terminal. */
  record ZeroRead() implements Evidence {
    @Override
    public String wire() {
      return "kernel:zero-read(tty)";
    }
  }

  /** The terminal is in line mode with echo off. */
  record EchoOff() implements Evidence {
    @Override
    public String wire() {
      return "termios:-echo";
    }
  }

  /** The kernel function in which somebody sleeps into whom we may not look. */
  record SleepsIn(String function) implements Evidence {
    @Override
    public String wire() {
      return EvidenceText.SLEEPS_IN + function + ")";
    }
  }

  /** Something else for which the same call waits. */
  enum Beside implements Evidence {
    SOCKET("kernel:socket"),
    /** A socket whose other end the process made itself, mostly to wake itself. */
    PAIR("kernel:socketpair"),
    PIPE("kernel:pipe"),
    TIMER("kernel:timer"),
    WATCH("kernel:watch"),
    CHILD("kernel:child"),
    /** The master side of an inner terminal. */
    MASTER("kernel:ptmx"),
    /** It waits to write to one: what was typed has not all gone through. */
    MASTER_FULL("kernel:ptmx-full"),
    OTHER("kernel:other");

    private final String wire;

    Beside(String wire) {
      this.wire = wire;
    }

    @Override
    public String wire() {
      return wire;
    }
  }

  /** Something about the reader that keeps its wait from being sure. */
  enum Doubt implements Evidence {
    THREAD_NOT_MAIN("thread:not-main"),
    OTHER_THREAD_RUNNING("thread:other-running"),
    OTHER_PROCESS_RUNNING("process:other-running"),
    /** Who polls has a child in front. */
    HAS_CHILD("process:child"),
    OTHER_SESSION("process:other-session"),
    /**
     * It sleeps for moments in raw mode; whether it looks at the keyboard in between is not seen.
     */
    LOOKS_UNSEEN("process:looks-unseen"),
    /** Somebody reads the terminal whom we did not find. */
    UNSEEN("process:unseen");

    private final String wire;

    Doubt(String wire) {
      this.wire = wire;
    }

    @Override
    public String wire() {
      return wire;
    }
  }

  /** Work of the program's own that is under way while it would take input. */
  enum Pursuit implements Evidence {
    /** Another thread uses a processor. */
    THREAD("work:thread"),
    /** The main thread sleeps while another reads. */
    SLEEP("work:sleep"),
    /** Since something was typed, another thread has begun to wait for a point in time. */
    TIMER("work:timer"),
    /** A process it has started runs, sleeps or waits for the network. */
    PROCESS("work:process"),
    /** It has sent something over a connection, and nothing has come back since. */
    REQUEST("work:request");

    private final String wire;

    Pursuit(String wire) {
      this.wire = wire;
    }

    @Override
    public String wire() {
      return wire;
    }
  }

  /**
   * A program that carries a terminal on to another, or to a place we cannot see.
   *
   * @param program its short name
   */
  record Relay(String program) implements Evidence {
    @Override
    public String wire() {
      return EvidenceText.RELAY + program;
    }
  }

  /** What a child does that does not want input. */
  enum Activity implements Evidence {
    RUNNING("kernel:running"),
    BLOCKED("kernel:blocked"),
    STOPPED("kernel:stopped"),
    WRITING("kernel:write(tty)"),
    HUNG_UP("kernel:hung-up");

    private final String wire;

    Activity(String wire) {
      this.wire = wire;
    }

    @Override
    public String wire() {
      return wire;
    }
  }

  /** The turn is not over: something is on its way. */
  enum Underway implements Evidence {
    OUTBOX("outbox:pending"),
    INPUT_UNREAD("kernel:input-unread"),
    INPUT_NEW("input:new"),
    OUTPUT("output:pending"),
    RELAY_BUSY("relay:busy"),
    RELAY_INPUT("relay:input-pending"),
    /** Only a part of what was typed has been echoed. */
    ECHO("echo:lagging"),
    /** A query of the program was answered just now. */
    QUERY("terminal:query-answered"),
    RECONNECTING("relay:reconnecting"),
    FAR_STARTING("far:starting"),
    FAR_ASKED("far:asked"),
    NOT_ASKED("not-asked");

    private final String wire;

    Underway(String wire) {
      this.wire = wire;
    }

    @Override
    public String wire() {
      return wire;
    }
  }

  /** Nobody can tell what the child waits for, and why. */
  enum Blind implements Evidence {
    OPAQUE("kernel:opaque"),
    IO_URING("kernel:io_uring"),
    /** A relay has several terminals; which one has the keyboard only it knows. */
    SEVERAL("relay:several"),
    /** The second engine asks nobody. */
    PTY4J("engine:pty4j"),
    CHILD_GONE("child:gone");

    private final String wire;

    Blind(String wire) {
      this.wire = wire;
    }

    @Override
    public String wire() {
      return wire;
    }
  }

  /** It is over. */
  enum Over implements Evidence {
    EXITED("kernel:exited"),
    /** The session has its exit. */
    EXIT("kernel:exit"),
    GONE("kernel:gone"),
    NO_ENDING("journal:no-ending"),
    CONNECTION_LOST("relay:lost");

    private final String wire;

    Over(String wire) {
      this.wire = wire;
    }

    @Override
    public String wire() {
      return wire;
    }
  }

  /** What a shell says about itself (OSC 133). */
  enum Mark implements Evidence {
    PROMPT("osc133:B"),
    CONTINUATION("osc133:continuation"),
    /** At the prompt, and the shell's editor holds a line. */
    LINE("osc133:line");

    private final String wire;

    Mark(String wire) {
      this.wire = wire;
    }

    @Override
    public String wire() {
      return wire;
    }
  }

  /** Nothing was printed for this long. */
  record Silence(Duration spell) implements Evidence {
    @Override
    public String wire() {
      return EvidenceText.QUIET + spell.toMillis() + "ms";
    }
  }

  /** What the screen shows. */
  enum Shown implements Evidence {
    CURSOR_AFTER_TEXT("cursor:after-text"),
    ALTERNATE_SCREEN("screen:alternate"),
    /** The cursor is hidden and every key goes to the program, as in a list to choose from. */
    CURSOR_HIDDEN("cursor:hidden"),
    /** Every key goes to the program. */
    RAW("termios:raw"),
    /** The prompt at which a line was typed stands there again, after that line. */
    PROMPT_AGAIN("text:prompt-again"),
    /** No earlier question of this session ended as the text before the cursor does. */
    UNFAMILIAR("text:unfamiliar"),
    /** The screen changes again and again by itself, as a spinner or a clock does. */
    ANIMATED("screen:animated"),
    /** It did so since something was typed, and does no longer. */
    STILL("screen:still"),
    /** The last thing above its input box is an error, in words and in the colour of an alarm. */
    ERROR("screen:error"),
    /** The prompt asks for a secret in words. */
    SECRET_WORDS("text:secret");

    private final String wire;

    Shown(String wire) {
      this.wire = wire;
    }

    @Override
    public String wire() {
      return wire;
    }
  }

  /** What the probe on a far host saw there. */
  record Far(Evidence there) implements Evidence {
    @Override
    public String wire() {
      return EvidenceText.FAR + there.wire();
    }
  }

  /** A text of a far probe that this version does not know; it decides nothing. */
  record Other(String text) implements Evidence {
    @Override
    public String wire() {
      return text;
    }
  }
}
