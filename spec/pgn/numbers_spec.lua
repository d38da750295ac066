-- Move numbers. The reader ignores them, but reports numbers that jump, repeat or go back. For a game without other
-- errors, `lucena check` compares the numbers during the fast replay. It builds the tree only for games with a wrong
-- number.

local chess = require "lucena"
local file = require "spec.support.file"
local folder = require "spec.support.folder"

local SETUP = '[FEN "4k3/8/8/8/8/8/8/R3K3 %s - - 0 %d"]\n\n'

-- Returns the positions and codes of diagnostics, from a Reader with `check` or from a Game.
local function places(list)
  local found = {}
  for i, d in ipairs(list) do
    found[i] = ("%d:%d %s %s"):format(d.line, d.column, d.severity, d.code)
  end
  return table.concat(found, ", ")
end

local function checked(text)
  local reader <close> = assert(chess.open({ text = text }, { check = true }))
  reader:count()
  return places(reader:take_diagnostics())
end

local function at(...)
  local list = table.pack(...)
  for i = 1, list.n do
    list[i] = list[i] .. " warning move_number"
  end
  return table.concat(list, ", ")
end

local ROWS = {
  { "1. e4 e5 2. Nf3 Nc6 *", "" },
  { "1 e4 e5 2 Nf3 Nc6 *", "" },
  { "1.e4 1...e5 2.Nf3 2...Nc6 *", "" },
  { "1. e4 1. e5 2. Nf3 *", "" }, -- Black's move repeats the move number
  { "e4 e5 ... Nf3 2... Nc6 *", "" },
  { "1. e4 {c} 1... e5 $1 2. Nf3 *", "" },
  { "1. e4 e5 3. Nf3 *", at "1:10" },
  { "1. e4 e5 3. Nf3 Nc6 4. Bb5 *", at "1:10" }, -- the same difference is reported once
  { "1. e4 e5 3. Nf3 Nc6 3. Bb5 *", at("1:10", "1:21") },
  { "1. e4 e5 1. Nf3 *", at "1:10" },
  { "1. e4 e5\n12. Nf3 *", at "2:1" },
  { "1. e4 e5 3 Nf3 *", at "1:10" },
  { '[White "A"]\n\n2. e4 *', at "3:1" },
  { '[White "A"]\n\n0. e4 *', at "3:1" },
  { "1. e4 2. e5 3. Nf3 *", at "1:7" },
  { "1. e4 1... e5 1... Nf3 *", at "1:15" },
  { "1. e4 e5 12345678901234567890. Nf3 *", at "1:10" },
  { "1. e4 e5 (1... c5 3. Nf3) 2. Nf3 *", at "1:19" }, -- move numbers of a variation are checked separately
  { "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *", "" },
  { SETUP:format("w", 1) .. "31. Ra2 Kd8 32. Ra3 *", "" },
  { SETUP:format("b", 1) .. "31... Kd8 32. Ra3 *", "" },
  { SETUP:format("b", 7) .. "31... Kd8 32. Ra3 *", at "3:1" },
  { SETUP:format("b", 7) .. "Kd8 2. Ra3 Kc8 3. Ra2 *", "" },
  { SETUP:format("b", 7) .. "Kd8 9. Ra3 Kc8 10. Ra2 *", at "3:5" },
  { SETUP:format("b", 7) .. "7... Kd8 8. Ra3 *", "" },
  { SETUP:format("w", 1) .. "31. Ra2 Kd8 33. Ra3 *", at "3:13" },
  { SETUP:format("w", 9) .. "9. Ra2 Kd8 9. Ra3 *", at "3:12" },
}

describe("move numbers", function()
  for _, row in ipairs(ROWS) do
    it(("give the diagnostics of %q"):format(row[1]):gsub("%c", " "), function()
      assert.equal(row[2], checked(row[1]))
      assert.equal(row[2], places(chess.game(row[1]).diagnostics))
      assert.equal(0, chess.open({ text = row[1] }, { check = true }).errors)
    end)
  end

  it("are compared in long games", function()
    local list, wrong = {}, {}
    for n = 1, 400 do
      list[#list + 1] = n .. ". " .. (n % 2 == 1 and "Nf3 Nf6" or "Ng1 Ng8")
    end
    local text = table.concat(list, "\n")
    assert.equal("", checked(text .. " *"))
    for n = 2, 400, 33 do
      wrong[1] = text:gsub(("\n%d%%."):format(n), ("\n%d."):format(n + 1)) .. " *"
      local expected = at(n .. ":1", n + 1 .. ":1")
      assert.equal(expected, checked(wrong[1]), tostring(n))
    end
  end)

  -- Inserts, changes or removes a digit at each place of a game. The Reader with `check` and the Game must agree.
  it("give the same diagnostics from the fast replay and from the tree", function()
    local game = file.read("spec/data/sample/sample.pgn"):match "\n\n(1%..-)\n\n"
    local count = 0
    for i = 1, #game do
      for _, new in ipairs { "1", "7", "1. ", "", "\n" } do
        local text = game:sub(1, i - 1) .. new .. game:sub(i + #new)
        local single = chess.game(text)
        if single then
          assert.equal(places(single.diagnostics), checked(text), text)
          count = count + 1
        end
      end
    end
    assert.truthy(count > 1000)
  end)

  it("give no diagnostics for the correct files of this tree", function()
    local place <close> = folder()
    local path = place:write("a.pgn", file.read "spec/data/sample/sample.pgn")
    local reader <close> = assert(chess.open(path, { check = true }))
    reader:count()
    assert.equal("", places(reader:take_diagnostics()))
  end)
end)
