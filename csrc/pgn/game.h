/*
** game - the tree of one game: nodes, comments and NAGs, linked by index.
**
** Node 0 is the root: the start position, without a move. A node's first child is the main continuation; further
** children are variations. Indexes never change and are never reused, so a program can store them. A removed node stays
** in the array, marked as removed. Notes are not copied: a note stores the offset and size of its text. Offsets below
** `size` are in the game's text. Edits append their text to a pool, whose offsets begin at `size`. The caller owns the
** arrays. A function for which an array is too small changes nothing and returns LC_EROOM. The caller then enlarges the
** array and calls the function again. Most trees are read once, walked often and edited seldom, so siblings form a
** linked list.
*/
#ifndef LC_GAME_H
#define LC_GAME_H

#include "reader.h"

#define LC_NO_NODE UINT32_MAX
/* The text of the comment that is written after an illegal move. */
#define LC_ILLEGAL_MARK "[%illegal]"
enum { LC_ILLEGAL_MARK_SIZE = sizeof LC_ILLEGAL_MARK - 1 };

typedef struct lc_GameNode {
  uint32_t parent, first_child, last_child, next; /* `next` is the next sibling */
  uint32_t first_note, last_note;
  uint32_t ply;        /* plies from the start of the game; the root has 0 */
  uint32_t at, size;   /* the move's token in the text; size 0 for moves that were added */
  uint32_t checkpoint; /* index of the node's stored position, or LC_NO_NODE */
  uint32_t beside;     /* this node is written inside the variation of this sibling; LC_NO_NODE: directly after the main
                       ** move */
  lc_Move move;
  bool is_removed;
  bool is_host;        /* a sibling's variation is written inside the variation of this node */
  bool is_illegal;     /* the move is illegal, but was played: see LC_ILLEGAL */
  bool is_marked;      /* a comment with LC_ILLEGAL_MARK came after the move; is_illegal has its information */
} lc_GameNode;

typedef enum lc_NoteKind {
  LC_NOTE_NAG,    /* `at` is the NAG's number */
  LC_NOTE_AFTER,  /* a comment after the move (or, on the root, before the game) */
  LC_NOTE_BEFORE, /* a comment before the move, but after its number or after a variation */
  LC_NOTE_ODD,    /* unchanged text that is no move: see LC_EVENT_ODD */
  LC_NOTE_TEXT    /* unchanged unreadable text: the tail of a variation, or a whole variation */
} lc_NoteKind;

typedef struct lc_GameNote {
  uint32_t next;
  uint32_t at, size; /* the text, without braces */
  uint8_t kind;
} lc_GameNote;

/* Every 32nd position of a line is stored, so any position is at most 31 moves away from a stored one. */
enum { LC_CHECKPOINT = 32 };

typedef struct lc_Game {
  lc_Position start;
  lc_GameNode *nodes;
  lc_GameNote *notes;
  lc_Position *checkpoints;
  uint32_t node_count, node_room, note_count, note_room, checkpoint_count, checkpoint_room;
  uint32_t first_pending, last_pending; /* notes that were read before their move */
  uint32_t free_notes; /* list of the notes that edits removed, for reuse */
  uint32_t note_changes; /* counts the changes of notes; a copy of the notes is valid until this number changes */
  bool after_close;    /* the reader has just left a variation */
  uint32_t result;     /* lc_Result at the end of the movetext */
  uint32_t errors;     /* number of diagnostics of severity error found while reading */
  size_t rest;         /* offset at which the unreadable tail of the mainline begins, or SIZE_MAX */
  uint32_t rest_node;  /* the last mainline node that was read; the unreadable tail comes after its move */
} lc_Game;

/* Start with an empty tree. The arrays must have room for one node. */
void lc_game_begin(lc_Game *game, const lc_Position *start);
/* Build the tree from the reader's events. Returns LC_EROOM if an array is full: nodes, notes, checkpoints or the
** reader's frames. */
LC_MUST_USE int lc_game_read(lc_Game *game, lc_Reader *reader);

/* Append a child to a node. The move must be legal in `at_parent`, the node's position; this is not checked. `out` is
** set to the index of the new node, or of an existing child with this move. Returns LC_EROOM if there is no room for
** one node and one checkpoint. */
LC_MUST_USE int lc_game_add(lc_Game *game, uint32_t parent, const lc_Position *at_parent, lc_Move move, uint32_t *out);
/* Return the child of `node` with this move, or LC_NO_NODE. */
uint32_t lc_game_child(const lc_Game *game, uint32_t node, lc_Move move);
/* Remove a node (not the root) and its descendants from the tree. They stay in the array, marked as removed. */
void lc_game_remove(lc_Game *game, uint32_t node);
/* Remove all variations after a node and keep its main continuation. Returns false if there were none. */
bool lc_game_prune(lc_Game *game, uint32_t node);
/* Swap a node with the sibling before it: a variation moves one place forward, and the first variation becomes the main
** continuation. Returns false if the node is already the first. */
bool lc_game_promote(lc_Game *game, uint32_t node);
/* Swap a node with the sibling after it. Returns false if the node is already the last. */
bool lc_game_demote(lc_Game *game, uint32_t node);
/* Make the path from the root to a node the mainline. The other siblings keep their order. Returns false if the
** path already is the mainline. */
bool lc_game_make_main(lc_Game *game, uint32_t node);
/* Return the node after `node` in a walk through the descendants of `top`, or LC_NO_NODE at the end. A parent comes
** before its children. */
uint32_t lc_game_next(const lc_Game *game, uint32_t node, uint32_t top);

/* Add a note to a node, after its other notes of the same kind. NAGs come before comments, comments before
** unreadable text. Returns LC_EROOM if there is no room for one note. */
LC_MUST_USE int lc_game_add_note(lc_Game *game, uint32_t node, lc_NoteKind kind, uint32_t at, uint32_t size);
/* Remove all notes of one kind. Returns false if there were none. */
bool lc_game_clear_notes(lc_Game *game, uint32_t node, lc_NoteKind kind);
/* Remove one note. */
void lc_game_remove_note(lc_Game *game, uint32_t node, uint32_t note);
/* Replace the text of a comment. */
void lc_game_set_note(lc_Game *game, uint32_t note, uint32_t at, uint32_t size);

/* Compute the position at a node. Cost: at most LC_CHECKPOINT - 1 moves. */
void lc_game_position(const lc_Game *game, uint32_t node, lc_Position *out);

#endif
