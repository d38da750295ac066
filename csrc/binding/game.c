/*
** game - lucena.Game: one game's text, with the properties and methods that read it.
*/

#include <string.h>

#include "../pgn/encoding.h"
#include "../pgn/start.h"
#include "../pgn/text.h"
#include "game_export.h"

static lcb_Game *self(lua_State *L) { return lcb_self(L); }

/* ---- properties ---- */

/***
The result at the end of the movetext: "1-0", "0-1", "1/2-1/2", "*", or nil if there is none. With a Result tag of the
same meaning, it may also be "0-0", "1/2-0" or "0-1/2". Assigning a result, in any spelling, also sets the Result tag.
Assigning `tags.Result` sets the tag alone.
@field Game.result string?
@usage chess.game("1. e4 e5 1/2-1/2").result  --> 1/2-1/2
*/
static int get_result(lua_State *L) {
  lcb_Game *game = self(L);
  if (game->result == LC_RESULT_NONE) lcb_game_replay(L, game, 1, NULL);
  size_t length;
  const char *sign = lc_result_text(game->result, &length);
  if (length) {
    lua_pushlstring(L, sign, length);
  } else {
    lua_pushnil(L);
  }
  return 1;
}

/***
The game's text, byte for byte as it was read, without the white space around it.
@field Game.text string
@usage chess.game("  1. e4 *  ").text  --> 1. e4 *
*/
static int get_text(lua_State *L) {
  const lcb_Game *game = self(L);
  lua_pushlstring(L, game->text, game->size);
  return 1;
}

/***
The line end of the text's first line: "\r\n" or "\n"; "\n" if the text has no line end.
@field Game.line_end string
@usage #chess.game("1. e4\r\n*").line_end  --> 2
*/
static int get_line_end(lua_State *L) {
  const lcb_Game *game = self(L);
  const char *end = memchr(game->text, '\n', game->size);
  bool is_double = end && end > game->text && end[-1] == '\r';
  lua_pushstring(L, is_double ? "\r\n" : "\n");
  return 1;
}

/***
Number of plies of the mainline, up to its end or to the first move that cannot be played.
@field Game.plies integer
@usage chess.game("1. e4 e5 2. Nf3 *").plies  --> 3
*/
static int get_plies(lua_State *L) {
  lcb_Game *game = self(L);
  lcb_game_replay(L, game, 1, NULL);
  lua_pushinteger(L, game->plies);
  return 1;
}

/***
The start position: the initial position, or the position of the FEN tag; nil if the FEN is wrong or the variant is not
supported. No move of such a game can be played.
@field Game.start Position?
@usage chess.game("1. e4 *").start == chess.position()  --> true
@usage chess.game('[FEN "x"]\n\n1. e4 *').start  --> nil
*/
static int get_start(lua_State *L) {
  lc_Start start;
  lcb_game_start(self(L), &start);
  if (start.code != LC_D_NONE) return lua_pushnil(L), 1;
  *lcb_new_position(L) = start.position;
  return 1;
}

/***
The position at the end of the mainline; nil if there is no start position.
@field Game.final Position?
@usage tostring(chess.game("1. e4 *").final)  --> rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
*/
static int get_final(lua_State *L) {
  lcb_Game *game = self(L);
  lc_Start start;
  lcb_game_start(game, &start);
  if (start.code != LC_D_NONE) return lua_pushnil(L), 1;
  lcb_game_replay(L, game, 1, lcb_new_position(L));
  return 1;
}

/***
The unreadable part of the movetext, as written: from the first bad move of the mainline, with its number, to the
result; nil if all moves are readable.
@field Game.rest string?
@usage chess.game("1. e4 e5 2. Ke3 Nf6 *").rest  --> 2. Ke3 Nf6 *
*/
static int get_rest(lua_State *L) {
  lcb_Game *game = self(L);
  if (!game->tree) lcb_game_replay(L, game, 1, NULL);
  if (game->rest == SIZE_MAX) {
    lua_pushnil(L);
  } else {
    size_t at = lc_number_before(game->text, game->tags_end, game->rest);
    lua_pushlstring(L, game->text + at, lcb_rest_end(game) - at);
  }
  return 1;
}

/***
The root of the tree: the node of the start position.
@field Game.root Node
@usage #chess.game("1. e4 (1. d4) *").root  --> 2
*/
static int get_root(lua_State *L) {
  lcb_Game *game = self(L);
  lcb_game_tree(L, game, 1);
  lcb_push_node(L, game, 1, 0);
  return 1;
}

/***
The first 100 diagnostics of the text: a read-only list of records {code, severity, file, line, column, offset, size,
game, ply, token, fen, message, text}. It is empty if there are none. Field `total` is the number of all diagnostics.
@field Game.diagnostics Diagnostic[]
@usage chess.game("1. e4 e5 2. Ke3 *").diagnostics[1].code  --> illegal_move
*/
static int get_diagnostics(lua_State *L) {
  static const lcb_ListKind kind = {.field = "diagnostics", .owner = LCB_GAME};
  lcb_push_diagnostics(L, self(L), 1, false);
  lcb_fix_list(L, &kind);
  return 1;
}

/***
A table for the program's own values about the game. The table is not written to files, and Game:copy does not copy it.
@field Game.data table
@usage local g = chess.game("1. e4 *"); g.data.seen = 3; return g.data.seen  --> 3
*/
static int get_data(lua_State *L) {
  self(L);
  if (lcb_game_slot(L, 1, LCB_GAME_DATA) == LUA_TTABLE) return 1;
  lua_pop(L, 1);
  lua_newtable(L);
  lcb_fill_game_slot(L, 1, LCB_GAME_DATA);
  return 1;
}

/***
The game's number in its file, from 1.
@field Game.number integer
@usage chess.game("1. e4 *").number  --> 1
*/
static int get_number(lua_State *L) { return lcb_return_count(L, self(L)->origin.number); }

/***
The line of the file on which the game begins, from 1.
@field Game.line integer
@usage chess.game("\n1. e4 *").line  --> 2
*/
static int get_line(lua_State *L) { return lcb_return_count(L, self(L)->origin.line); }

/***
The file from which the game was read, or nil.
@field Game.file string?
@usage chess.game("1. e4 *").file  --> nil
*/
static int get_file(lua_State *L) {
  self(L);
  lcb_game_name(L, 1);
  return 1;
}

/***
Offset of the game's first byte in the decompressed file, or in the text passed to `chess.games_in`.
@field Game.offset integer
@usage chess.game("  1. e4 *").offset  --> 2
*/
static int get_offset(lua_State *L) { return lcb_return_count(L, self(L)->origin.offset); }

/***
The name of the notation in which the moves are read: that of the option `dialect`, or the notation detected.
@field Game.dialect string
@usage chess.game("1. e4 e5 2. Cf3 *", {dialect = "french"}).dialect  --> french
*/
static int get_dialect(lua_State *L) {
  lcb_Game *game = self(L);
  lcb_game_settle(L, game, 1);
  if (lcb_game_dialect(L, game, 1) == LUA_TNIL) {
    lua_pushliteral(L, "pgn");
  } else {
    lua_getfield(L, -1, "name");
  }
  return 1;
}

/* ---- creating ---- */

/* Check for reading options: a userdata that is identified by the name of its metatable. */
static void check_options(lua_State *L, int arg) {
  if (!lua_isnil(L, arg)) luaL_checkudata(L, arg, LCB_READING_OPTIONS);
}

/***
Create the options for reading the games of a text, for core.game_in.
@function core.reading_options
@param dialect? string|Dialect|nil the notation of the moves; default "auto", or PGN if `skip` is false
@param limits? table comment, nesting, tag and tags, as in chess.open
@param skip? boolean false: skip and repair nothing
@param illegal_moves? boolean play illegal moves that have one meaning, as chess.open does
@param allow? string[] problems of start positions to accept, as in chess.open
@return userdata
@usage core.reading_options("french", {comment = 1000})
*/
static int new_options(lua_State *L) {
  lua_settop(L, 5);
  lcb_ReadingOptions *options = lcb_push_reading_options(L, 0, 1, 1);
  lcb_read_limits(L, 2, 2, &options->limits);
  if (!lua_isnil(L, 3) && !lua_toboolean(L, 3)) lcb_forbid_repairs(options, !lua_isnil(L, 1));
  if (lua_toboolean(L, 4)) options->tolerance |= LC_ILLEGAL;
  lua_pushvalue(L, 5);
  options->tolerance |= (uint8_t)lc_start_tolerance(lcb_allowed_problems(L, 5));
  lua_pop(L, 1);
  return 1;
}

/***
Read the first game in a text from an offset on. `chess.game` and `chess.games_in` use it.
@function core.game_in
@param text string
@param number integer the game's number
@param offset integer where to start, from 0
@param line integer the line of that offset, from 1
@param column integer its column, from 1
@param options? userdata from core.reading_options
@return Game? game nil if the next text is not a game
@return integer offset where to continue, -1 at the end of the text
@return integer line
@return integer column
@return boolean is_stray whether text that belongs to no game, or a comment that is never closed, ends at `offset`
@return boolean is_fragment whether this text has moves that do not start at move 1
@usage core.game_in("1. e4 *", 1, 0, 1, 1)
*/
static int game_in(lua_State *L) {
  size_t size;
  const char *text = lcb_check_text(L, 1, &size);
  lcb_Origin place = {.number = (uint64_t)luaL_checkinteger(L, 2), .offset = (uint64_t)luaL_checkinteger(L, 3),
                      .line = (uint64_t)luaL_checkinteger(L, 4), .column = (uint64_t)luaL_checkinteger(L, 5)};
  luaL_argcheck(L, place.offset <= size, 3, "offset is outside the text");
  lua_settop(L, 6);
  check_options(L, 6);
  lc_Scan scan;
  lc_scan_begin(&scan, (size_t)place.offset);
  scan.follows_game = place.number > 1;
  lc_ScanEnd end = lc_scan_next(&scan, lcb_cpu(), text, size, true);
  lcb_advance(&place, text, (size_t)place.offset, scan.begin);
  if (end == LC_SCAN_GAME) {
    lcb_push_game(L, &scan, text, &place, lua_isnil(L, 6) ? 0 : 6);
  } else {
    lua_pushnil(L);
  }
  lcb_advance(&place, text, scan.begin, scan.at);
  lua_pushinteger(L, end == LC_SCAN_EMPTY ? -1 : (lua_Integer)scan.at);
  lua_pushinteger(L, (lua_Integer)place.line);
  lua_pushinteger(L, (lua_Integer)place.column);
  lua_pushboolean(L, end == LC_SCAN_TEXT && (scan.phase == LC_SCAN_STRAY || scan.is_fragment || scan.has_open_comment));
  lua_pushboolean(L, end == LC_SCAN_TEXT && scan.is_fragment);
  return 6;
}

/* ---- the end of a game's text ---- */

/* A game without a result ends only before a tag section or the end of the file. If a program writes other text after
** it, the game absorbs the next game without a diagnostic. If a result ends the game, a flag shows this. Otherwise the
** text is scanned once more (scan.h). */

/***
Report how the text of a game ends.
@function core.ending
@param game string|Game the text of one game, or a Game with its original text
@return integer? depth number of variations that are open at the end of the text; nil if the game has ended with a
result
@return boolean? in_comment whether a comment in braces is open
@return boolean? has_movetext whether the movetext has begun: then any tag line would end the game; before the
movetext, only a new tag section would
@return boolean? has_result whether the game has ended with a result before the comment
@usage require("lucena.core").ending("1. e4 (1. d4 {here")  --> 1
*/
static int ending(lua_State *L) {
  const lcb_Game *game = luaL_testudata(L, 1, LCB_GAME);
  size_t size = game ? game->size : 0;
  const char *text = game ? game->text : lcb_check_text(L, 1, &size);
  if (game && game->ends_itself) return lua_pushnil(L), 1;
  lc_Scan scan;
  lc_scan_begin(&scan, 0);
  lc_scan_next(&scan, lcb_cpu(), text, size, true);
  if (scan.result != LC_RESULT_NONE && !scan.has_open_comment) return lua_pushnil(L), 1;
  bool is_inside = scan.phase == LC_SCAN_COMMENT || scan.phase == LC_SCAN_LINE_COMMENT;
  lua_pushinteger(L, scan.depth);
  lua_pushboolean(L, scan.has_open_comment);
  unsigned phase = is_inside ? scan.back : scan.phase;
  lua_pushboolean(L, phase == LC_SCAN_MOVETEXT || phase == LC_SCAN_GAP || phase == LC_SCAN_AFTER);
  lua_pushboolean(L, scan.result != LC_RESULT_NONE);
  return 4;
}

/* ---- methods ---- */

/***
Check the whole text, including unusual spellings of moves.
@function Game:check
@return boolean good whether there are no errors
@return Diagnostic[] diagnostics
@usage select("#", chess.game("1. e4 *"):check())  --> 2
*/
static int game_check(lua_State *L) {
  lcb_Game *game = self(L);
  unsigned errors = lcb_push_diagnostics(L, game, 1, true);
  lua_pushboolean(L, errors == 0);
  lua_insert(L, -2);
  return 2;
}

static int game_tostring(lua_State *L) {
  const lcb_Game *game = self(L);
  size_t length;
  lcb_push_game_tag(L, game, 1, "White", 5);
  lcb_push_game_tag(L, game, 1, "Black", 5);
  const char *white = lua_tostring(L, -2), *black = lua_tostring(L, -1);
  lua_pushfstring(L, LCB_GAME ": %s - %s %s", white ? white : "?", black ? black : "?",
                  lc_result_text(game->result, &length));
  return 1;
}

/***
Whether the game was changed. `text` is still the original text; pgn() writes the changed game.
@field Game.is_edited boolean
@usage chess.game("1. e4 *").is_edited  --> false
*/
static int get_is_edited(lua_State *L) { return lcb_return_boolean(L, self(L)->is_edited); }

/* Report whether a game without moves has no usable start. With moves, these are unread: `rest`. */
static bool is_empty_and_unusable(const lcb_Game *game) {
  lc_Start start;
  if (!game->has_setup || game->plies > 0 || !(game->is_replayed || game->tree)) return false;
  lcb_game_start(game, &start);
  return start.code != LC_D_NONE;
}

bool lcb_game_has_errors(const lcb_Game *game) {
  return game->rest != SIZE_MAX || game->has_open_comment || (game->tree && game->tree->game.errors > 0) ||
         is_empty_and_unusable(game);
}

/***
Report which parts of the game have been read, and whether they had errors. Reads nothing more.
@function Game:was_examined
@return boolean examined whether the moves were read
@return boolean has_errors
@usage chess.game("1. e4 *"):was_examined()  --> false
*/
static int game_was_examined(lua_State *L) {
  const lcb_Game *game = self(L);
  lua_pushboolean(L, game->is_replayed || game->tree);
  lua_pushboolean(L, lcb_game_has_errors(game));
  return 2;
}

static const luaL_Reg game_methods[] = {
    {"check", game_check},
    {"was_examined", game_was_examined},
    {NULL, NULL},
};

static const luaL_Reg game_getters[] = {
    {"data", get_data},               {"diagnostics", get_diagnostics},
    {"dialect", get_dialect},         {"duplicate_tags", lcb_game_get_duplicate_tags},
    {"file", get_file},
    {"final", get_final},             {"is_edited", get_is_edited}, {"line", get_line},
    {"line_end", get_line_end},
    {"number", get_number},           {"offset", get_offset},   {"plies", get_plies},
    {"rest", get_rest},               {"result", get_result},   {"root", get_root},
    {"start", get_start},             {"tags", lcb_game_get_tags}, {"text", get_text}, {NULL, NULL},
};

static const luaL_Reg game_metamethods[] = {
    {"__tostring", game_tostring},
    {NULL, NULL},
};

static const luaL_Reg game_functions[] = {
    {"ending", ending}, {"game_in", game_in}, {"reading_options", new_options}, {NULL, NULL}};

void lcb_open_game(lua_State *L) {
  static const lcb_Class class = {.name = LCB_GAME,
                                  .methods = {game_methods, lcb_export_methods, lcb_game_edit_methods,
                                              lcb_game_copy_methods, lcb_loop_methods},
                                  .getters = {game_getters, lcb_game_edit_getters, lcb_encoding_getters},
                                  .setters = {lcb_game_setters},
                                  .metamethods = game_metamethods};
  lcb_class(L, &class);
  lcb_add_mainline(L);
  lua_setfield(L, -2, "Game");
  lcb_functions(L, game_functions);
}
