/*
** cpu - which of the compiled variants of a hot loop this machine runs best.
**
** Hot loops stand in *_impl.h files and are compiled by small files for three instruction sets: the
** baseline, x86-64-v3 (AVX2, BMI2) in *_v3.c, x86-64-v4 (AVX-512) in *_v4.c. Who runs such a loop asks once
** and keeps the answer; there is no global switch. PEXT is microcode on AMD before Zen 3 (250 cycles a
** call), so those machines get the baseline.
*/
#ifndef LC_CPU_H
#define LC_CPU_H

typedef enum lc_Cpu { LC_CPU_BASE = 0, LC_CPU_V3 = 3, LC_CPU_V4 = 4 } lc_Cpu;

#if defined(__x86_64__)
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
static inline lc_Cpu lc_cpu(void) { return LC_CPU_BASE; }
#endif

#endif
