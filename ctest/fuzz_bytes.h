/*
** fuzz_bytes - reads the fuzzer's input byte by byte, for targets in which each byte is a choice. Bytes after the end
** are 0.
*/
#ifndef FUZZ_BYTES_H
#define FUZZ_BYTES_H

#include <stddef.h>
#include <stdint.h>

typedef struct Bytes {
  const uint8_t *data;
  size_t size;
} Bytes;

static inline unsigned take(Bytes *in) {
  if (in->size == 0) return 0;
  in->size--;
  return *in->data++;
}

#endif
