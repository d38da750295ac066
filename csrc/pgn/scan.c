#define LC_ISA(name) name##_base
#include "scan_impl.h"
#include "text.h"

size_t lc_count_lines(lc_Cpu cpu, const char *bytes, size_t size, bool *before_cr) {
  return LC_CALL(cpu, lc_scan_count_lines, (bytes, size, before_cr));
}

unsigned lc_text_traits(lc_Cpu cpu, const char *bytes, size_t size, bool with_brackets) {
  return LC_CALL(cpu, lc_scan_traits, (bytes, size, with_brackets));
}

size_t lc_find_control(lc_Cpu cpu, const char *bytes, size_t size) {
  return LC_CALL(cpu, lc_scan_find_control, (bytes, size));
}

const char *lc_result_text(unsigned result, size_t *length) {
  static const char *const texts[] = {"", "1-0", "0-1", "1/2-1/2", "*"};
  *length = strlen(texts[result]);
  return texts[result];
}

static bool is_bom(const char *bytes, size_t size, size_t at) {
  return size - at >= 3 && memcmp(bytes + at, "\xef\xbb\xbf", 3) == 0;
}

/* Return the byte at `at`. Outside the buffer, return a space: the ends of a buffer act as separators. */
static char byte_at(const char *bytes, size_t size, size_t at) { return at < size ? bytes[at] : ' '; }

bool lc_tag_begins(const char *bytes, size_t size, size_t at) {
  size_t limit = size - at > LC_SCAN_LOOK ? at + LC_SCAN_LOOK : size;
  if (is_bom(bytes, size, at)) at += 3; /* files that were joined contain byte order marks in the middle */
  while (at < limit && lc_is_blank(bytes[at])) at++;
  if (at == limit || bytes[at] != '[') return false;
  for (at++; at < limit && lc_is_blank(bytes[at]);) at++;
  size_t name = at;
  while (at < limit && lc_is_symbol(bytes[at])) at++;
  if (at == name) return false;
  while (at < limit && lc_is_blank(bytes[at])) at++;
  return at < limit && bytes[at] == '"';
}

/* Find the value's closing quotation mark: the first unescaped one before a bracket. Many writers do not escape
** quotation marks inside the value ("5th "Nick" Open"). If there is no such mark, an escaped one before the last
** bracket of the line closes the value ("Tournament \"], from programs that do not know escapes). */
static bool close_value(const char *bytes, size_t size, size_t from, bool is_last, lc_Tag *out) {
  size_t at = from, fallback = 0, fallback_end = 0;
  bool escaped = false;
  for (; at < size && !lc_is_line_end(bytes[at]); at++) {
    if (bytes[at] == '"') {
      size_t bracket = at + 1;
      while (bracket < size && lc_is_blank(bytes[bracket])) bracket++;
      if (bracket < size && bytes[bracket] == ']') {
        if (!escaped) {
          out->value_size = at - from;
          out->end = bracket + 1;
          out->is_good = true;
          return true;
        }
        fallback = at;
        fallback_end = bracket + 1;
      }
      out->has_quotes = out->has_quotes || !escaped;
    }
    if (bytes[at] == '\\') out->has_escapes = true;
    escaped = bytes[at] == '\\' && !escaped;
  }
  if (at == size && !is_last) return false;
  out->end = fallback ? fallback_end : at;
  if (!fallback) {
    /* Without a bracket, the value ends at the last quotation mark or at the line's end. */
    for (fallback = at; fallback > from && lc_is_blank(bytes[fallback - 1]);) fallback--;
    if (fallback > from && bytes[fallback - 1] == '"') fallback--;
  }
  out->value_size = fallback - from;
  return true;
}

/* Quotation marks that word processors and web pages write in place of ". All are UTF-8; the first one is the
** apostrophe. */
static const struct {
  const char *open, *close;
} other_quotes[] = {{"'", "'"},
                    {"\xe2\x80\x9c", "\xe2\x80\x9d"}, {"\xe2\x80\x9d", "\xe2\x80\x9d"},
                    {"\xe2\x80\x9e", "\xe2\x80\x9c"}, {"\xe2\x80\x9e", "\xe2\x80\x9d"},
                    {"\xe2\x80\x98", "\xe2\x80\x99"}, {"\xe2\x80\x99", "\xe2\x80\x99"},
                    {"\xc2\xab", "\xc2\xbb"}};

/* Find the value of a tag that has no quotation marks or unusual ones: [White Fischer], [White 'Fischer']. The
** value ends at the bracket that ends the line, or at the end of the line. */
static void find_bare_value(const char *bytes, lc_Tag *tag) {
  size_t begin = tag->name + tag->name_size, end = tag->end;
  tag->value = begin;
  tag->value_size = 0;
  if (tag->name_size == 0) return; /* a tag without a name has no value, and its bracket may be on an earlier line */
  while (end > begin && lc_is_blank(bytes[end - 1])) end--;
  end -= end > begin && bytes[end - 1] == ']';
  while (end > begin && lc_is_blank(bytes[end - 1])) end--;
  while (begin < end && lc_is_blank(bytes[begin])) begin++;
  for (size_t i = 0; i < sizeof other_quotes / sizeof other_quotes[0]; i++) {
    size_t before = strlen(other_quotes[i].open), after = strlen(other_quotes[i].close);
    if (end - begin < before + after || memcmp(bytes + begin, other_quotes[i].open, before) != 0) continue;
    if (memcmp(bytes + end - after, other_quotes[i].close, after) != 0) continue;
    begin += before;
    end -= after;
    break;
  }
  tag->value = begin;
  tag->value_size = end - begin;
}

bool lc_tag_read(const char *bytes, size_t size, size_t at, bool is_last, lc_Tag *out) {
  memset(out, 0, sizeof *out);
  size_t begin = at++;
  while (at < size && lc_is_space(bytes[at])) at++; /* PGN's import format allows a tag to span several lines */
  out->name = at;
  while (at < size && lc_is_symbol(bytes[at])) at++;
  out->name_size = at - out->name;
  while (at < size && lc_is_space(bytes[at])) at++;
  if (at == size && !is_last) return false;
  if (at < size && bytes[at] == '"' && out->name_size > 0) {
    out->value = at + 1;
    return close_value(bytes, size, at + 1, is_last, out);
  }
  for (at = begin; at < size && !lc_is_line_end(bytes[at]);) at++;
  if (at == size && !is_last) return false;
  out->end = at;
  if (out->name + out->name_size > at) out->name_size = 0;
  find_bare_value(bytes, out);
  return true;
}

/* Report whether a byte may be next to a result. A quotation mark may not: a result between quotation marks is the
** value of a tag, and HTML and mail have tags inside lines. */
static bool delimits(char c) { return !lc_is_symbol(c) && c != '/' && c != '"'; }

/* Report whether only blanks follow on the line. By PGN 7, a star directly after a move is a result, but printed
** books use it as an ornament. So it counts as a result only at the end of a line. */
static bool ends_line(const char *bytes, size_t size, size_t at) {
  while (at < size && lc_is_blank(bytes[at])) at++;
  return at == size || lc_is_line_end(bytes[at]);
}

lc_Result lc_result_at(const char *bytes, size_t size, size_t at, size_t *end) {
  static const struct {
    const char *text;
    uint8_t before, after, result; /* before, after: number of bytes of the sign before and after its hyphen */
  } signs[] = {{"1-0", 1, 1, LC_RESULT_WHITE}, {"0-1", 1, 1, LC_RESULT_BLACK}, {"1/2-1/2", 3, 3, LC_RESULT_DRAW}};
  if (bytes[at] == '*') {
    *end = at + 1;
    bool alone = (at == 0 || delimits(bytes[at - 1])) && delimits(byte_at(bytes, size, at + 1));
    return alone || ends_line(bytes, size, at + 1) ? LC_RESULT_UNKNOWN : LC_RESULT_NONE;
  }
  for (unsigned i = 0; i < 3; i++) {
    size_t before = signs[i].before, after = signs[i].after;
    if (at < before || size - at <= after) continue;
    if (bytes[at - 1] != signs[i].text[before - 1] || bytes[at + 1] != signs[i].text[before + 1]) continue;
    if (memcmp(bytes + at - before, signs[i].text, before + 1 + after) != 0) continue;
    if (at > before && !delimits(bytes[at - before - 1])) continue;
    if (!delimits(byte_at(bytes, size, at + after + 1))) continue;
    *end = at + after + 1;
    return (lc_Result)signs[i].result;
  }
  return LC_RESULT_NONE;
}

void lc_scan_begin(lc_Scan *scan, size_t from) {
  memset(scan, 0, sizeof *scan);
  scan->begin = scan->at = scan->tags_end = from;
  scan->has_regular_tags = true;
}

void lc_scan_forget(lc_Scan *scan, size_t count) {
  size_t *offsets[] = {&scan->begin, &scan->tags_end, &scan->comment, &scan->split, &scan->ended,
                       &scan->result_end};
  for (unsigned i = 0; i < 6; i++) *offsets[i] = *offsets[i] > count ? *offsets[i] - count : 0;
  scan->at -= count;
}

/* Enter a comment. After the comment, the scanner returns to the current phase. */
static void enter(lc_Scan *scan, lc_ScanPhase phase, size_t at) {
  if (scan->phase != LC_SCAN_MOVETEXT && scan->phase != LC_SCAN_AFTER) scan->has_regular_tags = false;
  scan->line_ends = 0;
  scan->back = scan->phase;
  scan->phase = (uint8_t)phase;
  scan->at = at;
  if (phase == LC_SCAN_COMMENT) scan->comment = at - 1;
  scan->split = 0;
}

/* Leave the comment that ends before `at`. In the phase AFTER, the comment belongs to the game that ended. */
static inline void leave(lc_Scan *scan, size_t at) {
  scan->phase = scan->back;
  scan->at = scan->ended = at;
  scan->line_ends = 0;
}

void lc_scan_give_up(lc_Scan *scan) {
  scan->tags++;
  scan->has_content = scan->has_setup = true;
  scan->has_regular_tags = false;
  enter(scan, LC_SCAN_LINE_COMMENT, scan->at + 1);
}

enum { SHOWN = 48 }; /* number of bytes needed to see how a game without tags begins */

/* Report whether the word at `at` looks like a move. */
static bool is_like_move(const char *bytes, size_t size, size_t at) {
  size_t end = at;
  bool has_digit = false;
  for (; end < size && end - at < 10 && (lc_is_symbol(bytes[end]) || (unsigned char)bytes[end] >= 0x80); end++) {
    has_digit = has_digit || (bytes[end] >= '1' && bytes[end] <= '8');
  }
  if (end - at >= 10) return false;
  return has_digit || (end - at >= 3 && memcmp(bytes + at, "O-O", 3) == 0);
}

/* Report whether a number at `at` looks like the beginning of movetext. It does not if a word that cannot be a move
** follows, as in "4th Open" and "1994 Linares". */
static bool is_like_number(const char *bytes, size_t size, size_t at) {
  size_t limit = size - at > SHOWN - 12 ? at + SHOWN - 12 : size;
  while (at < limit && lc_is_digit(bytes[at])) at++;
  while (at < limit && lc_is_blank(bytes[at])) at++;
  return at == limit || !lc_is_letter(bytes[at]) || is_like_move(bytes, size, at);
}

/* Report whether text at the beginning of a game without tags looks like movetext: a move, a move number, a star, a
** parenthesis or a hyphen. Other text is stray text. */
static bool is_like_movetext(const char *bytes, size_t size, size_t at) {
  if (bytes[at] == '*' || bytes[at] == '(' || bytes[at] == '-') return true;
  if (lc_is_digit(bytes[at])) return is_like_number(bytes, size, at);
  return (unsigned char)bytes[at] < 0xfe && is_like_move(bytes, size, at); /* FE and FF begin UTF-16 */
}

/* Report whether the tag at `at`, after a blank line, begins another tag section. It does if its name is Event, or
** if the current section has a tag of the same name. Only the first bytes of the section are searched, so that a
** long section does not cost more. */
static bool begins_other_section(const lc_Scan *scan, const char *bytes, size_t size, size_t at) {
  enum { COMPARED = 2048 };
  size_t end = at + 1;
  while (end < size && lc_is_symbol(bytes[end])) end++;
  size_t length = end - at, limit = at - scan->begin > COMPARED ? scan->begin + COMPARED : at;
  if (end == size || length == 1) return false;
  if (length == 6 && memcmp(bytes + at, "[Event", 6) == 0) return true;
  for (size_t from = scan->begin; from < limit;) {
    const char *bracket = memchr(bytes + from, '[', limit - from);
    if (!bracket) return false;
    from = (size_t)(bracket - bytes);
    bool begins_line = from == scan->begin || lc_is_line_end(bytes[from - 1]);
    if (begins_line && memcmp(bracket, bytes + at, length) == 0 && !lc_is_symbol(bracket[length])) return true;
    from++;
  }
  return false;
}

/* Return the end of a bracket in which forums enclose a game: [pgn], [/pgn] or [pgn width=400] at `at`. Returns 0
** for any other bracket. */
static size_t forum_bracket_end(const char *bytes, size_t size, size_t at) {
  size_t name = at + 1 + (byte_at(bytes, size, at + 1) == '/');
  size_t limit = size - at > LC_SCAN_LOOK ? at + LC_SCAN_LOOK : size;
  if (name + 4 > limit || (strncmp(bytes + name, "pgn", 3) != 0 && strncmp(bytes + name, "PGN", 3) != 0)) return 0;
  if (bytes[name + 3] != ']' && (!lc_is_blank(bytes[name + 3]) || lc_tag_begins(bytes, size, at))) return 0;
  size_t end = name + 3;
  while (end < limit && bytes[end] != ']' && !lc_is_line_end(bytes[end])) end++;
  return end < limit && bytes[end] == ']' ? end + 1 : 0;
}

/* Do one step in the tag section. At its end, set the phase to MOVETEXT or STRAY. Returns false if more bytes are
** needed. */
static bool step_tags(lc_Scan *scan, lc_Cpu cpu, const char *bytes, size_t size, bool is_last, bool *game_ends) {
  size_t at = scan->at;
  if (bytes[at] != '[') {
    /* the first token decides between movetext and stray text, so it must be complete */
    if (scan->tags == 0 && size - at < SHOWN && !is_last) return false;
    scan->phase = scan->tags > 0 || is_like_movetext(bytes, size, at) ? LC_SCAN_MOVETEXT : LC_SCAN_STRAY;
    return true;
  }
  if (scan->tags > 0 && scan->blank_line && begins_other_section(scan, bytes, size, at)) {
    *game_ends = true;
    return true;
  }
  if (scan->tags == 0) {
    if (size - at < LC_SCAN_LOOK && !is_last) return false;
    size_t bracket_end = forum_bracket_end(bytes, size, at);
    if (bracket_end > 0) {
      scan->at = bracket_end;
      scan->phase = LC_SCAN_STRAY;
      *game_ends = true;
      return true;
    }
  }
  if (!LC_CALL(cpu, lc_scan_regular_tags, (scan, bytes, size))) {
    lc_Tag tag;
    if (!lc_tag_read(bytes, size, at, is_last, &tag)) return false;
    scan->has_setup = true; /* an unusual tag may be FEN, SetUp or Variant, so the reader must check */
    scan->has_regular_tags = false;
    scan->tags++;
    scan->at = scan->tags_end = tag.end;
  }
  scan->has_content = true;
  scan->blank_line = false;
  scan->line_ends = 0;
  return true;
}

/* Count line ends in white space. Two line ends with only blanks between them make a blank line. A CR at the end of
** the buffer may be half of a CRLF. */
static void step_blank(lc_Scan *scan, const char *bytes, size_t size, bool is_last) {
  size_t at = scan->at;
  for (; at < size && lc_is_space(bytes[at]); at++) {
    if (bytes[at] == '\r' && at + 1 == size && !is_last) break;
    if (bytes[at] == '\n' || (bytes[at] == '\r' && byte_at(bytes, size, at + 1) != '\n')) {
      scan->line_ends = (uint8_t)(scan->line_ends + (scan->line_ends < 2));
    }
  }
  if (scan->line_ends > 1) scan->blank_line = true;
  scan->at = at;
}

/* Skip white space, comments, % lines and byte order marks of the tag section. Returns true if it skipped anything. */
static bool step_between_tags(lc_Scan *scan, const char *bytes, size_t size, bool is_last) {
  size_t at = scan->at;
  if (lc_is_space(bytes[at])) {
    step_blank(scan, bytes, size, is_last);
    if (scan->phase == LC_SCAN_START) scan->begin = scan->at;
    return true;
  }
  if (is_bom(bytes, size, at)) {
    scan->at += 3;
    if (scan->phase == LC_SCAN_START) scan->begin = scan->at;
    return true;
  }
  bool at_line_start = at == scan->begin || lc_is_line_end(bytes[at - 1]);
  if (at > scan->begin && bytes[at - 1] != '\n') scan->has_regular_tags = false;
  scan->phase = LC_SCAN_TAGS;
  if (bytes[at] == '{') {
    enter(scan, LC_SCAN_COMMENT, at + 1);
  } else if (bytes[at] == ';' || (bytes[at] == '%' && at_line_start)) {
    enter(scan, LC_SCAN_LINE_COMMENT, at + 1);
  } else {
    return false;
  }
  return true;
}

/* Do one step in movetext. Returns false if more bytes are needed. */
static bool step_movetext(lc_Scan *scan, lc_Cpu cpu, const char *bytes, size_t size, bool is_last, bool *game_ends) {
  scan->has_content = true;
  size_t at = LC_CALL(cpu, lc_scan_skip_movetext, (bytes, size, scan->at));
  if (!is_last && size - at < LC_SCAN_LOOK) {
    /* The byte found can be judged only together with the bytes after it, so the next call looks at it again. At
    ** the end of the buffer, this holds for the last byte. */
    if (at == size) at--;
    if (at > scan->at) scan->at = at;
    return false;
  }
  scan->at = at;
  if (at == size) return true;
  size_t end;
  switch (bytes[at]) {
    case '{': enter(scan, LC_SCAN_COMMENT, at + 1); return true;
    case ';': enter(scan, LC_SCAN_LINE_COMMENT, at + 1); return true;
    case '(':
      scan->depth++;
      scan->has_variation = true;
      break;
    case ')':
      scan->depth -= scan->depth > 0;
      scan->has_variation = true;
      break;
    case '\n':
    case '\r':
      if (byte_at(bytes, size, at + 1) == '%') {
        enter(scan, LC_SCAN_LINE_COMMENT, at + 1);
        return true;
      }
      if (lc_tag_begins(bytes, size, at + 1)) {
        *game_ends = true;
        return true;
      }
      break;
    default:
      /* only this game's bytes are passed, so the end of the previous game does not count as a neighbour of the
      ** result */
      if (scan->depth == 0) {
        scan->result = (uint8_t)lc_result_at(bytes + scan->begin, size - scan->begin, at - scan->begin, &end);
      }
      if (scan->result != LC_RESULT_NONE) {
        scan->at = scan->ended = scan->result_end = scan->begin + end;
        scan->phase = LC_SCAN_AFTER;
        scan->on_result_line = true;
        scan->line_ends = 0;
        return true;
      }
  }
  scan->at = at + 1;
  return true;
}

/* Return the end of the word at `at`: white space, a comment or a bracket ends it. */
static size_t word_end(const char *bytes, size_t size, size_t at) {
  while (at < size && !lc_is_space(bytes[at]) && !memchr("{;[", bytes[at], 3)) at++;
  return at;
}

/* Report whether the word at `at`, on the line of a result, is a result again. Such a word begins no game. */
static bool repeats_result(const char *bytes, size_t size, size_t at) {
  static const uint8_t signs[] = {0, 1, 3}; /* offset of the star or the hyphen */
  size_t end;
  for (unsigned i = 0; i < 3; i++) {
    size_t sign = at + signs[i];
    if (sign >= size || bytes[sign] != (i == 0 ? '*' : '-')) continue;
    if (lc_result_at(bytes + at, size - at, sign - at, &end) != LC_RESULT_NONE) return true;
  }
  return false;
}

/* Report whether a game begins at `at`, on the line of another game's result. */
static bool begins_after_result(const char *bytes, size_t size, size_t at) {
  if (is_bom(bytes, size, at)) return true;
  if (bytes[at] == '[') return true; /* a tag, or text that contains a tag */
  if (repeats_result(bytes, size, at)) return false;
  return is_like_movetext(bytes, size, at);
}

/* Do one step after the result. Comments before the next blank line belong to the game that ended. So do words on
** the line of the result, unless they begin a game. Returns false if more bytes are needed. */
static bool step_after(lc_Scan *scan, const char *bytes, size_t size, bool is_last, bool *game_ends) {
  size_t at = scan->at;
  char c = bytes[at];
  if (lc_is_space(c)) {
    if (c == '\r' && at + 1 == size && !is_last) return false;
    if (lc_is_line_end(c)) {
      scan->on_result_line = false;
      if (c == '\r' && byte_at(bytes, size, at + 1) == '\n') scan->at++;
      *game_ends = ++scan->line_ends > 1;
    }
    scan->at++;
    return true;
  }
  if (c == '{' || c == ';') {
    enter(scan, c == '{' ? LC_SCAN_COMMENT : LC_SCAN_LINE_COMMENT, at + 1);
    return true;
  }
  if (!is_last && size - at < LC_SCAN_LOOK) return false;
  *game_ends = !scan->on_result_line || begins_after_result(bytes, size, at);
  if (!*game_ends) scan->at = scan->ended = word_end(bytes, size, at + 1);
  return true;
}

/* Report whether a tag section begins at `at`: a line [Event "...", or any tag line after a blank line. If
** `line_ends` is 2, a blank line comes before `at`. */
static bool section_begins(const char *bytes, size_t size, size_t at, unsigned line_ends) {
  if (line_ends == 0 || !lc_tag_begins(bytes, size, at)) return false;
  if (is_bom(bytes, size, at)) at += 3;
  return line_ends > 1 || (size - at > 7 && memcmp(bytes + at, "[Event ", 7) == 0);
}

/* Count the line ends in the white space before `at`, up to 2. */
static unsigned line_ends_before(const char *text, size_t from, size_t at) {
  unsigned line_ends = 0;
  while (at > from && line_ends < 2 && (lc_is_blank(text[at - 1]) || lc_is_line_end(text[at - 1]))) {
    at--;
    line_ends += lc_is_line_end(text[at]);
    if (text[at] == '\n' && at > from && text[at - 1] == '\r') at--;
  }
  return line_ends;
}

size_t lc_section_find(const char *text, size_t size, size_t from) {
  const char *bracket = from < size ? memchr(text + from, '[', size - from) : NULL;
  while (bracket) {
    size_t at = (size_t)(bracket - text), begin = at;
    while (begin > from && lc_is_blank(text[begin - 1])) begin--;
    begin = begin - from >= 3 && is_bom(text, size, begin - 3) ? begin - 3 : at;
    if (section_begins(text, size, begin, line_ends_before(text, from, begin))) return begin;
    bracket = memchr(bracket + 1, '[', size - at - 1);
  }
  return SIZE_MAX;
}

/* Do one step inside { } when salvaging. Works byte by byte, because a tag section may begin in any line. Returns
** false if more bytes are needed. */
static bool step_salvage(lc_Scan *scan, const char *bytes, size_t size, bool is_last, bool *game_ends) {
  for (; scan->at < size; scan->at++) {
    size_t at = scan->at;
    char c = bytes[at];
    if (c == '}') {
      leave(scan, at + 1);
      return true;
    }
    if (lc_is_line_end(c)) {
      if (c == '\r' && at + 1 == size && !is_last) return false;
      bool is_half = c == '\r' && byte_at(bytes, size, at + 1) == '\n';
      scan->line_ends = (uint8_t)(scan->line_ends + (!is_half && scan->line_ends < 2));
    } else if (!lc_is_blank(c)) {
      bool may_split = scan->split == 0 && scan->line_ends > 0;
      if (may_split && !is_last && size - at < LC_SCAN_LOOK) return false;
      if (may_split && section_begins(bytes, size, at, scan->line_ends)) scan->split = at;
      scan->line_ends = 0;
      *game_ends = scan->split != 0 && (c == '{' || scan->cannot_wait);
      if (*game_ends) return true;
    }
  }
  return true;
}

static inline void step_comment(lc_Scan *scan, const char *bytes, size_t size) {
  if (scan->phase == LC_SCAN_COMMENT) {
    const char *close = memchr(bytes + scan->at, '}', size - scan->at);
    scan->at = size;
    if (close) leave(scan, (size_t)(close - bytes) + 1);
    return;
  }
  /* stop before the line end, because movetext must see it: a tag or an escape may begin in the next line */
  while (scan->at < size && !lc_is_line_end(bytes[scan->at])) scan->at++;
  if (scan->at < size) leave(scan, scan->at);
}

/* Do one step in stray text, which ends where a tag line begins. Returns false if more bytes are needed. */
static bool step_stray(lc_Scan *scan, const char *bytes, size_t size, bool is_last, bool *ends) {
  while (scan->at < size && !lc_is_line_end(bytes[scan->at])) scan->at++;
  if (!is_last && size - scan->at < LC_SCAN_LOOK) return false;
  if (scan->at < size) {
    *ends = lc_tag_begins(bytes, size, scan->at + 1);
    if (!*ends) scan->at++;
  }
  return true;
}

static lc_ScanEnd finish(lc_Scan *scan, const char *bytes) {
  if (scan->phase == LC_SCAN_START) return LC_SCAN_EMPTY;
  if (scan->phase == LC_SCAN_AFTER) scan->at = scan->ended;
  scan->has_open_comment = scan->phase == LC_SCAN_COMMENT;
  if (scan->has_open_comment && scan->split > 0) scan->at = scan->split;
  while (scan->at > scan->begin && lc_is_space(bytes[scan->at - 1])) scan->at--;
  /* a malformed tag extends to the end of its line, which may be after the last byte of text */
  if (scan->tags_end > scan->at) scan->tags_end = scan->at;
  return scan->has_content ? LC_SCAN_GAME : LC_SCAN_TEXT;
}

lc_ScanEnd lc_scan_next(lc_Scan *scan, lc_Cpu cpu, const char *bytes, size_t size, bool is_last) {
  bool ends = scan->cannot_wait && scan->phase == LC_SCAN_COMMENT && scan->split > 0;
  while (scan->at < size && !ends) {
    bool done = true;
    switch ((lc_ScanPhase)scan->phase) {
      case LC_SCAN_COMMENT:
        if (scan->salvages) {
          done = step_salvage(scan, bytes, size, is_last, &ends);
        } else {
          step_comment(scan, bytes, size);
        }
        break;
      case LC_SCAN_LINE_COMMENT: step_comment(scan, bytes, size); break;
      case LC_SCAN_MOVETEXT: done = step_movetext(scan, cpu, bytes, size, is_last, &ends); break;
      case LC_SCAN_AFTER: done = step_after(scan, bytes, size, is_last, &ends); break;
      case LC_SCAN_STRAY: done = step_stray(scan, bytes, size, is_last, &ends); break;
      case LC_SCAN_START:
      case LC_SCAN_TAGS:
        /* A byte order mark or CRLF is judged only when it is complete. */
        if (!is_last && size - scan->at < 3) return LC_SCAN_MORE;
        if (!step_between_tags(scan, bytes, size, is_last)) {
          done = step_tags(scan, cpu, bytes, size, is_last, &ends);
        }
    }
    if (!done) return LC_SCAN_MORE;
  }
  if (!ends && !is_last) return LC_SCAN_MORE;
  return finish(scan, bytes);
}
