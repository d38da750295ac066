--- Dialects: notations in which moves can be read and written. A dialect is found by name, or made from a table or a
-- file.
--
--     chess.dialect "french"           -- PGN's layout, French letters
--     chess.dialect "fide:french"      -- a style combined with an alphabet
--     chess.dialect "iccf"             -- a style with its own alphabet
--     chess.dialect "./mine.lua"       -- a file: it returns a table and runs in a sandbox
--     chess.dialect "mine"             -- the file mine.lua in a folder of the user's dialects
--     chess.dialect {extend = "pgn", pieces = {K = "R", Q = "D", R = "T", B = "F", N = "C"}}
--
-- Each style is a file in the folder dialect/. Each alphabet is a row of alphabets.lua in that folder. A name is looked
-- up among the alphabets (by name, code and other names), then among the styles. Each dialect is created once.
-- docs/dialects.md describes the fields of a dialect; notation/compile.lua checks them.
-- @module lucena.dialect

local argument = require("lucena.argument")
local compile = require("lucena.notation.compile")
local core = require("lucena.core")
local plugin = require("lucena.plugin")
local shown = argument.shown

local M = {}

local CODE = "bad_dialect"

-- The maximum size of a dialect file in bytes, more than a thousand times the usual size.
local LARGEST = 1 << 20

-- ---- alphabets -----------------------------------------------------------------------------------

-- The rows of alphabets.lua, and the number of a row by name. A row is compiled when it is first needed.
local rows, number_of
local compiled = {}

local function load_alphabets()
  if rows then
    return
  end
  rows, number_of = require("lucena.dialect.alphabets"), {}
  for i, row in ipairs(rows) do
    number_of[row[1]], number_of[row[2]] = i, i
    for _, name in ipairs(row.also or {}) do
      number_of[name] = i
    end
  end
end

local function alphabet_at(i)
  compiled[i] = compiled[i] or compile.alphabet(rows[i])
  return compiled[i]
end

local function find_alphabet(name)
  load_alphabets()
  local i = number_of[name]
  return i and alphabet_at(i)
end

-- ---- styles --------------------------------------------------------------------------------------

local style_names, style_by_alias
local styles = {}

-- Return the names of the style files, sorted. "_" in a file name is "-" in the style's name.
local function list_styles()
  if style_names then
    return style_names
  end
  style_names = {}
  for _, name in ipairs(plugin.names("lucena.dialect")) do
    if name ~= "alphabets" then
      style_names[#style_names + 1] = name:gsub("_", "-")
    end
  end
  return style_names
end

-- Load a style, and complete it with the fields of the style that it extends. Returns nil if it does not exist. Raises
-- an error if the file is wrong, because the file is part of the program.
local function load_style(name)
  if styles[name] then
    return styles[name]
  end
  local module = "lucena.dialect." .. name:gsub("-", "_")
  if name == "alphabets" or not name:find("^%l[%l%d-]*$") or not plugin.is_there(module) then
    return nil
  end
  local data = plugin.load("dialect", module)
  local parent = data.extend and assert(load_style(data.extend), module .. ": no style to extend")
  local style, message = compile.style(data, parent)
  plugin.refuse(message and plugin.path(module) .. ": " .. message)
  styles[name] = style
  return style
end

local function find_style(name)
  local style = load_style(name)
  if style then
    return style, name
  end
  if not style_by_alias then
    style_by_alias = {}
    for _, known in ipairs(list_styles()) do
      for _, alias in ipairs(load_style(known).aliases or {}) do
        style_by_alias[alias] = known
      end
    end
  end
  local known = style_by_alias[name]
  return known and styles[known], known
end

-- ---- names ---------------------------------------------------------------------------------------

-- Normalize a name: "Fide : French" becomes "fide:french". Letters beyond ASCII are kept.
local function normalize(name)
  return (name:gsub("^%s+", ""):gsub("%s+$", ""):gsub("%s*:%s*", ":"):gsub("[%s_]+", "-"):lower())
end

-- Split a name into the style, its name, and the alphabet; nil if the name is unknown.
local function take_apart(name)
  local first, second = name:match("^([^:]*):([^:]*)$")
  if first then
    local style, style_name = find_style(first)
    return style, style_name, find_alphabet(second)
  end
  local alphabet = find_alphabet(name)
  if alphabet then
    return load_style("pgn"), "pgn", alphabet
  end
  local style, style_name = find_style(name)
  return style, style_name, style and find_alphabet(style.alphabet)
end

-- Return the shortest name of a dialect. "pgn" is the reader of PGN files; "english" is the same notation with all
-- tolerances.
local function shown_name(given, style, style_name, alphabet)
  if style_name == "pgn" then
    return (given == "pgn" or given == "pgn:english" or given == "pgn:en" or given == "san") and "pgn" or alphabet.name
  elseif alphabet == find_alphabet(style.alphabet) then
    return style_name
  end
  return style_name .. ":" .. alphabet.name
end

local function all_names()
  local names = {}
  load_alphabets()
  for _, style in ipairs(list_styles()) do
    names[#names + 1] = style
  end
  for name in pairs(number_of) do
    if #name > 3 then -- a short word is similar to the code of some language
      names[#names + 1] = name
    end
  end
  table.sort(names)
  return names
end

-- Dialects made by programs and from files, with their names. The table has weak keys: a dialect can be found by its
-- name while it is in use, for example by a game.
local own = setmetatable({}, { __mode = "k" })

local function keep_own(name, dialect)
  own[dialect] = name
  return dialect
end

-- Report whether two values are equal, tables by their contents. `seen` maps the tables that are being compared.
local function is_same(a, b, seen)
  if type(a) ~= "table" or type(b) ~= "table" or seen[a] == b then
    return a == b or seen[a] == b
  end
  seen[a] = b
  for key, value in pairs(a) do
    -- The functions of two files are the same if the files have the same text.
    if key ~= "functions" and not is_same(value, b[key], seen) then
      return false
    end
  end
  for key in pairs(b) do
    if a[key] == nil then
      return false
    end
  end
  return true
end

-- Return the user's dialect with a name. Returns nil and a message if there is none, or if several different dialects
-- have the name.
local function find_own(name)
  local found
  for dialect, its_name in pairs(own) do
    local is_wanted = its_name == name
    if is_wanted and found and not is_same(found.info.spec, dialect.info.spec, {}) then
      return nil, ("several dialects are named '%s'; pass the Dialect itself"):format(shown(name))
    end
    found = found or is_wanted and dialect or nil
  end
  return found
end

local function unknown(name, normal)
  local first, second = normal:match("^([^:]*):([^:]*)$")
  local suggestion = require("lucena.suggestion")
  local hint
  if not first then
    hint = suggestion.find(normal, all_names())
  elseif not find_style(first) then
    local found = suggestion.find(first, list_styles())
    hint = found and found .. ":" .. second
  else
    local found = suggestion.find(second, all_names())
    hint = found and find_alphabet(found) and first .. ":" .. found
  end
  local help = hint and ("did you mean '%s'?"):format(hint) or "`lucena dialects` lists them"
  return nil, ("unknown dialect '%s'; %s"):format(shown(name), help), CODE
end

-- ---- creation of a dialect -----------------------------------------------------------------------

local by_name = {}
local find_file

-- As take_apart(), and return the shortest name. A style without letters has its own alphabet.
local function resolve(normal)
  local style, style_name, alphabet = take_apart(normal)
  if not (style and alphabet) then
    return nil
  elseif not compile.has_letters(style) then
    alphabet = find_alphabet(style.alphabet)
  end
  return style, style_name, alphabet, shown_name(normal, style, style_name, alphabet)
end

local function spec_of(style, style_name, alphabet, short)
  local spec = compile.flat(style, alphabet, short, style_name)
  spec.remembers = false -- detection creates many dialects; a Reader gives its dialect the cache of 5 MB
  return spec
end

local short_names = {}

--- Return the shortest name of a built-in dialect, without creating the dialect.
---@param name string
---@return string? short nil if there is none
-- @usage require("lucena.dialect").short_name("pgn:fr") --> french
function M.short_name(name)
  if not short_names[name] then
    short_names[name] = select(4, resolve(normalize(name)))
  end
  return short_names[name]
end

--- Create a built-in dialect with other tolerances, without keeping it. Each dialect takes 33 KB, and this creates one
-- where `find(name):tolerating(list)` creates two.
---@param name string
---@param tolerances string[]
---@return Dialect? dialect nil if there is none; "pgn" is "english", as in Dialect:tolerating
-- @usage require("lucena.dialect").tolerant("french", {}).name --> french
function M.tolerant(name, tolerances)
  local style, style_name, alphabet, short = resolve(normalize(name))
  if not style then
    return nil
  end
  local spec = spec_of(style, style_name, alphabet, short == "pgn" and "english" or short)
  spec.tolerances = tolerances
  return core.dialect(spec)
end

local function find_named(name)
  local normal = normalize(name)
  if by_name[normal] then
    return by_name[normal]
  end
  local style, style_name, alphabet, short = resolve(normal)
  if not style then
    local added = require("lucena.registry").find("dialect", normal)
    if added then
      return added
    end
    local path = require("lucena.notation.own").path(name)
    if path then
      return find_file(path)
    end
    local known, problem = find_own(name)
    if known or problem then
      return known, problem, problem and CODE
    end
    return unknown(name, normal)
  end
  by_name[short] = by_name[short] or core.dialect(spec_of(style, style_name, alphabet, short))
  by_name[normal] = by_name[short]
  return by_name[normal]
end

-- Call the functions of a dialect once, so that loading the file reports their errors. Returns a message, or nil.
local function try_functions(dialect)
  local position = core.position()
  for _, move in ipairs(position:moves()) do
    local _, message, code = dialect:write(position, move)
    if code == CODE then
      return message
    end
  end
  local _, message, code = dialect:read(position, "e4")
  return code == CODE and message or nil
end

-- Move the functions of a program's table into a sandbox. Returns the table with `true` in their place, and {text,
-- functions} as for a file; the table itself if it has no functions; or nil and a message.
local function take_functions(data, name)
  if type(data.print) ~= "function" and type(data.read) ~= "function" then
    return data
  end
  local functions, copy = {}, {}
  for key, value in pairs(data) do
    local is_function = (key == "print" or key == "read") and type(value) == "function"
    functions[key] = is_function and value or nil
    copy[key] = is_function or value
  end
  local text, problem = require("lucena.notation.closure").text(functions)
  if not text then
    return nil, problem
  end
  local done, box = core.sandbox(text, name:sub(1, 40), true)
  return done and copy, done and { text = text, functions = box } or box
end

-- Make a dialect from a table of a program or file. `label` begins error messages: "" or "mine.lua: ". `name` is the
-- default name. For a file, `file_of` is {path, text, functions}. If a built-in dialect already has the default name,
-- the path is the name.
local function from_table(data, label, name, file_of)
  local function fail(text)
    return nil, label .. text, CODE
  end
  if type(data.extend or "") ~= "string" then
    return fail("extend: the name of a style expected")
  elseif not file_of then
    data, file_of = take_functions(data, type(data.name) == "string" and data.name or name)
    if not data then
      return fail(file_of)
    end
  end
  local extended = data.extend and normalize(data.extend) or "pgn"
  local parent, parent_name, parent_alphabet = take_apart(extended)
  if not (parent and parent_alphabet) then
    return fail("extend: " .. select(2, unknown(data.extend, extended)))
  end
  local alphabet = parent_alphabet
  if type(data.alphabet) == "string" then
    alphabet = find_alphabet(normalize(data.alphabet))
    if not alphabet then
      return fail(("alphabet: there is no '%s'"):format(shown(data.alphabet)))
    end
  end
  local style, message = compile.style(data, parent, alphabet)
  if not style then
    return fail(message)
  end
  name = style.name or (take_apart(normalize(name)) and file_of and file_of.path or name)
  if take_apart(normalize(name)) then
    return fail(("name: '%s' is the name of a built-in dialect"):format(name))
  end
  local spec = compile.flat(style, alphabet, name, style.name or parent_name)
  spec.own = true
  if style.read and not style.print then
    return fail("read: a print function is needed as well")
  elseif style.print and not (file_of and file_of.functions) then
    return fail("print: function expected, got boolean")
  elseif style.print then
    spec.functions, spec.code = file_of.functions, file_of.text
  end
  local done, dialect = require("lucena.argument").attempt(core.dialect, spec)
  if not done then
    return fail((tostring(dialect):gsub("^dialect .-: ", "")))
  end
  local problem = style.print and try_functions(dialect)
  if problem then
    return nil, problem, CODE
  end
  return keep_own(name, dialect)
end

--- Check a dialect that is registered. Called by lucena.registry.
---@param name string
---@param value any
---@return Dialect? dialect
---@return string|table problem a message; or {is_name = true, text = message} if the name is wrong
function M.adopt(name, value)
  if take_apart(normalize(name)) then
    return nil, { is_name = true, text = ("'%s' is the name of a built-in dialect"):format(name) }
  elseif getmetatable(value) == "lucena.Dialect" then
    return value
  elseif type(value) ~= "table" then
    return nil, ("table or lucena.Dialect expected, got %s"):format(argument.kind(value))
  end
  local copy = {}
  for key, field in pairs(value) do
    copy[key] = field
  end
  copy.name = name
  return from_table(copy, "", name)
end

function find_file(path)
  local text, message = require("lucena.file").read(path, LARGEST + 1)
  if not text then
    return nil, message, "cannot_open"
  elseif #text > LARGEST then
    return nil, ("%s: larger than %d bytes"):format(path, LARGEST), CODE
  end
  local base = path:match("[^/]*$")
  local data, functions, code = core.sandbox(text, base)
  if not data then
    return nil, functions, code
  end
  return from_table(data, base .. ": ", (base:gsub("%.lua$", "")), { path = path, text = text, functions = functions })
end

--- Report whether a built-in dialect has a name.
---@param name string
---@return boolean
-- @usage require("lucena.dialect").is_built_in("French") --> true
function M.is_built_in(name)
  return take_apart(normalize(name)) ~= nil
end

--- Find a dialect by name or path. A name that is not built in may belong to a user's file (lucena.notation.own).
-- A path contains a "/" or ends in ".lua". Its file is read at each call.
---@param name string
---@return Dialect? dialect
---@return string? err
---@return string? code bad_dialect, or cannot_open
function M.find(name)
  if name:find("/", 1, true) or name:find("%.lua$") then
    return find_file(name)
  end
  return find_named(name)
end

--- Return a dialect: by name ("french", "fide:french", "iccf"), from a file ("./mine.lua"), or from a table with the
-- fields of such a file (`lucena dialect new` writes one). The functions `print` and `read` of a table are copied, with
-- their variables, into the separate Lua state in which those of files run. A Dialect is returned unchanged.
---@param value string|table|Dialect
---@param opts? {tolerances?: string[]|"all"} `tolerances`: repairs that are allowed in reading, see Dialect:tolerating
---@return Dialect? dialect
---@return string? err "unknown dialect 'frenc'; did you mean 'french'?"
---@return string? code bad_dialect, or cannot_open for a file
-- @usage chess.dialect("fide:french"):write(chess.position(), chess.position():parse("Nf3"))  --> Cf3
function M.dialect(value, opts)
  local dialect, err, code
  if getmetatable(value) == "lucena.Dialect" then
    dialect = value
  elseif type(value) == "string" then
    dialect, err, code = M.find(value)
  elseif type(value) == "table" then
    dialect, err, code = from_table(value, "", "custom")
  else
    argument.bad(2, 1, "dialect", "name or table expected, got %s", argument.kind(value))
  end
  opts = argument.options(opts, 2, "dialect", { tolerances = true })
  local list = opts.tolerances
  if list ~= nil and type(list) ~= "table" and list ~= "all" then
    argument.bad(2, 2, "dialect", "option 'tolerances': table or \"all\" expected, got %s", argument.kind(list))
  elseif dialect and list then
    return dialect:tolerating(list)
  end
  return dialect, err, code
end

--- Return the same dialect with other tolerances, the repairs that are allowed in reading.
-- @function Dialect:tolerating
---@param list string[]|string codes of repairs; "all": all repairs, even those that guess; {}: none
---@return Dialect
-- @usage chess.position():parse("ng1f3", chess.dialect("english"):tolerating{})  --> nil
local function tolerating(self, list)
  argument.self(self, "tolerating", "lucena.Dialect")
  if type(list) ~= "table" and list ~= "all" then
    argument.bad(2, 1, "tolerating", 'table or "all" expected, got %s', argument.kind(list))
  end
  local info = self.info
  local style, message = compile.style({ tolerances = list })
  if not style then
    argument.bad(2, 1, "tolerating", "%s", message)
  end
  local spec = compile.changed(info.spec, { tolerances = style.tolerances })
  -- With other tolerances, PGN is read as an ordinary dialect, not by the reader of PGN files.
  spec.name = spec.name == "pgn" and "english" or spec.name
  spec.info = setmetatable({ spec = spec }, { __index = info })
  return core.dialect(spec)
end

core.Dialect.tolerating = tolerating

--- Write every legal move of many positions and read it back. The result must be the same move, without any tolerance.
-- The positions are those of random games, and positions with rare kinds of moves.
---@param opts? {positions?: integer, seed?: integer, games?: string} the number of positions, default 3000; the seed
-- of random games, default 1; a file of games, whose moves are tested as well
---@return table? report good (boolean), positions, games, moves, seed; kinds: the number of moves by kind; collisions:
-- array of {fen, text, move, other} for moves with the same text; faults: array of {fen, move, text, err} for moves
-- that are not read back; unsayable: number of moves that the dialect cannot write; unwritten: these moves as {fen,
-- move}; unsayable_example; hidden: array of {field, word, text, fen, move} for spellings that are mostly not read;
-- outside_pgn: array of {fen, move, text} for texts that PGN does not read as one move; notes: array of sentences;
-- problem: the error of a function of the dialect's file, after which the test ended
---@return string? err if the games cannot be read
-- @usage chess.dialect("french"):check{positions = 20}.good  --> true
function core.Dialect:check(opts)
  return require("lucena.notation.trial").check(self, opts)
end

-- ---- listing -------------------------------------------------------------------------------------

-- Moves that show the features of a dialect: a knight move, a capture, castling, a promotion, en passant.
local EXAMPLES = {
  { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3" },
  { "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", "f6e4" },
  { "rnbqk2r/ppppppbp/5np1/8/8/5NP1/PPPPPPBP/RNBQK2R w KQkq - 0 4", "e1g1" },
  { "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q" },
  { "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6" },
}

--- Return moves in the dialect for a list: a knight move, a capture, castling, a promotion, en passant.
---@param dialect Dialect
---@return string[]
function M.examples(dialect)
  local out = {}
  for i, example in ipairs(EXAMPLES) do
    local position = assert(core.position(example[1]))
    out[i] = dialect:write(position, assert(position:parse_uci(example[2]))) or "-"
  end
  return out
end

--- Return the row of a dialect in a list.
---@param dialect Dialect
---@param is_alphabet? boolean whether the row is for the alphabet
---@return table row as in dialects()
function M.describe(dialect, is_alphabet)
  local info = dialect.info
  return {
    name = dialect.name, style = dialect.style, alphabet = info.has_letters and info.alphabet or nil,
    title = is_alphabet and info.alphabet_title or info.title, verified = info.verified,
    source = is_alphabet and info.alphabet_source or info.source, is_alphabet = is_alphabet == true,
    has_hooks = dialect.has_hooks, letters = info.letters, example = table.concat(M.examples(dialect), "  "),
  }
end

--- List all dialects with a short name: the styles with their own alphabets, then the alphabets with PGN's style. Any
-- style can be combined with any alphabet ("lan:german"); combinations are not listed.
-- A dialect of a rock whose module is not loaded yet has only a name and a title.
---@return table[] list of {name, style, alphabet, title, example, verified, source, is_alphabet, has_hooks, letters}
-- @usage #chess.dialects() > 80  --> true
function M.dialects()
  local list = {}
  load_alphabets()
  for _, name in ipairs(list_styles()) do
    list[#list + 1] = M.describe(assert(find_named(name)))
  end
  local registry = require("lucena.registry")
  for _, name in ipairs(registry.names("dialect")) do
    local dialect, title = registry.listed("dialect", name)
    list[#list + 1] = dialect and M.describe(dialect)
      or { name = name, title = title, example = "", verified = true, is_alphabet = false }
  end
  for _, row in ipairs(rows) do
    list[#list + 1] = M.describe(assert(find_named(row[2])), true)
  end
  return list
end

return M
