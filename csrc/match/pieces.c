/*
** pieces - follows pieces through a game, and exchanges the colours of positions.
**
** A piece is identified by its home, the square on which it was at the start of the game. The home of a piece stays the
** same when the piece moves, castles or is promoted. When a piece is captured, no square has its home any more. Homes
** are updated once per move, which takes about 2 ns.
** All pieces are followed at the same time. The wanted path has parts, and each part is one move. For each part, the
** set of its homes has the pieces that have completed this part and all earlier parts. If a move fits the next part of
** a piece, it completes that part at once: a later move would leave fewer moves for the remaining parts. If the parts
** may come in any order, the set of a part has the pieces that have made a move that fits it.
*/
#include "query.h"

#include <string.h>

/* ---- homes ---- */

static void begin_homes(lc_QueryRun *run) {
  memset(run->moves_made, 0, sizeof run->moves_made);
  lc_Bits occupied = lc_position_occupied(&run->replay.position);
  for (unsigned square = 0; square < 64; square++) {
    run->homes[square] = (uint8_t)(lc_has(occupied, square) ? square : LC_NO_SQUARE);
  }
}

static lc_Bits home_set(const lc_QueryRun *run, unsigned square) {
  return run->homes[square] == LC_NO_SQUARE ? 0 : lc_bit(run->homes[square]);
}

/* Move the piece with this home to `to`. */
static void move_home(lc_QueryRun *run, uint8_t home, unsigned to) {
  run->homes[to] = home;
  run->moved_homes |= lc_bit(home);
  run->moves_made[home]++;
}

void lc_query_track(lc_QueryRun *run) {
  lc_Move move = run->move;
  run->moved_homes = run->taken_home = 0;
  if (run->replay.plies == 0) begin_homes(run);
  if (run->replay.plies == 0 || move == LC_NULL_MOVE) return;
  unsigned from = lc_move_from(move), to = lc_move_to(move), them = run->before.turn ^ 1u;
  uint8_t home = run->homes[from], rook = run->homes[to];
  lc_Bits gone = run->before.sets[LC_BY_COLOR + them] & ~run->replay.position.sets[LC_BY_COLOR + them];
  if (gone) {
    run->taken_home = home_set(run, lc_first(gone));
    run->homes[lc_first(gone)] = LC_NO_SQUARE;
  }
  run->homes[from] = LC_NO_SQUARE;
  if (lc_move_is_castle(move)) {
    run->homes[to] = LC_NO_SQUARE;
    move_home(run, rook, lc_move_rook_to(move));
  }
  move_home(run, home, lc_move_king_to(move));
}

/* ---- where a piece is ---- */

bool lc_query_piece(const lc_QueryRun *run, const lc_QueryStep *step) {
  const lc_Position *p = &run->replay.position;
  unsigned turned = run->is_flipped ? 56 : 0; /* homes are squares of the board before the colours were exchanged */
  int32_t found = 0;
  for (lc_Bits pieces = lc_kinds_on(p, step->kinds) & step->b; pieces; pieces &= pieces - 1) {
    uint8_t home = run->homes[lc_first(pieces) ^ turned];
    if (home == LC_NO_SQUARE) continue; /* happens only if the position was not played (instead.c) */
    bool is_meant = lc_has(step->a, home ^ turned) && (!step->count || lc_has(run->moved_homes, home));
    found += is_meant;
  }
  return found >= step->lo && found <= step->hi;
}

bool lc_query_moves_made(const lc_QueryRun *run, const lc_QueryStep *step) {
  unsigned turned = run->is_flipped ? 56 : 0;
  for (lc_Bits pieces = lc_kinds_on(&run->replay.position, step->kinds) & step->b; pieces; pieces &= pieces - 1) {
    uint8_t home = run->homes[lc_first(pieces) ^ turned];
    if (home == LC_NO_SQUARE) continue;
    int64_t count = run->moves_made[home];
    if (lc_has(step->a, home ^ turned) && count >= step->lo && count <= step->hi) return true;
  }
  return false;
}

/* ---- following one piece ---- */

/* Return the homes of the pieces that the last move moved to one of the squares. */
static lc_Bits brought(const lc_QueryRun *run, lc_Bits squares) {
  unsigned king = lc_move_king_to(run->move), rook = lc_move_rook_to(run->move);
  lc_Bits found = lc_has(squares, king) ? home_set(run, king) : 0;
  if (lc_move_is_castle(run->move) && lc_has(squares, rook)) found |= home_set(run, rook);
  return found & run->moved_homes;
}

/* Test the last move against the next part of each piece's path. Parts are tried from the last to the first, so one
** move never completes two parts of a path. If a part has to wait for the caller's answer, its index is stored in
** `held`. */
static lc_QueryStop ask_parts(lc_QueryRun *run, uint32_t i, const lc_Follow *it, uint64_t *done) {
  const lc_FollowPart *parts = (const lc_FollowPart *)(const void *)(it + 1);
  for (uint32_t k = run->held[i] ? run->held[i] : it->parts; k-- > 0;) {
    lc_Bits pieces = done[it->is_any_order ? 0 : k] & brought(run, parts[k].squares);
    bool holds;
    if (!pieces) continue;
    if (lc_query_test(run, parts[k].entry, &holds) == LC_STOP_ASKS) {
      run->held[i] = k + 1;
      return LC_STOP_ASKS;
    }
    if (holds) done[k + 1] |= pieces;
  }
  run->held[i] = 0;
  return LC_STOP_NONE;
}

/* Begin with the pieces to follow. With has_start, their homes complete a part: any, or only the first one. */
static void begin_parts(const lc_QueryRun *run, const lc_Follow *it, uint64_t *done) {
  const lc_FollowPart *parts = (const lc_FollowPart *)(const void *)(it + 1);
  memset(done, 0, (it->parts + 1) * sizeof *done);
  done[0] = it->homes & lc_kinds_on(&run->replay.position, it->kinds);
  uint32_t count = !it->has_start ? 0 : it->is_any_order ? it->parts : it->parts > 0;
  for (uint32_t k = 0; k < count; k++) done[k + 1] = done[0] & parts[k].start;
}

/* Return the pieces that have completed all parts. */
static lc_Bits completed(const lc_Follow *it, const uint64_t *done) {
  lc_Bits all = done[it->parts];
  for (uint32_t k = 0; it->is_any_order && k < it->parts; k++) all &= done[k];
  return all;
}

lc_QueryStop lc_query_follow(lc_QueryRun *run, uint32_t i, lc_Truth *out) {
  const lc_QueryLeaf *leaf = &lc_query_leaves(run->query)[i];
  const lc_Follow *it = (const lc_Follow *)(const void *)(lc_query_pool(run->query) + leaf->entry);
  uint64_t *done = run->masks + leaf->room, alive = 0;
  *out = LC_UNKNOWN;
  if (run->replay.plies == 0) {
    begin_parts(run, it, done);
  } else if (run->moved_homes && ask_parts(run, i, it, done) == LC_STOP_ASKS) {
    return LC_STOP_ASKS;
  }
  lc_Bits all = completed(it, done);
  bool is_over = it->is_taken ? (all & run->taken_home) != 0 : all != 0;
  for (uint32_t k = 0; k <= it->parts; k++) alive |= done[k] &= ~run->taken_home;
  if (is_over || !alive) *out = is_over ? LC_TRUE : LC_FALSE;
  return LC_STOP_NONE;
}

/* ---- colours exchanged ---- */

static void flip_position(lc_Position *p) {
  for (unsigned i = 0; i < 8; i++) p->sets[i] = __builtin_bswap64(p->sets[i]);
  lc_Bits white = p->sets[LC_BY_COLOR];
  p->sets[LC_BY_COLOR] = p->sets[LC_BY_COLOR + 1];
  p->sets[LC_BY_COLOR + 1] = white;
  p->castling = __builtin_bswap64(p->castling);
  if (p->ep != LC_NO_SQUARE) p->ep ^= 56;
  /* After this, move_number() in query_impl.h returns the same number as before. */
  if (p->turn == LC_WHITE) p->fullmove_number--;
  else p->fullmove_number++;
  p->turn ^= 1;
}

void lc_query_flip(lc_QueryRun *run) {
  enum { HALF = LC_COUNT_BITS * LC_KINDS / 2 };
  flip_position(&run->replay.position);
  flip_position(&run->before);
  if (run->move != LC_NULL_MOVE) run->move ^= 56 | 56 << 6;
  if (run->previous != LC_NULL_MOVE) run->previous ^= 56 | 56 << 6;
  run->counts = run->counts >> HALF | (run->counts & ((UINT64_C(1) << HALF) - 1)) << HALF;
  run->is_flipped = !run->is_flipped;
}
