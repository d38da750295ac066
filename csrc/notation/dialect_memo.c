/*
** dialect_memo - remembers which tokens were read without repairs, and which texts were written.
**
** The readings of a token (the ways to divide it into piece, origin, destination and signs) do not depend on the
** position. If a token has exactly one reading without repairs, the move that it means is determined by *facts*: the
** move's SAN and a few details that SAN omits. So the memo stores, for each token, the facts of the moves that it has
** meant. In a later position, it finds a legal move by its SAN, or by the squares in the token, and compares the facts.
** If they are equal, the token means this move and no other move:
**   - A reading with both squares fits only one move.
**   - Any other reading names at least the piece and the origin that the SAN names, and only one legal move has this
**     SAN (see is_decisive()).
**   - A reading such as "exd" must meet one more condition: the file has only one pawn.
** A token may have a second exact reading, such as Hebrew Qa6, which can also be read as king, e-file, a6. Then the
** token means the move only if no piece could fit the second reading. A move whose sign of check is a separate word
** ("Nf3 ch") is read without the sign, with the repair check_sign. The parser reads all other tokens. The fuzzer
** compares results with and without the memo.
**
** A hash value selects a row of WAYS entries. A new entry replaces the least used entry of its row.
*/
#include <string.h>

#include "dialect_memo.h"
#include "codes.h"
#include "san.h"

enum { READ_BITS = 15, WRITTEN_BITS = 15, WAYS = 4, SEEN = 4, WRITTEN_TEXT = 25 };

/* A token of the side to move, padded with zeros. */
typedef union Key {
  uint64_t words[6];
  struct {
    char text[46];
    uint8_t size, color; /* size 0: empty */
  } of;
} Key;

/* The pieces and the origin of a reading: see lc_Syntax. */
typedef struct Origin {
  uint8_t pieces, file, rank;
} Origin;

/* A token with one or two readings without repairs. */
typedef struct Read {
  Key key;
  uint64_t seen[SEEN]; /* facts of moves that the token has meant, newest first; 0: none */
  Origin origin, rival; /* of the reading, and of the second reading, which has pieces = 0 if it does not exist */
  uint8_t to_file, to_rank; /* to_file is LC_NOT_GIVEN for castling as a word */
  uint8_t wing;
  uint8_t glyph;
  uint8_t uses;
  bool is_token;       /* lc_dialect_confirm() was called */
} Read;

/* The text that was written for a move: the first text that lc_dialect_write() tries. */
typedef struct Written {
  uint64_t facts; /* 0: empty */
  lc_Move move;
  uint8_t color, size;
  uint8_t uses;
  bool has_blanks;
  bool is_conditional; /* the text means the move only in positions that agrees() accepts */
  char text[WRITTEN_TEXT];
} Written;

struct lc_DialectMemo {
  Read read[1 << READ_BITS]; /* rows of WAYS entries */
  Written written[1 << WRITTEN_BITS];
};

size_t lc_dialect_memo_size(void) { return sizeof(lc_DialectMemo); }

/* ---- keys ---- */

/* Return up to eight bytes as a number, the first byte lowest. */
LC_INLINE uint64_t load(const char *text, size_t size) {
  uint64_t word = 0;
  uint32_t low, high;
  if (size >= 8) {
    memcpy(&word, text, 8);
  } else if (size >= 4) {
    memcpy(&low, text, 4);
    memcpy(&high, text + size - 4, 4);
    word = low | (uint64_t)high << 8 * (size - 4);
  } else {
    for (size_t i = 0; i < size; i++) word |= (uint64_t)(unsigned char)text[i] << 8 * i;
  }
  return word;
}

/* Make the key of a token, with blanks instead of "_" if `has_blanks` is set. Returns false if the token is too long.
*/
LC_INLINE bool make_key(Key *key, unsigned color, const char *text, size_t size, bool has_blanks) {
  if (size - 1 >= sizeof key->of.text) return false;
  *key = (Key){.words = {0}};
  for (size_t i = 0; i < size; i += 8) key->words[i / 8] = load(text + i, size - i);
  for (size_t i = 0; has_blanks && i < size; i++) key->of.text[i] = text[i] == '_' ? ' ' : text[i];
  key->of.size = (uint8_t)size;
  key->of.color = (uint8_t)color;
  return true;
}

/* Return the row of a key. */
LC_INLINE Read *read_row(lc_DialectMemo *memo, const Key *key) {
  uint64_t hash = key->words[5];
  for (size_t i = 0; i < key->of.size; i += 8) hash = (hash ^ key->words[i / 8]) * UINT64_C(0x9e3779b97f4a7c15);
  hash ^= hash >> 32;
  return &memo->read[hash * UINT64_C(0x9e3779b97f4a7c15) >> (64 - READ_BITS) & ~(uint64_t)(WAYS - 1)];
}

LC_INLINE bool is_same_key(const Key *a, const Key *b) {
  uint64_t difference = 0;
  for (unsigned i = 0; i < 6; i++) difference |= a->words[i] ^ b->words[i];
  return difference == 0;
}

/* ---- facts ---- */

enum { LACKS_CHECK = 0x80, SIZE_AT = 56, EP_AT = 59, DOUBLE_AT = 60, VICTIM_AT = 61 };

/* Return the facts of a move, or 0 if a reading might need more. The facts are:
**   - the SAN with the sign of check, and its length;
**   - whether the move is en passant, or castling in Chess960;
**   - double check and the captured piece, if the dialect has words for them.
** In Read.seen, LACKS_CHECK is added to the first byte if the token lacks the sign of check. */
LC_INLINE uint64_t facts_of(const lc_Dialect *d, const lc_Position *p, lc_Move move, lc_SanWord san) {
  unsigned from = lc_move_from(move), to = lc_move_to(move), color;
  if (move == LC_NULL_MOVE || san.bits > SIZE_AT) return 0;
  bool is_ep = lc_has(p->sets[LC_PAWN], from) && to == p->ep && lc_file(from) != lc_file(to);
  bool is_special = is_ep || (lc_move_is_castle(move) && p->chess960);
  uint64_t facts = san.bytes | (uint64_t)(san.bits / 8) << SIZE_AT | (uint64_t)is_special << EP_AT;
  unsigned last = (unsigned)(san.bytes >> (san.bits - 8)) & 255;
  if (d->lists[LC_WORDS_DOUBLE].count > 0 && last == '+') {
    lc_Position next = *p;
    lc_position_play(&next, move);
    facts |= (uint64_t)lc_is_many(lc_position_checkers(&next)) << DOUBLE_AT;
  }
  if (d->victim_place != LC_PLACE_NONE && lc_position_is_capture(p, move) && !is_ep)
    facts |= (uint64_t)(1 + lc_position_piece_at(p, to, &color)) << VICTIM_AT;
  return facts;
}

LC_INLINE bool has_square(const Read *read) {
  return read->origin.file != LC_NOT_GIVEN && read->origin.rank != LC_NOT_GIVEN && read->to_rank != LC_NOT_GIVEN;
}

/* If a dialect always writes the origin, the piece and the origin in the SAN make no difference to its readings. Return
** the facts without these parts of the SAN. */
LC_INLINE uint64_t reduced(const lc_Dialect *d, const lc_Position *p, const Read *read, lc_Move move, uint64_t facts) {
  bool is_pawn = lc_has(p->sets[LC_PAWN], lc_move_from(move));
  if (facts == 0 || !has_square(read) || (is_pawn ? d->pawn_origin : d->origin) != LC_ORIGIN_ALWAYS) return facts;
  if (lc_move_is_castle(move)) return facts;
  unsigned last = (unsigned)(facts >> (8 * (facts >> SIZE_AT & 7) - 8)) & 255;
  bool is_check = last == '+' || last == '#';
  return facts >> EP_AT << EP_AT | 1u | (is_pawn ? 2u : 0) | (lc_position_is_capture(p, move) ? 4u : 0) |
         lc_move_promotion(move) << 3 | (is_check ? last : 0) << 8;
}

/* Report whether the file of the square has exactly one pawn of the side to move. */
LC_INLINE bool has_lone_pawn(const lc_Position *p, unsigned square) {
  return lc_is_single(p->sets[LC_PAWN] & p->sets[LC_BY_COLOR + p->turn] & LC_FILE_A << lc_file(square));
}

/* Report whether a piece of the side to move might fit the second reading. Pieces between are ignored. */
LC_INLINE bool has_rival(const Read *read, const lc_Position *p) {
  const Origin *rival = &read->rival;
  lc_Bits own = p->sets[LC_BY_COLOR + p->turn], found = 0;
  if (rival->file != LC_NOT_GIVEN) own &= LC_FILE_A << rival->file;
  if (rival->rank != LC_NOT_GIVEN) own &= LC_RANK_1 << 8 * rival->rank;
  for (unsigned piece = LC_PAWN; piece <= LC_KING; piece++) {
    if (rival->pieces & 1u << piece) found |= p->sets[piece] & lc_reach[piece][read->to_rank * 8 + read->to_file];
  }
  return (found & own) != 0;
}

/* Report whether the squares, the wing and the piece of the reading are those of a legal move. */
LC_INLINE bool agrees(const Read *read, const lc_Position *p, lc_Move move) {
  unsigned from = lc_move_from(move), to = (unsigned)read->to_rank * 8 + read->to_file;
  if (read->to_file == LC_NOT_GIVEN) return true; /* a word for castling */
  bool is_from = (read->origin.file == LC_NOT_GIVEN || read->origin.file == lc_file(from)) &&
                 (read->origin.rank == LC_NOT_GIVEN || read->origin.rank == lc_rank(from)) &&
                 (!read->wing || (read->wing == 2) == (lc_file(from) >= 4));
  if (!is_from || (read->rival.pieces && has_rival(read, p))) return false;
  if (lc_move_is_castle(move)) return !p->chess960 && (to == lc_move_to(move) || to == lc_move_king_to(move));
  if (read->to_rank == LC_NOT_GIVEN) return has_lone_pawn(p, from);
  return !has_square(read) || (to == lc_move_to(move) && read->origin.pieces & 1u << lc_play_type(p, from));
}

/* Report whether agrees() depends on more than the facts of the move. */
LC_INLINE bool is_conditional(const Read *read) {
  return read->rival.pieces || (read->to_file != LC_NOT_GIVEN && read->to_rank == LC_NOT_GIVEN);
}

LC_INLINE bool has_seen(const Read *read, uint64_t facts) {
  bool found = false;
  for (unsigned i = 0; i < SEEN; i++) found |= read->seen[i] == facts;
  return found && facts != 0;
}

/* Report whether a reading has at least the elements of the SAN. */
static bool is_decisive(const lc_Syntax *s, const lc_Position *p, lc_Move move, lc_SanWord san) {
  unsigned piece = lc_play_type(p, lc_move_from(move)), size = san.bits / 8;
  bool has_file = s->file != LC_NOT_GIVEN, has_rank = s->rank != LC_NOT_GIVEN;
  if (s->kind != LC_SYNTAX_MOVE) return lc_move_is_castle(move);
  if (has_file && has_rank && s->to_rank != LC_NOT_GIVEN) return true;
  if (lc_move_is_castle(move) || s->pieces != 1u << piece) return false;
  char text[8];
  lc_san_store(san, text);
  if (piece == LC_PAWN) return text[1] != 'x' || has_file;
  while (size > 0 && strchr("+#", text[size - 1])) size--;
  for (unsigned i = 1; i + 2 < size; i++) {
    if (text[i] >= 'a' && text[i] <= 'h' && !has_file) return false;
    if (text[i] >= '1' && text[i] <= '8' && !has_rank) return false;
  }
  return true;
}

/* Add facts to an entry that was learned from a reading with the origin `from`. */
static void add_facts(Read *read, const Origin *from, uint64_t facts) {
  if (has_seen(read, facts) || memcmp(&read->origin, from, sizeof *from) != 0) return;
  memmove(read->seen + 1, read->seen, sizeof read->seen - sizeof read->seen[0]);
  read->seen[0] = facts;
}

/* ---- reading ---- */

/* Report whether two readings have the same elements; their repairs may differ. */
static bool is_same_syntax(const lc_Syntax *a, const lc_Syntax *b) {
  return memcmp(a, b, offsetof(lc_Syntax, last)) == 0;
}

/* Choose the first two exact readings of a list. Returns the number of exact readings. */
static unsigned choose_exact(const lc_SyntaxList *list, const lc_Syntax *exact[2]) {
  unsigned count = 0;
  for (unsigned i = 0; i < list->count; i++) {
    const lc_Syntax *s = &list->items[i];
    if (s->repairs || (count > 0 && is_same_syntax(s, exact[0]))) continue;
    if (count < 2) exact[count] = s;
    count++;
  }
  return count;
}

/* Report whether all readings that differ from `exact` need repairs graver than check_sign. */
static bool is_alone(const lc_SyntaxList *list, const lc_Syntax *exact) {
  for (unsigned i = 0; i < list->count; i++) {
    const lc_Syntax *s = &list->items[i];
    bool is_slight = lc_repairs_rung(s->repairs) <= lc_repairs_rung(LC_REPAIR_CHECK_SIGN);
    if (is_slight && !is_same_syntax(s, exact)) return false;
  }
  return true;
}

static Origin origin_of(const lc_Syntax *s) {
  bool is_move = s->kind == LC_SYNTAX_MOVE;
  return (Origin){s->pieces, is_move ? s->file : LC_NOT_GIVEN, is_move ? s->rank : LC_NOT_GIVEN};
}

/* Report whether has_rival() can test the second reading. */
static bool can_be_rival(const lc_Syntax *s, const lc_Syntax *rival) {
  return rival->kind == LC_SYNTAX_MOVE && s->kind == LC_SYNTAX_MOVE && rival->to_file == s->to_file &&
         rival->to_rank == s->to_rank && s->to_rank != LC_NOT_GIVEN && !(rival->pieces & 1u << LC_PAWN);
}

/* Return the entry for a key, which may have to be created. */
static Read *take_read(lc_DialectMemo *memo, const Read *wanted) {
  Read *row = read_row(memo, &wanted->key), *least = row;
  for (unsigned i = 0; i < WAYS; i++) {
    if (is_same_key(&row[i].key, &wanted->key)) return &row[i];
    if (row[i].uses < least->uses) least = &row[i];
  }
  for (unsigned i = 0; i < WAYS; i++) row[i].uses /= 2;
  *least = *wanted;
  return least;
}

void lc_memo_learn(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size, const lc_SyntaxList *list,
                   const lc_Reading *reading) {
  const lc_Syntax *exact[2];
  lc_Move move = reading->move;
  bool lacks_check = reading->repairs == LC_REPAIR_CHECK_SIGN;
  unsigned count = choose_exact(list, exact);
  if (move == LC_NULL_MOVE || count - 1 > 1) return;
  if (reading->repairs && !(lacks_check && count == 1 && is_alone(list, exact[0]))) return;
  for (unsigned i = 0; i < count; i++) {
    const lc_Syntax *s = exact[i], *rival = count == 2 ? exact[1 - i] : NULL;
    Read read = {.origin = origin_of(s), .to_file = s->kind == LC_SYNTAX_MOVE ? s->to_file : LC_NOT_GIVEN,
                 .to_rank = s->to_rank, .wing = s->wing, .glyph = list->glyph};
    lc_Position next = *p;
    lc_SanWord san = lc_san_word(&next, move, true);
    if (rival) read.rival = origin_of(rival);
    if (!make_key(&read.key, p->turn, text, size, false) || (rival && !can_be_rival(s, rival))) return;
    uint64_t facts = reduced(d, p, &read, move, facts_of(d, p, move, san));
    if (!facts || !is_decisive(s, p, move, san) || !agrees(&read, p, move)) continue;
    add_facts(take_read(d->memo, &read), &read.origin, facts | (lacks_check ? LACKS_CHECK : 0));
  }
}

/* Return a piece's move as a token of lc_san_quick(), in the form of its argument `word`. */
LC_INLINE uint64_t squares_as_san(const Read *read, const lc_Position *p, unsigned piece, unsigned *length) {
  unsigned from = (unsigned)read->origin.rank * 8 + read->origin.file, to = (unsigned)read->to_rank * 8 + read->to_file;
  uint64_t target = (uint64_t)('1' + read->to_rank) << 56 | (uint64_t)('a' + read->to_file) << 48;
  uint64_t file = 'a' + (uint64_t)read->origin.file;
  bool is_castle = piece == LC_KING && (lc_has(p->sets[LC_BY_COLOR + p->turn], to) || from + 2 == to || to + 2 == from);
  *length = 4;
  if (piece == LC_PAWN && read->origin.file == read->to_file) {
    *length = 2;
    return target;
  }
  if (piece == LC_PAWN) return target | (uint64_t)'x' << 40 | file << 32;
  if (is_castle) {
    *length = to > from ? 3 : 5;
    return to > from ? UINT64_C(0x4f2d4f) << 40 : UINT64_C(0x4f2d4f2d4f) << 24;
  }
  return target | file << 40 | (uint64_t)(unsigned char)"PNBRQK"[piece] << 32;
}

/* Find the legal move with the squares of the reading, or with a SAN of read->seen, and play it. Returns LC_SAN_SLOW,
** and plays nothing, if there is none. */
LC_INLINE unsigned play_remembered(const Read *read, lc_Position *p) {
  unsigned length, found = LC_SAN_SLOW;
  if (has_square(read)) {
    unsigned from = (unsigned)read->origin.rank * 8 + read->origin.file;
    if (!lc_has(p->sets[LC_BY_COLOR + p->turn], from)) return LC_SAN_SLOW;
    uint64_t word = squares_as_san(read, p, lc_play_type(p, from), &length);
    return lc_san_quick(p, word, length);
  }
  for (unsigned i = 0; i < SEEN && read->seen[i] && found == LC_SAN_SLOW; i++) {
    length = (unsigned)(read->seen[i] >> SIZE_AT) & 7;
    found = lc_san_quick(p, read->seen[i] << (64 - 8 * length), length);
  }
  return found;
}

/* Play the move of an entry on `p`, and store its SAN and the repairs. Returns LC_SAN_SLOW, and changes nothing, if the
** entry does not determine the move in this position. */
LC_INLINE unsigned recall(const lc_Dialect *d, const Read *read, lc_Position *p, lc_SanWord *san, uint32_t *repairs) {
  lc_Position next = *p;
  unsigned move = play_remembered(read, &next);
  if (move == LC_SAN_SLOW || !agrees(read, p, (lc_Move)move)) return LC_SAN_SLOW;
  next = *p;
  *san = lc_san_word(&next, (lc_Move)move, true);
  uint64_t facts = reduced(d, p, read, (lc_Move)move, facts_of(d, p, (lc_Move)move, *san));
  *repairs = has_seen(read, facts) ? 0 : LC_REPAIR_CHECK_SIGN;
  if (*repairs && !has_seen(read, facts | LACKS_CHECK)) return LC_SAN_SLOW;
  *p = next;
  return move;
}

/* Return the entry of a token, or NULL. */
LC_INLINE Read *find_read(const lc_Dialect *d, unsigned color, const char *text, size_t size, bool has_blanks) {
  Key key;
  if (!make_key(&key, color, text, size, has_blanks)) return NULL;
  Read *row = read_row(d->memo, &key), *end = row + WAYS;
  while (row < end && !is_same_key(&row->key, &key)) row++;
  if (row == end) return NULL;
  if (row->uses < UINT8_MAX) row->uses++;
  return row;
}

bool lc_memo_read(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size, lc_Reading *out) {
  const Read *read = find_read(d, p->turn, text, size, false);
  lc_Position next = *p;
  lc_SanWord san;
  uint32_t repairs;
  unsigned move = read ? recall(d, read, &next, &san, &repairs) : LC_SAN_SLOW;
  if (move == LC_SAN_SLOW) return false;
  *out = (lc_Reading){.move = (lc_Move)move, .code = LC_D_NONE, .repairs = repairs, .glyph = read->glyph};
  return true;
}

bool lc_memo_has(const lc_Dialect *d, const lc_Position *p, lc_Move move, lc_SanWord san, const char *text,
                 size_t size) {
  const Read *read = find_read(d, p->turn, text, size, false);
  return read && agrees(read, p, move) && has_seen(read, reduced(d, p, read, move, facts_of(d, p, move, san)));
}

unsigned lc_dialect_recall(const lc_Dialect *d, lc_Position *p, const char *text, size_t size, lc_SanWord *san) {
  const Read *read = find_read(d, p->turn, text, size, d->has_blanks);
  uint32_t repairs;
  return read && read->is_token && !read->glyph ? recall(d, read, p, san, &repairs) : LC_SAN_SLOW;
}

void lc_dialect_confirm(const lc_Dialect *d, unsigned color, const char *text, size_t size) {
  Read *read = find_read(d, color, text, size, d->has_blanks);
  if (read) read->is_token = true;
}

/* ---- writing ---- */

LC_INLINE bool is_written(const Written *it, lc_Move move, uint64_t facts, unsigned color) {
  return it->facts == facts && it->move == move && it->color == color;
}

/* Return the row of a move. */
LC_INLINE Written *written_row(const lc_Dialect *d, lc_Move move, uint64_t facts, unsigned color) {
  uint64_t hash = (facts ^ (uint64_t)move << 40 ^ (uint64_t)color << 63) * UINT64_C(0x9e3779b97f4a7c15);
  hash = (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> (64 - WRITTEN_BITS);
  return &d->memo->written[hash & ~(uint64_t)(WAYS - 1)];
}

size_t lc_dialect_rewrite(const lc_Dialect *d, const lc_Position *p, lc_Move move, lc_SanWord san,
                          char out[LC_DIALECT_TEXT]) {
  uint64_t facts = facts_of(d, p, move, san);
  Written *it = written_row(d, move, facts, p->turn), *end = it + WAYS;
  while (it < end && !is_written(it, move, facts, p->turn)) it++;
  if (facts == 0 || it == end) return 0;
  if (it->uses < UINT8_MAX) it->uses++;
  if (it->is_conditional && !lc_memo_has(d, p, move, san, it->text, it->size)) return 0;
  memcpy(out, it->text, WRITTEN_TEXT);
  for (size_t i = 0; it->has_blanks && i < it->size; i++) out[i] = out[i] == ' ' ? '_' : out[i];
  return it->size;
}

void lc_dialect_keep(const lc_Dialect *d, const lc_Position *p, lc_Move move, lc_SanWord san, const char *text,
                     size_t size) {
  char first[LC_DIALECT_TEXT];
  uint64_t facts = facts_of(d, p, move, san);
  if (size == 0 || size > WRITTEN_TEXT || facts == 0) return;
  if (lc_dialect_first_text(d, p, move, first) != size || !lc_memo_has(d, p, move, san, first, size)) return;
  const Read *read = find_read(d, p->turn, first, size, false);
  bool has_blanks = false;
  for (size_t i = 0; i < size; i++) {
    if (first[i] != text[i] && !(first[i] == ' ' && text[i] == '_')) return;
    has_blanks = has_blanks || first[i] != text[i];
  }
  if (has_blanks && (memchr(first, '_', size) || memchr(text, ' ', size))) return; /* some blanks were kept */
  Written *row = written_row(d, move, facts, p->turn), *it = row;
  for (unsigned i = 0; i < WAYS; i++) {
    if (row[i].uses < it->uses) it = &row[i];
    row[i].uses /= 2;
  }
  *it = (Written){.facts = facts, .move = move, .color = p->turn, .size = (uint8_t)size, .has_blanks = has_blanks,
                  .is_conditional = is_conditional(read)};
  memcpy(it->text, first, size);
}
