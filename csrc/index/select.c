/*
** select - see select.h.
*/
#include "select.h"

#include <string.h>

#include "../match/value.h"

static bool is_within(const lc_EntryTest *test, int64_t number) { return number >= test->lo && number <= test->hi; }

/* Report whether an Elo of an entry is the number of the tag. The lowest and the highest number stand for others,
** too. */
static bool is_exact(uint16_t elo) { return elo > 0 && elo < LC_INDEX_NO_NUMBER - 1; }

static bool may_be_elo(const lc_EntryTest *test, uint16_t elo) {
  if (elo == LC_INDEX_NO_NUMBER) return false;
  return is_exact(elo) ? is_within(test, elo) : elo == 0 ? test->lo <= 0 : test->hi >= elo;
}

/* Report whether the number at the beginning of a Date tag may be in the range. A year below 1000 may have zeros before
** more digits, and a later year may have more digits after it. */
static bool may_be_year(const lc_EntryTest *test, const lc_IndexGame *game) {
  enum { LEAST = 1000, LONGER = 10000 };
  return game->year < LEAST || is_within(test, game->year) || test->hi >= LONGER;
}

static bool may_be_two(const lc_EntryTest *test, const lc_IndexGame *game, int sign) {
  if (game->elo[0] == LC_INDEX_NO_NUMBER || game->elo[1] == LC_INDEX_NO_NUMBER) return false;
  if (!is_exact(game->elo[0]) || !is_exact(game->elo[1])) return true;
  int first = game->elo[test->color], second = game->elo[!test->color];
  return is_within(test, first + sign * second);
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static bool may_begin(const lc_EntryTest *test, const char *eco, size_t size) {
  for (size_t i = 0; i < test->first_size && i < LC_ECO_TEXT; i++) {
    if (i >= size || lower(eco[i]) != lower(test->first[i])) return false;
  }
  return true;
}

static size_t eco_size(const lc_IndexGame *game) {
  const char *end = memchr(game->eco, 0, LC_ECO_TEXT);
  return end ? (size_t)(end - game->eco) : LC_ECO_TEXT;
}

static bool may_pass(const lc_EntryTest *test, const lc_IndexGame *game) {
  switch (test->kind) {
    case LC_TEST_NUMBER:
      return test->color == LC_TEST_YEAR ? may_be_year(test, game) : may_be_elo(test, game->elo[test->color]);
    case LC_TEST_DATE: return game->date > 0 && lc_date_within(game->date, test->lo, test->hi);
    case LC_TEST_CODE:
      return lc_code_within(game->eco, eco_size(game), test->first, test->first_size, test->last, test->last_size);
    case LC_TEST_BEGINS: return may_begin(test, game->eco, eco_size(game));
    case LC_TEST_RESULT: return game->sign == test->lo;
    case LC_TEST_DIFFERENCE: return may_be_two(test, game, -1);
    case LC_TEST_SUM: return may_be_two(test, game, 1);
  }
  lc_unreachable();
}

bool lc_may_pass(const lc_EntryTests *tests, const lc_IndexGame *game) {
  bool may = false;
  for (unsigned i = 0; i < tests->count; i++) {
    may = may || may_pass(&tests->test[i], game);
    if (!tests->test[i].is_end) continue;
    if (!may) return false;
    may = false;
  }
  return true;
}
