--- Explains a typed word that is not a legal move. Loaded only for such a word.
-- @module lucena.repl.refused_move

local M = {}

-- Add the sentences of a section. Two pieces may have the same reason, which is printed once.
local function sentences(section, out)
  for _, row in ipairs(section) do
    local text = "  " .. row[2]
    out[#out + 1] = text ~= out[#out] and text or nil
  end
end

local NUMBERS = { "one", "two", "three", "four", "five", "six", "seven", "eight", "nine" }

-- Describe an ambiguous move: "two knights reach d2: Nbd2 or Nfd2".
local function ambiguity(explanation)
  for _, section in ipairs(explanation.sections) do
    if section.title == "It may be" then
      local words = {}
      for i, row in ipairs(section) do
        words[i] = row[1]
      end
      local name = section[1][2]:match("^The (%l+) on") or "piece"
      local square = explanation.text:match("([a-h][1-8])[^a-h]*$") or "there"
      return ("%s %ss reach %s: %s or %s"):format(NUMBERS[#words] or #words, name, square,
        table.concat(words, ", ", 1, #words - 1), words[#words])
    end
  end
end

-- Convert squares of ICCF notation from digits to letters, because explanations name squares by letters.
local function with_letters(word)
  return (word:gsub("^([1-8])([1-8])([1-8])([1-8])(%d?)$", function(a, b, c, d, piece)
    local files = "abcdefgh"
    return files:sub(a, a) .. b .. files:sub(c, c) .. d .. (piece ~= "" and ("qrbn"):sub(piece, piece) or "")
  end))
end

-- Return a line with the detected dialect and the command that sets another; "" for English or a dialect that was set.
local function reading(session, language)
  return session.is_auto and language.name ~= "english"
    and ("\n  (read as %s, like the moves before; :dialect NAME fixes another)"):format(language.name) or ""
end

--- Explain in a few lines why a word is not a legal move in a position.
---@param session table
---@param word string
---@param position lucena.Position
---@param language Dialect
---@return string
function M.text(session, word, position, language)
  local outcome = #position:moves() == 0 and position:outcome()
  if outcome then
    return ("%s: the game is over: %s."):format(word, (outcome.reason:gsub("_", " ")))
  end
  local is_own = language:is_shaped(word) ~= false
  local explanation = position:explain(with_letters(word), is_own and language or "auto")
  if explanation.move then
    -- The word is a legal move in another dialect.
    return ("%s: a move in %s; in %s it is %s%s"):format(word, explanation.dialect, language.name,
      language:write(position, explanation.move) or position:san(explanation.move), reading(session, language))
  elseif explanation.code == "ambiguous_move" then
    return ("%s: %s"):format(word, ambiguity(explanation))
  end
  local headline = explanation.headline
  local lines = { headline:find(word, 1, true) and headline or ("%s: %s"):format(word:gsub(":+$", ""), headline) }
  for _, section in ipairs(explanation.sections) do
    if section.title:find("^Why not") and #lines == 1 or section.title == "The other side" then
      sentences(section, lines)
    end
  end
  return table.concat(lines, "\n") .. (is_own and reading(session, language) or "")
end

return M
