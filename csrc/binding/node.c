/*
** node - lucena.Node: a node of a game's tree.
**
** A Node is {index, game}. Indexes never change and are never reused, so a program may store a Node. A node never has
** two userdata at the same time, so a Node can be a table key. Using a Node after its node was removed raises an error.
*/
#include <string.h>

#include "../chess/movegen.h"
#include "../notation/san.h"
#include "node.h"

static lcb_Node *self(lua_State *L) { return lcb_check_node(L, 1); }
static const lc_GameNode *data(const lcb_Node *node) { return lcb_node_data(node); }

/* Push another node of self's game, or nil. */
static int push_other(lua_State *L, uint32_t index) {
  if (index == LC_NO_NODE) {
    lua_pushnil(L);
  } else {
    lcb_push_node_beside(L, 1, index);
  }
  return 1;
}

/***
The node's number in its game; the root has 0.
@field Node.id integer
@usage chess.game("1. e4 *").root.id  --> 0
*/
static int get_id(lua_State *L) { return lcb_return_count(L, self(L)->index); }

/***
Plies from the start of the game: 1 after the first move.
@field Node.ply integer
@usage chess.game("1. e4 *").root[1].ply  --> 1
*/
static int get_ply(lua_State *L) { return lcb_return_count(L, data(self(L))->ply); }

/***
The move that leads to this node; nil for the root.
@field Node.move Move?
@usage tostring(chess.game("1. e4 *").root[1].move)  --> e2e4
*/
static int get_move(lua_State *L) {
  const lcb_Node *node = self(L);
  if (node->index == 0) {
    lua_pushnil(L);
  } else {
    lcb_push_move(L, data(node)->move);
  }
  return 1;
}

/***
The move that leads to this node, in canonical SAN; nil for the root.
@field Node.san string?
@usage chess.game("1. Ng1f3 *").root[1].san  --> Nf3
*/
static int get_san(lua_State *L) {
  const lcb_Node *node = self(L);
  char san[LC_SAN_MAX];
  if (node->index == 0) {
    lua_pushnil(L);
    return 1;
  }
  lc_Position before;
  lcb_game_position(node->game, data(node)->parent, &before);
  size_t size = lc_san_write(&before, data(node)->move, san);
  lua_pushlstring(L, san, size);
  return 1;
}

/***
The move as it is written in the text, or nil for the root and for moves that were added.
@field Node.token string?
@usage chess.game("1. Ng1f3! *").root[1].token  --> Ng1f3!
*/
static int get_token(lua_State *L) {
  const lcb_Node *node = self(L);
  if (data(node)->size == 0) {
    lua_pushnil(L);
  } else {
    lua_pushlstring(L, node->game->text + data(node)->at, data(node)->size);
  }
  return 1;
}

/***
The position after the move; nil for the root of a game that has no start position.
@field Node.position Position?
@usage chess.game("1. e4 *").root[1].position.turn  --> black
@usage chess.game('[FEN "x"]\n\n1. e4 *').root.position  --> nil
*/
static int get_position(lua_State *L) {
  const lcb_Node *node = self(L);
  if (!lcb_node_has_position(node->game, node->index)) return lua_pushnil(L), 1;
  lcb_game_position(node->game, node->index, lcb_new_position(L));
  return 1;
}

/***
The parent node; nil for the root.
@field Node.parent Node?
@usage chess.game("1. e4 *").root[1].parent.id  --> 0
*/
static int get_parent(lua_State *L) { return push_other(L, data(self(L))->parent); }

/***
The main continuation, `node[1]`; nil at the end of a line.
@field Node.next Node?
@usage chess.game("1. e4 (1. d4) e5 *").root.next.next.san  --> e5
*/
static int get_next(lua_State *L) { return push_other(L, data(self(L))->first_child); }

/***
The next variation of the same parent: the sibling of `parent[i]` is `parent[i + 1]`. Nil if there is none.
@field Node.sibling Node?
@usage chess.game("1. e4 (1. d4) *").root[1].sibling.san  --> d4
*/
static int get_sibling(lua_State *L) { return push_other(L, data(self(L))->next); }

/***
The node's number among its siblings: 1 is the main continuation, 2 the first variation. Nil for the root. Cost:
proportional to that number.
@field Node.index integer?
@usage chess.game("1. e4 (1. d4) *").root[2].index  --> 2
*/
static int get_index(lua_State *L) {
  const lcb_Node *node = self(L);
  const lc_GameNode *nodes = node->game->tree->game.nodes;
  lua_Integer n = 1;
  if (node->index == 0) {
    lua_pushnil(L);
    return 1;
  }
  for (uint32_t at = nodes[nodes[node->index].parent].first_child; at != node->index; at = nodes[at].next) n++;
  lua_pushinteger(L, n);
  return 1;
}

/***
Whether the move is illegal, but was played: see the option `illegal_moves` of chess.open.
@field Node.is_illegal boolean
@usage chess.game("1. e4 e5 2. Qh5 Ke7 3. Nf3 f6 *", {illegal_moves = true}).root[1].is_illegal  --> false
*/
static int get_is_illegal(lua_State *L) { return lcb_return_boolean(L, data(self(L))->is_illegal); }

/***
Whether the node is in the mainline; the root is. Cost: proportional to its ply.
@field Node.is_main boolean
@usage chess.game("1. e4 (1. d4 d5) *").root[2][1].is_main  --> false
*/
static int get_is_main(lua_State *L) {
  const lcb_Node *node = self(L);
  const lc_GameNode *nodes = node->game->tree->game.nodes;
  uint32_t at = node->index;
  while (at != 0 && nodes[nodes[at].parent].first_child == at) at = nodes[at].parent;
  return lcb_return_boolean(L, at == 0);
}

/***
The game to which the node belongs.
@field Node.game Game
@usage chess.game("1. e4 *").root.game.plies  --> 1
*/
static int get_game(lua_State *L) {
  self(L);
  lua_getiuservalue(L, 1, 1);
  return 1;
}

/***
Whether the node was removed from its game. A removed node has no other field.
@field Node.is_removed boolean
@usage local n = chess.game("1. e4 *").root[1]; n:remove(); return n.is_removed  --> true
*/
static int get_is_removed(lua_State *L) {
  const lcb_Node *node = lcb_self(L);
  return lcb_return_boolean(L, node->game->tree && data(node)->is_removed);
}

/***
Return the moves that lead to this node: an array of Nodes from the first move of the game to this one, empty for the
root.
@function Node:history
@return Node[]
@usage chess.game("1. e4 (1. d4 d5) *").root[2][1]:history()[1].san  --> d4
*/
/***
The older name of `history`.
@function Node:line
@return Node[]
@usage chess.game("1. e4 e5 *"):node(2):line()[1].san  --> e4
*/
static int node_history(lua_State *L) {
  const lcb_Node *node = self(L);
  lua_settop(L, 1);
  lua_createtable(L, (int)data(node)->ply, 0); /* 2 */
  uint32_t at = node->index;
  for (lua_Integer i = (lua_Integer)data(node)->ply; i > 0; i--) {
    lcb_push_node_beside(L, 1, at);
    lua_rawseti(L, 2, i);
    at = node->game->tree->game.nodes[at].parent;
  }
  return 1;
}

static uint32_t nth_child(const lc_Game *tree, uint32_t node, lua_Integer n) {
  uint32_t child = n > 0 ? tree->nodes[node].first_child : LC_NO_NODE;
  for (; n > 1 && child != LC_NO_NODE; n--) child = tree->nodes[child].next;
  return child;
}

/* ---- the end of play, by the game's history ---- */

/* Return how often `p` has occurred on the path from the root to the node, including the node itself (FIDE 9.2). Looks
** back `reversible` plies at most, because no earlier position can be equal. */
static unsigned occurrences(const lcb_Node *node, const lc_Position *p, unsigned reversible) {
  const lc_Game *tree = &node->game->tree->game;
  lc_Position then;
  unsigned count = 0;
  for (uint32_t at = node->index;; at = tree->nodes[at].parent, reversible--) {
    lc_game_position(tree, at, &then);
    if (then.turn == p->turn && lc_position_equal(p, &then)) count++;
    if (at == 0 || reversible == 0) return count;
  }
}

static unsigned repetitions(const lcb_Node *node) {
  lc_Position now;
  lcb_game_position(node->game, node->index, &now);
  return occurrences(node, &now, now.halfmove_clock);
}

/* Return the reason for which the player to move may claim a draw after stating the intention to play `move` (FIDE
** 9.2.1, 9.3.1), or NULL. A move that ends the game gives no claim. Only a reversible move can repeat a position, and
** no position recurs within three plies. */
static const char *claim_after(const lcb_Node *node, const lc_Position *p, lc_Move move) {
  lc_Position next = *p;
  lc_position_play(&next, move);
  if (next.halfmove_clock < 4 || !lc_may_move(&next)) return NULL;
  if (next.halfmove_clock >= 100) return "fifty_moves";
  return occurrences(node, &next, next.halfmove_clock - 1) >= 2 ? "threefold_repetition" : NULL;
}

/***
Return how often this position has occurred on the path from the root to this node, including the node itself.
@function Node:repetitions
@return integer
@usage chess.game("1. Nf3 Nf6 2. Ng1 Ng8 *").root[1][1][1][1]:repetitions()  --> 2
*/
static int node_repetitions(lua_State *L) { return lcb_return_count(L, repetitions(self(L))); }

static int push_outcome(lua_State *L, const char *reason, const char *winner, bool is_claim) {
  lua_createtable(L, 0, 3);
  lua_pushstring(L, reason);
  lua_setfield(L, -2, "reason");
  if (winner) {
    lua_pushstring(L, winner);
    lua_setfield(L, -2, "winner");
  }
  if (is_claim) {
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, "claim");
  }
  return 1;
}

/* Push the outcome that the player to move may claim by an intended move, or nil. */
static int push_intended(lua_State *L, const lcb_Node *node, const lc_Position *p) {
  lc_MoveList list;
  lc_legal_moves(p, &list);
  for (unsigned i = 0; i < list.count; i++) {
    const char *reason = claim_after(node, p, list.moves[i]);
    if (!reason) continue;
    push_outcome(L, reason, NULL, true);
    lcb_push_move(L, list.moves[i]);
    lua_setfield(L, -2, "move");
    return 1;
  }
  lua_pushnil(L);
  return 1;
}

/***
Return why the game is over in this position, or nil: checkmate, stalemate, insufficient_material, seventyfive_moves,
fivefold_repetition; king_in_center in King of the Hill, three_checks in Three-check. With `claims`, also the draws that
the player to move may claim: fifty_moves, threefold_repetition (field claim = true). With `intended`, also those that
the player may claim by an intended move (FIDE 9.2.1, 9.3.1); the field `move` is then the first such move in the order
of Position:moves.
@function Node:outcome
@param options? {claims?: boolean, intended?: boolean} `intended`: includes `claims`
@return table? {reason, winner, claim, move}
@usage chess.game("1. f3 e5 2. g4 Qh4# *").root[1][1][1][1]:outcome().reason  --> checkmate
*/
static int node_outcome(lua_State *L) {
  static const char *const names[] = {"claims", "intended", NULL};
  const lcb_Node *node = self(L);
  lcb_check_options(L, 2, names);
  bool intended = lcb_option_boolean(L, 2, "intended", false);
  bool claims = lcb_option_boolean(L, 2, "claims", false) || intended;
  lc_Position p;
  if (!lcb_node_has_position(node->game, node->index)) return lua_pushnil(L), 1;
  lcb_game_position(node->game, node->index, &p);
  lc_Outcome outcome = lc_position_outcome(&p);
  if (outcome != LC_OUTCOME_NONE) {
    unsigned winner = lc_outcome_winner(&p, outcome);
    const char *name = winner == LC_NO_COLOR ? NULL : winner == LC_WHITE ? "white" : "black";
    return push_outcome(L, lcb_outcome_name(outcome), name, false);
  }
  unsigned seen = repetitions(node);
  if (seen >= 5) return push_outcome(L, "fivefold_repetition", NULL, false);
  if (claims && p.halfmove_clock >= 100) return push_outcome(L, "fifty_moves", NULL, true);
  if (claims && seen >= 3) return push_outcome(L, "threefold_repetition", NULL, true);
  if (intended) return push_intended(L, node, &p);
  lua_pushnil(L);
  return 1;
}

/* Implements node[n]: the n-th child. */
static int node_item(lua_State *L) {
  const lcb_Node *node = self(L);
  return push_other(L, nth_child(&node->game->tree->game, node->index, lua_tointeger(L, 2)));
}

static int node_len(lua_State *L) {
  const lcb_Node *node = self(L);
  lua_Integer n = 0;
  const lc_Game *tree = &node->game->tree->game;
  for (uint32_t i = data(node)->first_child; i != LC_NO_NODE; i = tree->nodes[i].next) n++;
  lua_pushinteger(L, n);
  return 1;
}

static int node_eq(lua_State *L) {
  const lcb_Node *a = lcb_test(L, 1, LCB_UP_SELF), *b = lcb_test(L, 2, LCB_UP_SELF);
  lua_pushboolean(L, a && b && a->game == b->game && a->index == b->index);
  return 1;
}

static int node_tostring(lua_State *L) {
  lcb_Node *node = lcb_self(L);
  lcb_node_tree(L, 1, node);
  if (data(node)->is_removed) {
    lua_pushliteral(L, LCB_NODE ": removed");
  } else if (node->index == 0) {
    lua_pushliteral(L, LCB_NODE ": start");
  } else {
    char san[LC_SAN_MAX];
    lc_Position before;
    lcb_game_position(node->game, data(node)->parent, &before);
    lc_san_write(&before, data(node)->move, san);
    lua_pushfstring(L, LCB_NODE ": %d%s %s", (int)before.fullmove_number, before.turn ? "..." : ".", san);
  }
  return 1;
}

static const luaL_Reg node_methods[] = {
    {"history", node_history},
    {"line", node_history},
    {"outcome", node_outcome},
    {"repetitions", node_repetitions},
    {NULL, NULL},
};

static const luaL_Reg node_getters[] = {
    {"game", get_game},
    {"id", get_id},
    {"index", get_index},
    {"is_illegal", get_is_illegal},
    {"is_main", get_is_main},
    {"is_removed", get_is_removed},
    {"move", get_move},
    {"next", get_next},
    {"parent", get_parent},
    {"ply", get_ply},
    {"position", get_position},
    {"san", get_san},
    {"sibling", get_sibling},
    {"token", get_token},
    {NULL, NULL},
};

static const luaL_Reg node_metamethods[] = {
    {"__eq", node_eq},
    {"__len", node_len},
    {"__tostring", node_tostring},
    {NULL, NULL},
};

void lcb_open_node(lua_State *L) {
  static const lcb_Class class = {.name = LCB_NODE,
                                  .methods = {node_methods, lcb_note_methods, lcb_command_methods,
                                              lcb_annotation_methods, lcb_edit_methods},
                                  .getters = {node_getters, lcb_note_getters, lcb_command_getters,
                                              lcb_annotation_getters},
                                  .setters = {lcb_note_setters, lcb_annotation_setters, lcb_command_setters},
                                  .item = node_item,
                                  .metamethods = node_metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "Node");
}
