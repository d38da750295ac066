/*
** setup - lucena.Setup: a position that is being set up or repaired, legal or not.
**
** chess.setup(fen) rejects only text that is not a FEN. `diagnostics` lists the tolerated errors and the repairs
** that chess.position(fen) would make. The Setup keeps the original values until s:repair() is called.
*/
#include "../chess/setup.h"

#include "../notation/codes.h"
#include "../notation/fen.h"
#include "diagnostic.h"

static const char *const option_names[] = {"allow", "strict", NULL};

lc_Setup *lcb_new_setup(lua_State *L) {
  lc_Setup *setup = lua_newuserdatauv(L, sizeof *setup, 1);
  luaL_getmetatable(L, LCB_SETUP);
  lua_setmetatable(L, -2);
  return setup;
}

static lc_Setup *self(lua_State *L) { return lcb_self(L); }

/* ---- options shared with chess.position ---- */

/* Return why `allow` cannot accept a hard problem. */
static const char *why_never(unsigned problem) {
  if (problem == LC_PROBLEM_BAD_CASTLING) return "the right is dropped instead";
  if (problem == LC_PROBLEM_BAD_EP) return "the square is dropped instead";
  return "each side needs exactly one king";
}

/* Raise an error: the name on top of the stack is not the name of a problem. */
static unsigned unknown_problem(lua_State *L, int arg) {
  if (lua_type(L, -1) != LUA_TSTRING) return (unsigned)lcb_bad_option(L, arg, "allow", "names of problems");
  size_t length;
  const char *name = lua_tolstring(L, -1, &length);
  lcb_push_function(L, "lucena.suggestion", "hint");
  lua_pushvalue(L, -2);
  lua_newtable(L);
  for (unsigned bit = 0; bit < LC_PROBLEM_COUNT; bit++) {
    lua_pushstring(L, lc_problem_name(bit));
    lua_rawseti(L, -2, (lua_Integer)bit + 1);
  }
  lua_call(L, 2, 1);
  lcb_push_printable(L, name, length);
  return (unsigned)luaL_argerror(L, arg, lua_pushfstring(L, "option 'allow': there is no problem '%s'%s",
                                                         lua_tostring(L, -1), lua_tostring(L, -2)));
}

/* Return the bit of the problem whose name is on top of the stack. Raises an error for unknown names, and for problems
** that `allow` cannot accept. */
static unsigned waiver(lua_State *L, int arg) {
  for (unsigned bit = 0; lua_type(L, -1) == LUA_TSTRING && bit < LC_PROBLEM_COUNT; bit++) {
    lua_pushstring(L, lc_problem_name(bit));
    bool same = lua_rawequal(L, -1, -2);
    lua_pop(L, 1);
    if (!same) continue;
    if (LC_PROBLEMS_HARD >> bit & 1)
      luaL_argerror(L, arg, lua_pushfstring(L, "option 'allow': %s cannot be allowed: %s", lc_problem_name(bit),
                                            why_never(1u << bit)));
    return 1u << bit;
  }
  return unknown_problem(L, arg);
}

unsigned lcb_allowed_problems(lua_State *L, int arg) {
  unsigned allowed = 0;
  if (lua_isnil(L, -1)) return 0;
  if (!lua_istable(L, -1)) lcb_bad_option(L, arg, "allow", "table");
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) allowed |= waiver(L, arg);
  return allowed;
}

unsigned lcb_refused_problems(lua_State *L, int arg, bool *strict) {
  *strict = lcb_option_boolean(L, arg, "strict", false);
  unsigned refused = (1u << LC_PROBLEM_COUNT) - 1;
  if (!*strict) refused &= ~(unsigned)LC_PROBLEMS_SOFT;
  if (!lcb_option(L, arg, "allow")) return refused;
  refused &= ~lcb_allowed_problems(L, arg);
  lua_pop(L, 1);
  return refused;
}

lc_Variant lcb_to_variant(lua_State *L, int arg, const char *name) {
  size_t size = 0;
  const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &size) : NULL;
  lc_Variant variant = text ? lc_variant_of(text, size) : LC_VARIANT_OTHER;
  if (variant == LC_VARIANT_OTHER)
    lcb_bad_option(L, arg, name, "\"Standard\", \"Chess960\", \"King of the Hill\" or \"Three-check\"");
  return variant;
}

/* ---- diagnostics ---- */

static void push_diagnostic(lua_State *L, lc_Code code, unsigned column) {
  lua_createtable(L, 0, 4);
  lcb_make_diagnostic(L);
  lua_pushstring(L, lc_code_name(code));
  lua_setfield(L, -2, "code");
  lua_pushstring(L, lc_severity_name(lc_code_severity(code)));
  lua_setfield(L, -2, "severity");
  lua_pushinteger(L, column);
  lua_setfield(L, -2, "column");
  lua_pushstring(L, lc_code_text(code));
  lua_setfield(L, -2, "message");
}

static void push_unreachable(lua_State *L, unsigned problems) {
  push_diagnostic(L, LC_D_UNREACHABLE_POSITION, 1);
  lua_pushfstring(L, "%s: ", lc_code_text(LC_D_UNREACHABLE_POSITION));
  lcb_push_problems(L, problems);
  lua_concat(L, 2);
  lua_setfield(L, -2, "message");
}

static void fix_diagnostics(lua_State *L) {
  static const lcb_ListKind kind = {.field = "diagnostics", .owner = LCB_SETUP};
  lcb_fix_list(L, &kind);
}

/* Push a List of diagnostics: the tolerances used in reading, then the castling rights and en passant square that
** do not fit the board, then the counts that no game can reach. */
static void push_diagnostics(lua_State *L, const lc_Setup *setup, const lc_FenReport *report) {
  unsigned problems = lc_setup_problems(setup);
  lua_Integer n = 0;
  lua_newtable(L);
  for (unsigned i = 0; i < report->note_count; i++) {
    push_diagnostic(L, report->notes[i].code, report->notes[i].column);
    lua_rawseti(L, -2, ++n);
  }
  if (problems & LC_PROBLEM_BAD_CASTLING) {
    push_diagnostic(L, LC_D_CASTLING_DROPPED, report->columns[2]);
    lua_rawseti(L, -2, ++n);
  }
  if (problems & LC_PROBLEM_BAD_EP) {
    push_diagnostic(L, LC_D_EP_DROPPED, report->columns[3]);
    lua_rawseti(L, -2, ++n);
  }
  if (problems & LC_PROBLEMS_UNREACHABLE) {
    push_unreachable(L, problems & LC_PROBLEMS_UNREACHABLE);
    lua_rawseti(L, -2, ++n);
  }
  fix_diagnostics(L);
}

/***
Read a FEN into an editable Setup. Any FEN is accepted, whether its position is legal or not; missing fields are read
as `w - - 0 1`. Without a FEN: an empty board, White to move.
@function chess.setup
@param fen? string one line of 1 to 6 fields (PGN standard 16.1; X-FEN and Shredder-FEN castling
letters)
@return Setup? setup
@return string? err `fen:COL: problem`; COL counts bytes from 1
@return string? code bad_fen, bad_board, bad_turn, bad_castling, bad_ep, bad_clock, bad_checks,
trailing_text or unsupported_variant
@usage chess.setup("8/8/8/8/8/8/8/4K3 w - - 0 1"):problems()[1]  --> no_black_king
*/
static int setup_new(lua_State *L) {
  lua_settop(L, 1);
  lc_Setup *setup = lcb_new_setup(L);
  lc_setup_clear(setup);
  if (lua_isnoneornil(L, 1)) {
    lua_newtable(L);
  } else {
    size_t length;
    lc_FenReport report;
    const char *text = lcb_check_text(L, 1, &length);
    if (!lc_fen_parse(text, length, false, setup, &report))
      return lcb_fail(L, report.error, "fen:%d: %s", (int)report.column,
                      lc_code_text(report.error));
    push_diagnostics(L, setup, &report);
  }
  lua_setiuservalue(L, -2, 1);
  return 1;
}

/* ---- methods ---- */

/* Push an array of the names of `problems`. */
static void push_problems(lua_State *L, unsigned problems) {
  lua_Integer n = 0;
  lua_newtable(L);
  for (unsigned bit = 0; bit < LC_PROBLEM_COUNT; bit++) {
    if (!(problems >> bit & 1)) continue;
    lua_pushstring(L, lc_problem_name(bit));
    lua_rawseti(L, -2, ++n);
  }
}

/***
Return the names of all reasons why this is not a legal position; empty if it is legal: empty_board, no_white_king,
no_black_king, too_many_kings, too_many_white_pieces, too_many_black_pieces, too_many_white_pawns,
too_many_black_pawns, too_much_material, pawn_on_last_rank, opposite_check, bad_castling, bad_ep, impossible_check,
touching_kings.
@function Setup:problems
@return string[]
@usage #chess.position():setup():problems()  --> 0
*/
static int setup_problems(lua_State *L) {
  push_problems(L, lc_setup_problems(self(L)));
  return 1;
}

/***
Remove impossible castling rights and an impossible en passant square.
@function Setup:repair
@return string[] names of the problems repaired: bad_castling, bad_ep
@usage chess.setup("4k3/8/8/8/8/8/8/4K3 w K - 0 1"):repair()[1]  --> bad_castling
*/
static int setup_repair(lua_State *L) {
  push_problems(L, lc_setup_repair(self(L)));
  return 1;
}

/***
Return the FEN with all six fields, with castling rights and en passant square as given, possible or not.
@function Setup:fen
@return string
@usage chess.setup():fen()  --> 8/8/8/8/8/8/8/8 w - - 0 1
*/
static int setup_fen(lua_State *L) {
  char text[LC_FEN_MAX];
  size_t length = lc_fen_write_setup(self(L), text);
  lua_pushlstring(L, text, length);
  return 1;
}

/***
Return the legal position of this setup. Nothing is repaired: call s:repair() first.
@function Setup:position
@param opts? {allow?: string[], strict?: boolean} `allow`: the names of problems to accept: too_many_..._pieces,
too_many_..._pawns, too_much_material, pawn_on_last_rank (a pawn on the last rank of its side has no move),
opposite_check, touching_kings (each king then also attacks the other: allow opposite_check, too). Too many pieces or
pawns and impossible_check are accepted unless `strict` is set
@return Position? position
@return string? err `not a legal position: ` and all reasons
@return string? code invalid_position
@usage chess.setup("4k3/8/8/8/8/8/8/4K3 w"):position().turn  --> white
@usage #chess.position("P3k3/8/8/8/8/8/8/4K2P w", {allow = {"pawn_on_last_rank"}}):moves{from = "h1"}  --> 1
*/
static int setup_position(lua_State *L) {
  bool strict;
  self(L);
  lcb_check_options(L, 2, option_names);
  unsigned refused = lcb_refused_problems(L, 2, &strict);
  const lc_Setup setup = *self(L); /* checked and copied before a finalizer can change it */
  unsigned problems = lc_setup_problems(&setup) & refused;
  if (problems) return lcb_fail_problems(L, "", problems);
  lc_position_from_setup(&setup, lcb_new_position(L));
  return 1;
}

/***
Return the piece on a square: "N" for a white knight, "n" for a black one, nil for none.
@function Setup:piece
@param square string "a1" to "h8"
@return string?
@usage chess.position():setup():piece("e8")  --> k
*/
static int setup_piece(lua_State *L) {
  const lc_Setup *setup = self(L);
  lcb_push_piece(L, setup->board[lcb_check_square(L, 2)]);
  return 1;
}

/***
Put a piece on a square, in place of the piece that is there; nil empties the square. Castling rights do not
change.
@function Setup:put
@param square string "a1" to "h8"
@param piece? string "N" white, "n" black
@usage local s = chess.setup(); s:put("e1", "K"); return s:piece("e1")  --> K
*/
static int setup_put(lua_State *L) {
  lc_Setup *setup = self(L);
  unsigned square = lcb_check_square(L, 2);
  unsigned code = lua_isnoneornil(L, 3) ? 0 : lcb_check_piece(L, 3);
  setup->board[square] = (uint8_t)code;
  return 0;
}

/* ---- properties ---- */

/* Raise an error about a value (argument 3) that a program tries to set in a property. */
static int bad_value(lua_State *L, const char *expected) {
  size_t length;
  const char *value = luaL_tolstring(L, 3, &length);
  lcb_push_printable(L, value, length);
  return luaL_error(L, LCB_SETUP " field '%s': %s expected, got '%s'", lua_tostring(L, 2), expected,
                    lua_tostring(L, -1));
}

/* Return the integer from `least` to 65535 at argument 3. */
static uint16_t to_count(lua_State *L, lua_Integer least, const char *expected) {
  int is_integer = 0;
  lua_Integer value = lua_type(L, 3) == LUA_TNUMBER ? lua_tointegerx(L, 3, &is_integer) : 0;
  if (!is_integer || value < least || value > UINT16_MAX) bad_value(L, expected);
  return (uint16_t)value;
}

/***
The side to move, "white" or "black". Assignable.
@field Setup.turn string
@usage chess.setup().turn  --> white
*/
static int get_turn(lua_State *L) {
  lcb_push_color(L, self(L)->turn);
  return 1;
}

static int set_turn(lua_State *L) {
  unsigned color = 0;
  if (!lcb_to_color(L, 3, &color)) bad_value(L, "\"white\" or \"black\"");
  self(L)->turn = (uint8_t)color;
  return 0;
}

/***
Castling rights as in FEN, "-" for none. Assignable, with KQkq or with file letters; K and Q mean the outermost rook on
the current board. Assigning also sets `chess960`, as reading a FEN does.
@field Setup.castling string
@usage chess.setup("4k3/8/8/8/8/8/8/4K2R w K").castling  --> K
*/
static int get_castling(lua_State *L) {
  char text[LC_CASTLING_MAX];
  size_t length = lc_fen_write_setup_castling(self(L), text);
  lua_pushlstring(L, text, length);
  return 1;
}

static int set_castling(lua_State *L) {
  size_t length = 0;
  const char *text = lua_type(L, 3) == LUA_TSTRING ? lua_tolstring(L, 3, &length) : NULL;
  if (!text || !lc_fen_read_castling(text, length, self(L)))
    bad_value(L, "castling field of a FEN");
  return 0;
}

/***
The en passant square, as given; nil for none. Squares of ranks 3 and 6 can be assigned.
@field Setup.ep string?
@usage chess.setup("4k3/8/8/8/8/8/8/4K3 w - e6").ep  --> e6
*/
static int get_ep(lua_State *L) {
  unsigned ep = self(L)->ep;
  if (ep < 64)
    lcb_push_square(L, ep);
  else
    lua_pushnil(L);
  return 1;
}

static int set_ep(lua_State *L) {
  unsigned square = LC_NO_SQUARE;
  bool good = lua_isnil(L, 3) ||
              (lcb_to_square(L, 3, &square) && (lc_rank(square) == 2 || lc_rank(square) == 5));
  if (!good) bad_value(L, "square of rank 3 or 6, or nil,");
  self(L)->ep = (uint8_t)square;
  return 0;
}

/***
Plies since the last capture or pawn move, 0 to 65535. Assignable.
@field Setup.halfmove_clock integer
@usage chess.setup().halfmove_clock  --> 0
*/
static int get_halfmove_clock(lua_State *L) { return lcb_return_count(L, self(L)->halfmove_clock); }

static int set_halfmove_clock(lua_State *L) {
  self(L)->halfmove_clock = to_count(L, 0, "integer from 0 to 65535");
  return 0;
}

/***
The number of the next move, 1 to 65535. Assignable.
@field Setup.fullmove_number integer
@usage chess.setup().fullmove_number  --> 1
*/
static int get_fullmove_number(lua_State *L) { return lcb_return_count(L, self(L)->fullmove_number); }

static int set_fullmove_number(lua_State *L) {
  self(L)->fullmove_number = to_count(L, 1, "integer from 1 to 65535");
  return 0;
}

/***
Whether castling follows Chess960: kings and rooks need not be on their standard squares, and UCI writes king takes
rook. Assignable.
@field Setup.chess960 boolean
@usage chess.setup("bbrknnrq/pppppppp/8/8/8/8/PPPPPPPP/BBRKNNRQ w GCgc - 0 1").chess960  --> true
*/
static int get_chess960(lua_State *L) { return lcb_return_boolean(L, self(L)->chess960); }

static int set_chess960(lua_State *L) {
  if (!lua_isboolean(L, 3)) bad_value(L, "boolean");
  self(L)->chess960 = (uint8_t)lua_toboolean(L, 3);
  return 0;
}

/***
The variant, as in the Variant tag: "Standard", "Chess960", "King of the Hill" or "Three-check". Assignable, with any
spelling that the tag may have. Assigning "Three-check" keeps the checks given, if there are any.
@field Setup.variant string
@usage local s = chess.setup(chess.START_FEN); s.variant = "3-check"; return s:fen():sub(-8)  --> 0 1 +0+0
*/
static int get_variant(lua_State *L) {
  const lc_Setup *setup = self(L);
  lua_pushstring(L, lc_variant_name(setup->rules, setup->chess960));
  return 1;
}

static int set_variant(lua_State *L) {
  size_t size = 0;
  const char *name = lua_type(L, 3) == LUA_TSTRING ? lua_tolstring(L, 3, &size) : NULL;
  lc_Variant variant = name ? lc_variant_of(name, size) : LC_VARIANT_OTHER;
  lc_Setup *setup = self(L);
  if (variant == LC_VARIANT_OTHER)
    bad_value(L, "\"Standard\", \"Chess960\", \"King of the Hill\" or \"Three-check\"");
  if (variant != LC_VARIANT_THREE_CHECK) setup->rules = LC_RULES_CHESS;
  lc_variant_apply(variant, &setup->rules);
  setup->chess960 = variant == LC_VARIANT_CHESS960;
  return 0;
}

/***
The tolerances used in reading the text: a read-only list of {code, severity = "warning" or "repair", column, message},
in the order of the text; then castling_dropped and ep_dropped if chess.position() would drop castling rights or the en
passant square. Columns count bytes from 1. Empty for a setup that was not read from text.
@field Setup.diagnostics Diagnostic[]
@usage chess.setup("8/8/8/8/8/8/8/8").diagnostics[1].code  --> fen_fields
*/
static int get_diagnostics(lua_State *L) {
  self(L);
  lua_getiuservalue(L, 1, 1);
  if (lua_isnil(L, -1)) {
    lua_newtable(L);
    fix_diagnostics(L);
  }
  return 1;
}

static const luaL_Reg setup_methods[] = {
    {"fen", setup_fen},
    {"piece", setup_piece},
    {"position", setup_position},
    {"problems", setup_problems},
    {"put", setup_put},
    {"repair", setup_repair},
    {NULL, NULL},
};

static const luaL_Reg setup_getters[] = {
    {"castling", get_castling},
    {"chess960", get_chess960},
    {"diagnostics", get_diagnostics},
    {"ep", get_ep},
    {"fullmove_number", get_fullmove_number},
    {"halfmove_clock", get_halfmove_clock},
    {"turn", get_turn},
    {"variant", get_variant},
    {NULL, NULL},
};

static const luaL_Reg setup_setters[] = {
    {"castling", set_castling},
    {"chess960", set_chess960},
    {"ep", set_ep},
    {"fullmove_number", set_fullmove_number},
    {"halfmove_clock", set_halfmove_clock},
    {"turn", set_turn},
    {"variant", set_variant},
    {NULL, NULL},
};

static const luaL_Reg setup_metamethods[] = {
    {"__tostring", setup_fen},
    {NULL, NULL},
};

static const luaL_Reg setup_functions[] = {
    {"setup", setup_new},
    {NULL, NULL},
};

void lcb_open_setup(lua_State *L) {
  static const lcb_Class class = {.name = LCB_SETUP,
                                  .methods = {setup_methods},
                                  .getters = {setup_getters},
                                  .setters = {setup_setters},
                                  .metamethods = setup_metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "Setup");
  lcb_functions(L, setup_functions);
}
