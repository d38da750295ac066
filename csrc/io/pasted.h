/*
** pasted - replaces bytes that mails, web pages, word processors and chat programs put into PGN, for the option
** --repair.
**
** The replacements, in this order:
**   - "> " at the beginning of a line, also repeated, is removed: mails mark quoted lines with it;
**   - HTML tags in a fixed list: <b>, <i> and other tags within a line are removed; <br>, <p> and others become a
**     blank;
**   - HTML entities (&quot; &amp; &nbsp; &ndash; &frac12; &#8217; ...) become their characters;
**   - ** and *** (bold in Markdown) and ` are removed, and so is a backslash before * [ ] _ # - ( ) > or `. A single *
**     stays: it ends a game;
**   - typographic quotation marks become ", and dashes become -;
**   - other blanks become a blank; soft hyphens, zero-width blanks and direction marks are removed.
** In a comment in braces and in a tag's value in straight quotation marks, only "> ", HTML tags and HTML entities are
** replaced. Line ends are never added or removed, so each line keeps its number.
*/
#ifndef LC_PASTED_H
#define LC_PASTED_H

#include <stdbool.h>
#include <stddef.h>

enum { LC_PASTED_MOST = 4, LC_PASTED_LONGEST = 1024 }; /* maximal size of a replacement and of a construct, in bytes */

/* The state after the bytes read so far. At the beginning of the input, zero the state and set begins_line. */
typedef struct lc_Pasted {
  bool begins_line, in_comment, in_tag;
  bool is_escaped;   /* after a backslash in a tag's value */
  unsigned char quote; /* the opening mark of a tag's value: '"', or 'o' for a replaced mark; 0 outside a value */
} lc_Pasted;

typedef struct lc_Piece {
  size_t size;                /* bytes of the construct in the text; 0: more bytes are needed to decide */
  unsigned made;              /* bytes in `out`, the replacement */
  bool is_changed;
  char out[LC_PASTED_MOST];
} lc_Piece;

/* Find the construct that begins at `text`, and its replacement. `text` has at least one byte. With `is_last`, no more
** bytes follow. */
void lc_pasted_next(lc_Pasted *state, const char *text, size_t size, bool is_last, lc_Piece *out);

#endif
