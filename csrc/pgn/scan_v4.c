/* scan_v4 - the scanner's inner loops compiled for x86-64-v4. */
#if defined(__AVX512BW__)
#define LC_ISA(name) name##_v4
#include "scan_impl.h"
#else
typedef int lc_scan_v4_is_not_built;
#endif
