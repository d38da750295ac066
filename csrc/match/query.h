/*
** query - tests of games, compiled into one program that runs on one game at a time.
**
** A program is one block of memory: a header, and arrays at offsets. A program has no pointers, so it may be copied,
** moved and written to a file.
**   nodes   the tree of `and`, `or` and `not`, with leaves at its ends; children come after their parent, in the order
**           in which they are tested
**   leaves  the tests of a game
**   steps   the tests of a position and of the move before it; each step gives the next step to run
**   names   the names of tags that leaves test
**   pool    texts, patterns, positions
** A result is true, false or unknown. A leaf that has not been tested is unknown. Fast tests run first, regardless of
** the order in the tree:
**   (1) tags, on the raw bytes; then questions about the values of tags, which the caller answers;
**   (2) the text, without reading moves;
**   (3) positions and moves, in one replay of the mainline that ends as soon as the result is known;
**   (4) other questions that the caller answers.
** A run executes one program on one game. It allocates no memory; the caller owns its arrays.
*/
#ifndef LC_QUERY_H
#define LC_QUERY_H

#include "../pgn/replay.h"
#include "control.h"
#include "tags.h"

typedef enum lc_QueryKind { LC_QUERY_AND, LC_QUERY_OR, LC_QUERY_NOT, LC_QUERY_LEAF } lc_QueryKind;

typedef struct lc_QueryNode {
  uint32_t kind;  /* lc_QueryKind */
  uint32_t first; /* index of the node's first child, or of its leaf */
  uint32_t count; /* number of children, which are consecutive; `not` has one child */
} lc_QueryNode;

/* The kinds of leaves, in the order of their stages. steps.def defines them. */
typedef enum lc_LeafOp {
#define LC_LEAF(NAME, name, stage) LC_LEAF_##NAME,
#include "steps.def"
} lc_LeafOp;
enum { LC_LEAF_TAGS = 1, LC_LEAF_TEXTS, LC_LEAF_POSITIONS, LC_LEAF_QUESTIONS }; /* stages */

typedef struct lc_QueryLeaf {
  uint32_t op;              /* lc_LeafOp */
  uint32_t name, other;     /* indexes of tag names */
  uint32_t text, text_size;
  uint32_t last, last_size;
  uint32_t moves;           /* TIME, LINE, ANY_ORDER: number of moves; ASK_TAGS: number of tags */
  uint32_t entry;           /* index of the first step; for LINE and ANY_ORDER: offset in the pool of an array of such
                            ** indexes (uint32_t); for ASK_TAGS: offset of an array of indexes of tag names */
  uint32_t room;            /* ANY_ORDER, SEQUENCE, FOLLOW: index of the leaf's words in the run's masks */
  int64_t lo, hi;
} lc_QueryLeaf;

/* Values in comments (csrc/pgn/move_values.h), as bits. */
enum { LC_HAS_CLOCK = 1, LC_HAS_ELAPSED = 2, LC_HAS_EVAL = 4 };

/* Special values for the index of the next step. */
enum { LC_STEP_YES = 0xffff, LC_STEP_NO = 0xfffe, LC_MAX_STEPS = 0xff00 };

/* Bits for the information that the steps of a query need; the run updates only this information. */
enum {
  LC_NEEDS_BEFORE = 1,   /* the position before the last move */
  LC_NEEDS_COUNTS = 2,   /* number of pieces of each kind */
  LC_NEEDS_HISTORY = 4,  /* positions since the last capture or pawn move */
  LC_NEEDS_HOMES = 8,      /* the home of each piece */
  LC_NEEDS_NOTES = 16,   /* clocks and evaluations from comments */
  LC_NEEDS_CASTLED = 32, /* the wings to which each side has castled */
  LC_NEEDS_PAST = 64     /* the last positions and moves */
};

typedef enum lc_StepOp { /* defined in steps.def */
#define LC_STEP_CALLED(NAME, name, cost, needs, holds) LC_STEP_##NAME,
#include "steps.def"
} lc_StepOp;

/* The rows of steps.def as tables, indexed by lc_StepOp and lc_LeafOp, and the lengths of the tables. */
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
  uint16_t yes, no;    /* index of the next step, or LC_STEP_YES, LC_STEP_NO */
  uint8_t color;
  bool is_needed;      /* the test fails if this step fails, and ends when the step can never hold again */
  uint16_t kinds, others;
  uint32_t data, count;
  int32_t lo, hi;
  uint64_t a, b;
} lc_QueryStep;
/* For PATTERN and EXACT: `a` has the squares of the second rank on which white pawns must be. `b` has the squares of
** the seventh rank on which black pawns must be. If such a pawn has left its square, it cannot come back, so the rest
** of the game cannot match. */

/* STEP_MOVED: a piece of `kinds` moved from a square of `a` to a square of `b`, captured a piece of `others`, and was
** promoted to a piece in `lo`. For castling, the king's new square is compared with `b`. A field that is 0 is not
** tested. `hi` has further conditions as bits. */
enum {
  LC_MOVED_QUIETLY = 1 << 12,  /* in `others`: the move captured no piece */
  LC_MOVED_SHORT = 1 << 0,     /* castled */
  LC_MOVED_LONG = 1 << 1,
  LC_MOVED_PLAIN = 1 << 2,     /* did not castle */
  LC_MOVED_EN_PASSANT = 1 << 3,
  LC_MOVED_CHECK = 1 << 4,
  LC_MOVED_MATE = 1 << 5,
  LC_MOVED_NULL = 1 << 6
};

/* A further bit in sets of kinds: of these pieces, only the one that the last move moved; after castling, king and
** rook. In `others` of STEP_MOVED, it is the piece that the move before the last one moved. */
enum { LC_MOVER = 1 << 13 };

/* STEP_ATTACKS: the piece attacks at least 1 + count / LC_ATTACKS_LEAST of `others`, and one piece of each of
** count % LC_ATTACKS_LEAST further sets of kinds (uint32_t), which are in the pool. */
enum { LC_ATTACKS_LEAST = 1 << 6 };

/* STEP_ASK, field `count`: the arguments of the caller's function: a Board, or the sets of lc_Position. */
enum { LC_ASK_BOARD, LC_ASK_BITS };

/* STEP_INSTEAD: the moves that are tried. These are the legal moves except the played one, in this order: all; those of
** the piece that moved; those of this piece to the same square, which differ only in the promotion. */
enum { LC_INSTEAD_ANY, LC_INSTEAD_SAME_PIECE, LC_INSTEAD_SAME_SQUARES };

/* A move of the lines of STEP_DEVIATES. The array in the pool has `count` moves, in ascending order of keys. */
typedef struct lc_LineMove {
  uint64_t key;  /* lc_position_key() of the position before the move */
  uint64_t move; /* lc_Move */
} lc_LineMove;

/* The side whose clock, or whose view of the evaluation, is tested: LC_WHITE, LC_BLACK, or one of these. */
enum { LC_SIDE_EITHER = 2, LC_SIDE_MOVER };

/* An evaluation, from White's point of view. The first position gets the value that lichess assumes for it. */
typedef struct lc_Score {
  double pawns;
  int64_t moves; /* moves to mate */
  uint8_t kind, winner;
} lc_Score;
enum { LC_SCORE_NONE, LC_SCORE_PAWNS, LC_SCORE_MATE };
#define LC_SCORE_START 0.15
#define LC_SCORE_MOST 10.0
#define LC_SCORE_INFINITE 1e300

/* A condition on the numbers of pieces. The number of pieces of each kind is multiplied by the weight of the kind. The
** sum must be in least..most. */
typedef struct lc_Balance {
  int8_t weight[LC_KINDS];
  int16_t least, most;
} lc_Balance;

/* The number of pieces of each kind, packed into five bits per kind. */
enum { LC_COUNT_BITS = 5, LC_COUNT_MOST = 31 };

/* An element of a pattern. It holds if sets[first] & sets[second] & squares is empty. sets[8] means the empty squares.
** A block holds if all its elements hold. A group holds if one of its blocks holds. In memory, each block and each
** group begins with the number of its parts. */
typedef struct lc_PatternSet {
  uint32_t first, second;
  lc_Bits squares;
} lc_PatternSet;

/* A square of a pattern that may be anywhere on the board: its offset from the pattern's first square, and the kinds
** that may be on it, or LC_EMPTY_SQUARES. The step's set `a` has the possible first squares: those for which all other
** squares are on the board. */
typedef struct lc_Cell {
  int32_t offset;
  uint32_t kinds;
} lc_Cell;

/* A side gives up material with the last move. The conditions are:
**   - the reply captures a piece of `kinds` on `on`;
**   - after the reply, and after each further move of the opponent within `plies` plies, the difference of material is
**     at least `points` worse for the side than before the last move (pawn 1, knight and bishop 3, rook 5, queen 9);
**   - the opponent promotes no pawn in these plies;
**   - the side could have kept the piece: a capture of at least its value was legal, or a move after which no piece of
**     the side with at least this value is en prise (lc_pieces_en_prise). With `is_any`, this condition is omitted.
** If the mainline ends before `plies` plies, the side must have given mate or won. With `is_exchange`, the side must at
** the end have lost a rook for a knight or bishop; pawns do not count. */
typedef struct lc_Sacrifice {
  lc_Bits on;
  uint32_t kinds, plies;
  int32_t points;
  uint8_t is_exchange, is_any, color;
} lc_Sacrifice;

/* The tactical motifs: motif.c defines them. In STEP_MOTIF, `count` is one of them. `lo` is the number of plies in
** which it must gain, or 0 if it need not. With `others` 1, either side may have it. */
typedef enum lc_Motif {
  LC_MOTIF_FORK,
  LC_MOTIF_PIN,
  LC_MOTIF_SKEWER,
  LC_MOTIF_DISCOVERED_ATTACK,
  LC_MOTIF_DOUBLE_CHECK,
  LC_MOTIF_HANGING_PIECE,
  LC_MOTIF_TRAPPED_PIECE,
  LC_MOTIF_SACRIFICE,
  LC_MOTIF_BACK_RANK_MATE,
  LC_MOTIF_SMOTHERED_MATE
} lc_Motif;

/* With LC_NEEDS_PAST: the last positions and moves, and the material of the next plies. Index n % LC_PAST has the
** position after n plies, and the move that led to it. A second replay reads the next plies in parts of at most
** LC_AHEAD_PART, at most LC_AHEAD_MOST plies before they are needed. */
enum { LC_PAST = 4, LC_AHEAD = 256, LC_AHEAD_PART = 64, LC_AHEAD_MOST = LC_AHEAD - LC_AHEAD_PART - LC_PAST };
typedef struct lc_Past {
  uint32_t plies;          /* of the whole mainline, if is_puzzle and once they were needed; else 0 */
  int32_t first;           /* material of White minus that of Black after the first ply */
  bool is_puzzle;          /* the game has no result, and starts from a set-up position */
  uint8_t has_promotion;   /* bit c: side c has promoted after the first ply, in the plies that `ahead` has read */
  uint8_t has_exchange;    /* bit p: a ply n >= 3 with n % 2 == p captured the piece that had just moved */
  lc_Move moves[LC_PAST];
  lc_Position positions[LC_PAST];
  lc_Replay ahead;
  int16_t balances[LC_AHEAD]; /* by ply % LC_AHEAD: material of White minus that of Black */
  bool promotions[LC_AHEAD];  /* by ply % LC_AHEAD: the move was a promotion */
} lc_Past;

/* An automaton that accepts sequences of positions. Each of its states accepts one position. A set of states is a word
** of 64 bits. In memory, the successors of each state come after this record, as one word per state. The tests come
** after the successors. LC_SEQUENCE_MOST is the maximum number of states. In a run's masks, a sequence needs one word
** per state and LC_SEQUENCE_ROOM more words. */
enum { LC_SEQUENCE_MOST = 64, LC_SEQUENCE_ROOM = 1 };
enum { LC_SEQUENCE_FROM_START = 1, LC_SEQUENCE_AT_END = 2, LC_SEQUENCE_LAST_PLACE = 4 };
typedef struct lc_Sequence {
  uint32_t states, tests;
  uint32_t anchors, unused; /* LC_SEQUENCE_ bits. FROM_START: the sequence begins with the game's first position.
                            ** AT_END: it ends with the game's last position. LAST_PLACE: its last position is the match
                            ** position */
  uint64_t first, last;     /* states that may accept the first position of a sequence, and its last position */
} lc_Sequence;
typedef struct lc_SequenceTest {
  uint64_t states; /* states that have this test; a state without a test accepts any position */
  uint32_t entry, unused;
} lc_SequenceTest;

/* A piece to follow. Its kind is in `kinds`, and its square at the start of the game is in `homes`. The moves of the
** piece must fit the parts after this record, in the same order. With is_any_order, each part must fit some move of the
** piece. */
enum { LC_FOLLOW_MOST = 64 };
typedef struct lc_Follow {
  uint32_t parts, kinds;
  uint32_t is_taken, is_any_order; /* is_taken: after the last part, the piece must be captured */
  uint32_t has_start, unused;      /* has_start: the square at the start of the game counts as reached by a move */
  uint64_t homes;
} lc_Follow;
typedef struct lc_FollowPart {
  uint64_t squares; /* destinations of the move */
  uint64_t start;   /* with has_start: the part is done by the pieces whose home is on these squares */
  uint32_t entry, unused;
} lc_FollowPart;

/* The header of a program. Each array's offset is counted from the header and is a multiple of eight. */
typedef struct lc_Query {
  uint32_t size; /* size of the whole program */
  uint32_t nodes, node_count, leaves, leaf_count, steps, step_count, names, name_count, pool, pool_size;
  uint32_t mask_count;        /* number of words in a run's masks, for ANY_ORDER, SEQUENCE and FOLLOW */
  uint32_t needs;             /* LC_NEEDS_ bits of all steps */
  uint32_t asks;              /* LC_ASKS_ bits of all questions */
} lc_Query;
enum { LC_ASKS_TAGS = 1, LC_ASKS_OTHERS = 2 }; /* there are questions about tags, and others */
enum { LC_ASK_TAGS_MOST = 64 }; /* maximum number of tags of a question */
enum { LC_QUERY_MOST = 1 << 20 }; /* maximum of plies, of bytes of a text, and of entries of a list in a program */

/* A tag's name in the pool. */
typedef struct lc_QueryName {
  uint32_t text, size;
} lc_QueryName;

/* The game of a run. Offsets and flags have the same meaning as in lc_Scan. */
typedef struct lc_QueryGame {
  const char *text;
  size_t size, padding; /* padding: readable bytes after the text */
  size_t tags_end;
  const lc_TagLines *lines;  /* text lines of the tags, or NULL if unknown */
  const lc_Dialect *dialect; /* dialect of the moves; NULL for PGN */
  uint8_t tolerance;  /* tolerance of reading: see lexer.h */
  uint8_t result;     /* lc_Result */
  bool is_regular, has_setup, has_variation; /* is_regular: has_regular_tags of lc_Scan */
} lc_QueryGame;

typedef enum lc_Truth { LC_UNKNOWN, LC_FALSE, LC_TRUE } lc_Truth;

typedef enum lc_QueryAnswer {
  LC_QUERY_NO,
  LC_QUERY_YES,
  LC_QUERY_ASKS, /* the caller must answer the question `question`: with `asks_position` about the position of
                 ** `replay`, with `asks_tags` about the values of tags (lc_query_asked_tag()), else about the game */
  LC_QUERY_MORE  /* `history` is full: enlarge it and call again */
} lc_QueryAnswer;

/* A block of movetext (pgn/blocks_impl.h) with moves that have not been read yet. If reading continues at the offset
** `goes_on`, the block is not classified again. */
typedef struct lc_QueryBlock {
  uint64_t token, stop, ends, left; /* left: ends of the tokens that have not been read yet */
  size_t at, goes_on;
} lc_QueryBlock;

typedef struct lc_QueryRun {
  const lc_Query *query;
  lc_QueryGame game;
  lc_Cpu cpu;
  /* The caller owns these arrays: lc_query_room() bytes in total, and for `scratch` twice the size of the tag
  ** section. */
  uint8_t *values;   /* lc_Truth of each leaf */
  uint32_t *places;  /* ply of the match position of each leaf */
  uint32_t *held;    /* HELD: number of consecutive positions so far; SEQUENCE, FOLLOW: index of the test that waits for
                     ** an answer, plus one */
  uint32_t *live;    /* undecided leaves that test positions */
  uint64_t *masks;
  lc_Position *history; /* with LC_NEEDS_HISTORY: the positions since the last capture or pawn move */
  uint32_t history_room, history_count;
  char *scratch;

  uint32_t stage, live_count, live_at;
  uint8_t phase;
  bool is_decided, has_answer, answer, asks_position, asks_tags, wants_end, wants_values, is_flipped;
  bool is_instead; /* the position is that of a move that was not played: lc_query_instead() */
  uint32_t question, asked_leaf, asked_step;
  lc_Replay replay;   /* valid from stage 3 on */
  lc_QueryBlock block;
  lc_Position before; /* with LC_NEEDS_BEFORE: the position before the last move */
  size_t after_move;  /* the offset after the last move's token */
  lc_Move move;
  lc_Move previous;   /* with LC_NEEDS_BEFORE: the move before `move`, or LC_NULL_MOVE */
  uint64_t counts, known, holds; /* packed counts; set of MATERIAL tests with known results; set of known tests that
                                 ** hold */
  unsigned piece_count;
  /* With LC_NEEDS_HOMES: homes[square] is the home of the piece on the square, or LC_NO_SQUARE. moved_homes has the
  ** homes of the pieces that the last move moved, taken_home that of the captured piece. */
  uint8_t homes[64];
  lc_Bits moved_homes, taken_home;
  uint32_t moves_made[64]; /* with LC_NEEDS_HOMES: the number of moves of the piece, by home */
  uint8_t castled[2];      /* with LC_NEEDS_CASTLED: LC_WING_ bits of each side */
  /* With LC_NEEDS_NOTES: the latest values from comments. */
  double clocks[2];
  bool has_clock[2];
  lc_Score score, score_before;
  lc_Past past; /* with LC_NEEDS_PAST */
} lc_QueryRun;

/* Return the number of bytes for the arrays of a run. */
size_t lc_query_room(const lc_Query *query);
/* Put the arrays of a run into `block`, which must be aligned for uint64_t. */
void lc_query_prepare(lc_QueryRun *run, const lc_Query *query, lc_Cpu cpu, void *block);
/* Begin a run on another game. The caller must set `scratch` and `history`, before or after this call. */
void lc_query_begin(lc_QueryRun *run, const lc_QueryGame *game);
/* Begin another run on the same game, in another dialect. Results of tags are kept, so that no question about tags is
** asked twice. */
void lc_query_begin_again(lc_QueryRun *run, const lc_QueryGame *game);
/* Run until the result is known. If `may_ask` is false, no question is asked, so some tests may stay undecided. If the
** result depends on such a test, LC_QUERY_ASKS is returned. */
lc_QueryAnswer lc_query_step(lc_QueryRun *run, bool may_ask);
/* Answer the question that lc_query_step() asked. If the question is about the game, `ply` is the ply of the match
** position. */
void lc_query_answer(lc_QueryRun *run, bool answer, uint32_t ply);
/* Return the leaf of the question that lc_query_step() asked. */
const lc_QueryLeaf *lc_query_asked_leaf(const lc_QueryRun *run);
/* If the whole query is a question about values of tags, return its leaf, else NULL. The question can then be asked
** without a run. */
const lc_QueryLeaf *lc_query_sole_question(const lc_Query *query);
/* Return the name of tag `number`, from 0 on, of a question about values of tags, as text in the pool. */
const lc_QueryName *lc_query_asked_name(const lc_Query *query, const lc_QueryLeaf *leaf, uint32_t number);
/* Find this tag. */
bool lc_query_asked_tag(const lc_Query *query, const lc_QueryLeaf *leaf, uint32_t number, const lc_TagSection *section,
                        lc_Tag *out);
/* Return the tag section of a game. */
static inline lc_TagSection lc_query_section(const lc_QueryGame *game) {
  return (lc_TagSection){
      .text = game->text, .size = game->tags_end, .is_regular = game->is_regular, .lines = game->lines};
}
/* After LC_QUERY_ASKS: report whether the only test that is left is this question about each position. Then the caller
** may read moves ahead and ask the question itself, which is faster. `match` is set to the answer that decides the
** test. */
bool lc_query_may_read_ahead(const lc_QueryRun *run, bool *match);
/* Store up to `room` (at least 64) positions after the current one, and the moves that lead to them, without testing
** them. Returns their number, 0 at the end of the mainline. Continue with lc_query_step() if the answer at all
** positions was not `match`. */
size_t lc_query_read_ahead(lc_QueryRun *run, lc_Move *moves, lc_Position *after, size_t room);
/* The answer was `match` at a position that was read ahead. Continue with lc_query_step(). */
void lc_query_match_at(lc_QueryRun *run, uint32_t ply);
/* After LC_QUERY_YES, return the ply of the match position. `question` is set to the question that decided the match,
** or to UINT32_MAX. */
uint32_t lc_query_place(lc_QueryRun *run, uint32_t *question);

/* The reasons why the loop over positions stops. */
typedef enum lc_QueryStop { LC_STOP_NONE, LC_STOP_OVER, LC_STOP_DECIDED, LC_STOP_ASKS, LC_STOP_MORE } lc_QueryStop;
LC_VARIANTS(lc_QueryStop, lc_query_run, (lc_QueryRun *run));
/* Run the steps, beginning with `entry`, on the current position. Returns LC_STOP_ASKS, or stores the result in
** `out`. */
lc_QueryStop lc_query_test(lc_QueryRun *run, uint32_t entry, bool *out);

/* Tests that run before the loop over positions: lc_query_tag() tests a tag, and lc_query_text() tests the text. */
bool lc_query_tag(const lc_QueryRun *run, const lc_QueryLeaf *leaf);
bool lc_query_text(const lc_QueryRun *run, const lc_QueryLeaf *leaf);
/* Report whether a comment of the game, also in a variation, has one of the values LC_HAS_CLOCK ... */
bool lc_query_has_values(const lc_QueryGame *game, int64_t asked);

/* Parts of the loop that do not run for every position. */
bool lc_query_fact(lc_QueryRun *run, const lc_QueryStep *step);
bool lc_query_any_order(const lc_QueryRun *run, const lc_QueryLeaf *leaf);
bool lc_query_shifted(const lc_QueryRun *run, const lc_QueryStep *step);
bool lc_query_sacrifice(lc_QueryRun *run, const lc_QueryStep *step);
bool lc_query_motif(lc_QueryRun *run, const lc_QueryStep *step);
/* Store the current position and the last move in `past`. */
void lc_query_remember(lc_QueryRun *run);
/* Test the current position against leaf `i`, a sequence. Returns LC_STOP_ASKS, or stores the result in `out`. */
lc_QueryStop lc_query_sequence(lc_QueryRun *run, uint32_t i, lc_Truth *out);
/* Report whether the sequence of leaf `i` is complete at the position that was tested last, and does not have too many
** plies. */
bool lc_query_sequence_ends(lc_QueryRun *run, uint32_t i);
/* Test the current position against leaf `i`, which follows a piece. Returns the same as lc_query_sequence(). */
lc_QueryStop lc_query_follow(lc_QueryRun *run, uint32_t i, lc_Truth *out);
/* Update the homes of pieces after the last move. */
void lc_query_track(lc_QueryRun *run);
bool lc_query_piece(const lc_QueryRun *run, const lc_QueryStep *step);
bool lc_query_moves_made(const lc_QueryRun *run, const lc_QueryStep *step);
/* Test whether a legal move that was not played leads to a position where the steps from step->data hold. */
bool lc_query_instead(lc_QueryRun *run, const lc_QueryStep *step);
bool lc_query_deviates(const lc_QueryRun *run, const lc_QueryStep *step);
/* Return the packed numbers of pieces: see LC_COUNT_BITS. */
uint64_t lc_query_counts(const lc_Position *p);
/* lc_query_note() reads the clocks and evaluations in the comments after the last move. lc_query_noted() tests them. */
void lc_query_note(lc_QueryRun *run);
bool lc_query_noted(const lc_QueryRun *run, const lc_QueryStep *step);
/* Exchange the colours in the current position, in the position before it, and in the last move. */
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
