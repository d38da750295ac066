/*
** replay - plays the mainline of one game as fast as it can be read.
**
** Gives exactly the moves, the stop and the result that the events of reader.h would give (fuzzed against the reader).
** Comments, NAGs and variations are skipped. Tokens are found 64 bytes at a time; lc_san_quick() reads the ordinary
** ones, and the lexer and lc_spelling_read() read all others.
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
  size_t at, end;   /* the token it stops at */
  uint16_t result;  /* lc_Result found in the movetext */
  bool is_over;
  bool has_notes;   /* comments, NAGs, variations or unusual text were skipped: the game has more than bare moves */
  bool is_odd;      /* a NAG out of range or a mark of en passant was skipped, for which the reader has a diagnostic */
} lc_Replay;

/* Start a replay. `movetext` is an offset after the last tag, at most that of the movetext's first byte. `dialect`
** is that of the moves, NULL for PGN. */
void lc_replay_begin(lc_Replay *replay, const char *text, size_t size, size_t padding, size_t movetext,
                     const lc_Dialect *dialect, const lc_Start *start);
/* Play on and store the moves at `moves` (NULL: only play). Returns LC_OK at the end of the mainline, or LC_EROOM
** when `room` moves were stored: call again for more. */
int lc_replay_run(lc_Replay *replay, lc_Cpu cpu, lc_Move *moves, size_t room);

LC_VARIANTS(int, lc_replay_run, (lc_Replay *replay, lc_Move *moves, size_t room));
/* Read one token the slow way; stores at most one move. Returns false when the mainline is over. */
bool lc_replay_step(lc_Replay *replay, lc_Move *moves, size_t *stored);

#endif
