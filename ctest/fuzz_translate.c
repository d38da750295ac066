/* fuzz_translate - writes the moves of games in other dialects: see fuzz_translate.lua. */
#define SCRIPT "ctest/fuzz_translate.lua"
#include "fuzz_lua.h"
