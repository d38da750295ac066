/*
** fold - compares names of players: case, accents and initials do not count.
**
** Folding: ASCII letters in lower case; the Latin letters of Unicode's first two blocks after ASCII (U+00C0 to
** U+017F) as the letters they are made of; then ae, oe, ue and aa as a, o, u and a. So "Jørgensen", "Jorgensen" and
** "Joergensen" are one name. Valid UTF-8 is read as such, any other byte above 127 as Windows-1252 (as in old
** databases). Other characters are kept.
** Agreement: a name is words. Of the wanted name, the surname's words (those before a comma; without a comma
** the last word of two letters or more) must be among the other name's, whole. Each of its other words must agree with
** a remaining word: one is the beginning of the other, as with initials.
** Cost: some 5 ns if no word begins like the surname, else one pass.
*/
#ifndef LC_MATCH_FOLD_H
#define LC_MATCH_FOLD_H

#include <stdbool.h>
#include <stddef.h>

enum { LC_NAME_WORDS = 16 }; /* further words of a name are not looked at */

/* A folded name: its words, the surname's first. The text is the caller's. */
typedef struct lc_Name {
  const char *word[LC_NAME_WORDS];
  size_t size[LC_NAME_WORDS];
  unsigned count, surnames;
} lc_Name;

/* The folded text, in `out` of at least 2 * size bytes; its length. */
size_t lc_fold(const char *text, size_t size, char *out);
/* The words of a folded text. */
void lc_name_split(const char *folded, size_t size, lc_Name *out);
/* Whether a text may have a word that begins with this folded byte: false for nearly all, and quickly. */
bool lc_name_may_begin(char first, const char *text, size_t size);
/* Whether the name in a tag agrees with the wanted one. `scratch` has 2 * size bytes. */
bool lc_name_agrees(const lc_Name *asked, const char *text, size_t size, char *scratch);

#endif
