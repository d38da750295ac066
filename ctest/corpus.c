/*
** corpus - runs a fuzz target once on each of the given files, without libFuzzer. This is for processors and C
** libraries that libFuzzer does not support. If a property does not hold, the program aborts, as with libFuzzer.
** Usage: corpus_TARGET FILE...
*/
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void run(const char *path) {
  enum { LARGEST = 1 << 22 };
  FILE *file = fopen(path, "rb");
  uint8_t *data = malloc(LARGEST);
  if (!file || !data) {
    fprintf(stderr, "corpus: cannot read %s\n", path);
    exit(3);
  }
  size_t size = fread(data, 1, LARGEST, file);
  uint8_t *exact = malloc(size ? size : 1); /* so that AddressSanitizer detects reads after the end */
  if (!exact) exit(3);
  for (size_t i = 0; i < size; i++) exact[i] = data[i];
  LLVMFuzzerTestOneInput(exact, size);
  free(exact);
  free(data);
  fclose(file);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) run(argv[i]);
  printf("%d files\n", argc - 1);
  return 0;
}
