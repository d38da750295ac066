-- Older names of the API. Each name of a release must exist or be in the CHANGELOG, and each alias must give the same
-- results as the newer name.

local chess = require "lucena"
local reference = require "lucena.repl.reference"

-- The names in the definitions for editors, "Class.name" -> true. library_spec.lua compares these with real objects.
local function present_names()
  local names, class = {}, nil
  for _, file in ipairs { "lucena", "queries", "values" } do
    for line in io.lines("library/" .. file .. ".lua") do
      local found = line:match "^%-%-%-@class lucena%.?(%w*)$"
      class = found and (found == "" and "chess" or found == "Queries" and "query" or found) or class
      local name = line:match "^%-%-%-@field ([%w_]+) " or line:match "^function %w+[.:]([%w_]+)%("
      names[name and class .. "." .. name or ""] = true
    end
  end
  return names
end

-- The entries of the CHANGELOG after a version that announce incompatible changes.
local function announced(version)
  local entries, is_inside = {}, false
  for line in io.lines "CHANGELOG.md" do
    if line:find("## [" .. version .. "]", 1, true) == 1 then
      break
    elseif line:find "^##" then
      is_inside = line == "### Changed"
    end
    entries[#entries + 1] = is_inside and line or nil
  end
  return table.concat(entries, "\n")
end

-- Version -> the least number of its names, so that an empty list is noticed.
for version, least in pairs { ["0.1.0"] = 450, ["0.2.0"] = 480, ["0.3.0"] = 590 } do
  describe("a name of version " .. version, function()
    local present, changes = present_names(), announced(version)
    local count = 0

    local function is_announced(class, name)
      return changes:find("`" .. name .. "`", 1, true) or changes:find(("`%s:%s`"):format(class:lower(), name), 1, true)
    end

    local class
    for line in io.lines(("spec/data/api/names-%s.txt"):format(version)) do
      local head, rest = line:match "^(%w+): (.*)"
      class = head or class
      for name in (rest or line):gmatch "[%w_]+" do
        local own = class
        count = count + 1
        if not present[own .. "." .. name] then
          it(("is in the CHANGELOG if it was removed: %s.%s"):format(own, name), function()
            assert.is_truthy(is_announced(own, name))
          end)
        end
      end
    end

    it("exists in all other cases", function()
      assert.is_true(count > least, count .. " names")
      assert.is_true(version == chess.version or #changes > 500, changes)
    end)
  end)
end

local GAME = "1. e4 {king's pawn} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 *"

describe("an older name", function()
  -- older name, newer name, functions that must give equal results
  local PAIRS = {
    { "Node:line", "Node:history", function(name) return chess.game(GAME):node(2)[name](chess.game(GAME):node(2)) end },
    { "Node.text", "Node.remark", function(name) return chess.game(GAME):node(1)[name] end },
    { "Position:text", "Position:write", function(name)
      local position = chess.position()
      return position[name](position, position:parse "Nf3", "german")
    end },
    { "Board:text", "Board:write", function(name)
      local board = chess.board()
      return board[name](board, board:parse "Nf3", "german")
    end },
    { "Position:board", "Position:draw", function(name) return chess.position()[name](chess.position()) end },
    { "Board:board", "Board:draw", function(name) return chess.board()[name](chess.board()) end },
    { "Setup:board", "Setup:draw", function(name) return chess.setup()[name](chess.setup()) end },
    { "Position:in_check", "Position.is_check", function(name)
      local position = chess.position "4k3/8/8/8/8/8/8/4R1K1 b - -"
      local value = position[name]
      return type(value) == "function" and value(position) or value
    end },
    { "Position.chess960", "Position.is_chess960", function(name) return chess.position()[name] end },
    { "EcoTable.line", "EcoTable.moves", function(name) return chess.eco[name] "C65" end },
    { "Opening.line", "Opening.moves", function(name) return chess.game(GAME):opening()[name] end },
    { "chess.diagram", "chess.read_diagram", function(name)
      return tostring(chess[name](chess.position():draw()))
    end },
  }
  for _, row in ipairs(PAIRS) do
    it(row[1] .. " gives the same results as " .. row[2], function()
      local older, newer = row[1]:match "[%w_]+$", row[2]:match "[%w_]+$"
      local old, new = row[3](older), row[3](newer)
      assert.is_true(new ~= nil)
      if type(new) == "table" then
        old, new = #old .. tostring(old[1]), #new .. tostring(new[1])
      end
      assert.equal(new, old)
      local page = reference.page((row[1]:gsub("^Setup", "Position"):gsub("^EcoTable", "chess.eco")))
      if page then -- the fields of an Opening have no page
        assert.matches(newer, page, 1, true)
      end
    end)
  end

  it("Game:transform removes a node if its function returns false", function()
    local function texts(change)
      local game = chess.game(GAME)
      change(game)
      return game:movetext()
    end
    local removed = texts(function(game) game:remove_if(function(node) return node.san == "c5" end) end)
    assert.equal(removed, texts(function(game) game:transform(function(node) return node.san ~= "c5" end) end))
    assert.is_nil(removed:find "c5")
    assert.matches("remove_if", reference.page "Game:transform", 1, true)
  end)
end)

describe("an older option", function()
  local game = chess.game('[White "x"]\n\n' .. GAME)
  for _, name in ipairs { "comments", "nags", "variations", "numbers", "results", "checks" } do
    it(("no_%s = true is %s = false"):format(name, name), function()
      local other = name == "checks" and chess.game "1. f3 e5 2. g4 Qh4# 0-1" or game
      local new, full = other:movetext { [name] = false }, other:movetext()
      assert.not_equal(full, new)
      assert.equal(new, other:movetext { ["no_" .. name] = true })
      assert.equal(full, other:movetext { ["no_" .. name] = false })
      if name ~= "numbers" and name ~= "checks" then
        assert.equal(other:json { [name] = false }, other:json { ["no_" .. name] = true })
        assert.not_equal(other:json(), other:json { [name] = false })
      end
    end)
  end

  it("of strip removes the same parts as the names", function()
    local one, two = game:copy(), game:copy()
    one:strip { comments = true, nags = true }
    two:strip("comments", "nags")
    assert.equal(two:pgn(), one:pgn())
    assert.not_equal(game:pgn(), one:pgn())
  end)
end)
