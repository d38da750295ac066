/*
** value - tests of a tag's value: patterns, dates, time controls.
**
** Dates follow PGN 8.1.1.3: ten characters, with "?" for unknown digits. Only parts that are known in both dates are
** compared, so 1906.??.?? may be between 1906.03.01 and 1906.05.01. A value without a year is not a date. Time controls
** follow PGN 9.6.1; also, any period may have an increment. A time control is converted to the time that one player has
** for a number of moves. FIDE's time classes (Laws, Guidelines A and B) are defined by the time for 60 moves, those of
** lichess.org by the time for 40 moves.
*/
#ifndef LC_MATCH_VALUE_H
#define LC_MATCH_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../chess/bits.h"

/* Report whether a whole value fits a pattern. * matches any number of characters, ? matches one character. The case of
** ASCII letters is ignored. Cost: at worst proportional to the product of the two lengths. */
bool lc_value_fits(const char *pattern, size_t pattern_size, const char *value, size_t size);

enum { LC_RATING_MAX = 9999 };
/* Return the rating in a tag's value, or 0: decimal digits, perhaps between blanks, as lua/lucena/number.lua reads. */
uint16_t lc_rating(const char *value, size_t size);
/* Read a date as year * 10000 + month * 100 + day, with 0 for unknown parts. Returns false if there is no year. */
LC_MUST_USE bool lc_value_date(const char *value, size_t size, int64_t *out);
/* Report whether a date from lc_value_date() may be in first..last. An unknown part may have any value. */
bool lc_date_within(int64_t date, int64_t first, int64_t last);

/* Compute the seconds that a player has for `moves` moves. Returns false for "?", "-" and any other text that is not a
** time control. */
LC_MUST_USE bool lc_value_time(const char *value, size_t size, unsigned moves, int64_t *out);

/* Report whether a code, such as an ECO code, is in first..last. If a limit is shorter than the code, only that many
** characters of the code are compared. */
bool lc_code_within(const char *value, size_t size, const char *first, size_t first_size, const char *last,
                    size_t last_size);

#endif
