/*
 * parley-inside: stands on both sides of a sandbox's wall.
 *
 *   parley-inside around FILTER BWRAP…      outside: runs bubblewrap, and ends as the program inside has ended
 *   parley-inside run PATH NAME ARGUMENT…   inside: runs the program, and tells the other one how it ended
 *   parley-inside bridge FOLDER PORT run …  the same, and carries what connects to PORT to the socket in FOLDER
 *   parley-inside confine …                 in place of bubblewrap, see confine.c
 *
 * Bubblewrap tells a death by signal as a number above 128, which programs return too; so the status goes through a pipe
 * of its own. And Ctrl-C would end it with the program: the program gets a group of its own in front of the terminal, as
 * it would have outside, and what signals the whole session is blocked in everything else.
 */
#define _GNU_SOURCE
#include "inside.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  MOST_CARRIED = 136, /* a few more than the proxy takes, so that it says why it takes no more */
  CHUNK = 64 * 1024
};

void __attribute__((noreturn)) fail(const char *what) {
  fprintf(stderr, "parley: %s: %s\n", what, strerror(errno));
  exit(CANNOT_RUN);
}

void block_signals(bool block) {
  sigset_t set;
  if (block) {
    sigfillset(&set);
    sigdelset(&set, SIGCHLD);
  } else {
    sigemptyset(&set);
  }
  sigprocmask(SIG_SETMASK, &set, NULL);
}

static int wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) fail("cannot wait");
  }
  return status;
}

/* ---- Outside ------------------------------------------------------------------------------------------------ */

static void __attribute__((noreturn)) end_as(int status) {
  if (WIFSIGNALED(status)) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none); /* what there was to dump is gone */
    signal(WTERMSIG(status), SIG_DFL);
    sigset_t only; /* another one may have been sent, and would come first */
    sigemptyset(&only);
    sigaddset(&only, WTERMSIG(status));
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    raise(WTERMSIG(status));
    exit(128 + WTERMSIG(status));
  }
  exit(WEXITSTATUS(status));
}

/* The terminal is gone: ending makes the kernel tell the program so. Otherwise the program was told by who told us. */
static void hung_up(int number) {
  if (tcgetpgrp(0) < 0) {
    signal(number, SIG_DFL);
    raise(number);
  }
}

/* Once the program is in front: what was typed or sent to it before reached us, who were in front. */
static void pass_on(void) {
  static const int meant[] = {SIGINT, SIGQUIT, SIGTSTP, SIGTERM, SIGUSR1, SIGUSR2};
  const struct timespec now = {0, 0};
  sigset_t set;
  pid_t front = tcgetpgrp(0);
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof meant / sizeof *meant; i++) sigaddset(&set, meant[i]);
  for (int number; front > 0 && front != getpgrp() && (number = sigtimedwait(&set, NULL, &now)) > 0;) {
    kill(-front, number);
  }
}

static void __attribute__((noreturn)) around(char **arguments) {
  int ends[2];
  int filter = open(arguments[0], O_RDONLY | O_CLOEXEC);
  if (filter < 0) fail("the filter of the sandbox");
  if (pipe2(ends, O_CLOEXEC) < 0) fail("cannot make a pipe");
  block_signals(true);
  pid_t pid = fork();
  if (pid < 0) fail("cannot make a process");
  if (pid == 0) {
    /* By way of high numbers: these may be the ones that are copied over. */
    int high_status = fcntl(ends[1], F_DUPFD_CLOEXEC, 20), high_filter = fcntl(filter, F_DUPFD_CLOEXEC, 20);
    if (dup2(high_status, STATUS) < 0 || dup2(high_filter, FILTER) < 0) fail("cannot pass a descriptor");
    execv(arguments[1], arguments + 1);
    fail(arguments[1]);
  }
  close(ends[1]);
  struct sigaction action = {.sa_handler = hung_up, .sa_flags = SA_RESTART};
  sigaction(SIGHUP, &action, NULL);
  sigset_t hang_up;
  sigemptyset(&hang_up);
  sigaddset(&hang_up, SIGHUP);
  sigprocmask(SIG_UNBLOCK, &hang_up, NULL);
  int status;
  ssize_t got = read(ends[0], &status, sizeof status);
  if (got == sizeof status) pass_on();
  int outcome = wait_for(pid);
  /* Blocks only where bubblewrap was killed and the program lives on. */
  got = read(ends[0], &status, sizeof status);
  if (got == sizeof status) end_as(status);
  /* Who would have told was killed too. Bubblewrap says so with a number, and has none of its own as high. */
  if (WIFEXITED(outcome) && WEXITSTATUS(outcome) > 128) outcome = WEXITSTATUS(outcome) - 128;
  end_as(outcome);
}

/* ---- The bridge --------------------------------------------------------------------------------------------- */

/* One direction of a connection. */
struct flow {
  char *data;
  size_t from, to;
  bool over; /* nothing more comes */
};

struct carried {
  int ends[2]; /* the program's connection, and ours to the proxy; negative when free */
  struct flow flows[2]; /* flows[i] holds what came from ends[i] */
};

static struct carried all[MOST_CARRIED];

static void let_go(struct carried *one) {
  for (int i = 0; i < 2; i++) {
    close(one->ends[i]);
    free(one->flows[i].data);
    one->ends[i] = -1;
  }
}

static void take_in(int listener) {
  int client = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (client < 0) return;
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "proxy"};
  int proxy = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (proxy < 0 || connect(proxy, (struct sockaddr *)&address, sizeof address) < 0) {
    close(client);
    if (proxy >= 0) close(proxy);
    return;
  }
  for (int i = 0; i < MOST_CARRIED; i++) {
    struct carried *one = &all[i];
    if (one->ends[0] >= 0) continue;
    memset(one, 0, sizeof *one);
    one->ends[0] = client;
    one->ends[1] = proxy;
    one->flows[0].data = malloc(CHUNK);
    one->flows[1].data = malloc(CHUNK);
    if (one->flows[0].data == NULL || one->flows[1].data == NULL) let_go(one);
    return;
  }
  close(client);
  close(proxy);
}

/* Reads where there is room and writes what there is; false when the connection is over. */
static bool carry(struct carried *one) {
  for (int i = 0; i < 2; i++) {
    struct flow *flow = &one->flows[i];
    if (!flow->over && flow->from == flow->to) {
      ssize_t got = read(one->ends[i], flow->data, CHUNK);
      if (got > 0) {
        flow->from = 0;
        flow->to = (size_t)got;
      } else if (got == 0) {
        flow->over = true;
        shutdown(one->ends[1 - i], SHUT_WR);
      } else if (errno != EAGAIN && errno != EINTR) {
        return false;
      }
    }
    if (flow->from < flow->to) {
      ssize_t done = write(one->ends[1 - i], flow->data + flow->from, flow->to - flow->from);
      if (done > 0) {
        flow->from += (size_t)done;
      } else if (done < 0 && errno != EAGAIN && errno != EINTR) {
        /* Nobody takes it any more; what was said before, such as why not, is still to be brought back. */
        flow->from = flow->to;
        flow->over = true;
        shutdown(one->ends[i], SHUT_RD);
      }
    }
  }
  return !(one->flows[0].over && one->flows[1].over && one->flows[0].from == one->flows[0].to &&
           one->flows[1].from == one->flows[1].to);
}

static short wanted(struct carried *one, int end) {
  struct flow *in = &one->flows[end], *out = &one->flows[1 - end];
  return (short)((!in->over && in->from == in->to ? POLLIN : 0) | (out->from < out->to ? POLLOUT : 0));
}

static void __attribute__((noreturn)) carry_on(int listener) {
  static struct pollfd polled[1 + 2 * MOST_CARRIED];
  static struct carried *whose[1 + 2 * MOST_CARRIED];
  for (int i = 0; i < MOST_CARRIED; i++) all[i].ends[0] = all[i].ends[1] = -1;
  for (;;) {
    nfds_t count = 0;
    polled[count++] = (struct pollfd){.fd = listener, .events = POLLIN};
    for (int i = 0; i < MOST_CARRIED; i++) {
      for (int end = 0; all[i].ends[0] >= 0 && end < 2; end++) {
        whose[count] = &all[i];
        /* An end that wants nothing is left out: its hang-up would be told over and over. */
        short events = wanted(&all[i], end);
        polled[count++] = (struct pollfd){.fd = events == 0 ? -1 : all[i].ends[end], .events = events};
      }
    }
    if (poll(polled, count, -1) < 0) continue;
    for (nfds_t i = 1; i < count; i++) {
      if (polled[i].revents != 0 && whose[i]->ends[0] >= 0 && !carry(whose[i])) let_go(whose[i]);
    }
    if (polled[0].revents != 0) take_in(listener);
  }
}

/* Listens before the program begins, so that its first connection finds somebody. */
static void bridge(const char *folder, int port) {
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
  struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (listener < 0) fail("cannot make a socket");
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener, (struct sockaddr *)&here, sizeof here) < 0 || listen(listener, 128) < 0) fail("cannot listen");
  pid_t beside = getpid(), pid = fork();
  if (pid < 0) fail("cannot make a process");
  if (pid > 0) {
    close(listener);
    return;
  }
  /* It ends with the one beside it, or bubblewrap would go on for it. */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != beside) _exit(0);
  close(STATUS);
  /* Away from the terminal: whoever asks what the session waits for must not find this. */
  setsid();
  int nothing = open("/dev/null", O_RDWR);
  for (int i = 0; i < 3; i++) dup2(nothing, i);
  if (nothing > 2) close(nothing);
  prctl(PR_SET_NAME, "parley-bridge");
  if (chdir(folder) < 0) _exit(1);
  carry_on(listener);
}

/* ---- Inside ------------------------------------------------------------------------------------------------- */

void __attribute__((noreturn)) become(char **arguments) {
  const char *path = arguments[0];
  execv(path, arguments + 1);
  if (errno == ENOEXEC) { /* a script without a first line that names its shell */
    int count = 0;
    while (arguments[count] != NULL) count++;
    char **words = calloc((size_t)count + 2, sizeof *words);
    if (words == NULL) fail(path);
    words[0] = "sh";
    words[1] = arguments[0];
    for (int i = 2; i < count; i++) words[i] = arguments[i];
    execv("/bin/sh", words);
  }
  fail(path);
}

void take_front(void) {
  int none = 0;
  setpgid(0, 0);
  tcsetpgrp(0, getpid());
  if (write(STATUS, &none, sizeof none) < 0) { /* then nobody is left who wants to know */
  }
}

static int inside(char **arguments) {
  fcntl(STATUS, F_SETFD, FD_CLOEXEC);
  pid_t pid = fork();
  if (pid < 0) fail("cannot make a process");
  if (pid == 0) {
    take_front();
    block_signals(false);
    become(arguments);
  }
  setsid(); /* with no parent in its session Ctrl-Z does not stop the program, just as outside */
  int status = wait_for(pid);
  if (write(STATUS, &status, sizeof status) < 0) { /* then nobody is left who wants to know */
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(int count, char **arguments) {
  char **words = arguments + 1;
  if (count >= 4 && strcmp(words[0], "around") == 0) around(words + 1);
  if (count >= 7 && strcmp(words[0], "bridge") == 0) {
    bridge(words[1], atoi(words[2]));
    words += 3;
    count -= 3;
  }
  if (count >= 4 && strcmp(words[0], "run") == 0) return inside(words + 1);
  if (count >= 4 && strcmp(words[0], "confine") == 0) return confine(words + 1);
  fputs("parley-inside: a part of Parley, which is run by it\n", stderr);
  return CANNOT_RUN;
}
