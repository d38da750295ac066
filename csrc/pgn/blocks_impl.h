/*
** blocks_impl - splits movetext into tokens, 64 bytes at a time, for loops that run once per move (replay, rewrite).
**
** Each block of 64 bytes becomes a few 64-bit words with one bit per byte: separators, digits, and bytes at which the
** quick reader stops. Bit arithmetic on these words finds the ends of moves. Move numbers are skipped.
*/
#ifndef LC_BLOCKS_IMPL_H
#define LC_BLOCKS_IMPL_H

#include "../notation/san_impl.h"
#include "vec_impl.h"

typedef struct lc_Block {
  uint64_t token; /* bytes that belong to tokens */
  uint64_t stop;  /* bytes at which the quick reader stops, because only the lexer can read them */
  uint64_t ends;  /* the byte after each move, but not after move numbers */
  uint64_t numbers; /* the byte after each move number of at most three digits */
} lc_Block;

/* Classify the bytes of a block. The byte before the block must be readable. With `is_foreign`, bytes above 127 belong
** to tokens, because they may be letters of other alphabets. Otherwise the quick reader stops at such bytes. */
LC_INLINE lc_Block lc_block_of(const char *at, size_t left, bool is_foreign) {
  lc_Vec v = lc_vec_load(at);
  uint64_t inside = left < 64 ? (UINT64_C(1) << left) - 1 : ~UINT64_C(0);
  uint64_t dot = lc_hits_word(lc_vec_is(v, '.'));
  uint64_t space =
      dot | lc_hits_word(lc_hits_or(lc_hits_or(lc_vec_is(v, ' '), lc_vec_is(v, '\n')), lc_vec_is(v, '\r')));
  uint64_t below = lc_hits_word(lc_vec_below(v, ' ')), ascii = lc_hits_word(lc_vec_below(v, 0x80));
  uint64_t opens = lc_hits_word(
      lc_hits_or(lc_hits_or(lc_hits_or(lc_vec_is(v, '{'), lc_vec_is(v, '(')),
                            lc_hits_or(lc_vec_is(v, ')'), lc_vec_is(v, ';'))),
                 lc_hits_or(lc_hits_or(lc_vec_is(v, '$'), lc_vec_is(v, '[')),
                            lc_hits_or(lc_vec_is(v, '*'), lc_vec_is(v, '%')))));
  uint64_t digit = lc_hits_word(lc_vec_below(v, '9' + 1)) & ~lc_hits_word(lc_vec_below(v, '0'));
  uint64_t zero = lc_hits_word(lc_vec_is(v, '0'));
  lc_Block block;
  space |= ~inside;
  /* a digit after a period may belong to a value such as "1.25", which only the lexer can read */
  uint64_t fraction = digit & (dot << 1 | (at[-1] == '.'));
  block.stop = (opens | below | fraction | (is_foreign ? 0 : ~ascii)) & ~space;
  block.token = ~(space | block.stop);
  uint64_t starts = block.token & ~(block.token << 1);
  /* The addition finds the end of each number: the sum of a run of digits and its first bit is the bit after the run. A
  ** move number begins with 1 to 9, since 0000 and 0-0 are moves. The lexer reads runs of four digits, because they may
  ** be ICCF moves. */
  digit &= block.token;
  uint64_t four = digit & (digit >> 1) & (digit >> 2) & (digit >> 3);
  block.numbers = ((starts & digit & ~zero & ~four) + digit) & ~digit & space;
  block.ends = ~block.token & (block.token << 1) & ~block.numbers;
  return block;
}

/* Return the number of bytes of a block that need not be read again. */
LC_INLINE unsigned lc_block_resume(const lc_Block *block) {
  uint64_t stop = block->stop;
  uint64_t gaps = ~block->token;
  unsigned until = 64;
  if (stop) until = lc_first(stop);
  /* a token before the stop byte or at the block's end may be incomplete: reading continues at its beginning */
  if (until > 0 && !lc_has(gaps, until - 1)) {
    uint64_t before = until < 64 ? gaps & (lc_bit(until) - 1) : gaps;
    return before ? lc_last(before) + 1 : 0;
  }
  return until;
}

enum { LC_BLOCK_BACK = 8, LC_BLOCK_EDGE = LC_BLOCK_BACK + 64 };

/* Return a pointer to the 64 bytes at `at`. The caller may also read the eight bytes before them. Near the beginning
** and the end of the text, the bytes are copied to `edge`. `padding` is the number of readable bytes after the text. */
LC_INLINE const char *lc_block_bytes(const char *text, size_t size, size_t padding, size_t at,
                                     char edge[LC_BLOCK_EDGE]) {
  const char *bytes = text + at;
  if (at >= LC_BLOCK_BACK && at + 64 <= size + padding) return bytes;
  size_t back = at < LC_BLOCK_BACK ? at : LC_BLOCK_BACK, left = size - at < 64 ? size - at : 64;
  memset(edge, ' ', LC_BLOCK_EDGE);
  memcpy(edge + LC_BLOCK_BACK - back, bytes - back, back + left);
  return edge + LC_BLOCK_BACK;
}

/* Return the end of the next token, which is the lowest bit of `ends`. `begin` is set to the token's beginning. `word`
** is set to its last eight bytes, the last of them in the top byte. */
LC_INLINE unsigned lc_block_token(const lc_Block *block, const char *bytes, uint64_t ends, uint64_t *word,
                                  unsigned *begin) {
  unsigned end = lc_first(ends);
  uint64_t gaps = ~block->token & (lc_bit(end) - 1);
  *begin = gaps ? lc_last(gaps) + 1 : 0;
  memcpy(word, bytes + end - 8, sizeof *word);
  return end;
}

/* Return the bits before the first stop byte. */
LC_INLINE uint64_t lc_block_before_stop(const lc_Block *block, uint64_t bits) {
  return bits & ~block->stop & (block->stop - 1);
}

/* Return the ends of tokens before the first stop byte. */
LC_INLINE uint64_t lc_block_ends(const lc_Block *block) { return lc_block_before_stop(block, block->ends); }

/* Return the length of a token with the period after it: in a dialect, a word may end with a period. Returns 0 if the
** token needs a blank after it and has none. */
LC_INLINE unsigned lc_block_whole_token(const char *bytes, unsigned begin, unsigned end) {
  end += bytes[end] == '.';
  bool has_blank = end < 64 && (bytes[end] == ' ' || bytes[end] == '\n' || bytes[end] == '\r');
  return has_blank ? end - begin : 0;
}

#endif
