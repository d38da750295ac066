/*
** position_text - what positions and boards read and write: moves in SAN and UCI, FEN, keys.
*/
#include "../notation/fen.h"
#include "../notation/san.h"
#include "../notation/uci.h"
#include "dialect_box.h"

static const lc_Position *self(lua_State *L) { return lcb_self(L); }

bool lcb_is_playable(const lc_Position *p, lc_Move move) {
  return move == LC_NULL_MOVE ? !lc_position_checkers(p) : lc_is_legal(p, move);
}

int lcb_fail_illegal(lua_State *L, const lc_Position *p, lc_Move move) {
  char text[LC_UCI_MAX];
  return lcb_fail_move(L, p, LC_D_ILLEGAL_MOVE, text, lc_uci_write(p, move, text), 0);
}

/***
Read one move. The move is legal, or it is not returned: nothing is guessed.
@function Position:parse
@param text string one move, "Nf3"; tolerances: 0-0, e8Q, e.p., long forms, wrong or missing x + #,
! and ? marks
@param dialect? string|Dialect the notation, by name or as chess.dialect gives it; default "pgn"
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
      if (count == 2) lua_pop(L, 1); /* the repairs are Dialect:read()'s to tell */
      return count == 2 ? 1 : count;
    }
  }
  lc_Code code = lc_san_read(p, text, length, &move);
  if (code != LC_D_NONE) return lcb_fail_move(L, p, code, text, length, 0);
  lcb_push_move(L, move);
  return 1;
}

/***
Read one move as engines write it: "e2e4", "e7e8q", castling as e1g1 or king takes rook, "0000" to
pass.
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
A legal move in Standard Algebraic Notation, with + and #; "--" for the null move.
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
  if (!lcb_is_playable(p, move)) return lcb_fail_illegal(L, p, move);
  size_t length = lc_san_write(p, move, text);
  lua_pushlstring(L, text, length);
  return 1;
}

/***
A legal move in any notation.
@function Position:text
@param move Move
@param dialect string|Dialect by name, or as chess.dialect gives it
@return string? text
@return string? err for a move that is not legal here, or that the notation cannot say
@return string? code illegal_move or unsayable_move
@usage local p = chess.position(); return p:text(p:parse("Nf3"), "french")  --> Cf3
*/
static int text_text(lua_State *L) {
  const lc_Position *p = self(L);
  lc_Move move = lcb_check_move(L, 2);
  if (!lcb_is_playable(p, move)) return lcb_fail_illegal(L, p, move);
  lcb_push_dialect(L, 3);
  return lcb_dialect_write(L, lua_gettop(L), 1, 2);
}

/***
A legal move as engines want it: castling is e1g1, in Chess960 positions king takes rook.
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
  if (!lcb_is_playable(p, move)) return lcb_fail_illegal(L, p, move);
  size_t length = lc_uci_write(p, move, text);
  lua_pushlstring(L, text, length);
  return 1;
}

/***
One line of FEN with all six fields.
@function Position:fen
@param opts? {ep?: string, castling?: string} `ep`: "legal" (default: only when an e.p. capture is
legal), "xfen" (when a pawn stands ready to take, pinned or not) or "always" (after every double
step); `castling`: "xfen" (default: KQkq, file letters where needed) or "shredder" (always file
letters)
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
  size_t length = lc_fen_write(p, ep, castling, text);
  lua_pushlstring(L, text, length);
  return 1;
}

int lcb_position_tostring(lua_State *L) {
  char text[LC_FEN_MAX];
  size_t length = lc_fen_write(self(L), LC_EP_LEGAL, LC_CASTLING_XFEN, text);
  lua_pushlstring(L, text, length);
  return 1;
}

/***
The key of Polyglot opening books, a 64-bit integer. Books only: its rules for e.p. and castling
differ from those of `p.key` and `==`.
@function Position:polyglot_key
@return integer
@usage string.format("%016x", chess.position():polyglot_key())  --> 463b96181691fc9c
*/
static int text_polyglot_key(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)lc_position_polyglot_key(self(L)));
  return 1;
}

/***
An editable copy.
@function Position:setup
@return Setup
@usage local s = chess.position():setup(); s:put("e2"); return s:piece("e2")  --> nil
*/
static int text_setup(lua_State *L) {
  const lc_Position *p = self(L);
  lc_position_to_setup(p, lcb_new_setup(L));
  return 1;
}

const luaL_Reg lcb_text_methods[] = {
    {"fen", text_fen},
    {"parse", text_parse},
    {"parse_uci", text_parse_uci},
    {"polyglot_key", text_polyglot_key},
    {"san", text_san},
    {"setup", text_setup},
    {"text", text_text},
    {"uci", text_uci},
    {NULL, NULL},
};
