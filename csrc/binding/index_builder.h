/*
** index_builder - lucena.IndexBuilder: what its files share. index_build.c creates it and adds parts; index_write.c
** merges what was added and writes the tables.
*/
#ifndef LCB_INDEX_BUILDER_H
#define LCB_INDEX_BUILDER_H

#include "../index/format.h"
#include "../io/scratch.h"
#include "../io/sink.h"
#include "index_names.h"
#include "index_runs.h"

/* Names, and the temporary files with their texts and the ends of these. */
typedef struct lcb_Listed {
  lcb_KeySet names;
  uint64_t size;
  lc_Scratch *text, *ends;
} lcb_Listed;

enum { LCB_SORTER_PLACES, LCB_SORTER_PLAYED, LCB_SORTER_WORDS, LCB_SORTERS };
/* Temporary files. LCB_FILE_COUNTS has an lc_IndexCount for each game. */
enum {
  LCB_FILE_NAME_TEXT, LCB_FILE_NAME_ENDS, LCB_FILE_EVENT_TEXT, LCB_FILE_EVENT_ENDS, LCB_FILE_COUNTS,
  LCB_FILE_PLAYED_ENDS, LCB_FILE_PLACE_FENCES, LCB_FILE_MOVES, LCB_FILE_MOVE_FENCES, LCB_FILE_UNREAD, LCB_FILES
};

typedef struct lcb_IndexBuilder {
  lcb_Sorter sorters[LCB_SORTERS]; /* that of LCB_SORTER_PLACES has no memory: the parts are sorted */
  lcb_Listed names, events;
  lc_Scratch files[LCB_FILES];
  lc_Sink sink;
  lc_IndexPages pages;
  lc_IndexHead head;
  char *text;             /* for folded names */
  size_t text_room;
  uint32_t *numbers;      /* for each name of the part, its number in the index */
  size_t numbers_room;
  bool is_finished;
  bool is_used;           /* a method is running: see lcb_begin_use() */
} lcb_IndexBuilder;

/* Write all tables and the head of the index. `marks`: the members of a compressed file. Failures are in the files of
** `it`: see their fields `error`. */
void lcb_index_write(lua_State *L, lcb_IndexBuilder *it, const char *marks, size_t marks_size);

#endif
