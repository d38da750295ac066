/* fuzz_trf - reads the input as a tournament report file: see fuzz_trf.lua. */
#define SCRIPT "ctest/fuzz_trf.lua"
#include "fuzz_lua.h"
