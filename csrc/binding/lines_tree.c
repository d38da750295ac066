/*
** lines_tree - lucena.OpeningTree: the tree of the positions that lines lead to, for lua/lucena/opening/tree.lua.
**
** The sorted lines are walked twice, so that moves shared by several lines are played once. The first walk counts games
** by the keys of positions. The counts are in a table with one slot of eight bytes per position: the lower half of the
** key, and the count. Different positions may share a slot, so a count may be too high, but never too low. The second
** walk makes a vertex for each position with enough games, and sums the statistics there. It plays no move of a line
** after the last such position; for this, the first walk stores the slot of each position, in the order of the walk.
** Vertices are found by their positions, not only by their keys. A game that reaches a position twice counts once
** there, with the first move that it played there. A move has an edge only if enough games reached the position after
** it. So all edges with enough games are there.
** Cost of 627,000 positions: 0.14 s.
*/
#include <stdlib.h>
#include <string.h>

#include "lines.h"

#define NOWHERE UINT32_MAX /* no vertex, no edge */

/* In Slot.games during the first walk: one more than the number of games. After it: too few games; enough games, but no
** vertex yet. Lower values are one more than the first vertex. */
#define FEW (UINT32_MAX - 1)
#define ENOUGH (UINT32_MAX - 2)
#define MOST_GAMES (UINT32_MAX - 3)

typedef struct Slot {
  uint32_t key, games; /* games is 0 in an empty slot, and only there */
} Slot;

typedef struct Stats {
  lcb_Sums sums;
  const lcb_Line *notable; /* the line of the most notable game, or NULL */
} Stats;

typedef struct Vertex {
  lc_Position position;
  Stats stats;
  uint32_t next;  /* the next vertex of the same slot */
  uint32_t edges; /* the first edge */
} Vertex;

typedef struct Edge {
  Stats stats;
  uint32_t next; /* the next edge of the same vertex */
  lc_Move move;
} Edge;

/* User value of an OpeningTree: its Lines. */
enum { TREE_LINES = 1, TREE_VALUES = TREE_LINES };

typedef struct Tree {
  const lcb_Lines *lines;
  Slot *slots;
  size_t slot_count;
  uint32_t *places; /* while the tree is made: the slots of the positions, in the order of the walks */
  size_t place_count;
  Vertex *vertices;
  uint32_t vertex_count, vertex_room;
  Edge *edges;
  uint32_t edge_count, edge_room;
  uint32_t min;
} Tree;

/* The state of a walk after some moves of the current line. */
typedef struct Frame {
  lc_Position now;
  size_t slot;     /* in the second walk, also set for positions that are not played */
  uint32_t games;  /* first walk: of the lines so far that have these moves */
  Stats stats;     /* second walk: the same */
  uint32_t vertex; /* NOWHERE: too few games, or the line has reached the position before */
  bool is_counted; /* the position has enough games */
} Frame;

typedef struct Walk {
  lua_State *L;
  Tree *tree;
  lcb_Line **lines;
  size_t count;
  Frame *frames;
} Walk;

/* Finalizers of other objects may use a tree whose memory was freed. */
static Tree *self(lua_State *L) {
  Tree *tree = lcb_self(L);
  if (tree->lines->is_closed) luaL_error(L, "the lines are closed");
  return tree;
}

/* ---- slots ---- */

/* Return the slot of a key, or the empty slot for it. The table has more slots than positions. */
static size_t find_slot(const Tree *tree, uint64_t key) {
  size_t at = (size_t)((key >> 32) * tree->slot_count >> 32);
  while (tree->slots[at].games && tree->slots[at].key != (uint32_t)key) at = at + 1 < tree->slot_count ? at + 1 : 0;
  return at;
}

/* Return the slot of a key, which is created if there is none. */
static size_t slot_of(Tree *tree, uint64_t key) {
  size_t at = find_slot(tree, key);
  Slot *slot = &tree->slots[at];
  if (slot->games == 0) *slot = (Slot){.key = (uint32_t)key, .games = 1};
  return at;
}

static void count_games(Slot *slot, uint32_t games) {
  slot->games = games < MOST_GAMES - slot->games ? slot->games + games : MOST_GAMES;
}

/* Replace the counts by marks. Returns the number of slots with enough games. */
static size_t mark_slots(Tree *tree) {
  size_t count = 0;
  for (size_t i = 0; i < tree->slot_count; i++) {
    Slot *slot = &tree->slots[i];
    if (slot->games == 0) continue;
    bool is_enough = slot->games > tree->min || slot->games == MOST_GAMES;
    slot->games = is_enough ? ENOUGH : FEW;
    count += is_enough;
  }
  return count;
}

/* ---- vertices and edges ---- */

/* Return a copy of `list` with room for `wanted` elements, and free the list. `room` is the present number. */
static void *widened(lua_State *L, void *list, uint32_t *room, size_t size, size_t wanted) {
  if (wanted >= NOWHERE - 3) luaL_error(L, "the opening tree is too large");
  void *wider = lcb_allocate(L, wanted * size);
  if (*room) memcpy(wider, list, *room * size);
  lcb_free(L, list, *room * size);
  *room = (uint32_t)wanted;
  return wider;
}

static void free_places(lua_State *L, Tree *tree) {
  lcb_free(L, tree->places, tree->place_count * sizeof *tree->places);
  tree->places = NULL;
  tree->place_count = 0;
}

static int tree_gc(lua_State *L) {
  Tree *tree = lcb_self(L);
  free_places(L, tree);
  lcb_free(L, tree->slots, tree->slot_count * sizeof *tree->slots);
  lcb_free(L, tree->vertices, tree->vertex_room * sizeof *tree->vertices);
  lcb_free(L, tree->edges, tree->edge_room * sizeof *tree->edges);
  *tree = (Tree){.lines = tree->lines};
  return 0;
}

static uint32_t find_vertex(const Tree *tree, size_t slot, const lc_Position *position) {
  uint32_t at = tree->slots[slot].games;
  if (at >= ENOUGH || at == 0) return NOWHERE;
  for (at--; at != NOWHERE && !lc_position_equal(&tree->vertices[at].position, position);) at = tree->vertices[at].next;
  return at;
}

/* Return the vertex of a position with enough games; create it if there is none. */
static uint32_t vertex_at(Walk *walk, size_t slot, const lc_Position *position) {
  Tree *tree = walk->tree;
  uint32_t at = find_vertex(tree, slot, position);
  if (at != NOWHERE) return at;
  if (tree->vertex_count == tree->vertex_room) {
    tree->vertices = widened(walk->L, tree->vertices, &tree->vertex_room, sizeof(Vertex),
                             2 * (size_t)tree->vertex_room + 16);
  }
  uint32_t first = tree->slots[slot].games;
  at = tree->vertex_count++;
  tree->vertices[at] = (Vertex){.position = *position, .next = first >= ENOUGH ? NOWHERE : first - 1, .edges = NOWHERE};
  tree->slots[slot].games = at + 1;
  return at;
}

static Edge *edge_of(Walk *walk, uint32_t vertex, lc_Move move) {
  Tree *tree = walk->tree;
  uint32_t at = tree->vertices[vertex].edges;
  while (at != NOWHERE && tree->edges[at].move != move) at = tree->edges[at].next;
  if (at != NOWHERE) return &tree->edges[at];
  if (tree->edge_count == tree->edge_room) {
    tree->edges = widened(walk->L, tree->edges, &tree->edge_room, sizeof(Edge),
                          2 * (size_t)tree->edge_room + 16);
  }
  Edge *edge = &tree->edges[tree->edge_count];
  *edge = (Edge){.move = move, .next = tree->vertices[vertex].edges};
  tree->vertices[vertex].edges = tree->edge_count++;
  return edge;
}

/* Add statistics. Of two games that are equally notable, the older one stays. */
static void add_stats(const Tree *tree, Stats *into, const Stats *from) {
  lcb_sums_add(&into->sums, &from->sums);
  if (!from->notable) return;
  if (!into->notable || !lcb_line_is_first(tree->lines, into->notable, from->notable)) into->notable = from->notable;
}

/* ---- walking ---- */

/* Report whether the line has reached the position of frames[depth] at a lower depth. */
static bool is_repeated(const Frame *frames, size_t depth) {
  for (size_t i = depth % 2; i + 2 <= depth; i += 2) {
    if (frames[i].slot == frames[depth].slot && lc_position_equal(&frames[i].now, &frames[depth].now)) return true;
  }
  return false;
}

/* Return the number of plies that two lines share. */
static size_t common(const lcb_Line *a, const lcb_Line *b) {
  size_t most = a->plies < b->plies ? a->plies : b->plies, ply = 0;
  while (ply < most && a->moves[ply] == b->moves[ply]) ply++;
  return ply;
}

/* Return the number of plies that a line shares with the line before it. */
static size_t shared_plies(const Walk *walk, size_t i) { return i ? common(walk->lines[i - 1], walk->lines[i]) : 0; }

/* Play the move from one frame to the next. */
static void play(Frame *frame, lc_Move move) {
  frame[1].now = frame->now;
  lc_position_play(&frame[1].now, move);
}

/* ---- the first walk: counts games ---- */

static size_t enter_first(Walk *walk, size_t depth, size_t place) {
  Frame *frame = &walk->frames[depth];
  frame->slot = slot_of(walk->tree, lc_position_key(&frame->now));
  frame->games = 0;
  walk->tree->places[place] = (uint32_t)frame->slot;
  return place + 1;
}

/* Go back from `depth` to `until`, and add up the games. */
static void leave_first(Walk *walk, size_t depth, size_t until) {
  for (Frame *frame = &walk->frames[depth]; depth > until; depth--, frame--) {
    count_games(&walk->tree->slots[frame->slot], frame->games);
    frame[-1].games += frame->games;
  }
}

static void walk_first(Walk *walk) {
  bool is_foreign = walk->tree->lines->has_foreign;
  Frame *frames = walk->frames;
  size_t depth = 0, place = 0;
  frames[0].now = walk->tree->lines->root;
  place = enter_first(walk, 0, place);
  for (size_t i = 0; i < walk->count; i++) {
    const lcb_Line *line = walk->lines[i];
    size_t shared = shared_plies(walk, i);
    leave_first(walk, depth, shared);
    for (depth = shared; depth < line->plies; depth++) {
      lc_Move move = line->moves[depth];
      if (is_foreign && !lcb_is_playable(&frames[depth].now, move)) luaL_error(walk->L, "a line has an illegal move");
      play(&frames[depth], move);
      place = enter_first(walk, depth + 1, place);
    }
    frames[depth].games += line->sums.games;
  }
  leave_first(walk, depth, 0);
  count_games(&walk->tree->slots[frames[0].slot], frames[0].games);
}

/* ---- the second walk: makes vertices and edges ---- */

/* Complete the frame of a position that was reached; its slot is known. */
static void enter_second(Walk *walk, size_t depth) {
  Frame *frame = &walk->frames[depth];
  memset(&frame->stats, 0, sizeof frame->stats);
  frame->vertex = NOWHERE;
  frame->is_counted = walk->tree->slots[frame->slot].games != FEW;
  if (frame->is_counted && !is_repeated(walk->frames, depth)) frame->vertex = vertex_at(walk, frame->slot, &frame->now);
}

/* Use the statistics of a frame before the walk goes back to the frame before it. `move` led to the frame. */
static void leave_second(Walk *walk, size_t depth, lc_Move move) {
  Frame *frame = &walk->frames[depth], *up = frame - 1;
  Tree *tree = walk->tree;
  if (frame->vertex != NOWHERE) add_stats(tree, &tree->vertices[frame->vertex].stats, &frame->stats);
  if (depth == 0) return;
  if (frame->is_counted && up->vertex != NOWHERE) {
    add_stats(tree, &edge_of(walk, up->vertex, move)->stats, &frame->stats);
  }
  add_stats(tree, &up->stats, &frame->stats);
}

/* Return the depth of the last position of a line with enough games. */
static size_t last_counted(const Walk *walk, size_t plies) {
  while (plies > 0 && walk->tree->slots[walk->frames[plies].slot].games == FEW) plies--;
  return plies;
}

static void walk_second(Walk *walk) {
  Frame *frames = walk->frames;
  const uint32_t *place = walk->tree->places;
  size_t depth = 0;
  frames[0].now = walk->tree->lines->root;
  frames[0].slot = *place++;
  enter_second(walk, 0);
  for (size_t i = 0; i < walk->count; i++) {
    const lcb_Line *line = walk->lines[i];
    size_t shared = shared_plies(walk, i);
    for (; depth > shared; depth--) leave_second(walk, depth, walk->lines[i - 1]->moves[depth - 1]);
    for (size_t ply = shared; ply < line->plies; ply++) frames[ply + 1].slot = *place++;
    for (size_t last = last_counted(walk, line->plies); depth < last; depth++) {
      play(&frames[depth], line->moves[depth]);
      enter_second(walk, depth + 1);
    }
    const Stats stats = {line->sums, line};
    add_stats(walk->tree, &frames[depth].stats, &stats);
  }
  const lcb_Line *last = walk->lines[walk->count - 1];
  for (; depth > 0; depth--) leave_second(walk, depth, last->moves[depth - 1]);
  leave_second(walk, 0, LC_NULL_MOVE);
}

/* ---- creating ---- */

/* The order of the moves' bytes, in which lines with the same beginning are adjacent. */
static int by_moves(const void *one, const void *other) {
  const lcb_Line *a = *(lcb_Line *const *)one, *b = *(lcb_Line *const *)other;
  size_t least = a->plies < b->plies ? a->plies : b->plies;
  int order = memcmp(a->moves, b->moves, least * sizeof *a->moves);
  return order ? order : (a->plies > b->plies) - (a->plies < b->plies);
}

/* Return the number of positions that a walk reaches, an upper bound of the number of different ones. */
static size_t count_positions(const Walk *walk) {
  size_t positions = 1;
  for (size_t i = 0; i < walk->count; i++) positions += walk->lines[i]->plies - shared_plies(walk, i);
  return positions;
}

/* Walk the lines twice. The sorted lines and the frames are on the stack. */
static void fill(Walk *walk) {
  Tree *tree = walk->tree;
  size_t positions = count_positions(walk);
  size_t slots = positions + positions / 4 + 1;
  if (slots > UINT32_MAX) luaL_error(walk->L, "the opening tree is too large");
  tree->slots = lcb_allocate(walk->L, slots * sizeof *tree->slots);
  tree->slot_count = slots;
  memset(tree->slots, 0, tree->slot_count * sizeof *tree->slots);
  tree->places = lcb_allocate(walk->L, positions * sizeof *tree->places);
  tree->place_count = positions;
  walk_first(walk);
  tree->vertices = widened(walk->L, NULL, &tree->vertex_room, sizeof(Vertex), mark_slots(tree) + 1);
  walk_second(walk);
  free_places(walk->L, tree);
}

/***
Create the tree of the positions of all lines. Lines that are added later are not in it.
@function Lines:tree
@param min integer omit positions with fewer games
@return OpeningTree
@usage require("lucena.core").lines(chess.position(), 10):tree(1):count()  --> 0
*/
int lcb_lines_tree(lua_State *L) {
  const lcb_Lines *lines = lcb_self(L);
  if (lines->is_closed) luaL_error(L, "the lines are closed");
  lua_Integer min = luaL_checkinteger(L, 2);
  Walk walk = {.L = L};
  walk.lines = lcb_push_lines(L, lines, &walk.count); /* at 2 */
  if (walk.count) qsort(walk.lines, walk.count, sizeof *walk.lines, by_moves);
  Tree *tree = walk.tree = lua_newuserdatauv(L, sizeof *tree, TREE_VALUES); /* at 3 */
  *tree = (Tree){.lines = lines, .min = min < 1 ? 1 : min < ENOUGH ? (uint32_t)min : MOST_GAMES};
  luaL_setmetatable(L, LCB_OPENING_TREE);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, 3, TREE_LINES);
  if (walk.count == 0) return 1;
  walk.frames = lua_newuserdatauv(L, (lines->depth + 1) * sizeof *walk.frames, 0);
  fill(&walk);
  lua_settop(L, 3);
  return 1;
}

/* ---- reading ---- */

static const Vertex *check_vertex(lua_State *L, const Tree *tree, int arg) {
  lua_Integer at = luaL_checkinteger(L, arg);
  luaL_argcheck(L, at > 0 && at <= (lua_Integer)tree->vertex_count, arg, "no vertex");
  return &tree->vertices[at - 1];
}

/* Push statistics: {games, white, draw, black, ... (lucena.lines.FIELDS), year =, notable =}. */
static void push_stats(lua_State *L, const Stats *stats) {
  const lcb_Sums *sums = &stats->sums;
  const uint64_t values[] = {sums->games, sums->won[0], sums->drawn, sums->won[1], sums->rated[0], sums->ratings[0],
                             sums->halves[0], sums->rated[1], sums->ratings[1], sums->halves[1]};
  int count = sizeof values / sizeof *values;
  lua_createtable(L, count, 2);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(L, (lua_Integer)values[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_pushinteger(L, sums->year);
  lua_setfield(L, -2, "year");
  if (!stats->notable) return;
  lua_pushlstring(L, stats->notable->label_size ? stats->notable->label : "", stats->notable->label_size);
  lua_setfield(L, -2, "notable");
}

/***
Return the number of vertices.
@function OpeningTree:count
@return integer
@usage require("lucena.core").lines(chess.position(), 10):tree(1):count()  --> 0
*/
static int tree_count(lua_State *L) { return lcb_return_count(L, self(L)->vertex_count); }

/***
Return the vertex of a position.
@function OpeningTree:find
@param position Position
@return integer? vertex 1 to count(); nil if the position has too few games
@usage require("lucena.core").lines(chess.position(), 10):tree(1):find(chess.position())  --> nil
*/
static int tree_find(lua_State *L) {
  const Tree *tree = self(L);
  const lc_Position *position = lcb_check(L, 2, LCB_UP_POSITION);
  if (tree->slot_count == 0) return lua_pushnil(L), 1;
  uint32_t at = find_vertex(tree, find_slot(tree, lc_position_key(position)), position);
  if (at == NOWHERE) return lua_pushnil(L), 1;
  return lcb_return_count(L, (uint64_t)at + 1);
}

/***
Return the position and the statistics of a vertex.
@function OpeningTree:vertex
@param vertex integer
@return Position
@return table stats
@usage local lines = require("lucena.core").lines(chess.position(), 10); lines:add(chess.game "1. e4 *")
  return select(2, lines:tree(1):vertex(1))[1]  --> 1
*/
static int tree_vertex(lua_State *L) {
  const Vertex *vertex = check_vertex(L, self(L), 2);
  *lcb_new_position(L) = vertex->position;
  push_stats(L, &vertex->stats);
  return 2;
}

/***
Return the moves from a vertex, in no particular order.
@function OpeningTree:moves
@param vertex integer
@return table[] moves {move, code, stats, place = the vertex after the move, or nil}
@usage local lines = require("lucena.core").lines(chess.position(), 10); lines:add(chess.game "1. e4 *")
  return tostring(lines:tree(1):moves(1)[1].move)  --> e2e4
*/
static int tree_moves(lua_State *L) {
  const Tree *tree = self(L);
  const Vertex *vertex = check_vertex(L, tree, 2);
  lua_newtable(L);
  lua_Integer count = 0;
  for (uint32_t at = vertex->edges; at != NOWHERE; at = tree->edges[at].next) {
    const Edge *edge = &tree->edges[at];
    lc_Position after = vertex->position;
    lc_position_play(&after, edge->move);
    uint32_t place = find_vertex(tree, find_slot(tree, lc_position_key(&after)), &after);
    lua_createtable(L, 0, 4);
    lcb_push_move(L, edge->move);
    lua_setfield(L, -2, "move");
    lua_pushinteger(L, edge->move);
    lua_setfield(L, -2, "code");
    push_stats(L, &edge->stats);
    lua_setfield(L, -2, "stats");
    if (place != NOWHERE) {
      lua_pushinteger(L, (lua_Integer)place + 1);
      lua_setfield(L, -2, "place");
    }
    lua_rawseti(L, -2, ++count);
  }
  return 1;
}

/* ---- books ---- */

typedef struct BookKey {
  uint64_t key;
  uint32_t vertex;
} BookKey;

static int by_key(const void *one, const void *other) {
  const BookKey *a = one, *b = other;
  if (a->key != b->key) return a->key < b->key ? -1 : 1;
  return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

/* A move of an opening book: see lua/lucena/book/make.lua. */
typedef struct BookMove {
  uint64_t weight;
  uint32_t raw; /* Polyglot's bits */
} BookMove;

/* Set `out` to a move of a book. Returns false if the move is omitted. */
static bool book_move(const Edge *edge, unsigned turn, uint32_t min, BookMove *out) {
  const lcb_Sums *sums = &edge->stats.sums;
  unsigned promotion = lc_move_is_castle(edge->move) ? 0 : lc_move_promotion(edge->move);
  out->weight = (uint64_t)sums->games + sums->won[turn] - sums->won[!turn];
  out->raw = promotion << 12 | lc_move_from(edge->move) << 6 | lc_move_to(edge->move);
  return sums->games >= min && out->weight > 0;
}

/* Push the table of a move of a book, or nothing if it is omitted. */
static bool push_book_move(lua_State *L, const Edge *edge, unsigned turn, uint32_t min) {
  const lcb_Sums *sums = &edge->stats.sums;
  BookMove move;
  if (!book_move(edge, turn, min, &move)) return false;
  const struct {
    const char *name;
    uint64_t value;
  } fields[] = {{"raw", move.raw}, {"weight", move.weight}, {"learn", 0}, {"games", sums->games},
                {"won", sums->won[turn]}, {"drawn", sums->drawn}, {"lost", sums->won[!turn]}};
  lua_createtable(L, 0, sizeof fields / sizeof *fields);
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    lua_pushinteger(L, (lua_Integer)fields[i].value);
    lua_setfield(L, -2, fields[i].name);
  }
  return true;
}

static bool is_in_book(const Tree *tree, uint32_t vertex, uint32_t min) {
  BookMove move;
  unsigned turn = tree->vertices[vertex].position.turn;
  uint32_t edge = tree->vertices[vertex].edges;
  while (edge != NOWHERE && !book_move(&tree->edges[edge], turn, min, &move)) edge = tree->edges[edge].next;
  return edge != NOWHERE;
}

static int next_book_place(lua_State *L) {
  const Tree *tree = lua_touserdata(L, lua_upvalueindex(LCB_UPVALUES + 1)); /* after it is closed, it has no vertices */
  const BookKey *keys = lua_touserdata(L, lua_upvalueindex(LCB_UPVALUES + 2));
  lua_Integer at = lua_tointeger(L, lua_upvalueindex(LCB_UPVALUES + 3)), count = 0;
  uint32_t min = (uint32_t)lua_tointeger(L, lua_upvalueindex(LCB_UPVALUES + 4));
  while (at < (lua_Integer)tree->vertex_count && !is_in_book(tree, keys[at].vertex, min)) at++;
  lua_pushinteger(L, at + 1);
  lua_replace(L, lua_upvalueindex(LCB_UPVALUES + 3)); /* before a finalizer can call this function */
  if (at >= (lua_Integer)tree->vertex_count) return 0;
  const Vertex *vertex = &tree->vertices[keys[at].vertex];
  lua_settop(L, 0);
  lua_createtable(L, 0, 3);
  lua_pushinteger(L, (lua_Integer)keys[at].key);
  lua_setfield(L, 1, "key");
  *lcb_new_position(L) = vertex->position;
  lua_setfield(L, 1, "position");
  lua_newtable(L);
  for (uint32_t edge = vertex->edges; edge != NOWHERE; edge = tree->edges[edge].next) {
    if (push_book_move(L, &tree->edges[edge], vertex->position.turn, min)) lua_rawseti(L, 2, ++count);
  }
  lua_setfield(L, 1, "moves");
  return 1;
}

/* By weight, greatest first, then by bits. */
static int by_weight(const void *one, const void *other) {
  const BookMove *a = one, *b = other;
  if (a->weight != b->weight) return a->weight > b->weight ? -1 : 1;
  return (a->raw > b->raw) - (a->raw < b->raw);
}

static char *put_big(char *out, uint64_t value, unsigned size) {
  for (unsigned i = size; i-- > 0; value >>= 8) out[i] = (char)(value & 0xff);
  return out + size;
}

enum { MOST_MOVES = 256, MOST_WEIGHT = 0xffff, POLYGLOT_ENTRY = 16 };

/* Collect the moves of a vertex in a book, sorted. Returns their number. */
static size_t book_moves(const Tree *tree, const Vertex *vertex, uint32_t min, BookMove *moves) {
  size_t count = 0;
  for (uint32_t edge = vertex->edges; edge != NOWHERE && count < MOST_MOVES; edge = tree->edges[edge].next) {
    count += book_move(&tree->edges[edge], vertex->position.turn, min, &moves[count]);
  }
  qsort(moves, count, sizeof *moves, by_weight);
  return count;
}

static int next_polyglot_text(lua_State *L) {
  const Tree *tree = lua_touserdata(L, lua_upvalueindex(LCB_UPVALUES + 1)); /* after it is closed, it has no vertices */
  const BookKey *keys = lua_touserdata(L, lua_upvalueindex(LCB_UPVALUES + 2));
  lua_Integer at = lua_tointeger(L, lua_upvalueindex(LCB_UPVALUES + 3));
  uint32_t min = (uint32_t)lua_tointeger(L, lua_upvalueindex(LCB_UPVALUES + 4));
  BookMove moves[MOST_MOVES];
  char text[MOST_MOVES * POLYGLOT_ENTRY], *out = text;
  size_t count = 0;
  for (; count == 0 && at < (lua_Integer)tree->vertex_count; at++) {
    count = book_moves(tree, &tree->vertices[keys[at].vertex], min, moves);
  }
  lua_pushinteger(L, at);
  lua_replace(L, lua_upvalueindex(LCB_UPVALUES + 3));
  if (count == 0) return 0;
  uint64_t most = moves[0].weight;
  for (size_t i = 0; i < count; i++) {
    uint64_t weight = moves[i].weight;
    if (most > MOST_WEIGHT) weight = weight * MOST_WEIGHT / most;
    out = put_big(out, keys[at - 1].key, 8);
    out = put_big(out, moves[i].raw, 2);
    out = put_big(out, weight > 0 ? weight : 1, 2);
    out = put_big(out, 0, 4);
  }
  lua_pushlstring(L, text, (size_t)(out - text));
  lua_pushinteger(L, (lua_Integer)count);
  return 2;
}

/* Return an iterator over the vertices of the OpeningTree at index 1 by key; the least number of games is at index
** 2. */
static int push_book(lua_State *L, lua_CFunction next) {
  const Tree *tree = self(L);
  lua_Integer min = luaL_checkinteger(L, 2);
  lua_settop(L, 1);
  for (int i = 1; i <= LCB_UPVALUES; i++) lua_pushvalue(L, lua_upvalueindex(i));
  lua_pushvalue(L, 1);
  BookKey *keys = lua_newuserdatauv(L, ((size_t)tree->vertex_count + 1) * sizeof *keys, 0);
  for (uint32_t i = 0; i < tree->vertex_count; i++) {
    keys[i] = (BookKey){lc_position_polyglot_key(&tree->vertices[i].position), i};
  }
  qsort(keys, tree->vertex_count, sizeof *keys, by_key);
  lua_pushinteger(L, 0);
  lua_pushinteger(L, min < 1 ? 1 : min < UINT32_MAX ? min : UINT32_MAX);
  lua_pushcclosure(L, next, LCB_UPVALUES + 4);
  return 1;
}

/***
Iterate over the places of an opening book (see `lucena.book.edit`), sorted by key. The moves are not sorted.
@function OpeningTree:book
@param min integer omit moves of fewer games
@return function iterator of {key, position, moves}
@usage require("lucena.core").lines(chess.position(), 10):tree(1):book(1)()  --> nil
*/
static int tree_book(lua_State *L) { return push_book(L, next_book_place); }

/***
Iterate over the same places as texts of a Polyglot book.
@function OpeningTree:polyglot
@param min integer omit moves of fewer games
@return function iterator of text, number of moves
@usage require("lucena.core").lines(chess.position(), 10):tree(1):polyglot(1)()  --> nil
*/
static int tree_polyglot(lua_State *L) { return push_book(L, next_polyglot_text); }

void lcb_open_opening_tree(lua_State *L) {
  static const luaL_Reg methods[] = {{"book", tree_book}, {"count", tree_count}, {"find", tree_find},
                                     {"moves", tree_moves}, {"polyglot", tree_polyglot}, {"vertex", tree_vertex},
                                     {NULL, NULL}};
  static const luaL_Reg metamethods[] = {{"__gc", tree_gc}, {NULL, NULL}};
  static const lcb_Class class = {.name = LCB_OPENING_TREE, .methods = {methods}, .metamethods = metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "OpeningTree");
}
