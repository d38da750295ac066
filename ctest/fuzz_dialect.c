/*
** fuzz_dialect - builds a dialect from the input, plays random legal moves, then reads the rest of the input as a move.
** These properties must hold:
**   - the builder rejects bad words and choices, or builds a dialect that never reads or writes outside its
**     buffers;
**   - moves that are read are legal;
**   - a written move is read back as the same move; in a usual dialect, this needs no repairs;
**   - a dialect gives the same results with a memo and without;
**   - in a plain dialect, the quick functions give the same results as the slower functions.
*/
#include <stdlib.h>
#include <string.h>

#include "../csrc/notation/codes.h"
#include "../csrc/notation/dialect_impl.h"
#include "../csrc/notation/folding.h"
#include "fuzz_bytes.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- dialects ---- */

static void add(lc_Dialect *d, unsigned list, const char *word) {
  require(lc_dialect_add(d, list, word, strlen(word)));
}

static void add_letters(lc_Dialect *d, unsigned first, const char *const letters[6]) {
  for (unsigned color = 0; color < 2; color++) {
    for (unsigned piece = 0; piece < 6; piece++) {
      unsigned list = first + 6 * color + piece;
      if (piece == LC_PAWN && first == LC_WORDS_PIECE) add(d, list, "");
      add(d, list, letters[piece]);
    }
  }
}

static void add_squares(lc_Dialect *d) {
  for (unsigned i = 0; i < 8; i++) {
    char file[] = {(char)('a' + i), 0}, rank[] = {(char)('1' + i), 0};
    add(d, LC_WORDS_FILE + i, file);
    add(d, LC_WORDS_RANK + i, rank);
  }
}

/* Build a usual dialect: piece letters from real alphabets, and any choices of layout. */
static bool build_usual(lc_Dialect *d, Bytes *in) {
  static const char *const alphabets[][6] = {
      {"P", "N", "B", "R", "Q", "K"},
      {"P", "C", "F", "T", "D", "R"},
      {"B", "S", "L", "T", "D", "K"},
      {"\xd0\xbf", "\xd0\x9a", "\xd0\xa1", "\xd0\x9b", "\xd0\xa4", "\xd0\x9a\xd1\x80"},
      {"B", "Gh", "G", "N", "M", "R"},
      {"\xe2\x99\x99", "\xe2\x99\x98", "\xe2\x99\x97", "\xe2\x99\x96", "\xe2\x99\x95", "\xe2\x99\x94"},
      {"P", "Kt", "B", "R", "Q", "K"},
      {"p", "n", "b", "r", "q", "k"},
      {"U", "Ka", "O", "Ku", "Msh", "M"},
      {"P", "A", "F", "K", "V", "\xc5\x9e"},
      {"P", "\xd0\x9a", "\xd1\x9a", "K", "V", "\xc5\x9e"},
  };
  const char *const *letters = alphabets[take(in) % 11];
  unsigned layout = take(in);
  bool always = layout & 1;
  d->origin = d->pawn_origin = always ? LC_ORIGIN_ALWAYS : LC_ORIGIN_MINIMAL;
  d->capture_place = (uint8_t)(layout >> 1 & 3) % 3;
  d->castle = (uint8_t)(layout >> 3 & 3) % 3;
  d->victim_place = layout & 32 && always ? LC_PLACE_BEFORE : LC_PLACE_NONE;
  d->optional = layout & 64 ? 15 : 0;
  add_letters(d, LC_WORDS_PIECE, letters);
  if (d->victim_place != LC_PLACE_NONE) add_letters(d, LC_WORDS_VICTIM, letters);
  add_letters(d, LC_WORDS_PROMOTION, letters);
  add_squares(d);
  add(d, LC_WORDS_QUIET, always && layout & 128 ? "-" : "");
  add(d, LC_WORDS_CAPTURE, layout & 128 ? ":" : "x");
  add(d, LC_WORDS_SIGN, layout & 128 && !always ? "" : "=");
  add(d, LC_WORDS_CLOSE, "");
  add(d, LC_WORDS_EP, layout & 64 ? " e.p." : "");
  add(d, LC_WORDS_SHORT, layout & 128 ? "0-0" : "O-O");
  add(d, LC_WORDS_LONG, layout & 128 ? "0-0-0" : "O-O-O");
  add(d, LC_WORDS_CHECK, "+");
  add(d, LC_WORDS_MATE, "#");
  add(d, LC_WORDS_NULL, "--");
  return lc_dialect_finish(d) == NULL;
}

/* Build a dialect from any lists, words and choices. In the input, a word consists of its list, its length and its
** bytes. */
static bool build_wild(lc_Dialect *d, Bytes *in) {
  d->origin = (uint8_t)(take(in) % 4);
  for (unsigned part = 1, order = take(in); part < LC_PARTS; part++) {
    unsigned other = order % (part + 1);
    uint8_t swapped = d->order[part];
    order /= part + 1;
    d->order[part] = d->order[other];
    d->order[other] = swapped;
  }
  d->has_short_captures = take(in) & 1;
  d->pawn_origin = (uint8_t)(take(in) % 3);
  d->capture_place = (uint8_t)(take(in) % 3);
  d->victim_place = (uint8_t)(take(in) % 3);
  d->castle = (uint8_t)(take(in) % 3);
  d->optional = (uint8_t)(take(in) & 15);
  d->has_letters = take(in) & 1;
  d->tolerates = (take(in) | take(in) << 8) & ((1u << LC_REPAIR_COUNT) - 1);
  d->is_own = true;
  unsigned list = 0;
  if (take(in) & 1) { /* start with a dialect that lc_dialect_finish() accepts */
    static const char *const letters[6] = {"P", "N", "B", "R", "Q", "K"};
    add_letters(d, LC_WORDS_PIECE, letters);
    add_letters(d, LC_WORDS_VICTIM, letters);
    add_letters(d, LC_WORDS_PROMOTION, letters);
    add_squares(d);
    list = LC_WORDS_QUIET;
  }
  while (in->size > 0 && list < LC_WORDS_COUNT) {
    unsigned step = take(in), length = step >> 2 & 7;
    if (length > in->size) length = (unsigned)in->size;
    if (!lc_dialect_add(d, list, (const char *)in->data, length)) break;
    in->data += length;
    in->size -= length;
    if (step & 3) list++;
    if (step == 0xff) break;
  }
  return lc_dialect_finish(d) == NULL;
}

/* ---- properties ---- */

/* Copy a token into memory of exactly its size, so that AddressSanitizer detects reads after the end. Returns NULL if
** there is not enough memory. */
static char *exact_copy(const void *text, size_t size) {
  char *copy = malloc(size ? size : 1);
  if (copy && size) memcpy(copy, text, size);
  return copy;
}

/* Read a token with the quick readers, as the loops in csrc/pgn do, and compare the moves with that of
** lc_dialect_read(). */
static void check_quick(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size) {
  lc_Position quick = *p, replaced = *p;
  uint64_t word = 0;
  unsigned length;
  lc_Reading reading;
  if (!d->is_plain || size == 0 || size > 30) return;
  size_t tail = size < 8 ? size : 8;
  memcpy((char *)&word + 8 - tail, text + size - tail, tail);
  unsigned move = lc_dialect_quick(d, &quick, text, (unsigned)size, word);
  bool is_english = lc_dialect_word(d, text, (unsigned)size, &word, &length);
  require((is_english ? lc_san_quick(&replaced, word, length) : LC_SAN_SLOW) == move);
  if (move == LC_SAN_SLOW) return;
  require(lc_dialect_read(d, p, text, size, &reading) == LC_D_NONE && reading.move == move);
}

/* The dialect with a memo. */
static lc_Dialect remembering;

/* Read a token three times: without the memo, and twice with the memo. The second time, the memo may contain the
** token. */
static void check_memo(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size) {
  lc_Reading plain, first, second;
  lc_dialect_read(d, p, text, size, &plain);
  lc_dialect_read(&remembering, p, text, size, &first);
  lc_dialect_read(&remembering, p, text, size, &second);
  require(plain.code == first.code && plain.code == second.code);
  if (plain.code != LC_D_NONE) return;
  require(plain.move == first.move && plain.repairs == first.repairs && plain.glyph == first.glyph);
  require(plain.move == second.move && plain.repairs == second.repairs && plain.glyph == second.glyph);
}

static void check_text(const lc_Dialect *d, const lc_Position *p, const char *bytes, size_t size) {
  lc_Reading reading;
  lc_MoveList list;
  char *text = exact_copy(bytes, size);
  if (!text) return;
  lc_Code code = lc_dialect_read(d, p, text, size, &reading);
  lc_dialect_candidates(d, p, text, size, &list);
  if (code == LC_D_NONE) {
    require(reading.move == LC_NULL_MOVE || lc_is_legal(p, reading.move));
    require(list.count == 1 && list.moves[0] == reading.move);
    require((reading.repairs & ~d->tolerates) == 0);
    require(lc_dialect_is_shaped(d, text, size));
    (void)lc_dialect_is_canonical(d, p, reading.move, text, size);
  }
  if (code == LC_D_AMBIGUOUS_MOVE) require(list.count > 1);
  check_quick(d, p, text, size);
  check_memo(d, p, text, size);
  free(text);
}

/* A move without its sign of check is not read as another move, or as one of several. For this, it may need more
** squares than the move with the sign, if several moves may have the same text. */
static void check_bare(const lc_Dialect *d, const lc_Position *p, lc_Move move, size_t size_with_sign) {
  char text[LC_DIALECT_TEXT];
  lc_Reading reading;
  size_t size = lc_dialect_write(d, p, move, false, text);
  require(size < LC_DIALECT_TEXT && text[size] == '\0');
  if (!d->is_unsure) {
    require(size <= size_with_sign);
  } else if (size > 0) {
    lc_Code code = lc_dialect_read(d, p, text, size, &reading);
    require(code == LC_D_NONE ? reading.move == move : code != LC_D_AMBIGUOUS_MOVE);
  }
}

static void check_move(const lc_Dialect *d, const lc_Position *p, lc_Move move, bool is_usual) {
  char text[LC_DIALECT_TEXT], put[LC_DIALECT_TEXT];
  lc_Reading reading;
  size_t size = lc_dialect_write(d, p, move, true, text);
  require(size < LC_DIALECT_TEXT && text[size] == '\0');
  check_bare(d, p, move, size);
  if (is_usual && !d->may_collide) require(size > 0);
  if (size == 0) return;
  check_text(d, p, text, size);
  require(lc_dialect_read(d, p, text, size, &reading) == LC_D_NONE && reading.move == move);
  if (!is_usual) return;
  require(reading.repairs == 0);
  require(lc_dialect_is_canonical(d, p, move, text, size));
  if (!d->is_plain) return;
  lc_Position next = *p;
  require(lc_dialect_put(d, lc_san_word(&next, move, true), put) == size && memcmp(put, text, size) == 0);
}

/* Change one or two bytes in the text of a legal move, as typing errors do. Such texts are the most likely to reveal
** errors of the quick reader. */
static void check_slip(const lc_Dialect *d, const lc_Position *p, lc_Move move, Bytes *in) {
  char text[LC_DIALECT_TEXT + 2];
  size_t size = lc_dialect_write(d, p, move, true, text);
  for (unsigned slips = 1 + take(in) % 2; slips > 0 && size > 0; slips--) {
    size_t at = take(in) % size;
    unsigned kind = take(in) % 4;
    if (kind == 0) memmove(text + at, text + at + 1, --size - at);
    if (kind == 1) memmove(text + at + 1, text + at, size++ - at);
    text[at] = kind == 3 ? (char)(text[at] ^ 32) : kind ? (char)take(in) : text[at];
  }
  check_text(d, p, text, size);
}

static void check_folding(const char *bytes, size_t size) {
  char *text = exact_copy(bytes, size), *out = malloc(size ? size : 1), *again = malloc(size ? size : 1);
  if (text && out && again) {
    size_t n = lc_folding_signs(text, size, out);
    require(n <= size);
    require(lc_folding_lower(out, n, again) <= n);
    require(lc_folding_lower(text, size, out) <= size);
  }
  free(text);
  free(out);
  free(again);
}

static void check_position(const lc_Dialect *d, const lc_Position *p, Bytes *in, bool is_usual) {
  lc_MoveList list;
  lc_legal_moves(p, &list);
  /* Check only every eighth move: many inputs find more errors than many moves of one position. */
  for (unsigned i = take(in) % 8; i < list.count; i += 8) check_move(d, p, list.moves[i], is_usual);
  for (unsigned i = 0; i < 4 && list.count > 0; i++) check_slip(d, p, list.moves[take(in) % list.count], in);
  check_text(d, p, (const char *)in->data, in->size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static lc_Dialect d;
  static lc_DialectMemo *memory;
  Bytes in = {data, size};
  lc_Position p;
  lc_MoveList list;
  lc_position_start(&p);
  bool is_usual = take(&in) & 1;
  for (unsigned plies = take(&in) % 48; plies > 0; plies--) {
    lc_legal_moves(&p, &list);
    if (list.count == 0) break;
    lc_position_play(&p, list.moves[take(&in) % list.count]);
  }
  if (take(&in) & 1) p.chess960 = 1;
  lc_dialect_begin(&d);
  if (!(is_usual ? build_usual(&d, &in) : build_wild(&d, &in))) return 0;
  remembering = d;
  remembering.memo = memory ? memory : (memory = malloc(lc_dialect_memo_size()));
  if (!memory) return 0;
  memset(memory, 0, lc_dialect_memo_size());
  /* Check two positions with the same side to move. For the second position, the memo contains readings from the first
  ** one. */
  for (unsigned round = 0; round < 2; round++) {
    check_position(&d, &p, &in, is_usual);
    for (unsigned ply = 0; ply < 2; ply++) {
      lc_legal_moves(&p, &list);
      if (list.count > 0) lc_position_play(&p, list.moves[take(&in) % list.count]);
    }
  }
  check_folding((const char *)in.data, in.size);
  return 0;
}
