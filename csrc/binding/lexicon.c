/*
** lexicon - tables of the core as Lua functions: the spellings of results, castling, signs and null moves
** (csrc/notation/lexicon.h, csrc/pgn/glyph.h), the sentences of diagnostics, and the compressions that this build
** reads.
** lua/lucena/language.lua uses the sentences to split a message into its sentence and the token and details after it.
*/
#include <string.h>

#include "../notation/codes.h"
#include "../notation/diag.h"
#include "../notation/lexicon.h"
#include "../notation/refused.h"
#include "../notation/san.h"
#include "../pgn/glyph.h"

#include "binding.h"

static void push_result(lua_State *L, const lc_ResultSpelling *spelling) {
  size_t length;
  const char *text = lc_result_text(spelling->result, &length);
  lua_pushlstring(L, text, length);
}

static const char *const uses[] = {"marker", "word", "last", "tagged"};

static void push_points(lua_State *L, const lc_ResultSpelling *spelling, unsigned points) {
  if (spelling->result == LC_RESULT_UNKNOWN) {
    lua_pushnil(L);
  } else {
    lua_pushinteger(L, points);
  }
}

/* core.read_result(text): returns the result that a whole text means, such as "1-0" for "1 : 0", the half points of
** White and of Black (nil for *), whether it is a forfeit, and the use of lexicon.def. Returns nil if the text is no
** result. */
static int read_result(lua_State *L) {
  size_t size;
  const char *text = luaL_checklstring(L, 1, &size);
  const lc_ResultSpelling *found = lc_result_find(text, size);
  if (!found) return lua_pushnil(L), 1;
  push_result(L, found);
  push_points(L, found, found->white);
  push_points(L, found, found->black);
  lua_pushboolean(L, found->is_forfeit);
  lua_pushstring(L, uses[found->use]);
  return 5;
}

/* core.lexicon(): returns the table: {text, result, use} of each spelling, in the order of lexicon.def. */
static int lexicon(lua_State *L) {
  const lc_ResultSpelling *it;
  lua_newtable(L);
  for (size_t i = 0; (it = lc_result_spelling(i)) != NULL; i++) {
    lua_createtable(L, 0, 3);
    lua_pushstring(L, it->text);
    lua_setfield(L, -2, "text");
    push_result(L, it);
    lua_setfield(L, -2, "result");
    lua_pushstring(L, uses[it->use]);
    lua_setfield(L, -2, "use");
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* core.signs(): returns the signs that mean NAGs: {text, nag, use} of each, in the order of signs.def. */
static int signs(lua_State *L) {
  static const char *const names[] = {"mark", "word", "glued", "letter", "name", "symbol", "offer"};
  const lc_Sign *it;
  lua_newtable(L);
  for (size_t i = 0; (it = lc_sign(i)) != NULL; i++) {
    lua_createtable(L, 0, 3);
    lua_pushstring(L, it->text);
    lua_setfield(L, -2, "text");
    lua_pushinteger(L, it->nag);
    lua_setfield(L, -2, "nag");
    lua_pushstring(L, names[it->use]);
    lua_setfield(L, -2, "use");
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* core.null_moves(): returns the spellings of the null move: {text, is_sign} of each, in the order of signs.def. */
static int null_moves(lua_State *L) {
  const lc_NullSpelling *it;
  lua_newtable(L);
  for (size_t i = 0; (it = lc_null_spelling(i)) != NULL; i++) {
    lua_createtable(L, 0, 2);
    lua_pushstring(L, it->text);
    lua_setfield(L, -2, "text");
    lua_pushboolean(L, it->is_sign);
    lua_setfield(L, -2, "is_sign");
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* core.castling(): returns the spellings of castling: {text, is_long, use} of each, in the order of castling.def. */
static int castling(lua_State *L) {
  static const char *const names[] = {"written", "typed", "repaired"};
  const lc_CastlingSpelling *it;
  lua_newtable(L);
  for (size_t i = 0; (it = lc_castling_spelling(i)) != NULL; i++) {
    lua_createtable(L, 0, 3);
    lua_pushstring(L, it->text);
    lua_setfield(L, -2, "text");
    lua_pushboolean(L, it->is_long);
    lua_setfield(L, -2, "is_long");
    lua_pushstring(L, names[it->use]);
    lua_setfield(L, -2, "use");
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

static void push_row(lua_State *L, const char *text, const char *key, const char *value, size_t i) {
  lua_createtable(L, 0, 2);
  lua_pushstring(L, text);
  lua_setfield(L, -2, "text");
  lua_pushstring(L, value);
  lua_setfield(L, -2, key);
  lua_rawseti(L, -2, (lua_Integer)i + 1);
}

/* core.castling_words(): returns the words about castling: {text, kind} of each, in the order of castling.def. Kinds:
** "with_side" and "alone" (castling), "short" and "long" (its sides). */
static int castling_words(lua_State *L) {
  static const char *const kinds[] = {"with_side", "alone", "short", "long"};
  lc_CastlingWord kind;
  const char *text;
  lua_newtable(L);
  for (size_t i = 0; (text = lc_castling_word(i, &kind)) != NULL; i++) push_row(L, text, "kind", kinds[kind], i);
  return 1;
}

/* core.suffixes(): returns the words and signs after a move: {text, kind} of each, in the order of suffixes.def. Kinds:
** "ep", "check", "mate". */
static int suffixes(lua_State *L) {
  static const char *const kinds[] = {"ep", "check", "mate"};
  const lc_SuffixSpelling *it;
  lua_newtable(L);
  for (size_t i = 0; (it = lc_suffix_spelling(i)) != NULL; i++) push_row(L, it->text, "kind", kinds[it->kind], i);
  return 1;
}

/* core.match_fields(): returns the fields of comments in engine matches: {name, meaning} of each, in the order of
** match_comment.def. */
static int match_fields(lua_State *L) {
  static const char *const fields[][2] = {
#define LC_MATCH_FIELD(name, value, meaning) {name, meaning},
#include "../pgn/match_comment.def"
  };
  lua_newtable(L);
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    lua_createtable(L, 0, 2);
    lua_pushstring(L, fields[i][0]);
    lua_setfield(L, -2, "name");
    lua_pushstring(L, fields[i][1]);
    lua_setfield(L, -2, "meaning");
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* core.number_signs(): returns the signs of move numbers: {text, periods} of each, in the order of numbers.def. */
static int number_signs(lua_State *L) {
  const lc_NumberSign *it;
  lua_newtable(L);
  for (size_t i = 0; (it = lc_number_spelling(i)) != NULL; i++) {
    lua_createtable(L, 0, 2);
    lua_pushstring(L, it->text);
    lua_setfield(L, -2, "text");
    lua_pushinteger(L, it->periods);
    lua_setfield(L, -2, "periods");
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* core.promotions(): returns the signs around the piece of a promotion: {text, use} of each, in the order of
** promotion.def. The text has Q as the piece. */
static int promotions(lua_State *L) {
  static const char *const names[] = {"written", "typed", "repaired"};
  lua_newtable(L);
  for (size_t i = 0; i < LC_PROMOTIONS; i++) {
    const lc_PromotionSpelling *it = &lc_promotions[i];
    const char *text = lua_pushfstring(L, "%sQ%s", it->before, it->after);
    lua_insert(L, -2);
    push_row(L, text, "use", names[it->use], i);
    lua_remove(L, -2);
  }
  return 1;
}

/* core.refused(): returns the spellings that are refused, with the right ones: {text, written} of each, in the order of
** refused.def. */
static int refused(lua_State *L) {
  const char *text, *written;
  lua_newtable(L);
  for (size_t i = 0; lc_refused_entry(i, &text, &written); i++) {
    lua_createtable(L, 0, 2);
    lua_pushstring(L, text);
    lua_setfield(L, -2, "text");
    lua_pushstring(L, written);
    lua_setfield(L, -2, "written");
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* core.respelled(position, text): returns how a move is written whose spelling is refused, such as "the move is written
** Nf3" for "nf3", or nil. */
static int respelled(lua_State *L) {
  size_t size;
  const lc_Position p = *(const lc_Position *)luaL_checkudata(L, 1, LCB_POSITION);
  const char *text = lcb_check_text(L, 2, &size);
  lcb_push_respelling(L, &p, text, size, size);
  return 1;
}

/* core.pgn_characters(): returns the characters of moves in PGN, and the number of plies that a dialect must read where
** PGN fails: LC_PGN_CHARACTERS and LC_FOREIGN_PLIES. */
static int pgn_characters(lua_State *L) {
  lua_pushliteral(L, LC_PGN_CHARACTERS);
  lua_pushinteger(L, LC_FOREIGN_PLIES);
  return 2;
}

/* ---- codes and compressions ---- */

/* The search is linear, because there are few codes. */
unsigned lcb_find_code(const char *name) {
  unsigned code = LC_D_NONE;
  while (code < LC_D_COUNT && strcmp(lc_code_name((lc_Code)code), name) != 0) code++;
  return code;
}

/* core.code_sentence(code): returns the English sentence, or nil if there is no such code. */
static int code_sentence(lua_State *L) {
  unsigned code = lcb_find_code(luaL_checkstring(L, 1));
  if (code == LC_D_COUNT) return lua_pushnil(L), 1;
  lua_pushstring(L, lc_code_text((lc_Code)code));
  return 1;
}

/* core.formats(): returns a table: name of a compression -> whether this build can read it. */
static int formats(lua_State *L) {
  bool has_gzip = false, has_bzip2 = false, has_zstd = false;
#ifdef LC_HAS_ZLIB
  has_gzip = true;
#endif
#ifdef LC_HAS_BZ2
  has_bzip2 = true;
#endif
#ifdef LC_HAS_ZSTD
  has_zstd = true;
#endif
  lua_createtable(L, 0, 3);
  lua_pushboolean(L, has_gzip);
  lua_setfield(L, -2, "gzip");
  lua_pushboolean(L, has_bzip2);
  lua_setfield(L, -2, "bzip2");
  lua_pushboolean(L, has_zstd);
  lua_setfield(L, -2, "zstd");
  return 1;
}

void lcb_open_lexicon(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"castling", castling}, {"castling_words", castling_words},
      {"code_sentence", code_sentence}, {"formats", formats}, {"lexicon", lexicon},
    {"match_fields", match_fields},
      {"null_moves", null_moves}, {"number_signs", number_signs},
      {"pgn_characters", pgn_characters}, {"promotions", promotions}, {"read_result", read_result},
      {"refused", refused}, {"respelled", respelled}, {"signs", signs},
      {"suffixes", suffixes}, {NULL, NULL}};
  lcb_functions(L, functions);
}
