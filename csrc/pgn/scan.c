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

/* The number of bytes of a byte order mark, which must be complete in the buffer, as must be a CRLF. */
enum { LC_SCAN_MARK = 3 };

static bool is_bom(const char *bytes, size_t size, size_t at) {
  return size - at >= 3 && memcmp(bytes + at, "\xef\xbb\xbf", 3) == 0;
}

/* Return the byte at `at`. After the buffer's end, return a space, because the end acts as a separator. */
static char byte_at(const char *bytes, size_t size, size_t at) { return at < size ? bytes[at] : ' '; }

/* Find the closing quotation mark of a value: the first unescaped mark before a bracket. Marks inside the value are
** often unescaped ("5th "Nick" Open"). If no unescaped mark comes before a bracket, an escaped mark before the last
** bracket of the text line closes the value. Programs that do not escape backslashes write such values ("Tournament
** \"]). */
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

/* Quotation marks that word processors and web pages write in place of ". All are in UTF-8. The first pair is two
** apostrophes. */
static const struct {
  const char *open, *close;
} other_quotes[] = {{"'", "'"},
                    {"\xe2\x80\x9c", "\xe2\x80\x9d"}, {"\xe2\x80\x9d", "\xe2\x80\x9d"},
                    {"\xe2\x80\x9e", "\xe2\x80\x9c"}, {"\xe2\x80\x9e", "\xe2\x80\x9d"},
                    {"\xe2\x80\x98", "\xe2\x80\x99"}, {"\xe2\x80\x99", "\xe2\x80\x99"},
                    {"\xc2\xab", "\xc2\xbb"}};

/* Find the value of a tag without quotation marks, or with other quotation marks: [White Fischer], [White 'Fischer'].
** The value ends before a bracket at the end of the text line, or at the end of the text line. */
static void find_bare_value(const char *bytes, lc_Tag *tag) {
  size_t begin = tag->name + tag->name_size, end = tag->end;
  tag->value = begin;
  tag->value_size = 0;
  if (tag->name_size == 0) return; /* a tag without a name has no value; its bracket may be on an earlier text line */
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
  tag->has_escapes = memchr(bytes + begin, '\\', end - begin) != NULL;
}

/* Return the end of a tag without a value in quotation marks: the end of its text line, or the first bracket after
** which moves begin, as in "[Event Rome] 1. e4". A line that ends with "] may be a regular tag (lc_scan_regular_tags),
** so it is one tag. */
static size_t bare_end(const char *bytes, size_t from, size_t line_end) {
  if (line_end - from > 2 && memcmp(bytes + line_end - 2, "\"]", 2) == 0) return line_end;
  for (size_t at = from; at < line_end; at++) {
    size_t next = at + 1;
    if (bytes[at] != ']') continue;
    while (next < line_end && lc_is_blank(bytes[next])) next++;
    if (next < line_end && lc_begins_movetext(bytes, line_end, next)) return at + 1;
  }
  return line_end;
}

/* Report whether a tag is only a number in brackets. It is meant as a move number: "[1] e4". */
static bool is_number(const char *bytes, const lc_Tag *tag) {
  size_t at = tag->name, end = at + tag->name_size;
  while (at < end && lc_is_digit(bytes[at])) at++;
  return at == end && at < tag->end && bytes[at] == ']';
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
  out->end = at = bare_end(bytes, begin, at);
  if (out->name + out->name_size > at || is_number(bytes, out)) out->name_size = 0;
  find_bare_value(bytes, out);
  return true;
}

void lc_scan_begin(lc_Scan *scan, size_t from) {
  memset(scan, 0, offsetof(lc_Scan, lines));
  scan->lines.count = 0;
  scan->begin = scan->at = scan->tags_end = from;
  scan->has_regular_tags = true;
}

void lc_scan_forget(lc_Scan *scan, size_t count) {
  size_t *offsets[] = {&scan->begin, &scan->tags_end, &scan->comment, &scan->split, &scan->ended,
                       &scan->result_end};
  for (unsigned i = 0; i < 6; i++) *offsets[i] = *offsets[i] > count ? *offsets[i] - count : 0;
  scan->at -= count;
}

/* Begin a comment. After the comment, the scanner returns to the current phase. */
static void enter(lc_Scan *scan, lc_ScanPhase phase, size_t at) {
  if (scan->phase != LC_SCAN_MOVETEXT && scan->phase != LC_SCAN_AFTER) scan->has_regular_tags = false;
  scan->line_ends = 0;
  scan->back = scan->phase;
  scan->phase = (uint8_t)phase;
  scan->at = at;
  if (phase == LC_SCAN_COMMENT) scan->comment = at - 1;
  scan->split = 0;
}

/* End the comment before `at`. In the phase AFTER, the comment belongs to the game that ended. */
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

/* Report whether the tag at `at` belongs to another tag section than the tags before it. */
static bool begins_section(const lc_Scan *scan, const char *bytes, size_t size, size_t at) {
  if (scan->blank_line) return lc_begins_section(bytes, size, scan->begin, at);
  return lc_repeats_tag(bytes, size, scan->begin, at, scan->tags);
}

/* Do one step in the tag section. At the end of the section, set the phase to MOVETEXT or STRAY. Returns false if more
** bytes are needed. */
static bool step_tags(lc_Scan *scan, lc_Cpu cpu, const char *bytes, size_t size, bool is_last, bool *game_ends) {
  size_t at = scan->at;
  /* the tag's name, and the first token after the tags, must be complete */
  if (size - at < LC_SCAN_LOOK && !is_last) return false;
  if (bytes[at] != '[') {
    bool is_first_move = bytes[at] == '1' && byte_at(bytes, size, at + 1) == '.'; /* in nearly all games */
    bool is_movetext = is_first_move || lc_begins_movetext(bytes, size, at);
    scan->phase = scan->tags > 0 || is_movetext ? LC_SCAN_MOVETEXT : LC_SCAN_STRAY;
    scan->may_restart = is_movetext;
    scan->is_fragment = scan->tags == 0 && scan->phase == LC_SCAN_MOVETEXT && lc_begins_fragment(bytes, size, at);
    return true;
  }
  if (scan->tags > 0 && begins_section(scan, bytes, size, at)) {
    *game_ends = true;
    return true;
  }
  if (scan->tags == 0) {
    char next = byte_at(bytes, size, at + 1);
    bool may_be_forum = next == 'p' || next == 'P' || next == '/';
    size_t bracket_end = may_be_forum ? lc_forum_bracket_end(bytes, size, at) : 0;
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
    scan->has_setup = true; /* an unusual tag may be FEN, SetUp or Variant, so the tags must be read */
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
LC_INLINE void step_blank(lc_Scan *scan, const char *bytes, size_t size, bool is_last) {
  size_t at = scan->at, line_ends = scan->line_ends;
  for (; at < size && lc_is_space(bytes[at]); at++) {
    if (bytes[at] == '\n') {
      line_ends++;
    } else if (bytes[at] == '\r') {
      if (at + 1 == size && !is_last) break;
      line_ends += byte_at(bytes, size, at + 1) != '\n';
    }
  }
  scan->line_ends = line_ends > 2 ? 2 : (uint8_t)line_ends;
  if (line_ends > 1) scan->blank_line = true;
  scan->at = at;
}

/* Skip white space and then a comment, a % line or a byte order mark of the tag section. Returns false if a tag,
** movetext or stray text comes next. Returns true if the scanner must examine `scan->at` again. */
static bool step_between_tags(lc_Scan *scan, const char *bytes, size_t size, bool is_last) {
  if (lc_is_space(bytes[scan->at])) {
    step_blank(scan, bytes, size, is_last);
    if (scan->phase == LC_SCAN_START) scan->begin = scan->at;
    if (size - scan->at < LC_SCAN_MARK) return true;
  }
  size_t at = scan->at;
  if (is_bom(bytes, size, at)) {
    scan->at += 3;
    if (scan->phase == LC_SCAN_START) scan->begin = scan->at;
    return true;
  }
  if (at > scan->begin && bytes[at - 1] != '\n') scan->has_regular_tags = false;
  scan->phase = LC_SCAN_TAGS;
  if (bytes[at] == '{') {
    enter(scan, LC_SCAN_COMMENT, at + 1);
  } else if (bytes[at] == ';' || (bytes[at] == '%' && (at == scan->begin || lc_is_line_end(bytes[at - 1])))) {
    enter(scan, LC_SCAN_LINE_COMMENT, at + 1);
  } else {
    return false;
  }
  return true;
}

/* Report whether a line end and an empty text line come next. They follow the result in most games. In other games,
** step_after() finds the end. */
static inline bool is_before_blank_line(const char *bytes, size_t size, size_t at) {
  if (size - at < 4) return false;
  return memcmp(bytes + at, "\n\n", 2) == 0 || memcmp(bytes + at, "\r\n\r\n", 4) == 0;
}

/* Do one step in movetext. Returns false if more bytes are needed. */
static bool step_movetext(lc_Scan *scan, lc_Cpu cpu, const char *bytes, size_t size, bool is_last, bool *game_ends) {
  scan->has_content = true;
  size_t at = LC_CALL(cpu, lc_scan_skip_movetext, (bytes, size, scan->at));
  if (!is_last && size - at < LC_SCAN_LOOK) {
    /* The meaning of the byte at `at` depends on the bytes after it, so the next call examines that byte again. At the
    ** end of the buffer, the next call examines the last byte again. */
    if (at == size) at--;
    if (at > scan->at) scan->at = at;
    return false;
  }
  scan->at = at;
  if (at == size) return true;
  size_t end;
  switch (bytes[at]) {
    case '{': enter(scan, LC_SCAN_COMMENT, at + 1); return true;
    case ';':
      if (lc_ends_reference(bytes, scan->begin, at)) break;
      enter(scan, LC_SCAN_LINE_COMMENT, at + 1);
      return true;
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
      if (scan->depth == 0 && lc_is_space(byte_at(bytes, size, at + 1))) {
        scan->phase = LC_SCAN_GAP;
        scan->line_ends = 0;
        return true;
      }
      break;
    default:
      /* pass only the bytes of this game, so that the byte before the game acts as a separator */
      if (scan->depth == 0) {
        scan->result = (uint8_t)lc_result_at(bytes + scan->begin, size - scan->begin, at - scan->begin, &end);
      }
      if (scan->result != LC_RESULT_NONE) {
        scan->at = scan->ended = scan->result_end = scan->begin + end;
        scan->phase = LC_SCAN_AFTER;
        scan->on_result_line = true;
        scan->line_ends = 0;
        *game_ends = is_before_blank_line(bytes, size, scan->at);
        return true;
      }
  }
  scan->at = at + 1;
  return true;
}

/* Return the end of the word at `at`. A word ends before white space, a comment or a bracket. */
static size_t word_end(const lc_Scan *scan, const char *bytes, size_t size, size_t at) {
  while (at < size && !lc_is_space(bytes[at])) {
    bool is_end = memchr("{;[", bytes[at], 3) != NULL;
    if (is_end && (bytes[at] != ';' || !lc_ends_reference(bytes, scan->begin, at))) break;
    at++;
  }
  return at;
}

/* Pass a word after the result, or the rest of one. */
static void pass_word(lc_Scan *scan, const char *bytes, size_t size, size_t at) {
  scan->at = scan->ended = word_end(scan, bytes, size, at);
  scan->in_word = scan->at == size;
}

/* Do one step in white space between moves, which may contain a blank line. After a blank line, the number of a first
** move begins another game. Returns false if more bytes are needed. */
static bool step_gap(lc_Scan *scan, const char *bytes, size_t size, bool is_last, bool *game_ends) {
  step_blank(scan, bytes, size, is_last);
  size_t at = scan->at;
  if (at == size) return true;
  if (!is_last && size - at < LC_SCAN_LOOK) return false;
  scan->phase = LC_SCAN_MOVETEXT;
  if (bytes[at] == '%' && lc_is_line_end(bytes[at - 1])) {
    enter(scan, LC_SCAN_LINE_COMMENT, at + 1);
    return true;
  }
  scan->restarts = scan->may_restart && scan->line_ends > 1 && lc_begins_again(bytes, size, at);
  *game_ends = scan->restarts || lc_tag_begins(bytes, size, at);
  scan->has_gap = scan->has_gap || scan->line_ends > 1;
  return true;
}

/* Do one step after the result. Comments before the next blank line belong to the game that ended. Words after the
** result on its text line also belong to that game, except words that begin a new game. Returns false if more bytes are
** needed. */
static bool step_after(lc_Scan *scan, const char *bytes, size_t size, bool is_last, bool *game_ends) {
  size_t at = scan->at;
  char c = bytes[at];
  if (scan->in_word) {
    pass_word(scan, bytes, size, at);
    return true;
  }
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
  if (c == '{' || (c == ';' && !lc_ends_reference(bytes, scan->begin, at))) {
    enter(scan, c == '{' ? LC_SCAN_COMMENT : LC_SCAN_LINE_COMMENT, at + 1);
    return true;
  }
  if (!is_last && size - at < LC_SCAN_LOOK) return false;
  *game_ends = !scan->on_result_line || lc_begins_after_result(bytes, size, at);
  if (!*game_ends) pass_word(scan, bytes, size, at + 1);
  return true;
}

/* Do one step inside { } when salvaging. Each byte is examined, because a tag section may begin on any text line.
** Returns false if more bytes are needed. */
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
      if (may_split && lc_section_begins(bytes, size, at, scan->line_ends)) scan->split = at;
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
  /* stop before the line end and not after it: step_movetext() must test whether a tag or an escape follows */
  while (scan->at < size && !lc_is_line_end(bytes[scan->at])) scan->at++;
  if (scan->at < size) leave(scan, scan->at);
}

/* Report whether stray text ends before the text line at `at`. */
static bool ends_stray(const lc_Scan *scan, const char *bytes, size_t size, size_t at) {
  if (lc_tag_begins(bytes, size, at) || lc_forum_bracket_end(bytes, size, at) > 0) return true;
  return scan->follows_game && lc_line_begins_game(bytes, size, at);
}

/* Do one step in stray text. Returns false if more bytes are needed. */
static bool step_stray(lc_Scan *scan, const char *bytes, size_t size, bool is_last, bool *ends) {
  while (scan->at < size && !lc_is_line_end(bytes[scan->at])) scan->at++;
  if (!is_last && size - scan->at < LC_SCAN_LOOK) return false;
  if (scan->at < size) {
    *ends = ends_stray(scan, bytes, size, scan->at + 1);
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
  /* a malformed tag extends to the end of its text line, which may end with white space */
  if (scan->tags_end > scan->at) scan->tags_end = scan->at;
  return scan->has_content && !scan->is_fragment ? LC_SCAN_GAME : LC_SCAN_TEXT;
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
      case LC_SCAN_GAP: done = step_gap(scan, bytes, size, is_last, &ends); break;
      case LC_SCAN_AFTER: done = step_after(scan, bytes, size, is_last, &ends); break;
      case LC_SCAN_STRAY: done = step_stray(scan, bytes, size, is_last, &ends); break;
      case LC_SCAN_START:
      case LC_SCAN_TAGS:
        if (!is_last && size - scan->at < LC_SCAN_MARK) return LC_SCAN_MORE;
        if (!step_between_tags(scan, bytes, size, is_last)) {
          done = step_tags(scan, cpu, bytes, size, is_last, &ends);
        }
    }
    if (!done) return LC_SCAN_MORE;
  }
  if (!ends && !is_last) return LC_SCAN_MORE;
  return finish(scan, bytes);
}
