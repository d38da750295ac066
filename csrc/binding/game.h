/*
** game - lucena.Game from the inside, for the files that make one or look into one.
**
** One userdata holds the struct and the game's own copy of its text; what is found out later (the tree, tags
** that were set) hangs in user values. Each rung is climbed on first touch: text, tags (searched, never
** tabulated), mainline (replayed), tree.
*/
#ifndef LCB_GAME_H
#define LCB_GAME_H

#include "../pgn/replay.h"
#include "../pgn/writer.h"
#include "reading_options.h"

/* What hangs in a Game's one user value. At first that is its reading options or nil; it becomes a table of these when
** there is more to keep, so that games which are only looked at stay small. */
enum {
  LCB_GAME_TREE = 1, /* userdata: lcb_Tree */
  LCB_GAME_EDITS,    /* table: tag name -> value or false; [1..n] = names added, in order */
  LCB_GAME_DIALECT,  /* Dialect: the one that was detected */
  LCB_GAME_OPTIONS      /* userdata: lcb_ReadingOptions */
};

/* Where a game was found; spans and flags are lc_Scan's. */
typedef struct lcb_Origin {
  uint64_t number; /* in its file, from 1 */
  uint64_t offset; /* of its first byte in the (decompressed) stream */
  uint64_t line;   /* of its first byte, from 1 */
  uint64_t column; /* of its first byte, from 1 */
} lcb_Origin;

typedef struct lcb_Tree {
  lc_Game game;        /* its arrays are userdata of their own, user values of this one */
  uint32_t known_node; /* the last position asked for, or LC_NO_NODE: a child costs one move */
  lc_Position known;
  char *pool;          /* text of comments that were set: what notes mean from offset `size` of the game on */
  size_t pool_size, pool_room;
  bool is_changed;     /* its moves are not those of the text any more */
} lcb_Tree;

typedef struct lcb_Game {
  lcb_Origin origin;
  const lc_Dialect *dialect; /* that the moves are in, kept alive by the options or its own slot; NULL: PGN */
  const lcb_Limits *limits;  /* the options', or the usual ones */
  lcb_Tree *tree;   /* NULL until somebody asks for nodes */
  size_t size;      /* of the text */
  size_t tags_end;  /* offset after the last tag */
  uint8_t result;   /* lc_Result in the movetext */
  uint8_t written;  /* the one in the text, when another was set */
  bool has_setup, has_regular_tags, has_open_comment, has_variation;
  bool ends_itself; /* in a result that the scan found */
  bool is_strict;   /* warnings and repairs count as errors */
  bool is_replayed, is_edited;
  bool is_undecided; /* to be detected, should it not read as PGN */
  bool is_detected;
  uint32_t plies;   /* of the mainline, when replayed */
  lc_Code code;     /* why the mainline stops early, when replayed */
  size_t rest;      /* where its unreadable tail begins, or SIZE_MAX */
  size_t foreign_at; /* where it stopped as PGN, when it was detected */
  lc_TagLines lines; /* of the tags, when regular */
  char text[];
} lcb_Game;

/* Push a Game with a copy of the span that a scan found. `options` is the stack index of its
** reading options, 0 for none. */
lcb_Game *lcb_push_game(lua_State *L, const lc_Scan *scan, const char *bytes, const lcb_Origin *origin, int options);
lcb_Game *lcb_check_game(lua_State *L, int arg);

/* The start position; `code` tells whether moves can be played from it. */
void lcb_game_start(const lcb_Game *game, lc_Start *out);
/* Push what hangs in a slot of the Game at `index`: its Lua type. */
int lcb_game_slot(lua_State *L, int index, int slot);
/* Pop a value into a slot. */
void lcb_set_game_slot(lua_State *L, int index, int slot);
/* Pop a value into a slot that was empty, unless a finalizer has filled it since; push what is in the slot. */
void lcb_fill_game_slot(lua_State *L, int index, int slot);
/* Climb to the mainline: plies, code, rest. `final` may be NULL. The Game is at stack index `index`. */
void lcb_game_replay(lua_State *L, lcb_Game *game, int index, lc_Position *final);
/* Find out which dialect the game is in, if that is not known yet. */
void lcb_game_settle(lua_State *L, lcb_Game *game, int index);
/* Climb to the tree. The Game is at stack index `index`. */
void lcb_game_tree(lua_State *L, lcb_Game *game, int index);
/* Give the tree room for `nodes` and `notes` more, and one checkpoint. A finalizer that runs meanwhile may use it
** up: who adds asks again until there is room. */
void lcb_game_reserve(lua_State *L, lcb_Game *game, int index, uint32_t nodes, uint32_t notes);
/* Room for `count` notes more with `size` bytes of text in the pool. Texts of before may be moved inside the pool, to
** save room. */
void lcb_game_reserve_notes(lua_State *L, lcb_Game *game, int index, uint32_t count, size_t size);
/* Put text into the pool, for which there is room; its place as notes count it. */
uint32_t lcb_game_keep_text(lcb_Game *game, const char *text, size_t size);
/* The text of a comment. */
static inline const char *lcb_note_text(const lcb_Game *game, const lc_GameNote *note) {
  return note->at + note->size <= game->size ? game->text + note->at : game->tree->pool + (note->at - game->size);
}
/* Must be called before the tree's moves are changed. */
void lcb_game_change(lcb_Game *game);
/* The position at a node; remembered, so that its children cost one move. */
const lc_Position *lcb_game_position(lcb_Game *game, uint32_t node);

typedef struct lcb_Mainline {
  lc_Replay replay;
  const lc_Game *tree; /* NULL: from the text */
  uint32_t node;
} lcb_Mainline;

/* Begin. The Game is at stack index `index`; it is found out where it starts, and which dialect it is in. */
void lcb_mainline_begin(lua_State *L, lcb_Game *game, int index, lcb_Mainline *out, lc_Start *start);
/* Up to `room` (64 or more) moves more; none at the end. */
size_t lcb_mainline_next(lcb_Mainline *line, lc_Move *moves, size_t room);
/* All were had: what the replay found out is not found out again. */
void lcb_mainline_end(lua_State *L, lcb_Game *game, int index, const lcb_Mainline *line);
/* The same for a replay of the text that went to its end; why it stopped early is for lcb_game_replay() to say. */
void lcb_game_keep_replay(lua_State *L, lcb_Game *game, int index, const lc_Replay *replay);

/* Push the name of the Game's file, or nil; returns its type. */
int lcb_game_name(lua_State *L, int index);
/* Push the Dialect that the Game is read in as far as is known, nil for PGN; returns its type. */
int lcb_game_dialect(lua_State *L, const lcb_Game *game, int index);
/* For a game that stops as PGN for reason `code`: push the Dialect that it reads in. False, and nothing is pushed: none
** is known. */
bool lcb_push_guess(lua_State *L, const lcb_Game *game, int index, lc_Code code);

/* A tag of the game's text by name: the first one. */
bool lcb_find_tag(const lcb_Game *game, const char *name, size_t name_size, lc_Tag *out);
/* The tag on the line at `at` of a regular section, and `at` moved to the next line. False: no more. */
bool lcb_next_regular_tag(const char *text, size_t tags_end, size_t *at, lc_Tag *out);
/* Push a tag's value with its escapes resolved. */
void lcb_push_tag_value(lua_State *L, const char *text, const lc_Tag *tag);
/* Push a tag's value, edits included, or nil. */
void lcb_push_game_tag(lua_State *L, const lcb_Game *game, int index, const char *name, size_t name_size);
/* The same for the names of lcb_push_tag_names() in sequence: each is searched from *at on, at first 0, so that the text
** is read once and not for every name. */
void lcb_push_tag_behind(lua_State *L, const lcb_Game *game, int index, const char *name, size_t name_size, size_t *at);

/* Pop a value, a string or nil (which removes), into the tag whose name is at `name_index`. */
void lcb_set_game_tag(lua_State *L, lcb_Game *game, int index, int name_index);

/* Push the array of all tag names in the order of the text, added ones last, each once. */
void lcb_push_tag_names(lua_State *L, const lcb_Game *game, int index);
/* Letters, digits and _, 255 at most. */
bool lcb_is_tag_name(const char *name, size_t size);

int lcb_game_get_tags(lua_State *L); /* the getter of Game.tags */
extern const luaL_Reg lcb_encoding_getters[];
extern const luaL_Reg lcb_game_edit_methods[], lcb_game_edit_getters[], lcb_game_setters[];

/* lucena.Node: a place in a game's tree; the Game is user value 1. */
typedef struct lcb_Node {
  uint32_t index;
  lcb_Game *game;
} lcb_Node;

/* The Node at `arg`; raises if it is not a Node, or its node was removed. */
lcb_Node *lcb_check_node(lua_State *L, int arg);
void lcb_push_node(lua_State *L, lcb_Game *game, int index, uint32_t node);

/* Push a Game with the same text in UTF-8, read in the same dialect; NULL, and nothing is pushed, when that is another
** game: the no-break spaces of UTF-8 are blanks. */
lcb_Game *lcb_push_as_utf8(lua_State *L, const lcb_Game *game);

/* Push an array of diagnostic records: everything that a full reading of the game's text has to say. With
** `style`, or when the game is strict, unusual spellings too. Returns the number of errors. */
unsigned lcb_push_diagnostics(lua_State *L, lcb_Game *game, int index, bool style);
/* One record about bytes outside games; `detail` (may be NULL) follows the sentence. */
typedef struct lcb_Remark {
  lc_Code code;
  lcb_Origin place;
  const char *token, *detail;
  size_t token_size;
} lcb_Remark;
/* Push it. `name` is the file's. */
void lcb_push_remark(lua_State *L, const lcb_Remark *remark, const char *name);

#endif
