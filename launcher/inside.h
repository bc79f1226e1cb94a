/* What the parts of parley-inside share. */
#ifndef PARLEY_INSIDE_H
#define PARLEY_INSIDE_H

#include <stdbool.h>
#include <sys/types.h>

enum {
  STATUS = 8, /* the pipe on which the outside hears how the program ended */
  FILTER = 9, /* where the filter of system calls is read */
  CANNOT_RUN = 126
};

void __attribute__((noreturn)) fail(const char *what);
void block_signals(bool block);

/* Puts the program's process in front of the terminal, in a group of its own, and tells the outside so. */
void take_front(void);

/* Becomes a program: its file, then the arguments as it sees them. */
void __attribute__((noreturn)) become(char **arguments);

/* Runs a program under Landlock and a filter; the exit code that says how it ended. */
int confine(char **words);

#endif
