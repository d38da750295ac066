/*
** scan_kernel - the scanner's inner loops, each compiled for several instruction sets.
*/
#ifndef LC_SCAN_KERNEL_H
#define LC_SCAN_KERNEL_H

#include "scan.h"

/* Return the offset, at or after `at`, of the next byte that step_movetext() in scan.c must examine. */
LC_VARIANTS(size_t, lc_scan_skip_movetext, (const char *bytes, size_t size, size_t at));
/* Read regular tags, beginning with the [ at scan->at. A regular tag is alone on a short text line. Returns false if
** the first tag is not regular. */
LC_VARIANTS(bool, lc_scan_regular_tags, (lc_Scan *scan, const char *bytes, size_t size));
LC_VARIANTS(size_t, lc_scan_find_control, (const char *bytes, size_t size));
LC_VARIANTS(unsigned, lc_scan_traits, (const char *bytes, size_t size, bool with_brackets));
LC_VARIANTS(size_t, lc_scan_count_lines, (const char *bytes, size_t size, bool *before_cr));

#endif
