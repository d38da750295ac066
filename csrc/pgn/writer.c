#include "writer.h"

#include "../chess/identity.h"
#include "../notation/codes.h"
#include "../notation/dialect_impl.h"
#include "glyph.h"
#include "page.h"
#include "text.h"

/* The unreadable tail of the mainline. When it has been written as a comment, `size` is 0. */
typedef struct Rest {
  const char *text;
  size_t size;
} Rest;

/* Arguments that every writing function needs. */
typedef struct Pen {
  lc_Page page;
  lc_Writing *to;
  const lc_Game *game;
  const lc_WriteOptions *options;
  Rest rest;
  bool is_at_beginning; /* only comments and escapes have been written */
} Pen;

static const char *note_text(const lc_Writing *w, const lc_GameNote *note) {
  return note->at + note->size <= w->size ? w->text + note->at : w->pool + (note->at - w->size);
}

/* A comment being written. */
typedef struct Comment {
  const char *text;
  size_t size;
  size_t last_close; /* offset after the last ], or 0 */
} Comment;

static Comment comment_of(const char *text, size_t size) {
  Comment comment = {text, size, memchr(text, '[', size) ? size : 0}; /* few comments have a command */
  while (comment.last_close > 0 && text[comment.last_close - 1] != ']') comment.last_close--;
  return comment;
}

/* The part of a comment, from an offset on, that must stay on one text line: a word. A word that begins with % or [
** stays with the word before it: at the start of a text line, other programs would read it as an escape or a tag. A
** sequence of blanks stays on one text line, too, and so does a command such as [%clk 0:01:52]. */
typedef struct Piece {
  size_t begin, end;
  size_t columns; /* up to the first line end of the piece */
  bool has_line_end, has_brace;
} Piece;

/* Extend the piece up to `end`. */
static void add_to_piece(Piece *piece, const char *text, size_t end) {
  for (; piece->end < end; piece->end++) {
    char c = text[piece->end];
    piece->has_line_end |= lc_is_line_end(c);
    piece->has_brace |= c == '}';
    piece->columns += !piece->has_line_end && lc_columns(&c, 1) == 1;
  }
}

/* A letter, digit or sign of ASCII without a meaning in comments. */
static bool is_plain(char c) { return c > ' ' && (unsigned char)c < 0x7F && c != '[' && c != '}'; }

/* Extend the piece up to a character that is not plain. */
static void add_plain(Piece *piece, const Comment *comment) {
  const char *text = comment->text;
  size_t at = piece->end;
  while (at < comment->size && is_plain(text[at])) at++;
  piece->columns += piece->has_line_end ? 0 : at - piece->end;
  piece->end = at;
}

static Piece piece_at(const Comment *comment, size_t begin) {
  const char *text = comment->text;
  Piece piece = {.begin = begin, .end = begin};
  for (;;) {
    add_plain(&piece, comment);
    size_t at = piece.end;
    if (at == comment->size) return piece;
    if (text[at] == ' ' && at + 1 < comment->size) {
      bool is_open = text[at + 1] != ' ' && text[at + 1] != '%' && text[at + 1] != '[';
      if (is_open && at > begin && text[at - 1] != ' ') return piece;
    }
    bool is_command = text[at] == '[' && at + 1 < comment->last_close && text[at + 1] == '%';
    if (is_command) at = (size_t)((const char *)memchr(text + at, ']', comment->last_close - at) - text);
    add_to_piece(&piece, text, at + 1);
  }
}

/* Report whether a text line that begins at `at` would be an escape, or would be a tag for programs that read line by
** line. */
static bool is_special(const char *text, size_t size, size_t at) {
  if (at >= size) return false;
  return text[at] == '%' || (text[at] == '[' && (at + 1 == size || text[at + 1] != '%'));
}

/* Write part of a comment's text. CRLF and lone CR become LF. A closing brace becomes a parenthesis if the options
** allow it. If is_special() is true for a text line, a blank is written before the line, but not with the option
** keep_comments. */
static void put_piece_lines(Pen *pen, const char *text, size_t size) {
  lc_Page *page = &pen->page;
  size_t done = 0;
  for (size_t i = 0; i < size; i++) {
    bool is_brace = pen->options->replace_braces && text[i] == '}';
    if (!lc_is_line_end(text[i]) && !is_brace) continue;
    lc_page_put(page, text + done, i - done);
    done = i + 1;
    if (text[i] == '\r' && done < size && text[done] == '\n') continue;
    lc_page_put(page, is_brace ? ")" : "\n", 1);
    if (is_brace) continue;
    page->column = 0;
    if (!pen->options->keep_comments && is_special(text, size, done)) lc_page_put(page, " ", 1);
  }
  lc_page_put(page, text + done, size - done);
}

static void put_piece(Pen *pen, const char *text, const Piece *piece) {
  size_t size = piece->end - piece->begin;
  if (piece->has_line_end || piece->has_brace) {
    put_piece_lines(pen, text + piece->begin, size);
  } else {
    lc_page_put_columns(&pen->page, text + piece->begin, size, piece->columns);
  }
}

static void put_comment_words(Pen *pen, const Comment *comment, Piece piece) {
  lc_Page *page = &pen->page;
  for (;;) {
    put_piece(pen, comment->text, &piece);
    if (piece.end == comment->size) return;
    piece = piece_at(comment, piece.end + 1);
    size_t brace = !piece.has_line_end && piece.end == comment->size;
    bool is_full = page->column + 1 + piece.columns + brace > page->width;
    lc_page_put(page, is_full ? "\n" : " ", 1);
    if (is_full) page->column = 0;
  }
}

static void put_line_comment(Pen *pen, const char *text, size_t size) {
  if (memchr(text, '\n', size) || memchr(text, '\r', size)) {
    pen->to->code = LC_D_UNWRITABLE_COMMENT;
    return;
  }
  lc_page_begin_token(&pen->page, lc_columns(text, size) + 1, 0);
  lc_page_put(&pen->page, ";", 1);
  lc_page_put(&pen->page, text, size);
  pen->page.must_break = true;
}

static void put_comment(Pen *pen, const char *text, size_t size) {
  const lc_WriteOptions *options = pen->options;
  pen->page.needs_number = true;
  if (!options->replace_braces && memchr(text, '}', size)) {
    put_line_comment(pen, text, size);
    return;
  }
  Comment comment = comment_of(text, size);
  Piece piece = {.begin = 0};
  if (options->keep_comments) {
    add_to_piece(&piece, text, size);
  } else {
    piece = piece_at(&comment, 0);
  }
  lc_page_begin_token(&pen->page, 1 + piece.columns, !piece.has_line_end && piece.end == size);
  lc_page_put(&pen->page, "{", 1);
  put_comment_words(pen, &comment, piece);
  lc_page_put(&pen->page, "}", 1);
}

/* Write unreadable text as a comment. If one comment cannot contain it, write a comment for each of its lines. */
static void put_as_comments(Pen *pen, const char *text, size_t size) {
  while (size > 0) {
    size_t part = lc_comment_part(text, size), blank = part;
    put_comment(pen, text, part);
    while (blank < size && lc_is_space(text[blank])) blank++;
    text += blank;
    size -= blank;
  }
}

static bool begins_line_comment(const char *text, size_t at) {
  return text[at] == ';' && !lc_ends_reference(text, 0, at);
}

/* If a text ends inside a comment or an escape, return the character that opened it: { ; or %. Else return 0. */
static char open_at_end(const char *text, size_t size) {
  for (size_t at = 0; at < size; at++) {
    bool is_line = begins_line_comment(text, at) || (text[at] == '%' && at > 0 && lc_is_line_end(text[at - 1]));
    if (!is_line && text[at] != '{') continue;
    size_t begin = at;
    while (at < size && (is_line ? !lc_is_line_end(text[at]) : text[at] != '}')) at++;
    if (at == size) return text[begin];
  }
  return 0;
}

/* Return how many variations are open at the end of unreadable text. A star at its beginning is no result: see
** put_verbatim(). */
static uint32_t open_variations(const Pen *pen, const char *text, size_t size) {
  lc_Scan scan;
  lc_scan_begin(&scan, text[0] == '*');
  scan.phase = LC_SCAN_MOVETEXT;
  lc_scan_next(&scan, pen->options->cpu, text, size, true);
  return scan.depth;
}

/* Close what is open at the end of unreadable text: a comment and variations. Otherwise the result after the text would
** be inside them, so that the written game would have no result. */
static void put_closing(Pen *pen, const char *text, size_t size) {
  uint32_t depth = open_variations(pen, text, size);
  char open = open_at_end(text, size);
  if (open == '{') lc_page_put(&pen->page, "}", 1);
  if (open && open != '{' && depth > 0) lc_page_put(&pen->page, "\n", 1);
  while (depth-- > 0) lc_page_put(&pen->page, ")", 1);
}

/* Begin the movetext. `needs_number` means that no game can begin with the next text. Then "1." is written before
** it. */
static void put_beginning(Pen *pen, bool needs_number) {
  if (pen->is_at_beginning && needs_number) lc_page_token(&pen->page, "1.", 2);
  pen->is_at_beginning = false;
}

/* Report whether a game may begin with this unreadable text: see scan.h. */
static bool begins_game(const char *text, size_t size) {
  size_t at = 0;
  if (text[0] == '(') return true;
  while (at < size && lc_is_digit(text[at])) at++;
  return at > 0 && at < size && text[at] == '.';
}

/* Report whether text begins with N, D or RR. Without a move number before them, these letters would be read as a sign
** of the Informant. */
static bool is_like_sign(const char *text, size_t size) {
  return lc_is_letter(text[0]) && lc_glyph_may_begin(text[0], size > 1 ? text[1] : ' ');
}

/* Write unreadable text, without the empty text lines before a "1." outside comments: there, another game would
** begin. */
static void put_one_game(lc_Page *page, const char *text, size_t size) {
  size_t done = 0;
  for (size_t at = 0; at < size; at++) {
    const char *close = text[at] == '{' ? memchr(text + at, '}', size - at) : NULL;
    if (close) at = (size_t)(close - text);
    if (begins_line_comment(text, at)) {
      while (at + 1 < size && !lc_is_line_end(text[at + 1])) at++;
    }
    if (!lc_is_line_end(text[at])) continue;
    size_t next = at;
    while (next < size && lc_is_space(text[next])) next++;
    if (next + 1 < size && text[next] == '1' && text[next + 1] == '.') {
      lc_page_put(page, text + done, at - done);
      lc_page_put(page, "\n", 1);
      done = next;
    }
    at = next - 1;
  }
  lc_page_put(page, text + done, size - done);
}

/* Report whether a star at the beginning of text would be a result after a blank. */
static bool is_result(const char *text, size_t size) {
  size_t end;
  return text[0] == '*' && lc_result_at(text, size, 0, &end) != LC_RESULT_NONE;
}

/* Write unreadable text unchanged. If the text begins like a tag, an escape, a sign or a result, periods or a 1 are
** written before it. So it is not read as a tag, an escape, a sign or a result. At the end of the text, an open comment
** and open variations are closed. */
static void put_verbatim(Pen *pen, const char *text, size_t size) {
  lc_Page *page = &pen->page;
  bool has_lines = memchr(text, '\n', size) || memchr(text, '\r', size) || memchr(text, ';', size);
  if (has_lines && !page->at_start) lc_page_new_line(page);
  put_beginning(pen, pen->options->is_alone && !begins_game(text, size));
  lc_page_begin_token(page, lc_columns(text, size), 0);
  if (text[0] == '[' || text[0] == '%' || is_like_sign(text, size)) lc_page_put(page, "... ", 4);
  if (is_result(text, size)) lc_page_put(page, "1", 1);
  put_one_game(page, text, size);
  put_closing(pen, text, size);
  page->must_break = has_lines;
  page->needs_number = true;
}

/* Report whether other notes, moves or variations would be written after this note, inside the same mainline or
** variation. */
static bool is_followed(const Pen *pen, const lc_GameNote *note, uint32_t node) {
  const lc_GameNode *nodes = pen->game->nodes, *it = &nodes[node];
  if (it->first_child != LC_NO_NODE || note->next != LC_NO_NODE) return true;
  if (node == 0) return false;
  return it->is_host || (nodes[it->parent].first_child == node && it->next != LC_NO_NODE);
}

/* Report whether unreadable text, which ends a variation or is a whole variation, must be written as a comment. Text
** after an unreadable end of a variation would be unreadable, too. So such an end becomes a comment if moves or
** variations come after it. The variation "(+)" of "(+)x" also becomes a comment: alone, it is a sign. */
static bool becomes_comment(const Pen *pen, const lc_GameNote *note, uint32_t node) {
  const char *text = note_text(pen->to, note);
  unsigned nag;
  return text[0] == '(' ? lc_glyph_at(text, note->size, 0, &nag) > 0 : is_followed(pen, note, node);
}

/* Write the unreadable texts of a node: those that become comments, or the others. */
static void put_unread(Pen *pen, uint32_t node, bool as_comments) {
  const lc_GameNote *notes = pen->game->notes;
  if (pen->options->no_variations) return;
  for (uint32_t i = pen->game->nodes[node].first_note; i != LC_NO_NODE; i = notes[i].next) {
    if (notes[i].kind != LC_NOTE_TEXT || becomes_comment(pen, &notes[i], node) != as_comments) continue;
    const char *text = note_text(pen->to, &notes[i]);
    if (as_comments) {
      put_as_comments(pen, text, notes[i].size);
    } else {
      put_verbatim(pen, text, notes[i].size);
    }
  }
}

/* Report whether text in angle brackets could be read in another way if blanks were around it. Before a move number,
** "<>" would be a null move. "<->" and "<=>" would be signs: the reader only keeps them as text directly before other
** text or in parentheses. */
static bool is_ambiguous(const char *text, size_t size) {
  unsigned nag;
  return text[0] == '<' && (size == 2 || lc_glyph_at(text, size, 0, &nag) > 0);
}

/* Write text that changes no move. The text is unchanged, with these exceptions. An escape gets a text line of its own.
** Text that could be read in another way gets a blank after its opening bracket. At the start of a text line, a tag
** would begin a game, so periods are written before a tag. */
static void put_odd(Pen *pen, const char *text, size_t size) {
  lc_Page *page = &pen->page;
  if (pen->options->no_comments) return;
  bool is_escape = text[0] == '%';
  /* Before the first move, a bracket would begin a tag. */
  if (!is_escape) put_beginning(pen, pen->options->is_alone || text[0] == '[');
  bool has_blank = is_ambiguous(text, size);
  if (is_escape && !page->at_start) lc_page_new_line(page);
  lc_page_begin_token(page, lc_columns(text, size) + has_blank, 0);
  if (text[0] == '[' && page->column == 0) lc_page_put(page, "... ", 4);
  if (has_blank) lc_page_put(page, "< ", 2);
  lc_page_put(page, text + has_blank, size - has_blank);
  page->must_break = is_escape;
}

void lc_write_unread(const char *text, size_t size, bool is_note, lc_Writing *writing) {
  static const lc_WriteOptions options = {0};
  Pen pen = {.to = writing, .options = &options};
  lc_page_begin(&pen.page, 0, writing->out, writing->out_room);
  if (is_note) {
    put_odd(&pen, text, size);
  } else {
    put_verbatim(&pen, text, size);
  }
  writing->length = pen.page.length;
}

static void put_note(Pen *pen, const lc_GameNote *note) {
  const lc_WriteOptions *options = pen->options;
  if (note->kind == LC_NOTE_NAG) {
    char nag[1 + LC_DIGITS_32] = "$";
    if (options->no_nags) return;
    put_beginning(pen, options->is_alone);
    lc_page_token(&pen->page, nag, 1 + lc_put_digits(note->at, nag + 1));
  } else if (note->kind == LC_NOTE_ODD) {
    put_odd(pen, note_text(pen->to, note), note->size);
  } else if (!options->no_comments) {
    put_comment(pen, note_text(pen->to, note), note->size);
  }
}

/* Write the notes of a node whose kinds are in first..last. */
static void put_notes(Pen *pen, uint32_t node, lc_NoteKind first, lc_NoteKind last) {
  const lc_GameNote *notes = pen->game->notes;
  for (uint32_t i = pen->game->nodes[node].first_note; i != LC_NO_NODE; i = notes[i].next) {
    if (notes[i].kind >= first && notes[i].kind <= last) put_note(pen, &notes[i]);
  }
}

/* Write the notes after a move. Unreadable text comes last, because text after it would be unreadable, too. Texts that
** become comments are read again as comments, so they come directly after the comments. */
static void put_notes_after(Pen *pen, uint32_t node) {
  if (pen->game->nodes[node].is_illegal && !pen->options->no_comments) {
    put_notes(pen, node, LC_NOTE_NAG, LC_NOTE_NAG);
    put_comment(pen, LC_ILLEGAL_MARK, LC_ILLEGAL_MARK_SIZE);
    put_notes(pen, node, LC_NOTE_AFTER, LC_NOTE_AFTER);
  } else { /* NAGs and comments keep their order */
    put_notes(pen, node, LC_NOTE_NAG, LC_NOTE_AFTER);
  }
  put_unread(pen, node, true);
  put_notes(pen, node, LC_NOTE_ODD, LC_NOTE_ODD);
  put_unread(pen, node, false);
}

static void put_number(Pen *pen, const lc_Position *p) {
  char number[LC_DIGITS_32 + 3];
  if (pen->options->no_numbers || (p->turn == LC_BLACK && !pen->page.needs_number)) return;
  size_t n = lc_put_digits(p->fullmove_number, number);
  memcpy(number + n, "...", 3);
  lc_page_ascii_token(&pen->page, number, n + (p->turn == LC_BLACK ? 3 : 1));
}

static bool has_before(const lc_Game *game, uint32_t note) {
  for (; note != LC_NO_NODE; note = game->notes[note].next) {
    if (game->notes[note].kind == LC_NOTE_BEFORE) return true;
  }
  return false;
}

/* Write White's material minus Black's, in pawns: "material +2". */
static size_t put_material(const lc_Position *p, char *out) {
  static const int worth[] = {1, 3, 3, 5, 9};
  int sum = 0;
  for (unsigned piece = LC_PAWN; piece <= LC_QUEEN; piece++) {
    sum += worth[piece] * ((int)lc_count(lc_position_of(p, LC_WHITE, piece)) -
                           (int)lc_count(lc_position_of(p, LC_BLACK, piece)));
  }
  memcpy(out, "material ", 9);
  size_t n = 9;
  if (sum != 0) out[n++] = sum < 0 ? '-' : '+';
  return n + lc_put_digits((uint32_t)(sum < 0 ? -sum : sum), out + n);
}

static size_t put_hash(const lc_Position *p, char *out) {
  static const char digits[] = "0123456789abcdef";
  uint64_t key = lc_position_key(p);
  for (unsigned i = 0; i < 16; i++) out[i] = digits[key >> (60 - 4 * i) & 15];
  return 16;
}

static void put_ply_comment(Pen *pen, const lc_Position *p) {
  char text[LC_FEN_MAX];
  size_t n = 0;
  switch (pen->options->ply_comments) {
    case LC_PLY_FEN: n = lc_fen_write(pen->options->cpu, p, LC_EP_LEGAL, LC_CASTLING_XFEN, text); break;
    case LC_PLY_HASH: n = put_hash(p, text); break;
    case LC_PLY_MATERIAL: n = put_material(p, text); break;
    case LC_PLY_NOTHING: return;
  }
  put_comment(pen, text, n);
}

/* Write the unreadable tail of the mainline as a comment if it cannot stay at the end of the game. After other moves,
** the tail would have another meaning. So it becomes a comment if moves were added after the last readable move, if
** moves before the tail were removed, or if the mainline became a variation. The comment is written before the
** variations, because after them it would belong to the next move. */
static void put_rest_after_move(Pen *pen, const lc_WriteLine *line, uint32_t node) {
  const lc_GameNode *nodes = pen->game->nodes;
  if (pen->rest.size == 0) return;
  bool is_last = line == pen->to->lines && nodes[node].first_child == LC_NO_NODE;
  bool is_removed = nodes[pen->game->rest_node].is_removed;
  if (is_removed ? !is_last : is_last || node != pen->game->rest_node) return;
  put_as_comments(pen, pen->rest.text, pen->rest.size);
  pen->rest.size = 0;
}

/* Write a move and play it. */
static void put_text(Pen *pen, lc_Position *p, lc_Move move) {
  const lc_Dialect *dialect = pen->options->dialect;
  bool marks = !pen->options->no_checks;
  char text[LC_DIALECT_TEXT];
  size_t size;
  if (!dialect) {
    lc_page_ascii_token(&pen->page, text, lc_san_store(lc_san_word(p, move, marks), text));
    return;
  }
  if (dialect->is_plain && move != LC_NULL_MOVE) {
    size = lc_dialect_put(dialect, lc_san_word(p, move, marks), text);
  } else {
    size = lc_spelling_write(dialect, p, move, marks, text);
    if (size == 0 && pen->to->code == LC_D_NONE) {
      pen->to->code = LC_D_UNSAYABLE_MOVE;
      pen->to->before = *p;
      pen->to->move = move;
    }
    lc_position_play(p, move);
  }
  lc_page_token(&pen->page, text, size);
}

static void put_move(Pen *pen, lc_WriteLine *line, uint32_t node) {
  pen->is_at_beginning = false;
  const lc_GameNode *it = &pen->game->nodes[node];
  /* a comment before a move is written after the move number; without the number, it would belong to the previous
  ** move */
  if (!pen->options->no_comments && has_before(pen->game, it->first_note)) pen->page.needs_number = true;
  put_number(pen, &line->now);
  if (it->first_note != LC_NO_NODE) put_notes(pen, node, LC_NOTE_BEFORE, LC_NOTE_BEFORE);
  line->before = line->now;
  line->node = node;
  put_text(pen, &line->now, it->move);
  pen->page.needs_number = false;
  if (it->first_note != LC_NO_NODE || it->is_illegal) put_notes_after(pen, node);
  put_rest_after_move(pen, line, node);
  if (pen->options->ply_comments != LC_PLY_NOTHING) put_ply_comment(pen, &line->now);
}

/* Return the next variation on the move that `line` has just played, or LC_NO_NODE. */
static uint32_t next_variation(const Pen *pen, lc_WriteLine *line) {
  if (pen->options->no_variations || line->node == 0) return LC_NO_NODE;
  const lc_GameNode *nodes = pen->game->nodes, *it = &nodes[line->node];
  bool is_main = nodes[it->parent].first_child == line->node;
  if (!is_main && !it->is_host) return LC_NO_NODE;
  uint32_t next = line->variation == LC_NO_NODE ? it->next : nodes[line->variation].next;
  while (next != LC_NO_NODE && nodes[next].beside != (is_main ? LC_NO_NODE : line->node)) next = nodes[next].next;
  if (next != LC_NO_NODE) line->variation = next;
  return next;
}

static void open_variation(Pen *pen, lc_WriteLine *inner, const lc_WriteLine *outer, uint32_t node) {
  inner->now = outer->before;
  inner->variation = LC_NO_NODE;
  lc_page_begin_token(&pen->page, 1, 8);
  lc_page_put(&pen->page, "(", 1);
  pen->page.glue = pen->page.needs_number = true;
  put_move(pen, inner, node);
}

static int put_lines(Pen *pen) {
  lc_Writing *to = pen->to;
  uint32_t depth = 0;
  lc_WriteLine *line = &to->lines[0];
  line->before = line->now = pen->game->start;
  line->node = 0;
  line->variation = LC_NO_NODE;
  for (;;) {
    line = &to->lines[depth];
    uint32_t variation = next_variation(pen, line);
    if (variation != LC_NO_NODE) {
      if (depth + 1 >= to->room) {
        to->needs_lines = true;
        return LC_EROOM;
      }
      open_variation(pen, line + 1, line, variation);
      depth++;
      continue;
    }
    uint32_t next = pen->game->nodes[line->node].first_child;
    if (next != LC_NO_NODE) {
      line->variation = LC_NO_NODE;
      put_move(pen, line, next);
      continue;
    }
    if (depth == 0) return LC_OK;
    pen->page.glue = !pen->page.must_break;
    lc_page_token(&pen->page, ")", 1);
    pen->page.needs_number = true;
    depth--;
  }
}

/* Report whether the rest is written with a star at its end, which would be a result at the end of a text line
** ("e7e5*"). */
static bool ends_in_star(const Pen *pen) {
  const Rest *rest = &pen->rest;
  return rest->text[rest->size - 1] == '*' && !open_at_end(rest->text, rest->size) &&
         open_variations(pen, rest->text, rest->size) == 0;
}

static void put_rest(Pen *pen) {
  if (!pen->page.at_start) lc_page_new_line(&pen->page);
  put_verbatim(pen, pen->rest.text, pen->rest.size);
  pen->page.must_break = !ends_in_star(pen);
}

/* Report whether the result follows the rest without a blank where the rest was read. With a blank, the rest might be
** readable: "<<" is a sign, but "<<1-0" is not. */
static bool is_glued(const Pen *pen, const char *sign, size_t length) {
  const Rest *rest = &pen->rest;
  const char *end = pen->to->text + pen->to->size;
  return rest->size > 0 && (size_t)(end - rest->text) - rest->size >= length &&
         memcmp(rest->text + rest->size, sign, length) == 0;
}

unsigned lc_result_to_write(unsigned result, unsigned tag_result) {
  if (result == LC_RESULT_NONE) result = tag_result;
  bool is_readable = result <= LC_RESULT_UNKNOWN || result == tag_result;
  return result != LC_RESULT_NONE && is_readable ? result : LC_RESULT_UNKNOWN;
}

static void put_result(Pen *pen) {
  const Rest *rest = &pen->rest;
  unsigned result = lc_result_to_write(pen->game->result, pen->options->tag_result);
  size_t length;
  const char *sign = lc_result_text(result, &length);
  if (is_glued(pen, sign, length)) {
    lc_page_put(&pen->page, sign, length);
    return;
  }
  /* A star that is not the result must not be read as the result at the end of a text line. So the result follows on
  ** the same line: "*1-0" or "* *". */
  if (rest->size == 0 || !ends_in_star(pen)) {
    lc_page_begin_token(&pen->page, length, 0);
  } else if (result == LC_RESULT_UNKNOWN) {
    lc_page_put(&pen->page, " ", 1);
  }
  lc_page_put(&pen->page, sign, length);
}

size_t lc_rest_size(const char *text, size_t at, size_t end, unsigned result) {
  size_t length;
  const char *sign = lc_result_text(result, &length);
  if (end >= length && memcmp(text + end - length, sign, length) == 0) end -= length;
  if (end < at) end = at; /* in "$1-0", the unreadable text and the result have bytes in common */
  while (end > at && lc_is_space(text[end - 1])) end--;
  return end - at;
}

int lc_write_movetext(const lc_Game *game, const lc_WriteOptions *options, const char *rest_text, size_t rest_size,
                      lc_Writing *writing) {
  Pen pen = {.to = writing, .game = game, .options = options, .rest = {rest_text, rest_size},
             .is_at_beginning = true};
  lc_page_begin(&pen.page, options->width, writing->out, writing->out_room);
  writing->length = 0;
  writing->needs_lines = false;
  writing->code = LC_D_NONE;
  put_notes_after(&pen, 0);
  put_rest_after_move(&pen, writing->lines, 0);
  if (put_lines(&pen) != LC_OK) return LC_EROOM;
  if (pen.rest.size) put_rest(&pen);
  if (!options->no_results) put_result(&pen);
  lc_page_new_line(&pen.page);
  writing->length = pen.page.length;
  return writing->length <= writing->out_room ? LC_OK : LC_EROOM;
}
