/*
** fuzz_tree - reads games to trees and compares trees, for targets that write a game and read it again.
**
** Two trees are the same if they have the same moves, variations, NAGs, comments, notes, unreadable texts and results.
** The order of notes matters only within one kind (docs/pgn.md). In comments, a line end may become a blank,
** and a blank may become a line end.
*/
#ifndef FUZZ_TREE_H
#define FUZZ_TREE_H

#include <stdlib.h>
#include <string.h>

#include "../csrc/notation/codes.h"
#include "../csrc/pgn/glyph.h"
#include "../csrc/pgn/text.h"
#include "../csrc/pgn/writer.h"
#include "require.h"

/* A tree with the texts that its notes refer to. */
typedef struct Tree {
  lc_Game game;
  const char *text, *pool;
  size_t size;
  const char *rest; /* the unreadable tail of the mainline */
  size_t rest_size;
  size_t rest_end; /* end of the tail and the result after it */
} Tree;

/* Allocate memory for a game of `size` bytes. Returns false if there is not enough. */
static inline bool tree_open(Tree *tree, size_t size) {
  lc_Game *game = &tree->game;
  memset(tree, 0, sizeof *tree);
  game->node_room = game->note_room = (uint32_t)size + 8;
  game->checkpoint_room = game->node_room / LC_CHECKPOINT + 1;
  game->nodes = malloc(game->node_room * sizeof *game->nodes);
  game->notes = malloc(game->note_room * sizeof *game->notes);
  game->checkpoints = malloc(game->checkpoint_room * sizeof *game->checkpoints);
  return game->nodes && game->notes && game->checkpoints;
}

static inline void tree_close(Tree *tree) {
  free(tree->game.nodes);
  free(tree->game.notes);
  free(tree->game.checkpoints);
}

/* Read the game that the scanner found. */
static inline void tree_read(Tree *tree, const char *text, const lc_Scan *scan, const lc_Dialect *dialect,
                             unsigned tolerance, const lc_Position *start, lc_Frame *frames, uint32_t room) {
  lc_Reader reader;
  lc_Game *game = &tree->game;
  lc_Start plain = {.position = *start};
  size_t size = scan->at - scan->begin;
  size_t result_end = scan->result != LC_RESULT_NONE ? scan->result_end - scan->begin : size;
  tree->text = text;
  tree->size = size;
  lc_game_begin(game, start);
  lc_reader_begin(&reader, text, size, dialect, tolerance, &plain, frames, room);
  require(lc_game_read(game, &reader) == LC_OK);
  /* the reader does not see a result without a separator after unreadable text */
  if (scan->result != LC_RESULT_NONE) game->result = scan->result;
  tree->rest = NULL;
  tree->rest_size = 0;
  if (game->rest == SIZE_MAX) return;
  size_t end = tree->rest_end = game->rest < result_end ? result_end : size;
  tree->rest = text + game->rest;
  tree->rest_size = lc_rest_size(text, game->rest, end, scan->result);
}

static inline const char *tree_note(const Tree *tree, const lc_GameNote *note) {
  return note->at + note->size <= tree->size ? tree->text + note->at : tree->pool + (note->at - tree->size);
}

/* Report whether two texts are the same. White space is ignored. With `is_exact`, white space is compared, but all
** kinds of line ends are equal. */
static inline bool is_same_text(const char *a, size_t a_size, const char *b, size_t b_size, bool is_exact) {
  for (size_t i = 0, j = 0;; i++, j++) {
    if (is_exact) {
      if (i + 1 < a_size && a[i] == '\r' && a[i + 1] == '\n') i++;
      if (j + 1 < b_size && b[j] == '\r' && b[j + 1] == '\n') j++;
    } else {
      while (i < a_size && lc_is_space(a[i])) i++;
      while (j < b_size && lc_is_space(b[j])) j++;
    }
    if (i >= a_size || j >= b_size) return i >= a_size && j >= b_size;
    bool are_ends = lc_is_line_end(a[i]) && lc_is_line_end(b[j]);
    if (a[i] != b[j] && !are_ends) return false;
  }
}

/* The texts of a node that are written after its move: comments, then unreadable ends of variations, then unreadable
** variations, then the unreadable tail of the mainline. The writer may write an end, or a variation like "(+)", as a
** comment, so they come before the variations. */
typedef enum TextKind { TEXT_COMMENT, TEXT_END, TEXT_VARIATION, TEXT_TAIL } TextKind;
typedef struct Texts {
  const Tree *tree;
  uint32_t node, next; /* the next note */
  unsigned kind;
  const char *text;
  size_t size;
} Texts;

static inline uint32_t next_of_kind(const lc_Game *game, uint32_t note, unsigned kind) {
  while (note != LC_NO_NODE && game->notes[note].kind != kind) note = game->notes[note].next;
  return note;
}

static inline Texts texts_of(const Tree *tree, uint32_t node) {
  return (Texts){.tree = tree, .node = node, .next = tree->game.nodes[node].first_note};
}

static inline bool is_text_of(const Tree *tree, const lc_GameNote *note, unsigned kind) {
  if (note->kind != LC_NOTE_TEXT) return note->kind == LC_NOTE_AFTER && kind == TEXT_COMMENT;
  const char *text = tree_note(tree, note);
  unsigned nag;
  bool is_variation = text[0] == '(' && lc_glyph_at(text, note->size, 0, &nag) == 0;
  return kind == (is_variation ? TEXT_VARIATION : TEXT_END);
}

/* Go to the next text. Returns false after the last text. */
static inline bool next_text(Texts *it) {
  const Tree *tree = it->tree;
  for (; it->kind < TEXT_TAIL; it->kind++, it->next = tree->game.nodes[it->node].first_note) {
    while (it->next != LC_NO_NODE) {
      const lc_GameNote *note = &tree->game.notes[it->next];
      it->next = note->next;
      if (!is_text_of(tree, note, it->kind)) continue;
      it->text = tree_note(tree, note);
      it->size = note->size;
      return true;
    }
  }
  if (it->kind++ != TEXT_TAIL) return false;
  it->text = tree->rest;
  it->size = tree->rest_size;
  return it->size > 0 && it->node == tree->game.rest_node;
}

/* Return the size of written text without the signs at its end that close an open comment and open variations of the
** text that was read. */
static inline size_t size_read(const Texts *read, const Texts *written) {
  size_t size = written->size;
  if (read->kind == TEXT_COMMENT) return size;
  while (size > 0 && memchr(")}", written->text[size - 1], 2) &&
         !is_same_text(read->text, read->size, written->text, size, false)) {
    size--;
  }
  return size;
}

/* Check that two nodes have the same texts. The kind may differ, because unreadable text before other moves or
** variations is written as a comment. */
static inline void require_same_texts(const Tree *a, const Tree *b, uint32_t i, uint32_t j, bool is_exact) {
  Texts left = texts_of(a, i), right = texts_of(b, j);
  for (;;) {
    bool has_left = next_text(&left), has_right = next_text(&right);
    require(has_left == has_right);
    if (!has_left) return;
    bool keeps_blanks = is_exact && left.kind == TEXT_COMMENT && right.kind == TEXT_COMMENT;
    require(is_same_text(left.text, left.size, right.text, size_read(&left, &right), keeps_blanks));
  }
}

static inline void require_same_notes(const Tree *a, const Tree *b, uint32_t i, uint32_t j, bool is_exact) {
  static const unsigned kinds[] = {LC_NOTE_NAG, LC_NOTE_BEFORE, LC_NOTE_ODD};
  for (unsigned k = 0; k < 3; k++) {
    unsigned kind = kinds[k];
    uint32_t m = next_of_kind(&a->game, a->game.nodes[i].first_note, kind);
    uint32_t n = next_of_kind(&b->game, b->game.nodes[j].first_note, kind);
    while (m != LC_NO_NODE && n != LC_NO_NODE) {
      const lc_GameNote *left = &a->game.notes[m], *right = &b->game.notes[n];
      if (kind == LC_NOTE_NAG) {
        require(left->at == right->at);
      } else {
        bool keeps_blanks = is_exact && kind != LC_NOTE_ODD; /* "<>" is written as "< >" */
        require(is_same_text(tree_note(a, left), left->size, tree_note(b, right), right->size, keeps_blanks));
      }
      m = next_of_kind(&a->game, left->next, kind);
      n = next_of_kind(&b->game, right->next, kind);
    }
    require(m == n);
  }
  require_same_texts(a, b, i, j, is_exact);
}

/* Return the index of a node among its siblings. */
static inline unsigned place_of_node(const lc_Game *game, uint32_t node) {
  unsigned n = 0;
  if (node == LC_NO_NODE) return UINT32_MAX;
  for (uint32_t i = game->nodes[game->nodes[node].parent].first_child; i != node; i = game->nodes[i].next) n++;
  return n;
}

static inline void require_same_trees(const Tree *a, const Tree *b, bool is_exact) {
  uint32_t i = 0, j = 0;
  require_same_notes(a, b, 0, 0, is_exact);
  for (;;) {
    i = lc_game_next(&a->game, i, 0);
    j = lc_game_next(&b->game, j, 0);
    if (i == LC_NO_NODE || j == LC_NO_NODE) break;
    const lc_GameNode *left = &a->game.nodes[i], *right = &b->game.nodes[j];
    require(left->move == right->move && left->ply == right->ply && left->is_illegal == right->is_illegal);
    require(place_of_node(&a->game, left->beside) == place_of_node(&b->game, right->beside));
    require_same_notes(a, b, i, j, is_exact);
  }
  require(i == j);
  require(lc_result_to_write(a->game.result, LC_RESULT_NONE) == b->game.result);
}

#endif
