/*
** perft - counts the sequences of legal moves of a given length, to test a move generator and its speed.
*/
#ifndef LC_PERFT_H
#define LC_PERFT_H

#include "cpu.h"
#include "movegen.h"

/* Return the number of leaf positions at `depth` plies. The moves of the last ply are counted, not played. */
uint64_t lc_perft(lc_Cpu cpu, const lc_Position *p, unsigned depth);

uint64_t lc_perft_base(const lc_Position *p, unsigned depth);
#if defined(__x86_64__)
uint64_t lc_perft_v3(const lc_Position *p, unsigned depth);
#endif

#endif
