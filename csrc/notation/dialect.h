/*
** dialect - reads and writes moves in notations that consist of lists of words. A dialect combines a style and an
** alphabet.
**
** An lc_Dialect is one block of memory without pointers, except for `calls` and `memo`. It has lists of words (the
** knight's name, the sign of mate), a few choices of layout, and tables for the quick reader. lc_dialect_begin(),
** lc_dialect_add() and lc_dialect_finish() build a dialect. A finished dialect never changes and may be copied by
** assignment. Every word is stored in three forms: as written, folded (folding.h), and folded in lower case. A token is
** compared in these three forms. Reading has two steps. First, a small backtracking parser finds every possible reading
** of the token. A reading is a list of elements: piece, origin, sign, destination and so on. Then each reading is
** compared with the legal moves. If a reading differs slightly from the spelling of a move, each difference is a
** repair. Each repair has a rung from 1 (slight) to 6 (grave). A reading has the rung of its gravest repair, or 0
** without repairs. The move with the lowest rung is the result; two moves with that rung make the token ambiguous. So
** an exact reading always wins over a repaired reading: if a pawn on the b-file can capture on c3, `bxc3` never means a
** move of the bishop.
** Cost: writing is as fast as writing SAN. Reading compares with all legal moves. For dialects that differ from PGN
** only in their piece letters, dialect_impl.h is faster.
** Sources: FIDE Laws, appendix C (2009, 2023); PGN standard 8.2.3; the comments of the repairs below.
*/
#ifndef LC_DIALECT_H
#define LC_DIALECT_H

#include "../chess/movegen.h"
#include "diag.h"

enum {
  LC_DIALECT_TEXT = 256, /* maximum text of a move in bytes, NUL included; longer tokens are not moves */
  LC_DIALECT_WORDS = 1024,
  LC_DIALECT_POOL = 20480,
  LC_DIALECT_WORD = 64, /* the longest word, in bytes */
  LC_DIALECT_STARTS = 32
};

/* The repairs of a reading as bits, from the slightest to the gravest. lc_repair_code() returns the diagnostic of a
** repair. dialect_read.c has the rungs. The comments tell where such text comes from. */
enum {
  LC_REPAIR_UNICODE_SIGN = 1 << 0,        /* word processors: dashes, full-width signs, blanks inside the move */
  LC_REPAIR_PIECE_GLYPH = 1 << 1,         /* text copied from chess programs: a figurine instead of the letter */
  LC_REPAIR_CASTLING_SIGN = 1 << 2,       /* zeros, small o, letters of other alphabets; the king's squares: e1g1 */
  LC_REPAIR_PROMOTION_SIGN = 1 << 3,      /* FIDE a8Q, old programs a8/Q, ChessBase a8(Q) */
  /* books: e.p. in a dialect that does not write it, or no e.p. in a dialect that does */
  LC_REPAIR_EP_MARK = 1 << 4,
  LC_REPAIR_CHECK_SIGN = 1 << 5,          /* hand-typed games omit +; books write a dagger or ch */
  LC_REPAIR_CAPTURE_SIGN = 1 << 6,        /* phones and books omit x; others write : or the multiplication sign */
  LC_REPAIR_LETTER_CASE = 1 << 7,         /* typed in haste: nf3, E2E4 */
  LC_REPAIR_SEPARATOR = 1 << 8,           /* chess servers and books: Ng1-f3 for Ng1f3, or Ng1f3 for Ng1-f3 */
  LC_REPAIR_SUPERFLUOUS_ORIGIN = 1 << 9,  /* programs that always write the origin of a move */
  LC_REPAIR_PAWN_LETTER = 1 << 10,        /* beginners' books: Pe4 */
  LC_REPAIR_COORDINATES = 1 << 11,        /* engine logs between ordinary moves: g1f3, e2e4, e1g1 */
  LC_REPAIR_SHORT_CAPTURE = 1 << 12,      /* score sheets: ed, exd, xd5 */
  /* mistakes: the piece is on another square, or the origin is missing in a dialect that requires it */
  LC_REPAIR_WRONG_ORIGIN = 1 << 13,
  LC_REPAIR_QUEEN_ASSUMED = 1 << 14,      /* score sheets: a8 for a8=Q */
  LC_REPAIR_COUNT = 15,
  /* all repairs except those that change the meaning */
  LC_REPAIRS_USUAL = LC_REPAIR_WRONG_ORIGIN - 1
};
lc_Code lc_repair_code(unsigned bit);         /* `bit` is a bit number, 0..LC_REPAIR_COUNT-1 */
lc_Code lc_repairs_code(uint32_t repairs);    /* the code of the gravest repair; LC_D_NONE for 0 */
unsigned lc_repairs_rung(uint32_t repairs);   /* the rung of the gravest repair: 0 (exact) to 6 */

/* The lists of words. The first word of a list is written; if it is empty, nothing is written. All words of a list are
** read. */
enum {
  LC_WORDS_PIECE = 0,     /* + 6 * color + LC_PAWN..LC_KING */
  LC_WORDS_VICTIM = 12,   /* + 6 * color + piece, of the captured piece */
  LC_WORDS_PROMOTION = 24, /* + 6 * color + piece, of the piece promoted to */
  LC_WORDS_FILE = 36,     /* + 0..7 */
  LC_WORDS_RANK = 44,     /* + 0..7 */
  LC_WORDS_SQUARE = 52,   /* + 0..63; if any of these lists has words, the words of files and ranks are not used */
  LC_WORDS_QUIET = 116,   /* sign between origin and destination of a move that is no capture */
  LC_WORDS_CAPTURE,
  LC_WORDS_SIGN,          /* sign before the promotion piece */
  LC_WORDS_CLOSE,         /* sign after the promotion piece */
  LC_WORDS_EP,
  LC_WORDS_EP_VICTIM,     /* written in place of the captured piece for en passant */
  LC_WORDS_SHORT,         /* castling towards the h file */
  LC_WORDS_LONG,
  LC_WORDS_SHORT_MARK,    /* word after castling that is written as a king's move */
  LC_WORDS_LONG_MARK,
  LC_WORDS_CHECK,
  LC_WORDS_MATE,
  LC_WORDS_DOUBLE,        /* double check; if the list is empty, LC_WORDS_CHECK is written */
  LC_WORDS_NULL,
  LC_WORDS_OPEN,          /* brackets around the origin */
  LC_WORDS_SHUT,
  LC_WORDS_WING,          /* word for the wing of the origin, before the piece: + 0 files a to d, + 1 files e to h */
  LC_WORDS_JOIN = LC_WORDS_WING + 2, /* the separator between words; see dialect_words_impl.h */
  LC_WORDS_COUNT
};

/* How the origin is written. For pawns, LC_ORIGIN_MINIMAL writes the file in captures, and nothing in other moves.
** LC_ORIGIN_WING writes the wing if the move is ambiguous without it; it is not for pawns. */
typedef enum lc_OriginStyle { LC_ORIGIN_MINIMAL, LC_ORIGIN_ALWAYS, LC_ORIGIN_NEVER, LC_ORIGIN_WING } lc_OriginStyle;
/* The parts of a move up to its destination. A dialect may write them in any order. If the captured piece is named
** before the destination, it belongs to LC_PART_SIGN. Signs after the destination are always written last. */
enum { LC_PART_PIECE, LC_PART_ORIGIN, LC_PART_SIGN, LC_PART_SQUARE, LC_PARTS };
typedef enum lc_Place { LC_PLACE_BEFORE, LC_PLACE_AFTER, LC_PLACE_NONE } lc_Place;
/* How castling is written: as a word, as a king's move (in Chess960 as king takes rook), or always as king takes
** rook. */
typedef enum lc_CastleStyle { LC_CASTLE_WORDS, LC_CASTLE_KING, LC_CASTLE_ROOK } lc_CastleStyle;

/* Elements that may be missing without a repair. */
enum {
  LC_OPTIONAL_CHECK = 1 << 0,
  LC_OPTIONAL_CAPTURE = 1 << 1,      /* in captures by pieces */
  LC_OPTIONAL_PAWN_CAPTURE = 1 << 2, /* in captures by pawns */
  LC_OPTIONAL_EP = 1 << 3
};

typedef struct lc_DialectWord {
  uint16_t at[3]; /* offsets into the pool: as written, folded, folded in lower case */
  uint8_t size[3];
} lc_DialectWord;

typedef struct lc_DialectList {
  uint16_t first, count;
} lc_DialectList;

/* The spelling of a piece at the beginning of a token, for dialect_impl.h. */
typedef struct lc_DialectStart {
  uint64_t bytes, mask; /* the first byte of the text is the lowest byte; `bytes` has zeros after the spelling */
  uint8_t size, letter; /* `letter` is the English letter */
} lc_DialectStart;

/* Functions of the caller that read and write moves, for notations that lists of words cannot describe. `find` lists
** the legal moves that a text may mean. `write` writes a legal move and returns the length of the text, or 0 if no text
** means only this move. */
typedef struct lc_DialectCalls {
  void (*find)(void *context, const lc_Position *p, const char *text, size_t size, lc_MoveList *out);
  size_t (*write)(void *context, const lc_Position *p, lc_Move move, char out[LC_DIALECT_TEXT]);
  void *context;
} lc_DialectCalls;

/* A cache of tokens and texts, in the caller's memory (dialect_memo.c). Games repeat the same tokens; the cache makes
** reading and writing five times as fast. Results are the same with and without the cache. */
typedef struct lc_DialectMemo lc_DialectMemo;
size_t lc_dialect_memo_size(void); /* in bytes; the caller must zero the memory */

typedef struct lc_Dialect {
  lc_DialectMemo *memo;  /* or NULL; must not be shared with another dialect */
  lc_DialectCalls calls; /* if `find` is set, the fields below are unused, except has_digit_moves */
  /* set by the caller between lc_dialect_begin() and lc_dialect_finish() */
  uint32_t tolerates;    /* repairs that are allowed */
  uint8_t origin;        /* lc_OriginStyle of pieces */
  uint8_t pawn_origin;   /* lc_OriginStyle of pawns */
  uint8_t capture_place; /* lc_Place */
  uint8_t victim_place;  /* lc_Place: where the captured piece is named */
  uint8_t castle;        /* lc_CastleStyle */
  uint8_t optional;      /* LC_OPTIONAL_ bits */
  uint8_t order[LC_PARTS]; /* LC_PART_ numbers, each once */
  bool has_letters;      /* pieces have letters at all */
  bool has_short_captures; /* pawn captures are written without the destination's rank: exd, ed */
  bool has_wing_always;  /* rooks, bishops and knights always have the wing, even if it is not needed */
  bool has_digit_moves;  /* a move can look like a number: ICCF 5254 */
  bool is_own;           /* a dialect from a user's file: written moves are read back, see lc_dialect_write() */
  /* computed by lc_dialect_finish() */
  uint16_t longest;      /* upper limit of the length of the texts that are written, in bytes */
  bool is_plain;         /* PGN's layout with other piece letters: see dialect_impl.h */
  bool has_squares;      /* squares have their own words */
  bool has_blanks;       /* some word contains a blank */
  bool has_colors;       /* White's and Black's words for a piece differ */
  bool is_unsure;        /* written moves are read back, because several moves may have the same text */
  bool may_collide;      /* two pieces may have the same text: each written move is read back */
  bool has_glyphs;       /* some words contain ! or ?, so these characters at the end of a token are not NAGs */
  uint8_t lines[2][3][256]; /* files [0] and ranks [1] whose words begin with a byte, by form and byte */
  uint8_t start_count;
  uint8_t starts[256];                        /* by first byte: LC_START_ or an English letter */
  lc_DialectStart spellings[LC_DIALECT_STARTS]; /* longest first */
  /* The last byte of a piece's word names the piece: every word is one ASCII character, or begins and ends with bytes
  ** above 127, and no two of those end with the same six bits. Then the next two tables are filled. */
  bool has_last_bytes;
  uint8_t pieces[256];                        /* by the last byte of its word: the piece */
  lc_DialectStart last_bytes[64];             /* words that are not ASCII, by the lower six bits of the last byte */
  char print[6][8];                           /* the letters of a plain dialect, by piece */
  uint8_t print_size[6];
  uint16_t word_count, pool_size;
  lc_DialectList lists[LC_WORDS_COUNT];
  lc_DialectWord words[LC_DIALECT_WORDS];
  /* Eight more bytes, so that eight bytes can be copied from any offset. After lc_dialect_finish(), only the first
  ** lc_dialect_size() bytes of the struct are used, so that the caller may move it to a block of this size. */
  char pool[LC_DIALECT_POOL + 8];
} lc_Dialect;
static inline size_t lc_dialect_size(const lc_Dialect *d) { return offsetof(lc_Dialect, pool) + d->pool_size + 8; }

/* ---- building ---- */

/* Start an empty dialect with PGN's choices of layout. */
void lc_dialect_begin(lc_Dialect *out);
/* Add a word to a list. Lists must be filled in ascending order. Returns false if there is no room or the word is too
** long. */
LC_MUST_USE bool lc_dialect_add(lc_Dialect *d, unsigned list, const char *word, size_t size);
/* Check and complete the dialect. Returns NULL if the dialect can be used. Otherwise returns a sentence, without a full
** stop, that describes the first problem. */
LC_MUST_USE const char *lc_dialect_finish(lc_Dialect *d);

/* ---- reading ---- */

typedef struct lc_Reading {
  lc_Move move;     /* the move; if several moves match, the first of them */
  lc_Code code;     /* NONE BAD_MOVE ILLEGAL_MOVE AMBIGUOUS_MOVE MISSING_PROMOTION GAME_OVER */
  uint32_t repairs; /* LC_REPAIR_ bits of the reading; 0 if the dialect has this spelling */
  uint8_t glyph;    /* NAG 1..6 of ! and ? at the end of the token, or 0 */
} lc_Reading;

/* Read one token, which may contain blanks ("exd6 e.p."). Returns out->code. */
lc_Code lc_dialect_read(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size, lc_Reading *out);
/* Read a token that means no legal move as a pseudo-legal move (lc_pseudo_legal_moves()). Returns true if it matches
** exactly one such move. */
LC_MUST_USE bool lc_dialect_read_illegal(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size,
                                         lc_Reading *out);
/* List the possible moves of an ambiguous token: the moves with the lowest rung, in the order of lc_legal_moves(). */
void lc_dialect_candidates(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size, lc_MoveList *out);
/* Report whether the text could be a move in some position. */
bool lc_dialect_is_shaped(const lc_Dialect *d, const char *text, size_t size);

/* ---- writing ---- */

/* Write a legal move or the null move, and a NUL. With `marks`, signs of check and mate are added. Returns the length,
** or 0 if the dialect cannot write the move. If is_unsure is set, the text is read back. If the text does not mean
** exactly this move, longer texts are tried: first with the destination's rank, then with the origin as in SAN, then
** with the whole origin. If all of them fail, the dialect cannot write the move. */
size_t lc_dialect_write(const lc_Dialect *d, const lc_Position *p, lc_Move move, bool marks,
                        char out[LC_DIALECT_TEXT]);
/* Report whether `text`, without trailing ! and ?, is exactly the text that lc_dialect_write() writes with marks. */
bool lc_dialect_is_canonical(const lc_Dialect *d, const lc_Position *p, lc_Move move, const char *text, size_t size);

#endif
