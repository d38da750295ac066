/*
** scan_kernel - the compiled variants of the scanner's inner loops, and one table a variant.
*/
#ifndef LC_SCAN_KERNEL_H
#define LC_SCAN_KERNEL_H

#include "scan.h"

#define LC_SCAN_KERNEL(isa)                                                               \
  /* The next byte at or after `at` that the movetext's state machine must look at. */    \
  size_t lc_scan_skip_movetext_##isa(const char *bytes, size_t size, size_t at);          \
  /* Ordinary tags, from the [ at scan->at on: each a short line of its own. False when the \
  ** first one is not of that kind. */                                                     \
  bool lc_scan_regular_tags_##isa(lc_Scan *scan, const char *bytes, size_t size);           \
  size_t lc_scan_find_control_##isa(const char *bytes, size_t size);                      \
  unsigned lc_scan_traits_##isa(const char *bytes, size_t size, bool with_brackets);      \
  size_t lc_scan_count_lines_##isa(const char *bytes, size_t size, bool *before_cr)

LC_SCAN_KERNEL(base);
#if defined(__x86_64__)
LC_SCAN_KERNEL(v3);
LC_SCAN_KERNEL(v4);
#endif
#undef LC_SCAN_KERNEL

#endif
