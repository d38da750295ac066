/*
** fuzz_pgn - any bytes as a PGN file. Properties: spans tile the input and progress is made; a window cut at any
** byte finds the same boundaries; all instruction sets agree; replay and reader give the same mainline; the
** tree is written, and what was written reads back as the same mainline.
*/
#include <stdlib.h>
#include <string.h>

#include "../csrc/pgn/replay.h"
#include "../csrc/pgn/writer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
  if (!holds) abort();
}

enum { MAX_PLIES = 4096, FRAMES = LC_MAX_DEPTH };

typedef struct Mainline {
  uint32_t plies;
  lc_Code code;
  size_t at;
  lc_Position final;
  lc_Move moves[MAX_PLIES];
} Mainline;

static bool is_error_of_line(lc_Code code) {
  return code == LC_D_BAD_MOVE || code == LC_D_ILLEGAL_MOVE || code == LC_D_AMBIGUOUS_MOVE ||
         code == LC_D_MISSING_PROMOTION || code == LC_D_GAME_OVER || code == LC_D_BAD_TOKEN;
}

static void read_events(const char *text, size_t size, const lc_Start *start, Mainline *out, lc_Frame *frames) {
  lc_Reader reader;
  lc_Event event;
  memset(out, 0, sizeof *out);
  lc_reader_begin(&reader, text, size, start, frames, FRAMES);
  do {
    require(lc_reader_next(&reader, &event) == LC_OK);
    if (reader.depth > 0) continue;
    if (event.kind == LC_EVENT_MOVE && out->plies < MAX_PLIES) out->moves[out->plies++] = event.move;
    if (event.kind == LC_EVENT_TROUBLE && out->code == LC_D_NONE && is_error_of_line(event.code)) {
      out->code = event.code;
      out->at = event.token.at;
    }
  } while (event.kind != LC_EVENT_END);
  out->final = frames[0].now;
}

static void check_replay(const char *text, size_t size, size_t slack, size_t movetext, lc_Cpu cpu, const lc_Start *start,
                         const Mainline *want) {
  lc_Replay replay;
  static lc_Move moves[MAX_PLIES];
  size_t total = 0;
  lc_replay_begin(&replay, text, size, slack, movetext, start);
  while (lc_replay_run(&replay, cpu, moves, 7) == LC_EROOM) {
    require(total + 7 <= MAX_PLIES && memcmp(moves, want->moves + total, 7 * sizeof *moves) == 0);
    total += 7;
  }
  require(replay.plies == want->plies);
  require(replay.code == want->code && (replay.code == LC_D_NONE || replay.at == want->at));
  require(memcmp(&replay.position, &want->final, sizeof replay.position) == 0);
  lc_replay_begin(&replay, text, size, slack, movetext, start);
  require(lc_replay_run(&replay, cpu, NULL, 0) == LC_OK);
  require(replay.plies == want->plies && replay.code == want->code);
}

/* The position from the nearest checkpoint is the parent's with the move played. */
static void check_positions(const lc_Game *game) {
  for (uint32_t i = 1; i < game->node_count; i++) {
    lc_Position parent, child;
    lc_game_position(game, game->nodes[i].parent, &parent);
    lc_game_position(game, i, &child);
    lc_position_play(&parent, game->nodes[i].move);
    require(memcmp(&parent, &child, sizeof child) == 0);
  }
}

/* Build the tree, write it, read the written text: the same mainline. */
static void check_tree(const char *text, size_t size, const lc_Start *start, const Mainline *want, lc_Frame *frames) {
  lc_Game game;
  lc_Reader reader;
  lc_Writing writing = {.text = text, .size = size, .room = LC_MAX_DEPTH, .out_room = 8 * size + 4096};
  lc_WriteOptions options = {.width = 79};
  static Mainline got;
  memset(&game, 0, sizeof game);
  game.node_room = game.note_room = (uint32_t)size + 8;
  game.nodes = malloc(game.node_room * sizeof *game.nodes);
  game.notes = malloc(game.note_room * sizeof *game.notes);
  game.checkpoint_room = game.node_room / LC_CHECKPOINT + 1;
  game.checkpoints = malloc(game.checkpoint_room * sizeof *game.checkpoints);
  writing.lines = malloc(writing.room * sizeof *writing.lines);
  writing.out = malloc(writing.out_room);
  if (game.nodes && game.notes && game.checkpoints && writing.lines && writing.out) {
    lc_game_begin(&game, start);
    lc_reader_begin(&reader, text, size, start, frames, FRAMES);
    require(lc_game_read(&game, &reader) == LC_OK);
    check_positions(&game);
    require(lc_write_movetext(&game, &options, NULL, 0, &writing) == LC_OK);
    if (writing.code == LC_D_NONE) {
      lc_Start plain = {.position = start->position};
      read_events(writing.out, writing.length, &plain, &got, frames);
      require(got.plies == want->plies && got.code == LC_D_NONE);
      require(memcmp(got.moves, want->moves, want->plies * sizeof *got.moves) == 0);
    }
  }
  free(game.nodes);
  free(game.notes);
  free(game.checkpoints);
  free(writing.lines);
  free(writing.out);
}

static void check_game(const char *text, size_t size, size_t tags_end, bool has_setup, lc_Frame *frames) {
  static Mainline want;
  lc_Start start;
  lc_start_find(text, has_setup ? tags_end : 0, &start);
  read_events(text, size, &start, &want, frames);
  if (want.plies == MAX_PLIES || start.code != LC_D_NONE) return;
  check_replay(text, size, 0, tags_end, LC_CPU_BASE, &start, &want);
  check_replay(text, size, 0, tags_end, lc_cpu(), &start, &want);
  check_tree(text, size, &start, &want, frames);
}

/* The same span from a window that grows by `step` bytes. */
static void check_window(const char *text, size_t size, size_t from, const lc_Scan *want, lc_ScanEnd end, size_t step) {
  lc_Scan scan;
  lc_scan_begin(&scan, from);
  for (size_t seen = from;; seen = size - seen > step ? seen + step : size) {
    /* A copy of its own, so that reading behind the window is seen. */
    char *window = malloc(seen ? seen : 1);
    if (!window) return;
    memcpy(window, text, seen);
    lc_ScanEnd got = lc_scan_next(&scan, lc_cpu(), window, seen, seen == size);
    free(window);
    if (got == LC_SCAN_MORE) {
      require(seen < size);
      continue;
    }
    require(got == end && scan.result == want->result && scan.tags == want->tags);
    require(end == LC_SCAN_EMPTY || (scan.begin == want->begin && scan.at == want->at && scan.tags_end == want->tags_end));
    return;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static lc_Frame *frames;
  if (!frames) frames = malloc(FRAMES * sizeof *frames);
  if (size < 1 || !frames) return 0;
  size_t step = data[0] % 97 + 1, from = 0;
  size--;
  char *text = malloc(size ? size : 1);
  if (!text) return 0;
  memcpy(text, data + 1, size);
  for (;;) {
    lc_Scan scan, base;
    lc_scan_begin(&scan, from);
    lc_scan_begin(&base, from);
    lc_ScanEnd end = lc_scan_next(&scan, lc_cpu(), text, size, true);
    require(end == lc_scan_next(&base, LC_CPU_BASE, text, size, true) && base.at == scan.at && base.begin == scan.begin);
    require(end != LC_SCAN_MORE);
    if (size < 2000) check_window(text, size, from, &scan, end, step);
    if (end == LC_SCAN_EMPTY) break;
    require(scan.begin >= from && scan.at > scan.begin && scan.at <= size);
    if (end == LC_SCAN_GAME) {
      /* On its own the span is the same one game. */
      lc_Scan alone;
      char *copy = malloc(scan.at - scan.begin);
      if (!copy) break;
      memcpy(copy, text + scan.begin, scan.at - scan.begin);
      size_t length = scan.at - scan.begin;
      lc_scan_begin(&alone, 0);
      require(lc_scan_next(&alone, lc_cpu(), copy, length, true) == LC_SCAN_GAME && alone.at == length);
      size_t tags_end = scan.tags_end > scan.begin ? scan.tags_end - scan.begin : 0;
      check_game(copy, length, tags_end, scan.has_setup, frames);
      free(copy);
    }
    from = scan.at;
  }
  free(text);
  return 0;
}
