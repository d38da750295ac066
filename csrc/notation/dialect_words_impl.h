/*
** dialect_words_impl - a dialect's words found in a token. Shared by the two halves of the parser: dialect_parse.c (up
** to the destination) and dialect_tail.c (after it).
*/
#ifndef LC_DIALECT_WORDS_IMPL_H
#define LC_DIALECT_WORDS_IMPL_H

#include <string.h>

#include "../chess/checks.h"
#include "dialect_syntax.h"

enum { LC_PARSER_STEPS = 8192 };

/* A token being parsed. */
typedef struct lc_Parser {
  const lc_Dialect *d;
  const char *text;
  size_t size;
  unsigned form;
  unsigned color;    /* 2: both */
  unsigned steps;
  uint32_t repairs;  /* that the form itself is */
  bool begins_piece; /* as written, the token begins like a piece */
  bool begins_file;  /* and like a file */
  lc_SyntaxList *out;
} lc_Parser;

/* What `next` reads on from `at`: called after each word that fits. */
typedef void lc_Parse(lc_Parser *ps, lc_Syntax s, size_t at);

/* Behind the destination, in dialect_tail.c. */
void lc_dialect_parse_tail(lc_Parser *ps, lc_Syntax s, size_t at);
/* What is taken, at `at`. */
void lc_dialect_parse_victim(lc_Parser *ps, lc_Syntax s, size_t at, lc_Parse *next);

/* Count a step; false when the token has had its share. */
LC_INLINE bool lc_parser_step(lc_Parser *ps) {
  if (++ps->steps > LC_PARSER_STEPS) ps->out->is_incomplete = true;
  return !ps->out->is_incomplete;
}

/* Whether the bytes are at `at`. */
LC_INLINE bool lc_is_at(const lc_Parser *ps, size_t at, const char *word, size_t size) {
  return ps->size - at >= size && (size == 0 || (ps->text[at] == *word && memcmp(ps->text + at, word, size) == 0));
}

/* The length of a text at `at`, or 0. */
LC_INLINE size_t lc_text_at(const lc_Parser *ps, size_t at, const char *word) {
  size_t n = 0;
  while (word[n] && at + n < ps->size && word[n] == ps->text[at + n]) n++;
  return word[n] ? 0 : n;
}

/* Whether word number `i` of a list is not empty and is at `at`; its length. */
LC_INLINE size_t lc_word_at(const lc_Parser *ps, unsigned list, unsigned i, size_t at) {
  const lc_DialectWord *word = &ps->d->words[ps->d->lists[list].first + i];
  size_t size = word->size[ps->form];
  return lc_is_at(ps, at, ps->d->pool + word->at[ps->form], size) ? size : 0;
}

/* Whether the bytes are a word of the list in this form. */
LC_INLINE bool lc_is_own(const lc_Parser *ps, unsigned list, const char *text, size_t size) {
  for (unsigned i = 0; i < ps->d->lists[list].count; i++) {
    const lc_DialectWord *word = &ps->d->words[ps->d->lists[list].first + i];
    if (word->size[ps->form] == size && memcmp(ps->d->pool + word->at[ps->form], text, size) == 0) return true;
  }
  return false;
}

/* Length of a common word at `at`, if the dialect does not have it in the list. */
LC_INLINE size_t lc_foreign_at(const lc_Parser *ps, unsigned list, const char *word, size_t at) {
  size_t size = lc_text_at(ps, at, word);
  return size && !lc_is_own(ps, list, word, size) ? size : 0;
}

/* The piece of a chess symbol U+2654..265F at `at`, which takes three bytes; LC_NO_PIECE. */
LC_INLINE unsigned lc_glyph_at(const lc_Parser *ps, size_t at) {
  static const uint8_t pieces[] = {LC_KING, LC_QUEEN, LC_ROOK, LC_BISHOP, LC_KNIGHT, LC_PAWN};
  if (!lc_is_at(ps, at, "\xe2\x99", 2) || ps->size - at < 3) return LC_NO_PIECE;
  unsigned last = (unsigned char)ps->text[at + 2] - 0x94u;
  return last < 12 ? pieces[last % 6] : LC_NO_PIECE;
}

#endif
