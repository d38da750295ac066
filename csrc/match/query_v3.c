/* query_v3 - the query loop compiled for x86-64-v3. */
#if defined(__AVX2__)
#define LC_ISA(name) name##_v3
#include "query_impl.h"
#else
typedef int lc_query_v3_is_not_built;
#endif
