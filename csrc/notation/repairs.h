/*
** repairs - the spelling of a move with characters that PGN does not have -> the spelling with those it has.
**
** Each repair has one meaning in every language: a figurine, a dash, a castling sign of zeros and letters O, a Cyrillic
** file, the letter of a promotion in lower case. Letters of pieces are never taken for others. Characters: repairs.def
** and folding.h.
** Cost: linear, no allocation. Consulted only for tokens that are no move as written.
*/
#ifndef LC_REPAIRS_H
#define LC_REPAIRS_H

#include <stddef.h>
#include <stdint.h>

#include "dialect.h"

/* Write the repaired spelling of a token to `out`. Returns its length and the repairs as LC_REPAIR_ bits; 0 if there is
** nothing to repair, or the token is too long. */
size_t lc_repairs_apply(const char *text, size_t size, char out[LC_DIALECT_TEXT], uint32_t *repairs);

#endif
