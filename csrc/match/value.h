/*
** value - tests of a tag's value: patterns, dates, time controls.
**
** Dates follow PGN 8.1.1.3: ten characters, any digit of which may be "?". Only parts that both dates have are
** compared: 1906.??.?? may be between 1906.03.01 and 1906.05.01. A date without a year is not a date.
** Time controls follow PGN 9.6.1, with an increment after any period. The result is the time of one player for a
** number of moves. FIDE's classes (Laws, Guidelines A and B) count 60 moves, those of lichess.org 40.
*/
#ifndef LC_MATCH_VALUE_H
#define LC_MATCH_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Report whether a whole value fits a pattern: * matches any characters, ? one character. The case of ASCII letters
** does not matter. Cost: at worst the product of the two lengths. */
bool lc_value_fits(const char *pattern, size_t pattern_size, const char *value, size_t size);

/* Read a date as year * 10000 + month * 100 + day, with 0 for unknown parts. Returns false if there is no year. */
bool lc_value_date(const char *value, size_t size, int64_t *out);
/* Report whether a date (of lc_value_date()) may be in first..last. Unknown parts match everything. */
bool lc_date_within(int64_t date, int64_t first, int64_t last);

/* Compute the seconds that a player has for `moves` moves. Returns false for "?", "-" and anything that is not a
** time control. */
bool lc_value_time(const char *value, size_t size, unsigned moves, int64_t *out);

/* Report whether a code, such as an ECO code, is in first..last. Only the first characters of the code are
** compared, as many as the limit has. */
bool lc_code_within(const char *value, size_t size, const char *first, size_t first_size, const char *last,
                    size_t last_size);

#endif
