/* fuzz_json - reads the input as games in JSON: see fuzz_json.lua. */
#define SCRIPT "ctest/fuzz_json.lua"
#include "fuzz_lua.h"
