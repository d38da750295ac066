/*
** vec_impl - tests 64 bytes at a time. The result is a 64-bit word with one bit per byte. Bit 0 is for the first byte.
**
** Each operation has five versions. The compiler's target selects the version: AVX-512 (its comparisons return such
** words directly), AVX2, SSE2 (on every x86-64), the vectors of WebAssembly, or portable C for all other machines.
*/
#ifndef LC_VEC_IMPL_H
#define LC_VEC_IMPL_H

#include <stdint.h>
#include <string.h>

#if defined(__AVX512BW__)
#include <immintrin.h>

typedef __m512i lc_Vec;
typedef uint64_t lc_Hits;

static inline lc_Vec lc_vec_load(const char *at) { return _mm512_loadu_si512((const void *)at); }
static inline lc_Hits lc_vec_is(lc_Vec v, char c) { return _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(c)); }
static inline lc_Hits lc_vec_below(lc_Vec v, unsigned char c) {
  return _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8((char)c));
}
static inline lc_Hits lc_hits_or(lc_Hits a, lc_Hits b) { return a | b; }
static inline lc_Hits lc_hits_and(lc_Hits a, lc_Hits b) { return a & b; }
static inline lc_Hits lc_hits_without(lc_Hits a, lc_Hits b) { return a & ~b; }
static inline uint64_t lc_hits_word(lc_Hits hits) { return hits; }

/* Classify each byte. One table is indexed by the lower four bits of the byte, the other by the upper four bits. The
** class is the AND of the two entries. */
static inline lc_Vec lc_vec_class(lc_Vec v, const uint8_t low[16], const uint8_t high[16]) {
  lc_Vec half = _mm512_set1_epi8(15);
  lc_Vec lows = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)low));
  lc_Vec highs = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)high));
  lc_Vec upper = _mm512_and_si512(_mm512_srli_epi16(v, 4), half);
  return _mm512_and_si512(_mm512_shuffle_epi8(lows, _mm512_and_si512(v, half)), _mm512_shuffle_epi8(highs, upper));
}
/* Return a bit for each byte whose classes in `a` and `b` have a bit in common. The bits of `always` count as set in
** each byte of `b`. */
static inline uint64_t lc_vec_common(lc_Vec a, lc_Vec b, char always) {
  return _mm512_test_epi8_mask(a, _mm512_or_si512(b, _mm512_set1_epi8(always)));
}

#elif defined(__AVX2__)
#include <immintrin.h>

typedef struct lc_Vec {
  __m256i half[2];
} lc_Vec;
typedef lc_Vec lc_Hits;

static inline lc_Vec lc_vec_load(const char *at) {
  lc_Vec v = {{_mm256_loadu_si256((const __m256i *)(const void *)at),
               _mm256_loadu_si256((const __m256i *)(const void *)(at + 32))}};
  return v;
}
static inline lc_Hits lc_vec_is(lc_Vec v, char c) {
  __m256i all = _mm256_set1_epi8(c);
  lc_Hits hits = {{_mm256_cmpeq_epi8(v.half[0], all), _mm256_cmpeq_epi8(v.half[1], all)}};
  return hits;
}
static inline lc_Hits lc_vec_below(lc_Vec v, unsigned char c) {
  __m256i top = _mm256_set1_epi8((char)(c - 1));
  lc_Hits hits = {{_mm256_cmpeq_epi8(_mm256_min_epu8(v.half[0], top), v.half[0]),
                   _mm256_cmpeq_epi8(_mm256_min_epu8(v.half[1], top), v.half[1])}};
  return hits;
}
static inline lc_Hits lc_hits_or(lc_Hits a, lc_Hits b) {
  lc_Hits hits = {{_mm256_or_si256(a.half[0], b.half[0]), _mm256_or_si256(a.half[1], b.half[1])}};
  return hits;
}
static inline lc_Hits lc_hits_and(lc_Hits a, lc_Hits b) {
  lc_Hits hits = {{_mm256_and_si256(a.half[0], b.half[0]), _mm256_and_si256(a.half[1], b.half[1])}};
  return hits;
}
static inline lc_Hits lc_hits_without(lc_Hits a, lc_Hits b) {
  lc_Hits hits = {{_mm256_andnot_si256(b.half[0], a.half[0]), _mm256_andnot_si256(b.half[1], a.half[1])}};
  return hits;
}
static inline uint64_t lc_hits_word(lc_Hits hits) {
  uint64_t low = (uint32_t)_mm256_movemask_epi8(hits.half[0]);
  return low | (uint64_t)(uint32_t)_mm256_movemask_epi8(hits.half[1]) << 32;
}

static inline __m256i lc_half_class(__m256i v, __m256i lows, __m256i highs) {
  __m256i half = _mm256_set1_epi8(15);
  __m256i upper = _mm256_and_si256(_mm256_srli_epi16(v, 4), half);
  return _mm256_and_si256(_mm256_shuffle_epi8(lows, _mm256_and_si256(v, half)), _mm256_shuffle_epi8(highs, upper));
}
static inline lc_Vec lc_vec_class(lc_Vec v, const uint8_t low[16], const uint8_t high[16]) {
  __m256i lows = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)low));
  __m256i highs = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)high));
  lc_Vec class = {{lc_half_class(v.half[0], lows, highs), lc_half_class(v.half[1], lows, highs)}};
  return class;
}
static inline uint64_t lc_vec_common(lc_Vec a, lc_Vec b, char always) {
  __m256i all = _mm256_set1_epi8(always), none = _mm256_setzero_si256();
  uint64_t misses[2];
  for (int i = 0; i < 2; i++) {
    __m256i common = _mm256_and_si256(a.half[i], _mm256_or_si256(b.half[i], all));
    misses[i] = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(common, none));
  }
  return ~(misses[0] | misses[1] << 32);
}

#elif defined(__SSE2__)
#include <emmintrin.h>

typedef struct lc_Vec {
  __m128i part[4];
} lc_Vec;
typedef lc_Vec lc_Hits;

static inline lc_Vec lc_vec_load(const char *at) {
  lc_Vec v;
  for (int i = 0; i < 4; i++) v.part[i] = _mm_loadu_si128((const __m128i *)(const void *)(at + 16 * i));
  return v;
}
static inline lc_Hits lc_vec_is(lc_Vec v, char c) {
  lc_Hits hits;
  for (int i = 0; i < 4; i++) hits.part[i] = _mm_cmpeq_epi8(v.part[i], _mm_set1_epi8(c));
  return hits;
}
static inline lc_Hits lc_vec_below(lc_Vec v, unsigned char c) {
  lc_Hits hits;
  __m128i top = _mm_set1_epi8((char)(c - 1));
  for (int i = 0; i < 4; i++) hits.part[i] = _mm_cmpeq_epi8(_mm_min_epu8(v.part[i], top), v.part[i]);
  return hits;
}
static inline lc_Hits lc_hits_or(lc_Hits a, lc_Hits b) {
  for (int i = 0; i < 4; i++) a.part[i] = _mm_or_si128(a.part[i], b.part[i]);
  return a;
}
static inline lc_Hits lc_hits_and(lc_Hits a, lc_Hits b) {
  for (int i = 0; i < 4; i++) a.part[i] = _mm_and_si128(a.part[i], b.part[i]);
  return a;
}
static inline lc_Hits lc_hits_without(lc_Hits a, lc_Hits b) {
  for (int i = 0; i < 4; i++) a.part[i] = _mm_andnot_si128(b.part[i], a.part[i]);
  return a;
}
static inline uint64_t lc_hits_word(lc_Hits hits) {
  uint64_t word = 0;
  for (int i = 0; i < 4; i++) word |= (uint64_t)(uint32_t)_mm_movemask_epi8(hits.part[i]) << (16 * i);
  return word;
}

#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>

typedef struct lc_Vec {
  v128_t part[4];
} lc_Vec;
typedef lc_Vec lc_Hits;

static inline lc_Vec lc_vec_load(const char *at) {
  lc_Vec v;
  for (int i = 0; i < 4; i++) v.part[i] = wasm_v128_load(at + 16 * i);
  return v;
}
static inline lc_Hits lc_vec_is(lc_Vec v, char c) {
  lc_Hits hits;
  for (int i = 0; i < 4; i++) hits.part[i] = wasm_i8x16_eq(v.part[i], wasm_i8x16_splat(c));
  return hits;
}
static inline lc_Hits lc_vec_below(lc_Vec v, unsigned char c) {
  lc_Hits hits;
  for (int i = 0; i < 4; i++) hits.part[i] = wasm_u8x16_lt(v.part[i], wasm_u8x16_splat(c));
  return hits;
}
static inline lc_Hits lc_hits_or(lc_Hits a, lc_Hits b) {
  for (int i = 0; i < 4; i++) a.part[i] = wasm_v128_or(a.part[i], b.part[i]);
  return a;
}
static inline lc_Hits lc_hits_and(lc_Hits a, lc_Hits b) {
  for (int i = 0; i < 4; i++) a.part[i] = wasm_v128_and(a.part[i], b.part[i]);
  return a;
}
static inline lc_Hits lc_hits_without(lc_Hits a, lc_Hits b) {
  for (int i = 0; i < 4; i++) a.part[i] = wasm_v128_andnot(a.part[i], b.part[i]);
  return a;
}
static inline uint64_t lc_hits_word(lc_Hits hits) {
  uint64_t word = 0;
  for (int i = 0; i < 4; i++) word |= (uint64_t)wasm_i8x16_bitmask(hits.part[i]) << (16 * i);
  return word;
}

#else

typedef struct lc_Vec {
  unsigned char byte[64]; /* see above: one block */
} lc_Vec;
typedef uint64_t lc_Hits;

static inline lc_Vec lc_vec_load(const char *at) {
  lc_Vec v;
  memcpy(v.byte, at, sizeof v.byte);
  return v;
}
static inline lc_Hits lc_vec_is(lc_Vec v, char c) {
  uint64_t word = 0;
  for (unsigned i = 0; i < 64; i++) word |= (uint64_t)(v.byte[i] == (unsigned char)c) << i;
  return word;
}
static inline lc_Hits lc_vec_below(lc_Vec v, unsigned char c) {
  uint64_t word = 0;
  for (unsigned i = 0; i < 64; i++) word |= (uint64_t)(v.byte[i] < c) << i;
  return word;
}
static inline lc_Hits lc_hits_or(lc_Hits a, lc_Hits b) { return a | b; }
static inline lc_Hits lc_hits_and(lc_Hits a, lc_Hits b) { return a & b; }
static inline lc_Hits lc_hits_without(lc_Hits a, lc_Hits b) { return a & ~b; }
static inline uint64_t lc_hits_word(lc_Hits hits) { return hits; }

#endif

#endif
