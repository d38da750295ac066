--- Compares two builds of Lucena, this one and an earlier one, with the commands of bench/run.lua.
--
-- Each command runs alternately in both source trees. The ratio of processor times is computed for each pair of runs,
-- because other programs slow down both runs of a pair. Valgrind counts the instructions once, on the first megabytes
-- of the input. Both trees must be built with the same flags.

local M = {}

local MOST_TIME, MOST_INSTRUCTIONS = 1.02, 1.01
local SMALL = 2000000 -- bytes of input for valgrind, which is fifty times slower

local function inside(folder, command)
  return ("cd '%s' && env -u LUA_PATH_5_4 -u LUA_CPATH_5_4 -u LUCENA_BUILD BUILD=build scripts/dev/with-build %s")
    :format(folder, command)
end

local function output_of(command)
  local pipe <close> = assert(io.popen(command))
  return pipe:read "a"
end

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- Return the processor time of a command in seconds.
local function time_of(folder, command)
  local shell = ("TIMEFORMAT='%%3U %%3S'; time { %s; } >/dev/null 2>/dev/null"):format(inside(folder, command))
  local user, system = output_of("bash -c " .. quoted(shell) .. " 2>&1"):match "([%d.]+) ([%d.]+)%s*$"
  return tonumber(user) + tonumber(system)
end

local function median(list)
  table.sort(list)
  local middle = (#list + 1) // 2
  return #list % 2 == 1 and list[middle] or (list[middle] + list[middle + 1]) / 2
end

local function time_ratio(base, command, pairs_wanted)
  local ratios = {}
  for i = 0, pairs_wanted do
    local old, new = time_of(base, command), time_of(".", command)
    ratios[i] = new / old -- the first pair, with index 0, only warms up the caches
  end
  return median(ratios)
end

-- Return the command with less input: the first text lines of each file, and perft to depth 4. Returns nil for
-- compressed input.
local function smaller(command, made)
  command = command:gsub("perft %d", "perft 4")
  local is_packed = false
  command = command:gsub("[^%s']+", function(word)
    local suffix = word:match "^/.*%.(%w+)$"
    if suffix ~= "pgn" and suffix ~= "epd" then
      is_packed = is_packed or suffix == "zst" or suffix == "gz"
      return nil
    elseif not made[word] then
      made[word] = word .. ".small." .. suffix
      os.execute(("head -c %d '%s' | sed '$d' >'%s'"):format(SMALL, word, made[word]))
    end
    return made[word]
  end)
  return not is_packed and command or nil
end

local function instructions_of(folder, command)
  local text = output_of("{ " .. inside(folder, "valgrind --tool=callgrind --callgrind-out-file=/dev/null " .. command)
    .. "; } 2>&1 >/dev/null")
  return tonumber(text:match "Collected%s*:%s*(%d+)")
end

local function instruction_ratio(base, command, made)
  command = smaller(command, made)
  local old = command and instructions_of(base, command)
  local new = old and instructions_of(".", command)
  return new and new / old
end

--- Compare the trees row by row and print a table.
---@param rows table[] of {task, command}
---@param base string folder of the other tree, which is built in its folder build
---@param count integer pairs of each row
---@return boolean is_good whether all rows are within the limits
function M.run(rows, base, count)
  local bad, made, has_valgrind = 0, {}, output_of "command -v valgrind" ~= ""
  print(("| row | time, median of %d pairs | instructions |\n|---|---|---|"):format(count))
  for _, row in ipairs(rows) do
    local time = time_ratio(base, row.command, count)
    local instructions = has_valgrind and instruction_ratio(base, row.command, made) or nil
    local is_bad = time > MOST_TIME or (instructions or 0) > MOST_INSTRUCTIONS
    bad = bad + (is_bad and 1 or 0)
    print(("| %s | %.3f | %s |%s"):format(row.task, time, instructions and ("%.4f"):format(instructions) or "",
      is_bad and " too much" or ""))
  end
  print(("bench: %d rows, %d of them above %.2f in time or %.2f in instructions"):format(#rows, bad, MOST_TIME,
    MOST_INSTRUCTIONS))
  return bad == 0
end

return M
