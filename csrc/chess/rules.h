/*
** rules - the two variants that Lucena plays besides chess and Chess960: King of the Hill and Three-check.
**
** Their moves are those of chess. Only the end of the game differs:
**   - King of the Hill: a king on d4, e4, d5 or e5 wins.
**   - Three-check: the third check given wins. A double check counts as one check.
** So lc_Position needs one byte, `rules`: the variant and, in Three-check, the checks that each side has given. The
** byte is 0 in chess and Chess960. The functions of hot loops never read it; callers test it before such a loop. After
** the end of the game, no move is legal, as in python-chess and lichess. Checkmate and stalemate keep their meaning:
** lc_has_legal_move() ignores the ends that this file defines.
*/
#ifndef LC_RULES_H
#define LC_RULES_H

#include "position.h"

enum { LC_RULES_CHESS, LC_RULES_KING_OF_THE_HILL, LC_RULES_THREE_CHECK, LC_RULES_KIND = 3 };
enum { LC_CHECKS_TO_WIN = 3, LC_NO_COLOR = 2 };

/* Return LC_RULES_CHESS, LC_RULES_KING_OF_THE_HILL or LC_RULES_THREE_CHECK. */
static inline unsigned lc_rules_kind(unsigned rules) { return rules & LC_RULES_KIND; }
/* Return the number of checks that `color` has given, 0 to 3. */
static inline unsigned lc_rules_checks(unsigned rules, unsigned color) { return rules >> (2 + 2 * color) & 3; }
static inline uint8_t lc_rules_three_check(unsigned white, unsigned black) {
  return (uint8_t)(LC_RULES_THREE_CHECK | white << 2 | black << 4);
}

/* Return the side that has won by the rules of its variant, or LC_NO_COLOR. If both kings are in the center, which only
** a FEN can set up, the side not to move has won, as in python-chess. */
unsigned lc_rules_winner(const lc_Position *p);
/* The same as lc_rules_winner(p) != LC_NO_COLOR. */
static inline bool lc_rules_are_over(const lc_Position *p) {
  return p->rules != LC_RULES_CHESS && lc_rules_winner(p) != LC_NO_COLOR;
}

#endif
