/*
** boundary - decides from the bytes around an offset whether a tag, a result, movetext or a game begins or ends there.
**
** The scanner (scan.h) calls these functions. They examine at most LC_SCAN_LOOK bytes, so the caller's buffer must have
** that many bytes, except at the end of the input. They never test whether a move is legal. So all readers of a file
** find the same games.
** Cost: the scanner calls the functions only where its fast loops stop. They search at most 2 KiB of a tag section.
*/
#ifndef LC_BOUNDARY_H
#define LC_BOUNDARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../notation/lexicon.h"

/* The number of bytes that the scanner must see in order to recognise a result, a comment or the beginning of a tag. */
enum { LC_SCAN_LOOK = 320 };
/* The greatest length of the name or number of an HTML character reference. */
enum { LC_LONGEST_REFERENCE = 10 };

/* Report whether the line at `at` begins a tag: blanks, [, name, blanks and a quotation mark. */
bool lc_tag_begins(const char *bytes, size_t size, size_t at);
/* Search a comment's text, from offset `from` on, for the first line that begins a tag section. Returns the offset of
** that line, or SIZE_MAX. */
size_t lc_section_find(const char *text, size_t size, size_t from);
/* Return the result of PGN whose hyphen or star is at bytes[at]. Returns LC_RESULT_NONE if there is no result with
** separators on both sides; the number of a game's first move, as in "1-01. d4", is a separator, too. `end` is set to
** the offset after the result. */
lc_Result lc_result_at(const char *bytes, size_t size, size_t at, size_t *end);
/* Report whether bytes from..to contain a result. The scanner ends the game at a result, so no token may contain
** one. */
bool lc_has_result(const char *bytes, size_t size, size_t from, size_t to);

/* Report whether the semicolon at bytes[at] ends an HTML character reference such as &quot; or &#39; that begins at
** `begin` or later. Such a semicolon begins no comment. */
bool lc_ends_reference(const char *bytes, size_t begin, size_t at);

/* Report whether text at the beginning of a game without tags looks like movetext: a move, a move number, a result, a
** parenthesis or a hyphen. Any other text is stray text: see scan.h. */
bool lc_begins_movetext(const char *bytes, size_t size, size_t at);
/* Report whether the movetext at `at` begins with a move number other than 1. The beginning of such a game is
** missing. */
bool lc_begins_fragment(const char *bytes, size_t size, size_t at);
/* Report whether the text at `at`, after a blank line, is the number of a first move: "1." without another period or a
** digit after it ("1..." and "1.5" do not begin a game). */
bool lc_begins_again(const char *bytes, size_t size, size_t at);
/* Report whether the text line at `at` has the first moves of a game: blanks, "1." and a move. Up to a result, a
** comment or a variation, each word of the line that begins with a letter must look like a move. */
bool lc_line_begins_game(const char *bytes, size_t size, size_t at);
/* Report whether a game begins at `at`, on the line of another game's result. */
bool lc_begins_after_result(const char *bytes, size_t size, size_t at);
/* Report whether the tag at `at`, without a blank line before it, begins a new tag section. It must repeat the first
** tag or the Event tag of the current section, and the tag on the line before must have another name. The current
** section begins at `begin` and has `tags` tags (at least 1) before `at`. */
bool lc_repeats_tag(const char *bytes, size_t size, size_t begin, size_t at, uint32_t tags);
/* Report whether the tag at `at`, after a blank line, begins another section than the one at `begin`: its name is
** Event, or that section has a tag of the same name. */
bool lc_begins_section(const char *bytes, size_t size, size_t begin, size_t at);
/* Report whether a tag section begins at `at` inside a comment: a line [Event "...", or any tag line after a blank
** line. `line_ends` is the number of line ends in the white space before `at`. Two line ends mean a blank line. */
bool lc_section_begins(const char *bytes, size_t size, size_t at, unsigned line_ends);
/* Forums write [pgn] or [pgn width=400] before a game, and [/pgn] after it. If one of these is at `at`, return the
** offset after it. Returns 0 for any other text. */
size_t lc_forum_bracket_end(const char *bytes, size_t size, size_t at);

#endif
