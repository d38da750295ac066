/*
** game - the structure of lucena.Game, for the files that create or use one.
**
** One userdata has the struct and a copy of the game's text. Data that is computed later, such as the tree and changed
** tags, is in its user value. Three parts are computed when first needed: tags (searched in the text, never stored in a
** table), mainline (replayed) and tree.
*/
#ifndef LCB_GAME_H
#define LCB_GAME_H

#include "../pgn/replay.h"
#include "../pgn/writer.h"
#include "diagnostic.h"
#include "reading_options.h"

/* User values of a Game. */
enum {
  LCB_GAME_SLOTS = 1,
  LCB_GAME_NODES, /* the table of its Nodes, or nil: see lcb_push_node() */
  LCB_GAME_TAGS,  /* its Tags, or nil: a function that reads several tags creates one object */
  LCB_GAME_VALUES = LCB_GAME_TAGS
};

/* The contents of LCB_GAME_SLOTS. At first it is the reading options or nil. When there is more to store, it becomes a
** table with these keys. So games that are only read stay small. */
enum {
  LCB_GAME_TREE = 1, /* userdata: lcb_Tree */
  LCB_GAME_EDITS,    /* table: tag name -> value or false; [1..n] = names of added tags, in order */
  LCB_GAME_DIALECT,  /* the detected Dialect */
  LCB_GAME_FIELDS, /* table: the diagnostics of unread JSON fields, and their number in `total` */
  LCB_GAME_DATA,     /* table: Game.data, for values of the user's program */
  LCB_GAME_OPTIONS      /* userdata: lcb_ReadingOptions */
};

/* User values of a tree; all are userdata. */
enum {
  LCB_TREE_NODES = 1,
  LCB_TREE_NOTES,
  LCB_TREE_CHECKPOINTS, /* the stored positions */
  LCB_TREE_POOL,        /* the text of new comments */
  LCB_TREE_VALUES = LCB_TREE_POOL
};

typedef struct lcb_Tree {
  lc_Game game;        /* its arrays are userdata, kept alive by user values of the tree */
  uint32_t known_node; /* node of the last position computed, or LC_NO_NODE: its children are one move away */
  lc_Position known;
  char *pool;          /* text of new comments; in notes, offsets from `size` of the game on refer to this text */
  size_t pool_size, pool_room;
  bool is_changed;     /* the moves differ from those of the text */
} lcb_Tree;

typedef struct lcb_Game {
  lcb_Origin origin;
  const lc_Dialect *dialect; /* dialect of the moves, kept alive by the options or its own slot; NULL for PGN */
  const lcb_Limits *limits;  /* the limits of the options, or the defaults */
  lcb_Tree *tree;   /* NULL until nodes are needed */
  size_t size;      /* bytes of text */
  size_t tags_end;  /* offset after the last tag */
  uint8_t result;   /* lc_Result of the movetext */
  uint8_t written;  /* the result in the text, if the program has set a different result */
  bool has_setup, has_regular_tags, has_open_comment, has_variation;
  bool ends_itself; /* the scan found a result, and no comment after it is open */
  bool is_strict;   /* warnings and repairs count as errors */
  bool is_replayed, is_edited;
  /* no variations and no errors, so the tree has the node after n plies at index n: see game_loop.c */
  bool is_flat;
  uint8_t tolerance; /* tolerance of reading: see lexer.h */
  bool is_undecided; /* the dialect must be detected if the game cannot be read as PGN */
  bool is_detected;
  bool is_restarted; /* the game ends because movetext with move number 1 follows */
  uint32_t plies;   /* plies of the mainline, set by a replay */
  uint32_t listed;  /* no Node was made for this index or a higher one */
  lc_Code code;     /* the reason why the mainline stops early, set by a replay */
  size_t rest;      /* offset at which the unreadable tail begins, or SIZE_MAX */
  size_t result_end; /* offset after the result found by the scan, or `size`; comments may follow */
  size_t foreign_at; /* offset at which reading as PGN stopped, if a dialect was detected */
  lc_TagLines lines; /* lines of the tags, if the section is regular */
  char text[];
} lcb_Game;

/* Push a Game with a copy of the text that a scan found. `options` is the stack index of its reading options, or 0. */
lcb_Game *lcb_push_game(lua_State *L, const lc_Scan *scan, const char *bytes, const lcb_Origin *origin, int options);
lcb_Game *lcb_check_game(lua_State *L, int arg);

/* Find the start position; out->code reports whether moves can be played from it. */
void lcb_game_start(const lcb_Game *game, lc_Start *out);
/* Begin to replay the mainline of the text in the game's current dialect, from the start that lcb_game_start()
** found. */
void lcb_game_begin_replay(const lcb_Game *game, const lc_Start *start, lc_Replay *out);
/* Push the value in a slot of the Game at `index`. Returns its Lua type. */
int lcb_game_slot(lua_State *L, int index, int slot);
/* Pop a value into a slot. */
void lcb_set_game_slot(lua_State *L, int index, int slot);
/* Pop a value into an empty slot, unless a finalizer has filled it in the meantime. Pushes the value in the slot. */
void lcb_fill_game_slot(lua_State *L, int index, int slot);
/* Replay the mainline if necessary: computes plies, code, rest. `final` may be NULL. The Game is at stack index
** `index`. */
void lcb_game_replay(lua_State *L, lcb_Game *game, int index, lc_Position *final);
/* Detect the dialect of the game's moves, if it is not known yet. */
void lcb_game_settle(lua_State *L, lcb_Game *game, int index);
/* Create the tree unless it exists. The Game is at stack index `index`. */
void lcb_game_tree(lua_State *L, lcb_Game *game, int index);
/* Make room in the tree for `nodes` more nodes and `notes` more notes. Allocating memory may run a finalizer that
** changes the tree, so callers test the tree after this call. */
void lcb_game_reserve(lua_State *L, lcb_Game *game, int index, uint32_t nodes, uint32_t notes);
/* Make room for `count` more notes with `size` bytes of text in the pool. lcb_game_reserve_notes() may move older
** texts inside the pool. */
void lcb_game_reserve_notes(lua_State *L, lcb_Game *game, int index, uint32_t count, size_t size);
/* Return the room for text in the pool. */
static inline char *lcb_game_text_room(const lcb_Game *game) { return game->tree->pool + game->tree->pool_size; }
/* Add text to the pool, which has room for it. Returns the text's offset for notes. lcb_game_keep() keeps bytes that
** the caller has written to lcb_game_text_room(). */
uint32_t lcb_game_keep(lcb_Game *game, size_t size);
uint32_t lcb_game_keep_text(lcb_Game *game, const char *text, size_t size);
/* Add a note, for which there is room, as lc_game_add_note() does. */
void lcb_game_put_note(lcb_Game *game, uint32_t node, lc_NoteKind kind, uint32_t at, uint32_t size);
/* Return where the unreadable tail ends. */
static inline size_t lcb_rest_end(const lcb_Game *game) {
  return game->rest < game->result_end ? game->result_end : game->size;
}
/* Report whether errors have been found in the parts of the game that were read. */
bool lcb_game_has_errors(const lcb_Game *game);
/* Return the text of a comment. */
static inline const char *lcb_note_text(const lcb_Game *game, const lc_GameNote *note) {
  return note->at + note->size <= game->size ? game->text + note->at : game->tree->pool + (note->at - game->size);
}
/* Prepare for a change. Must be called before the moves of the tree are changed. */
void lcb_game_change(lcb_Game *game);
/* Report whether a node has a position. Only the root of a game without a start position has none. */
bool lcb_node_has_position(const lcb_Game *game, uint32_t node);
/* Compute the position at a node. The position is also stored in the tree, so that a child's position can be computed
** with one more move. It is copied to the caller, because a finalizer may ask for the position of another node. */
void lcb_game_position(lcb_Game *game, uint32_t node, lc_Position *out);

enum { LCB_READY_MOVES = 512 };

typedef struct lcb_Mainline {
  lc_Replay replay;
  uint32_t ready, taken; /* moves read to decide whether the game is in PGN, and those of them that were returned */
  lc_Move moves[LCB_READY_MOVES];
  const lc_Game *tree; /* NULL if the moves come from the text */
  uint32_t node;
} lcb_Mainline;

/* Start an iterator over the mainline. The Game is at stack index `index`. Finds its start position and its dialect. */
void lcb_mainline_begin(lua_State *L, lcb_Game *game, int index, lcb_Mainline *out, lc_Start *start);
/* Store up to `room` (at least 64) further moves. Returns their number, 0 at the end. */
size_t lcb_mainline_next(lcb_Mainline *line, lc_Move *moves, size_t room);
/* End the iterator after the last move. The results of its replay are stored in the game, so that it need not be
** replayed again. */
void lcb_mainline_end(lua_State *L, lcb_Game *game, int index, const lcb_Mainline *line);
/* Store the results of a finished replay of the text. If the replay stopped early, lcb_game_replay() must still find
** the reason. */
void lcb_game_keep_replay(lua_State *L, lcb_Game *game, int index, const lc_Replay *replay);

/* Push the name of the Game's file, or nil; returns its type. */
int lcb_game_name(lua_State *L, int index);
/* Push the Dialect in which the Game is read, or nil for PGN. If detection has not found a Dialect, this is the
** Dialect of the options. Returns its type. */
int lcb_game_dialect(lua_State *L, const lcb_Game *game, int index);
/* Detect the dialect of a game that cannot be read as PGN; game->code and game->rest give the reason and the place. If
** a dialect is found, the game must now be read in game->dialect. */
void lcb_detect_dialect(lua_State *L, lcb_Game *game, int index);
/* Why and where a game cannot be read as PGN: the offset of the word, and the plies before it. */
typedef struct lcb_Failure {
  lc_Code code;
  size_t rest;
  uint32_t plies;
} lcb_Failure;
/* For a game that cannot be read as PGN: push the Dialect that detection would use, and return true. If there is none,
** or the game was read in it, push nothing and return false. */
bool lcb_push_other_dialect(lua_State *L, const lcb_Game *game, int index, const lcb_Failure *at);

/* Return why a game with the last position `p` cannot have the result, for a message; NULL if it can. Only checkmate
** and stalemate exclude results. */
const char *lcb_contradiction(const lc_Position *p, unsigned result);

/* Find the first tag of a name in the game's text. */
LC_MUST_USE bool lcb_find_tag(const lcb_Game *game, const char *name, size_t name_size, lc_Tag *out);
/* Read the tag on the line at `at` of a regular section, and move `at` to the next line. Returns false after the
** last one. */
LC_MUST_USE bool lcb_next_regular_tag(const char *text, size_t tags_end, size_t *at, lc_Tag *out);
/* Push a tag's value with its escapes resolved. */
void lcb_push_tag_value(lua_State *L, const char *text, const lc_Tag *tag);
/* Push a tag's value, including edits, or nil. */
void lcb_push_game_tag(lua_State *L, const lcb_Game *game, int index, const char *name, size_t name_size);
/* Push the value of the next tag, for the names of lcb_push_tag_names() in sequence. The search starts at *at (at
** first 0) and moves it, so the text is read only once for all names. */
void lcb_push_next_tag(lua_State *L, const lcb_Game *game, int index, const char *name, size_t name_size, size_t *at);

/* Pop a value (a string, or nil to remove) and assign it to the tag whose name is at `name_index`. */
void lcb_set_game_tag(lua_State *L, lcb_Game *game, int index, int name_index);

/* Push the array of all tag names, each once, in the order of the text. Added tags come last. */
void lcb_push_tag_names(lua_State *L, const lcb_Game *game, int index);
/* An iterator over the tags that repeat the name of an earlier tag, and the lines that have no name. Tags whose
** name was edited are skipped. */
typedef struct lcb_Repeated {
  const lcb_Game *game;
  lc_Lexer lexer;
  int seen, edits; /* stack indexes of a table of the names seen, and of the edits or nil */
} lcb_Repeated;
/* Start the iterator. The Game is at stack index `index`. Inserts two values below the value on top of the stack. */
void lcb_repeated_begin(lua_State *L, const lcb_Game *game, int index, lcb_Repeated *out);
/* Read the next tag of the iterator. Returns false after the last one. */
LC_MUST_USE bool lcb_repeated_next(lua_State *L, lcb_Repeated *repeated, lc_Token *out);
/* Report whether a name has at most 255 characters, all of them letters, digits or _. */
bool lcb_is_tag_name(const char *name, size_t size);

int lcb_game_get_tags(lua_State *L); /* the getter of Game.tags */
int lcb_game_get_duplicate_tags(lua_State *L);
extern const luaL_Reg lcb_encoding_getters[];
extern const luaL_Reg lcb_game_edit_methods[], lcb_game_edit_getters[], lcb_game_setters[];
extern const luaL_Reg lcb_game_copy_methods[], lcb_loop_methods[];
void lcb_add_mainline(lua_State *L); /* adds Game:mainline to the methods on top of the stack */

/* lucena.Node: a node in a game's tree. If the game is flat (see is_flat), its tree may not be built yet. User value
** 1 is the Game. */
typedef struct lcb_Node {
  uint32_t index;
  lcb_Game *game;
} lcb_Node;

/* Return the Node at `arg`, with the tree built. Raises an error if it is not a Node, or its node was removed. */
lcb_Node *lcb_check_node(lua_State *L, int arg);
/* The same, but does not build the tree of a flat game. */
lcb_Node *lcb_check_listed_node(lua_State *L, int arg);
/* Build the tree of a Node, which is at stack index `index`. */
void lcb_grow_tree(lua_State *L, int index, lcb_Node *node);
static inline void lcb_node_tree(lua_State *L, int index, lcb_Node *node) {
  if (!node->game->tree) lcb_grow_tree(L, index, node);
}
/* Push the Node of a game, which is at stack index `index`. */
void lcb_push_node(lua_State *L, lcb_Game *game, int index, uint32_t node);
/* Push a Node of the same game as the Node at stack index `index`. lcb_push_node_beside() is faster than
** lcb_push_node(), because the Game already has a table of Nodes. */
void lcb_push_node_beside(lua_State *L, int index, uint32_t node);

/* Push a Game with the same text in UTF-8, read in the same dialect. If the converted text is not exactly one game,
** push nothing and return NULL. This can happen because no-break spaces are blanks only in UTF-8. */
lcb_Game *lcb_push_as_utf8(lua_State *L, const lcb_Game *game);

/* A diagnostic of a game's text. */
typedef struct lcb_Finding {
  lc_Code code;
  size_t at, end;
  const lc_Position *before; /* the position to which a move belongs, or NULL */
  uint32_t ply;
  const char *detail; /* text to append to the sentence, or NULL */
} lcb_Finding;

/* Push the moves that an ambiguous token may mean, in the notation of the game: "Nd3f4 or Nd5f4". */
const char *lcb_push_candidates(lua_State *L, const lcb_Game *game, const lc_Position *p, const lc_Token *token);
/* Push the right spelling of a move whose spelling is refused (refused.def), or nil. */
const char *lcb_push_spelling(lua_State *L, const lcb_Game *game, const lc_Position *p, const lc_Token *token);

/* Push a diagnostic. */
void lcb_push_finding(lua_State *L, lcb_Game *game, int index, const lcb_Finding *finding);
/* Push an array of all diagnostics of the game's text. With `style`, or if the game is strict, the array includes
** unusual spellings. Returns the number of errors. */
unsigned lcb_push_diagnostics(lua_State *L, lcb_Game *game, int index, bool style);
/* Push the array of the diagnostics of a game in which the replay has found nothing but skipped text. */
void lcb_push_skipped(lua_State *L, const lcb_Game *game, int index, const lc_Replay *replay);
#endif
