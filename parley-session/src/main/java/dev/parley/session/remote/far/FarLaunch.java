package dev.parley.session.remote.far;

import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.remote.transport.ShellQuoting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A launch as a script for the far side's {@code /bin/sh}: it sets the environment and the
 * directory, greets, and then becomes the program. A shell brings its marks along in the script
 * itself; nothing is installed, and nothing is left.
 *
 * @param nonce what every mark of the shell will carry
 * @param greeting what the greeting, and every later word from there, will carry
 */
public record FarLaunch(Launch launch, SessionId id, String nonce, String greeting) {
  /** In place of a shell: the one that the user has on the far side. */
  public static final String USERS_SHELL = Launch.FAR_SHELL;

  private static final String MARKS_END = "PARLEY_MARKS_END";

  /** The script as plain text, for whoever can pass it on as one argument. */
  public String script() {
    var script = new StringBuilder();
    script.append("TERM=xterm-256color COLORTERM=truecolor TERM_PROGRAM=parley\n");
    script.append("PARLEY_SESSION=").append(id.value()).append('\n');
    script.append("export TERM COLORTERM TERM_PROGRAM PARLEY_SESSION\n");
    // Parley reads UTF-8; a far side that says nothing would be left with bytes of no meaning.
    script.append(
        "[ -n \"${LC_ALL-}${LC_CTYPE-}${LANG-}\" ] || { LC_CTYPE=C.UTF-8; export LC_CTYPE; }\n");
    new TreeMap<>(launch.environment()).forEach((name, value) -> export(script, name, value));
    directory(script);
    var command = launch.command();
    var first = command.getFirst();
    script.append("parley_shell=");
    script
        .append(first.equals(USERS_SHELL) ? "${SHELL:-/bin/sh}" : ShellQuoting.quoted(first))
        .append('\n');
    script.append(
        "printf '\\033]%s;%s;hello;%%s;%%s;%%s\\007' \"$$\" \"$(tty)\" \"$parley_shell\"\n"
            .formatted(InBandMessages.NUMBER, greeting));
    if (launch.interactiveShell()) {
      shell(script);
    } else {
      script.append("exec \"$parley_shell\" ");
      script.append(
          command.stream().skip(1).map(ShellQuoting::quoted).collect(Collectors.joining(" ")));
    }
    return script.toString();
  }

  /**
   * The script inside something that keeps it when the connection drops. dtach passes everything on
   * as it is; tmux draws it anew, so that a shell's marks do not come through.
   */
  public String kept(String holder) {
    // In a file that is gone when it runs: what is an argument of the holder's, all can read.
    var end = "PARLEY_" + nonce;
    var hello =
        "printf '\\033]%s;%s;hello;%%s;%%s;%%s\\007' \"$$\" \"$(tty)\" tmux"
            .formatted(InBandMessages.NUMBER, greeting);
    return """
    TERM=xterm-256color; export TERM
    parley_script=$(mktemp) || exit 1
    cat >"$parley_script" <<'%s'
    rm -f -- "$0"
    %s
    %s
    if [ '%s' != tmux ] && command -v dtach >/dev/null; then
      exec dtach -A "%s" -E -z -r winch /bin/sh "$parley_script"
    fi
    if [ '%s' != dtach ] && command -v tmux >/dev/null; then
      %s
      exec tmux -L %s -f /dev/null new-session -A -s parley /bin/sh "$parley_script" \\; set -g status off
    fi
    rm -f -- "$parley_script"
    echo 'parley: there is neither dtach nor tmux to keep this session' >&2
    exit 1
    """
        .formatted(end, script(), end, holder, place(), holder, hello, name());
  }

  /** Comes back to what {@link #kept} has started; it is not started again. */
  public String rejoined() {
    var hello =
        "printf '\\033]%s;%s;hello;%%s;%%s;%%s\\007' \"$$\" \"$(tty)\" tmux"
            .formatted(InBandMessages.NUMBER, greeting);
    return """
    TERM=xterm-256color; export TERM
    [ -S "%s" ] && exec dtach -a "%s" -E -z -r winch
    %s
    exec tmux -L %s attach-session -t parley
    """
        .formatted(place(), place(), hello, name());
  }

  private String place() {
    return "${XDG_RUNTIME_DIR:-/tmp}/" + name();
  }

  private String name() {
    return "parley-" + id.value();
  }

  private static void export(StringBuilder script, String name, String value) {
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT, "“%s” is no name of a variable".formatted(shown(name)));
    }
    script.append("%s=%s; export %s\n".formatted(name, ShellQuoting.quoted(value), name));
  }

  private static String shown(String name) {
    return name.replaceAll("\\p{Cntrl}", "?");
  }

  private void directory(StringBuilder script) {
    var directory = launch.directory().toString();
    if (directory.equals("~") || directory.startsWith("~/")) {
      script.append(
          "cd \"$HOME\"%s || exit 1\n".formatted(ShellQuoting.quoted(directory.substring(1))));
    } else if (!directory.isEmpty()) {
      script.append("cd %s || exit 1\n".formatted(ShellQuoting.quoted(directory)));
    }
  }

  /** Starts a shell with marks where we know how, and plain where we do not. */
  private void shell(StringBuilder script) {
    // The nonce goes with the marks and not by the environment, which every program there can read.
    var given = "PARLEY_NONCE=%s\n".formatted(nonce);
    script.append("case ${parley_shell##*/} in\nbash)\n");
    if (launch.login()) {
      script.append("PARLEY_LOGIN=1; export PARLEY_LOGIN\n");
    }
    // A here-document is a file that nobody has to write. The marks close it when they are read.
    script
        .append("exec 9<<'%s'\n".formatted(MARKS_END))
        .append(given)
        .append(resource("marks.bash"))
        .append("exec 9<&-\n")
        .append(MARKS_END)
        .append("\n[ -e /dev/fd/9 ] && exec \"$parley_shell\" --rcfile /dev/fd/9 -i\n;;\n");
    // zsh takes its files from a folder only; the first line of the file there removes it.
    script
        .append(
            "zsh)\nPARLEY_ZDOT=$(mktemp -d) && cat >\"$PARLEY_ZDOT/.zshenv\" <<'%s' &&\n"
                .formatted(MARKS_END))
        .append("command rm -rf -- \"$PARLEY_ZDOT\"; unset PARLEY_ZDOT\n")
        .append(given)
        .append(resource("zsh/.zshenv"))
        .append(MARKS_END)
        .append("\n{ PARLEY_USER_ZDOTDIR=${ZDOTDIR-} ZDOTDIR=$PARLEY_ZDOT\n")
        .append("export PARLEY_USER_ZDOTDIR ZDOTDIR PARLEY_ZDOT\n")
        .append("exec \"$parley_shell\" %s-i; }\n;;\n".formatted(launch.login() ? "-l " : ""));
    script
        .append(
            "fish)\nPARLEY_NONCE_FILE=$(mktemp) && cat >\"$PARLEY_NONCE_FILE\" <<'%s' &&\n"
                .formatted(MARKS_END))
        .append(nonce)
        .append('\n')
        .append(MARKS_END)
        .append("\nexport PARLEY_NONCE_FILE &&\n")
        .append("exec \"$parley_shell\" %s-i -C ".formatted(launch.login() ? "-l " : ""))
        .append(
            ShellQuoting.quoted(
                "set -g __parley_file $PARLEY_NONCE_FILE\n"
                    + resource("marks.fish")
                    + "command rm -f -- $__parley_file; set -e __parley_file\n"))
        .append("\n;;\nesac\n");
    script.append("exec \"$parley_shell\" %s".formatted(launch.login() ? "-l" : ""));
  }

  private static String resource(String name) {
    try (var source = FarLaunch.class.getResourceAsStream("/dev/parley/session/shell/" + name)) {
      if (source == null) {
        throw new IllegalStateException("The shell file " + name + " is not in the jar");
      }
      var text = new String(source.readAllBytes(), StandardCharsets.UTF_8);
      return text.endsWith("\n") ? text : text + "\n";
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
