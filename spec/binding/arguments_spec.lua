-- Passes wrong values in every argument of every method of every class. Nothing may crash, and the error must name
-- the argument, the type that was expected and the value that was passed.

local chess = require "lucena"
local core = require "lucena.core"
require "lucena.position" -- the methods written in Lua
require "lucena.epd"

local N = {} -- stands for nil, which a list cannot contain

local function make_wrong()
  return {
    N, true, -1, 2 ^ 53 + 2.0 ^ 60, 0 / 0, 1.5, "", "\0\255", {}, print, coroutine.create(print), io.stdout,
    chess.setup(chess.START_FEN), chess.board(), chess.position():parse "e4", chess.position(),
  }
end

local MAKE = {
  Position = function() return chess.position() end,
  Board = function() return chess.board() end,
  Setup = function() return chess.setup(chess.START_FEN) end,
  Move = function() return chess.position():parse "e4" end,
  EpdRecord = function() return chess.epd(chess.position()) end,
  EpdReader = function() return chess.open_epd "spec/data/epd/suite.epd" end,
}

-- The parameters of each method after self. A name with ? may be nil. The methods `board`, `draw`, `explain`,
-- `opening`, `svg`, `tablebase` and `set` are written in Lua and tested in other files: position_spec, explain_spec,
-- eco_spec, render/board_spec, tablebase_spec and epd_spec.
local ASKED = {
  attackers = { "square", "color" }, attacks = { "from" }, bits = { "pieces" }, board = {},
  captured = { "move" }, checks_given = { "color" }, count = { "pieces" }, draw = {}, explain = {},
  fen = { "options?" }, flip = { "direction" }, gives_check = { "move" }, has = { "pieces", "square" }, in_check = {},
  is_capture = { "move" }, is_insufficient = { "color" }, is_legal = { "move" }, king = { "color" },
  material = { "color" }, mirror = {}, moves = { "options?" }, opening = {}, outcome = {},
  parse = { "text", "dialect?" }, parse_uci = { "text" }, perft = { "depth" }, piece = { "square" },
  pinned = { "color" }, polyglot_key = {}, rotate = { "degrees" },
  san = { "move" }, setup = {}, squares = { "pieces" }, svg = {},
  tablebase = {}, text = { "move", "dialect" }, uci = { "move" },
  write = { "move", "dialect" },
}

local function with(list, more)
  local out = {}
  for k, v in pairs(list) do out[k] = v end
  for k, v in pairs(more) do out[k] = v end
  return out
end

local METHODS = {
  Position = with(ASKED, { pass = {}, play = { "moves", "dialect?" } }),
  Board = with(ASKED, { pass = {}, play = { "moves", "dialect?" }, position = {}, reset = { "position?" },
                        undo = {} }),
  Setup = { fen = {}, piece = { "square" }, position = { "options?" }, problems = {}, put = { "square", "piece?" },
            repair = {}, board = {}, draw = {}, svg = {} },
  Move = {},
  EpdRecord = { epd = { "options?" }, get = { "text" }, remove = { "opcode" }, set = {},
                set_text = { "opcode", "text" } },
  EpdReader = { close = {}, count = { "count" }, format = { "count", "options?" }, read = {}, take_diagnostics = {} },
}

local TESTED = {}
for class, methods in pairs(METHODS) do
  TESTED[class] = with(methods, {})
  TESTED[class].explain, TESTED[class].opening, TESTED[class].tablebase = nil, nil, nil
end

-- Valid values for the arguments that precede the tested argument.
local GOOD = { square = "e2", color = "white", text = "e4", moves = "e4", piece = "N", pieces = "N",
  move = chess.position():parse "e4", dialect = "pgn", opcode = "id", count = 1 }

local function type_name(value)
  local class = type(value) == "userdata" and getmetatable(value)
  return type(class) == "string" and class or (value == io.stdout and "FILE*" or type(value))
end

local function shown(text)
  return (text:gsub("%c", function(c) return ("\\x%02x"):format(c:byte()) end))
end

local function expected_got(what, value)
  if type(value) == "string" then
    return ("%s expected, got '%s'"):format(what, shown(value))
  end
  return ("%s expected, got %s"):format(what, type_name(value))
end

local function plain(what)
  return function(value) return ("%s expected, got %s"):format(what, type_name(value)) end
end

-- Returns the error message for a wrong value, by the kind of the argument. Returns nil if the value is valid.
local SAYS = {
  square = function(value) return expected_got("square", value) end,
  color = function(value) return expected_got('"white" or "black"', value) end,
  from = function(value) return expected_got('square, "white" or "black"', value) end,
  direction = function(value)
    return expected_got('"horizontal", "vertical", "diagonal" or "antidiagonal"', value)
  end,
  degrees = function(value) return expected_got("90, 180 or 270", value) end,
  piece = function(value) return expected_got("piece letter", value) end,
  pieces = function(value) return expected_got('piece letters (PNBRQK, pnbrqk, A, a), "white" or "black"', value) end,
  move = function(value)
    return type_name(value) ~= "lucena.Move" and plain("lucena.Move")(value) or nil
  end,
  position = function(value)
    return type_name(value) ~= "lucena.Position" and plain("lucena.Position")(value) or nil
  end,
  start = function(value) -- a FEN may be wrong, which is not an error
    local is_right = type(value) == "string" or type_name(value) == "lucena.Position"
    return not is_right and plain("lucena.Position")(value) or nil
  end,
  text = function(value) return type(value) ~= "string" and plain("string")(value) or nil end,
  dialect = function(value)
    if type(value) == "table" then
      return nil -- a table can define a dialect, so it is a valid value
    end
    return type(value) == "string" and ("unknown dialect '%s'; `lucena dialects` lists them"):format(shown(value))
      or plain("string or lucena.Dialect")(value)
  end,
  opcode = function(value)
    return type(value) ~= "string" and plain("string")(value) or expected_got("opcode", value)
  end,
  count = function(value)
    if type(value) ~= "number" then
      return plain("number")(value)
    end
    local integer = math.tointeger(value)
    return not integer and "number has no integer representation"
      or integer < 1 and ("number of records, 1 or more, expected, got %d"):format(integer) or nil
  end,
  moves = function(value)
    if type(value) ~= "string" and type(value) ~= "table" and type_name(value) ~= "lucena.Move" then
      return plain("string, lucena.Move or array of moves")(value)
    end
  end,
  options = function(value) return type(value) ~= "table" and plain("table")(value) or nil end,
  depth = function(value)
    if type(value) ~= "number" then
      return plain("number")(value)
    end
    return math.tointeger(value) and ("depth from 0 to 12 expected, got %s"):format(value)
      or "number has no integer representation"
  end,
}

local function message_of(result)
  return (tostring(result[2]):gsub("to '[^']*'", "to '?'"))
end

local function names(class)
  local list = {}
  for name, method in pairs(core[class]) do
    if type(method) == "function" then -- properties are numbers, not functions
      list[#list + 1] = name
    end
  end
  table.sort(list)
  return list
end

for class, make in pairs(MAKE) do
  describe("lucena." .. class, function()
    it("has exactly the methods that are tested here", function()
      local known = {}
      for name in pairs(METHODS[class]) do
        known[#known + 1] = name
      end
      table.sort(known)
      assert.same(known, names(class))
    end)

    for name, kinds in pairs(TESTED[class]) do
      it(name .. " rejects a wrong self", function()
        for _, value in ipairs(make_wrong()) do
          if value == N then value = nil end
          local given = type_name(value)
          local is_self = given == "lucena." .. class
          local is_drawing = name == "board" or name == "draw" or name == "svg"
          local is_sugar = is_drawing
            and (given == "lucena.Position" or given == "lucena.Board" or given == "lucena.Setup")
          if not is_self and not is_sugar then
            local result = { pcall(core[class][name], value) }
            assert.is_false(result[1])
            if name == "set" then
              assert.equal(("calling 'set' on bad self (lucena.EpdRecord expected, got %s)"):format(given),
                result[2]:match("calling.*"))
              goto continue
            end
            local got = given
            local wanted = is_drawing and "lucena.Position" or "lucena." .. class
            assert.equal(("bad argument #1 to '?' (%s expected, got %s)"):format(wanted, got),
              (message_of(result):gsub("^.-: bad", "bad")))
          end
          ::continue::
        end
      end)

      for i, kind in ipairs(kinds) do
        it(name .. " refuses wrong values of argument " .. i, function()
          local raised = 0
          for _, value in ipairs(make_wrong()) do
            if value == N then value = nil end
            local args = { make() }
            for j = 1, i - 1 do
              args[j + 1] = GOOD[kinds[j]]
            end
            args[i + 1] = value
            local last = i + 1
            for j = i + 1, #kinds do
              if GOOD[kinds[j]] then
                args[j + 1], last = GOOD[kinds[j]], j + 1
              end
            end
            local bare = kind:gsub("%?$", "")
            local says = SAYS[bare](value)
            if value == nil and bare ~= kind then
              says = nil
            end
            local result = table.pack(pcall(core[class][name], table.unpack(args, 1, last)))
            if says then
              assert.is_false(result[1], name .. " accepts " .. tostring(value))
              assert.equal(("bad argument #%d to '?' (%s)"):format(i + 1, says), message_of(result))
              raised = raised + 1
            else
              assert.is_true(result[1], tostring(result[2]))
              if result.n == 4 and result[2] == nil then
                assert.equal("string", type(result[3]))
                assert.is_truthy(result[4]:match("^[%l_]+$"))
              end
            end
          end
          assert.is_true(raised >= 9)
        end)
      end
    end

    it("has no other fields, for any key", function()
      local object = make()
      for _, key in ipairs(make_wrong()) do
        if key == N then key = nil end
        local wanted = "lucena." .. class .. " has no field '"
        local ok, message = pcall(function() return object[key] end)
        assert.is_false(ok)
        assert.equal(wanted, message:match("lucena%.%w+ has no field '"))
        ok, message = pcall(function() object[key] = 1 end)
        assert.is_false(ok)
        assert.equal(wanted, message:match("lucena%.%w+ has no field '"))
      end
    end)

    it("survives any call of its metamethods", function()
      local meta = debug.getmetatable(make())
      for _, value in ipairs(make_wrong()) do
        if value == N then value = nil end
        if type_name(value) ~= "lucena." .. class then
          for _, event in ipairs { "__index", "__newindex", "__tostring" } do
            local ok, message = pcall(meta[event], value, "turn", "white")
            assert.is_false(ok)
            -- For a field that no class has, __index reports the unknown field before it checks the object.
            local wanted = ("bad argument #1 to '?' (lucena.%s expected, got %s)"):format(class, type_name(value))
            local unknown = ("lucena.%s has no field 'turn'"):format(class)
            assert.is_true(message == wanted or event == "__index" and message == unknown, message)
          end
          if meta.__eq then
            assert.is_false(meta.__eq(make(), value))
            assert.is_false(meta.__eq(value, make()))
          end
        end
      end
    end)
  end)
end

describe("constructors", function()
  local KINDS = {
    position = { "text?", "options?" }, setup = { "text?" }, board = { "start?" }, move = { "code" },
  }
  local CODE = function(value)
    if type(value) == "string" then
      return "number expected, got string; chess.move takes the code of a move, and position:parse reads a text"
    elseif type(value) ~= "number" then
      return plain("number")(value)
    end
    return math.tointeger(value) and "not the code of a move" or "number has no integer representation"
  end

  for name, kinds in pairs(KINDS) do
    for i, kind in ipairs(kinds) do
      it(name .. " refuses wrong values of argument " .. i, function()
        local raised = 0
        for _, value in ipairs(make_wrong()) do
          if value == N then value = nil end
          local bare = kind:gsub("%?$", "")
          local says = bare == "code" and CODE(value) or bare ~= "code" and SAYS[bare](value) or nil
          if value == nil and bare ~= kind then
            says = nil
          end
          local args = { i == 2 and chess.START_FEN or nil }
          args[i] = value
          local result = { pcall(chess[name], table.unpack(args, 1, i)) }
          if says then
            assert.is_false(result[1], name .. " accepts " .. tostring(value))
            assert.equal(("bad argument #%d to '?' (%s)"):format(i, says), message_of(result))
            raised = raised + 1
          else
            assert.is_true(result[1], tostring(result[2]))
          end
        end
        assert.is_true(raised >= (kind == "start?" and 9 or 13), tostring(raised)) -- texts are FENs
      end)
    end
  end
end)

describe("lucena.Setup fields", function()
  for _, field in ipairs { "turn", "castling", "ep", "halfmove_clock", "fullmove_number", "chess960" } do
    it(field .. " refuses wrong values and keeps its value", function()
      local raised = 0
      for _, value in ipairs(make_wrong()) do
        if value == N then value = nil end
        local s = chess.setup(chess.START_FEN)
        local before = s[field]
        local ok, message = pcall(function() s[field] = value end)
        if ok then
          assert.is_true((field == "ep" and value == nil) or (field == "chess960" and value == true))
        else
          raised = raised + 1
          assert.equal(("lucena.Setup field '%s': "):format(field), message:match("lucena%.Setup field '[%w_]+': "))
          assert.equal(before, s[field])
        end
      end
      assert.is_true(raised >= 15)
    end)
  end
end)
