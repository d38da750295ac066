/*
** game_encoding - game.encoding, and conversion of text between encodings: see pgn/encoding.h.
*/
#include "../notation/codes.h"
#include <string.h>

#include "../pgn/encoding.h"
#include "../pgn/lexer.h"
#include "game.h"

/***
The encoding of the game's text: "ascii", "utf-8", "latin-1" (ISO 8859-1), or "cp1252" (Windows: like latin-1, with
characters for bytes 80 to 9F). Each game has its own encoding, because a file may be merged from several files.
Reading does not convert the text; chess.to_utf8 does.
@field Game.encoding string
@usage chess.game("[White \"J\xf6rg\"]\n\n1. e4 *").encoding  --> latin-1
*/
static int get_encoding(lua_State *L) {
  const lcb_Game *game = lcb_self(L);
  lc_Encoded encoded;
  lc_encoding_of(lcb_cpu(), game->text, game->size, &encoded);
  lua_pushstring(L, lc_encoding_name(encoded.encoding));
  return 1;
}

const luaL_Reg lcb_encoding_getters[] = {{"encoding", get_encoding}, {NULL, NULL}};

static size_t add_as_utf8(const char *text, size_t size, char *out) {
  lc_Encoded encoded;
  lc_encoding_of(lcb_cpu(), text, size, &encoded);
  return lc_to_utf8(text, size, encoded.encoding, out);
}

/* Convert a game to UTF-8. The encoding is detected for each tag, comment and word separately, so a bad byte in a
** comment does not change how names are read. `out` has room for 3 * size bytes. Returns the length. */
static size_t game_as_utf8(const char *text, size_t size, char *out) {
  lc_Lexer lexer;
  lc_Token token;
  size_t done = 0, length = 0;
  lc_lexer_begin(&lexer, text, size);
  do {
    lc_lexer_next(&lexer, &token);
    size_t at = token.kind == LC_TOKEN_END ? size : token.at, end = token.kind == LC_TOKEN_END ? size : token.end;
    length += add_as_utf8(text + done, at - done, out + length);
    length += add_as_utf8(text + at, end - at, out + length);
    done = end;
  } while (token.kind != LC_TOKEN_END);
  return length;
}

lcb_Game *lcb_push_as_utf8(lua_State *L, const lcb_Game *game) {
  lc_Scan scan;
  char *text = lua_newuserdatauv(L, 3 * game->size, 0);
  size_t size = game_as_utf8(game->text, game->size, text);
  lc_scan_begin(&scan, 0);
  if (lc_scan_next(&scan, lcb_cpu(), text, size, true) != LC_SCAN_GAME || scan.begin > 0 || scan.at < size) {
    lua_pop(L, 1);
    return NULL;
  }
  lcb_Game *copy = lcb_push_game(L, &scan, text, &game->origin, 0);
  copy->dialect = game->dialect;
  copy->limits = game->limits;
  copy->tolerance = game->tolerance;
  copy->is_undecided = game->is_undecided;
  lua_remove(L, -2);
  return copy;
}

static lc_Encoding check_encoding(lua_State *L, int arg) {
  size_t size;
  const char *name = lcb_check_text(L, arg, &size);
  int found = lc_encoding_find(name, size);
  if (found < 0) {
    lcb_push_printable(L, name, size);
    const char *message = lua_pushfstring(L, "'%s' is none of ascii, utf-8, latin-1, cp1252", lua_tostring(L, -1));
    luaL_argerror(L, arg, message);
  }
  return (lc_Encoding)found;
}

/* Return the number of bytes at the beginning of the text that are valid UTF-8 (with `ascii`: ASCII). */
static size_t valid_end(const char *text, size_t size, bool ascii) {
  size_t at = 0;
  if (lc_is_ascii(text, size)) return size;
  while (at < size) {
    size_t length = lc_utf8_length(text, size, at);
    if (length == 0 || (ascii && length > 1)) break;
    at += length;
  }
  return at;
}

static int fail_at(lua_State *L, lc_Code code, size_t at, const char *what) {
  return lcb_fail(L, code, "byte %I: %s%s", (LUAI_UACINT)at + 1, lc_code_text(code), what);
}

/***
Convert a text to UTF-8.
@function chess.to_utf8
@param text string
@param from? string its encoding, a name as in game.encoding; default: detected from the text
@return string? text
@return string? err
@return string? code bad_utf8: `from` is utf-8 and the text is not; unencodable: `from` is ascii and the text is not
@usage chess.to_utf8("J\xf6rg") == "J\u{f6}rg"  --> true
*/
static int to_utf8(lua_State *L) {
  size_t size;
  const char *text = lcb_check_text(L, 1, &size);
  lc_Encoded encoded = {.encoding = LC_UTF8};
  lua_settop(L, 2);
  if (lua_isnil(L, 2)) {
    lc_encoding_of(lcb_cpu(), text, size, &encoded);
  } else {
    encoded.encoding = check_encoding(L, 2);
    bool is_ascii = encoded.encoding == LC_ASCII;
    size_t end = is_ascii || encoded.encoding == LC_UTF8 ? valid_end(text, size, is_ascii) : size;
    if (end < size) return fail_at(L, is_ascii ? LC_D_UNENCODABLE : LC_D_BAD_UTF8, end, is_ascii ? " ascii" : "");
  }
  if (encoded.encoding == LC_ASCII || encoded.encoding == LC_UTF8) {
    lua_settop(L, 1);
    return 1;
  }
  if (size > LCB_MAX_TREE) return luaL_argerror(L, 1, "text is larger than 1 GiB");
  luaL_Buffer b;
  char *out = luaL_buffinitsize(L, &b, 3 * size + 1);
  luaL_pushresultsize(&b, lc_to_utf8(text, size, encoded.encoding, out));
  return 1;
}

/***
Convert a UTF-8 text to another encoding.
@function chess.from_utf8
@param text string
@param to string ascii, utf-8, latin-1 or cp1252
@return string? text
@return string? err
@return string? code unencodable: a character is not in that encoding; bad_utf8: the text is not UTF-8
@usage chess.from_utf8("J\u{f6}rg", "latin-1") == "J\xf6rg"  --> true
@usage select(3, chess.from_utf8("\u{141}\u{f3}d\u{17a}", "latin-1"))  --> unencodable
*/
static int from_utf8(lua_State *L) {
  size_t size, at = 0;
  const char *text = lcb_check_text(L, 1, &size);
  lc_Encoding to = check_encoding(L, 2);
  size_t end = valid_end(text, size, false);
  if (end < size) return fail_at(L, LC_D_BAD_UTF8, end, "");
  luaL_Buffer b;
  char *out = luaL_buffinitsize(L, &b, size + 1);
  size_t n = lc_from_utf8(text, size, to, out, &at);
  if (n == SIZE_MAX) return fail_at(L, LC_D_UNENCODABLE, at, lua_pushfstring(L, " %s", lc_encoding_name(to)));
  luaL_pushresultsize(&b, n);
  return 1;
}

/***
Convert the PGN text of a game to UTF-8. The encoding of each tag, comment and word is detected on its own.
@function core.game_to_utf8
@param text string
@return string text
@usage require("lucena.core").game_to_utf8("1. e4 {J\u{f6}rg} {J\xf6rg} *")  --> 1. e4 {Jörg} {Jörg} *
*/
static int game_to_utf8(lua_State *L) {
  size_t size;
  const char *text = lcb_check_text(L, 1, &size);
  luaL_argcheck(L, size <= LCB_MAX_TREE, 1, "text is larger than 1 GiB");
  lua_settop(L, 1);
  if (valid_end(text, size, false) == size) return 1;
  luaL_Buffer b;
  char *out = luaL_buffinitsize(L, &b, 3 * size);
  luaL_pushresultsize(&b, game_as_utf8(text, size, out));
  return 1;
}

static const luaL_Reg encoding_functions[] = {
    {"from_utf8", from_utf8}, {"game_to_utf8", game_to_utf8}, {"to_utf8", to_utf8}, {NULL, NULL}};

void lcb_open_encoding(lua_State *L) { lcb_functions(L, encoding_functions); }
