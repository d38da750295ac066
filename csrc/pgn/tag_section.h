/*
** tag_section - writes the tag section of a game in export format.
**
** Follows: PGN 8.1.1 and 7 (\" and \\ in values). By PGN 8.1.1, the Seven Tag Roster comes first and in its order. The
** other tags follow in ASCII order of their names. Each tag has its own text line. The caller can pass a list of names
** for another selection and order. If several tags have the same name, the first one counts, and the others are written
** after it. The caller collects the tags and applies edits. Cost: n log n for n tags, since some files have thousands
** of tags.
*/
#ifndef LC_TAG_SECTION_H
#define LC_TAG_SECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One tag to be written. */
typedef struct lc_TagLine {
  const char *name, *value; /* if name_size is 0, the value is a line in brackets that is not a tag */
  size_t name_size, value_size;
  uint32_t order; /* index in the game; if several tags have the same name, the lowest index counts */
  bool is_raw;    /* the value is PGN text with its escapes */
  bool is_placed; /* used by lc_write_tag_section() */
} lc_TagLine;

/* An element of the order in which tags are written: the name of a tag, and the value to write if the game has no such
** tag. If the value is NULL, no tag is written. The name "*" means all other tags. */
typedef struct lc_TagPlace {
  const char *name;
  size_t name_size;
  const char *otherwise;
} lc_TagPlace;

enum { LC_ROSTER = 7, LC_TAG_PLACES = 64 };
/* The Seven Tag Roster, then "*": LC_ROSTER + 1 entries. */
extern const lc_TagPlace lc_roster[LC_ROSTER + 1];

/* Write the tags and then an empty text line; write nothing if there are no tags. There may be at most LC_TAG_PLACES
** places. Returns the number of bytes needed, of which the first `room` are written. The order of `tags` is changed. */
size_t lc_write_tag_section(lc_TagLine *tags, size_t count, const lc_TagPlace *places, size_t place_count, char *out,
                        size_t room);

#endif
