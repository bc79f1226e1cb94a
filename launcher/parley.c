/*
 * parley: the command people and MCP clients start.
 *
 * It holds no state and parses nothing of what it carries. It connects to the daemon's socket (and starts the daemon
 * when there is none), hands over its arguments, directory and environment, and then moves bytes:
 *
 *   parley mcp        lines of MCP both ways. It keeps the lines the daemon has not called done, so that it can say
 *                     them again to the next daemon, which decides what to repeat.
 *   other commands    run in the daemon, which is warm. This process lends them its descriptors: it reads stdin when
 *                     asked, writes what it is told to, sets the terminal's mode, and passes signals and sizes on.
 *                     The descriptors stay here, so that stopping (Ctrl-Z), background jobs and a killed daemon
 *                     behave as with any other program.
 *   some commands     must not run in the daemon (see needs_jvm); they start a JVM, as everything did before.
 *
 * After the first line each side sends frames: a letter, the length in four bytes (big-endian), the payload.
 *
 *   to the daemon     a argument   d directory   e NAME=VALUE   t which of 0 1 2 are terminals, in front?   . go
 *                     i stdin, empty at its end   w columns rows   s signal   c continued after a stop
 *                     f descriptor errno: a write failed
 *                     n who: tells this pipe from others   l number line   p number tries answered line: said before
 *                     x number beginning: a line too long   z end of the agent's lines
 *   to the launcher   1 2 bytes for stdout, stderr   r read stdin once   m terminal's mode   q exit code
 *                     u what to run if the daemon goes away: arguments, each ended by a NUL
 *                     U length, so many bytes as in u, bytes for stdout: what to run once they are written
 *                     g the agent may be heard   A number line for stdout: the answer to a line, which is done
 *                     k number: remember for good   o number: done   j run this in a JVM
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#ifndef PARLEY_VERSION
#define PARLEY_VERSION "0.1.0"
#endif
#define PROTOCOL 2

enum {
  LONGEST_FRAME = 16 << 20,  /* from the daemon */
  FRUITLESS = 3,             /* so many daemons in a row may go away before a command says where it is */
  LONGEST_LINE = 4 << 20,    /* of the agent; the daemon takes no more */
  ENOUGH = 1 << 20,          /* bytes waiting on one side before the other is no longer read */
  COMING_UP_MS = 20000,      /* how long a daemon may take to come up */
  COMING_BACK_MS = 400,      /* a daemon that left its socket is waited for before another is started */
  START_AGAIN_MS = 2000,     /* one that was started may have met the last one's end */
  PATIENCE_MS = 15000,       /* for a daemon that accepts and never says a word */
  AFTER_SIGNAL_MS = 2000     /* for a command to end after Ctrl-C */
};

extern char **environ;

/* ---- Small things ------------------------------------------------------------------------------------------- */

static void say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("parley: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
}

static void restore_terminal(void);

static void __attribute__((noreturn)) leave(int code) {
  restore_terminal();
#ifdef __SANITIZE_ADDRESS__
  __lsan_do_leak_check();
#endif
  _exit(code);
}

static void *grow(void *memory, size_t bytes) {
  void *more = realloc(memory, bytes);
  if (more == NULL) {
    say("out of memory");
    leave(1);
  }
  return more;
}

static char *text(const char *format, ...) {
  va_list arguments;
  char *made;
  va_start(arguments, format);
  int length = vasprintf(&made, format, arguments);
  va_end(arguments);
  if (length < 0) {
    say("out of memory");
    leave(1);
  }
  return made;
}

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Bytes in order: added at the end, taken from the front. */
struct bytes {
  char *data;
  size_t from, to, room;
};

static size_t length(const struct bytes *b) { return b->to - b->from; }

static void add(struct bytes *b, const void *data, size_t count) {
  if (count == 0) return;
  if (b->from > 0 && b->to + count > b->room) {
    memmove(b->data, b->data + b->from, length(b));
    b->to -= b->from;
    b->from = 0;
  }
  if (b->to + count > b->room) {
    b->room = (b->to + count) * 2;
    b->data = grow(b->data, b->room);
  }
  memcpy(b->data + b->to, data, count);
  b->to += count;
}

static void take(struct bytes *b, size_t count) {
  b->from += count;
  if (b->from == b->to) {
    b->from = b->to = 0;
    if (b->room > ENOUGH) { /* one long line must not cost its memory for good */
      free(b->data);
      b->data = NULL;
      b->room = 0;
    }
  }
}

static void put_number(char *at, uint32_t number) {
  at[0] = (char)(number >> 24);
  at[1] = (char)(number >> 16);
  at[2] = (char)(number >> 8);
  at[3] = (char)number;
}

static uint32_t number_at(const char *at) {
  const unsigned char *byte = (const unsigned char *)at;
  return (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3];
}

static void frame(struct bytes *b, char kind, const void *head, size_t head_count, const void *data, size_t count) {
  char begin[5] = {kind};
  put_number(begin + 1, (uint32_t)(head_count + count));
  add(b, begin, sizeof begin);
  add(b, head, head_count);
  add(b, data, count);
}

/* ---- Where things are --------------------------------------------------------------------------------------- */

static char *root;    /* the folder with bin, lib and perhaps runtime */
static char *runtime; /* the folder of the socket and the lock */
static char *state;   /* the folder of what must last */
static char *socket_path;
static bool one_home; /* PARLEY_HOME moves both */

static const char *environment(const char *name) {
  const char *value = getenv(name);
  return value != NULL && *value != '\0' ? value : NULL;
}

static char *absolute(const char *path) {
  if (path[0] == '/') return text("%s", path);
  char here[PATH_MAX];
  return getcwd(here, sizeof here) == NULL ? text("/%s", path) : text("%s/%s", here, path);
}

static void find_folders(void) {
  char self[PATH_MAX];
  ssize_t count = readlink("/proc/self/exe", self, sizeof self - 1);
  if (count < 0) {
    say("cannot tell where this program is: %s", strerror(errno));
    leave(1);
  }
  self[count] = '\0';
  for (int up = 0; up < 2; up++) {
    char *slash = strrchr(self, '/');
    if (slash != NULL && slash != self) *slash = '\0';
  }
  root = text("%s", self);

  const char *home = environment("PARLEY_HOME");
  if (home != NULL) {
    one_home = true;
    runtime = absolute(home);
    state = runtime;
  } else {
    const char *user = environment("HOME");
    const char *state_home = environment("XDG_STATE_HOME");
    const char *runtime_home = environment("XDG_RUNTIME_DIR");
    state = state_home != NULL ? text("%s/parley", state_home) : text("%s/.local/state/parley", user != NULL ? user : "");
    runtime = runtime_home != NULL ? text("%s/parley", runtime_home) : text("%s/run", state);
  }
  socket_path = text("%s/parley.sock", runtime);
  if (strlen(socket_path) > 103) {
    say("the path %s is too long for a socket", socket_path);
    say("set PARLEY_HOME to a shorter folder");
    leave(1);
  }
}

static void __attribute__((noreturn)) unsafe(const char *path, const char *why) {
  say("%s %s; Parley does not use it", path, why);
  fputs("  Find out who made it, remove it, or set PARLEY_HOME to another folder\n", stderr);
  leave(1);
}

/* Makes a folder of this user's alone, with those above it. */
static void own_folder(const char *path) {
  char *part = text("%s", path);
  for (char *slash = strchr(part + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    (void)mkdir(part, 0700);
    *slash = '/';
  }
  free(part);
  if (mkdir(path, 0700) < 0 && errno != EEXIST) {
    say("the folder %s cannot be made: %s", path, strerror(errno));
    fputs("  Set PARLEY_HOME to a folder that can be used\n", stderr);
    leave(1);
  }
  struct stat is;
  if (lstat(path, &is) < 0 || !S_ISDIR(is.st_mode) || is.st_uid != geteuid()) unsafe(path, "is not a folder of this user");
  if ((is.st_mode & 077) != 0) (void)chmod(path, 0700);
}

/* ---- Starting Java ------------------------------------------------------------------------------------------ */

struct list {
  char **items;
  size_t count, room;
};

static void append(struct list *list, char *item) {
  if (list->count + 1 >= list->room) {
    list->room = list->room * 2 + 64;
    list->items = grow(list->items, list->room * sizeof *list->items);
  }
  list->items[list->count++] = item;
  list->items[list->count] = NULL;
}

static void clear(struct list *list) {
  for (size_t i = 0; i < list->count; i++) free(list->items[i]);
  list->count = 0;
}

static int is_jar(const struct dirent *entry) {
  size_t count = strlen(entry->d_name);
  return count > 4 && strcmp(entry->d_name + count - 4, ".jar") == 0;
}

static time_t newest_jar; /* known once the class path is */

static char *class_path(void) {
  char *folder = text("%s/lib", root);
  struct dirent **jars;
  int count = scandir(folder, &jars, is_jar, alphasort);
  if (count <= 0) {
    say("no jars in %s; this installation is not complete", folder);
    leave(1);
  }
  char *path = text("%s", "");
  for (int i = 0; i < count; i++) {
    char *longer = text("%s%s%s/%s", path, i == 0 ? "" : ":", folder, jars[i]->d_name);
    free(path);
    path = longer;
    char *jar = text("%s/%s", folder, jars[i]->d_name);
    struct stat is;
    if (stat(jar, &is) == 0 && is.st_mtime > newest_jar) newest_jar = is.st_mtime;
    free(jar);
    free(jars[i]);
  }
  free(jars);
  free(folder);
  return path;
}

static char *java(void) {
  const char *given = environment("PARLEY_JAVA");
  char *path = given != NULL ? text("%s", given) : text("%s/runtime/bin/java", root);
  if (access(path, X_OK) < 0) {
    say("no Java runtime at %s", path);
    fputs("  Install Parley again, or set PARLEY_JAVA to the java of a JDK 25\n", stderr);
    leave(1);
  }
  return path;
}

/* The program that keeps what must not be lost with the daemon; where it is missing a JVM does it. */
static char *holder_path(void) { return text("%s/bin/parley-holder", root); }

/* The start-up cache: beside the jars, or in the user's cache where that folder cannot be written. */
static char *cache_path(void) {
  char *beside = text("%s/parley.aot", root);
  if (access(beside, R_OK) == 0 || access(root, W_OK) == 0) return beside;
  free(beside);
  const char *folder = environment("XDG_CACHE_HOME");
  const char *user = environment("HOME");
  return folder != NULL ? text("%s/parley/parley-%s.aot", folder, PARLEY_VERSION)
                        : text("%s/.cache/parley/parley-%s.aot", user != NULL ? user : "", PARLEY_VERSION);
}

/*
 * Adds a section of lib/jvm.args, an argument a line, with these words replaced: @java@ @classpath@ @root@ @lock@
 * @cache@ @holder@. A line with @cache@ is left out while there is no cache.
 */
static void append_section(struct list *line, const char *section) {
  char *file = text("%s/lib/jvm.args", root);
  FILE *in = fopen(file, "re");
  if (in == NULL) {
    say("%s is missing; this installation is not complete", file);
    leave(1);
  }
  char *cache = cache_path();
  struct stat is;
  char *home = environment("PARLEY_ROOT") != NULL ? text("%s", getenv("PARLEY_ROOT")) : text("%s", root);
  char *words[][2] = {{"@java@", NULL}, {"@classpath@", NULL}, {"@root@", home}, {"@lock@", NULL}, {"@cache@", cache},
                     {"@holder@", holder_path()}};
  words[0][1] = java();
  words[1][1] = class_path();
  bool has_cache = stat(cache, &is) == 0 && is.st_size > 0 && is.st_mtime >= newest_jar; /* an older one does not fit */
  words[3][1] = text("%s/parley.lock", runtime);
  char *read = NULL;
  size_t room = 0;
  bool inside = false;
  for (ssize_t count = getline(&read, &room, in); count >= 0; count = getline(&read, &room, in)) {
    while (count > 0 && (read[count - 1] == '\n' || read[count - 1] == '\r')) read[--count] = '\0';
    if (read[0] == '[') {
      inside = strlen(section) + 2 == (size_t)count && strncmp(read + 1, section, strlen(section)) == 0;
    } else if (inside && count > 0 && read[0] != '#') {
      char *found = NULL;
      size_t word = 0;
      for (; word < sizeof words / sizeof *words && found == NULL; word++) found = strstr(read, words[word][0]);
      if (found == NULL) {
        append(line, text("%s", read));
      } else if (words[word - 1][1] != cache || has_cache) {
        append(line, text("%.*s%s%s", (int)(found - read), read, words[word - 1][1], found + strlen(words[word - 1][0])));
      }
    }
  }
  free(read);
  fclose(in);
  free(file);
}

/*
 * A JVM reads its arguments, variables and the names of files by its locale, and where that is not one of UTF-8 it loses
 * all but ASCII. So it is given one; PARLEY_LC_ALL tells it what the caller had, which is what programs of ours get.
 */
static void take_utf8(void) {
  const char *locale = environment("LC_ALL");
  if (locale == NULL) locale = environment("LC_CTYPE");
  if (locale == NULL) locale = environment("LANG");
  if (locale != NULL && (strcasestr(locale, "utf-8") != NULL || strcasestr(locale, "utf8") != NULL)) return;
  const char *had = getenv("LC_ALL");
  setenv("PARLEY_LC_ALL", had != NULL ? had : "", 1);
  setenv("LC_ALL", "C.UTF-8", 1);
}

/* Replaces this process by a JVM that runs the command. */
static void __attribute__((noreturn)) become_jvm(char **arguments) {
  struct list line = {0};
  append(&line, java());
  const char *lasting[] = {"mcp", "serve", "demo", "render"};
  bool lasts = false;
  for (size_t i = 0; i < sizeof lasting / sizeof *lasting; i++)
    lasts = lasts || (arguments[0] != NULL && strcmp(arguments[0], lasting[i]) == 0);
  if (!lasts) append(&line, text("-XX:TieredStopAtLevel=1")); /* it lives for a moment: the first compiler will do */
  append_section(&line, "command");
  if (environment("PARLEY_JAVA_OPTIONS") != NULL) {
    char *options = text("%s", getenv("PARLEY_JAVA_OPTIONS"));
    for (char *word = strtok(options, " "); word != NULL; word = strtok(NULL, " ")) append(&line, word);
  }
  append_section(&line, "main");
  for (char **argument = arguments; *argument != NULL; argument++) append(&line, *argument);
  restore_terminal();
  take_utf8();
  execv(line.items[0], line.items);
  say("cannot run %s: %s", line.items[0], strerror(errno));
  leave(1);
}

/* A process of its own session that nobody waits for. It keeps one descriptor, if there is any. */
static void start_detached(char **line, const char *log, int kept) {
  pid_t child = fork();
  if (child < 0) {
    say("cannot start a process: %s", strerror(errno));
    leave(1);
  }
  if (child > 0) return;
  if (fork() != 0) _exit(0);
  (void)setsid();
  if (chdir("/") < 0) _exit(1);
  int none = open("/dev/null", O_RDONLY);
  int out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
  dup2(none, 0);
  dup2(out >= 0 ? out : none, 1);
  dup2(out >= 0 ? out : none, 2);
  for (int fd = 3; fd < 256; fd++)
    if (fd != kept) close(fd);
  sigset_t nothing;
  sigemptyset(&nothing);
  sigprocmask(SIG_SETMASK, &nothing, NULL);
  struct sigaction usual = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) (void)sigaction(number, &usual, NULL);
  if (one_home) setenv("PARLEY_HOME", state, 1);
  take_utf8();
  execv(line[0], line);
  _exit(127);
}

/* A command line that makes the start-up cache: one run that touches the usual classes, under another name until it is whole. */
static struct list cache_line(char *cache) {
  char *folder = text("%s", cache);
  *strrchr(folder, '/') = '\0';
  (void)mkdir(folder, 0700);
  free(folder);
  static char script[] =
      "java=$2; c=$1; shift 2; trap 'rm -f \"$c.$$\"' EXIT; \"$java\" -XX:AOTCacheOutput=\"$c.$$\" \"$@\" && mv \"$c.$$\" \"$c\"";
  struct list line = {0};
  char *shell[] = {"/bin/sh", "-c", script, "parley", cache, java()};
  for (size_t i = 0; i < sizeof shell / sizeof *shell; i++) append(&line, shell[i]);
  append_section(&line, "command");
  append_section(&line, "main");
  append(&line, "warm-up");
  return line;
}

/* One at a time: it takes seconds of two processors, and daemons may be started and stopped meanwhile. */
static void make_cache(void) {
  char *cache = cache_path();
  if (access(cache, F_OK) == 0 || environment("PARLEY_NO_CACHE") != NULL) return;
  struct list line = cache_line(cache);
  int lock = open(text("%s.lock", cache), O_WRONLY | O_CREAT | O_NOFOLLOW, 0600);
  if (lock < 0) return;
  if (flock(lock, LOCK_EX | LOCK_NB) == 0) start_detached(line.items, "/dev/null", lock);
  close(lock);
}

/* The same, waited for: an installer calls it. */
static void __attribute__((noreturn)) become_cache_maker(void) {
  char *cache = cache_path();
  (void)unlink(cache); /* an old one would be used to make the new one */
  struct list line = cache_line(cache);
  execv(line.items[0], line.items);
  say("cannot run %s: %s", line.items[0], strerror(errno));
  leave(1);
}

static bool has_light_holder(void) {
  char *holder = holder_path();
  bool there = access(holder, X_OK) == 0;
  free(holder);
  return there;
}

static void start_daemon(void) {
  char *logs = text("%s/logs", state);
  char *sessions = text("%s/sessions", state);
  own_folder(runtime);
  own_folder(state);
  own_folder(logs);
  own_folder(sessions);
  char *lock = text("%s/parley.lock", runtime);
  int made = open(lock, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600); /* the holder locks a file that is there */
  if (made >= 0) close(made);
  struct list line = {0};
  if (has_light_holder()) {
    append(&line, holder_path());
    append(&line, lock);
  } else {
    append_section(&line, "holder");
  }
  append_section(&line, "daemon");
  append_section(&line, "daemon-main");
  append(&line, "daemon");
  char *log = text("%s/holder.log", logs);
  start_detached(line.items, log, -1);
  make_cache();
}

/* What a start puts together lives as long as this process; there are few, and it ends soon after. */
static void keep_to_the_end(void (*make)(void)) {
#ifdef __SANITIZE_ADDRESS__
  __lsan_disable();
#endif
  make();
#ifdef __SANITIZE_ADDRESS__
  __lsan_enable();
#endif
}

/* ---- Reaching the daemon ------------------------------------------------------------------------------------ */

static int daemon_socket = -1;
static struct bytes to_daemon;   /* frames on their way */
static struct bytes from_daemon; /* frames that are not whole yet */

static int try_connect(void) {
  struct stat is;
  if (lstat(runtime, &is) < 0) return -1;
  if (!S_ISDIR(is.st_mode) || is.st_uid != geteuid()) unsafe(runtime, "is not a folder of this user");
  if (lstat(socket_path, &is) < 0) return -1;
  if (!S_ISSOCK(is.st_mode) || is.st_uid != geteuid()) unsafe(socket_path, "is not a socket of this user");
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, socket_path, sizeof address.sun_path - 1);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0) {
    close(fd);
    return -1;
  }
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0 || peer.uid != geteuid())
    unsafe(socket_path, "is another user's daemon");
  return fd;
}

/* Reads the daemon's first line into a buffer; whether there is one. */
static bool welcomed(int fd, char *line, size_t room) {
  int64_t end = now_ms() + PATIENCE_MS;
  size_t count = 0;
  while (count + 1 < room) {
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    int64_t left = end - now_ms();
    int polled = left <= 0 ? 0 : poll(&ready, 1, (int)left);
    if (polled < 0 && errno == EINTR) continue;
    if (polled <= 0) {
      say("the daemon is there and does not answer; its sessions live on");
      fputs("  Try again; if it stays silent, end it with kill -9: it is started again and takes them up\n", stderr);
      leave(1);
    }
    ssize_t got = read(fd, line + count, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    if (line[count] == '\n') {
      line[count] = '\0';
      return true;
    }
    count++;
  }
  return false;
}

/* Connects and says the first line; false when nobody is there. */
static bool greet(const char *door) {
  int fd = try_connect();
  if (fd < 0) return false;
  char *hello = text("parley launcher %d %s %s\n", PROTOCOL, PARLEY_VERSION, door);
  size_t count = strlen(hello);
  bool sent = send(fd, hello, count, MSG_NOSIGNAL) == (ssize_t)count;
  free(hello);
  char line[1024];
  if (!sent || !welcomed(fd, line, sizeof line)) {
    close(fd);
    return false;
  }
  if (strncmp(line, "ok ", 3) != 0) {
    const char *why = strncmp(line, "no ", 3) == 0 ? line + 3 : "the daemon speaks another version of Parley";
    say("%s", why);
    fputs("  Run 'parley restart' to bring the daemon to the version of this command; no session ends\n", stderr);
    leave(1);
  }
  static bool told;
  if (!told && strcmp(line + 3, PARLEY_VERSION) != 0) {
    told = true;
    say("the daemon is Parley %s and this command is %s; 'parley restart' brings them together and ends no session",
        line + 3, PARLEY_VERSION);
  }
  daemon_socket = fd;
  to_daemon.from = to_daemon.to = from_daemon.from = from_daemon.to = 0;
  return true;
}

/* Waits for a change of the socket's folder, but not for long. */
static void await_arrival(int watch, int64_t most) {
  struct pollfd ready = {.fd = watch, .events = POLLIN};
  if (poll(&ready, 1, most < 0 ? 0 : (int)(most > 250 ? 250 : most)) > 0) {
    char events[4096];
    (void)!read(watch, events, sizeof events);
  }
}

static bool daemon_is_there(const char *door) { return greet(door); }

static void heed_end(void);

static void connect_or_start(const char *door) {
  if (greet(door)) return;
  own_folder(runtime);
  int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  (void)inotify_add_watch(watch, runtime, IN_CREATE | IN_MOVED_TO);
  int64_t begun = now_ms();
  /* A holder of our own is gone in a millisecond where another one holds; a JVM is not tried for nothing. */
  bool light = has_light_holder();
  int64_t start_at = begun + (!light && access(socket_path, F_OK) == 0 ? COMING_BACK_MS : 0);
  while (!greet(door)) {
    int64_t now = now_ms();
    if (now - begun > COMING_UP_MS) {
      say("the daemon does not come up");
      fprintf(stderr, "  Look into the logs in %s/logs\n", state);
      leave(1);
    }
    if (now >= start_at) {
      keep_to_the_end(start_daemon);
      start_at = now + (light && now - begun < COMING_BACK_MS ? COMING_BACK_MS : START_AGAIN_MS);
    }
    await_arrival(watch, start_at - now);
    heed_end();
  }
  close(watch);
}

static void introduce(char **arguments) {
  for (char **argument = arguments; *argument != NULL; argument++) frame(&to_daemon, 'a', NULL, 0, *argument, strlen(*argument));
  char here[PATH_MAX];
  if (getcwd(here, sizeof here) != NULL) frame(&to_daemon, 'd', NULL, 0, here, strlen(here));
  for (char **entry = environ; *entry != NULL; entry++) frame(&to_daemon, 'e', NULL, 0, *entry, strlen(*entry));
}

/* Takes one whole frame out of what has come; its payload lies in from_daemon until the next read. */
static bool next_frame(char *kind, char **payload, size_t *count) {
  if (length(&from_daemon) < 5) return false;
  char *begin = from_daemon.data + from_daemon.from;
  uint32_t size = number_at(begin + 1);
  if (size > LONGEST_FRAME) {
    say("the daemon sent something that makes no sense");
    leave(1);
  }
  if (length(&from_daemon) < 5 + (size_t)size) return false;
  *kind = begin[0];
  *payload = begin + 5;
  *count = size;
  return true;
}

/* ---- The terminal ------------------------------------------------------------------------------------------- */

enum mode { AS_IT_WAS, RAW, NO_ECHO };

static struct termios before;
static bool has_terminal;
static enum mode mode = AS_IT_WAS;
static bool drew; /* a program may have changed what termios does not tell: alternate screen, mouse, … */

static void set_modes(const struct termios *modes) {
  struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
  sigaction(SIGTTOU, &ignore, &old); /* also from the background: a terminal left raw is of no use */
  (void)tcsetattr(0, TCSADRAIN, modes);
  sigaction(SIGTTOU, &old, NULL);
}

static void set_mode(enum mode wanted) {
  if (!has_terminal && wanted != AS_IT_WAS) {
    if (tcgetattr(0, &before) < 0) return;
    has_terminal = true;
  }
  if (!has_terminal) return;
  struct termios modes = before;
  if (wanted == RAW) {
    cfmakeraw(&modes);
    drew = true;
  } else if (wanted == NO_ECHO) {
    modes.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
  }
  set_modes(&modes);
  mode = wanted;
}

static void restore_terminal(void) {
  if (has_terminal && mode != AS_IT_WAS) set_mode(AS_IT_WAS);
}

/* What a program may have asked of the terminal, taken back when nobody else is left to do it. */
static void undo_drawing(void) {
  static const char undo[] =
      "\033[0m\033[?25h\033[0 q\033[?1l\033>\033[?2004l\033[?1004l\033[?9l\033[?1000l\033[?1002l\033[?1003l\033[?1006l"
      "\033[=0;1u\033[>4;0m\033[?1049l\r\n";
  if (drew && isatty(1)) (void)!write(1, undo, sizeof undo - 1);
  drew = false;
}

/* ---- Signals ------------------------------------------------------------------------------------------------ */

static int signal_pipe[2] = {-1, -1};
static const int passed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static void note_signal(int number) {
  int saved = errno;
  char byte = (char)number;
  (void)!write(signal_pipe[1], &byte, 1);
  errno = saved;
}

static void heed_signals(bool command) {
  if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) < 0) leave(1);
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGPIPE, &ignore, NULL);
  if (!command) return;
  struct sigaction note = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
  for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++) {
    struct sigaction now;
    sigaction(passed_on[i], NULL, &now);
    if (now.sa_handler != SIG_IGN) sigaction(passed_on[i], &note, NULL); /* nohup stays nohup */
  }
  sigaction(SIGWINCH, &note, NULL);
  sigaction(SIGCONT, &note, NULL);
  sigaction(SIGTSTP, &note, NULL);
}

static void send_size(void) {
  struct winsize size;
  if (ioctl(1, TIOCGWINSZ, &size) < 0 || size.ws_col == 0 || size.ws_row == 0) return;
  char numbers[8];
  put_number(numbers, size.ws_col);
  put_number(numbers + 4, size.ws_row);
  frame(&to_daemon, 'w', numbers, sizeof numbers, NULL, 0);
}

static void stop_here(void) {
  enum mode was = mode;
  restore_terminal();
  struct sigaction usual = {.sa_handler = SIG_DFL}, ours;
  sigaction(SIGTSTP, &usual, &ours);
  raise(SIGTSTP);
  sigaction(SIGTSTP, &ours, NULL);
  if (was != AS_IT_WAS) set_mode(was);
}

/* When a first signal came that should end the command; 0 before. */
static int64_t told_to_end;
static int ending_signal;

static void __attribute__((noreturn)) end_by(int number) {
  restore_terminal();
  undo_drawing();
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigaction(number, &usual, NULL);
  raise(number);
  _exit(128 + number);
}

/* While no command is under way yet, the first signal ends this. */
static void heed_end(void) {
  char number;
  while (signal_pipe[0] >= 0 && read(signal_pipe[0], &number, 1) == 1) {
    if (number != SIGWINCH && number != SIGCONT && number != SIGTSTP) end_by(number);
  }
}

static void take_signals(void) {
  char numbers[64];
  for (ssize_t count = read(signal_pipe[0], numbers, sizeof numbers); count > 0;
       count = read(signal_pipe[0], numbers, sizeof numbers)) {
    for (ssize_t i = 0; i < count; i++) {
      int number = numbers[i];
      if (number == SIGWINCH) {
        send_size();
      } else if (number == SIGTSTP) {
        stop_here();
      } else if (number == SIGCONT) {
        if (mode != AS_IT_WAS) set_mode(mode);
        frame(&to_daemon, 'c', NULL, 0, NULL, 0);
        send_size();
      } else {
        if (told_to_end != 0) end_by(number); /* the second time it is meant */
        told_to_end = now_ms();
        ending_signal = number;
        char which[4];
        put_number(which, (uint32_t)number);
        frame(&to_daemon, 's', which, sizeof which, NULL, 0);
      }
    }
  }
}

/* ---- Moving bytes ------------------------------------------------------------------------------------------- */

static struct bytes to_stdout, to_stderr;

/*
 * Writes some of what is waiting. The descriptor is shared with others, so it may not be made non-blocking; after
 * poll has called it writable, this much does not block.
 */
static int write_some(int fd, struct bytes *b) {
  size_t count = length(b) < 4096 ? length(b) : 4096;
  ssize_t done = send(fd, b->data + b->from, count, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (done < 0 && errno == ENOTSOCK) done = write(fd, b->data + b->from, count);
  if (done < 0) return errno == EINTR || errno == EAGAIN ? 0 : errno;
  take(b, (size_t)done);
  return 0;
}

static void send_some(void) {
  while (length(&to_daemon) > 0) {
    ssize_t done = send(daemon_socket, to_daemon.data + to_daemon.from, length(&to_daemon), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (done < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (done < 0) done = (ssize_t)length(&to_daemon); /* it is gone; what it said before is still read, to its end */
    take(&to_daemon, (size_t)done);
  }
}

/* False when the daemon is gone. */
static bool receive_some(void) {
  char data[65536];
  ssize_t got = recv(daemon_socket, data, sizeof data, MSG_DONTWAIT);
  if (got < 0) return errno == EAGAIN || errno == EINTR;
  if (got == 0) return false;
  add(&from_daemon, data, (size_t)got);
  return true;
}

static int lost; /* why something did not get to stdout; 0 while all did */

static void flush_all(void) {
  struct bytes *both[] = {&to_stdout, &to_stderr};
  for (int i = 0; i < 2; i++) {
    while (length(both[i]) > 0) {
      struct pollfd ready[] = {{.fd = i + 1, .events = POLLOUT}, {.fd = signal_pipe[0], .events = POLLIN}};
      if (poll(ready, 2, -1) < 0 && errno != EINTR) return;
      if (ready[1].revents != 0) take_signals();
      if (told_to_end != 0 && now_ms() - told_to_end > AFTER_SIGNAL_MS) end_by(ending_signal);
      int error = ready[0].revents != 0 ? write_some(i + 1, both[i]) : 0;
      if (error != 0 && i == 0) lost = error;
      if (error != 0) take(both[i], length(both[i]));
    }
  }
}

/* ---- Commands ----------------------------------------------------------------------------------------------- */

static bool wants_stdin;
static struct list again;   /* what to run should the daemon go away */
static struct list resumed; /* what runs since it did */
static int fruitless;       /* how often it has gone away since it last said so */

static void set_again(const char *payload, size_t count) {
  clear(&again);
  fruitless = 0;
  size_t from = 0;
  for (size_t at = 0; at < count; at++) {
    if (payload[at] == '\0') {
      append(&again, text("%s", payload + from));
      from = at + 1;
    }
  }
}

static void take_command_frames(char **arguments) {
  char kind, *payload;
  size_t count;
  while (next_frame(&kind, &payload, &count)) {
    switch (kind) {
      case '1': add(&to_stdout, payload, count); break;
      case '2': add(&to_stderr, payload, count); break;
      case 'r': wants_stdin = true; break;
      case 'm':
        if (count > 0) {
          flush_all();
          set_mode(payload[0] == 'r' ? RAW : payload[0] == 'n' ? NO_ECHO : AS_IT_WAS);
          if (payload[0] == 'b') drew = false; /* the command has cleaned up */
        }
        break;
      case 'u': set_again(payload, count); break;
      case 'U': {
        size_t words = count >= 4 ? number_at(payload) : 0;
        if (count < 4 || words > count - 4) break;
        add(&to_stdout, payload + 4 + words, count - 4 - words);
        set_again(payload + 4, words);
        break;
      }
      case 'j': become_jvm(arguments);
      case 'q': {
        int code = count >= 4 ? (int)number_at(payload) : 1;
        flush_all();
        if (ending_signal != 0) end_by(ending_signal);
        if (code == 0 && lost != 0) { /* a command that could not say all it had to has not worked */
          if (lost != EPIPE) say("stdout: %s", strerror(lost));
          code = 1;
        }
        leave(code);
      }
      default: break; /* a later daemon may say more */
    }
    take(&from_daemon, 5 + count);
  }
}

static void read_stdin(void) {
  char data[16384];
  ssize_t got = read(0, data, sizeof data);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
  wants_stdin = false;
  frame(&to_daemon, 'i', NULL, 0, data, got > 0 ? (size_t)got : 0);
}

static void failed_write(int fd, int error, struct bytes *b) {
  char what[8];
  put_number(what, (uint32_t)fd);
  put_number(what + 4, (uint32_t)error);
  frame(&to_daemon, 'f', what, sizeof what, NULL, 0);
  if (fd == 1) lost = error;
  take(b, length(b));
}

/* Lends this process to a command in the daemon; returns when the daemon has gone away. */
static void lend(char **arguments) {
  while (true) {
    struct pollfd ready[] = {
        {.fd = daemon_socket, .events = (short)(POLLIN | (length(&to_daemon) > 0 ? POLLOUT : 0))},
        {.fd = signal_pipe[0], .events = POLLIN},
        {.fd = wants_stdin && length(&to_daemon) < ENOUGH ? 0 : -1, .events = POLLIN},
        {.fd = length(&to_stdout) > 0 ? 1 : -1, .events = POLLOUT},
        {.fd = length(&to_stderr) > 0 ? 2 : -1, .events = POLLOUT},
    };
    if (length(&to_stdout) > ENOUGH || length(&to_stderr) > ENOUGH) ready[0].events &= ~POLLIN;
    int patience = told_to_end == 0 ? -1 : (int)(told_to_end + AFTER_SIGNAL_MS - now_ms());
    if (told_to_end != 0 && patience <= 0) end_by(ending_signal);
    if (poll(ready, 5, patience) < 0 && errno != EINTR) leave(1);
    if (ready[1].revents != 0) take_signals();
    if (ready[2].revents != 0) read_stdin();
    struct bytes *outs[] = {&to_stdout, &to_stderr};
    for (int i = 0; i < 2; i++) {
      int error = ready[3 + i].revents != 0 ? write_some(i + 1, outs[i]) : 0;
      if (error != 0) failed_write(i + 1, error, outs[i]);
    }
    send_some();
    if ((ready[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
      if (!receive_some()) return;
      take_command_frames(arguments);
    }
  }
}

static bool in_front(void) {
  pid_t front = tcgetpgrp(0);
  return front < 0 || front == getpgrp();
}

static void __attribute__((noreturn)) command(char **arguments, bool starts_daemon) {
  heed_signals(true);
  if (starts_daemon) {
    connect_or_start("command");
  } else if (!daemon_is_there("command")) {
    become_jvm(arguments);
  }
  while (true) {
    introduce(arguments);
    char kinds[] = {isatty(0) ? '1' : '0', isatty(1) ? '1' : '0', isatty(2) ? '1' : '0', in_front() ? '1' : '0'};
    frame(&to_daemon, 't', kinds, sizeof kinds, NULL, 0);
    send_size();
    frame(&to_daemon, '.', NULL, 0, NULL, 0);
    lend(arguments);
    close(daemon_socket);
    wants_stdin = false;
    flush_all();
    if (ending_signal != 0) end_by(ending_signal);
    if (again.count == 0 || ++fruitless > FRUITLESS) {
      restore_terminal();
      undo_drawing();
      say("the daemon went away while this ran; sessions live on, and it may or may not have been done");
      fputs("  Run 'parley list' to see the sessions, then repeat the command if it was not done\n", stderr);
      leave(1);
    }
    clear(&resumed);
    for (size_t i = 0; i < again.count; i++) append(&resumed, text("%s", again.items[i]));
    arguments = resumed.items;
    connect_or_start("command");
  }
}

/* ---- MCP ---------------------------------------------------------------------------------------------------- */

/* A line the agent said and the daemon has not called done. */
struct line {
  uint32_t number;
  char tries;     /* how many daemons have been told */
  bool for_good;  /* every daemon must be told: initialize and the like */
  bool answered;
  char *data;
  size_t count;
  struct line *next;
};

static struct line *lines, **last_line = &lines;
static uint32_t last_number;
static bool agent_done;
static struct bytes from_agent;
static size_t scanned; /* of from_agent, without a line's end */
static bool skipping;  /* the rest of a line that was too long */

static void say_line(struct line *line) {
  char number[4];
  put_number(number, line->number);
  line->tries = (char)(line->tries < 100 ? line->tries + 1 : line->tries);
  frame(&to_daemon, 'l', number, sizeof number, line->data, line->count);
}

static void new_line(const char *data, size_t count) {
  struct line *line = grow(NULL, sizeof *line);
  *line = (struct line){.number = ++last_number, .count = count};
  line->data = grow(NULL, count + 1);
  memcpy(line->data, data, count);
  *last_line = line;
  last_line = &line->next;
  say_line(line);
}

static void say_again(void) {
  for (struct line *line = lines; line != NULL; line = line->next) {
    char head[6];
    put_number(head, line->number);
    head[4] = line->tries;
    head[5] = line->answered ? 'a' : '-';
    frame(&to_daemon, 'p', head, sizeof head, line->data, line->count);
    line->tries = (char)(line->tries < 100 ? line->tries + 1 : line->tries);
  }
}

static void done(uint32_t number, bool keep) {
  for (struct line **at = &lines; *at != NULL; at = &(*at)->next) {
    struct line *line = *at;
    if (line->number != number) continue;
    if (keep) {
      line->for_good = true;
    } else if (line->for_good) {
      line->answered = true;
    } else {
      *at = line->next;
      if (line->next == NULL) last_line = at;
      free(line->data);
      free(line);
    }
    return;
  }
}

static void cut_lines(void) {
  while (true) {
    char *begin = from_agent.data + from_agent.from;
    char *end = length(&from_agent) > scanned ? memchr(begin + scanned, '\n', length(&from_agent) - scanned) : NULL;
    if (end == NULL) {
      scanned = length(&from_agent);
      if (scanned > LONGEST_LINE) {
        if (!skipping) {
          char number[4];
          put_number(number, ++last_number);
          frame(&to_daemon, 'x', number, sizeof number, begin, 4096);
        }
        skipping = true;
        take(&from_agent, scanned);
        scanned = 0;
      }
      return;
    }
    size_t count = (size_t)(end - begin) + 1;
    if (!skipping) new_line(begin, count);
    skipping = false;
    take(&from_agent, count);
    scanned = 0;
  }
}

static void read_agent(void) {
  char data[65536];
  ssize_t got = read(0, data, sizeof data);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (got <= 0) {
    if (length(&from_agent) > 0) add(&from_agent, "\n", 1);
    cut_lines();
    agent_done = true;
    frame(&to_daemon, 'z', NULL, 0, NULL, 0);
    return;
  }
  add(&from_agent, data, (size_t)got);
  cut_lines();
}

static bool may_read; /* the daemon has taken the arguments */

static void take_mcp_frames(char **arguments) {
  char kind, *payload;
  size_t count;
  while (next_frame(&kind, &payload, &count)) {
    switch (kind) {
      case '1': add(&to_stdout, payload, count); break;
      case '2': add(&to_stderr, payload, count); break;
      case 'g': may_read = true; break;
      case 'A':
        if (count < 4) break;
        add(&to_stdout, payload + 4, count - 4);
        done(number_at(payload), false);
        break;
      case 'k': if (count >= 4) done(number_at(payload), true); break;
      case 'o': if (count >= 4) done(number_at(payload), false); break;
      case 'j':
        /* Nothing was read from the agent yet: the daemon says so before it asks for lines. */
        become_jvm(arguments);
      case 'q': flush_all(); leave(count >= 4 ? (int)number_at(payload) : 1);
      default: break;
    }
    take(&from_daemon, 5 + count);
  }
}

static void carry(char **arguments) {
  while (true) {
    bool listens = may_read && !agent_done && length(&to_daemon) < ENOUGH;
    struct pollfd ready[] = {
        {.fd = daemon_socket, .events = (short)((length(&to_stdout) < ENOUGH ? POLLIN : 0) | (length(&to_daemon) > 0 ? POLLOUT : 0))},
        {.fd = listens ? 0 : -1, .events = POLLIN},
        {.fd = 1, .events = length(&to_stdout) > 0 ? POLLOUT : 0},
        {.fd = length(&to_stderr) > 0 ? 2 : -1, .events = POLLOUT},
    };
    if (poll(ready, 4, -1) < 0 && errno != EINTR) leave(1);
    if (ready[1].revents != 0) read_agent();
    if (length(&to_stdout) > 0 && ready[2].revents != 0 && write_some(1, &to_stdout) != 0) leave(0); /* the agent is gone */
    if (length(&to_stdout) == 0 && (ready[2].revents & POLLERR) != 0) leave(0);
    if (ready[3].revents != 0 && write_some(2, &to_stderr) != 0) take(&to_stderr, length(&to_stderr));
    send_some();
    if ((ready[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
      if (!receive_some()) return;
      take_mcp_frames(arguments);
    }
  }
}

static void __attribute__((noreturn)) mcp(char **arguments) {
  unsigned char random[16];
  char who[2 * sizeof random + 1];
  if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random) leave(1);
  for (size_t i = 0; i < sizeof random; i++) snprintf(who + 2 * i, 3, "%02x", random[i]);
  heed_signals(false);
  connect_or_start("mcp");
  while (true) {
    introduce(arguments);
    frame(&to_daemon, 'n', NULL, 0, who, strlen(who));
    say_again();
    frame(&to_daemon, '.', NULL, 0, NULL, 0);
    if (agent_done) frame(&to_daemon, 'z', NULL, 0, NULL, 0);
    carry(arguments);
    close(daemon_socket);
    connect_or_start("mcp");
  }
}

/* ---- Which way ---------------------------------------------------------------------------------------------- */

static bool is_one_of(const char *word, const char *const *words) {
  for (; *words != NULL; words++) {
    if (strcmp(word, *words) == 0) return true;
  }
  return false;
}

static bool has_argument(char **arguments, const char *wanted) {
  for (; *arguments != NULL; arguments++) {
    if (strcmp(*arguments, wanted) == 0) return true;
  }
  return false;
}

/* These keep a process of their own, try out what may break, or outlive the daemon they end. */
static bool needs_jvm(char **arguments) {
  static const char *const always[] = {"serve", "doctor", "demo", "daemon", "fleet", "restart", "stop", "policy", NULL};
  if (environment("PARLEY_JVM") != NULL) return true;
  return is_one_of(arguments[0], always) || (strcmp(arguments[0], "render") == 0 && has_argument(arguments, "--bench")) ||
         (strcmp(arguments[0], "mcp") == 0 && (has_argument(arguments, "--in-process") || has_argument(arguments, "--http")));
}

/* These do without a daemon: where none runs, none is started for them. */
static bool can_do_without(char **arguments) {
  static const char *const words[] = {"status", "render", "config", "completion", "help", "token", NULL};
  return arguments[0][0] == '-' || is_one_of(arguments[0], words) || has_argument(arguments, "--help") ||
         has_argument(arguments, "-h") || (strcmp(arguments[0], "list") == 0 && has_argument(arguments, "--names"));
}

int main(int count, char **arguments) {
  /* A descriptor that is not there would be taken by the next file we open. */
  for (int fd = 0; fd < 3; fd++) {
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0) _exit(1);
  }
  if (count < 1) _exit(2);
  find_folders();
  arguments++;
  if (count < 2) become_jvm(arguments);
  if (strcmp(arguments[0], "warm-up") == 0) become_cache_maker();
  if (needs_jvm(arguments)) become_jvm(arguments);
  if (strcmp(arguments[0], "mcp") == 0 && !can_do_without(arguments)) mcp(arguments);
  command(arguments, !can_do_without(arguments));
}
