#include "writer.h"

#include "text.h"

#include <string.h>

/* The unreadable tail of the mainline, not yet written. */
typedef struct Rest {
  const char *text;
  size_t size;
} Rest;

/* Where on the page the next token goes. Everything is counted even when the room is full. */
typedef struct Page {
  lc_Writing *to;
  uint32_t width;
  size_t column;
  bool at_start;   /* of a line: no blank before the next token */
  bool glue;       /* no blank before the next token: behind an opening parenthesis */
  bool must_break; /* a ; comment ends with its line */
  bool needs_number;
} Page;

static void put(Page *page, const char *bytes, size_t size) {
  lc_Writing *to = page->to;
  if (to->length + size <= to->out_room) memcpy(to->out + to->length, bytes, size);
  to->length += size;
  page->column += size;
}

static void new_line(Page *page) {
  put(page, "\n", 1);
  page->column = 0;
  page->at_start = true;
  page->must_break = false;
}

/* A token of `size` bytes goes here; `tail` bytes more must fit on the same line. */
static void begin_token(Page *page, size_t size, size_t tail) {
  size_t blank = page->at_start || page->glue ? 0 : 1;
  if (page->must_break || (page->width && !page->at_start && page->column + blank + size + tail > page->width)) {
    if (!page->at_start) new_line(page);
  } else if (blank) {
    put(page, " ", 1);
  }
  page->at_start = page->glue = false;
}

static void put_token(Page *page, const char *bytes, size_t size) {
  begin_token(page, size, 0);
  put(page, bytes, size);
}

static size_t put_digits(uint32_t value, char *out) {
  char digits[10];
  size_t count = 0, n = 0;
  do {
    digits[count++] = (char)('0' + value % 10);
    value /= 10;
  } while (value);
  while (count) out[n++] = digits[--count];
  return n;
}

static const char *note_text(const lc_Writing *w, const lc_GameNote *note) {
  return note->at + note->size <= w->size ? w->text + note->at : w->pool + (note->at - w->size);
}

/* Where a word ends: at a blank, but not inside an embedded command such as [%clk 0:01:52]. */
static size_t word_end(const char *text, size_t size, size_t at) {
  while (at < size && text[at] != ' ') {
    const char *close = NULL;
    if (text[at] == '[' && at + 1 < size && text[at + 1] == '%') close = memchr(text + at, ']', size - at);
    at = close ? (size_t)(close - text) + 1 : at + 1;
  }
  return at;
}

/* The longest piece from `begin` that no line end may be put into: words that begin with % or [ (which other
** readers take for an escape or a tag) stay with the one before, and so do blanks in a row. */
static size_t piece_end(const char *text, size_t size, size_t begin) {
  for (size_t at = begin;; at++) {
    at = word_end(text, size, at);
    if (at + 1 >= size) return size;
    bool is_open = strchr(" %[", text[at + 1]) == NULL || text[at + 1] == '\0';
    if (is_open && at > begin && text[at - 1] != ' ') return at;
  }
}

/* Bytes of a piece up to the first line end of the comment's own. */
static size_t on_this_line(const char *text, size_t begin, size_t end) {
  size_t n = 0;
  while (begin + n < end && !lc_is_line_end(text[begin + n])) n++;
  return n;
}

static void put_comment_words(Page *page, const char *text, size_t size) {
  for (size_t at = 0;;) {
    size_t end = piece_end(text, size, at);
    put(page, text + at, end - at);
    for (size_t i = at; i < end; i++) {
      if (lc_is_line_end(text[i])) page->column = end - i - 1;
    }
    if (end == size) return;
    size_t next = piece_end(text, size, end + 1), needed = on_this_line(text, end + 1, next);
    size_t brace = end + 1 + needed == size;
    bool is_full = page->width && page->column + 1 + needed + brace > page->width;
    put(page, is_full ? "\n" : " ", 1);
    if (is_full) page->column = 0;
    at = end + 1;
  }
}

static void put_comment(Page *page, const lc_WriteOptions *options, const char *text, size_t size) {
  if (memchr(text, '}', size)) {
    if (memchr(text, '\n', size) || memchr(text, '\r', size)) {
      page->to->code = LC_D_UNWRITABLE_COMMENT;
      return;
    }
    begin_token(page, size + 1, 0);
    put(page, ";", 1);
    put(page, text, size);
    page->must_break = true;
  } else {
    size_t end = options->keep_comments ? size : piece_end(text, size, 0);
    size_t needed = on_this_line(text, 0, end);
    begin_token(page, 1 + needed, needed == size);
    put(page, "{", 1);
    if (options->keep_comments) {
      put(page, text, size);
    } else {
      put_comment_words(page, text, size);
    }
    put(page, "}", 1);
  }
  page->needs_number = true;
}

/* Text that cannot be understood, as it stands. What would be a tag, an escape or a result at the beginning of a
** line gets (part of) a move number before it. */
static void put_verbatim(Page *page, const char *text, size_t size) {
  bool has_lines = memchr(text, '\n', size) || memchr(text, '\r', size) || memchr(text, ';', size);
  if (has_lines && !page->at_start) new_line(page);
  begin_token(page, size, 0);
  if (text[0] == '[' || text[0] == '%') put(page, "... ", 4);
  if (text[0] == '*') put(page, "1", 1);
  put(page, text, size);
  page->must_break = has_lines;
  page->needs_number = true;
}

static void put_notes(Page *page, const lc_Game *game, const lc_WriteOptions *options, uint32_t first, bool before) {
  for (uint32_t i = first; i != LC_NO_NODE; i = game->notes[i].next) {
    const lc_GameNote *note = &game->notes[i];
    if ((note->kind == LC_NOTE_BEFORE) != before) continue;
    if (note->kind == LC_NOTE_NAG) {
      char nag[12] = "$";
      if (!options->no_nags) put_token(page, nag, 1 + put_digits(note->at, nag + 1));
    } else if (note->kind == LC_NOTE_TEXT) {
      if (!options->no_variations) put_verbatim(page, note_text(page->to, note), note->size);
    } else if (!options->no_comments) {
      put_comment(page, options, note_text(page->to, note), note->size);
    }
  }
}

static void put_number(Page *page, const lc_WriteOptions *options, const lc_Position *p) {
  char number[16];
  if (options->no_numbers || (p->turn == LC_BLACK && !page->needs_number)) return;
  size_t n = put_digits(p->fullmove_number, number);
  memcpy(number + n, "...", 3);
  put_token(page, number, n + (p->turn == LC_BLACK ? 3 : 1));
}

static bool has_before(const lc_Game *game, uint32_t note) {
  for (; note != LC_NO_NODE; note = game->notes[note].next) {
    if (game->notes[note].kind == LC_NOTE_BEFORE) return true;
  }
  return false;
}

static void put_move(Page *page, const lc_Game *game, const lc_WriteOptions *options, lc_WriteLine *line, uint32_t node) {
  const lc_GameNode *it = &game->nodes[node];
  char san[LC_SAN_MAX];
  size_t n = lc_san_write(&line->now, it->move, san);
  /* The comment before a move stands behind its number, or it would belong to the move before. */
  if (!options->no_comments && has_before(game, it->first_note)) page->needs_number = true;
  put_number(page, options, &line->now);
  put_notes(page, game, options, it->first_note, true);
  put_token(page, san, n);
  page->needs_number = false;
  put_notes(page, game, options, it->first_note, false);
  line->before = line->now;
  lc_position_play(&line->now, it->move);
  line->node = node;
}

/* The next variation on the move that `line` just made, or LC_NO_NODE. */
static uint32_t next_variation(const lc_Game *game, const lc_WriteOptions *options, lc_WriteLine *line) {
  if (options->no_variations || line->node == 0) return LC_NO_NODE;
  const lc_GameNode *it = &game->nodes[line->node];
  if (game->nodes[it->parent].first_child != line->node) return LC_NO_NODE;
  uint32_t next = line->variation == LC_NO_NODE ? it->next : game->nodes[line->variation].next;
  if (next != LC_NO_NODE) line->variation = next;
  return next;
}

/* Moves were added behind the point where reading stopped, or taken away before it: what could not be read becomes
** a comment, since behind other moves it would mean something else. */
static void put_rest_as_comment(Page *page, const lc_WriteOptions *options, Rest *rest) {
  put_comment(page, options, rest->text, rest->size);
  rest->size = 0;
}

static int put_lines(Page *page, const lc_Game *game, const lc_WriteOptions *options, Rest *rest) {
  lc_Writing *to = page->to;
  uint32_t depth = 0;
  lc_WriteLine *line = &to->lines[0];
  line->before = line->now = game->start;
  line->node = 0;
  line->variation = LC_NO_NODE;
  for (;;) {
    line = &to->lines[depth];
    uint32_t variation = next_variation(game, options, line);
    if (variation != LC_NO_NODE) {
      if (depth + 1 >= to->room) {
        to->needs_lines = true;
        return LC_EROOM;
      }
      lc_WriteLine *inner = &to->lines[++depth];
      inner->now = line->before;
      inner->variation = LC_NO_NODE;
      begin_token(page, 1, 8);
      put(page, "(", 1);
      page->glue = page->needs_number = true;
      put_move(page, game, options, inner, variation);
      continue;
    }
    uint32_t next = game->nodes[line->node].first_child;
    if (next != LC_NO_NODE) {
      if (line->node == game->rest_node && rest->size) put_rest_as_comment(page, options, rest);
      line->variation = LC_NO_NODE;
      put_move(page, game, options, line, next);
      continue;
    }
    if (depth == 0) return LC_OK;
    page->glue = !page->must_break;
    put_token(page, ")", 1);
    page->needs_number = true;
    depth--;
  }
}

int lc_write_movetext(const lc_Game *game, const lc_WriteOptions *options, const char *rest_text, size_t rest_size,
                      lc_Writing *writing) {
  Page page = {.to = writing, .width = options->width, .at_start = true, .needs_number = true};
  writing->length = 0;
  writing->needs_lines = false;
  writing->code = LC_D_NONE;
  put_notes(&page, game, options, game->nodes[0].first_note, false);
  Rest rest = {rest_text, rest_size};
  if (put_lines(&page, game, options, &rest) != LC_OK) return LC_EROOM;
  if (rest.size && game->nodes[game->rest_node].is_removed) put_rest_as_comment(&page, options, &rest);
  if (rest.size) {
    if (!page.at_start) new_line(&page);
    put_verbatim(&page, rest.text, rest.size);
    page.must_break = true;
  }
  /* "*1-0": a star that is no result must not become one. */
  bool glued = rest.size && rest.text[rest.size - 1] == '*' && game->result != LC_RESULT_UNKNOWN;
  size_t length;
  const char *sign = lc_result_text(game->result ? game->result : LC_RESULT_UNKNOWN, &length);
  if (!glued) begin_token(&page, length, 0);
  put(&page, sign, length);
  new_line(&page);
  return writing->length <= writing->out_room ? LC_OK : LC_EROOM;
}
