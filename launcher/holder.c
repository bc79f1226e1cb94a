/*
 * parley-holder: keeps what must not be lost with the daemon.
 *
 *   parley-holder LOCK DAEMON…           starts the daemon, and starts it again whenever it ends
 *   parley-holder LOCK DAEMON… --resume=FD   goes on where another program in this process left off
 *
 * It is dev.parley.pty.Holder without a JVM, and says the same things to the daemon: it holds every session's terminal
 * and pidfd, is the reaper of what a dead daemon leaves, and remembers how those ended. Either can become the other.
 * The daemon gets its end of the socket as descriptor 3, the lock as 4. Messages are words, some with descriptors:
 *
 *   daemon to holder   keep ID PID MARKER - (+master, pidfd)   drop ID   ended PID STATUS   list   stop
 *                      replace\0COMMAND…
 *   holder to daemon   held ID PID MARKER EXIT (+master, pidfd)   done   ended PID STATUS
 *
 * One thread, and one poll: what the daemon says, and SIGCHLD through a pipe.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  DAEMON_SOCKET = 3,
  DAEMON_LOCK = 4,
  HIGH = 40,                  /* descriptors pass through here, so that none is overwritten before it is copied */
  MOST = 128 * 1024,          /* bytes of a message */
  MOST_DESCRIPTORS = 4,
  COMING_UP_MS = 5000,        /* a daemon that fails within this time has not come up */
  MOST_FAILURES = 8,
  FIRST_PAUSE_MS = 100
};

/* What is kept of one session. */
struct held {
  char *session, *marker;
  int pid, master, pidfd;
  int status; /* as waitpid writes it; negative while it lives */
  struct held *next;
};

static struct held *all, **last = &all;
static char **command; /* the daemon's */
static int lock_file = -1, link_socket = -1, child_pipe[2] = {-1, -1};
static pid_t daemon_pid;
static int64_t started_at;
static int failures;
static bool stopping;
static bool hears; /* until the daemon has closed its end */
static char buffer[MOST + 1];

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void *enough(void *memory) {
  if (memory == NULL) {
    fputs("The holder is out of memory\n", stderr);
    abort(); /* the daemon becomes the holder then, with everything */
  }
  return memory;
}

static void close_at_exec(int fd, bool close) { (void)fcntl(fd, F_SETFD, close ? FD_CLOEXEC : 0); }

/* ---- What is held ------------------------------------------------------------------------------------------- */

static void let_go(struct held **at) {
  struct held *one = *at;
  close(one->master);
  close(one->pidfd);
  *at = one->next;
  if (*at == NULL) last = at;
  free(one->session);
  free(one->marker);
  free(one);
}

static void drop(const char *session) {
  for (struct held **at = &all; *at != NULL; at = &(*at)->next) {
    if (strcmp((*at)->session, session) == 0) {
      let_go(at);
      return;
    }
  }
}

static void keep(const char *session, int pid, const char *marker, int status, int master, int pidfd) {
  drop(session);
  struct held *one = enough(calloc(1, sizeof *one));
  *one = (struct held){
      .session = enough(strdup(session)), .marker = enough(strdup(marker)), .pid = pid, .master = master, .pidfd = pidfd, .status = status};
  *last = one;
  last = &one->next;
}

static void remember(int pid, int status) {
  for (struct held *one = all; one != NULL; one = one->next) {
    if (one->pid == pid) one->status = status;
  }
}

/* ID PID MARKER EXIT, as messages and the handover have it. */
static void write_line(FILE *out, const struct held *one) {
  fprintf(out, "%s %d %s ", one->session, one->pid, one->marker);
  if (one->status < 0) {
    fputc('-', out);
  } else {
    fprintf(out, "%d", one->status);
  }
}

static int status_of(const char *word) { return strcmp(word, "-") == 0 ? -1 : atoi(word); }

/* ---- Messages ----------------------------------------------------------------------------------------------- */

static void send_message(const char *text, const int *descriptors, size_t count) {
  struct iovec part = {.iov_base = (void *)(uintptr_t)text, .iov_len = strlen(text)};
  union {
    char room[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
    struct cmsghdr align;
  } control = {0};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (count > 0) {
    message.msg_control = control.room;
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(head), descriptors, count * sizeof(int));
  }
  while (sendmsg(link_socket, &message, MSG_NOSIGNAL) < 0 && errno == EINTR) continue;
}

static void tell_ended(int pid, int status) {
  char text[64];
  snprintf(text, sizeof text, "ended %d %d", pid, status);
  send_message(text, NULL, 0);
}

static void tell_held(const struct held *one) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = enough(open_memstream(&text, &size));
  fputs("held ", out);
  write_line(out, one);
  fclose(out);
  int descriptors[] = {one->master, one->pidfd};
  send_message(enough(text), descriptors, 2);
  free(text);
}

/* Becomes another program of this kind, which finds everything in a file in memory. Returns when that fails. */
static void become(char *words, size_t count) {
  size_t parts = 0;
  for (size_t at = 0; at < count; at++) parts += words[at] == '\0';
  char **line = enough(calloc(parts + 3, sizeof *line));
  size_t filled = 0;
  for (char *word = words; word < words + count; word += strlen(word) + 1) line[filled++] = word;
  int file = memfd_create("parley-handover", MFD_CLOEXEC);
  FILE *out = file < 0 ? NULL : fdopen(dup(file), "w");
  if (out == NULL || filled == 0) {
    fputs("The holder cannot hand over\n", stderr);
    free(line);
    if (out != NULL) fclose(out);
    if (file >= 0) close(file);
    return;
  }
  fprintf(out, "%d %d %d\n", (int)daemon_pid, link_socket, lock_file);
  for (struct held *one = all; one != NULL; one = one->next) {
    write_line(out, one);
    fprintf(out, " %d %d\n", one->master, one->pidfd);
  }
  bool written = fclose(out) == 0;
  char resume[32];
  snprintf(resume, sizeof resume, "--resume=%d", file);
  line[filled] = resume;
  for (int pass = 0; pass < 2 && written; pass++) {
    bool close = pass == 1;
    close_at_exec(file, close);
    close_at_exec(link_socket, close);
    close_at_exec(lock_file, close);
    for (struct held *one = all; one != NULL; one = one->next) {
      close_at_exec(one->master, close);
      close_at_exec(one->pidfd, close);
    }
    if (pass == 0) execv(line[0], line);
  }
  fprintf(stderr, "The holder could not become %s: %s\n", line[0], strerror(errno));
  close(file);
  free(line);
}

/* Acts on a message; the descriptors it does not keep are closed. */
static void take(char *text, size_t count, int *descriptors, size_t given) {
  static const char replace[] = "replace"; /* and a NUL after it */
  char *words[6] = {0}; /* one more than any message has */
  if (count > sizeof replace && memcmp(text, replace, sizeof replace) == 0) {
    become(text + sizeof replace, count + 1 - sizeof replace);
  } else {
    size_t n = 0;
    for (char *rest = text, *word = strsep(&rest, " "); word != NULL && n < 6; word = strsep(&rest, " ")) words[n++] = word;
    if (strcmp(text, "keep") == 0 && n == 5 && given == 2) {
      keep(words[1], atoi(words[2]), words[3], status_of(words[4]), descriptors[0], descriptors[1]);
      given = 0;
    } else if (strcmp(text, "drop") == 0 && n == 2) {
      drop(words[1]);
    } else if (strcmp(text, "ended") == 0 && n == 3) {
      remember(atoi(words[1]), atoi(words[2]));
    } else if (strcmp(text, "list") == 0) {
      for (struct held *one = all; one != NULL; one = one->next) tell_held(one);
      send_message("done", NULL, 0);
    } else if (strcmp(text, "stop") == 0) {
      stopping = true;
    } else {
      fprintf(stderr, "A message of the daemon made no sense: %.40s\n", text);
    }
  }
  for (size_t i = 0; i < given; i++) close(descriptors[i]);
}

/* Takes what the daemon has said; false at its end. */
static bool listen_to_daemon(void) {
  while (true) {
    struct iovec part = {.iov_base = buffer, .iov_len = MOST};
    union {
      char room[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
      struct cmsghdr align;
    } control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
    ssize_t count = recvmsg(link_socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return true;
    if (count <= 0) return false;
    int descriptors[MOST_DESCRIPTORS];
    size_t given = 0;
    for (struct cmsghdr *head = CMSG_FIRSTHDR(&message); head != NULL; head = CMSG_NXTHDR(&message, head)) {
      if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
      given = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      if (given > MOST_DESCRIPTORS) given = MOST_DESCRIPTORS;
      memcpy(descriptors, CMSG_DATA(head), given * sizeof(int));
    }
    buffer[count] = '\0';
    take(buffer, (size_t)count, descriptors, given);
  }
}

/* ---- The daemon --------------------------------------------------------------------------------------------- */

/* More of the processor than a program gets; needs a privilege, and does nothing without. */
static void raise_priority(pid_t pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/autogroup", (int)pid);
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  (void)!write(file, "-10", 3);
  close(file);
}

static void forget_signals(void) {
  sigset_t nothing;
  sigemptyset(&nothing);
  struct sigaction usual = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) (void)sigaction(number, &usual, NULL);
  sigprocmask(SIG_SETMASK, &nothing, NULL);
}

static void start_daemon(void) {
  int ends[2];
  started_at = now_ms();
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) {
    fprintf(stderr, "No socket to the daemon can be made: %s\n", strerror(errno));
    exit(1);
  }
  link_socket = ends[0];
  hears = true;
  daemon_pid = fork();
  if (daemon_pid == 0) {
    (void)setsid();
    dup2(ends[1], HIGH);
    dup2(lock_file, HIGH + 1);
    dup2(HIGH, DAEMON_SOCKET);
    dup2(HIGH + 1, DAEMON_LOCK);
    (void)syscall(SYS_close_range, DAEMON_LOCK + 1, ~0U, 0); /* ours close at exec; so do the two copies now */
    forget_signals();
    execv(command[0], command);
    fprintf(stderr, "%s cannot be run: %s\n", command[0], strerror(errno));
    _exit(127);
  }
  close(ends[1]);
  raise_priority(daemon_pid);
}

/* Starts the next daemon; false when it was to stop, or there is no point in another try. */
static bool daemon_ended(int status) {
  (void)listen_to_daemon(); /* what the dead one has sent counts */
  close(link_socket);
  if (stopping) return false;
  bool failed = WIFEXITED(status) && WEXITSTATUS(status) != 0;
  failures = failed && now_ms() - started_at < COMING_UP_MS ? failures + 1 : 0;
  if (failures > 0) {
    fprintf(stderr, "The daemon ended with exit code %d while it came up\n", WEXITSTATUS(status));
    if (failures > MOST_FAILURES && all == NULL) return false;
    int64_t pause = (int64_t)FIRST_PAUSE_MS << (failures - 1 < 6 ? failures - 1 : 6);
    struct timespec time = {.tv_sec = pause / 1000, .tv_nsec = pause % 1000 * 1000000};
    while (nanosleep(&time, &time) < 0 && errno == EINTR) continue;
  }
  start_daemon();
  return true;
}

/* Takes the status of every child that has ended; false when the holder's work is done. */
static bool reap(void) {
  int status;
  for (pid_t pid = waitpid(-1, &status, WNOHANG); pid > 0; pid = waitpid(-1, &status, WNOHANG)) {
    if (pid == daemon_pid) {
      if (!daemon_ended(status)) return false;
    } else {
      int plain = WIFEXITED(status) ? WEXITSTATUS(status) << 8 : WTERMSIG(status);
      remember(pid, plain);
      tell_ended(pid, plain);
    }
  }
  return true;
}

/* ---- Beginning ---------------------------------------------------------------------------------------------- */

static void note_child(int number) {
  (void)number;
  int saved = errno;
  (void)!write(child_pipe[1], "", 1);
  errno = saved;
}

/* Reads what another program in this process handed over. */
static void resume(int file) {
  FILE *in = lseek(file, 0, SEEK_SET) < 0 ? NULL : fdopen(file, "r");
  int daemon;
  if (in == NULL || fscanf(in, "%d %d %d", &daemon, &link_socket, &lock_file) != 3) {
    fputs("What was handed over cannot be read\n", stderr);
    exit(1);
  }
  daemon_pid = daemon;
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, in) >= 0) {
    char *words[6];
    size_t n = 0;
    line[strcspn(line, "\n")] = '\0';
    for (char *rest = line, *word = strsep(&rest, " "); word != NULL && n < 6; word = strsep(&rest, " ")) words[n++] = word;
    if (n < 6) continue;
    int master = atoi(words[4]), pidfd = atoi(words[5]);
    keep(words[0], atoi(words[1]), words[2], status_of(words[3]), master, pidfd);
    close_at_exec(master, true);
    close_at_exec(pidfd, true);
  }
  free(line);
  fclose(in);
  if (link_socket >= 0) close_at_exec(link_socket, true);
  if (lock_file >= 0) close_at_exec(lock_file, true);
}

int main(int count, char **arguments) {
  static const char option[] = "--resume=";
  if (count < 3) {
    fputs("usage: parley-holder LOCK DAEMON…\n", stderr);
    return 2;
  }
  if (strncmp(arguments[count - 1], option, sizeof option - 1) == 0) {
    resume(atoi(arguments[count - 1] + sizeof option - 1));
    arguments[--count] = NULL;
  }
  command = arguments + 2;
  if (lock_file < 0) {
    lock_file = open(arguments[1], O_RDWR | O_CLOEXEC);
    if (lock_file < 0 || flock(lock_file, LOCK_EX | LOCK_NB) < 0) return 0; /* another one holds */
  }
  (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
  forget_signals();
  if (pipe2(child_pipe, O_CLOEXEC | O_NONBLOCK) < 0) return 1;
  struct sigaction note = {.sa_handler = note_child, .sa_flags = SA_RESTART | SA_NOCLDSTOP};
  sigaction(SIGCHLD, &note, NULL);
  (void)setsid();
  raise_priority(getpid());
  hears = true;
  if (daemon_pid == 0) start_daemon();
  while (reap()) {
    struct pollfd ready[] = {{.fd = child_pipe[0], .events = POLLIN}, {.fd = hears ? link_socket : -1, .events = POLLIN}};
    if (poll(ready, 2, -1) < 0) continue;
    char bytes[64];
    while (read(child_pipe[0], bytes, sizeof bytes) > 0) continue;
    if (ready[1].revents != 0) hears = listen_to_daemon();
  }
  return 0;
}
