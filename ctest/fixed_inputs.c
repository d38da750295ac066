/*
** fixed_inputs - runs a fuzz target on inputs that are the same in each run. It replaces libFuzzer, which makes inputs
** from those that reached new code. In a target in Lua, these differ between runs, because the order of Lua's tables
** depends on addresses and the time.
**
** The inputs are the given files in their order, and then COUNT changed copies of them. Only NAME, SEED, the files and
** the dictionary decide the changes. The current input is in the file CURRENT, which remains if the target fails.
** Usage: fixed_TARGET NAME SEED COUNT CURRENT FILE...         (a file with the end .dict is a dictionary of libFuzzer)
*/
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LARGEST = 1 << 17, FILES = 1 << 10, CHANGES = 8, PART_BITS = 7, SECONDS = 60 };

typedef struct Bytes {
  uint8_t *data;
  size_t size;
} Bytes;

typedef struct List {
  Bytes items[FILES];
  size_t count;
} List;

static List files, words;
static uint64_t generator, checksum;

static void fail(const char *what) {
  fprintf(stderr, "fixed_inputs: %s\n", what);
  exit(3);
}

/* ---- random choices -------------------------------------------------------------------------- */

/* FNV-1a. */
static uint64_t hash(uint64_t start, const void *data, size_t size) {
  const uint8_t *bytes = data;
  for (size_t i = 0; i < size; i++) start = (start ^ bytes[i]) * 0x100000001b3;
  return start;
}

/* SplitMix64 (Steele, Lea and Flood, 2014). */
static uint64_t next(void) {
  uint64_t x = generator += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

static size_t below(size_t limit) { return limit == 0 ? 0 : (size_t)(next() % limit); }

/* Most parts are short, some have up to 2^PART_BITS bytes. */
static size_t length(void) { return 1 + below((size_t)1 << below(PART_BITS + 1)); }

static Bytes part_of(Bytes from) {
  size_t at = below(from.size + 1), size = length();
  return (Bytes){from.data + at, size < from.size - at ? size : from.size - at};
}

static Bytes any_of(const List *list) {
  return list->count == 0 ? (Bytes){(uint8_t *)"", 0} : list->items[below(list->count)];
}

/* ---- changes --------------------------------------------------------------------------------- */

/* Half of the random bytes are ASCII. */
static Bytes random_bytes(uint8_t *room) {
  size_t size = length(), limit = below(2) ? 128 : 256;
  for (size_t i = 0; i < size; i++) room[i] = (uint8_t)below(limit);
  return (Bytes){room, size};
}

/* A copy of a part in which one bit is changed. */
static Bytes flipped(uint8_t *room, Bytes part) {
  memcpy(room, part.data, part.size);
  if (part.size != 0) room[below(part.size)] ^= (uint8_t)(1u << below(8));
  return (Bytes){room, part.size};
}

static void replace(Bytes *in, size_t at, size_t erased, Bytes with) {
  if (in->size - erased + with.size > LARGEST) return;
  memmove(in->data + at + with.size, in->data + at + erased, in->size - at - erased);
  memcpy(in->data + at, with.data, with.size);
  in->size += with.size - erased;
}

/* Erase a part, change a bit of it, or replace it by, or insert before it: random bytes, a word of the dictionary, a
** part of another file, or another part of the input. */
static void change(Bytes *in) {
  uint8_t room[1 << PART_BITS], copy[1 << PART_BITS];
  Bytes part = part_of(*in), with = {room, 0};
  size_t at = (size_t)(part.data - in->data), erased = below(2) ? part.size : 0;
  switch (below(words.count ? 6 : 5)) {
    case 0: erased = part.size; break;
    case 1: erased = part.size, with = flipped(room, part); break;
    case 2: with = random_bytes(room); break;
    case 3: with = part_of(any_of(&files)); break;
    case 4: with = part_of(*in); break;
    default: with = any_of(&words); break;
  }
  if (with.size > sizeof copy) with.size = sizeof copy;
  memcpy(copy, with.data, with.size); /* a part of the input moves */
  replace(in, at, erased, (Bytes){copy, with.size});
}

/* ---- files ----------------------------------------------------------------------------------- */

static Bytes copy_of(const void *data, size_t size) {
  Bytes out = {malloc(size ? size : 1), size}; /* exact, so that AddressSanitizer detects reads after the end */
  if (!out.data) fail("not enough memory");
  memcpy(out.data, data, size);
  return out;
}

static void add(List *list, Bytes item) {
  if (list->count == FILES) fail("too many files or words");
  list->items[list->count++] = item;
}

static Bytes read_file(const char *path) {
  static uint8_t data[LARGEST + 1];
  FILE *file = fopen(path, "rb");
  size_t size = file ? fread(data, 1, sizeof data, file) : 0;
  if (!file || ferror(file) || size > LARGEST) fail(path);
  fclose(file);
  return copy_of(data, size);
}

/* Read the word of a line `"word"` or `name="word"`, in which `\"`, `\\` and `\xAB` are escapes. */
static void add_word(const char *line) {
  uint8_t word[LARGEST];
  size_t size = 0;
  const char *at = *line == '#' ? NULL : strchr(line, '"');
  if (!at) return;
  while (*++at && *at != '"') {
    unsigned byte = (unsigned char)*at;
    if (*at == '\\' && sscanf(at, "\\x%2x", &byte) == 1) at += 3;
    else if (*at == '\\') byte = (unsigned char)*++at;
    word[size++] = (uint8_t)byte;
  }
  add(&words, copy_of(word, size));
}

static void add_dictionary(const char *path) {
  static char line[LARGEST];
  FILE *file = fopen(path, "r");
  if (!file) fail(path);
  while (fgets(line, sizeof line, file)) add_word(line);
  fclose(file);
}

static void add_path(const char *path) {
  size_t size = strlen(path);
  if (size > 5 && strcmp(path + size - 5, ".dict") == 0) add_dictionary(path);
  else add(&files, read_file(path));
}

static void write_file(const char *path, Bytes bytes) {
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(bytes.data, 1, bytes.size, file) != bytes.size || fclose(file) != 0) fail(path);
}

/* ---- runs ------------------------------------------------------------------------------------ */

static void run(Bytes in, const char *current) {
  Bytes exact = copy_of(in.data, in.size);
  checksum = hash(hash(checksum, &exact.size, sizeof exact.size), exact.data, exact.size);
  write_file(current, exact);
  alarm(SECONDS);
  LLVMFuzzerTestOneInput(exact.data, exact.size);
  free(exact.data);
}

static void run_changed(const char *current) {
  static uint8_t room[LARGEST];
  Bytes in = {room, 0};
  replace(&in, 0, 0, any_of(&files));
  for (size_t left = 1 + below(CHANGES); left != 0; left--) change(&in);
  run(in, current);
}

static void free_all(List *list) {
  for (size_t i = 0; i < list->count; i++) free(list->items[i].data);
}

int main(int argc, char **argv) {
  if (argc < 5) fail("usage: fixed_TARGET NAME SEED COUNT CURRENT FILE...");
  size_t count = (size_t)strtoul(argv[3], NULL, 10);
  generator = hash(strtoull(argv[2], NULL, 10), argv[1], strlen(argv[1]));
  for (int i = 5; i < argc; i++) add_path(argv[i]);
  for (size_t i = 0; i < files.count; i++) run(files.items[i], argv[4]);
  for (size_t i = 0; i < count; i++) run_changed(argv[4]);
  remove(argv[4]);
  printf("%zu inputs, checksum %016" PRIx64 "\n", files.count + count, checksum);
  free_all(&files);
  free_all(&words);
  return 0;
}
