/* perft_v3 - the counter compiled for AVX2 and BMI2. */
#if defined(__BMI2__)
#define LC_ISA(name) name##_v3
#include "perft_impl.h"
#else
typedef int lc_perft_v3_is_not_built;
#endif
