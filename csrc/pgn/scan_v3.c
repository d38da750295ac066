/* scan_v3 - the scanner's inner loops compiled for x86-64-v3. */
#if defined(__AVX2__)
#define LC_ISA(name) name##_v3
#include "scan_impl.h"
#else
typedef int lc_scan_v3_is_not_built;
#endif
