/* fuzz_query - makes queries from the input: see fuzz_query.lua. */
#define SCRIPT "ctest/fuzz_query.lua"
#include "fuzz_lua.h"
