--- How commands use indexes: automatically, if the output is the same as without them.
-- @module lucena.run.indexing

local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local phrase = require("lucena.run.phrase")

local M = {}

-- Options with which other games, or the same games otherwise, are read than were indexed; or all games must be read.
local OPTIONS = { "allow", "check", "dialect", "games", "invert", "jobs", "max_game", "no_skip", "partial",
  "range", "repair", "rest_file", "salvage", "strict", "variations" }

-- Return the reason why the options exclude an index, or nil.
local function obstacle(query, tests, args)
  for _, name in ipairs(OPTIONS) do
    local value = args[name]
    if value and (type(value) ~= "table" or #value > 0) then
      return ("--%s reads every game"):format((name:gsub("_file$", ""):gsub("_", "-")))
    end
  end
  if not query and #tests == 0 then
    return "there is no query"
  elseif type(query) == "function" or query and select(3, require("lucena.query").compiled(query)) then
    return "only queries without Lua functions can use an index"
  end
end

local function find(path, query, tests)
  if path == "-" then
    return nil, "standard input has no index"
  end
  return require("lucena.index.search").find(path, query, tests)
end

-- Report whether there may be an index. Most files have none, so the modules of indexes are loaded only then.
local function has_index(path)
  local file <close> = io.open(path .. ".lci", "rb")
  return file ~= nil
end

--- Return the function that finds the parts of a file to read, or nil if every game must be read. A file whose index
-- cannot be used is reported.
---@param query lucena.Query|function? the games that the command needs match it
---@param tests table[] tests of tags that these games pass
---@param args table parsed arguments
---@param parser table
---@return function? (path): returns the result of `lucena.index.search.find`, or nil
function M.finder(query, tests, args, parser)
  local reason = obstacle(query, tests, args)
  if reason and args.require_index then
    parser:error("--require-index: " .. reason)
  elseif reason then
    return nil
  end
  return function(path)
    if not args.require_index and not has_index(path) then
      return nil
    end
    local found, problem, code = find(path, query, tests)
    if not found and args.require_index then
      local text = code and problem or ("%s: %s (omit --require-index)"):format(path, problem)
      exit.fail(code and code:find("^cannot_") and exit.IO or exit.DATA, text)
    elseif not found and code then
      messages.note(problem .. "; the games are read instead")
    end
    return found
  end
end

--- Return a text for --describe: the order of the tests, and the number of games that are read of each file.
---@param query lucena.Query|function?
---@param tests table[]
---@param args table parsed arguments
---@param paths string[]
---@return string
function M.describe(query, tests, args, paths)
  local lines, reason = {}, obstacle(query, tests, args)
  if query and type(query) ~= "function" then
    lines[1] = query:describe():gsub("\n?$", "")
  end
  for _, path in ipairs(paths) do
    local found, problem = nil, reason
    if not reason then
      found, problem = find(path, query, tests)
    end
    lines[#lines + 1] = found
      and ("%s: the index finds %s of %s to read"):format(path, phrase.group(found.read),
        phrase.counted(found.games, "game"))
      or ("%s: every game is read (%s)"):format(path, problem)
  end
  return table.concat(lines, "\n") .. "\n"
end

return M
