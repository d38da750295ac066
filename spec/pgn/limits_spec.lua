-- The limits on the size of a game. Each is tested at its exact value, as a default and as an option, and in every way
-- to read: from a text, from a file, and from a file that is checked (the check builds a tree for few games).
local chess = require("lucena")
local new_folder = require("spec.support.folder")

local function with_comment(size) return "1. e4 {" .. ("x"):rep(size) .. "} *" end
local function with_tag(size) return '[Event "' .. ("x"):rep(size) .. '"]\n\n1. e4 *' end
local function with_tags(count)
  local lines = {}
  for i = 1, count do
    lines[i] = ('[T%d "x"]\n'):format(i)
  end
  return table.concat(lines) .. "\n1. e4 *"
end
local function with_variations(depth) return "1. e4 " .. ("(1. d4 "):rep(depth) .. (")"):rep(depth) .. " *" end

local ROWS = {
  { name = "comment", code = "comment_too_long", severity = "warning", usual = 1048576, make = with_comment },
  { name = "tag", code = "tag_too_long", severity = "warning", usual = 65536, make = with_tag },
  { name = "tags", code = "too_many_tags", severity = "warning", usual = 1000, make = with_tags },
  { name = "nesting", code = "nesting_too_deep", severity = "error", usual = 1000, make = with_variations },
}

-- Reads a text in four ways, which must all give the same diagnostic or none. Returns the diagnostic.
local function said_of(text, limits)
  local folder <close> = new_folder()
  local path = folder:write("a.pgn", text .. "\n")
  local reader <close> = assert(chess.open(path, { limits = limits, check = true }))
  local games <close> = assert(chess.open(path, { limits = limits }))
  reader:count()
  local game = games:read()
  games:close()
  collectgarbage()
  local alone, first = chess.game(text, { limits = limits }), chess.games_in(text, { limits = limits })()
  local lists = { alone.diagnostics, first.diagnostics, reader:take_diagnostics(), game.diagnostics }
  local record = lists[1][1]
  for i, list in ipairs(lists) do
    assert.equal(record and 1 or 0, #list, i)
    assert.equal(record and record.message, list[1] and list[1].message, i)
  end
  return record
end

describe("the limit", function()
  for _, row in ipairs(ROWS) do
    local function check(limit, limits)
      assert.is_nil(said_of(row.make(limit), limits))
      local record = said_of(row.make(limit + 1), limits)
      assert.same({ row.code, row.severity }, { record.code, record.severity })
      assert.is_truthy(record.message:find((": the limit is %d; --allow %s=N sets it (limits = {%s = N} in Lua)")
        :format(limit, row.name, row.name), 1, true), record.message)
    end

    it(row.name .. " is as documented", function() check(row.usual, nil) end)
    it(row.name .. " can be lowered", function() check(7, { [row.name] = 7 }) end)
    it(row.name .. " can be raised", function() check(row.usual + 500, { [row.name] = row.usual + 500 }) end)
    it(row.name .. " can be switched off", function() check(0, { [row.name] = 0 }) end)
  end

  it("of nesting determines the amount of text that is read", function()
    assert.equal(1001, #chess.game(with_variations(1001)).root)
    assert.equal(3001, #chess.game(with_variations(3000), { limits = { nesting = 3000 } }).root)
  end)

  it("of a word of movetext is that of PGN", function()
    local said = chess.game("1. " .. ("N"):rep(256) .. " *").diagnostics[1]
    assert.equal("bad_token", said.code)
    assert.is_truthy(said.message:find("a word of movetext has 255 bytes at most", 1, true))
    assert.equal("bad_move", chess.game("1. " .. ("N"):rep(255) .. " *").diagnostics[1].code)
  end)

  it("must exist, and be a number", function()
    for _, row in ipairs {
      { 5, "option 'limits': a table {comment =, nesting =, tag =, tags =} expected, got number" },
      { { token = 1 }, "option 'limits': comment, nesting, tag or tags expected, got 'token'" },
      { { 1 }, "option 'limits': comment, nesting, tag or tags expected, got number" },
      { { tag = -1 }, "option 'limits.tag': integer from 0 to 1073741824 expected, got -1" },
      { { tag = 1 << 31 }, "option 'limits.tag': integer from 0 to 1073741824 expected, got 2147483648" },
      { { tag = "5" }, "option 'limits.tag': integer from 0 to 1073741824 expected, got '5'" },
    } do
      assert.error_matches(function() chess.open("x", { limits = row[1] }) end, row[2], 1, true)
      assert.error_matches(function() chess.game("*", { limits = row[1] }) end, row[2], 1, true)
      assert.error_matches(function() chess.games_in("*", { limits = row[1] }) end, row[2], 1, true)
    end
  end)
end)
