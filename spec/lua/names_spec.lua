-- The rules of docs/library.md about names, for all classes: properties and methods, words with one meaning, names of
-- options without a negation, and no functions that only Lucena's commands use. The lists of exceptions are complete.

local core = require "lucena.core"
local public = require "spec.support.public"

-- Class -> {fields = name -> type, methods = name -> parameters}, as the definitions for editors have them.
local function definitions()
  local classes, name = {}, nil
  for _, file in ipairs { "lucena", "queries", "values" } do
    for line in io.lines("library/" .. file .. ".lua") do
      local found = line:match "^%-%-%-@class lucena%.?(%w*)$"
      if found then -- a class of options belongs to the function after it
        name = found == "" and "chess" or found
        classes[name] = { fields = {}, methods = {} }
      end
      local field, kind = line:match "^%-%-%-@field ([%w_]+) (.*)" -- not options, which have a ? after the name
      local method, parameters = line:match "^function %w+[.:]([%w_]+)%((.*)%)"
      if field then
        classes[name].fields[field] = kind
      elseif method then
        classes[name].methods[method] = parameters
      end
    end
  end
  return classes
end

local CLASSES = definitions()

local function words(text)
  local set = {}
  for word in text:gmatch "%S+" do
    set[word] = true
  end
  return set
end

describe("a method without arguments", function()
  -- The reason why each of these methods is not a property.
  local REASONS = {
    ["has an effect"] = words [[Board:pass Board:undo Setup:repair Node:demote Node:make_main Node:promote Node:remove
      Node:remove_variations Reader:close Reader:read Reader:take_diagnostics Writer:close Writer:discard Writer:flush
      EpdReader:close EpdReader:read EpdReader:take_diagnostics Book:close Index:close Engine:cancel Engine:new_game
      Engine:quit Engine:ready]],
    ["makes a new object, a text or an iterator"] = words [[Position:mirror Position:pass Position:setup Board:mirror
      Board:position Board:setup Setup:fen Setup:problems Game:boards Game:codes Game:copy Game:explode Game:mainline
      Game:moves
      Node:history Node:path Query:describe Query:program Report:query Report:rows Report:sections Report:state
      Csv:header EcoTable:openings Book:entries Book:places]],
    ["searches or computes"] = words [[Position:opening Position:outcome Position:polyglot_key Position:tablebase
      Board:opening Board:outcome Board:polyglot_key Board:tablebase Game:check Game:opening Node:judgement
      Node:loss Node:repetitions]],
    ["returns several values"] = words [[Game:was_examined]],
    ["is the older form of a property"] = words [[Position:in_check Board:in_check Node:line]],
  }

  it("has a documented reason not to be a property", function()
    local without = {}
    for class, definition in pairs(CLASSES) do
      for method, parameters in pairs(class ~= "chess" and class ~= "Queries" and definition.methods or {}) do
        local name, found = class .. ":" .. method, parameters ~= ""
        for _, set in pairs(REASONS) do
          found = found or set[name]
        end
        without[#without + 1] = not found and name or nil
      end
    end
    assert.same({}, without)
  end)

  it("exists, if a reason is listed", function()
    for reason, set in pairs(REASONS) do
      for name in pairs(set) do
        local class, method = name:match "(%w+):(.*)"
        assert.equal("", CLASSES[class].methods[method], reason .. ": " .. name)
      end
    end
  end)
end)

describe("a property", function()
  it("has no effect: the game is the same after all were read", function()
    local game = public.make.Game()
    local before = game:pgn()
    for node in game:nodes() do
      for name in pairs(CLASSES.Node.fields) do
        assert.equal(tostring(node[name]), tostring(node[name]), name)
      end
    end
    for name in pairs(CLASSES.Game.fields) do
      assert.equal(tostring(game[name]):gsub("0x%x+", ""), tostring(game[name]):gsub("0x%x+", ""), name)
    end
    assert.is_false(game.is_edited)
    assert.equal(before, game:pgn())
  end)
end)

describe("a word", function()
  -- Names that are used with another meaning, and the reasons.
  local EXCEPTIONS = {
    line = words [[
      Node:line EcoTable:line Opening.line
      Queries:line]], -- the first three are older names; the last is a query of a line of moves
    text = words [[
      Position:text Board:text Node.text
      Diagnostic.text]], -- the first three are older names; the last is the line to print, promised since 0.1
    board = words [[
      Position:board Board:board Setup:board
      chess:board]], -- the first three are older names; the last makes a Board
  }
  -- Second meanings that are allowed: `line` may be a line number, and `text` the text that was read.
  local KINDS = { line = "^integer", text = "^string" }

  for word, exceptions in pairs(EXCEPTIONS) do
    it(("has one meaning: %s"):format(word), function()
      local others = {}
      for class, definition in pairs(CLASSES) do
        local kind = definition.fields[word]
        if definition.methods[word] then
          others[#others + 1] = not exceptions[class .. ":" .. word] and class .. ":" .. word or nil
        elseif kind and not exceptions[class .. "." .. word] then
          others[#others + 1] = not (KINDS[word] and kind:find(KINDS[word])) and class .. "." .. word or nil
        end
      end
      assert.same({}, others)
    end)
  end
end)

-- Returns a table from Class:name to the type of its first result, from the LuaCATS definitions.
local function signatures()
  local found, result = {}, nil
  for _, file in ipairs { "lucena", "queries", "values" } do
    for line in io.lines("library/" .. file .. ".lua") do
      local class, name = line:match "^function (%w+)[.:]([%w_]+)%("
      if class then
        found[class .. ":" .. name] = result or "nothing"
      end
      if not line:find "^%-%-" then
        result = nil
      end
      result = result or line:match "^%-%-%-@return ([^%s?]+)"
    end
  end
  return found
end

describe("a verb", function()
  -- Verbs of functions that return a value, verbs of functions that return text, and names of formats, which return
  -- text. A value is anything except text.
  local MAKES_VALUE, MAKES_TEXT = words "parse read", words "write draw"
  local FORMATS = words "fen san uci pgn json svg"
  -- Other verbs with these meanings, and names that may contain them: older names, conversions, the term "to move".
  local OTHER = words "decode encode dump render print format load serialize stringify from to as"
  local KEPT = words [[chess:from_json chess:from_utf8 chess:to_utf8 EcoTable:load EpdReader:format Report:format
    query:to_move Json:decode Json:encode]]

  local function verb_of(name)
    return name:match ":([%l]+)"
  end

  it("tells whether a method returns a value or text", function()
    local wrong, seen = {}, 0
    for name, result in pairs(signatures()) do
      local verb, is_format = verb_of(name), FORMATS[name:match ":(.*)"]
      -- A Writer writes to its file, and returns whether it succeeded. write_index returns the number of games.
      local is_text = result == "string" or result == "boolean" and name:find "^Writer:" ~= nil
        or name == "chess:write_index"
      local is_wrong = MAKES_VALUE[verb] and is_text or (MAKES_TEXT[verb] or is_format) and not is_text
      seen = seen + ((MAKES_VALUE[verb] or MAKES_TEXT[verb] or is_format) and 1 or 0)
      wrong[#wrong + 1] = is_wrong and name .. " " .. result or nil
    end
    table.sort(wrong)
    assert.same({}, wrong)
    assert.is_true(seen >= 25, seen)
  end)

  it("is one of the four documented exceptions", function()
    local wrong = {}
    for name in pairs(signatures()) do
      wrong[#wrong + 1] = OTHER[verb_of(name)] and not KEPT[name] and name or nil
    end
    table.sort(wrong)
    assert.same({}, wrong)
  end)
end)

describe("an option", function()
  it("has a positive name wherever it is documented", function()
    for _, file in ipairs { "library/lucena.lua", "library/queries.lua", "library/values.lua" } do
      for line in io.lines(file) do
        local text = line:match "^%-%-%-@param opt%w*%?? (.*)"
        if text then
          assert.is_nil(text:find "%f[%w_]no_%a", line)
          assert.is_nil(text:find "%f[%w_]without_%a", line)
        end
      end
    end
  end)
end)

describe("a name of chess", function()
  it("is listed as stable or experimental in docs/library.md", function()
    local text = assert(io.open "docs/library.md"):read "a"
    local listed = {}
    for row in text:gmatch "\n| %l+: [^|]*" do
      for name in row:gmatch "`([%w_.]+)`" do
        listed[name:gsub("^chess%.", "")] = true
      end
    end
    for name in pairs(require "lucena") do
      assert.is_true(listed[name] or name == "diagram", name) -- diagram is the older name of read_diagram
    end
  end)
end)

describe("what only commands use", function()
  it("does not belong to a public class", function()
    local internal = words [[cut end_parts gap is_plain_file mark odd_variants pass passes sift stop_behind stop_after
      compiled take finish skip]]
    local found = {}
    for name in pairs(public.functions()) do
      local class, method = name:match "^(%u%w*):(.*)"
      -- Position:pass and Board:pass play a null move.
      if class and internal[method] and not (method == "pass" and (class == "Position" or class == "Board")) then
        found[#found + 1] = name
      end
    end
    for name in pairs(core.Reader) do
      found[#found + 1] = internal[name] and "Reader." .. name or nil
    end
    assert.same({}, found)
    assert.equal("function", type(core.parts.cut)) -- the function exists in the core
  end)
end)
