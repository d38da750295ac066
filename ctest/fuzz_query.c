/* fuzz_query - any bytes as what a user writes into a query: see fuzz_query.lua. */
#define SCRIPT "ctest/fuzz_query.lua"
#include "fuzz_lua.h"
