/*
** perft - the baseline variant of the counter, and the choice between variants.
*/
#define LC_ISA(name) name##_base
#include "perft_impl.h"

uint64_t lc_perft(lc_Cpu cpu, const lc_Position *p, unsigned depth) { return LC_CALL_V3(cpu, lc_perft, (p, depth)); }
