/*
** index_entries - the entries of games in an index.
*/
#include <string.h>

#include "../match/value.h"
#include "../notation/codes.h"
#include "index_file.h"
#include "interrupt.h"

/* Set a field to text `number` of a part, from 1; to nothing for 0. Returns false on failure. */
static bool set_text(lua_State *L, lcb_Index *it, const char *field, lc_IndexPart part, lc_IndexPart ends,
                     uint32_t number) {
  size_t size;
  if (number == 0) return true;
  const char *text = lcb_index_get_text(L, it, 1, part, ends, number, &size);
  if (!text) return false;
  lua_pushlstring(L, text, size);
  lua_setfield(L, -2, field);
  return true;
}

static void set_date(lua_State *L, uint32_t date) {
  char text[] = "????.??.??";
  if (date == 0) return;
  uint32_t parts[3] = {date / 10000, date / 100 % 100, date % 100};
  static const unsigned at[3] = {3, 6, 9};
  for (unsigned i = 0; i < 3; i++) {
    for (unsigned digit = 0; parts[i] > 0 && digit < (i ? 2 : 4); digit++) {
      text[at[i] - digit] = (char)('0' + parts[i] % 10);
      parts[i] /= 10;
      if (parts[i] == 0) {
        for (digit++; digit < (i ? 2 : 4); digit++) text[at[i] - digit] = '0';
      }
    }
  }
  lua_pushlstring(L, text, sizeof text - 1);
  lua_setfield(L, -2, "date");
}

/***
Return the entry of a game.
@function IndexFile:game
@param number integer from 1
@return table? entry number, offset, size, line, column, plies; and white, black, event, white_elo, black_elo, date,
  eco, result, as far as the game has them
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_game(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  lua_Integer number = luaL_checkinteger(L, 2);
  lc_IndexGame game;
  size_t size;
  luaL_argcheck(L, number > 0 && (uint64_t)number <= it->file.head.games, 2, "the number of a game");
  if (!lc_index_get_game(&it->file, (uint64_t)number - 1, &game)) return lcb_index_fail(L, 1, it);
  lua_createtable(L, 0, 16);
  lcb_set_integer(L, "number", (uint64_t)number);
  lcb_set_integer(L, "offset", game.offset);
  lcb_set_integer(L, "size", game.size);
  lcb_set_integer(L, "line", game.line);
  lcb_set_integer(L, "column", game.column);
  lcb_set_integer(L, "plies", game.plies);
  if (game.rating[0]) lcb_set_integer(L, "white_elo", game.rating[0]);
  if (game.rating[1]) lcb_set_integer(L, "black_elo", game.rating[1]);
  set_date(L, game.date);
  if (game.sign) {
    const char *sign = lc_result_text(game.sign < LC_RESULT_COUNT ? game.sign : LC_RESULT_NONE, &size);
    lua_pushlstring(L, sign, size);
    lua_setfield(L, -2, "result");
  }
  if (game.eco[0]) {
    const char *end = memchr(game.eco, 0, sizeof game.eco);
    lua_pushlstring(L, game.eco, end ? (size_t)(end - game.eco) : sizeof game.eco);
    lua_setfield(L, -2, "eco");
  }
  bool is_read = set_text(L, it, "white", LC_INDEX_NAMES, LC_INDEX_NAME_ENDS, game.white) &&
                 set_text(L, it, "black", LC_INDEX_NAMES, LC_INDEX_NAME_ENDS, game.black) &&
                 set_text(L, it, "event", LC_INDEX_EVENTS, LC_INDEX_EVENT_ENDS, game.event);
  return is_read ? 1 : lcb_index_fail(L, 1, it);
}

/***
Report whether a text is that of a game.
@function IndexFile:is_text
@param number integer
@param text string
@return boolean? is_same
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_is_text(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  lua_Integer number = luaL_checkinteger(L, 2);
  size_t size;
  const char *text = lcb_check_text(L, 3, &size);
  lc_IndexGame game;
  luaL_argcheck(L, number > 0 && (uint64_t)number <= it->file.head.games, 2, "the number of a game");
  if (!lc_index_get_game(&it->file, (uint64_t)number - 1, &game)) return lcb_index_fail(L, 1, it);
  return lcb_return_boolean(L, size == game.size && (uint32_t)lc_index_hash(text, size, 0) == game.sum);
}

/***
Return where a game is. Unlike game(), this reads no names.
@function IndexFile:spot
@param number integer from 1
@return integer? offset
@return integer|string size; or the error's message
@return integer|string line 0 if the index does not have it; or the error's code
@return integer? column 0 if the index does not have it
@usage -- lua/lucena/index/search.lua calls this function
*/
static int index_spot(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  lua_Integer number = luaL_checkinteger(L, 2);
  lc_IndexGame game;
  luaL_argcheck(L, number > 0 && (uint64_t)number <= it->file.head.games, 2, "the number of a game");
  if (!lc_index_get_game(&it->file, (uint64_t)number - 1, &game)) return lcb_index_fail(L, 1, it);
  lua_pushinteger(L, (lua_Integer)game.offset);
  lua_pushinteger(L, game.size);
  lua_pushinteger(L, game.line);
  lua_pushinteger(L, game.column);
  return 4;
}

/***
Return where decoding can begin to read a byte of a compressed file of games.
@function IndexFile:mark
@param offset integer of the byte in the decompressed stream
@return integer? packed offset in the file
@return integer|string offset in the decompressed stream; or the error's message
@return string? code
@usage -- lua/lucena/index/search.lua calls this function
*/
static int index_mark(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  lua_Integer offset = luaL_checkinteger(L, 2);
  lc_IndexMark mark;
  luaL_argcheck(L, offset >= 0, 2, "negative offset");
  if (!lc_index_find_mark(&it->file, (uint64_t)offset, &mark)) return lcb_index_fail(L, 1, it);
  lua_pushinteger(L, (lua_Integer)mark.packed);
  lua_pushinteger(L, (lua_Integer)mark.offset);
  return 2;
}

/***
Read the texts of games, and compare their checksums.
@function IndexFile:has_texts
@param games IndexGames
@return boolean? true
@return string? err
@return string? code stale_index if a text is not the one that was indexed
@usage -- lua/lucena/index/search.lua calls this function
*/
static int index_has_texts(lua_State *L) {
  enum { SOME = 64 }; /* games that are expected at once */
  lcb_Index *it = lcb_index_check(L);
  const lcb_Games *games = lcb_games_check(L, 2);
  lc_IndexGame entry[SOME];
  lcb_games_check_last(L, games, 2, it);
  for (size_t i = 0; i < games->count; i += SOME) {
    size_t count = games->count - i < SOME ? games->count - i : SOME;
    lcb_stop_if_interrupted(L);
    for (size_t j = 0; j < count; j++) {
      if (!lc_index_get_game(&it->file, games->number[i + j] - 1, &entry[j]) ||
          !lcb_index_expect_text(L, it, 1, &entry[j]))
        return lcb_index_fail(L, 1, it);
    }
    for (size_t j = 0; j < count; j++) {
      if (!lcb_index_read_text(L, it, 1, &entry[j])) return lcb_index_fail(L, 1, it);
    }
  }
  return lcb_return_boolean(L, true);
}

/***
Return the games whose mainline is not PGN or has an error.
@function IndexFile:unread
@return integer[]? numbers sorted
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_unread(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  lc_IndexRange range = it->file.head.part[LC_INDEX_UNREAD];
  unsigned char bytes[sizeof(uint32_t)];
  uint32_t last = 0;
  lua_newtable(L);
  for (lua_Integer i = 1; range.begin < range.end; i++, range.begin += sizeof bytes) {
    if (!lc_index_get(&it->file, range.begin, bytes, sizeof bytes)) return lcb_index_fail(L, 1, it);
    uint32_t number = lc_get32(bytes);
    if (number <= last || number > it->file.head.games) return lcb_index_fail_with(L, 1, LC_D_DAMAGED_INDEX);
    last = number;
    lua_pushinteger(L, (lua_Integer)number);
    lua_rawseti(L, -2, i);
  }
  return 1;
}

const luaL_Reg lcb_index_entries[] = {
    {"game", index_game}, {"has_texts", index_has_texts}, {"is_text", index_is_text}, {"mark", index_mark},
    {"spot", index_spot},
    {"unread", index_unread}, {NULL, NULL},
};
