/*
** node - what the files of lucena.Node share: places (node), comments and NAGs (node_notes), commands inside
** comments (node_command) and what they mean (node_annotation), moves added and taken away (game_edit).
*/
#ifndef LCB_NODE_H
#define LCB_NODE_H

#include "../pgn/annotation.h"
#include "game.h"

static inline const lc_GameNode *lcb_node_data(const lcb_Node *node) {
  return &node->game->tree->game.nodes[node->index];
}

/* The first comment after the node's move from note `note` on, or LC_NO_NODE. */
static inline uint32_t lcb_comment_from(const lcb_Node *node, uint32_t note) {
  const lc_GameNote *notes = node->game->tree->game.notes;
  while (note != LC_NO_NODE && notes[note].kind != LC_NOTE_AFTER) note = notes[note].next;
  return note;
}

/* Raise for the value (argument 3) that a field (argument 2) cannot have. */
int lcb_bad_note(lua_State *L, const char *expected);
/* Give comment `note` of the Node at stack index 1 the text at `index`, nil removes it; LC_NO_NODE: a new comment,
** after the others. */
void lcb_set_comment(lua_State *L, uint32_t note, int index);

/* A position among the commands in the comments after a node's move. */
typedef struct lcb_Cursor {
  uint32_t note;    /* the comment, or LC_NO_NODE */
  size_t at;        /* where in it the search goes on */
  const char *text; /* that the command is in: the comment's, valid until memory is asked for, or a string's */
  lc_Command command;
} lcb_Cursor;

void lcb_command_begin(const lcb_Node *node, lcb_Cursor *cursor);
/* The next command called `name`, or of any name for NULL. */
bool lcb_command_next(const lcb_Node *node, lcb_Cursor *cursor, const char *name, size_t name_size);
static inline const char *lcb_operand(const lcb_Cursor *cursor) { return cursor->text + cursor->command.operand; }
/* The same, pushed as a string, which cursor->text is then. */
bool lcb_push_command(lua_State *L, const lcb_Node *node, lcb_Cursor *cursor, const char *name, size_t name_size);
/* Push a text of a comment, with every line end as LF. It may be one that memory moves. */
void lcb_push_lines(lua_State *L, const char *text, size_t size);
/* Push a comment's text, with every line end as LF. */
void lcb_push_comment(lua_State *L, const lcb_Node *node, uint32_t note);
/* Give the Node at stack index 1 a command in the place of those of the same name. Returns 0, as setters do. */
int lcb_set_operand(lua_State *L, const char *name, const char *operand, size_t size);
/* Take the commands of a name away. */
void lcb_unset_command(lua_State *L, const char *name);

extern const luaL_Reg lcb_note_methods[], lcb_note_getters[], lcb_note_setters[];
extern const luaL_Reg lcb_command_methods[], lcb_command_getters[];
extern const luaL_Reg lcb_annotation_methods[], lcb_annotation_getters[], lcb_annotation_setters[];
extern const luaL_Reg lcb_edit_methods[];

#endif
