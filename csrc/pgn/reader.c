#include "reader.h"

#include "../notation/codes.h"
#include "../notation/dialect_impl.h"
#include "glyph.h"
#include "text.h"

#include <string.h>

void lc_reader_begin(lc_Reader *reader, const char *text, size_t size, const lc_Dialect *dialect, unsigned tolerance,
                     const lc_Start *start, lc_Frame *frames, uint32_t room) {
  memset(reader, 0, sizeof *reader);
  lc_lexer_begin(&reader->lexer, text, size);
  reader->lexer.dialect = dialect;
  reader->lexer.tolerance = (uint8_t)tolerance;
  reader->quick_end = dialect ? SIZE_MAX : sizeof(uint64_t);
  reader->frames = frames;
  reader->room = room;
  reader->max_depth = LC_MAX_DEPTH;
  reader->rest = reader->result_at = reader->tail_at = SIZE_MAX;
  lc_Frame *main = &frames[0];
  memset(main, 0, sizeof *main);
  main->before = main->now = start->position;
  if (start->is_setup) main->number_shift = LC_ANY_SHIFT;
  main->unreadable_at = SIZE_MAX;
  /* Without a start position no move can be read, so the whole movetext is unreadable text. */
  main->is_unreadable = start->code != LC_D_NONE;
}

static lc_Frame *top(lc_Reader *reader) { return &reader->frames[reader->depth]; }

static void report(lc_Event *out, lc_Code code) {
  out->kind = LC_EVENT_DIAGNOSTIC;
  out->code = code;
}

/* Mark the rest of the mainline or variation, from `at` on, as unreadable. */
static void abandon(lc_Reader *reader, size_t at) {
  top(reader)->is_unreadable = true;
  top(reader)->unreadable_at = at;
  if (reader->depth == 0 && reader->rest == SIZE_MAX) reader->rest = at;
}

/* Do the work of read_quickly() for a dialect. */
static unsigned read_foreign(const lc_Reader *reader, lc_Position *p, size_t end, size_t size) {
  const lc_Dialect *dialect = reader->lexer.dialect;
  uint64_t word;
  if (!dialect || !dialect->is_plain || end < sizeof word || size > LC_DIALECT_TEXT) return LC_SAN_SLOW;
  memcpy(&word, reader->lexer.text + end - sizeof word, sizeof word);
  return lc_dialect_quick(dialect, p, reader->lexer.text + end - size, (unsigned)size, word);
}

/* Read and play a move token with the quick reader. Returns LC_SAN_SLOW if the quick reader cannot read it, and in
** variants whose end it does not test (rules.h). */
static unsigned read_quickly(const lc_Reader *reader, lc_Position *p, size_t end, size_t size) {
  uint64_t word;
  if (p->rules != LC_RULES_CHESS) return LC_SAN_SLOW;
  if (end < reader->quick_end) return read_foreign(reader, p, end, size);
  memcpy(&word, reader->lexer.text + end - sizeof word, sizeof word);
  return lc_san_quick(p, word, (unsigned)(size < 16 ? size : 16));
}

/* Return the end of one of the dialect's suffixes after a move's token, or `end` if there is none. */
static size_t suffix_end(const lc_Lexer *lexer, size_t end) {
  size_t at = end, length;
  bool is_own;
  while (at < lexer->size && lc_is_space(lexer->text[at])) at++;
  lc_Suffix kind = lc_suffix_at(lexer->dialect, lexer->text, lexer->size, at, &length, &is_own);
  return kind != LC_SUFFIX_NONE && is_own ? at + length : end;
}

/* Return the diagnostic for the spelling of the move just read. In a dialect with separate suffixes ("exd6 e.p."), the
** suffix and the blanks before it belong to the move. */
static lc_Code style_of(const lc_Reader *reader, const lc_Position *before, const lc_Token *token,
                        const lc_Reading *reading) {
  const lc_Lexer *lexer = &reader->lexer;
  const char *text = lexer->text + token->at;
  size_t size = token->end - token->at, mark = 0;
  lc_Code code = lc_spelling_style(lexer->dialect, before, reading, text, size);
  size_t end = code != LC_D_NONE && lexer->dialect ? suffix_end(lexer, token->end) : token->end;
  while (end > token->end + mark && !lc_is_space(lexer->text[end - 1 - mark])) mark++;
  if (end == token->end || size + 1 + mark > LC_DIALECT_TEXT) return code;
  char whole[LC_DIALECT_TEXT];
  lc_Reading again;
  memcpy(whole, text, size);
  whole[size] = ' ';
  memcpy(whole + size + 1, lexer->text + end - mark, mark);
  size += 1 + mark;
  if (lc_spelling_read(lexer->dialect, 0, before, whole, size, &again) != LC_D_NONE) return code;
  return again.move == reading->move ? lc_spelling_style(lexer->dialect, before, &again, whole, size) : code;
}

/* Return text that changes no move as an event. A diagnostic of this text is returned as the next event. */
static void on_odd(lc_Reader *reader, lc_Event *out, lc_Code code) {
  out->kind = LC_EVENT_ODD;
  reader->delivered_at = out->token.at;
  reader->pending = code;
}

static void on_result(lc_Reader *reader, lc_Event *out, uint16_t value, bool has_ended) {
  out->kind = LC_EVENT_RESULT;
  out->value = value;
  reader->after_result = true;
  reader->has_ended = has_ended;
  reader->half_at = out->token.at;
  reader->half_end = out->token.end;
}

/* Return the event of a recovered token (recover.h) that is not a move: text to skip, or a result. */
static void on_recovered(lc_Reader *reader, lc_Event *out, const lc_Recovery *recovery) {
  out->token.end = reader->lexer.at = recovery->end;
  if (recovery->kind == LC_RECOVERED_VALUE) {
    on_odd(reader, out, recovery->code);
  } else if (recovery->kind == LC_RECOVERED_SIGN) {
    report(out, recovery->code);
  } else {
    out->token.flags = LC_TOKEN_STYLE;
    on_result(reader, out, recovery->result, false);
  }
}

static bool recover(lc_Reader *reader, lc_Event *out) {
  lc_Recovery recovery;
  const lc_Frame *line = top(reader);
  if (!lc_recover(&reader->lexer, &line->now, &out->token, reader->depth == 0, &recovery)) return false;
  on_recovered(reader, out, &recovery);
  return true;
}

static void on_symbol(lc_Reader *reader, lc_Event *out) {
  lc_Frame *line = top(reader);
  const lc_Dialect *dialect = reader->lexer.dialect;
  const char *text = reader->lexer.text + out->token.at;
  size_t size = out->token.end - out->token.at;
  lc_Position next = line->now;
  lc_Reading reading = {0};
  lc_Recovery recovery;
  lc_Code recovered = LC_D_NONE;
  /* Only the slow reader of dialects finds out which repairs a spelling needed. */
  unsigned quick = dialect && reader->reports_style ? LC_SAN_SLOW : read_quickly(reader, &next, out->token.end, size);
  if (quick == LC_SAN_SLOW) {
    lc_Code code = lc_spelling_read(dialect, reader->lexer.tolerance, &next, text, size, &reading);
    bool is_recovered =
        code != LC_D_NONE && lc_recover(&reader->lexer, &next, &out->token, reader->depth == 0, &recovery);
    if (is_recovered && recovery.kind != LC_RECOVERED_MOVE) {
      on_recovered(reader, out, &recovery);
      return;
    }
    bool is_illegal = code != LC_D_NONE && !is_recovered &&
                      lc_spelling_read_illegal(dialect, reader->lexer.tolerance, &next, text, size, &reading);
    if (code != LC_D_NONE && !is_recovered && !is_illegal) {
      abandon(reader, out->token.at);
      report(out, code);
      return;
    }
    if (is_recovered) {
      reading = recovery.reading;
      recovered = recovery.code;
      out->token.end = reader->lexer.at = recovery.end;
    }
    if (is_illegal) {
      out->value = 1;
      recovered = LC_D_PLAYED_ILLEGAL_MOVE;
    }
    lc_position_play(&next, reading.move);
  } else {
    reading.move = (lc_Move)quick;
  }
  out->move = reading.move;
  reader->delivered_at = out->token.at;
  reader->pending_glyph = reading.glyph;
  if (recovered != LC_D_NONE) {
    reader->pending = recovered;
  } else if (reader->reports_style || (!dialect && reading.repairs)) {
    reader->pending = style_of(reader, &line->now, &out->token, &reading);
  }
  out->kind = LC_EVENT_MOVE;
  line->before = line->now;
  line->now = next;
  line->has_move = true;
  line->ply++;
}

/* Report whether the last move of `line` captured en passant. After such a move, a pawn of the side that moved is on
** the en passant square of the previous position. */
static bool was_en_passant(const lc_Frame *line) {
  unsigned us = line->before.turn, square = line->before.ep;
  return line->has_move && square < LC_NO_SQUARE && lc_has(lc_position_of(&line->now, us, LC_PAWN), square);
}

/* Report whether the dialect writes this suffix after moves of this kind. Such a suffix needs no diagnostic. */
static bool is_usual_suffix(const lc_Reader *reader, const lc_Token *token) {
  const lc_Frame *line = &reader->frames[reader->depth];
  if (token->kind != LC_TOKEN_SUFFIX || token->flags & LC_TOKEN_STYLE || reader->after_result) return false;
  return token->value == LC_SUFFIX_EP ? was_en_passant(line) : line->has_move && lc_position_checkers(&line->now);
}

static void on_suffix(const lc_Reader *reader, lc_Event *out) {
  lc_Code code = out->token.value == LC_SUFFIX_EP ? LC_D_EP_MARK : LC_D_CHECK_SIGN;
  report(out, reader->lexer.dialect ? code : LC_D_SAN_STYLE);
}

/* Read a run of ! and ? that is not one of the six NAGs. "!!!" and "???" are read as two NAGs: ! and !!, or ? and
** ??. */
static void on_bad_nag(lc_Reader *reader, lc_Event *out) {
  const lc_Lexer *lexer = &reader->lexer;
  size_t at = out->token.at;
  if (!(lexer->tolerance & LC_SKIPS) || !lc_skip_marks(lexer->text, lexer->size, at)) {
    on_odd(reader, out, LC_D_BAD_NAG);
    return;
  }
  out->kind = LC_EVENT_NAG;
  out->value = (uint16_t)lc_glyph_mark(lexer->text + at, 2);
  reader->delivered_at = at;
  reader->pending = LC_D_MARK_RUN;
  reader->pending_glyph = (uint8_t)lc_glyph_mark(lexer->text + at, 1);
}

/* Play the move of a token. Returns false if the token is not a legal move. */
static bool play_token(const lc_Lexer *lexer, const lc_Token *token, lc_Position *p) {
  lc_Reading reading;
  if (token->kind != LC_TOKEN_SYMBOL) return false;
  lc_Code code = lc_spelling_read(lexer->dialect, 0, p, lexer->text + token->at, token->end - token->at, &reading);
  if (code == LC_D_NONE) lc_position_play(p, reading.move);
  return code == LC_D_NONE;
}

static bool is_comma(const lc_Lexer *lexer, const lc_Token *token) {
  return token->kind == LC_TOKEN_JUNK && lexer->text[token->at] == ',';
}

/* Report whether a ; comment begins with the next move: "; 12. Nf3". Some texts have a semicolon in place of a comma,
** so that the moves after the semicolon are a comment in PGN. A number in the comment must be the right move number. If
** there is a second word, it must be a legal move, too: "; Nf3 is better" is a real comment. */
static bool hides_moves(const lc_Reader *reader, const lc_Token *comment) {
  lc_Position now = reader->frames[reader->depth].now;
  lc_Lexer lexer;
  lc_Token token;
  if (!(comment->flags & LC_TOKEN_LINE) || reader->lexer.in_tags || reader->after_result) return false;
  lc_lexer_begin(&lexer, reader->lexer.text + comment->text, comment->text_size);
  lexer.dialect = reader->lexer.dialect;
  lexer.in_tags = false;
  lc_lexer_next(&lexer, &token);
  if (token.kind == LC_TOKEN_NUMBER) {
    if (lc_number_value(lexer.text, token.at, token.end) != now.fullmove_number) return false;
    lc_lexer_next(&lexer, &token);
  }
  if (!play_token(&lexer, &token, &now)) return false;
  do {
    lc_lexer_next(&lexer, &token);
  } while (token.kind == LC_TOKEN_NUMBER || token.kind == LC_TOKEN_NAG || is_comma(&lexer, &token));
  return token.kind == LC_TOKEN_END || token.kind == LC_TOKEN_RESULT || play_token(&lexer, &token, &now);
}

static void on_comment(lc_Reader *reader, lc_Event *out) {
  out->kind = LC_EVENT_COMMENT;
  out->value = reader->after_number;
  reader->delivered_at = out->token.at;
  if (hides_moves(reader, &out->token)) reader->pending = LC_D_COMMENT_HIDES_MOVES;
}

static void on_nag(lc_Reader *reader, lc_Event *out) {
  out->kind = LC_EVENT_NAG;
  out->value = out->token.value;
  reader->delivered_at = out->token.at;
  if (reader->reports_style && out->token.flags & LC_TOKEN_STYLE) reader->pending = LC_D_NAG_STYLE;
}

/* Return the difference between a move number of the game and that of the position. */
static int64_t shift_of(const lc_Reader *reader, int64_t number) {
  return number - reader->frames[reader->depth].now.fullmove_number;
}

/* Report whether the first move numbers of a game from a set-up position are unusual. Such games count from 1, or from
** the number of the FEN, which is often 1 because the number was unknown. */
static bool is_odd_start(const lc_Frame *line) {
  unsigned turn = (line->now.turn + line->ply) & 1; /* of the set-up position */
  int64_t first = (int64_t)line->now.fullmove_number - (turn + line->ply) / 2;
  return first != 1 && line->number_shift != 0 && line->number_shift != 1 - first;
}

/* Compare a move number with the expected one. Returns whether to report it. A constant difference is reported only
** once. */
static bool on_number(lc_Reader *reader, const lc_Token *token) {
  lc_Frame *line = top(reader);
  int64_t value = lc_number_value(reader->lexer.text, token->at, token->end), before = line->number_shift;
  if (value < 0) return false;
  line->number_shift = shift_of(reader, value);
  return before != LC_ANY_SHIFT ? line->number_shift != before : is_odd_start(line);
}

/* Report whether the whole variation becomes unreadable text, because none of its moves can be read. */
static bool is_kept_whole(const lc_Frame *line) { return line->unreadable_at != SIZE_MAX && !line->has_move; }

/* Report whether the text of a variation that becomes unreadable text contains the stored result. */
static bool keeps_inner_result(const lc_Reader *reader, const lc_Frame *line) {
  return is_kept_whole(line) && reader->result_at > line->opened_at;
}

/* Report the result that was stored in a variation: PGN has none there. Called at the end of the
** variation, or when another result follows. */
static void on_inner_result(lc_Reader *reader, lc_Event *out) {
  out->token.at = reader->result_at;
  out->token.end = reader->result_end;
  reader->result_at = SIZE_MAX;
  report(out, LC_D_VARIATION_RESULT);
}

/* Store a result inside a variation. Some programs end variations with a result. If an earlier result is stored, report
** the earlier one and return true. But before its first move, a variation may still become unreadable text, which would
** keep both results. So there, the second result makes the variation unreadable. */
static bool keep_inner_result(lc_Reader *reader, lc_Event *out) {
  lc_Token here = out->token;
  bool is_second = reader->result_at != SIZE_MAX;
  if (is_second && !top(reader)->has_move && reader->result_at > top(reader)->opened_at) {
    reader->last_result = here.value;
    abandon(reader, here.at);
    report(out, LC_D_BAD_TOKEN);
    return true;
  }
  if (is_second) on_inner_result(reader, out);
  reader->last_result = here.value;
  reader->result_at = here.at;
  reader->result_end = here.end;
  return is_second;
}

static int on_open(lc_Reader *reader, lc_Event *out) {
  bool is_stray = !top(reader)->has_move;
  if (is_stray || reader->depth >= reader->max_depth) {
    reader->skipped = 1;
    reader->skipped_at = out->token.at;
    /* This variation comes before the first move of the outer variation, so there is no move that it could replace. The
    ** whole outer variation becomes unreadable text. */
    if (is_stray && reader->depth > 0) abandon(reader, out->token.at);
    report(out, is_stray ? LC_D_STRAY_VARIATION : LC_D_NESTING_TOO_DEEP);
    return LC_OK;
  }
  if (reader->depth + 1 >= reader->room) {
    reader->lexer.at = out->token.at; /* nothing was consumed */
    return LC_EROOM;
  }
  lc_Frame *parent = top(reader);
  lc_Frame *line = &reader->frames[++reader->depth];
  line->before = line->now = parent->before;
  line->ply = parent->ply - 1;
  line->number_shift = parent->number_shift;
  line->opened_at = out->token.at;
  line->unreadable_at = SIZE_MAX;
  line->node = 0;
  line->has_move = line->is_unreadable = false;
  out->kind = LC_EVENT_OPEN;
  return LC_OK;
}

static void set_text(lc_Reader *reader, lc_Event *out, size_t from, size_t to) {
  while (to > from && lc_is_space(reader->lexer.text[to - 1])) to--;
  out->kind = LC_EVENT_TEXT;
  out->token.at = from;
  out->token.end = to;
}

/* Return the unreadable tail of a variation as an event. The closing parenthesis is then read again. If the first move
** of the variation is unreadable, the variation has no node. Then the whole variation with its parentheses becomes text
** of its parent. */
static void on_cut_tail(lc_Reader *reader, lc_Frame *line, lc_Event *out) {
  size_t close = out->token.at;
  reader->lexer.at = close;
  out->value = line->has_move ? 0 : LC_TEXT_IS_ABOVE;
  if (line->has_move) {
    set_text(reader, out, lc_number_before(reader->lexer.text, line->opened_at, line->unreadable_at), close);
  } else {
    set_text(reader, out, line->opened_at, out->token.end);
  }
  line->unreadable_at = SIZE_MAX;
}

/* The game ended inside the unreadable text of an event. Such text becomes a comment. If a comment cannot contain it,
** return only its first line. The next event returns the text from `tail_at` on. */
static void on_open_text(lc_Reader *reader, lc_Event *out) {
  const char *text = reader->lexer.text;
  size_t end = out->token.end, next = out->token.at + lc_comment_part(text + out->token.at, end - out->token.at);
  out->value |= LC_TEXT_IS_OPEN;
  set_text(reader, out, out->token.at, next);
  while (next < end && lc_is_space(text[next])) next++;
  reader->tail_at = next < end ? next : SIZE_MAX;
}

static void on_close(lc_Reader *reader, lc_Event *out) {
  if (reader->depth == 0) {
    report(out, LC_D_STRAY_CLOSE);
    return;
  }
  lc_Frame *line = top(reader);
  if (line->unreadable_at != SIZE_MAX) {
    on_cut_tail(reader, line, out);
    return;
  }
  if (!line->has_move && !line->is_unreadable) {
    /* the diagnostic comes before LC_EVENT_CLOSE, so the parenthesis is read again */
    line->is_unreadable = true;
    reader->lexer.at = out->token.at;
    report(out, LC_D_EMPTY_VARIATION);
    return;
  }
  reader->depth--;
  out->kind = LC_EVENT_CLOSE;
}

/* Handle the end of the text. Each call closes one open variation. Only the outermost variation gets a diagnostic. */
static void on_end(lc_Reader *reader, lc_Event *out) {
  out->kind = LC_EVENT_END;
  reader->skipped = 0;
  if (reader->tail_at != SIZE_MAX) {
    set_text(reader, out, reader->tail_at, out->token.end);
    out->value = reader->tail_is_above ? LC_TEXT_IS_ABOVE : 0;
    on_open_text(reader, out);
    return;
  }
  if (reader->depth > 0) {
    lc_Frame *line = top(reader);
    if (line->unreadable_at != SIZE_MAX) {
      on_cut_tail(reader, line, out);
      reader->tail_is_above = out->value & LC_TEXT_IS_ABOVE;
      on_open_text(reader, out);
      return;
    }
    if (line->opened_at != SIZE_MAX && reader->depth == 1) {
      out->token.at = line->opened_at;
      out->token.end = line->opened_at + 1;
      line->opened_at = SIZE_MAX;
      report(out, LC_D_UNCLOSED_VARIATION);
      return;
    }
    reader->depth--;
    out->kind = LC_EVENT_CLOSE;
  } else if (reader->last_result != LC_RESULT_NONE) {
    out->kind = LC_EVENT_RESULT;
    out->value = reader->last_result;
    reader->last_result = LC_RESULT_NONE;
    if (reader->result_at == SIZE_MAX) return;
    out->token.at = reader->result_at;
    out->token.end = reader->result_end;
    reader->result_at = SIZE_MAX;
  } else if (reader->result_at != SIZE_MAX) {
    on_inner_result(reader, out);
  }
}

/* Skip a token of a variation that is nested too deeply, or of an unreadable mainline or variation. Tokens that end the
** variation or the game are not skipped. Returns true if the token was skipped. */
static bool skip_token(lc_Reader *reader, const lc_Token *token) {
  if (reader->skipped == 0 && !top(reader)->is_unreadable) return false;
  if (token->kind == LC_TOKEN_END || reader->has_ended) return false;
  if (token->kind == LC_TOKEN_RESULT && reader->depth == 0 && reader->skipped == 0) return false;
  if (token->kind == LC_TOKEN_TAG || (lc_is_between_tags(token) && reader->lexer.in_tags)) return false;
  if (reader->after_result && reader->rest == SIZE_MAX) return false; /* see on_text_after_result() */
  /* in a game with an unknown start position, the unreadable part begins with the movetext */
  if (reader->rest == SIZE_MAX && reader->depth == 0 && reader->skipped == 0) reader->rest = token->at;
  if (token->kind == LC_TOKEN_OPEN) {
    reader->skipped++;
  } else if (token->kind == LC_TOKEN_CLOSE) {
    reader->last_result = LC_RESULT_NONE;
    if (reader->skipped == 0) return reader->depth == 0;
    reader->skipped--;
  } else if (token->kind == LC_TOKEN_RESULT) {
    reader->last_result = token->value;
  }
  return true;
}

/* Called at the end of a variation that was skipped completely: report the variation. */
static bool on_skipped(lc_Reader *reader, lc_Event *out) {
  bool is_last = reader->skipped == 1 && out->token.kind == LC_TOKEN_CLOSE;
  bool is_open = reader->skipped > 0 && out->token.kind == LC_TOKEN_END;
  if ((!is_last && !is_open) || top(reader)->is_unreadable) return false;
  reader->skipped = 0;
  reader->lexer.at = out->token.end;
  set_text(reader, out, reader->skipped_at, out->token.end);
  if (is_open) on_open_text(reader, out);
  return true;
}

size_t lc_after_result_end(const char *text, size_t size, size_t at) {
  size_t end = at;
  while (end < size && text[end] != '{' && !lc_is_line_end(text[end])) {
    if (text[end] == ';' && !lc_ends_reference(text, 0, end)) break;
    end++;
  }
  while (end > at + 1 && lc_is_space(text[end - 1])) end--;
  return end;
}

/* Return text after a result as an event. After 1-0, 0-1, 1/2-1/2 and *, the text is a comment on the last move
** ("1-0 on time"). After another spelling of a result, a second game may follow. So the result and the text after it
** become unreadable text. */
static bool on_text_after_result(lc_Reader *reader, lc_Event *out) {
  uint8_t kind = out->token.kind;
  if (!reader->after_result || kind == LC_TOKEN_END || lc_is_between_tags(&out->token)) return false;
  if (reader->has_ended) {
    reader->delivered_at = out->token.at;
    reader->lexer.at = lc_after_result_end(reader->lexer.text, reader->lexer.size, out->token.at);
    set_text(reader, out, out->token.at, reader->lexer.at);
    out->value = LC_TEXT_IS_OPEN;
    reader->pending = LC_D_TEXT_AFTER_RESULT;
    return true;
  }
  reader->after_result = false;
  reader->lexer.at = out->token.end = reader->half_end;
  out->token.at = reader->half_at;
  if (!top(reader)->is_unreadable) abandon(reader, out->token.at);
  if (reader->rest == SIZE_MAX && reader->depth == 0) reader->rest = out->token.at; /* the start position is unknown */
  report(out, LC_D_BAD_TOKEN);
  return true;
}

static int on_token(lc_Reader *reader, lc_Event *out) {
  if (on_text_after_result(reader, out)) return LC_OK;
  switch ((lc_TokenKind)out->token.kind) {
    case LC_TOKEN_TAG: out->kind = LC_EVENT_TAG; break;
    case LC_TOKEN_COMMENT: on_comment(reader, out); break;
    case LC_TOKEN_NAG: on_nag(reader, out); break;
    case LC_TOKEN_BAD_NAG: on_bad_nag(reader, out); break;
    case LC_TOKEN_RESERVED: on_odd(reader, out, LC_D_RESERVED_TEXT); break;
    case LC_TOKEN_OFFER: on_odd(reader, out, reader->lexer.dialect ? LC_D_NONE : LC_D_DRAW_OFFER); break;
    case LC_TOKEN_INNER_TAG: on_odd(reader, out, LC_D_INNER_TAG); break;
    case LC_TOKEN_ESCAPE: on_odd(reader, out, LC_D_NONE); break;
    case LC_TOKEN_OPEN: return on_open(reader, out);
    case LC_TOKEN_CLOSE: on_close(reader, out); break;
    case LC_TOKEN_JUNK:
      if (recover(reader, out)) break;
      abandon(reader, out->token.at);
      report(out, LC_D_BAD_TOKEN);
      break;
    case LC_TOKEN_RESULT:
      if (lc_recover_may_be_part(&reader->lexer, &out->token) && recover(reader, out)) break;
      on_result(reader, out, out->token.value, !(out->token.flags & LC_TOKEN_STYLE));
      break;
    case LC_TOKEN_SYMBOL: on_symbol(reader, out); break;
    case LC_TOKEN_SUFFIX: on_suffix(reader, out); break;
    case LC_TOKEN_NUMBER: /* lc_reader_next() has skipped move numbers */
    case LC_TOKEN_END: on_end(reader, out); break;
  }
  return LC_OK;
}

/* Return the NAG or the diagnostic of the last move token as a separate event. */
static void on_pending(lc_Reader *reader, lc_Event *out) {
  out->ply = top(reader)->ply;
  out->token.at = reader->delivered_at;
  out->token.end = reader->lexer.at;
  if (reader->pending != LC_D_NONE) {
    report(out, reader->pending);
    reader->pending = LC_D_NONE;
    return;
  }
  out->kind = LC_EVENT_NAG;
  out->value = reader->pending_glyph;
  reader->pending_glyph = 0;
}

/* Report the wide blanks before a token. The token is read again by the next call. */
static bool on_wide_blank(lc_Reader *reader, lc_Event *out) {
  size_t at = reader->lexer.wide_blank;
  if (at == SIZE_MAX || reader->has_ended) return false;
  reader->lexer.at = out->token.at;
  out->token.at = at;
  out->token.end = at + 3;
  report(out, LC_D_UNICODE_SIGN);
  return true;
}

/* Report whether a byte may occur in an ordinary move. */
static bool is_move_byte(char c) {
  static const bool used[256] = {
      ['a'] = 1, ['b'] = 1, ['c'] = 1, ['d'] = 1, ['e'] = 1, ['f'] = 1, ['g'] = 1, ['h'] = 1, ['1'] = 1,
      ['2'] = 1, ['3'] = 1, ['4'] = 1, ['5'] = 1, ['6'] = 1, ['7'] = 1, ['8'] = 1, ['N'] = 1, ['B'] = 1,
      ['R'] = 1, ['Q'] = 1, ['K'] = 1, ['O'] = 1, ['-'] = 1, ['x'] = 1, ['+'] = 1, ['#'] = 1};
  return used[(unsigned char)c];
}

static bool is_letter(char c) { return lc_is_letter(c) || (unsigned char)c >= 0x80; }

/* Return the end of a word in which letters of any alphabet are allowed; for dialects. */
static size_t foreign_end(const lc_Lexer *lexer, size_t at) {
  while (at < lexer->size && (is_move_byte(lexer->text[at]) || is_letter(lexer->text[at]))) at++;
  return at;
}

static size_t skip_spaces(const lc_Lexer *lexer, size_t at) {
  while (at < lexer->size && lc_is_space(lexer->text[at])) at++;
  return at;
}

/* Report whether text[at..end) is a whole word and not a number. A word ends before white space, a closing parenthesis,
** an opening brace or the end of the text. */
LC_INLINE bool is_word(const lc_Lexer *lexer, size_t at, size_t end) {
  if (end == at || lc_is_digit(lexer->text[at])) return false;
  return end >= lexer->size || lc_is_space(lexer->text[end]) || lexer->text[end] == ')' || lexer->text[end] == '{';
}

/* Read an ordinary move, and the move number before it, without the lexer. Most tokens are such moves. For other
** tokens, the function consumes nothing and returns false. */
static bool next_quickly(lc_Reader *reader, lc_Event *out) {
  const lc_Lexer *lexer = &reader->lexer;
  lc_Frame *line = top(reader);
  bool is_usual = !line->is_unreadable && !reader->skipped && !reader->after_result && !reader->reports_style;
  if (!is_usual || lexer->in_tags || reader->result_at != SIZE_MAX) return false;
  size_t at = skip_spaces(lexer, lexer->at), digits = at;
  while (at < lexer->size && lc_is_digit(lexer->text[at])) at++;
  if (at > digits) {
    if (at == lexer->size || lexer->text[at] != '.') return false;
    int64_t value = reader->reports_numbers ? lc_number_value(lexer->text, digits, at) : -1;
    if (value >= 0 && shift_of(reader, value) != line->number_shift) return false;
    while (at < lexer->size && lexer->text[at] == '.') at++;
    at = skip_spaces(lexer, at);
  }
  size_t end = at;
  while (end < lexer->size && is_move_byte(lexer->text[end])) end++;
  if (!is_word(lexer, at, end)) {
    if (lexer->dialect) end = foreign_end(lexer, end);
    if (!lexer->dialect || !is_word(lexer, at, end)) return false;
  }
  lc_Position next = line->now;
  unsigned quick = read_quickly(reader, &next, end, end - at);
  if (quick == LC_SAN_SLOW) return false;
  reader->lexer.at = end;
  reader->after_number = false;
  out->ply = line->ply++;
  out->kind = LC_EVENT_MOVE;
  out->value = 0;
  out->move = (lc_Move)quick;
  out->code = LC_D_NONE;
  out->token.kind = LC_TOKEN_SYMBOL;
  out->token.flags = 0;
  out->token.at = reader->delivered_at = at;
  out->token.end = end;
  line->before = line->now;
  line->now = next;
  line->has_move = true;
  return true;
}

int lc_reader_next(lc_Reader *reader, lc_Event *out) {
  bool has_pending = reader->pending != LC_D_NONE || reader->pending_glyph;
  if (!has_pending && next_quickly(reader, out)) return LC_OK;
  memset(out, 0, sizeof *out);
  if (has_pending) {
    on_pending(reader, out);
    return LC_OK;
  }
  for (;;) {
    lc_lexer_next(&reader->lexer, &out->token);
    out->ply = top(reader)->ply;
    if (on_skipped(reader, out)) return LC_OK;
    if (skip_token(reader, &out->token)) continue;
    if (on_wide_blank(reader, out)) return LC_OK;
    if (out->token.kind == LC_TOKEN_NUMBER && !reader->after_result) {
      if (lc_recover_may_be_part(&reader->lexer, &out->token) && recover(reader, out)) return LC_OK;
      reader->after_number = true;
      if (!reader->reports_numbers || !on_number(reader, &out->token)) continue;
      report(out, LC_D_MOVE_NUMBER);
      return LC_OK;
    }
    if (out->token.kind == LC_TOKEN_RESULT && reader->depth > 0) {
      if (keep_inner_result(reader, out)) return LC_OK;
      continue;
    }
    if (out->token.kind == LC_TOKEN_CLOSE) {
      reader->last_result = LC_RESULT_NONE;
      if (keeps_inner_result(reader, top(reader))) reader->result_at = SIZE_MAX;
      if (reader->result_at != SIZE_MAX) {
        reader->lexer.at = out->token.at; /* the parenthesis is read again */
        on_inner_result(reader, out);
        return LC_OK;
      }
    }
    if (!lc_is_between_tags(&out->token)) reader->after_number = false;
    if (is_usual_suffix(reader, &out->token)) continue;
    return on_token(reader, out);
  }
}
