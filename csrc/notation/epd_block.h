/*
** epd_block - joins the lines of perft collections in which a position takes several lines.
**
**     id pos-2
**     epd r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -
**     perft 1 48
**     perft 2 2039
**
** becomes `r3k2r/... w KQkq - D1 48; D2 2039; id "pos-2";`, as in collections with one line per position. A block
** begins with `id` or `epd` and ends before any line that does not fit, also one of more than 1 MiB, which is skipped.
** If a block has no `epd` line, its first line is reported as a bad record.
** Source: the files used by python-chess and its predecessors (M. van Kervinck).
*/
#ifndef LC_EPD_BLOCK_H
#define LC_EPD_BLOCK_H

#include <stdbool.h>
#include <stddef.h>

#include "../chess/bits.h"

typedef enum lc_EpdPartKind {
  LC_EPD_PART_NONE,
  LC_EPD_PART_ID,
  LC_EPD_PART_FIELDS,
  LC_EPD_PART_COUNT
} lc_EpdPartKind;

/* The kind of a line. The text after its first word is line[at] to line[end - 1]. In a `perft` line, the depth ends at
** `middle`. */
typedef struct lc_EpdPart {
  lc_EpdPartKind kind;
  size_t at, middle, end;
} lc_EpdPart;

enum { LC_EPD_BLOCK_TEXT = 4096 }; /* the longest record of a block; depths 1 to 20 take a tenth of it */

typedef struct lc_EpdText {
  size_t size;
  bool is_full; /* some text did not fit, and was not added */
  char bytes[LC_EPD_BLOCK_TEXT];
} lc_EpdText;

typedef struct lc_EpdBlock {
  bool is_open, has_fields;
  lc_EpdText record;
  lc_EpdText id; /* the name of the position, as an EPD operation */
} lc_EpdBlock;

lc_EpdPart lc_epd_part(const char *line, size_t size);
/* Add a line to the block, or begin one if none is open. Returns false, and changes nothing, if the line belongs to no
** block, begins another one, or would make the record longer than LC_EPD_BLOCK_TEXT. */
LC_MUST_USE bool lc_epd_block_add(lc_EpdBlock *block, const char *line, const lc_EpdPart *part);
/* End the block. block->record.bytes is its record. Returns the record's size. */
size_t lc_epd_block_end(lc_EpdBlock *block);

#endif
