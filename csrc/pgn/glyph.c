/*
** glyph - see glyph.h.
*/
#include "glyph.h"

#include <string.h>

#include "text.h"

typedef struct Sign {
  const char *text;
  uint8_t nag;
} Sign;

/* Each sign comes before the shorter signs with which it begins, so that the longest match is found first. */
static const Sign ascii_signs[] = {
    {"++--", 20}, {"+--", 20}, {"+/=", 14}, {"+/-", 16}, {"+=", 14}, {"+-", 18},
    {"--++", 21}, {"--+", 21}, {"->/<-", 180}, {"-/+", 17}, {"-+", 19}, {"->", 178},
    {"=>/<=", 180}, {"=/+", 15}, {"=/~", 181}, {"=/&", 181}, {"=+", 15}, {"==", 11}, {"=~", 12}, {"=&", 12},
    {"=>", 178}, {"=", 10},
    {"~/=", 181}, {"~~", 13}, {"~", 13}, {"&/=", 181}, {"&&", 12},
    {"<=>", 180}, {"<->", 149}, {"<=", 143}, {"<<", 184}, {">=", 142}, {"><", 147}, {">>", 183},
    {"/\\", 140}, {"//", 150}, {"\\/", 141}, {"^^", 182}, {"^_", 153}, {"^=", 154}, {"^", 179},
    {"|^", 179}, {"||", 168}, {"|_", 165}, {"_|_", 148}, {"_|", 166}, {"o^", 160}, {"@", 175},
    {"[+]", 167}, {"[]", 8}, {"(+)", 174}, {"(.)", 176}, {"(?)", 6}, {"RR", 145}, {"N", 146}, {"D", 155},
};

/* U+2212 is the minus sign. The signs from U+2BF9 on were added to Unicode for the Informant. */
#define MINUS "\xe2\x88\x92"
static const Sign unicode_signs[] = {
    {"+" MINUS MINUS, 20}, {"+" MINUS, 18}, {MINUS MINUS "+", 21}, {MINUS "+", 19},
    {"=\xe2\x88\x9e", 181},     /* = and infinity */
    {"\xe2\x80\xbc", 3},        /* U+203C two ! */
    {"\xe2\x81\x87", 4},        /* U+2047 two ? */
    {"\xe2\x81\x89", 5},        /* U+2049 !? */
    {"\xe2\x81\x88", 6},        /* U+2048 ?! */
    {"\xe2\x96\xa1", 7},        /* U+25A1 white square */
    {"\xe2\x86\xb9", 12},       /* U+21B9 arrows to bars */
    {"\xe2\x88\x9e", 13},       /* U+221E infinity */
    {"\xe2\xa9\xb2", 14},       /* U+2A72 plus above equals */
    {"\xe2\xa9\xb1", 15},       /* U+2A71 equals above plus */
    {"\xc2\xb1", 16},           /* U+00B1 plus-minus */
    {"\xe2\x88\x93", 17},       /* U+2213 minus-plus */
    {"\xe2\x88\x86", 140},      /* U+2206 increment */
    {"\xe2\x88\x87", 141},      /* U+2207 nabla */
    {"\xe2\x8c\x93", 142},      /* U+2313 segment */
    {"\xe2\x89\xa5", 142},      /* U+2265 at least */
    {"\xe2\x89\xa4", 143},      /* U+2264 at most */
    {"\xe2\x8a\xa5", 148},      /* U+22A5 up tack */
    {"\xe2\x9f\xba", 149},      /* U+27FA long left right double arrow */
    {"\xe2\x87\x94", 239},      /* U+21D4 left right double arrow */
    {"\xe2\x87\x97", 150},      /* U+21D7 north east double arrow */
    {"\xe2\x97\xa8", 153},      /* U+25E8 square, right half black */
    {"\xe2\x8a\xb6", 154},      /* U+22B6 original of */
    {"\xe2\xaf\xbb", 157},      /* U+2BFB separated */
    {"\xe2\xaf\xbc", 158},      /* U+2BFC doubled */
    {"\xe2\xaf\xba", 159},      /* U+2BFA united */
    {"\xe2\xaf\xbd", 160},      /* U+2BFD passed */
    {"\xe2\x9a\xa8", 212},      /* U+26A8 vertical male with stroke */
    {"\xe2\x8c\x8a", 214},      /* U+230A left floor */
    {"\xe2\x88\x9f", 165},      /* U+221F right angle */
    {"\xe2\x8c\x8b", 215},      /* U+230B right floor */
    {"\xe2\xaf\xbe", 166},      /* U+2BFE reversed right angle */
    {"\xe2\x8a\x9e", 167},      /* U+229E squared plus */
    {"\xe2\x97\x8b", 173},      /* U+25CB white circle */
    {"\xe2\xa8\x81", 174},      /* U+2A01 circled plus operator */
    {"\xe2\x8a\x95", 174},      /* U+2295 circled plus */
    {"\xe2\x9f\xb3", 175},      /* U+27F3 clockwise gapped circle arrow */
    {"\xe2\xa8\x80", 176},      /* U+2A00 circled dot operator */
    {"\xe2\x8a\x99", 176},      /* U+2299 circled dot */
    {"\xe2\x86\x92", 178},      /* U+2192 arrow to the right */
    {"\xe2\x86\x91", 179},      /* U+2191 arrow up */
    {"\xe2\x87\x86", 180},      /* U+21C6 arrows left over right */
    {"\xe2\xaf\xb9", 181},      /* U+2BF9 equals above infinity */
    {"\xe2\x97\xab", 182},      /* U+25EB square with a line */
    {"\xe2\x9f\xab", 183},      /* U+27EB right double angle bracket */
    {"\xe2\x9f\xaa", 184},      /* U+27EA left double angle bracket */
    {"\xe2\xac\x92", 220},      /* U+2B12 square, top half black */
    {"\xe2\xac\x93", 221},      /* U+2B13 square, bottom half black */
};
#undef MINUS

/* Signs that are read directly after a move. Longer signs come first. "+=" is not in the list, because + may mean check
** and = a draw offer. */
static const char *const glued_signs[] = {"+/-", "-/+", "+/=", "=/+", "~/=", "=/~", "+-",
                                          "-+",  "=+",  "==",  "~~",  "=~",  "=",   "~"};

static bool is_high(char c) { return (unsigned char)c >= 0x80; }

static const Sign *find(const Sign *signs, size_t count, const char *text, size_t size) {
  for (size_t i = 0; i < count; i++) {
    size_t n = strlen(signs[i].text);
    if (signs[i].text[0] == text[0] && n <= size && memcmp(signs[i].text, text, n) == 0) return &signs[i];
  }
  return NULL;
}

static const Sign *find_unicode(const char *text, size_t size) {
  return find(unicode_signs, sizeof unicode_signs / sizeof *unicode_signs, text, size);
}

bool lc_glyph_may_begin(char c, char next) {
  switch (c) {
    case 'N':
    case 'D':
    case 'R': return !lc_is_letter(next) ? !lc_is_digit(next) : next == 'R';
    case 'o': return next == '^';
    case '-':
    case '+':
    case '=':
    case '~':
    case '&':
    case '<':
    case '>':
    case '/':
    case '\\':
    case '^':
    case '|':
    case '_':
    case '@': return true;
    case '[': return next == ']' || next == '+';
    case '(': return next == '.' || next == '+' || next == '?';
    default: return is_high(c);
  }
}

/* Report whether a sign may end here. White space, the end of the text, the start of another token or another Unicode
** sign must follow. */
static bool ends_at(const char *text, size_t size, size_t at) {
  if (at >= size || lc_is_space(text[at])) return true;
  if (text[at] != '\0' && strchr("{};()$*[!?", text[at])) return true;
  if (size - at >= 2 && memcmp(text + at, "\xc2\xa0", 2) == 0) return true; /* a no-break space */
  return find_unicode(text + at, size - at) != NULL;
}

/* Report whether the word that ends before `end` is a move number, with or without periods. */
static bool is_number_before(const char *text, size_t end) {
  if (end > 0 && text[end - 1] == '.') return true;
  size_t at = end;
  while (at > 0 && lc_is_digit(text[at - 1])) at--;
  return at < end && (at == 0 || lc_is_space(text[at - 1]));
}

/* Report whether the text at `at` may be the rest of a move after its piece letter: a file, a rank or a capture sign,
** but not a move number. */
static bool is_square_at(const char *text, size_t size, size_t at) {
  if (at >= size) return false;
  if ((text[at] >= 'a' && text[at] <= 'h') || strchr("x:-", text[at])) return true;
  if (!lc_is_digit(text[at])) return is_high(text[at]) && !find_unicode(text + at, size - at);
  while (at < size && lc_is_digit(text[at])) at++;
  return at < size && lc_is_letter(text[at]);
}

/* Return the length of the loose dash (skip.def) that ends before `at`, or 0. */
static size_t dash_before(const char *text, size_t at) {
  size_t length = 0;
  if (at > 0 && text[at - 1] == '-') length = 1;
  if (at >= 3 && memcmp(text + at - 3, "\xe2\x80\x93", 3) == 0) length = 3;
  if (length == 0 || length == at) return length;
  char before = text[at - length - 1];
  return lc_is_space(before) || before == '.' ? length : 0;
}

/* Return the offset before the blanks and the loose dashes that end at `at`. */
static size_t skip_back(const char *text, size_t at) {
  for (;;) {
    size_t length = at > 0 && lc_is_space(text[at - 1]) ? 1 : dash_before(text, at);
    if (length == 0) return at;
    at -= length;
  }
}

/* Report whether the letters from `at` to `end` may name a piece whose square follows after a blank, as in "N f3".
** After a move number, they may do so even if there is no square ("2. N" and "2.- N"): a move is missing there. */
static bool may_be_piece(const char *text, size_t size, size_t at, size_t end) {
  at = skip_back(text, at);
  while (end < size && lc_is_space(text[end])) end++;
  return at == 0 || is_number_before(text, at) || is_square_at(text, size, end);
}

size_t lc_glyph_at(const char *text, size_t size, size_t at, unsigned *nag) {
  const Sign *sign = find_unicode(text + at, size - at);
  if (!sign) sign = find(ascii_signs, sizeof ascii_signs / sizeof *ascii_signs, text + at, size - at);
  if (!sign) return 0;
  size_t length = strlen(sign->text), end = at + length;
  if (!ends_at(text, size, end)) return 0;
  if (at > 0 && text[at - 1] == '(' && end < size && text[end] == ')') return 0;
  if (strchr("NDR", text[at]) && may_be_piece(text, size, at, end)) return 0;
  *nag = sign->nag;
  return length;
}

/* Report whether text[at..end) consists only of Unicode signs. */
static bool is_all_signs(const char *text, size_t at, size_t end) {
  while (at < end) {
    const Sign *sign = find_unicode(text + at, end - at);
    if (!sign) return false;
    at += strlen(sign->text);
  }
  return true;
}

static size_t glued_unicode(const char *text, size_t at, size_t end) {
  size_t first = at + 2;
  while (first < end && !is_high(text[first])) first++;
  if (first >= end) return end;
  if (first > at + 2 && strchr("+=", text[first - 1]) && is_all_signs(text, first - 1, end)) return first - 1;
  return is_all_signs(text, first, end) ? first : end;
}

static bool may_end_move(char last, bool any_letters) {
  if ((last >= '1' && last <= '8') || strchr("O0QRBN+#p", last)) return true;
  return any_letters && (lc_is_letter(last) || is_high(last));
}

static size_t glued_ascii(const char *text, size_t at, size_t end, bool any_letters) {
  if (memcmp(text + end - 2, "+=", 2) == 0) return end;
  for (unsigned i = 0; i < sizeof glued_signs / sizeof *glued_signs; i++) {
    size_t n = strlen(glued_signs[i]);
    if (end - at < n + 2 || memcmp(text + end - n, glued_signs[i], n) != 0) continue;
    if (may_end_move(text[end - n - 1], any_letters)) return end - n;
  }
  return end;
}

size_t lc_glyph_glued(const char *text, size_t at, size_t end, bool any_letters) {
  size_t letters = at;
  while (any_letters && letters < end && is_high(text[letters])) letters++;
  at = letters > at ? letters - 1 : at; /* the letters of a piece's name count as one character */
  if (end - at < 3) return end;
  if (letters == at && !lc_is_letter(text[at]) && memcmp(text + at, "0-0", 3) != 0) return end;
  char last = text[end - 1];
  if (is_high(last)) return glued_unicode(text, at, end);
  if (last == '=' || last == '~' || last == '-') return glued_ascii(text, at, end, any_letters);
  if (last != '+') return end;
  /* A lone plus means check, except after a Unicode minus sign. */
  if (is_high(text[end - 2])) return glued_unicode(text, at, end);
  return strchr("/-=", text[end - 2]) ? glued_ascii(text, at, end, any_letters) : end;
}

unsigned lc_glyph_mark(const char *text, size_t size) {
  static const char *const marks[] = {"!", "?", "!!", "??", "!?", "?!"};
  for (unsigned i = 0; i < 6; i++) {
    if (size == strlen(marks[i]) && memcmp(text, marks[i], size) == 0) return i + 1;
  }
  return 0;
}
