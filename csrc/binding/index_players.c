/*
** index_players - the names of players in an index, and their games.
**
** A name is found by its first word; the words of all names are sorted. The pages that a query will read are expected
** before the first one is read, because names and games of the same word are spread over the index.
** In a damaged index, words may have the same name many times, and the texts or games of names may overlap. So the
** bytes of texts and the games that a call reads are limited by those of the whole index.
** Cost: 10 ns per game of a player; 0.3 us per name with the same word.
*/
#include "../index/games.h"
#include "../match/fold.h"
#include "../notation/codes.h"
#include "grow.h"
#include "index_file.h"

/* The names with a word. */
typedef struct Names {
  lc_Name wanted;
  lc_IndexRange words;
  bool is_prefix;
  uint64_t bytes_left; /* that the texts of further names may have */
  uint64_t games_left; /* that further names may have; a game has two names */
  int at;        /* stack index of `scratch` */
  char *scratch; /* for comparing names */
  size_t room;
} Names;

/* Subtract a number from the remaining one. If it is larger, the index is damaged, and the function returns false. */
LC_MUST_USE static bool take(lcb_Index *it, uint64_t *left, uint64_t number) {
  bool is_enough = number <= *left;
  if (is_enough) *left -= number;
  else it->file.problem = LC_INDEX_DAMAGED;
  return is_enough;
}

/* Return the bytes that the texts of all names have if each name is found by each of its words. */
static uint64_t most_bytes(const lc_IndexHead *head) {
  const lc_IndexRange *texts = &head->part[LC_INDEX_NAMES];
  return LC_NAME_WORDS * (texts->end - texts->begin);
}

/* Begin to find names. Leaves values on the stack, which `names` needs. Returns false on failure. */
static bool begin_names(lua_State *L, lcb_Index *it, const char *text, size_t size, bool is_prefix, Names *names) {
  char *folded = lua_newuserdatauv(L, 2 * size + 1, 0);
  const lc_IndexHead *head = &it->file.head;
  *names = (Names){.is_prefix = is_prefix, .bytes_left = most_bytes(head), .games_left = 2 * head->games};
  lc_name_split(folded, lc_fold_name(text, size, folded), &names->wanted);
  lua_pushnil(L);
  names->at = lua_gettop(L);
  if (names->wanted.count == 0) return true;
  size_t length = names->wanted.size[0];
  uint64_t first = lc_index_word(names->wanted.word[0], length), last = first;
  if (is_prefix && length < 8) last |= ~UINT64_C(0) >> 8 * length;
  return lc_index_find_words(&it->file, first, last, &names->words);
}

/* Expect the ends or the bytes that each of the names has in a part. Returns false on failure. */
static bool expect_names(lcb_Index *it, const Names *names, lc_IndexPart part, lc_IndexPart ends, bool has_ends) {
  uint64_t bytes_left = names->bytes_left;
  lc_IndexWord word;
  lc_IndexRange range;
  for (uint64_t i = names->words.begin; i < names->words.end; i++) {
    if (!lc_index_get_word(&it->file, i, &word)) return false;
    if (!has_ends) {
      lc_index_expect_record(&it->file, ends, (uint64_t)word.name - 1, 8);
    } else if (!lc_index_find_bytes(&it->file, part, ends, (uint64_t)word.name - 1, &range) ||
               !take(it, &bytes_left, range.end - range.begin)) {
      return false;
    } else {
      lc_index_expect(&it->file, range);
    }
  }
  lc_index_expect_end(&it->file);
  return true;
}

/* Expect the texts of the names. */
static bool expect_texts(lcb_Index *it, const Names *names) {
  if (names->words.end - names->words.begin < 2) return true;
  return expect_names(it, names, LC_INDEX_NAMES, LC_INDEX_NAME_ENDS, false) &&
         expect_names(it, names, LC_INDEX_NAMES, LC_INDEX_NAME_ENDS, true);
}

/* Report whether a name agrees. There is scratch memory for it. */
static bool agrees(const Names *names, const char *text, size_t size) {
  return names->is_prefix || lc_name_agrees(&names->wanted, text, size, names->scratch);
}

/* Find the next name, and push its text. Returns its number; 0 at the end and on failure. The index is at stack index
** 1, the scratch memory at names->at. */
static uint32_t push_name(lua_State *L, lcb_Index *it, Names *names) {
  lc_IndexWord word;
  lc_IndexRange range;
  size_t size;
  while (names->words.begin < names->words.end) {
    if (!lc_index_get_word(&it->file, names->words.begin++, &word)) return 0;
    if (!lc_index_find_bytes(&it->file, LC_INDEX_NAMES, LC_INDEX_NAME_ENDS, (uint64_t)word.name - 1, &range)) return 0;
    if (!take(it, &names->bytes_left, range.end - range.begin)) return 0;
    LCB_GROW(L, names->at, 0, names->scratch, 0, names->room, 2 * (size_t)(range.end - range.begin) + 1)
    /* The text is valid until memory is allocated, because a finalizer may use the index. */
    const char *text = lcb_index_get_text(L, it, 1, LC_INDEX_NAMES, LC_INDEX_NAME_ENDS, word.name, &size);
    if (!text) return 0;
    if (!agrees(names, text, size)) continue;
    lua_pushlstring(L, text, size);
    return word.name;
  }
  return 0;
}

/***
Find names of players.
@function IndexFile:names
@param text string a name, which agrees with others as in the query `player`; or the beginning of a word
@param is_prefix? boolean `text` is the beginning of a word; at most eight bytes of it are compared
@return table[]? names {number, name, games: number of games}; a name may be there several times
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
  Names names;
  lc_IndexRange range;
  lua_newtable(L);
  if (!begin_names(L, it, text, size, is_prefix, &names) || !expect_texts(it, &names)) return lcb_index_fail(L, 1, it);
  for (lua_Integer count = 1;; count++) {
    uint32_t number = push_name(L, it, &names);
    if (number == 0) break;
    if (!lc_index_find_bytes(&it->file, LC_INDEX_PLAYED, LC_INDEX_PLAYED_ENDS, (uint64_t)number - 1, &range)) break;
    lua_createtable(L, 0, 3);
    lua_insert(L, -2);
    lua_setfield(L, -2, "name");
    lcb_set_integer(L, "number", number);
    lcb_set_integer(L, "games", (range.end - range.begin) / 4);
    lua_rawseti(L, 4, count);
  }
  if (lcb_index_has_failed(it)) return lcb_index_fail(L, 1, it);
  lua_settop(L, 4);
  return 1;
}

enum { EITHER = 2 };

/* Append the games of a name to the set at stack index `at`. Returns false on failure. */
static bool add_played(lua_State *L, lcb_Index *it, Names *names, uint32_t name, unsigned color, lcb_Games *games,
                       int at) {
  enum { SOME = 256, BYTES = 4 };
  unsigned char bytes[SOME * BYTES];
  lc_IndexRange range;
  if (!lc_index_find_bytes(&it->file, LC_INDEX_PLAYED, LC_INDEX_PLAYED_ENDS, (uint64_t)name - 1, &range)) return false;
  if (!take(it, &names->games_left, (range.end - range.begin) / BYTES)) return false;
  lcb_games_reserve(L, at, (size_t)(range.end - range.begin) / BYTES);
  while (range.end - range.begin >= BYTES) {
    size_t size =
        range.end - range.begin < sizeof bytes ? (size_t)(range.end - range.begin) / BYTES * BYTES : sizeof bytes;
    if (!lc_index_get(&it->file, range.begin, bytes, size)) return false;
    range.begin += size;
    for (size_t i = 0; i < size; i += BYTES) {
      uint32_t entry = lc_get32(bytes + i);
      if (entry / 2 >= it->file.head.games) {
        it->file.problem = LC_INDEX_DAMAGED;
        return false;
      }
      if (color == EITHER || entry % 2 == color) games->number[games->count++] = entry / 2 + 1;
    }
  }
  return true;
}

/***
Find the games of a player.
@function IndexFile:played
@param name string a name, which agrees with others as in the query `player`
@param color? string "White" or "Black": only games with this color
@return IndexGames?
@return string? err
@return string? code
@usage -- lua/lucena/index/search.lua calls this function
*/
static int index_played(lua_State *L) {
  static const char *const colors[] = {"White", "Black", "", NULL};
  lcb_Index *it = lcb_index_check(L);
  size_t size;
  const char *text = lcb_check_text(L, 2, &size);
  unsigned color = (unsigned)luaL_checkoption(L, 3, "", colors);
  lua_settop(L, 3);
  lcb_Games *games = lcb_games_new(L); /* at 4 */
  Names names;
  if (!begin_names(L, it, text, size, false, &names) || !expect_texts(it, &names)) return lcb_index_fail(L, 1, it);
  uint32_t number;
  while ((number = push_name(L, it, &names)) > 0) {
    lua_pop(L, 1);
    if (!add_played(L, it, &names, number, color, games, 4)) break;
  }
  if (lcb_index_has_failed(it)) return lcb_index_fail(L, 1, it);
  uint32_t *spare = lua_newuserdatauv(L, games->count * sizeof *spare, 0);
  games->count = lc_games_sort(games->number, spare, games->count);
  lua_settop(L, 4);
  return 1;
}

const luaL_Reg lcb_index_players[] = {{"names", index_names}, {"played", index_played}, {NULL, NULL}};
