/*
** fuzz_writer - edits a game. The input chooses the edits: moves, variations, comments with any text, NAGs, promotions
** and removals of variations, and tags. These properties must hold:
**   - the tree stays a tree;
**   - the written tags and movetext are one game, which is read without an error;
**   - a game that is read and written again gives the same bytes;
**   - the written tree is read back as the same tree, and all tags are unchanged;
**   - if the writer rejects a comment, the comment has a brace and a line end.
*/
#include <stdlib.h>
#include <string.h>

#include "../csrc/chess/identity.h"
#include "../csrc/match/tags.h"
#include "../csrc/notation/codes.h"
#include "../csrc/pgn/tag_section.h"
#include "../csrc/pgn/writer.h"
#include "fuzz_bytes.h"
#include "fuzz_tree.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A written game can have more notes when it is read again: one comment of several text lines becomes several
** comments. */
enum { NODES = 600, NOTES = 600, READ_NOTES = 8 * NOTES, FRAMES = LC_MAX_DEPTH + 1, OUT = 1 << 19, TAGS = 8 };

static Bytes take_some(Bytes *in, size_t most) {
  Bytes some = {in->data, take(in) % (most + 1)};
  some.data = in->data;
  if (some.size > in->size) some.size = in->size;
  in->data += some.size;
  in->size -= some.size;
  return some;
}

/* A game with enough room for everything that the edits can add. */
typedef struct Store {
  lc_Game game;
  lc_GameNode nodes[NODES];
  lc_GameNote notes[READ_NOTES];
  lc_Position checkpoints[NODES];
} Store;

static void open_store(Store *store, uint32_t note_room) {
  store->game = (lc_Game){.nodes = store->nodes, .notes = store->notes, .checkpoints = store->checkpoints,
                          .node_room = NODES, .note_room = note_room, .checkpoint_room = NODES};
}

/* ---- edits ---- */

static uint32_t add_move(lc_Game *game, uint32_t node, unsigned choice) {
  lc_Position p;
  lc_MoveList list;
  lc_game_position(game, node, &p);
  lc_legal_moves(&p, &list);
  if (list.count == 0 || game->nodes[node].ply > 200) return node;
  lc_Move move = choice == 255 && !lc_position_checkers(&p) ? LC_NULL_MOVE : list.moves[choice % list.count];
  uint32_t added = node;
  return lc_game_add(game, node, &p, move, &added) == LC_OK ? added : node;
}

/* Report whether a node is in the tree: neither the node nor one of its ancestors was removed. */
static bool is_in_tree(const lc_Game *game, uint32_t node) {
  for (; node != 0; node = game->nodes[node].parent) {
    if (game->nodes[node].is_removed) return false;
  }
  return true;
}

/* Add a note, if there is room. */
static void put_note(lc_Game *game, uint32_t node, lc_NoteKind kind, uint32_t at, uint32_t size) {
  int added = lc_game_add_note(game, node, kind, at, size);
  require(added == LC_OK || added == LC_EROOM);
}

static void add_note(lc_Game *game, uint32_t node, Bytes *in, const uint8_t *pool) {
  unsigned kind = take(in) % 4;
  if (kind == LC_NOTE_NAG || kind >= LC_NOTE_ODD) {
    put_note(game, node, LC_NOTE_NAG, take(in), 0);
    return;
  }
  Bytes text = take_some(in, 100);
  if (kind == LC_NOTE_BEFORE && node == 0) kind = LC_NOTE_AFTER;
  put_note(game, node, (lc_NoteKind)kind, (uint32_t)(text.data - pool), (uint32_t)text.size);
}

static void edit(lc_Game *game, uint32_t *at, Bytes *in, const uint8_t *pool) {
  uint32_t node = *at;
  unsigned op = take(in) % 16;
  switch (op) {
    case 0: *at = game->nodes[node].parent == LC_NO_NODE ? 0 : game->nodes[node].parent; break;
    case 1: *at = (take(in) | take(in) << 8) % game->node_count; break;
    case 2: add_note(game, node, in, pool); break;
    case 3: if (node) (void)lc_game_promote(game, node); break;
    case 4: if (node) (void)lc_game_demote(game, node); break;
    case 5: (void)lc_game_make_main(game, node); break;
    case 6: (void)lc_game_prune(game, node); break;
    case 7: (void)lc_game_clear_notes(game, node, (lc_NoteKind)(take(in) % 4)); break;
    case 8: game->result = take(in) % 5; break;
    case 9: if (node && take(in) < 64) lc_game_remove(game, node); break;
    case 10: add_note(game, node, in, pool); break;
    default: *at = add_move(game, node, take(in));
  }
  if (!is_in_tree(game, *at)) *at = 0;
}

static void check_tree(const lc_Game *game) {
  uint32_t seen = 0;
  for (uint32_t i = lc_game_next(game, 0, 0); i != LC_NO_NODE; i = lc_game_next(game, i, 0)) {
    const lc_GameNode *it = &game->nodes[i];
    lc_Position parent, child;
    require(++seen < game->node_count && !it->is_removed && it->ply == game->nodes[it->parent].ply + 1);
    require(lc_game_child(game, it->parent, it->move) == i);
    lc_game_position(game, it->parent, &parent);
    lc_game_position(game, i, &child);
    lc_position_play(&parent, it->move);
    require(memcmp(&parent, &child, sizeof child) == 0);
  }
}

/* ---- tags ---- */

static size_t make_tags(Bytes *in, lc_TagLine tags[TAGS], char names[TAGS][2]) {
  size_t count = take(in) % (TAGS + 1);
  for (size_t i = 0; i < count; i++) {
    Bytes value = take_some(in, 60);
    names[i][0] = (char)('A' + take(in) % 4);
    names[i][1] = (char)('a' + take(in) % 4);
    /* end the value before a control character, because the binding rejects such characters */
    for (size_t j = 0; j < value.size; j++) {
      if (value.data[j] < ' ' || value.data[j] == 127) value.size = j;
    }
    tags[i] = (lc_TagLine){.name = names[i], .name_size = 2, .value = (const char *)value.data,
                           .value_size = value.size, .order = (uint32_t)i};
  }
  return count;
}

static void check_tags(const char *text, const lc_Scan *scan, const lc_TagLine *tags, size_t count) {
  lc_TagSection section = {.text = text, .size = scan->tags_end, .is_regular = scan->has_regular_tags};
  char value[256];
  for (size_t i = 0; i < count; i++) {
    lc_Tag tag;
    const lc_TagLine *first = &tags[i];
    for (size_t j = 0; j < count; j++) {
      bool is_same = memcmp(tags[j].name, first->name, 2) == 0;
      if (is_same && tags[j].order < first->order) first = &tags[j];
    }
    require(lc_tag_find(&section, first->name, 2, &tag) && tag.is_good);
    require(lc_tag_unescape(text, &tag, value) == first->value_size &&
            memcmp(value, first->value, first->value_size) == 0);
  }
}

/* ---- writing and reading ---- */

typedef struct Text {
  size_t size;
  lc_Code code;
  char bytes[OUT];
} Text;

static void write_game(const lc_Game *game, const lc_WriteOptions *options, const char *text, size_t size,
                       const uint8_t *pool, size_t begin, Text *out) {
  static lc_WriteLine lines[FRAMES];
  lc_Writing writing = {.text = text, .size = size, .pool = (const char *)pool, .lines = lines,
                        .room = FRAMES, .out = out->bytes + begin, .out_room = OUT - begin};
  require(lc_write_movetext(game, options, NULL, 0, &writing) == LC_OK);
  out->size = begin + writing.length;
  out->code = writing.code;
}

static void read_game(const char *text, size_t size, Store *out) {
  static lc_Frame frames[FRAMES];
  lc_Start start;
  lc_Reader reader;
  open_store(out, READ_NOTES);
  lc_start_find(text, 0, 0, &start);
  lc_game_begin(&out->game, &start.position);
  lc_reader_begin(&reader, text, size, NULL, 0, &start, frames, FRAMES);
  require(lc_game_read(&out->game, &reader) == LC_OK);
  require(out->game.errors == 0 && out->game.rest == SIZE_MAX);
}

/* Report whether a comment has a closing brace, which the option replace_braces replaces by a parenthesis. */
static bool has_brace_inside(const lc_Game *game, const uint8_t *pool) {
  for (uint32_t i = 0; i < game->note_count; i++) {
    const lc_GameNote *note = &game->notes[i];
    if (note->kind != LC_NOTE_NAG && memchr(pool + note->at, '}', note->size)) return true;
  }
  return false;
}

static bool has_unwritable(const lc_Game *game, const uint8_t *pool) {
  for (uint32_t i = 0; i < game->note_count; i++) {
    const lc_GameNote *note = &game->notes[i];
    const uint8_t *text = pool + note->at;
    if (note->kind == LC_NOTE_NAG || !memchr(text, '}', note->size)) continue;
    if (memchr(text, '\n', note->size) || memchr(text, '\r', note->size)) return true;
  }
  return false;
}

static void check_text(const Text *text, size_t tags_size, const lc_Game *game, const uint8_t *pool,
                       const lc_WriteOptions *options, const lc_TagLine *tags, size_t tag_count) {
  static Store again;
  static Text second;
  lc_Scan scan;
  size_t end = text->size;
  lc_scan_begin(&scan, 0);
  require(lc_scan_next(&scan, lc_cpu(), text->bytes, end, true) == LC_SCAN_GAME);
  while (end > 0 && text->bytes[end - 1] == '\n') end--;
  require(scan.begin == 0 && scan.at == end);
  require(scan.result == (game->result ? game->result : LC_RESULT_UNKNOWN));
  check_tags(text->bytes, &scan, tags, tag_count);
  read_game(text->bytes, text->size, &again);
  check_tree(&again.game);
  Tree edited = {.game = *game, .pool = (const char *)pool};
  Tree read = {.game = again.game, .text = text->bytes, .size = text->size};
  if (!options->replace_braces || !has_brace_inside(game, pool))
    require_same_trees(&edited, &read, options->keep_comments);
  memcpy(second.bytes, text->bytes, tags_size);
  write_game(&again.game, options, text->bytes, text->size, NULL, tags_size, &second);
  require(second.code == LC_D_NONE && second.size == text->size);
  require(memcmp(second.bytes, text->bytes, text->size) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Store store;
  static Text text;
  lc_Position start;
  lc_TagLine tags[TAGS];
  char names[TAGS][2];
  Bytes in = {data, size};
  uint32_t at = 0;
  unsigned flags = take(&in);
  lc_WriteOptions options = {.width = flags & 1 ? 79 : 0, .keep_comments = flags & 2, .replace_braces = flags & 4};
  size_t tag_count = make_tags(&in, tags, names);
  size_t tags_size = lc_write_tag_section(tags, tag_count, lc_roster, LC_ROSTER + 1, text.bytes, OUT);
  lc_position_start(&start);
  open_store(&store, NOTES);
  lc_game_begin(&store.game, &start);
  store.game.rest_node = 0;
  while (in.size > 0 && store.game.node_count < NODES - 1) edit(&store.game, &at, &in, data);
  check_tree(&store.game);
  write_game(&store.game, &options, "", 0, data, tags_size, &text);
  if (text.code == LC_D_NONE) {
    check_text(&text, tags_size, &store.game, data, &options, tags, tag_count);
  } else {
    require(text.code == LC_D_UNWRITABLE_COMMENT && has_unwritable(&store.game, data));
  }
  return 0;
}
