--- Prints an annotated game as a book does: the mainline in rows or paragraphs, variations in notes, sentences between
-- them. The printer shares no code with the reader of text except the dialects that write the moves.
--
-- The sentences name no moves of their own, so that each move of the text is a move of the game.

local M = {}

-- Sentences of each language: a remark, and frames for variations.
local SENTENCES = {
  en = { "A natural move.", "Also possible was %s.", "After %s the game is even." },
  de = { "Ein natürlicher Zug.", "Möglich war auch %s.", "Nach %s steht das Spiel gleich." },
  fr = { "Un coup naturel.", "On pouvait aussi jouer %s.", "Après %s le jeu est égal." },
  es = { "Una jugada natural.", "También se podía jugar %s.", "Después de %s el juego está igualado." },
  it = { "Una mossa naturale.", "Si poteva giocare anche %s.", "Dopo %s il gioco è pari." },
  nl = { "Een natuurlijke zet.", "Ook mogelijk was %s.", "Na %s staat het gelijk." },
  ru = { "Естественный ход.", "Возможно также %s.", "После %s игра равна." },
  pl = { "Naturalne posunięcie.", "Możliwe było też %s.", "Po %s gra jest równa." },
}

-- Spell a descriptive move as old books do: "Kt - K B 3", "Kt × Q P", "R (K 1) - K 7".
local function spaced(text)
  text = text:gsub("N", "Kt"):gsub("[KQRBPO]t?", " %0 "):gsub("x", " × "):gsub("%-", " - ")
  text = text:gsub("%(", " ("):gsub("%)", ") ")
  return (text:gsub("%s+", " "):gsub("%( ", "("):gsub(" %)", ")"):gsub("^ ", ""):gsub(" $", ""))
end

--- The dialects: {the name in lucena.dialect, language of the sentences, is_descriptive, function that spaces moves}.
M.dialects = {
  { "pgn", "en" }, { "german", "de" }, { "french", "fr" }, { "spanish", "es" }, { "italian", "it" }, { "dutch", "nl" },
  { "russian", "ru" }, { "polish", "pl" }, { "figurine", "en" }, { "lan:german", "de" },
  { "descriptive", "en", true }, { "descriptive", "en", true, spaced },
}

local function number_of(ply, is_first)
  local number = (ply + 1) // 2
  if ply % 2 == 1 then
    return number .. ". "
  end
  return is_first and number .. "... " or ""
end

-- Return the text of a line that begins with a node. Variations inside it are in brackets.
local function line_text(print, node, ply)
  local words, is_first = {}, true
  while node do
    words[#words + 1] = number_of(ply, is_first) .. print(node)
    is_first = false
    local parent = node.parent
    if #words > 1 then
      for i = 2, #parent do
        words[#words + 1], is_first = "(" .. line_text(print, parent[i], ply) .. ")", true
      end
    end
    node, ply = node.next, ply + 1
  end
  return table.concat(words, " ")
end

-- Return the moves of the mainline: {ply, text, variations = texts}.
local function items_of(game, print)
  local list, node = {}, game.root.next
  while node do
    local parent = node.parent
    local item = { ply = #list + 1, text = print(node), variations = {} }
    for i = 2, #parent do
      item.variations[i - 1] = line_text(print, parent[i], item.ply)
    end
    list[#list + 1] = item
    node = node.next
  end
  return list
end

-- Return the sentences after a move, or nil.
local function note_of(item, words)
  local list = {}
  for i, variation in ipairs(item.variations) do
    list[i] = words[2 + i % 2]:format(variation)
  end
  if #list == 0 and item.ply % 14 == 0 then
    list[1] = words[1]
  end
  return #list > 0 and table.concat(list, " ") or nil
end

local function wrap(text, width)
  local lines, line = {}, ""
  for word in text:gmatch("%S+") do
    if #line + #word >= width and #line > 0 then
      lines[#lines + 1], line = line, ""
    end
    line = (#line > 0 and line .. " " or "") .. word
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

M.layouts = {}

-- Two columns. After a note, Black's move has a row of its own.
function M.layouts.columns(items, words)
  local out, i = {}, 1
  while items[i] do
    local white = items[i]
    local number, black = (white.ply + 1) // 2, items[i + 1]
    local note = note_of(white, words)
    if note then
      out[#out + 1] = ("    %d. %s\n\n%s\n"):format(number, white.text, wrap(note, 72))
      out[#out + 1] = black and ("    %d. ...              %s"):format(number, black.text) or nil
    else
      out[#out + 1] = ("    %d. %-20s %s"):format(number, white.text, black and black.text or "")
    end
    local after = black and note_of(black, words)
    out[#out + 1] = after and "\n" .. wrap(after, 72) .. "\n" or nil
    i = i + 2
  end
  return table.concat(out, "\n")
end

-- Return the moves of the mainline from one note to the next, and that note.
local function chunks(items, words)
  local list, moves = {}, {}
  for i, item in ipairs(items) do
    moves[#moves + 1] = number_of(item.ply, #moves == 0) .. item.text
    local note = note_of(item, words)
    if note or i == #items then
      list[#list + 1] = { moves = table.concat(moves, " "), note = note }
      moves = {}
    end
  end
  return list
end

-- One paragraph. Variations are in brackets.
M.layouts["in-line"] = function(items)
  local out, is_first = {}, true
  for _, item in ipairs(items) do
    out[#out + 1] = number_of(item.ply, is_first) .. item.text
    is_first = #item.variations > 0
    for _, variation in ipairs(item.variations) do
      out[#out + 1] = "(" .. variation .. ")"
    end
  end
  return wrap(table.concat(out, " "), 72)
end

-- Paragraphs of moves, and paragraphs of notes.
function M.layouts.notes(items, words)
  local out = {}
  for i, chunk in ipairs(chunks(items, words)) do
    out[i] = wrap(chunk.moves, 72) .. (chunk.note and "\n\n" .. wrap(chunk.note, 72) or "")
  end
  return table.concat(out, "\n\n")
end

-- Each paragraph begins with moves of the mainline, and goes on with sentences.
function M.layouts.sentences(items, words)
  local out = {}
  for i, chunk in ipairs(chunks(items, words)) do
    out[i] = wrap(chunk.moves .. "." .. (chunk.note and " " .. chunk.note or ""), 72)
  end
  return table.concat(out, "\n\n")
end

--- The names of the layouts.
M.names = { "columns", "in-line", "notes", "sentences" }

--- Print a game.
---@param game lucena.Game
---@param row table of M.dialects
---@param layout string of M.names
---@return string
function M.print(game, row, layout)
  local dialect = assert(require("lucena").dialect(row[1]))
  local function print(node)
    local text = assert(dialect:write(node.parent.position, node.move))
    return row[4] and row[4](text) or text
  end
  local words = SENTENCES[row[2]]
  local white, black = game.tags.White or "?", game.tags.Black or "?"
  return ("%s - %s\n\n%s\n\n%s\n"):format(white, black, M.layouts[layout](items_of(game, print), words),
    game.result)
end

return M
