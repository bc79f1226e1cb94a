/* The same work in C, as short as it can be: the peer that the pty benchmark measures against.
   usage: peer cycle N | peer echo N | peer drain COMMAND
   cycle and echo print one duration in microseconds per line; drain prints bytes and seconds. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static int start(char *const argv[], pid_t *pid) {
  int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  char slave[64];
  struct winsize size = {24, 80, 0, 0};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t all, none;
  grantpt(master);
  unlockpt(master);
  ptsname_r(master, slave, sizeof slave);
  ioctl(master, TIOCSWINSZ, &size);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, slave, O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&actions, 0, 1);
  posix_spawn_file_actions_adddup2(&actions, 0, 2);
  posix_spawn_file_actions_addchdir_np(&actions, "/");
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  posix_spawnattr_init(&attributes);
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  if ((errno = posix_spawn(pid, argv[0], &actions, &attributes, argv, environ)) != 0) {
    perror("posix_spawn");
    exit(1);
  }
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return master;
}

static char buffer[65536];

int main(int argc, char **argv) {
  pid_t pid;
  int status;
  if (argc != 3) return 2;
  if (!strcmp(argv[1], "cycle")) {
    char *command[] = {"/bin/true", NULL};
    for (int i = 0; i < atoi(argv[2]); i++) {
      double from = now();
      int master = start(command, &pid);
      while (read(master, buffer, sizeof buffer) > 0) {
      }
      waitpid(pid, &status, 0);
      close(master);
      printf("%.1f\n", now() - from);
    }
  } else if (!strcmp(argv[1], "echo")) {
    char *command[] = {"/bin/sh", "-c", "stty raw -echo; echo ready; exec cat", NULL};
    int master = start(command, &pid);
    while (read(master, buffer, sizeof buffer) > 0 && !strstr(buffer, "ready\n")) {
    }
    for (int i = 0; i < atoi(argv[2]); i++) {
      double from = now();
      if (write(master, "x", 1) != 1 || read(master, buffer, 1) != 1) return 1;
      printf("%.1f\n", now() - from);
    }
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
  } else {
    char *command[] = {"/bin/sh", "-c", argv[2], NULL};
    double from = now();
    long bytes = 0, count;
    int master = start(command, &pid);
    while ((count = read(master, buffer, sizeof buffer)) > 0) bytes += count;
    waitpid(pid, &status, 0);
    printf("%ld %.6f\n", bytes, (now() - from) / 1e6);
  }
  return 0;
}
