--- Reads a part of a file for an Input: the range of --range, the parts of workers, or those that an index has found.
-- @module lucena.run.in_parts

local loop = require("lucena.run.loop")
local parts = require("lucena.core").parts

local M = {}

-- Call a method of the client, if it has it.
local function call(client, method, ...)
  if client[method] then
    return client[method](client, ...)
  end
end

--- Read the parts of a file that an index has found. The last part ends at the end of the file.
---@param self table an Input
---@param path string
---@param found table
---@return string? problem
function M.read_found(self, path, found)
  self.log:begin_file()
  local problem, is_cut
  for i, part in ipairs(found.parts) do
    local reader <close>, message = self:open(path, part)
    if not reader then
      return message
    end
    self.reader = reader
    problem, is_cut = loop.run(self, reader)
    if not problem and not is_cut and reader.read_count ~= (part.last or found.games) then
      problem = ("%s: the file changed while it was read: game %d was expected"):format(path, part.last or found.games)
    end
    local is_last = problem or is_cut or i == #found.parts
    if is_last then
      call(self.client, "finish_file", reader, is_cut)
    end
    self:report_reader(reader)
    self.tally:add(is_last and reader.read_count or 0, reader.plies, reader.errors)
    if is_last then
      break
    end
  end
  self.log:finish_file(self.reader.name)
  return problem
end

-- Read the games of a span that begin before byte `to`, in this process. Returns whether another game follows, an error
-- message if reading failed, whether reading stopped early, and the number of games of unsupported variants.
local function read_here(self, reader, path, span)
  local part = parts.cut(reader)
  if span.cut then
    part.mark_packed, part.mark_offset = span.cut.mark_packed, span.cut.mark_offset
  end
  local follows, problem = parts.skip(reader, span.to)
  part.last = parts.cut(reader).games
  if part.last == part.games then
    return follows, problem, false, 0
  end
  local read_problem, is_cut, odd = self:read_part(path, part)
  return follows, problem or read_problem, is_cut, odd
end

-- Finish a span: write the text up to the next game, or up to the end of the file.
local function finish_span(self, reader, follows, span)
  local client = self.client
  if follows then
    parts.stop_after(reader, reader.read_count)
    local game = reader:read()
    if game then
      call(client, "join", reader, game)
    end
    call(client, "finish_file", reader, true)
    return
  end
  call(client, "finish_file", reader, false)
  if span.is_last then
    call(client, "be_part", false, true) -- no later part has games
  end
  if span.reaches_end then -- text after the last game belongs to no part
    self:add_up(reader, parts.cut(reader).games)
    self:report_missing(reader.name, reader.read_count)
    self.log:finish_file(reader.name)
  end
end

--- Read a span in parts, in this process or by workers.
---@param self table an Input
---@param reader lucena.Reader of the file
---@param path string
---@param span table
---@return string? problem
function M.read(self, reader, path, span)
  local follows, pass_problem = parts.skip(reader, span.from)
  local problem, is_cut, odd = nil, false, 0
  call(self.client, "begin_file", reader)
  if follows then
    local read = self.pool and require("lucena.run.workers").read or read_here
    follows, problem, is_cut, odd = read(self, reader, path, span)
  end
  problem = pass_problem or problem
  if is_cut or problem then
    call(self.client, "finish_file", reader, true)
    self.log:finish_file(reader.name)
  else
    parts.finish(reader, odd)
    finish_span(self, reader, follows, span)
  end
  return problem
end

return M
