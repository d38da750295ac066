/*
** dialect_words_impl - finds a dialect's words in a token, for the two files of the parser. dialect_parse.c parses the
** elements up to the destination, dialect_tail.c those after it.
*/
#ifndef LC_DIALECT_WORDS_IMPL_H
#define LC_DIALECT_WORDS_IMPL_H

#include <string.h>

#include "../chess/checks.h"
#include "dialect_syntax.h"

enum { LC_PARSER_STEPS = 8192 };

/* The token that is being parsed. */
typedef struct lc_Parser {
  const lc_Dialect *d;
  const char *text;
  size_t size;
  unsigned form;
  unsigned color;    /* 2 means both */
  unsigned steps;
  uint32_t repairs;  /* repairs that each reading of the token needs in this form */
  bool begins_piece; /* the token, as written, begins with a piece */
  bool begins_file;  /* the token, as written, begins with a file */
  lc_SyntaxList *out;
} lc_Parser;

/* A function that parses the rest of a token from `at` on. The parser calls it after each word that fits. */
typedef void lc_Parse(lc_Parser *ps, lc_Syntax s, size_t at);

/* Parse the elements after the destination (dialect_tail.c). */
void lc_dialect_parse_tail(lc_Parser *ps, lc_Syntax s, size_t at);
/* Parse a captured piece at `at`, then call `next`. */
void lc_dialect_parse_victim(lc_Parser *ps, lc_Syntax s, size_t at, lc_Parse *next);

/* Count a step. Returns false after LC_PARSER_STEPS steps. */
LC_INLINE bool lc_parser_step(lc_Parser *ps) {
  if (++ps->steps > LC_PARSER_STEPS) ps->out->is_incomplete = true;
  return !ps->out->is_incomplete;
}

/* Report whether the word is at the offset `at`. */
LC_INLINE bool lc_is_at(const lc_Parser *ps, size_t at, const char *word, size_t size) {
  return ps->size - at >= size && (size == 0 || (ps->text[at] == *word && memcmp(ps->text + at, word, size) == 0));
}

/* Return the length of the string `word` if it is at `at`, else 0. */
LC_INLINE size_t lc_text_at(const lc_Parser *ps, size_t at, const char *word) {
  size_t n = 0;
  while (word[n] && at + n < ps->size && word[n] == ps->text[at + n]) n++;
  return word[n] ? 0 : n;
}

/* Return the length of a word of the dialect if it is at `at` and not empty, else 0. A token has no blanks at its ends,
** so the first word may lack blanks at its beginning, and the last word may lack blanks at its end. */
LC_INLINE size_t lc_bare_word_at(const lc_Parser *ps, const lc_DialectWord *word, size_t at) {
  const char *text = ps->d->pool + word->at[ps->form];
  size_t size = word->size[ps->form];
  if (lc_is_at(ps, at, text, size)) return size;
  for (; at == 0 && size > 0 && *text == ' '; size--) text++;
  while (size > ps->size - at && text[size - 1] == ' ') size--;
  return lc_is_at(ps, at, text, size) ? size : 0;
}

/* Return the separator between words, or NULL if the dialect has none. No separator is written at the beginning of a
** move, between the file and the rank of a square, or before a word that begins with the separator. */
LC_INLINE const lc_DialectWord *lc_join_of(const lc_Dialect *d) {
  return d->lists[LC_WORDS_JOIN].count ? &d->words[d->lists[LC_WORDS_JOIN].first] : NULL;
}

/* Report whether no separator is written before a word, because the word begins with it or the dialect has none. */
LC_INLINE bool lc_begins_with_join(const lc_Dialect *d, const lc_DialectWord *word, unsigned form) {
  const lc_DialectWord *join = lc_join_of(d);
  if (!join) return true;
  size_t size = join->size[form];
  return word->size[form] >= size && memcmp(d->pool + word->at[form], d->pool + join->at[form], size) == 0;
}

/* Return the length of the separator if it is at `at`, else 0. */
LC_INLINE size_t lc_join_at(const lc_Parser *ps, size_t at) {
  const lc_DialectWord *join = lc_join_of(ps->d);
  return join && at > 0 ? lc_bare_word_at(ps, join, at) : 0;
}

/* Return the length of the word with index `i` of a list, including the separator before the word. Returns 0 if the
** word is empty or not at `at`. */
LC_INLINE size_t lc_word_at(const lc_Parser *ps, unsigned list, unsigned i, size_t at) {
  const lc_DialectWord *word = &ps->d->words[ps->d->lists[list].first + i], *join = lc_join_of(ps->d);
  if (!join || at == 0 || join->size[ps->form] == 0 || lc_begins_with_join(ps->d, word, ps->form))
    return lc_bare_word_at(ps, word, at);
  size_t between = lc_bare_word_at(ps, join, at);
  size_t size = between ? lc_bare_word_at(ps, word, at + between) : 0;
  return size ? between + size : 0;
}

/* Report whether a text is a word of the list in the form ps->form. */
LC_INLINE bool lc_is_own(const lc_Parser *ps, unsigned list, const char *text, size_t size) {
  for (unsigned i = 0; i < ps->d->lists[list].count; i++) {
    const lc_DialectWord *word = &ps->d->words[ps->d->lists[list].first + i];
    if (word->size[ps->form] == size && memcmp(ps->d->pool + word->at[ps->form], text, size) == 0) return true;
  }
  return false;
}

/* Return the length of a common word at `at`. Returns 0 if the word is not there, or if the dialect's list contains
** it. */
LC_INLINE size_t lc_foreign_at(const lc_Parser *ps, unsigned list, const char *word, size_t at) {
  size_t size = lc_text_at(ps, at, word);
  return size && !lc_is_own(ps, list, word, size) ? size : 0;
}

/* Return the piece of the figurine U+2654..265F (three bytes) at `at`, or LC_NO_PIECE. */
LC_INLINE unsigned lc_glyph_at(const lc_Parser *ps, size_t at) {
  static const uint8_t pieces[] = {LC_KING, LC_QUEEN, LC_ROOK, LC_BISHOP, LC_KNIGHT, LC_PAWN};
  if (!lc_is_at(ps, at, "\xe2\x99", 2) || ps->size - at < 3) return LC_NO_PIECE;
  unsigned last = (unsigned char)ps->text[at + 2] - 0x94u;
  return last < 12 ? pieces[last % 6] : LC_NO_PIECE;
}

#endif
