/*
** entry - reads the fields of a game's entry in an index from its tags.
**
** Each field has the value that another part of Lucena sees, so that an index gives the same results as reading the
** games: numbers and dates those of queries (csrc/match), ratings, years and outcomes those of lua/lucena/explore.lua.
*/
#ifndef LC_INDEX_ENTRY_H
#define LC_INDEX_ENTRY_H

#include "../match/tags.h"
#include "../pgn/lexer.h"
#include "format.h"

/* A text in a tag or in a buffer. */
typedef struct lc_EntryText {
  const char *text;
  size_t size;
} lc_EntryText;

/* Find a tag's value, with escapes resolved into `scratch`, which is as large as the tag section. */
LC_MUST_USE bool lc_entry_find_tag(const lc_TagSection *section, const char *name, char *scratch, lc_EntryText *out);
/* Set the fields of an entry that the tags of a game have, except for the names. `movetext` is the result at the end of
** the moves. `scratch` is as large as the tag section. Returns false if the outcome can only be found by reading the
** movetext; it is LC_WINNER_NONE then. */
LC_MUST_USE bool lc_entry_read_tags(const lc_TagSection *section, lc_Result movetext, char *scratch, lc_IndexGame *out);
uint8_t lc_entry_outcome(lc_Result result);

#endif
