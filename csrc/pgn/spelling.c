#include "spelling.h"

#include "../notation/codes.h"
#include "../notation/repairs.h"
#include "../notation/san.h"
#include "../notation/san_write_impl.h"
#include "lexer.h"
#include "text.h"

/* Repair the spelling of a token that is not SAN (repairs.h) and parse the result. Returns LC_D_BAD_MOVE if the
** repaired token is not SAN either. */
static lc_Code parse_repaired(const char *text, size_t size, lc_San *san, uint32_t *repairs) {
  char repaired[LC_DIALECT_TEXT];
  size = lc_repairs_apply(text, size, repaired, repairs);
  return size > 0 ? lc_san_parse(repaired, size, san) : LC_D_BAD_MOVE;
}

/* Parse a token as SAN, with the tolerance LC_REPAIRS also in a repaired spelling. */
static lc_Code parse_san(unsigned tolerance, const char *text, size_t size, lc_San *san, lc_Reading *out) {
  lc_Code code = lc_san_parse(text, size, san);
  if (code == LC_D_BAD_MOVE && tolerance & LC_REPAIRS) code = parse_repaired(text, size, san, &out->repairs);
  out->glyph = san->glyph;
  return code;
}

static lc_Code read_san(const lc_Position *p, unsigned tolerance, const char *text, size_t size, lc_Reading *out) {
  lc_San san;
  lc_Code code = parse_san(tolerance, text, size, &san, out);
  return code == LC_D_NONE ? lc_san_resolve(p, &san, &out->move) : code;
}

/* Copy a token and replace "_" by blanks. Returns false if the dialect's moves have no blanks, or if the token has no
** "_". */
static bool with_blanks(const lc_Dialect *dialect, const char *text, size_t size, char out[LC_MAX_TOKEN]) {
  if (!dialect->has_blanks || size > LC_MAX_TOKEN || !memchr(text, '_', size)) return false;
  for (size_t i = 0; i < size; i++) out[i] = text[i] == '_' ? ' ' : text[i];
  return true;
}

static lc_Code read_foreign(const lc_Dialect *dialect, const lc_Position *p, const char *text, size_t size,
                            lc_Reading *out) {
  char blank[LC_MAX_TOKEN];
  if (with_blanks(dialect, text, size, blank) && lc_dialect_read(dialect, p, blank, size, out) != LC_D_BAD_MOVE)
    return out->code;
  return lc_dialect_read(dialect, p, text, size, out);
}

lc_Code lc_spelling_read(const lc_Dialect *dialect, unsigned tolerance, const lc_Position *p, const char *text,
                         size_t size, lc_Reading *out) {
  memset(out, 0, sizeof *out);
  if (size > LC_MAX_TOKEN) return LC_D_BAD_TOKEN;
  bool is_reserved = size == 2 && text[0] == '<' && text[1] == '>'; /* a null move in every notation: see lexer.h */
  return dialect && !is_reserved ? read_foreign(dialect, p, text, size, out) : read_san(p, tolerance, text, size, out);
}

bool lc_spelling_read_illegal(const lc_Dialect *dialect, unsigned tolerance, const lc_Position *p, const char *text,
                              size_t size, lc_Reading *out) {
  lc_San san;
  memset(out, 0, sizeof *out);
  if (!(tolerance & LC_ILLEGAL) || size > LC_MAX_TOKEN) return false;
  if (!dialect) {
    return parse_san(tolerance, text, size, &san, out) == LC_D_NONE && lc_san_resolve_illegal(p, &san, &out->move);
  }
  char blank[LC_MAX_TOKEN];
  if (with_blanks(dialect, text, size, blank) && lc_dialect_read_illegal(dialect, p, blank, size, out)) return true;
  return lc_dialect_read_illegal(dialect, p, text, size, out);
}

lc_Code lc_spelling_style(const lc_Dialect *dialect, const lc_Position *before, const lc_Reading *reading,
                          const char *text, size_t size) {
  if (dialect || reading->repairs) return lc_repairs_code(reading->repairs);
  return lc_san_is_canonical(before, reading->move, text, size) ? LC_D_NONE : LC_D_SAN_STYLE;
}

void lc_spelling_candidates(const lc_Dialect *dialect, const lc_Position *p, const char *text, size_t size,
                            lc_MoveList *out) {
  lc_San san;
  if (dialect) {
    char blank[LC_MAX_TOKEN];
    out->count = 0;
    if (with_blanks(dialect, text, size, blank)) lc_dialect_candidates(dialect, p, blank, size, out);
    if (out->count == 0) lc_dialect_candidates(dialect, p, text, size, out);
    return;
  }
  uint32_t repairs;
  out->count = 0;
  bool is_move = lc_san_parse(text, size, &san) == LC_D_NONE || parse_repaired(text, size, &san, &repairs) == LC_D_NONE;
  if (is_move) lc_san_candidates(p, &san, out);
}

/* Return the number of bytes of a figurine at the beginning of a text: U+2654 to U+265F. */
static size_t figurine_size(const char *text, size_t size) {
  bool is_figurine = size >= 3 && memcmp(text, "\xe2\x99", 2) == 0 && (unsigned char)text[2] - 0x94u < 12;
  return is_figurine ? 3 : 0;
}

/* Report whether the lexer surely reads these bytes as one symbol: a letter or a figurine, then letters, digits, - :
** and =, and perhaps a sign of check. A digit shows that they are no result, sign or suffix. A number is a move only
** if it has four digits. Most moves are such a text, and the lexer takes longer than the writer. */
static bool is_one_symbol(const lc_Dialect *dialect, const char *text, size_t size) {
  size_t at = figurine_size(text, size), digits = 0, begin = at;
  if (dialect->is_own || size < 2) return false; /* any text may be a word for check */
  if (text[size - 1] == '+' || text[size - 1] == '#') size--;
  for (; at < size; at++) {
    bool is_digit = lc_is_digit(text[at]);
    if (!is_digit && !lc_is_letter(text[at]) && text[at] != '-' && text[at] != ':' && text[at] != '=') return false;
    digits += is_digit;
  }
  if (digits == size) return digits >= 4 && dialect->has_digit_moves;
  bool begins_well = begin ? !lc_is_digit(text[begin]) : lc_is_letter(text[0]);
  return begins_well && digits > 0 && text[size - 1] != '-' && text[size - 1] != '=';
}

/* Return the length of the move token at the beginning of these bytes. Returns 0 if the lexer would read anything but
** one move token, perhaps with a suffix. The bytes may contain a parenthesis, or look like a number or a result. */
static size_t token_size(const lc_Dialect *dialect, const char *text, size_t size) {
  lc_Lexer lexer;
  lc_Token token;
  if (is_one_symbol(dialect, text, size)) return size;
  lc_lexer_begin(&lexer, text, size);
  lexer.dialect = dialect;
  lexer.in_tags = false;
  lc_lexer_next(&lexer, &token);
  size_t end = token.end;
  if (token.kind != LC_TOKEN_SYMBOL || token.at != 0) return 0;
  if (end < size) lc_lexer_next(&lexer, &token);
  return token.end == size && (token.at == 0 || token.kind == LC_TOKEN_SUFFIX) ? end : 0;
}

/* Report whether a token means this move. A legal move must be read as one: the reader tries an illegal one only on
** request, and only if the text fits no legal move. */
static bool means(const lc_Dialect *dialect, const lc_Position *p, lc_Move move, const char *text, size_t size) {
  lc_Reading reading;
  bool is_read = lc_spelling_read(dialect, 0, p, text, size, &reading) == LC_D_NONE ||
                 (!lc_is_legal(p, move) && lc_spelling_read_illegal(dialect, LC_ILLEGAL, p, text, size, &reading));
  return is_read && reading.move == move;
}

/* Return the length of a text that lc_dialect_write() has written, with "_" for blanks if the lexer would divide it.
** Returns 0 if the reader would not read it as this move. */
static size_t checked(const lc_Dialect *dialect, const lc_Position *p, lc_Move move, char *out, size_t size) {
  if (dialect->is_plain || size == 0) return size;
  /* The reader reads the token without the suffix. lc_dialect_write() has only checked the whole text. */
  size_t token = token_size(dialect, out, size);
  bool is_checked = token == size && !(dialect->has_blanks && memchr(out, '_', size));
  if (is_checked || (token && means(dialect, p, move, out, token))) return size;
  for (size_t i = 0; i < size; i++) out[i] = out[i] == ' ' ? '_' : out[i];
  token = token_size(dialect, out, size);
  return token && means(dialect, p, move, out, token) ? size : 0;
}

size_t lc_spelling_write(const lc_Dialect *dialect, const lc_Position *p, lc_Move move, bool marks,
                         char out[LC_DIALECT_TEXT]) {
  if (dialect) return checked(dialect, p, move, out, lc_dialect_write(dialect, p, move, marks, out));
  lc_Position next = *p;
  return lc_san_store(lc_san_word(&next, move, marks), out);
}

size_t lc_spelling_write_san(const lc_Dialect *dialect, const lc_Position *p, lc_Move move, lc_SanWord san,
                             char out[LC_DIALECT_TEXT]) {
  return checked(dialect, p, move, out, lc_dialect_write_san(dialect, p, move, san, out));
}
