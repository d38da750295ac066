--- Lucena: a chess notation interpreter. `local chess = require "lucena"`.
-- Fields are loaded on first use. Bad data gives `nil, message, code`; wrong use raises an error.
-- @module lucena

if _VERSION ~= "Lua 5.4" then
  error("lucena needs Lua 5.4, this is " .. tostring(_VERSION), 2)
end

-- The version. It is defined only here.
local VERSION = "0.3.0"

-- 1.2.3 is 1002003.
local function number_of(version)
  local major, minor, patch = version:match("^(%d+)%.(%d+)%.(%d+)")
  return major * 1000000 + minor * 1000 + patch
end

---@class lucena
local chess = {
  --- The name and version of the program.
  ---@type string
  -- @usage print(chess._VERSION)
  _VERSION = "lucena " .. VERSION,

  --- The version number as a string.
  ---@type string
  -- @usage chess.version:match("^%d+%.%d+%.%d+") --> 0.3.0
  version = VERSION,

  --- The version as a number that grows with each release: major * 1,000,000 + minor * 1,000 + patch.
  ---@type integer
  -- @usage chess.version_number >= 2000 --> true
  version_number = number_of(VERSION),

  --- The initial position of chess.
  ---@type string
  -- @usage chess.position(chess.START_FEN) == chess.position() --> true
  START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
}

-- Maps each field to the module that defines it.
local home = {
  annotate = "lucena.annotate",
  bits = "lucena.bits",
  board = "lucena.position",
  book = "lucena.book",
  chess960 = "lucena.chess960",
  chess960_number = "lucena.chess960",
  csv = "lucena.csv",
  date = "lucena.time",
  detect = "lucena.notation.detect",
  diagram = "lucena.notation.diagram",
  dialect = "lucena.dialect",
  dialects = "lucena.dialect",
  eco = "lucena.eco",
  explain = "lucena.explain",
  explore = "lucena.explore",
  extend = "lucena.extend",
  engine = "lucena.engine",
  epd = "lucena.epd",
  epd_kind = "lucena.epd",
  epd_records = "lucena.epd",
  fold_name = "lucena.core",
  from_json = "lucena.json",
  from_utf8 = "lucena.core",
  game = "lucena.games",
  games = "lucena.games",
  games_in = "lucena.games",
  has = "lucena.about",
  index = "lucena.index",
  json = "lucena.plain_json",
  is_annotated = "lucena.annotate",
  merge = "lucena.merge",
  move = "lucena.position",
  nag = "lucena.nag",
  name_agrees = "lucena.core",
  new_game = "lucena.new_game",
  open = "lucena.games",
  open_epd = "lucena.epd",
  position = "lucena.position",
  query = "lucena.query",
  register = "lucena.registry",
  read_diagram = "lucena.notation.diagram",
  read_text = "lucena.read_text",
  report = "lucena.report",
  reports = "lucena.report",
  score = "lucena.score",
  setup = "lucena.position",
  tablebase = "lucena.tablebase",
  to_utf8 = "lucena.core",
  time_control = "lucena.time",
  translate = "lucena.text.translate",
  type = "lucena.about",
  write_index = "lucena.index",
  writer = "lucena.games",
}

-- The fields are in this table and not in the module's own one, so that assignments to all of them are refused.
setmetatable(chess, {
  __index = function(self, name)
    local module = home[name]
    if not module then
      error(require("lucena.suggestion").unknown("lucena", name, home), 2)
    end
    local value = require(module)[name]
    self[name] = value
    return value
  end,
})

return setmetatable({}, {
  __fields = home,
  __index = chess,
  __newindex = function(_, name)
    require("lucena.argument").refuse_assignment("chess", name)
  end,
  -- Iterates over all names, including those that were not used yet.
  __pairs = function()
    for name in next, home do
      local _ = chess[name]
    end
    return next, chess, nil
  end,
})
