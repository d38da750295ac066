/*
** pasted - replaces bytes that mails, web pages, word processors and chat programs put into PGN: for --repair.
**
** In this order:
**   - "> " at the beginning of a line, also repeated: quotation marks of mails;
**   - HTML tags of a closed list: <b>, <i> and other tags within a line are removed, <br>, <p> and so on become a blank;
**   - HTML entities: &quot; &amp; &nbsp; &ndash; &frac12; &#8217; ...;
**   - ** and *** (bold in Markdown) and ` are removed, a backslash before * [ ] _ # - ( ) > and ` too. A single * stays: it
**     ends a game;
**   - typographic quotation marks become ", and dashes become -;
**   - other blanks become a blank; soft hyphens, zero-width blanks and direction marks are removed.
** A comment in braces and a tag's value in straight quotation marks keep their own signs: there, only quotation marks of
** mails, HTML tags and entities are replaced. Line ends are never added or removed, so each line keeps its number.
*/
#ifndef LC_PASTED_H
#define LC_PASTED_H

#include <stdbool.h>
#include <stddef.h>

enum { LC_PASTED_MOST = 4, LC_PASTED_LONGEST = 1024 }; /* bytes of a replacement; of a construct */

/* What is known from the bytes before. Zero it, and set begins_line, at the beginning of the input. */
typedef struct lc_Pasted {
  bool begins_line, in_comment, in_tag;
  bool is_escaped;   /* after a backslash in a tag's value */
  unsigned char quote; /* in a tag's value: its first quotation mark was '"', or 'o' for another one; 0 outside */
} lc_Pasted;

typedef struct lc_Piece {
  size_t size;                /* bytes of the construct in the text; 0: more bytes are needed to tell */
  unsigned made;              /* bytes of `out` that replace them */
  bool is_changed;
  char out[LC_PASTED_MOST];
} lc_Piece;

/* Find the construct that begins at `text`, which has at least one byte, and what replaces it. With `is_last`, no more
** bytes follow. */
void lc_pasted_next(lc_Pasted *state, const char *text, size_t size, bool is_last, lc_Piece *out);

#endif
