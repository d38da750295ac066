--- Hints for searches without matches: "did you mean", with the names in the files that are most similar to the
--- requested name. To find
-- these names, the tags of the files are read again. Standard input cannot be read again, so it gives no hints.
-- @module lucena.run.hint

local messages = require("lucena.run.messages")
local suggestion = require("lucena.suggestion")

local M = {}

local MOST = 3
local SHORTEST = 4 -- bytes; shorter words must be equal, without typing errors

-- kind of name -> tags that contain it
local TAGS = {
  player = { "White", "Black" }, white = { "White" }, black = { "Black" }, event = { "Event" }, site = { "Site" },
}

local function words_of(text)
  local words = {}
  for word in (require("lucena").fold_name(text) or text:lower()):gmatch("[%w\x80-\xff]+") do
    words[#words + 1] = word
  end
  return words
end

local function likeness(word, other)
  if word == other then
    return 3
  elseif #word >= 3 and other:sub(1, #word) == word then
    return 2
  end
  return #word >= SHORTEST and #other >= SHORTEST and suggestion.is_near(word, other) and 1 or 0
end

-- Return a score for the similarity of a name to the words; 0 if they are not similar.
local function score_of(words, name)
  local others, sum, matched = words_of(name), 0, 0
  for _, word in ipairs(words) do
    local best = 0
    for _, other in ipairs(others) do
      best = math.max(best, likeness(word, other))
    end
    sum, matched = sum + best, matched + (best > 0 and 1 or 0)
  end
  return 2 * matched >= #words and sum or 0
end

-- Return a table: value of a tag -> number of games.
local function values_in(paths, tags)
  local counts = {}
  for _, path in ipairs(paths) do
    if path ~= "-" then
      for game in require("lucena").games(path) do
        for _, tag in ipairs(tags) do
          local value = game.tags[tag]
          counts[value or ""] = (counts[value or ""] or 0) + 1
        end
      end
    end
  end
  counts[""] = nil
  return counts
end

--- Return the names in files that are most similar to a text, sorted by similarity, then by frequency.
---@param paths string[]
---@param kind string "player", "white", "black", "event" or "site"
---@param text string
---@return string[] names at most three
function M.names(paths, kind, text)
  local counts, words, scores, names = values_in(paths, TAGS[kind]), words_of(text), {}, {}
  for name in pairs(counts) do
    scores[name] = score_of(words, name)
    names[#names + 1] = scores[name] > 0 and name or nil
  end
  table.sort(names, function(a, b)
    if scores[a] ~= scores[b] then
      return scores[a] > scores[b]
    end
    return counts[a] > counts[b] or counts[a] == counts[b] and a < b
  end)
  local best = {}
  for i = 1, math.min(#names, MOST) do
    best[i] = scores[names[i]] == scores[names[1]] and names[i] or nil
  end
  return best
end

--- Return the question "did you mean 'A' or 'B'?"; nil without names.
---@param names string[]
---@return string?
-- @usage require("lucena.run.hint").question { "A", "B" } --> did you mean 'A' or 'B'?
function M.question(names)
  local shown = {}
  for i, name in ipairs(names) do
    shown[i] = "'" .. require("lucena.argument").shown(name) .. "'"
  end
  if #shown == 0 then
    return nil
  end
  local last = table.remove(shown)
  return ("did you mean %s%s?"):format(#shown > 0 and table.concat(shown, ", ") .. " or " or "", last)
end

local function has_name(words, names)
  for _, name in ipairs(names) do
    if score_of(words, name) == 3 * #words then
      return true
    end
  end
  return false
end

-- Words of queries that need what few games have: {words, the query of games that have it, what no game has}.
local NEEDS = {
  { "eval eval_swing win_drop inaccuracy mistake blunder inaccuracies mistakes blunders accuracy", "has_evaluations",
    "evaluations" },
  { "time_left time_spent time_trouble", "has_clocks", "clocks" },
  { "commented annotated", "annotated", "comments or signs" },
  { "elo elo_diff mean_elo higher_won lower_won", "elo(1)", "ratings" },
}

local function have(paths, text)
  local chess = require("lucena")
  local query = chess.query.parse(text)
  for _, path in ipairs(paths) do
    -- A file that cannot be opened has its own message.
    if path == "-" or not chess.open(path) or chess.games(path, { query = query })() then
      return true
    end
  end
  return false
end

-- Print what no game has, if the query needs it.
local function print_needs(expression, paths)
  local names = {}
  for name in expression:gsub('"[^"]*"', ""):gmatch("[%l_]+") do
    names[name] = true
  end
  for _, needs in ipairs(NEEDS) do
    for word in needs[1]:gmatch("%S+") do
      if names[word] then
        if not have(paths, needs[2]) then
          messages.say(("no game has %s, which '%s' needs"):format(needs[3], word))
        end
        break
      end
    end
  end
end

--- Print hints after a query without matches: what the query needs and no game has, and one hint for each name in the
--- query that no file contains.
---@param query string? such as `player "Karlsen" & draw`
---@param paths string[]
function M.print(query, paths)
  print_needs(query or "", paths)
  for kind, name in (query or ""):gmatch('(%l+)%s*%(?%s*"([^"]+)"') do
    local names = TAGS[kind] and M.names(paths, kind, name) or {}
    local question = not has_name(words_of(name), names) and M.question(names)
    if question then
      messages.say(("no %s '%s'; %s"):format(kind, require("lucena.argument").shown(name), question))
    end
  end
end

--- Print hints after tests of -t without matches: `White=Tal` compares the whole tag, which is "Tal, Mihail".
---@param tests string[] such as "White=Tal"
---@param paths string[]
function M.print_tests(tests, paths)
  for _, test in ipairs(tests) do
    local name, value = test:match("^(%u%l+)=(.+)$")
    local names = name and TAGS[name:lower()] and M.names(paths, name:lower(), value) or {}
    if #names > 0 and names[1] ~= value then
      local shown = require("lucena.argument").shown(value)
      local part = names[1]:find(value, 1, true) and (" -t '%s~%s' finds a part"):format(name, shown) or ""
      messages.say(("no %s is '%s'; %s%s"):format(name, shown, M.question(names), part))
    end
  end
end

return M
