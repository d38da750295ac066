/*
** records - writes the positions of a mainline as text lines, one FEN or EPD record per line.
**
** Position databases and training sets consist of such text lines. Each call appends the records of a few hundred
** moves.
** Cost: about 15 ns per position, in addition to the replay. lc_records_put() takes the positions from the replay. That
** is faster than playing the moves again.
*/
#ifndef LC_RECORDS_H
#define LC_RECORDS_H

#include "replay.h"

typedef enum lc_RecordForm {
  LC_RECORD_FEN, /* all six fields */
  LC_RECORD_EPD, /* the first four fields */
  LC_RECORD_UCI  /* the moves in UCI notation on one text line, without positions */
} lc_RecordForm;

typedef struct lc_Records {
  lc_Position position; /* position after the moves so far */
  lc_EpMode ep;
  lc_Cpu cpu;
  uint8_t form;         /* lc_RecordForm */
  char *out;            /* owned by the caller */
  size_t length;
} lc_Records;

/* Maximum output of one move, or of the beginning, in bytes: "fen FEN moves". */
enum { LC_RECORD_ROOM = LC_FEN_MAX + sizeof "fen " + sizeof " moves" };

/* Write the record of the start position. For LC_RECORD_UCI, write "fen FEN moves", or nothing for the initial
** position. `out` has LC_RECORD_ROOM bytes. */
void lc_records_begin(lc_Records *records, lc_Cpu cpu, const lc_Position *start, lc_RecordForm form, lc_EpMode ep,
                      char *out);
/* Append a record for each move. `out` must have LC_RECORD_ROOM bytes per move after `length`. */
void lc_records_add(lc_Records *records, const lc_Move *moves, size_t count);
/* Append a record for each position. The records of moves may follow only if `records->position` is the last position.
** Not for LC_RECORD_UCI. `out` must have LC_RECORD_ROOM bytes per position after `length`. */
void lc_records_put(lc_Records *records, const lc_Position *positions, size_t count);
/* Finish the output. Writes at most one byte. */
void lc_records_end(lc_Records *records);

LC_VARIANTS(void, lc_records_add, (lc_Records *records, const lc_Move *moves, size_t count));
LC_VARIANTS(void, lc_records_put, (lc_Records *records, const lc_Position *positions, size_t count));

#endif
