/*
** tags - finds a tag in the tag section of a game and tests its value.
**
** The bytes between the quotation marks are compared. The operators `~` and `^` ignore the case of ASCII letters.
** Numeric tests compare the number at the beginning of a value. They fail if there is no number.
** Cost: one pass over the tag section.
*/
#ifndef LC_MATCH_TAGS_H
#define LC_MATCH_TAGS_H

#include "../pgn/scan.h"

typedef enum lc_TagOp {
  LC_TAG_IS,       /* = equals exactly */
  LC_TAG_HAS,      /* ~  contains */
  LC_TAG_BEGINS,   /* ^ begins with */
  LC_TAG_LESS,     /* < compares numbers, like the operators below */
  LC_TAG_AT_MOST,  /* <= */
  LC_TAG_MORE,     /* > */
  LC_TAG_AT_LEAST  /* >= */
} lc_TagOp;

typedef struct lc_TagTest {
  lc_TagOp op;
  const char *name, *value; /* owned by the caller */
  size_t name_size, value_size;
  int64_t number;           /* `value` as a number, for the numeric tests */
} lc_TagTest;

/* Return the lc_TagOp of an operator such as "<=", or -1. */
int lc_tag_op(const char *text, size_t size);
/* Read the number at the beginning of a text that is not empty. It may have a minus sign. Returns false if there is no
** digit. */
LC_MUST_USE bool lc_tag_number(const char *text, size_t size, int64_t *out);
/* Report whether a tag's value passes the test. */
bool lc_tag_passes(const lc_TagTest *test, const char *value, size_t size);

typedef struct lc_TagSection {
  const char *text; /* the game's text */
  size_t size;      /* size of the tag section, with which the text begins */
  bool is_regular;  /* lc_Scan's has_regular_tags */
  const lc_TagLines *lines; /* text lines of a regular section, or NULL if unknown */
} lc_TagSection;

/* Report whether a tag can have this name. The line `[Round x "1"]` may be in a regular section, but its tag is
** Round. */
LC_MUST_USE bool lc_tag_may_be_name(const char *name, size_t size);
/* Find the first tag of a name in a section. The caller has checked the name with lc_tag_may_be_name(), once for all
** games. */
LC_MUST_USE bool lc_tag_find(const lc_TagSection *section, const char *name, size_t name_size, lc_Tag *out);
/* Read the next tag from offset `*at` on, and move `*at` to the end of the tag. Returns false if there is no other
** tag. */
LC_MUST_USE bool lc_tag_next(const char *text, size_t tags_end, size_t *at, lc_Tag *out);
/* Read a text line of a regular section: [Name "value"] and nothing after the bracket. Returns false for any other
** line. */
LC_MUST_USE bool lc_tag_read_regular(const char *text, size_t at, size_t line_end, size_t name_size, lc_Tag *out);

#endif
