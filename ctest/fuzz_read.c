/* fuzz_read - reads the input as text with prose, or as a page of HTML: see fuzz_read.lua. */
#define SCRIPT "ctest/fuzz_read.lua"
#include "fuzz_lua.h"
