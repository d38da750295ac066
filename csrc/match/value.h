/*
** value - what else a tag's value may be asked: does it fit a pattern, which date, how long a game.
**
** Dates follow PGN 8.1.1.3: ten characters, any digit of which may be "?". Two dates are compared as far as both are
** known: 1906.??.?? may lie between 1906.03.01 and 1906.05.01. A date without a year is no date.
** Time controls follow PGN 9.6.1, with an increment behind any period. Expected is the time one player has for so many
** moves: FIDE's classes (Laws, Guidelines A and B) are about 60 moves, those of lichess.org about 40.
*/
#ifndef LC_MATCH_VALUE_H
#define LC_MATCH_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether all of a value fits a pattern: * stands for any characters, ? for one, the case of ASCII letters does not
** count. Cost: pattern times value at worst. */
bool lc_value_fits(const char *pattern, size_t pattern_size, const char *value, size_t size);

/* A date as year * 10000 + month * 100 + day, unknown parts 0; false for what has no year. */
bool lc_value_date(const char *value, size_t size, int64_t *out);
/* Whether a date (of lc_value_date()) may lie in first..last, as far as all are known. */
bool lc_date_within(int64_t date, int64_t first, int64_t last);

/* Seconds that a player has for `moves` moves; false for what is no clock ("?", "-", or not a time control). */
bool lc_value_time(const char *value, size_t size, unsigned moves, int64_t *out);

/* Whether a code such as an ECO code lies in first..last, each compared in as many characters as it has. */
bool lc_code_within(const char *value, size_t size, const char *first, size_t first_size, const char *last,
                    size_t last_size);

#endif
