/* fen_quick_v4 - the quick functions compiled for x86-64-v4. */
#if defined(__AVX512BW__)
#define LC_ISA(name) name##_v4
#include "fen_quick_impl.h"
#else
typedef int lc_fen_quick_v4_is_not_built;
#endif
