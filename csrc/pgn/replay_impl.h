/*
** replay_impl - the replay loop, compiled once per instruction set. LC_ISA names the variant.
**
** Each block of 64 bytes becomes a few words of bits: separators, bytes that stop the quick reading, digits.
** Ends of moves then fall out of bit arithmetic, with move numbers already left out, and the loop runs once
** a move, not once a byte or a token.
*/
#include "../notation/san_impl.h"
#include "replay.h"
#include "vec_impl.h"

typedef struct Block {
  uint64_t token; /* bytes of tokens */
  uint64_t stop;  /* bytes that only the lexer understands */
  uint64_t ends;  /* bytes just behind a token that is no move number */
} Block;

LC_INLINE Block block_of(const char *at, size_t left) {
  lc_Vec v = lc_vec_load(at);
  uint64_t inside = left < 64 ? (UINT64_C(1) << left) - 1 : ~UINT64_C(0);
  uint64_t space = lc_hits_word(lc_hits_or(lc_hits_or(lc_vec_is(v, ' '), lc_vec_is(v, '\n')),
                                           lc_hits_or(lc_vec_is(v, '\r'), lc_vec_is(v, '.'))));
  uint64_t below = lc_hits_word(lc_vec_below(v, ' ')), ascii = lc_hits_word(lc_vec_below(v, 0x80));
  uint64_t opens = lc_hits_word(
      lc_hits_or(lc_hits_or(lc_hits_or(lc_vec_is(v, '{'), lc_vec_is(v, '(')),
                            lc_hits_or(lc_vec_is(v, ')'), lc_vec_is(v, ';'))),
                 lc_hits_or(lc_hits_or(lc_vec_is(v, '$'), lc_vec_is(v, '[')),
                            lc_hits_or(lc_vec_is(v, '*'), lc_vec_is(v, '%')))));
  uint64_t digit = lc_hits_word(lc_vec_below(v, '9' + 1)) & ~lc_hits_word(lc_vec_below(v, '0'));
  uint64_t zero = lc_hits_word(lc_vec_is(v, '0'));
  Block block;
  space |= ~inside;
  block.stop = (opens | below | ~ascii) & ~space;
  block.token = ~(space | block.stop);
  uint64_t starts = block.token & ~(block.token << 1);
  /* Adding a run's first bit to the run carries to the byte behind it. A number begins with 1 to 9: 0000
  ** and 0-0 are moves. */
  digit &= block.token;
  uint64_t numbers = ((starts & digit & ~zero) + digit) & ~digit & space;
  block.ends = ~block.token & (block.token << 1) & ~numbers;
  return block;
}

/* Where reading goes on behind a block, counted from its first byte. */
LC_INLINE unsigned resume_at(const Block *block, uint64_t stop) {
  uint64_t gaps = ~block->token;
  unsigned until = 64;
  if (stop) until = lc_first(stop);
  /* A token that runs into the stop or over the block's end is read again as a whole. */
  if (until > 0 && !lc_has(gaps, until - 1)) {
    uint64_t before = until < 64 ? gaps & (lc_bit(until) - 1) : gaps;
    return before ? lc_last(before) + 1 : 0;
  }
  return until;
}

/* Bytes that only separate or only annotate, stepped over without a token; the offset reached. */
LC_INLINE size_t step_over(const lc_Replay *replay, size_t at) {
  const char *text = replay->lexer.text;
  size_t size = replay->lexer.size;
  if (at < size && text[at] == '{') {
    const char *close = memchr(text + at, '}', size - at);
    return close ? (size_t)(close - text) + 1 : size;
  }
  return at;
}

int LC_ISA(lc_replay_run)(lc_Replay *replay, lc_Move *moves, size_t room) {
  const char *text = replay->lexer.text;
  size_t size = replay->lexer.size, stored = 0;
  char edge[8 + 64];
  while (!replay->is_over) {
    size_t at = replay->lexer.at;
    if (at >= size) goto slow;
    if (moves != NULL && room - stored < 64) {
      if (stored == room) return LC_EROOM;
      goto slow;
    }
    const char *bytes = text + at;
    if (at < 8 || at + 64 > size + replay->slack) {
      size_t back = at < 8 ? at : 8, left = size - at < 64 ? size - at : 64;
      memset(edge, ' ', sizeof edge);
      memcpy(edge + 8 - back, bytes - back, back + left);
      bytes = edge + 8;
    }
    Block block = block_of(bytes, size - at);
    uint64_t stop = block.stop, ends = block.ends & ~stop;
    if (stop) ends &= lc_bit(lc_first(stop)) - 1;
    for (; ends; ends &= ends - 1) {
      unsigned end = lc_first(ends);
      uint64_t gaps = ~block.token & (lc_bit(end) - 1), word;
      unsigned begin = gaps ? lc_last(gaps) + 1 : 0;
      memcpy(&word, bytes + end - 8, 8);
      unsigned move = lc_san_quick(&replay->position, word, end - begin);
      if (move == LC_SAN_SLOW) {
        replay->lexer.at = at + begin;
        goto slow;
      }
      if (moves != NULL) moves[stored++] = (lc_Move)move;
      replay->plies++;
    }
    unsigned next = resume_at(&block, stop);
    if (at + next > size) next = (unsigned)(size - at);
    replay->lexer.at = step_over(replay, at + next);
    if (replay->lexer.at > at) continue;
  slow:
    if (moves != NULL && stored == room) return LC_EROOM;
    lc_replay_step(replay, moves, &stored);
  }
  return LC_OK;
}
