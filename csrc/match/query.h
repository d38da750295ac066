/*
** query - tests of games, compiled into one program that runs on one game at a time.
**
** A program is flat: a header, and arrays at offsets inside one block of memory. It holds no pointers, so it may be
** copied, moved and written to a file.
**   nodes   the tree of `and`, `or` and `not` over leaves; children come after their parent, in the order of their tests
**   leaves  tests of a game
**   steps   tests of a position (and of the move that led to it), each with the next step to run
**   names   of the tags that leaves use
**   pool    texts, patterns, positions
** Results are three-valued; untested leaves are unknown. Cheaper tests run first, whatever the order of the tree: (1)
** tags, on the raw bytes; (2) the text, without reading moves; (3) positions and moves, all in one replay of the mainline
** that ends as soon as the tree is decided; (4) questions to the caller.
** A run is one program on one game; it allocates nothing, and its arrays are the caller's.
*/
#ifndef LC_QUERY_H
#define LC_QUERY_H

#include "../pgn/replay.h"
#include "control.h"
#include "tags.h"

typedef enum lc_QueryKind { LC_QUERY_AND, LC_QUERY_OR, LC_QUERY_NOT, LC_QUERY_LEAF } lc_QueryKind;

typedef struct lc_QueryNode {
  uint32_t kind;  /* lc_QueryKind */
  uint32_t first; /* its first child, or the number of its leaf */
  uint32_t count; /* of children, which are consecutive; `not` has one */
} lc_QueryNode;

/* Leaves, in the order of their stages; steps.def defines them. */
typedef enum lc_LeafOp {
#define LC_LEAF(NAME, name, stage) LC_LEAF_##NAME,
#include "steps.def"
} lc_LeafOp;
enum { LC_LEAF_TAGS = 1, LC_LEAF_TEXTS, LC_LEAF_POSITIONS, LC_LEAF_QUESTIONS }; /* stages */

typedef struct lc_QueryLeaf {
  uint32_t op;              /* lc_LeafOp */
  uint32_t name, other;     /* numbers of tag names */
  uint32_t text, text_size;
  uint32_t last, last_size;
  uint32_t moves;           /* a number of moves */
  uint32_t entry;           /* a step; of lines: the pool's offset of steps, uint32_t each */
  uint32_t room;            /* of ANY_ORDER, SEQUENCE and FOLLOW: where in the run's masks its own begin */
  int64_t lo, hi;
} lc_QueryLeaf;

/* Where a step goes on. */
enum { LC_STEP_YES = 0xffff, LC_STEP_NO = 0xfffe, LC_MAX_STEPS = 0xff00 };

/* What a run keeps for its steps. */
enum {
  LC_NEEDS_BEFORE = 1,   /* the position before the last move */
  LC_NEEDS_COUNTS = 2,   /* packed counts */
  LC_NEEDS_HISTORY = 4,  /* positions since the last capture or pawn move */
  LC_NEEDS_HOMES = 8,      /* the home of each piece */
  LC_NEEDS_NOTES = 16    /* what comments say */
};

typedef enum lc_StepOp { /* steps.def defines them */
#define LC_STEP_CALLED(NAME, name, cost, needs, holds) LC_STEP_##NAME,
#include "steps.def"
} lc_StepOp;

/* The lines of steps.def as tables, by lc_StepOp and lc_LeafOp; how many there are. */
typedef struct lc_StepInfo {
  const char *name;
  uint16_t cost;
  uint8_t needs;
} lc_StepInfo;
typedef struct lc_LeafInfo {
  const char *name;
  uint8_t stage;
} lc_LeafInfo;
extern const lc_StepInfo lc_step_info[];
extern const lc_LeafInfo lc_leaf_info[];
extern const uint32_t lc_step_count, lc_leaf_count;

typedef struct lc_QueryStep {
  uint16_t op;         /* lc_StepOp */
  uint16_t yes, no;    /* the next step, or LC_STEP_YES, LC_STEP_NO */
  uint8_t color;
  bool is_needed;      /* without it the whole test fails: when it can never hold again, nothing further is asked */
  uint16_t kinds, others;
  uint32_t data, count;
  int32_t lo, hi;
  uint64_t a, b;
} lc_QueryStep;
/* For PATTERN and EXACT: `a` are squares of White's second rank on which a white pawn must stand, `b` of Black's. Pawns
** do not come back: once one is missing, the rest of the game cannot match. */

/* STEP_MOVED: `kinds` moved from a square of `a` to one of `b` (a castling king to its final square),
** took a piece of `others` and became one of the pieces in `lo`, each only when it is not 0; `hi` are signs. */
enum {
  LC_MOVED_QUIETLY = 1 << 12,  /* in `others`: nothing was taken */
  LC_MOVED_SHORT = 1 << 0,     /* castled */
  LC_MOVED_LONG = 1 << 1,
  LC_MOVED_PLAIN = 1 << 2,     /* did not castle */
  LC_MOVED_EN_PASSANT = 1 << 3,
  LC_MOVED_CHECK = 1 << 4,
  LC_MOVED_MATE = 1 << 5,
  LC_MOVED_NULL = 1 << 6
};

/* Whose clock, or from whose view: LC_WHITE, LC_BLACK, or these. */
enum { LC_SIDE_EITHER = 2, LC_SIDE_MOVER };

/* An evaluation, from White's view. The first position counts as lichess takes it. */
typedef struct lc_Score {
  double pawns;
  int64_t moves; /* to mate */
  uint8_t kind, winner;
} lc_Score;
enum { LC_SCORE_NONE, LC_SCORE_PAWNS, LC_SCORE_MATE };
#define LC_SCORE_START 0.15
#define LC_SCORE_MOST 10.0
#define LC_SCORE_INFINITE 1e300

/* One condition on numbers of pieces: their sum, each kind times its weight, lies in least..most. */
typedef struct lc_Balance {
  int8_t weight[LC_KINDS];
  int16_t least, most;
} lc_Balance;

/* Packed counts: five bits a kind. */
enum { LC_COUNT_BITS = 5, LC_COUNT_MOST = 31 };

/* A pattern's block: `count` of these, all of which must be empty: sets[first] & sets[second] & squares, where set 8 is
** the empty squares. A group is a number of blocks, one of which must hold; both begin with their number. */
typedef struct lc_PatternSet {
  uint32_t first, second;
  lc_Bits squares;
} lc_PatternSet;

/* A square of a pattern that may be shifted: its offset from the pattern's first square, and the kinds it may hold, or
** LC_EMPTY_SQUARES. If the first square is allowed, no other is off the board. */
typedef struct lc_Cell {
  int32_t offset;
  uint32_t kinds;
} lc_Cell;

/* A side gives material with the last move: the reply takes a piece of `kinds` on `on`, and after the reply and after
** each further move of the opponent that is within `plies` plies of the side's own, the side has at least `points`
** less, beside the opponent, than before its move (pawn 1, knight and bishop 3, rook 5, queen 9), and the opponent has
** promoted no pawn. A mainline that ends sooner is accepted if the side mates. `is_exchange`: besides pawns, what was
** given in the end is a rook for a knight or bishop. */
typedef struct lc_Sacrifice {
  lc_Bits on;
  uint32_t kinds, plies;
  int32_t points;
  uint8_t is_exchange, color;
} lc_Sacrifice;

/* A sequence: states, each of which takes one position; sets of them are bits. It is followed by the successors of
** each state, one word per state, and then the tests. */
enum { LC_SEQUENCE_MOST = 64, LC_SEQUENCE_ROOM = 1 }; /* states; words of a run's masks besides one a state */
enum { LC_SEQUENCE_FROM_START = 1, LC_SEQUENCE_AT_END = 2, LC_SEQUENCE_LAST_PLACE = 4 };
typedef struct lc_Sequence {
  uint32_t states, tests;
  uint32_t anchors, unused; /* where it must begin and end; whether its place is where it ends */
  uint64_t first, last;     /* states that take the first position, and the last */
} lc_Sequence;
typedef struct lc_SequenceTest {
  uint64_t states; /* whose test it is; a state of no test takes any position */
  uint32_t entry, unused;
} lc_SequenceTest;

/* One piece, identified by its square at the start, one of `homes`, as one of `kinds`: its moves, in sequence, fit the
** parts that follow this. */
enum { LC_FOLLOW_MOST = 64 };
typedef struct lc_Follow {
  uint32_t parts, kinds;
  uint32_t is_taken, unused; /* after that it is taken */
  uint64_t homes;
} lc_Follow;
typedef struct lc_FollowPart {
  uint64_t squares; /* its destination */
  uint32_t entry, unused;
} lc_FollowPart;

/* The header. What follows is at these offsets from it, each a multiple of eight. */
typedef struct lc_Query {
  uint32_t size; /* of all */
  uint32_t nodes, node_count, leaves, leaf_count, steps, step_count, names, name_count, pool, pool_size;
  uint32_t mask_count;        /* words for the lines of any order, sequences, and pieces that are followed */
  uint32_t needs;             /* LC_NEEDS_BEFORE ... of all steps */
} lc_Query;
enum { LC_QUERY_MOST = 1 << 20 }; /* plies, bytes of a text, and entries of a list that a program may hold */

/* A tag's name in the pool. */
typedef struct lc_QueryName {
  uint32_t text, size;
} lc_QueryName;

/* The game of a run. Spans and flags are lc_Scan's. */
typedef struct lc_QueryGame {
  const char *text;
  size_t size, padding; /* readable bytes after the text */
  size_t tags_end;
  const lc_TagLines *lines;  /* of the tags; NULL: not known */
  const lc_Dialect *dialect; /* that the moves are in; NULL: PGN */
  uint8_t result;     /* lc_Result */
  bool is_regular, has_setup, has_variation; /* is_regular: the tag section, see lc_Scan */
} lc_QueryGame;

typedef enum lc_Truth { LC_UNKNOWN, LC_FALSE, LC_TRUE } lc_Truth;

typedef enum lc_QueryAnswer {
  LC_QUERY_NO,
  LC_QUERY_YES,
  LC_QUERY_ASKS, /* the caller answers question `question`, about the position of `replay` where `asks_position` */
  LC_QUERY_MORE  /* `history` is full: give more, and call again */
} lc_QueryAnswer;

/* A block of movetext (pgn/blocks_impl.h) that was left in its middle: where reading goes on at `goes_on`, it need not
** be looked through again. */
typedef struct lc_QueryBlock {
  uint64_t token, stop, ends, left; /* `left`: of its ends */
  size_t at, goes_on;
} lc_QueryBlock;

typedef struct lc_QueryRun {
  const lc_Query *query;
  lc_QueryGame game;
  lc_Cpu cpu;
  /* The caller's: lc_query_room() bytes for the arrays, twice the tag section for `scratch`. */
  uint8_t *values;   /* of each leaf: lc_Truth */
  uint32_t *places;  /* plies at which it became true */
  uint32_t *held;    /* consecutive positions */
  uint32_t *live;    /* leaves that wait for positions */
  uint64_t *masks;
  lc_Position *history; /* since the last capture or pawn move, with LC_NEEDS_HISTORY */
  uint32_t history_room, history_count;
  char *scratch;

  uint32_t stage, live_count, live_at;
  uint8_t phase;
  bool is_decided, has_answer, answer, asks_position, wants_end, is_flipped;
  uint32_t question, asked_leaf, asked_step;
  lc_Replay replay;   /* valid once stage 3 has begun */
  lc_QueryBlock block;
  lc_Position before; /* before the last move, with LC_NEEDS_BEFORE */
  size_t behind;      /* the offset after the last move's token */
  lc_Move move;
  uint64_t counts, known, holds; /* packed counts; which material tests are known, and hold, until they change */
  unsigned piece_count;
  /* With LC_NEEDS_HOMES: of each square the home of the piece on it, or LC_NO_SQUARE; homes of those that the last move moved
  ** and took. */
  uint8_t homes[64];
  lc_Bits moved_homes, taken_home;
  /* With LC_NEEDS_NOTES: values from comments so far. */
  double clocks[2];
  bool has_clock[2];
  lc_Score score, score_before;
} lc_QueryRun;

/* Bytes for the arrays of a run. */
size_t lc_query_room(const lc_Query *query);
/* Lay the arrays of a run out in `block`, aligned as for uint64_t. */
void lc_query_prepare(lc_QueryRun *run, const lc_Query *query, lc_Cpu cpu, void *block);
/* Start another game. The caller sets `scratch` and `history`, before or after this. */
void lc_query_begin(lc_QueryRun *run, const lc_QueryGame *game);
/* Run to the answer. With `may_ask` false, questions are skipped: tests that depend on them stay open, and the answer is
** LC_QUERY_ASKS if nothing else decides. */
lc_QueryAnswer lc_query_step(lc_QueryRun *run, bool may_ask);
/* The answer to the question that lc_query_step() asked; of a question about the game, the ply where it is true. */
void lc_query_answer(lc_QueryRun *run, bool answer, uint32_t ply);
/* After LC_QUERY_YES: the ply of the match position, and the question that decided it, or UINT32_MAX. */
uint32_t lc_query_place(lc_QueryRun *run, uint32_t *question);

/* The loop over positions. It stops when a leaf is decided, and at the other reasons of lc_QueryStop. */
typedef enum lc_QueryStop { LC_STOP_NONE, LC_STOP_OVER, LC_STOP_DECIDED, LC_STOP_ASKS, LC_STOP_MORE } lc_QueryStop;
LC_VARIANTS(lc_QueryStop, lc_query_run, (lc_QueryRun *run));
/* Whether the steps from `entry` say yes of the position now: LC_STOP_ASKS, or the truth in `out`. */
lc_QueryStop lc_query_test(lc_QueryRun *run, uint32_t entry, bool *out);

/* What is asked before the loop: of a tag, and of the text. */
bool lc_query_tag(const lc_QueryRun *run, const lc_QueryLeaf *leaf);
bool lc_query_text(const lc_QueryRun *run, const lc_QueryLeaf *leaf);

/* Parts of the loop that are not called once a position. */
bool lc_query_fact(lc_QueryRun *run, const lc_QueryStep *step);
bool lc_query_any_order(const lc_QueryRun *run, const lc_QueryLeaf *leaf);
bool lc_query_shifted(const lc_QueryRun *run, const lc_QueryStep *step);
bool lc_query_sacrifice(lc_QueryRun *run, const lc_QueryStep *step);
/* The position now, to leaf `i`, a sequence: LC_STOP_ASKS, or the truth in `out`. */
lc_QueryStop lc_query_sequence(lc_QueryRun *run, uint32_t i, lc_Truth *out);
/* Whether the sequence of leaf `i` ends with the position asked about last, and not over too many plies. */
bool lc_query_sequence_ends(lc_QueryRun *run, uint32_t i);
/* The same as lc_query_sequence(), to a leaf that follows a piece. */
lc_QueryStop lc_query_follow(lc_QueryRun *run, uint32_t i, lc_Truth *out);
/* Where each piece is from, after the last move. */
void lc_query_track(lc_QueryRun *run);
bool lc_query_piece(const lc_QueryRun *run, const lc_QueryStep *step);
/* Values from the comments after the last move, and tests of them. */
void lc_query_note(lc_QueryRun *run);
bool lc_query_noted(const lc_QueryRun *run, const lc_QueryStep *step);
/* Exchange the colours of the position and of what led to it. */
void lc_query_flip(lc_QueryRun *run);

static inline const lc_QueryNode *lc_query_nodes(const lc_Query *query) {
  return (const lc_QueryNode *)(const void *)((const char *)query + query->nodes);
}
static inline const lc_QueryLeaf *lc_query_leaves(const lc_Query *query) {
  return (const lc_QueryLeaf *)(const void *)((const char *)query + query->leaves);
}
static inline const lc_QueryStep *lc_query_steps(const lc_Query *query) {
  return (const lc_QueryStep *)(const void *)((const char *)query + query->steps);
}
/* Whether a number lies in a leaf's lo..hi. */
static inline bool lc_leaf_takes(const lc_QueryLeaf *leaf, int64_t value) {
  return value >= leaf->lo && value <= leaf->hi;
}
static inline const char *lc_query_pool(const lc_Query *query) { return (const char *)query + query->pool; }

#endif
