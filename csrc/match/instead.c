/*
** instead - tests the legal moves that were not played.
**
** For each of these moves, the run (query.h) is changed as if the move had been played, and the steps of the test run.
** Then the run is restored. Only the position, the move and the numbers of pieces are changed. So the Lua code that
** compiles queries rejects tests that use other parts of a run, such as comments or later moves.
*/
#include "../chess/movegen.h"
#include "query.h"

/* Whether a move is one of the moves to try: see LC_INSTEAD_ANY. */
static bool is_tried(lc_Move move, lc_Move played, uint32_t which) {
  if (move == played) return false;
  if (which == LC_INSTEAD_ANY) return true;
  if (played == LC_NULL_MOVE || lc_move_from(move) != lc_move_from(played)) return false;
  return which == LC_INSTEAD_SAME_PIECE || lc_move_king_to(move) == lc_move_king_to(played);
}

static bool holds_after(lc_QueryRun *run, lc_Move move, uint32_t entry) {
  bool holds = false;
  run->replay.position = run->before;
  lc_position_play(&run->replay.position, move);
  run->move = move;
  run->piece_count = lc_count(lc_position_occupied(&run->replay.position));
  run->counts = run->query->needs & LC_NEEDS_COUNTS ? lc_query_counts(&run->replay.position) : 0;
  run->known = 0;
  run->is_flipped = false; /* the steps may exchange the colours, and must then restore them */
  lc_query_test(run, entry, &holds);
  return holds;
}

bool lc_query_instead(lc_QueryRun *run, const lc_QueryStep *step) {
  if (run->replay.plies == 0 || run->is_instead) return false;
  lc_MoveList list;
  lc_Position now = run->replay.position;
  lc_Move played = run->move;
  uint64_t counts = run->counts, known = run->known, results = run->holds;
  unsigned piece_count = run->piece_count;
  bool is_flipped = run->is_flipped, holds = false;
  run->is_instead = true;
  lc_legal_moves(&run->before, &list);
  for (unsigned i = 0; !holds && i < list.count; i++) {
    holds = is_tried(list.moves[i], played, step->count) && holds_after(run, list.moves[i], step->data);
  }
  run->is_instead = false;
  run->replay.position = now;
  run->move = played;
  run->counts = counts;
  run->known = known;
  run->holds = results;
  run->piece_count = piece_count;
  run->is_flipped = is_flipped;
  return holds;
}
