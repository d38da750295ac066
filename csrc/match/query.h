/*
** query - tests of games, compiled into one program that runs on one game at a time.
**
** A program is flat: a header, and arrays at offsets inside one block of memory. It holds no pointers, so it may be
** copied, moved and written to a file.
**   nodes   the tree of `and`, `or` and `not` over leaves; children come after their parent, in testing order
**   leaves  tests of a game
**   steps   tests of a position (and of the move before it), each with the next step to run
**   names   of the tags that leaves use
**   pool    texts, patterns, positions
** Results have three values; leaves that have not been tested are unknown. Cheap tests run first, whatever the order of
** the tree:
**   (1) tags, on the raw bytes;
**   (2) the text, without reading moves;
**   (3) positions and moves, in one replay of the mainline that ends as soon as the result is known;
**   (4) questions that the caller answers.
** A run is one program on one game. It allocates nothing; the caller owns its arrays.
*/
#ifndef LC_QUERY_H
#define LC_QUERY_H

#include "../pgn/replay.h"
#include "control.h"
#include "tags.h"

typedef enum lc_QueryKind { LC_QUERY_AND, LC_QUERY_OR, LC_QUERY_NOT, LC_QUERY_LEAF } lc_QueryKind;

typedef struct lc_QueryNode {
  uint32_t kind;  /* lc_QueryKind */
  uint32_t first; /* number of its first child, or of its leaf */
  uint32_t count; /* number of children, which are consecutive; `not` has one */
} lc_QueryNode;

/* Kinds of leaves, in the order of their stages; defined in steps.def. */
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
  uint32_t entry;           /* number of the first step; for lines: offset in the pool of step numbers, uint32_t each */
  uint32_t room;            /* ANY_ORDER, SEQUENCE, FOLLOW: index of the leaf's own words in the run's masks */
  int64_t lo, hi;
} lc_QueryLeaf;

/* Special values for the number of the next step. */
enum { LC_STEP_YES = 0xffff, LC_STEP_NO = 0xfffe, LC_MAX_STEPS = 0xff00 };

/* Information that a run must keep for its steps. */
enum {
  LC_NEEDS_BEFORE = 1,   /* the position before the last move */
  LC_NEEDS_COUNTS = 2,   /* number of pieces of each kind */
  LC_NEEDS_HISTORY = 4,  /* positions since the last capture or pawn move */
  LC_NEEDS_HOMES = 8,      /* the home of each piece */
  LC_NEEDS_NOTES = 16    /* clocks and evaluations from comments */
};

typedef enum lc_StepOp { /* defined in steps.def */
#define LC_STEP_CALLED(NAME, name, cost, needs, holds) LC_STEP_##NAME,
#include "steps.def"
} lc_StepOp;

/* The lines of steps.def as tables, indexed by lc_StepOp and lc_LeafOp, and their lengths. */
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
  uint16_t yes, no;    /* number of the next step, or LC_STEP_YES, LC_STEP_NO */
  uint8_t color;
  bool is_needed;      /* the test fails if this step fails; if the step can never hold again, the test is given up */
  uint16_t kinds, others;
  uint32_t data, count;
  int32_t lo, hi;
  uint64_t a, b;
} lc_QueryStep;
/* For PATTERN and EXACT: white pawns must be on the squares of `a` (on White's second rank), black pawns on those
** of `b` (on Black's). If such a pawn has left, it cannot come back, so the rest of the game cannot match. */

/* STEP_MOVED: a piece of `kinds` moved from a square of `a` to one of `b` (a castling king to its final square),
** captured a piece of `others` and was promoted to a piece in `lo`. A field that is 0 is not tested. `hi` has signs
** of the move. */
enum {
  LC_MOVED_QUIETLY = 1 << 12,  /* in `others`: nothing was captured */
  LC_MOVED_SHORT = 1 << 0,     /* castled */
  LC_MOVED_LONG = 1 << 1,
  LC_MOVED_PLAIN = 1 << 2,     /* did not castle */
  LC_MOVED_EN_PASSANT = 1 << 3,
  LC_MOVED_CHECK = 1 << 4,
  LC_MOVED_MATE = 1 << 5,
  LC_MOVED_NULL = 1 << 6
};

/* The side of a clock or of a point of view: LC_WHITE, LC_BLACK, or one of these. */
enum { LC_SIDE_EITHER = 2, LC_SIDE_MOVER };

/* An evaluation, from White's point of view. The first position has the value that lichess assigns to it. */
typedef struct lc_Score {
  double pawns;
  int64_t moves; /* moves to mate */
  uint8_t kind, winner;
} lc_Score;
enum { LC_SCORE_NONE, LC_SCORE_PAWNS, LC_SCORE_MATE };
#define LC_SCORE_START 0.15
#define LC_SCORE_MOST 10.0
#define LC_SCORE_INFINITE 1e300

/* A condition on the numbers of pieces: the sum of each kind's number times its weight is in least..most. */
typedef struct lc_Balance {
  int8_t weight[LC_KINDS];
  int16_t least, most;
} lc_Balance;

/* The number of pieces of each kind, packed into five bits per kind. */
enum { LC_COUNT_BITS = 5, LC_COUNT_MOST = 31 };

/* An element of a pattern. It holds if sets[first] & sets[second] & squares is empty, where set 8 is the empty
** squares. A block is `count` elements, which must all hold. A group is several blocks, of which one must hold.
** Blocks and groups begin with the number of their parts. */
typedef struct lc_PatternSet {
  uint32_t first, second;
  lc_Bits squares;
} lc_PatternSet;

/* A square of a pattern that may be shifted: its offset from the pattern's first square, and the kinds that may be
** on it, or LC_EMPTY_SQUARES. The program allows the first square only where all other squares are on the board. */
typedef struct lc_Cell {
  int32_t offset;
  uint32_t kinds;
} lc_Cell;

/* A side gives up material with the last move. Conditions:
**   - the reply captures a piece of `kinds` on `on`;
**   - after the reply, and after each further move of the opponent within `plies` plies, the side's material minus
**     the opponent's is at least `points` lower than before the last move (pawn 1, knight and bishop 3, rook 5,
**     queen 9);
**   - the opponent promotes no pawn in these plies.
** A mainline that ends sooner is accepted if the side has mated. With `is_exchange`, the side must in the end have
** given a rook for a knight or bishop; pawns do not count. */
typedef struct lc_Sacrifice {
  lc_Bits on;
  uint32_t kinds, plies;
  int32_t points;
  uint8_t is_exchange, color;
} lc_Sacrifice;

/* An automaton that accepts a sequence of positions. It has states, each of which accepts one position; sets of
** states are bits. In memory, the record is followed by the successors of each state, one word per state, and then
** by the tests. LC_SEQUENCE_MOST is the largest number of states. LC_SEQUENCE_ROOM is the number of words in a
** run's masks in addition to one per state. */
enum { LC_SEQUENCE_MOST = 64, LC_SEQUENCE_ROOM = 1 };
enum { LC_SEQUENCE_FROM_START = 1, LC_SEQUENCE_AT_END = 2, LC_SEQUENCE_LAST_PLACE = 4 };
typedef struct lc_Sequence {
  uint32_t states, tests;
  uint32_t anchors, unused; /* LC_SEQUENCE_ bits: where it begins and ends; whether it matches at its last position */
  uint64_t first, last;     /* states that may accept the first position, and the last position */
} lc_Sequence;
typedef struct lc_SequenceTest {
  uint64_t states; /* states that use this test; a state without a test accepts any position */
  uint32_t entry, unused;
} lc_SequenceTest;

/* Follows a piece of `kinds` that was on one of `homes` at the start of the game. Its moves must fit the parts
** after this record, in their order. */
enum { LC_FOLLOW_MOST = 64 };
typedef struct lc_Follow {
  uint32_t parts, kinds;
  uint32_t is_taken, unused; /* is_taken: after the last part, the piece must be captured */
  uint64_t homes;
} lc_Follow;
typedef struct lc_FollowPart {
  uint64_t squares; /* destinations of the move */
  uint32_t entry, unused;
} lc_FollowPart;

/* The header of a program. The fields give the offsets of the arrays from the header, each a multiple of eight. */
typedef struct lc_Query {
  uint32_t size; /* size of the whole program */
  uint32_t nodes, node_count, leaves, leaf_count, steps, step_count, names, name_count, pool, pool_size;
  uint32_t mask_count;        /* number of mask words for lines in any order, sequences, and followed pieces */
  uint32_t needs;             /* LC_NEEDS_ bits of all steps together */
} lc_Query;
enum { LC_QUERY_MOST = 1 << 20 }; /* limit of plies, of bytes of a text, and of entries of a list in a program */

/* A tag's name in the pool. */
typedef struct lc_QueryName {
  uint32_t text, size;
} lc_QueryName;

/* The game of a run. Offsets and flags are those of lc_Scan. */
typedef struct lc_QueryGame {
  const char *text;
  size_t size, padding; /* padding: readable bytes after the text */
  size_t tags_end;
  const lc_TagLines *lines;  /* lines of the tags; NULL if not known */
  const lc_Dialect *dialect; /* dialect of the moves; NULL for PGN */
  uint8_t tolerance;  /* tolerance of reading: see lexer.h */
  uint8_t result;     /* lc_Result */
  bool is_regular, has_setup, has_variation; /* is_regular: has_regular_tags of lc_Scan */
} lc_QueryGame;

typedef enum lc_Truth { LC_UNKNOWN, LC_FALSE, LC_TRUE } lc_Truth;

typedef enum lc_QueryAnswer {
  LC_QUERY_NO,
  LC_QUERY_YES,
  LC_QUERY_ASKS, /* the caller must answer question `question`; if `asks_position`, about the position of `replay` */
  LC_QUERY_MORE  /* `history` is full: enlarge it and call again */
} lc_QueryAnswer;

/* A block of movetext (pgn/blocks_impl.h) whose moves have not all been read. If reading continues at `goes_on`,
** the block need not be classified again. */
typedef struct lc_QueryBlock {
  uint64_t token, stop, ends, left; /* left: the token ends that are not read yet */
  size_t at, goes_on;
} lc_QueryBlock;

typedef struct lc_QueryRun {
  const lc_Query *query;
  lc_QueryGame game;
  lc_Cpu cpu;
  /* Owned by the caller: lc_query_room() bytes for the arrays, and twice the tag section for `scratch`. */
  uint8_t *values;   /* lc_Truth of each leaf */
  uint32_t *places;  /* ply of the match position of each leaf */
  uint32_t *held;    /* HELD: number of consecutive positions so far; SEQUENCE, FOLLOW: the test that waits, plus one */
  uint32_t *live;    /* leaves that wait for positions */
  uint64_t *masks;
  lc_Position *history; /* positions since the last capture or pawn move, with LC_NEEDS_HISTORY */
  uint32_t history_room, history_count;
  char *scratch;

  uint32_t stage, live_count, live_at;
  uint8_t phase;
  bool is_decided, has_answer, answer, asks_position, wants_end, is_flipped;
  uint32_t question, asked_leaf, asked_step;
  lc_Replay replay;   /* valid once stage 3 has begun */
  lc_QueryBlock block;
  lc_Position before; /* position before the last move, with LC_NEEDS_BEFORE */
  size_t after_move;  /* the offset after the last move's token */
  lc_Move move;
  uint64_t counts, known, holds; /* packed counts; material tests whose results are known; known tests that hold */
  unsigned piece_count;
  /* With LC_NEEDS_HOMES: homes[square] is the home of the piece on it, or LC_NO_SQUARE. The two sets are the homes
  ** of the pieces that the last move moved and captured. */
  uint8_t homes[64];
  lc_Bits moved_homes, taken_home;
  /* With LC_NEEDS_NOTES: the values from the comments read so far. */
  double clocks[2];
  bool has_clock[2];
  lc_Score score, score_before;
} lc_QueryRun;

/* Return the number of bytes for the arrays of a run. */
size_t lc_query_room(const lc_Query *query);
/* Place the arrays of a run in `block`, which is aligned as for uint64_t. */
void lc_query_prepare(lc_QueryRun *run, const lc_Query *query, lc_Cpu cpu, void *block);
/* Start on another game. The caller sets `scratch` and `history`, before or after this call. */
void lc_query_begin(lc_QueryRun *run, const lc_QueryGame *game);
/* Run until there is a result. If `may_ask` is false, no question is asked, and the tests that depend on one stay
** undecided. If the result depends on them, it is LC_QUERY_ASKS. */
lc_QueryAnswer lc_query_step(lc_QueryRun *run, bool may_ask);
/* Answer the question that lc_query_step() asked. `ply` is the match position if the question was about the game. */
void lc_query_answer(lc_QueryRun *run, bool answer, uint32_t ply);
/* After LC_QUERY_YES: return the ply of the match position. `question` is set to the number of the question that
** decided the match, or to UINT32_MAX. */
uint32_t lc_query_place(lc_QueryRun *run, uint32_t *question);

/* Reasons for the loop over positions to stop. */
typedef enum lc_QueryStop { LC_STOP_NONE, LC_STOP_OVER, LC_STOP_DECIDED, LC_STOP_ASKS, LC_STOP_MORE } lc_QueryStop;
LC_VARIANTS(lc_QueryStop, lc_query_run, (lc_QueryRun *run));
/* Run the steps from `entry` on the current position. Returns LC_STOP_ASKS, or stores the result in `out`. */
lc_QueryStop lc_query_test(lc_QueryRun *run, uint32_t entry, bool *out);

/* Tests that run before the loop: lc_query_tag() tests a tag, lc_query_text() the text. */
bool lc_query_tag(const lc_QueryRun *run, const lc_QueryLeaf *leaf);
bool lc_query_text(const lc_QueryRun *run, const lc_QueryLeaf *leaf);

/* Parts of the loop that do not run for every position. */
bool lc_query_fact(lc_QueryRun *run, const lc_QueryStep *step);
bool lc_query_any_order(const lc_QueryRun *run, const lc_QueryLeaf *leaf);
bool lc_query_shifted(const lc_QueryRun *run, const lc_QueryStep *step);
bool lc_query_sacrifice(lc_QueryRun *run, const lc_QueryStep *step);
/* Test the current position against leaf `i`, a sequence. Returns LC_STOP_ASKS, or stores the result in `out`. */
lc_QueryStop lc_query_sequence(lc_QueryRun *run, uint32_t i, lc_Truth *out);
/* Report whether the sequence of leaf `i` ends with the position tested last, and does not take too many plies. */
bool lc_query_sequence_ends(lc_QueryRun *run, uint32_t i);
/* The same as lc_query_sequence(), for a leaf that follows a piece. */
lc_QueryStop lc_query_follow(lc_QueryRun *run, uint32_t i, lc_Truth *out);
/* Update the homes of pieces after the last move. */
void lc_query_track(lc_QueryRun *run);
bool lc_query_piece(const lc_QueryRun *run, const lc_QueryStep *step);
/* lc_query_note() reads the values of the comments after the last move; lc_query_noted() tests them. */
void lc_query_note(lc_QueryRun *run);
bool lc_query_noted(const lc_QueryRun *run, const lc_QueryStep *step);
/* Exchange the colours in the current position, in the position before it and in the move between them. */
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
/* Report whether a number is in a leaf's lo..hi. */
static inline bool lc_leaf_takes(const lc_QueryLeaf *leaf, int64_t value) {
  return value >= leaf->lo && value <= leaf->hi;
}
static inline const char *lc_query_pool(const lc_Query *query) { return (const char *)query + query->pool; }

#endif
