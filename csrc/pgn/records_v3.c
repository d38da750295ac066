/* records_v3 - the loop that writes positions compiled for x86-64-v3. */
#if defined(__AVX2__)
#define LC_ISA(name) name##_v3
#include "records_impl.h"
#else
typedef int lc_records_v3_is_not_built;
#endif
