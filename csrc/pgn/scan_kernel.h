/*
** scan_kernel - the scanner's inner loops, each compiled for several instruction sets.
*/
#ifndef LC_SCAN_KERNEL_H
#define LC_SCAN_KERNEL_H

#include "scan.h"

/* The next byte at or after `at` that the movetext's state machine must look at. */
LC_VARIANTS(size_t, lc_scan_skip_movetext, (const char *bytes, size_t size, size_t at));
/* Regular tags, from the [ at scan->at on: each a short line of its own. False when the first one is not of that kind. */
LC_VARIANTS(bool, lc_scan_regular_tags, (lc_Scan *scan, const char *bytes, size_t size));
LC_VARIANTS(size_t, lc_scan_find_control, (const char *bytes, size_t size));
LC_VARIANTS(unsigned, lc_scan_traits, (const char *bytes, size_t size, bool with_brackets));
LC_VARIANTS(size_t, lc_scan_count_lines, (const char *bytes, size_t size, bool *before_cr));

#endif
