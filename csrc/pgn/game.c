#include "game.h"

#include <string.h>

static uint32_t new_node(lc_Game *game, uint32_t parent, lc_Move move) {
  uint32_t index = game->node_count++;
  lc_GameNode *node = &game->nodes[index];
  memset(node, 0, sizeof *node);
  node->parent = parent;
  node->first_child = node->next = node->first_note = LC_NO_NODE;
  node->move = move;
  if (parent != LC_NO_NODE) node->ply = game->nodes[parent].ply + 1;
  return index;
}

void lc_game_begin(lc_Game *game, const lc_Position *start) {
  game->start = *start;
  game->node_count = game->note_count = 0;
  game->pending = LC_NO_NODE;
  game->result = LC_RESULT_NONE;
  game->errors = 0;
  game->after_close = false;
  game->rest = SIZE_MAX;
  new_node(game, LC_NO_NODE, LC_NULL_MOVE);
}

static void link_child(lc_Game *game, uint32_t parent, uint32_t child) {
  uint32_t *link = &game->nodes[parent].first_child;
  while (*link != LC_NO_NODE) link = &game->nodes[*link].next;
  *link = child;
}

static void link_note(lc_Game *game, uint32_t *list, uint32_t note) {
  while (*list != LC_NO_NODE) list = &game->notes[*list].next;
  *list = note;
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

/* Notes that were waiting for their move. */
static void take_pending(lc_Game *game, uint32_t node) {
  if (game->pending == LC_NO_NODE) return;
  link_note(game, &game->nodes[node].first_note, game->pending);
  game->pending = LC_NO_NODE;
}

/* No move came: the notes stay with the last one, behind it. */
static void release_pending(lc_Game *game, uint32_t node) {
  for (uint32_t i = game->pending; i != LC_NO_NODE; i = game->notes[i].next) {
    if (game->notes[i].kind == LC_NOTE_BEFORE) game->notes[i].kind = LC_NOTE_AFTER;
  }
  take_pending(game, node);
}

static void on_move(lc_Game *game, lc_Frame *line, const lc_Event *event) {
  uint32_t node = new_node(game, line->node, event->move);
  game->nodes[node].at = (uint32_t)event->token.at;
  game->nodes[node].size = (uint32_t)(event->token.end - event->token.at);
  link_child(game, line->node, node);
  line->node = node;
  take_pending(game, node);
}

/* A note belongs to the move before it, unless that move's number, or a variation, stands between. */
static void on_note(lc_Game *game, lc_Frame *line, const lc_Event *event, bool is_main) {
  bool is_nag = event->kind == LC_EVENT_NAG;
  bool waits = !line->has_move && !is_main;
  if (!is_nag) waits = waits || event->value || game->after_close;
  lc_NoteKind kind = is_nag ? LC_NOTE_NAG : waits ? LC_NOTE_BEFORE : LC_NOTE_AFTER;
  uint32_t note = is_nag ? new_note(game, kind, event->value, 0)
                         : new_note(game, kind, event->token.text, event->token.text_size);
  link_note(game, waits ? &game->pending : &game->nodes[line->node].first_note, note);
}

int lc_game_read(lc_Game *game, lc_Reader *reader) {
  lc_Event event;
  for (;;) {
    if (game->node_count >= game->node_room || game->note_count >= game->note_room) return LC_EROOM;
    int status = lc_reader_next(reader, &event);
    if (status != LC_OK) return status;
    lc_Frame *line = &reader->frames[reader->depth];
    switch ((lc_EventKind)event.kind) {
      case LC_EVENT_MOVE:
        on_move(game, line, &event);
        game->after_close = false;
        break;
      case LC_EVENT_NAG:
      case LC_EVENT_COMMENT: on_note(game, line, &event, reader->depth == 0); break;
      case LC_EVENT_OPEN:
        release_pending(game, line[-1].node);
        line->node = game->nodes[line[-1].node].parent;
        game->after_close = false;
        break;
      case LC_EVENT_CLOSE:
        /* A variation of comments alone has no node of its own. */
        release_pending(game, line[1].has_move ? line[1].node : line->node);
        game->after_close = true;
        break;
      case LC_EVENT_RESULT: game->result = event.value; break;
      case LC_EVENT_TROUBLE: game->errors += lc_code_severity(event.code) == LC_ERROR; break;
      case LC_EVENT_END:
        release_pending(game, line->node);
        game->rest = reader->rest;
        return LC_OK;
      default: break;
    }
  }
}

uint32_t lc_game_child(const lc_Game *game, uint32_t node, lc_Move move) {
  uint32_t child = game->nodes[node].first_child;
  while (child != LC_NO_NODE && game->nodes[child].move != move) child = game->nodes[child].next;
  return child;
}

int lc_game_add(lc_Game *game, uint32_t parent, lc_Move move, uint32_t *out) {
  *out = lc_game_child(game, parent, move);
  if (*out != LC_NO_NODE) return LC_OK;
  if (game->node_count >= game->node_room) return LC_EROOM;
  *out = new_node(game, parent, move);
  link_child(game, parent, *out);
  return LC_OK;
}

/* The path is walked upwards once for every move of a block, so that no room is needed for it. */
enum { PATH_BLOCK = 64 };

void lc_game_position(const lc_Game *game, uint32_t node, uint32_t from, const lc_Position *known,
                      lc_Position *out) {
  uint32_t at = from == LC_NO_NODE ? 0 : from;
  *out = from == LC_NO_NODE ? game->start : *known;
  while (at != node) {
    lc_Move path[PATH_BLOCK];
    uint32_t nodes[PATH_BLOCK];
    unsigned count = 0;
    /* The nodes nearest to `at` on the way down from it: a ring keeps the last ones seen going up. */
    for (uint32_t i = node; i != at; i = game->nodes[i].parent) {
      path[count % PATH_BLOCK] = game->nodes[i].move;
      nodes[count % PATH_BLOCK] = i;
      count++;
    }
    unsigned take = count < PATH_BLOCK ? count : PATH_BLOCK;
    for (unsigned i = 1; i <= take; i++) lc_position_play(out, path[(count - i) % PATH_BLOCK]);
    at = nodes[(count - take) % PATH_BLOCK];
  }
}
