/*
** rewrite_impl - the loop that reads and writes moves, compiled once per instruction set. LC_ISA names the variant.
**
** If the quick reader accepts a token, the token nearly always has the spelling of the output, except for the check
** sign. It is then copied. The caller has reserved lc_rewrite_room() bytes, so the loop never checks for room. There
** are two versions of the loop: for English, and for input or output in a dialect.
*/
#include "../notation/dialect_impl.h"
#include "blocks_impl.h"
#include "rewrite.h"

/* Write the separator before a token of `columns` characters. */
LC_INLINE void put_separator(lc_Page *page, size_t columns) {
  bool wraps = page->column + 1 + columns > page->width;
  page->out[page->length] = wraps ? '\n' : ' ';
  page->length += !page->at_start;
  page->column = wraps || page->at_start ? columns : page->column + 1 + columns;
  page->at_start = false;
}

LC_INLINE void put_number(lc_Page *page, uint32_t number, bool is_black) {
  char digits[16]; /* a number and three periods, copied as one word of the machine */
  size_t n;
  if (number < 100) {
    unsigned tens = number / 10;
    digits[0] = (char)('0' + tens);
    digits[tens > 0] = (char)('0' + number % 10);
    n = 1 + (tens > 0);
  } else {
    n = lc_put_digits(number, digits);
  }
  memcpy(digits + n, "...", 3);
  n += is_black ? 3 : 1;
  put_separator(page, n);
  memcpy(page->out + page->length, digits, sizeof digits);
  page->length += n;
}

LC_INLINE void put_number_before(const lc_Rewrite *rewrite, lc_Page *page, const lc_Position *before) {
  bool is_black = before->turn == LC_BLACK;
  if (!rewrite->no_numbers && (!is_black || page->at_start)) put_number(page, before->fullmove_number, is_black);
}

LC_INLINE void put_san(const lc_Rewrite *rewrite, lc_Page *page, const lc_Position *before, lc_SanWord san) {
  put_number_before(rewrite, page, before);
  put_separator(page, san.bits / 8);
  page->length += lc_san_store(san, page->out + page->length);
}

/* Write a move in the dialect. The move is written first, at an offset that leaves room for the separator.
** put_separator() may overwrite the first byte of the move, so that byte is restored. */
LC_INLINE void put_foreign(lc_Rewrite *rewrite, lc_Page *page, const lc_Position *before, lc_Move move,
                           lc_SanWord san) {
  const lc_Dialect *dialect = rewrite->dialect;
  put_number_before(rewrite, page, before);
  char *at = page->out + page->length + !page->at_start;
  bool is_plain = dialect->is_plain && move != LC_NULL_MOVE, remembers = dialect->memo && !rewrite->no_checks;
  size_t size = is_plain ? lc_dialect_put(dialect, san, at) : 0;
  if (remembers) size = lc_dialect_rewrite(dialect, before, move, san, at);
  if (size == 0) {
    if (rewrite->no_checks) size = lc_spelling_write(dialect, before, move, false, at);
    else size = lc_spelling_write_san(dialect, before, move, san, at);
    if (remembers) lc_dialect_keep(dialect, before, move, san, at, size);
  }
  rewrite->is_stuck = rewrite->is_stuck || size == 0;
  size_t columns = lc_columns(at, size);
  char first = *at;
  put_separator(page, columns);
  *at = first;
  page->length += size;
}

/* Write a move whose SAN with signs of check is known. */
LC_INLINE void put_known(lc_Rewrite *rewrite, lc_Page *page, const lc_Position *before, lc_Move move, lc_SanWord san,
                         bool writes) {
  unsigned last = (unsigned)(san.bytes >> (san.bits - 8)) & 255;
  if (rewrite->no_checks && (last == '+' || last == '#')) san.bits -= 8;
  if (writes) put_foreign(rewrite, page, before, move, san);
  else put_san(rewrite, page, before, san);
}

/* Return the SAN of a move. Out of line, because few moves need it. */
static lc_SanWord san_of(const lc_Rewrite *rewrite, const lc_Position *before, lc_Move move) {
  lc_Position again = *before;
  return lc_san_word(&again, move, !rewrite->no_checks);
}

LC_INLINE lc_SanWord spelled(const lc_Rewrite *rewrite, const lc_Position *before, const lc_Position *after,
                             lc_Move move, uint64_t word, unsigned length) {
  unsigned sign = (unsigned)(word >> 56), signs = sign == '+' || sign == '#';
  lc_SanWord san;
  san.bits = 8 * (length - signs);
  san.bytes = (word << (8 * signs)) >> (64 - san.bits);
  if (!lc_san_is_usual(san, after)) return san_of(rewrite, before, move);
  if (!rewrite->no_checks) lc_san_mark(&san, after, before->turn);
  return san;
}

/* The loop. `reads` means that the input is in a dialect, and `writes` that the output is in a dialect. */
LC_INLINE void run_on(lc_Rewrite *rewrite, lc_Replay *replay, bool reads, bool writes) {
  const lc_Dialect *dialect = replay->lexer.dialect;
  bool recalls = reads && !dialect->is_plain && dialect->memo;
  bool is_quick = (!reads || dialect->is_plain || recalls) && replay->position.rules == LC_RULES_CHESS;
  size_t size = replay->lexer.size;
  char edge[LC_BLOCK_EDGE];
  lc_Page page = rewrite->page; /* a local copy, so that the compiler can keep it in registers */
  while (!replay->is_over && !replay->has_notes) {
    size_t at = replay->lexer.at;
    lc_Position before;
    lc_Move move;
    size_t token = 0; /* length of the token at which the quick reader has stopped */
    if (at >= size || !is_quick) goto slow;
    const char *bytes = lc_block_bytes(replay->lexer.text, size, replay->padding, at, edge);
    lc_Block block = lc_block_of(bytes, size - at, reads);
    for (uint64_t ends = lc_block_ends(&block); ends; ends &= ends - 1) {
      uint64_t word;
      unsigned begin, end = lc_block_token(&block, bytes, ends, &word, &begin);
      unsigned length = end - begin;
      before = replay->position;
      if (recalls) {
        lc_SanWord san;
        token = lc_block_whole_token(bytes, begin, end);
        unsigned known = LC_SAN_SLOW;
        if (token) known = lc_dialect_recall(dialect, &replay->position, bytes + begin, token, &san);
        if (known == LC_SAN_SLOW) {
          replay->lexer.at = at + begin;
          goto slow;
        }
        put_known(rewrite, &page, &before, (lc_Move)known, san, writes);
        replay->plies++;
        continue;
      }
      bool is_english = !reads || lc_dialect_word(dialect, bytes + begin, length, &word, &length);
      unsigned quick = is_english ? lc_san_quick(&replay->position, word, length) : LC_SAN_SLOW;
      if (quick == LC_SAN_SLOW) {
        replay->lexer.at = at + begin;
        goto slow;
      }
      lc_SanWord san = spelled(rewrite, &before, &replay->position, (lc_Move)quick, word, length);
      if (writes) {
        put_foreign(rewrite, &page, &before, (lc_Move)quick, san);
      } else {
        put_san(rewrite, &page, &before, san);
      }
      replay->plies++;
    }
    unsigned next = lc_block_resume(&block);
    replay->lexer.at = at + next > size ? size : at + next;
    if (next > 0) continue;
  slow:;
    size_t stored = 0, from = replay->lexer.at;
    before = replay->position;
    lc_replay_step(replay, &move, &stored);
    if (stored && token && replay->lexer.at == from + token) {
      lc_dialect_confirm(dialect, before.turn, replay->lexer.text + from, token);
    }
    if (stored) {
      lc_SanWord san = san_of(rewrite, &before, move);
      if (writes) {
        put_foreign(rewrite, &page, &before, move, san);
      } else {
        put_san(rewrite, &page, &before, san);
      }
    }
  }
  rewrite->page = page;
}

void LC_ISA(lc_rewrite_run)(lc_Rewrite *rewrite, lc_Replay *replay) { run_on(rewrite, replay, false, false); }

void LC_ISA(lc_rewrite_run_foreign)(lc_Rewrite *rewrite, lc_Replay *replay) {
  run_on(rewrite, replay, replay->lexer.dialect != NULL, rewrite->dialect != NULL);
}
