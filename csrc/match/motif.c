/*
** motif - the tactical motifs of lc_Motif, and whether they gain.
**
** The definitions are those of lichess's tagger of puzzles (github.com/ornicar/lichess-puzzler, tagger/cook.py and
** util.py), which knows the side that solves and the moves that are forced. If a game does not have this information,
** the comment names the rule used instead. As there, pinned pieces attack and protect, and an attacker does not
** interrupt the protection along its line (x-ray). "Bad spot": attacked, and either not protected, or attacked by a
** piece of lower value other than the king.
**
** PUZZLE. A line from a set-up position without a result. As on lichess, its first move is the mistake of one side. The
** others are the solution by the other side, which has the last move.
**
** GAIN. In a puzzle, the moves after a motif are forced, and the line ends where its point is clear. So the motifs of
** the side with the last move gain, and those of the other side do not. In a game, most forks and pins lead to nothing.
** There, a motif of a side gains if within N plies after it
**   - the side mates, or the game ends and the side wins;
**   - or the side has more material than before the motif, after its own last move in these plies and the reply, and
**     has not lost the game.
*/
#include "../chess/identity.h"
#include "../chess/movegen.h"
#include "query.h"

/* A move of the game, with its surroundings. */
typedef struct Moment {
  lc_QueryRun *run;
  uint32_t ply;
  unsigned side; /* that made the move */
  lc_Move move;
  const lc_Position *now, *before;
} Moment;

static const int values[6] = {1, 3, 3, 5, 9, 0}, king_values[6] = {1, 3, 3, 5, 9, 99};

/* ---- the past ---- */

static const lc_Position *position_at(const lc_QueryRun *run, uint32_t ply) {
  return &run->past.positions[ply % LC_PAST];
}

/* Return the move that led to a ply. */
static lc_Move move_at(const lc_QueryRun *run, uint32_t ply) { return run->past.moves[ply % LC_PAST]; }

static unsigned destination(lc_Move move) { return move == LC_NULL_MOVE ? LC_NO_SQUARE : lc_move_king_to(move); }

/* Return the type of the piece on a square, LC_NO_PIECE if it is empty or LC_NO_SQUARE. */
static unsigned type_on(const lc_Position *p, unsigned square) {
  unsigned color;
  return square < 64 ? lc_position_piece_at(p, square, &color) : LC_NO_PIECE;
}

/* Return the type of the piece that was on the square to which the move at a ply went; LC_NO_PIECE for castling and en
** passant. */
static unsigned captured_at(const lc_QueryRun *run, uint32_t ply) {
  lc_Move move = move_at(run, ply);
  return lc_move_is_castle(move) ? LC_NO_PIECE : type_on(position_at(run, ply - 1), destination(move));
}

/* Report whether the move at a ply captured the piece that had just moved: it goes to the same square. */
static bool takes_moved(const lc_QueryRun *run, uint32_t ply) {
  lc_Move move = move_at(run, ply);
  return move != LC_NULL_MOVE && destination(move) == destination(move_at(run, ply - 1));
}

static void begin_past(lc_QueryRun *run) {
  lc_Position start;
  unsigned result = run->game.result;
  lc_position_start(&start);
  memset(&run->past, 0, offsetof(lc_Past, positions));
  run->past.ahead = run->replay;
  run->past.balances[0] = (int16_t)lc_balance_of(&run->replay.position, LC_WHITE);
  run->past.is_puzzle = (result == LC_RESULT_NONE || result == LC_RESULT_UNKNOWN) &&
                        !lc_position_equal(&run->replay.position, &start);
}

void lc_query_remember(lc_QueryRun *run) {
  lc_Past *past = &run->past;
  uint32_t ply = run->replay.plies;
  if (ply == 0) begin_past(run);
  past->positions[ply % LC_PAST] = run->replay.position;
  past->moves[ply % LC_PAST] = run->move;
  if (ply == 1) past->first = lc_balance_of(&run->replay.position, LC_WHITE);
  if (past->is_puzzle && ply > 2 && takes_moved(run, ply)) past->has_exchange |= (uint8_t)(1u << (ply & 1));
}

/* ---- the next plies ---- */

/* Read moves with a replay. Returns their number. Promotions after the first ply are noted. */
static uint32_t read_part(lc_QueryRun *run, lc_Replay *replay, lc_Move *moves) {
  uint32_t from = replay->plies, side = replay->position.turn;
  lc_replay_run(replay, run->cpu, moves, LC_AHEAD_PART);
  for (uint32_t ply = from; ply < replay->plies; ply++, side ^= 1) {
    if (ply > 0 && lc_move_promotion(moves[ply - from])) run->past.has_promotion |= (uint8_t)(1u << side);
  }
  return replay->plies - from;
}

/* Read the rest of a puzzle, and return its number of plies. Done once per game, so that the time stays linear. */
static uint32_t puzzle_plies(lc_QueryRun *run) {
  lc_Past *past = &run->past;
  if (past->plies) return past->plies;
  lc_Replay replay = past->ahead;
  lc_Move moves[LC_AHEAD_PART];
  while (!replay.is_over) read_part(run, &replay, moves);
  return past->plies = replay.plies;
}

/* Read the game up to a ply, at most LC_AHEAD_MOST after the current one. Returns false if it ends earlier. */
static bool reads_to(lc_QueryRun *run, uint32_t wanted) {
  lc_Past *past = &run->past;
  lc_Replay *ahead = &past->ahead;
  lc_Move moves[LC_AHEAD_PART];
  lc_Position after[LC_AHEAD_PART];
  while (ahead->plies < wanted && !ahead->is_over) {
    uint32_t from = ahead->plies;
    int16_t balance = past->balances[from % LC_AHEAD];
    unsigned count = lc_count(lc_position_occupied(&ahead->position));
    ahead->after = after;
    uint32_t read = read_part(run, ahead, moves);
    ahead->after = NULL;
    for (uint32_t i = 0; i < read; i++) {
      uint32_t at = (from + i + 1) % LC_AHEAD;
      unsigned before = count;
      past->promotions[at] = lc_move_promotion(moves[i]) != 0;
      count = lc_count(lc_position_occupied(&after[i]));
      if (count != before || past->promotions[at]) balance = (int16_t)lc_balance_of(&after[i], LC_WHITE);
      past->balances[at] = balance;
    }
  }
  return ahead->plies >= wanted;
}

/* Return the material of a side minus that of the other side after a ply that has been read. */
static int balance_at(const lc_QueryRun *run, uint32_t ply, unsigned side) {
  int balance = run->past.balances[ply % LC_AHEAD];
  return side == LC_WHITE ? balance : -balance;
}

static bool is_mate(const lc_Position *p) { return lc_position_checkers(p) && !lc_has_legal_move(p); }

/* Return the side that has won the game, which has been read to its end: by mate, or by the result. */
static unsigned winner_of(const lc_QueryRun *run) {
  const lc_Position *last = &run->past.ahead.position;
  if (is_mate(last)) return last->turn ^ 1u;
  unsigned result = run->game.result;
  return result == LC_RESULT_WHITE ? LC_WHITE : result == LC_RESULT_BLACK ? LC_BLACK : LC_NO_COLOR;
}

static bool gains(const Moment *it, uint32_t plies) {
  lc_QueryRun *run = it->run;
  if (run->past.is_puzzle) return ((puzzle_plies(run) ^ it->ply) & 1) == 0;
  uint32_t last = it->ply + plies - plies % 2;
  bool goes_on = reads_to(run, last + 1);
  int before = balance_at(run, it->ply - 1, it->side);
  if (goes_on) return balance_at(run, last, it->side) > before && balance_at(run, last + 1, it->side) > before;
  unsigned winner = winner_of(run);
  if (winner != LC_NO_COLOR) return winner == it->side;
  return balance_at(run, run->past.ahead.plies, it->side) > before;
}

/* ---- attacks and protection ---- */

/* Return whether the piece of `color` on a square is protected, also through an attacker. */
static bool is_defended(const lc_Position *p, unsigned color, unsigned square) {
  return lc_attacked_with_xray(p, lc_bit(square), color) != 0;
}

static bool is_in_bad_spot(const lc_Position *p, unsigned square) {
  unsigned color, piece = lc_position_piece_at(p, square, &color);
  lc_Bits attackers = lc_position_attackers(p, square, color ^ 1, lc_position_occupied(p));
  for (lc_Bits rest = attackers & ~p->sets[LC_KING]; rest; rest &= rest - 1) {
    if (values[type_on(p, lc_first(rest))] < values[piece]) return true;
  }
  return attackers && !is_defended(p, color, square);
}

static bool attacks_square(const lc_Position *p, unsigned from, unsigned to) {
  return lc_has(lc_attacks_from(p, from), to);
}

/* ---- the motifs ---- */

/* A target of a fork is worth more than the moved piece, or it is not protected and does not attack back. */
static bool is_target(const lc_Position *p, unsigned from, unsigned square) {
  unsigned color, piece = lc_position_piece_at(p, square, &color);
  return king_values[piece] > king_values[type_on(p, from)] ||
         (!attacks_square(p, square, from) && !is_defended(p, color, square));
}

/* The moved piece, not a king and not in a bad spot, attacks two targets. In a puzzle, another move of the side
** follows. */
static bool is_fork(const Moment *it) {
  const lc_Position *p = it->now;
  unsigned to = destination(it->move), count = 0;
  if (to >= 64 || lc_has(p->sets[LC_KING], to)) return false;
  lc_Bits targets = lc_attacks_from(p, to) & p->sets[LC_BY_COLOR + p->turn] & ~p->sets[LC_PAWN];
  if (!lc_is_many(targets)) return false;
  for (lc_Bits rest = targets; rest; rest &= rest - 1) count += is_target(p, to, lc_first(rest));
  if (count < 2 || is_in_bad_spot(p, to)) return false;
  return !it->run->past.is_puzzle || puzzle_plies(it->run) >= it->ply + 2;
}

/* Return the whole line through two squares, without these. */
static lc_Bits line_through(unsigned a, unsigned b) {
  unsigned piece = lc_has(lc_reach[LC_BISHOP][a], b) ? LC_BISHOP : LC_ROOK;
  return lc_reach[piece][a] & lc_reach[piece][b];
}

/* A pinned piece could attack a piece that is worth more or not protected, if it were not pinned. */
static bool prevents_attack(const Moment *it, unsigned square, lc_Bits pin) {
  const lc_Position *p = it->now;
  int value = values[type_on(p, square)];
  for (lc_Bits rest = lc_attacks_from(p, square) & p->sets[LC_BY_COLOR + it->side] & ~pin; rest; rest &= rest - 1) {
    unsigned target = lc_first(rest);
    if (values[type_on(p, target)] > value || !is_defended(p, it->side, target)) return true;
  }
  return false;
}

/* Return the squares to which a piece could go, without regard to pins and checks. */
static lc_Bits reach_of(const lc_Position *p, unsigned square) {
  unsigned color, piece = lc_position_piece_at(p, square, &color);
  lc_Bits attacks = lc_attacks_from(p, square), occupied = lc_position_occupied(p);
  if (piece != LC_PAWN) return attacks & ~p->sets[LC_BY_COLOR + color];
  lc_Bits targets = p->sets[LC_BY_COLOR + (color ^ 1)] | (p->ep < 64 ? lc_bit(p->ep) : 0);
  return (attacks & targets) | (lc_forward(lc_bit(square), color) & ~occupied);
}

/* A pinned piece cannot escape the attack of a piece on the line of the pin: the attacker is worth less, or the pinned
** piece is not protected, does not attack back, and could leave the line. */
static bool prevents_escape(const Moment *it, unsigned square, lc_Bits pin) {
  const lc_Position *p = it->now;
  int value = values[type_on(p, square)];
  lc_Bits attackers = lc_position_attackers(p, square, it->side, lc_position_occupied(p)) & pin;
  for (; attackers; attackers &= attackers - 1) {
    unsigned from = lc_first(attackers);
    if (values[type_on(p, from)] < value) return true;
    if (!attacks_square(p, square, from) && !is_defended(p, it->side ^ 1, square) && reach_of(p, square) & ~pin)
      return true;
  }
  return false;
}

/* A piece of the opponent is pinned to its king, and so it cannot attack or cannot escape. */
static bool is_pin(const Moment *it) {
  unsigned enemy = it->side ^ 1, king = lc_position_king(it->now, enemy);
  for (lc_Bits pinned = lc_position_pinned(it->now, enemy); pinned; pinned &= pinned - 1) {
    unsigned square = lc_first(pinned);
    lc_Bits pin = line_through(king, square) | lc_bit(king) | lc_bit(square);
    if (prevents_attack(it, square, pin) || prevents_escape(it, square, pin)) return true;
  }
  return false;
}

/* A bishop, rook or queen captures a piece along a line from which a more valuable piece has just moved away. The
** captured piece was in a bad spot. A capture that ends the game does not count. */
static bool is_skewer(const Moment *it) {
  unsigned to = destination(it->move), moved = type_on(it->now, to);
  if (it->ply < 3 || moved < LC_BISHOP || moved > LC_QUEEN) return false;
  unsigned captured = captured_at(it->run, it->ply);
  lc_Move reply = move_at(it->run, it->ply - 1);
  if (captured == LC_NO_PIECE || reply == LC_NULL_MOVE || destination(reply) == to) return false;
  if (!lc_has(lc_between[lc_move_from(it->move)][to], lc_move_from(reply))) return false;
  return king_values[type_on(it->before, destination(reply))] > king_values[captured] &&
         is_in_bad_spot(it->before, to) && lc_has_legal_move(it->now);
}

/* The side's move before opened the line along which a piece now captures. In a puzzle, a capture after an exchange is
** no discovered attack for lichess. */
static bool uses_opened_line(const Moment *it) {
  if (it->ply < 3 || it->move == LC_NULL_MOVE || !lc_position_is_capture(it->before, it->move)) return false;
  lc_Move opened = move_at(it->run, it->ply - 2);
  unsigned from = lc_move_from(it->move), to = lc_move_to(it->move);
  if (opened == LC_NULL_MOVE || lc_move_is_castle(opened) || takes_moved(it->run, it->ply)) return false;
  if (it->run->past.is_puzzle && it->run->past.has_exchange >> (it->ply & 1) & 1) return false;
  return lc_has(lc_between[from][to], lc_move_from(opened)) && to != lc_move_to(opened) && from != lc_move_to(opened);
}

/* A check by another piece than the moved one, or a capture along a line that the side's move before opened. */
static bool is_discovered_attack(const Moment *it) {
  lc_Bits checkers = lc_position_checkers(it->now);
  bool is_direct = it->move != LC_NULL_MOVE && lc_has(checkers, destination(it->move));
  return (checkers && !is_direct) || uses_opened_line(it);
}

static bool is_double_check(const Moment *it) { return lc_is_many(lc_position_checkers(it->now)); }

/* Report whether the move at a ply was forcing: a check, a capture, a promotion, or an attack on a piece in a bad
** spot. */
static bool is_forcing(const lc_QueryRun *run, uint32_t ply) {
  const lc_Position *p = position_at(run, ply);
  lc_Move move = move_at(run, ply);
  unsigned to = destination(move);
  if (move == LC_NULL_MOVE) return false;
  if (captured_at(run, ply) != LC_NO_PIECE || lc_move_promotion(move) || lc_position_checkers(p)) return true;
  lc_Bits attacked = lc_attacks_from(p, to) & p->sets[LC_BY_COLOR + p->turn];
  for (attacked &= ~(p->sets[LC_PAWN] | p->sets[LC_KING]); attacked; attacked &= attacked - 1) {
    if (is_in_bad_spot(p, lc_first(attacked))) return true;
  }
  return false;
}

/* The capture only takes back: the opponent has just captured at least as much on this square. */
static bool takes_back(const Moment *it, unsigned captured) {
  if (it->ply < 2 || destination(move_at(it->run, it->ply - 1)) != destination(it->move)) return false;
  unsigned taken = captured_at(it->run, it->ply - 1);
  return taken != LC_NO_PIECE && values[taken] >= values[captured];
}

/* Report whether the side keeps its material until after its next move. */
static bool keeps_material(const Moment *it) {
  if (!reads_to(it->run, it->ply + 2)) return true;
  return balance_at(it->run, it->ply + 2, it->side) >= balance_at(it->run, it->ply, it->side);
}

/* A piece, not a pawn, that was not protected is captured, and the side keeps what it has won. In a puzzle, only the
** first move of the solution counts. In a game, the side's move before was not forcing: the piece was hanging, and not
** won by force. */
static bool is_hanging_piece(const Moment *it) {
  unsigned captured = captured_at(it->run, it->ply);
  if (captured == LC_NO_PIECE || captured == LC_PAWN || takes_back(it, captured)) return false;
  if (is_defended(it->before, it->side ^ 1, destination(it->move))) return false;
  if (it->ply > 2 && (it->run->past.is_puzzle || is_forcing(it->run, it->ply - 2))) return false;
  return keeps_material(it);
}

/* A move saves the piece, which is not a pawn, if it captures at least its value, or goes to a square that is no bad
** spot. */
static bool has_escape(const lc_Position *p, unsigned square, unsigned piece) {
  lc_MoveList list;
  lc_legal_moves(p, &list);
  for (unsigned i = 0; i < list.count; i++) {
    lc_Move move = list.moves[i];
    if (lc_move_from(move) != square) continue;
    if (lc_position_is_capture(p, move)) {
      if (values[type_on(p, lc_move_to(move))] >= values[piece]) return true;
    }
    lc_Position after = *p;
    lc_position_play(&after, move);
    if (!is_in_bad_spot(&after, lc_move_king_to(move))) return true;
  }
  return false;
}

/* The piece of the side to move on a square is in a bad spot, and no move saves it. A side in check, a pinned piece and
** a pawn are not trapped. The piece is captured afterwards, so it is not a king. */
static bool is_trapped(const lc_Position *p, unsigned square) {
  unsigned piece = type_on(p, square);
  if (piece == LC_NO_PIECE || piece == LC_PAWN || lc_position_checkers(p)) return false;
  return is_in_bad_spot(p, square) && !lc_has(lc_position_pinned(p, p->turn), square) && !has_escape(p, square, piece);
}

/* A piece is captured that could not be saved before the opponent's last move: each of its moves would have lost it. */
static bool is_trapped_piece(const Moment *it) {
  if (it->ply < 3) return false;
  unsigned captured = captured_at(it->run, it->ply), square = destination(it->move);
  if (captured == LC_NO_PIECE || captured == LC_PAWN) return false;
  lc_Move reply = move_at(it->run, it->ply - 1);
  return is_trapped(position_at(it->run, it->ply - 2), destination(reply) == square ? lc_move_from(reply) : square);
}

/* The reply captures, and after one or two more moves the side is two pawns worse than where it was: in a puzzle at the
** first move of the solution, in a game five plies before (in its first moves three), so that a piece that is given
** back after a capture does not count. The opponent promotes nothing. */
static bool is_sacrifice(const Moment *it) {
  lc_QueryRun *run = it->run;
  lc_Past *past = &run->past;
  uint32_t ply = it->ply;
  unsigned side = it->side;
  if (!reads_to(run, ply + 2) || balance_at(run, ply + 1, side) >= balance_at(run, ply, side)) return false;
  for (uint32_t last = ply + 2; last <= ply + 4 && reads_to(run, last); last += 2) {
    uint32_t first = ply > 3 && last == ply + 2 ? ply - 3 : ply - 1;
    int start = past->is_puzzle ? (side == LC_WHITE ? past->first : -past->first) : balance_at(run, first, side);
    if (balance_at(run, last, side) - start > -2) continue;
    if (past->is_puzzle) return puzzle_plies(run) > 0 && !(past->has_promotion >> (side ^ 1) & 1);
    for (uint32_t reply = first + 2; reply < last; reply += 2) {
      if (past->promotions[reply % LC_AHEAD]) return false;
    }
    return true;
  }
  return false;
}

/* Mate on the last rank, by a piece on that rank. The squares in front of the king have its own pieces. In a puzzle,
** the side does not attack these. */
static bool is_back_rank_mate(const Moment *it) {
  unsigned enemy = it->side ^ 1, king = lc_position_king(it->now, enemy);
  lc_Bits rank = lc_back_rank(enemy), front = lc_king_attacks[king] & lc_forward(rank, enemy);
  if (!lc_has(rank, king) || !(lc_position_checkers(it->now) & rank) || !is_mate(it->now)) return false;
  if (front & ~it->now->sets[LC_BY_COLOR + enemy]) return false;
  return !it->run->past.is_puzzle || !(front & lc_controlled(it->now, it->side));
}

/* Mate by a knight; all squares around the king have its own pieces. */
static bool is_smothered_mate(const Moment *it) {
  unsigned enemy = it->side ^ 1, king = lc_position_king(it->now, enemy);
  if (!(lc_position_checkers(it->now) & it->now->sets[LC_KNIGHT])) return false;
  return !(lc_king_attacks[king] & ~it->now->sets[LC_BY_COLOR + enemy]) && is_mate(it->now);
}

static bool holds(const Moment *it, lc_Motif motif) {
  switch (motif) {
    case LC_MOTIF_FORK: return is_fork(it);
    case LC_MOTIF_PIN: return is_pin(it);
    case LC_MOTIF_SKEWER: return is_skewer(it);
    case LC_MOTIF_DISCOVERED_ATTACK: return is_discovered_attack(it);
    case LC_MOTIF_DOUBLE_CHECK: return is_double_check(it);
    case LC_MOTIF_HANGING_PIECE: return is_hanging_piece(it);
    case LC_MOTIF_TRAPPED_PIECE: return is_trapped_piece(it);
    case LC_MOTIF_SACRIFICE: return is_sacrifice(it);
    case LC_MOTIF_BACK_RANK_MATE: return is_back_rank_mate(it);
    case LC_MOTIF_SMOTHERED_MATE: return is_smothered_mate(it);
  }
  lc_unreachable();
}

bool lc_query_motif(lc_QueryRun *run, const lc_QueryStep *step) {
  uint32_t ply = run->replay.plies;
  if (ply == 0) return false;
  unsigned side = position_at(run, ply - 1)->turn, wanted = step->color ^ run->is_flipped;
  if (!step->others && side != wanted) return false;
  const Moment it = {.run = run, .ply = ply, .side = side, .move = move_at(run, ply),
                     .now = position_at(run, ply), .before = position_at(run, ply - 1)};
  return holds(&it, (lc_Motif)step->count) && (!step->lo || gains(&it, (uint32_t)step->lo));
}
