/*
** game_text - the methods of Game that return it as text (pgn, movetext, export) or its moves as bytes (codes), and
** core.bare_codes, core.json_moves and core.unread_text. The writing itself is in game_export.c.
*/
#include <string.h>

#include "../notation/san_write_impl.h"
#include "../notation/lexicon.h"
#include "../notation/uci.h"
#include "../pgn/text.h"
#include "game_export.h"

/* Export the Game at stack index 1 with the options at `arg`, and return the results of the calling method. */
static int export_string(lua_State *L, lcb_Format format, int arg) {
  lcb_Game *game = lcb_self(L);
  lcb_ExportOptions options;
  lua_settop(L, arg);
  lcb_export_options(L, arg, format, &options);
  lua_pushnil(L);
  lcb_Room room = {.index = arg + 2};
  lc_Code code = lcb_export(L, game, 1, &options, &room);
  if (code != LC_D_NONE) return lcb_fail_export(L, code, &room, arg + 1);
  lua_pushlstring(L, room.bytes, room.used);
  return 1;
}

/***
Return the movetext in export format, with the result and a line end.
@function Game:movetext
@param options? {width?: integer, comments?: boolean, nags?: boolean, variations?: boolean, numbers?: boolean,
  results?: boolean, checks?: boolean, wrap_comments?: boolean, braces?: "refuse"|"replace", ply_comments?:
  "none"|"fen"|"hash"|"material", dialect?: string|Dialect} `width`: characters per line, default 79; 0: one line;
  `comments`, `nags`, `variations`, `numbers`, `results` and `checks` (+ and #) = false: omit them; `wrap_comments`:
  default true; `braces`: "refuse" (default), or "replace": a } in a comment becomes a ); `ply_comments`: a comment
  after every move: its FEN, its Position.key ("hash") or its material; `dialect`: the notation of the moves; default
  PGN, even if the game was read in another notation
@return string? text
@return string? err
@return string? code unwritable_comment; unsayable_move (the dialect cannot write a move as one word); unencodable (its
  letters are not in the encoding of the game's text)
@usage chess.game("1. e4 {best by test} *"):movetext{comments = false}:sub(1, -2)  --> 1. e4 *
*/
static int game_movetext(lua_State *L) { return export_string(L, LCB_MOVETEXT, 2); }

/***
Return the game in PGN export format (PGN 3.2): the seven tags of the roster, the other tags in ASCII order, an empty
line, the movetext, and a line end.
@function Game:pgn
@param options? {tags?: "all"|"roster"|"none"|string[]} and the options of `Game:movetext`; `tags`: "all" (default),
  "roster" (the seven), "none", or an array of names that are written in that order, "*" meaning all others; if the game
  starts from a set-up position, FEN, SetUp and Variant are always written
@return string? text
@return string? err
@return string? code unwritable_comment
@usage chess.game('[White "L"]\n\n1. e4 *'):pgn{tags = {"White"}}:gsub("\n", "|")  --> [White "L"]||1. e4 *|
*/
static int game_pgn(lua_State *L) { return export_string(L, LCB_PGN, 2); }

/***
Return the game in a format of `lucena convert`, with a line end: "pgn"; "fen" or "epd", one line for the start position
and for the position after each move of the mainline; "uci" or "san", the moves of the mainline on one line ("fen FEN
moves ..." in UCI if the game starts from a set-up position); "json" or "jsonl", one line; "csv" or "tsv", one line
without a header.
@function Game:export
@param format string|function one of these, a registered name, or a function(game, options) that returns text
@param options? {ep?: "legal"|"xfen"|"always", columns?: string[], functions?: table<string, function>, raw?: boolean}
for "pgn" the options of `Game:pgn`; `ep`: for "fen" and "epd", see `Position:fen`; for "json" and "jsonl" the options
of `Game:json`; `columns`, `functions` and `raw`: for "csv" and "tsv", see `chess.csv`
@return string? text
@return string? err
@return string? code unwritable_comment
@usage chess.game("1. e4 e5 *"):export("uci"):sub(1, -2)  --> e2e4 e7e5
@usage chess.game("1. e4 e5 *"):export("san"):sub(1, -2)  --> e4 e5
*/
static int game_export(lua_State *L) {
  lcb_check_game(L, 1);
  lcb_Format format = lcb_check_format(L, 2);
  if (format != LCB_IN_LUA) return export_string(L, format, 3);
  lua_settop(L, 3);
  lcb_push_function(L, "lucena.export", "export");
  lua_insert(L, 1);
  lua_call(L, 3, LUA_MULTRET);
  return lua_gettop(L);
}

enum { FEW_MOVES = 128 };

/* Report whether a game that was replayed to its end has nothing but tags and the moves of its mainline. Comments
** between tags count as notes, too: then the tags are not regular. */
static bool is_bare(const lcb_Game *game, const lcb_Mainline *line, const lc_Start *start) {
  if (line->tree || game->has_variation || !game->has_regular_tags || game->has_open_comment) return false;
  return start->code == LC_D_NONE && !line->replay.has_notes && line->replay.code == LC_D_NONE;
}

/* Push the moves of the mainline as bytes. Returns is_bare(). */
static bool push_codes(lua_State *L) {
  lcb_Game *game = lcb_check_game(L, 1);
  lc_Start start;
  luaL_Buffer buffer;
  lcb_Mainline line;
  lc_Move moves[FEW_MOVES];
  lcb_mainline_begin(L, game, 1, &line, &start);
  luaL_buffinit(L, &buffer);
  for (size_t count; (count = lcb_mainline_next(&line, moves, FEW_MOVES)) > 0;) {
    luaL_addlstring(&buffer, (const char *)moves, count * sizeof *moves);
  }
  luaL_pushresult(&buffer);
  lcb_mainline_end(L, game, 1, &line);
  return is_bare(game, &line, &start);
}

/***
Return the moves of the mainline as bytes, two per ply. Games with the same moves from the same start have the same
bytes, and a longer game begins with those of a shorter one. Compare them only inside one process, because the byte
order depends on the machine.
@function Game:codes
@return string codes up to the first move that cannot be played (see Game.rest)
@usage #chess.game("1. e4 e5 2. Nf3 *"):codes()  --> 6
*/
static int game_codes(lua_State *L) {
  push_codes(L);
  return 1;
}

/***
Return the same as Game:codes() for a game that has no comments, NAGs, variations or unreadable text, and is not edited.
@function core.bare_codes
@param game Game
@return string? codes nil for other games
@usage require("lucena.core").bare_codes(chess.game "1. e4 {best} *")  --> nil
*/
static int bare_codes(lua_State *L) {
  if (!push_codes(L)) lua_pushnil(L);
  return 1;
}

enum { JSON_MOVE = 64 }; /* bytes of one move in SAN and in UCI, with their names */

/* A comparison of the movetext with the moves as PGN writes them. */
typedef struct Comparison {
  const char *at, *end; /* the movetext that follows */
  bool is_equal;        /* so far */
} Comparison;

static void skip_numbers(Comparison *it) {
  while (it->at < it->end && (lc_is_space(*it->at) || lc_is_digit(*it->at) || *it->at == '.')) it->at++;
}

static void compare_move(Comparison *it, const char *san, size_t size) {
  if (!it->is_equal) return;
  skip_numbers(it);
  it->is_equal = (size_t)(it->end - it->at) >= size && memcmp(it->at, san, size) == 0;
  if (it->is_equal) it->at += size;
}

/* Compare the end with the markers of PGN. The text may also have no marker. */
static bool compare_end(Comparison *it) {
  while (it->at < it->end && lc_is_space(*it->at)) it->at++;
  while (it->end > it->at && lc_is_space(it->end[-1])) it->end--;
  size_t size = (size_t)(it->end - it->at);
  return it->is_equal && (size == 0 || lc_result_marker(it->at, size) != LC_RESULT_NONE);
}

/* Add a move as a JSON object, and play it. */
static void add_json_move(luaL_Buffer *buffer, lc_Position *position, lc_Move move, Comparison *comparison) {
  char text[JSON_MOVE], uci[LC_UCI_MAX];
  size_t uci_size = lc_uci_write(position, move, uci), at = 0;
  lc_SanWord san = lc_san_word(position, move, true);
  memcpy(text, "{\"san\":\"", 8), at += 8;
  size_t san_size = lc_san_store(san, text + at);
  compare_move(comparison, text + at, san_size);
  at += san_size;
  memcpy(text + at, "\",\"uci\":\"", 9), at += 9;
  memcpy(text + at, uci, uci_size), at += uci_size;
  memcpy(text + at, "\"}", 2), at += 2;
  luaL_addlstring(buffer, text, at);
}

/***
Return the moves of a game that has nothing else as a JSON array of objects with `san` and `uci`.
@function core.json_moves
@param game Game
@return string? moves nil for other games: see core.bare_codes
@return boolean is_standard whether the text writes each move and the result as PGN does
@usage require("lucena.core").json_moves(chess.game "1. e4 *")  --> [{"san":"e4","uci":"e2e4"}]
*/
static int json_moves(lua_State *L) {
  lcb_Game *game = lcb_check_game(L, 1);
  lc_Start start;
  luaL_Buffer buffer;
  lcb_Mainline line;
  lc_Move moves[FEW_MOVES];
  bool has_begun = false;
  lcb_mainline_begin(L, game, 1, &line, &start);
  lc_Position position = start.position;
  Comparison comparison = {game->text + game->tags_end, game->text + game->size, true};
  luaL_buffinit(L, &buffer);
  luaL_addchar(&buffer, '[');
  for (size_t count; (count = lcb_mainline_next(&line, moves, FEW_MOVES)) > 0;) {
    for (size_t i = 0; i < count; i++, has_begun = true) {
      if (has_begun) luaL_addchar(&buffer, ',');
      add_json_move(&buffer, &position, moves[i], &comparison);
    }
  }
  luaL_addchar(&buffer, ']');
  luaL_pushresult(&buffer);
  bool is_standard = compare_end(&comparison);
  lcb_mainline_end(L, game, 1, &line);
  if (!is_bare(game, &line, &start)) lua_pushnil(L);
  lua_pushboolean(L, is_standard);
  return 2;
}

/***
Write unreadable text as movetext at the start of a text line, so that it is read as the same text again. Text in PGN
that is made without a Game, such as that of a JSON object, needs it.
@function core.unread_text
@param text string not empty: an element of Node.unread, or Game.rest; or an element of Node.notes
@param is_note boolean whether it is an element of Node.notes
@return string
@usage require("lucena.core").unread_text("Zz9 {open", false)  --> Zz9 {open}
*/
static int unread_text(lua_State *L) {
  size_t size;
  const char *text = lcb_check_text(L, 1, &size);
  luaL_argcheck(L, size > 0, 1, "text expected");
  luaL_Buffer buffer;
  bool is_note = lua_toboolean(L, 2);
  lc_Writing writing = {0};
  lc_write_unread(text, size, is_note, &writing); /* only counts */
  writing.out_room = writing.length;
  writing.out = luaL_buffinitsize(L, &buffer, writing.length);
  lc_write_unread(text, size, is_note, &writing);
  luaL_pushresultsize(&buffer, writing.length);
  return 1;
}

void lcb_open_export(lua_State *L) {
  static const luaL_Reg functions[] = {{"bare_codes", bare_codes}, {"json_moves", json_moves},
                                       {"unread_text", unread_text}, {NULL, NULL}};
  lcb_functions(L, functions);
}

const luaL_Reg lcb_export_methods[] = {
    {"codes", game_codes}, {"export", game_export}, {"movetext", game_movetext}, {"pgn", game_pgn}, {NULL, NULL}};
