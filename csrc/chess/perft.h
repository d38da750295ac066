/*
** perft - the compiled variants of lc_perft(); call lc_perft() unless a variant itself is being tested.
*/
#ifndef LC_PERFT_H
#define LC_PERFT_H

#include "movegen.h"

uint64_t lc_perft_base(const lc_Position *p, unsigned depth);
#if defined(__x86_64__)
uint64_t lc_perft_v3(const lc_Position *p, unsigned depth); /* needs AVX2 and BMI2 */
#endif

#endif
