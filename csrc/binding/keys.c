/*
** keys - lucena.Keys: finds duplicate games, for lua/lucena/dedup.lua.
**
** Each game is reduced to a string of bytes (csrc/match/keys.h), and games with the same string are equal. The string
** has the moves of the mainline (two bytes per ply), text that the caller wants to compare, and the start position,
** unless it is the initial one. The string also has the sizes of these parts. So games that differ in any part never
** have the same string. The moves are replayed directly into the memory where a new string is stored.
*/
#include "../match/keys.h"

#include <string.h>
#include <time.h>

#include "game.h"

/* User values of a Keys. */
enum { KEYS_ENTRIES = 1, KEYS_BLOCKS, KEYS_BLOCK_LIST, KEYS_VALUES = KEYS_BLOCK_LIST };

typedef struct Keys {
  lc_Keys keys;
  uint32_t block_room; /* number of block pointers that fit into KEYS_BLOCKS */
  uint32_t plies;      /* number of plies to compare */
  bool takes_all;
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
enum { FIRST_ROOM = 1 << 12, FIRST_BLOCKS = 16 };

static Keys *self(lua_State *L) { return lcb_self(L); }

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
  lua_Integer plies = luaL_optinteger(L, 2, UINT32_MAX);
  luaL_argcheck(L, plies > 0 && plies <= UINT32_MAX, 2, "no number of plies");
  Keys *box = lua_newuserdatauv(L, sizeof *box, KEYS_VALUES);
  memset(box, 0, sizeof *box);
  box->plies = (uint32_t)plies;
  box->takes_all = lua_toboolean(L, 1);
  box->keys.seed = (uint64_t)(uintptr_t)box * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)time(NULL);
  luaL_setmetatable(L, LCB_KEYS);
  lua_newtable(L);
  lua_setiuservalue(L, -2, KEYS_BLOCK_LIST);
  return 1;
}

/* ---- allocating memory ---- */

static void grow_table(lua_State *L, Keys *box, int index) {
  uint32_t room = box->keys.room ? 2 * box->keys.room : FIRST_ROOM;
  if (room == 0) luaL_error(L, "too many games to compare");
  lc_KeyEntry *entries = lua_newuserdatauv(L, room * sizeof *entries, 0);
  lc_keys_move(&box->keys, entries, room);
  lua_setiuservalue(L, index, KEYS_ENTRIES);
}

static void add_block(lua_State *L, Keys *box, int index, size_t size) {
  lc_Keys *keys = &box->keys;
  if (keys->block_count == LC_KEY_BLOCKS) luaL_error(L, "too many games to compare");
  if (keys->block_count == box->block_room) {
    uint32_t room = box->block_room ? 2 * box->block_room : FIRST_BLOCKS;
    uint64_t **blocks = lua_newuserdatauv(L, room * sizeof *blocks, 0);
    if (keys->block_count) memcpy(blocks, keys->blocks, keys->block_count * sizeof *blocks);
    keys->blocks = blocks;
    box->block_room = room;
    lua_setiuservalue(L, index, KEYS_BLOCKS);
  }
  size_t words = lc_keys_words(size);
  lua_getiuservalue(L, index, KEYS_BLOCK_LIST);
  uint64_t *block = lua_newuserdatauv(L, words * sizeof *block, 0);
  lua_rawseti(L, -2, (lua_Integer)keys->block_count + 1);
  lua_pop(L, 1);
  lc_keys_add_block(keys, block, words);
}

/* Return memory for up to `moves` moves of the next game. The Keys is at stack index `index`. */
static lc_Move *draft(lua_State *L, Keys *box, int index, size_t moves, const KeyTail *tail) {
  char *out;
  size_t size = moves * sizeof(lc_Move) + tail->more_size + sizeof tail->start + 2 * sizeof(uint32_t);
  while (lc_keys_is_full(&box->keys)) grow_table(L, box, index);
  while (!(out = lc_keys_draft(&box->keys, size))) add_block(L, box, index, size);
  return (lc_Move *)(void *)out;
}

/* ---- a game's string ---- */

static void find_tail(lua_State *L, const lcb_Game *game, const lc_Start *start, KeyTail *out) {
  out->more = lua_tolstring(L, 4, &out->more_size);
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

/* Add a game whose moves have been stored. Returns the number of the first equal game, or `number` if there is none. */
static uint32_t add(Keys *box, lc_Move *moves, size_t count, const KeyTail *tail, uint32_t number) {
  if (count > box->plies) count = box->plies;
  size_t size = count * sizeof *moves;
  size += put_tail((char *)moves + size, tail, (uint32_t)count);
  return lc_keys_add(&box->keys, size, number);
}

/***
Add a game.
@function Keys:add
@param number integer the game's number, 1 to 4294967295
@param game Game
@param more? string data that must be equal too
@return integer? same number of the first equal game; nil if the game is new or is not compared
@usage require("lucena.core").keys(false):add(1, chess.game "1. e4 *")  --> nil
*/
static int keys_add(lua_State *L) {
  Keys *box = self(L);
  lua_Integer number = luaL_checkinteger(L, 2);
  luaL_argcheck(L, number > 0 && number <= UINT32_MAX, 2, "a number from 1 to 4294967295");
  lcb_Game *game = lcb_check_game(L, 3);
  if (!lua_isnoneornil(L, 4)) luaL_checktype(L, 4, LUA_TSTRING);
  lua_settop(L, 4);
  lcb_Mainline line;
  lc_Start start;
  KeyTail tail;
  lcb_mainline_begin(L, game, 3, &line, &start);
  find_tail(L, game, &start, &tail);
  if (line.tree) lcb_game_replay(L, game, 3, NULL);
  size_t room = (line.tree ? game->plies : game->size) + SPARE_MOVES;
  lc_Move *moves = draft(L, box, 1, room, &tail);
  size_t count = lcb_mainline_next(&line, moves, room);
  bool is_whole = line.tree ? game->rest == SIZE_MAX : line.replay.code == LC_D_NONE;
  bool says_nothing = count == 0 && !tail.has_start && tail.more_size == 0;
  lua_Integer first = number;
  if (box->takes_all || (is_whole && !says_nothing)) first = add(box, moves, count, &tail, (uint32_t)number);
  lcb_mainline_end(L, game, 3, &line);
  if (first == number) return lua_pushnil(L), 1;
  lua_pushinteger(L, first);
  return 1;
}

/***
Return a checksum of a text, to detect changes when it is read again. Different texts may have the same checksum, so it
can prove a change, but not equality. Other builds of Lucena may compute another number.
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
static const luaL_Reg keys_functions[] = {{"checksum", core_checksum}, {"fnv", core_fnv}, {"keys", keys_new}, {NULL, NULL}};

void lcb_open_keys(lua_State *L) {
  static const lcb_Class class = {.name = LCB_KEYS, .methods = {keys_methods}};
  lcb_class(L, &class);
  lua_setfield(L, -2, "Keys");
  lcb_functions(L, keys_functions);
}
