/*
** pasted - see pasted.h.
*/
#include "pasted.h"

#include <assert.h>
#include <string.h>

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_line_end(char c) { return c == '\n' || c == '\r'; }

/* The text, which begins with the construct to examine. */
typedef struct Text {
  const char *at;
  size_t size;
  bool is_last;
} Text;

/* Report whether the byte at offset `at` has not been read yet, and more input may follow. */
static bool is_beyond(const Text *text, size_t at) {
  return at >= text->size && !text->is_last && text->size < LC_PASTED_LONGEST;
}

static char byte_at(const Text *text, size_t at) { return at < text->size ? text->at[at] : '\0'; }

static void replace(lc_Piece *out, size_t size, const char *by) {
  out->size = size;
  out->made = (unsigned)strlen(by);
  out->is_changed = true;
  assert(out->made <= sizeof out->out);
  memcpy(out->out, by, out->made);
}

/* Replace `size` bytes by a character in UTF-8. */
static void replace_by(lc_Piece *out, size_t size, unsigned long c) {
  out->size = size;
  out->is_changed = true;
  unsigned n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (unsigned i = n - 1; i > 0; i--, c >>= 6) out->out[i] = (char)(0x80 | (c & 0x3f));
  out->out[0] = (char)(leads[n] | c);
  out->made = n;
}

/* ---- mails ---- */

static bool take_quote_marks(const Text *text, lc_Piece *out) {
  size_t at = 0;
  while (byte_at(text, at) == '>') {
    at++;
    if (byte_at(text, at) == ' ') at++;
  }
  if (at > 0 && !is_beyond(text, at)) replace(out, at, "");
  return at > 0;
}

/* ---- HTML ---- */

/* Tags that change only the look of text, and tags that separate words. */
static const char INLINE[] = " a b big code em font i kbd mark s small span strong sub sup tt u wbr ";
static const char BLOCK[] =
    " article blockquote body br center dd div dl dt footer h1 h2 h3 h4 h5 h6 head header hr html img li "
    "main meta ol p pre section table tbody td th thead title tr ul ";

static bool is_listed(const char *list, const char *name, size_t size) {
  char word[16] = " "; /* longer words are in no list */
  if (size == 0 || size + 3 > sizeof word) return false;
  for (size_t i = 0; i < size; i++) word[i + 1] = (char)(is_letter(name[i]) ? name[i] | 0x20 : name[i]);
  word[size + 1] = ' ';
  word[size + 2] = '\0';
  return strstr(list, word) != NULL;
}

static bool take_tag(const Text *text, lc_Piece *out) {
  size_t name = byte_at(text, 1) == '/' ? 2 : 1, end = name;
  while (is_letter(byte_at(text, end)) || is_digit(byte_at(text, end))) end++;
  bool is_inline = is_listed(INLINE, text->at + name, end - name),
       is_block = is_listed(BLOCK, text->at + name, end - name);
  if (!is_inline && !is_block && !is_beyond(text, end)) return false;
  char after = byte_at(text, end);
  if (after != '>' && after != '/' && after != ' ' && !is_beyond(text, end)) return false;
  while (end < text->size && text->at[end] != '>' && text->at[end] != '<' && !is_line_end(text->at[end])) end++;
  if (is_beyond(text, end)) return true;
  if (byte_at(text, end) != '>') return false;
  replace(out, end + 1, is_inline ? "" : " ");
  return true;
}

static const struct {
  const char *name;
  unsigned code;
} entities[] = {{"quot", '"'},      {"amp", '&'},       {"lt", '<'},        {"gt", '>'},        {"apos", '\''},
                {"nbsp", 0xa0},     {"laquo", 0xab},    {"shy", 0xad},      {"frac12", 0xbd},   {"raquo", 0xbb},
                {"times", 0xd7},    {"Auml", 0xc4},     {"Ouml", 0xd6},     {"Uuml", 0xdc},     {"szlig", 0xdf},
                {"agrave", 0xe0},   {"aacute", 0xe1},   {"acirc", 0xe2},    {"atilde", 0xe3},   {"auml", 0xe4},
                {"aring", 0xe5},    {"aelig", 0xe6},    {"ccedil", 0xe7},   {"egrave", 0xe8},   {"eacute", 0xe9},
                {"ecirc", 0xea},    {"euml", 0xeb},     {"iacute", 0xed},   {"icirc", 0xee},    {"iuml", 0xef},
                {"ntilde", 0xf1},   {"oacute", 0xf3},   {"ocirc", 0xf4},    {"otilde", 0xf5},   {"ouml", 0xf6},
                {"oslash", 0xf8},   {"uacute", 0xfa},   {"ucirc", 0xfb},    {"uuml", 0xfc},     {"ndash", 0x2013},
                {"mdash", 0x2014},  {"lsquo", 0x2018},  {"rsquo", 0x2019},  {"ldquo", 0x201c},  {"rdquo", 0x201d},
                {"hellip", 0x2026}, {"minus", 0x2212}};

/* Return the character of the entity name at text[1..end), or 0. */
static unsigned long entity_code(const Text *text, size_t end) {
  for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
    if (strlen(entities[i].name) == end - 1 && memcmp(entities[i].name, text->at + 1, end - 1) == 0)
      return entities[i].code;
  }
  return 0;
}

/* Return the character of a number such as #8217 or #x2019 at text[1..end). Returns 0 if it is not a number, or if the
** number is that of a control character or of no character. */
static unsigned long number_code(const Text *text, size_t end) {
  bool is_hex = (byte_at(text, 2) | 0x20) == 'x';
  unsigned long code = 0;
  for (size_t i = is_hex ? 3 : 2; i < end; i++) {
    char c = text->at[i], lower = (char)(c | 0x20);
    unsigned digit = is_digit(c)                    ? (unsigned)(c - '0')
                     : lower >= 'a' && lower <= 'f' ? (unsigned)(lower - 'a') + 10
                                                    : 16;
    if (digit >= (is_hex ? 16u : 10u) || code > 0xffff) return 0;
    code = code * (is_hex ? 16 : 10) + digit;
  }
  bool is_surrogate = code >= 0xd800 && code < 0xe000;
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || is_surrogate || code > 0x10ffff ? 0 : code;
}

/* Return the length of an entity, or 0 if there is none. */
static size_t entity_at(const Text *text, unsigned long *code) {
  enum { LONGEST = 10 };
  size_t end = 1;
  while (end < LONGEST &&
         (is_letter(byte_at(text, end)) || is_digit(byte_at(text, end)) || (end == 1 && byte_at(text, 1) == '#')))
    end++;
  if (byte_at(text, end) != ';') return 0;
  *code = byte_at(text, 1) == '#' ? number_code(text, end) : entity_code(text, end);
  return *code ? end + 1 : 0;
}

/* ---- signs ---- */

static bool is_quotation_mark(unsigned long c) {
  return (c >= 0x201c && c <= 0x201f) || c == 0xab || c == 0xbb || c == 0x2033;
}

/* Return the replacement of a character: a straight quotation mark, a hyphen or a blank; 0 if the character is removed.
** Returns the character itself if it is not replaced. */
static unsigned long plain_sign(unsigned long c) {
  if (is_quotation_mark(c)) return '"';
  if ((c >= 0x2010 && c <= 0x2015) || c == 0x2212) return '-';
  if (c == 0xa0 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f || c == 0x205f || c == 0x3000) return ' ';
  bool is_removed = c == 0xad || (c >= 0x200b && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) || c == 0x2060;
  return is_removed ? 0 : c;
}

/* Return the character of a byte that is not part of UTF-8. Quotation marks and dashes are those of code page 1252. */
static unsigned long code_page_character(unsigned char c) {
  if (c == 0x84 || c == 0x93 || c == 0x94) return 0x201c;
  if (c == 0x96 || c == 0x97) return 0x2013;
  return c;
}

/* Return the character at the beginning of the text, and the number of its bytes. */
static unsigned long character_at(const Text *text, size_t *size) {
  unsigned char lead = (unsigned char)byte_at(text, 0);
  size_t n = lead < 0xc2 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 1;
  unsigned long character = n == 1 ? 0 : lead & (0x7fu >> n);
  for (size_t i = 1; i < n && n > 1; i++) {
    unsigned char c = (unsigned char)byte_at(text, i);
    if ((c & 0xc0) != 0x80) n = 1;
    character = character << 6 | (c & 0x3f);
  }
  *size = n;
  return n == 1 ? code_page_character(lead) : character;
}

/* Report whether typographic signs at this place are copied unchanged. */
static bool keeps_signs(const lc_Pasted *state) { return state->in_comment || state->quote == '"'; }

/* Replace the character `c` of `size` bytes by its plain sign. Returns false if it is not replaced. */
static bool take_character(const lc_Pasted *state, unsigned long c, size_t size, lc_Piece *out) {
  unsigned long plain = keeps_signs(state) ? c : plain_sign(c);
  if (plain == c) return false;
  replace_by(out, size, plain);
  if (plain == 0) out->made = 0;
  return true;
}

static bool take_entity(const lc_Pasted *state, const Text *text, lc_Piece *out) {
  unsigned long code;
  size_t size = entity_at(text, &code);
  if (size == 0) return false;
  if (state->quote == '"' && (code == '"' || code == '\\')) {
    replace(out, size, code == '"' ? "\\\"" : "\\\\");
  } else if (!take_character(state, code, size, out)) {
    replace_by(out, size, code);
  }
  return true;
}

/* Markdown: ** and ` for emphasis and code, and a backslash before a sign. */
static bool take_markdown(const Text *text, lc_Piece *out) {
  size_t end = 0;
  char c = byte_at(text, 0);
  if (c == '\\') {
    if (is_beyond(text, 1)) return true;
    char sign = byte_at(text, 1);
    if (sign == '\0' || !strchr("*[]_#-()>`", sign)) return false;
    replace(out, 2, (char[]){sign, '\0'});
    return true;
  }
  while (byte_at(text, end) == c) end++;
  if (is_beyond(text, end)) return true;
  if (end < 2 && c == '*') return false;
  while (c == '`' && end >= 3 && (is_letter(byte_at(text, end)) || is_digit(byte_at(text, end)))) end++; /* ```pgn */
  if (!is_beyond(text, end)) replace(out, end, "");
  return true;
}

/* ---- one construct ---- */

static void note_sign(lc_Pasted *state, char c) {
  bool begins_line = state->begins_line;
  state->begins_line = is_line_end(c);
  if (state->begins_line) state->in_tag = state->is_escaped = false, state->quote = 0;
  if (state->in_comment) {
    state->in_comment = c != '}';
  } else if (!state->in_tag) {
    state->in_tag = begins_line && c == '[';
    state->in_comment = c == '{';
  } else if (c == '"' && !state->is_escaped) {
    state->quote = state->quote ? 0 : '"';
  } else {
    state->is_escaped = state->quote == '"' && c == '\\' && !state->is_escaped;
    return;
  }
  state->is_escaped = false;
}

/* Update the state after a construct. If a tag's value begins with a typographic quotation mark, it ends at the next
** quotation mark of any kind. */
static void note_piece(lc_Pasted *state, const lc_Piece *piece) {
  bool was_open = state->quote != 0;
  if (piece->made == 1 && state->in_tag && piece->out[0] == '"') {
    state->quote = was_open ? 0 : 'o';
  } else if (piece->made == 1) {
    note_sign(state, piece->out[0]);
  } else if (piece->made > 0 && memcmp(piece->out, "\xef\xbb\xbf", 3) != 0) { /* a byte order mark is not text */
    state->begins_line = false;
  }
}

static bool take(const lc_Pasted *state, const Text *text, lc_Piece *out) {
  size_t size;
  char c = text->at[0];
  if (c == '>' && state->begins_line) return take_quote_marks(text, out);
  if (c == '<') return take_tag(text, out);
  if (c == '&') return is_beyond(text, 10) ? true : take_entity(state, text, out);
  if ((c == '*' || c == '`' || c == '\\') && !state->in_comment && !state->quote) return take_markdown(text, out);
  if ((unsigned char)c < 0x80) return false;
  if (is_beyond(text, 3)) return true;
  unsigned long character = character_at(text, &size);
  if (take_character(state, character, size, out)) return true;
  out->size = out->made = (unsigned)size;
  memcpy(out->out, text->at, size);
  return true;
}

void lc_pasted_next(lc_Pasted *state, const char *text, size_t size, bool is_last, lc_Piece *out) {
  const Text it = {text, size, is_last};
  memset(out, 0, sizeof *out);
  if (take(state, &it, out)) {
    if (out->size > 0) note_piece(state, out);
    return;
  }
  out->size = out->made = 1;
  out->out[0] = text[0];
  note_sign(state, text[0]);
}
