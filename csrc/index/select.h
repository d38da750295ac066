/*
** select - tests of tags that the entries of an index may decide.
**
** An entry has the numbers, dates and codes that queries see, but not the text of the tags. If an entry cannot decide a
** test, the game may pass: the games found are a superset.
** Cost: 15 ns per game; the entries of 3 million games are 168 MB.
*/
#ifndef LC_INDEX_SELECT_H
#define LC_INDEX_SELECT_H

#include "format.h"

enum { LC_ECO_TEXT = sizeof(((lc_IndexGame *)0)->eco), LC_TEST_YEAR = 2 };

typedef enum lc_EntryTestKind {
  LC_TEST_NUMBER,     /* of an Elo; with color LC_TEST_YEAR, of the Date tag */
  LC_TEST_DATE,
  LC_TEST_CODE,       /* the ECO tag is within first..last */
  LC_TEST_BEGINS,     /* it begins with `first` */
  LC_TEST_RESULT,     /* the lc_Result `lo` */
  LC_TEST_DIFFERENCE, /* the Elo of `color` minus the other one */
  LC_TEST_SUM
} lc_EntryTestKind;

typedef struct lc_EntryTest {
  lc_EntryTestKind kind;
  unsigned color;   /* of the Elo */
  int64_t lo, hi;
  char first[LC_ECO_TEXT], last[LC_ECO_TEXT];
  size_t first_size, last_size;
  bool is_end;      /* the last one of its alternatives */
} lc_EntryTest;

/* A game may pass if it may pass one of the alternatives of each list. */
enum { LC_ENTRY_TESTS = 64 };
typedef struct lc_EntryTests {
  unsigned count;
  lc_EntryTest test[LC_ENTRY_TESTS];
} lc_EntryTests;

bool lc_may_pass(const lc_EntryTests *tests, const lc_IndexGame *game);

#endif
