/* encoding_v4 - the test of UTF-8 compiled for x86-64-v4. */
#if defined(__AVX512BW__)
#define LC_ISA(name) name##_v4
#include "encoding_impl.h"
#else
typedef int lc_encoding_v4_is_not_built;
#endif
