/*
** bits - sets of squares as 64-bit integers, and the types and constants that all other files use.
**
** A square is 0..63 with a1 = 0, b1 = 1, h8 = 63 (little-endian rank-file mapping). So the square one rank up has a
** number greater by 8, and the bits of a rank are one byte. LC_NO_SQUARE (64) means "none". Colours are 0 (white) and 1
** (black), so `color ^ 1` is the other side. The file has no state.
*/
#ifndef LC_BITS_H
#define LC_BITS_H

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Lucena needs a little-endian processor: it keeps the text of moves in words, first byte lowest. To port it, \
swap the words that csrc/pgn/blocks_impl.h, csrc/pgn/replay_impl.h, csrc/pgn/scan_impl.h, csrc/pgn/reader.c, \
csrc/notation/san_write_impl.h, csrc/notation/dialect_impl.h, csrc/notation/dialect.c, \
csrc/notation/dialect_memo.c, csrc/pgn/respell.c and csrc/binding/reader_find.c load and store with memcpy, remove \
this line, and run `make test-processors`."
#endif

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/must_use.h"

/* LC_INLINE is for functions of inner loops, if a paired measurement (bench/run.lua --base) shows that it saves 3 %. A
** function that is inlined at several places multiplies the time to compile. `make coverage` defines it as "never
** inline", and then counts each branch once, and not once per caller. */
#ifndef LC_INLINE
#define LC_INLINE static inline __attribute__((always_inline))
#endif

typedef uint64_t lc_Bits;
typedef uint8_t lc_Square;

enum { LC_WHITE = 0, LC_BLACK = 1 };
enum { LC_PAWN = 0, LC_KNIGHT = 1, LC_BISHOP = 2, LC_ROOK = 3, LC_QUEEN = 4, LC_KING = 5, LC_NO_PIECE = 6 };
enum { LC_NO_SQUARE = 64 };

/* Number of decimal digits of the greatest uint32_t and uint64_t. */
enum { LC_DIGITS_32 = 10, LC_DIGITS_64 = 20 };

/* Results of core functions. A function that returns a negative result has changed nothing. */
enum {
  LC_OK = 0,
  LC_EROOM = -1 /* the caller's array is full: enlarge it and call again */
};

/* Placed after a switch over an enum in which every case returns. Such a switch has no `default`, so the compiler warns
** about a forgotten enumerator (-Wswitch-enum). If this line is reached, debug builds fail an assertion. Release builds
** assume that it is never reached. */
#ifdef LC_RELEASE
#define lc_unreachable() __builtin_unreachable()
#else
#define lc_unreachable() (assert(0 && "an enumerator without its case"), __builtin_unreachable())
#endif

#define LC_FILE_A UINT64_C(0x0101010101010101)
#define LC_FILE_H UINT64_C(0x8080808080808080)
#define LC_RANK_1 UINT64_C(0x00000000000000ff)
#define LC_RANK_8 UINT64_C(0xff00000000000000)
#define LC_BACK_RANKS (LC_RANK_1 | LC_RANK_8)

static inline lc_Bits lc_bit(unsigned square) { return UINT64_C(1) << square; }
static inline unsigned lc_file(unsigned square) { return square & 7; }
static inline unsigned lc_rank(unsigned square) { return square >> 3; }
static inline lc_Bits lc_file_of(unsigned square) { return LC_FILE_A << (square & 7); }
static inline lc_Bits lc_rank_of(unsigned square) { return LC_RANK_1 << (square & 56); }
static inline lc_Bits lc_back_rank(unsigned color) { return LC_RANK_1 << (56 * color); }

/* Return the lowest square of a non-empty set. */
static inline unsigned lc_first(lc_Bits set) { return (unsigned)__builtin_ctzll(set); }
static inline unsigned lc_last(lc_Bits set) { return 63u - (unsigned)__builtin_clzll(set); }
static inline unsigned lc_count(lc_Bits set) { return (unsigned)__builtin_popcountll(set); }
static inline bool lc_has(lc_Bits set, unsigned square) { return (set >> square) & 1; }
static inline bool lc_is_single(lc_Bits set) { return set != 0 && (set & (set - 1)) == 0; }
static inline bool lc_is_many(lc_Bits set) { return (set & (set - 1)) != 0; }

/* Move each square of `set` one rank forward, seen from the side of `color`. */
static inline lc_Bits lc_forward(lc_Bits set, unsigned color) { return color ? set >> 8 : set << 8; }

#endif
