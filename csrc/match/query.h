/*
** query - tests on games, composed into one program and asked of one game after the other.
**
** A program is flat: a header, and arrays at offsets inside one block of memory. It holds no pointers, so it may be
** copied, moved and written to a file.
**   nodes   the tree of `and`, `or` and `not` over leaves; children stand behind their parent, in the order they are asked
**   leaves  what is true or false of a game
**   steps   what is true or false of a position (and of the move that led to it): a test, and where to go on
**   names   of the tags that leaves look at
**   pool    texts, patterns, positions
** Answers are three-valued. What costs less is asked first, whatever order the tree has: (1) tags, on the raw bytes;
** (2) what the text shows without a move being read; (3) positions and moves, all in one replay of the mainline that
** ends as soon as the tree is decided; (4) what only the caller can answer. What was not asked yet is unknown.
** A run is one program asked of one game; it allocates nothing, and its arrays are the caller's.
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
  uint32_t count; /* of children, which stand side by side; `not` has one */
} lc_QueryNode;

/* Leaves, in the order of their stages. Texts are offsets in the pool. */
typedef enum lc_LeafOp {
  LC_LEAF_EXISTS,     /* there is a tag `name` */
  LC_LEAF_IS,         /* its value is the text */
  LC_LEAF_HAS,        /* contains it, ASCII letters in any case */
  LC_LEAF_BEGINS,     /* begins with it, in any case */
  LC_LEAF_FITS,       /* fits the pattern: lc_value_fits() */
  LC_LEAF_NUMBER,     /* begins with a number in lo..hi */
  LC_LEAF_DIFFERENCE, /* number of the tag less number of the tag `other` in lo..hi; none without both */
  LC_LEAF_SUM,        /* the two added */
  LC_LEAF_DATE,       /* may lie in lo..hi: lc_date_within() */
  LC_LEAF_CODE,       /* lies in text..last: lc_code_within() */
  LC_LEAF_TIME,       /* seconds for `moves` moves in lo..hi: lc_value_time() */
  LC_LEAF_NAME,       /* agrees with the folded name: lc_name_agrees() */
  LC_LEAF_ANY_TAG,    /* the value of some tag fits the pattern, as of FITS; there is no name */
  LC_LEAF_RESULT,     /* the Result tag, and without one the sign behind the moves, is the lc_Result `lo` */
  LC_LEAF_LAST_TAG = LC_LEAF_RESULT,
  LC_LEAF_VARIATION,  /* the text has a variation */
  LC_LEAF_ANNOTATED,  /* a comment, a NAG or a variation */
  LC_LEAF_COMMENT,    /* a comment that contains the text, in any case; any comment when it is empty */
  LC_LEAF_LAST_TEXT = LC_LEAF_COMMENT,
  LC_LEAF_EVER,       /* the steps from `entry` say yes of some position of the mainline */
  LC_LEAF_HELD,       /* of `lo` positions one after the other */
  LC_LEAF_AT_END,     /* of the last */
  LC_LEAF_PLIES,      /* the mainline has lo..hi plies */
  LC_LEAF_LINE,       /* its first moves are `moves` entries in the pool (see `entry`), in that order */
  LC_LEAF_ANY_ORDER,  /* each side's in any order */
  LC_LEAF_SEQUENCE,   /* positions fit the lc_Sequence at `entry` in the pool, over at most `hi` plies */
  LC_LEAF_FOLLOW,     /* one man does what the lc_Follow at `entry` in the pool wants */
  LC_LEAF_LAST_MOVE = LC_LEAF_FOLLOW,
  LC_LEAF_ASK,        /* question `lo` to the caller */
  LC_LEAVES
} lc_LeafOp;

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

typedef enum lc_StepOp {
  LC_STEP_ALWAYS,
  LC_STEP_TURN,      /* `color` is to move */
  LC_STEP_PLY,       /* lo..hi plies were played */
  LC_STEP_NUMBER,    /* the move that led here has a number in lo..hi */
  LC_STEP_CLOCK,     /* lo..hi plies since the last capture or pawn move */
  LC_STEP_MATERIAL,  /* `count` lc_Balance in the pool hold; before that, packed counts & a == b; lo: the fewest men */
  LC_STEP_ON,        /* lo..hi men of `kinds` stand on the squares a */
  LC_STEP_PATTERN,   /* `count` groups of blocks in the pool; a, b: lc_PawnsAtHome */
  LC_STEP_EXACT,     /* the lc_Position in the pool; `count` 1: only where the men stand. a, b: lc_PawnsAtHome */
  LC_STEP_KEY,       /* lc_position_key() is a; `count` 1: lc_position_polyglot_key() */
  LC_STEP_MOVED,     /* the move: see lc_StepMove */
  LC_STEP_CHECK,
  LC_STEP_CHECKMATE,
  LC_STEP_STALEMATE,
  LC_STEP_INSUFFICIENT, /* neither side can mate; `count` 1: `color` cannot */
  LC_STEP_REPEATED,  /* for the lo-th time */
  LC_STEP_PINNED,    /* lo..hi men of `kinds`, of the colour, on a are pinned to their king */
  LC_STEP_ATTACKS,   /* lo..hi men of `kinds` on a attack one of `others` on b */
  LC_STEP_PAWNS,     /* lo..hi pawns of the colour on a are `count` (lc_PawnFact) */
  LC_STEP_OPEN,      /* lo..hi of the files in a (squares of one rank) are open */
  LC_STEP_HALF_OPEN, /* have enemy pawns of `color` only */
  LC_STEP_BISHOPS,   /* `color` has bishops of both colours */
  LC_STEP_OPPOSITE,  /* one bishop each, of different colours */
  LC_STEP_MAN,       /* lo..hi men of `kinds` that began on a stand on b; `count` 1: those that the last move moved */
  LC_STEP_FLIP,      /* always so; the steps behind it see the position with the colours exchanged, or no longer */
  LC_STEP_TIME,      /* a side's clock as it was shown last; of this and the next, `count` is the side, and a and b are
                     ** the bits of doubles: the least and the most */
  LC_STEP_SCORE,     /* the evaluation from a side's view, in pawns; lo >= 0: mate by that side in lo moves at most */
  LC_STEP_SWING,     /* how the move changed it in favour of a side, no more than LC_SCORE_MOST counted */
  LC_STEP_LOSS,      /* the move lost at least a pawns, or there is a mate before or behind it */
  LC_STEP_OUTPOST,   /* lo..hi men of `kinds` on a are outposts of the colour: lc_outposts() */
  LC_STEP_CHAIN,     /* the colour has a chain of lo..hi pawns, its foremost on a */
  LC_STEP_CONTROL,   /* the colour attacks lo..hi squares of a */
  LC_STEP_MEN,       /* lo..hi men of `kinds`, of the colour, on a are `count` (lc_MenFact) */
  LC_STEP_BATTERY,   /* lo..hi batteries of `kinds` and `others` on a, at b, on the lines `count`: lc_Battery */
  LC_STEP_KING_FILES, /* lo..hi of the files at the colour's king are without its pawns; `count` 1: without any */
  LC_STEP_CASTLING,  /* the colour has lo..hi rights to castle, to the wings `count` */
  LC_STEP_SHIFTED,   /* `count` lc_Cell in the pool fit, with the first of them on one of the squares a */
  LC_STEP_SACRIFICE, /* the move began a sacrifice: lc_Sacrifice in the pool */
  LC_STEP_ASK,       /* question lo to the caller */
  LC_STEPS
} lc_StepOp;

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
** do not come back: without one of them the rest of the game is of no interest. */

/* STEP_MOVED: `kinds` moved from a square of `a` to one of `b` (a castling king to where it stands afterwards),
** took a man of `others` and became one of the pieces in `lo`, each only when it is not 0; `hi` are signs. */
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

/* One condition on numbers of men: their sum, each kind times its weight, lies in least..most. */
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

/* A square of a pattern that may be shifted: so many squares behind the pattern's first, and what may stand there, as
** kinds or LC_EMPTY_SQUARES. Where the first may stand, none of the others is off the board. */
typedef struct lc_Cell {
  int32_t offset;
  uint32_t kinds;
} lc_Cell;

/* A side gives material with the last move: the reply takes a man of `kinds` on `on`, and behind the reply and behind
** each further move of the opponent's that is within `plies` plies of the side's own, the side has at least `points`
** less, beside the opponent, than before its move (pawn 1, knight and bishop 3, rook 5, queen 9), and the opponent has
** promoted no pawn. A mainline that ends sooner will do when the side mates. `is_exchange`: besides pawns, what was
** given in the end is a rook for a knight or bishop. */
typedef struct lc_Sacrifice {
  lc_Bits on;
  uint32_t kinds, plies;
  int32_t points;
  uint8_t is_exchange, color;
} lc_Sacrifice;

/* A sequence: states, each of which takes one position; sets of them are bits. Behind it stand which states may follow
** each, one word a state, and then the tests. */
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

/* One man, known by the square on which it stood at the start, one of `homes`, as one of `kinds`: its moves, one later
** than the other, fit the parts that stand behind this. */
enum { LC_FOLLOW_MOST = 64 };
typedef struct lc_Follow {
  uint32_t parts, kinds;
  uint32_t is_taken, unused; /* after that it is taken */
  uint64_t homes;
} lc_Follow;
typedef struct lc_FollowPart {
  uint64_t squares; /* where it comes to stand */
  uint32_t entry, unused;
} lc_FollowPart;

/* The header. What follows is at these offsets from it, each a multiple of eight. */
typedef struct lc_Query {
  uint32_t size; /* of all */
  uint32_t nodes, node_count, leaves, leaf_count, steps, step_count, names, name_count, pool, pool_size;
  uint32_t mask_count;        /* words for the lines of any order, sequences, and men that are followed */
  bool needs_before, needs_counts, needs_history, needs_men, needs_notes;
} lc_Query;

/* A tag's name in the pool. */
typedef struct lc_QueryName {
  uint32_t text, size;
} lc_QueryName;

/* What a run is told of its game. Spans and flags are lc_Scan's. */
typedef struct lc_QueryGame {
  const char *text;
  size_t size, padding; /* bytes that may be read behind the text */
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
  uint32_t *held;    /* positions one after the other */
  uint32_t *live;    /* leaves that wait for positions */
  uint64_t *masks;
  lc_Position *history; /* since the last capture or pawn move, when `needs_history` */
  uint32_t history_room, history_count;
  char *scratch;

  uint32_t stage, live_count, live_at;
  uint8_t phase;
  bool is_decided, has_answer, answer, asks_position, wants_end, is_flipped;
  uint32_t question, asked_leaf, asked_step;
  lc_Replay replay;   /* valid once stage 3 has begun */
  lc_QueryBlock block;
  lc_Position before; /* before the last move, when `needs_before` */
  size_t behind;      /* the offset behind the last move's token */
  lc_Move move;
  uint64_t counts, known, holds; /* packed counts; which material tests are known, and hold, until they change */
  unsigned men;
  /* When `needs_men`: of each square the home of the man on it, or LC_NO_SQUARE; homes of those that the last move moved
  ** and took. */
  uint8_t homes[64];
  lc_Bits moved_homes, taken_home;
  /* When `needs_notes`: what comments told so far. */
  double clocks[2];
  bool has_clock[2];
  lc_Score score, score_before;
} lc_QueryRun;

/* Bytes for the arrays of a run. */
size_t lc_query_room(const lc_Query *query);
/* Lay the arrays of a run out in `block`, aligned as for uint64_t. */
void lc_query_prepare(lc_QueryRun *run, const lc_Query *query, lc_Cpu cpu, void *block);
/* Another game. `scratch` and `history` are set by the caller, before or behind this. */
void lc_query_begin(lc_QueryRun *run, const lc_QueryGame *game);
/* Go on to the answer. With `may_ask` false, questions are passed over: what depends on them stays open, and the answer
** is LC_QUERY_ASKS when nothing else decides. */
lc_QueryAnswer lc_query_step(lc_QueryRun *run, bool may_ask);
/* The answer to the question that lc_query_step() asked; of a question about the game, the ply where it is true. */
void lc_query_answer(lc_QueryRun *run, bool answer, uint32_t ply);
/* After LC_QUERY_YES: plies played when everything that was needed had happened, and the question that said so, or
** UINT32_MAX. */
uint32_t lc_query_place(lc_QueryRun *run, uint32_t *question);

/* The loop over positions. It stops when a leaf is decided, and wherever lc_QueryStop says. */
typedef enum lc_QueryStop { LC_STOP_NONE, LC_STOP_OVER, LC_STOP_DECIDED, LC_STOP_ASKS, LC_STOP_MORE } lc_QueryStop;
lc_QueryStop lc_query_run_base(lc_QueryRun *run);
#if defined(__x86_64__)
lc_QueryStop lc_query_run_v3(lc_QueryRun *run);
lc_QueryStop lc_query_run_v4(lc_QueryRun *run);
#endif
/* Whether the steps from `entry` say yes of the position now: LC_STOP_ASKS, or the truth in `out`. */
lc_QueryStop lc_query_test(lc_QueryRun *run, uint32_t entry, bool *out);

/* What is asked before the loop: of a tag, and of the text. */
bool lc_query_tag(const lc_QueryRun *run, const lc_QueryLeaf *leaf);
bool lc_query_text(const lc_QueryRun *run, const lc_QueryLeaf *leaf);

/* Parts of the loop that are not called once a position. */
bool lc_query_fact(lc_QueryRun *run, const lc_QueryStep *step);
bool lc_query_any_order(const lc_QueryRun *run, const lc_QueryLeaf *leaf);
bool lc_query_shifted(const lc_QueryRun *run, const lc_QueryStep *step);
bool lc_query_sacrifice(lc_QueryRun *run, const lc_Sacrifice *wanted);
/* The position now, to leaf `i`, a sequence: LC_STOP_ASKS, or the truth in `out`. */
lc_QueryStop lc_query_sequence(lc_QueryRun *run, uint32_t i, lc_Truth *out);
/* Whether the sequence of leaf `i` ends with the position asked about last, and not over too many plies. */
bool lc_query_sequence_ends(lc_QueryRun *run, uint32_t i);
/* The same as lc_query_sequence(), to a leaf that follows a man. */
lc_QueryStop lc_query_follow(lc_QueryRun *run, uint32_t i, lc_Truth *out);
/* Where each man is from, after the last move. */
void lc_query_track(lc_QueryRun *run);
bool lc_query_man(const lc_QueryRun *run, const lc_QueryStep *step);
/* What the comments behind the last move say, and tests of that. */
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
static inline const char *lc_query_pool(const lc_Query *query) { return (const char *)query + query->pool; }

#endif
