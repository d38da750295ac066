--- Commands for the selected games of the loaded file: filter, games, report, save all, :script.
-- @module lucena.repl.commands.filter

local numbers = require("lucena.number")
local count_text = require("lucena.render.value").show

local PAGE = 20 -- games that `games` shows at a time

local function number(value)
  return count_text(value, { kind = "integer" }, { lang = "en" })
end

local function need_games(session)
  if not session.shelf then
    session:fail("No file is loaded. To load one: load FILE, or type its name.")
  elseif session.shelf.is_records then
    session:fail("The loaded file has positions, no games.")
  end
  return session.shelf
end

-- ---- filter --------------------------------------------------------------------------------------

-- Maps each query to its text, for :script. The keys are weak: a text is collected with its query.
local texts = setmetatable({}, { __mode = "k" })

local function filter(session, given)
  local shelf = need_games(session)
  if given == "" or given == "off" or given == "none" or given == "all" then
    local was = shelf.query
    shelf:filter()
    return session:say(was and "the filter is off" or "All games are selected. To select some: filter QUERY, such as: "
      .. 'filter player "Tal" & checkmate')
  end
  local query, is_portable = require("lucena.repl.selection").query(session, given, "filter")
  local count, total = shelf:filter(query)
  require("lucena.repl.shelf").say_skipped(session, shelf)
  if count == 0 then
    session:fail(("None of %s games matches; the selection is unchanged."):format(number(total)))
  end
  texts[query] = is_portable and given or nil
  session:say(("%s of %s games match; games lists them, filter alone ends it"):format(number(count), number(total)))
end

-- Quote a word for the shell.
local function quoted(word)
  return word:find("^[%w_./-]+$") and word or "'" .. word:gsub("'", "'\\''") .. "'"
end

local function script(session)
  local shelf = need_games(session)
  if shelf.games then
    session:fail("The games were pasted, so no file contains them.")
  elseif not shelf.query then
    session:fail("There is no filter. To select games: filter QUERY.")
  elseif not texts[shelf.query] then
    session:fail("The filter contains Lua values of this session, so no shell command can express it.")
  end
  local dialect = shelf.dialect ~= "auto" and ("--dialect %s "):format(quoted(shelf.dialect)) or ""
  session:say_exactly(("lucena filter %s-e %s %s"):format(dialect, quoted(texts[shelf.query]), quoted(shelf.path)))
end

-- ---- games ---------------------------------------------------------------------------------------

-- Return the average of the known ratings; 0 if there is none, so that the game comes last.
local function rating_of(game)
  local white, black = numbers.rating(game.tags.WhiteElo), numbers.rating(game.tags.BlackElo)
  return ((white or black or 0) + (black or white or 0)) / 2
end

-- Return the date. A game whose date is unknown, or unknown in parts, comes after the others.
local function date_of(game)
  return ((game.tags.Date or ""):gsub("%?", "0"))
end

-- The sort keys. Each has a function that returns a game's value, and true if the greatest value comes first.
local KEYS = {
  white = { function(game) return (game.tags.White or ""):lower() end },
  black = { function(game) return (game.tags.Black or ""):lower() end },
  event = { function(game) return (game.tags.Event or ""):lower() end },
  result = { function(game) return require("lucena.result").of(game) or "*" end },
  eco = { function(game) return game.tags.ECO or "" end },
  date = { date_of, true },
  elo = { rating_of, true },
  moves = { function(game) return game.plies end, true },
}

-- Return one page of the selected games in the order of a sort key, as rows {number, title}, and the number of all
-- selected games.
local function sorted_page(session, shelf, first, key)
  local rows, pretty = {}, require("lucena.repl.pretty")
  require("lucena.repl.selection").each(shelf, function(game, at)
    rows[#rows + 1] = { at, pretty.title(session, game), key[1](game) }
  end)
  table.sort(rows, function(a, b)
    if a[3] ~= b[3] then
      return (a[3] < b[3]) ~= (key[2] or false)
    end
    return a[1] < b[1]
  end)
  return table.move(rows, first, first + PAGE - 1, 1, {}), #rows
end

local function title_of(session, list, game)
  return list.is_records and tostring(game.start or game.tags.FEN) .. "  " .. (game.tags.Event or "")
    or require("lucena.repl.pretty").title(session, game)
end

-- Return one page of the games in the order of the file, as above. The number of games may be unknown (nil).
local function page(session, shelf, first)
  local shelves = require("lucena.repl.shelf")
  local list = shelf.games and shelves.of(shelf.path, shelf.games) or assert(shelves.open(shelf.path, shelf.dialect))
  list.problems = shelf.problems
  local rows = {}
  for i = first, first + PAGE do
    local at = shelf.hits and shelf.hits[i] or not shelf.hits and i or nil
    local game, err
    if at then
      game, err = list:get(at)
    end
    if err then
      session:fail(err)
    end
    require("lucena.repl.shelf").say_skipped(session, list)
    if not game then
      break
    end
    rows[#rows + 1] = { at, title_of(session, list, game) }
  end
  list:close()
  return rows, shelf.hits and #shelf.hits or nil
end

local function games(session, rest)
  local shelf = session.shelf or need_games(session)
  local text, name = rest:match("^(%d*)%s*(.*)$")
  local first = text == "" and 1 or math.tointeger(tonumber(text))
  local key = KEYS[name:match("^by%s+(%l+)$") or ""]
  if not first or first == 0 or name ~= "" and not key then
    session:fail("usage: games [N] [by white, black, date, event, eco, result, elo or moves]"
      .. (name:find("^by%f[%s%z]") and "" or '\nTo select the games of a player: filter player "NAME"'))
  end
  local rows, total
  if key then
    rows, total = sorted_page(session, need_games(session), first, key)
  else
    rows, total = page(session, shelf, first)
  end
  if #rows == 0 then
    session:fail(total and ("there are %d games"):format(total) or ("there is no game %d"):format(first))
  end
  for i = 1, math.min(#rows, PAGE) do
    session:say(("%s%4d  %s"):format(rows[i][1] == session.number and ">" or " ", rows[i][1], rows[i][2]))
  end
  if #rows > PAGE or total and first + PAGE <= total then
    session:say(("More%s: games %d%s"):format(total and (" (%s)"):format(number(total)) or "", first + PAGE,
      name ~= "" and " " .. name or ""))
  end
end

-- ---- reports, and saving the selection ------------------------------------------------------------

-- Report that a word is not an option, with the report's options.
local function reject_option(session, report, word)
  local names = {}
  for _, option in ipairs(require("lucena.report").find(report).options or {}) do
    names[#names + 1] = option.name
  end
  session:fail(("'%s' is not an option of the report %s; write OPTION=VALUE; the options: %s"):format(word, report,
    #names > 0 and table.concat(names, ", ") or "none"))
end

-- Return the option of a report that a word sets; `no_NAME` sets a boolean option, too.
local function find_option(report, name)
  for _, option in ipairs(require("lucena.report").find(report).options or {}) do
    if name == option.name or name == "no_" .. option.name then
      return option
    end
  end
end

local TRUTH = { ["true"] = true, ["false"] = false, yes = true, no = false, on = true, off = false }

-- Return the value that a word gives to an option.
local function value_of(session, option, text)
  if option.kind == "boolean" and TRUTH[text] ~= nil then
    return TRUTH[text]
  elseif option.kind ~= "integer" and option.kind ~= "number" then
    return text
  end
  local value, expected = numbers.read(option, text)
  return value or session:fail(("%s takes %s, not '%s'"):format(option.name, expected, text))
end

-- Return the options of a report. They are words such as top=5, or position="e4 c5" with blanks. The text after
-- `report player` may be only the name.
local function options_of(session, report, words)
  local options = {}
  if report == "player" and not words:find("=", 1, true) then
    if words == "" then
      session:fail("usage: report player NAME, such as: report player Carlsen")
    end
    return { name = words:match('^"(.*)"$') or words }
  end
  local at = 1
  while words:find("%S", at) do
    local name, value, after = words:match('^%s*([%l_]+)="([^"]*)"()', at)
    if not name then
      name, value, after = words:match("^%s*([%l_]+)=(%S+)()", at)
    end
    local option = name and find_option(report, name)
    if not option then
      reject_option(session, report, words:match("%S+", at))
    end
    options[name], at = value_of(session, option, value), after
  end
  return options
end

local function report(session, rest)
  local chess, name, words = require("lucena"), rest:match("^(%l+)%s*(.*)$")
  local names = chess.reports()
  if not name or not (" " .. table.concat(names, " ") .. " "):find(" " .. name .. " ", 1, true) then
    session:fail("usage: report NAME [OPTION=VALUE]; the names: " .. table.concat(names, ", "))
  end
  local shelf = need_games(session)
  local made, err = chess.report(name, options_of(session, name, words))
  if not made then
    session:fail(err)
  end
  require("lucena.repl.selection").each(shelf, function(game)
    made:add(game)
  end)
  local text, problem = made:format("text", { width = session.settings.width })
  session:say(text and text:gsub("\n+$", "") or session:fail(problem))
end

return {
  title = "The games of the file", order = 34,
  { name = "games", usage = "[N] [by KEY]", summary = "list the games from the Nth on; by KEY: sorted", run = games,
    lua = true, more = "Keys: white, black, event, eco, result; date, elo and moves, which put the greatest first." },
  { name = "filter", usage = "[QUERY]", summary = "select the games that match; without QUERY, all games",
    run = filter, lua = true, call = function(session, given) filter(session, given or "") end,
    more = "games, next, prev, first, last, find, explore, report and save all then use only these games. The query "
      .. "may be a variable, or in Lua a function of a game: filter(function(game) return game.plies > 100 end)." },
  { name = "report", usage = "NAME", summary = "make a report of the games: summary, openings, player ...",
    run = report, lua = true, more = "Options follow the name: report openings depth=4. report player takes the name "
      .. "of a player: report player Fischer. A value with blanks has "
      .. "quotation marks: position=\"e4 c5\". `!lucena report NAME -h` explains the options." },
  { name = "script", usage = "", summary = "print the shell command that selects the same games", run = script,
    is_setting = true },
}
