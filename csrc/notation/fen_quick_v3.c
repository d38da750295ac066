/* fen_quick_v3 - the quick functions compiled for x86-64-v3. */
#if defined(__AVX2__)
#define LC_ISA(name) name##_v3
#include "fen_quick_impl.h"
#else
typedef int lc_fen_quick_v3_is_not_built;
#endif
