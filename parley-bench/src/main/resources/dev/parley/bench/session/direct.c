/* What a turn takes with nothing in between: a program on a pseudo-terminal, a line written, bytes read until the
   echo and the answer have ended and the known prompt stands after them (with an empty prompt, until they have ended).
   usage: direct turns COUNT LINE PROMPT program args...     prints the microseconds of each turn
          direct drain program args...                        prints bytes and seconds */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static char seen[1 << 20];

/* Reads until so many lines have ended and the prompt stands on the one after them. */
static void until(int master, const char *prompt, int least) {
  size_t length = 0, line = 0, wanted = strlen(prompt);
  int lines = 0;
  for (;;) {
    ssize_t count = read(master, seen + length, sizeof seen - length);
    if (count <= 0) exit(1);
    for (size_t i = length; i < length + count; i++) {
      if (seen[i] == '\n') {
        lines++;
        line = i + 1;
      }
    }
    length += count;
    if (lines >= least && (!wanted || memmem(seen + line, length - line, prompt, wanted))) return;
  }
}

int main(int argc, char **argv) {
  int drain = !strcmp(argv[1], "drain");
  char **program = argv + (drain ? 2 : 5);
  struct winsize size = {40, 120, 0, 0};
  int master;
  pid_t child = forkpty(&master, NULL, NULL, &size);
  if (child == 0) {
    setenv("TERM", "xterm-256color", 1);
    execvp(program[0], program);
    _exit(127);
  }
  if (drain) {
    double start = now(), total = 0;
    ssize_t count;
    while ((count = read(master, seen, 65536)) > 0) total += count;
    printf("%.0f %.6f\n", total, (now() - start) / 1e6);
    return 0;
  }
  int turns = atoi(argv[2]);
  char line[4096];
  int length = snprintf(line, sizeof line, "%s\r", argv[3]);
  if (*argv[4]) until(master, argv[4], 0);
  for (int turn = 0; turn < turns; turn++) {
    double start = now();
    if (write(master, line, length) != length) return 1;
    until(master, argv[4], 2);
    printf("%.1f\n", now() - start);
  }
  close(master);
  return 0;
}
