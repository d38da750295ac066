/*
** keys - lucena.Keys: finds duplicate games, for lua/lucena/dedup.lua.
**
** Each game is reduced to a string of bytes (csrc/match/keys.h), and games with the same string are equal. The string
** has the moves of the mainline (two bytes per ply), text that the caller wants to compare, and the start position,
** unless it is the initial one. The string also has the sizes of these parts. So games that differ in any part never
** have the same string. The moves are replayed directly into the memory where a new string is stored.
*/
#include <string.h>
#include <time.h>

#include "../match/key_set.h"
#include "game.h"
#include "memory.h"

typedef struct Keys {
  lc_KeySet set;
  uint32_t plies; /* number of plies to compare */
  bool takes_all;
  bool is_closed; /* the garbage collector has freed the strings */
} Keys;

/* The parts of a game's string after its moves. */
typedef struct KeyTail {
  const char *more;
  size_t more_size;
  bool has_start;
  uint64_t start[LC_IDENTITY_WORDS];
} KeyTail;

/* The replay needs room for one move per byte of the text, plus this number of moves. */
enum { SPARE_MOVES = 64 };
enum { SMALL_STRING = 1 << 13 }; /* bytes of a string that is made on the C stack */

static uint32_t check_plies(lua_State *L, int index) {
  lua_Integer plies = luaL_optinteger(L, index, UINT32_MAX);
  if (plies < 1 || plies > UINT32_MAX) lcb_bad_number(L, index, "number of plies");
  return (uint32_t)plies;
}

/* Finalizers of other objects may use a Keys that the garbage collector has closed. */
static Keys *self(lua_State *L) {
  Keys *box = lcb_self(L);
  if (box->is_closed) luaL_error(L, "the keys are closed");
  return box;
}

/* Return memory for a string of up to `size` bytes: see lc_key_set_draft(). */
static char *draft(lua_State *L, Keys *box, size_t size) {
  lc_Memory memory = lcb_memory(L);
  char *out = lc_key_set_draft(&memory, &box->set, size);
  if (!out && lc_key_set_is_full(&box->set)) luaL_error(L, "too many strings to compare");
  if (!out) lcb_no_memory(L);
  return out;
}

/***
Create a set that finds equal games: games with the same moves from the same start.
@function core.keys
@param takes_all boolean also compare games with unreadable moves, up to the first one, and games without moves that
  start from the initial position
@param plies? integer compare only the first N plies
@return Keys
@usage local keys = require("lucena.core").keys(false); keys:add(1, chess.game "1. e4 *")
  return keys:add(2, chess.game "1. e4 {x} 1-0")  --> 1
*/
static int keys_new(lua_State *L) {
  luaL_checktype(L, 1, LUA_TBOOLEAN);
  uint32_t plies = check_plies(L, 2);
  Keys *box = lua_newuserdatauv(L, sizeof *box, 0);
  uint64_t seed = (uint64_t)(uintptr_t)box * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)time(NULL);
  *box = (Keys){.set = lc_key_set(seed), .plies = plies, .takes_all = lua_toboolean(L, 1)};
  luaL_setmetatable(L, LCB_KEYS);
  return 1;
}

static int keys_gc(lua_State *L) {
  Keys *box = lcb_self(L);
  lc_Memory memory = lcb_memory(L);
  lc_key_set_free(&memory, &box->set);
  box->is_closed = true;
  return 0;
}

/* ---- a game's string ---- */

/* A game whose string is being made. */
typedef struct KeyGame {
  lcb_Game *game;
  int index; /* of the Game on the stack */
  lcb_Mainline line;
  KeyTail tail;
  size_t room; /* number of moves that the memory for the string must have room for */
} KeyGame;

/* The tail of a string has `more`, the string at this stack index, or nothing. */
static void find_tail(lua_State *L, int more, const lcb_Game *game, const lc_Start *start, KeyTail *out) {
  out->more = lua_tolstring(L, more, &out->more_size);
  out->has_start = false;
  if (!game->has_setup) return;
  lc_Position initial;
  lc_position_start(&initial);
  out->has_start = !lc_position_equal(&start->position, &initial);
  if (out->has_start) lc_position_identity(&start->position, out->start);
}

static size_t put_tail(char *out, const KeyTail *tail, uint32_t plies) {
  uint32_t sizes[2] = {plies, (uint32_t)tail->more_size};
  size_t at = 0;
  if (tail->more_size) memcpy(out, tail->more, tail->more_size);
  at += tail->more_size;
  if (tail->has_start) {
    memcpy(out + at, tail->start, sizeof tail->start);
    at += sizeof tail->start;
  }
  memcpy(out + at, sizes, sizeof sizes);
  return at + sizeof sizes;
}

/* Begin the string of the Game at stack index `index`. Returns the number of bytes that its memory needs. */
static size_t begin_string(lua_State *L, int index, int more, KeyGame *out) {
  lc_Start start;
  out->game = lcb_check_game(L, index);
  out->index = index;
  lcb_mainline_begin(L, out->game, index, &out->line, &start);
  find_tail(L, more, out->game, &start, &out->tail);
  if (out->line.tree) lcb_game_replay(L, out->game, index, NULL);
  out->room = (out->line.tree ? out->game->plies : out->game->size) + SPARE_MOVES;
  return out->room * sizeof(lc_Move) + out->tail.more_size + sizeof out->tail.start + 2 * sizeof(uint32_t);
}

/* Report whether a finalizer has added moves to the game, so that its string needs more room. Then begin it again. */
static bool needs_more(lua_State *L, int index, int more, KeyGame *key, size_t *room) {
  size_t before = *room;
  if (key->game->is_edited) *room = begin_string(L, index, more, key);
  return *room > before;
}

/* Write the string. Returns its size; 0 if the game is not compared. */
static size_t finish_string(lua_State *L, KeyGame *key, char *out, bool takes_all, uint32_t plies) {
  lcb_Mainline *line = &key->line;
  size_t count = lcb_mainline_next(line, (lc_Move *)(void *)out, key->room);
  bool is_whole = line->tree ? key->game->rest == SIZE_MAX : line->replay.code == LC_D_NONE;
  bool says_nothing = count == 0 && !key->tail.has_start && key->tail.more_size == 0;
  lcb_mainline_end(L, key->game, key->index, line);
  if (!takes_all && (!is_whole || says_nothing)) return 0;
  if (count > plies) count = plies;
  size_t size = count * sizeof(lc_Move);
  return size + put_tail(out + size, &key->tail, (uint32_t)count);
}

static void check_more(lua_State *L, int index) {
  if (!lua_isnoneornil(L, index)) luaL_checktype(L, index, LUA_TSTRING);
}

/***
Return the string by which games are compared. Another process can add it to its own set.
@function core.game_key
@param game Game
@param takes_all boolean as for core.keys
@param plies? integer as for core.keys
@param more? string data that must be equal too
@return string? key nil if the game is not compared
@usage local core = require("lucena.core")
  return core.game_key(chess.game "1. e4 *", false) == core.game_key(chess.game "1. e4 {x} 1-0", false)  --> true
*/
static int core_game_key(lua_State *L) {
  KeyGame key;
  uint64_t little[SMALL_STRING / sizeof(uint64_t)];
  luaL_checktype(L, 2, LUA_TBOOLEAN);
  uint32_t plies = check_plies(L, 3);
  check_more(L, 4);
  lua_settop(L, 4);
  size_t room = begin_string(L, 1, 4, &key);
  char *memory = room <= sizeof little ? (char *)little : lua_newuserdatauv(L, room, 0);
  while (needs_more(L, 1, 4, &key, &room)) memory = lua_newuserdatauv(L, room, 0);
  size_t size = finish_string(L, &key, memory, lua_toboolean(L, 2), plies);
  if (size == 0) return lua_pushnil(L), 1;
  lua_pushlstring(L, memory, size);
  return 1;
}

/***
Add a game, or the string that core.game_key() has returned for it.
@function Keys:add
@param number integer the game's number, 1 to 4294967295
@param game Game|string
@param more? string data that must be equal too, with a Game
@return integer? same number of the first equal game; nil if the game is new or is not compared
@usage require("lucena.core").keys(false):add(1, chess.game "1. e4 *")  --> nil
*/
static int keys_add(lua_State *L) {
  Keys *box = self(L);
  lua_Integer number = luaL_checkinteger(L, 2);
  if (number < 1 || number > UINT32_MAX) lcb_bad_number(L, 2, "number from 1 to 4294967295");
  check_more(L, 4);
  lua_settop(L, 4);
  size_t size;
  if (lua_type(L, 3) == LUA_TSTRING) {
    const char *string = lua_tolstring(L, 3, &size);
    memcpy(draft(L, box, size), string, size);
  } else {
    KeyGame key;
    size_t room = begin_string(L, 3, 4, &key);
    char *memory = draft(L, box, room);
    while (needs_more(L, 3, 4, &key, &room)) memory = draft(L, box, room);
    size = finish_string(L, &key, memory, box->takes_all, box->plies);
  }
  lua_Integer first = size > 0 ? lc_keys_add(&box->set.keys, size, (uint32_t)number) : number;
  if (first == number) return lua_pushnil(L), 1;
  lua_pushinteger(L, first);
  return 1;
}

/***
Return a checksum of a text, to detect changes when it is read again. Different texts may have the same checksum, so it
can prove a change, but not equality. Other versions of Lucena may compute another number.
@function core.checksum
@param text string
@return integer
@usage return require("lucena.core").checksum("e4") == require("lucena.core").checksum("e5")  --> false
*/
static int core_checksum(lua_State *L) {
  size_t size;
  const char *text = lcb_check_text(L, 1, &size);
  uint64_t sum = size;
  for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
    uint64_t word = 0;
    memcpy(&word, text + at, size - at < sizeof word ? size - at : sizeof word);
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    sum ^= sum >> 29;
  }
  lua_pushinteger(L, (lua_Integer)sum);
  return 1;
}

/***
Return the 64-bit FNV-1a hash of a text. It never changes, so it can be stored, and other programs can compute it.
@function core.fnv
@param text string
@return integer
@usage return ("%016x"):format(require("lucena.core").fnv "a")  --> af63dc4c8601ec8c
*/
static int core_fnv(lua_State *L) {
  size_t size;
  const char *text = lcb_check_text(L, 1, &size);
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (size_t at = 0; at < size; at++) {
    hash = (hash ^ (unsigned char)text[at]) * UINT64_C(0x100000001b3);
  }
  lua_pushinteger(L, (lua_Integer)hash);
  return 1;
}

static const luaL_Reg keys_methods[] = {{"add", keys_add}, {NULL, NULL}};
static const luaL_Reg keys_metamethods[] = {{"__gc", keys_gc}, {NULL, NULL}};
static const luaL_Reg keys_functions[] = {{"checksum", core_checksum}, {"fnv", core_fnv}, {"game_key", core_game_key},
                                          {"keys", keys_new}, {NULL, NULL}};

void lcb_open_keys(lua_State *L) {
  static const lcb_Class class = {.name = LCB_KEYS, .methods = {keys_methods}, .metamethods = keys_metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "Keys");
  lcb_functions(L, keys_functions);
}
