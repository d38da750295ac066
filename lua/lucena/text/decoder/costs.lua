--- The costs of the decoder: for each thing that a path through the text assumes, its cost. A cost is a log-odds in
-- natural units: 1 more is about 2.7 times less likely. The sum of a path decides, so that only differences matter.
--
-- Row: {name, value, example, source}. Sources: `law` follows from a rule (a printed number is evidence, a named
-- move stays named), `set` is set by hand on real and printed texts, and not fitted by a program.
-- @module lucena.text.decoder.costs

local ROWS = {
  -- Words and moves that a path skips.
  { "skip_word", 0.15, "and White stands well", "set" },
  { "skip_after_number", 1.2, "7. [wins] Nf3", "set" },
  { "skip_named", 1.4, "the move Nf3 was better", "law: moves in sentences are named" },
  { "skip_move", 4, "7. [Nf3] after a number", "law: a numbered move is played or reported" },
  { "skip_reply", 2.5, "7. Nf3 [Nc6]", "set" },
  { "skip_number", 1.5, "in 12. chapter", "set" },
  { "skip_near_number", 4, "7. after 6... Nc6", "law: no move is played across its number" },
  { "skip_bare_number", 0.3, "page 12", "set" },
  -- Numbers.
  { "variation", 1.2, "9. h4 [9. Nxg5] h4", "set" },
  { "variation_in_brackets", 0.3, "9. h4 ([9. Nxg5])", "set" },
  { "variation_at_start", 5, "[1. d4] in the notes of 1. e4", "set" },
  { "return", 0.3, "9... Bg4 after a variation", "set" },
  { "ahead", 1, "after [4. fxe5] before 4. Nf3", "set" },
  { "ahead_of_score", 2.5, "3. f4 Nc6 [4. fxe5], or [4. fxe5] at the beginning of a line",
    "law: the first move printed is played" },
  { "condition", 4, "if [40. Kh1] as a move of the game", "law: what an if names was not played" },
  { "in_brackets", 20, "40. Kg1 ([40... Rd8]) as a move of the game", "law: numbers in brackets begin alternatives" },
  { "after_result", 4, "1-0 [41. Kh1]", "law: a result ends the game" },
  { "misread_number", 2.5, "88. Rd1 for 38. Rd1", "set" },
  { "repeated_number", 1.5, "1. e4 [1.] e5, the first time", "set" },
  { "repeated_again", 0.1, "1. e4 [1.] e5, later", "set" },
  { "open_at_end", 2, "the text ends in a variation", "set" },
  -- Moves without a number.
  { "reply", 0.05, "7. Nf3 [Nc6]", "set" },
  { "unnumbered", 0.6, "Nf3 [Nc6 Bb5]", "set" },
  { "after_words", 1.6, "Nf3 is met by [Nc6]", "law: moves in sentences are named" },
  { "first_unnumbered", 4, "[e4] without 1.", "set" },
  { "message", 0.3, "<Tom> [e4] in a text without numbers", "set" },
  { "skip_message", 2.5, "<Tom> [e4?] in a text without numbers", "set" },
  { "skip_next_message", 3, "e4 [e5] in a text without numbers", "law: moves in sentences are named" },
  { "across_word", 4, "2. Wort [f3]", "law: no square is played after an unread word" },
  -- Spellings.
  { "confused", 0.7, "Rel for Re1", "set" },
  { "misread", 1.6, "b4 for h4", "set" },
  { "other_letter", 2.5, "Kf3 for Rf3", "set" },
  { "no_letter", 3.5, "xg7 for Kxg7", "law: a square is seldom the move of a piece" },
  { "bound_letter", 1.6, "an unknown letter, once", "set" },
  { "other_case", 0.8, "nf3 for Nf3", "set" },
  { "no_capture", 0.3, "Nd4 for Nxd4", "set" },
  { "joined", 0.3, "K f3, one blank", "set" },
  { "glued", 0.8, "Bc4Nf6", "set" },
  { "short_capture", 0.4, "ed, exd", "set" },
  { "no_check", 0.2, "a check without its sign", "set" },
  { "two_moves", 0.4, "another move fits as well", "set" },
}

local M = { rows = ROWS }

for _, row in ipairs(ROWS) do
  M[row[1]] = row[2]
end

return M
