/*
** game_tree - see game.h: computes the mainline and the tree of a Game when they are first needed.
*/
#include <assert.h>
#include <string.h>

#include "game.h"
#include "grow.h"

#include "../notation/codes.h"

/* Return the offset at which the movetext of a game with an unknown start position begins; SIZE_MAX if the movetext
** has nothing but a result. Text after "1/2" makes "1/2" unreadable: see on_text_after_result() in reader.c. */
static size_t unplayable(const lcb_Game *game) {
  lc_Lexer lexer;
  lc_Token token;
  size_t half = SIZE_MAX;
  lc_lexer_begin(&lexer, game->text, game->size);
  for (;;) {
    lc_lexer_next(&lexer, &token);
    bool is_half = token.kind == LC_TOKEN_RESULT && token.flags & LC_TOKEN_STYLE && half == SIZE_MAX;
    if (is_half) half = token.at;
    if (!is_half && token.kind != LC_TOKEN_TAG && !lc_is_between_tags(&token)) break;
  }
  if (token.kind == LC_TOKEN_END) return SIZE_MAX;
  return half == SIZE_MAX && token.kind != LC_TOKEN_RESULT ? token.at : half;
}

/* ---- the mainline ---- */

/* Play the mainline of an edited tree. */
static void follow_tree(lcb_Game *game, lc_Position *final) {
  const lc_Game *tree = &game->tree->game;
  uint32_t last = 0;
  while (tree->nodes[last].first_child != LC_NO_NODE) last = tree->nodes[last].first_child;
  game->plies = tree->nodes[last].ply;
  if (final) lc_game_position(tree, last, final);
}

/* Return the result of a game whose moves can be read up to `at`, from the text after it: a result that does not end
** the game ("1/2"), or the last one in a variation that is never closed. The tree has the same result (reader.c). */
static unsigned result_after(const lcb_Game *game, size_t at) {
  lc_Lexer lexer;
  lc_Token token;
  unsigned result = LC_RESULT_NONE, inner = LC_RESULT_NONE, depth = 0;
  lc_lexer_begin(&lexer, game->text, game->size);
  lexer.dialect = game->dialect;
  lexer.at = at;
  lexer.in_tags = false;
  for (lc_lexer_next(&lexer, &token); token.kind != LC_TOKEN_END; lc_lexer_next(&lexer, &token)) {
    depth += token.kind == LC_TOKEN_OPEN;
    if (token.kind == LC_TOKEN_CLOSE) depth -= depth > 0, inner = LC_RESULT_NONE;
    if (token.kind == LC_TOKEN_RESULT) *(depth > 0 ? &inner : &result) = token.value;
  }
  return inner != LC_RESULT_NONE ? inner : result;
}

/* Play the mainline of the text in the game's current dialect. */
static void play(lcb_Game *game, lc_Position *final) {
  lc_Start start;
  lc_Replay replay;
  lcb_game_start(game, &start);
  lcb_game_begin_replay(game, &start, &replay);
  lc_replay_run(&replay, lcb_cpu(), NULL, 0);
  game->plies = replay.plies;
  game->code = replay.code;
  game->rest = SIZE_MAX;
  if (replay.code != LC_D_NONE) game->rest = start.code != LC_D_NONE ? unplayable(game) : replay.at;
  if (game->result == LC_RESULT_NONE) {
    size_t at = game->rest == SIZE_MAX ? game->tags_end : game->rest;
    game->result = (uint8_t)(replay.code == LC_D_NONE ? replay.result : result_after(game, at));
  }
  if (final) *final = replay.position;
}

void lcb_game_replay(lua_State *L, lcb_Game *game, int index, lc_Position *final) {
  if (game->tree && game->tree->is_changed) {
    follow_tree(game, final);
    return;
  }
  if (game->is_replayed && !final) return;
  play(game, final);
  if (game->is_undecided && game->code != LC_D_NONE) {
    lcb_detect_dialect(L, game, index);
    if (game->is_detected) play(game, final);
  }
  game->is_undecided = false;
  game->is_replayed = true;
}

void lcb_game_settle(lua_State *L, lcb_Game *game, int index) {
  if (game->is_undecided) lcb_game_replay(L, game, index, NULL);
}

void lcb_game_change(lcb_Game *game) {
  if (game->result == LC_RESULT_NONE && !game->is_replayed) { /* the game is still read from its text */
    play(game, NULL); /* the dialect of a game with a tree is already known */
    game->is_replayed = true;
  }
  game->tree->is_changed = game->is_edited = true;
}

static bool has_room(const lc_Game *tree, uint32_t nodes, uint32_t notes, uint32_t checkpoints) {
  return tree->node_room - tree->node_count >= nodes && tree->note_room - tree->note_count >= notes &&
         tree->checkpoint_room - tree->checkpoint_count >= checkpoints;
}

/* Make room in the tree whose userdata is at stack index `at`. The allocation of one array may run a finalizer that
** uses the room of another. */
static void reserve(lua_State *L, lc_Game *tree, int at, uint32_t nodes, uint32_t notes, uint32_t checkpoints) {
  while (!has_room(tree, nodes, notes, checkpoints)) {
    LCB_GROW(L, at, LCB_TREE_NODES, tree->nodes, tree->node_count, tree->node_room, nodes)
    LCB_GROW(L, at, LCB_TREE_NOTES, tree->notes, tree->note_count, tree->note_room, notes)
    LCB_GROW(L, at, LCB_TREE_CHECKPOINTS, tree->checkpoints, tree->checkpoint_count, tree->checkpoint_room,
             checkpoints)
  }
}

void lcb_game_reserve(lua_State *L, lcb_Game *game, int index, uint32_t nodes, uint32_t notes) {
  lcb_game_slot(L, index, LCB_GAME_TREE);
  reserve(L, &game->tree->game, lua_gettop(L), nodes, notes, nodes / LC_CHECKPOINT + 2);
  lua_pop(L, 1);
}

/* Return the number of pool bytes that comments still use. */
static size_t used_text(const lcb_Game *game) {
  const lc_Game *tree = &game->tree->game;
  size_t used = 0;
  for (uint32_t i = 0; i != LC_NO_NODE; i = lc_game_next(tree, i, 0)) {
    for (uint32_t n = tree->nodes[i].first_note; n != LC_NO_NODE; n = tree->notes[n].next) {
      const lc_GameNote *note = &tree->notes[n];
      if (note->kind != LC_NOTE_NAG && note->at + note->size > game->size) used += note->size;
    }
  }
  return used;
}

/* Copy the used texts to a new pool. */
static void move_text(lcb_Game *game, char *to) {
  lc_Game *tree = &game->tree->game;
  size_t size = 0;
  for (uint32_t i = 0; i != LC_NO_NODE; i = lc_game_next(tree, i, 0)) {
    for (uint32_t n = tree->nodes[i].first_note; n != LC_NO_NODE; n = tree->notes[n].next) {
      lc_GameNote *note = &tree->notes[n];
      if (note->kind == LC_NOTE_NAG || note->at + note->size <= game->size) continue;
      memcpy(to + size, lcb_note_text(game, note), note->size);
      note->at = (uint32_t)(game->size + size);
      size += note->size;
    }
  }
  game->tree->pool = to;
  game->tree->pool_size = size;
}

static void reserve_text(lua_State *L, lcb_Game *game, int index, size_t size) {
  lcb_Tree *tree = game->tree;
  size_t used = used_text(game);
  if (size > LCB_MAX_TREE || used + size > LCB_MAX_TREE) {
    luaL_error(L, "comments are too large (%d MiB at most)", LCB_MAX_TREE >> 20);
  }
  /* used_text() and move_text() visit all nodes. To call them seldom, add more room to a tree with more nodes. */
  size_t room = used + size + used / 2 + tree->game.node_count + 256;
  char *pool = lua_newuserdatauv(L, room, 0);
  if (used_text(game) <= room) {
    move_text(game, pool);
    tree->pool_room = room;
    lcb_game_slot(L, index, LCB_GAME_TREE);
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, LCB_TREE_POOL);
  }
  lua_pop(L, 1);
}

void lcb_game_reserve_notes(lua_State *L, lcb_Game *game, int index, uint32_t count, size_t size) {
  const lcb_Tree *tree = game->tree;
  index = lua_absindex(L, index);
  for (;;) {
    if (tree->game.note_count + count > tree->game.note_room) {
      lcb_game_reserve(L, game, index, 0, count);
    } else if (tree->pool_room - tree->pool_size < size) {
      reserve_text(L, game, index, size);
    } else {
      return;
    }
  }
}

void lcb_game_put_note(lcb_Game *game, uint32_t node, lc_NoteKind kind, uint32_t at, uint32_t size) {
  int added = lc_game_add_note(&game->tree->game, node, kind, at, size);
  assert(added == LC_OK);
  (void)added;
}

uint32_t lcb_game_keep(lcb_Game *game, size_t size) {
  size_t at = game->tree->pool_size;
  game->tree->pool_size += size;
  return (uint32_t)(game->size + at);
}

uint32_t lcb_game_keep_text(lcb_Game *game, const char *text, size_t size) {
  if (size) memcpy(lcb_game_text_room(game), text, size);
  return lcb_game_keep(game, size);
}

static void read_tree(lua_State *L, lc_Game *tree, int at, lc_Reader *reader) {
  int frames = lua_gettop(L);
  while (lc_game_read(tree, reader) == LC_EROOM) {
    reserve(L, tree, at, 16, 16, 4);
    LCB_GROW(L, frames, 0, reader->frames, reader->depth + 1, reader->room, 1)
  }
}

/* Push the tree of the text. The caller attaches it to the Game, so that no finalizer and no code after a memory error
** can use an incomplete tree. */
static lcb_Tree *push_tree(lua_State *L, const lcb_Game *game) {
  enum { FRAMES = 8 };
  lc_Start start;
  lc_Reader reader;
  lcb_Tree *out = lua_newuserdatauv(L, sizeof *out, LCB_TREE_VALUES);
  int at = lua_gettop(L);
  memset(out, 0, sizeof *out);
  out->known_node = LC_NO_NODE;
  /* In nearly all files, a move takes at least five bytes of text. */
  reserve(L, &out->game, at, (uint32_t)((game->size - game->tags_end) / 5 + 2), 4, 4);
  lcb_game_start(game, &start);
  lc_game_begin(&out->game, &start.position);
  lc_Frame *frames = lua_newuserdatauv(L, FRAMES * sizeof *frames, 0);
  lc_reader_begin(&reader, game->text, game->size, game->dialect, game->tolerance, &start, frames, FRAMES);
  reader.max_depth = game->limits->nesting;
  if (game->has_regular_tags) reader.lexer.at = game->tags_end; /* nothing between regular tags belongs to the tree */
  read_tree(L, &out->game, at, &reader);
  lua_pop(L, 1);
  return out;
}

void lcb_game_tree(lua_State *L, lcb_Game *game, int index) {
  if (game->tree) return;
  index = lua_absindex(L, index);
  if (game->size > LCB_MAX_TREE) luaL_error(L, "game is too large for a tree (%d MiB at most)", LCB_MAX_TREE >> 20);
  bool was_undecided = game->is_undecided;
  lcb_Tree *tree = push_tree(L, game);
  if (was_undecided && tree->game.rest == SIZE_MAX) game->is_undecided = false; /* PGN reads all its moves */
  lcb_game_settle(L, game, index);
  if (was_undecided && game->is_detected) {
    lua_pop(L, 1);
    tree = push_tree(L, game);
  }
  lcb_fill_game_slot(L, index, LCB_GAME_TREE);
  lua_pop(L, 1);
  if (game->tree) return; /* a finalizer has created it meanwhile */
  if (game->result) tree->game.result = game->result; /* the result at the end, not one between the moves */
  game->rest = tree->game.rest;
  game->tree = tree;
}

bool lcb_node_has_position(const lcb_Game *game, uint32_t node) {
  lc_Start start;
  if (node != 0) return true;
  lcb_game_start(game, &start);
  return start.code == LC_D_NONE;
}

void lcb_game_position(lcb_Game *game, uint32_t node, lc_Position *out) {
  lcb_Tree *tree = game->tree;
  const lc_GameNode *it = &tree->game.nodes[node];
  if (tree->known_node == node) {
    *out = tree->known;
    return;
  }
  if (node != 0 && it->parent == tree->known_node) {
    lc_position_play(&tree->known, it->move);
  } else {
    lc_game_position(&tree->game, node, &tree->known);
  }
  tree->known_node = node;
  *out = tree->known;
}
