/*
** repairs - replaces characters in moves that are not allowed in PGN by characters of PGN.
**
** Only characters with the same meaning in every language are replaced: figurines, dashes, zeros, letters O and missing
** dashes in castling, Cyrillic letters for files, and lower-case letters of promotion pieces. Piece letters of other
** languages are not replaced. The characters are listed in repairs.def, folding.h and castling.def.
** Cost: linear in the token. Repairs are tried only for tokens that are not SAN.
*/
#ifndef LC_REPAIRS_H
#define LC_REPAIRS_H

#include <stddef.h>
#include <stdint.h>

#include "dialect.h"

/* Write the repaired spelling of a token to `out`. Returns its length, or 0 if there is nothing to repair or the
** token is too long. `repairs` is set to the LC_REPAIR_ bits. */
size_t lc_repairs_apply(const char *text, size_t size, char out[LC_DIALECT_TEXT], uint32_t *repairs);

#endif
