/* fuzz_games - any bytes as a file that readers read in different ways: see fuzz_games.lua. */
#define SCRIPT "ctest/fuzz_games.lua"
#include "fuzz_lua.h"
