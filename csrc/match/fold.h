/*
** fold - compares names of players, ignoring case, accents and abbreviated first names.
**
** Folding changes ASCII letters to lower case, and Latin letters with accents (U+00C0 to U+017F) to their base letters.
** Then ae, oe, ue and aa become a, o, u and a. So "Jørgensen", "Jorgensen" and "Joergensen" are the same name. Bytes
** above 127 that are not valid UTF-8 are read as Windows-1252, because old databases have that encoding. Other
** characters are kept.
** The wanted name and the name in a tag agree on two conditions:
**
** - Each word of the wanted surname is a word of the tag's name. The surname is the words before a comma; without a
**   comma, it is the last word of two letters or more.
** - The other words of both names fit in their order, up to the end of the shorter list. Two words fit if they are
**   equal, or one is the beginning of the other, such as an initial. A wanted word may also be a later, equal word of
**   the tag's name: "Carlsen, Magnus" agrees with "Carlsen, Sven Magnus". A wanted first name does not agree with a
**   name without first names.
**
** Two to four capitals after a comma are initials (`Fischer,RJ` in TWIC's files), also two capitals without a comma
** (`Fischer RJ`), unless all letters of the name are capitals. Cost: about 5 ns if no word of the tag's name begins
** with the first letter of the surname, else one pass over the name.
*/
#ifndef LC_MATCH_FOLD_H
#define LC_MATCH_FOLD_H

#include <stdbool.h>
#include <stddef.h>

enum { LC_NAME_WORDS = 16 }; /* further words of a name are ignored */

/* The words of a folded name. The words of the surname come first. The caller owns the text. */
typedef struct lc_Name {
  const char *word[LC_NAME_WORDS];
  size_t size[LC_NAME_WORDS];
  unsigned count, surnames;
} lc_Name;

/* Fold a text. `out` has room for 2 * size bytes. Returns its length. */
size_t lc_fold(const char *text, size_t size, char *out);
/* Fold a name as lc_fold() does, with a blank between initials. `out` has room for 2 * size bytes. */
size_t lc_fold_name(const char *text, size_t size, char *out);
/* Split a folded text into words. */
void lc_name_split(const char *folded, size_t size, lc_Name *out);
/* Report whether a text may have a word that begins with this folded byte. The test is quick and rejects nearly all
** texts. */
bool lc_name_may_begin(char first, const char *text, size_t size);
/* Report whether the name in a tag agrees with the wanted name. `scratch` has 2 * size bytes. */
bool lc_name_agrees(const lc_Name *asked, const char *text, size_t size, char *scratch);

#endif
