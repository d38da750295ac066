/*
** diag - constant tables of all diagnostics; see diag.h.
*/
#include "diag.h"

#include <assert.h>

#include "codes.h"

typedef struct Entry {
  const char *name;
  const char *text;
  lc_Severity severity;
} Entry;

static const Entry entries[LC_D_COUNT] = {
#define LC_DIAG(upper, lower, severity, text) [LC_D_##upper] = {lower, text, severity},
#include "diag.def"
#undef LC_DIAG
};

enum {
  WRITTEN = 0
#define LC_DIAG(upper, lower, severity, text) + 1
#include "diag.def"
#undef LC_DIAG
};
static_assert((int)WRITTEN == (int)LC_D_COUNT, "each code of codes.h has its line in diag.def");

static const char *const problem_names[LC_PROBLEM_COUNT] = {
    "empty_board",
    "no_white_king",
    "no_black_king",
    "too_many_kings",
    "too_many_white_pieces",
    "too_many_black_pieces",
    "too_many_white_pawns",
    "too_many_black_pawns",
    "too_much_material",
    "pawn_on_last_rank",
    "opposite_check",
    "bad_castling",
    "bad_ep",
    "impossible_check",
    "touching_kings",
};

static const char *const problem_texts[LC_PROBLEM_COUNT] = {
    "the board is empty",
    "White has no king",
    "Black has no king",
    "a side has more than one king",
    "White has more than 16 pieces",
    "Black has more than 16 pieces",
    "White has more than 8 pawns",
    "Black has more than 8 pawns",
    "a side has more promoted pieces than missing pawns",
    "a pawn stands on rank 1 or 8",
    "the side not to move is in check",
    "a castling right has no king or rook in place",
    "no pawn can just have made that double step",
    "no last move can have given that check",
    "the kings are on neighbouring squares",
};

const char *lc_code_name(lc_Code code) {
  assert(code < LC_D_COUNT);
  return entries[code].name;
}

lc_Severity lc_code_severity(lc_Code code) {
  assert(code < LC_D_COUNT);
  return entries[code].severity;
}

const char *lc_severity_name(lc_Severity severity) {
  static const char *const names[] = {"error", "warning", "repair"};
  return names[severity];
}

const char *lc_code_text(lc_Code code) {
  assert(code < LC_D_COUNT);
  return entries[code].text;
}

const char *lc_problem_name(unsigned bit) {
  assert(bit < LC_PROBLEM_COUNT);
  return problem_names[bit];
}

const char *lc_problem_text(unsigned bit) {
  assert(bit < LC_PROBLEM_COUNT);
  return problem_texts[bit];
}
