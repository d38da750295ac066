--- Reads the signs of the annotator after a move: "Nf3 ±", "Nf3 += $14", "Nf3 N", and the offer of a draw, "(=)".
-- csrc/notation/signs.def has all signs. N, D and RR are signs only as words that no square follows, and no rank or
-- capture as in French books: "D 2 R", "D pr P".
-- @module lucena.text.signs

local lexicon = require("lucena.lexicon")
local patterns = require("lucena.text.patterns")

local M = {}

local byte, find, sub = string.byte, string.find, string.sub

local IS_SIGN = { mark = true, word = true, glued = true, letter = true, offer = true }
local BLANK = "^[ \t\1]*"

local by_text -- the signs by their text
local longest = {} -- the length of the longest sign by its first byte

local function load_signs()
  by_text = {}
  for _, sign in ipairs(lexicon.signs()) do
    if IS_SIGN[sign.use] then
      local first = byte(sign.text)
      by_text[sign.text], longest[first] = sign, math.max(longest[first] or 0, #sign.text)
    end
  end
end

local END = "^[%s\1{}();,*$\x80-\xFF]"
local REST_OF_MOVE = { "^[%s\1x:\x80-\xFF]*[a-h][1-8]", "^ ?[1-8] ?%u", "^ ?pr%l?%l?%f[%A]" }

-- Return the longest sign at an offset that ends there: another sign, a blank or a closing sign follows.
local function sign_at(text, at)
  for size = math.min(longest[byte(text, at)] or 0, #text - at + 1), 1, -1 do
    local found = by_text[sub(text, at, at + size - 1)]
    local is_end = found and (at + size > #text or find(text, END, at + size)
      or found.use ~= "mark" and find(text, "^[!?]", at + size))
    if is_end and not (found.use == "letter" and patterns.any(text, REST_OF_MOVE, at + size)) then
      return found, at + size
    end
  end
end

-- Return the first sign of "!!!" and "???", which are read as in PGN: two marks, and one.
local function run_at(text, at)
  local run = text:match("^[!?]+", at)
  if run == "!!!" or run == "???" then
    return by_text[sub(run, 1, 2)], at + 2
  end
end

local function nag_at(text, at)
  local _, stop, number = find(text, "^%$(%d%d?%d?)%f[%D]", at)
  local nag = stop and math.tointeger(tonumber(number))
  return nag and nag <= 255 and { nag = nag, use = "word" } or nil, stop and stop + 1
end

--- Read the signs that follow a move.
---@param text string
---@param at integer the offset after the move
---@return integer after the offset after the last sign; `at` if there are none
---@return table[] signs entries of the lexicon: {nag, use}
-- @usage signs.after("Nf3 ± N Nc6", 4)  --> 9
function M.after(text, at)
  local list = {}
  if not by_text then
    load_signs()
  end
  while true do
    local from = select(2, find(text, BLANK, at)) + 1
    local first, found, stop = byte(text, from), nil, nil
    if first == 36 then -- $
      found, stop = nag_at(text, from)
    elseif longest[first] then
      found, stop = sign_at(text, from)
    end
    if not found and (first == 33 or first == 63) then -- ! or ?
      found, stop = run_at(text, from)
    end
    if not found or found.use == "letter" and from == at then
      return at, list
    end
    list[#list + 1], at = found, stop
  end
end

local function add_comment(node, text)
  local comments = { table.unpack(node.comments) }
  comments[#comments + 1] = text
  node.comments = comments
end

local function add(node, sign)
  if sign.use == "offer" then
    add_comment(node, sign.text)
  else
    node:add_nag(sign.nag)
  end
end

--- Add the signs of a move to its node: a NAG for each sign; the offer of a draw and other runs of marks as a comment.
---@param node lucena.Node
---@param text string
---@param mention table {first, last, marks} of the move
-- @usage signs.add(game.root[1], "e4 ± e5", { first = 1, last = 2 })
function M.add(node, text, mention)
  local _, following = M.after(text, mention.last + 1)
  local glued = mention.marks or sub(text, mention.first, mention.last):match("[\x80-\xFF]+$") or ""
  local double, rest = run_at(glued, 1)
  if double then
    add(node, double)
    glued = sub(glued, rest)
  end
  if by_text[glued] then
    add(node, by_text[glued])
  elseif find(glued, "^[!?]+$") then
    add_comment(node, glued)
  end
  for _, sign in ipairs(following) do
    add(node, sign)
  end
end

return M
