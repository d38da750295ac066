/*
** bits - chess.bits: sets of squares as integers, for programs in Lua that combine them with & | ~ << >>.
**
** A set is an lc_Bits in a lua_Integer: a1 is bit 0, b1 bit 1, h8 bit 63. Nothing here depends on a position; the sets
** of a position come from Position:bits(). lua/lucena/bits.lua makes the public table.
*/
#include "../chess/attacks.h"
#include "binding.h"

/* Return the set at argument `arg`. Lua's own operators accept a number like 3.0, so this function does, too. */
static lc_Bits check_bits(lua_State *L, int arg) {
  if (lua_type(L, arg) != LUA_TNUMBER) lcb_expected(L, arg, "integer");
  return (lc_Bits)luaL_checkinteger(L, arg);
}

/* ---- naming squares ---- */

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Convert one word: a square (e4), a file (e) or a rank (4). Returns false for any other text. */
static bool read_word(const char *word, size_t length, lc_Bits *out) {
  lc_Bits set = ~UINT64_C(0);
  size_t at = 0;
  if (at < length && word[at] >= 'a' && word[at] <= 'h') set &= lc_file_of((unsigned)(word[at++] - 'a'));
  if (at < length && word[at] >= '1' && word[at] <= '8') set &= lc_rank_of(8 * (unsigned)(word[at++] - '1'));
  *out |= set;
  return at > 0 && at == length;
}

static bool read_words(const char *text, size_t length, lc_Bits *out) {
  for (size_t at = 0; at < length;) {
    size_t first = at;
    while (at < length && !is_blank(text[at])) at++;
    if (at > first && !read_word(text + first, at - first, out)) return false;
    while (at < length && is_blank(text[at])) at++;
  }
  return true;
}

#define SQUARES "squares, files or ranks (e4, e, 7)"

static void add_text(lua_State *L, int arg, lc_Bits *out) {
  size_t length;
  const char *text = lua_tolstring(L, arg, &length);
  if (!read_words(text, length, out)) lcb_expected(L, arg, SQUARES);
}

static void add_array(lua_State *L, int arg, lc_Bits *out) {
  lua_Integer count = luaL_len(L, arg);
  for (lua_Integer i = 1; i <= count; i++) {
    size_t length = 0;
    lua_geti(L, arg, i);
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
    if (!text) luaL_argerror(L, arg, lua_pushfstring(L, "item %I: " SQUARES " expected, got %s", i, lcb_kind(L, -1)));
    if (!read_words(text, length, out)) {
      lcb_push_printable(L, text, length);
      luaL_argerror(L, arg, lua_pushfstring(L, "item %I: " SQUARES " expected, got '%s'", i, lua_tostring(L, -1)));
    }
    lua_pop(L, 1);
  }
}

/***
Return the set of some squares. A text names squares, files or ranks, separated by blanks: "e4 f5", "e", "7". An array
of such texts is accepted, too, as squares() and Position:attacks() return it.
@function chess.bits.of
@param ... string|string[]
@return integer set
@usage ("%x"):format(chess.bits.of("a1 b1", "h8"))  --> 8000000000000003
@usage chess.bits.of{"a1", "a2"} == 1 | 1 << 8  --> true
@usage chess.bits.of "e" & chess.bits.of "4" == chess.bits.of "e4"  --> true
*/
static int bits_of(lua_State *L) {
  lc_Bits set = 0;
  for (int arg = 1, count = lua_gettop(L); arg <= count; arg++) {
    if (lua_type(L, arg) == LUA_TSTRING) {
      add_text(L, arg, &set);
    } else if (lua_istable(L, arg) && !luaL_getmetafield(L, arg, "__name")) {
      add_array(L, arg, &set);
    } else {
      lcb_expected(L, arg, SQUARES);
    }
  }
  return lcb_return_count(L, set);
}

/***
Return the squares of a set, from a1 to h8, rank by rank.
@function chess.bits.squares
@param set integer
@return string[]
@usage table.concat(chess.bits.squares(chess.bits.of "e" & ~chess.bits.of "2 3 4 5 6 7"), " ")  --> e1 e8
*/
static int bits_squares(lua_State *L) {
  lcb_push_squares(L, check_bits(L, 1));
  return 1;
}

/***
Return the number of squares of a set.
@function chess.bits.count
@param set integer
@return integer
@usage chess.bits.count(chess.position():bits "white")  --> 16
*/
static int bits_count(lua_State *L) { return lcb_return_count(L, lc_count(check_bits(L, 1))); }

/***
Return a set with its ranks exchanged: rank 1 becomes rank 8, rank 2 becomes rank 7, and so on, as Position:mirror()
does.
@function chess.bits.mirror
@param set integer
@return integer set
@usage chess.bits.mirror(chess.bits.of "a1 e2") == chess.bits.of "a8 e7"  --> true
*/
static int bits_mirror(lua_State *L) { return lcb_return_count(L, __builtin_bswap64(check_bits(L, 1))); }

/* ---- attacks and lines ---- */

/***
Return the squares that a piece on a square attacks. Rooks, bishops and queens attack the first occupied square of each
line, and no square after it. For pawns, the result is the squares of their captures.
@function chess.bits.attacks
@param piece string "N" a white knight, "n" a black one; the color matters only for pawns
@param square string "a1" to "h8"
@param occupied? integer set of occupied squares; default 0, an empty board
@return integer set
@usage table.concat(chess.bits.squares(chess.bits.attacks("p", "e5")), " ")  --> d4 f4
@usage chess.bits.attacks("R", "a1", chess.bits.of "a3 b1") == chess.bits.of "a2 a3 b1"  --> true
*/
static int bits_attacks(lua_State *L) {
  unsigned code = lcb_check_piece(L, 1), square = lcb_check_square(L, 2);
  lc_Bits occupied = lua_isnoneornil(L, 3) ? 0 : check_bits(L, 3);
  unsigned color = code >> 3, piece = (code & 7) - 1;
  return lcb_return_count(
      L, piece == LC_PAWN ? lc_pawn_attacks[color][square] : lc_piece_attacks(piece, square, occupied));
}

/***
Return the squares between two squares of a rank, file or diagonal, without these two. The set is empty if the squares
are not on one line.
@function chess.bits.between
@param from string "a1" to "h8"
@param to string "a1" to "h8"
@return integer set
@usage table.concat(chess.bits.squares(chess.bits.between("a1", "d4")), " ")  --> b2 c3
*/
static int bits_between(lua_State *L) {
  unsigned from = lcb_check_square(L, 1), to = lcb_check_square(L, 2);
  return lcb_return_count(L, lc_between[from][to]);
}

/***
Return the whole rank, file or diagonal through two squares, from edge to edge. The set is empty if the squares are not
on one line, or if they are the same square.
@function chess.bits.ray
@param from string "a1" to "h8"
@param to string "a1" to "h8"
@return integer set
@usage table.concat(chess.bits.squares(chess.bits.ray("b3", "c4")), " ")  --> a2 b3 c4 d5 e6 f7 g8
*/
static int bits_ray(lua_State *L) {
  unsigned from = lcb_check_square(L, 1), to = lcb_check_square(L, 2);
  for (unsigned piece = LC_BISHOP; piece <= LC_ROOK; piece++) {
    if (lc_has(lc_reach[piece][from], to)) {
      return lcb_return_count(L, (lc_reach[piece][from] & lc_reach[piece][to]) | lc_bit(from) | lc_bit(to));
    }
  }
  return lcb_return_count(L, 0);
}

static const luaL_Reg bits_functions[] = {
    {"attacks", bits_attacks},
    {"between", bits_between},
    {"count", bits_count},
    {"mirror", bits_mirror},
    {"of", bits_of},
    {"ray", bits_ray},
    {"squares", bits_squares},
    {NULL, NULL},
};

void lcb_open_bits(lua_State *L) {
  lua_newtable(L);
  lcb_functions(L, bits_functions);
  lua_setfield(L, -2, "bits");
}
