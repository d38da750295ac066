/*
** sacrifice - tests for sacrifices. lc_Sacrifice in query.h defines them.
**
** Only later moves show whether a move gives up material. So the test reads the next moves with a copy of the replay.
** Usually the reply captures nothing, and the test ends there. The result is a property of the position after the move,
** so it can be combined with other tests of positions.
*/
#include "../notation/san_impl.h"
#include "../pgn/blocks_impl.h"
#include "query.h"

/* Return the number of a side's pieces minus the number of the opponent's, for the piece types in `pieces` (bits). */
static int32_t lead_of(const lc_Position *p, unsigned color, unsigned pieces) {
  lc_Bits own = lc_kinds_on(p, pieces << (6 * color)), enemy = lc_kinds_on(p, pieces << (6 * (color ^ 1)));
  return (int32_t)lc_count(own) - (int32_t)lc_count(enemy);
}

/* Report whether a side has given up the exchange (a rook for a knight or bishop) since `before`. Compared with the
** opponent, the side must have one rook fewer, one knight or bishop more, and the same number of queens. */
static bool is_exchange(const lc_Position *before, const lc_Position *now, unsigned color) {
  enum { MINORS = 1 << LC_KNIGHT | 1 << LC_BISHOP, ROOK = 1 << LC_ROOK, QUEEN = 1 << LC_QUEEN };
  return lead_of(now, color, ROOK) == lead_of(before, color, ROOK) - 1 &&
         lead_of(now, color, MINORS) == lead_of(before, color, MINORS) + 1 &&
         lead_of(now, color, QUEEN) == lead_of(before, color, QUEEN);
}

/* Play the next move if the quick reader can read it, as it can for most moves. The loop over positions uses the same
** reader. */
static bool play_quickly(lc_Replay *ahead, lc_Move *out) {
  lc_Lexer *lexer = &ahead->lexer;
  char edge[LC_BLOCK_EDGE];
  uint64_t word;
  if (lexer->dialect || ahead->is_over || lexer->at >= lexer->size) return false;
  if (ahead->position.rules != LC_RULES_CHESS) return false;
  const char *bytes = lc_block_bytes(lexer->text, lexer->size, ahead->padding, lexer->at, edge);
  lc_Block block = lc_block_of(bytes, lexer->size - lexer->at, false);
  uint64_t ends = lc_block_ends(&block);
  if (!ends) return false;
  unsigned begin, end = lc_block_token(&block, bytes, ends, &word, &begin);
  unsigned move = lc_san_quick(&ahead->position, word, end - begin);
  if (move == LC_SAN_SLOW) return false;
  lexer->at += end;
  ahead->plies++;
  *out = (lc_Move)move;
  return true;
}

/* Play the next move of the mainline. Returns false if there is none. */
static bool play_next(lc_Replay *ahead, lc_Move *out) {
  size_t stored = 0;
  if (play_quickly(ahead, out)) return true;
  while (!stored && !ahead->is_over) lc_replay_step(ahead, out, &stored);
  return stored > 0;
}

/* Return the square of the wanted piece that the reply captured; 64 if it captured none. */
static unsigned taken_on(const lc_Sacrifice *wanted, const lc_Position *before, const lc_Position *now) {
  lc_Bits pieces = before->sets[LC_BY_COLOR + wanted->color];
  lc_Bits taken = pieces & ~now->sets[LC_BY_COLOR + wanted->color] & lc_kinds_on(before, wanted->kinds) & wanted->on;
  return taken ? lc_first(taken) : 64;
}

/* Report whether the side mated with its last move, or won the game, which has no more moves. */
static bool has_won(const lc_QueryRun *run, const lc_Position *p, unsigned color) {
  if (p->turn != color && lc_position_checkers(p) && !lc_has_legal_move(p)) return true;
  return run->game.result == (color == LC_WHITE ? LC_RESULT_WHITE : LC_RESULT_BLACK);
}

/* Return the pieces of both sides that are worth at least as much as a piece of a type, without kings. */
static lc_Bits worth_of(const lc_Position *p, unsigned piece) {
  lc_Bits pieces = 0;
  for (unsigned type = piece == LC_BISHOP ? LC_KNIGHT : piece; type < LC_KING; type++) pieces |= p->sets[type];
  return pieces;
}

/* Report whether a move of the side would have kept a piece of a type: see lc_Sacrifice. */
static bool is_voluntary(const lc_Position *before, unsigned piece) {
  lc_Bits prey = worth_of(before, piece) & before->sets[LC_BY_COLOR + (before->turn ^ 1u)];
  lc_MoveList list;
  lc_legal_moves(before, &list);
  for (unsigned i = 0; i < list.count; i++) {
    lc_Position after = *before;
    if (!lc_move_is_castle(list.moves[i]) && lc_has(prey, lc_move_to(list.moves[i]))) return true;
    lc_position_play(&after, list.moves[i]);
    if (!(lc_pieces_en_prise(&after, before->turn) & worth_of(&after, piece))) return true;
  }
  return false;
}

static bool is_sacrifice(const lc_QueryRun *run, const lc_Sacrifice *wanted) {
  const lc_Position *before = &run->before, *now = &run->replay.position;
  unsigned color = wanted->color;
  lc_Move move;
  if (run->replay.plies == 0 || before->turn != color) return false;
  if (!(lc_kinds_on(now, wanted->kinds) & now->sets[LC_BY_COLOR + color] & wanted->on)) return false;
  lc_Replay ahead = run->replay;
  ahead.lexer.at = run->after_move;
  if (!play_next(&ahead, &move)) return false;
  unsigned taken = taken_on(wanted, now, &ahead.position), owner;
  if (taken == 64) return false;
  int32_t most = lc_balance_of(before, color) - wanted->points;
  for (uint32_t plies = 1;; plies += 2) { /* each round tests one move of the opponent */
    if (lc_move_promotion(move) || lc_balance_of(&ahead.position, color) > most) return false;
    if (plies + 2 > wanted->plies) break;
    if (play_next(&ahead, &move) && play_next(&ahead, &move)) continue;
    if (!has_won(run, &ahead.position, color)) return false;
    break;
  }
  if (wanted->is_exchange && !is_exchange(before, &ahead.position, color)) return false;
  return wanted->is_any || is_voluntary(before, lc_position_piece_at(now, taken, &owner));
}

/* Return the conditions with the colours exchanged. */
static lc_Sacrifice flipped(const lc_Sacrifice *wanted) {
  lc_Sacrifice it = *wanted;
  it.on = __builtin_bswap64(it.on);
  it.kinds = it.kinds >> 6 | (it.kinds & 0x3f) << 6;
  it.color ^= 1;
  return it;
}

bool lc_query_sacrifice(lc_QueryRun *run, const lc_QueryStep *step) {
  const lc_Sacrifice *wanted = (const lc_Sacrifice *)(const void *)(lc_query_pool(run->query) + step->data);
  if (!run->is_flipped) return is_sacrifice(run, wanted);
  /* The next moves come from the game, so both the position and the conditions must have the game's colours. */
  lc_Sacrifice other = flipped(wanted);
  lc_query_flip(run);
  bool holds = is_sacrifice(run, &other);
  lc_query_flip(run);
  return holds;
}
