--- Small PGN texts, and damage that can change where games begin and end. The caller sets the seed of math.random.
--
--     local list = damage.sources()
--     local text = damage.damaged(list[1], list)

local read = require("spec.support.file").read

local M = {}

--- The small files of spec/data.
---@return string[]
function M.sources()
  local list = {}
  local pipe = assert(io.popen("LC_ALL=C ls spec/data/pgn/*.pgn spec/data/nasty/pgn/*.pgn"))
  for path in pipe:lines() do
    local text = read(path)
    if #text > 0 and #text < 3000 then
      list[#list + 1] = text
    end
  end
  pipe:close()
  return list
end

local PIECES = {
  "{", "}", "(", ")", ";", "%", "\n", "\r", "\r\n", "[", "]", '"', "*", "1-0", "1/2-1/2", "1/2", " 1-0 ", " * ", "\0",
  "\xef\xbb\xbf", '\n[Event "x"]\n', "\n[", "\n%", "\n;", "\n{", "\n\n", '[White "y"]\n', "\\", "\xff\xfe", "\xc2\xa0",
  " ", "e4", "-", "$",
}

--- A copy of a text with damage in one to six places.
---@param text string
---@param list string[] other texts, whose ends may replace the end of the text
---@return string
function M.damaged(text, list)
  for _ = 1, math.random(6) do
    local at, kind = math.random(0, #text), math.random(5)
    if kind <= 3 then
      text = text:sub(1, at) .. PIECES[math.random(#PIECES)] .. text:sub(at + 1)
    elseif kind == 4 then
      text = text:sub(1, at) .. text:sub(at + math.random(8))
    else
      local other = list[math.random(#list)]
      text = text:sub(1, at) .. other:sub(math.random(#other))
    end
  end
  return text
end

return M
