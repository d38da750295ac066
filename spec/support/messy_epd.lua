--- A file of EPD records that depends on a seed alone: positions of random games with operations, comments, blank lines
-- and one kind of line end. Two thirds of the files have no errors on purpose; the others have any.
--
--     local text = require "spec.support.messy_epd" (17)

local chess = require "lucena"

local random = math.random

local function pick(list)
  return list[random(#list)]
end

local WORDS = {
  "White", "wins", "é", "Ünder", "}", "{", ";", "100%", "(x)", "\\", '"', "Nf3", "1-0", "[x]", "a=b", "$1", "%", "#",
}

local function words()
  local list = {}
  for i = 1, random(0, 5) do
    list[i] = pick(WORDS)
  end
  return table.concat(list, " ")
end

local function quoted(text)
  return '"' .. text:gsub('[\\"]', "\\%0") .. '"'
end

local function some_position()
  local position = chess.position()
  for _ = 1, random(0, 60) do
    local moves = position:moves()
    if #moves == 0 then
      return position
    end
    position = position:play(pick(moves))
  end
  return position
end

local function spelled(position, move)
  local san = position:san(move)
  return pick { san, san, position:uci(move), san:lower(), san .. "!", (san:gsub("[+#]", "")) }
end

local function some_moves(position, is_line)
  local list = {}
  for i = 1, random(0, 4) do
    local moves = position:moves()
    if #moves == 0 then
      break
    end
    local move = pick(moves)
    list[i] = spelled(position, move)
    position = is_line and position:play(move) or position -- results: it is legal
  end
  return table.concat(list, pick { " ", " ", "  ", ", " })
end

local USUAL = {
  function(position) return "bm " .. some_moves(position) end,
  function(position) return "am " .. some_moves(position) end,
  function(position) return "pv " .. some_moves(position, true) end,
  function() return "id " .. pick { quoted(words()), "BK.01", "Position 1" } end,
  function() return ("c%d %s"):format(random(0, 9), quoted(words())) end,
  function() return "hmvc " .. random(0, 150) end,
  function() return "fmvn " .. random(300) end,
  function() return ("D%d %d"):format(random(9), random(1000)) end,
  function() return "draw_offer" end,
  function() return "Private " .. quoted(words()) end,
}

local ODD = {
  function(position) return "sm " .. some_moves(position) end,
  function() return 'id "open' end,
  function() return "ce " .. pick { "12", "+25", "-007", "x", "1.5", "99999999999999" } end,
  function() return "dm " .. random(-1, 9) end,
  function() return "noop " .. words() end,
  function() return "eco " .. pick { "C20", "x" } end,
  function() return pick { "", "9x y", "bm Ke9", "bm Qxd4?? Zf3" } end,
  words,
}

-- The four fields, or a text like them.
local function damaged(fields)
  return pick {
    fields, (fields:gsub(" ", "\t")), fields .. "0 1", (fields:gsub(" %S+$", " e5")),
    (fields:gsub(" %S+ %S+$", " KQkq -")), fields:match("^%S+ %S+"), (fields:gsub("/", "", 1)),
    (fields:gsub("[kK]", "q", 1)), (fields:gsub("p", "9", 1)), "",
  }
end

local function record(has_errors)
  local position = some_position()
  local fen = position:fen()
  local fields = fen:match("^%S+ %S+ %S+ %S+")
  local operations = {}
  for i = 1, random(0, 5) do
    operations[i] = pick(has_errors and random(2) == 1 and ODD or USUAL)(position)
  end
  local first = has_errors and damaged(fields) or pick { fields, fields, fen, (fields:gsub(" ", "  ")) }
  local line = first .. pick { " ", " ", " ;" } .. table.concat(operations, "; ") .. pick { ";", ";", "", " ;", "\0" }
  return has_errors and random(30) == 1 and line:sub(1, random(#line)) or line
end

---@param seed integer
---@return string
return function(seed)
  math.randomseed(seed)
  local has_errors, lines = seed % 3 == 0, {}
  for i = 1, random(8) do
    local kind = random(12)
    lines[i] = kind == 1 and "" or kind == 2 and "# " .. words() or kind == 3 and has_errors and words()
      or record(has_errors)
  end
  local line_end = pick { "\n", "\n", "\r\n", "\r" }
  local text = table.concat(lines, line_end) .. (random(4) > 1 and line_end or "")
  return random(15) == 1 and "\u{FEFF}" .. text or text
end
