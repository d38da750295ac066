/*
** game - the tree of one game: nodes, comments and NAGs, linked by index.
**
** Node 0 is the root (the start position, no move); a node's first child is the main continuation, further
** children are variations. Indexes never change and are never reused, so a handle may keep one: a removed
** node stays in the array, marked. Text is not copied: a note is a span of the game's text,
** or of the pool that edits append to (offsets from `size` on). Arrays are the caller's; functions that need
** room return LC_EROOM without a change, and are called again with more room.
** Order of typical use: reading once, walking often, editing seldom; so siblings are a list.
*/
#ifndef LC_GAME_H
#define LC_GAME_H

#include "reader.h"

#define LC_NO_NODE UINT32_MAX

typedef struct lc_GameNode {
  uint32_t parent, first_child, last_child, next; /* `next` is the next sibling */
  uint32_t first_note, last_note;
  uint32_t ply;        /* plies from the start of the game; the root has 0 */
  uint32_t at, size;   /* its token in the text; size 0 for moves that were added */
  uint32_t checkpoint; /* where its position is kept, or LC_NO_NODE */
  uint32_t beside;     /* the sibling whose variation this one is written in, LC_NO_NODE: in the mainline's */
  lc_Move move;
  bool is_removed;
  bool is_host;        /* of variations that are written beside it */
} lc_GameNode;

typedef enum lc_NoteKind {
  LC_NOTE_NAG,    /* `at` is the NAG's number */
  LC_NOTE_AFTER,  /* a comment after the move (or, on the root, before the game) */
  LC_NOTE_BEFORE, /* a comment between the move's number and the move, or after a variation before it */
  LC_NOTE_TEXT    /* what cannot be understood, verbatim: the tail of a variation, or a variation */
} lc_NoteKind;

typedef struct lc_GameNote {
  uint32_t next;
  uint32_t at, size; /* without braces */
  uint8_t kind;
} lc_GameNote;

/* The position of every 32nd ply of a line is kept, so that any other is at most 31 moves away. */
enum { LC_CHECKPOINT = 32 };

typedef struct lc_Game {
  lc_Position start;
  lc_GameNode *nodes;
  lc_GameNote *notes;
  lc_Position *checkpoints;
  uint32_t node_count, node_room, note_count, note_room, checkpoint_count, checkpoint_room;
  uint32_t first_pending, last_pending; /* notes read before the move they belong to */
  uint32_t free_notes; /* notes that edits took away, to be used again */
  bool after_close;    /* the reader is after a variation */
  uint32_t result;     /* lc_Result in the movetext */
  uint32_t errors;     /* diagnostics of severity error met while reading */
  size_t rest;         /* where the unreadable tail of the mainline begins, or SIZE_MAX */
  uint32_t rest_node;  /* the last node of the mainline as read: the unreadable tail comes after it */
} lc_Game;

/* Begin with an empty tree. The arrays must have room for one node. */
void lc_game_begin(lc_Game *game, const lc_Position *start);
/* Take the reader's events until its end. LC_EROOM: one node, note or checkpoint, or a frame of the reader, is
** wanted more. */
int lc_game_read(lc_Game *game, lc_Reader *reader);

/* Append a child with a legal move (not checked) to a node whose position is given; the new index in `out`. An
** equal child is given back instead of a second one. LC_EROOM: one node and one checkpoint are wanted. */
int lc_game_add(lc_Game *game, uint32_t parent, const lc_Position *at_parent, lc_Move move, uint32_t *out);
/* The child of `node` with this move, or LC_NO_NODE. */
uint32_t lc_game_child(const lc_Game *game, uint32_t node, lc_Move move);
/* Remove a node (not the root) and its descendants from the tree. They stay in the array, marked. */
void lc_game_remove(lc_Game *game, uint32_t node);
/* Remove all variations after a node: only its main continuation is left. False: there were none. */
bool lc_game_prune(lc_Game *game, uint32_t node);
/* Exchange a node with the sibling before it: a variation rises by one, the first becomes the mainline. False:
** it is the first already. */
bool lc_game_promote(lc_Game *game, uint32_t node);
/* Exchange a node with its next sibling. False: it is the last already. */
bool lc_game_demote(lc_Game *game, uint32_t node);
/* Make the way from the root to a node the mainline; siblings keep their order. False: it was so already. */
bool lc_game_make_main(lc_Game *game, uint32_t node);
/* The node after `node` in a walk through the descendants of `top`, parents first; LC_NO_NODE at the end. */
uint32_t lc_game_next(const lc_Game *game, uint32_t node, uint32_t top);

/* Add a note to a node, after those of its kind; NAGs come before comments, comments before unreadable text.
** LC_EROOM: room for one note is needed. */
int lc_game_add_note(lc_Game *game, uint32_t node, lc_NoteKind kind, uint32_t at, uint32_t size);
/* Take the notes of one kind away. False: there were none. */
bool lc_game_clear_notes(lc_Game *game, uint32_t node, lc_NoteKind kind);
/* Take one note away. */
void lc_game_remove_note(lc_Game *game, uint32_t node, uint32_t note);

/* The position at a node. Cost: at most LC_CHECKPOINT - 1 moves. */
void lc_game_position(const lc_Game *game, uint32_t node, lc_Position *out);

#endif
