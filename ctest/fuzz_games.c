/* fuzz_games - writes the input to a file and reads it with all kinds of readers: see fuzz_games.lua. */
#define SCRIPT "ctest/fuzz_games.lua"
#include "fuzz_lua.h"
