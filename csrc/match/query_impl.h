/*
** query_impl - the loop of a query over the positions of a mainline, compiled once per instruction set. LC_ISA names
** the variant.
**
** Moves are read and played as in pgn/replay.h. After each move, all undecided leaves are tested. Tests that run for
** most positions are in this file and inline. lc_query_fact() has the other tests.
*/
#include "../chess/identity.h"
#include "../notation/dialect_impl.h"
#include "../pgn/blocks_impl.h"
#include "query.h"

/* States of the current position. IDLE: all leaves have been tested. NEW: no leaf has been tested. VISITING: some
** leaves have been tested. ASKING: a leaf waits for an answer. */
enum { PHASE_IDLE, PHASE_NEW, PHASE_VISITING, PHASE_ASKING };

/* Results of a test: LC_STEP_YES, LC_STEP_NO, or one of these. */
enum { TEST_ASKS = 0xfffd, TEST_HOPELESS = 0xfffc };

LC_INLINE uint64_t pack_counts(const lc_Position *p) {
  uint64_t counts = 0;
  for (unsigned kind = 0; kind < LC_KINDS; kind++) {
    unsigned n = lc_count(p->sets[kind % 6] & p->sets[LC_BY_COLOR + kind / 6]);
    counts |= (uint64_t)(n < LC_COUNT_MOST ? n : LC_COUNT_MOST) << (kind * LC_COUNT_BITS);
  }
  return counts;
}

/* Note a castling move. */
static void note_castling(lc_QueryRun *run) {
  lc_Move move = run->move;
  if (run->replay.plies == 0) run->castled[LC_WHITE] = run->castled[LC_BLACK] = 0;
  if (run->replay.plies == 0 || !lc_move_is_castle(move)) return;
  run->castled[run->replay.position.turn ^ 1] |= lc_move_to(move) > lc_move_from(move) ? LC_WING_SHORT : LC_WING_LONG;
}

/* Update the information that few queries need. */
static void note_move(lc_QueryRun *run) {
  uint32_t needs = run->query->needs;
  if (needs & LC_NEEDS_HOMES) lc_query_track(run);
  if (needs & LC_NEEDS_NOTES) lc_query_note(run);
  if (needs & LC_NEEDS_CASTLED) note_castling(run);
  if (needs & LC_NEEDS_PAST) lc_query_remember(run);
}

/* Begin a position: update the LC_NEEDS_ information. Returns false if `history` is full. */
LC_INLINE bool enter(lc_QueryRun *run) {
  const lc_Query *query = run->query;
  const lc_Position *p = &run->replay.position;
  if (query->needs & LC_NEEDS_HISTORY) {
    if (p->halfmove_clock == 0 || run->replay.plies == 0) run->history_count = 0;
    if (run->history_count == run->history_room) return false;
    run->history[run->history_count++] = *p;
  }
  if (query->needs & (LC_NEEDS_HOMES | LC_NEEDS_NOTES | LC_NEEDS_CASTLED | LC_NEEDS_PAST)) note_move(run);
  unsigned piece_count = lc_count(lc_position_occupied(p));
  bool is_changed = piece_count != run->piece_count || run->replay.plies == 0 || lc_move_promotion(run->move);
  if ((query->needs & LC_NEEDS_COUNTS) && is_changed) {
    run->counts = pack_counts(p);
    run->known = 0;
  }
  run->piece_count = piece_count;
  return true;
}

LC_INLINE bool is_balanced(const lc_Balance *balance, uint64_t counts) {
  int sum = 0;
  for (unsigned kind = 0; kind < LC_KINDS; kind++) {
    sum += balance->weight[kind] * (int)((counts >> (kind * LC_COUNT_BITS)) & LC_COUNT_MOST);
  }
  return sum >= balance->least && sum <= balance->most;
}

LC_INLINE bool test_material(lc_QueryRun *run, const lc_QueryStep *step) {
  const lc_Balance *balance = (const lc_Balance *)(const void *)(lc_query_pool(run->query) + step->data);
  /* `others` is the index of this test in `known` and `holds`; the results of tests from 64 on are not stored */
  uint64_t bit = UINT64_C(1) << (step->others & 63);
  if (step->others < 64 && run->known & bit) return (run->holds & bit) != 0;
  bool holds = (run->counts & step->a) == step->b;
  for (uint32_t i = 0; holds && i < step->count; i++) holds = is_balanced(&balance[i], run->counts);
  if (step->others < 64) {
    run->known |= bit;
    run->holds = holds ? run->holds | bit : run->holds & ~bit;
  }
  return holds;
}

LC_INLINE lc_Bits pattern_set(const lc_Position *p, const lc_PatternSet *set) {
  if (set->first == 8) return ~lc_position_occupied(p) & set->squares;
  return p->sets[set->first] & p->sets[set->second] & set->squares;
}

LC_INLINE bool test_pattern(const lc_QueryRun *run, const lc_QueryStep *step) {
  const lc_Position *p = &run->replay.position;
  const uint64_t *at = (const uint64_t *)(const void *)(lc_query_pool(run->query) + step->data);
  for (uint32_t group = 0; group < step->count; group++) {
    bool holds = false;
    for (uint64_t blocks = *at++; blocks > 0; blocks--) {
      uint64_t sets = *at++, i = 0;
      const lc_PatternSet *set = (const lc_PatternSet *)(const void *)at;
      while (!holds && i < sets && !pattern_set(p, &set[i])) i++;
      holds = holds || i == sets;
      at += 2 * sets;
    }
    if (!holds) return false;
  }
  return true;
}

LC_INLINE bool has_pawns_at_home(const lc_Position *p, const lc_QueryStep *step) {
  return !(step->a & ~lc_position_of(p, LC_WHITE, LC_PAWN)) && !(step->b & ~lc_position_of(p, LC_BLACK, LC_PAWN));
}

LC_INLINE bool test_exact(const lc_QueryRun *run, const lc_QueryStep *step) {
  const lc_Position *p = &run->replay.position;
  const lc_Position *wanted = (const lc_Position *)(const void *)(lc_query_pool(run->query) + step->data);
  if (p->sets[LC_BY_COLOR] != wanted->sets[LC_BY_COLOR] || p->sets[LC_BY_COLOR + 1] != wanted->sets[LC_BY_COLOR + 1])
    return false;
  if (step->count) return memcmp(p->sets, wanted->sets, sizeof p->sets) == 0;
  return lc_position_equal(p, wanted);
}

LC_INLINE bool is_within(int64_t value, const lc_QueryStep *step) { return value >= step->lo && value <= step->hi; }

/* Return the move number of the last move. */
LC_INLINE int64_t move_number(const lc_Position *p) { return (int64_t)p->fullmove_number - (p->turn == LC_WHITE); }

LC_INLINE bool take_answer(lc_QueryRun *run) {
  run->has_answer = false;
  return run->answer;
}

LC_INLINE bool test_step(lc_QueryRun *run, const lc_QueryStep *step) {
  const lc_Position *p = &run->replay.position;
  switch ((lc_StepOp)step->op) {
#define LC_STEP_INLINE(NAME, name, cost, needs, holds, hopeless) case LC_STEP_##NAME: return holds;
#define LC_STEP_CALLED(NAME, name, cost, needs, holds) case LC_STEP_##NAME: return lc_query_fact(run, step);
#include "steps.def"
  }
  lc_unreachable();
}

/* Report whether a step that has failed will fail for the rest of the game. */
LC_INLINE bool is_hopeless(const lc_QueryRun *run, const lc_QueryStep *step) {
  const lc_Position *p = &run->replay.position;
  switch ((lc_StepOp)step->op) {
#define LC_STEP_INLINE(NAME, name, cost, needs, holds, hopeless) case LC_STEP_##NAME: return hopeless;
#define LC_STEP_CALLED(NAME, name, cost, needs, holds) case LC_STEP_##NAME: return false;
#include "steps.def"
  }
  lc_unreachable();
}

LC_INLINE unsigned test_from(lc_QueryRun *run, uint32_t entry) {
  const lc_QueryStep *steps = lc_query_steps(run->query);
  unsigned at = run->phase == PHASE_ASKING ? run->asked_step : entry;
  run->phase = PHASE_VISITING;
  while (at < LC_MAX_STEPS) {
    const lc_QueryStep *step = &steps[at];
    if (step->op == LC_STEP_ASK && !run->has_answer && !run->is_instead) {
      run->asked_step = at;
      run->phase = PHASE_ASKING;
      return TEST_ASKS;
    }
    bool holds = test_step(run, step);
    at = !holds && step->is_needed && is_hopeless(run, step) ? TEST_HOPELESS : holds ? step->yes : step->no;
  }
  if (run->is_flipped) lc_query_flip(run);
  return at;
}

/* The same, out of line: for leaves that are tested at few positions of a game. */
static unsigned test_entry(lc_QueryRun *run, uint32_t entry) { return test_from(run, entry); }

/* ---- leaves: running their steps, and deciding them ---- */

LC_INLINE unsigned visit_ever(lc_QueryRun *run, const lc_QueryLeaf *leaf, lc_Truth *out) {
  unsigned answer = test_from(run, leaf->entry);
  if (answer == LC_STEP_YES) *out = LC_TRUE;
  return answer;
}

LC_INLINE unsigned visit_held(lc_QueryRun *run, const lc_QueryLeaf *leaf, uint32_t i, lc_Truth *out) {
  unsigned answer = test_from(run, leaf->entry);
  if (answer == TEST_ASKS) return answer;
  run->held[i] = answer == LC_STEP_YES ? run->held[i] + 1 : 0;
  if ((int64_t)run->held[i] < leaf->lo) return answer;
  run->places[i] = run->replay.plies - (uint32_t)leaf->lo + 1;
  *out = LC_TRUE;
  return answer;
}

LC_INLINE unsigned visit_plies(lc_QueryRun *run, const lc_QueryLeaf *leaf, lc_Truth *out) {
  if (run->replay.plies > leaf->hi) *out = LC_FALSE;
  if (run->replay.plies >= leaf->lo && leaf->hi == INT64_MAX) *out = LC_TRUE;
  return LC_STEP_NO;
}

LC_INLINE unsigned visit_sequence(lc_QueryRun *run, uint32_t i, lc_Truth *out) {
  return lc_query_sequence(run, i, out) == LC_STOP_ASKS ? TEST_ASKS : LC_STEP_NO;
}

LC_INLINE unsigned visit_follow(lc_QueryRun *run, uint32_t i, lc_Truth *out) {
  return lc_query_follow(run, i, out) == LC_STOP_ASKS ? TEST_ASKS : LC_STEP_NO;
}

/* Compare the last move with the leaf's next moves. */
static unsigned visit_line(lc_QueryRun *run, const lc_QueryLeaf *leaf, lc_Truth *out) {
  const uint32_t *entries = (const uint32_t *)(const void *)(lc_query_pool(run->query) + leaf->entry);
  uint32_t plies = run->replay.plies;
  *out = LC_UNKNOWN;
  if (plies == 0) return LC_STEP_YES;
  unsigned answer = LC_STEP_YES;
  if (leaf->op == LC_LEAF_LINE) {
    answer = test_entry(run, entries[plies - 1]);
    if (answer == LC_STEP_NO) *out = LC_FALSE;
  } else {
    uint64_t fits = 0;
    for (uint32_t i = (plies - 1) & 1; i < leaf->moves; i += 2) {
      if (test_entry(run, entries[i]) == LC_STEP_YES) fits |= UINT64_C(1) << (i / 2);
    }
    run->masks[leaf->room + plies - 1] = fits;
    if (!fits) *out = LC_FALSE;
  }
  if (*out == LC_UNKNOWN && plies == leaf->moves) {
    *out = leaf->op == LC_LEAF_LINE || lc_query_any_order(run, leaf) ? LC_TRUE : LC_FALSE;
  }
  return answer;
}

/* Test a leaf on the current position. If the leaf is then decided, its value is in `out`. Returns false if the caller
** must answer a question first. */
LC_INLINE bool test_leaf(lc_QueryRun *run, uint32_t i, lc_Truth *out) {
  const lc_QueryLeaf *leaf = &lc_query_leaves(run->query)[i];
  unsigned answer = LC_STEP_NO;
  *out = LC_UNKNOWN;
  run->places[i] = run->replay.plies;
  switch ((lc_LeafOp)leaf->op) {
#define LC_LEAF(NAME, name, stage) case LC_LEAF_##NAME: lc_unreachable();
#define LC_LEAF_MOVES(NAME, name, visit, ends) case LC_LEAF_##NAME: answer = visit; break;
#include "steps.def"
  }
  if (answer == TEST_HOPELESS) *out = LC_FALSE;
  return answer != TEST_ASKS;
}

/* Test all undecided leaves on the current position. */
LC_INLINE lc_QueryStop visit(lc_QueryRun *run) {
  if (run->phase == PHASE_NEW) {
    if (!enter(run)) return LC_STOP_MORE;
    run->live_at = 0;
    run->phase = PHASE_VISITING;
  }
  while (run->live_at < run->live_count) {
    uint32_t i = run->live[run->live_at];
    lc_Truth truth;
    if (!test_leaf(run, i, &truth)) {
      run->asked_leaf = i;
      return LC_STOP_ASKS;
    }
    if (truth == LC_UNKNOWN) {
      run->live_at++;
      continue;
    }
    run->values[i] = (uint8_t)truth;
    run->is_decided = true;
    run->live_count--;
    memmove(run->live + run->live_at, run->live + run->live_at + 1,
            (run->live_count - run->live_at) * sizeof *run->live);
  }
  run->phase = PHASE_IDLE;
  return run->is_decided ? LC_STOP_DECIDED : LC_STOP_NONE;
}

/* The same, out of line: for what is not the loop over moves. */
static lc_QueryStop visit_once(lc_QueryRun *run) { return visit(run); }

/* Skip comments without splitting them into tokens. Returns the new offset. */
LC_INLINE size_t step_over_comment(lc_Replay *replay, size_t at) {
  const char *text = replay->lexer.text;
  size_t size = replay->lexer.size;
  if (at >= size || text[at] != '{') return at;
  const char *close = memchr(text + at, '}', size - at);
  return close ? (size_t)(close - text) + 1 : size;
}

/* Read one token with lc_replay_step(), which is slower but accepts all tokens. Without `cold`, gcc allocates the
** registers of the loop for it, too: 2 % more instructions for queries of positions. */
__attribute__((cold)) static lc_QueryStop run_token(lc_QueryRun *run) {
  lc_Position before = run->replay.position;
  lc_Move previous = run->replay.plies > 0 ? run->move : LC_NULL_MOVE;
  size_t stored = 0;
  lc_replay_step(&run->replay, &run->move, &stored);
  if (!stored) return LC_STOP_NONE;
  run->before = before;
  run->previous = previous;
  run->after_move = run->replay.lexer.at;
  run->phase = PHASE_NEW;
  return visit_once(run);
}

/* Return the block of movetext that begins at `*at`. If reading stopped inside a block, return that block again and set
** `*at` to its beginning. `bytes` is set to the block's bytes, and `*left` to the ends of the tokens that have not been
** read yet. */
LC_INLINE lc_Block take_block(lc_QueryRun *run, size_t *at, char *edge, bool is_foreign, const char **bytes,
                              uint64_t *left) {
  const lc_Replay *replay = &run->replay;
  lc_QueryBlock *kept = &run->block;
  size_t size = replay->lexer.size;
  bool is_kept = kept->goes_on == *at;
  if (is_kept) *at = kept->at;
  *bytes = lc_block_bytes(replay->lexer.text, size, replay->padding, *at, edge);
  lc_Block block = {.token = kept->token, .stop = kept->stop, .ends = kept->ends};
  if (!is_kept) block = lc_block_of(*bytes, size - *at, is_foreign);
  *left = is_kept ? kept->left : lc_block_ends(&block);
  kept->goes_on = SIZE_MAX;
  return block;
}

LC_INLINE lc_QueryStop run_on(lc_QueryRun *run, bool is_foreign) {
  lc_Replay *replay = &run->replay;
  size_t size = replay->lexer.size;
  bool needs_before = (run->query->needs & LC_NEEDS_BEFORE) != 0;
  /* The quick reader does not test the ends of variants, so it reads only chess. */
  size_t quick_end = replay->position.rules == LC_RULES_CHESS ? size : 0;
  char edge[LC_BLOCK_EDGE];
  lc_QueryStop stop = run->phase == PHASE_IDLE ? LC_STOP_NONE : visit_once(run);
  while (stop == LC_STOP_NONE && !replay->is_over) {
    size_t at = replay->lexer.at;
    lc_Position before;
    if (at >= quick_end) goto slow;
    const char *bytes;
    uint64_t ends;
    lc_Block block = take_block(run, &at, edge, is_foreign, &bytes, &ends);
    for (; ends; ends &= ends - 1) {
      uint64_t word;
      unsigned begin, end = lc_block_token(&block, bytes, ends, &word, &begin), length = end - begin;
      if (needs_before) before = replay->position;
      unsigned move =
          is_foreign ? lc_dialect_quick(replay->lexer.dialect, &replay->position, bytes + begin, length, word)
                     : lc_san_quick(&replay->position, word, length);
      if (move == LC_SAN_SLOW) {
        replay->lexer.at = at + begin;
        goto slow;
      }
      if (needs_before) {
        run->before = before;
        run->previous = replay->plies > 0 ? run->move : LC_NULL_MOVE;
      }
      run->after_move = at + end;
      run->move = (lc_Move)move;
      replay->plies++;
      run->phase = PHASE_NEW;
      stop = is_foreign ? visit_once(run) : visit(run);
      if (stop != LC_STOP_NONE) {
        replay->lexer.at = at + end;
        run->block = (lc_QueryBlock){block.token, block.stop, block.ends, ends & (ends - 1), at, at + end};
        return stop;
      }
    }
    unsigned next = lc_block_resume(&block);
    if (at + next > size) next = (unsigned)(size - at);
    replay->lexer.at = step_over_comment(replay, at + next);
    if (replay->lexer.at > at) continue;
  slow:
    stop = run_token(run);
  }
  return stop != LC_STOP_NONE ? stop : LC_STOP_OVER;
}

lc_QueryStop LC_ISA(lc_query_run)(lc_QueryRun *run) {
  return run->game.dialect ? run_on(run, true) : run_on(run, false);
}
