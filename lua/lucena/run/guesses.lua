--- Guesses where the parts of a plain file begin, so that no process scans the file before the workers read it.
-- Whether a game begins at a byte depends on the bytes before it. A guess is an empty line followed by "[Event ", as in
-- nearly all files. The worker of a part reports where its last game ends. If that is where the next part begins, the
-- guess was right: the part has the same games as in a scan of the whole file.
-- The worker does not know how many games and lines come before its part. So the lines of its diagnostics are corrected
-- later. If there are other messages, or diagnostics about text outside games, the part is read again, from a known
-- place with known numbers.
-- @module lucena.run.guesses

local M = {}

local BLOCK = 1 << 13 -- bytes read at a time; nearly all games are smaller
local FARTHEST = 1 << 18 -- bytes in which a guess is searched
local MOST_WRONG = 4 -- if more guesses are wrong, and more than a tenth of them, the file is scanned

local Guesses = {}
Guesses.__index = Guesses

--- Create guesses for a file; nil if it cannot be read.
---@param path string
---@return table? guesses
function M.new(path)
  local file = io.open(path, "rb")
  local size = file and file:seek("end")
  return size and setmetatable({ file = file, size = size, right = 0, wrong = 0 }, Guesses) or nil
end

-- Return the index after the last character before an empty line and "[Event ". A plain search takes a tenth of the
-- time of a pattern.
local function find_beginning(text)
  local from = 1
  repeat
    local line_end, last = text:find("\n[Event ", from, true)
    local before = line_end and text:sub(math.max(line_end - 4, 1), line_end)
    local at = before and before:match("%S()\r?\n\r?\n$")
    if at then
      return line_end - #before + at
    end
    from = last
  until not from
end

--- Guess where a game ends before which another one begins. Returns the first such place from `offset` on, or the size
--- of the file; nil if there is none nearby.
---@param offset integer
---@return integer?
function Guesses:after(offset)
  if offset >= self.size then
    return self.size
  elseif not self.file:seek("set", offset) then
    return nil
  end
  local text = ""
  repeat
    local block = self.file:read(BLOCK)
    text = text .. (block or "")
    local at = find_beginning(text)
    if at then
      return offset + at - 1
    end
  until not block or #text >= FARTHEST
  return offset + #text >= self.size and self.size or nil
end

--- Count a guess.
---@param is_right boolean
function Guesses:count(is_right)
  local name = is_right and "right" or "wrong"
  self[name] = self[name] + 1
end

--- Whether too many guesses were wrong.
---@return boolean
function Guesses:are_bad()
  return self.wrong > MOST_WRONG and self.wrong > (self.right + self.wrong) // 10
end

function Guesses:__close()
  self.file:close()
end

-- Return the place at which a line and column of a part are, if the part begins at `base`.
local function placed(base, line, column)
  return base.line + line - 1, line > 1 and column or base.column + column - 1
end

-- Correct the line of a diagnostic of a game. Returns false if it is another message, or after the last game.
local function correct(item, path, base, cut)
  local before = item.at and ("%s:%d:%d:"):format(path, item.at, item.column)
  local is_in_game = before and (item.at < cut.line or item.at == cut.line and item.column < cut.column)
  if not is_in_game or item.is_odd or item.text:sub(1, #before) ~= before then
    return false
  end
  local line, column = placed(base, item.at, item.column)
  item.text = ("%s:%d:%d:%s"):format(path, line, column, item.text:sub(#before + 1))
  return true
end

--- Correct the answer of a worker that did not know the numbers of its games. Returns whether the answer can be used.
---@param answer table
---@param path string
---@param base table the place of the beginning of the part, as `parts.cut` returns it
---@return boolean
function M.correct(answer, path, base)
  if answer.hidden > 0 or answer.odd > 0 or answer.problem or answer.is_cut or answer.is_done or answer.failure
    or answer.cut.offset < 0 then
    return false
  end
  for _, item in ipairs(answer.log) do
    if not correct(item, path, base, answer.cut) then
      return false
    end
  end
  return true
end

--- Return the place of the end of a part, from the place of its beginning and the place that the worker counted from
--- line 1, column 1 and game 0.
---@param base table as `parts.cut` returns it
---@param cut table the same
---@return table
function M.add(base, cut)
  local line, column = placed(base, cut.line, cut.column)
  return { offset = cut.offset, line = line, column = column, games = base.games + cut.games }
end

return M
