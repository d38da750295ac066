/*
** index_part - see index_part.h.
**
** core.indexing.add() takes the games that a Reader finds, without creating Games. Each game is replayed. Its positions
** are stored as entries of 24 bytes. A part is full if they reach a limit; then they are sorted, and the caller hands
** the part to a builder and clears it. So the memory does not grow with the number of games.
*/
#include "index_part.h"

#include <string.h>

#include "../index/sort.h"
#include "../notation/codes.h"
#include "grow.h"
#include "index_names.h"
#include "interrupt.h"

/* User values: the sections, then the memory for sorting, a buffer, and the two tables of names. */
enum { SPARE = LCB_PART_SECTIONS, TEXT, BUFFERS, NAME_BLOCKS = BUFFERS + 1, EVENT_BLOCKS, VALUES = EVENT_BLOCKS };

typedef struct Buffer {
  unsigned char *bytes;
  size_t size, room;
} Buffer;

typedef struct Part {
  Buffer buffer[BUFFERS];
  lcb_KeySet names, events;
  size_t limit;    /* number of entries with which the part is full */
  uint64_t before; /* see lcb_PartView */
  uint32_t games, flags, max_ply;
  bool is_sorted;
  bool is_used; /* a method is running: see lcb_begin_use() */
} Part;

static Part *self(lua_State *L) { return luaL_checkudata(L, 1, LCB_INDEX_PART); }

/* Runs of this size fit into the processor's cache, so that sorting is fast. */
enum { MOST_ENTRIES = 1 << 17 };

/***
Create a part without games, for core.indexing.add().
@function core.index_part
@param memory integer bytes for sorting
@param max_ply integer index no positions after this ply; at most 65535
@return IndexPart part
@usage local core = require("lucena.core")
  return core.index_part(1 << 20, 100):take()  --> nil
*/
static int part_new(lua_State *L) {
  lua_Integer memory = luaL_checkinteger(L, 1), max_ply = luaL_checkinteger(L, 2);
  luaL_argcheck(L, memory >= LCB_INDEX_LEAST_MEMORY, 1, "less than 1 MiB");
  luaL_argcheck(L, max_ply >= 0 && max_ply <= LC_INDEX_MAX_PLY, 2, "a ply from 0 to 65535");
  lua_settop(L, 2);
  Part *it = lua_newuserdatauv(L, sizeof *it, VALUES);
  memset(it, 0, sizeof *it);
  luaL_setmetatable(L, LCB_INDEX_PART);
  uint64_t limit = (uint64_t)memory / (2 * sizeof(lc_IndexEntry));
  it->limit = limit < MOST_ENTRIES ? (size_t)limit : MOST_ENTRIES;
  it->max_ply = (uint32_t)max_ply;
  lcb_keys_init(L, &it->names, 3, NAME_BLOCKS);
  lcb_keys_init(L, &it->events, 3, EVENT_BLOCKS);
  return 1;
}

/* ---- buffers ---- */

/* Make room for `size` more bytes. The part is at stack index `index`. */
static void reserve(lua_State *L, Part *it, int index, unsigned number, size_t size) {
  enum { LEAST = 1 << 12 };
  Buffer *buffer = &it->buffer[number];
  if (buffer->room - buffer->size >= size) return;
  if (size < LEAST) size = LEAST;
  LCB_GROW(L, index, (int)number + 1, buffer->bytes, buffer->size, buffer->room, size)
}

static void append(lua_State *L, Part *it, unsigned number, const void *bytes, size_t size) {
  reserve(L, it, 2, number, size);
  memcpy(it->buffer[number].bytes + it->buffer[number].size, bytes, size);
  it->buffer[number].size += size;
}

static inline bool is_full(const Part *it) {
  return it->buffer[LCB_PART_ENTRIES].size >= it->limit * sizeof(lc_IndexEntry);
}

static void sort(lua_State *L, Part *it, int index) {
  Buffer *entries = &it->buffer[LCB_PART_ENTRIES], *spare = &it->buffer[SPARE];
  if (it->is_sorted || entries->size == 0) return;
  reserve(L, it, index, SPARE, entries->size);
  lc_IndexEntry *list = (lc_IndexEntry *)(void *)entries->bytes;
  lc_index_sort(list, (lc_IndexEntry *)(void *)spare->bytes, entries->size / sizeof *list);
  it->is_sorted = true;
}

/* ---- a game ---- */

/* Return the number of a tag's value; 0 if there is no such tag. */
static uint32_t read_name(lua_State *L, Part *it, const lc_TagSection *section, const char *tag, lcb_KeySet *names,
                          lcb_PartSection texts, lcb_PartSection ends) {
  lcb_IndexValue value;
  bool is_new;
  if (!lcb_index_find_tag(section, tag, (char *)it->buffer[TEXT].bytes, &value)) return 0;
  uint32_t number = lcb_names_number(L, names, 2, value.text, value.size, &is_new);
  if (is_new) {
    append(L, it, texts, value.text, value.size);
    uint64_t end = it->buffer[texts].size;
    append(L, it, ends, &end, sizeof end);
  }
  return number;
}

static void read_tags(lua_State *L, Part *it, lcb_Reader *reader, lc_IndexGame *out) {
  lc_TagSection section = lcb_section(reader);
  reserve(L, it, 2, TEXT, section.size + 1);
  out->white = read_name(L, it, &section, "White", &it->names, LCB_PART_NAMES, LCB_PART_NAME_ENDS);
  out->black = read_name(L, it, &section, "Black", &it->names, LCB_PART_NAMES, LCB_PART_NAME_ENDS);
  out->event = read_name(L, it, &section, "Event", &it->events, LCB_PART_EVENTS, LCB_PART_EVENT_ENDS);
  lcb_index_read_tags(L, reader, (char *)it->buffer[TEXT].bytes, out);
}

/* Add an entry. The caller has made room. */
static inline void add_place(Part *it, const lc_Position *p, lc_IndexPlace place) {
  uint64_t hashes[2];
  Buffer *buffer = &it->buffer[LCB_PART_ENTRIES];
  lc_index_hashes(p, hashes);
  lc_IndexEntry entry = {hashes[0], hashes[1], lc_index_pack(place)};
  memcpy(buffer->bytes + buffer->size, &entry, sizeof entry);
  buffer->size += sizeof entry;
}

/* Add the positions of a mainline, from the beginning of its replay on. */
static void add_line(lua_State *L, Part *it, lc_Replay *replay, const lc_Start *start) {
  enum { SOME_MOVES = 512 };
  lc_Move moves[SOME_MOVES];
  lc_Position p = start->position;
  lc_IndexPlace place = {.game = it->games};
  bool is_within = start->code == LC_D_NONE;
  uint32_t ply = 0;
  while (!replay->is_over) {
    uint32_t before = replay->plies;
    int status = lc_replay_run(replay, lcb_cpu(), moves, SOME_MOVES);
    reserve(L, it, 2, LCB_PART_ENTRIES, (SOME_MOVES + 1) * sizeof(lc_IndexEntry));
    for (uint32_t i = 0; i < replay->plies - before; i++, ply++) {
      is_within = is_within && ply <= it->max_ply;
      if (!is_within) continue;
      place.ply = (uint16_t)ply;
      place.move = moves[i];
      add_place(it, &p, place);
      lc_position_play(&p, moves[i]);
    }
    if (status == LC_OK) break;
  }
  reserve(L, it, 2, LCB_PART_ENTRIES, sizeof(lc_IndexEntry));
  place.ply = (uint16_t)ply;
  place.move = LC_INDEX_NO_MOVE;
  if (is_within && ply <= it->max_ply) add_place(it, &p, place);
  if (start->code == LC_D_NONE && ply > it->max_ply) it->flags |= LC_INDEX_IS_CUT;
}

/* Add the positions of the game in the window in its detected dialect, if it has one. Then the entries of PGN are
** dropped: the part had `size` bytes of entries and these flags before. Returns whether a dialect reads all moves. */
static bool add_detected(lua_State *L, Part *it, lcb_Reader *reader, lc_Replay *replay, size_t size, uint32_t flags) {
  int top = lua_gettop(L);
  lc_Start start;
  lcb_Game *game = lcb_reader_push_game(L, reader);
  lcb_game_replay(L, game, lua_gettop(L), NULL);
  bool is_detected = game->is_detected;
  if (is_detected) {
    it->buffer[LCB_PART_ENTRIES].size = size;
    it->flags = flags;
    lcb_game_start(game, &start);
    lc_replay_begin(replay, game->text, game->size, 0, game->tags_end, game->dialect, game->tolerance, &start);
    add_line(L, it, replay, &start);
  }
  lua_settop(L, top);
  return is_detected && replay->code == LC_D_NONE;
}

/* How the mainline of a game was read. */
typedef enum Reading { READ_IN_PART, READ_IN_DIALECT, READ_AS_PGN } Reading;

/* Add the positions of the mainline. Returns its number of plies. */
static uint32_t add_places(lua_State *L, Part *it, lcb_Reader *reader, Reading *how) {
  const lc_Scan *scan = &reader->scan;
  const char *text = reader->window.bytes + scan->begin;
  size_t size = scan->at - scan->begin, tags = lcb_tags_size(scan), entries = it->buffer[LCB_PART_ENTRIES].size;
  uint32_t flags = it->flags;
  lc_Start start;
  lc_Replay replay;
  lc_start_find(text, scan->has_setup ? tags : 0, reader->tolerance, &start);
  lc_replay_begin(&replay, text, size, reader->window.room + LCB_PADDING - scan->at, tags, reader->dialect,
                  reader->tolerance, &start);
  add_line(L, it, &replay, &start);
  *how = replay.code == LC_D_NONE && start.code == LC_D_NONE ? READ_AS_PGN : READ_IN_PART;
  if (*how == READ_IN_PART && add_detected(L, it, reader, &replay, entries, flags)) *how = READ_IN_DIALECT;
  return replay.plies;
}

/* Add the game in the window of the Reader at stack index 1 to the part at index 2. */
static void add_game(lua_State *L, Part *it, lcb_Reader *reader) {
  const lc_Scan *scan = &reader->scan;
  lcb_Origin origin = lcb_window_place(&reader->window, scan->begin);
  size_t size = scan->at - scan->begin;
  unsigned char bytes[LC_INDEX_GAME];
  Reading how;
  lc_IndexGame game = {
      .offset = origin.offset, .size = (uint32_t)size, .line = origin.line > UINT32_MAX ? 0 : (uint32_t)origin.line,
      .column = origin.column > UINT16_MAX ? 0 : (uint16_t)origin.column,
      .sum = (uint32_t)lc_index_hash(reader->window.bytes + scan->begin, size, 0)};
  read_tags(L, it, reader, &game);
  uint32_t plies = add_places(L, it, reader, &how);
  game.plies = plies > UINT16_MAX ? UINT16_MAX : (uint16_t)plies;
  lc_index_put_game(&game, bytes);
  append(L, it, LCB_PART_GAMES, bytes, sizeof bytes);
  it->games++;
  if (how == READ_AS_PGN) return;
  append(L, it, LCB_PART_UNREAD, &it->games, sizeof it->games);
  if (how == READ_IN_PART) lcb_reader_report_errors(L, reader);
}

static int add_games(lua_State *L, lcb_Reader *reader, Part *it, lua_Integer most) {
  bool is_over = false;
  if (it->games == 0 && it->flags == 0) it->before = reader->games;
  for (lua_settop(L, 2); most > 0 && !is_full(it); lua_settop(L, 2), most--) {
    lua_Integer noted = reader->window.noted;
    lcb_reader_find(L, reader);
    if (reader->window.noted != noted || reader->window.lost > 0) it->flags |= LC_INDEX_HAS_STRAY;
    is_over = reader->state != LCB_HAS_GAME;
    if (is_over) break;
    if (reader->games != it->before + it->games + 1) it->flags |= LC_INDEX_HAS_STRAY;
    add_game(L, it, reader);
    reader->state = LCB_NEEDS_SPAN;
    if (reader->window.noted > LCB_MAX_DIAGNOSTICS - LCB_MAX_GAME_DIAGNOSTICS) most = 1;
  }
  if (reader->window.source.error) return lcb_fail_input(L);
  lua_pushboolean(L, is_over);
  lua_pushboolean(L, is_full(it));
  return 2;
}

/* core.indexing.add(reader, part, most): adds the next games of the reader, at most `most`. Returns whether the reader
** has no more games, and whether the part is full. Returns nil, message, code if reading failed. Returns early if the
** reader's list of diagnostics is nearly full. */
static int indexing_add(lua_State *L) {
  Part *it = luaL_checkudata(L, 2, LCB_INDEX_PART);
  lua_Integer most = luaL_checkinteger(L, 3);
  luaL_argcheck(L, !it->is_sorted, 2, "the part was taken and not cleared");
  lcb_Reader *reader = lcb_begin_reading(L);
  lcb_begin_use(L, &it->is_used);
  int results = add_games(L, reader, it, most);
  lcb_end_use(&reader->window.is_used, 0);
  return lcb_end_use(&it->is_used, results);
}

/* core.indexing.has_notes(reader): return whether the reader has diagnostics that were not taken. */
static int indexing_has_notes(lua_State *L) {
  const lcb_Reader *reader = lcb_check_open(L);
  lua_pushboolean(L, reader->window.noted > 0 || reader->window.lost > 0);
  return 1;
}

/* core.indexing.marks(reader): return the members of a compressed file that the reader has seen, as core.index_marks()
** does. */
static int indexing_marks(lua_State *L) {
  const lcb_Reader *reader = lcb_check_open(L);
  lcb_index_push_marks(L, &reader->window.source);
  return 1;
}

/* ---- the result ---- */

static bool is_empty(const Part *it) { return it->games == 0 && it->flags == 0; }

static void view(const Part *it, lcb_PartView *out) {
  *out = (lcb_PartView){.before = it->before, .flags = it->flags};
  for (unsigned i = 0; i < LCB_PART_SECTIONS; i++) {
    out->section[i] = (lcb_PartBytes){it->buffer[i].bytes, it->buffer[i].size};
  }
}

enum { HEAD = LC_INDEX_MARK + 16 + 8 * LCB_PART_SECTIONS };

/* Read the head of a part. Returns false if it does not have this version, or other sizes than the text. */
static bool parse(const unsigned char *bytes, size_t size, lcb_PartView *out) {
  if (size < HEAD || lc_index_read_mark(bytes) != LC_INDEX_GOOD) return false;
  const unsigned char *at = bytes + LC_INDEX_MARK;
  *out = (lcb_PartView){.before = lc_get64(at), .flags = lc_get32(at + 8)};
  size_t offset = HEAD;
  for (unsigned i = 0; i < LCB_PART_SECTIONS; i++) {
    uint64_t part = lc_get64(at + 16 + 8 * i);
    if (part > size - offset) return false;
    out->section[i] = (lcb_PartBytes){bytes + offset, (size_t)part};
    offset += (size_t)part;
  }
  return offset == size;
}

bool lcb_part_view(lua_State *L, int index, lcb_PartView *out) {
  Part *it = luaL_testudata(L, index, LCB_INDEX_PART);
  if (it) {
    lcb_begin_use(L, &it->is_used);
    sort(L, it, index);
    view(it, out);
    return true;
  }
  size_t size;
  const char *bytes = lcb_check_text(L, index, &size);
  return parse((const unsigned char *)bytes, size, out);
}

void lcb_part_release(lua_State *L, int index) {
  Part *it = luaL_testudata(L, index, LCB_INDEX_PART);
  if (it) it->is_used = false;
}

/***
Return the part as bytes, for a builder in another process.
@function IndexPart:take
@return string? bytes nil if there are no games and nothing was reported
@usage -- lua/lucena/index/writing.lua calls this function
*/
static int part_take(lua_State *L) {
  unsigned char head[HEAD];
  lcb_PartView part;
  if (is_empty(self(L))) return lua_pushnil(L), 1;
  if (!lcb_part_view(L, 1, &part)) return 0; /* not reached: only bytes can be no part */
  lc_index_put_mark(head);
  lc_put64(head + LC_INDEX_MARK, part.before);
  lc_put64(head + LC_INDEX_MARK + 8, part.flags);
  size_t size = HEAD;
  for (unsigned i = 0; i < LCB_PART_SECTIONS; i++) {
    lc_put64(head + LC_INDEX_MARK + 16 + 8 * i, part.section[i].size);
    size += part.section[i].size;
  }
  luaL_Buffer b;
  char *out = luaL_buffinitsize(L, &b, size);
  memcpy(out, head, HEAD);
  out += HEAD;
  for (unsigned i = 0; i < LCB_PART_SECTIONS; i++) {
    if (part.section[i].size > 0) memcpy(out, part.section[i].bytes, part.section[i].size);
    out += part.section[i].size;
  }
  lcb_part_release(L, 1);
  luaL_pushresultsize(&b, size);
  return 1;
}

/***
Remove all games, to add others.
@function IndexPart:clear
@usage -- lua/lucena/index/writing.lua calls this function
*/
static int part_clear(lua_State *L) {
  Part *it = self(L);
  lcb_refuse_finalizer(L, it->is_used);
  for (unsigned i = 0; i < BUFFERS; i++) it->buffer[i].size = 0;
  lcb_names_clear(&it->names);
  lcb_names_clear(&it->events);
  it->games = it->flags = 0;
  it->is_sorted = false;
  return 0;
}

/***
Record that something outside the games was reported.
@function IndexPart:mark_stray
@usage -- lua/lucena/index/writing.lua calls this function
*/
static int part_mark_stray(lua_State *L) {
  self(L)->flags |= LC_INDEX_HAS_STRAY;
  return 0;
}

static int get_is_empty(lua_State *L) { return lua_pushboolean(L, is_empty(self(L))), 1; }

static const luaL_Reg part_methods[] = {{"clear", part_clear}, {"mark_stray", part_mark_stray}, {"take", part_take},
                                        {NULL, NULL}};
static const luaL_Reg part_getters[] = {{"is_empty", get_is_empty}, {NULL, NULL}};
static const luaL_Reg indexing_functions[] = {{"add", indexing_add}, {"has_notes", indexing_has_notes},
                                              {"marks", indexing_marks},
                                               {NULL, NULL}};

void lcb_open_index_part(lua_State *L) {
  static const lcb_Class class = {.name = LCB_INDEX_PART, .methods = {part_methods}, .getters = {part_getters}};
  static const luaL_Reg *const lists[] = {indexing_functions, NULL};
  static const luaL_Reg functions[] = {{"index_part", part_new}, {NULL, NULL}};
  lcb_class(L, &class);
  lua_setfield(L, -2, "IndexPart");
  lcb_internals(L, LCB_READER, "indexing", lists);
  lcb_functions(L, functions);
}
