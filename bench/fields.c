/*
** fields - measures how fast the C core reads and writes positions as text, in nanoseconds per text line.
** Usage: build/bench_fields FILE [ROUNDS]      FILE: FEN or EPD records, not compressed
** Prints a line for each measure, for bench/run.lua: the name, a tab, and the least nanoseconds of several rounds. The
** measures are: `read` (fields to position), `read the long way` (the same without the quick reader), `written` (six
** fields), and `record` (an EPD record read, examined and written).
*/
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "chess/cpu.h"
#include "notation/epd.h"

enum { LINES = 8192, OPS = 256, NOTES = 8, OUT = 8192 }; /* the records fit into the second-level cache */

typedef struct Lines {
  const char *text[LINES];
  size_t size[LINES], count;
  lc_Position positions[LINES];
  lc_Cpu cpu;
} Lines;

static size_t sum; /* results are added here, so that the compiler does not remove the measured code */

/* Return the processor time in seconds. Unlike wall-clock time, it does not include the time of other programs. */
static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool read_long(const char *text, size_t size, lc_Position *out) {
  lc_Setup setup;
  lc_FenReport report;
  if (!lc_fen_parse(text, size, false, &setup, &report) || lc_setup_problems(&setup)) return false;
  lc_position_from_setup(&setup, out);
  return true;
}

static void parse(Lines *l) {
  lc_Position p;
  for (size_t i = 0; i < l->count; i++)
    sum += lc_fen_quick(l->cpu, l->text[i], l->size[i], &p) > 0 || read_long(l->text[i], l->size[i], &p);
}

static void parse_long(Lines *l) {
  lc_Position p;
  for (size_t i = 0; i < l->count; i++) sum += read_long(l->text[i], l->size[i], &p);
}

static void format(Lines *l) {
  char out[LC_FEN_MAX];
  for (size_t i = 0; i < l->count; i++) sum += lc_fen_write(l->cpu, &l->positions[i], LC_EP_LEGAL, LC_CASTLING_XFEN, out);
}

static void record(Lines *l) {
  static lc_EpdOp ops[OPS];
  static char out[OUT];
  static const lc_EpdForm form = {.ep = LC_EP_LEGAL};
  lc_EpdNote notes[NOTES];
  lc_Epd epd;
  for (size_t i = 0; i < l->count; i++) {
    if (lc_epd_read(l->cpu, l->text[i], l->size[i], ops, OPS, &epd) != LC_OK) continue;
    sum += lc_epd_examine(&epd, false, notes, NOTES);
    sum += lc_epd_write(&epd, &form, out, OUT);
  }
}

static void measure(const char *name, void (*run)(Lines *), Lines *lines, int rounds) {
  double best = 1e9;
  for (int i = 0; i < rounds; i++) {
    double begin = seconds();
    run(lines);
    double taken = seconds() - begin;
    if (taken < best) best = taken;
  }
  printf("%s\t%.1f\n", name, best * 1e9 / (double)lines->count);
}

static char *read_all(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) return NULL;
  long length = ftell(file);
  char *text = length < 0 ? NULL : malloc((size_t)length + 1);
  rewind(file);
  *size = text ? fread(text, 1, (size_t)length, file) : 0;
  fclose(file);
  return text;
}

int main(int argc, char **argv) {
  static Lines lines;
  lines.cpu = lc_cpu();
  size_t size;
  int rounds = argc > 2 ? atoi(argv[2]) : 50;
  char *text = argc > 1 ? read_all(argv[1], &size) : NULL;
  if (!text) {
    fprintf(stderr, "usage: %s FILE [ROUNDS]\n", argv[0]);
    return 2;
  }
  for (char *at = text, *end = text + size, *lf; lines.count < LINES && at < end; at = lf + 1) {
    lf = memchr(at, '\n', (size_t)(end - at));
    if (!lf) lf = end;
    if (!read_long(at, (size_t)(lf - at), &lines.positions[lines.count])) continue;
    lines.text[lines.count] = at;
    lines.size[lines.count++] = (size_t)(lf - at);
  }
  if (lines.count == 0) {
    fprintf(stderr, "%s: no positions\n", argv[1]);
    return 1;
  }
  measure("read", parse, &lines, rounds);
  measure("read the long way", parse_long, &lines, rounds);
  measure("written", format, &lines, rounds);
  measure("record", record, &lines, rounds);
  free(text);
  return sum == 0;
}
