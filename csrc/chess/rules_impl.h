/*
** rules_impl - counts checks in Three-check; inline, for the files that play moves.
*/
#ifndef LC_RULES_IMPL_H
#define LC_RULES_IMPL_H

#include "checks.h"
#include "rules.h"

/* Count the check that the last move has given. Call this after each move of a position whose `rules` are not 0. */
static inline void lc_rules_after_move(lc_Position *p) {
  unsigned mover = p->turn ^ 1u;
  if (lc_rules_kind(p->rules) != LC_RULES_THREE_CHECK || lc_rules_checks(p->rules, mover) == LC_CHECKS_TO_WIN) return;
  if (lc_position_checkers(p)) p->rules = (uint8_t)(p->rules + (4u << (2 * mover)));
}

#endif
