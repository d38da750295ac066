/*
** replay - plays the mainline of one game as fast as it can be read.
**
** It gives exactly the moves, the stop and the result that the events of reader.h give; the fuzzer compares them.
** Comments, NAGs and variations are skipped. Tokens are found 64 bytes at a time. lc_san_quick() reads ordinary
** tokens; the lexer and lc_spelling_read() read all others.
** Cost: some 15 to 25 ns per move, also in a dialect that differs from PGN only in its piece letters. In other dialects
** each token goes through the lexer.
*/
#ifndef LC_REPLAY_H
#define LC_REPLAY_H

#include "reader.h"

typedef struct lc_Replay {
  lc_Position position; /* position after the moves so far */
  lc_Lexer lexer;
  size_t padding;     /* number of readable bytes after the text; their values do not matter */
  uint32_t plies;
  lc_Code code;     /* the reason why the mainline stops early, or LC_D_NONE */
  size_t at, end;   /* the token at which the mainline stops early */
  uint16_t result;  /* lc_Result found in the movetext */
  bool is_over;
  bool has_notes;   /* comments, NAGs, variations or unusual text were skipped: the game has more than bare moves */
  bool is_odd;      /* text was skipped, a move was repaired or a number is wrong; the reader may report this */
  bool checks_numbers;  /* compare move numbers, too; lc_replay_begin() sets it to false */
  uint32_t number_base; /* at ply n, the move number (number_base + n) / 2 is expected */
} lc_Replay;

/* How the four bytes up to the end of a move number are compared: (bytes & mask) == text. The mask covers the digits
** and one bit of the byte before them. */
typedef struct lc_NumberText {
  uint32_t mask, text;
} lc_NumberText;
/* The texts of move numbers, indexed by number_base + ply. In longer games, the reader compares the move numbers. */
enum { LC_NUMBER_TEXTS = 600 };
extern const lc_NumberText lc_number_texts[LC_NUMBER_TEXTS];

/* Start a replay. `movetext` is an offset between the last tag and the first byte of the movetext. `dialect` is the
** dialect of the moves, NULL for PGN. See lexer.h for `tolerance`. */
void lc_replay_begin(lc_Replay *replay, const char *text, size_t size, size_t padding, size_t movetext,
                     const lc_Dialect *dialect, unsigned tolerance, const lc_Start *start);
/* Play moves and store them at `moves` (NULL: only play). Returns LC_OK at the end of the mainline. Returns
** LC_EROOM when `room` moves are stored; call again for more. */
int lc_replay_run(lc_Replay *replay, lc_Cpu cpu, lc_Move *moves, size_t room);

LC_VARIANTS(int, lc_replay_run, (lc_Replay *replay, lc_Move *moves, size_t room));
/* Read one token with the lexer, which is slower but accepts every token. Stores at most one move. Returns false
** when the mainline is over. */
bool lc_replay_step(lc_Replay *replay, lc_Move *moves, size_t *stored);

#endif
