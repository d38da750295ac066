/*
** players - finds the names of players in an index, and their games.
**
** A name is found by its first word; the words of all names are sorted. The pages that a query will read are expected
** before the first one is read, because names and games of the same word are spread over the index.
** In a damaged index, words may have the same name many times, and the texts or games of names may overlap. So the
** bytes of texts and the games that a call reads are limited by those of the whole index.
** Cost: 10 ns per game of a player; 0.3 us per name with the same word.
*/
#ifndef LC_INDEX_PLAYERS_H
#define LC_INDEX_PLAYERS_H

#include "../match/fold.h"
#include "file.h"

/* The names with a word. */
typedef struct lc_Players {
  lc_IndexFile *file;
  lc_Name wanted;
  lc_IndexRange words;
  bool is_prefix;
  uint64_t bytes_left; /* that the texts of further names may have */
  uint64_t games_left; /* that further names may have; a game has two names */
} lc_Players;

/* Begin to find the names that agree with a name, or one of whose words begins with it. `folded` has room for
** 2 * size + 1 bytes, and must stay valid. Returns false on failure. */
LC_MUST_USE bool lc_players_begin(lc_IndexFile *file, const char *text, size_t size, bool is_prefix, char *folded,
                                  lc_Players *out);
/* Find the next name with the word, and the bytes of its text. Returns its number; 0 at the end and on failure. */
uint32_t lc_players_next(lc_Players *it, lc_IndexRange *text);
/* Report whether such a name agrees. `scratch` has room for 2 * size + 1 bytes. */
bool lc_players_agree(const lc_Players *it, const char *text, size_t size, char *scratch);

/* Find the games of a name. Returns false on failure. */
LC_MUST_USE bool lc_players_games(lc_Players *it, uint32_t name, lc_IndexRange *out);
enum { LC_PLAYED = 4 }; /* bytes of a game in this range */
enum { LC_EITHER_COLOR = 2 };
/* Append the numbers of the games with the color, from 1, to the *count numbers of `out`. Returns false on failure. */
LC_MUST_USE bool lc_players_read(lc_Players *it, lc_IndexRange games, unsigned color, uint32_t *out, size_t *count);

#endif
