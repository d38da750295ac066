/*
** position_query - properties, moves and outcome of a Position or Board. position_pieces.c has the queries about
** pieces.
*/
#include "../chess/perft.h"
#include "../notation/fen.h"
#include "binding.h"
#include "interrupt.h"

static const lc_Position *self(lua_State *L) { return lcb_self_position(L); }

/* ---- moves ---- */

typedef struct Wanted {
  unsigned from, to; /* LC_NO_SQUARE means any */
  unsigned piece; /* LC_NO_PIECE means any */
  bool any_capture, captures;
} Wanted;

static unsigned option_square(lua_State *L, int arg, const char *name) {
  unsigned square = LC_NO_SQUARE;
  if (!lcb_option(L, arg, name)) return square;
  if (!lcb_to_square(L, -1, &square)) lcb_bad_option(L, arg, name, "square");
  lua_pop(L, 1);
  return square;
}

static Wanted check_wanted(lua_State *L, int arg) {
  static const char *const names[] = {"captures", "from", "piece", "to", NULL};
  Wanted wanted = {.piece = LC_NO_PIECE, .any_capture = true};
  lcb_check_options(L, arg, names);
  wanted.from = option_square(L, arg, "from");
  wanted.to = option_square(L, arg, "to");
  if (lcb_option(L, arg, "piece")) {
    unsigned code = lcb_to_piece(L, -1);
    if (!code) lcb_bad_option(L, arg, "piece", "piece letter");
    wanted.piece = (code & 7) - 1;
    lua_pop(L, 1);
  }
  if (lcb_option(L, arg, "captures")) {
    lua_pop(L, 1);
    wanted.any_capture = false;
    wanted.captures = lcb_option_boolean(L, arg, "captures", true);
  }
  return wanted;
}

static bool is_wanted(const lc_Position *p, const Wanted *wanted, lc_Move move) {
  if (wanted->from != LC_NO_SQUARE && wanted->from != lc_move_from(move)) return false;
  if (wanted->to != LC_NO_SQUARE && wanted->to != lc_move_king_to(move)) return false;
  if (wanted->piece != LC_NO_PIECE && !lc_has(p->sets[wanted->piece], lc_move_from(move)))
    return false;
  return wanted->any_capture || wanted->captures == lc_position_is_capture(p, move);
}

/***
Return all legal moves, or those selected by the options: an array in a fixed order (king first, pawns last).
@function Position:moves
@param opts? {from?: string, to?: string, piece?: string, captures?: boolean} `from` and `to`:
squares (castling goes to the king's g or c file); `piece`: kind of piece, "N" and "n" alike;
`captures`: true only captures, false no captures
@return Move[]
@usage #chess.position():moves{piece = "N"}  --> 4
*/
static int query_moves(lua_State *L) {
  const lc_Position *p = self(L);
  Wanted wanted = check_wanted(L, 2);
  lc_MoveList list;
  unsigned count = 0;
  lc_legal_moves(p, &list);
  for (unsigned i = 0; i < list.count; i++) {
    if (is_wanted(p, &wanted, list.moves[i])) list.moves[count++] = list.moves[i];
  }
  lua_createtable(L, (int)count, 0); /* from here on, a finalizer may change the position of a Board */
  for (unsigned i = 0; i < count; i++) {
    lcb_push_move(L, list.moves[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/***
Report whether a move is legal. The null move is not legal, although Position:play accepts it if the side to move is
not in check.
@function Position:is_legal
@param move Move
@return boolean
@usage local p = chess.position(); return p:is_legal(p:parse("e4"))  --> true
*/
static int query_is_legal(lua_State *L) {
  const lc_Position *p = self(L);
  lc_Move move = lcb_check_move(L, 2);
  lua_pushboolean(L, move != LC_NULL_MOVE && lc_is_legal(p, move));
  return 1;
}

/***
Report whether a legal move captures a piece. An en passant capture counts.
@function Position:is_capture
@param move Move
@return boolean? capture
@return string? err for a move that is not legal here
@return string? code illegal_move
@usage local p = chess.position(); return p:is_capture(p:parse("e4"))  --> false
*/
static int query_is_capture(lua_State *L) {
  const lc_Position *p = self(L);
  lc_Move move = lcb_check_move(L, 2);
  if (!lc_is_playable(p, move)) return lcb_fail_illegal(L, p, move);
  lua_pushboolean(L, move != LC_NULL_MOVE && lc_position_is_capture(p, move));
  return 1;
}

/***
Report whether a legal move gives check.
@function Position:gives_check
@param move Move
@return boolean? check
@return string? err for a move that is not legal here
@return string? code illegal_move
@usage local p = chess.position(); return p:gives_check(p:parse("e4"))  --> false
*/
static int query_gives_check(lua_State *L) {
  const lc_Position *p = self(L);
  lc_Move move = lcb_check_move(L, 2);
  if (!lc_is_playable(p, move)) return lcb_fail_illegal(L, p, move);
  lua_pushboolean(L, move != LC_NULL_MOVE && lc_gives_check(p, move));
  return 1;
}

/* The work is divided into parts of a few milliseconds, and Ctrl-C is checked between them. */
static uint64_t perft(lua_State *L, const lc_Position *p, unsigned depth) {
  enum { PIECE = 4 };
  lcb_stop_if_interrupted(L);
  if (depth <= PIECE) return lc_perft(lcb_cpu(), p, depth);
  lc_MoveList list;
  lc_legal_moves(p, &list);
  uint64_t total = 0;
  for (unsigned i = 0; i < list.count; i++) {
    lc_Position next = *p;
    lc_position_play(&next, list.moves[i]);
    total += perft(L, &next, depth - 1);
  }
  return total;
}

/***
Count the leaf positions of the tree of all legal moves, `depth` plies deep.
@function Position:perft
@param depth integer 0 to 12
@return integer
@usage chess.position():perft(3)  --> 8902
*/
static int query_perft(lua_State *L) {
  const lc_Position *p = self(L);
  lua_Integer depth = luaL_checkinteger(L, 2);
  if (depth < 0 || depth > 12) lcb_bad_number(L, 2, "depth from 0 to 12");
  lua_pushinteger(L, (lua_Integer)perft(L, p, (unsigned)depth));
  return 1;
}

/***
Report whether the side to move is in check; the same as `p.is_check`.
@function Position:in_check
@return boolean
@usage chess.position():in_check()  --> false
*/
static int query_in_check(lua_State *L) { return lcb_return_boolean(L, lc_position_checkers(self(L)) != 0); }

/* ---- the end of play ---- */

/***
Return why the game is over in this position, or nil: {reason = "checkmate", winner = "white"|"black"}, or {reason =
"stalemate"|"insufficient_material"|"seventyfive_moves"} (FIDE Laws 5.1, 5.2, 9.6.2). In King of the Hill, the reason is
"king_in_center" after a king has reached d4, e4, d5 or e5; in Three-check "three_checks" after the third check. Both
have a winner. Draws that must be claimed depend on the whole game: see Node:outcome.
@function Position:outcome
@return table?
@usage chess.position():play("f3 e5 g4 Qh4"):outcome().winner  --> black
*/
const char *lcb_outcome_name(lc_Outcome outcome) {
  static const char *const reasons[] = {NULL, "checkmate", "stalemate", "insufficient_material",
                                        "seventyfive_moves", "king_in_center", "three_checks"};
  return reasons[outcome];
}

static int query_outcome(lua_State *L) {
  const lc_Position *p = self(L);
  if (lua_istable(L, 2)) luaL_argerror(L, 2, "it has no options: claims depend on the game, see Node:outcome");
  lc_Outcome outcome = lc_position_outcome(p);
  if (outcome == LC_OUTCOME_NONE) return lua_pushnil(L), 1;
  unsigned winner = lc_outcome_winner(p, outcome);
  lua_createtable(L, 0, 2);
  lua_pushstring(L, lcb_outcome_name(outcome));
  lua_setfield(L, -2, "reason");
  if (winner != LC_NO_COLOR) {
    lcb_push_color(L, winner);
    lua_setfield(L, -2, "winner");
  }
  return 1;
}

/***
Report whether a side can no longer mate by any sequence of legal moves, judged by material alone.
@function Position:is_insufficient
@param color string "white" or "black"
@return boolean
@usage chess.position("4k3/8/8/8/8/8/8/4KN2 w"):is_insufficient("white")  --> true
*/
static int query_is_insufficient(lua_State *L) {
  const lc_Position *p = self(L);
  lua_pushboolean(L, lc_is_insufficient(p, lcb_check_color(L, 2)));
  return 1;
}

/* ---- properties ---- */

/***
The side to move, "white" or "black".
@field Position.turn string
@usage chess.position().turn  --> white
*/
static int get_turn(lua_State *L) {
  lcb_push_color(L, self(L)->turn);
  return 1;
}

/***
Castling rights as in FEN (X-FEN), "-" for none.
@field Position.castling string
@usage chess.position().castling  --> KQkq
*/
static int get_castling(lua_State *L) {
  char text[LC_CASTLING_MAX];
  size_t length = lc_fen_write_castling(self(L), LC_CASTLING_XFEN, text);
  lua_pushlstring(L, text, length);
  return 1;
}

/***
The en passant square, even if no capture there is legal: the square that the last double step of a pawn crossed, or
the square in the FEN; nil for none. `==` and `p.key` use it only if an en passant capture is legal.
@field Position.ep string?
@usage chess.position():play("e4").ep  --> e3
*/
static int get_ep(lua_State *L) {
  unsigned ep = self(L)->ep;
  if (ep < 64)
    lcb_push_square(L, ep);
  else
    lua_pushnil(L);
  return 1;
}

/***
Plies since the last capture or pawn move.
@field Position.halfmove_clock integer
@usage chess.position():play("Nf3").halfmove_clock  --> 1
*/
static int get_halfmove_clock(lua_State *L) { return lcb_return_count(L, self(L)->halfmove_clock); }

/***
The number of the next move.
@field Position.fullmove_number integer
@usage chess.position():play("e4 e5").fullmove_number  --> 2
*/
static int get_fullmove_number(lua_State *L) { return lcb_return_count(L, self(L)->fullmove_number); }

/***
64-bit hash of the fields that `==` compares: placement, side to move, castling rooks, legal en passant square; in King
of the Hill and Three-check also the variant and the checks given. Equal positions have equal keys. Different positions
may have equal keys too, so confirm with `==`. A FEN also has the half-move clock and the move number, so only the key
is the same after other moves (a transposition).
@field Position.key integer
@usage chess.position():play("Nf3 Nf6 Ng1 Ng8").key == chess.position().key  --> true
*/
static int get_key(lua_State *L) { return lcb_return_count(L, lc_position_key(self(L))); }

/***
Whether the side to move is in check.
@field Position.is_check boolean
@usage chess.position():play("e4 f6 d4 g5 Qh5").is_check  --> true
*/
static int get_is_check(lua_State *L) { return query_in_check(L); }

/***
Whether UCI writes castling as king takes rook, as required in Chess960.
@field Position.is_chess960 boolean
@usage chess.position().is_chess960  --> false
*/
static int get_is_chess960(lua_State *L) { return lcb_return_boolean(L, self(L)->chess960); }

/***
Whether the side to move could capture the king, or a pawn is on rank 1 or 8. Only an illegal move or the option `allow`
leads to such a position. Its legal moves are those that do not capture the king; engines and tablebases refuse it.
@field Position.is_irregular boolean
@usage chess.position("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", {allow = {"opposite_check"}}).is_irregular  --> true
*/
static int get_is_irregular(lua_State *L) {
  const lc_Position *p = self(L);
  return lcb_return_boolean(L, lc_position_is_irregular(p) || (p->sets[LC_PAWN] & LC_BACK_RANKS));
}

/***
The variant, as lichess writes it in the Variant tag: "Standard", "Chess960", "King of the Hill" or "Three-check".
@field Position.variant string
@usage chess.position("4k3/8/8/8/8/8/8/4K2R w - - 0 1 +2+0").variant  --> Three-check
*/
static int get_variant(lua_State *L) {
  const lc_Position *p = self(L);
  lua_pushstring(L, lc_variant_name(p->rules, p->chess960));
  return 1;
}

/***
Return the number of checks that a side has given, 0 to 3; nil in variants other than Three-check.
@function Position:checks_given
@param color string "white" or "black"
@return integer?
@usage chess.position("4k3/8/8/8/8/8/8/4K2R w - - 0 1 +2+0"):checks_given("white")  --> 2
*/
static int query_checks_given(lua_State *L) {
  const lc_Position *p = self(L);
  unsigned color = lcb_check_color(L, 2);
  if (lc_rules_kind(p->rules) != LC_RULES_THREE_CHECK) return lua_pushnil(L), 1;
  return lcb_return_count(L, lc_rules_checks(p->rules, color));
}

/***
The older name of `is_chess960`.
@field Position.chess960 boolean
@usage chess.position().chess960  --> false
*/
static int get_chess960(lua_State *L) { return get_is_chess960(L); }

const luaL_Reg lcb_query_methods[] = {
    {"checks_given", query_checks_given},
    {"gives_check", query_gives_check},
    {"in_check", query_in_check},
    {"is_capture", query_is_capture},
    {"is_insufficient", query_is_insufficient},
    {"is_legal", query_is_legal},
    {"moves", query_moves},
    {"outcome", query_outcome},
    {"perft", query_perft},
    {NULL, NULL},
};

const luaL_Reg lcb_position_getters[] = {
    {"castling", get_castling},
    {"chess960", get_chess960},
    {"ep", get_ep},
    {"fullmove_number", get_fullmove_number},
    {"halfmove_clock", get_halfmove_clock},
    {"is_check", get_is_check},
    {"is_chess960", get_is_chess960},
    {"is_irregular", get_is_irregular},
    {"key", get_key},
    {"turn", get_turn},
    {"variant", get_variant},
    {NULL, NULL},
};
