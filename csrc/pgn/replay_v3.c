/* replay_v3 - the replay loop compiled for x86-64-v3. */
#if defined(__AVX2__)
#define LC_ISA(name) name##_v3
#include "replay_impl.h"
#else
typedef int lc_replay_v3_is_not_built;
#endif
