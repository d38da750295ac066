/*
** notes - clocks and evaluations in the comments of the mainline, read during the replay.
**
** The comments after a move are read when the move has been played. Comments after the next move number, or after a
** variation, belong to the next move. Without a next move, they belong to this move. If a move has several comments
** with the same command, the first valid command counts, as for Node.clock and Node.eval.
** Cost: one more pass over the tokens between moves.
*/
#include "query.h"

#include <string.h>

#include "../chess/identity.h"
#include "../pgn/move_values.h"

static void skip_variation(lc_Lexer *lexer) {
  lc_Token token;
  for (size_t depth = 1; depth > 0;) {
    lc_lexer_next(lexer, &token);
    if (token.kind == LC_TOKEN_END) return;
    if (token.kind == LC_TOKEN_OPEN) depth++;
    if (token.kind == LC_TOKEN_CLOSE) depth--;
  }
}

/* Read the comments between the last move played (or the start of the game) and the next move. */
static void read_notes(const lc_QueryRun *run, unsigned mover, lc_MoveValues *out) {
  const lc_QueryGame *game = &run->game;
  /* `later` also has the values of comments that belong to the next move, if there is one */
  lc_MoveValues said = {0}, later;
  bool waits = false;
  lc_Lexer lexer;
  lc_Token token;
  lc_lexer_begin(&lexer, game->text, game->size);
  lexer.dialect = game->dialect;
  if (run->replay.plies > 0) {
    lexer.at = run->after_move;
    lexer.in_tags = false;
  }
  for (lc_lexer_next(&lexer, &token); token.kind != LC_TOKEN_END; lc_lexer_next(&lexer, &token)) {
    if (token.kind == LC_TOKEN_SYMBOL || token.kind == LC_TOKEN_JUNK) {
      *out = said;
      return;
    }
    if (token.kind == LC_TOKEN_OPEN) skip_variation(&lexer);
    bool begins = !waits && (token.kind == LC_TOKEN_OPEN || token.kind == LC_TOKEN_NUMBER);
    if (begins) later = said;
    waits = waits || begins;
    if (token.kind != LC_TOKEN_COMMENT) continue;
    lc_move_values_read(game->text + token.text, token.text_size, mover, waits ? &later : &said);
  }
  *out = waits ? later : said;
}

/* Store an evaluation. A mate in 0 means that the side that has just moved gave mate. */
static void set_score(lc_QueryRun *run, const lc_Eval *eval, unsigned mover) {
  lc_Score *score = &run->score;
  score->kind = LC_SCORE_PAWNS;
  score->pawns = eval->pawns;
  if (!eval->is_mate) return;
  score->kind = LC_SCORE_MATE;
  score->winner = (uint8_t)(eval->mate == 0 ? mover : eval->mate > 0 ? LC_WHITE : LC_BLACK);
  score->moves = eval->mate < 0 ? -(int64_t)eval->mate : eval->mate;
}

void lc_query_note(lc_QueryRun *run) {
  bool is_start = run->replay.plies == 0;
  unsigned mover = run->replay.position.turn ^ 1u;
  lc_MoveValues said = {0};
  lc_Position start;
  if (is_start) run->has_clock[LC_WHITE] = run->has_clock[LC_BLACK] = false;
  run->score_before = run->score;
  run->score.kind = LC_SCORE_NONE;
  read_notes(run, mover, &said);
  if (said.has_clock && !is_start) {
    run->has_clock[mover] = true;
    run->clocks[mover] = said.clock;
  }
  if (said.has_eval && !(is_start && said.eval.is_mate && said.eval.mate == 0)) set_score(run, &said.eval, mover);
  if (!is_start) return;
  run->score_before.kind = LC_SCORE_NONE;
  lc_position_start(&start);
  bool is_usual = run->score.kind == LC_SCORE_NONE && lc_position_equal(&run->replay.position, &start);
  /* only games with evaluations get a default evaluation of the first position */
  if (is_usual && lc_query_has_values(&run->game, LC_HAS_EVAL)) {
    run->score.kind = LC_SCORE_PAWNS;
    run->score.pawns = LC_SCORE_START;
  }
}

/* ---- tests ---- */

static double number_of(uint64_t bits) {
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

static bool lies_within(double value, const lc_QueryStep *step) {
  return value >= number_of(step->a) && value <= number_of(step->b);
}

/* Return the evaluation in pawns from a side's point of view. A mate counts as `most` pawns for the winner. */
static double pawns_of(const lc_Score *score, unsigned color, double most) {
  double pawns = score->pawns;
  if (score->kind == LC_SCORE_MATE) pawns = score->winner == LC_WHITE ? most : -most;
  pawns = pawns > most ? most : pawns < -most ? -most : pawns;
  return color == LC_WHITE ? pawns : -pawns;
}

static bool test_score(const lc_QueryRun *run, const lc_QueryStep *step, unsigned color) {
  const lc_Score *score = &run->score;
  if (score->kind == LC_SCORE_NONE || !lies_within(pawns_of(score, color, LC_SCORE_INFINITE), step)) return false;
  return step->lo < 0 || (score->kind == LC_SCORE_MATE && score->winner == color && score->moves <= step->lo);
}

static bool test_change(const lc_QueryRun *run, const lc_QueryStep *step, unsigned color) {
  const lc_Score *before = &run->score_before, *after = &run->score;
  if (run->replay.plies == 0 || before->kind == LC_SCORE_NONE || after->kind == LC_SCORE_NONE) return false;
  if (step->op == LC_STEP_SWING) {
    return lies_within(pawns_of(after, color, LC_SCORE_MOST) - pawns_of(before, color, LC_SCORE_MOST), step);
  }
  bool is_mate = before->kind == LC_SCORE_MATE || after->kind == LC_SCORE_MATE;
  double infinite = LC_SCORE_INFINITE;
  return is_mate || pawns_of(before, color, infinite) - pawns_of(after, color, infinite) >= number_of(step->a);
}

static bool test_side(const lc_QueryRun *run, const lc_QueryStep *step, unsigned color) {
  if (step->op == LC_STEP_TIME) return run->has_clock[color] && lies_within(run->clocks[color], step);
  return step->op == LC_STEP_SCORE ? test_score(run, step, color) : test_change(run, step, color);
}

bool lc_query_noted(const lc_QueryRun *run, const lc_QueryStep *step) {
  unsigned mover = run->replay.position.turn ^ 1u;
  if (step->count == LC_SIDE_MOVER) return run->replay.plies > 0 && test_side(run, step, mover);
  if (step->count == LC_SIDE_EITHER) return test_side(run, step, LC_WHITE) || test_side(run, step, LC_BLACK);
  return test_side(run, step, step->count);
}
