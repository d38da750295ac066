/*
** dialect - builds a dialect: adds its words, checks that it is usable, and decides whether it is plain
** (dialect_impl.h).
*/
#include "dialect.h"

#include "dialect_impl.h"
#include "dialect_syntax.h"
#include "folding.h"

static const char ENGLISH[] = "PNBRQK";

void lc_dialect_begin(lc_Dialect *out) {
  memset(out, 0, sizeof *out);
  out->tolerates = LC_REPAIRS_USUAL;
  out->has_letters = true;
  out->victim_place = LC_PLACE_NONE;
  for (uint8_t part = 0; part < LC_PARTS; part++) out->order[part] = part;
}

/* Append a form of a word to the pool. If an earlier form has the same bytes, reuse them: most folded words equal the
** written word. */
static bool store(lc_Dialect *d, lc_DialectWord *word, unsigned form, const char *text, size_t size) {
  for (unsigned other = 0; other < form; other++) {
    if (word->size[other] == size && memcmp(d->pool + word->at[other], text, size) == 0) {
      word->at[form] = word->at[other];
      word->size[form] = (uint8_t)size;
      return true;
    }
  }
  if (size > LC_DIALECT_POOL - (size_t)d->pool_size) return false;
  memcpy(d->pool + d->pool_size, text, size);
  word->at[form] = d->pool_size;
  word->size[form] = (uint8_t)size;
  d->pool_size = (uint16_t)(d->pool_size + size);
  return true;
}

bool lc_dialect_add(lc_Dialect *d, unsigned list, const char *word, size_t size) {
  char folded[LC_DIALECT_WORD], lower[LC_DIALECT_WORD];
  if (size > LC_DIALECT_WORD || d->word_count == LC_DIALECT_WORDS) return false;
  lc_DialectWord *entry = &d->words[d->word_count];
  size_t folded_size = lc_folding_signs(word, size, folded);
  size_t lower_size = lc_folding_lower(folded, folded_size, lower);
  if (!store(d, entry, 0, word, size) || !store(d, entry, 1, folded, folded_size) ||
      !store(d, entry, 2, lower, lower_size))
    return false;
  if (d->lists[list].count == 0) d->lists[list].first = d->word_count;
  d->lists[list].count++;
  d->word_count++;
  return true;
}

/* ---- what every dialect must have ---- */

static bool has_words(const lc_Dialect *d, unsigned first, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    if (d->lists[first + i].count == 0) return false;
  }
  return true;
}

bool lc_dialect_has_empty(const lc_Dialect *d, unsigned list) {
  for (unsigned i = 0; i < d->lists[list].count; i++) {
    if (d->words[d->lists[list].first + i].size[0] == 0) return true;
  }
  return false;
}

/* Report whether any of `count` lists, from `first` on, has an empty word. */
static bool has_empty(const lc_Dialect *d, unsigned first, unsigned count) {
  for (unsigned list = first; list < first + count; list++) {
    if (lc_dialect_has_empty(d, list)) return true;
  }
  return false;
}

static unsigned printed_size(const lc_Dialect *d, unsigned list) {
  return d->lists[list].count ? d->words[d->lists[list].first].size[0] : 0;
}

static unsigned longest_of(const lc_Dialect *d, unsigned first, unsigned count) {
  unsigned longest = 0;
  for (unsigned i = 0; i < count; i++) {
    unsigned size = printed_size(d, first + i);
    if (size > longest) longest = size;
  }
  return longest;
}

static unsigned longer(unsigned a, unsigned b) { return a > b ? a : b; }

/* Return the longest text of the signs between the squares, and of the sign of captures after them. */
static unsigned longest_signs(const lc_Dialect *d) {
  unsigned quiet = printed_size(d, LC_WORDS_QUIET), capture = printed_size(d, LC_WORDS_CAPTURE);
  return d->capture_place == LC_PLACE_AFTER ? quiet + capture : longer(quiet, capture);
}

/* Return the longest text of a move, without castling words, checks and separators: the sum of the longest words of all
** lists that put_move() in dialect_write.c writes. */
static unsigned longest_move(const lc_Dialect *d) {
  unsigned square = longer(longest_of(d, LC_WORDS_SQUARE, 64),
                           longest_of(d, LC_WORDS_FILE, 8) + longest_of(d, LC_WORDS_RANK, 8));
  unsigned victim = longer(longest_of(d, LC_WORDS_VICTIM, 12), printed_size(d, LC_WORDS_EP_VICTIM));
  return longest_of(d, LC_WORDS_WING, 2) + longest_of(d, LC_WORDS_PIECE, 12) + printed_size(d, LC_WORDS_OPEN) +
         printed_size(d, LC_WORDS_SHUT) + 2 * square + longest_signs(d) + victim +
         longest_of(d, LC_WORDS_SHORT_MARK, 2) + printed_size(d, LC_WORDS_SIGN) +
         longest_of(d, LC_WORDS_PROMOTION, 12) + printed_size(d, LC_WORDS_CLOSE) + printed_size(d, LC_WORDS_EP);
}

/* Return an upper limit of the length, in bytes, of the texts that the dialect writes. lay_out() in dialect_write.c
** asserts it. */
static unsigned longest_text(const lc_Dialect *d) {
  enum { MOST_WORDS = 16 }; /* longest_move() adds 15 words, a square being one, and the sign of check follows */
  unsigned castle = longest_of(d, LC_WORDS_SHORT, 2), joins = (MOST_WORDS - 1) * printed_size(d, LC_WORDS_JOIN);
  unsigned move = longer(castle, longest_move(d)) + longest_of(d, LC_WORDS_CHECK, 3) + joins;
  return longer(move, printed_size(d, LC_WORDS_NULL));
}

static const char *find_fault(const lc_Dialect *d) {
  if (d->has_squares && !has_words(d, LC_WORDS_SQUARE, 64)) return "a square has no name";
  if (!d->has_squares && !has_words(d, LC_WORDS_FILE, 8)) return "a file has no name";
  if (!d->has_squares && !has_words(d, LC_WORDS_RANK, 8)) return "a rank has no name";
  if (has_empty(d, LC_WORDS_FILE, 80)) return "a file, rank or square cannot be nothing";
  if (d->has_letters && (!has_words(d, LC_WORDS_PIECE, 12))) return "a piece has no letter";
  if (d->has_letters && (has_empty(d, LC_WORDS_PIECE + 1, 5) || has_empty(d, LC_WORDS_PIECE + 7, 5)))
    return "only pawns can go without a letter";
  for (unsigned color = 0; color < 2; color++) {
    unsigned first = LC_WORDS_PROMOTION + 6 * color + LC_KNIGHT;
    if (!has_words(d, first, 4) || has_empty(d, first, 4)) return "a promotion piece has no letter";
    if (d->victim_place != LC_PLACE_NONE && !has_words(d, LC_WORDS_VICTIM + 6 * color, 5))
      return "a captured piece has no letter";
  }
  if (!has_words(d, LC_WORDS_QUIET, 2)) return "no sign between the squares is given, not even an empty one";
  if (!has_words(d, LC_WORDS_SIGN, 2)) return "no promotion sign is given, not even an empty one";
  if (d->castle == LC_CASTLE_WORDS && (!has_words(d, LC_WORDS_SHORT, 2) || has_empty(d, LC_WORDS_SHORT, 2)))
    return "castling has no word";
  if (d->origin == LC_ORIGIN_WING && (!has_words(d, LC_WORDS_WING, 2) || has_empty(d, LC_WORDS_WING, 2)))
    return "the wings have no names";
  if (d->has_squares && d->has_short_captures) return "a dialect with names of squares cannot omit ranks in captures";
  if (d->longest >= LC_DIALECT_TEXT)
    return "a move made of the longest words would be longer than 255 bytes";
  return NULL;
}

/* ---- collisions ---- */

static bool begins_with(const char *text, size_t size, const char *with, size_t with_size) {
  return with_size > 0 && size >= with_size && memcmp(text, with, with_size) == 0;
}

/* Report whether the text begins with a word that may come after the piece in a move: part of an origin, a sign or part
** of a destination. */
static bool begins_like_rest(const lc_Dialect *d, const char *text, size_t size, unsigned form) {
  if (d->lists[LC_WORDS_JOIN].count > 0) {
    const lc_DialectWord *join = &d->words[d->lists[LC_WORDS_JOIN].first];
    if (join->size[form] > 0) return begins_with(text, size, d->pool + join->at[form], join->size[form]);
  }
  for (unsigned list = LC_WORDS_FILE; list < LC_WORDS_COUNT; list++) {
    if (list > LC_WORDS_CAPTURE && list != LC_WORDS_OPEN) continue;
    for (unsigned i = 0; i < d->lists[list].count; i++) {
      const lc_DialectWord *word = &d->words[d->lists[list].first + i];
      if (begins_with(text, size, d->pool + word->at[form], word->size[form])) return true;
    }
  }
  return false;
}

/* Report whether the word `a` of a piece can be read as the word `b` of another piece, or as `b` and the next words of
** a move. */
static bool can_confuse(const lc_Dialect *d, const lc_DialectWord *a, const lc_DialectWord *b, unsigned form) {
  const char *longer = d->pool + a->at[form];
  size_t size = a->size[form], shorter = b->size[form];
  if (size < shorter || memcmp(longer, d->pool + b->at[form], shorter) != 0) return false;
  return size == shorter || begins_like_rest(d, longer + shorter, size - shorter, form);
}

/* Report whether the words of any two pieces of one colour can be confused. Pieces below `lowest` are not compared.
** These are the pawns, if the dialect has no pawn letter. */
static bool collides(const lc_Dialect *d, unsigned color, unsigned lowest, unsigned form) {
  for (unsigned x = lowest; x < 6; x++) {
    for (unsigned y = lowest; y < 6; y++) {
      lc_DialectList a = d->lists[LC_WORDS_PIECE + 6 * color + x], b = d->lists[LC_WORDS_PIECE + 6 * color + y];
      if (x == y) continue;
      for (unsigned i = 0; i < a.count; i++) {
        for (unsigned j = 0; j < b.count; j++) {
          if (can_confuse(d, &d->words[a.first + i], &d->words[b.first + j], form)) return true;
        }
      }
    }
  }
  return false;
}

/* ---- plain dialects ---- */

static bool prints(const lc_Dialect *d, unsigned list, const char *word) {
  size_t size = strlen(word);
  if (d->lists[list].count == 0) return size == 0;
  const lc_DialectWord *first = &d->words[d->lists[list].first];
  return first->size[0] == size && memcmp(d->pool + first->at[0], word, size) == 0;
}

static bool has_standard_squares(const lc_Dialect *d) {
  for (unsigned i = 0; i < 8; i++) {
    const char file[] = {(char)('a' + i), '\0'}, rank[] = {(char)('1' + i), '\0'};
    if (d->lists[LC_WORDS_FILE + i].count != 1 || !prints(d, LC_WORDS_FILE + i, file)) return false;
    if (d->lists[LC_WORDS_RANK + i].count != 1 || !prints(d, LC_WORDS_RANK + i, rank)) return false;
  }
  return !d->has_squares;
}

static bool has_standard_signs(const lc_Dialect *d) {
  static const struct {
    uint8_t list;
    const char *word;
  } wanted[] = {{LC_WORDS_QUIET, ""}, {LC_WORDS_CAPTURE, "x"}, {LC_WORDS_SIGN, "="},   {LC_WORDS_CLOSE, ""},
                {LC_WORDS_EP, ""},    {LC_WORDS_SHORT, "O-O"}, {LC_WORDS_LONG, "O-O-O"}, {LC_WORDS_CHECK, "+"},
                {LC_WORDS_MATE, "#"}, {LC_WORDS_NULL, "--"},   {LC_WORDS_OPEN, ""},    {LC_WORDS_SHUT, ""}};
  for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
    if (!prints(d, wanted[i].list, wanted[i].word)) return false;
  }
  return d->lists[LC_WORDS_DOUBLE].count == 0 || prints(d, LC_WORDS_DOUBLE, "+");
}

/* Report whether the quick reader accepts this byte after a piece. */
static bool is_quick_byte(char byte) {
  return byte && strchr("abcdefgh12345678xO-+#", byte) != NULL;
}

/* Return the length in bytes of the longest piece word at the beginning of the text, or 0. */
static size_t piece_size(const lc_Dialect *d, const char *text, size_t size) {
  size_t longest = 0;
  for (unsigned i = 0; i < d->start_count; i++) {
    const lc_DialectStart *start = &d->spellings[i];
    bool begins = size >= start->size && memcmp(text, &start->bytes, start->size) == 0;
    if (begins && start->size > longest) longest = start->size;
  }
  return longest;
}

/* Report whether the quick reader could accept a token that contains this word, which PGN does not have. For a word
** after the destination, only the last byte is tested, because a token ends with it. For any other word, all bytes
** after an optional piece at its beginning are tested. */
static bool is_intruder(const lc_Dialect *d, unsigned list, const lc_DialectWord *word) {
  static const char *const own[] = {"", "x", "-", "=", "O-O", "O-O-O", "+", "#", "++", "--"};
  const char *text = d->pool + word->at[LC_FORM_WRITTEN];
  size_t size = word->size[LC_FORM_WRITTEN];
  bool is_after_destination = (list >= LC_WORDS_SIGN && list <= LC_WORDS_EP_VICTIM) ||
                   (list >= LC_WORDS_CHECK && list <= LC_WORDS_DOUBLE);
  for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
    if (size == strlen(own[i]) && memcmp(text, own[i], size) == 0) return false;
  }
  if (is_after_destination) return strchr("12345678+#", text[size - 1]) != NULL;
  for (size_t i = piece_size(d, text, size); i < size; i++) {
    char lower;
    lc_folding_lower(text + i, 1, &lower);
    if (!is_quick_byte(text[i]) && !is_quick_byte(lower)) return false;
  }
  return true;
}

static bool has_intruders(const lc_Dialect *d) {
  for (unsigned list = LC_WORDS_QUIET; list < LC_WORDS_COUNT; list++) {
    for (unsigned i = 0; i < d->lists[list].count; i++) {
      if (is_intruder(d, list, &d->words[d->lists[list].first + i])) return true;
    }
  }
  return false;
}

/* Report whether two lists have the same words in the same order. */
static bool equal_lists(const lc_Dialect *d, unsigned a, unsigned b) {
  if (d->lists[a].count != d->lists[b].count) return false;
  for (unsigned i = 0; i < d->lists[a].count; i++) {
    const lc_DialectWord *x = &d->words[d->lists[a].first + i], *y = &d->words[d->lists[b].first + i];
    if (x->size[0] != y->size[0] || memcmp(d->pool + x->at[0], d->pool + y->at[0], x->size[0]) != 0) return false;
  }
  return true;
}

/* Add the word of a piece to the tables of dialect_impl.h. Longer words come first. */
static bool add_start(lc_Dialect *d, unsigned piece, const char *text, size_t size) {
  unsigned char first = (unsigned char)text[0];
  if (d->start_count == LC_DIALECT_STARTS || size > 8 || strchr("abcdefghxO0123456789@=(-+#", first)) return false;
  lc_DialectStart start = {0, UINT64_MAX >> (64 - 8 * size), (uint8_t)size, (uint8_t)ENGLISH[piece]};
  memcpy(&start.bytes, text, size);
  unsigned at = d->start_count++;
  for (; at > 0 && d->spellings[at - 1].size < size; at--) d->spellings[at] = d->spellings[at - 1];
  d->spellings[at] = start;
  bool is_alone = size == 1 && (d->starts[first] == LC_START_SELF || d->starts[first] == LC_START_OTHER);
  d->starts[first] = is_alone ? start.letter : LC_START_WORD;
  return true;
}

/* Fill the tables of the words' last bytes, if the last byte of a word names the piece. */
static void index_last_bytes(lc_Dialect *d) {
  d->has_last_bytes = true;
  for (unsigned i = 0; i < d->start_count; i++) {
    const lc_DialectStart *start = &d->spellings[i];
    unsigned first = (unsigned)start->bytes & 255, last = (unsigned)(start->bytes >> (8 * start->size - 8)) & 255;
    lc_DialectStart *entry = &d->last_bytes[last & 63];
    d->pieces[last] = (uint8_t)(strchr(ENGLISH, start->letter) - ENGLISH);
    if (start->size == 1 && last < 128) continue;
    if (first < 128 || last < 128 || entry->size) d->has_last_bytes = false;
    *entry = *start;
  }
}

/* Fill the tables of dialect_impl.h. Returns false if a piece has too many words for them, or too long words. */
static bool index_pieces(lc_Dialect *d) {
  for (const char *letter = ENGLISH + 1; *letter; letter++) d->starts[(unsigned char)*letter] = LC_START_OTHER;
  for (unsigned piece = LC_KNIGHT; piece <= LC_KING; piece++) {
    lc_DialectList list = d->lists[LC_WORDS_PIECE + piece];
    if (!equal_lists(d, LC_WORDS_PIECE + piece, LC_WORDS_PIECE + 6 + piece)) return false;
    for (unsigned i = 0; i < list.count; i++) {
      const lc_DialectWord *word = &d->words[list.first + i];
      if (!add_start(d, piece, d->pool + word->at[0], word->size[0])) return false;
    }
    const lc_DialectWord *first = &d->words[list.first];
    memcpy(d->print[piece], d->pool + first->at[0], first->size[0]);
    d->print_size[piece] = first->size[0];
    for (unsigned color = 0; piece != LC_KING && color < 2; color++) {
      const lc_DialectWord *named = &d->words[d->lists[LC_WORDS_PROMOTION + 6 * color + piece].first];
      if (named->size[0] != first->size[0] ||
          memcmp(d->pool + named->at[0], d->pool + first->at[0], first->size[0]) != 0)
        return false;
    }
  }
  index_last_bytes(d);
  return true;
}

/* Report whether the dialect meets the conditions of dialect_impl.h. */
static bool is_plain(lc_Dialect *d) {
  const uint32_t needed = LC_REPAIR_CAPTURE_SIGN | LC_REPAIR_CHECK_SIGN | LC_REPAIR_SUPERFLUOUS_ORIGIN;
  bool has_layout = d->has_letters && d->origin == LC_ORIGIN_MINIMAL && d->pawn_origin == LC_ORIGIN_MINIMAL &&
                    d->capture_place == LC_PLACE_BEFORE && d->victim_place == LC_PLACE_NONE &&
                    d->castle == LC_CASTLE_WORDS && (d->tolerates & needed) == needed && !d->has_short_captures &&
                    d->lists[LC_WORDS_JOIN].count == 0 && d->lists[LC_WORDS_WING].count == 0;
  for (unsigned part = 0; part < LC_PARTS; part++) has_layout = has_layout && d->order[part] == part;
  return has_layout && !d->may_collide && prints(d, LC_WORDS_PIECE, "") && prints(d, LC_WORDS_PIECE + 6, "") &&
         has_standard_squares(d) && has_standard_signs(d) && !collides(d, LC_WHITE, LC_KNIGHT, LC_FORM_LOWER) &&
         index_pieces(d) && !has_intruders(d);
}

/* For each byte, store the files and ranks whose words begin with that byte. In the two folded forms (folding.h), a
** Cyrillic letter that looks like the Latin letter of a file is stored for that file, too. */
static void index_lines(lc_Dialect *d) {
  for (unsigned i = 0; i < 16; i++) {
    unsigned list = i < 8 ? LC_WORDS_FILE + i : LC_WORDS_RANK + i - 8;
    for (unsigned k = 0; k < d->lists[list].count; k++) {
      const lc_DialectWord *word = &d->words[d->lists[list].first + k];
      for (unsigned form = 0; form < LC_FORMS; form++)
        d->lines[i / 8][form][(unsigned char)d->pool[word->at[form]]] |= (uint8_t)(1u << i % 8);
    }
  }
  for (unsigned form = LC_FORM_FOLDED; form < LC_FORMS; form++) {
    d->lines[0][form][0xd0] |= 1u << 0 | 1u << 4;
    d->lines[0][form][0xd1] |= 1u << 2;
  }
}

/* Report whether White's and Black's words for a piece differ. */
static bool has_colors(const lc_Dialect *d) {
  for (unsigned list = LC_WORDS_PIECE; list < LC_WORDS_FILE; list++) {
    if (list / 6 % 2 == 0 && !equal_lists(d, list, list + 6)) return true;
  }
  return false;
}

const char *lc_dialect_finish(lc_Dialect *d) {
  for (unsigned i = 0; i < 64; i++) d->has_squares = d->has_squares || d->lists[LC_WORDS_SQUARE + i].count > 0;
  d->longest = (uint16_t)longest_text(d);
  const char *fault = find_fault(d);
  if (fault) return fault;
  if (d->calls.write) d->longest = LC_DIALECT_TEXT - 1;
  for (unsigned i = 0; i < d->word_count; i++) {
    const lc_DialectWord *word = &d->words[i];
    d->has_glyphs = d->has_glyphs || memchr(d->pool + word->at[0], '!', word->size[0]) != NULL ||
                    memchr(d->pool + word->at[0], '?', word->size[0]) != NULL;
    d->has_blanks = d->has_blanks || memchr(d->pool + word->at[0], ' ', word->size[0]) != NULL;
  }
  index_lines(d);
  d->may_collide = d->has_letters && (collides(d, LC_WHITE, LC_PAWN, LC_FORM_WRITTEN) ||
                                      collides(d, LC_BLACK, LC_PAWN, LC_FORM_WRITTEN));
  d->has_colors = has_colors(d);
  d->is_plain = !d->calls.find && is_plain(d);
  d->has_blanks = d->has_blanks || d->calls.find;
  d->is_unsure = d->may_collide || d->is_own || d->has_short_captures || d->origin == LC_ORIGIN_WING;
  return NULL;
}
