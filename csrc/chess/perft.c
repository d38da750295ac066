/*
** perft - the baseline variant of the count, and the choice between the variants.
*/
#define LC_ISA(name) name##_base
#include "perft_impl.h"

#include "cpu.h"

uint64_t lc_perft(const lc_Position *p, unsigned depth) {
#if defined(__x86_64__)
  if (lc_cpu() != LC_CPU_BASE) return lc_perft_v3(p, depth);
#endif
  return lc_perft_base(p, depth);
}
