#define LC_ISA(name) name##_base
#include "replay_impl.h"

#include "../notation/codes.h"

void lc_replay_begin(lc_Replay *replay, const char *text, size_t size, size_t padding, size_t movetext,
                     const lc_Dialect *dialect, unsigned tolerance, const lc_Start *start) {
  memset(replay, 0, sizeof *replay);
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
}

/* Replay token by token, for dialects whose moves the fast loop cannot read (is_plain is false). */
static int run_by_tokens(lc_Replay *replay, lc_Move *moves, size_t room) {
  size_t stored = 0;
  while (!replay->is_over) {
    if (moves != NULL && stored == room) return LC_EROOM;
    lc_replay_step(replay, moves, &stored);
  }
  return LC_OK;
}

int lc_replay_run(lc_Replay *replay, lc_Cpu cpu, lc_Move *moves, size_t room) {
  const lc_Dialect *dialect = replay->lexer.dialect;
  if (dialect && !dialect->is_plain) return run_by_tokens(replay, moves, room);
  return LC_CALL(cpu, lc_replay_run, (replay, moves, room));
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

/* Skip a variation whose opening parenthesis has just been read. If the variation is never closed, a result in it
** is the game's result. */
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

/* Skip the text at the token's beginning if it cannot change the game. */
static bool skip(lc_Replay *replay, const lc_Token *token) {
  lc_Lexer *lexer = &replay->lexer;
  bool is_value;
  size_t length = lexer->tolerance & LC_SKIPS ? lc_lexer_skip(lexer, token->at, &is_value) : 0;
  if (length == 0) return false;
  lexer->at = token->at + length;
  replay->has_notes = replay->is_odd = true;
  return true;
}

static bool on_symbol(lc_Replay *replay, const lc_Token *token, lc_Move *out) {
  const char *text = replay->lexer.text + token->at;
  lc_Reading reading;
  const lc_Lexer *lexer = &replay->lexer;
  lc_Code code = lc_spelling_read(lexer->dialect, lexer->tolerance, &replay->position, text, token->end - token->at,
                                  &reading);
  if (code != LC_D_NONE) {
    if (!skip(replay, token)) stop(replay, code, token);
    return false;
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

bool lc_replay_step(lc_Replay *replay, lc_Move *moves, size_t *stored) {
  lc_Token token;
  lc_Move move;
  lc_lexer_next(&replay->lexer, &token);
  if (annotates(&token)) replay->has_notes = true;
  if (replay->lexer.wide_blank != SIZE_MAX || token.flags & LC_TOKEN_LINE) replay->is_odd = true;
  switch ((lc_TokenKind)token.kind) {
    case LC_TOKEN_SYMBOL:
      if (on_symbol(replay, &token, &move) && moves != NULL) moves[(*stored)++] = move;
      break;
    case LC_TOKEN_RESULT: on_result(replay, &token); break;
    case LC_TOKEN_OPEN: skip_variation(replay); break;
    case LC_TOKEN_JUNK:
      if (!skip(replay, &token)) stop(replay, LC_D_BAD_TOKEN, &token);
      break;
    case LC_TOKEN_END: replay->is_over = true; break;
    case LC_TOKEN_NUMBER:
      if (lc_lexer_is_value(&replay->lexer, &token)) skip(replay, &token);
      break;
    case LC_TOKEN_SUFFIX:
    case LC_TOKEN_BAD_NAG:
    case LC_TOKEN_INNER_TAG:
    case LC_TOKEN_RESERVED: replay->is_odd = true; break;
    case LC_TOKEN_TAG: /* these tokens play no move */
    case LC_TOKEN_COMMENT:
    case LC_TOKEN_ESCAPE:
    case LC_TOKEN_NAG:
    case LC_TOKEN_CLOSE: break;
  }
  return !replay->is_over;
}
