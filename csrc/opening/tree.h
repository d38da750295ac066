/*
** tree - the tree of the positions that lines lead to.
**
** The sorted lines are walked twice, so that moves shared by several lines are played once. The first walk counts games
** by the keys of positions. The counts are in a table with one slot of eight bytes per position: the lower half of the
** key, and the count. Different positions may share a slot, so a count may be too high, but never too low. The second
** walk makes a vertex for each position with enough games, and sums the statistics there. It plays no move of a line
** after the last such position; for this, the first walk stores the slot of each position, in order.
** Vertices are found by their positions, not only by their keys. A game that reaches a position twice counts once
** there, with the first move that it played there. A move has an edge only if enough games reached the position after
** it. So all edges with enough games are there.
** Memory: about ten bytes for each position of the lines, and 220 for each position with enough games.
** Cost of 627,000 positions: 0.14 s.
*/
#ifndef LC_TREE_H
#define LC_TREE_H

#include "../chess/identity.h"
#include "lines.h"

#define LC_NOWHERE UINT32_MAX /* no vertex, no edge */

typedef struct lc_Stats {
  lc_Sums sums;
  const lc_Line *notable; /* the line of the most notable game, or NULL */
} lc_Stats;

typedef struct lc_Vertex {
  lc_Position position;
  lc_Stats stats;
  uint32_t next;  /* the next vertex of the same slot */
  uint32_t edges; /* the first edge */
} lc_Vertex;

typedef struct lc_Edge {
  lc_Stats stats;
  uint32_t next; /* the next edge of the same vertex */
  lc_Move move;
} lc_Edge;

typedef struct lc_OpeningTree {
  struct lc_TreeSlot *slots;
  size_t slot_count;
  lc_Vertex *vertices;
  uint32_t vertex_count, vertex_room;
  lc_Edge *edges;
  uint32_t edge_count, edge_room;
  uint32_t min; /* positions with fewer games have no vertex */
} lc_OpeningTree;

typedef enum lc_TreeStatus { LC_TREE_OK, LC_TREE_NO_MEMORY, LC_TREE_TOO_LARGE, LC_TREE_ILLEGAL_MOVE } lc_TreeStatus;

/* Make the tree of `count` lines in the order of lc_lines_order(). Its statistics refer to them. `out` was never used.
** After a failure, too, the caller calls lc_tree_free(). */
LC_MUST_USE lc_TreeStatus lc_tree_make(const lc_Memory *memory, const lc_LineSet *lines, lc_Line *const *sorted,
                                       size_t count, uint64_t min, lc_OpeningTree *out);
void lc_tree_free(const lc_Memory *memory, lc_OpeningTree *tree);
/* Return the vertex of a position, or LC_NOWHERE if it has too few games. */
uint32_t lc_tree_find(const lc_OpeningTree *tree, const lc_Position *position);

#endif
