#include "game.h"

#include <string.h>

#include "../notation/codes.h"

static uint32_t new_node(lc_Game *game, uint32_t parent, lc_Move move) {
  uint32_t index = game->node_count++;
  lc_GameNode *node = &game->nodes[index];
  memset(node, 0, sizeof *node);
  node->parent = parent;
  node->first_child = node->last_child = node->next = LC_NO_NODE;
  node->first_note = node->last_note = node->checkpoint = node->beside = LC_NO_NODE;
  node->move = move;
  if (parent == LC_NO_NODE) return index;
  lc_GameNode *above = &game->nodes[parent];
  node->ply = above->ply + 1;
  if (above->last_child == LC_NO_NODE) {
    above->first_child = index;
  } else {
    game->nodes[above->last_child].next = index;
  }
  above->last_child = index;
  return index;
}

void lc_game_begin(lc_Game *game, const lc_Position *start) {
  game->start = *start;
  game->node_count = game->note_count = game->checkpoint_count = 0;
  game->first_pending = game->last_pending = game->free_notes = LC_NO_NODE;
  game->result = LC_RESULT_NONE;
  game->errors = 0;
  game->after_close = false;
  game->rest = SIZE_MAX;
  game->rest_node = LC_NO_NODE;
  new_node(game, LC_NO_NODE, LC_NULL_MOVE);
}

static void keep_position(lc_Game *game, uint32_t node, const lc_Position *p) {
  if (game->nodes[node].ply % LC_CHECKPOINT != 0) return;
  game->nodes[node].checkpoint = game->checkpoint_count;
  game->checkpoints[game->checkpoint_count++] = *p;
}

/* Append the list first..last to another list. */
static void splice(lc_Game *game, uint32_t *list_first, uint32_t *list_last, uint32_t first, uint32_t last) {
  if (first == LC_NO_NODE) return;
  if (*list_last == LC_NO_NODE) {
    *list_first = first;
  } else {
    game->notes[*list_last].next = first;
  }
  *list_last = last;
}

static uint32_t new_note(lc_Game *game, lc_NoteKind kind, size_t at, size_t size) {
  uint32_t index = game->note_count++;
  lc_GameNote *note = &game->notes[index];
  note->next = LC_NO_NODE;
  note->kind = (uint8_t)kind;
  note->at = (uint32_t)at;
  note->size = (uint32_t)size;
  return index;
}

static void add_note(lc_Game *game, uint32_t node, uint32_t first, uint32_t last) {
  splice(game, &game->nodes[node].first_note, &game->nodes[node].last_note, first, last);
}

/* Attach the pending notes to a move. Pending notes are notes, such as comments, that were read before their move. */
static void take_pending(lc_Game *game, uint32_t node) {
  add_note(game, node, game->first_pending, game->last_pending);
  game->first_pending = game->last_pending = LC_NO_NODE;
}

/* No move followed the pending notes: attach them to the move before, as comments after it. */
static void release_pending(lc_Game *game, uint32_t node) {
  for (uint32_t i = game->first_pending; i != LC_NO_NODE; i = game->notes[i].next) {
    if (game->notes[i].kind == LC_NOTE_BEFORE) game->notes[i].kind = LC_NOTE_AFTER;
  }
  take_pending(game, node);
}

/* Record that a variation was written inside another one. In "1. e4 (1. d4 (1. c4))", the tree has c4 as a sibling of
** d4, but c4 is written inside d4's variation. */
static void keep_host(lc_Game *game, uint32_t node, uint32_t host) {
  uint32_t parent = game->nodes[node].parent;
  if (parent != game->nodes[host].parent || game->nodes[parent].first_child == host) return;
  game->nodes[node].beside = host;
  game->nodes[host].is_host = true;
}

/* Forget which variations were written inside other variations. The writer then writes all of them directly after the
** main move. */
static void flatten(lc_Game *game, uint32_t parent) {
  for (uint32_t i = game->nodes[parent].first_child; i != LC_NO_NODE; i = game->nodes[i].next) {
    game->nodes[i].beside = LC_NO_NODE;
    game->nodes[i].is_host = false;
  }
}

static void on_move(lc_Game *game, lc_Frame *line, const lc_Event *event, bool is_main) {
  uint32_t node = new_node(game, line->node, event->move);
  if (!is_main) keep_host(game, node, line[-1].node);
  game->nodes[node].at = (uint32_t)event->token.at;
  game->nodes[node].size = (uint32_t)(event->token.end - event->token.at);
  game->nodes[node].is_illegal = event->value != 0;
  keep_position(game, node, &line->now);
  line->node = node;
  take_pending(game, node);
  game->after_close = false;
}

/* Attach a note to a node, or with `waits` to the next move that will be read. */
static void attach(lc_Game *game, uint32_t node, bool waits, uint32_t note) {
  if (waits) {
    splice(game, &game->first_pending, &game->last_pending, note, note);
  } else {
    add_note(game, node, note, note);
  }
}

/* Attach a comment or NAG to the move before it. A comment after a move number or after a variation is attached to the
** next move. */
static void on_note(lc_Game *game, lc_Frame *line, const lc_Event *event, bool is_main) {
  bool is_nag = event->kind == LC_EVENT_NAG;
  bool waits = !line->has_move && !is_main;
  if (!is_nag) waits = waits || event->value || game->after_close;
  lc_NoteKind kind = is_nag ? LC_NOTE_NAG : waits ? LC_NOTE_BEFORE : LC_NOTE_AFTER;
  attach(game, line->node, waits,
         is_nag ? new_note(game, kind, event->value, 0)
                : new_note(game, kind, event->token.text, event->token.text_size));
}

/* Report whether a comment only says that the move before it is illegal (LC_ILLEGAL_MARK). The node stores this as a
** flag, so the first such comment is not stored. */
static bool is_mark(lc_Game *game, const lc_Frame *line, const lc_Event *event, const char *text) {
  const lc_Token *token = &event->token;
  lc_GameNode *node = &game->nodes[line->node];
  if (!node->is_illegal || node->is_marked || !line->has_move || event->value || game->after_close) return false;
  if (token->text_size != LC_ILLEGAL_MARK_SIZE) return false;
  node->is_marked = memcmp(text + token->text, LC_ILLEGAL_MARK, LC_ILLEGAL_MARK_SIZE) == 0;
  return node->is_marked;
}

/* Attach text that changes no move to the move before it, like a NAG. */
static void on_odd(lc_Game *game, const lc_Frame *line, const lc_Event *event, bool is_main) {
  size_t size = event->token.end - event->token.at;
  attach(game, line->node, !line->has_move && !is_main, new_note(game, LC_NOTE_ODD, event->token.at, size));
}

/* Remove the notes of a variation that begins at `from` and has no readable moves. The text of the whole variation is
** kept instead. The notes to remove are the pending notes, and texts of inner variations at the end of the notes of
** `node`. */
static void forget_inside(lc_Game *game, uint32_t node, size_t from) {
  uint32_t *next = &game->nodes[node].first_note, last = LC_NO_NODE;
  game->first_pending = game->last_pending = LC_NO_NODE;
  while (*next != LC_NO_NODE && (game->notes[*next].kind != LC_NOTE_TEXT || game->notes[*next].at < from)) {
    last = *next;
    next = &game->notes[last].next;
  }
  *next = LC_NO_NODE;
  game->nodes[node].last_note = last;
}

static void on_text(lc_Game *game, const lc_Frame *line, const lc_Event *event, bool is_main) {
  bool is_above = event->value & LC_TEXT_IS_ABOVE;
  uint32_t node = is_above ? line[-1].node : line->node;
  /* If a parenthesis is never closed, all text after it would belong to the variation. So this text becomes a
  ** comment. */
  lc_NoteKind kind = event->value & LC_TEXT_IS_OPEN ? LC_NOTE_AFTER : LC_NOTE_TEXT;
  uint32_t note = new_note(game, kind, event->token.at, event->token.end - event->token.at);
  if (is_above) {
    forget_inside(game, line->node, event->token.at);
  } else if (line->has_move || is_main) {
    release_pending(game, node);
  }
  add_note(game, node, note, note);
}

/* Remove the comments of `node` that were read after offset `from`. A result at that offset did not end the game, so
** the unreadable tail of the mainline begins there and includes these comments. */
static void forget_after(lc_Game *game, uint32_t node, size_t from) {
  uint32_t *next = &game->nodes[node].first_note, last = LC_NO_NODE;
  while (*next != LC_NO_NODE && (game->notes[*next].kind == LC_NOTE_NAG || game->notes[*next].at < from)) {
    last = *next;
    next = &game->notes[last].next;
  }
  *next = LC_NO_NODE;
  game->nodes[node].last_note = last;
}

/* Keep a result inside a variation as a comment on the move before it. A star says nothing. */
static void on_inner_result(lc_Game *game, lc_Frame *line, const lc_Event *event, const char *text) {
  size_t at = event->token.at;
  if (text[at] == '*') return;
  while (line->opened_at > at) line--; /* an inner variation has begun after the result */
  uint32_t node = line->node;
  while (game->nodes[node].at > at && game->nodes[game->nodes[node].parent].at > line->opened_at) {
    node = game->nodes[node].parent;
  }
  lc_NoteKind kind = line->has_move ? LC_NOTE_AFTER : LC_NOTE_BEFORE;
  attach(game, node, !line->has_move, new_note(game, kind, at, event->token.end - at));
}

static void on_event(lc_Game *game, lc_Frame *line, const lc_Event *event, bool is_main, const char *text) {
  switch ((lc_EventKind)event->kind) {
    case LC_EVENT_MOVE: on_move(game, line, event, is_main); break;
    case LC_EVENT_COMMENT:
      if (is_mark(game, line, event, text)) break;
      on_note(game, line, event, is_main);
      break;
    case LC_EVENT_NAG: on_note(game, line, event, is_main); break;
    case LC_EVENT_ODD: on_odd(game, line, event, is_main); break;
    case LC_EVENT_TEXT: on_text(game, line, event, is_main); break;
    case LC_EVENT_OPEN:
      release_pending(game, line[-1].node);
      line->node = game->nodes[line[-1].node].parent;
      game->after_close = false;
      break;
    case LC_EVENT_CLOSE:
      /* A variation that contains only comments has no node. */
      release_pending(game, line[1].has_move ? line[1].node : line->node);
      game->after_close = true;
      break;
    case LC_EVENT_RESULT: game->result = event->value; break;
    case LC_EVENT_DIAGNOSTIC:
      game->errors += lc_code_severity(event->code) == LC_ERROR;
      if (event->code == LC_D_VARIATION_RESULT) on_inner_result(game, line, event, text);
      if (event->code == LC_D_BAD_TOKEN && is_main) forget_after(game, line->node, event->token.at);
      break;
    case LC_EVENT_END: release_pending(game, line->node); break;
    case LC_EVENT_TAG: break; /* not stored: programs read tags from the text */
  }
}

int lc_game_read(lc_Game *game, lc_Reader *reader) {
  lc_Event event;
  do {
    if (game->node_count >= game->node_room || game->note_count >= game->note_room ||
        game->checkpoint_count >= game->checkpoint_room) {
      return LC_EROOM;
    }
    int status = lc_reader_next(reader, &event);
    if (status != LC_OK) return status;
    on_event(game, &reader->frames[reader->depth], &event, reader->depth == 0, reader->lexer.text);
  } while (event.kind != LC_EVENT_END);
  game->rest = reader->rest;
  game->rest_node = reader->frames[0].node;
  return LC_OK;
}

uint32_t lc_game_child(const lc_Game *game, uint32_t node, lc_Move move) {
  uint32_t child = game->nodes[node].first_child;
  while (child != LC_NO_NODE && game->nodes[child].move != move) child = game->nodes[child].next;
  return child;
}

int lc_game_add(lc_Game *game, uint32_t parent, const lc_Position *at_parent, lc_Move move, uint32_t *out) {
  *out = lc_game_child(game, parent, move);
  if (*out != LC_NO_NODE) return LC_OK;
  if (game->node_count >= game->node_room || game->checkpoint_count >= game->checkpoint_room) return LC_EROOM;
  *out = new_node(game, parent, move);
  lc_Position p = *at_parent;
  lc_position_play(&p, move);
  keep_position(game, *out, &p);
  return LC_OK;
}

/* Return the sibling before a node, or LC_NO_NODE if the node is the first child. */
static uint32_t before(const lc_Game *game, uint32_t node) {
  uint32_t at = game->nodes[game->nodes[node].parent].first_child, last = LC_NO_NODE;
  for (; at != node; at = game->nodes[at].next) last = at;
  return last;
}

uint32_t lc_game_next(const lc_Game *game, uint32_t node, uint32_t top) {
  if (game->nodes[node].first_child != LC_NO_NODE) return game->nodes[node].first_child;
  while (node != top && game->nodes[node].next == LC_NO_NODE) node = game->nodes[node].parent;
  return node == top ? LC_NO_NODE : game->nodes[node].next;
}

/* Move the list of notes first..last to the list of free notes. */
static void free_notes(lc_Game *game, uint32_t first, uint32_t last) {
  if (first == LC_NO_NODE) return;
  game->notes[last].next = game->free_notes;
  game->free_notes = first;
}

/* Mark a node and its descendants as removed. The node must no longer be in the list of its siblings. */
static void bury(lc_Game *game, uint32_t node) {
  for (uint32_t i = node; i != LC_NO_NODE; i = lc_game_next(game, i, node)) {
    lc_GameNode *it = &game->nodes[i];
    it->is_removed = true;
    free_notes(game, it->first_note, it->last_note);
    it->first_note = it->last_note = LC_NO_NODE;
  }
}

/* Remove a node from the list of its siblings. `last` is the sibling before the node. */
static void unlink_node(lc_Game *game, uint32_t node, uint32_t last) {
  flatten(game, game->nodes[node].parent);
  const lc_GameNode *it = &game->nodes[node];
  lc_GameNode *above = &game->nodes[it->parent];
  if (last == LC_NO_NODE) {
    above->first_child = it->next;
  } else {
    game->nodes[last].next = it->next;
  }
  if (above->last_child == node) above->last_child = last;
}

void lc_game_remove(lc_Game *game, uint32_t node) {
  bury(game, node);
  unlink_node(game, node, before(game, node));
}

bool lc_game_prune(lc_Game *game, uint32_t node) {
  bool any = false;
  for (; (node = game->nodes[node].first_child) != LC_NO_NODE;) {
    lc_GameNode *main = &game->nodes[node];
    for (uint32_t i = main->next; i != LC_NO_NODE; i = game->nodes[i].next) bury(game, i);
    any = any || main->next != LC_NO_NODE;
    main->next = LC_NO_NODE;
    game->nodes[main->parent].last_child = node;
  }
  return any;
}

bool lc_game_promote(lc_Game *game, uint32_t node) {
  lc_GameNode *it = &game->nodes[node], *above = &game->nodes[it->parent];
  uint32_t last = before(game, node);
  if (last == LC_NO_NODE) return false;
  flatten(game, it->parent);
  uint32_t first = before(game, last);
  game->nodes[last].next = it->next;
  it->next = last;
  if (first == LC_NO_NODE) {
    above->first_child = node;
  } else {
    game->nodes[first].next = node;
  }
  if (above->last_child == node) above->last_child = last;
  return true;
}

bool lc_game_demote(lc_Game *game, uint32_t node) {
  uint32_t next = game->nodes[node].next;
  return next != LC_NO_NODE && lc_game_promote(game, next);
}

bool lc_game_make_main(lc_Game *game, uint32_t node) {
  bool any = false;
  for (; node != 0; node = game->nodes[node].parent) {
    lc_GameNode *it = &game->nodes[node], *above = &game->nodes[it->parent];
    if (above->first_child == node) continue;
    unlink_node(game, node, before(game, node));
    it->next = above->first_child;
    above->first_child = node;
    any = true;
  }
  return any;
}

void lc_game_position(const lc_Game *game, uint32_t node, lc_Position *out) {
  lc_Move path[LC_CHECKPOINT];
  unsigned count = 0;
  for (; node != 0 && game->nodes[node].checkpoint == LC_NO_NODE; node = game->nodes[node].parent) {
    path[count++] = game->nodes[node].move;
  }
  *out = node == 0 ? game->start : game->checkpoints[game->nodes[node].checkpoint];
  while (count > 0) lc_position_play(out, path[--count]);
}

/* ---- notes ---- */

/* Return the note after which a new note of this kind is inserted, or LC_NO_NODE if the new note becomes the first. */
static uint32_t place_of(const lc_Game *game, uint32_t node, lc_NoteKind kind) {
  uint32_t end = game->nodes[node].last_note;
  if (end == LC_NO_NODE || game->notes[end].kind == kind) return end;
  uint32_t place = LC_NO_NODE, last = LC_NO_NODE;
  bool is_passed = false; /* a note of a later kind has been seen */
  for (uint32_t i = game->nodes[node].first_note; i != LC_NO_NODE; last = i, i = game->notes[i].next) {
    if (game->notes[i].kind > kind && !is_passed) {
      is_passed = true;
      place = last;
    }
    if (game->notes[i].kind == kind) place = i;
  }
  return is_passed ? place : last;
}

int lc_game_add_note(lc_Game *game, uint32_t node, lc_NoteKind kind, uint32_t at, uint32_t size) {
  lc_GameNode *it = &game->nodes[node];
  uint32_t place = place_of(game, node, kind), note = game->free_notes;
  if (note != LC_NO_NODE) {
    game->free_notes = game->notes[note].next;
  } else {
    if (game->note_count >= game->note_room) return LC_EROOM;
    note = game->note_count++;
  }
  lc_GameNote *made = &game->notes[note];
  *made = (lc_GameNote){.at = at, .size = size, .kind = (uint8_t)kind};
  made->next = place == LC_NO_NODE ? it->first_note : game->notes[place].next;
  if (place == LC_NO_NODE) {
    it->first_note = note;
  } else {
    game->notes[place].next = note;
  }
  if (it->last_note == place) it->last_note = note;
  game->note_changes++;
  return LC_OK;
}

void lc_game_remove_note(lc_Game *game, uint32_t node, uint32_t note) {
  lc_GameNode *it = &game->nodes[node];
  uint32_t last = LC_NO_NODE;
  for (uint32_t i = it->first_note; i != note; i = game->notes[i].next) last = i;
  if (last == LC_NO_NODE) {
    it->first_note = game->notes[note].next;
  } else {
    game->notes[last].next = game->notes[note].next;
  }
  if (it->last_note == note) it->last_note = last;
  free_notes(game, note, note);
  game->note_changes++;
}

void lc_game_set_note(lc_Game *game, uint32_t note, uint32_t at, uint32_t size) {
  game->notes[note].at = at;
  game->notes[note].size = size;
  game->note_changes++;
}

bool lc_game_clear_notes(lc_Game *game, uint32_t node, lc_NoteKind kind) {
  bool any = false;
  for (uint32_t i = game->nodes[node].first_note, next; i != LC_NO_NODE; i = next) {
    next = game->notes[i].next;
    if (game->notes[i].kind != kind) continue;
    lc_game_remove_note(game, node, i);
    any = true;
  }
  return any;
}
