/* fuzz_lines - merges opening lines of several processes: see fuzz_lines.lua. */
#define SCRIPT "ctest/fuzz_lines.lua"
#include "fuzz_lua.h"
