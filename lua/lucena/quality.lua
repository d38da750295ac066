--- Statistics of mistakes by move number and by the time left, from the evaluations and clocks in comments. All counts
-- are integers, so that reports can add them. `lucena.judgement` has the definitions, which are Lichess's. A move
-- counts if there is an evaluation before it and after it.
-- Cost: for a game without evaluations, only a search for "[%eval"; for other games, about 2 microseconds per ply.
-- @module lucena.quality

local annotation = require("lucena.annotation")
local judgement = require("lucena.judgement")
local phases = require("lucena.phases")
local tally = require("lucena.tally")

local M = {}

--- The bands of time left after a move: the upper limit of each band, in seconds.
M.CLOCKS = { 10, 30, 60, 180, 600, math.huge }
M.CLOCK_NAMES = { "under 10 s", "10 to 30 s", "30 to 60 s", "1 to 3 min", "3 to 10 min", "10 min and more" }

local MOVES, LAST = 10, 6 -- move numbers per band; the index of the last band, for all later moves

local function band_of(seconds)
  for i, bound in ipairs(M.CLOCKS) do
    if seconds < bound then
      return i
    end
  end
end

local function count_move(counts, judged)
  tally.bump(counts, "moves")
  if judged then
    tally.bump(counts, judged)
  end
end

local function child(counts, name, key)
  counts[name] = counts[name] or {}
  counts[name][key] = counts[name][key] or {}
  return counts[name][key]
end

local function band_of_move(ply)
  return math.min(LAST, (ply - 1) // 2 // MOVES)
end

-- Return Game:clocks if the comments have clocks.
local function clocks_of(game)
  return require("lucena").query.has_clocks(game) and game:clocks() or {}
end

-- Count the accuracy of a move in hundredths of a percent, and its loss in hundredths of a pawn. Evaluations are
-- limited to 10 pawns.
local function count_quality(counts, before, after, mover)
  local accuracy = judgement.move_accuracy(judgement.win_percent(before, mover), judgement.win_percent(after, mover))
  local loss = judgement.limited(before, mover) - judgement.limited(after, mover)
  tally.bump(counts, "accuracy", math.floor(accuracy * 100 + 0.5))
  tally.bump(counts, "loss", math.floor(math.max(0, loss) * 100 + 0.5))
end

--- Count the moves of a game that have judgements.
---@param counts table to add to: by_move, by_clock and by_phase, with {moves, inaccuracy, mistake, blunder} per band;
-- in by_phase also the sums accuracy and loss
---@param game lucena.Game
---@param color? string only the moves of this side
---@return table? facts of the game, for other functions; nil if no comment has an evaluation
function M.count(counts, game, color)
  if not require("lucena").query.has_evaluations(game) then
    return nil
  end
  local facts, clocks, parts = annotation.of(game), clocks_of(game), phases.of(game)
  for ply = 1, game.plies do
    local mover = facts:mover(ply)
    local before, after = facts:change(ply)
    if (not color or mover == color) and before then
      local judged, phase = facts:judged(ply), child(counts, "by_phase", phases.number(parts, ply))
      count_move(phase, judged)
      count_quality(phase, before, after, mover)
      count_move(child(counts, "by_move", band_of_move(ply)), judged)
      local left = clocks[ply] and clocks[ply].clock
      if left then
        count_move(child(counts, "by_clock", band_of(left)), judged)
      end
    end
  end
  return facts
end

--- Count how a side used its time, if the comments have clocks.
---@param counts table to add to: time, with {moves, spent, shown, left} per band; spent and left in tenths of a second
---@param game lucena.Game
---@param color string
function M.count_time(counts, game, color)
  for ply, entry in ipairs(clocks_of(game)) do
    if entry.color == color and (entry.spent or entry.clock) then
      local it = child(counts, "time", band_of_move(ply))
      if entry.spent then
        tally.bump(it, "moves")
        tally.bump(it, "spent", math.floor(entry.spent * 10 + 0.5))
      end
      if entry.clock then
        tally.bump(it, "shown")
        tally.bump(it, "left", math.floor(entry.clock * 10 + 0.5))
      end
    end
  end
end

-- ---- sections ------------------------------------------------------------------------------------

local function columns_of(title)
  return {
    { key = "band", title = title, words = true }, { key = "moves", title = "Moves", kind = "integer" },
    { key = "inaccuracy", title = "Inaccuracies", kind = "integer" },
    { key = "mistake", title = "Mistakes", kind = "integer" },
    { key = "blunder", title = "Blunders", kind = "integer" },
    { key = "share", title = "Blunders per 100", kind = "decimal", digits = 2 },
  }
end

local function rows_of(bands, name_of)
  local rows = {}
  for i, band in ipairs(tally.keys(bands)) do
    local it = bands[band]
    rows[i] = {
      band = name_of(band), moves = it.moves, inaccuracy = it.inaccuracy or 0, mistake = it.mistake or 0,
      blunder = it.blunder or 0, share = 100 * (it.blunder or 0) / it.moves,
    }
  end
  return rows
end

local function move_band(band)
  local first = band * MOVES + 1
  return band == LAST and ("%d+"):format(first) or ("%d-%d"):format(first, first + MOVES - 1)
end

local TIME_COLUMNS = {
  { key = "band", title = "Move" }, { key = "moves", title = "Moves", kind = "integer" },
  { key = "spent", title = "Seconds a move", kind = "decimal" },
  { key = "left", title = "Seconds left", kind = "decimal", digits = 0 },
}

local function time_section(bands)
  local rows = {}
  for i, band in ipairs(tally.keys(bands)) do
    local it = bands[band]
    rows[i] = {
      band = move_band(band), moves = it.moves or 0, spent = it.moves and it.spent / it.moves / 10,
      left = it.shown and it.left / it.shown / 10,
    }
  end
  return { title = "Time by move number", columns = TIME_COLUMNS, rows = rows,
    chart = { kind = "bars", x = "band", y = { "spent" } } }
end

local PHASE_COLUMNS = columns_of("Phase")
table.insert(PHASE_COLUMNS, 3, { key = "accuracy", title = "Accuracy", kind = "decimal" })
table.insert(PHASE_COLUMNS, 4, { key = "loss", title = "Pawns lost a move", kind = "decimal", digits = 2 })

local function phase_section(bands)
  local rows = rows_of(bands, function(number) return phases.NAMES[number] end)
  for i, number in ipairs(tally.keys(bands)) do
    local it = bands[number]
    rows[i].accuracy, rows[i].loss = it.accuracy / it.moves / 100, it.loss / it.moves / 100
  end
  return { title = "Accuracy by phase", columns = PHASE_COLUMNS, rows = rows,
    chart = { kind = "bars", x = "band", y = { "accuracy" } },
    notes = { { "The phases are those of lichess. Accuracy is the mean of the moves, in percent." } } }
end

--- Return the sections of a report: accuracy by phase, blunders by move number and by time left, and the use of time.
-- Empty sections are omitted.
---@param counts table
---@return table[] sections
function M.sections(counts)
  local out = {}
  if counts.by_phase then
    out[#out + 1] = phase_section(counts.by_phase)
  end
  if counts.by_move then
    out[#out + 1] = { title = "Blunders by move number", columns = columns_of("Move"),
      rows = rows_of(counts.by_move, move_band),
      chart = { kind = "bars", x = "band", y = { "share" } } }
  end
  if counts.by_clock then
    out[#out + 1] = { title = "Blunders by time left", columns = columns_of("Clock after the move"),
      rows = rows_of(counts.by_clock, function(band) return M.CLOCK_NAMES[band] end),
      chart = { kind = "bars", x = "band", y = { "share" } } }
  end
  if counts.time then
    out[#out + 1] = time_section(counts.time)
  end
  return out
end

return M
