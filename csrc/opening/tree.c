/*
** tree - see tree.h.
*/
#include "tree.h"

#include <string.h>

/* In lc_TreeSlot.games during the first walk: one more than the number of games. After it: too few games; enough games,
** but no vertex yet. Lower values are one more than the first vertex. */
#define FEW (UINT32_MAX - 1)
#define ENOUGH (UINT32_MAX - 2)
#define MOST_GAMES (UINT32_MAX - 3)

typedef struct lc_TreeSlot {
  uint32_t key, games; /* games is 0 in an empty slot, and only there */
} lc_TreeSlot;

/* The state of a walk after some moves of the current line. */
typedef struct lc_TreeFrame {
  lc_Position now;
  size_t slot;     /* in the second walk, also set for positions that are not played */
  uint32_t games;  /* first walk: of the lines so far that have these moves */
  lc_Stats stats;  /* second walk: the same */
  uint32_t vertex; /* LC_NOWHERE: too few games, or the line has reached the position before */
  bool is_counted; /* the position has enough games */
} lc_TreeFrame;

typedef struct Walk {
  const lc_Memory *memory;
  lc_OpeningTree *tree;
  const lc_LineSet *of;
  lc_Line *const *lines;
  size_t count;
  lc_TreeFrame *frames; /* one more than the plies of the longest line */
  uint32_t *places;     /* the slots of the positions, in the order of the walks */
} Walk;

/* ---- slots ---- */

/* Return the slot of a key, or the empty slot for it. The table has more slots than positions. */
static size_t find_slot(const lc_OpeningTree *tree, uint64_t key) {
  size_t at = (size_t)((key >> 32) * tree->slot_count >> 32);
  while (tree->slots[at].games && tree->slots[at].key != (uint32_t)key) at = at + 1 < tree->slot_count ? at + 1 : 0;
  return at;
}

/* Return the slot of a key, which is created if there is none. */
static size_t slot_of(lc_OpeningTree *tree, uint64_t key) {
  size_t at = find_slot(tree, key);
  lc_TreeSlot *slot = &tree->slots[at];
  if (slot->games == 0) *slot = (lc_TreeSlot){.key = (uint32_t)key, .games = 1};
  return at;
}

static void count_games(lc_TreeSlot *slot, uint32_t games) {
  slot->games = games < MOST_GAMES - slot->games ? slot->games + games : MOST_GAMES;
}

/* Replace the counts by marks. Returns the number of slots with enough games. */
static size_t mark_slots(lc_OpeningTree *tree) {
  size_t count = 0;
  for (size_t i = 0; i < tree->slot_count; i++) {
    lc_TreeSlot *slot = &tree->slots[i];
    if (slot->games == 0) continue;
    bool is_enough = slot->games > tree->min || slot->games == MOST_GAMES;
    slot->games = is_enough ? ENOUGH : FEW;
    count += is_enough;
  }
  return count;
}

/* ---- vertices and edges ---- */

/* Replace the array *list of `*room` items by a copy with room for `wanted` items. */
static lc_TreeStatus widen(const lc_Memory *memory, void **list, uint32_t *room, size_t size, size_t wanted) {
  if (wanted >= LC_NOWHERE - 3) return LC_TREE_TOO_LARGE;
  void *wider = lc_allocate(memory, wanted * size);
  if (!wider) return LC_TREE_NO_MEMORY;
  if (*room) memcpy(wider, *list, *room * size);
  lc_free(memory, *list, *room * size);
  *list = wider;
  *room = (uint32_t)wanted;
  return LC_TREE_OK;
}

static lc_TreeStatus widen_vertices(const lc_Memory *memory, lc_OpeningTree *tree, size_t wanted) {
  void *list = tree->vertices;
  lc_TreeStatus status = widen(memory, &list, &tree->vertex_room, sizeof(lc_Vertex), wanted);
  tree->vertices = list;
  return status;
}

static lc_TreeStatus widen_edges(const lc_Memory *memory, lc_OpeningTree *tree) {
  void *list = tree->edges;
  lc_TreeStatus status = widen(memory, &list, &tree->edge_room, sizeof(lc_Edge), 2 * (size_t)tree->edge_room + 16);
  tree->edges = list;
  return status;
}

static uint32_t find_vertex(const lc_OpeningTree *tree, size_t slot, const lc_Position *position) {
  uint32_t at = tree->slots[slot].games;
  if (at >= ENOUGH || at == 0) return LC_NOWHERE;
  at--;
  while (at != LC_NOWHERE && !lc_position_equal(&tree->vertices[at].position, position)) at = tree->vertices[at].next;
  return at;
}

/* Set `out` to the vertex of a position with enough games, which is created if there is none. */
static lc_TreeStatus vertex_at(Walk *walk, size_t slot, const lc_Position *position, uint32_t *out) {
  lc_OpeningTree *tree = walk->tree;
  *out = find_vertex(tree, slot, position);
  if (*out != LC_NOWHERE) return LC_TREE_OK;
  if (tree->vertex_count == tree->vertex_room) {
    lc_TreeStatus status = widen_vertices(walk->memory, tree, 2 * (size_t)tree->vertex_room + 16);
    if (status != LC_TREE_OK) return status;
  }
  uint32_t first = tree->slots[slot].games, at = *out = tree->vertex_count++;
  if (first >= ENOUGH) first = LC_NOWHERE;
  else first--;
  tree->vertices[at] = (lc_Vertex){.position = *position, .next = first, .edges = LC_NOWHERE};
  tree->slots[slot].games = at + 1;
  return LC_TREE_OK;
}

/* Set `out` to the edge of a move, which is created if there is none. */
static lc_TreeStatus edge_of(Walk *walk, uint32_t vertex, lc_Move move, lc_Edge **out) {
  lc_OpeningTree *tree = walk->tree;
  uint32_t at = tree->vertices[vertex].edges;
  while (at != LC_NOWHERE && tree->edges[at].move != move) at = tree->edges[at].next;
  if (at == LC_NOWHERE) {
    lc_TreeStatus status = tree->edge_count == tree->edge_room ? widen_edges(walk->memory, tree) : LC_TREE_OK;
    if (status != LC_TREE_OK) return status;
    at = tree->edge_count++;
    tree->edges[at] = (lc_Edge){.move = move, .next = tree->vertices[vertex].edges};
    tree->vertices[vertex].edges = at;
  }
  *out = &tree->edges[at];
  return LC_TREE_OK;
}

/* Add statistics. Of two games that are equally notable, the older one stays. */
static void add_stats(const Walk *walk, lc_Stats *into, const lc_Stats *from) {
  lc_sums_add(&into->sums, &from->sums);
  if (!from->notable) return;
  if (!into->notable || !lc_line_is_first(walk->of, into->notable, from->notable)) into->notable = from->notable;
}

/* ---- walking ---- */

/* Report whether the line has reached the position of frames[depth] at a lower depth. */
static bool is_repeated(const lc_TreeFrame *frames, size_t depth) {
  for (size_t i = depth % 2; i + 2 <= depth; i += 2) {
    if (frames[i].slot == frames[depth].slot && lc_position_equal(&frames[i].now, &frames[depth].now)) return true;
  }
  return false;
}

/* Return the number of plies that two lines share. */
static size_t common(const lc_Line *a, const lc_Line *b) {
  size_t most = a->plies < b->plies ? a->plies : b->plies, ply = 0;
  while (ply < most && a->moves[ply] == b->moves[ply]) ply++;
  return ply;
}

/* Return the number of plies that a line shares with the line before it. */
static size_t shared_plies(const Walk *walk, size_t i) { return i ? common(walk->lines[i - 1], walk->lines[i]) : 0; }

/* Play the move from one frame to the next. */
static void play(lc_TreeFrame *frame, lc_Move move) {
  frame[1].now = frame->now;
  lc_position_play(&frame[1].now, move);
}

/* ---- the first walk: counts games ---- */

static size_t enter_first(Walk *walk, size_t depth, size_t place) {
  lc_TreeFrame *frame = &walk->frames[depth];
  frame->slot = slot_of(walk->tree, lc_position_key(&frame->now));
  frame->games = 0;
  walk->places[place] = (uint32_t)frame->slot;
  return place + 1;
}

/* Go back from `depth` to `until`, and add up the games. */
static void leave_first(Walk *walk, size_t depth, size_t until) {
  for (lc_TreeFrame *frame = &walk->frames[depth]; depth > until; depth--, frame--) {
    count_games(&walk->tree->slots[frame->slot], frame->games);
    frame[-1].games += frame->games;
  }
}

static lc_TreeStatus walk_first(Walk *walk) {
  lc_TreeFrame *frames = walk->frames;
  size_t depth = 0, place = 0;
  frames[0].now = walk->of->root;
  place = enter_first(walk, 0, place);
  for (size_t i = 0; i < walk->count; i++) {
    const lc_Line *line = walk->lines[i];
    size_t shared = shared_plies(walk, i);
    leave_first(walk, depth, shared);
    for (depth = shared; depth < line->plies; depth++) {
      lc_Move move = line->moves[depth];
      if (walk->of->has_foreign && !lc_is_playable(&frames[depth].now, move)) return LC_TREE_ILLEGAL_MOVE;
      play(&frames[depth], move);
      place = enter_first(walk, depth + 1, place);
    }
    frames[depth].games += line->sums.games;
  }
  leave_first(walk, depth, 0);
  count_games(&walk->tree->slots[frames[0].slot], frames[0].games);
  return LC_TREE_OK;
}

/* ---- the second walk: makes vertices and edges ---- */

/* Complete the frame of a position that was reached; its slot is known. */
static lc_TreeStatus enter_second(Walk *walk, size_t depth) {
  lc_TreeFrame *frame = &walk->frames[depth];
  memset(&frame->stats, 0, sizeof frame->stats);
  frame->vertex = LC_NOWHERE;
  frame->is_counted = walk->tree->slots[frame->slot].games != FEW;
  if (!frame->is_counted || is_repeated(walk->frames, depth)) return LC_TREE_OK;
  return vertex_at(walk, frame->slot, &frame->now, &frame->vertex);
}

/* Use the statistics of a frame before the walk goes back to the frame before it. `move` led to the frame. */
static lc_TreeStatus leave_second(Walk *walk, size_t depth, lc_Move move) {
  lc_TreeFrame *frame = &walk->frames[depth], *up = frame - 1;
  if (frame->vertex != LC_NOWHERE) add_stats(walk, &walk->tree->vertices[frame->vertex].stats, &frame->stats);
  if (depth == 0) return LC_TREE_OK;
  if (frame->is_counted && up->vertex != LC_NOWHERE) {
    lc_Edge *edge;
    lc_TreeStatus status = edge_of(walk, up->vertex, move, &edge);
    if (status != LC_TREE_OK) return status;
    add_stats(walk, &edge->stats, &frame->stats);
  }
  add_stats(walk, &up->stats, &frame->stats);
  return LC_TREE_OK;
}

/* Go back from *depth to `until` in line `i`. */
static lc_TreeStatus leave_line(Walk *walk, size_t i, size_t *depth, size_t until) {
  lc_TreeStatus status = LC_TREE_OK;
  for (; *depth > until && status == LC_TREE_OK; --*depth)
    status = leave_second(walk, *depth, walk->lines[i]->moves[*depth - 1]);
  return status;
}

/* Return the depth of the last position of a line with enough games. */
static size_t last_counted(const Walk *walk, size_t plies) {
  while (plies > 0 && walk->tree->slots[walk->frames[plies].slot].games == FEW) plies--;
  return plies;
}

static lc_TreeStatus walk_second(Walk *walk) {
  lc_TreeFrame *frames = walk->frames;
  const uint32_t *place = walk->places;
  size_t depth = 0;
  frames[0].now = walk->of->root;
  frames[0].slot = *place++;
  lc_TreeStatus status = enter_second(walk, 0);
  for (size_t i = 0; i < walk->count && status == LC_TREE_OK; i++) {
    const lc_Line *line = walk->lines[i];
    size_t shared = shared_plies(walk, i);
    if (i > 0) status = leave_line(walk, i - 1, &depth, shared);
    for (size_t ply = shared; ply < line->plies; ply++) frames[ply + 1].slot = *place++;
    for (size_t last = last_counted(walk, line->plies); depth < last && status == LC_TREE_OK; depth++) {
      play(&frames[depth], line->moves[depth]);
      status = enter_second(walk, depth + 1);
    }
    const lc_Stats stats = {line->sums, line};
    add_stats(walk, &frames[depth].stats, &stats);
  }
  if (status == LC_TREE_OK) status = leave_line(walk, walk->count - 1, &depth, 0);
  return status == LC_TREE_OK ? leave_second(walk, 0, LC_NULL_MOVE) : status;
}

/* ---- making ---- */

/* Return the number of positions that a walk reaches, an upper bound of the number of different ones. */
static size_t count_positions(const Walk *walk) {
  size_t positions = 1;
  for (size_t i = 0; i < walk->count; i++) positions += walk->lines[i]->plies - shared_plies(walk, i);
  return positions;
}

/* Walk the lines twice. There is memory for the places and the frames. */
static lc_TreeStatus walk_twice(Walk *walk) {
  lc_TreeStatus status = walk_first(walk);
  if (status == LC_TREE_OK) status = widen_vertices(walk->memory, walk->tree, mark_slots(walk->tree) + 1);
  return status == LC_TREE_OK ? walk_second(walk) : status;
}

lc_TreeStatus lc_tree_make(const lc_Memory *memory, const lc_LineSet *lines, lc_Line *const *sorted, size_t count,
                           uint64_t min, lc_OpeningTree *out) {
  Walk walk = {.memory = memory, .tree = out, .of = lines, .lines = sorted, .count = count};
  *out = (lc_OpeningTree){.min = min < 1 ? 1 : min < ENOUGH ? (uint32_t)min : MOST_GAMES};
  if (count == 0) return LC_TREE_OK;
  size_t positions = count_positions(&walk), frames = (lines->depth + 1) * sizeof *walk.frames;
  size_t slots = positions + positions / 4 + 1;
  if (slots > UINT32_MAX) return LC_TREE_TOO_LARGE;
  out->slots = lc_allocate(memory, slots * sizeof *out->slots);
  if (!out->slots) return LC_TREE_NO_MEMORY;
  out->slot_count = slots;
  memset(out->slots, 0, slots * sizeof *out->slots);
  walk.places = lc_allocate(memory, positions * sizeof *walk.places);
  walk.frames = lc_allocate(memory, frames);
  lc_TreeStatus status = walk.places && walk.frames ? walk_twice(&walk) : LC_TREE_NO_MEMORY;
  lc_free(memory, walk.places, positions * sizeof *walk.places);
  lc_free(memory, walk.frames, frames);
  return status;
}

void lc_tree_free(const lc_Memory *memory, lc_OpeningTree *tree) {
  lc_free(memory, tree->slots, tree->slot_count * sizeof *tree->slots);
  lc_free(memory, tree->vertices, tree->vertex_room * sizeof *tree->vertices);
  lc_free(memory, tree->edges, tree->edge_room * sizeof *tree->edges);
  *tree = (lc_OpeningTree){0};
}

uint32_t lc_tree_find(const lc_OpeningTree *tree, const lc_Position *position) {
  if (tree->slot_count == 0) return LC_NOWHERE;
  return find_vertex(tree, find_slot(tree, lc_position_key(position)), position);
}
