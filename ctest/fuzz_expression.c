/* fuzz_expression - makes an expression for filter -e from the input: see fuzz_expression.lua. */
#define SCRIPT "ctest/fuzz_expression.lua"
#include "fuzz_lua.h"
