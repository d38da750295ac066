/*
** query - runs the stages of a query, from the tests of tags to the questions for the caller. Also has the tests of
** positions that run rarely. See query.h.
*/
#include "../chess/movegen.h"
#define LC_ISA(name) name##_base
#include "query_impl.h"

/* One more value for the array `values`: the leaf is undecided, because lc_query_step() may not ask the caller. */
enum { LEAF_IS_OPEN = 3 };

enum { STAGE_TAGS = 1, STAGE_VALUES, STAGE_TEXT, STAGE_MOVES, STAGE_END };

/* ---- steps.def as tables ---- */

const lc_StepInfo lc_step_info[] = {
#define LC_STEP_CALLED(NAME, name, cost, needs, holds) {name, cost, needs},
#include "steps.def"
};
const uint32_t lc_step_count = sizeof lc_step_info / sizeof *lc_step_info;

const lc_LeafInfo lc_leaf_info[] = {
#define LC_LEAF(NAME, name, stage) {name, stage},
#include "steps.def"
};
const uint32_t lc_leaf_count = sizeof lc_leaf_info / sizeof *lc_leaf_info;

/* ---- a run ---- */

static size_t rounded(size_t size) { return (size + 7) & ~(size_t)7; }

size_t lc_query_room(const lc_Query *query) {
  size_t leaves = query->leaf_count;
  return query->mask_count * sizeof(uint64_t) + rounded(leaves * 3 * sizeof(uint32_t)) + rounded(leaves);
}

void lc_query_prepare(lc_QueryRun *run, const lc_Query *query, lc_Cpu cpu, void *block) {
  memset(run, 0, sizeof *run);
  run->query = query;
  run->cpu = cpu;
  run->masks = block;
  run->places = (uint32_t *)(run->masks + query->mask_count);
  run->held = run->places + query->leaf_count;
  run->live = run->held + query->leaf_count;
  run->values = (uint8_t *)(run->live + query->leaf_count);
}

/* Begin a run. The caller has set `values`. */
static void begin(lc_QueryRun *run, const lc_QueryGame *game) {
  memset(run->places, 0, run->query->leaf_count * 3 * sizeof *run->places); /* clears `held` and `live`, too */
  run->game = *game;
  run->stage = STAGE_TAGS;
  run->live_count = run->history_count = 0;
  run->phase = PHASE_IDLE;
  run->is_decided = run->has_answer = run->asks_position = run->asks_tags = run->wants_end = run->wants_values = false;
  run->is_flipped = run->is_instead = false;
  run->asked_leaf = UINT32_MAX;
  run->known = 0;
  run->replay.code = LC_D_NONE;
  run->block.goes_on = SIZE_MAX;
}

void lc_query_begin(lc_QueryRun *run, const lc_QueryGame *game) {
  memset(run->values, LC_UNKNOWN, run->query->leaf_count * sizeof *run->values);
  begin(run, game);
}

void lc_query_begin_again(lc_QueryRun *run, const lc_QueryGame *game) {
  const lc_QueryLeaf *leaves = lc_query_leaves(run->query);
  for (uint32_t i = 0; i < run->query->leaf_count; i++) {
    if (lc_leaf_info[leaves[i].op].stage != LC_LEAF_TAGS) run->values[i] = LC_UNKNOWN;
  }
  begin(run, game);
}

/* ---- positions ---- */

lc_QueryStop lc_query_test(lc_QueryRun *run, uint32_t entry, bool *out) {
  unsigned answer = test_from(run, entry);
  *out = answer == LC_STEP_YES;
  return answer == TEST_ASKS ? LC_STOP_ASKS : LC_STOP_NONE;
}

uint64_t lc_query_counts(const lc_Position *p) { return pack_counts(p); }

static bool is_repeated(const lc_QueryRun *run, int32_t times) {
  const lc_Position *now = &run->history[run->history_count - 1]; /* the positions in `history` have their own colours,
                                                                  ** even after lc_query_flip() */
  int32_t seen = 1;
  for (uint32_t i = run->history_count; seen < times && i > 2; i -= 2) {
    const lc_Position *then = &run->history[i - 3];
    if (then->sets[LC_BY_COLOR] == now->sets[LC_BY_COLOR] && lc_position_equal(then, now)) seen++;
  }
  return seen >= times;
}

/* Return the bits of `wanted` (LC_MOVED_) that are true of the last move. */
static int32_t signs_of(const lc_QueryRun *run, int32_t wanted) {
  const lc_Position *before = &run->before, *now = &run->replay.position;
  lc_Move move = run->move;
  unsigned from = lc_move_from(move), to = lc_move_to(move);
  int32_t signs = 0;
  if (move == LC_NULL_MOVE) return LC_MOVED_NULL;
  signs |= !lc_move_is_castle(move) ? LC_MOVED_PLAIN : to > from ? LC_MOVED_SHORT : LC_MOVED_LONG;
  bool is_pawn = lc_has(before->sets[LC_PAWN], from) && !lc_move_is_castle(move);
  if (is_pawn && to == before->ep && lc_file(from) != lc_file(to)) signs |= LC_MOVED_EN_PASSANT;
  if (wanted & (LC_MOVED_CHECK | LC_MOVED_MATE) && lc_position_checkers(now)) {
    signs |= LC_MOVED_CHECK;
    if (wanted & LC_MOVED_MATE && !lc_has_legal_move(now)) signs |= LC_MOVED_MATE;
  }
  return signs;
}

/* Return the piece that the last move captured, as a bit of lc_QueryStep.others. */
static unsigned taken(const lc_QueryRun *run) {
  const lc_Position *before = &run->before;
  unsigned them = before->turn ^ 1u;
  lc_Bits gone = before->sets[LC_BY_COLOR + them] & ~run->replay.position.sets[LC_BY_COLOR + them];
  if (!gone) return LC_MOVED_QUIETLY;
  unsigned color, piece = lc_position_piece_at(before, lc_first(gone), &color);
  return 1u << (piece + 6 * color);
}

/* Return the squares of the pieces that a move moved. */
static lc_Bits moved_to(lc_Move move) {
  if (move == LC_NULL_MOVE) return 0;
  return lc_bit(lc_move_king_to(move)) | (lc_move_is_castle(move) ? lc_bit(lc_move_rook_to(move)) : 0);
}

/* Return the squares on which pieces of these kinds may be: all, or with LC_MOVER those of the last move. */
static lc_Bits squares_for(const lc_QueryRun *run, unsigned kinds) {
  if (!(kinds & LC_MOVER)) return ~UINT64_C(0);
  return run->replay.plies > 0 ? moved_to(run->move) : 0;
}

static lc_Bits pieces_of(const lc_QueryRun *run, unsigned kinds) {
  return lc_kinds_on(&run->replay.position, kinds & LC_ALL_KINDS) & squares_for(run, kinds);
}

/* Report whether the last move captured a piece of `others`. */
static bool has_taken(const lc_QueryRun *run, unsigned others) {
  bool is_recapture = lc_has(moved_to(run->previous), lc_move_king_to(run->move));
  return (others & taken(run)) != 0 && (!(others & LC_MOVER) || is_recapture);
}

static bool test_moved(const lc_QueryRun *run, const lc_QueryStep *step) {
  lc_Move move = run->move;
  if (run->replay.plies == 0) return false;
  if (step->hi && (signs_of(run, step->hi) & step->hi) != step->hi) return false;
  if (move == LC_NULL_MOVE) return step->hi == LC_MOVED_NULL;
  unsigned color, piece = lc_position_piece_at(&run->before, lc_move_from(move), &color);
  if (step->kinds && !(step->kinds >> (piece + 6 * color) & 1)) return false;
  if (step->a && !lc_has(step->a, lc_move_from(move))) return false;
  if (step->b && !lc_has(step->b, lc_move_king_to(move))) return false;
  if (step->lo && !(step->lo >> lc_move_promotion(move) & 1)) return false;
  return !step->others || has_taken(run, step->others);
}

static bool test_count(lc_Bits set, const lc_QueryStep *step) { return is_within(lc_count(set), step); }

static bool test_battery(const lc_Position *p, const lc_QueryStep *step) {
  const lc_Battery wanted = {.lines = step->count, .first = step->kinds, .second = step->others, .on = step->a,
                             .at = step->b};
  return is_within(lc_batteries(p, &wanted), step);
}

static bool test_pieces(lc_Bits pieces, const lc_QueryRun *run, const lc_QueryStep *step) {
  return test_count(pieces & pieces_of(run, step->kinds) & step->a, step);
}

/* Return the pieces on `from` of the step's kinds that attack at least `least` pieces of a group. */
static lc_Bits attackers_of(const lc_QueryRun *run, const lc_QueryStep *step, lc_Bits from, unsigned group,
                            unsigned least) {
  lc_Bits to = step->b & squares_for(run, group);
  return lc_pieces_that_attack(&run->replay.position, step->kinds & LC_ALL_KINDS, from, group & ~(unsigned)LC_MOVER, to,
                               least);
}

static bool test_attacks(const lc_QueryRun *run, const lc_QueryStep *step) {
  unsigned groups = step->count % LC_ATTACKS_LEAST, least = step->count / LC_ATTACKS_LEAST + 1;
  const uint32_t *others = (const uint32_t *)(const void *)(lc_query_pool(run->query) + step->data);
  lc_Bits from = step->a & squares_for(run, step->kinds);
  lc_Bits found = attackers_of(run, step, from, step->others, least);
  for (unsigned i = 0; found && i < groups; i++) found = attackers_of(run, step, found, others[i], 1);
  return test_count(found, step);
}

/* A count of pieces of the side that moved, whose attack on a piece of `others` the last move uncovered. */
static bool test_discovered(const lc_QueryRun *run, const lc_QueryStep *step) {
  const lc_Position *p = &run->replay.position;
  if (run->replay.plies == 0 || run->move == LC_NULL_MOVE) return false;
  lc_Bits emptied = lc_position_occupied(&run->before) & ~lc_position_occupied(p);
  lc_Bits enemies = p->sets[LC_BY_COLOR + p->turn], own = p->sets[LC_BY_COLOR + (p->turn ^ 1)];
  lc_Bits from = lc_kinds_on(p, step->kinds) & own & step->a & ~moved_to(run->move);
  lc_Bits targets = lc_kinds_on(p, step->others) & enemies & step->b;
  return test_count(lc_uncovered(p, from, targets, emptied), step);
}

static bool test_between(const lc_QueryRun *run, const lc_QueryStep *step) {
  const lc_Between wanted = {.first = pieces_of(run, step->kinds) & step->a, .second = pieces_of(run, step->others) &
                             step->b, .counted = pieces_of(run, step->count), .least = step->lo, .most = step->hi};
  return lc_has_between(&run->replay.position, &wanted);
}

/* The number of legal moves of pieces of `kinds` from squares of `a` is in lo..hi. */
static bool test_mobility(const lc_QueryRun *run, const lc_QueryStep *step) {
  const lc_Position *p = &run->replay.position;
  lc_Bits from = pieces_of(run, step->kinds) & step->a;
  lc_MoveList list;
  int64_t count = 0;
  if (!(from & p->sets[LC_BY_COLOR + p->turn])) return false;
  lc_legal_moves(p, &list);
  for (unsigned i = 0; i < list.count; i++) count += lc_has(from, lc_move_from(list.moves[i]));
  return is_within(count, step);
}

static bool test_insufficient(const lc_Position *p) {
  return lc_is_insufficient(p, LC_WHITE) && lc_is_insufficient(p, LC_BLACK);
}

/* The operation is no enumeration here, because only the steps that are called have a case. */
bool lc_query_fact(lc_QueryRun *run, const lc_QueryStep *step) {
  const lc_Position *p = &run->replay.position;
  switch ((unsigned)step->op) {
#define LC_STEP_INLINE(NAME, name, cost, needs, holds, hopeless)
#define LC_STEP_CALLED(NAME, name, cost, needs, holds) case LC_STEP_##NAME: return holds;
#include "steps.def"
  }
  lc_unreachable();
}

/* Find a move of the game for an entry of an ANY_ORDER leaf (bipartite matching). Bit `move` of fits[entry] tells
** whether the move fits the entry. If a fitting move is already assigned to another entry, that entry may get a
** different move. owner[move] is the entry to which the move is assigned. Each move is tried once per search, so the
** search ends. */
static bool assign(const uint64_t *fits, uint32_t count, uint32_t entry, uint32_t *owner, uint64_t *tried) {
  for (uint32_t move = 0; move < count; move++) {
    if (!(fits[2 * move] >> entry & 1) || *tried >> move & 1) continue;
    *tried |= UINT64_C(1) << move;
    if (owner[move] == UINT32_MAX || assign(fits, count, owner[move], owner, tried)) {
      owner[move] = entry;
      return true;
    }
  }
  return false;
}

bool lc_query_any_order(const lc_QueryRun *run, const lc_QueryLeaf *leaf) {
  uint32_t owner[64];
  for (uint32_t side = 0; side < 2; side++) {
    uint32_t count = (leaf->moves + 1 - side) / 2;
    memset(owner, 0xff, sizeof owner);
    for (uint32_t entry = 0; entry < count; entry++) {
      uint64_t tried = 0;
      if (!assign(run->masks + leaf->room + side, count, entry, owner, &tried)) return false;
    }
  }
  return true;
}

/* ---- the tree ---- */

/* Test the last position with the steps of a leaf. The steps may have to wait for the caller's answer. */
static bool test_end(lc_QueryRun *run, const lc_QueryLeaf *leaf, uint32_t i) {
  bool holds = false;
  if (run->replay.code == LC_D_NONE && lc_query_test(run, leaf->entry, &holds) == LC_STOP_ASKS) {
    run->asked_leaf = i;
    run->asks_position = true;
  }
  return holds;
}

/* Return the value of a leaf that is still undecided at the end of the mainline. */
static lc_Truth truth_at_end(lc_QueryRun *run, uint32_t i) {
  const lc_QueryLeaf *leaf = &lc_query_leaves(run->query)[i];
  bool holds = false;
  run->asked_leaf = UINT32_MAX;
  switch ((lc_LeafOp)leaf->op) {
#define LC_LEAF(NAME, name, stage) case LC_LEAF_##NAME: lc_unreachable();
#define LC_LEAF_MOVES(NAME, name, visit, ends) case LC_LEAF_##NAME: holds = ends; break;
#include "steps.def"
  }
  if (run->asked_leaf != UINT32_MAX) return LC_UNKNOWN;
  /* a sequence has already set its match position */
  if (leaf->op != LC_LEAF_SEQUENCE) run->places[i] = run->replay.plies;
  return holds ? LC_TRUE : LC_FALSE;
}

static bool is_asking(const lc_QueryRun *run) { return run->asked_leaf != UINT32_MAX; }

/* Add a leaf to those that need moves. This is done once for each leaf, after the tests of the text, so `live` has room
** for all leaves. */
static void wait_for_moves(lc_QueryRun *run, uint32_t i) {
  assert(run->live_count < run->query->leaf_count);
  if (lc_query_leaves(run->query)[i].op == LC_LEAF_AT_END) {
    run->wants_end = true;
  } else {
    run->live[run->live_count++] = i;
  }
}

/* Ask the question of a leaf in its stage, unless another question waits for an answer. */
static lc_Truth ask_in(lc_QueryRun *run, uint32_t stage, uint32_t i) {
  if (run->stage == stage && !is_asking(run)) {
    run->asked_leaf = i;
    run->asks_position = false;
  }
  return LC_UNKNOWN;
}

static lc_Truth truth_of_leaf(lc_QueryRun *run, uint32_t i) {
  const lc_QueryLeaf *leaf = &lc_query_leaves(run->query)[i];
  unsigned stage = lc_leaf_info[leaf->op].stage;
  lc_Truth truth;
  if (run->values[i] != LC_UNKNOWN) return run->values[i] == LEAF_IS_OPEN ? LC_UNKNOWN : (lc_Truth)run->values[i];
  if (leaf->op == LC_LEAF_ASK_TAGS) {
    run->wants_values = true;
    return ask_in(run, STAGE_VALUES, i);
  } else if (stage == LC_LEAF_TAGS) {
    truth = lc_query_tag(run, leaf) ? LC_TRUE : LC_FALSE;
  } else if (stage == LC_LEAF_TEXTS) {
    if (run->stage < STAGE_TEXT) return LC_UNKNOWN;
    truth = lc_query_text(run, leaf) ? LC_TRUE : LC_FALSE;
  } else if (run->stage < STAGE_END) {
    if (run->stage == STAGE_TEXT && stage == LC_LEAF_POSITIONS) wait_for_moves(run, i);
    return LC_UNKNOWN;
  } else if (stage == LC_LEAF_QUESTIONS) {
    return ask_in(run, STAGE_END, i);
  } else if (is_asking(run) && run->asked_leaf != i) {
    return LC_UNKNOWN;
  } else {
    truth = truth_at_end(run, i);
  }
  run->values[i] = (uint8_t)truth;
  return truth;
}

/* Return the value of a node. Recursion is safe, because programs have a limited depth. */
static lc_Truth truth_of(lc_QueryRun *run, uint32_t number) {
  const lc_QueryNode *nodes = lc_query_nodes(run->query), *node = &nodes[number];
  if (node->kind == LC_QUERY_LEAF) return truth_of_leaf(run, node->first);
  if (node->kind == LC_QUERY_NOT) {
    lc_Truth truth = truth_of(run, node->first);
    return truth == LC_UNKNOWN ? truth : truth == LC_TRUE ? LC_FALSE : LC_TRUE;
  }
  lc_Truth ends = node->kind == LC_QUERY_AND ? LC_FALSE : LC_TRUE;
  lc_Truth all = node->kind == LC_QUERY_AND ? LC_TRUE : LC_FALSE;
  for (uint32_t i = 0; i < node->count; i++) {
    lc_Truth truth = truth_of(run, node->first + i);
    if (truth == ends) return ends;
    if (truth == LC_UNKNOWN) all = LC_UNKNOWN;
  }
  return all;
}

typedef struct Place {
  uint32_t ply, question;
} Place;

static Place place_of_leaf(const lc_QueryRun *run, uint32_t i) {
  const lc_QueryLeaf *leaf = &lc_query_leaves(run->query)[i];
  return (Place){run->places[i], leaf->op == LC_LEAF_ASK ? (uint32_t)leaf->lo : UINT32_MAX};
}

/* Return the match position of a node that is true. */
static Place place_of(lc_QueryRun *run, uint32_t number) {
  const lc_QueryNode *node = &lc_query_nodes(run->query)[number];
  if (node->kind == LC_QUERY_NOT) return (Place){0, UINT32_MAX};
  if (node->kind == LC_QUERY_LEAF) return place_of_leaf(run, node->first);
  Place first = {UINT32_MAX, UINT32_MAX}, last = {0, UINT32_MAX};
  for (uint32_t i = 0; i < node->count; i++) {
    if (truth_of(run, node->first + i) != LC_TRUE) continue;
    Place place = place_of(run, node->first + i);
    if (place.ply < first.ply) first = place;
    if (place.ply > last.ply) last = place;
  }
  return node->kind == LC_QUERY_AND ? last : first;
}

uint32_t lc_query_place(lc_QueryRun *run, uint32_t *question) {
  if (run->stage == STAGE_TEXT) run->stage = STAGE_MOVES; /* decided without moves: add no leaf to `live` again */
  Place place = place_of(run, 0);
  *question = place.question;
  return place.ply;
}

/* ---- stages ---- */

/* Run the query on a game whose dialect is not plain. The lexer reads each token. */
static lc_QueryStop run_tokens(lc_QueryRun *run) {
  lc_QueryStop stop = run->phase == PHASE_IDLE ? LC_STOP_NONE : visit(run);
  while (stop == LC_STOP_NONE && !run->replay.is_over) stop = run_token(run);
  return stop != LC_STOP_NONE ? stop : LC_STOP_OVER;
}

static void begin_moves(lc_QueryRun *run) {
  const lc_QueryGame *game = &run->game;
  lc_Start start;
  lc_start_find(game->text, game->has_setup ? game->tags_end : 0, game->tolerance, &start);
  lc_replay_begin(&run->replay, game->text, game->size, game->padding, game->tags_end, game->dialect,
                  game->tolerance, &start);
  run->stage = STAGE_MOVES;
  run->move = LC_NULL_MOVE;
  /* A game with an unreadable start position has no positions to test. */
  run->phase = start.code == LC_D_NONE ? PHASE_NEW : PHASE_IDLE;
}

static void end_moves(lc_QueryRun *run) {
  run->stage = STAGE_END;
  run->piece_count = lc_count(lc_position_occupied(&run->replay.position));
  run->counts = run->query->needs & LC_NEEDS_COUNTS ? pack_counts(&run->replay.position) : 0;
  run->known = 0;
  run->phase = PHASE_IDLE;
  run->asked_leaf = UINT32_MAX;
}

static lc_QueryStop run_moves(lc_QueryRun *run) {
  bool is_watched = run->live_count > 0 ||
                    (run->query->needs & (LC_NEEDS_HISTORY | LC_NEEDS_BEFORE | LC_NEEDS_NOTES | LC_NEEDS_CASTLED));
  if (!is_watched) {
    run->phase = PHASE_IDLE;
    lc_replay_run(&run->replay, run->cpu, NULL, 0);
    return LC_STOP_OVER;
  }
  if (run->game.dialect && !run->game.dialect->is_plain) return run_tokens(run);
  return LC_CALL_V3(run->cpu, lc_query_run, (run));
}

/* Mark the leaf that waits for an answer as undecided, because its question must not be asked. */
static void leave_open(lc_QueryRun *run) {
  if (run->is_flipped) lc_query_flip(run);
  run->values[run->asked_leaf] = LEAF_IS_OPEN;
  run->asked_leaf = UINT32_MAX;
  if (run->stage != STAGE_MOVES) {
    run->phase = PHASE_IDLE;
    return;
  }
  run->live_count--;
  memmove(run->live + run->live_at, run->live + run->live_at + 1, (run->live_count - run->live_at) * sizeof *run->live);
  /* The other leaves must still be tested in this position. The position has already been entered. */
  run->phase = PHASE_VISITING;
}

static lc_QueryAnswer ask(lc_QueryRun *run) {
  const lc_QueryLeaf *leaf = &lc_query_leaves(run->query)[run->asked_leaf];
  run->asks_tags = leaf->op == LC_LEAF_ASK_TAGS;
  run->asks_position = leaf->op != LC_LEAF_ASK && !run->asks_tags;
  run->question = (uint32_t)(run->asks_position ? lc_query_steps(run->query)[run->asked_step].lo : leaf->lo);
  return LC_QUERY_ASKS;
}

const lc_QueryLeaf *lc_query_asked_leaf(const lc_QueryRun *run) {
  return &lc_query_leaves(run->query)[run->asked_leaf];
}

const lc_QueryLeaf *lc_query_sole_question(const lc_Query *query) {
  const lc_QueryNode *root = lc_query_nodes(query);
  if (root->kind != LC_QUERY_LEAF) return NULL;
  const lc_QueryLeaf *leaf = &lc_query_leaves(query)[root->first];
  return leaf->op == LC_LEAF_ASK_TAGS ? leaf : NULL;
}

bool lc_query_may_read_ahead(const lc_QueryRun *run, bool *match) {
  enum { OF_POSITIONS = LC_NEEDS_BEFORE | LC_NEEDS_HISTORY | LC_NEEDS_HOMES | LC_NEEDS_NOTES | LC_NEEDS_CASTLED |
         LC_NEEDS_PAST };
  if (run->stage != STAGE_MOVES || run->live_count != 1 || run->query->needs & OF_POSITIONS) return false;
  const lc_QueryLeaf *leaf = &lc_query_leaves(run->query)[run->live[0]];
  const lc_QueryStep *step = &lc_query_steps(run->query)[leaf->entry];
  *match = step->yes == LC_STEP_YES;
  return leaf->op == LC_LEAF_EVER && step->op == LC_STEP_ASK && (step->yes == LC_STEP_YES || step->yes == LC_STEP_NO) &&
         (step->no == LC_STEP_YES || step->no == LC_STEP_NO);
}

size_t lc_query_read_ahead(lc_QueryRun *run, lc_Move *moves, lc_Position *after, size_t room) {
  uint32_t before = run->replay.plies;
  run->phase = PHASE_IDLE;
  run->replay.after = after;
  if (!run->replay.is_over) lc_replay_run(&run->replay, run->cpu, moves, room);
  run->replay.after = NULL;
  return run->replay.plies - before;
}

void lc_query_match_at(lc_QueryRun *run, uint32_t ply) {
  run->phase = PHASE_IDLE;
  run->values[run->live[0]] = LC_TRUE;
  run->places[run->live[0]] = ply;
  run->live_count = 0;
  run->is_decided = true;
}

/* Continue after a leaf was decided. Returns true if the result of the query is then known. */
static bool is_settled(lc_QueryRun *run, lc_QueryAnswer *out) {
  lc_Truth truth = truth_of(run, 0);
  *out = truth == LC_TRUE ? LC_QUERY_YES : LC_QUERY_NO;
  return truth != LC_UNKNOWN;
}

static lc_QueryAnswer step_moves(lc_QueryRun *run, bool may_ask) {
  lc_QueryAnswer answer;
  while (run->stage == STAGE_MOVES) {
    if (run->is_decided) {
      run->is_decided = false;
      if (is_settled(run, &answer)) return answer;
    }
    if (run->live_count == 0 && !run->wants_end) {
      end_moves(run); /* all undecided leaves are questions to the caller, so no more moves are needed */
      break;
    }
    switch (run_moves(run)) {
      case LC_STOP_MORE: return LC_QUERY_MORE;
      case LC_STOP_ASKS:
        if (may_ask) return ask(run);
        leave_open(run);
        break;
      case LC_STOP_OVER: end_moves(run); break;
      case LC_STOP_NONE:
      case LC_STOP_DECIDED: break;
    }
  }
  return LC_QUERY_ASKS;
}

/* Ask the questions of the stage. Returns false if the result is then still unknown. */
static bool ask_all(lc_QueryRun *run, bool may_ask, lc_QueryAnswer *out) {
  for (;;) {
    if (is_settled(run, out)) return true;
    if (!is_asking(run)) return false;
    if (may_ask) {
      *out = ask(run);
      return true;
    }
    leave_open(run);
  }
}

lc_QueryAnswer lc_query_step(lc_QueryRun *run, bool may_ask) {
  lc_QueryAnswer answer;
  if (run->stage == STAGE_TAGS) {
    if (is_settled(run, &answer)) return answer;
    run->stage = run->wants_values ? STAGE_VALUES : STAGE_TEXT;
  }
  if (run->stage == STAGE_VALUES) {
    if (ask_all(run, may_ask, &answer)) return answer;
    run->stage = STAGE_TEXT;
  }
  if (run->stage == STAGE_TEXT) {
    if (is_settled(run, &answer)) return answer;
    begin_moves(run);
  }
  if (run->stage == STAGE_MOVES) {
    answer = step_moves(run, may_ask);
    if (run->stage == STAGE_MOVES) return answer;
  }
  return ask_all(run, may_ask, &answer) ? answer : LC_QUERY_ASKS;
}

void lc_query_answer(lc_QueryRun *run, bool answer, uint32_t ply) {
  if (run->asks_position) {
    run->has_answer = true;
    run->answer = answer;
  } else {
    run->values[run->asked_leaf] = answer ? LC_TRUE : LC_FALSE;
    run->places[run->asked_leaf] = ply;
    run->asked_leaf = UINT32_MAX;
  }
}
