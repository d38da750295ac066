#include "respell.h"

#include <string.h>

#include "../notation/dialect_impl.h"
#include "../notation/san.h"

/* A line of moves: its last position, and the position before the last move. */
typedef struct Line {
  lc_Position now, before;
  bool has_before;
} Line;

typedef struct Walk {
  lc_Lexer lexer;
  lc_Respelling *it;
  size_t copied;
  bool has_ended;
  unsigned depth;
  Line line, lines[LC_RESPELL_DEPTH];
} Walk;

static bool is_one_of(char c, const char *set) { return c != '\0' && strchr(set, c) != NULL; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static char byte_at(const Walk *walk, size_t at) { return at < walk->lexer.size ? walk->lexer.text[at] : '\n'; }

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* Report whether a tag is on one line, and has a usual name and one value without escaped signs. */
static bool is_regular_tag(const char *text, const lc_Token *token) {
  unsigned quotes = 0;
  size_t name = token->at + 1;
  if (name == token->end || !is_letter(text[name])) return false;
  while (name < token->end && (is_letter(text[name]) || is_digit(text[name]) || text[name] == '_')) name++;
  while (name < token->end && is_one_of(text[name], " \t")) name++;
  if (name == token->end || text[name] != '"') return false;
  for (size_t i = token->at; i < token->end; i++) {
    if (is_one_of(text[i], "\\\r\n")) return false;
    quotes += text[i] == '"';
  }
  return quotes == 2 && text[token->end - 1] == ']';
}

/* Return the end of a symbol without its signs, as in "e4!?". */
static size_t move_end(const char *text, const lc_Token *token) {
  size_t end = token->end;
  while (end > token->at && is_one_of(text[end - 1], "!?")) end--;
  return end;
}

/* Report whether the token ends as a word ends in any reader of moves. */
static bool ends_word(const Walk *walk, size_t end) {
  while (is_one_of(byte_at(walk, end), "!?")) end++;
  return is_one_of(byte_at(walk, end), " \t\r\n)");
}

/* Report whether a token is a word that is read whole: not digits, and without quotation marks or punctuation, which
** the walk removes from words. */
static bool is_move_text(const Walk *walk, const lc_Token *token, size_t end) {
  const char *text = walk->lexer.text;
  bool is_digits = true;
  for (size_t i = token->at; i < end; i++) {
    is_digits = is_digits && is_digit(text[i]);
    if (text[i] == '\xC2' || (text[i] == '\xE2' && i + 1 < end && text[i + 1] == '\x80')) return false;
  }
  bool begins = token->at == 0 || is_one_of(text[token->at - 1], " \t\r\n.(");
  return begins && !is_digits && !is_one_of(text[end - 1], ".,'\"`") && ends_word(walk, token->end);
}

/* Report whether a token begins as a word begins in any reader of moves. */
static bool begins_word(const Walk *walk, const lc_Token *token) {
  return token->at == 0 || is_one_of(walk->lexer.text[token->at - 1], " \t\r\n(");
}

/* Report whether a move number has a period after its digits, or is only periods before a blank. */
static bool is_plain_number(const Walk *walk, const lc_Token *token) {
  const char *text = walk->lexer.text;
  size_t at = token->at;
  while (at < token->end && is_digit(text[at])) at++;
  if (!begins_word(walk, token) || (at == token->at && !ends_word(walk, token->end))) return false;
  if (at - token->at > 4 || at == token->end) return false;
  while (at < token->end && text[at] == '.') at++;
  return at == token->end;
}

static bool is_plain_result(const Walk *walk, const lc_Token *token) {
  size_t length;
  const char *text = lc_result_text(token->value, &length);
  if (!begins_word(walk, token)) return false;
  bool is_standard = token->end - token->at == length && !memcmp(walk->lexer.text + token->at, text, length);
  return is_standard && walk->depth == 0 && is_one_of(byte_at(walk, token->end), " \t\r\n");
}

static bool read_move(lc_Respelling *it, const lc_Position *p, const char *token, size_t size, lc_Move *move) {
  lc_Reading reading = {0};
  if (!it->from) {
    if (lc_san_read(p, token, size, &reading.move) != LC_D_NONE) return false;
    it->restyled += !lc_san_is_canonical(p, reading.move, token, size);
  } else if (lc_dialect_read(it->from, p, token, size, &reading) != LC_D_NONE) {
    return false;
  }
  for (unsigned bit = 0; reading.repairs >> bit; bit++) it->repairs[bit] += reading.repairs >> bit & 1;
  *move = reading.move;
  return *move != LC_NULL_MOVE;
}

/* Copy the bytes up to `end`. Returns false if no move would fit after them. */
static bool put_text(Walk *walk, size_t end) {
  lc_Respelling *it = walk->it;
  size_t size = end - walk->copied;
  if (it->room - it->length < size + LC_DIALECT_TEXT) return false;
  memcpy(it->out + it->length, walk->lexer.text + walk->copied, size);
  it->length += size;
  return true;
}

static void count_move(Walk *walk, lc_Move move) {
  unsigned color;
  walk->it->moves++;
  if (walk->depth > 0) return;
  walk->it->plies++;
  if (!lc_move_is_castle(move))
    walk->it->pieces |= 1u << lc_position_piece_at(&walk->line.now, lc_move_from(move), &color);
}

/* Read a move in English or a plain dialect whose text is exactly the one that the dialect writes, so that it needs no
** repair. Play it in *next, and return its SAN. */
static bool read_usual(const Walk *walk, size_t at, size_t end, lc_Position *next, lc_Move *move, lc_SanWord *san) {
  const lc_Dialect *from = walk->it->from;
  const char *token = walk->lexer.text + at;
  unsigned size = (unsigned)(end - at);
  uint64_t word;
  char own[LC_DIALECT_TEXT];
  lc_Position p = walk->line.now;
  if (end < sizeof word || end - at > 15 || p.rules != LC_RULES_CHESS || (from && !from->is_plain)) return false;
  memcpy(&word, token + size - sizeof word, sizeof word);
  unsigned quick = from ? lc_dialect_quick(from, &p, token, size, word) : lc_san_quick(&p, word, size);
  if (quick == LC_SAN_SLOW) return false;
  *move = (lc_Move)quick;
  *next = walk->line.now;
  *san = lc_san_word(next, *move, true);
  size_t length = from ? lc_dialect_put(from, *san, own) : lc_san_store(*san, own);
  return length == size && memcmp(own, token, size) == 0;
}

static bool put_move(Walk *walk, const lc_Token *token) {
  lc_Respelling *it = walk->it;
  Line *line = &walk->line;
  size_t end = move_end(walk->lexer.text, token);
  lc_Move move;
  lc_Position next;
  lc_SanWord san;
  if (walk->has_ended || !is_move_text(walk, token, end)) return false;
  bool is_usual = read_usual(walk, token->at, end, &next, &move, &san);
  if (!is_usual) {
    if (!read_move(it, &line->now, walk->lexer.text + token->at, end - token->at, &move)) return false;
    next = line->now;
    lc_position_play(&next, move);
  }
  if (!put_text(walk, token->at)) return false;
  char *out = it->out + it->length;
  size_t size = is_usual && it->to->is_plain ? lc_dialect_put(it->to, san, out)
                                             : lc_dialect_write(it->to, &line->now, move, true, out);
  if (size == 0) return false;
  it->length += size;
  walk->copied = end;
  count_move(walk, move);
  line->before = line->now;
  line->has_before = true;
  line->now = next;
  return true;
}

static bool open_line(Walk *walk) {
  if (!walk->line.has_before || walk->depth == LC_RESPELL_DEPTH) return false;
  walk->lines[walk->depth++] = walk->line;
  walk->line.now = walk->line.before;
  walk->line.has_before = false;
  return true;
}

static bool close_line(Walk *walk) {
  if (walk->depth == 0) return false;
  walk->line = walk->lines[--walk->depth];
  return true;
}

static bool take_token(Walk *walk, const lc_Token *token) {
  const char *text = walk->lexer.text;
  switch (token->kind) {
  case LC_TOKEN_TAG: return is_regular_tag(text, token);
  case LC_TOKEN_SYMBOL: return put_move(walk, token);
  case LC_TOKEN_NUMBER: return is_plain_number(walk, token);
  case LC_TOKEN_NAG: return is_one_of(text[token->at], "$!?") && ends_word(walk, token->end);
  case LC_TOKEN_COMMENT: return !(token->flags & LC_TOKEN_UNCLOSED);
  case LC_TOKEN_ESCAPE: return true;
  case LC_TOKEN_OPEN: return !walk->has_ended && open_line(walk);
  case LC_TOKEN_CLOSE: return close_line(walk);
  case LC_TOKEN_RESULT: walk->has_ended = true; return is_plain_result(walk, token);
  default: return false;
  }
}

bool lc_respell(const char *text, size_t size, const lc_Position *start, lc_Respelling *it) {
  Walk walk;
  walk.it = it;
  walk.copied = walk.depth = 0;
  walk.has_ended = walk.line.has_before = false;
  walk.line.now = *start;
  lc_lexer_begin(&walk.lexer, text, size);
  walk.lexer.dialect = it->from;
  for (;;) {
    lc_Token token;
    lc_lexer_next(&walk.lexer, &token);
    if (token.kind == LC_TOKEN_END) break;
    if (!take_token(&walk, &token)) return false;
  }
  return walk.depth == 0 && put_text(&walk, size);
}
