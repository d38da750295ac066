--- Rows of Writer, Area, Text and Process.

local chess = require "lucena"
local common = require "spec.support.hot.rows.common"
local core = require "lucena.core"

local method = common.method

local rows = {}

-- The target is a function, so the Writer calls Lua.
local function new_writer()
  local pieces = { count = 0 }
  return assert(chess.writer(function(text)
    pieces[#pieces + 1] = text
    return true
  end)), pieces, (common.new_game())
end

-- The text that the finalizer writes is not lost, and can be removed from the output.
local SIGN = "FINALIZER\n"

local function write_sign(writer, counts)
  if writer:write(SIGN) then
    counts.count = counts.count + 1
  end
end

local function without_signs(text, counts)
  local rest, count = text:gsub(SIGN, "")
  assert(count == counts.count, "a text of the finalizer was lost")
  return rest
end

local function use_writer(writer, pieces, game)
  coroutine.wrap(write_sign)(writer, pieces) -- in another Lua state
  return writer:flush(), game:pgn()
end

rows.Writer = {
  make = new_writer,
  use = use_writer,
  check = function(writer, pieces, _, results)
    writer:close()
    return without_signs(table.concat(pieces), pieces), results
  end,
  refuses = "closed",
  calls = {
    __tostring = { tostring },
    close = { method "close" },
    discard = { method "discard" },
    export = { function(writer, _, game) return writer:export(game, "pgn"),
               writer:export(game, "pgn", { width = 0 }) end,
               function(writer, _, game) return writer:export(game, "fen") end },
    flush = { method "flush" },
    write = { function(writer, _, game) return writer:write("text\n", game, 12) end },
  },
}

-- Other exports to the same Writer.
rows["Writer, export"] = {
  class = "Writer",
  make = new_writer,
  use = function(writer, pieces)
    local first = #pieces
    writer:export(chess.game("1. a3 *"), "pgn")
    for i = #pieces, first + 1, -1 do
      pieces[i] = ""
    end
  end,
  check = rows.Writer.check,
  calls = { export = rows.Writer.calls.export },
}

rows.Process = {
  make = function() return assert(core.process { "cat" }) end,
  use = function(process) return process.pid, process:write "" end,
  refuses = "closed",
  skip = { pid = "each process has another one" },
  calls = {
    __tostring = { function(process) return tostring(process):gsub("%d+", "") end },
    close = { method "close" },
    close_input = { method "close_input" },
    kill = { method "kill" },
    read = { function(process) return process:write "x", process:read(9, 100) end },
    read_line = { function(process) return process:write "x\ny\n", process:read_line(9) end },
    wait = { function(process) return process:close_input(), process:wait(9) end },
    write = { method("write", "x") },
  },
}

-- The text of a Writer in memory: what the finalizer writes is kept.
rows["core, text"] = {
  class = "functions",
  make = function()
    local writer = core.memory_writer()
    writer:write(("text "):rep(1000))
    return writer, { count = 0 }
  end,
  use = write_sign,
  check = function(writer, counts, results) return without_signs((results[2] or "") .. core.take_text(writer),
    counts) end,
  calls = {
    take_text = { core.take_text },
    writer_end = { function(writer) return core.writer_end(writer, "]") end },
  },
}

-- Two lists of processes that the finalizer makes longer.
rows["core, ready"] = {
  class = "functions",
  make = function()
    local process = assert(core.process { "cat" })
    return { process }, { process }, process
  end,
  use = function(readers, writers, process) readers[#readers + 1], writers[#writers + 1] = process, process end,
  calls = { ready = { function(readers, writers, process) return core.ready(readers, writers, 0)[process] end } },
}

return rows
