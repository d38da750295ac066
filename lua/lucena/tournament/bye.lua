--- The kinds of byes: rounds in which a player has no opponent. A bye is data, never a game against a name: the tag Bye
-- of a game without moves has its kind, and White is the player. The reader of tournament report files writes this tag.
--
-- - pairing: the player to whom the pairing gives no opponent. full: a full point for another reason.
-- - half, zero: requested by the player, or an absence.
-- - win, loss: a forfeit without an opponent. blank: an empty cell, which the format defines as a zero-point bye.
-- - none: no bye at all. The player takes part, but has no round.
--
-- Source: FIDE Handbook, "Format of Tournament Report File" of 2026 (the letters of results), and C.07, 16.1 (requested
-- byes are half-point and zero-point byes). A forfeit without an opponent counts as a bye of the same points: nobody
-- was scheduled, so nobody can have failed to come.
-- @module lucena.tournament.bye

local M = {}

--- kind -> {halves: half points, sign: the result in a tournament report file, is_requested}
M.KINDS = {
  pairing = { halves = 2, sign = "U" }, full = { halves = 2, sign = "F" }, win = { halves = 2, sign = "+" },
  half = { halves = 1, sign = "H", is_requested = true }, zero = { halves = 0, sign = "Z", is_requested = true },
  loss = { halves = 0, sign = "-", is_requested = true }, blank = { halves = 0, sign = " ", is_requested = true },
}

--- The kind of a player without rounds.
M.NONE = "none"

-- Older programs write the results of games.
local BY_SIGN = { ["1"] = "pairing", ["="] = "half", ["0"] = "zero", W = "pairing", D = "half", L = "zero",
  [""] = "blank" }
for kind, it in pairs(M.KINDS) do
  BY_SIGN[it.sign] = kind
end

--- Return the kind of a bye by its result in a tournament report file.
---@param sign string a letter or sign, "" or " "
---@return string? kind
-- @usage require("lucena.tournament.bye").by_sign "H" --> half
function M.by_sign(sign)
  return BY_SIGN[sign]
end

local BY_HALVES = { [2] = "pairing", [1] = "half" }

--- Return the kind of a bye by its half points.
---@param halves? integer nil if the result is unknown
---@return string kind
-- @usage require("lucena.tournament.bye").by_points(1) --> half
function M.by_points(halves)
  return BY_HALVES[halves] or "zero"
end

return M
