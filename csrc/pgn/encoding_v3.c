/* encoding_v3 - the test of UTF-8 compiled for x86-64-v3. */
#if defined(__AVX2__)
#define LC_ISA(name) name##_v3
#include "encoding_impl.h"
#else
typedef int lc_encoding_v3_is_not_built;
#endif
