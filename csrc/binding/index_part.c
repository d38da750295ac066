/*
** index_part - lucena.IndexPart: the entries of consecutive games (csrc/index/part.h), before an IndexBuilder adds them
** to an index.
**
** core.indexing.add() takes the games that a Reader finds, without creating Games. Each game is replayed. When the part
** is full, the caller hands it to a builder and clears it. So the memory does not grow with the number of games.
*/
#include "index_part.h"

#include <string.h>
#include <time.h>

#include "../index/entry.h"
#include "../notation/codes.h"
#include "grow.h"
#include "memory.h"

/* User values: a buffer for text. */
enum { TEXT = 1, VALUES = TEXT };

typedef struct Part {
  lc_GamesPart core;
  char *text; /* values of tags */
  size_t text_room;
  bool is_closed; /* the garbage collector has freed the games */
  bool is_used;   /* a method is running: see lcb_begin_use() */
} Part;

/* Finalizers of other objects may use a part that the garbage collector has closed. */
static Part *check_part(lua_State *L, int index) {
  Part *it = luaL_checkudata(L, index, LCB_INDEX_PART);
  if (it->is_closed) luaL_error(L, "the part is closed");
  return it;
}

static Part *self(lua_State *L) { return check_part(L, 1); }

/* Raise the error of an allocation that failed, unless it succeeded. */
static void check_memory(lua_State *L, bool is_done) {
  if (!is_done) lcb_no_memory(L);
}

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
  luaL_argcheck(L, memory >= LC_INDEX_LEAST_MEMORY, 1, "less than 1 MiB");
  luaL_argcheck(L, max_ply >= 0 && max_ply <= LC_INDEX_MAX_PLY, 2, "a ply from 0 to 65535");
  lua_settop(L, 2);
  Part *it = lua_newuserdatauv(L, sizeof *it, VALUES);
  memset(it, 0, sizeof *it);
  uint64_t seed = (uint64_t)(uintptr_t)it * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)time(NULL);
  lc_part_init(&it->core, (uint64_t)memory < SIZE_MAX ? (size_t)memory : SIZE_MAX, (uint32_t)max_ply, seed);
  luaL_setmetatable(L, LCB_INDEX_PART);
  return 1;
}

static int part_gc(lua_State *L) {
  Part *it = luaL_checkudata(L, 1, LCB_INDEX_PART);
  lc_Memory memory = lcb_memory(L);
  lc_part_free(&memory, &it->core);
  it->is_closed = true;
  return 0;
}

/* ---- a game ---- */

/* Return the number of a tag's value; 0 if there is no such tag. */
static uint32_t read_name(lua_State *L, Part *it, const lc_TagSection *section, const char *tag, lc_PartSection names) {
  lc_EntryText value;
  uint32_t number = 0;
  lc_Memory memory = lcb_memory(L);
  if (!lc_entry_find_tag(section, tag, it->text, &value)) return 0;
  check_memory(L, lc_part_add_name(&memory, &it->core, names, value.text, value.size, &number));
  return number;
}

/* Return the outcome of a game whose movetext must be read to find it. The Reader is at stack index 1. */
static uint8_t unusual_outcome(lua_State *L, lcb_Reader *reader) {
  lcb_push_function(L, "lucena.result", "of");
  lcb_reader_push_game(L, reader);
  lua_call(L, 1, 1);
  size_t size;
  const char *text = lua_tolstring(L, -1, &size);
  uint8_t outcome = text ? lc_entry_outcome(lc_result_of(text, size)) : LC_WINNER_NONE;
  lua_pop(L, 1);
  return outcome;
}

static void read_tags(lua_State *L, Part *it, lcb_Reader *reader, lc_IndexGame *out) {
  lc_TagSection section = lcb_section(reader);
  LCB_GROW(L, 2, TEXT, it->text, 0, it->text_room, section.size + 1)
  out->white = read_name(L, it, &section, "White", LC_PART_NAMES);
  out->black = read_name(L, it, &section, "Black", LC_PART_NAMES);
  out->event = read_name(L, it, &section, "Event", LC_PART_EVENTS);
  if (!lc_entry_read_tags(&section, (lc_Result)reader->scan.result, it->text, out))
    out->outcome = unusual_outcome(L, reader);
}

/* Add the positions of a mainline, from the beginning of its replay on. */
static void add_line(lua_State *L, Part *it, lc_Replay *replay, const lc_Start *start) {
  lc_Memory memory = lcb_memory(L);
  check_memory(L, lc_part_add_line(&memory, &it->core, lcb_cpu(), replay, start));
}

/* Add the positions of the game in the window in its detected dialect, if it has one. Then the entries of PGN are
** dropped: those after `mark`. Returns whether a dialect reads all moves. */
static bool add_detected(lua_State *L, Part *it, lcb_Reader *reader, lc_Replay *replay, lc_PartMark mark) {
  int top = lua_gettop(L);
  lc_Start start;
  lcb_Game *game = lcb_reader_push_game(L, reader);
  lcb_game_replay(L, game, lua_gettop(L), NULL);
  bool is_detected = game->is_detected;
  if (is_detected) {
    lc_part_go_back(&it->core, mark);
    lcb_game_start(game, &start);
    lcb_game_begin_replay(game, &start, replay);
    add_line(L, it, replay, &start);
  }
  lua_settop(L, top);
  return is_detected && replay->code == LC_D_NONE;
}

/* How the mainline of a game was read. */
typedef enum Reading { READ_IN_PART, READ_IN_DIALECT, READ_AS_PGN } Reading;

/* Add the positions of the mainline. Returns its number of plies. */
static uint32_t add_places(lua_State *L, Part *it, lcb_Reader *reader, Reading *how) {
  lc_PartMark mark = lc_part_mark(&it->core);
  lc_Start start;
  lc_Replay replay;
  lcb_reader_begin_replay(reader, &start, &replay);
  add_line(L, it, &replay, &start);
  *how = replay.code == LC_D_NONE && start.code == LC_D_NONE ? READ_AS_PGN : READ_IN_PART;
  if (*how == READ_IN_PART && add_detected(L, it, reader, &replay, mark)) *how = READ_IN_DIALECT;
  return replay.plies;
}

/* Add the game in the window of the Reader at stack index 1 to the part at index 2. */
static void add_game(lua_State *L, Part *it, lcb_Reader *reader) {
  const lc_Scan *scan = &reader->scan;
  lcb_Origin origin = lcb_window_place(&reader->window, scan->begin);
  size_t size = scan->at - scan->begin;
  lc_Memory memory = lcb_memory(L);
  Reading how;
  lc_IndexGame game = {
      .offset = origin.offset, .size = (uint32_t)size, .line = origin.line > UINT32_MAX ? 0 : (uint32_t)origin.line,
      .column = origin.column > UINT16_MAX ? 0 : (uint16_t)origin.column,
      .sum = (uint32_t)lc_index_hash(reader->window.bytes + scan->begin, size, 0)};
  read_tags(L, it, reader, &game);
  uint32_t plies = add_places(L, it, reader, &how);
  game.plies = plies > UINT16_MAX ? UINT16_MAX : (uint16_t)plies;
  check_memory(L, lc_part_add_game(&memory, &it->core, &game, how != READ_AS_PGN));
  if (how == READ_IN_PART) lcb_reader_report_errors(L, reader);
}

static int add_games(lua_State *L, lcb_Reader *reader, Part *it, lua_Integer most) {
  bool is_over = false;
  if (lc_part_is_empty(&it->core)) it->core.before = reader->games;
  for (lua_settop(L, 2); most > 0 && !lc_part_is_full(&it->core); lua_settop(L, 2), most--) {
    lua_Integer noted = reader->window.noted;
    lcb_reader_find(L, reader);
    if (reader->window.noted != noted || reader->window.lost > 0) it->core.flags |= LC_INDEX_HAS_STRAY;
    is_over = reader->state != LCB_HAS_GAME;
    if (is_over) break;
    if (reader->games != it->core.before + it->core.games + 1) it->core.flags |= LC_INDEX_HAS_STRAY;
    add_game(L, it, reader);
    reader->state = LCB_NEEDS_SPAN;
    if (reader->window.noted > LCB_MAX_DIAGNOSTICS - LCB_MAX_GAME_DIAGNOSTICS) most = 1;
  }
  if (reader->window.source.error) return lcb_fail_input(L);
  lua_pushboolean(L, is_over);
  lua_pushboolean(L, lc_part_is_full(&it->core));
  return 2;
}

/* core.indexing.add(reader, part, most): adds the next games of the reader, at most `most`. Returns whether the reader
** has no more games, and whether the part is full. Returns nil, message, code if reading failed. Returns early if the
** reader's list of diagnostics is nearly full. */
static int indexing_add(lua_State *L) {
  Part *it = check_part(L, 2);
  lua_Integer most = luaL_checkinteger(L, 3);
  luaL_argcheck(L, !it->core.is_sorted, 2, "the part was taken and not cleared");
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

bool lcb_part_view(lua_State *L, int index, lc_PartView *out) {
  if (luaL_testudata(L, index, LCB_INDEX_PART)) {
    Part *it = check_part(L, index);
    lc_Memory memory = lcb_memory(L);
    lcb_begin_use(L, &it->is_used);
    check_memory(L, lc_part_view(&memory, &it->core, out));
    return true;
  }
  size_t size;
  const char *bytes = lcb_check_text(L, index, &size);
  return lc_part_read((const unsigned char *)bytes, size, out);
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
  lc_PartView part;
  if (lc_part_is_empty(&self(L)->core)) return lua_pushnil(L), 1;
  if (!lcb_part_view(L, 1, &part)) return 0; /* not reached: only bytes can be no part */
  luaL_Buffer b;
  size_t size = lc_part_size(&part);
  lc_part_put(&part, (unsigned char *)luaL_buffinitsize(L, &b, size));
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
  lc_Memory memory = lcb_memory(L);
  lc_part_clear(&memory, &it->core);
  return 0;
}

/***
Record that something outside the games was reported.
@function IndexPart:mark_stray
@usage -- lua/lucena/index/writing.lua calls this function
*/
static int part_mark_stray(lua_State *L) {
  self(L)->core.flags |= LC_INDEX_HAS_STRAY;
  return 0;
}

static int get_is_empty(lua_State *L) { return lua_pushboolean(L, lc_part_is_empty(&self(L)->core)), 1; }

static const luaL_Reg part_methods[] = {{"clear", part_clear}, {"mark_stray", part_mark_stray}, {"take", part_take},
                                        {NULL, NULL}};
static const luaL_Reg part_getters[] = {{"is_empty", get_is_empty}, {NULL, NULL}};
static const luaL_Reg indexing_functions[] = {{"add", indexing_add}, {"has_notes", indexing_has_notes},
                                              {"marks", indexing_marks}, {NULL, NULL}};
static const luaL_Reg part_metamethods[] = {{"__gc", part_gc}, {NULL, NULL}};

void lcb_open_index_part(lua_State *L) {
  static const lcb_Class class = {.name = LCB_INDEX_PART,
                                  .methods = {part_methods},
                                  .getters = {part_getters},
                                  .metamethods = part_metamethods};
  static const luaL_Reg *const lists[] = {indexing_functions, NULL};
  static const luaL_Reg functions[] = {{"index_part", part_new}, {NULL, NULL}};
  lcb_class(L, &class);
  lua_setfield(L, -2, "IndexPart");
  lcb_internals(L, LCB_READER, "indexing", lists);
  lcb_functions(L, functions);
}
