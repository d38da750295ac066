/*
** lexicon - the spellings of results, castling, promotions, check, mate and en passant, in one table each for all
** readers and writers: lexicon.def, castling.def, promotion.def, suffixes.def and numbers.def.
**
** The scanner, the lexer, the recovery of results, tags, queries, the index and Lua (core.lexicon, core.read_result)
** use the table of results; SAN, its repairs, the lexer and Lua (core.castling) that of castling; SAN, dialects, the
** lexer and Lua (core.suffixes) that of check, mate and en passant. So all of them agree about every spelling.
** To add a spelling, add one line to its table. Cost: a few comparisons for the four markers of PGN; other texts are
** compared with each entry.
*/
#ifndef LC_LEXICON_H
#define LC_LEXICON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The first four have a marker in PGN. Forfeits count as wins or as losses of both players. */
typedef enum lc_Result {
  LC_RESULT_NONE,
  LC_RESULT_WHITE,
  LC_RESULT_BLACK,
  LC_RESULT_DRAW,
  LC_RESULT_UNKNOWN,   /* * */
  LC_RESULT_BOTH_LOST, /* 0-0 */
  LC_RESULT_WHITE_HALF, /* 1/2-0: half a point for White, none for Black */
  LC_RESULT_BLACK_HALF, /* 0-1/2 */
  LC_RESULT_COUNT
} lc_Result;

enum { LC_RESULT_MAX = 7 }; /* length of the longest text of lc_result_text(): "1/2-1/2" */

/* Where movetext may have a spelling: lexicon.def has the meanings. */
typedef enum lc_ResultUse { LC_RESULT_MARKER, LC_RESULT_WORD, LC_RESULT_LAST, LC_RESULT_TAGGED } lc_ResultUse;

typedef struct lc_ResultSpelling {
  const char *text;
  uint8_t result;       /* lc_Result */
  uint8_t white, black; /* half points */
  bool is_forfeit;
  uint8_t use; /* lc_ResultUse */
} lc_ResultSpelling;

/* Return the result of which a whole text is the marker in PGN, or LC_RESULT_NONE. */
static inline lc_Result lc_result_marker(const char *text, size_t size) {
#define LC_MARKER(marker, result, white, black) \
  if (size == sizeof marker - 1 && memcmp(text, marker, sizeof marker - 1) == 0) return LC_RESULT_##result;
#include "lexicon.def"
  return LC_RESULT_NONE;
}

/* Report whether a spelling begins with a byte. Most tokens begin with another one. */
static inline bool lc_result_may_begin(char c) {
  return false
#define LC_SPELLING(text, result, white, black, is_forfeit, use) || c == text[0]
#include "lexicon.def"
    ;
}

/* Return entry `i` of the table, or NULL after the last one. */
const lc_ResultSpelling *lc_result_spelling(size_t i);

/* Return the longest spelling at the beginning of a text, or NULL. Any dash is read as a hyphen, with blanks around it.
** `length` is set to the number of bytes read. */
const lc_ResultSpelling *lc_result_begin(const char *text, size_t size, size_t *length);

/* Return the longest spelling at the beginning of a text that is exactly as in the table, or NULL. */
const lc_ResultSpelling *lc_result_word(const char *text, size_t size);

/* Return the spelling that a whole text is, without the blanks around it, or NULL. */
const lc_ResultSpelling *lc_result_find(const char *text, size_t size);

/* Return the result that a whole text means, or LC_RESULT_NONE. The markers of PGN are found quickly. */
lc_Result lc_result_of(const char *text, size_t size);

/* Return the text in which a result is written: "1-0", "0-1", "1/2-1/2", "*", "0-0", "1/2-0", "0-1/2", or "" for
** LC_RESULT_NONE. */
const char *lc_result_text(unsigned result, size_t *length);

/* Who reads a spelling of castling: castling.def has the meanings. */
typedef enum lc_CastlingUse { LC_CASTLING_WRITTEN, LC_CASTLING_TYPED, LC_CASTLING_REPAIRED } lc_CastlingUse;

typedef struct lc_CastlingSpelling {
  const char *text;
  uint8_t size;
  bool is_long;
  uint8_t use; /* lc_CastlingUse */
} lc_CastlingSpelling;

/* Return entry `i` of the table, or NULL after the last one. */
const lc_CastlingSpelling *lc_castling_spelling(size_t i);

/* Return the spelling that a whole text is, or NULL. */
const lc_CastlingSpelling *lc_castling_find(const char *text, size_t size);

/* The kinds of words about castling. */
typedef enum lc_CastlingWord { LC_CASTLES_WITH_SIDE, LC_CASTLES_ALONE, LC_SIDE_SHORT, LC_SIDE_LONG } lc_CastlingWord;

/* Return entry `i` of the words about castling, or NULL after the last one. */
const char *lc_castling_word(size_t i, lc_CastlingWord *kind);

/* The words and signs after a move: suffixes.def has the meanings. */
typedef enum lc_SuffixKind { LC_SUFFIX_OF_EP, LC_SUFFIX_OF_CHECK, LC_SUFFIX_OF_MATE } lc_SuffixKind;
typedef enum lc_SuffixPlace {
  LC_SUFFIX_ANY,
  LC_SUFFIX_BOTH,
  LC_SUFFIX_APART,
  LC_SUFFIX_GLUED,
  LC_SUFFIX_TEXT
} lc_SuffixPlace;

typedef struct lc_SuffixSpelling {
  const char *text;
  uint8_t kind, place; /* lc_SuffixKind, lc_SuffixPlace */
} lc_SuffixSpelling;

/* Return entry `i` of the table, or NULL after the last one. */
const lc_SuffixSpelling *lc_suffix_spelling(size_t i);

/* The signs around the piece of a promotion: promotion.def has the meanings. */
typedef enum lc_PromotionUse { LC_PROMOTION_WRITTEN, LC_PROMOTION_TYPED, LC_PROMOTION_REPAIRED } lc_PromotionUse;

typedef struct lc_PromotionSpelling {
  const char *before, *after;
  uint8_t use; /* lc_PromotionUse */
} lc_PromotionSpelling;

enum { LC_PROMOTIONS = 0
#define LC_PROMOTION(before, after, use) +1
#include "promotion.def"
};
extern const lc_PromotionSpelling lc_promotions[LC_PROMOTIONS];

/* A sign of move numbers: numbers.def has the meanings. */
typedef struct lc_NumberSign {
  const char *text;
  unsigned periods;
} lc_NumberSign;

/* Return entry `i` of the table, or NULL after the last one. */
const lc_NumberSign *lc_number_spelling(size_t i);
/* Return the length of the sign of a move number with which a text begins, or 0. */
size_t lc_number_sign(const char *text, size_t size);

/* The letters of moves in PGN, and all characters of its moves. A word with other characters is evidence of another
** notation. */
#define LC_PGN_LETTERS "abcdefghKQRBNPOoxX"
#define LC_PGN_CHARACTERS LC_PGN_LETTERS "0123456789=+#!?()/-.:,;*"
/* The number of plies that a dialect must read after the place where PGN fails, in a game that no dialect reads to its
** end. In an English game with a wrong move, no other language reads that far. */
enum { LC_FOREIGN_PLIES = 6 };

/* Return the spelling in which castling is written in PGN. */
const lc_CastlingSpelling *lc_castling_written(bool is_long);

#endif
