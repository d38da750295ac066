/*
** recover - see recover.h.
*/
#include "recover.h"

#include <string.h>

#include "../notation/codes.h"
#include "text.h"

static char byte_at(const lc_Lexer *lexer, size_t at) { return at < lexer->size ? lexer->text[at] : '\0'; }

/* ---- results ---- */

static size_t skip_blanks(const lc_Lexer *lexer, size_t at) {
  while (lc_is_blank(byte_at(lexer, at))) at++;
  return at;
}

/* Return the end of a result at `at` after which only comments follow, or 0. */
static size_t result_end(const lc_Lexer *lexer, size_t at, uint8_t *result) {
  size_t length;
  const lc_ResultSpelling *found = lc_result_begin(lexer->text + at, lexer->size - at, &length);
  if (!found || found->result == LC_RESULT_UNKNOWN || !lc_lexer_is_last(lexer, at + length)) return 0;
  if (found->use == LC_RESULT_TAGGED && !lc_lexer_has_result_tag(lexer, found->result)) return 0;
  *result = found->result;
  return at + length;
}

/* `at` is the offset of a dash between blanks. Return the offset at which the result with this dash begins. The lexer
** has read the number before the dash as a separate token, and the reader has skipped it as a move number. */
static size_t result_begin(const lc_Lexer *lexer, size_t at) {
  size_t begin = at;
  while (begin > 0 && lc_is_blank(lexer->text[begin - 1])) begin--;
  bool is_alone = begin > 0 && begin < at && (begin == 1 || lc_is_space(lexer->text[begin - 2]));
  return is_alone ? begin - 1 : at;
}

static bool recover_result(const lc_Lexer *lexer, const lc_Token *token, lc_Recovery *out) {
  size_t end = result_end(lexer, token->at, &out->result);
  if (end == 0 && token->kind == LC_TOKEN_SYMBOL) {
    size_t begin = result_begin(lexer, token->at);
    if (begin < token->at) end = result_end(lexer, begin, &out->result);
  }
  if (end <= token->at) return false;
  out->kind = LC_RECOVERED_RESULT;
  out->code = LC_D_RESULT_STYLE;
  out->end = end;
  return true;
}

/* ---- moves ---- */

static bool read_move(const lc_Lexer *lexer, const lc_Position *p, const char *text, size_t size, lc_Reading *out) {
  return lc_spelling_read(lexer->dialect, lexer->tolerance, p, text, size, out) == LC_D_NONE;
}

/* Recover a move with a result directly after it. The result is then read as the next token. */
static bool recover_glued(const lc_Lexer *lexer, const lc_Position *p, const lc_Token *token, lc_Recovery *out) {
  size_t size = token->end - token->at;
  for (unsigned result = LC_RESULT_WHITE; result <= LC_RESULT_DRAW; result++) {
    size_t n;
    const char *marker = lc_result_text(result, &n);
    if (size <= n || memcmp(lexer->text + token->end - n, marker, n) != 0) continue;
    if (!read_move(lexer, p, lexer->text + token->at, size - n, &out->reading)) continue;
    if (!lc_lexer_is_last(lexer, token->end)) return false;
    out->kind = LC_RECOVERED_MOVE;
    out->code = LC_D_GLUED_RESULT;
    out->end = token->end - n;
    return true;
  }
  return false;
}

/* Recover a move with the number of the next move directly after it, as in "e52. Nf3": a line end was lost. The number
** must be the right one. It is then read as the next token. */
static bool recover_glued_number(const lc_Lexer *lexer, const lc_Position *p, const lc_Token *token, lc_Recovery *out) {
  int64_t next = (int64_t)p->fullmove_number + (p->turn == LC_BLACK);
  size_t at = token->end;
  if (byte_at(lexer, token->end) != '.') return false;
  while (at > token->at && lc_is_digit(lexer->text[at - 1]) && token->end - at < 4) {
    at--;
    if (lexer->text[at] == '0' || lc_number_value(lexer->text, at, token->end) != next) continue;
    if (!read_move(lexer, p, lexer->text + token->at, at - token->at, &out->reading)) continue;
    out->kind = LC_RECOVERED_MOVE;
    out->code = LC_D_GLUED_NUMBER;
    out->end = at;
    return true;
  }
  return false;
}

/* Recover a move that is broken over two text lines: "O-" and "O". Both parts are symbols of PGN. */
static bool recover_split(const lc_Lexer *from, const lc_Position *p, const lc_Token *token, lc_Recovery *out) {
  lc_Lexer lexer = *from;
  lc_Token second;
  char whole[LC_DIALECT_TEXT];
  size_t line = skip_blanks(from, token->end), size = token->end - token->at;
  bool is_value;
  if (!lc_is_line_end(byte_at(from, line))) return false;
  lexer.at = token->end;
  lc_lexer_next(&lexer, &second);
  size_t rest = second.end - second.at;
  if (second.kind != LC_TOKEN_SYMBOL || size + rest > sizeof whole) return false;
  if (lc_lexer_skip(&lexer, second.at, &is_value) > 0) return false;
  if (read_move(&lexer, p, lexer.text + second.at, rest, &out->reading)) return false;
  memcpy(whole, lexer.text + token->at, size);
  memcpy(whole + size, lexer.text + second.at, rest);
  if (!read_move(&lexer, p, whole, size + rest, &out->reading)) return false;
  out->kind = LC_RECOVERED_MOVE;
  out->code = LC_D_SPLIT_MOVE;
  out->end = second.end;
  return true;
}

/* ---- text to skip ---- */

static bool recover_skip(const lc_Lexer *lexer, const lc_Token *token, lc_Recovery *out) {
  bool is_value;
  size_t at = token->at, length = lc_lexer_skip(lexer, at, &is_value);
  if (length == 0) return false;
  out->kind = is_value ? LC_RECOVERED_VALUE : LC_RECOVERED_SIGN;
  out->code = LC_D_SKIPPED_TEXT;
  out->end = at + length;
  bool is_escape = lexer->text[at] == '\\' && at > 0 && lc_is_digit(lexer->text[at - 1]);
  if (is_escape && byte_at(lexer, out->end) == '.') out->code = LC_D_ESCAPED_PERIOD;
  return true;
}

bool lc_recover(const lc_Lexer *lexer, const lc_Position *p, const lc_Token *token, bool is_mainline,
                lc_Recovery *out) {
  bool is_symbol = token->kind == LC_TOKEN_SYMBOL;
  if (!(lexer->tolerance & LC_SKIPS)) return false;
  memset(out, 0, sizeof *out);
  if (is_mainline && recover_result(lexer, token, out)) return true;
  if (token->kind == LC_TOKEN_RESULT) return false;
  if (is_mainline && is_symbol && recover_glued(lexer, p, token, out)) return true;
  if (is_symbol && recover_glued_number(lexer, p, token, out)) return true;
  if (recover_skip(lexer, token, out)) return true;
  return is_symbol && recover_split(lexer, p, token, out);
}

bool lc_recover_may_be_part(const lc_Lexer *lexer, const lc_Token *token) {
  if (token->kind == LC_TOKEN_RESULT) return token->flags & LC_TOKEN_STYLE;
  char first = lexer->text[token->at];
  if (!lc_is_digit(first)) return false;
  if (lc_is_digit(byte_at(lexer, token->end)) || (token->at > 0 && lexer->text[token->at - 1] == '.')) return true;
  return token->end == token->at + 1 && (first == '0' || first == '1');
}
