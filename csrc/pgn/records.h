/*
** records - the positions of a mainline as lines of text: one FEN or EPD record each.
**
** The move by move output that position databases and training sets are made of. Positions are written as they
** are replayed, a few hundred at a time. Cost: some 20 ns a position besides the replay.
*/
#ifndef LC_RECORDS_H
#define LC_RECORDS_H

#include "replay.h"

typedef enum lc_RecordForm {
  LC_RECORD_FEN, /* all six fields */
  LC_RECORD_EPD, /* the first four */
  LC_RECORD_UCI  /* the moves instead, on one line */
} lc_RecordForm;

typedef struct lc_Records {
  lc_Position position; /* after the moves so far */
  lc_EpMode ep;
  lc_Cpu cpu;
  uint8_t form;         /* lc_RecordForm */
  char *out;            /* the caller's */
  size_t length;
} lc_Records;

enum { LC_RECORD_ROOM = LC_FEN_MAX }; /* what one move, or the beginning, needs at most */

/* The start position, or for LC_RECORD_UCI "fen FEN moves" where it is not the initial one. `out` has
** LC_RECORD_ROOM. */
void lc_records_begin(lc_Records *records, lc_Cpu cpu, const lc_Position *start, lc_RecordForm form, lc_EpMode ep,
                      char *out);
/* Add moves; `out` has LC_RECORD_ROOM for each after `length`. */
void lc_records_add(lc_Records *records, const lc_Move *moves, size_t count);
/* The end: one byte at most. */
void lc_records_end(lc_Records *records);

LC_VARIANTS(void, lc_records_add, (lc_Records *records, const lc_Move *moves, size_t count));

#endif
