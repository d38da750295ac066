#include "start.h"

#include <string.h>

#include "../notation/codes.h"

#include "lexer.h"

static bool name_is(const char *text, const lc_Tag *tag, const char *name) {
  return tag->name_size == strlen(name) && memcmp(text + tag->name, name, tag->name_size) == 0;
}

/* Report whether the value of a tag is unknown (PGN 8.1.1): blanks, a question mark or a hyphen. */
static bool is_unknown(const char *text, const lc_Tag *tag) {
  unsigned marks = 0;
  for (size_t i = 0; i < tag->value_size; i++) {
    char c = text[tag->value + i];
    if (c != ' ' && c != '\t' && c != '?' && c != '-') return false;
    marks += c == '?' || c == '-';
  }
  return marks <= 1;
}

/* Copy the letters and digits of a name in lower case, so that "Chess 960", "chess-960" and "Chess960" are equal. */
static size_t simplify(const char *name, size_t size, char *out, size_t room) {
  size_t n = 0;
  for (size_t i = 0; i < size && n < room; i++) {
    char c = name[i];
    if (c >= 'A' && c <= 'Z') c = (char)(c + 32);
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) out[n++] = c;
  }
  return n;
}

lc_Variant lc_variant_of(const char *name, size_t size) {
  static const struct {
    const char *name;
    lc_Variant variant;
  } names[] = {
      {"", LC_VARIANT_CHESS}, {"standard", LC_VARIANT_CHESS}, {"normal", LC_VARIANT_CHESS},
      {"chess", LC_VARIANT_CHESS}, {"fromposition", LC_VARIANT_CHESS}, {"regular", LC_VARIANT_CHESS},
      {"chess960", LC_VARIANT_CHESS960}, {"fischerandom", LC_VARIANT_CHESS960},
      {"fischerrandom", LC_VARIANT_CHESS960}, {"960", LC_VARIANT_CHESS960}, {"freestyle", LC_VARIANT_CHESS960},
      {"freestylechess", LC_VARIANT_CHESS960}, {"frc", LC_VARIANT_CHESS960}, {"chess9lx", LC_VARIANT_CHESS960},
      {"kingofthehill", LC_VARIANT_KING_OF_THE_HILL}, {"koth", LC_VARIANT_KING_OF_THE_HILL},
      {"threecheck", LC_VARIANT_THREE_CHECK}, {"threecheckchess", LC_VARIANT_THREE_CHECK},
      {"3check", LC_VARIANT_THREE_CHECK}, {"3checkchess", LC_VARIANT_THREE_CHECK}};
  char plain[24]; /* longer than each name of the table */
  size_t n = simplify(name, size, plain, sizeof plain);
  for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (n == strlen(names[i].name) && memcmp(plain, names[i].name, n) == 0) return names[i].variant;
  }
  return LC_VARIANT_OTHER;
}

const char *lc_variant_name(unsigned rules, bool chess960) {
  static const char *const names[] = {NULL, "King of the Hill", "Three-check"};
  unsigned kind = lc_rules_kind(rules);
  if (kind != LC_RULES_CHESS) return names[kind];
  return chess960 ? "Chess960" : "Standard";
}

bool lc_variant_apply(lc_Variant variant, uint8_t *rules) {
  if (lc_rules_kind(*rules) == LC_RULES_THREE_CHECK)
    return variant == LC_VARIANT_CHESS || variant == LC_VARIANT_THREE_CHECK;
  if (variant == LC_VARIANT_KING_OF_THE_HILL) *rules = LC_RULES_KING_OF_THE_HILL;
  if (variant == LC_VARIANT_THREE_CHECK) *rules = LC_RULES_THREE_CHECK;
  return true;
}

static void add_repair(lc_Start *out, lc_Code code) {
  for (unsigned i = 0; i < out->repair_count; i++)
    if (out->repairs[i] == code) return;
  if (out->repair_count < LC_START_REPAIRS) out->repairs[out->repair_count++] = code;
}

/* Add the repairs of the text that may change the game. Other tolerances, such as blanks, have only one meaning. */
static void add_repairs(const lc_FenReport *report, lc_Start *out) {
  enum { CASTLING_FIELDS = 3 }; /* with fewer fields, the castling rights are missing */
  if (report->fields < CASTLING_FIELDS) add_repair(out, LC_D_FEN_FIELDS);
  for (unsigned i = 0; i < report->note_count; i++)
    if (lc_code_severity(report->notes[i].code) == LC_WARNING) add_repair(out, report->notes[i].code);
}

/* The problems that a bit of the tolerance allows. */
static const struct {
  unsigned bit, problem;
} waivers[] = {{LC_ALLOW_PAWNS, LC_PROBLEM_PAWN_ON_LAST_RANK},
               {LC_ALLOW_CHECK, LC_PROBLEM_OPPOSITE_CHECK},
               {LC_ALLOW_KINGS, LC_PROBLEM_TOUCHING_KINGS}};
enum { WAIVERS = sizeof waivers / sizeof waivers[0] };

static unsigned allowed(unsigned tolerance) {
  unsigned problems = tolerance & LC_ILLEGAL ? LC_PROBLEM_OPPOSITE_CHECK : 0;
  for (unsigned i = 0; i < WAIVERS; i++)
    if (tolerance & waivers[i].bit) problems |= waivers[i].problem;
  return problems;
}

unsigned lc_start_tolerance(unsigned problems) {
  unsigned bits = 0;
  for (unsigned i = 0; i < WAIVERS; i++)
    if (problems & waivers[i].problem) bits |= waivers[i].bit;
  return bits;
}

static void read_fen(const char *text, const lc_Tag *tag, unsigned tolerance, lc_Start *out) {
  lc_Setup setup;
  lc_FenReport report;
  if (!lc_fen_parse(text + tag->value, tag->value_size, false, &setup, &report)) {
    out->code = report.error;
    out->column = report.column;
    return;
  }
  out->checks = report.checks;
  out->fields = report.fields;
  add_repairs(&report, out);
  unsigned cured = lc_setup_repair(&setup);
  if (cured & LC_PROBLEM_BAD_CASTLING) add_repair(out, LC_D_CASTLING_DROPPED);
  if (cured & LC_PROBLEM_BAD_EP) add_repair(out, LC_D_EP_DROPPED);
  out->problems = lc_setup_problems(&setup) & ~(unsigned)LC_PROBLEM_IMPOSSIBLE_CHECK;
  unsigned accepted = LC_PROBLEMS_UNREACHABLE | allowed(tolerance), refused = out->problems & ~accepted;
  if (refused) {
    out->problems = refused;
    out->code = LC_D_INVALID_POSITION;
    return;
  }
  if (out->problems) add_repair(out, LC_D_UNREACHABLE_POSITION);
  lc_position_from_setup(&setup, &out->position);
}

/* Report whether SetUp agrees with PGN 9.7: "1" with a FEN, "0" without. */
static bool setup_agrees(const char *text, const lc_Tag *setup, bool has_fen) {
  if (setup->value_size != 1) return true;
  return text[setup->value] != (has_fen ? '0' : '1');
}

/* Apply the variant to the position of a game that can be played. */
static void apply_variant(lc_Variant variant, lc_Start *out) {
  if (variant == LC_VARIANT_CHESS960) out->position.chess960 = 1;
  if (out->code != LC_D_NONE || lc_variant_apply(variant, &out->position.rules)) return;
  out->code = LC_D_BAD_CHECKS;
  out->column = out->checks;
}

void lc_start_find(const char *text, size_t size, unsigned tolerance, lc_Start *out) {
  lc_Lexer lexer;
  lc_Token token, setup = {0};
  lc_Variant variant = LC_VARIANT_CHESS;
  bool has_fen = false, has_variant = false;
  memset(out, 0, sizeof *out);
  lc_position_start(&out->position);
  lc_lexer_begin(&lexer, text, size);
  for (lc_lexer_next(&lexer, &token); lc_is_between_tags(&token) || token.kind == LC_TOKEN_TAG;
       lc_lexer_next(&lexer, &token)) {
    if (token.kind != LC_TOKEN_TAG) continue;
    /* if several tags have the same name, the first one counts */
    if (!has_fen && name_is(text, &token.tag, "FEN") && !is_unknown(text, &token.tag)) {
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
      variant = lc_variant_of(text + token.tag.value, token.tag.value_size);
      if (variant != LC_VARIANT_OTHER || out->code != LC_D_NONE) continue;
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
  apply_variant(variant, out);
}
