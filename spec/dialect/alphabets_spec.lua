-- The table of alphabets: every row must be complete and usable. The letters of some rows are also compared with
-- letters that are written here.

local chess = require "lucena"

local rows = require "lucena.dialect.alphabets"

-- The letters of a dialect for K, Q, R, B, N and P, separated by spaces.
local function letters_of(name)
  local letters = chess.dialect(name).info.letters
  local out = {}
  for i, piece in ipairs { "K", "Q", "R", "B", "N", "P" } do
    out[i] = letters[piece]
  end
  return table.concat(out, " ")
end

describe("the alphabets", function()
  it("have a code, a name, six letters and a source", function()
    local seen = {}
    for i, row in ipairs(rows) do
      local what = ("row %d (%s)"):format(i, tostring(row[2]))
      assert.is_truthy(row[1]:find("^%l[%l-]+$"), what)
      assert.is_truthy(row[2]:find("^%l[%l-]+$"), what)
      assert.is_truthy(#row[4] > 3, what)
      for _, letters in ipairs { row[3], row.black } do
        assert.equal(6, select(2, letters:gsub("%S+", "")), what)
        assert.is_truthy(utf8.len(letters), what)
      end
      for _, name in ipairs { row[1], row[2], table.unpack(row.also or {}) } do
        assert.is_nil(seen[name], what .. ": the name " .. name .. " is taken")
        seen[name] = true
      end
    end
    assert.is_true(#rows >= 64)
  end)

  it("have six different letters", function()
    for _, row in ipairs(rows) do
      local seen = {}
      -- The pawn's letter is ignored, because it is never written: it is O or P in Dutch and B in Danish.
      for letter in row[3]:gsub("%S+$", ""):gmatch("[^%s|]+") do
        assert.is_nil(seen[letter], ("%s: %s"):format(row[2], letter))
        seen[letter] = true
      end
    end
  end)

  it("have the letters of the PGN standard (section 17)", function()
    for name, letters in pairs {
      czech = "K D V S J P", danish = "K D T L S B", dutch = "K D T L P O", english = "K Q R B N P",
      estonian = "K L V O R P", french = "R D T F C P", german = "K D T L S B", hungarian = "K V B F H G",
      icelandic = "K D H B R P", italian = "R D T A C P", norwegian = "K D T L S B", polish = "K H W G S P",
      portuguese = "R D T B C P", romanian = "R D T N C P", spanish = "R D T A C P", swedish = "K D T L S B",
    } do
      assert.equal(letters, letters_of(name))
    end
    -- The PGN standard gives P for the Finnish pawn; other sources give S.
    assert.equal("K D T L R S", letters_of "finnish")
  end)

  it("can have letters of several characters, of which the longest is read", function()
    local position = chess.position "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1"
    for name, moves in pairs {
      russian = { "Крd2", "Кd5" }, hebrew = { "מd2", "פd5" }, georgian = { "მd2", "მხd5" }, bengali = { "Rd2", "Ghd5" },
      albanian = { "Md2", "Kad5" }, ["english-old"] = { "Kd2", "Ktd5" },
    } do
      local dialect = chess.dialect(name)
      for i, uci in ipairs { "e1d2", "c3d5" } do
        local move = position:parse_uci(uci)
        assert.equal(moves[i], dialect:write(position, move))
        assert.same({ move, {} }, { dialect:read(position, moves[i]) })
      end
    end
  end)

  it("accept a pawn's letter and ignore it", function()
    local start = chess.position()
    local e4 = start:parse "e4"
    for name, text in pairs { german = "Be4", french = "Pe4", finnish = "Pe4", russian = "пe4", figurine = "♙e4" } do
      local move, repairs = chess.dialect(name):read(start, text)
      assert.equal(e4, move, name)
      assert.same({ "pawn_letter" }, repairs)
    end
  end)

  it("never read a letter of another language as a pawn move", function()
    local start = chess.position()
    for _, text in ipairs { "Sf3", "Кf3", "Zf3", "Jf3" } do
      assert.is_nil((chess.dialect("english"):tolerating({}):read(start, text)), text)
      assert.is_nil((chess.dialect("french"):read(start, text)), text)
    end
    assert.is_nil((chess.dialect("french"):read(start, "Nf3")))
  end)

  it("write the figurines of either color", function()
    local black = chess.position "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"
    local move = black:parse "Nf6"
    assert.equal("♘f6", chess.dialect("figurine"):write(black, move))
    assert.equal("♞f6", chess.dialect("figurine-black"):write(black, move))
    assert.equal("♞f6", chess.dialect("figurine-colour"):write(black, move))
    assert.equal("g8xPe7", (chess.dialect("ran:figurine"):write(
      chess.position "4k1n1/4P3/8/8/8/8/8/4K3 b - - 0 1", chess.position("4k1n1/4P3/8/8/8/8/8/4K3 b - - 0 1")
        :parse "Nxe7"):gsub("♘", ""):gsub("♙", "P")))
  end)

  it("are mostly plain (one letter per piece), so that files are read as fast as English files", function()
    local plain = 0
    for _, row in ipairs(rows) do
      plain = plain + (chess.dialect(row[2]).is_plain and 1 or 0)
    end
    assert.is_true(plain >= 59, plain)
    for _, name in ipairs { "french", "german", "spanish", "russian", "turkish", "hebrew", "figurine" } do
      assert.is_true(chess.dialect(name).is_plain, name)
    end
    -- In these alphabets, White's and Black's letters differ, O also begins castling, or a move such as Gh5 is
    -- ambiguous.
    for _, name in ipairs { "figurine-colour", "albanian", "hindi", "estonian", "bengali" } do
      assert.is_false(chess.dialect(name).is_plain, name)
    end
  end)

  it("are read in games as in single moves, also where bytes of a letter are wrong", function()
    local NAMES, start, tokens = { "K", "Q", "R", "B", "N" }, chess.position(), 0
    local position = chess.position "k7/8/8/8/8/2QRBN2/8/K7 w - - 0 1"
    local function compare(dialect, p, token)
      local tags = p == start and "" or ('[FEN "%s"]\n\n'):format(p:fen())
      local move, repairs = dialect:read(p, token)
      local game = chess.game(tags .. "1. " .. token .. " *", { dialect = dialect.name })
      local node = game.root[1]
      assert.equal(move and tostring(move), node and tostring(node.move), ("%s: %q"):format(dialect.name, token))
      assert.equal(move and 1 or 0, game.plies)
      tokens = tokens + (move and #repairs == 0 and 1 or 0)
    end
    for _, row in ipairs(rows) do
      local dialect = chess.dialect(row[2])
      for _, name in ipairs(NAMES) do
        local letter = dialect.info.letters[name]
        local first, last = letter:byte(1), letter:byte(-1)
        for _, word in ipairs { letter, letter .. letter, "x" .. letter, letter:sub(1, -2), letter:sub(2), name,
          string.char(first ~ 1) .. letter:sub(2), letter:sub(1, -2) .. string.char(last ~ 64),
          letter:sub(1, -2) .. string.char(last ~ 1), letter .. "\x80" } do
          for _, square in ipairs { "f3", "xf3", "d5", "a2", "e5+", "ce3" } do
            compare(dialect, start, word .. square)
            compare(dialect, position, word .. square)
          end
        end
      end
    end
    assert.is_true(tokens > 500, tokens)
  end)
end)
