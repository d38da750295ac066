#define LC_ISA(name) name##_base
#include "replay_impl.h"

#include "../notation/codes.h"
#include "text.h"

#include <string.h>

/* In the byte before the digits, only bit 0x10 is compared. It is set in digits and clear in white space. */
#define DIGIT(n, place, shift) ((n) >= (place) || (place) == 1 ? (uint32_t)('0' + (n) / (place) % 10) << (shift) : 0)
#define TEXT(n)                                                                                                        \
  { (n) < 10 ? 0xff100000 : (n) < 100 ? 0xffff1000 : 0xffffff10, DIGIT(n, 1, 24) | DIGIT(n, 10, 16) | DIGIT(n, 100, 8) }
#define TWO(n) TEXT(n), TEXT(n)
#define FIVE(n) TWO(n), TWO((n) + 1), TWO((n) + 2), TWO((n) + 3), TWO((n) + 4)
#define FIFTY(n)                                                                                                       \
  FIVE(n), FIVE((n) + 5), FIVE((n) + 10), FIVE((n) + 15), FIVE((n) + 20), FIVE((n) + 25), FIVE((n) + 30),              \
      FIVE((n) + 35), FIVE((n) + 40), FIVE((n) + 45)
const lc_NumberText lc_number_texts[LC_NUMBER_TEXTS] = {FIFTY(0),   FIFTY(50),  FIFTY(100),
                                                        FIFTY(150), FIFTY(200), FIFTY(250)};

void lc_replay_begin(lc_Replay *replay, const char *text, size_t size, size_t padding, size_t movetext,
                     const lc_Dialect *dialect, unsigned tolerance, const lc_Start *start) {
  memset(replay, 0, offsetof(lc_Replay, skipped));
  lc_lexer_begin(&replay->lexer, text, size);
  replay->lexer.dialect = dialect;
  replay->lexer.tolerance = (uint8_t)tolerance;
  replay->lexer.at = movetext;
  replay->lexer.in_tags = false;
  replay->padding = padding;
  replay->position = start->position;
  replay->code = start->code;
  replay->at = start->at;
  replay->end = start->end;
  replay->is_over = start->code != LC_D_NONE;
  replay->number_base = 2u * start->position.fullmove_number + start->position.turn;
}

/* Replay with the lexer, for dialects that the fast loop cannot read (they are not plain and have no memo), and for
** variants (rules.h). */
static int run_by_tokens(lc_Replay *replay, lc_Move *moves, size_t room) {
  size_t stored = 0;
  while (!replay->is_over) {
    if (moves != NULL && stored == room) return LC_EROOM;
    size_t before = stored;
    lc_replay_step(replay, moves, &stored);
    if (moves != NULL && replay->after && stored > before) replay->after[before] = replay->position;
  }
  return LC_OK;
}

int lc_replay_run(lc_Replay *replay, lc_Cpu cpu, lc_Move *moves, size_t room) {
  const lc_Dialect *dialect = replay->lexer.dialect;
  bool is_slow = (dialect && !dialect->is_plain && !dialect->memo) || replay->position.rules != LC_RULES_CHESS;
  if (is_slow) return run_by_tokens(replay, moves, room);
  return LC_CALL_V3(cpu, lc_replay_run, (replay, moves, room));
}

static void stop(lc_Replay *replay, lc_Code code, const lc_Token *token) {
  replay->code = code;
  replay->at = token->at;
  replay->end = token->end;
  replay->is_over = true;
}

/* Report whether a token is an annotation: neither a move, nor a number, nor the end of the moves. */
static bool annotates(const lc_Token *token) {
  lc_TokenKind kind = (lc_TokenKind)token->kind;
  return kind != LC_TOKEN_SYMBOL && kind != LC_TOKEN_NUMBER && kind != LC_TOKEN_RESULT && kind != LC_TOKEN_END;
}

/* Skip a variation whose opening parenthesis has just been read. If the variation is never closed, its last result is
** the game's result. */
static void skip_variation(lc_Replay *replay) {
  lc_Token token;
  uint16_t result = LC_RESULT_NONE;
  for (size_t depth = 1; depth > 0;) {
    lc_lexer_next(&replay->lexer, &token);
    if (token.kind == LC_TOKEN_OPEN) depth++;
    if (token.kind == LC_TOKEN_RESULT) result = token.value;
    if (token.kind == LC_TOKEN_CLOSE) {
      depth--;
      result = LC_RESULT_NONE;
    }
    if (token.kind == LC_TOKEN_END) {
      replay->result = result;
      replay->is_over = true;
      return;
    }
  }
}

/* Store the place of skipped text. The fast loop may have skipped "1." of the value "1.5" as a move number. Then only
** reader.h knows the beginning of the value. */
static void keep_skipped(lc_Replay *replay, size_t at, const lc_Recovery *recovery) {
  bool is_part = recovery->kind == LC_RECOVERED_VALUE && at > 0 && replay->lexer.text[at - 1] == '.';
  if (is_part || replay->skipped_count == LC_SKIPPED_ROOM) {
    replay->is_odd = true;
  } else {
    replay->skipped[replay->skipped_count++] = (lc_Skipped){recovery->code, at, recovery->end};
  }
}

/* Find the meaning of a token that is not a legal move (recover.h). A result or text to skip is handled here; the
** caller plays a move. Returns false if the token has no meaning. */
static bool recover(lc_Replay *replay, const lc_Token *token, lc_Recovery *out) {
  if (!lc_recover(&replay->lexer, &replay->position, token, true, out)) return false;
  replay->lexer.at = out->end;
  replay->has_notes = true;
  if (out->kind == LC_RECOVERED_SIGN || out->kind == LC_RECOVERED_VALUE) {
    keep_skipped(replay, token->at, out);
  } else {
    replay->is_odd = true;
  }
  if (out->kind == LC_RECOVERED_RESULT) {
    replay->result = out->result;
    replay->is_over = true;
  }
  return true;
}

static bool read_illegal(const lc_Replay *replay, const lc_Token *token, lc_Reading *out) {
  const lc_Lexer *lexer = &replay->lexer;
  return lc_spelling_read_illegal(lexer->dialect, lexer->tolerance, &replay->position, lexer->text + token->at,
                                  token->end - token->at, out);
}

static bool on_symbol(lc_Replay *replay, const lc_Token *token, lc_Move *out) {
  const lc_Lexer *lexer = &replay->lexer;
  const char *text = lexer->text + token->at;
  lc_Reading reading;
  lc_Recovery recovery;
  lc_Code code = lc_spelling_read(lexer->dialect, lexer->tolerance, &replay->position, text, token->end - token->at,
                                  &reading);
  if (code != LC_D_NONE) {
    if (recover(replay, token, &recovery)) {
      if (recovery.kind != LC_RECOVERED_MOVE) return false;
      reading = recovery.reading;
    } else if (read_illegal(replay, token, &reading)) {
      replay->has_notes = replay->is_odd = true;
    } else {
      stop(replay, code, token);
      return false;
    }
  }
  if (!lexer->dialect && reading.repairs) replay->is_odd = true;
  *out = reading.move;
  if (reading.glyph) replay->has_notes = true;
  lc_position_play(&replay->position, *out);
  replay->plies++;
  return true;
}

/* Store a result and check the text after it; on_text_after_result() in reader.c has the rules. */
static void on_result(lc_Replay *replay, lc_Token *token) {
  const lc_Token sign = *token;
  lc_Lexer *lexer = &replay->lexer;
  bool has_ended = !(token->flags & LC_TOKEN_STYLE);
  replay->result = token->value;
  replay->is_over = true;
  for (;;) {
    lc_lexer_next(lexer, token);
    if (token->kind == LC_TOKEN_END) return;
    replay->has_notes = true;
    if (lc_is_between_tags(token)) continue;
    if (!has_ended) break;
    replay->is_odd = true;
    lexer->at = lc_after_result_end(lexer->text, lexer->size, token->at);
  }
  stop(replay, LC_D_BAD_TOKEN, &sign);
}

static void check_number(lc_Replay *replay, const lc_Token *token) {
  int64_t value = lc_number_value(replay->lexer.text, token->at, token->end);
  if (value >= 0 && value != (replay->number_base + replay->plies) / 2) replay->is_odd = true;
}

/* Report whether the rest of the text is a result after white space, as in nearly all games. The lexer needs ten times
** as long to read such a result. */
static bool is_final_result(const lc_Lexer *lexer, size_t at, uint16_t *result) {
  size_t left = lexer->size - at;
  const char *text = lexer->text + at;
  if (left > LC_RESULT_MAX || left == 0 || (at > 0 && !lc_is_space(text[-1]))) return false;
  lc_Result found = lc_result_marker(text, left);
  if (found == LC_RESULT_NONE) return false;
  *result = (uint16_t)found;
  return true;
}

/* Report whether a token is a sign of check that the dialect writes as a separate word. It belongs to the move before
** it. */
static bool is_check_sign(const lc_Replay *replay, const lc_Token *token) {
  return token->kind == LC_TOKEN_SUFFIX && token->value != LC_SUFFIX_EP && !(token->flags & LC_TOKEN_STYLE) &&
         replay->plies > 0 && lc_position_checkers(&replay->position);
}

bool lc_replay_step(lc_Replay *replay, lc_Move *moves, size_t *stored) {
  lc_Token token;
  lc_Move move;
  lc_Recovery recovery;
  if (is_final_result(&replay->lexer, replay->lexer.at, &replay->result)) {
    replay->lexer.at = replay->lexer.size;
    replay->is_over = true;
    return false;
  }
  lc_lexer_next(&replay->lexer, &token);
  if (is_check_sign(replay, &token)) return true;
  if (annotates(&token)) replay->has_notes = true;
  if (replay->lexer.wide_blank != SIZE_MAX || token.flags & LC_TOKEN_LINE) replay->is_odd = true;
  switch ((lc_TokenKind)token.kind) {
    case LC_TOKEN_SYMBOL:
      if (on_symbol(replay, &token, &move) && moves != NULL) moves[(*stored)++] = move;
      break;
    case LC_TOKEN_RESULT:
      if (!lc_recover_may_be_part(&replay->lexer, &token) || !recover(replay, &token, &recovery))
        on_result(replay, &token);
      break;
    case LC_TOKEN_OPEN: skip_variation(replay); break;
    case LC_TOKEN_JUNK:
      if (!recover(replay, &token, &recovery)) stop(replay, LC_D_BAD_TOKEN, &token);
      break;
    case LC_TOKEN_END: replay->is_over = true; break;
    case LC_TOKEN_NUMBER:
      if (lc_recover_may_be_part(&replay->lexer, &token) && recover(replay, &token, &recovery)) break;
      if (replay->checks_numbers) check_number(replay, &token);
      break;
    case LC_TOKEN_SUFFIX:
    case LC_TOKEN_BAD_NAG:
    case LC_TOKEN_INNER_TAG:
    case LC_TOKEN_OFFER:
    case LC_TOKEN_RESERVED: replay->is_odd = true; break;
    case LC_TOKEN_TAG: /* these tokens contain no move */
    case LC_TOKEN_COMMENT:
    case LC_TOKEN_ESCAPE:
    case LC_TOKEN_NAG:
    case LC_TOKEN_CLOSE: break;
  }
  return !replay->is_over;
}
