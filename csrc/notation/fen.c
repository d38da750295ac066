/*
** fen - see fen.h. A table has one function for each field. fen_write_impl.h writes FENs.
*/
#include "fen_write_impl.h"
#include "codes.h"

/* ---- reading ---- */

typedef struct Reader {
  const char *text;
  size_t length;
  size_t start, end; /* the field being read */
  bool strict;
  lc_Setup *out;
  lc_FenReport *report;
} Reader;

static bool fail(Reader *r, lc_Code code, size_t at) {
  r->report->error = code;
  r->report->column = (unsigned)at + 1;
  return false;
}

/* Record a tolerance; in strict mode, record an error. Only the first use of a tolerance is recorded. */
static bool tolerate(Reader *r, lc_Code code, size_t at) {
  lc_FenReport *report = r->report;
  if (r->strict) return fail(r, code, at);
  for (unsigned i = 0; i < report->note_count; i++)
    if (report->notes[i].code == code) return true;
  report->notes[report->note_count].code = code;
  report->notes[report->note_count].column = (unsigned)at + 1;
  report->note_count++;
  return true;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* Find the next field. If there is no field, start == end. In strict mode, returns false for irregular blanks. */
static bool next_field(Reader *r) {
  size_t before = r->end, at = before;
  while (at < r->length && is_blank(r->text[at])) at++;
  r->start = r->end = at;
  while (r->end < r->length && !is_blank(r->text[r->end])) r->end++;
  if (r->start == before) return true;
  bool one_space = before > 0 && r->text[before] == ' ';
  if (one_space && r->start == before + 1 && r->start < r->length) return true;
  return tolerate(r, LC_D_FEN_SPACES, one_space ? before + 1 : before);
}

/* Return the code of an English piece letter in lc_Setup.board, or 0 for other characters. */
static uint8_t letter_code(char letter) {
  static const char letters[] = "PNBRQKpnbrqk";
  const char *found = letter ? memchr(letters, letter, 12) : NULL;
  if (!found) return 0;
  unsigned index = (unsigned)(found - letters);
  return lc_setup_code(index / 6, index % 6);
}

static bool read_board(Reader *r) {
  unsigned rank = 7, file = 0;
  bool after_digit = false;
  for (size_t i = r->start; i < r->end; i++) {
    char c = r->text[i];
    bool digit = c >= '1' && c <= '8';
    if (c == '/') {
      if (file != 8 || rank == 0) return fail(r, LC_D_BAD_BOARD, i);
      rank--;
      file = 0;
    } else if (digit) {
      if (after_digit && !tolerate(r, LC_D_FEN_DIGITS, i)) return false;
      file += (unsigned)(c - '0');
      if (file > 8) return fail(r, LC_D_BAD_BOARD, i);
    } else if (letter_code(c)) {
      if (file >= 8) return fail(r, LC_D_BAD_BOARD, i);
      r->out->board[rank * 8 + file++] = letter_code(c);
    } else {
      /* Crazyhouse writes pockets as [Qn] and marks promoted pieces with ~. */
      return fail(r, c == '[' || c == '~' ? LC_D_UNSUPPORTED_VARIANT : LC_D_BAD_BOARD, i);
    }
    after_digit = digit;
  }
  return (rank == 0 && file == 8) || fail(r, LC_D_BAD_BOARD, r->end);
}

static bool read_turn(Reader *r) {
  char c = r->text[r->start];
  if (r->end - r->start != 1 || (c != 'w' && c != 'b')) return fail(r, LC_D_BAD_TURN, r->start);
  r->out->turn = c == 'b' ? LC_BLACK : LC_WHITE;
  return true;
}

/* Return the rook's square for a castling letter, or LC_NO_SQUARE for other letters. If there is no rook on the side of
** K or Q, returns the corner square, so that the impossible right can be reported. */
static unsigned castling_rook(const lc_Setup *setup, char letter, bool *by_file, bool *king_side) {
  unsigned color = letter >= 'a' ? LC_BLACK : LC_WHITE;
  char upper = (char)(color ? letter - 'a' + 'A' : letter);
  unsigned row = color ? 56 : 0;
  *by_file = upper >= 'A' && upper <= 'H';
  if (*by_file) {
    unsigned king = lc_setup_king(setup, color), file = (unsigned)(upper - 'A');
    *king_side = file > (king == LC_NO_SQUARE ? 4 : lc_file(king));
    return row | file;
  }
  if (upper != 'K' && upper != 'Q') return LC_NO_SQUARE;
  *king_side = upper == 'K';
  unsigned rook = lc_setup_outer_rook(setup, color, *king_side);
  return rook != LC_NO_SQUARE ? rook : row | (*king_side ? 7 : 0);
}

static bool is_standard_right(const lc_Setup *setup, unsigned rook) {
  unsigned color = lc_rank(rook) == 7 ? LC_BLACK : LC_WHITE;
  return lc_setup_king(setup, color) == (color ? 60 : 4) &&
         (lc_file(rook) == 0 || lc_file(rook) == 7);
}

/* Read castling letters. Returns the number of letters read. `odd` is set to the offset of the first letter that is a
** duplicate or not in KQkq order. */
static size_t read_castling_letters(const char *text, size_t length, lc_Setup *out, size_t *odd) {
  bool foreign = false; /* some right is impossible in standard chess */
  bool named = false;   /* such a right was given by a file letter */
  unsigned last = 0;
  *odd = length;
  out->castling = 0;
  for (size_t i = 0; i < length; i++) {
    bool by_file, king_side;
    unsigned rook = castling_rook(out, text[i], &by_file, &king_side);
    if (rook == LC_NO_SQUARE) return i;
    unsigned order = (lc_rank(rook) == 7 ? 3u : 1u) + (king_side ? 0u : 1u);
    if (order <= last && *odd == length) *odd = i;
    last = order;
    out->castling |= lc_bit(rook);
    if (!is_standard_right(out, rook)) {
      foreign = true;
      named = named || by_file;
    }
  }
  out->chess960 = foreign;
  if (foreign && !named) out->chess960 = !(lc_setup_problems(out) & LC_PROBLEM_BAD_CASTLING);
  return length;
}

static bool read_castling(Reader *r) {
  size_t length = r->end - r->start, odd;
  if (length == 1 && r->text[r->start] == '-') return true;
  size_t read = read_castling_letters(r->text + r->start, length, r->out, &odd);
  if (read < length) return fail(r, LC_D_BAD_CASTLING, r->start + read);
  return odd == length || tolerate(r, LC_D_FEN_CASTLING, r->start + odd);
}

static bool read_ep(Reader *r) {
  const char *s = r->text + r->start;
  size_t length = r->end - r->start;
  if (length == 1 && s[0] == '-') return true;
  bool is_square = length == 2 && s[0] >= 'a' && s[0] <= 'h' && s[1] >= '1' && s[1] <= '8';
  bool is_passed = is_square && (s[1] == '3' || s[1] == '6');
  if (!is_square || (!is_passed && r->strict)) return fail(r, LC_D_BAD_EP, r->start);
  if (!is_passed) return tolerate(r, LC_D_EP_DROPPED, r->start);
  r->out->ep = (uint8_t)((s[0] - 'a') + 8 * (s[1] - '1'));
  return true;
}

/* Read a field of digits. Returns false if it has other characters or its number is too large. */
static bool read_digits(const Reader *r, uint32_t *out) {
  unsigned value = 0;
  for (size_t i = r->start; i < r->end; i++) {
    char c = r->text[i];
    if (c < '0' || c > '9') return false;
    value = value * 10 + (unsigned)(c - '0');
    if (value > UINT16_MAX) return false;
  }
  *out = value;
  return true;
}

/* Report whether a field is meant as a counter: -1, 70000, 0.5, -, ? or x. Words may be the operations of an EPD
** record, and a plus sign the numbers of checks. */
static bool is_like_counter(const Reader *r) {
  char first = r->text[r->start];
  if (r->end - r->start == 1 && ((first >= 'A' && first <= 'Z') || (first >= 'a' && first <= 'z'))) return true;
  for (size_t i = r->start; i < r->end; i++)
    if (!memchr("0123456789-?.,", r->text[i], 14)) return false;
  return true;
}

/* Read a counter. If it is wrong, `usual` replaces it. */
static bool read_counter(Reader *r, uint32_t usual, uint32_t *out) {
  if (read_digits(r, out)) return true;
  if (r->strict || !is_like_counter(r)) return fail(r, LC_D_BAD_CLOCK, r->start);
  *out = usual;
  return tolerate(r, LC_D_FEN_COUNTER, r->start);
}

static bool read_halfmove_clock(Reader *r) { return read_counter(r, 0, &r->out->halfmove_clock); }

static bool read_fullmove_number(Reader *r) {
  if (!read_counter(r, 1, &r->out->fullmove_number)) return false;
  if (r->out->fullmove_number > 0) return true;
  r->out->fullmove_number = 1;
  return tolerate(r, LC_D_FEN_MOVE_NUMBER, r->start);
}

/* ---- the checks of Three-check ---- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Report whether the field is two digits, each after a plus sign: "+0+2". */
static bool is_given(const Reader *r) {
  const char *s = r->text + r->start;
  return r->end - r->start == 4 && s[0] == '+' && is_digit(s[1]) && s[2] == '+' && is_digit(s[3]);
}

/* Report whether the field is two digits with a plus sign between them: "3+1". */
static bool is_remaining(const Reader *r) {
  const char *s = r->text + r->start;
  return r->end - r->start == 3 && is_digit(s[0]) && s[1] == '+' && is_digit(s[2]);
}

/* Set the checks given, from the digits of White and Black. With `remaining`, the digits are the checks still to be
** given. Only one side can have given all its checks. */
static bool read_checks(Reader *r, char white, char black, bool remaining) {
  unsigned given[2] = {(unsigned)(white - '0'), (unsigned)(black - '0')};
  for (unsigned color = 0; color < 2; color++) {
    if (given[color] > LC_CHECKS_TO_WIN) return fail(r, LC_D_BAD_CHECKS, r->start);
    if (remaining) given[color] = LC_CHECKS_TO_WIN - given[color];
  }
  if (given[0] == LC_CHECKS_TO_WIN && given[1] == LC_CHECKS_TO_WIN) return fail(r, LC_D_BAD_CHECKS, r->start);
  r->out->rules = lc_rules_three_check(given[0], given[1]);
  r->report->checks = (unsigned)r->start + 1;
  return true;
}

/* Read the checks before the half-move clock, if they are there, and find the next field. `*after` is set to the end of
** the checks. */
static bool read_remaining(Reader *r, size_t *after) {
  const char *s = r->text + r->start;
  if (!is_remaining(r)) return true;
  *after = r->end;
  return read_checks(r, s[0], s[2], true) && next_field(r);
}

/* Read the checks after the sixth field, if they are there, and find the next field. */
static bool read_given(Reader *r) {
  const char *s = r->text + r->start;
  if (r->report->checks || !is_given(r)) return true;
  return read_checks(r, s[1], s[3], false) && next_field(r);
}

/* Drop semicolons at the end, as they end a record of EPD. */
static bool drop_semicolons(Reader *r) {
  size_t length = r->length, last = length;
  for (size_t i = length; i > 0 && (is_blank(r->text[i - 1]) || r->text[i - 1] == ';'); i--)
    if (r->text[i - 1] == ';') last = i - 1;
  if (last == length) return true;
  r->length = last;
  return tolerate(r, LC_D_FEN_SEMICOLON, last);
}

static bool is_all_blank(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (!is_blank(text[i])) return false;
  return true;
}

bool lc_fen_parse(const char *text, size_t length, bool strict, lc_Setup *out,
                  lc_FenReport *report) {
  static bool (*const fields[6])(Reader *) = {
      read_board, read_turn, read_castling, read_ep, read_halfmove_clock, read_fullmove_number};
  Reader r = {.text = text, .length = length, .strict = strict, .out = out, .report = report};
  memset(report, 0, sizeof *report);
  lc_setup_clear(out);
  if (!drop_semicolons(&r)) return false;
  if (is_all_blank(text, r.length)) return fail(&r, LC_D_BAD_FEN, 0);
  size_t after = 0; /* end of the last field */
  for (unsigned i = 0; i < 6; i++) {
    if (!next_field(&r) || (i == 4 && !read_remaining(&r, &after))) return false;
    if (r.start == r.end) return tolerate(&r, LC_D_FEN_FIELDS, after);
    report->columns[i] = (unsigned)r.start + 1;
    report->fields = i + 1;
    if (!fields[i](&r)) return false;
    after = r.end;
  }
  if (!next_field(&r) || !read_given(&r)) return false;
  return r.start == r.end || fail(&r, LC_D_TRAILING_TEXT, r.start);
}

bool lc_fen_read_castling(const char *text, size_t length, lc_Setup *setup) {
  lc_Setup changed = *setup;
  size_t odd;
  if (length == 1 && text[0] == '-') {
    setup->castling = 0;
    return true;
  }
  if (length == 0 || read_castling_letters(text, length, &changed, &odd) < length) return false;
  *setup = changed;
  return true;
}

/* ---- writing ---- */

/* The outermost rook on the queen's side [0] and the king's side [1] of each king. */
typedef unsigned OuterRooks[2][2];

static size_t write_castling(lc_Bits rights, OuterRooks outer, lc_CastlingMode mode, char *out) {
  size_t n = 0;
  for (unsigned color = 0; color < 2; color++) {
    lc_Bits mine = rights & lc_back_rank(color);
    while (mine) {
      unsigned rook = lc_last(mine), file = lc_file(rook);
      unsigned queen = outer[color][0], king = outer[color][1];
      char letter = (char)('A' + file);
      if (mode == LC_CASTLING_XFEN) {
        if (rook == king || (king == LC_NO_SQUARE && file == 7)) letter = 'K';
        if (rook == queen || (queen == LC_NO_SQUARE && file == 0)) letter = 'Q';
      }
      out[n++] = (char)(color ? letter - 'A' + 'a' : letter);
      mine ^= lc_bit(rook);
    }
  }
  if (n == 0) out[n++] = '-';
  out[n] = '\0';
  return n;
}

const lc_FenRights lc_fen_rights[16] = {
    {"-", 1}, {"K", 1}, {"Q", 1}, {"KQ", 2}, {"k", 1}, {"Kk", 2}, {"Qk", 2}, {"KQk", 3},
    {"q", 1}, {"Kq", 2}, {"Qq", 2}, {"KQq", 3}, {"kq", 2}, {"Kkq", 3}, {"Qkq", 3}, {{'K', 'Q', 'k', 'q'}, 4}};

size_t lc_fen_write_castling(const lc_Position *p, lc_CastlingMode mode,
                             char out[LC_CASTLING_MAX]) {
  OuterRooks outer;
  for (unsigned color = 0; color < 2; color++) {
    lc_Bits king = lc_bit(lc_position_king(p, color));
    lc_Bits rooks = lc_position_of(p, color, LC_ROOK) & lc_back_rank(color);
    lc_Bits left = rooks & (king - 1), right = rooks & ~(king - 1);
    outer[color][0] = left ? lc_first(left) : LC_NO_SQUARE;
    outer[color][1] = right ? lc_last(right) : LC_NO_SQUARE;
  }
  return write_castling(p->castling, outer, mode, out);
}

size_t lc_fen_write_setup_castling(const lc_Setup *setup, char out[LC_CASTLING_MAX]) {
  OuterRooks outer;
  for (unsigned color = 0; color < 2; color++)
    for (unsigned side = 0; side < 2; side++)
      outer[color][side] = lc_setup_outer_rook(setup, color, side);
  return write_castling(setup->castling, outer, LC_CASTLING_XFEN, out);
}

size_t lc_fen_write(lc_Cpu cpu, const lc_Position *p, lc_EpMode ep, lc_CastlingMode castling, char out[LC_FEN_MAX]) {
  char *at = out + lc_fen_core(cpu, p, ep, castling, out);
  at = lc_fen_put_clocks(at, p->halfmove_clock, p->fullmove_number);
  at = lc_fen_put_checks(at, p->rules);
  *at = '\0';
  return (size_t)(at - out);
}

/* The board of a Setup may have any pieces anywhere, so it is written square by square. */
size_t lc_fen_write_setup(const lc_Setup *setup, char out[LC_FEN_MAX]) {
  static const char names[] = " PNBRQK  pnbrqk";
  char *at = out;
  for (unsigned rank = 8; rank-- > 0; *at++ = '/') {
    uint64_t letters = 0;
    unsigned occupied = 0;
    for (unsigned file = 0; file < 8; file++) {
      unsigned code = setup->board[8 * rank + file];
      if (code == 0) continue;
      occupied |= 1u << file;
      letters |= (uint64_t)(unsigned char)names[code & 15] << (8 * file);
    }
    at = lc_fen_put_rank(at, letters, occupied);
  }
  at[-1] = ' ';
  at[0] = setup->turn ? 'b' : 'w';
  at[1] = ' ';
  at += 2 + lc_fen_write_setup_castling(setup, at + 2);
  *at++ = ' ';
  at = lc_fen_put_ep(at, setup->ep);
  at = lc_fen_put_clocks(at, setup->halfmove_clock, setup->fullmove_number);
  at = lc_fen_put_checks(at, setup->rules);
  *at = '\0';
  return (size_t)(at - out);
}
