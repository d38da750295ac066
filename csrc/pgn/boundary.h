/*
** boundary - decides from the bytes around an offset whether a tag, a result, movetext or a game begins or ends there.
**
** Only the scanner (scan.h) knows in which part of a game the offset is. These functions examine at most LC_SCAN_LOOK
** bytes, which the caller's buffer must have unless the input ends. They never test whether a move is legal, so every
** reader of a file finds the same games.
** Cost: called only where the scanner's fast loops stop. A tag section is compared up to its first 2 KiB.
*/
#ifndef LC_BOUNDARY_H
#define LC_BOUNDARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum lc_Result { LC_RESULT_NONE, LC_RESULT_WHITE, LC_RESULT_BLACK, LC_RESULT_DRAW, LC_RESULT_UNKNOWN } lc_Result;

/* The number of bytes after a position that the scanner needs in order to recognise a result, a comment or the
** beginning of a tag there. */
enum { LC_SCAN_LOOK = 320 };

/* Report whether the line at `at` begins a tag: blanks, [, name, blanks and a quotation mark. */
bool lc_tag_begins(const char *bytes, size_t size, size_t at);
/* Return the offset of the first line, from `from` on, that begins a tag section inside a comment's text; SIZE_MAX
** if there is none. */
size_t lc_section_find(const char *text, size_t size, size_t from);
/* Return the result whose hyphen or star is at bytes[at] and that has separators on both sides, else LC_RESULT_NONE.
** `end` is set to the byte after it. */
lc_Result lc_result_at(const char *bytes, size_t size, size_t at, size_t *end);
/* Report whether bytes from..to contain a result. The scanner ends the game there, so no token may contain one. */
bool lc_has_result(const char *bytes, size_t size, size_t from, size_t to);

/* Report whether text at the beginning of a game without tags looks like movetext: a move, a move number, a result, a
** parenthesis or a hyphen. Other text is stray text. */
bool lc_begins_movetext(const char *bytes, size_t size, size_t at);
/* Report whether the movetext at `at` begins with a move number other than 1: it is the rest of a game whose beginning
** is missing. */
bool lc_begins_fragment(const char *bytes, size_t size, size_t at);
/* Report whether the text at `at`, after a blank line, is the number of a first move: 1, one period, and neither a
** digit nor another period ("1..." and "1.5" are no first moves). */
bool lc_begins_again(const char *bytes, size_t size, size_t at);
/* Report whether a game begins at `at`, on the line of another game's result. */
bool lc_begins_after_result(const char *bytes, size_t size, size_t at);
/* Report whether the tag at `at` begins another section although no blank line is before it: it repeats the name of the
** section's first tag, or Event, and the tag on the line before has another name. The section begins at `begin`, and
** `tags` is the number of its tags before `at`, at least 1. */
bool lc_repeats_tag(const char *bytes, size_t size, size_t begin, size_t at, uint32_t tags);
/* Report whether the tag at `at`, after a blank line, begins another section than the one at `begin`: it is named Event,
** or as a tag of that section. */
bool lc_begins_section(const char *bytes, size_t size, size_t begin, size_t at);
/* Report whether a tag section begins at `at` inside a comment: a line [Event "...", or any tag line after a blank
** line. `line_ends` is the number of line ends before `at`; 2 mean a blank line. */
bool lc_section_begins(const char *bytes, size_t size, size_t at, unsigned line_ends);
/* Return the end of a bracket in which forums enclose a game: [pgn], [/pgn] or [pgn width=400] at `at`. Returns 0 for
** any other bracket. */
size_t lc_forum_bracket_end(const char *bytes, size_t size, size_t at);

#endif
