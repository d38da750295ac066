/*
** dialect_call - reads and writes moves with the functions of a dialect, for lc_DialectCalls.
**
**     print(san, uci, fen) --> the texts of a move, or nil. All of them are accepted in reading. The writer uses the
**                              first text that no other legal move has.
**     read(text, fen)      --> the move in SAN or UCI, or nil. Without this function, a text is compared with the texts
**                              of all legal moves.
**
** With `read`, a move is written as its first text for which `read` returns this move. Without `read`, `print` is
** called once for each legal move of a position. A cache stores the texts by FEN, for at most MOST_KEPT positions and
** MOST_BYTES. The functions receive only the FEN of a position, so the cache does not change the results.
*/
#include <stdlib.h>
#include <string.h>

#include "../notation/fen.h"
#include "../notation/san.h"
#include "../notation/uci.h"
#include "dialect.h"
#include "sandbox.h"

/* MOST_BYTES: a position takes 2 KiB with texts of ten bytes, and up to 2 MiB with 16 texts of 255 bytes for each
** move. */
enum { MOST_KEPT = 1024, MOST_BYTES = 16 << 20 };

_Static_assert((int)LCB_SANDBOX_TEXT < (int)LC_DIALECT_TEXT, "each text of a function has room");
_Static_assert(LCB_SANDBOX_TEXT <= UINT8_MAX, "the size of a text fits in Spelling.size");

typedef struct Spelling {
  lc_Move move;
  uint8_t size;
  uint32_t at; /* offset in `texts` */
} Spelling;

/* The texts of all legal moves of a position, in the order of the moves. */
typedef struct Page {
  char fen[LC_FEN_MAX];
  bool is_whole; /* memory was sufficient */
  size_t count, room, used, size;
  Spelling *spellings;
  char *texts;
} Page;

struct lcb_DialectCall {
  lcb_Sandbox *box;
  bool has_read;
  size_t bytes; /* of all pages */
  Page *pages[MOST_KEPT];
};

/* Write the FEN for the functions. In Chess960, castling rights are file letters, so that the functions can recognise
** the variant. */
static size_t write_fen(const lc_Position *p, char out[LC_FEN_MAX]) {
  lc_CastlingMode castling = p->chess960 ? LC_CASTLING_SHREDDER : LC_CASTLING_XFEN;
  return lc_fen_write(lcb_cpu(), p, LC_EP_LEGAL, castling, out);
}

/* ---- pages ---- */

static size_t page_size(const Page *page) { return sizeof *page + page->room * sizeof *page->spellings + page->size; }

static void free_page(Page *page) {
  if (!page) return;
  free(page->spellings);
  free(page->texts);
  free(page);
}

static void free_pages(lcb_DialectCall *it) {
  for (size_t i = 0; i < MOST_KEPT; i++) {
    free_page(it->pages[i]);
    it->pages[i] = NULL;
  }
  it->bytes = 0;
}

/* Put a page into its slot. If the pages would take too many bytes, the others are freed. */
static const Page *keep_page(lcb_DialectCall *it, Page **slot, Page *page) {
  if (*slot) it->bytes -= page_size(*slot);
  free_page(*slot);
  *slot = NULL;
  if (it->bytes + page_size(page) > MOST_BYTES) free_pages(it);
  it->bytes += page_size(page);
  return *slot = page;
}

/* Make room for `count` more items of `size` bytes. Returns false if memory is short. */
static bool reserve(void **items, size_t *room, size_t used, size_t count, size_t size) {
  if (used + count <= *room) return true;
  size_t wanted = (used + count) * 2;
  void *grown = realloc(*items, wanted * size);
  if (!grown) return false;
  *items = grown;
  *room = wanted;
  return true;
}

/* Calls of `print` for a list of moves. */
typedef struct Printing {
  const lc_Position *p;
  const lc_Move *next, *end;
  Page *page;
  lc_Move move; /* of the current call */
  char san[LC_SAN_MAX], uci[LC_UCI_MAX];
} Printing;

static bool ask_print(void *data, const char *arguments[]) {
  Printing *it = data;
  if (it->next == it->end || !it->page->is_whole) return false;
  it->move = *it->next++;
  it->san[lc_san_write(it->p, it->move, it->san)] = '\0';
  it->uci[lc_uci_write(it->p, it->move, it->uci)] = '\0';
  arguments[0] = it->san;
  arguments[1] = it->uci;
  arguments[2] = NULL;
  return true;
}

static void take_spelling(void *data, const char *text, size_t size) {
  Printing *it = data;
  Page *page = it->page;
  void *spellings = page->spellings, *texts = page->texts;
  page->is_whole = page->is_whole && reserve(&spellings, &page->room, page->count, 1, sizeof *page->spellings);
  page->is_whole = page->is_whole && reserve(&texts, &page->size, page->used, size, 1);
  page->spellings = spellings;
  page->texts = texts;
  if (!page->is_whole) return;
  page->spellings[page->count++] = (Spelling){it->move, (uint8_t)size, (uint32_t)page->used};
  memcpy(page->texts + page->used, text, size);
  page->used += size;
}

/* Add the texts of moves to a page. Returns false if a function fails or memory is short. */
static bool print_moves(lcb_DialectCall *it, const lc_Position *p, const char *fen, const lc_Move *moves, size_t count,
                        Page *page) {
  Printing printing = {.p = p, .next = moves, .end = moves + count, .page = page};
  return lcb_sandbox_call(it->box, "print", fen, ask_print, take_spelling, &printing) && page->is_whole;
}

/* Return the texts of all legal moves of a position, or NULL if a function fails or memory is short. */
static const Page *page_of(lcb_DialectCall *it, const lc_Position *p) {
  char fen[LC_FEN_MAX];
  size_t size = write_fen(p, fen);
  uint32_t hash = 2166136261u; /* FNV-1a */
  for (size_t i = 0; i < size; i++) hash = (hash ^ (unsigned char)fen[i]) * 16777619u;
  Page **slot = &it->pages[(hash ^ hash >> 16) % MOST_KEPT];
  if (*slot && strcmp((*slot)->fen, fen) == 0) return *slot;
  Page *page = calloc(1, sizeof *page);
  if (!page) return NULL;
  lc_MoveList list;
  memcpy(page->fen, fen, size + 1);
  page->is_whole = true;
  lc_legal_moves(p, &list);
  if (!print_moves(it, p, fen, list.moves, list.count, page)) {
    free_page(page);
    return NULL;
  }
  return keep_page(it, slot, page);
}

/* ---- the function `read` ---- */

typedef struct Answer {
  const lc_Position *p;
  const char *text;
  bool is_asked;
  lc_MoveList *out;
} Answer;

static bool ask_read(void *data, const char *arguments[]) {
  Answer *it = data;
  if (it->is_asked) return false;
  it->is_asked = true;
  arguments[0] = it->text;
  arguments[1] = NULL;
  return true;
}

static void take_move(void *data, const char *text, size_t size) {
  Answer *it = data;
  lc_Move move;
  if (it->out->count >= LC_MAX_MOVES) return;
  bool is_move =
      lc_san_read(it->p, text, size, &move) == LC_D_NONE || lc_uci_read(it->p, text, size, &move) == LC_D_NONE;
  if (!is_move || move == LC_NULL_MOVE) return;
  for (unsigned i = 0; i < it->out->count; i++) {
    if (it->out->moves[i] == move) return;
  }
  it->out->moves[it->out->count++] = move;
}

static void call_read(lcb_DialectCall *it, const lc_Position *p, const char *text, size_t size, lc_MoveList *out) {
  char fen[LC_FEN_MAX], copy[LC_DIALECT_TEXT];
  if (size >= sizeof copy || memchr(text, '\0', size)) return;
  memcpy(copy, text, size);
  copy[size] = '\0';
  write_fen(p, fen);
  Answer answer = {.p = p, .text = copy, .out = out};
  if (!lcb_sandbox_call(it->box, "read", fen, ask_read, take_move, &answer)) out->count = 0;
}

/* ---- lc_DialectCalls ---- */

static bool has_text(const Page *page, const Spelling *spelling, const char *text, size_t size) {
  return spelling->size == size && memcmp(page->texts + spelling->at, text, size) == 0;
}

static void find(void *context, const lc_Position *p, const char *text, size_t size, lc_MoveList *out) {
  lcb_DialectCall *it = context;
  out->count = 0;
  if (it->has_read) {
    call_read(it, p, text, size, out);
    return;
  }
  const Page *page = page_of(it, p);
  for (size_t i = 0; page && i < page->count; i++) {
    const Spelling *spelling = &page->spellings[i];
    bool is_new = out->count == 0 || out->moves[out->count - 1] != spelling->move;
    if (is_new && has_text(page, spelling, text, size)) out->moves[out->count++] = spelling->move;
  }
}

static size_t write_move(void *context, const lc_Position *p, lc_Move move, char out[LC_DIALECT_TEXT]) {
  lcb_DialectCall *it = context;
  Page own = {.is_whole = true};
  const Page *page = &own;
  size_t size = 0;
  if (it->has_read) {
    char fen[LC_FEN_MAX];
    write_fen(p, fen);
    if (!print_moves(it, p, fen, &move, 1, &own)) own.count = 0;
  } else {
    page = page_of(it, p);
  }
  for (size_t i = 0; page && i < page->count && size == 0; i++) {
    const Spelling *spelling = &page->spellings[i];
    const char *text = page->texts + spelling->at;
    lc_MoveList list;
    if (spelling->move != move) continue;
    find(it, p, text, spelling->size, &list);
    if (list.count != 1 || list.moves[0] != move) continue;
    size = spelling->size;
    memcpy(out, text, size);
  }
  free(own.spellings);
  free(own.texts);
  return size;
}

/* ---- the binding ---- */

static int close_call(lua_State *L) {
  free_pages(lua_touserdata(L, 1));
  return 0;
}

lcb_DialectCall *lcb_push_dialect_call(lua_State *L, int box, lc_DialectCalls *calls) {
  lcb_Sandbox *sandbox = luaL_checkudata(L, box, LCB_SANDBOX);
  box = lua_absindex(L, box);
  lcb_DialectCall *it = lua_newuserdatauv(L, sizeof *it, 1);
  memset(it, 0, sizeof *it);
  it->box = sandbox;
  it->has_read = lcb_sandbox_has(sandbox, "read");
  if (luaL_newmetatable(L, "lucena.DialectCall")) {
    lua_pushcfunction(L, close_call);
    lua_setfield(L, -2, "__gc");
  }
  lua_setmetatable(L, -2);
  lua_pushvalue(L, box);
  lua_setiuservalue(L, -2, 1);
  *calls = (lc_DialectCalls){.find = find, .write = write_move, .context = it};
  return it;
}

const char *lcb_dialect_problem(const lc_Dialect *dialect) {
  const lcb_DialectCall *it = dialect && dialect->calls.find ? dialect->calls.context : NULL;
  return it ? lcb_sandbox_problem(it->box) : NULL;
}
