/* fuzz_index_part - damages parts of an index and part files: see fuzz_index_part.lua. */
#define SCRIPT "ctest/fuzz_index_part.lua"
#include "fuzz_lua.h"
