--- Implements `lucena epd test`: tests an engine on a suite of positions.
-- A record is solved if the engine's move is one of its `bm` and none of its `am`. A record with `dm` alone is solved
-- if the engine finds that mate or a shorter one. Points for moves, as in STS (`c0 "f5=100, Bf2=46"`), are added up.
-- Scores are from White's point of view.
-- The time to the solution is the time at which the engine found the solution and no longer changed it.
-- @module lucena.run.epd.test

local numbers = require("lucena.number")
local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local phrase = require("lucena.run.phrase")
local stdio = require("lucena.run.stdio")

local M = {}

-- ---- the task of a record ------------------------------------------------------------------------

local function set_of(moves)
  local set = {}
  for _, move in ipairs(moves or {}) do
    set[move] = true
  end
  return next(set) and set
end

-- Return the points by move: `f5=100, e8=Q=30`. Text that is not a legal move with a number of points is ignored.
local function points_of(record)
  local points, most = {}, nil
  for part in (record.c0 or ""):gmatch("[^,]+") do
    local text, count = part:match("^%s*(%S+)=(%d+)%s*$")
    local number = numbers.whole(count, 0, numbers.MOST)
    local move = number and (record.position:parse(text) or record.position:parse_uci(text))
    if move then
      points[move] = number
      most = math.max(most or 0, points[move])
    end
  end
  return points, most
end

-- Return the task of a record; nil if it has no bm, am or dm.
local function task_of(record)
  if not record.position then
    return nil
  end
  local points, most = points_of(record)
  local task = { best = set_of(record.bm), avoid = set_of(record.am), mate = math.type(record.dm) and record.dm,
    points = points, most = most, turn = record.position.turn }
  return (task.best or task.avoid or task.mate) and task or nil
end

-- Return whether a move with its score solves the task.
local function is_solved(task, move, score)
  if task.best or task.avoid then
    return (not task.best or task.best[move] or false) and not (task.avoid and task.avoid[move])
  end
  return score ~= nil and score.mate == task.turn and score.moves <= task.mate
end

-- ---- the table -----------------------------------------------------------------------------------

local ROW = "%5s  %-24s  %-6s  %-8s  %-14s  %7s  %5s  %7s  %6s\n"

-- Cut a name or list of moves to N columns, or pad it. Bytes that are not UTF-8 were escaped before.
local function cut(text, most)
  local count = utf8.len(text)
  return count and count > most and text:sub(1, utf8.offset(text, most) - 1) .. "…" or text
end

-- string.format("%-24s") counts bytes, so it cannot pad UTF-8 text.
local function pad(text, width)
  text = cut(text, width)
  return text .. (" "):rep(width - (utf8.len(text) or #text))
end

local function wanted_text(record, task)
  local words = {}
  for _, name in ipairs { "bm", "am" } do
    for i, move in ipairs(record[name] or {}) do
      words[#words + 1] = (name == "am" and i == 1 and "not " or "") .. record.position:san(move)
    end
  end
  return #words > 0 and table.concat(words, " ") or "mate in " .. task.mate
end

local function print_row(record, task, row)
  local line = ROW:format(record.number, pad(phrase.safe(record.id or ""), 24), row.verdict, row.move or "",
    pad(wanted_text(record, task), 14), row.found and ("%.2f"):format(row.found) or "", row.depth or "",
    row.score and tostring(row.score) or "", row.points or "")
  stdio.write((line:gsub(" +\n", "\n")))
end

-- ---- the test ------------------------------------------------------------------------------------

-- Let the engine search the position of a record. Returns the row of the table.
local function try(asker, record, task)
  local since
  local function watch(line)
    if line.rank == 1 and line.pv[1] then
      since = is_solved(task, line.pv[1], line.score) and (since or line.elapsed) or nil
    end
  end
  local result, err = asker:analyse(record.position, watch)
  if not result then
    messages.say(err)
    return { verdict = "lost" }
  elseif not result.move then
    return { verdict = "over" }
  end
  local solved = is_solved(task, result.move, result.score)
  return { verdict = solved and "yes" or "no", move = record.position:san(result.move),
    found = solved and (since or result.time) or nil, depth = result.depth, score = result.score,
    points = task.most and (task.points[result.move] or 0) }
end

local function add(counts, task, row)
  counts.tried = counts.tried + 1
  if row.verdict == "yes" then
    counts.solved, counts.seconds = counts.solved + 1, counts.seconds + row.found
  elseif row.verdict == "lost" then
    counts.lost = counts.lost + 1
  end
  if task.most then
    counts.points, counts.most = counts.points + (row.points or 0), counts.most + task.most
  end
end

local function share(part, whole)
  return whole > 0 and (" (%.1f %%)"):format(100 * part / whole) or ""
end

local function print_totals(counts)
  stdio.write(("\nsolved %s of %s%s\n"):format(phrase.group(counts.solved), phrase.group(counts.tried),
    share(counts.solved, counts.tried)))
  if counts.solved > 0 then
    stdio.write(("time to the solution %.2f s, %.3f s each\n"):format(counts.seconds, counts.seconds / counts.solved))
  end
  if counts.most > 0 then
    stdio.write(("points %s of %s%s\n"):format(phrase.group(counts.points), phrase.group(counts.most),
      share(counts.points, counts.most)))
  end
  stdio.flush()
end

--- Return the client of the verb, for `lucena.run.records`.
---@param input table
---@param args table
---@param parser table
---@return table client
---@return function finish
function M.client(input, args, parser)
  local asker = require("lucena.run.engine_option").open(args, parser, { time = 1 })
  local counts = { tried = 0, solved = 0, seconds = 0, lost = 0, points = 0, most = 0, skipped = 0 }
  local client = { has_data = true, abandon = function() asker:close() end }
  function client.visit(_, record, reader)
    local task = task_of(record)
    if not task then
      counts.skipped = counts.skipped + 1
      return
    elseif counts.tried == 0 then
      stdio.write(ROW:format("", pad("id", 24), "solved", "move", pad("wanted", 14), "seconds", "depth", "score",
        "points"))
    end
    asker:new_game()
    local row = try(asker, record, task)
    add(counts, task, row)
    print_row(record, task, row)
    if not input.quiet and messages.is_progress_due(true) then
      messages.progress(("%s: %s, %s solved"):format(reader.name, phrase.counted(counts.tried, "position"),
        phrase.group(counts.solved)))
    end
  end
  return client, function()
    asker:close()
    print_totals(counts)
    if counts.lost > 0 then
      input.tally:fail(exit.IO)
    end
    return counts.skipped > 0 and phrase.group(counts.skipped) .. " without bm, am or dm" or nil
  end
end

return M
