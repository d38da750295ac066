/*
** part - the entries of consecutive games, in memory or as bytes, before they are added to an index (build.h).
**
** The numbers of games and names are those of the part: they begin at 0 and 1. As bytes, a part has a mark with the
** versions of the format and of reading; the number of games before it; flags; the sizes of its sections; the sections.
** Positions are stored as entries of 24 bytes. A part is full if they reach a limit.
*/
#ifndef LC_INDEX_PART_H
#define LC_INDEX_PART_H

#include "../match/key_set.h"
#include "../pgn/replay.h"
#include "format.h"
#include "sort.h"

typedef enum lc_PartSection {
  LC_PART_GAMES,      /* LC_INDEX_GAME bytes each */
  LC_PART_NAMES,      /* the names of players, without separators */
  LC_PART_NAME_ENDS,  /* 8 bytes each */
  LC_PART_EVENTS,
  LC_PART_EVENT_ENDS,
  LC_PART_UNREAD,     /* 4 bytes each: the numbers, from 1, of games whose mainline is not PGN or has an error */
  LC_PART_ENTRIES,    /* sorted: lc_IndexEntry */
  LC_PART_SECTIONS
} lc_PartSection;

typedef struct lc_PartBytes {
  const unsigned char *bytes;
  size_t size;
} lc_PartBytes;

typedef struct lc_PartView {
  uint64_t before; /* the number of games in the file before this part */
  uint32_t flags;  /* of lc_IndexHead */
  lc_PartBytes section[LC_PART_SECTIONS];
} lc_PartView;

typedef struct lc_PartBuffer {
  unsigned char *bytes;
  size_t size, room;
} lc_PartBuffer;

/* The buffers of a part: its sections, and memory for sorting. */
enum { LC_PART_SPARE = LC_PART_SECTIONS, LC_PART_BUFFERS };

typedef struct lc_GamesPart {
  lc_PartBuffer buffer[LC_PART_BUFFERS];
  lc_KeySet names, events;
  size_t limit;    /* number of entries with which the part is full */
  uint64_t before; /* see lc_PartView */
  uint32_t games, flags, max_ply;
  bool is_sorted;
} lc_GamesPart;

enum { LC_INDEX_LEAST_MEMORY = 1 << 20 };
/* Begin a part without games. `memory`: bytes for sorting, at least LC_INDEX_LEAST_MEMORY. `seed` is
** random: see lc_Keys (match/keys.h). */
void lc_part_init(lc_GamesPart *part, size_t memory, uint32_t max_ply, uint64_t seed);
void lc_part_free(const lc_Memory *memory, lc_GamesPart *part);
/* Remove all games, to add others. */
void lc_part_clear(const lc_Memory *memory, lc_GamesPart *part);
static inline bool lc_part_is_full(const lc_GamesPart *part) {
  return part->buffer[LC_PART_ENTRIES].size >= part->limit * sizeof(lc_IndexEntry);
}
static inline bool lc_part_is_empty(const lc_GamesPart *part) { return part->games == 0 && part->flags == 0; }

/* The functions below return false if there is no memory; then the part can only be cleared or freed. */

/* Set `out` to the number of a name of players (LC_PART_NAMES) or events (LC_PART_EVENTS). */
LC_MUST_USE bool lc_part_add_name(const lc_Memory *memory, lc_GamesPart *part, lc_PartSection section,
                                  const char *text, size_t size, uint32_t *out);
/* Add the positions of the next game, from the beginning of its replay on. */
LC_MUST_USE bool lc_part_add_line(const lc_Memory *memory, lc_GamesPart *part, lc_Cpu cpu, lc_Replay *replay,
                                  const lc_Start *start);
/* Add the next game, after its positions. `is_unread`: its mainline is not PGN or has an error. */
LC_MUST_USE bool lc_part_add_game(const lc_Memory *memory, lc_GamesPart *part, const lc_IndexGame *game,
                                  bool is_unread);
/* Sort the entries, and get the sections. They are valid until the part is changed. */
LC_MUST_USE bool lc_part_view(const lc_Memory *memory, lc_GamesPart *part, lc_PartView *out);

/* The positions of a part at a time, to remove later ones. */
typedef struct lc_PartMark {
  size_t size;
  uint32_t flags;
} lc_PartMark;
static inline lc_PartMark lc_part_mark(const lc_GamesPart *part) {
  return (lc_PartMark){part->buffer[LC_PART_ENTRIES].size, part->flags};
}
static inline void lc_part_go_back(lc_GamesPart *part, lc_PartMark mark) {
  part->buffer[LC_PART_ENTRIES].size = mark.size;
  part->flags = mark.flags;
}

/* ---- parts as bytes ---- */

size_t lc_part_size(const lc_PartView *part);
/* Write lc_part_size() bytes. */
void lc_part_put(const lc_PartView *part, unsigned char *out);
/* Read a part. Its sections are parts of the bytes. Returns false if the bytes are no part of this version. */
LC_MUST_USE bool lc_part_read(const unsigned char *bytes, size_t size, lc_PartView *out);

#endif
