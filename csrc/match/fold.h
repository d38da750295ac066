/*
** fold - names of players compared as people compare them.
**
** Folding: ASCII letters in lower case; the Latin letters of Unicode's first two blocks behind ASCII (U+00C0 to
** U+017F) as the letters they are made of; then ae, oe, ue and aa as a, o, u and a. So "Jørgensen", "Jorgensen" and
** "Joergensen" are one name. UTF-8 is read where it is sound, any other byte above 127 as Windows-1252 (what old
** databases hold). What is no Latin letter stays as it is.
** Agreement: a name is words. Of the name that is asked for, the surname's words (those before a comma; without a comma
** the last word of two letters or more) must be among the other name's, whole. Of its other words each must agree with
** a word that is left: one is the other's beginning, as with initials.
** Cost: some 5 ns where no word begins like the surname, else one pass.
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
/* Whether a name as it stands in a tag agrees with the one that is asked for. `scratch` has 2 * size bytes. */
bool lc_name_agrees(const lc_Name *asked, const char *text, size_t size, char *scratch);

#endif
