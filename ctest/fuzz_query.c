/* fuzz_query - makes queries from the input, as a user might type them: see fuzz_query.lua. */
#define SCRIPT "ctest/fuzz_query.lua"
#include "fuzz_lua.h"
