/*
** records - writes the positions of a mainline as lines of text: one FEN or EPD record each.
**
** Position databases and training sets consist of such lines. Positions are written while they are replayed, a few
** hundred at a time.
** Cost: some 20 ns per position besides the replay.
*/
#ifndef LC_RECORDS_H
#define LC_RECORDS_H

#include "replay.h"

typedef enum lc_RecordForm {
  LC_RECORD_FEN, /* all six fields */
  LC_RECORD_EPD, /* the first four fields */
  LC_RECORD_UCI  /* the moves instead of positions, on one line */
} lc_RecordForm;

typedef struct lc_Records {
  lc_Position position; /* position after the moves so far */
  lc_EpMode ep;
  lc_Cpu cpu;
  uint8_t form;         /* lc_RecordForm */
  char *out;            /* owned by the caller */
  size_t length;
} lc_Records;

enum { LC_RECORD_ROOM = LC_FEN_MAX }; /* bytes that one move, or the beginning, needs at most */

/* Write the start position. For LC_RECORD_UCI write "fen FEN moves" instead, unless it is the initial position.
** `out` has LC_RECORD_ROOM bytes. */
void lc_records_begin(lc_Records *records, lc_Cpu cpu, const lc_Position *start, lc_RecordForm form, lc_EpMode ep,
                      char *out);
/* Append the records of moves. `out` must have LC_RECORD_ROOM bytes after `length` for each move. */
void lc_records_add(lc_Records *records, const lc_Move *moves, size_t count);
/* Finish the output. Writes at most one byte. */
void lc_records_end(lc_Records *records);

LC_VARIANTS(void, lc_records_add, (lc_Records *records, const lc_Move *moves, size_t count));

#endif
