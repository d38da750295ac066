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
** A hash value selects a row of WAYS entries, and among them the entry by its tag. A new entry replaces the least used
** entry of its row. The tags of all rows fit into the processor's cache. Both sides share entries, unless the dialect
** has different words for White's and Black's pieces.
*/
#include <string.h>

#include "dialect_memo.h"
#include "codes.h"
#include "san.h"

enum { TABLE_BITS = 15, WAYS = 8, SEEN = 6, READ_TEXT = 40, WRITTEN_TEXT = 30 };

/* The pieces and the origin of a reading: see lc_Syntax. */
typedef struct Origin {
  uint8_t pieces, file, rank;
} Origin;

/* A token with one or two readings without repairs. SEEN facts are enough for "e4d5" in UCI: moves of a pawn or another
** piece, quiet moves and captures, with and without check. */
typedef struct Read {
  char text[READ_TEXT]; /* padded with zeros */
  uint8_t size, side;
  uint64_t seen[SEEN]; /* facts of moves that the token has meant, newest first; 0: none */
  /* of a reading with both squares: a SAN of the move, without sign of check, and its length at SIZE_AT */
  uint64_t san;
  Origin origin, rival; /* of the reading, and of the second reading, which has pieces = 0 if it does not exist */
  uint8_t to_file, to_rank; /* to_file is LC_NOT_GIVEN for castling as a word */
  uint8_t wing;
  uint8_t glyph;
  uint8_t uses;
  bool is_token;       /* lc_dialect_confirm() was called */
} Read;

/* The text that was written for a move: the first text that lc_dialect_write() tries. */
typedef struct Written {
  uint64_t facts;
  uint16_t squares; /* see squares_of() */
  uint8_t side, size;
  uint8_t uses;
  bool has_blanks;
  bool is_conditional; /* the text means the move only in positions that agrees() accepts */
  char text[WRITTEN_TEXT];
} Written;

/* The tables. Tag 0 marks an empty entry. */
struct lc_DialectMemo {
  uint32_t read_tags[1 << TABLE_BITS], written_tags[1 << TABLE_BITS];
  Read read[1 << TABLE_BITS]; /* rows of WAYS entries */
  Written written[1 << TABLE_BITS];
};

size_t lc_dialect_memo_size(void) { return sizeof(lc_DialectMemo); }

/* ---- keys ---- */

/* Return up to eight bytes of a text as a number, the first byte lowest. */
LC_INLINE uint64_t load(const char *text, size_t size) {
  const unsigned char *bytes = (const unsigned char *)text;
  uint64_t word;
  uint32_t low, high;
  if (size >= 8) {
    memcpy(&word, text, 8);
    return word;
  }
  if (size >= 4) {
    memcpy(&low, text, 4);
    memcpy(&high, text + size - 4, 4);
    return low | (uint64_t)high << 8 * (size - 4);
  }
  return bytes[0] | (uint64_t)bytes[size / 2] << 8 * (size / 2) | (uint64_t)bytes[size - 1] << 8 * (size - 1);
}

/* A text as part of a key, at least one byte long. */
typedef struct Token {
  const char *text;
  size_t size;
  bool has_blanks; /* each "_" means a blank */
  unsigned side;   /* the side to move, or 0 if both sides have the same words */
} Token;

LC_INLINE Token token_of(const lc_Dialect *d, unsigned color, const char *text, size_t size, bool has_blanks) {
  return (Token){text, size, has_blanks, d->has_colors ? color : 0};
}

/* Return eight bytes of a token, or its last bytes. */
LC_INLINE uint64_t token_word(const Token *token, size_t at) {
  const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
  uint64_t word = load(token->text + at, token->size - at);
  if (!token->has_blanks) return word;
  uint64_t other = word ^ UINT64_C(0x5f5f5f5f5f5f5f5f); /* a byte is 0 where the text has "_" */
  uint64_t blanks = ~(((other & low) + low) | other | low);
  return word ^ (blanks >> 7) * ('_' ^ ' ');
}

/* The first entry of a row, and the tag of an entry. */
typedef struct Place {
  size_t row;
  uint32_t tag;
} Place;

LC_INLINE uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

LC_INLINE Place place_of(uint64_t hash) {
  hash *= UINT64_C(0xbf58476d1ce4e5b9);
  return (Place){hash >> (64 - TABLE_BITS) & ~(size_t)(WAYS - 1), (uint32_t)hash | 1};
}

LC_INLINE Place place_of_token(const Token *token) {
  uint64_t hash = token->size | token->side << 8;
  for (size_t i = 0; i < token->size; i += 8) hash = mix(hash, token_word(token, i));
  return place_of(hash);
}

/* Return the entries of a row that have the tag, as bits. */
LC_INLINE unsigned tagged(const uint32_t *tags, Place place) {
  unsigned found = 0;
  for (unsigned i = 0; i < WAYS; i++) found |= (unsigned)(tags[place.row + i] == place.tag) << i;
  return found;
}

LC_INLINE bool is_entry_of(const Read *read, const Token *token) {
  uint64_t difference = (uint64_t)(read->size ^ token->size) | (read->side ^ token->side);
  for (size_t i = 0; i < token->size && !difference; i += 8)
    difference = load(read->text + i, 8) ^ token_word(token, i);
  return difference == 0;
}

/* Return the entry of a token, or NULL. */
LC_INLINE Read *find_entry(lc_DialectMemo *memo, const Token *token) {
  if (token->size - 1 >= READ_TEXT) return NULL;
  Place place = place_of_token(token);
  for (unsigned found = tagged(memo->read_tags, place); found; found &= found - 1) {
    Read *read = &memo->read[place.row + lc_first(found)];
    if (is_entry_of(read, token)) return read;
  }
  return NULL;
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
  bool found = read->seen[0] == facts;
  for (unsigned i = 1; i < SEEN && !found; i++) found = read->seen[i] == facts;
  return found && facts != 0;
}

/* Report whether a reading has at least the elements of the SAN. */
static bool is_decisive(const lc_Syntax *s, const lc_Position *p, lc_Move move, lc_SanWord san) {
  unsigned piece = lc_play_type(p, lc_move_from(move)), size = san.bits / 8;
  bool has_file = s->file != LC_NOT_GIVEN, has_rank = s->rank != LC_NOT_GIVEN;
  if (s->kind != LC_SYNTAX_MOVE) return lc_move_is_castle(move);
  if (has_file && has_rank && s->to_rank != LC_NOT_GIVEN) return true;
  if (lc_move_is_castle(move) || s->pieces != 1u << piece) return false;
  char text[sizeof san.bytes];
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

/* Report whether two readings have the same elements; their repairs may differ. If both squares are given, signs for
** quiet moves and for captures may differ, too: the facts decide which of the two readings is the exact one. */
static bool is_same_syntax(const lc_Syntax *a, const lc_Syntax *b) {
  lc_Syntax other = *b;
  if (a->file != LC_NOT_GIVEN && a->rank != LC_NOT_GIVEN && a->to_rank != LC_NOT_GIVEN) {
    other.sign = a->sign;
    other.has_quiet_word = a->has_quiet_word;
    other.has_capture_word = a->has_capture_word;
  }
  return memcmp(a, &other, offsetof(lc_Syntax, last)) == 0;
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

/* Return the entry of a token. If there is none, `wanted` is stored as a new entry. */
static Read *take_read(lc_DialectMemo *memo, const Token *token, const Read *wanted) {
  Read *known = find_entry(memo, token);
  if (known) return known;
  Place place = place_of_token(token);
  size_t least = place.row;
  for (size_t i = place.row; i < place.row + WAYS; i++) {
    if (memo->read[i].uses < memo->read[least].uses) least = i;
    memo->read[i].uses /= 2;
  }
  memo->read[least] = *wanted;
  memcpy(memo->read[least].text, token->text, token->size);
  memo->read[least].size = (uint8_t)token->size;
  memo->read[least].side = (uint8_t)token->side;
  memo->read_tags[least] = place.tag;
  return &memo->read[least];
}

void lc_memo_learn(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size, const lc_SyntaxList *list,
                   const lc_Reading *reading) {
  const lc_Syntax *exact[2];
  lc_Move move = reading->move;
  Token token = token_of(d, p->turn, text, size, false);
  bool lacks_check = reading->repairs == LC_REPAIR_CHECK_SIGN;
  unsigned count = choose_exact(list, exact);
  if (move == LC_NULL_MOVE || count - 1 > 1 || size - 1 >= READ_TEXT) return;
  if (reading->repairs && !(lacks_check && count == 1 && is_alone(list, exact[0]))) return;
  for (unsigned i = 0; i < count; i++) {
    const lc_Syntax *s = exact[i], *rival = count == 2 ? exact[1 - i] : NULL;
    Read read = {.origin = origin_of(s), .to_file = s->kind == LC_SYNTAX_MOVE ? s->to_file : LC_NOT_GIVEN,
                 .to_rank = s->to_rank, .wing = s->wing, .glyph = list->glyph};
    lc_Position next = *p;
    lc_SanWord san = lc_san_word(&next, move, true);
    if (rival) read.rival = origin_of(rival);
    if (rival && !can_be_rival(s, rival)) return;
    uint64_t facts = reduced(d, p, &read, move, facts_of(d, p, move, san));
    if (!facts || !is_decisive(s, p, move, san) || !agrees(&read, p, move)) continue;
    add_facts(take_read(d->memo, &token, &read), &read.origin, facts | (lacks_check ? LACKS_CHECK : 0));
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

/* lc_san_quick(), compiled once. */
static unsigned play_san(lc_Position *p, uint64_t word, unsigned length) { return lc_san_quick(p, word, length); }

/* Try the SAN of the last move. Returns LC_SAN_SLOW, and plays nothing, if it is not the SAN of the move with the
** squares of the reading. */
LC_INLINE unsigned play_last_san(const Read *read, const lc_Position *p, lc_Position *next, lc_SanWord *san) {
  unsigned from = (unsigned)read->origin.rank * 8 + read->origin.file, length = (unsigned)(read->san >> SIZE_AT) & 7;
  if (length == 0) return LC_SAN_SLOW;
  *san = (lc_SanWord){read->san & UINT64_MAX >> (64 - 8 * length), 8 * length};
  unsigned move = play_san(next, read->san << (64 - 8 * length), length);
  if (move == LC_SAN_SLOW) return LC_SAN_SLOW;
  if (lc_move_from((lc_Move)move) == from && lc_san_is_usual(*san, next)) return move;
  *next = *p;
  return LC_SAN_SLOW;
}

/* Find the legal move with the squares of the reading, and play it on `next`, a copy of `p`. `*san` is set to its SAN
** without the sign of check. Returns LC_SAN_SLOW, and plays nothing, if there is none. */
LC_INLINE unsigned play_squares(Read *read, const lc_Position *p, lc_Position *next, lc_SanWord *san) {
  unsigned from = (unsigned)read->origin.rank * 8 + read->origin.file, length;
  if (!lc_has(p->sets[LC_BY_COLOR + p->turn], from)) return LC_SAN_SLOW;
  unsigned move = play_last_san(read, p, next, san);
  if (move != LC_SAN_SLOW) return move;
  uint64_t word = squares_as_san(read, p, lc_play_type(p, from), &length);
  move = play_san(next, word, length);
  if (move == LC_SAN_SLOW) return LC_SAN_SLOW;
  *san = lc_san_text_of(p, p->turn, (lc_Move)move);
  if (san->bits <= SIZE_AT) read->san = san->bytes | (uint64_t)(san->bits / 8) << SIZE_AT;
  return move;
}

/* The same for a legal move with a SAN of read->seen. */
LC_INLINE unsigned play_seen(const Read *read, const lc_Position *p, lc_Position *next, lc_SanWord *san) {
  for (unsigned i = 0; i < SEEN && read->seen[i]; i++) {
    unsigned length = (unsigned)(read->seen[i] >> SIZE_AT) & 7;
    uint64_t text = read->seen[i] & ~(uint64_t)LACKS_CHECK, word = text << (64 - 8 * length);
    unsigned move = play_san(next, word, length), sign = (unsigned)(word >> 56);
    if (move == LC_SAN_SLOW) continue;
    san->bits = 8 * (length - (sign == '+' || sign == '#'));
    san->bytes = text & UINT64_MAX >> (64 - san->bits);
    if (!lc_san_is_usual(*san, next)) *san = lc_san_text_of(p, p->turn, (lc_Move)move);
    return move;
  }
  return LC_SAN_SLOW;
}

/* Play the move of an entry on `p`, and store its SAN and the repairs. Returns LC_SAN_SLOW, and changes nothing, if the
** entry does not determine the move in this position. */
LC_INLINE unsigned recall(const lc_Dialect *d, Read *read, lc_Position *p, lc_SanWord *san, uint32_t *repairs) {
  lc_Position next = *p;
  unsigned move = has_square(read) ? play_squares(read, p, &next, san) : play_seen(read, p, &next, san);
  if (move == LC_SAN_SLOW || !agrees(read, p, (lc_Move)move)) return LC_SAN_SLOW;
  lc_san_mark(san, &next, p->turn);
  uint64_t facts = reduced(d, p, read, (lc_Move)move, facts_of(d, p, (lc_Move)move, *san));
  *repairs = has_seen(read, facts) ? 0 : LC_REPAIR_CHECK_SIGN;
  if (*repairs && !has_seen(read, facts | LACKS_CHECK)) return LC_SAN_SLOW;
  *p = next;
  return move;
}

/* Return the entry of a token that was found in a text, or NULL. */
LC_INLINE Read *find_read(const lc_Dialect *d, unsigned color, const char *text, size_t size, bool has_blanks) {
  Token token = token_of(d, color, text, size, has_blanks);
  Read *read = find_entry(d->memo, &token);
  if (read && read->uses < UINT8_MAX) read->uses++;
  return read;
}

bool lc_memo_read(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size, lc_Reading *out) {
  Read *read = find_read(d, p->turn, text, size, false);
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
  Read *read = find_read(d, p->turn, text, size, d->has_blanks);
  uint32_t repairs;
  return read && read->is_token && !read->glyph ? recall(d, read, p, san, &repairs) : LC_SAN_SLOW;
}

void lc_dialect_confirm(const lc_Dialect *d, unsigned color, const char *text, size_t size) {
  Read *read = find_read(d, color, text, size, d->has_blanks);
  if (read) read->is_token = true;
}

/* ---- writing ---- */

/* Return the squares on which the text of a move may depend, besides the facts: the whole move, or the wing. */
LC_INLINE unsigned squares_of(const lc_Dialect *d, const lc_Position *p, lc_Move move) {
  bool is_pawn = lc_has(p->sets[LC_PAWN], lc_move_from(move));
  bool is_whole = (is_pawn ? d->pawn_origin : d->origin) == LC_ORIGIN_ALWAYS || d->has_squares;
  if (is_whole || lc_move_is_castle(move)) return move;
  return d->origin == LC_ORIGIN_WING && lc_file(lc_move_from(move)) >= 4;
}

LC_INLINE Place place_of_move(uint64_t facts, unsigned squares, unsigned side) {
  return place_of(mix(facts, squares | side << 16));
}

/* Return the entry of a move, or NULL. */
LC_INLINE Written *find_written(const lc_Dialect *d, uint64_t facts, unsigned squares, unsigned side) {
  Place place = place_of_move(facts, squares, side);
  for (unsigned found = tagged(d->memo->written_tags, place); found; found &= found - 1) {
    Written *it = &d->memo->written[place.row + lc_first(found)];
    if (it->facts == facts && it->squares == squares && it->side == side) return it;
  }
  return NULL;
}

static void store_written(lc_DialectMemo *memo, const Written *wanted) {
  Place place = place_of_move(wanted->facts, wanted->squares, wanted->side);
  size_t least = place.row;
  for (size_t i = place.row; i < place.row + WAYS; i++) {
    if (memo->written[i].uses < memo->written[least].uses) least = i;
    memo->written[i].uses /= 2;
  }
  memo->written[least] = *wanted;
  memo->written_tags[least] = place.tag;
}

size_t lc_dialect_rewrite(const lc_Dialect *d, const lc_Position *p, lc_Move move, lc_SanWord san,
                          char out[LC_DIALECT_TEXT]) {
  uint64_t facts = facts_of(d, p, move, san);
  Written *it = facts ? find_written(d, facts, squares_of(d, p, move), d->has_colors ? p->turn : 0) : NULL;
  if (!it) return 0;
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
  Written it = {.facts = facts, .squares = (uint16_t)squares_of(d, p, move), .side = d->has_colors ? p->turn : 0,
                .size = (uint8_t)size, .has_blanks = has_blanks, .is_conditional = is_conditional(read)};
  memcpy(it.text, first, size);
  store_written(d->memo, &it);
}
