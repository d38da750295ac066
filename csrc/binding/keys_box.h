/*
** keys_box - lucena.Keys from the inside, for the files that put games into one.
*/
#ifndef LCB_KEYS_BOX_H
#define LCB_KEYS_BOX_H

#include "../match/keys.h"
#include "binding.h"

/* User values of a Keys. */
enum { LCB_KEYS_ENTRIES = 1, LCB_KEYS_BLOCKS, LCB_KEYS_BLOCK_LIST, LCB_KEYS_VALUES = LCB_KEYS_BLOCK_LIST };

typedef struct lcb_Keys {
  lc_Keys keys;
  uint32_t block_room; /* pointers that there is room for */
  uint32_t plies;      /* how many of the moves count */
  bool takes_all;
} lcb_Keys;

/* Parts of a game's string behind its moves. */
typedef struct lcb_KeyTail {
  const char *more;
  size_t more_size;
  bool has_start;
  uint64_t start[LC_IDENTITY_WORDS];
} lcb_KeyTail;

/* Moves that there is room for beyond one a byte of the text: the replay wants to be sure. */
enum { LCB_SPARE_MOVES = 64 };
/* Where the moves of the next game may be played, up to so many. The Keys is at stack index `index`. */
lc_Move *lcb_keys_draft(lua_State *L, lcb_Keys *box, int index, size_t moves, const lcb_KeyTail *tail);
/* They are there: the number of the first game that is the same, or `number` when there is none. */
uint32_t lcb_keys_add(lcb_Keys *box, lc_Move *moves, size_t count, const lcb_KeyTail *tail, uint32_t number);

#endif
