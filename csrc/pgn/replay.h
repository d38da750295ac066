/*
** replay - plays the mainline of one game at the speed of reading.
**
** Gives exactly the moves, the stop and the result that reading events would give (fuzzed against the reader),
** without comments, NAGs and variations, which are skipped. Tokens are found 64 bytes at a time;
** the ordinary ones are read by lc_san_quick(), anything else goes through the lexer and lc_spelling_read().
** Cost: some 15 to 25 ns a move, also in a dialect that differs from PGN in the letters of the pieces alone; in others
** each token goes through the lexer.
*/
#ifndef LC_REPLAY_H
#define LC_REPLAY_H

#include "reader.h"

typedef struct lc_Replay {
  lc_Position position; /* after the moves so far */
  lc_Lexer lexer;
  size_t padding;     /* readable bytes after the text, never used */
  uint32_t plies;
  lc_Code code;     /* why the mainline stops early, or LC_D_NONE */
  size_t at, end;   /* the token it stops at */
  uint16_t result;  /* lc_Result found in the movetext */
  bool is_over;
  bool has_notes;   /* comments, NAGs, variations or unusual text were skipped: the game has more than moves */
  bool is_odd;      /* a NAG out of range or a mark of en passant was skipped: the reader has a diagnostic */
} lc_Replay;

/* `movetext` is an offset after the last tag and not after the first byte of the movetext; `dialect` is that of the
** moves, NULL for PGN. */
void lc_replay_begin(lc_Replay *replay, const char *text, size_t size, size_t padding, size_t movetext,
                     const lc_Dialect *dialect, const lc_Start *start);
/* Play on, storing the moves at `moves` (NULL: only play). LC_OK at the end of the mainline, LC_EROOM when
** `room` moves were stored: call again for more. */
int lc_replay_run(lc_Replay *replay, lc_Cpu cpu, lc_Move *moves, size_t room);

LC_VARIANTS(int, lc_replay_run, (lc_Replay *replay, lc_Move *moves, size_t room));
/* One token the slow way; false when the mainline is over. Stores at most one move. */
bool lc_replay_step(lc_Replay *replay, lc_Move *moves, size_t *stored);

#endif
