/*
** processor - prints numbers that the core computes, to compare processors and C libraries.
** Usage: processor PERFT.epd GAMES.pgn
**
** For an EPD file with fields such as ";D3 8902", prints the number of perft nodes and compares it with these fields.
** For a file of games, prints the numbers of games, plies and reader events, and a hash of all positions and of the
** text of all legal moves. Exits with status 1 if perft or the text of a move is wrong.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../csrc/chess/perft.h"
#include "../csrc/notation/san.h"
#include "../csrc/notation/uci.h"
#include "../csrc/pgn/replay.h"

enum { MOST_NODES = 600000, FRAMES = 1000, MOVES = 1024 };

static unsigned faults;

static void expect(bool holds, const char *what, const char *about) {
  if (holds) return;
  faults++;
  printf("wrong: %s: %s\n", what, about);
}

/* Return the bytes of a file and `padding` zero bytes. */
static char *read_file(const char *path, size_t padding, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *bytes = NULL;
  size_t room = 0;
  *size = 0;
  if (!file) {
    fprintf(stderr, "processor: cannot open %s\n", path);
    exit(3);
  }
  do {
    room += (size_t)1 << 20;
    bytes = realloc(bytes, room + padding);
    if (!bytes) exit(3);
    *size += fread(bytes + *size, 1, room - *size, file);
  } while (*size == room);
  memset(bytes + *size, 0, padding);
  fclose(file);
  return bytes;
}

static bool read_position(const char *text, size_t size, lc_Position *out) {
  lc_Setup setup;
  lc_FenReport report;
  if (!lc_fen_parse(text, size, false, &setup, &report)) return false;
  lc_position_from_setup(&setup, out);
  return true;
}

/* ---- perft ---- */

static void count_line(char *line, uint64_t *total) {
  char *field = strchr(line, ';');
  lc_Position p;
  if (!field || !read_position(line, (size_t)(field - line), &p)) return;
  for (; field; field = strchr(field + 1, ';')) {
    unsigned depth;
    unsigned long nodes;
    if (sscanf(field, ";D%u %lu", &depth, &nodes) != 2 || nodes > MOST_NODES) continue;
    uint64_t found = lc_perft(LC_CPU_BASE, &p, depth);
    expect(found == nodes, "perft", line);
    *total += found;
  }
}

static void count_file(const char *path) {
  size_t size;
  char *text = read_file(path, 1, &size);
  uint64_t total = 0;
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) count_line(line, &total);
  printf("perft: %lu nodes\n", (unsigned long)total);
  free(text);
}

/* ---- games ---- */

static uint64_t hash = UINT64_C(0xcbf29ce484222325);

static void add(const char *text, size_t size) {
  for (size_t i = 0; i < size; i++) hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
}

/* Write and read back a position and its legal moves. */
static void check_position(const lc_Position *p) {
  char text[LC_FEN_MAX];
  lc_MoveList list;
  lc_Position again;
  size_t size = lc_fen_write(LC_CPU_BASE, p, LC_EP_LEGAL, LC_CASTLING_XFEN, text);
  add(text, size);
  expect(read_position(text, size, &again) && again.sets[LC_KING] == p->sets[LC_KING], "FEN", text);
  lc_legal_moves(p, &list);
  for (unsigned i = 0; i < list.count; i++) {
    char san[LC_SAN_MAX];
    lc_Move move = LC_NULL_MOVE;
    size = lc_san_write(p, list.moves[i], san);
    add(san, size);
    expect(lc_san_read(p, san, size, &move) == LC_D_NONE && move == list.moves[i], "SAN", text);
  }
}

typedef struct Counts {
  unsigned long games, plies, events[LC_EVENT_DIAGNOSTIC + 1];
} Counts;

static void replay(const char *text, size_t size, size_t padding, size_t tags, Counts *counts) {
  static lc_Move moves[MOVES];
  lc_Replay it;
  lc_Start start;
  lc_start_find(text, tags, 0, &start);
  lc_replay_begin(&it, text, size, padding, tags, NULL, LC_SKIPS, &start);
  if (lc_replay_run(&it, LC_CPU_BASE, moves, MOVES) != LC_OK) return;
  lc_Position p = start.position;
  for (uint32_t ply = 0; ply < it.plies; ply++) {
    check_position(&p);
    lc_position_play(&p, moves[ply]);
  }
  check_position(&p);
  counts->plies += it.plies;
}

static void read_events(const char *text, size_t size, Counts *counts) {
  static lc_Frame frames[FRAMES];
  lc_Reader reader;
  lc_Start start;
  lc_Event event = {.kind = LC_EVENT_END};
  lc_start_find(text, size, 0, &start);
  lc_reader_begin(&reader, text, size, NULL, LC_SKIPS, &start, frames, FRAMES);
  while (lc_reader_next(&reader, &event) == LC_OK && event.kind != LC_EVENT_END) counts->events[event.kind]++;
}

static void read_games(const char *path) {
  enum { PADDING = 64 };
  size_t size;
  char *text = read_file(path, PADDING, &size);
  Counts counts = {0};
  lc_Scan scan = {0};
  for (;;) {
    lc_scan_begin(&scan, scan.at);
    lc_ScanEnd end = lc_scan_next(&scan, LC_CPU_BASE, text, size, true);
    if (end == LC_SCAN_EMPTY) break;
    if (end != LC_SCAN_GAME) continue;
    size_t length = scan.at - scan.begin, tags = scan.tags_end > scan.begin ? scan.tags_end - scan.begin : 0;
    counts.games++;
    replay(text + scan.begin, length, size + PADDING - scan.at, tags, &counts);
    read_events(text + scan.begin, length, &counts);
  }
  printf("games: %lu, plies: %lu, events:", counts.games, counts.plies);
  for (unsigned i = 0; i <= LC_EVENT_DIAGNOSTIC; i++) printf(" %lu", counts.events[i]);
  printf("\nhash: %08lx%08lx\n", (unsigned long)(hash >> 32), (unsigned long)(hash & 0xffffffff));
  free(text);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: processor PERFT.epd GAMES.pgn\n");
    return 2;
  }
  count_file(argv[1]);
  read_games(argv[2]);
  return faults > 0;
}
