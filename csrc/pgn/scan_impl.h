/*
** scan_impl - the loops that scan most bytes of a file, compiled once per instruction set.
*/
#include "scan_kernel.h"
#include "text.h"
#include "vec_impl.h"

/* Find the bytes that step_movetext() must examine: { ; ( ) *, a hyphen before 0 or 1 (in 1-0, 0-1 and 1/2-1/2, not in
** O-O), and a line end before [ % white space or a byte order mark. After such a line end, a tag, an escape or a blank
** line may begin. Of a CRLF only the LF is found, since some files have a CRLF on every text line. If the loop finds a
** byte that has no effect, this costs a little time. If it misses a byte, a game can be lost. */
#if defined(__AVX2__)

static inline uint64_t movetext_hits(const char *at) {
  /* Bits: 1 LF, 16 CR, 2 ( ) *, 4 hyphen, 8 { and ;. The bits of the next byte decide whether 1, 16 and 4 matter. */
  static const uint8_t low[16] = {[8] = 2, [9] = 2, [10] = 1 | 2, [11] = 8, [13] = 16 | 4};
  static const uint8_t high[16] = {[0] = 1 | 16, [2] = 2 | 4, [3] = 8, [7] = 8};
  static const uint8_t next_low[16] = {[0] = 1 | 16 | 4, [1] = 4,      [5] = 1 | 16, [9] = 1 | 16,
                                       [10] = 1,         [11] = 1 | 16, [12] = 1 | 16, [13] = 1 | 16,
                                       [15] = 1 | 16};
  static const uint8_t next_high[16] = {[0] = 1 | 16, [2] = 1 | 16, [3] = 4, [5] = 1 | 16, [14] = 1 | 16};
  lc_Vec here = lc_vec_class(lc_vec_load(at), low, high);
  lc_Vec next = lc_vec_class(lc_vec_load(at + 1), next_low, next_high);
  return lc_vec_common(here, next, 2 | 8);
}

#else

static inline uint64_t movetext_hits(const char *at) {
  lc_Vec v = lc_vec_load(at), next = lc_vec_load(at + 1);
  lc_Hits line = lc_hits_or(lc_vec_is(v, '\n'), lc_hits_without(lc_vec_is(v, '\r'), lc_vec_is(next, '\n')));
  lc_Hits opens = lc_hits_or(lc_hits_or(lc_vec_is(next, '['), lc_vec_is(next, '%')),
                             lc_hits_or(lc_vec_below(next, '!'), lc_vec_is(next, '\xef')));
  lc_Hits hyphen = lc_hits_and(lc_vec_is(v, '-'), lc_hits_or(lc_vec_is(next, '0'), lc_vec_is(next, '1')));
  lc_Hits other = lc_hits_or(lc_hits_or(lc_vec_is(v, '{'), lc_vec_is(v, ';')),
                             lc_hits_or(lc_hits_or(lc_vec_is(v, '('), lc_vec_is(v, ')')), lc_vec_is(v, '*')));
  return lc_hits_word(lc_hits_or(lc_hits_or(lc_hits_and(line, opens), hyphen), other));
}

#endif

size_t LC_ISA(lc_scan_skip_movetext)(const char *bytes, size_t size, size_t at) {
  for (; at + 65 <= size; at += 64) {
    uint64_t hits = movetext_hits(bytes + at);
    if (hits) return at + (size_t)__builtin_ctzll(hits);
  }
  if (at >= size) return size;
  char tail[3 * 64] = {0}; /* the rest and its next byte are in two blocks; the test reads one block more */
  memcpy(tail, bytes + at, size - at);
  for (size_t done = 0; at + done < size; done += 64) {
    uint64_t hits = movetext_hits(tail + done);
    if (hits)
      return at + done + (size_t)__builtin_ctzll(hits) < size ? at + done + (size_t)__builtin_ctzll(hits) : size;
  }
  return size;
}

/* Report whether a tag of this name may set the start position of the game. Eight bytes at `at` must be readable. */
static inline bool is_setup_tag(const char *at) {
  char c = at[1];
  if (c != 'F' && c != 'V' && c != 'S') return false;
  return memcmp(at, "[FEN", 4) == 0 || memcmp(at, "[Variant", 8) == 0 || memcmp(at, "[SetUp", 6) == 0;
}

/* Report whether the text line begin..end is a regular tag. A regular tag has two quotation marks, and the second one
** comes before the bracket at the end of the line. `quotes` is the number of quotation marks. "[ FEN", with a blank
** before the name, is not regular. */
static inline bool is_regular_tag(const char *bytes, size_t begin, size_t end, int quotes) {
  bool is_closed = memcmp(bytes + end - 2, "\"]", 2) == 0 && bytes[end - 3] != '\\';
  return quotes == 2 && is_closed && bytes[begin + 1] > ' ';
}

/* Report whether there is a CR without an LF after it. The slower functions read such text. */
static inline bool has_lone_cr(const char *at, lc_Vec v, uint64_t lf) {
  uint64_t cr = lc_hits_word(lc_vec_is(v, '\r'));
  return (cr & ~(lf >> 1 | (uint64_t)(at[64] == '\n') << 63)) != 0;
}

/* Store the result of lc_scan_regular_tags(). The last tag ends at `end`. */
static inline bool keep_tags(lc_Scan *scan, uint32_t tags, size_t end, bool has_setup) {
  if (tags == 0) return false;
  scan->tags += tags;
  scan->at = scan->tags_end = end;
  scan->has_setup = scan->has_setup || has_setup;
  return true;
}

/* Return a set of letters with one element, as a bit. A union of such sets has the first letters of the wanted names;
** only names that begin with one of them are compared. */
static inline uint64_t letter_bit(char c) { return UINT64_C(1) << (c & 63); }

/* Report whether the name of a regular tag is Event. */
static inline bool is_event_tag(const char *tag) {
  return tag[1] == 'E' && memcmp(tag, "[Event", 6) == 0 && !lc_is_symbol(tag[6]);
}

/* Report whether two regular tags have the same name. */
static inline bool is_same_tag(const char *tag, const char *first) {
  size_t i = 1;
  while (tag[i] == first[i] && lc_is_symbol(tag[i])) i++;
  return !lc_is_symbol(tag[i]) && !lc_is_symbol(first[i]);
}

/* The loop reads block by block. Reading line by line would be slower: the next line could be loaded only after the end
** of the previous line is found. Offsets count from the game's first byte. */
bool LC_ISA(lc_scan_regular_tags)(lc_Scan *scan, const char *bytes, size_t size) {
  const char *text = bytes + scan->begin;
  size_t start = scan->at - scan->begin, line = start, last = start;
  uint32_t tags = 0;
  int quotes = 0; /* quotation marks of the current line in earlier blocks */
  uint16_t *offset = scan->lines.at + scan->lines.count, *stop = scan->lines.at + LC_TAG_LINES;
  bool has_setup = false;
  size -= scan->begin;
  if (size - start < 65) return false; /* less than a block */
  bool is_event = is_event_tag(text);
  uint64_t initials = letter_bit('F') | letter_bit('V') | letter_bit('S') | letter_bit('E') | letter_bit(text[1]);
  for (size_t at = start; at + 65 <= size; at += 64) {
    lc_Vec v = lc_vec_load(text + at);
    uint64_t ends = lc_hits_word(lc_vec_is(v, '\n')), marks = lc_hits_word(lc_vec_is(v, '"'));
    if (has_lone_cr(text + at, v, ends)) break;
    if (at > UINT16_MAX - 64) stop = offset; /* the offsets of more lines would be too large */
    for (; ends; ends &= ends - 1) {
      size_t next = at + (size_t)__builtin_ctzll(ends) + 1, end = next - 1 - (text[next - 2] == '\r');
      uint64_t before = ends ^ (ends - 1);
      quotes += __builtin_popcountll(marks & before);
      marks &= ~before;
      if (end < line + 6 || !is_regular_tag(text, line, end, quotes)) goto done;
      if (initials & letter_bit(text[line + 1])) {
        if (line > start && (is_event_tag(text + line) || (!is_event && is_same_tag(text + line, text)))) goto done;
        has_setup = has_setup || is_setup_tag(text + line);
      }
      if (offset < stop) *offset++ = (uint16_t)line;
      tags++;
      last = end;
      if (text[next] != '[') goto done;
      line = next;
      quotes = 0;
    }
    quotes += __builtin_popcountll(marks);
  }
done:
  scan->lines.count = (uint16_t)(offset - scan->lines.at);
  return keep_tags(scan, tags, scan->begin + last, has_setup);
}

/* Count the line ends among the bytes of a block that have a bit in `wanted`. A CRLF counts once. */
static inline size_t block_lines(const char *at, uint64_t wanted, uint64_t *carry) {
  lc_Vec v = lc_vec_load(at);
  uint64_t lf = lc_hits_word(lc_vec_is(v, '\n')), cr = lc_hits_word(lc_vec_is(v, '\r'));
  uint64_t ends = cr | (lf & ~(cr << 1 | *carry));
  *carry = cr >> 63;
  return (size_t)__builtin_popcountll(ends & wanted);
}

size_t LC_ISA(lc_scan_count_lines)(const char *bytes, size_t size, bool *before_cr) {
  size_t lines = 0, at = 0;
  uint64_t carry = *before_cr;
  for (; at + 64 <= size; at += 64) lines += block_lines(bytes + at, ~UINT64_C(0), &carry);
  if (size >= 64 && at < size) {
    /* the last block overlaps the block before it, so only its new bytes are counted */
    lines += block_lines(bytes + size - 64, ~UINT64_C(0) << (64 - (size - at)), &carry);
    at = size;
  }
  for (; at < size; at++) {
    if (bytes[at] == '\r' || (bytes[at] == '\n' && !carry)) lines++;
    carry = bytes[at] == '\r';
  }
  *before_cr = carry != 0;
  return lines;
}

static inline uint64_t control_hits(const char *at) {
  lc_Vec v = lc_vec_load(at);
  lc_Hits space = lc_hits_without(lc_vec_below(v, '\r' + 1), lc_vec_below(v, '\t'));
  return lc_hits_word(lc_hits_or(lc_hits_without(lc_vec_below(v, ' '), space), lc_vec_is(v, 0x7f)));
}

size_t LC_ISA(lc_scan_find_control)(const char *bytes, size_t size) {
  for (size_t at = 0; at < size; at += 64) {
    char tail[sizeof(lc_Vec)];
    const char *block = bytes + at;
    if (size - at < 64) {
      memset(tail, ' ', sizeof tail);
      memcpy(tail, block, size - at);
      block = tail;
    }
    uint64_t hits = control_hits(block);
    if (hits) return at + (size_t)__builtin_ctzll(hits);
  }
  return size;
}

/* Return the bits of line ends before [, a blank or a byte order mark. */
static inline uint64_t bracket_hits(const char *at) {
  lc_Vec v = lc_vec_load(at), next = lc_vec_load(at + 1);
  lc_Hits line = lc_hits_or(lc_vec_is(v, '\n'), lc_vec_is(v, '\r'));
  lc_Hits opens = lc_hits_or(lc_hits_or(lc_vec_is(next, '['), lc_vec_is(next, '\xef')),
                             lc_hits_or(lc_vec_is(next, ' '), lc_vec_is(next, '\t')));
  return lc_hits_word(lc_hits_and(line, opens));
}

unsigned LC_ISA(lc_scan_traits)(const char *bytes, size_t size, bool with_brackets) {
  uint64_t control = 0, high = 0, bracket = 0;
  char tail[sizeof(lc_Vec) + 1]; /* a block and the byte after it */
  for (size_t at = 0; at < size; at += 64) {
    const char *block = bytes + at;
    if (at + 65 > size) {
      memset(tail, '*', sizeof tail);
      memcpy(tail, block, size - at);
      block = tail;
    }
    control |= control_hits(block);
    high |= ~lc_hits_word(lc_vec_below(lc_vec_load(block), 0x80));
    if (with_brackets) bracket |= bracket_hits(block);
  }
  return (control ? LC_TRAIT_CONTROL : 0) | (high ? LC_TRAIT_HIGH : 0) | (bracket ? LC_TRAIT_BRACKET : 0);
}
