/*
** cpu - the processor level, which selects a compiled variant of a hot loop, and macros that declare variants.
**
** A hot loop is written in a *_impl.h file. Small .c files compile it for up to three instruction sets: the baseline,
** x86-64-v3 (AVX2, BMI2) in *_v3.c, and x86-64-v4 (AVX-512) in *_v4.c. All variants give the same results. The core has
** no state, so each function has the level as an argument. The Lua binding chooses the level once. A loop has a variant
** for a level only if the variant is clearly faster: AVX-512 is for scanning text and for writing and reading FEN.
** On AMD processors before Zen 3, PEXT takes up to 250 cycles, so those machines use the baseline.
*/
#ifndef LC_CPU_H
#define LC_CPU_H

typedef enum lc_Cpu { LC_CPU_BASE = 0, LC_CPU_V3 = 3, LC_CPU_V4 = 4 } lc_Cpu;

#if defined(__x86_64__)

/* Declare the variants of a function. LC_VARIANTS(int, lc_perft, (const lc_Position *p)) declares lc_perft_base()
** and so on. */
#define LC_VARIANTS(type, name, parameters) \
  type name##_base parameters;              \
  type name##_v3 parameters;                \
  type name##_v4 parameters
/* Call the variant for `cpu`. Use LC_CALL_V3 for a function that has no x86-64-v4 variant. */
#define LC_CALL(cpu, name, arguments) \
  ((cpu) == LC_CPU_V4 ? name##_v4 arguments : LC_CALL_V3(cpu, name, arguments))
#define LC_CALL_V3(cpu, name, arguments) ((cpu) != LC_CPU_BASE ? name##_v3 arguments : name##_base arguments)

/* Return the best level that this machine supports. */
static inline lc_Cpu lc_cpu(void) {
  __builtin_cpu_init();
  if (__builtin_cpu_is("znver1") || __builtin_cpu_is("znver2") || __builtin_cpu_is("bdver4")) return LC_CPU_BASE;
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2") ||
      !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("fma")) {
    return LC_CPU_BASE;
  }
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    return LC_CPU_V4;
  }
  return LC_CPU_V3;
}

#else

#define LC_VARIANTS(type, name, parameters) type name##_base parameters
#define LC_CALL(cpu, name, arguments) ((void)(cpu), name##_base arguments)
#define LC_CALL_V3(cpu, name, arguments) LC_CALL(cpu, name, arguments)
static inline lc_Cpu lc_cpu(void) { return LC_CPU_BASE; }

#endif

#endif
