/* rewrite_v4 - the loop that rewrites moves, compiled for x86-64-v4. */
#if defined(__AVX512BW__)
#define LC_ISA(name) name##_v4
#include "rewrite_impl.h"
#else
typedef int lc_rewrite_v4_is_not_built;
#endif
