/*
** spelling - finds the move that a token of movetext means, in PGN's SAN or in the game's dialect.
**
** reader.h and replay.h both read their tokens with these functions, so both find the same moves. For ordinary tokens,
** both first try the quick reader (san_impl.h). If `dialect` is NULL, tokens are read as PGN. With the tolerance
** LC_REPAIRS, a token that is not SAN is repaired (repairs.h) and read again.
** In movetext, blanks separate moves. If a dialect's moves contain blanks, movetext has "_" in their place:
** "knight_takes_d_five".
*/
#ifndef LC_SPELLING_H
#define LC_SPELLING_H

#include "../notation/dialect_impl.h"

enum { LC_MAX_TOKEN = 255 }; /* PGN 7: the longest symbol */

/* Read a token. Returns LC_D_NONE, or the reason why the token is not a move in this position: LC_D_BAD_TOKEN, or a
** code from LC_D_BAD_MOVE to LC_D_GAME_OVER. out->repairs is set for PGN, too. */
LC_MUST_USE lc_Code lc_spelling_read(const lc_Dialect *dialect, unsigned tolerance, const lc_Position *p,
                                     const char *text, size_t size, lc_Reading *out);

/* Read a token that lc_spelling_read() rejects as an illegal move that was played nevertheless: a move that is legal
** except that it leaves its own king in check. Returns true only if the tolerance includes LC_ILLEGAL and the token
** means exactly one such move. */
LC_MUST_USE bool lc_spelling_read_illegal(const lc_Dialect *dialect, unsigned tolerance, const lc_Position *p,
                                          const char *text, size_t size, lc_Reading *out);

/* Return the diagnostic for the spelling of a token, or LC_D_NONE if the token follows the notation. */
lc_Code lc_spelling_style(const lc_Dialect *dialect, const lc_Position *before, const lc_Reading *reading,
                          const char *text, size_t size);

/* List the moves that an ambiguous token may mean. */
void lc_spelling_candidates(const lc_Dialect *dialect, const lc_Position *p, const char *text, size_t size,
                            lc_MoveList *out);

/* Write a legal or pseudo-legal move or the null move as in movetext. With `marks`, check signs are added. Returns the
** length, or 0 if the dialect cannot write a text that it would read as this move. */
size_t lc_spelling_write(const lc_Dialect *dialect, const lc_Position *p, lc_Move move, bool marks,
                         char out[LC_DIALECT_TEXT]);
/* The same with signs of check, in a dialect, for a move whose SAN with signs of check is `san`. */
size_t lc_spelling_write_san(const lc_Dialect *dialect, const lc_Position *p, lc_Move move, lc_SanWord san,
                             char out[LC_DIALECT_TEXT]);

#endif
