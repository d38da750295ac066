/*
** san_impl - the quick reader of one ordinary SAN token; inline, for loops that read millions of moves.
**
** The last eight bytes of the token are read backwards: the destination, at most one file, rank or x, and the piece
** letter. The candidates are the pieces of this type that attack the destination on an empty board and have no occupied
** square between. This method is the same for all pieces except pawns, and needs no attack tables for sliders. A
** candidate is legal if its own king is not attacked after the move.
** Only tokens that mean exactly one legal move are read. For promotions, long forms, errors and unusual tokens,
** LC_SAN_SLOW is returned. lc_san_read() must then read the token and report errors.
*/
#ifndef LC_SAN_IMPL_H
#define LC_SAN_IMPL_H

#include "../chess/movegen_impl.h"
#include "../chess/play_impl.h"

enum { LC_SAN_SLOW = 0xffff };

#define LC_ORIGIN_FILE(letter) [letter] = LC_FILE_A << (letter - 'a')
#define LC_ORIGIN_RANK(digit) [digit] = LC_RANK_1 << 8 * (digit - '1')
/* For the character before the destination, the squares from which the piece may come. A file or rank has its squares,
** x has all squares, and any other character has none. */
static const lc_Bits lc_san_origin[256] = {
    LC_ORIGIN_FILE('a'), LC_ORIGIN_FILE('b'), LC_ORIGIN_FILE('c'), LC_ORIGIN_FILE('d'),
    LC_ORIGIN_FILE('e'), LC_ORIGIN_FILE('f'), LC_ORIGIN_FILE('g'), LC_ORIGIN_FILE('h'),
    LC_ORIGIN_RANK('1'), LC_ORIGIN_RANK('2'), LC_ORIGIN_RANK('3'), LC_ORIGIN_RANK('4'),
    LC_ORIGIN_RANK('5'), LC_ORIGIN_RANK('6'), LC_ORIGIN_RANK('7'), LC_ORIGIN_RANK('8'),
    ['x'] = ~UINT64_C(0)};
#undef LC_ORIGIN_FILE
#undef LC_ORIGIN_RANK

/* The piece for the first byte of a token. Bytes that are no piece letter have 0 (pawn); the code for pawns rejects
** wrong bytes. */
static const uint8_t lc_san_piece[256] = {
    ['N'] = LC_KNIGHT, ['B'] = LC_BISHOP, ['R'] = LC_ROOK, ['Q'] = LC_QUEEN, ['K'] = LC_KING};

/* Report whether the king of `us` is safe if only `occupied` and the pieces of `enemy` are on the board. Few sliders
** are on the same rank, file or diagonal as the king. For each of them, the squares between are tested. This is faster
** than following the lines from the king. */
LC_INLINE bool lc_san_is_safe(const lc_Position *p, unsigned us, unsigned king, lc_Bits occupied, lc_Bits enemy) {
  lc_Bits queens = p->sets[LC_QUEEN];
  lc_Bits leapers = (lc_pawn_attacks[us][king] & p->sets[LC_PAWN]) | (lc_knight_attacks[king] & p->sets[LC_KNIGHT]);
  lc_Bits sliders = (lc_reach[LC_ROOK][king] & (p->sets[LC_ROOK] | queens)) |
                (lc_reach[LC_BISHOP][king] & (p->sets[LC_BISHOP] | queens));
  lc_Bits hits = leapers & enemy;
  for (sliders &= enemy; sliders; sliders &= sliders - 1) {
    hits |= lc_between[king][lc_first(sliders)] & occupied ? 0 : sliders;
  }
  return hits == 0;
}

/* Return the pieces among `movers` that can legally move to `to`. The token is unambiguous if there is exactly one. */
LC_INLINE lc_Bits lc_san_legal_movers(const lc_Position *p, unsigned us, lc_Bits movers, unsigned to) {
  lc_Bits occupied = lc_position_occupied(p), enemy = p->sets[LC_BY_COLOR + (us ^ 1)] & ~lc_bit(to), kept = 0;
  unsigned king = lc_position_king(p, us);
  for (; movers; movers &= movers - 1) {
    unsigned from = lc_first(movers);
    if (lc_between[from][to] & occupied) continue;
    if (lc_san_is_safe(p, us, king, (occupied ^ lc_bit(from)) | lc_bit(to), enemy)) kept |= lc_bit(from);
  }
  return kept;
}

LC_INLINE unsigned lc_san_quick_pawn(lc_Position *p, unsigned us, uint64_t word, unsigned length, unsigned to) {
  lc_Bits own = p->sets[LC_BY_COLOR + us], enemy = p->sets[LC_BY_COLOR + (us ^ 1)], occupied = own | enemy;
  lc_Bits target = lc_bit(to), movers, taken = target;
  unsigned first = (unsigned)(word >> (64 - 8 * length)) & 255;
  if (length == 2) {
    lc_Bits behind = lc_forward(target, us ^ 1);
    lc_Bits start = LC_RANK_1 << (us ? 48 : 8);
    movers = behind | (lc_forward(behind & ~occupied, us ^ 1) & start);
    if (occupied & target) return LC_SAN_SLOW;
  } else {
    if (length != 4 || ((word >> 40) & 255) != 'x' || first - 'a' > 7) return LC_SAN_SLOW;
    movers = lc_pawn_attacks[us ^ 1][to] & lc_san_origin[first];
    if (!(enemy & target)) {
      if (to != p->ep) return LC_SAN_SLOW;
      taken = lc_bit(to ^ 8u);
    }
  }
  movers &= own & p->sets[LC_PAWN];
  if (!lc_is_single(movers) || (target & (LC_BACK_RANKS | p->sets[LC_KING]))) return LC_SAN_SLOW;
  lc_Bits after = (occupied ^ movers) & ~taken;
  if (!lc_san_is_safe(p, us, lc_position_king(p, us), after | target, enemy & ~taken)) return LC_SAN_SLOW;
  unsigned from = lc_first(movers);
  lc_play_pawn_of(p, us, from, to, LC_PAWN);
  return lc_move(from, to);
}

LC_INLINE unsigned lc_san_quick_castle(lc_Position *p, unsigned us, uint64_t word, unsigned length) {
  unsigned king = lc_position_king(p, us);
  uint64_t token = word >> (64 - 8 * length);
  lc_Bits side;
  if (length == 3 && token == UINT64_C(0x4f2d4f)) {
    side = ~UINT64_C(0) << king;
  } else if (length == 5 && token == UINT64_C(0x4f2d4f2d4f)) {
    side = lc_bit(king) - 1;
  } else {
    return LC_SAN_SLOW;
  }
  lc_Bits rooks = p->castling & lc_back_rank(us) & side;
  if (!lc_is_single(rooks) || lc_attacked(p, king, us ^ 1, lc_position_occupied(p))) return LC_SAN_SLOW;
  unsigned rook = lc_first(rooks);
  if (!lc_may_castle(p, us, king, rook)) return LC_SAN_SLOW;
  lc_Move move = lc_move_castle(king, rook);
  lc_play_castle_of(p, us, move);
  return move;
}

/* Do the work of lc_san_quick_with() for the side `us`, a compile-time constant. So White and Black have separate
** code. */
LC_INLINE unsigned lc_san_quick_of(lc_Position *p, unsigned us, uint64_t word, unsigned length,
                                   const uint8_t pieces[256]) {
  unsigned sign = (unsigned)(word >> 56);
  unsigned signs = sign == '+' || sign == '#';
  word <<= 8 * signs;
  length -= signs;
  if (length - 2 > 3) return LC_SAN_SLOW;
  unsigned rank = (unsigned)(word >> 56) - '1', file = (unsigned)((word >> 48) & 255) - 'a';
  unsigned first = (unsigned)(word >> (64 - 8 * length)) & 255;
  if ((rank | file) > 7) return first == 'O' ? lc_san_quick_castle(p, us, word, length) : LC_SAN_SLOW;
  unsigned to = rank * 8 + file, piece = pieces[first];
  if (piece == LC_PAWN) return lc_san_quick_pawn(p, us, word, length, to);

  unsigned fifth = (unsigned)(word >> 40) & 255, fourth = (unsigned)(word >> 32) & 255;
  lc_Bits own = p->sets[LC_BY_COLOR + us], occupied = lc_position_occupied(p), target = lc_bit(to);
  lc_Bits origin = length > 3 ? lc_san_origin[fifth] : ~UINT64_C(0);
  if (length == 5) origin &= fifth == 'x' && fourth != 'x' ? lc_san_origin[fourth] : 0;
  if (length < 3 || ((own | p->sets[LC_KING]) & target)) return LC_SAN_SLOW;
  lc_Bits movers = own & p->sets[piece] & lc_reach[piece][to] & origin;
  if (lc_is_many(movers)) movers = lc_san_legal_movers(p, us, movers, to);
  if (!lc_is_single(movers)) return LC_SAN_SLOW;
  unsigned from = lc_first(movers);
  if (lc_between[from][to] & occupied) return LC_SAN_SLOW;
  unsigned king = lc_position_king(p, us);
  lc_Bits beside = 0;
  if (piece == LC_KING) {
    king = to;
    beside = lc_king_attacks[to] & p->sets[LC_KING] & ~own;
  }
  lc_Bits enemy = p->sets[LC_BY_COLOR + (us ^ 1)] & ~target;
  if (beside || !lc_san_is_safe(p, us, king, (occupied ^ movers) | target, enemy)) return LC_SAN_SLOW;
  lc_play_piece_of(p, us, piece, from, to);
  return lc_move(from, to);
}

/* Read and play one token whose first byte is the letter of a piece in `pieces`, a table like lc_san_piece. */
LC_INLINE unsigned lc_san_quick_with(lc_Position *p, uint64_t word, unsigned length, const uint8_t pieces[256]) {
  return p->turn ? lc_san_quick_of(p, LC_BLACK, word, length, pieces)
                 : lc_san_quick_of(p, LC_WHITE, word, length, pieces);
}

/* Read and play one token. `word` has the token's last eight bytes, the last of them in the top byte. `length` is the
** whole token's length, at least 1. Returns the move as an lc_Move, or LC_SAN_SLOW if no move was played. */
LC_INLINE unsigned lc_san_quick(lc_Position *p, uint64_t word, unsigned length) {
  return lc_san_quick_with(p, word, length, lc_san_piece);
}

#endif
