#include "rules.h"

unsigned lc_rules_winner(const lc_Position *p) {
  const lc_Bits center = UINT64_C(0x0000001818000000);
  unsigned last = p->turn ^ 1u;
  for (unsigned i = 0; i < 2; i++) {
    unsigned color = last ^ i;
    bool is_king_there = lc_rules_kind(p->rules) == LC_RULES_KING_OF_THE_HILL &&
                         (lc_position_of(p, color, LC_KING) & center);
    bool has_checked = lc_rules_kind(p->rules) == LC_RULES_THREE_CHECK &&
                       lc_rules_checks(p->rules, color) == LC_CHECKS_TO_WIN;
    if (is_king_there || has_checked) return color;
  }
  return LC_NO_COLOR;
}
