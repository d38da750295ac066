/*
** position - lucena.Position: an immutable legal position. This file creates positions, plays moves, reads and
** writes moves (SAN, UCI) and FEN, and computes keys. position_query.c has the queries about the board.
**
** The userdata is only an lc_Position: 88 bytes, no __gc, no references.
*/
#include "../chess/position.h"

#include "../notation/codes.h"
#include "../notation/fen.h"
#include "../notation/san.h"
#include "../notation/uci.h"
#include "dialect.h"

static const char *const option_names[] = {"allow", "chess960", "strict", "variant", NULL};

static const lc_Position *self(lua_State *L) { return lcb_self_position(L); }

/* Apply the option `variant`. Returns false if the FEN has numbers of checks, which the variant does not have. */
static bool apply_variant(lua_State *L, int options, lc_Setup *setup) {
  if (!lcb_option(L, options, "variant")) return true;
  lc_Variant variant = lcb_to_variant(L, options, "variant");
  lua_pop(L, 1);
  if (variant == LC_VARIANT_CHESS960) setup->chess960 = 1;
  return lc_variant_apply(variant, &setup->rules);
}

/* Read a FEN, and repair it if reading is not strict. Returns 0 if `setup` can become a position; otherwise the number
** of pushed results (nil, message, code). */
static int read_setup(lua_State *L, int text_arg, int options, lc_Setup *setup) {
  size_t length;
  const char *text = lcb_check_text(L, text_arg, &length);
  lc_FenReport report;
  bool strict;
  unsigned refused = lcb_refused_problems(L, options, &strict);
  if (!lc_fen_parse(text, length, strict, setup, &report))
    return lcb_fail(L, report.error, "fen:%d: %s", (int)report.column, lc_code_text(report.error));
  if (!apply_variant(L, options, setup))
    return lcb_fail(L, LC_D_BAD_CHECKS, "fen:%d: %s", (int)report.checks, lc_code_text(LC_D_BAD_CHECKS));
  setup->chess960 = lcb_option_boolean(L, options, "chess960", setup->chess960);
  unsigned problems = lc_setup_problems(setup);
  if (problems && !strict) problems &= ~lc_setup_repair(setup);
  problems &= refused;
  return problems ? lcb_fail_problems(L, "fen:1: ", problems) : 0;
}

/***
Create a legal position from a FEN; without a FEN, the initial position of chess. Missing fields are read as
`w - - 0 1`. Impossible castling rights and en passant squares are dropped. chess.setup(fen).diagnostics lists all
tolerances; with `strict` they are errors. Source: PGN standard 16.1, X-FEN, Shredder-FEN; the checks of Three-check as
in lichess (`+0+2` at the end: given) or python-chess (`3+1` before the counters: remaining).
@function chess.position
@param fen? string one line of 1 to 6 fields separated by blanks; 7 in Three-check
@param opts? {strict?: boolean, chess960?: boolean, variant?: string, allow?: string[]} `chess960`: whether this is
Chess960, instead of detecting it from the castling field; `variant`: a value of the Variant tag, such as "King of the
Hill" or "Three-check"; `allow`: problems to accept (see Setup:position)
@return Position? position
@return string? err `fen:COL: problem`; COL counts bytes from 1; or `fen:1: not a legal position: ` and
all reasons
@return string? code bad_fen, bad_board, bad_turn, bad_castling, bad_ep, bad_clock, bad_checks,
trailing_text, unsupported_variant, invalid_position; with `strict` also fen_fields, fen_spaces, fen_digits,
fen_castling, fen_move_number
@usage chess.position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"):play("e4").turn  --> black
@usage chess.position(nil, {variant = "Three-check"}):play("e4 f6 Qh5"):fen():sub(-8)  --> 1 2 +1+0
*/
static int position_new(lua_State *L) {
  lc_Setup setup;
  lua_settop(L, 2);
  lcb_check_options(L, 2, option_names);
  if (lua_isnoneornil(L, 1)) {
    bool strict;
    lcb_refused_problems(L, 2, &strict); /* checks the options */
    lc_setup_start(&setup);
    apply_variant(L, 2, &setup);
    setup.chess960 = lcb_option_boolean(L, 2, "chess960", setup.chess960);
  } else {
    size_t length;
    const char *text = lcb_check_text(L, 1, &length);
    lc_Position quick;
    if (lua_isnoneornil(L, 2) && lc_fen_quick_line(lcb_cpu(), text, length, &quick)) {
      *lcb_new_position(L) = quick;
      return 1;
    }
    int failed = read_setup(L, 1, 2, &setup);
    if (failed) return failed;
  }
  lc_position_from_setup(&setup, lcb_new_position(L));
  return 1;
}

/* Play the consecutive moves of a text. Only moves and move numbers are accepted. */
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

/* Play the consecutive moves of a text in a notation other than PGN. */
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

static int read_text_item(lua_State *L, int position, lc_Move *move) {
  int text = lua_gettop(L);
  if (lua_isnil(L, 3)) {
    size_t length;
    const char *token = lua_tolstring(L, text, &length);
    const lc_Position *p = lua_touserdata(L, position);
    lc_Code code = lc_san_read(p, token, length, move);
    return code == LC_D_NONE ? 0 : lcb_fail_move(L, p, code, token, length, 0);
  }
  lcb_push_dialect(L, 3);
  int count = lcb_dialect_read(L, lua_gettop(L), position, text);
  if (count != 2) return count;
  *move = *(const lc_Move *)lua_touserdata(L, -2);
  return 0;
}

size_t lcb_count_items(lua_State *L) {
  size_t count = lua_rawlen(L, 2);
  lua_pushnil(L);
  if (!lua_next(L, 2)) return 0;
  if (count == 0) lcb_expected(L, 2, "array of moves");
  lua_pop(L, 2);
  return count;
}

int lcb_read_item(lua_State *L, int position, lua_Integer n, lc_Move *move) {
  int top = lua_gettop(L), count = 0;
  int type = lua_rawgeti(L, 2, n);
  const lc_Move *given = lcb_test(L, -1, LCB_UP_MOVE);
  if (given) {
    const lc_Position *p = lua_touserdata(L, position);
    *move = *given;
    count = lc_is_playable(p, *move) ? 0 : lcb_fail_illegal(L, p, *move);
  } else if (type == LUA_TSTRING) {
    count = read_text_item(L, position, move);
  } else {
    luaL_argerror(L, 2, lua_pushfstring(L, "item %I: string or " LCB_MOVE " expected, got %s", (LUAI_UACINT)n,
                                        lcb_kind(L, -1)));
  }
  if (count == 0) {
    lua_settop(L, top);
    return 0;
  }
  lua_pushnil(L);
  lua_pushfstring(L, "move %I: %s", (LUAI_UACINT)n, lua_tostring(L, -3));
  lua_pushvalue(L, -3);
  return 3;
}

/* Play the moves of an array. */
static int play_array(lua_State *L) {
  lc_Position *p = lcb_new_position(L);
  int position = lua_gettop(L);
  *p = *self(L);
  lua_Integer count = (lua_Integer)lcb_count_items(L);
  for (lua_Integer n = 1; n <= count; n++) {
    lc_Move move;
    int failed = lcb_read_item(L, position, n, &move);
    if (failed) return failed;
    lc_position_play(p, move);
  }
  return 1;
}

/***
Return the position after a move or several moves. Several moves are a string, separated by blanks, or an array. Move
numbers are allowed in a string, results are not. The position itself does not change.
@function Position:play
@param moves string|Move|(string|Move)[] moves in PGN notation, or a Move, or an array of single moves and Moves
@param dialect? string|Dialect the notation of the texts, as a name or a Dialect; default "pgn"
@return Position? position
@return string? err `moves:COL: illegal move Nf6 (move 1, White)`; without a column for a Move; `move N: ...` for
an array
@return string? code bad_move, illegal_move, ambiguous_move, missing_promotion, game_over
@usage chess.position():play("1. e4 e5 2. Nf3").turn  --> black
*/
static int position_play(lua_State *L) {
  const lc_Position *p = self(L);
  lua_settop(L, 3);
  if (lua_type(L, 2) == LUA_TSTRING) return lua_isnil(L, 3) ? play_text(L) : play_line(L);
  if (lua_type(L, 2) == LUA_TTABLE) return play_array(L);
  const lc_Move *move = lcb_test(L, 2, LCB_UP_MOVE);
  if (!move) return lcb_expected(L, 2, "string, " LCB_MOVE " or array of moves");
  if (!lc_is_playable(p, *move)) return lcb_fail_illegal(L, p, *move);
  lc_Position *next = lcb_new_position(L);
  *next = *p;
  lc_position_play(next, *move);
  return 1;
}

/***
Return the position after passing the turn (a null move). This is not possible in check.
@function Position:pass
@return Position? position
@return string? err
@return string? code illegal_move
@usage chess.position():pass().turn  --> black
*/
static int position_pass(lua_State *L) {
  const lc_Position *p = self(L);
  if (!lc_is_playable(p, LC_NULL_MOVE)) return lcb_fail_illegal(L, p, LC_NULL_MOVE);
  lc_Position *next = lcb_new_position(L);
  *next = *p;
  lc_position_play(next, LC_NULL_MOVE);
  return 1;
}

/* ---- text ---- */

/***
Read one move. Only a legal move is returned; nothing is guessed.
@function Position:parse
@param text string one move, "Nf3"; tolerances: 0-0, e8Q, e.p., long forms, wrong or missing x + #,
! and ? marks
@param dialect? string|Dialect the notation, as a name or a Dialect; default "pgn"
@return Move? move
@return string? err `illegal move Nf6 (move 1, White)`
@return string? code bad_move, illegal_move, ambiguous_move, missing_promotion, game_over
@usage chess.position():parse("Nf3").to  --> f3
*/
static int text_parse(lua_State *L) {
  const lc_Position *p = self(L);
  size_t length;
  const char *text = lcb_check_text(L, 2, &length);
  lc_Move move;
  if (!lua_isnoneornil(L, 3)) {
    lua_pushliteral(L, "pgn");
    if (!lua_rawequal(L, 3, -1)) {
      lcb_push_dialect(L, 3);
      int count = lcb_dialect_read(L, lua_gettop(L), 1, 2);
      if (count == 2) lua_pop(L, 1); /* the array of repairs, which only Dialect:read() returns */
      return count == 2 ? 1 : count;
    }
  }
  lc_Code code = lc_san_read(p, text, length, &move);
  if (code != LC_D_NONE) return lcb_fail_move(L, p, code, text, length, 0);
  lcb_push_move(L, move);
  return 1;
}

/***
Read one move as engines write it: "e2e4", "e7e8q", castling as e1g1 or king takes rook, "0000" for the null move.
@function Position:parse_uci
@param text string
@return Move? move
@return string? err `illegal move e2e5 (move 1, White)`
@return string? code bad_move or illegal_move
@usage chess.position():parse_uci("g1f3").to  --> f3
*/
static int text_parse_uci(lua_State *L) {
  const lc_Position *p = self(L);
  size_t length;
  const char *text = lcb_check_text(L, 2, &length);
  lc_Move move;
  lc_Code code = lc_uci_read(p, text, length, &move);
  if (code != LC_D_NONE) return lcb_fail_move(L, p, code, text, length, 0);
  lcb_push_move(L, move);
  return 1;
}

/***
Return a legal move in Standard Algebraic Notation, with + and #; "--" for the null move.
@function Position:san
@param move Move
@return string? san
@return string? err for a move that is not legal here
@return string? code illegal_move
@usage local p = chess.position(); return p:san(p:parse_uci("g1f3"))  --> Nf3
*/
static int text_san(lua_State *L) {
  const lc_Position *p = self(L);
  lc_Move move = lcb_check_move(L, 2);
  char text[LC_SAN_MAX];
  if (!lc_is_playable(p, move)) return lcb_fail_illegal(L, p, move);
  size_t length = lc_san_write(p, move, text);
  lua_pushlstring(L, text, length);
  return 1;
}

/***
Return a legal move in any notation.
@function Position:write
@param move Move
@param dialect string|Dialect a name or a Dialect
@return string? text
@return string? err if the move is illegal, or the notation cannot write it
@return string? code illegal_move or unsayable_move
@usage local p = chess.position(); return p:write(p:parse("Nf3"), "french")  --> Cf3
*/
/***
The older name of `write`.
@function Position:text
@param move Move
@param dialect string|Dialect a name or a Dialect
@return string? text
@return string? err if the move is illegal, or the notation cannot write it
@return string? code illegal_move or unsayable_move
@usage local p = chess.position(); return p:text(p:parse("Nf3"), "german")  --> Sf3
*/
static int text_write(lua_State *L) {
  const lc_Position *p = self(L);
  lc_Move move = lcb_check_move(L, 2);
  if (!lc_is_playable(p, move)) return lcb_fail_illegal(L, p, move);
  lcb_push_dialect(L, 3);
  return lcb_dialect_write(L, lua_gettop(L), 1, 2);
}

/***
Return a legal move as engines expect it: castling is written as e1g1, in Chess960 positions as king takes rook.
@function Position:uci
@param move Move
@return string? uci
@return string? err for a move that is not legal here
@return string? code illegal_move
@usage local p = chess.position(); return p:uci(p:parse("Nf3"))  --> g1f3
*/
static int text_uci(lua_State *L) {
  const lc_Position *p = self(L);
  lc_Move move = lcb_check_move(L, 2);
  char text[LC_UCI_MAX];
  if (!lc_is_playable(p, move)) return lcb_fail_illegal(L, p, move);
  size_t length = lc_uci_write(p, move, text);
  lua_pushlstring(L, text, length);
  return 1;
}

/***
Return the FEN with all six fields, on one line. In Three-check, a seventh field has the checks that White and Black
have given, as in lichess.
@function Position:fen
@param opts? {ep?: string, castling?: string} `ep`: "legal" (default: only if an e.p. capture is
legal), "xfen" (if a pawn could capture, even if pinned) or "always" (after every double step); `castling`: "xfen"
(default: KQkq, file letters where needed) or "shredder" (always file letters)
@return string
@usage chess.position("k7/8/8/8/8/8/P7/K7"):play("a4"):fen{ep = "always"}:sub(-8)  --> - a3 0 1
*/
static int text_fen(lua_State *L) {
  static const char *const names[] = {"castling", "ep", NULL};
  static const char *const eps[] = {"legal", "xfen", "always", NULL};
  static const char *const castlings[] = {"xfen", "shredder", NULL};
  const lc_Position *p = self(L);
  char text[LC_FEN_MAX];
  lcb_check_options(L, 2, names);
  lc_EpMode ep = (lc_EpMode)lcb_option_choice(L, 2, "ep", eps, LC_EP_LEGAL);
  lc_CastlingMode castling =
      (lc_CastlingMode)lcb_option_choice(L, 2, "castling", castlings, LC_CASTLING_XFEN);
  size_t length = lc_fen_write(lcb_cpu(), p, ep, castling, text);
  lua_pushlstring(L, text, length);
  return 1;
}

int lcb_position_tostring(lua_State *L) {
  char text[LC_FEN_MAX];
  size_t length = lc_fen_write(lcb_cpu(), self(L), LC_EP_LEGAL, LC_CASTLING_XFEN, text);
  lua_pushlstring(L, text, length);
  return 1;
}

/***
Return the key of Polyglot opening books, a 64-bit integer. Use it only for books: its rules for en passant and
castling differ from those of `p.key` and `==`.
@function Position:polyglot_key
@return integer
@usage string.format("%016x", chess.position():polyglot_key())  --> 463b96181691fc9c
*/
static int text_polyglot_key(lua_State *L) { return lcb_return_count(L, lc_position_polyglot_key(self(L))); }

/***
Return an editable copy.
@function Position:setup
@return Setup
@usage local s = chess.position():setup(); s:put("e2"); return s:piece("e2")  --> nil
*/
static int text_setup(lua_State *L) {
  lc_Setup *setup = lcb_new_setup(L);
  lc_position_to_setup(self(L), setup);
  return 1;
}

const luaL_Reg lcb_text_methods[] = {
    {"fen", text_fen},
    {"parse", text_parse},
    {"parse_uci", text_parse_uci},
    {"polyglot_key", text_polyglot_key},
    {"san", text_san},
    {"setup", text_setup},
    {"text", text_write},
    {"uci", text_uci},
    {"write", text_write},
    {NULL, NULL},
};

/* ---- the class ---- */

/* Compare placement, side to move, castling rooks, legal en passant square, and in variants the rules and checks given.
** The counters are ignored. */
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
      .methods = {position_methods, lcb_text_methods, lcb_query_methods, lcb_piece_methods},
      .getters = {lcb_position_getters},
      .metamethods = position_metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "Position");
  lcb_functions(L, position_functions);
}
