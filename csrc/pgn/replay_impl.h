/*
** replay_impl - the replay loop, compiled once per instruction set. LC_ISA names the variant.
** The loop runs once per move, not once per byte or token: see blocks_impl.h. There are three versions. Two are for
** English: one stores the moves, the other does not, which saves a test per move. The third reads the piece letters of
** a plain dialect, or finds each token in the memo of another dialect.
*/
#include "../notation/dialect_impl.h"
#include "blocks_impl.h"
#include "replay.h"

/* Skip separators and annotations without creating tokens. Returns the offset reached. */
LC_INLINE size_t step_over(const lc_Replay *replay, size_t at) {
  const char *text = replay->lexer.text;
  size_t size = replay->lexer.size;
  if (at < size && text[at] == '{') {
    const char *close = memchr(text + at, '}', size - at);
    return close ? (size_t)(close - text) + 1 : size;
  }
  return at;
}

/* Report whether a move number of the block differs from the expected one. Returns true for games that are longer than
** the table lc_number_texts; reader.h then compares their numbers. Once lc_replay_step() has read a token of the block,
** the rest of the block is compared again. The comparison has no branches: a wrong number sets bits in `wrong`. */
LC_INLINE bool has_wrong_number(const lc_Replay *replay, const lc_Block *block, const char *bytes, uint64_t ends) {
  uint32_t ply = replay->number_base + replay->plies, wrong = 0, word;
  if (ply > LC_NUMBER_TEXTS - 64) return true;
  const lc_NumberText *texts = lc_number_texts + ply;
  for (uint64_t numbers = lc_block_before_stop(block, block->numbers); numbers; numbers &= numbers - 1) {
    unsigned at = lc_first(numbers);
    const lc_NumberText *expected = &texts[lc_count(ends & (lc_bit(at) - 1))];
    memcpy(&word, bytes + at - sizeof word, sizeof word);
    wrong |= (word & expected->mask) ^ expected->text;
  }
  return wrong != 0;
}

/* Read and play a token whose last bytes are `word`. If only the memo can read it, `*token` is set to its length. */
LC_INLINE unsigned play_token(lc_Replay *replay, const char *bytes, unsigned begin, unsigned end, uint64_t word,
                              bool is_foreign, bool recalls, size_t *token) {
  const lc_Dialect *dialect = replay->lexer.dialect;
  unsigned length = end - begin;
  if (recalls) {
    lc_SanWord san;
    *token = lc_block_whole_token(bytes, begin, end);
    return *token ? lc_dialect_recall(dialect, &replay->position, bytes + begin, *token, &san) : LC_SAN_SLOW;
  }
  return is_foreign ? lc_dialect_quick(dialect, &replay->position, bytes + begin, length, word)
                    : lc_san_quick(&replay->position, word, length);
}

/* Read a token with the lexer. `token` is its length if the memo may read it the next time, else 0. */
LC_INLINE void step(lc_Replay *replay, lc_Move *moves, size_t *stored, size_t token) {
  size_t from = replay->lexer.at, before = *stored;
  unsigned color = replay->position.turn;
  lc_replay_step(replay, moves, stored);
  if (moves != NULL && replay->after && *stored > before) replay->after[before] = replay->position;
  if (token && replay->lexer.at == from + token)
    lc_dialect_confirm(replay->lexer.dialect, color, replay->lexer.text + from, token);
}

LC_INLINE int play_on(lc_Replay *replay, lc_Move *moves, size_t room, bool is_foreign, bool recalls) {
  size_t size = replay->lexer.size, stored = 0;
  char edge[LC_BLOCK_EDGE];
  while (!replay->is_over) {
    size_t at = replay->lexer.at, token = 0;
    if (at >= size) goto slow;
    if (moves != NULL && room - stored < 64) {
      if (stored > 0) return LC_EROOM;
      goto slow;
    }
    const char *bytes = lc_block_bytes(replay->lexer.text, size, replay->padding, at, edge);
    lc_Block block = lc_block_of(bytes, size - at, is_foreign);
    uint64_t ends = lc_block_ends(&block);
    if (replay->checks_numbers && has_wrong_number(replay, &block, bytes, ends)) replay->is_odd = true;
    for (; ends; ends &= ends - 1) {
      uint64_t word;
      unsigned begin, end = lc_block_token(&block, bytes, ends, &word, &begin);
      unsigned move = play_token(replay, bytes, begin, end, word, is_foreign, recalls, &token);
      if (move == LC_SAN_SLOW) {
        replay->lexer.at = at + begin;
        goto slow;
      }
      if (moves != NULL) {
        if (replay->after) replay->after[stored] = replay->position;
        moves[stored++] = (lc_Move)move;
      }
      replay->plies++;
    }
    unsigned next = lc_block_resume(&block);
    if (at + next > size) next = (unsigned)(size - at);
    replay->lexer.at = step_over(replay, at + next);
    if (replay->lexer.at > at + next) replay->has_notes = true;
    if (replay->lexer.at > at) continue;
  slow:
    if (moves != NULL && stored == room) return LC_EROOM;
    step(replay, moves, &stored, token);
  }
  return LC_OK;
}

int LC_ISA(lc_replay_run)(lc_Replay *replay, lc_Move *moves, size_t room) {
  const lc_Dialect *dialect = replay->lexer.dialect;
  if (!dialect && moves == NULL) return play_on(replay, NULL, 0, false, false);
  if (!dialect) return play_on(replay, moves, room, false, false);
  return play_on(replay, moves, room, true, !dialect->is_plain);
}
