--- Computes the cells of a crosstable: each player's result per opponent or round. A win is 1, a draw ½, a loss 0, a
-- forfeit + or -, an unfinished game *.
-- @module lucena.tournament.cells

local M = {}

local SIGNS = { [2] = "1", [1] = "½", [0] = "0" }

--- Return the text of a result in a cell.
---@param entry table one of the entries of a player's card
---@return string
function M.sign(entry)
  if entry.is_armageddon then
    return entry.has_won_armageddon and "(1)" or "(0)"
  elseif not entry.points then
    return "*"
  elseif entry.is_forfeit then
    return entry.points > 0 and "+" or "-"
  end
  return SIGNS[entry.points]
end

--- Return the result of a game: 1-0, ½-½, +/-, or * without a result.
---@param record table made by `lucena.tournament.record`
---@return string
-- @usage require("lucena.tournament.cells").result { white_halves = 1, black_halves = 1 } --> ½-½
function M.result(record)
  if not record.white_halves then
    return "*"
  elseif record.is_forfeit then
    return (record.white_halves > 0 and "+" or "-") .. "/" .. (record.black_halves > 0 and "+" or "-")
  end
  return SIGNS[record.white_halves] .. "-" .. SIGNS[record.black_halves]
end

--- Format half points: 5 is "2½".
---@param halves integer
---@return string
-- @usage require("lucena.tournament.cells").halves(5) --> 2½
function M.halves(halves)
  local whole = halves // 2
  return halves % 2 == 0 and tostring(whole) or (whole > 0 and whole or "") .. "½"
end

-- Store the game of a result, so that a page can link the cell to it. Only rows with the field `games_of` need this.
local function note_game(row, key, text, entry)
  if not row.games_of then
    return
  end
  row.games_of[key] = row.games_of[key] or {}
  table.insert(row.games_of[key], { text = text, record = entry.record })
end

-- Return a column of games. On a narrow page, its title in each row is `mark` and the number: "#3" is a game against
-- the player of row 3, "R3" is the game of round 3.
local function column(key, number, mark)
  return { key = key, title = tostring(number), card_title = mark .. number, align = "right", is_cell = true }
end

-- ---- tables with a column for each player --------------------------------------------------------

local function board_points(entry)
  return entry.points and M.halves(entry.board_points) or "*"
end

--- Return one column per opponent. For teams, the cells show board points.
---@param sorted table[] ranked players
---@param rows table[] one per player; the cells are added to them
---@return table[] columns
function M.opponents(sorted, rows)
  local columns = {}
  for i, player in ipairs(sorted) do
    local key = "c" .. i
    columns[i] = column(key, i, "#")
    rows[i][key] = "■"
    for _, entry in ipairs(player.entries) do
      if entry.opponent then
        local cell = "c" .. entry.opponent.place
        local before = rows[i][cell]
        if entry.board_points then
          rows[i][cell] = (before and before .. " " or "") .. board_points(entry)
        else
          rows[i][cell] = (before or "") .. M.sign(entry)
          note_game(rows[i], cell, M.sign(entry), entry)
        end
      end
    end
  end
  return columns
end

-- ---- tables with a column for each round ---------------------------------------------------------

local function round_cell(entry)
  if not entry.opponent then
    return "+" .. (SIGNS[entry.points] or "")
  elseif entry.board_points then
    return ("%d:%s"):format(entry.opponent.place, board_points(entry))
  end
  return ("%d%s%s"):format(entry.opponent.place, entry.color:sub(1, 1), M.sign(entry))
end

local MOST_COLUMNS = 300

--- Return one column per round. A cell has the opponent's row, the player's colour and the result, as in 12w1. A bye is
-- + and its points; an unknown round is "?". If rounds have no numbers, the games of a player are numbered in sequence.
-- If a player has more than 300 games, no columns are made, because there would be a cell for each player and round.
-- An example is a file that has all of a player's online games as one event.
---@param sorted table[] ranked players
---@param rows table[] the cells are added to them
---@param rounds integer 0 if rounds have no numbers
---@return table[] columns
---@return integer unknown number of unknown rounds, counted per player
---@return integer? left_out the largest number of games of a player, if no columns are made
function M.rounds(sorted, rows, rounds)
  local columns, unknown, most = {}, 0, rounds
  for _, player in ipairs(sorted) do
    most = rounds == 0 and math.max(most, #player.entries) or most
  end
  if most > MOST_COLUMNS then
    return columns, unknown, most
  end
  for i, player in ipairs(sorted) do
    for n, entry in ipairs(player.entries) do
      local round = rounds == 0 and n or entry.round
      if round then
        local key = "r" .. round
        rows[i][key] = (rows[i][key] and rows[i][key] .. " " or "") .. round_cell(entry)
        note_game(rows[i], key, round_cell(entry), entry)
      end
    end
    for round = 1, rounds do
      if not rows[i]["r" .. round] then
        rows[i]["r" .. round], unknown = "?", unknown + 1
      end
    end
  end
  for round = 1, most do
    columns[round] = column("r" .. round, round, "R")
    columns[round].has_colors = true
  end
  return columns, unknown
end

-- ---- knockout ------------------------------------------------------------------------------------

--- Return one column per round. A cell has the opponent's row and the points of the match, as in 12 1½.
---@param sorted table[] ranked players
---@param rows table[] the cells are added to them
---@param matches table made by `lucena.tournament.knockout`
---@param rounds integer
---@return table[] columns
function M.matches(sorted, rows, matches, rounds)
  local columns = {}
  for round = 1, rounds do
    columns[round] = column("r" .. round, round, "R")
    for i, player in ipairs(sorted) do
      local match = matches[player][round]
      rows[i]["r" .. round] = match and ("%d: %s-%s"):format(match.opponent.place, M.halves(match.own),
        M.halves(match.other)) or nil
    end
  end
  return columns
end

-- ---- two players ---------------------------------------------------------------------------------

-- Return whether each game has a round number and no number occurs twice.
local function are_numbered(player)
  local seen = {}
  for _, entry in ipairs(player and player.entries or {}) do
    if not entry.round or seen[entry.round] then
      return false
    end
    seen[entry.round] = true
  end
  return true
end

--- Return one column per game of a match. The result of a missing game is "?".
---@param sorted table[] ranked players
---@param rows table[] the cells are added to them
---@param rounds integer the highest number of a game
---@return table[] columns
function M.games(sorted, rows, rounds)
  local columns = {}
  if #sorted == 2 and are_numbered(sorted[1]) then
    for i, player in ipairs(sorted) do
      for round = 1, rounds do
        columns[round], rows[i]["g" .. round] = column("g" .. round, round, "R"), "?"
      end
      for _, entry in ipairs(player.entries) do
        rows[i]["g" .. entry.round] = M.sign(entry)
        note_game(rows[i], "g" .. entry.round, M.sign(entry), entry)
      end
    end
    return columns
  end
  for i, player in ipairs(sorted) do
    for n, entry in ipairs(player.entries) do
      columns[n] = column("g" .. n, n, "G")
      rows[i]["g" .. n] = M.sign(entry)
      note_game(rows[i], "g" .. n, M.sign(entry), entry)
    end
  end
  return columns
end

return M
