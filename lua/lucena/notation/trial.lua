--- Tests a dialect: writes every legal move of many positions and reads it back. Used by Dialect:check and `lucena
-- dialect test`.
-- @module lucena.notation.trial

local argument = require("lucena.argument")
local compile = require("lucena.notation.compile")
local core = require("lucena.core")
local positions = require("lucena.notation.positions")

local M = {}

-- Return an option that is an integer of at least `least`; else raise an error.
local function check_number(opts, name, least, otherwise)
  local value = opts[name]
  if value == nil then
    return otherwise
  elseif math.type(value) ~= "integer" or value < least then
    argument.bad(3, 1, "check", "option '%s': integer of at least %d expected, got %s", name, least, tostring(value))
  end
  return value
end

-- Test one move: write it, and read it back without repairs.
local function try_move(dialect, raw, position, move, seen, report)
  local text, err, code = dialect:write(position, move)
  text = text or raw and raw:write(position, move)
  if not text then
    if code ~= "unsayable_move" then
      report.faults[#report.faults + 1] = { fen = position:fen(), move = move, err = err }
    end
    report.unsayable = report.unsayable + 1
    report.unsayable_example = report.unsayable_example or ("%s in %s"):format(position:san(move), position:fen())
    return
  end
  report.moves = report.moves + 1
  if seen[text] then
    report.collisions[#report.collisions + 1] = { fen = position:fen(), text = text, move = seen[text], other = move }
    return
  end
  seen[text] = move
  local read, repairs = dialect:read(position, text)
  if read ~= move then
    local what = read and "it is read as " .. position:san(read) or repairs
    report.faults[#report.faults + 1] = { fen = position:fen(), move = move, text = text, err = what }
  elseif #repairs > 0 then
    local what = "read with repairs: " .. table.concat(repairs, ", ")
    report.faults[#report.faults + 1] = { fen = position:fen(), move = move, text = text, err = what }
  end
end

-- Report different pieces with the same letter, which is allowed.
local function note_alike(dialect, report)
  local letters = dialect.info.letters
  local by_letter = {}
  for _, piece in ipairs { "K", "Q", "R", "B", "N" } do
    local other = letters[piece] and by_letter[letters[piece]]
    if other then
      report.notes[#report.notes + 1] = ("%s and %s are both written %s"):format(other, piece, letters[piece])
    elseif letters[piece] then
      by_letter[letters[piece]] = piece
    end
  end
end

--- Write every legal move of many positions and read it back: the result must be the same move, without any tolerance.
-- The positions are those of lucena.notation.positions.
---@param opts? {positions?: integer, seed?: integer} the number of positions, default 200; the seed of random games,
-- default 1
---@return table report good (boolean), positions, moves, seed, collisions: array of {fen, text, move, other} for moves
-- with the same text, faults: array of {fen, move, text, err} for moves that are not read back, unsayable: number of
-- moves that the dialect cannot write, unsayable_example, notes: array of sentences
-- @usage chess.dialect("french"):check{positions = 20}.good  --> true
local function check(self, opts)
  argument.self(self, "check", "lucena.Dialect")
  opts = argument.options(opts, 1, "check", { positions = true, seed = true })
  local count, seed = check_number(opts, "positions", 1, 200), check_number(opts, "seed", 0, 1)
  local report = {
    positions = count, seed = seed, moves = 0, unsayable = 0, collisions = {}, faults = {}, notes = {},
  }
  note_alike(self, report)
  local spec = self.info.spec
  -- Use the dialect exactly as the user's table defines it. The finished dialect would avoid texts that mean another
  -- move.
  local raw = spec.own and core.dialect(compile.changed(spec, { own = false }))
  for _, position in ipairs(positions.list(count, seed)) do
    local seen = {}
    for _, move in ipairs(position:moves()) do
      try_move(self, raw, position, move, seen, report)
    end
  end
  report.good = #report.collisions == 0 and #report.faults == 0
  return report
end

core.Dialect.check = check

return M
