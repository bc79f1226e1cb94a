/* Prints how many megabytes of a file libvterm takes in a second of CPU time, the best of several runs. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <vterm.h>

static int keep_line(int columns, const VTermScreenCell *cells, void *user) {
  return 1;
}

static VTermScreenCallbacks callbacks = {.sb_pushline = keep_line};

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
  FILE *file = fopen(arguments[1], "rb");
  if (!file) return 1;
  fseek(file, 0, SEEK_END);
  long length = ftell(file);
  rewind(file);
  char *bytes = malloc(length);
  if (fread(bytes, 1, length, file) != (size_t) length) return 1;
  double best = 1e9;
  double total = 0;
  for (int run = 0; run < 7 && total < 6; run++) {
    VTerm *terminal = vterm_new(24, 80);
    vterm_set_utf8(terminal, 1);
    VTermScreen *screen = vterm_obtain_screen(terminal);
    vterm_screen_set_callbacks(screen, &callbacks, NULL);
    vterm_screen_enable_altscreen(screen, 1);
    vterm_screen_set_damage_merge(screen, VTERM_DAMAGE_SCROLL);
    vterm_screen_reset(screen, 1);
    double start = seconds();
    for (long at = 0; at < length; at += 65536) {
      vterm_input_write(terminal, bytes + at, length - at < 65536 ? length - at : 65536);
      vterm_screen_flush_damage(screen);
    }
    double spent = seconds() - start;
    if (spent < best) best = spent;
    total += spent;
    vterm_free(terminal);
  }
  printf("%f\n", length / 1e6 / best);
  return 0;
}
