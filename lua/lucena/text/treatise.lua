--- Rewrites moves in the sentences of French treatises of the 19th century as English descriptive notation, in place:
--
--     1. BL. Le P. du R. deux pas.             becomes   1. P-K+2
--         N. Le C. à la 3e c. du F.D.          becomes       Kt-QB3
--     2. BL. Le C. prend le P., échec.         becomes   2. KtxP ch
--
-- "P-K+2" is a pawn that goes two steps. The letters of the side belong to the move. The rewritten text has the same
-- length: unused bytes are the byte FILL of lucena.text.fold. A text needs FEWEST moves to a square, and as many
-- captures of this form.
-- Cost: one pass over the text, after one search.
-- @module lucena.text.treatise

local fold = require("lucena.text.fold")

local M = {}

local FEWEST = 3

local PIECES = { P = "P", C = "Kt", F = "B", T = "R", D = "Q", R = "K", pion = "P", cavalier = "Kt", fou = "B",
  tour = "R", dame = "Q", roi = "K" }

-- Read a piece at an offset: "le C.", "La dame". Returns its English letter and the offset after it.
local function piece_at(text, at)
  local word, after = text:match("^[ \n]*[Ll][ea][ \n]+([PCFTDR])%.()", at)
  if not word then
    word, after = text:match("^[ \n]*[Ll][ea][ \n]+(%l+)%f[%A]()", at)
  end
  return PIECES[word], after
end

-- Read a file after "du" or "de la": "du R.", "de la T.D.", "du F. du R.". Returns its English letters and the offset
-- after it.
local function file_at(text, at)
  local one, after = text:match("^[ \n]+du[ \n]+([CFTDR])%.()", at)
  if not one then
    one, after = text:match("^[ \n]+de[ \n]+la[ \n]+([CFTDR])%.()", at)
  end
  local wing, stop
  if one then
    wing, stop = text:match("^ ?([DR])%.()", after)
  end
  if one and not wing then
    wing, stop = text:match("^[ \n]+d[ue][ \nla]+([DR])%.()", after)
  end
  if one then
    return (wing and PIECES[wing] or "") .. PIECES[one], stop or after
  end
end

-- Read a square: "à la 3e c. du F.R.". Returns it in English and the offset after it.
local function square_at(text, at)
  local rank, after = text:match("^[ \n]+\xC3?[\xA0a][ \n]+la[ \n]+([1-8])%l*[ \n]+c[ase]*%.?()", at)
  if rank then
    local file, stop = file_at(text, after)
    return file and file .. rank, stop
  end
end

-- Read what a piece does. Returns it in English, and the offset after it.
local function action_at(text, at, piece, wing)
  local square, after = square_at(text, at)
  if square then
    return "-" .. square, after
  end
  local steps, stop = text:match("^[ \n]+(%l+)[ \n]+pas%f[%A]()", at)
  if piece == "P" and wing and (steps == "un" or steps == "deux") then
    return ("-%s+%d"):format(wing, steps == "un" and 1 or 2), stop
  end
  stop = text:match("^[ \n]+prend[ \n]*()", at)
  local victim, last = piece_at(text, stop or at)
  if stop and victim then
    local file, next_at = file_at(text, last)
    local on, final = square_at(text, next_at or last)
    return "x" .. (file or "") .. victim .. (on and "(" .. on .. ")" or ""), final or next_at or last
  end
end

-- Read a move at an offset. Returns it in English, and the offset after it.
local function move_at(text, at)
  local piece, after = piece_at(text, at)
  if not piece then
    return nil
  end
  local castled = piece == "K" and text:match("^[ \n]+roque%f[%A]()", after)
  if castled then
    return "Castles", castled
  end
  local wing, stop = file_at(text, after)
  local action, last = action_at(text, stop or after, piece, wing)
  if not action then
    return nil
  end
  local is_step = action:find("+", 1, true) ~= nil
  local check = text:match("^,?[ \n]+\xC3?[\x89\xA9Ee]chec%f[%A]()", last)
  return (is_step and "" or wing or "") .. piece .. action .. (check and " ch" or ""), check or last
end

-- Return the text between two moves in two parts: that before the letters of the side, "BL." or "N.", and the letters.
-- The number of a note, "(1)", after a move is blank.
local function divided(part)
  part = part:gsub("^(%.? ?)(%(%d+%)%.?)", function(dot, note) return dot .. (" "):rep(#note) end)
  local head, label = part:match("^(.*%f[%a])(BL?%.[ \t]*)$")
  if not head then
    head, label = part:match("^(.*%f[%a])(N%.[ \t]*)$")
  end
  return head or part, label or ""
end

--- Rewrite the moves of a text.
---@param folded string
---@return string folded of the same length
-- @usage treatise.rewrite("1. BL. Le P. du R. deux pas.")  --> 1. BL. Le P. du R. deux pas.
function M.rewrite(folded)
  local _, squares = folded:gsub("%d%l* c[ase]*%.? d[ue]", "")
  local _, captures = folded:gsub("prend l[ea]%f[%A]", "")
  if squares < FEWEST or captures < FEWEST then
    return folded
  end
  local out, at = {}, 1
  for first in folded:gmatch("()%f[%a]L[ea]%f[%A]") do
    local move, after = move_at(folded, first)
    if move and first >= at then
      local head, label = divided(folded:sub(at, first - 1))
      out[#out + 1] = head .. move .. fold.FILL:rep(#label + after - first - #move)
      at = after
    end
  end
  out[#out + 1] = folded:sub(at)
  return table.concat(out)
end

return M
