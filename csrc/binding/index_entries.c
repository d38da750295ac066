/*
** index_entries - the entries of games in an index, and the names of players.
*/
#include <string.h>

#include "../match/fold.h"
#include "../match/value.h"
#include "../notation/codes.h"
#include "index_file.h"

/* Push item `number` of a part, from 1; nothing for 0. Returns false on failure. */
static bool set_text(lua_State *L, lcb_Index *it, const char *field, lc_IndexPart part, lc_IndexPart ends, uint32_t number) {
  lc_IndexRange range;
  luaL_Buffer b;
  if (number == 0) return true;
  if (!lc_index_find_bytes(&it->file, part, ends, number - 1, &range)) return false;
  size_t size = (size_t)(range.end - range.begin);
  char *out = luaL_buffinitsize(L, &b, size);
  bool is_read = lc_index_get(&it->file, range.begin, out, size);
  luaL_pushresultsize(&b, is_read ? size : 0);
  lua_setfield(L, -2, field);
  return is_read;
}

static void set_date(lua_State *L, uint32_t date) {
  char text[11] = "????.??.??";
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
  lua_pushlstring(L, text, 10);
  lua_setfield(L, -2, "date");
}

/***
Return the entry of a game.
@function IndexFile:game
@param number integer from 1
@return table? entry number, offset, size, line, column, plies; and white, black, event, white_elo, black_elo, date, eco,
  result, as far as the game has them
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
  lcb_index_set(L, "number", (uint64_t)number);
  lcb_index_set(L, "offset", game.offset);
  lcb_index_set(L, "size", game.size);
  lcb_index_set(L, "line", game.line);
  lcb_index_set(L, "column", game.column);
  lcb_index_set(L, "plies", game.plies);
  if (game.rating[0]) lcb_index_set(L, "white_elo", game.rating[0]);
  if (game.rating[1]) lcb_index_set(L, "black_elo", game.rating[1]);
  set_date(L, game.date);
  if (game.sign) {
    const char *sign = lc_result_text(game.sign <= LC_RESULT_UNKNOWN ? game.sign : LC_RESULT_NONE, &size);
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
Read the text of a game, and compare its checksum.
@function IndexFile:has_text
@param number integer
@return boolean? true
@return string? err
@return string? code stale_index if the text is not the one that was indexed
@usage -- lua/lucena/index.lua calls this function
*/
static int index_has_text(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  lua_Integer number = luaL_checkinteger(L, 2);
  lc_IndexGame game;
  luaL_argcheck(L, number > 0 && (uint64_t)number <= it->file.head.games, 2, "the number of a game");
  if (!lc_index_get_game(&it->file, (uint64_t)number - 1, &game) || !lcb_index_read_text(L, it, 1, &game)) return lcb_index_fail(L, 1, it);
  lua_pushboolean(L, 1);
  return 1;
}

/***
Return the games whose mainline has an error.
@function IndexFile:unread
@return integer[]? numbers sorted
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_unread(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  lc_IndexRange range = it->file.head.part[LC_INDEX_UNREAD];
  unsigned char bytes[4];
  lua_newtable(L);
  for (lua_Integer i = 1; range.begin < range.end; i++, range.begin += sizeof bytes) {
    if (!lc_index_get(&it->file, range.begin, bytes, sizeof bytes)) return lcb_index_fail(L, 1, it);
    uint32_t number = lc_get32(bytes);
    if (number == 0 || number > it->file.head.games) return lcb_index_fail_with(L, 1, LC_D_DAMAGED_INDEX);
    lua_pushinteger(L, (lua_Integer)number);
    lua_rawseti(L, -2, i);
  }
  return 1;
}

/* Add a name to the list at stack index 5, unless it is there. The list has the names {number, text} at 1..n. */
static bool add_name(lua_State *L, lcb_Index *it, uint32_t number) {
  lua_createtable(L, 0, 2);
  lcb_index_set(L, "number", number);
  bool is_read = set_text(L, it, "name", LC_INDEX_NAMES, LC_INDEX_NAME_ENDS, number);
  lua_rawseti(L, 5, (lua_Integer)lua_rawlen(L, 5) + 1);
  return is_read;
}

/* Report whether the last name of the list agrees with the wanted name. */
static bool agrees(lua_State *L, const lc_Name *wanted) {
  size_t size;
  lua_rawgeti(L, 5, (lua_Integer)lua_rawlen(L, 5));
  lua_getfield(L, -1, "name");
  const char *text = lua_tolstring(L, -1, &size);
  bool does = text && lc_name_agrees(wanted, text, size, lua_newuserdatauv(L, 2 * size + 1, 0));
  lua_settop(L, 5);
  return does;
}

/***
Find names of players.
@function IndexFile:names
@param text string a name, which agrees with others as in the query `player`; or the beginning of a word
@param is_prefix? boolean `text` is the beginning of a word; at most eight bytes of it are compared
@return table[]? names {number, name}
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_names(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  size_t size;
  const char *text = lcb_check_text(L, 2, &size);
  bool is_prefix = lua_toboolean(L, 3);
  lua_settop(L, 3);
  char *folded = lua_newuserdatauv(L, 2 * size + 1, 0);
  lua_newtable(L);
  lc_Name wanted;
  lc_IndexRange range;
  lc_IndexWord word;
  lc_name_split(folded, lc_fold(text, size, folded), &wanted);
  if (wanted.count == 0) return 1;
  uint64_t first = lc_index_word(wanted.word[0], wanted.size[0]), last = first;
  if (is_prefix && wanted.size[0] < 8) last |= ~UINT64_C(0) >> 8 * wanted.size[0];
  if (!lc_index_find_words(&it->file, first, last, &range)) return lcb_index_fail(L, 1, it);
  for (uint64_t i = range.begin; i < range.end; i++) {
    if (!lc_index_get_word(&it->file, i, &word) || !add_name(L, it, word.name)) return lcb_index_fail(L, 1, it);
    if (is_prefix || agrees(L, &wanted)) continue;
    lua_pushnil(L);
    lua_rawseti(L, 5, (lua_Integer)lua_rawlen(L, 5));
  }
  return 1;
}

/***
Return the games of a player.
@function IndexFile:played
@param number integer of a name
@return integer[]? games number * 2, plus one if the player has Black; sorted
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_played(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  lua_Integer number = luaL_checkinteger(L, 2);
  lc_IndexRange range;
  unsigned char bytes[4];
  luaL_argcheck(L, number > 0 && (uint64_t)number <= it->file.head.names, 2, "the number of a name");
  if (!lc_index_find_bytes(&it->file, LC_INDEX_PLAYED, LC_INDEX_PLAYED_ENDS, (uint64_t)number - 1, &range)) return lcb_index_fail(L, 1, it);
  lua_newtable(L);
  lua_Integer count = 0;
  for (uint64_t at = range.begin; at + sizeof bytes <= range.end; at += sizeof bytes) {
    if (!lc_index_get(&it->file, at, bytes, sizeof bytes)) return lcb_index_fail(L, 1, it);
    lua_pushinteger(L, (lua_Integer)lc_get32(bytes) + 2);
    lua_rawseti(L, -2, ++count);
  }
  return 1;
}

const luaL_Reg lcb_index_entries[] = {
    {"game", index_game}, {"has_text", index_has_text}, {"is_text", index_is_text}, {"names", index_names},
    {"played", index_played}, {"unread", index_unread}, {NULL, NULL},
};
