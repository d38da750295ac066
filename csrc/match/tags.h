/*
** tags - finds a tag and tests it, on the bytes of a game's tag section.
**
** The bytes between the quotation marks are compared; `~` and `^` ignore the case of ASCII
** letters. Numbers are the digits a value begins with; a value without digits passes no numeric test.
** Cost: one pass over the tag lines.
*/
#ifndef LC_MATCH_TAGS_H
#define LC_MATCH_TAGS_H

#include "../pgn/scan.h"

typedef enum lc_TagOp {
  LC_TAG_IS,       /* =  exactly */
  LC_TAG_HAS,      /* ~  contains */
  LC_TAG_BEGINS,   /* ^ */
  LC_TAG_LESS,     /* <  and so on: numbers */
  LC_TAG_AT_MOST,  /* <= */
  LC_TAG_MORE,     /* > */
  LC_TAG_AT_LEAST  /* >= */
} lc_TagOp;

typedef struct lc_TagTest {
  lc_TagOp op;
  const char *name, *value; /* the caller's */
  size_t name_size, value_size;
  int64_t number;           /* `value` as a number, for the numeric tests */
} lc_TagTest;

/* The operator spelled `text`, or -1. */
int lc_tag_op(const char *text, size_t size);
/* The number that text begins with; false when it begins with no digit (a minus sign may come first). */
bool lc_tag_number(const char *text, size_t size, int64_t *out);
/* Whether a tag's value passes. */
bool lc_tag_passes(const lc_TagTest *test, const char *value, size_t size);

typedef struct lc_TagSection {
  const char *text; /* of the game */
  size_t size;      /* of the section in it */
  bool is_regular;  /* lc_Scan's has_regular_tags */
  const lc_TagLines *lines; /* of a regular one; NULL: not known */
} lc_TagSection;

/* A tag of a section by name: the first one. */
bool lc_tag_find(const lc_TagSection *section, const char *name, size_t name_size, lc_Tag *out);
/* The next tag of a section from offset `*at` on, which moves after it; false if there is none. */
bool lc_tag_next(const char *text, size_t tags_end, size_t *at, lc_Tag *out);
/* A line of a regular section: [Name "value"] and nothing after it. False for the rare other lines. */
bool lc_tag_read_regular(const char *text, size_t at, size_t line_end, size_t name_size, lc_Tag *out);

#endif
