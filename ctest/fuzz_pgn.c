/*
** fuzz_pgn - reads the input as a PGN file. These properties must hold:
**   - games and stray texts cover the input without gaps, and each call makes progress;
**   - a buffer that is cut at any byte gives the same boundaries of games, with and without salvaging;
**   - all instruction sets give the same results;
**   - replay and reader give the same mainline, in PGN and in dialects;
**   - a replay that compares move numbers finds each game in which the reader reports more than skipped text, and the
**     places of that text;
**   - if skipped signs and values are replaced by blanks, the mainline stays the same;
**   - each byte is in the tree, in a diagnostic of lost text, or in a token without contents, such as a move number;
**   - a written tree, in PGN or in a dialect, is one game, is read back as the same tree, and is written again with
**     the same bytes;
**   - any text can be converted to UTF-8 and back.
*/
#include <stdlib.h>
#include <string.h>

#include "../csrc/notation/codes.h"
#include "../csrc/pgn/encoding.h"
#include "../csrc/pgn/replay.h"
#include "../csrc/pgn/rewrite.h"
#include "fuzz_tree.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_PLIES = 4096, FRAMES = LC_MAX_DEPTH + 1 };

/* ---- dialects: two plain dialects, with one byte or more per letter; FIDE's style; a numeric dialect ---- */

enum { DIALECTS = 4 };

static void add(lc_Dialect *d, unsigned list, const char *word) {
  require(lc_dialect_add(d, list, word, strlen(word)));
}

static void add_squares(lc_Dialect *d, char first_file) {
  for (unsigned i = 0; i < 8; i++) add(d, LC_WORDS_FILE + i, (char[]){(char)((unsigned char)first_file + i), 0});
  for (unsigned i = 0; i < 8; i++) add(d, LC_WORDS_RANK + i, (char[]){(char)('1' + i), 0});
}

static void build_algebraic(lc_Dialect *d, const char *const letters[5], bool is_fide) {
  lc_dialect_begin(d);
  for (unsigned list = LC_WORDS_PIECE; list < LC_WORDS_FILE; list++) {
    add(d, list, list % 6 ? letters[list % 6 - 1] : list < LC_WORDS_VICTIM ? "" : "P");
  }
  add_squares(d, 'a');
  add(d, LC_WORDS_QUIET, "");
  add(d, LC_WORDS_CAPTURE, "x");
  add(d, LC_WORDS_SIGN, is_fide ? "" : "=");
  add(d, LC_WORDS_CLOSE, "");
  add(d, LC_WORDS_EP, is_fide ? " e.p." : "");
  add(d, LC_WORDS_SHORT, is_fide ? "0-0" : "O-O");
  add(d, LC_WORDS_LONG, is_fide ? "0-0-0" : "O-O-O");
  add(d, LC_WORDS_CHECK, "+");
  add(d, LC_WORDS_MATE, "#");
  add(d, LC_WORDS_NULL, "--");
  require(lc_dialect_finish(d) == NULL);
}

static void build_numeric(lc_Dialect *d) {
  static const char *const becomes[] = {"5", "4", "3", "2", "1", "6"}; /* by piece; no pawn promotes to a pawn or
                                                                       ** king */
  lc_dialect_begin(d);
  d->has_letters = false;
  d->has_digit_moves = true;
  d->origin = d->pawn_origin = LC_ORIGIN_ALWAYS;
  d->capture_place = LC_PLACE_NONE;
  d->castle = LC_CASTLE_KING;
  for (unsigned list = LC_WORDS_PROMOTION; list < LC_WORDS_FILE; list++) add(d, list, becomes[list % 6]);
  add_squares(d, '1');
  add(d, LC_WORDS_QUIET, "");
  add(d, LC_WORDS_CAPTURE, "");
  add(d, LC_WORDS_SIGN, "");
  add(d, LC_WORDS_CLOSE, "");
  add(d, LC_WORDS_EP, "");
  add(d, LC_WORDS_CHECK, "");
  add(d, LC_WORDS_MATE, "");
  add(d, LC_WORDS_NULL, "0000");
  require(lc_dialect_finish(d) == NULL);
}

/* Return the dialect with this number. 0 gives NULL, which means PGN. */
static const lc_Dialect *dialect_of(size_t number) {
  static const char *const french[] = {"C", "F", "T", "D", "R"};
  static const char *const russian[] = {"\xd0\x9a", "\xd0\xa1", "\xd0\x9b", "\xd0\xa4", "\xd0\x9a\xd1\x80"};
  static lc_Dialect dialects[DIALECTS];
  static bool are_built;
  if (!are_built) {
    build_algebraic(&dialects[0], french, false);
    build_algebraic(&dialects[1], russian, false);
    build_algebraic(&dialects[2], french, true);
    build_numeric(&dialects[3]);
    require(dialects[0].is_plain && dialects[1].is_plain && !dialects[2].is_plain);
    are_built = true;
  }
  return number ? &dialects[number - 1] : NULL;
}

/* ---- games ---- */

/* The tolerance of reading (lexer.h). It is different in each game. */
static unsigned tolerance;

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

static void read_events(const char *text, size_t size, const lc_Dialect *dialect, const lc_Start *start, Mainline *out,
                        lc_Frame *frames) {
  lc_Reader reader;
  lc_Event event;
  memset(out, 0, sizeof *out);
  lc_reader_begin(&reader, text, size, dialect, tolerance, start, frames, FRAMES);
  reader.reports_style = size % 2;
  do {
    require(lc_reader_next(&reader, &event) == LC_OK);
    if (reader.depth > 0) continue;
    if (event.kind == LC_EVENT_MOVE && out->plies < MAX_PLIES) out->moves[out->plies++] = event.move;
    if (event.kind == LC_EVENT_DIAGNOSTIC && out->code == LC_D_NONE && is_error_of_line(event.code)) {
      out->code = event.code;
      out->at = event.token.at;
    }
  } while (event.kind != LC_EVENT_END);
  out->final = frames[0].now;
}

static void check_replay(const char *text, size_t size, size_t movetext, lc_Cpu cpu, const lc_Dialect *dialect,
                         const lc_Start *start, const Mainline *want) {
  lc_Replay replay;
  static lc_Move moves[MAX_PLIES];
  const size_t rooms[] = {1, 7, 64, 80};
  size_t total = 0;
  int code;
  lc_replay_begin(&replay, text, size, 0, movetext, dialect, tolerance, start);
  do {
    size_t room = rooms[total % 4];
    code = lc_replay_run(&replay, cpu, moves, room);
    size_t count = replay.plies - total;
    require(count <= room && (count > 0 || code == LC_OK) && replay.plies <= MAX_PLIES);
    require(memcmp(moves, want->moves + total, count * sizeof *moves) == 0);
    total = replay.plies;
  } while (code == LC_EROOM);
  require(replay.plies == want->plies);
  require(replay.code == want->code && (replay.code == LC_D_NONE || replay.at == want->at));
  require(memcmp(&replay.position, &want->final, sizeof replay.position) == 0);
  lc_replay_begin(&replay, text, size, 0, movetext, dialect, tolerance, start);
  require(lc_replay_run(&replay, cpu, NULL, 0) == LC_OK);
  require(replay.plies == want->plies && replay.code == want->code);
}

/* ---- skipped text ---- */

static bool is_skip(lc_Code code) { return code == LC_D_SKIPPED_TEXT || code == LC_D_ESCAPED_PERIOD; }

/* Skipped text before the first move ends the tag section. Report whether the text after it could belong to the tag
** section if the skipped text were blank. A quotation mark could be the value of an unfinished tag. A bracket before
** the skipped text could begin a tag, or end a malformed tag, which takes in the rest of its line unless moves or a
** dash follow. */
static bool ends_tags(const char *text, size_t size, const lc_Event *event) {
  size_t at = event->token.end, before = event->token.at;
  while (before > 0 && lc_is_space(text[before - 1])) before--;
  if (event->ply == 0 && before > 0 && memchr("[]", text[before - 1], 2)) return true;
  while (at < size && lc_is_space(text[at])) at++;
  return event->ply == 0 && at < size && (strchr("[{;%\"'", text[at]) || (unsigned char)text[at] >= 0x80);
}

/* Report whether N, D or R is beside skipped text. Whether they are signs or begin a move depends on the words around
** them (glyph.c), and skipped text is a word, too. */
static bool is_beside_letter(const char *text, size_t size, const lc_Event *event) {
  size_t before = event->token.at, after = event->token.end;
  while (before > 0 && lc_is_space(text[before - 1])) before--;
  while (after < size && lc_is_space(text[after])) after++;
  return (before > 0 && memchr("NDR", text[before - 1], 3)) || (after < size && memchr("NDR", text[after], 3));
}

/* Replace skipped text by blanks. Returns false if nothing was skipped. Also returns false if reading without LC_SKIPS
** would differ for another reason: a recovered result or move, or !!! or ???. */
static bool blank_skipped(char *text, size_t size, const lc_Start *start, lc_Frame *frames) {
  lc_Reader reader;
  lc_Event event;
  bool is_skipped = false;
  lc_reader_begin(&reader, text, size, NULL, tolerance, start, frames, FRAMES);
  do {
    require(lc_reader_next(&reader, &event) == LC_OK);
    if (event.kind == LC_EVENT_RESULT && event.token.flags & LC_TOKEN_STYLE) return false;
    if (event.kind != LC_EVENT_DIAGNOSTIC) continue;
    if (event.code == LC_D_GLUED_RESULT || event.code == LC_D_SPLIT_MOVE || event.code == LC_D_MARK_RUN) return false;
    if (!is_skip(event.code)) continue;
    if (ends_tags(text, size, &event) || is_beside_letter(text, size, &event)) return false;
    bool is_command = text[event.token.at] == '[';
    for (size_t i = event.token.at; i < event.token.end; i++) require(is_command || !lc_is_space(text[i]));
    /* The lexer has already read these bytes, so the change does not affect the rest of this reading. */
    memset(text + event.token.at, ' ', event.token.end - event.token.at);
    is_skipped = true;
  } while (event.kind != LC_EVENT_END);
  return is_skipped;
}

static void check_skipped(const char *text, size_t size, const lc_Start *start, const Mainline *want,
                          lc_Frame *frames) {
  static Mainline plain;
  unsigned before = tolerance;
  char *copy = malloc(size);
  if (!copy) return;
  memcpy(copy, text, size);
  /* Whether <> is a null move depends on the bytes around it. */
  if (tolerance & LC_SKIPS && !memchr(text, '<', size) && blank_skipped(copy, size, start, frames)) {
    tolerance &= ~(unsigned)LC_SKIPS;
    read_events(copy, size, NULL, start, &plain, frames);
    tolerance = before;
    require(plain.plies == want->plies && memcmp(plain.moves, want->moves, plain.plies * sizeof *plain.moves) == 0);
    require(plain.code == want->code && plain.at == want->at);
  }
  free(copy);
}

/* ---- usual games ---- */

/* If the replay of a game without variations finds nothing odd, the reader reports exactly the text that the replay has
** skipped. */
static void check_usual(const char *text, size_t size, size_t movetext, lc_Cpu cpu, const lc_Start *start,
                        lc_Frame *frames) {
  lc_Replay replay;
  lc_Reader reader;
  lc_Event event;
  uint32_t skipped = 0;
  lc_replay_begin(&replay, text, size, 0, movetext, NULL, tolerance, start);
  replay.checks_numbers = true;
  require(lc_replay_run(&replay, cpu, NULL, 0) == LC_OK);
  if (replay.is_odd || replay.code != LC_D_NONE) return;
  lc_reader_begin(&reader, text, size, NULL, tolerance, start, frames, FRAMES);
  reader.reports_numbers = true;
  do {
    require(lc_reader_next(&reader, &event) == LC_OK);
    if (event.kind != LC_EVENT_DIAGNOSTIC) continue;
    require(skipped < replay.skipped_count);
    const lc_Skipped *it = &replay.skipped[skipped++];
    require(event.code == it->code && event.token.at == it->at && event.token.end == it->end);
  } while (event.kind != LC_EVENT_END);
  require(skipped == replay.skipped_count);
}

/* Check that each position, computed from the nearest checkpoint, is the parent's position after the move. */
static void check_positions(const lc_Game *game) {
  for (uint32_t i = 1; i < game->node_count; i++) {
    lc_Position parent, child;
    lc_game_position(game, game->nodes[i].parent, &parent);
    lc_game_position(game, i, &child);
    lc_position_play(&parent, game->nodes[i].move);
    require(memcmp(&parent, &child, sizeof child) == 0);
  }
}

/* Check that lc_rewrite() and lc_write_movetext() write the same bytes. */
static void check_rewrite(const char *text, const lc_Scan *scan, size_t tags_end, const lc_Dialect *dialect,
                          const lc_Start *start, const lc_WriteOptions *options, const lc_Writing *want) {
  lc_Replay replay;
  size_t size = scan->at - scan->begin, room = lc_rewrite_room(size - tags_end, options->dialect);
  lc_Writing writing = {.out = malloc(room), .out_room = room};
  lc_replay_begin(&replay, text, size, 0, tags_end, dialect, tolerance, start);
  if (writing.out && lc_rewrite(&replay, options, scan->result, &writing)) {
    require(want->code == LC_D_NONE && writing.length == want->length &&
            memcmp(writing.out, want->out, want->length) == 0);
  }
  free(writing.out);
}

/* ---- conservation: each byte is kept or reported; a written tree is read back unchanged ---- */

static void cover(bool *covered, size_t from, size_t to) { memset(covered + from, true, to - from); }

static void cover_node(const Tree *tree, uint32_t node, bool *covered, size_t *nags) {
  const lc_GameNode *it = &tree->game.nodes[node];
  cover(covered, it->at, it->at + it->size);
  for (uint32_t i = it->first_note; i != LC_NO_NODE; i = tree->game.notes[i].next) {
    const lc_GameNote *note = &tree->game.notes[i];
    size_t end = note->at + note->size;
    if (note->kind == LC_NOTE_NAG) {
      ++*nags;
    } else if (note->kind <= LC_NOTE_BEFORE) {
      bool has_mark = note->at > 0 && (tree->text[note->at - 1] == '{' || tree->text[note->at - 1] == ';');
      cover(covered, note->at - has_mark, end + (end < tree->size && tree->text[end] == '}'));
    } else {
      cover(covered, note->at, end);
    }
  }
}

/* Report whether a diagnostic is for a sign that the writer omits (docs/pgn.md). */
static bool is_sign(lc_Code code, char sign) {
  if (code == LC_D_STRAY_CLOSE || code == LC_D_EMPTY_VARIATION) return true;
  if (code == LC_D_VARIATION_RESULT) return sign == '*';
  return code == LC_D_SKIPPED_TEXT || code == LC_D_ESCAPED_PERIOD || code == LC_D_UNICODE_SIGN;
}

/* Report whether a comment only marks the move before it as illegal. The tree may store this as a field of the node. */
static bool is_illegal_mark(const Tree *tree, const lc_Event *event) {
  const lc_Token *token = &event->token;
  if (!(tolerance & LC_ILLEGAL) || token->text_size != LC_ILLEGAL_MARK_SIZE) return false;
  return memcmp(tree->text + token->text, LC_ILLEGAL_MARK, LC_ILLEGAL_MARK_SIZE) == 0;
}

/* Check that each byte is in the tree, or in a token that docs/pgn.md lists. */
static void check_coverage(const Tree *tree, const lc_Start *start, lc_Frame *frames) {
  lc_Reader reader;
  lc_Event event;
  size_t nags = 0, size = tree->size;
  bool *covered = calloc(size + 1, sizeof *covered);
  if (!covered) return;
  for (uint32_t i = 0; i != LC_NO_NODE; i = lc_game_next(&tree->game, i, 0)) cover_node(tree, i, covered, &nags);
  if (tree->game.rest != SIZE_MAX) cover(covered, tree->game.rest, tree->rest_end);
  lc_reader_begin(&reader, tree->text, size, NULL, tolerance, start, frames, FRAMES);
  do {
    require(lc_reader_next(&reader, &event) == LC_OK);
    size_t at = event.token.at, end = event.token.end;
    bool is_report = event.kind == LC_EVENT_DIAGNOSTIC;
    if (event.kind == LC_EVENT_COMMENT && is_illegal_mark(tree, &event)) cover(covered, at, end);
    if (event.kind == LC_EVENT_NAG && !covered[at]) nags--, cover(covered, at, end);
    else if (event.kind == LC_EVENT_NAG && event.token.kind != LC_TOKEN_NAG) nags--; /* a sign directly after a move */
    bool is_omitted = is_report && (event.token.kind == LC_TOKEN_SUFFIX || is_sign(event.code, tree->text[at]));
    if (event.kind == LC_EVENT_TAG || event.kind == LC_EVENT_OPEN || event.kind == LC_EVENT_CLOSE ||
        event.kind == LC_EVENT_RESULT || is_omitted) {
      cover(covered, at, end);
    }
  } while (event.kind != LC_EVENT_END);
  require(nags == 0);
  for (size_t i = 0; i < size; i++) {
    char c = tree->text[i];
    bool is_number = lc_is_digit(c) || c == '.' || lc_is_space(c);
    /* blanks, a byte order mark, an ellipsis */
    bool is_sign = memchr("\xc2\xa0\xe2\x80\xa6\xef\xbb\xbf", c, 8) != NULL;
    require(covered[i] || is_number || is_sign);
  }
  free(covered);
}

/* Report whether a tree has text that is not a move in its notation. */
static bool has_other_text(const Tree *tree) {
  if (tree->rest_size > 0) return true;
  for (uint32_t i = 0; i < tree->game.note_count; i++) {
    unsigned kind = tree->game.notes[i].kind;
    if (kind == LC_NOTE_TEXT || kind == LC_NOTE_ODD) return true;
  }
  return false;
}

/* Report whether unreadable text after a node stays unreadable if the text after it is removed. For example, "e.p.1-0"
** is unreadable, but the reader skips "e.p." alone. */
static bool is_unread_alone(const Tree *tree, uint32_t node, const char *text, size_t size, const lc_Dialect *dialect,
                            lc_Frame *frames) {
  lc_Start start = {0};
  lc_Reader reader;
  lc_Event event;
  lc_game_position(&tree->game, node, &start.position);
  lc_reader_begin(&reader, text, size, dialect, tolerance, &start, frames, FRAMES);
  require(lc_reader_next(&reader, &event) == LC_OK);
  return event.kind == LC_EVENT_DIAGNOSTIC && is_error_of_line(event.code) && event.token.at == 0;
}

/* Report whether is_unread_alone() holds for all unreadable text. Variations that are unreadable as a whole are
** ignored. */
static bool stays_unread(const Tree *tree, const lc_Dialect *dialect, lc_Frame *frames) {
  const lc_Game *game = &tree->game;
  if (tree->rest_size > 0 && !is_unread_alone(tree, game->rest_node, tree->rest, tree->rest_size, dialect, frames)) {
    return false;
  }
  for (uint32_t node = 0; node != LC_NO_NODE; node = lc_game_next(game, node, 0)) {
    for (uint32_t i = game->nodes[node].first_note; i != LC_NO_NODE; i = game->notes[i].next) {
      const lc_GameNote *note = &game->notes[i];
      if (note->kind != LC_NOTE_TEXT) continue;
      const char *text = tree_note(tree, note);
      if (lc_comment_part(text, note->size) < note->size) return false; /* becomes several comments */
      if (text[0] != '(' && !is_unread_alone(tree, node, text, note->size, dialect, frames)) return false;
    }
  }
  return true;
}

static bool has_before(const Tree *tree) {
  for (uint32_t i = 0; i < tree->game.note_count; i++) {
    if (tree->game.notes[i].kind == LC_NOTE_BEFORE) return true;
  }
  return false;
}

/* Write `tags` and then a tree. Returns false if there is not enough memory. */
static bool write_tree(const Tree *tree, const lc_WriteOptions *options, const char *tags, lc_Writing *out) {
  size_t before = strlen(tags);
  *out = (lc_Writing){.text = tree->text, .size = tree->size, .room = FRAMES};
  out->lines = malloc(out->room * sizeof *out->lines);
  size_t room = 32 * tree->size + 4096;
  char *bytes = malloc(before + room);
  if (!bytes || !out->lines) {
    free(bytes);
    free(out->lines);
    return false;
  }
  memcpy(bytes, tags, before);
  out->out = bytes + before;
  out->out_room = room;
  require(lc_write_movetext(&tree->game, options, tree->rest, tree->rest_size, out) == LC_OK);
  out->out = bytes;
  out->length += before;
  free(out->lines);
  return true;
}

/* Check that the written text is one game that is written again with the same bytes, and with `is_same` also that it
** has the same tree. */
static void check_again(const Tree *tree, const lc_WriteOptions *options, const char *tags, const lc_Writing *first,
                        bool is_same, lc_Frame *frames) {
  Tree again;
  lc_Scan scan;
  lc_Writing second;
  size_t end = first->length;
  lc_scan_begin(&scan, 0);
  while (end > 0 && lc_is_space(first->out[end - 1])) end--;
  require(lc_scan_next(&scan, lc_cpu(), first->out, first->length, true) == LC_SCAN_GAME);
  require(scan.begin == 0 && scan.at == end);
  if (tree_open(&again, first->length)) {
    tree_read(&again, first->out, &scan, options->dialect, tolerance, &tree->game.start, frames, FRAMES);
    if (is_same) require_same_trees(tree, &again, options->keep_comments);
    if (write_tree(&again, options, tags, &second)) {
      require(second.length == first->length && memcmp(second.out, first->out, first->length) == 0);
      free(second.out);
    }
  }
  tree_close(&again);
}

/* Write a tree without its unreadable tail, and check that the text has the same mainline. */
static void check_mainline(const Tree *tree, const lc_WriteOptions *options, const Mainline *want, lc_Frame *frames) {
  static Mainline got;
  Tree readable = *tree;
  lc_Writing writing;
  readable.rest = NULL;
  readable.rest_size = 0;
  if (!write_tree(&readable, options, "", &writing)) return;
  if (writing.code == LC_D_NONE) {
    lc_Start plain = {.position = tree->game.start};
    read_events(writing.out, writing.length, options->dialect, &plain, &got, frames);
    require(got.plies == want->plies && got.code == LC_D_NONE);
    require(memcmp(got.moves, want->moves, want->plies * sizeof *got.moves) == 0);
  }
  free(writing.out);
}

static void check_tree(const char *text, const lc_Scan *scan, size_t tags_end, const lc_Dialect *dialect,
                       const lc_Start *start, const Mainline *want, lc_Frame *frames) {
  Tree tree;
  size_t size = scan->at - scan->begin;
  lc_WriteOptions options = {.width = size % 3 ? 79 : 0, .no_numbers = size % 5 == 0, .no_checks = size % 7 == 0,
                             .keep_comments = size % 2, .dialect = dialect_of(size / 11 % (DIALECTS + 1))};
  /* Without a tag, a game whose first move number is not 1 would be a fragment. Also, a comment before the first move
  ** could belong to the game before. */
  const char *tags = "[White \"A\"]\n\n";
  if (size % 2) options.dialect = dialect;
  lc_Writing writing;
  if (tree_open(&tree, size)) {
    tree_read(&tree, text, scan, dialect, tolerance, &start->position, frames, FRAMES);
    check_positions(&tree.game);
    require(want->plies == MAX_PLIES || tree.game.nodes[tree.game.rest_node].ply == want->plies);
    if (!dialect) check_coverage(&tree, start, frames);
    if (write_tree(&tree, &options, "", &writing)) {
      if (scan->has_regular_tags && !scan->has_variation && !scan->has_open_comment) {
        check_rewrite(text, scan, tags_end, dialect, start, &options, &writing);
        options.cpu = lc_cpu();
        check_rewrite(text, scan, tags_end, dialect, start, &options, &writing);
      }
      free(writing.out);
    }
    /* Text that is not a move in one notation may be a move in another notation. */
    bool is_readable = options.dialect == dialect || !has_other_text(&tree);
    if (is_readable) check_mainline(&tree, &options, want, frames);
    /* Without move numbers, a comment before a move is read as a comment after the previous move. */
    bool is_comparable = is_readable && !(options.no_numbers && has_before(&tree));
    if (is_comparable && write_tree(&tree, &options, tags, &writing)) {
      bool is_same = stays_unread(&tree, dialect, frames);
      if (writing.code == LC_D_NONE) check_again(&tree, &options, tags, &writing, is_same, frames);
      free(writing.out);
    }
  }
  tree_close(&tree);
}

static void check_game(const char *text, const lc_Scan *scan, const lc_Dialect *dialect, lc_Frame *frames) {
  static Mainline want;
  tolerance = (unsigned)(scan->at - scan->begin) / 3 % 8;
  lc_Start start;
  size_t size = scan->at - scan->begin, tags_end = scan->tags_end > scan->begin ? scan->tags_end - scan->begin : 0;
  lc_start_find(text, scan->has_setup ? tags_end : 0, tolerance, &start);
  read_events(text, size, dialect, &start, &want, frames);
  if (want.plies == MAX_PLIES || start.code != LC_D_NONE) return;
  check_replay(text, size, tags_end, LC_CPU_BASE, dialect, &start, &want);
  check_replay(text, size, tags_end, lc_cpu(), dialect, &start, &want);
  if (!dialect) check_skipped(text, size, &start, &want, frames);
  if (!dialect && !scan->has_variation) check_usual(text, size, tags_end, LC_CPU_BASE, &start, frames);
  if (!dialect && !scan->has_variation) check_usual(text, size, tags_end, lc_cpu(), &start, frames);
  check_tree(text, scan, tags_end, dialect, &start, &want, frames);
}

/* Check that scanning a buffer that grows by `step` bytes gives the same game. */
static void check_window(const char *text, size_t size, size_t from, const lc_Scan *want, lc_ScanEnd end, size_t step) {
  lc_Scan scan;
  lc_scan_begin(&scan, from);
  scan.salvages = want->salvages;
  for (size_t seen = from;; seen = size - seen > step ? seen + step : size) {
    /* `window` is a copy of exactly the buffer's size, so that AddressSanitizer detects reads after the end. */
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
    require(end == LC_SCAN_EMPTY ||
            (scan.begin == want->begin && scan.at == want->at && scan.tags_end == want->tags_end));
    return;
  }
}

/* Check that a game that is copied from the file is still the same single game. The copy does not contain the tag
** section that ended an open comment. */
static void check_alone(const char *text, const lc_Scan *scan, lc_Frame *frames) {
  lc_Scan alone;
  size_t length = scan->at - scan->begin;
  char *copy = malloc(length);
  if (!copy) return;
  memcpy(copy, text + scan->begin, length);
  lc_scan_begin(&alone, 0);
  alone.salvages = scan->salvages;
  require(lc_scan_next(&alone, lc_cpu(), copy, length, true) == LC_SCAN_GAME && alone.at == length);
  check_game(copy, scan, NULL, frames);
  check_game(copy, scan, dialect_of(length % DIALECTS + 1), frames);
  free(copy);
}

static void check_spans(const char *text, size_t size, size_t step, bool salvages, lc_Frame *frames) {
  for (size_t from = 0;;) {
    lc_Scan scan, base;
    lc_scan_begin(&scan, from);
    lc_scan_begin(&base, from);
    scan.salvages = base.salvages = salvages;
    lc_ScanEnd end = lc_scan_next(&scan, lc_cpu(), text, size, true);
    require(end == lc_scan_next(&base, LC_CPU_BASE, text, size, true) && base.at == scan.at &&
            base.begin == scan.begin);
    require(end != LC_SCAN_MORE);
    if (size < 2000) check_window(text, size, from, &scan, end, step);
    if (end == LC_SCAN_EMPTY) return;
    require(scan.begin >= from && scan.at > scan.begin && scan.at <= size);
    if (end == LC_SCAN_GAME) check_alone(text, &scan, frames);
    from = scan.at;
  }
}

/* Check that lc_section_find() and a salvaging scan find the same first tag section inside a comment. */
static void check_section(const char *text, size_t size) {
  lc_Scan scan;
  char *open = malloc(size + 2);
  if (!open || memchr(text, '{', size) || memchr(text, '}', size)) {
    free(open);
    return;
  }
  memcpy(open, "*{", 2);
  memcpy(open + 2, text, size);
  lc_scan_begin(&scan, 1);
  scan.salvages = true;
  lc_scan_next(&scan, lc_cpu(), open, size + 2, true);
  require((scan.split ? scan.split : SIZE_MAX) == lc_section_find(open, size + 2, 2));
  free(open);
}

static void check_bytes(const char *text, size_t size) {
  lc_Encoded encoded;
  unsigned traits = lc_text_traits(lc_cpu(), text, size, true);
  require(traits == lc_text_traits(LC_CPU_BASE, text, size, true));
  require(!(traits & LC_TRAIT_CONTROL) == (lc_find_control(LC_CPU_BASE, text, size) == size));
  require(!(traits & LC_TRAIT_HIGH) == lc_is_ascii(text, size));
  size_t utf8 = 0;
  while (utf8 < size && lc_utf8_length(text, size, utf8)) utf8 += lc_utf8_length(text, size, utf8);
  require(lc_utf8_end(lc_cpu(), text, size, 0) == utf8 && lc_utf8_end(LC_CPU_BASE, text, size, 0) == utf8);
  lc_encoding_of(lc_cpu(), text, size, &encoded);
  require((encoded.encoding == LC_ASCII) == lc_is_ascii(text, size));
  char *wide = malloc(3 * size + 1), *back = malloc(3 * size + 1);
  size_t at = 0;
  if (wide && back) {
    size_t n = lc_to_utf8(text, size, encoded.encoding, wide);
    while (at < n) {
      size_t length = lc_utf8_length(wide, n, at);
      require(length > 0);
      at += length;
    }
    require(lc_from_utf8(wide, n, encoded.encoding, back, &at) == size && memcmp(text, back, size) == 0);
  }
  free(wide);
  free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static lc_Frame *frames;
  if (!frames) frames = malloc(FRAMES * sizeof *frames);
  if (size < 1 || !frames) return 0;
  size_t step = data[0] % 97 + 1;
  size--;
  char *text = malloc(size ? size : 1);
  if (!text) return 0;
  memcpy(text, data + 1, size);
  check_bytes(text, size);
  check_section(text, size);
  check_spans(text, size, step, false, frames);
  if (memchr(text, '{', size)) check_spans(text, size, step, true, frames);
  free(text);
  return 0;
}
