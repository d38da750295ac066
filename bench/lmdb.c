/*
** lmdb - a table of positions in LMDB, for bench/databases.lua. Needs liblmdb (Debian: liblmdb-dev).
** Usage: lmdb build FOLDER <ROWS      a row: key, number of the game and ply, separated by tabs
**        lmdb find FOLDER <KEYS       a key per line; prints the number of games with it
** The key has the 64 bits of the position, its values are the games and plies: sorted, of eight bytes each. The rows are
** sorted in memory and then appended, which is the fastest way to fill LMDB, and makes the smallest file.
*/
#include <inttypes.h>
#include <lmdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Row {
  uint64_t key, where; /* where: the game times 65536, plus the ply */
} Row;

static void check(int error, const char *what) {
  if (!error) return;
  fprintf(stderr, "lmdb: %s: %s\n", what, mdb_strerror(error));
  exit(1);
}

static int compare(const void *a, const void *b) {
  const Row *left = a, *right = b;
  if (left->key != right->key) return left->key < right->key ? -1 : 1;
  return left->where < right->where ? -1 : left->where > right->where;
}

static Row *read_rows(size_t *count) {
  Row *rows = NULL;
  size_t room = 0;
  int64_t key;
  uint64_t game, ply;
  for (*count = 0; scanf("%" SCNd64 " %" SCNu64 " %" SCNu64, &key, &game, &ply) == 3; ++*count) {
    if (*count == room) {
      room = room ? 2 * room : 1 << 20;
      rows = realloc(rows, room * sizeof *rows);
      if (!rows) check(MDB_PANIC, "memory");
    }
    rows[*count] = (Row){(uint64_t)key, game << 16 | ply};
  }
  return rows;
}

static MDB_txn *begin(const char *folder, MDB_env **env, MDB_dbi *table, unsigned flags) {
  MDB_txn *change;
  check(mdb_env_create(env), "create");
  check(mdb_env_set_mapsize(*env, (size_t)1 << 36), "size");
  check(mdb_env_open(*env, folder, flags | MDB_NOSYNC | MDB_NOLOCK, 0600), folder);
  check(mdb_txn_begin(*env, NULL, flags, &change), "begin");
  unsigned kind = MDB_INTEGERKEY | MDB_DUPSORT | MDB_DUPFIXED | MDB_INTEGERDUP;
  check(mdb_dbi_open(change, NULL, kind | (flags ? 0 : MDB_CREATE), table), "table");
  return change;
}

static void build(const char *folder) {
  MDB_env *env;
  MDB_dbi table;
  MDB_cursor *cursor;
  size_t count;
  Row *rows = read_rows(&count);
  qsort(rows, count, sizeof *rows, compare);
  MDB_txn *change = begin(folder, &env, &table, 0);
  check(mdb_cursor_open(change, table, &cursor), "cursor");
  for (size_t i = 0; i < count; i++) {
    MDB_val key = {sizeof rows->key, &rows[i].key}, value = {sizeof rows->where, &rows[i].where};
    check(mdb_cursor_put(cursor, &key, &value, i > 0 && rows[i].key == rows[i - 1].key ? MDB_APPENDDUP : MDB_APPEND), "put");
  }
  mdb_cursor_close(cursor);
  check(mdb_txn_commit(change), "commit");
  mdb_env_close(env);
  free(rows);
}

/* Return the number of games with a position. A game may have it several times. */
static uint64_t count_games(MDB_cursor *cursor, uint64_t number) {
  MDB_val key = {sizeof number, &number}, value;
  uint64_t games = 0, last = UINT64_MAX;
  if (mdb_cursor_get(cursor, &key, &value, MDB_SET)) return 0;
  for (int error = mdb_cursor_get(cursor, &key, &value, MDB_GET_MULTIPLE); !error;
       error = mdb_cursor_get(cursor, &key, &value, MDB_NEXT_MULTIPLE)) {
    for (size_t i = 0; i + 8 <= value.mv_size; i += 8) {
      uint64_t where;
      memcpy(&where, (const char *)value.mv_data + i, sizeof where);
      games += where >> 16 != last;
      last = where >> 16;
    }
  }
  return games;
}

static void find(const char *folder) {
  MDB_env *env;
  MDB_dbi table;
  MDB_cursor *cursor;
  int64_t key;
  MDB_txn *view = begin(folder, &env, &table, MDB_RDONLY);
  check(mdb_cursor_open(view, table, &cursor), "cursor");
  while (scanf("%" SCNd64, &key) == 1) printf("%" PRIu64 "\n", count_games(cursor, (uint64_t)key));
  mdb_cursor_close(cursor);
  mdb_txn_abort(view);
  mdb_env_close(env);
}

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "build") == 0) {
    build(argv[2]);
  } else if (argc == 3 && strcmp(argv[1], "find") == 0) {
    find(argv[2]);
  } else {
    fprintf(stderr, "usage: lmdb build|find FOLDER\n");
    return 2;
  }
  return 0;
}
