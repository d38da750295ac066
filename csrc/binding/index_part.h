/*
** index_part - lucena.IndexPart: the entries of consecutive games, in memory or as bytes, before an IndexBuilder adds
** them to an index.
**
** The numbers of games and names are those of the part: they begin at 0 and 1. As bytes, a part has a mark with the
** versions of the format and of reading; the number of games before it; flags; the sizes of its sections; the sections.
*/
#ifndef LCB_INDEX_PART_H
#define LCB_INDEX_PART_H

#include "index.h"

#define LCB_INDEX_PART "lucena.IndexPart"

typedef enum lcb_PartSection {
  LCB_PART_GAMES,      /* LC_INDEX_GAME bytes each */
  LCB_PART_NAMES,      /* the names of players, without separators */
  LCB_PART_NAME_ENDS,  /* 8 bytes each */
  LCB_PART_EVENTS,
  LCB_PART_EVENT_ENDS,
  LCB_PART_UNREAD,     /* 4 bytes each: the numbers, from 1, of games whose mainline is not PGN or has an error */
  LCB_PART_ENTRIES,    /* sorted: lc_IndexEntry */
  LCB_PART_SECTIONS
} lcb_PartSection;

typedef struct lcb_PartBytes {
  const unsigned char *bytes;
  size_t size;
} lcb_PartBytes;

typedef struct lcb_PartView {
  uint64_t before; /* the number of games in the file before this part */
  uint32_t flags;  /* of lc_IndexHead */
  lcb_PartBytes section[LCB_PART_SECTIONS];
} lcb_PartView;

/* Get the part at a stack index: an IndexPart, or its bytes. Returns false if the bytes are no part of this version. An
** IndexPart is in use until lcb_part_release(). */
LC_MUST_USE bool lcb_part_view(lua_State *L, int index, lcb_PartView *out);
void lcb_part_release(lua_State *L, int index);

/* Add the functions that read parts to the module table on top of the stack. */
void lcb_open_index_part(lua_State *L);

#endif
