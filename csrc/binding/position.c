/*
** position - lucena.Position: an immutable legal position. Making one, and playing moves.
**
** The userdata is the bare lc_Position: 88 bytes, no __gc, nothing referred to. What can be asked
** of it stands in position_text.c (reading and writing) and position_query.c (the board).
*/
#include "../chess/position.h"

#include "../notation/fen.h"
#include "../notation/san.h"
#include "../notation/uci.h"
#include "dialect_box.h"

static const char *const option_names[] = {"allow", "chess960", "strict", NULL};

static const lc_Position *self(lua_State *L) { return lcb_self(L); }

/* Read and, unless strict, mend. 0 when `setup` may become a position, else a count of results. */
static int read_setup(lua_State *L, int text_arg, int options, lc_Setup *setup) {
  size_t length;
  const char *text = lcb_check_text(L, text_arg, &length);
  lc_FenReport report;
  bool strict;
  unsigned refused = lcb_refused_problems(L, options, &strict);
  if (!lc_fen_parse(text, length, strict, setup, &report))
    return lcb_fail(L, report.error, "fen:%d: %s", (int)report.column, lc_code_text(report.error));
  setup->chess960 = lcb_option_boolean(L, options, "chess960", setup->chess960);
  unsigned problems = lc_setup_problems(setup);
  if (problems && !strict) problems &= ~lc_setup_repair(setup);
  problems &= refused;
  return problems ? lcb_fail_problems(L, "fen:1: ", problems) : 0;
}

/***
A legal position from a FEN; without one, the initial position of chess.
Missing fields read as `w - - 0 1`. Castling rights and e.p. squares that cannot be are dropped:
what was tolerated is listed by chess.setup(fen).diagnostics, and with `strict` it is an error.
Source: PGN standard 16.1, X-FEN, Shredder-FEN.
@function chess.position
@param fen? string one line of 1 to 6 fields separated by blanks
@param opts? {strict?: boolean, chess960?: boolean, allow?: string[]} `chess960`: force it on or off
instead of concluding it from the castling field; `allow`: problems to accept (see Setup:position)
@return Position? position
@return string? err `fen:COL: what`, COL counts bytes from 1; or `fen:1: not a legal position: ` and
all reasons
@return string? code bad_fen, bad_board, bad_turn, bad_castling, bad_ep, bad_clock, trailing_text,
unsupported_variant, invalid_position; with `strict` also fen_fields, fen_spaces, fen_digits,
fen_castling, fen_move_number
@usage chess.position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"):play("e4").turn  --> black
*/
static int position_new(lua_State *L) {
  lc_Setup setup;
  lua_settop(L, 2);
  lcb_check_options(L, 2, option_names);
  if (lua_isnoneornil(L, 1)) {
    bool strict;
    lcb_refused_problems(L, 2, &strict); /* checks them */
    lc_setup_start(&setup);
    setup.chess960 = lcb_option_boolean(L, 2, "chess960", false);
  } else {
    size_t length;
    const char *text = lcb_check_text(L, 1, &length);
    lc_Position quick;
    if (lua_isnoneornil(L, 2) && lc_fen_quick_line(lc_cpu(), text, length, &quick)) {
      *lcb_new_position(L) = quick;
      return 1;
    }
    int failed = read_setup(L, 1, 2, &setup);
    if (failed) return failed;
  }
  lc_position_from_setup(&setup, lcb_new_position(L));
  return 1;
}

/* The moves of a text, one after the other. Only moves and move numbers are accepted. */
static int play_text(lua_State *L) {
  lcb_Tokens tokens = {0};
  lc_Position p = *self(L);
  bool any = false;
  tokens.text = lcb_check_text(L, 2, &tokens.length);
  while (lcb_next_token(&tokens)) {
    lc_Move move;
    lc_Code code = lc_san_read(&p, tokens.token, tokens.token_length, &move);
    if (code != LC_D_NONE)
      return lcb_fail_move(L, &p, code, tokens.token, tokens.token_length,
                           lcb_token_column(&tokens));
    lc_position_play(&p, move);
    any = true;
  }
  if (!any) return lcb_fail_move(L, &p, LC_D_BAD_MOVE, tokens.text, tokens.length, 1);
  *lcb_new_position(L) = p;
  return 1;
}

/* The same in another notation. */
static int play_line(lua_State *L) {
  size_t count;
  lc_Position p = *self(L);
  lcb_push_dialect(L, 3);
  const lc_Move *moves = lcb_read_line(L, lua_gettop(L), &p, 2, &count);
  if (!moves) return 3;
  for (size_t i = 0; i < count; i++) lc_position_play(&p, moves[i]);
  *lcb_new_position(L) = p;
  return 1;
}

/***
The position after one move, or after several in a string: separated by blanks, move numbers
allowed, results not. The position itself stays as it is.
@function Position:play
@param moves string|Move in PGN notation, or a Move
@param dialect? string|Dialect the notation of the string, by name or as chess.dialect gives it; default "pgn"
@return Position? position
@return string? err `moves:COL: illegal move Nf6 (move 1, White)`; without a column for a Move
@return string? code bad_move, illegal_move, ambiguous_move, missing_promotion, game_over
@usage chess.position():play("1. e4 e5 2. Nf3").turn  --> black
*/
static int position_play(lua_State *L) {
  const lc_Position *p = self(L);
  if (lua_type(L, 2) == LUA_TSTRING) return lua_isnoneornil(L, 3) ? play_text(L) : play_line(L);
  const lc_Move *move = lcb_test(L, 2, LCB_UP_MOVE);
  if (!move) return lcb_expected(L, 2, "string or " LCB_MOVE);
  if (!lcb_is_playable(p, *move)) return lcb_fail_illegal(L, p, *move);
  lc_Position *next = lcb_new_position(L);
  *next = *p;
  lc_position_play(next, *move);
  return 1;
}

/***
The position after passing the turn (a null move); not possible in check.
@function Position:pass
@return Position? position
@return string? err
@return string? code illegal_move
@usage chess.position():pass().turn  --> black
*/
static int position_pass(lua_State *L) {
  const lc_Position *p = self(L);
  if (!lcb_is_playable(p, LC_NULL_MOVE)) return lcb_fail_illegal(L, p, LC_NULL_MOVE);
  lc_Position *next = lcb_new_position(L);
  *next = *p;
  lc_position_play(next, LC_NULL_MOVE);
  return 1;
}

/* Same placement, side, castling rooks and legal e.p. square; clocks do not count. */
static int position_eq(lua_State *L) {
  const lc_Position *a = lcb_test(L, 1, LCB_UP_SELF), *b = lcb_test(L, 2, LCB_UP_SELF);
  lua_pushboolean(L, a && b && lc_position_equal(a, b));
  return 1;
}

static const luaL_Reg position_methods[] = {
    {"pass", position_pass},
    {"play", position_play},
    {NULL, NULL},
};

static const luaL_Reg position_metamethods[] = {
    {"__eq", position_eq},
    {"__tostring", lcb_position_tostring},
    {NULL, NULL},
};

static const luaL_Reg position_functions[] = {
    {"position", position_new},
    {NULL, NULL},
};

void lcb_open_position(lua_State *L) {
  static const lcb_Class class = {
      .name = LCB_POSITION,
      .methods = {position_methods, lcb_text_methods, lcb_query_methods},
      .getters = {lcb_position_getters},
      .metamethods = position_metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "Position");
  lcb_functions(L, position_functions);
}
