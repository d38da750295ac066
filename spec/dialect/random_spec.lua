-- Random styles, whose fields have values from books and other values. Each legal move of a position must have a text
-- that no other move has, and the text must be read as this move. A misspelled text must be rejected or read as a legal
-- move, even with all tolerances. Each run prints its seed; set LUCENA_SEED to it to repeat the run. With LUCENA_LONG=1
-- there are a hundred times as many styles.

local chess = require "lucena"
local positions = require "lucena.notation.positions"
local random_style = require "spec.support.random_style"

local SEED = math.tointeger(tonumber(os.getenv("LUCENA_SEED"))) or 7
local ROUNDS = os.getenv("LUCENA_LONG") == "1" and 12000 or 120

local one_of, shown = random_style.one_of, random_style.shown

-- Makes a typing error: a letter is omitted, doubled or changed in case, or a sign of another notation is added.
local function misspell(text)
  local at = math.random(#text)
  local before, byte, behind = text:sub(1, at - 1), text:sub(at, at), text:sub(at + 1)
  return one_of { before .. behind, before .. byte .. byte .. behind, before .. byte:upper() .. behind,
    before .. byte:lower() .. behind, text .. one_of { "+", "#", "!", "?!", "e.p.", "=Q", "Q", "(Q)", "++", "†" },
    before .. one_of { "x", "-", ":", "P", "a", "1", "=", " " } .. byte .. behind }
end

-- Describes the first move of a position that has the same text as another move, or that is not read back. Ambiguous
-- moves are not written.
local function wrong_in(position, dialect)
  local seen = {}
  for _, move in ipairs(position:moves()) do
    local text, err, code = dialect:write(position, move)
    local read = text and dialect:read(position, text)
    if text and (seen[text] or read ~= move) then
      return ("%s is %s, read as %s"):format(text, move, seen[text] or read)
    elseif not text and code ~= "unsayable_move" then
      return err
    end
    seen[text or ""] = move
  end
end

describe("a style with random fields, seed " .. SEED, function()
  local list = positions.list(60, SEED)
  local made, refused, read = 0, 0, 0

  local function try_misspelled(dialect, style)
    for _ = 1, 12 do
      local position = one_of(list)
      local moves = position:moves()
      local text = #moves > 0 and dialect:write(position, one_of(moves))
      for _ = 1, text and 6 or 0 do
        text = misspell(text)
        local move, notes = dialect:read(position, text)
        if move then
          assert.is_true(position:is_legal(move) or tostring(move) == "0000", text .. " " .. shown(style))
          assert.equal("table", type(notes))
          read = read + 1
        end
        if text == "" then
          break
        end
      end
    end
  end

  it("writes a unique text for each move, which is read as the same move", function()
    math.randomseed(SEED)
    for _ = 1, ROUNDS do
      local style = random_style.make()
      local dialect, err, code = chess.dialect(style)
      if dialect then
        for i = 1, #list, 3 do
          assert.is_nil(wrong_in(list[i], dialect), shown(style))
        end
        try_misspelled(dialect, style)
        made = made + 1
      else
        assert.equal("string string", type(err) .. " " .. type(code), shown(style))
        refused = refused + 1
      end
    end
    assert.is_true(made > ROUNDS // 4 and refused > 0 and read > made, ("%d %d %d"):format(made, refused, read))
  end)
end)
