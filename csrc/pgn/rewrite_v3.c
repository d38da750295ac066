/* rewrite_v3 - the loop that rewrites moves, compiled for x86-64-v3. */
#if defined(__AVX2__)
#define LC_ISA(name) name##_v3
#include "rewrite_impl.h"
#else
typedef int lc_rewrite_v3_is_not_built;
#endif
