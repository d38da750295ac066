--- Rows of the functions of the core. `plain` lists those that get no object.

local chess = require "lucena"
local common = require "spec.support.hot.rows.common"
local core = require "lucena.core"

local french = chess.dialect "french"

local rows = {}

local function core_call(name, ...)
  local arguments = table.pack(...)
  return function(object) return core[name](object, table.unpack(arguments, 1, arguments.n)) end
end

-- Functions of a Game.
rows["core, games"] = {
  class = "functions",
  make = common.new_game,
  use = common.use_game,
  state = common.state_of_game,
  calls = {
    edit_tags = { core_call("edit_tags", { "White" }, { White = "B" }, "\n"),
                  core_call("edit_tags", { "White", "Site" }, { White = false, Site = "C" }, "\n") },
    ending = { core_call "ending" },
    finding = { function(game, e4) return core.finding(game, "san_style", e4) end,
                core_call("finding", "bad_tag", "White"),
                core_call("finding", "bad_tag") },
    first_place = { core_call("first_place", common.AFTER_E4) },
    has_same_tags = { function(game) return core.has_same_tags(game, common.new_game(), { White = true }) end },
    game_key = { core_call("game_key", true), core_call("game_key", false, 3, "more") },
    last_place = { core_call("last_place", { [common.AFTER_E4.key] = true }) },
    line_text = { function(_, _, last) return core.line_text(last) end },
    line_values = { core_call("line_values", false) },
    next_variation = { function(game, e4) return core.next_variation(game), core.next_variation(game, e4) end },
    set_unread_fields = { core_call("set_unread_fields",
                          { { name = "a", line = 1, column = 2, offset = 3 }, total = 5 }) },
  },
}

-- Functions that make objects, and functions of a position.
rows["core, objects"] = {
  class = "functions",
  make = function() return chess.position(common.MIDDLE) end,
  use = function(p) return p:moves(), p:fen(), core.board(p) end,
  calls = {
    board = { function(p) return core.board(p) end },
    dialect = { function() return core.dialect { name = "x",
                pieces = { white = { K = "A" }, black = { K = "B" } } } end },
    epd = { function() return core.epd(common.RECORD), core.epd(common.RECORD, { strict = true }) end },
    game_in = { function() return core.game_in(common.GAME, 1, 0, 1, 1) end },
    index_games = { function() return core.index_games { 1, 2 } end },
    index_hashes = { function(p) return core.index_hashes(p) end },
    index_part = { function() return core.index_part(1 << 20, 10) end },
    is_movetext = { function(p) return core.is_movetext(french, p, p:moves()[1]) end },
    keys = { function() return core.keys(true) end },
    translated = { function(p) return core.translated("1. e4 *", 1, 7, p, french, french) end },
    lines = { function(p) return core.lines(p, 10) end },
    bare_codes = { function() return core.bare_codes((common.new_game())) end },
    json_moves = { function() return core.json_moves((common.new_game())) end },
    memory_writer = { function() return core.memory_writer() end },
    move = { function() return core.move(common.E4.code) end },
    open = { function() return core.open { text = common.PAGE } end },
    open_input = { function() return core.open_input "README.md":read(10) end },
    open_epd = { function() return core.open_epd { text = common.EPD_TEXT } end },
    position = { function() return core.position(common.MIDDLE), core.position("8/8 w"), core.position() end },
    respelled = { function(p) return core.respelled(p, "nf3"), core.respelled(p, "x") end },
    process = { function() return core.process { "true" } end,
                function() return core.process { "no such program" } end },
    program = { function() return require("lucena.query.plan").compile(chess.query.checkmate).program end },
    query_instructions = { function() return core.query_instructions().codes end },
    reading_options = { function() return core.reading_options("french", { tag = 5 }, true, false) end },
    ready = { function() return core.ready({}, {}, 0) end },
    sandbox = { function() return core.sandbox("return { a = { 1, 2 }, print = function() return 'x' end }",
                "f.lua") end },
    setup = { function() return core.setup(common.MIDDLE), core.setup "x" end },
    writer = { function() return core.writer(print) end },
  },
}

rows["core, program"] = {
  class = "functions",
  make = function() return { nodes = {}, leaves = {}, steps = {}, names = {} } end,
  use = function(spec)
    for name in pairs(spec) do
      for i = 1, 100 do
        spec[name][i] = { kind = "and", count = 0, op = "result", lo = 1 }
      end
    end
  end,
  refuses = "none",
  check = function() return true end,
  calls = { program = { function(spec) return core.program(spec) end } },
}

local function part_call(name, ...)
  local arguments = table.pack(...)
  return function(object) return core.parts[name](object, table.unpack(arguments, 1, arguments.n)) end
end

rows["core, parts"] = {
  class = "functions",
  make = function()
    local reader = assert(core.parts.open({ text = common.PAGE }, {}))
    return reader, {}, reader:read()
  end,
  use = common.steal,
  check = common.numbers_of,
  refuses = common.REFUSED,
  calls = {
    ["indexing.add"] = { function(reader) return core.indexing.add(reader, core.index_part(1 << 20, 10), 2) end },
    ["indexing.has_notes"] = { function(reader) return core.indexing.has_notes(reader) end },
    ["indexing.marks"] = { function(reader) return core.indexing.marks(reader) end },
    ["parts.cut"] = { part_call "cut" },
    ["parts.finish"] = { part_call("finish", 3) },
    ["parts.gap"] = { part_call "gap" },
    ["parts.has_room"] = { part_call("has_room", 1) },
    ["parts.is_plain_file"] = { part_call "is_plain_file" },
    ["parts.mark"] = { part_call("mark", 0) },
    ["parts.odd_variants"] = { part_call "odd_variants" },
    ["parts.take_detected"] = { part_call "take_detected" },
    ["parts.open"] = { function() return core.parts.open({ text = common.PAGE }, {}) end },
    ["parts.passes"] = { function(reader, _, game) return core.parts.passes(reader, game) end },
    ["parts.search"] = { part_call("search", function(game) return game.number == 3 end, 9) },
    ["parts.skip"] = { part_call("skip", 60), part_call("skip", 60, true) },
    ["parts.stop_after"] = { part_call("stop_after", 9) },
  },
}

return rows
