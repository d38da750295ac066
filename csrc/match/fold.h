/*
** fold - compares names of players: case, accents and initials do not count.
**
** Folding changes ASCII letters to lower case, and accented Latin letters of Unicode's first two blocks after ASCII
** (U+00C0 to U+017F) to their base letters. Then ae, oe, ue and aa become a, o, u and a. So "Jørgensen", "Jorgensen"
** and "Joergensen" are one name. Valid UTF-8 is read as such, any other byte above 127 as Windows-1252 (as in old
** databases). Other characters are kept.
** Two names agree if their words do. The surname of the wanted name is the words before a comma, or without a comma
** the last word of two letters or more. Each word of the surname must be a word of the other name. For each further
** word of the wanted name, the other name must have an unused word that begins with it or is its beginning, as with
** initials. Cost: some 5 ns if no word of the other name begins like the surname, else one pass over the name.
*/
#ifndef LC_MATCH_FOLD_H
#define LC_MATCH_FOLD_H

#include <stdbool.h>
#include <stddef.h>

enum { LC_NAME_WORDS = 16 }; /* further words of a name are ignored */

/* A folded name: its words, those of the surname first. The caller owns the text. */
typedef struct lc_Name {
  const char *word[LC_NAME_WORDS];
  size_t size[LC_NAME_WORDS];
  unsigned count, surnames;
} lc_Name;

/* Fold a text. `out` has room for 2 * size bytes. Returns its length. */
size_t lc_fold(const char *text, size_t size, char *out);
/* Split a folded text into words. */
void lc_name_split(const char *folded, size_t size, lc_Name *out);
/* Report whether a text may have a word that begins with this folded byte. This is quick, and false for nearly all
** texts. */
bool lc_name_may_begin(char first, const char *text, size_t size);
/* Report whether the name in a tag agrees with the wanted one. `scratch` has 2 * size bytes. */
bool lc_name_agrees(const lc_Name *asked, const char *text, size_t size, char *scratch);

#endif
