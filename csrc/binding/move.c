/*
** move - lucena.Move: a 16-bit code as a value. Also functions that read moves from text.
**
** Equal moves are the same userdata, so they can be compared with `==` and used as table keys. Moves are never
** released, because creating them again takes a quarter of a loop over moves. Their number is small: pieces have about
** 2,000 moves, and there are 65,536 codes. A Move does not contain its position, so tostring(m) is UCI; p:san(m) gives
** SAN.
*/
#include "../chess/move.h"

#include <string.h>

#include "../notation/codes.h"
#include "../notation/refused.h"
#include "../notation/san.h"
#include "../notation/uci.h"
#include "binding.h"

lc_Move lcb_check_move(lua_State *L, int arg) {
  return *(const lc_Move *)lcb_check(L, arg, LCB_UP_MOVE);
}

void lcb_push_move(lua_State *L, lc_Move move) {
  if (lua_rawgeti(L, lua_upvalueindex(LCB_UP_MOVES), move) != LUA_TNIL) return;
  lua_pop(L, 1);
  lc_Move *box = lua_newuserdatauv(L, sizeof *box, 0);
  *box = move;
  lua_pushvalue(L, lua_upvalueindex(LCB_UP_MOVE));
  lua_setmetatable(L, -2);
  if (lua_rawgeti(L, lua_upvalueindex(LCB_UP_MOVES), move) != LUA_TNIL) { /* a finalizer has created it meanwhile */
    lua_remove(L, -2);
    return;
  }
  lua_pop(L, 1);
  lua_pushvalue(L, -1);
  lua_rawseti(L, lua_upvalueindex(LCB_UP_MOVES), move);
}

/* ---- moves as text ---- */

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Return the length of the move number at the beginning of a word: digits with at least one dot ("12." or "12..."),
** or only dots. */
static size_t number_length(const char *text, size_t length) {
  size_t digits = 0, dots;
  while (digits < length && text[digits] >= '0' && text[digits] <= '9') digits++;
  dots = digits;
  while (dots < length && text[dots] == '.') dots++;
  return dots > digits ? dots : 0;
}

bool lcb_next_token(lcb_Tokens *t) {
  while (t->at < t->length) {
    size_t start = t->at;
    while (start < t->length && is_blank(t->text[start])) start++;
    start += number_length(t->text + start, t->length - start);
    size_t end = start;
    while (end < t->length && !is_blank(t->text[end])) end++;
    t->at = end;
    t->token = t->text + start;
    t->token_length = end - start;
    if (end > start) return true;
  }
  return false;
}

/* Push ": N3f4 or N5f4", the candidates of an ambiguous token, or "" for other errors. */
static void push_candidates(lua_State *L, const lc_Position *p, lc_Code code, const char *token,
                            size_t length) {
  lc_San san;
  lc_MoveList list;
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  if (code == LC_D_AMBIGUOUS_MOVE && lc_san_parse(token, length, &san) == LC_D_NONE) {
    lc_san_candidates(p, &san, &list);
    for (unsigned i = 0; i < list.count; i++) {
      char text[LC_SAN_MAX];
      luaL_addstring(&b, i == 0 ? ": " : i + 1 < list.count ? ", " : " or ");
      luaL_addlstring(&b, text, lc_san_write(p, list.moves[i], text));
    }
  }
  luaL_pushresult(&b);
}

const char *lcb_push_respelling(lua_State *L, const lc_Position *p, const char *token, size_t size, size_t limit) {
  char san[LC_SAN_MAX];
  const char *word = lc_refused_word(token, size);
  size_t length = word ? 0 : lc_refused_move(p, token, size, limit, san);
  if (word) return lua_pushstring(L, word);
  if (length == 0) return lua_pushnil(L), NULL;
  lua_pushlstring(L, san, length);
  return lua_pushfstring(L, "the move is written %s", lua_tostring(L, -1));
}

int lcb_fail_token(lua_State *L, const lc_Position *p, lc_Code code, const char *token, size_t length, size_t column,
                   const char *more, bool is_english) {
  bool has_advice = is_english && code != LC_D_AMBIGUOUS_MOVE;
  const char *advice = has_advice ? lcb_push_respelling(L, p, token, length, length) : NULL;
  lcb_push_token(L, token, length);
  if (column > 0)
    lua_pushfstring(L, "moves:%I: ", (LUAI_UACINT)column);
  else
    lua_pushliteral(L, "");
  return lcb_fail(L, code, "%s%s %s%s (move %d, %s)%s%s", lua_tostring(L, -1), lc_code_text(code),
                  lua_tostring(L, -2), more, (int)p->fullmove_number, p->turn ? "Black" : "White",
                  advice ? ": " : "", advice ? advice : "");
}

int lcb_fail_move(lua_State *L, const lc_Position *p, lc_Code code, const char *token,
                  size_t length, size_t column) {
  const lc_Position now = *p; /* a finalizer may change the position of a Board */
  push_candidates(L, &now, code, token, length);
  return lcb_fail_token(L, &now, code, token, length, column, lua_tostring(L, -1), true);
}

/* ---- the class ---- */

int lcb_fail_illegal(lua_State *L, const lc_Position *p, lc_Move move) {
  char text[LC_UCI_MAX];
  return lcb_fail_move(L, p, LC_D_ILLEGAL_MOVE, text, lc_uci_write(p, move, text), 0);
}

static lc_Move self(lua_State *L) { return *(const lc_Move *)lcb_self(L); }

/***
The origin square; for castling, that of the king. nil for the null move.
@field Move.from string?
@usage chess.position():parse("Nf3").from  --> g1
*/
static int move_from(lua_State *L) {
  lc_Move move = self(L);
  if (move == LC_NULL_MOVE) return lua_pushnil(L), 1;
  lcb_push_square(L, lc_move_from(move));
  return 1;
}

/***
The destination square; for castling, that of the king, on the g or c file, also in Chess960. nil for the null move.
@field Move.to string?
@usage chess.position():parse("Nf3").to  --> f3
*/
static int move_to(lua_State *L) {
  lc_Move move = self(L);
  if (move == LC_NULL_MOVE) return lua_pushnil(L), 1;
  lcb_push_square(L, lc_move_king_to(move));
  return 1;
}

/***
The promotion piece: "N", "B", "R" or "Q" (upper case for both sides); nil for other moves.
@field Move.promotion string?
@usage chess.position("8/P7/8/8/8/8/8/K1k5 w"):parse("a8=Q").promotion  --> Q
*/
static int move_promotion(lua_State *L) {
  lc_Move move = self(L);
  unsigned piece = lc_move_is_castle(move) ? 0 : lc_move_promotion(move);
  lcb_push_piece(L, piece ? lc_setup_code(LC_WHITE, piece) : 0);
  return 1;
}

/***
The origin square of the castling rook; nil for other moves.
@field Move.rook string?
@usage chess.position("4k3/8/8/8/8/8/8/4K2R w K"):parse("O-O").rook  --> h1
*/
static int move_rook(lua_State *L) {
  lc_Move move = self(L);
  if (!lc_move_is_castle(move)) return lua_pushnil(L), 1;
  lcb_push_square(L, lc_move_to(move));
  return 1;
}

/***
The move as an integer of 16 bits, for files and databases: bits 0-5 origin, 6-11 destination (for castling the rook's
square), 12-14 promotion (1 N, 2 B, 3 R, 4 Q), 15 castling. Squares are numbered from 0 (a1, b1, ...) to 63 (h8).
chess.move(code) returns the Move of a code.
@field Move.code integer
@usage chess.move(chess.position():parse("e4").code)  --> e2e4
*/
static int move_code(lua_State *L) { return lcb_return_count(L, self(L)); }

/***
Whether the move castles.
@field Move.is_castling boolean
@usage chess.position():parse("e4").is_castling  --> false
*/
static int move_is_castling(lua_State *L) { return lcb_return_boolean(L, lc_move_is_castle(self(L))); }

/***
Whether the move only passes the turn.
@field Move.is_null boolean
@usage chess.position():parse("--").is_null  --> true
*/
static int move_is_null(lua_State *L) { return lcb_return_boolean(L, self(L) == LC_NULL_MOVE); }

static int move_tostring(lua_State *L) {
  char text[LC_UCI_MAX];
  size_t length = lc_uci_write_code(self(L), text);
  lua_pushlstring(L, text, length);
  return 1;
}

/* Report whether a move can have this code. The bits of other codes contradict one another. */
static bool is_code(lua_Integer code) {
  if (code < 0 || code > 0xffff) return false;
  lc_Move move = (lc_Move)code;
  unsigned from = lc_move_from(move), to = lc_move_to(move), promotion = lc_move_promotion(move);
  if (move == LC_NULL_MOVE) return true;
  if (from == to || promotion > LC_QUEEN) return false;
  if (lc_move_is_castle(move))
    return !promotion && lc_rank(from) == lc_rank(to) && lc_has(LC_BACK_RANKS, from);
  return !promotion || lc_has(LC_BACK_RANKS, to);
}

/***
Return the Move of a code (see Move.code). Raises an error for an integer that is not the code of a move.
@function chess.move
@param code integer 0 to 65535
@return Move
@usage chess.move(0).is_null  --> true
*/
static int move_new(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING && !lua_isnumber(L, 1))
    return luaL_argerror(L, 1, "number expected, got string; chess.move takes the code of a move, and "
                               "position:parse reads a text");
  lua_Integer code = luaL_checkinteger(L, 1);
  luaL_argcheck(L, is_code(code), 1, "not the code of a move");
  lcb_push_move(L, (lc_Move)code);
  return 1;
}

static const luaL_Reg move_getters[] = {
    {"code", move_code},
    {"from", move_from},
    {"is_castling", move_is_castling},
    {"is_null", move_is_null},
    {"promotion", move_promotion},
    {"rook", move_rook},
    {"to", move_to},
    {NULL, NULL},
};

static const luaL_Reg move_metamethods[] = {
    {"__tostring", move_tostring},
    {NULL, NULL},
};

static const luaL_Reg move_functions[] = {
    {"move", move_new},
    {NULL, NULL},
};

void lcb_open_move(lua_State *L) {
  static const lcb_Class class = {
      .name = LCB_MOVE, .getters = {move_getters}, .metamethods = move_metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "Move");
  lcb_functions(L, move_functions);
}
