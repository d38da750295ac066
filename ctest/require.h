/*
** require - ends a fuzz target if a property does not hold, and prints the property and its text line. A stack trace
** does not show which property failed, because calls are inlined.
*/
#ifndef REQUIRE_H
#define REQUIRE_H

#include <stdio.h>
#include <stdlib.h>

#define require(holds) ((holds) ? (void)0 : fail_at(__FILE__, __LINE__, #holds))

static inline _Noreturn void fail_at(const char *file, int line, const char *property) {
  fprintf(stderr, "%s:%d: not true: %s\n", file, line, property);
  abort();
}

#endif
