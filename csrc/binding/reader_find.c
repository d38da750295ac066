/*
** reader_find - finds the next game. It fills the window, finds the game's boundaries, and reports text that
** belongs to no game. Before a Game is created, it tests the game in the window: whether it passes the query, and
** whether it has diagnostics.
*/
#include <string.h>

#include "../notation/codes.h"
#include "../notation/lexicon.h"
#include "../pgn/encoding.h"
#include "../pgn/tag_section.h"
#include "../pgn/text.h"
#include "interrupt.h"
#include "reader.h"

static void drop(lua_State *L, lcb_Reader *reader, size_t count) {
  lcb_window_report_changes(L, &reader->window, count, count, reader->is_strict);
  lcb_window_drop(&reader->window, count);
  reader->kept -= reader->kept > count ? count : reader->kept;
  lc_scan_forget(&reader->scan, count);
}

static lcb_Origin place_of_span(lcb_Reader *reader) { return lcb_window_place(&reader->window, reader->scan.begin); }

/* If a name of the seven tag roster is at text[at], return the offset after it; otherwise return `at`. */
static size_t roster_name_end(const char *text, size_t size, size_t at) {
  size_t end = at;
  while (end < size && lc_is_symbol(text[end])) end++;
  for (int i = 0; i < LC_ROSTER; i++) {
    if (end - at == lc_roster[i].name_size && memcmp(text + at, lc_roster[i].name, end - at) == 0) return end;
  }
  return at;
}

static size_t skip_blanks(const char *text, size_t size, size_t at) {
  while (at < size && lc_is_blank(text[at])) at++;
  return at;
}

/* Report whether the [ at text[at] begins a tag of a game. Other text in brackets with a quotation mark is not a tag:
** [quote="Bob"] in a forum, [the "Sicilian"]. */
static bool is_game_tag(const char *text, size_t size, size_t at) {
  if (!lc_tag_begins(text, size, at)) return false;
  at = skip_blanks(text, size, at + 1);
  return roster_name_end(text, size, at) > at;
}

/* Report whether a roster tag without brackets is at text[at], such as Event "Linares". */
static bool is_bare_tag(const char *text, size_t size, size_t at) {
  size_t end = roster_name_end(text, size, at);
  size_t quote = skip_blanks(text, size, end);
  return end > at && quote < size && text[quote] == '"';
}

/* Report whether a word begins with castling in a spelling that all readers accept. */
static bool begins_castling(const char *text, size_t size) {
  const lc_CastlingSpelling *it;
  for (size_t i = 0; (it = lc_castling_spelling(i)) != NULL; i++) {
    bool may_be = it->use != LC_CASTLING_REPAIRED && it->size <= size;
    if (may_be && memcmp(text, it->text, it->size) == 0) return true;
  }
  return false;
}

/* Report whether a numbered move is at text[at]: a number, periods, and a word that names a square or castles. */
static bool is_numbered_move(const char *text, size_t size, size_t at) {
  enum { LONGEST = 12 };
  size_t number = at;
  while (at < size && at - number < 4 && lc_is_digit(text[at])) at++;
  if (at == number || at == size || text[at] != '.') return false;
  while (at < size && text[at] == '.') at++;
  at = skip_blanks(text, size, at);
  size_t end = at;
  while (end < size && !lc_is_space(text[end])) end++;
  if (end - at > LONGEST || end - at < 2) return false;
  for (size_t i = at; i + 1 < end; i++) {
    if (text[i] >= 'a' && text[i] <= 'h' && text[i + 1] >= '1' && text[i + 1] <= '8') return true;
  }
  return begins_castling(text + at, end - at);
}

/* Return the LCB_SIGN_ bits of a text outside games: signs that it contains a game. */
static unsigned find_signs(const char *text, size_t size) {
  unsigned signs = 0;
  const char *end = text + size, *bracket = memchr(text, '[', size);
  while (bracket && !is_game_tag(text, size, (size_t)(bracket - text))) {
    bracket = memchr(bracket + 1, '[', (size_t)(end - bracket) - 1);
  }
  if (bracket) signs |= LCB_SIGN_TAG;
  for (size_t at = 0; at < size; at++) {
    at = skip_blanks(text, size, at);
    if (is_bare_tag(text, size, at)) signs |= LCB_SIGN_BARE_TAG;
    if (is_numbered_move(text, size, at)) signs |= LCB_SIGN_MOVES;
    while (at < size && !lc_is_line_end(text[at])) at++;
  }
  return signs;
}

/* Skip a part of a game or other text that is too large for the window. */
static void let_pass(lua_State *L, lcb_Reader *reader) {
  lc_Scan *scan = &reader->scan;
  bool is_first = !reader->is_oversize;
  if (is_first) reader->oversize = place_of_span(reader);
  reader->is_oversize = scan->cannot_wait = true;
  if (scan->phase == LC_SCAN_COMMENT && (is_first || scan->comment > 0)) {
    reader->brace = lcb_window_place(&reader->window, scan->comment);
  }
  size_t done = scan->at > LC_SCAN_LOOK ? scan->at - LC_SCAN_LOOK : 0;
  if (done == 0) {
    lc_scan_give_up(scan); /* a single tag fills the whole window */
    done = reader->window.used / 2;
    scan->at = scan->at > done ? scan->at : done;
  }
  if (scan->phase == LC_SCAN_STRAY) reader->signs |= (uint8_t)find_signs(reader->window.bytes, scan->at);
  drop(L, reader, done);
}

/* Fill the window. The scanner reads an unfinished long tag again from its beginning. If the source is a pipe, it
** returns short texts. They are joined before they are scanned, so that each byte is scanned only a few times. */
static void read_on(const lc_Scan *scan, lcb_Window *window) {
  enum { LONG = 1 << 16, SHARE = 4 };
  size_t again = window->used - scan->at;
  size_t enough = window->used + (again > LONG ? again / SHARE : 1);
  do lcb_window_fill(window);
  while (!window->at_end && window->used < window->room && window->used < enough);
}

/* Make room and read more bytes, if the window can grow. The bytes from offset `kept` on are needed: the gap before the
** game, and the game. */
static void refill(lua_State *L, lcb_Reader *reader) {
  lcb_Window *window = &reader->window;
  size_t begin = reader->scan.begin;
  drop(L, reader, reader->kept < begin ? reader->kept : begin);
  begin = reader->scan.begin;
  if (window->used == window->room) {
    if (begin > window->limit / 2 || (begin > 0 && window->room >= window->limit)) {
      /* A gap of megabytes (stray text or white space), or one that leaves no room for the game, is dropped. */
      reader->kept = begin;
      drop(L, reader, begin);
    } else if (window->room < window->limit) {
      lcb_window_grow(L, window, 2 * window->room);
    } else if (reader->scan.split > 0) {
      reader->scan.cannot_wait = true; /* the comment may have no end */
      return;
    } else {
      let_pass(L, reader);
    }
  }
  read_on(&reader->scan, window);
}

static void note_error(lua_State *L, lcb_Reader *reader, const lcb_Remark *remark) {
  lcb_window_note(L, &reader->window, remark, false);
  reader->errors += reader->is_strict || lc_code_severity(remark->code) == LC_ERROR;
}

/* Check the encoding once, when the first bytes have been read. Returns true if the input cannot be read. */
static bool sniff(lua_State *L, lcb_Reader *reader) {
  lcb_Window *window = &reader->window;
  if (reader->is_sniffed) return false;
  reader->is_sniffed = true;
  lcb_Remark remark = {.code = lcb_window_sniff(window)};
  if (remark.code == LC_D_NONE) return false;
  remark.place = lcb_window_place(window, 0);
  note_error(L, reader, &remark);
  return true;
}

static bool is_rest_blank(const lcb_Reader *reader) {
  size_t at = reader->scan.at;
  while (at < reader->window.used && lc_is_space(reader->window.bytes[at])) at++;
  return reader->window.at_end && at == reader->window.used;
}

/* Return the code for a text outside games. If the file has no games, the code says so. */
static lc_Code code_of_text(const lcb_Reader *reader, unsigned signs) {
  bool is_all = reader->games == 0 && is_rest_blank(reader) && lcb_source_defect(&reader->window.source) == LC_D_NONE;
  if (reader->scan.has_open_comment) return LC_D_UNCLOSED_COMMENT;
  if (reader->scan.is_fragment) return LC_D_FRAGMENT;
  if (reader->scan.phase != LC_SCAN_STRAY) return is_all ? LC_D_NO_GAME : LC_D_STRAY_TEXT;
  if (is_all) return LC_D_NOT_PGN;
  if (signs & (LCB_SIGN_TAG | LCB_SIGN_BARE_TAG)) return LC_D_STRAY_TAG;
  return signs & LCB_SIGN_MOVES ? LC_D_STRAY_MOVES : LC_D_STRAY_TEXT;
}

/* Report text outside games. Comments after the last game belong to no game either. */
static void report_text(lua_State *L, lcb_Reader *reader) {
  const lc_Scan *scan = &reader->scan;
  const char *text = reader->window.bytes + scan->begin;
  size_t size = scan->at - scan->begin, shown = 0;
  bool is_stray = scan->phase == LC_SCAN_STRAY;
  unsigned signs = reader->signs | (is_stray ? find_signs(text, size) : 0);
  lcb_Remark remark = {.code = code_of_text(reader, signs), .token = text};
  remark.place = reader->is_oversize ? reader->oversize : place_of_span(reader);
  /* text for the readers of parts still has the invalid bytes, so that these readers report them, too */
  bool replaces = !reader->waits_for_parts;
  reader->errors += lcb_window_mend(L, &reader->window, scan->begin, scan->at, replaces);
  while (shown < size && !lc_is_line_end(text[shown])) shown++;
  if (remark.code == LC_D_UNCLOSED_COMMENT) {
    if (reader->is_oversize) remark.place = reader->brace;
    shown = 1;
  }
  if (remark.code == LC_D_NO_GAME) remark.detail = "the file has only comments";
  if (signs & LCB_SIGN_BARE_TAG) remark.detail = "a tag is in brackets: [Event \"...\"]";
  remark.token_size = reader->is_oversize ? 0 : shown;
  remark.size = size;
  note_error(L, reader, &remark);
}

/* Report a game that was too large for the window. If an unclosed comment was the reason, report the comment, too. */
static void report_oversize(lua_State *L, lcb_Reader *reader) {
  lcb_Remark large = {.code = LC_D_GAME_TOO_LARGE, .place = reader->oversize};
  large.detail = lua_pushfstring(L, "the limit is %I bytes; --max-game sets it (max_game in Lua)",
                                 (LUAI_UACINT)reader->window.limit);
  reader->errors++;
  lcb_window_note(L, &reader->window, &large, false);
  lua_pop(L, 1);
  if (!reader->scan.has_open_comment) return;
  uint64_t end = lcb_window_offset(&reader->window, reader->scan.at);
  const char *detail = lua_pushfstring(L, "it takes in the last %I bytes%s", (LUAI_UACINT)(end - reader->brace.offset),
                                       reader->salvages ? "" : "; salvage (filter --salvage) reads games among them");
  lcb_Remark brace = {
      .code = LC_D_UNCLOSED_COMMENT, .place = reader->brace, .token = "{", .token_size = 1, .detail = detail};
  lcb_window_note(L, &reader->window, &brace, false);
  lua_pop(L, 1);
}

static void begin_span(lcb_Reader *reader) {
  lc_scan_begin(&reader->scan, reader->scan.at);
  reader->scan.salvages = reader->salvages;
  reader->scan.follows_game = reader->games > 0;
  reader->is_oversize = false;
  reader->signs = 0;
  reader->state = LCB_SEARCHING;
}

/* Report whether the game ends only because reading failed. Complete games before the failure are still returned. */
static bool is_cut_off(const lcb_Reader *reader) {
  return reader->window.source.error && reader->scan.result == LC_RESULT_NONE && is_rest_blank(reader);
}

static void search(lua_State *L, lcb_Reader *reader) {
  lcb_Window *window = &reader->window;
  switch (lc_scan_next(&reader->scan, window->cpu, window->bytes, window->used, window->at_end)) {
    case LC_SCAN_MORE: refill(L, reader); break;
    case LC_SCAN_EMPTY: reader->state = LCB_AT_END; break;
    case LC_SCAN_TEXT:
      report_text(L, reader);
      begin_span(reader);
      break;
    case LC_SCAN_GAME:
      if (is_cut_off(reader)) {
        reader->state = LCB_AT_END;
        break;
      }
      reader->games++;
      reader->state = LCB_HAS_GAME;
      if (reader->restarts_at_end && is_rest_blank(reader)) reader->scan.restarts = true;
      if (!reader->is_oversize) break;
      report_oversize(L, reader);
      reader->has_hole = true;
      begin_span(reader);
      break;
  }
}

/* Report the defect of a compressed source once, after all bytes that could be decoded. */
static void report_source(lua_State *L, lcb_Reader *reader) {
  lcb_Window *window = &reader->window;
  lcb_Remark remark = {.code = lcb_source_defect(&window->source)};
  if (remark.code == LC_D_NONE) return;
  remark.place = lcb_window_place(window, window->used);
  if (remark.code == LC_D_BAD_UTF16) remark.detail = "the last character is cut off";
  note_error(L, reader, &remark);
  window->source.defect = LC_SOURCE_SOUND;
}

/* Report the number of games of unsupported variants. Only the first of them has a diagnostic of its own. */
static void report_variants(lua_State *L, lcb_Reader *reader) {
  if (reader->odd_variants > 1) {
    lcb_Remark remark = {.code = LC_D_UNSUPPORTED_VARIANT};
    remark.place = lcb_window_place(&reader->window, reader->window.used);
    remark.detail = lua_pushfstring(L, "%I games in this file", (LUAI_UACINT)reader->odd_variants);
    lcb_window_note(L, &reader->window, &remark, false);
    lua_pop(L, 1);
  }
  reader->odd_variants = 0;
}

void lcb_reader_report_end(lua_State *L, lcb_Reader *reader) {
  report_variants(L, reader);
  report_source(L, reader);
}

void lcb_reader_find(lua_State *L, lcb_Reader *reader) {
  if (reader->state == LCB_NEEDS_SPAN) {
    if (reader->last > 0 && reader->games >= reader->last) return;
    reader->kept = reader->scan.at;
    reader->has_hole = false;
    begin_span(reader);
  }
  if (reader->state == LCB_SEARCHING && sniff(L, reader)) reader->state = LCB_AT_END;
  while (reader->state == LCB_SEARCHING) {
    lcb_stop_if_interrupted(L);
    search(L, reader);
  }
  if (reader->state == LCB_AT_END && !reader->waits_for_parts) lcb_reader_report_end(L, reader);
}

/* ---- games without diagnostics ----
** A replay of the mainline and a few tests of the bytes show for nearly all games of a clean file that they have no
** diagnostics. For these games, no object is created. The replay also finds the places of skipped text. Other games
** (with variations, comments among the tags, rare spellings) may also be without diagnostics, but only the full reading
** of game_diagnostics.c can show this. */

enum { WORD = sizeof(uint64_t) };
static const uint64_t EACH_BYTE = UINT64_C(0x0101010101010101);

/* Return the first eight bytes of a tag's name as a number; bytes after the name are set to 0. Their number in the
** name is stored as `used`. */
static uint64_t name_word(const char *at, unsigned *used) {
  uint64_t word;
  memcpy(&word, at, WORD);
  /* the first byte below '#' is the blank or quotation mark that ends the name */
  uint64_t below = (word - '#' * EACH_BYTE) & ~word & 0x80 * EACH_BYTE;
  *used = below ? (unsigned)__builtin_ctzll(below) / 8 : WORD;
  return below ? word & ((below & -below) - 1) >> 7 : word;
}

/* Return a mask of the bytes of a name's word that are not letters. Sums may reach the next byte if a byte is not
** ASCII, but then the mask is not 0. */
static uint64_t non_letters(uint64_t word) {
  const uint64_t high = 0x80 * EACH_BYTE;
  uint64_t small = word | 0x20 * EACH_BYTE;
  uint64_t letters = (small + (0x80 - 'a') * EACH_BYTE) & ~(small + (0x7f - 'z') * EACH_BYTE) & high;
  uint64_t given = (word + 0x7f * EACH_BYTE) & high;
  return (letters ^ given) | (word & high);
}

/* Report whether the tag of a regular section whose name is at `at` has a name, and then its value. */
static bool is_tag_named(const char *at) {
  const char *name = at;
  while (lc_is_symbol(*at)) at++;
  bool is_named = at > name;
  while (lc_is_blank(*at)) at++;
  return is_named && *at == '"';
}

/* Report whether a tag of a regular section has no name, two tags may have the same name, or there are more than
** `most`. Eight bytes after the section must be readable. */
static bool has_unusual_name(const char *text, size_t tags_end, uint32_t most) {
  enum { MOST = 1024 };
  if (most > MOST) most = MOST;
  uint64_t seen[16] = {0}, keys[MOST];
  unsigned count = 0;
  for (size_t at = 0;;) {
    uint64_t key = 0, odd = 0;
    size_t name_end = at + 1;
    for (unsigned used = WORD; used == WORD && name_end < tags_end; name_end += used) {
      uint64_t part = name_word(text + name_end, &used);
      odd |= non_letters(part);
      key = (key ^ part) * UINT64_C(0x9e3779b97f4a7c15);
    }
    /* nearly all tags are letters, a blank and a value */
    bool is_plain = odd == 0 && name_end > at + 1 && text[name_end] == ' ' && text[name_end + 1] == '"';
    if (count == most || (!is_plain && !is_tag_named(text + at + 1))) return true;
    uint64_t *word = &seen[key >> 60], bit = UINT64_C(1) << (key >> 54 & 63);
    for (unsigned i = 0; *word & bit && i < count; i++) {
      if (keys[i] == key) return true;
    }
    *word |= bit;
    keys[count++] = key;
    const char *end = memchr(text + at, '\n', tags_end - at);
    if (!end) return false;
    at = (size_t)(end - text) + 1;
  }
}

/* Report whether a full reading of the text would find no more diagnostics than the replay. */
static bool has_usual_text(const lcb_Reader *reader, const char *text, size_t size, size_t tags) {
  lc_Cpu cpu = reader->window.cpu;
  /* a comment at offset 0 comes before the tags, and then the tag section is not regular */
  bool has_comment = reader->scan.comment > 0;
  unsigned before = lc_text_traits(cpu, text, tags, false);
  unsigned after = lc_text_traits(cpu, text + tags, size - tags, has_comment);
  lc_Encoded encoded;
  const lcb_Limits *limits = reader->limits;
  if ((before | after) & LC_TRAIT_CONTROL || tags > limits->tag || size - tags > limits->comment) return false;
  if (after & LC_TRAIT_BRACKET && lc_section_find(text, size, tags) != SIZE_MAX) return false;
  if ((before | after) & LC_TRAIT_HIGH && lc_utf8_end(cpu, text, size, 0) < size) {
    lc_encoding_of(cpu, text, size, &encoded);
    if (encoded.is_mixed) return false;
  }
  return tags == 0 || !has_unusual_name(text, tags, limits->tags);
}

/* Report whether the scan and the start position already show that a full reading is needed. */
static bool is_plainly_unusual(const lcb_Reader *reader, const lc_Start *start) {
  const lc_Scan *scan = &reader->scan;
  if (scan->has_variation || !scan->has_regular_tags || scan->result == LC_RESULT_NONE || scan->has_gap) return true;
  if (scan->has_open_comment || start->repair_count || start->setup_end) return true;
  return reader->is_strict; /* in strict mode unusual spellings are errors too */
}

void lcb_reader_begin_replay(const lcb_Reader *reader, lc_Start *start, lc_Replay *out) {
  const lc_Scan *scan = &reader->scan;
  const char *text = reader->window.bytes + scan->begin;
  size_t size = scan->at - scan->begin, tags = lcb_tags_size(scan);
  size_t padding = reader->window.room + LCB_PADDING - scan->at;
  lc_start_find(text, scan->has_setup ? tags : 0, reader->tolerance, start);
  lc_replay_begin(out, text, size, padding, tags, reader->dialect, reader->tolerance, start);
}

bool lcb_reader_is_usual(const lcb_Reader *reader, lc_Replay *replay) {
  const lc_Scan *scan = &reader->scan;
  const char *text = reader->window.bytes + scan->begin;
  size_t size = scan->at - scan->begin, tags = lcb_tags_size(scan);
  lc_Start start;
  lcb_reader_begin_replay(reader, &start, replay);
  if (is_plainly_unusual(reader, &start)) return false;
  replay->checks_numbers = true;
  lc_replay_run(replay, reader->window.cpu, NULL, 0);
  if (replay->code != LC_D_NONE || replay->is_odd || !has_usual_text(reader, text, size, tags)) return false;
  if (lcb_contradiction(&replay->position, scan->result)) return false;
  lc_TagSection section = lcb_section(reader);
  lc_Tag tag;
  if (!lc_tag_find(&section, "Result", 6, &tag)) return true;
  size_t length;
  const char *sign = lc_result_text(scan->result, &length);
  return tag.is_good && tag.value_size == length && memcmp(text + tag.value, sign, length) == 0;
}

lcb_Game *lcb_reader_push_game(lua_State *L, lcb_Reader *reader) {
  lcb_Origin origin = lcb_window_place(&reader->window, reader->scan.begin);
  origin.number = reader->games;
  lua_getiuservalue(L, 1, LCB_READER_OPTIONS);
  lcb_Game *game = lcb_push_game(L, &reader->scan, reader->window.bytes, &origin, -1);
  game->is_strict = reader->is_strict;
  if (game->is_strict) game->tolerance = 0;
  lua_remove(L, -2);
  return game;
}
