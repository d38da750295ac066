/*
** refused - see refused.h.
*/
#include "refused.h"

#include <string.h>

#include "lexicon.h"

enum { LONGEST = 16 }; /* bytes of a token that may be a move */

typedef enum Kind { LETTER, NUMBER, CASTLING, PROMOTION, CHECK, SUFFIX, WORD } Kind;

static const struct {
  Kind kind;
  const char *text, *written;
} entries[] = {
#define LC_REFUSED(kind, text, written) {kind, text, written},
#include "refused.def"
};
enum { ENTRIES = sizeof entries / sizeof entries[0] };

bool lc_refused_entry(size_t i, const char **text, const char **written) {
  if (i >= ENTRIES) return false;
  *text = entries[i].text;
  *written = entries[i].written;
  return true;
}

static bool ends_with(const char *text, size_t size, const char *suffix) {
  size_t length = strlen(suffix);
  return size > length && memcmp(text + size - length, suffix, length) == 0;
}

/* Return the spelling of PGN for castling in which 1, l, 0 or o replaces O. Returns its length, or 0. */
static size_t castling(const char *text, size_t size, char *out) {
  for (size_t i = 0; i < size; i++) out[i] = strchr("1l0o", text[i]) ? 'O' : text[i];
  return lc_castling_find(out, size) ? size : 0;
}

/* Copy a promotion without the check sign before it: "gxh1+=Q" becomes "gxh1=Q". Returns the length, or 0. */
static size_t without_check(const char *text, size_t size, char *out) {
  const char *sign = memchr(text, '=', size);
  size_t at = sign ? (size_t)(sign - text) : 0;
  if (at == 0 || !strchr("+#", text[at - 1])) return 0;
  memmove(out + at - 1, text + at, size - at);
  return size - 1;
}

/* Copy a promotion without its parentheses: "a8=(Q)" becomes "a8Q". In PGN, the token ends before them. Returns the
** length, or 0. */
static size_t without_parentheses(const char *text, size_t size, size_t rest, char *out) {
  const char *sign = memchr(text, '=', size);
  size_t at = sign ? (size_t)(sign - text) : size;
  if (size + rest - at < 4 || memcmp(text + at, "=(", 2) != 0 || text[at + 3] != ')') return 0;
  out[at] = text[at + 2];
  return at + 1;
}

/* Write the token in the way that an entry means. `rest` is the text after the token. Returns the length, or 0. */
static size_t rewrite(unsigned entry, const char *text, size_t size, size_t rest, char out[LONGEST]) {
  size_t from = 0;
  memcpy(out, text, size);
  switch (entries[entry].kind) {
    case LETTER:
      if (!strchr("nrqk", text[0])) return 0;
      out[0] = (char)(text[0] - 'a' + 'A');
      return size;
    case NUMBER:
      while (from < size && text[from] >= '0' && text[from] <= '9') from++;
      memcpy(out, text + from, size - from);
      return from > 0 ? size - from : 0;
    case CASTLING: return castling(text, size, out);
    case PROMOTION: return without_parentheses(text, size, rest, out);
    case CHECK: return without_check(text, size, out);
    case SUFFIX: return ends_with(text, size, entries[entry].text) ? size - strlen(entries[entry].text) : 0;
    case WORD: break;
  }
  return 0;
}

size_t lc_refused_move(const lc_Position *p, const char *text, size_t size, size_t limit, char out[LC_SAN_MAX]) {
  char tried[LONGEST];
  lc_Move move;
  if (size == 0 || size >= LONGEST) return 0;
  for (unsigned i = 0; i < ENTRIES; i++) {
    size_t length = rewrite(i, text, size, limit - size, tried);
    if (length > 0 && lc_san_read(p, tried, length, &move) == LC_D_NONE) return lc_san_write(p, move, out);
  }
  return 0;
}

const char *lc_refused_word(const char *text, size_t size) {
  for (unsigned i = 0; i < ENTRIES; i++) {
    bool is_equal = strlen(entries[i].text) == size && memcmp(entries[i].text, text, size) == 0;
    if (is_equal && entries[i].kind == WORD) return entries[i].written;
  }
  return NULL;
}
