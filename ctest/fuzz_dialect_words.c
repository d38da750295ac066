/* fuzz_dialect_words - writes games in dialects with long words and with functions: see fuzz_dialect_words.lua. */
#define SCRIPT "ctest/fuzz_dialect_words.lua"
#include "fuzz_lua.h"
