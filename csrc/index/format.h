/*
** format - the records of an index file: its head, the entry of each game, the items of its tables.
**
** The file is a sequence of pages of 4096 bytes (pages.h); the last 8 bytes of a page are a checksum of the others
** and of the page's number, compared whenever a page is read. The first 4088 bytes of all pages, in sequence, are
** the stream; offsets count its bytes. Integers are little-endian. The first 16 bytes of the first and of the last
** page are the mark. The last page is the head, written last: 16 bytes of mark and versions, flags and max_ply (4
** each), the source (8 * 4), five numbers (8 * 5), 64 bytes of options, 8 zeros (earlier versions wrote the pages
** of segments here), begin and end of each part (16 each).
**
** A table has items in the order of the key of lc_position_hashes(). An item begins with the difference of the
** upper 48 bits of its key to those of the item before; a fence, at least once in 2 KiB, has these bits and the
** item's offset. Varints have seven bits per byte, lowest first.
**   places: difference, number of places (varints). 0 is one place without the rest of the identity (the lower 2
**   bytes of the key and 8 bytes of the check), which otherwise follows. A place is the difference of the game's
**   number to the one before, the ply (varints), the next move (2 bytes). Positions with more than 512 places have
**   several items.
**   moves: exists for positions of at least 64 games: difference, number of moves, rest of the identity; for each
**   move: the move (2 bytes), games, White wins, draws, Black wins, sum of ratings, number of ratings, latest year
**   (varints).
**
** A place without the rest of the identity is verified by a replay of its game. So is each place of an item with at
** most 16 places, and the first place of any other; if they differ, the index is damaged. Indexes of compressed
** games have the rest everywhere and verify nothing. If both hashes of two positions were equal, and one had more
** than 16 places, their games would be confused in statistics: among 10 billion positions, with a probability of
** 1.5e-19.
*/
#ifndef LC_INDEX_FORMAT_H
#define LC_INDEX_FORMAT_H

#include "../chess/identity.h"
#include "pages.h"

/* The version of the format; another number means that this program cannot read the file. */
enum { LC_INDEX_VERSION = 2 };
/* The version of the rules by which games are found and their moves and tags read. It must grow whenever a change of
** the reader makes another mainline, boundary or value of some game. Then older indexes are not used. */
enum { LC_READING_VERSION = 3 };
enum { LC_INDEX_MARK = 16 }; /* bytes at the beginning of the first page, and of the head: a name, two versions */

/* The limits of the format. */
enum { LC_INDEX_MAX_PLY = UINT16_MAX };
#define LC_INDEX_MAX_GAMES INT32_MAX
enum { LC_INDEX_NO_MOVE = UINT16_MAX }; /* the mainline ends in the position */

/* Parts of the stream. Each is a range of bytes. */
typedef enum lc_IndexPart {
  LC_INDEX_GAMES,         /* lc_IndexGame, one for each game, in the order of the file */
  LC_INDEX_NAMES,         /* the names of players, without separators */
  LC_INDEX_NAME_ENDS,     /* for each name, 8 bytes: the offset of its end in NAMES */
  LC_INDEX_EVENTS,        /* the values of the Event tag, in the same way */
  LC_INDEX_EVENT_ENDS,
  LC_INDEX_WORDS,         /* the words of all names, sorted: lc_IndexWord */
  LC_INDEX_PLAYED,        /* for each name in sequence, its games as 4 bytes each: number * 2 + 1 if it has Black */
  LC_INDEX_PLAYED_ENDS,   /* for each name, 8 bytes: the offset of the end of its games in PLAYED */
  LC_INDEX_PLACES,        /* table: positions and the places where they occur */
  LC_INDEX_PLACE_FENCES,
  LC_INDEX_MOVES,         /* table: positions of many games, with the moves played and their results */
  LC_INDEX_MOVE_FENCES,
  LC_INDEX_UNREAD,        /* the numbers, from 1, of the games whose mainline is not PGN or has an error: 4 bytes each,
                          ** sorted */
  LC_INDEX_MARKS,         /* lc_IndexMark: members of a compressed file, at which decoding can begin; sorted */
  LC_INDEX_PARTS
} lc_IndexPart;

typedef struct lc_IndexRange {
  uint64_t begin, end;
} lc_IndexRange;

/* The file whose games are indexed. */
typedef struct lc_IndexSource {
  uint64_t size, seconds, nanoseconds; /* bytes of the file, and the time of its last change */
  uint64_t sample;                     /* hash of 64 blocks, spread over the file */
} lc_IndexSource;
enum { LC_INDEX_BLOCKS = 64, LC_INDEX_BLOCK = 4096 };

enum {
  LC_INDEX_IS_FULL = 1, /* each position has all bits of its identity, because its game cannot be read directly */
  LC_INDEX_IS_CUT = 2,  /* positions after ply max_ply are not indexed, and at least one game has such positions */
  LC_INDEX_HAS_STRAY = 4, /* the reader reported something outside the games, or skipped a game */
  /* only positions of at least two games are indexed; a position that is absent may have a game */
  LC_INDEX_IS_SHARED = 8
};

enum { LC_INDEX_OPTIONS = 64 };
typedef struct lc_IndexHead {
  uint32_t version, reading_version;
  uint32_t flags, max_ply;
  lc_IndexSource source;
  uint64_t games, places, positions, names, events; /* numbers; places: all positions of all games */
  char options[LC_INDEX_OPTIONS]; /* the reading options, padded with zeros */
  lc_IndexRange part[LC_INDEX_PARTS];
} lc_IndexHead;

/* Write the bytes with which the file begins. */
void lc_index_put_mark(unsigned char out[LC_INDEX_MARK]);
typedef enum lc_IndexMarkKind {
  LC_INDEX_GOOD,
  LC_INDEX_FOREIGN,
  LC_INDEX_NEWER,
  LC_INDEX_READ_OTHERWISE
} lc_IndexMarkKind;
/* Report whether this program can read a file that begins with these bytes. */
lc_IndexMarkKind lc_index_read_mark(const unsigned char *bytes);
/* Write the head into the last page, which is not sealed yet. */
void lc_index_put_head(const lc_IndexHead *head, unsigned char page[LC_INDEX_PAGE]);
/* Report whether a page is the head of an index with several segments: earlier versions added one for new games. */
bool lc_index_has_segments(const unsigned char page[LC_INDEX_PAGE]);
/* Read the head. Returns false if it contradicts itself or the number of pages. */
LC_MUST_USE bool lc_index_read_head(const unsigned char page[LC_INDEX_PAGE], uint64_t pages, lc_IndexHead *out);

/* ---- games ---- */

enum { LC_INDEX_NO_NUMBER = UINT16_MAX }; /* a tag of Elo is missing or does not begin with a number */

typedef struct lc_IndexGame {
  uint64_t offset;       /* of the game's text in the (decompressed) stream */
  uint32_t size, line;   /* line: 0 if it is above UINT32_MAX */
  uint32_t sum;          /* lower half of lc_index_hash() of the text */
  uint32_t white, black, event; /* numbers of names, from 1; 0: no tag */
  uint32_t date;         /* year * 10000 + month * 100 + day, as lc_value_date() reads it; 0: no date */
  uint16_t elo[2];       /* the number with which the Elo tag begins, at most 65534 */
  uint16_t rating[2];    /* the Elo tag, if the whole tag is a number from 1 to 9999; else 0 */
  uint16_t year;         /* the four digits with which the Date tag begins; 0: none */
  /* lc_Result as the query `result` sees it: of the tag, without it of the movetext; 0: another */
  uint8_t sign;
  uint8_t outcome;       /* lc_IndexOutcome, in any spelling of the result */
  char eco[4];           /* the beginning of the ECO tag, padded with zeros */
  uint16_t column;       /* of the first byte; 0 if it is above UINT16_MAX */
  uint16_t plies;        /* of the mainline, at most 65535 */
} lc_IndexGame;
enum { LC_INDEX_GAME = 56 }; /* bytes */

typedef enum lc_IndexOutcome { LC_WINNER_NONE, LC_WINNER_WHITE, LC_WINNER_DRAW, LC_WINNER_BLACK } lc_IndexOutcome;

void lc_index_put_game(const lc_IndexGame *game, unsigned char out[LC_INDEX_GAME]);
void lc_index_read_game(const unsigned char bytes[LC_INDEX_GAME], lc_IndexGame *out);

/* The beginning of a member of a compressed file: its offsets in the file and in the decompressed stream. */
typedef struct lc_IndexMark {
  uint64_t packed, offset;
} lc_IndexMark;
enum { LC_INDEX_MARK_BYTES = 16 };

/* A word of a name. `start` is the first eight bytes of the folded word, the first byte highest, so that the order of
** the numbers is that of the words. */
typedef struct lc_IndexWord {
  uint64_t start;
  uint32_t name;
} lc_IndexWord;
enum { LC_INDEX_WORD = 12 };
uint64_t lc_index_word(const char *word, size_t size);

/* ---- tables ----
** A table is a sequence of items in the order of the upper 48 bits of the key, the *prefix*. An item begins with the
** difference to the prefix of the item before it. At least once in LC_INDEX_SPACING bytes, a *fence* has the prefix and
** the offset of an item, so that reading may begin there. */

enum { LC_INDEX_SPACING = 2048, LC_INDEX_FENCE = 16, LC_INDEX_LOW_BITS = 16 };
static inline uint64_t lc_index_prefix(uint64_t key) { return key >> LC_INDEX_LOW_BITS; }

typedef struct lc_IndexTable {
  uint64_t size;       /* bytes so far */
  uint64_t fenced;     /* offset of the last fence; UINT64_MAX: none */
  uint64_t prefix;     /* of the last item */
} lc_IndexTable;

/* Begin an item. Writes the difference to `out`, at most LC_VARINT_MOST bytes, and returns their number. If *is_fenced
** is set, `fence` was written, too. The caller adds the bytes of the whole item to `size`. */
size_t lc_index_begin_item(lc_IndexTable *table, uint64_t key, unsigned char *out, unsigned char fence[LC_INDEX_FENCE],
                           bool *is_fenced);

/* One place where a position occurs: the number of the game from 0, the ply, and the next move (LC_INDEX_NO_MOVE at the
** end). */
typedef struct lc_IndexPlace {
  uint32_t game;
  uint16_t ply, move;
} lc_IndexPlace;
static inline uint64_t lc_index_pack(lc_IndexPlace place) {
  return (uint64_t)place.game << 32 | (uint64_t)place.ply << 16 | place.move;
}
static inline lc_IndexPlace lc_index_unpack(uint64_t where) {
  return (lc_IndexPlace){(uint32_t)(where >> 32), (uint16_t)(where >> 16), (uint16_t)where};
}

/* Store the two hashes that identify a position in an index. Builds for tests define fewer bits, to test collisions. */
#ifndef LC_INDEX_KEY_BITS
#define LC_INDEX_KEY_BITS 64
#endif
#ifndef LC_INDEX_CHECK_BITS
#define LC_INDEX_CHECK_BITS 64
#endif
static inline void lc_index_hashes(const lc_Position *p, uint64_t out[2]) {
  lc_position_hashes(p, out);
  out[0] &= ~UINT64_C(0) << (64 - LC_INDEX_KEY_BITS);
  out[1] &= ~UINT64_C(0) << (64 - LC_INDEX_CHECK_BITS);
}

/* The lower bits of the identity, which follow the number of places in an item with several places. */
enum { LC_INDEX_REST = 10 };
static inline void lc_index_put_rest(unsigned char *out, uint64_t key, uint64_t check) {
  lc_put16(out, (uint16_t)key);
  lc_put64(out + 2, check);
}

/* A position with more places than this has several items in the table PLACES. */
enum { LC_INDEX_ITEM_PLACES = 512 };
/* If an item has at most this number of places, a reader compares the position at each of them. */
enum { LC_INDEX_COMPARED = 16 };
/* Most games that a reader replays to find a position. In a sound index, these are the first place of the position and
** those of its last item. Others have the same 48 bits, which are those of one position in 2^48. */
enum { LC_INDEX_REPLAYS = LC_INDEX_KEY_BITS < 64 ? INT32_MAX : 64 };
/* Maximum bytes of a place. */
enum { LC_INDEX_PLACE_BYTES = 5 + 3 + 2 };
/* Positions of at least this number of games have an item in the table MOVES. */
enum { LC_INDEX_MANY_GAMES = 64 };

/* The games that played a move in a position. A game counts once, with the move after the first occurrence. */
typedef struct lc_IndexMove {
  uint64_t games, outcome[3]; /* outcome: White wins, draws, Black wins */
  uint64_t ratings, rated;    /* sum and number of the ratings of both players */
  uint16_t move, year;        /* move: LC_INDEX_NO_MOVE for the games that end here; year: of the latest game, or 0 */
} lc_IndexMove;
enum { LC_INDEX_MOVE_BYTES = 2 + 7 * LC_VARINT_MOST };

/* The part of a game's entry that the statistics of moves need. */
typedef struct lc_IndexCount {
  uint16_t ratings, year; /* ratings: the sum of both */
  uint8_t rated, outcome; /* rated: the number of ratings */
} lc_IndexCount;
lc_IndexCount lc_index_count_of(const lc_IndexGame *game);
/* Count a game. */
void lc_index_count(lc_IndexMove *row, const lc_IndexCount *count);
size_t lc_index_put_move(const lc_IndexMove *row, unsigned char out[LC_INDEX_MOVE_BYTES]);

#endif
