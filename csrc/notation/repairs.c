#include "repairs.h"

#include <string.h>

#include "folding.h"
#include "lexicon.h"

enum { LONGEST_CASTLING = 5 };

typedef struct Row {
  const char *from, *to;
  uint32_t repair;
} Row;

static const Row rows[] = {
#define LC_REPAIR(from, to, repair) {from, to, LC_REPAIR_##repair},
#include "repairs.def"
#undef LC_REPAIR
};

/* Replace the characters of repairs.def in place. No replacement is longer than its character. Returns the new
** length. */
static size_t replace(char *text, size_t size, uint32_t *repairs) {
  size_t n = 0;
  for (size_t at = 0; at < size;) {
    const Row *found = NULL;
    for (unsigned i = 0; !found && (unsigned char)text[at] >= 0x80 && i < sizeof rows / sizeof rows[0]; i++) {
      size_t length = strlen(rows[i].from);
      if (size - at >= length && memcmp(text + at, rows[i].from, length) == 0) found = &rows[i];
    }
    if (!found) {
      text[n++] = text[at++];
      continue;
    }
    at += strlen(found->from);
    for (const char *to = found->to; *to; to++) text[n++] = *to;
    *repairs |= found->repair;
  }
  return n;
}

/* Return the length of the text without ! ? + # at the end. */
static size_t bare_length(const char *text, size_t size) {
  while (size > 0 && strchr("!?+#", text[size - 1])) size--;
  return size;
}

/* If the text is castling in any mixture of O, o and 0, change it to the spelling of PGN. Returns the new length. */
static size_t repair_castling(char *text, size_t size, uint32_t *repairs) {
  char word[LONGEST_CASTLING];
  size_t n = bare_length(text, size);
  if (n > sizeof word) return size;
  for (size_t i = 0; i < n; i++) word[i] = text[i] == '0' || text[i] == 'o' ? 'O' : text[i];
  const lc_CastlingSpelling *found = lc_castling_find(word, n);
  if (!found) return size;
  const lc_CastlingSpelling *written = lc_castling_written(found->is_long);
  size_t end = size - n + written->size;
  if (end > LC_DIALECT_TEXT) return size;
  memmove(text + written->size, text + n, size - n);
  memcpy(text, written->text, written->size);
  *repairs |= LC_REPAIR_CASTLING_SIGN;
  return end;
}

/* Change the letter of a promotion piece to upper case: d8q, d8=q, d7d8q, d8/q, d8(q). */
static void repair_promotion(char *text, size_t size, uint32_t *repairs) {
  size_t n = bare_length(text, size);
  n -= n > 0 && text[n - 1] == ')';
  if (n < 3 || !strchr("qrbn", text[n - 1]) || !strchr("=/(18", text[n - 2])) return;
  text[n - 1] = (char)(text[n - 1] - 'a' + 'A');
  *repairs |= LC_REPAIR_LETTER_CASE;
}

size_t lc_repairs_apply(const char *text, size_t size, char out[LC_DIALECT_TEXT], uint32_t *repairs) {
  *repairs = 0;
  if (size > LC_DIALECT_TEXT) return 0;
  size_t n = lc_folding_signs(text, size, out);
  if (n != size || memcmp(out, text, n) != 0) *repairs |= LC_REPAIR_UNICODE_SIGN;
  n = replace(out, n, repairs);
  n = repair_castling(out, n, repairs);
  repair_promotion(out, n, repairs);
  return *repairs ? n : 0;
}
