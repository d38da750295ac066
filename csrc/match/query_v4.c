/* query_v4 - the query loop compiled for x86-64-v4. */
#if defined(__AVX512BW__)
#define LC_ISA(name) name##_v4
#include "query_impl.h"
#else
typedef int lc_query_v4_is_not_built;
#endif
