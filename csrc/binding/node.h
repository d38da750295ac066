/*
** node - declarations shared by the files of lucena.Node: the tree (node), comments and NAGs (node_notes), commands
** inside comments (node_command) and their values (node_annotation), adding and removing moves (game_edit).
*/
#ifndef LCB_NODE_H
#define LCB_NODE_H

#include "../pgn/annotation.h"
#include "game.h"

static inline const lc_GameNode *lcb_node_data(const lcb_Node *node) {
  return &node->game->tree->game.nodes[node->index];
}

/* Return the first comment after the node's move, from note `note` on, or LC_NO_NODE. */
static inline uint32_t lcb_comment_from(const lcb_Node *node, uint32_t note) {
  const lc_GameNote *notes = node->game->tree->game.notes;
  while (note != LC_NO_NODE && notes[note].kind != LC_NOTE_AFTER) note = notes[note].next;
  return note;
}

/* ---- reading notes ----
** An allocation may run a finalizer that changes the notes, and a removed note is used again for another text. So no
** number of a note is used after an allocation. Functions that push one value find it before they allocate. The others
** copy all texts to memory that only they know, with no allocation in between. */

/* Return the size of all comments after the node's move. */
size_t lcb_comments_size(const lcb_Node *node);
/* Make room in a new buffer for the comments after the move of the Node at stack index 1, and for a blank after each.
** Nothing is allocated between the last look at the comments and the return. */
char *lcb_comments_room(lua_State *L, luaL_Buffer *b);
/* Push an array of the texts of the notes of a kind of the Node at stack index 1, with every line end as LF. */
void lcb_push_texts(lua_State *L, lc_NoteKind kind);

/* The state of a search for commands in the comments after a node's move. */
typedef struct lcb_Cursor {
  uint32_t note;    /* the comment, or LC_NO_NODE */
  size_t at;        /* offset at which the search continues */
  const char *text; /* the comment; valid until memory is allocated */
  lc_Command command;
} lcb_Cursor;

void lcb_command_begin(const lcb_Node *node, lcb_Cursor *cursor);
/* Find the next command called `name`. NULL finds a command of any name. */
bool lcb_command_next(const lcb_Node *node, lcb_Cursor *cursor, const char *name, size_t name_size);
static inline const char *lcb_operand(const lcb_Cursor *cursor) { return cursor->text + cursor->command.operand; }

/* The state of a search for commands in copies of the comments, which stay valid when memory is allocated. */
typedef struct lcb_Commands {
  int texts;          /* stack index of the array */
  lua_Integer number; /* of the comment */
  const char *text;
  size_t size, at;    /* `at`: offset at which the search continues */
  lc_Command command;
} lcb_Commands;

/* Push copies of the comments of the Node at stack index 1. */
void lcb_push_commands(lua_State *L, lcb_Commands *out);
/* Find the next command called `name`. NULL finds a command of any name. */
bool lcb_commands_next(lua_State *L, lcb_Commands *commands, const char *name, size_t name_size);

/* ---- setting ---- */

/* Raise an error about the value (argument 3) that a program tries to set in the field (argument 2). */
int lcb_bad_note(lua_State *L, const char *expected);
/* Raise an error if the text at index 3 has a NUL. */
void lcb_refuse_nul(lua_State *L);
/* The same as lcb_bad_note(), where a number of a range is expected: the message gives the number. */
int lcb_bad_number_note(lua_State *L, const char *expected);
/* The setter of `comment`: makes the text at index 3, or nil, the only comment after the move. */
int lcb_assign_comment(lua_State *L);
/* Set a command of the Node at stack index 1. It replaces all commands of that name. Returns 0, as setters do. */
int lcb_set_operand(lua_State *L, const char *name, const char *operand, size_t size);
/* Remove all commands of a name. */
void lcb_unset_command(lua_State *L, const char *name);

/* Return the number of changes of notes in the game of the Node at stack index 1, for the Lists of a Node. */
uint32_t lcb_note_changes(lua_State *L);

extern const luaL_Reg lcb_note_methods[], lcb_note_getters[], lcb_note_setters[];
extern const luaL_Reg lcb_command_methods[], lcb_command_getters[], lcb_command_setters[];
extern const luaL_Reg lcb_annotation_methods[], lcb_annotation_getters[], lcb_annotation_setters[];
extern const luaL_Reg lcb_edit_methods[];

#endif
