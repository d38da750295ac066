--- How `lucena filter` uses indexes: automatically, if the output is the same as without them.
-- @module lucena.run.filter.indexing

local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local phrase = require("lucena.run.phrase")

local M = {}

-- Options with which other games, or the same games otherwise, are read than were indexed; or all games must be read.
local OPTIONS = { "allow", "check", "chunk", "dialect", "games", "invert", "jobs", "max_game", "no_skip", "partial",
  "range", "repair", "rest_file", "salvage", "strict", "variations" }

-- Return the reason why the options exclude an index, or nil.
local function obstacle(request, args)
  for _, name in ipairs(OPTIONS) do
    local value = args[name]
    if value and (type(value) ~= "table" or #value > 0) then
      return ("--%s reads every game"):format((name:gsub("_file$", ""):gsub("_", "-")))
    end
  end
  if request.where then
    return "only queries without Lua functions can use an index"
  elseif not request.query and #args.tag == 0 then
    return "there is no query"
  end
end

local function find(path, request, options)
  return require("lucena.run.indexed").find(path, request.query, options.tags)
end

-- Report whether there may be an index. Most files have none, so the modules of indexes are loaded only then.
local function has_index(path)
  local file <close> = io.open(path .. ".lci", "rb")
  return file ~= nil
end

--- Return the function that finds the parts of a file to read, or nil if every game must be read. A file whose index
-- cannot be used is reported.
---@param request table of `lucena.run.filter.request`
---@param options table of `lucena.run.options`
---@param args table parsed arguments
---@param parser table
---@return function? (path): returns the result of `lucena.run.indexed.find`, or nil
function M.finder(request, options, args, parser)
  local reason = obstacle(request, args)
  if reason and args.require_index then
    parser:error("--require-index: " .. reason)
  elseif reason then
    return nil
  end
  return function(path)
    if not args.require_index and not has_index(path) then
      return nil
    end
    local found, problem, code = find(path, request, options)
    if not found and args.require_index then
      local text = code and problem or ("%s: %s (omit --require-index)"):format(path, problem)
      exit.fail(code and code:find("^cannot_") and exit.IO or exit.DATA, text)
    elseif not found and code and code ~= "cannot_open" then
      messages.note(problem .. "; the games are read instead")
    end
    return found
  end
end

--- Return a text for --describe: the order of the tests, and the number of games that are read of each file.
---@param request table of `lucena.run.filter.request`
---@param options table of `lucena.run.options`
---@param args table parsed arguments
---@param paths string[]
---@return string
function M.describe(request, options, args, paths)
  local lines, reason = {}, obstacle(request, args)
  if request.query then
    lines[1] = request.query:describe():gsub("\n?$", "")
  end
  for _, path in ipairs(paths) do
    local found, problem = nil, reason
    if not reason then
      found, problem = find(path, request, options)
    end
    lines[#lines + 1] = found
      and ("%s: the index finds %s of %s to read"):format(path, phrase.group(found.read),
        phrase.counted(found.games, "game"))
      or ("%s: every game is read (%s)"):format(path, problem)
  end
  return table.concat(lines, "\n") .. "\n"
end

return M
