-- Checks that dependencies have no cycles and follow the order below: #include lines in csrc/, require calls in lua/.
-- Usage: lua5.4 scripts/dev/layers.lua      (from the top of the tree)
-- Also prints the files and functions that are too long; this is advice and not a failure.

-- The folders that each folder may include, in addition to itself.
local MAY_INCLUDE = {
  base = {},
  chess = { "base" },
  notation = { "base", "chess" },
  pgn = { "chess", "notation" },
  match = { "base", "chess", "notation", "pgn" },
  index = { "base", "chess", "notation", "pgn", "match" },
  opening = { "base", "chess" },
  io = { "base" },
  binding = { "base", "chess", "notation", "pgn", "match", "index", "opening", "io" },
  repl = { "binding" },
  program = { "binding", "repl" },
}

-- The order inside a folder. A file may include its own header and headers of earlier names. NAME_v3, NAME_impl and
-- similar names belong to NAME. NAME_impl.h has inline code and is not an interface: every .c file of the folder may
-- include it, but headers must follow the order. A folder that is not listed here has no order.
local ORDER = {
  chess = { "bits", "cpu", "attacks", "move", "setup",
            "polyglot_random", "position", "play", "checks", "rules", "identity", "movegen", "perft", "board" },
  notation = { "castling", "promotion", "numbers", "suffixes", "lexicon", "signs", "codes", "diag", "folding", "fen",
               "san", "uci", "dialect", "repairs", "refused", "epd" },
  pgn = { "text", "vec", "encoding", "glyph", "suffix", "boundary", "skip", "scan", "lexer", "spelling", "recover",
          "start", "reader", "blocks", "replay", "annotation", "match_comment",
          "move_values", "game", "page", "tag_section", "writer", "rewrite",
          "respell", "records" },
  match = { "keys", "key_set", "tags", "fold", "value", "facts", "control", "steps", "query", "leaf", "sequence",
            "pieces", "notes", "shifted", "sacrifice", "motif", "instead", "deviates" },
  base = { "must_use", "memory" },
  index = { "pages", "store", "games", "sort", "format", "entry", "part", "runs", "group", "build", "file", "select",
            "reached", "players" },
  opening = { "lines", "tree", "book" },
  io = { "source", "dir", "leftover", "sink", "scratch", "process", "terminal" },
  binding = { "binding", "grow", "memory", "list", "diagnostic", "cpu", "lexicon", "interrupt", "move",
              "sandbox", "dialect", "setup", "position", "bits", "board", "reading_options", "game", "node", "supply",
              "repair", "window", "input", "query", "reader", "writer", "epd", "keys", "lines", "opening_tree", "index",
              "process", "system", "syzygy", "core" },
}

-- The core allocates no memory and prints nothing, so it may include only these system headers.
local IS_CORE = { chess = true, notation = true, pgn = true, match = true, index = true, opening = true }
local CORE_HEADERS = {}
for name in ([[assert.h limits.h stdbool.h stddef.h stdint.h string.h
               arm_neon.h cpuid.h emmintrin.h immintrin.h wasm_simd128.h x86intrin.h]]):gmatch("%S+") do
  CORE_HEADERS[name] = true
end

-- Folders of lua/lucena whose files are plug-ins, which must not require one another. alphabets is data.
local PLUGINS = { dialect = true, filter = true, reader = true, report = true }
local PLUGIN_DATA = { ["lucena.dialect.alphabets"] = true }

-- The order of the folders and files in lua/lucena. A file may require files of its own folder, earlier names, the C
-- core, and `lucena`. `lucena` is the public table, which loads its fields when they are used.
local LUA_ORDER = {}
for i, name in ipairs {
  "number", "suggestion", "argument", "tag_names", "failure", "chunk", "spare", "plugin", "about", "option",
  "own_report", "system", "file",
  "beside", "user_folder", "own_files", "extensions", "registry", "line_file",
  "core_help", "position_file", "language", "time", "dates", "format",
  "lexicon", "json_fields", "json_reader", "json", "plain_json", "reader", "flat", "csv", "ply_table", "export", "nag",
  "dedup", "tree", "graft",
  "visit", "position", "bits", "chess960", "utf16", "html_entity", "pasted",
  "games", "new_game", "extend",
  "definitions", "motif_names", "phases", "judgement",
  "score", "node_judgement",
  "annotation", "epd", "dialect", "notation", "text", "read_text",
  "query", "game_value", "tablebase", "annotate", "merge_lines", "merge", "eco", "explain",
  "proof", -- the library
  "elo", "tally", "result", "lines", "explore", "index", "field", "quality",
  "conversion", "expectation", "opening", "render",
  "tournament", "sheet",
  "engine", "book", "filter", "report", -- features
  "run", "repl", "web", "command",
} do
  LUA_ORDER[name] = i
end

-- Exceptions: later names that a file requires inside a function.
local LUA_LATER = {
  format = { reader = "the choices of --from" },
  position = { notation = "explain()", render = "svg()", tablebase = "tablebase lookups" },
  dialect = { notation = "styles are compiled there" },
  explore = { index = "the index of the file answers, if there is one" },
  games = { query = "the program of a query that is an option" },
  notation = { render = "the width of letters in a terminal", explain = "texts that are no moves" },
  query = { tablebase = "the query that asks one" },
}

-- Features are built on the library: they use the public table `lucena`, earlier features, and the tools. The tools are
-- modules for text, files and numbers, without rules of chess. Plug-ins may use the tools, too.
local FEATURES, TOOLS = {}, {}
for name in ([[tablebase elo tally result field quality conversion expectation
  opening render tournament sheet engine book filter
               report]]):gmatch("%a+") do
  FEATURES[name] = true
end
for name in ([[number argument tag_names suggestion plugin own_report registry file system language dates format json
               csv export game_value phases judgement motif_names nag score annotation lexicon
               lines]]):gmatch("[%a_]+") do
  TOOLS[name] = true
end

-- The browser page is the prompt with a board and a mouse: it uses the public table, features, tools, and the session
-- of the prompt with its undo steps, journal and open file. Of the other modules it requires only these.
local WEB_MAY = {
  repl = true, -- the session
  core = "the size of a file, for the progress; guard(), for Stop",
  position_file = "whether a file has games or positions",
  run = "the text of a document, as `lucena read` reads it",
}

local is_used = {} -- exceptions that some file needs, as "from to"

local FILE_BUDGET, FUNCTION_BUDGET = 500, 40

local faults = {}
local function fault(path, line, ...)
  faults[#faults + 1] = ("%s:%d: %s"):format(path, line, (...):format(select(2, ...)))
end

local function files(command)
  local list = {}
  local pipe = assert(io.popen(command .. " 2>/dev/null | LC_ALL=C sort", "r"))
  for path in pipe:lines() do
    list[#list + 1] = path
  end
  pipe:close()
  return list
end

local function contains(list, value)
  for _, v in ipairs(list) do
    if v == value then
      return true
    end
  end
  return false
end

-- Return the index of a file in its folder's order: `movegen_impl.h` has the index of `movegen`.
local function rank(folder, file)
  local stem = file:gsub("%.%w+$", "")
  while stem do
    for i, name in ipairs(ORDER[folder]) do
      if name == stem then
        return i
      end
    end
    stem = stem:match("^(.+)_[^_]+$")
  end
end

-- ---- C -----------------------------------------------------------------------------------------

local function check_system_include(path, line, folder, header)
  if header:find("^lua") or header:find("^lauxlib") then
    if folder ~= "binding" and folder ~= "repl" and folder ~= "program" then
      fault(path, line, "only binding, repl and program see <%s>", header)
    end
  elseif header:find("readline", 1, true) and folder ~= "repl" then
    fault(path, line, "only repl sees <%s>", header)
  elseif header == "tbprobe.h" and path ~= "csrc/binding/syzygy.c" then
    fault(path, line, "only csrc/binding/syzygy.c sees <%s>", header)
  elseif IS_CORE[folder] and not CORE_HEADERS[header] then
    fault(path, line, "the core does without <%s>", header)
  end
end

local function check_own_include(path, line, folder, file, included)
  local to_folder, to_file = included:match("^%.%./([%w_]+)/([%w_.]+)$")
  if not to_folder then
    to_folder, to_file = folder, included
  end
  if not to_file:find("^[%w_.]+$") then
    fault(path, line, 'cannot place "%s": write "name.h" or "../folder/name.h"', included)
  elseif to_folder ~= folder then
    if not contains(MAY_INCLUDE[folder], to_folder) then
      fault(path, line, "%s does not include %s", folder, to_folder)
    end
  elseif ORDER[folder] then
    local from, to = rank(folder, file), rank(folder, to_file)
    local inlined = file:find("%.c$") and to_file:find("_impl%.h$")
    if from and to and to > from and not inlined then
      fault(path, line, "%s comes before %s in %s/", file, to_file, folder)
    end
  end
end

local function check_c(path)
  local folder, file = path:match("^csrc/([^/]+)/([^/]+)$")
  if not folder or not MAY_INCLUDE[folder] then
    fault(path, 1, "no such folder in the layers of scripts/dev/layers.lua")
    return
  end
  if ORDER[folder] and not rank(folder, file) then
    fault(path, 1, "list it in ORDER.%s of scripts/dev/layers.lua", folder)
  end
  local n = 0
  for line in io.lines(path) do
    n = n + 1
    local system = line:match("^%s*#%s*include%s*<([^>]+)>")
    local own = line:match('^%s*#%s*include%s*"([^"]+)"')
    if system then
      check_system_include(path, n, folder, system)
    elseif own then
      check_own_include(path, n, folder, file, own)
    end
  end
end

-- ---- Lua ---------------------------------------------------------------------------------------

local IN_C = { core = true, readline = true, syzygy = true, embedded = true }

-- Return whether a file or folder of lua/lucena may require another one.
local function is_in_order(from, to)
  if from == to or IN_C[to] or LUA_ORDER[from] > LUA_ORDER[to] then
    return true
  end
  is_used[from .. " " .. to] = true
  return (LUA_LATER[from] or {})[to] ~= nil
end

local function is_public(from, to)
  if from == "web" then
    return from == to or FEATURES[to] or TOOLS[to] or WEB_MAY[to]
  end
  return not FEATURES[from] or from == to or FEATURES[to] or TOOLS[to]
end

-- Report exceptions that no file needs.
local function check_exceptions()
  for from, list in pairs(LUA_LATER) do
    for to in pairs(list) do
      if not is_used[from .. " " .. to] then
        fault("scripts/dev/layers.lua", 1, "LUA_LATER.%s.%s is not needed", from, to)
      end
    end
  end
end

local function check_order(path, line, required)
  local from = path:match("^lua/lucena/([%w_]+)")
  local to = required:match("^lucena%.([%w_]+)")
  if path == "lua/lucena/init.lua" or not to then
    return -- every file may require init.lua, and init.lua names all modules
  elseif not LUA_ORDER[from] then
    fault(path, line, "list %s in LUA_ORDER of scripts/dev/layers.lua", from)
  elseif not LUA_ORDER[to] and not IN_C[to] then
    fault(path, line, "there is no %s", required)
  elseif not is_in_order(from, to) then
    fault(path, line, "%s comes before %s", from, to)
  elseif not is_public(from, to) then
    fault(path, line, "%s uses the public table of lucena, not %s", from, required)
  end
end

local function check_require(path, line, required)
  local folder = path:match("^lua/lucena/([^/]+)/")
  local to_folder = required:match("^lucena%.([^.]+)")
  if to_folder == "command" and folder ~= "command" then
    fault(path, line, "nothing requires %s but the launcher", required)
  elseif to_folder == "run" and folder ~= "run" and folder ~= "command" and folder ~= "web" then
    fault(path, line, "only commands and the browser page require %s", required)
  elseif PLUGINS[folder] and PLUGINS[to_folder] and not PLUGIN_DATA[required]
    and not (to_folder == folder and path:find("/init%.lua$")) then
    fault(path, line, "a %s does not require %s", folder, required)
  else
    check_order(path, line, required)
  end
end

local function check_lua(path)
  local n = 0
  for line in io.lines(path) do
    n = n + 1
    if not line:find("^%s*%-%-") then
      for required in line:gmatch("require%s*%(?%s*[\"'](lucena[%w_.]*)[\"']") do
        check_require(path, n, required)
      end
    end
  end
end

-- ---- advice ------------------------------------------------------------------------------------

-- A function begins at an unindented line that ends in `{` (C) or begins with `function` (Lua). It ends at the next
-- line that is `}` or `end`.
local function is_start(line, is_c)
  if is_c then
    return line:find("^[%a].*%)%s*{$") ~= nil
  end
  return line:find("^local function ") or line:find("^function ") or line:find("^return function")
end

local function measure(path, advice)
  local is_c = path:find("^csrc/") ~= nil
  local n, start = 0, nil
  for line in io.lines(path) do
    n = n + 1
    if not start and is_start(line, is_c) then
      start = n
    elseif start and (line:find("^}") or line:find("^end")) then
      local length = n - start + 1
      if length > FUNCTION_BUDGET then
        advice[#advice + 1] = ("%s:%d: function of %d lines"):format(path, start, length)
      end
      start = nil
    end
  end
  if n > FILE_BUDGET then
    advice[#advice + 1] = ("%s: file of %d lines"):format(path, n)
  end
end

-- ---- main --------------------------------------------------------------------------------------

local c_files = files("find csrc -name '*.c' -o -name '*.h' -o -name '*.def'")
local lua_files = files("find lua -name '*.lua'")
local advice = {}
for _, path in ipairs(c_files) do
  check_c(path)
  if not path:find("_tables%.c$") and not path:find("_random%.h$") then
    measure(path, advice)
  end
end
for _, path in ipairs(lua_files) do
  check_lua(path)
  measure(path, advice)
end

check_exceptions()

for _, text in ipairs(advice) do
  print("advice: " .. text)
end
for _, text in ipairs(faults) do
  io.stderr:write(text, "\n")
end
if #faults > 0 then
  os.exit(1)
end
print(("layers: %d C and %d Lua files, no fault"):format(#c_files, #lua_files))
