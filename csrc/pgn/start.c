#include "start.h"

#include <string.h>

#include "../notation/codes.h"

#include "lexer.h"

static bool name_is(const char *text, const lc_Tag *tag, const char *name) {
  return tag->name_size == strlen(name) && memcmp(text + tag->name, name, tag->name_size) == 0;
}

/* Copy the letters and digits of a value in lower case, so that "Chess 960", "chess-960" and "Chess960" are equal. */
static size_t simplify(const char *text, const lc_Tag *tag, char *out, size_t room) {
  size_t n = 0;
  for (size_t i = 0; i < tag->value_size && n < room; i++) {
    char c = text[tag->value + i];
    if (c >= 'A' && c <= 'Z') c = (char)(c + 32);
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) out[n++] = c;
  }
  return n;
}

typedef enum Variant { STANDARD, CHESS960, OTHER } Variant;

/* Return the variant with this name. Lucena supports only chess and Chess960. Servers and programs use many names for
** both. */
static Variant variant_of(const char *text, const lc_Tag *tag) {
  static const char *const standard[] = {"", "standard", "normal", "chess", "fromposition", "regular"};
  static const char *const shuffled[] = {"chess960", "fischerandom", "fischerrandom", "960", "freestyle",
                                         "freestylechess", "frc", "chess9lx"};
  char name[24];
  size_t n = simplify(text, tag, name, sizeof name);
  for (unsigned i = 0; i < sizeof standard / sizeof standard[0]; i++) {
    if (n == strlen(standard[i]) && memcmp(name, standard[i], n) == 0) return STANDARD;
  }
  for (unsigned i = 0; i < sizeof shuffled / sizeof shuffled[0]; i++) {
    if (n == strlen(shuffled[i]) && memcmp(name, shuffled[i], n) == 0) return CHESS960;
  }
  return OTHER;
}

static void read_fen(const char *text, const lc_Tag *tag, unsigned tolerance, lc_Start *out) {
  lc_Setup setup;
  lc_FenReport report;
  if (!lc_fen_parse(text + tag->value, tag->value_size, false, &setup, &report)) {
    out->code = report.error;
    out->column = report.column;
    return;
  }
  unsigned cured = lc_setup_repair(&setup);
  if (cured) out->repaired = cured & LC_PROBLEM_BAD_CASTLING ? LC_D_CASTLING_DROPPED : LC_D_EP_DROPPED;
  out->problems = lc_setup_problems(&setup) & ~(unsigned)LC_PROBLEMS_SOFT;
  if (tolerance & LC_ILLEGAL) out->problems &= ~(unsigned)LC_PROBLEM_OPPOSITE_CHECK;
  if (out->problems) {
    out->code = LC_D_INVALID_POSITION;
    return;
  }
  lc_position_from_setup(&setup, &out->position);
}

/* Report whether SetUp agrees with PGN 9.7: "1" with a FEN, "0" without. */
static bool setup_agrees(const char *text, const lc_Tag *setup, bool has_fen) {
  if (setup->value_size != 1) return true;
  return text[setup->value] != (has_fen ? '0' : '1');
}

void lc_start_find(const char *text, size_t size, unsigned tolerance, lc_Start *out) {
  lc_Lexer lexer;
  lc_Token token, setup = {0};
  bool is_shuffled = false, has_fen = false, has_variant = false;
  memset(out, 0, sizeof *out);
  lc_position_start(&out->position);
  lc_lexer_begin(&lexer, text, size);
  for (lc_lexer_next(&lexer, &token); lc_is_between_tags(&token) || token.kind == LC_TOKEN_TAG;
       lc_lexer_next(&lexer, &token)) {
    if (token.kind != LC_TOKEN_TAG) continue;
    /* if several tags have the same name, the first one counts */
    if (!has_fen && name_is(text, &token.tag, "FEN")) {
      has_fen = true;
      if (out->code != LC_D_NONE) {
        lc_Start unused = *out; /* the variant is not supported: only the position is used */
        read_fen(text, &token.tag, tolerance, &unused);
        out->position = unused.position;
        continue;
      }
      out->at = token.at;
      out->end = token.end;
      read_fen(text, &token.tag, tolerance, out);
    } else if (!has_variant && name_is(text, &token.tag, "Variant")) {
      has_variant = true;
      Variant variant = variant_of(text, &token.tag);
      is_shuffled = variant == CHESS960;
      if (variant != OTHER || out->code != LC_D_NONE) continue;
      out->at = token.at;
      out->end = token.end;
      out->code = LC_D_UNSUPPORTED_VARIANT;
    } else if (setup.end == 0 && name_is(text, &token.tag, "SetUp")) {
      setup = token;
    }
  }
  if (!setup_agrees(text, &setup.tag, has_fen)) {
    out->setup_at = setup.at;
    out->setup_end = setup.end;
  }
  out->is_setup = has_fen;
  if (is_shuffled) out->position.chess960 = 1;
}
