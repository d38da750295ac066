/*
** dialect_write - writes a legal move in the words of a dialect.
**
** A move has the same information as in SAN: piece, disambiguation, capture, check and mate. So the writer builds the
** canonical SAN first, splits it into its elements, and writes these in the dialect. If two pieces have the same
** letter, the text may be ambiguous. Then the text is read back, and if needed, more letters and digits of the squares
** are written.
*/
#include <assert.h>
#include <string.h>

#include "codes.h"
#include "dialect_memo.h"
#include "dialect_words_impl.h"

/* The output. A word for which LC_DIALECT_TEXT has no room is only counted; lc_dialect_finish() rejects dialects with
** moves of such words. */
typedef struct Pen {
  const lc_Dialect *d;
  char *out;
  size_t size;
} Pen;

/* The elements of a move, taken from its SAN. */
typedef struct Parts {
  unsigned color, piece, victim; /* victim: captured piece, or LC_NO_PIECE */
  unsigned from, to, becomes;    /* becomes: promotion piece, or LC_PAWN */
  bool has_file, has_rank, is_ep;
  bool san_file, san_rank; /* the origin that SAN needs */
  bool has_wing;
  bool lacks_rank; /* the destination's rank is not written */
  lc_SanWord san;
  unsigned check; /* list with the check sign, or LC_WORDS_COUNT */
  unsigned mark;  /* list with the word after castling, or LC_WORDS_COUNT */
} Parts;

static void put_word(Pen *pen, const lc_DialectWord *word) {
  if (pen->size + word->size[0] < LC_DIALECT_TEXT)
    memcpy(pen->out + pen->size, pen->d->pool + word->at[0], word->size[0]);
  pen->size += word->size[0];
}

/* Write the separator, and the first word of a list. */
static void put(Pen *pen, unsigned list) {
  const lc_Dialect *d = pen->d;
  if (list >= LC_WORDS_COUNT || d->lists[list].count == 0) return;
  const lc_DialectWord *word = &d->words[d->lists[list].first], *join = lc_join_of(d);
  if (pen->size > 0 && word->size[0] > 0 && !lc_begins_with_join(d, word, LC_FORM_WRITTEN)) put_word(pen, join);
  put_word(pen, word);
}

static void put_square(Pen *pen, unsigned square, bool with_file, bool with_rank) {
  if (pen->d->has_squares) {
    put(pen, LC_WORDS_SQUARE + square);
    return;
  }
  if (with_file) put(pen, LC_WORDS_FILE + lc_file(square));
  unsigned rank = LC_WORDS_RANK + lc_rank(square);
  if (with_rank && with_file)
    put_word(pen, &pen->d->words[pen->d->lists[rank].first]);
  else if (with_rank)
    put(pen, rank);
}

static void put_origin(Pen *pen, const Parts *it) {
  if (!it->has_file && !it->has_rank) return;
  put(pen, LC_WORDS_OPEN);
  put_square(pen, it->from, it->has_file, it->has_rank);
  put(pen, LC_WORDS_SHUT);
}

static void put_victim(Pen *pen, const Parts *it, lc_Place place) {
  if (it->victim == LC_NO_PIECE || pen->d->victim_place != place) return;
  bool has_own = it->is_ep && pen->d->lists[LC_WORDS_EP_VICTIM].count > 0;
  put(pen, has_own ? LC_WORDS_EP_VICTIM : LC_WORDS_VICTIM + 6 * (it->color ^ 1) + it->victim);
}

static void put_sign(Pen *pen, const Parts *it) {
  const lc_Dialect *d = pen->d;
  bool takes = it->victim != LC_NO_PIECE, has_origin = it->has_file && it->has_rank;
  if (takes ? d->capture_place == LC_PLACE_BEFORE : has_origin) put(pen, takes ? LC_WORDS_CAPTURE : LC_WORDS_QUIET);
  if (takes && d->capture_place == LC_PLACE_AFTER && has_origin) put(pen, LC_WORDS_QUIET);
  put_victim(pen, it, LC_PLACE_BEFORE);
}

static void put_part(Pen *pen, const Parts *it, unsigned part) {
  switch (part) {
  case LC_PART_PIECE:
    if (it->has_wing) put(pen, LC_WORDS_WING + (lc_file(it->from) >= 4));
    if (pen->d->has_letters) put(pen, LC_WORDS_PIECE + 6 * it->color + it->piece);
    break;
  case LC_PART_ORIGIN:
    put_origin(pen, it);
    break;
  case LC_PART_SIGN:
    put_sign(pen, it);
    break;
  default:
    put_square(pen, it->to, true, !it->lacks_rank);
  }
}

/* Write everything except signs of check. */
static void put_move(Pen *pen, const Parts *it) {
  const lc_Dialect *d = pen->d;
  for (unsigned part = 0; part < LC_PARTS; part++) put_part(pen, it, d->order[part]);
  if (it->victim != LC_NO_PIECE && d->capture_place == LC_PLACE_AFTER) put(pen, LC_WORDS_CAPTURE);
  put_victim(pen, it, LC_PLACE_AFTER);
  put(pen, it->mark);
  if (it->becomes != LC_PAWN) {
    put(pen, LC_WORDS_SIGN);
    put(pen, LC_WORDS_PROMOTION + 6 * it->color + it->becomes);
    put(pen, LC_WORDS_CLOSE);
  }
  if (it->is_ep) put(pen, LC_WORDS_EP);
}

/* ---- taking SAN apart ---- */

static lc_SanWord san_of(const lc_Position *p, lc_Move move, bool marks) {
  lc_Position next = *p;
  return lc_san_word(&next, move, marks);
}

static unsigned check_list(const lc_Dialect *d, const lc_Position *p, lc_Move move, unsigned sign) {
  if (sign == '#') return LC_WORDS_MATE;
  if (sign != '+') return LC_WORDS_COUNT;
  if (d->lists[LC_WORDS_DOUBLE].count == 0) return LC_WORDS_CHECK;
  lc_Position next = *p;
  lc_position_play(&next, move);
  return lc_is_many(lc_position_checkers(&next)) ? LC_WORDS_DOUBLE : LC_WORDS_CHECK;
}

/* Choose the parts of the origin that the dialect writes, beginning with those of SAN. */
static void choose_origin(const lc_Dialect *d, Parts *it) {
  unsigned style = it->piece == LC_PAWN ? d->pawn_origin : d->origin;
  bool is_needed = it->has_file || it->has_rank;
  it->san_file = it->has_file;
  it->san_rank = it->has_rank;
  if (style != LC_ORIGIN_MINIMAL) it->has_file = it->has_rank = style == LC_ORIGIN_ALWAYS;
  else if (d->has_squares) it->has_file = it->has_rank = is_needed;
  bool is_twin = it->piece == LC_KNIGHT || it->piece == LC_BISHOP || it->piece == LC_ROOK;
  it->has_wing = style == LC_ORIGIN_WING && (is_needed || (d->has_wing_always && is_twin));
  it->lacks_rank = d->has_short_captures && it->piece == LC_PAWN && it->victim != LC_NO_PIECE;
}

static Parts take_apart(const lc_Dialect *d, const lc_Position *p, lc_Move move, lc_SanWord san) {
  unsigned color, last = (unsigned)(san.bytes >> (san.bits - 8)) & 255;
  bool is_check = last == '+' || last == '#';
  Parts it = {.color = p->turn, .victim = LC_NO_PIECE, .from = lc_move_from(move), .to = lc_move_to(move),
              .mark = LC_WORDS_COUNT, .check = check_list(d, p, move, last)};
  it.san = san;
  it.piece = lc_position_piece_at(p, it.from, &color);
  if (lc_move_is_castle(move)) {
    bool onto_rook = d->castle == LC_CASTLE_ROOK || p->chess960;
    it.mark = it.to > it.from ? LC_WORDS_SHORT_MARK : LC_WORDS_LONG_MARK;
    it.has_file = it.has_rank = true;
    if (!onto_rook) it.to = lc_move_king_to(move);
    return it;
  }
  if (lc_position_is_capture(p, move)) {
    it.victim = lc_position_piece_at(p, it.to, &color);
    it.is_ep = it.victim == LC_NO_PIECE;
    if (it.is_ep) it.victim = LC_PAWN;
  }
  it.becomes = lc_move_promotion(move);
  it.has_file = it.piece == LC_PAWN && it.victim != LC_NO_PIECE;
  /* number of characters that name the origin in a piece's SAN */
  unsigned end = san.bits / 8 - is_check - (it.victim != LC_NO_PIECE) - 2;
  for (unsigned i = 1; it.piece != LC_PAWN && i < end; i++) {
    if ((san.bytes >> (8 * i) & 255) >= 'a') it.has_file = true;
    else it.has_rank = true;
  }
  choose_origin(d, &it);
  return it;
}

/* ---- writing ---- */

/* Remove the blanks at both ends of a text. Words may have such blanks (" - "), but the text of a move has none. */
static size_t trim_text(char *text, size_t size) {
  size_t blanks = 0;
  while (size > 0 && text[size - 1] == ' ') size--;
  while (blanks < size && text[blanks] == ' ') blanks++;
  if (blanks > 0) memmove(text, text + blanks, size - blanks);
  text[size - blanks] = '\0';
  return size - blanks;
}

static size_t lay_out(const lc_Dialect *d, const Parts *it, lc_Move move, char out[LC_DIALECT_TEXT]) {
  Pen pen = {d, out, 0};
  if (lc_move_is_castle(move) && d->castle == LC_CASTLE_WORDS)
    put(&pen, it->mark == LC_WORDS_SHORT_MARK ? LC_WORDS_SHORT : LC_WORDS_LONG);
  else
    put_move(&pen, it);
  put(&pen, it->check);
  assert(pen.size <= d->longest);
  return trim_text(out, pen.size);
}

/* Report whether the text is read back as exactly this move, without repairs. Needed if several moves may have the same
** text. */
static bool reads_back(const lc_Dialect *d, const lc_Position *p, lc_Move move, const Parts *it, const char *text,
                       size_t size) {
  lc_Reading reading;
  if (d->memo && lc_memo_has(d, p, move, it->san, text, size)) return true;
  bool is_read = lc_dialect_read(d, p, text, size, &reading) == LC_D_NONE;
  return is_read && reading.move == move && reading.repairs == 0;
}

/* Add one more file or rank to the text. Returns false if none is missing. */
static bool add_squares(Parts *it) {
  if (it->lacks_rank) {
    it->lacks_rank = false;
  } else if (it->has_wing && (it->san_file || it->san_rank)) {
    it->has_wing = false;
    it->has_file = it->san_file;
    it->has_rank = it->san_rank;
  } else if (!(it->has_file && it->has_rank)) {
    it->has_wing = false;
    it->has_file = it->has_rank = true;
  } else {
    return false;
  }
  return true;
}

/* Report whether the text is read as another move, or as one of several. A text without its sign of check may be
** unreadable, if the dialect does not repair it; but it must not be read wrongly. */
static bool misleads(const lc_Dialect *d, const lc_Position *p, lc_Move move, const char *text, size_t size) {
  lc_Reading reading;
  lc_Code code = lc_dialect_read(d, p, text, size, &reading);
  return code == LC_D_NONE ? reading.move != move : code == LC_D_AMBIGUOUS_MOVE;
}

/* Write the move with as many squares as the reader needs. Returns 0 if there is no such text. */
static size_t lay_out_surely(const lc_Dialect *d, const lc_Position *p, lc_Move move, Parts *it, bool marks,
                             char out[LC_DIALECT_TEXT]) {
  do {
    size_t size = lay_out(d, it, move, out);
    if (marks ? reads_back(d, p, move, it, out, size) : !misleads(d, p, move, out, size)) return size;
  } while (add_squares(it));
  out[0] = '\0';
  return 0;
}

size_t lc_dialect_first_text(const lc_Dialect *d, const lc_Position *p, lc_Move move, char out[LC_DIALECT_TEXT]) {
  Parts it = take_apart(d, p, move, san_of(p, move, true));
  return lay_out(d, &it, move, out);
}

/* Write a move whose SAN is known, with signs of check if `marks` or d->is_unsure is set. A null move, and a move of a
** dialect with functions, needs no SAN. */
static size_t write_san(const lc_Dialect *d, const lc_Position *p, lc_Move move, lc_SanWord san, bool marks,
                        char out[LC_DIALECT_TEXT]) {
  if (move == LC_NULL_MOVE) {
    Pen pen = {d, out, 0};
    put(&pen, LC_WORDS_NULL);
    out[pen.size] = '\0';
    return pen.size;
  }
  if (d->calls.write) {
    size_t size = d->calls.write(d->calls.context, p, move, out);
    out[size] = '\0';
    return size;
  }
  if (d->is_plain) {
    size_t size = lc_dialect_put(d, san, out);
    out[size] = '\0';
    return size;
  }
  Parts it = take_apart(d, p, move, san);
  if (!d->is_unsure) return lay_out(d, &it, move, out);
  size_t size = lay_out_surely(d, p, move, &it, true, out);
  if (marks || size == 0) return size;
  it.check = LC_WORDS_COUNT;
  return lay_out_surely(d, p, move, &it, false, out);
}

size_t lc_dialect_write(const lc_Dialect *d, const lc_Position *p, lc_Move move, bool marks,
                        char out[LC_DIALECT_TEXT]) {
  lc_SanWord san = {0};
  bool has_san = move != LC_NULL_MOVE && !d->calls.write;
  if (has_san) san = san_of(p, move, marks || (d->is_unsure && !d->is_plain));
  return write_san(d, p, move, san, marks, out);
}

size_t lc_dialect_write_san(const lc_Dialect *d, const lc_Position *p, lc_Move move, lc_SanWord san,
                            char out[LC_DIALECT_TEXT]) {
  return write_san(d, p, move, san, true, out);
}

bool lc_dialect_is_canonical(const lc_Dialect *d, const lc_Position *p, lc_Move move, const char *text,
                             size_t size) {
  char own[LC_DIALECT_TEXT];
  size_t n = lc_dialect_write(d, p, move, true, own);
  while (!d->has_glyphs && size > 0 && (text[size - 1] == '!' || text[size - 1] == '?')) size--;
  return n > 0 && n == size && memcmp(own, text, n) == 0;
}
