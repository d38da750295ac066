/*
** uci - moves as engines write them: e2e4, e7e8q, 0000.
**
** Both spellings of castling are read in every position: e1g1, and e1h1 (king takes rook). e1g1 is written in standard
** chess, and e1h1 if the position has chess960 set. The promotion letter is lower case. Upper case is accepted, because
** some GUIs write it.
*/
#ifndef LC_UCI_H
#define LC_UCI_H

#include "../chess/movegen.h"
#include "diag.h"

enum { LC_UCI_MAX = 8 };

/* Read a move. Returns LC_D_NONE, LC_D_BAD_MOVE (not UCI) or LC_D_ILLEGAL_MOVE. "0000" is the null move, which is legal
** if the side to move is not in check. */
LC_MUST_USE lc_Code lc_uci_read(const lc_Position *p, const char *text, size_t length, lc_Move *out);
/* Write a move. Returns the length, 4 or 5. */
size_t lc_uci_write(const lc_Position *p, lc_Move move, char out[LC_UCI_MAX]);
/* Write a move without a position. Castling with a king on e1 and a rook on a1 or h1 is written as e1c1 or e1g1, other
** castling as king takes rook. */
size_t lc_uci_write_code(lc_Move move, char out[LC_UCI_MAX]);

#endif
