/*
** replay - plays the mainline of one game as fast as it can be read.
**
** The moves, the offset at which the mainline stops, and the result are the same as those of reader.h. The fuzzer
** compares them. Comments, NAGs and variations are skipped. The loop splits 64 bytes at a time into tokens.
** lc_san_quick() reads ordinary tokens. The lexer and lc_spelling_read() read all other tokens.
** Cost: 15 to 25 ns per move, also in a dialect that differs from PGN only in its piece letters. In other dialects, the
** lexer reads each token, which takes longer.
*/
#ifndef LC_REPLAY_H
#define LC_REPLAY_H

#include "reader.h"

/* Text that the replay has skipped (skip.h), with the diagnostic that reader.h reports for it. */
typedef struct lc_Skipped {
  lc_Code code;
  size_t at, end;
} lc_Skipped;
enum { LC_SKIPPED_ROOM = 4 };

typedef struct lc_Replay {
  lc_Position position; /* position after the moves so far */
  lc_Lexer lexer;
  size_t padding;     /* number of readable bytes after the text; their values do not matter */
  uint32_t plies;
  lc_Code code;     /* the reason why the mainline stops early, or LC_D_NONE */
  size_t at, end;   /* the token at which the mainline stops early */
  uint16_t result;  /* lc_Result found in the movetext */
  bool is_over;
  bool has_notes;   /* the game has more than moves: comments, NAGs, variations or unusual text */
  bool is_odd;      /* a move was repaired or illegal, a move number is wrong, or `skipped` lacks skipped text: see
                    ** reader.h */
  lc_Position *after;   /* if set: lc_replay_run() stores the position after moves[i] at after[i]; lc_replay_begin()
                        ** clears it */
  bool checks_numbers;  /* compare the move numbers; lc_replay_begin() sets this to false */
  uint32_t number_base; /* at ply n, the move number (number_base + n) / 2 is expected */
  uint32_t skipped_count;
  lc_Skipped skipped[LC_SKIPPED_ROOM]; /* all skipped text of the mainline, unless is_odd */
} lc_Replay;

/* A move number is correct if the four bytes up to its end satisfy (bytes & mask) == text. The mask covers the digits
** and one bit of the byte before them. */
typedef struct lc_NumberText {
  uint32_t mask, text;
} lc_NumberText;
/* The texts of move numbers, indexed by number_base + ply. For longer games, reader.h compares the move numbers. */
enum { LC_NUMBER_TEXTS = 600 };
extern const lc_NumberText lc_number_texts[LC_NUMBER_TEXTS];

/* Start a replay. `movetext` is any offset from the end of the last tag to the first byte of the movetext. `dialect` is
** the dialect of the moves, or NULL for PGN. See lexer.h for `tolerance`. */
void lc_replay_begin(lc_Replay *replay, const char *text, size_t size, size_t padding, size_t movetext,
                     const lc_Dialect *dialect, unsigned tolerance, const lc_Start *start);
/* Play moves and store them at `moves`, or only play them if `moves` is NULL. Returns LC_OK at the end of the mainline.
** Returns LC_EROOM after at least one move, if the next 64 bytes may have more moves than fit into `moves`; call again
** for the next moves. So `room` should be at least 64. */
int lc_replay_run(lc_Replay *replay, lc_Cpu cpu, lc_Move *moves, size_t room);

LC_VARIANTS(int, lc_replay_run, (lc_Replay *replay, lc_Move *moves, size_t room));
/* Read one token with the lexer, which is slower but accepts all tokens. Stores at most one move. Returns false at the
** end of the mainline. */
bool lc_replay_step(lc_Replay *replay, lc_Move *moves, size_t *stored);

#endif
