#include "tag_section.h"

#include <string.h>

#define LC_PLACE(name, otherwise) {name, sizeof name - 1, otherwise}
const lc_TagPlace lc_roster[LC_ROSTER + 1] = {
    LC_PLACE("Event", "?"), LC_PLACE("Site", "?"),   LC_PLACE("Date", "????.??.??"), LC_PLACE("Round", "?"),
    LC_PLACE("White", "?"), LC_PLACE("Black", "?"), LC_PLACE("Result", "*"),        LC_PLACE("*", NULL)};
#undef LC_PLACE

typedef struct Out {
  char *bytes;
  size_t room, length;
} Out;

static void put(Out *out, const char *bytes, size_t size) {
  if (out->length + size <= out->room) memcpy(out->bytes + out->length, bytes, size);
  out->length += size;
}

/* Return the offset of the next occurrence of a byte in the value, or the offset of the value's end. */
static size_t find(const lc_TagLine *tag, size_t at, char byte) {
  const char *found = memchr(tag->value + at, byte, tag->value_size - at);
  return found ? (size_t)(found - tag->value) : tag->value_size;
}

static void put_value(Out *out, const lc_TagLine *tag) {
  size_t quote = find(tag, 0, '"'), slash = find(tag, 0, '\\');
  for (size_t at = 0;;) {
    size_t end = quote < slash ? quote : slash;
    put(out, tag->value + at, end - at);
    if (end == tag->value_size) return;
    char next = end + 1 < tag->value_size ? tag->value[end + 1] : '\0';
    /* In raw values, escapes are copied. All other quotation marks and backslashes get a backslash. */
    bool is_escape = tag->is_raw && end == slash && (next == '"' || next == '\\');
    put(out, "\\", 1);
    put(out, is_escape ? &next : tag->value + end, 1);
    at = end + (is_escape ? 2 : 1);
    if (quote < at) quote = find(tag, at, '"');
    if (slash < at) slash = find(tag, at, '\\');
  }
}

static void put_line(Out *out, const lc_TagLine *tag) {
  if (tag->name_size == 0) {
    put(out, tag->value, tag->value_size);
    put(out, "\n", 1);
    return;
  }
  put(out, "[", 1);
  put(out, tag->name, tag->name_size);
  put(out, " \"", 2);
  put_value(out, tag);
  put(out, "\"]\n", 3);
}

static bool is_named(const lc_TagLine *tag, const char *name, size_t size) {
  return tag->name_size == size && memcmp(tag->name, name, size) == 0;
}

/* Mark all tags of a name as placed. Returns the number of these tags. `first` is set to the first of them. */
static size_t place(lc_TagLine *tags, size_t count, const lc_TagPlace *where, lc_TagLine *first) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    if (tags[i].is_placed || !is_named(&tags[i], where->name, where->name_size)) continue;
    tags[i].is_placed = true;
    if (found++ == 0) *first = tags[i];
  }
  return found;
}

static int compare_names(const lc_TagLine *a, const lc_TagLine *b) {
  size_t common = a->name_size < b->name_size ? a->name_size : b->name_size;
  int order = memcmp(a->name, b->name, common);
  return order != 0 ? order : (a->name_size > b->name_size) - (a->name_size < b->name_size);
}

static bool is_before(const lc_TagLine *a, const lc_TagLine *b) {
  int order = compare_names(a, b);
  return order != 0 ? order < 0 : a->order < b->order;
}

/* Move the tag at `at` down to its place in a heap of `count` tags (heap sort). */
static void sink(lc_TagLine *tags, size_t at, size_t count) {
  lc_TagLine moved = tags[at];
  for (size_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && is_before(&tags[child], &tags[child + 1])) child++;
    if (!is_before(&moved, &tags[child])) break;
    tags[at] = tags[child];
  }
  tags[at] = moved;
}

static void sort(lc_TagLine *tags, size_t count) {
  for (size_t i = count / 2; i-- > 0;) sink(tags, i, count);
  for (size_t left = count; left > 1; left--) {
    lc_TagLine last = tags[left - 1];
    tags[left - 1] = tags[0];
    tags[0] = last;
    sink(tags, 0, left - 1);
  }
}

/* Write all tags whose names are not in the list of places. */
static void put_others(Out *out, lc_TagLine *tags, size_t count) {
  size_t left = 0;
  for (size_t i = 0; i < count; i++) {
    if (tags[i].is_placed) continue;
    lc_TagLine other = tags[i];
    tags[i] = tags[left];
    tags[left++] = other;
  }
  sort(tags, left);
  for (size_t i = 0; i < left; i++) put_line(out, &tags[i]);
}

/* Move the tags of a name to the front. Returns their number. */
static size_t gather(lc_TagLine *tags, size_t count, const lc_TagPlace *where) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    if (!is_named(&tags[i], where->name, where->name_size)) continue;
    lc_TagLine other = tags[i];
    tags[i] = tags[found];
    tags[found++] = other;
  }
  return found;
}

/* Write all tags of a name, in the order of the game. */
static void put_named(Out *out, lc_TagLine *tags, size_t count, const lc_TagPlace *where) {
  size_t found = gather(tags, count, where);
  sort(tags, found);
  for (size_t i = 0; i < found; i++) put_line(out, &tags[i]);
}

size_t lc_write_tag_section(lc_TagLine *tags, size_t count, const lc_TagPlace *places, size_t place_count, char *out,
                        size_t room) {
  Out to = {out, room, 0};
  lc_TagLine found[LC_TAG_PLACES];
  size_t counts[LC_TAG_PLACES];
  /* Find all tags that the list of places names. So "*" does not write a tag that the list names after "*". */
  for (size_t i = 0; i < place_count; i++) counts[i] = place(tags, count, &places[i], &found[i]);
  for (size_t i = 0; i < place_count; i++) {
    const lc_TagPlace *where = &places[i];
    if (where->name_size == 1 && where->name[0] == '*') {
      put_others(&to, tags, count);
    } else if (counts[i] == 1) {
      put_line(&to, &found[i]);
    } else if (counts[i] > 1) {
      put_named(&to, tags, count, where);
    } else if (where->otherwise) {
      lc_TagLine line = {where->name, where->otherwise, where->name_size, strlen(where->otherwise), 0, false, true};
      put_line(&to, &line);
    }
  }
  if (to.length > 0) put(&to, "\n", 1);
  return to.length;
}
