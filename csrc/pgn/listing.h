/*
** listing - the positions of a mainline as lines of text: one FEN or EPD record each.
**
** The move by move output that position databases and training sets are made of. Positions are written as they
** are replayed, a few hundred at a time. Cost: some 20 ns a position besides the replay.
*/
#ifndef LC_LISTING_H
#define LC_LISTING_H

#include "replay.h"

typedef enum lc_ListForm {
  LC_LIST_FEN, /* all six fields */
  LC_LIST_EPD, /* the first four */
  LC_LIST_UCI  /* the moves instead, on one line */
} lc_ListForm;

typedef struct lc_Listing {
  lc_Position position; /* after the moves so far */
  lc_EpMode ep;
  uint8_t form;         /* lc_ListForm */
  char *out;            /* the caller's */
  size_t length;
} lc_Listing;

enum { LC_LIST_ROOM = LC_FEN_MAX }; /* what one move, or the beginning, needs at most */

/* The start position, or for LC_LIST_UCI "fen FEN moves" where it is not the initial one. `out` has LC_LIST_ROOM. */
void lc_list_begin(lc_Listing *listing, const lc_Position *start, lc_ListForm form, lc_EpMode ep, char *out);
/* The moves that come next; `out` has LC_LIST_ROOM for each behind `length`. */
void lc_list_moves(lc_Listing *listing, lc_Cpu cpu, const lc_Move *moves, size_t count);
/* The end: one byte at most. */
void lc_list_end(lc_Listing *listing);

void lc_list_moves_base(lc_Listing *listing, const lc_Move *moves, size_t count);
#if defined(__x86_64__)
void lc_list_moves_v3(lc_Listing *listing, const lc_Move *moves, size_t count);
void lc_list_moves_v4(lc_Listing *listing, const lc_Move *moves, size_t count);
#endif

#endif
