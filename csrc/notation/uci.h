/*
** uci - moves as engines write them: e2e4, e7e8q, 0000.
**
** Reads both spellings of castling (e1g1 and king-takes-rook e1h1) in every position; writes e1g1 in
** standard chess and e1h1 when the position is marked chess960. The promotion letter is lower case; upper
** case is accepted (some GUIs write it).
*/
#ifndef LC_UCI_H
#define LC_UCI_H

#include "../chess/movegen.h"
#include "diag.h"

enum { LC_UCI_MAX = 8 };

/* Read a move. Returns LC_D_NONE, LC_D_BAD_MOVE (not UCI) or LC_D_ILLEGAL_MOVE. "0000" is the null move, legal
** unless in check. */
lc_Code lc_uci_read(const lc_Position *p, const char *text, size_t length, lc_Move *out);
/* Write a move. Returns the length, 4 or 5. */
size_t lc_uci_write(const lc_Position *p, lc_Move move, char out[LC_UCI_MAX]);
/* Write a move without a position: castling is e1g1 for a king on e1 with a rook on a1 or h1, else king takes rook. */
size_t lc_uci_write_code(lc_Move move, char out[LC_UCI_MAX]);

#endif
