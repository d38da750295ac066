/* fuzz_epd_file - reads the input as a file of EPD records: see fuzz_epd_file.lua. */
#define SCRIPT "ctest/fuzz_epd_file.lua"
#include "fuzz_lua.h"
