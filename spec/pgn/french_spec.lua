-- A game in French letters. Read as PGN, it must be rejected and never misread: C, F, T and D are no pieces in English,
-- and R is the rook, not the king. Read as French, it has no errors.

local chess = require "lucena"
local items = require "spec.support.items"

local TEXT = require "spec.support.french_game"
-- The position of the first token that is not English, counted from 1.
local AT = TEXT:find("Cf3", 1, true)

local FEN = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"

local PGN = { dialect = "pgn" }

-- The moves of a text, without tags, numbers and result.
local function tokens(text)
  local list = {}
  for word in text:gsub("%b[]", ""):gmatch("%S+") do
    if not word:find("^%d+%.$") and word ~= "1/2-1/2" then
      list[#list + 1] = word
    end
  end
  return list
end

describe("a game in French, read as French,", function()
  it("is read completely", function()
    local g = assert(chess.game(TEXT, { dialect = "french" }))
    assert.equal(85, g.plies)
    assert.equal("1/2-1/2", g.result)
    assert.equal("8/8/4R1p1/2k3p1/1p4P1/1P1b1P2/3K1n2/8 b - - 2 43", tostring(g.final))
    assert.is_nil(g.rest)
    assert.same({ total = 0 }, items(g.diagnostics))
  end)

  it("is also detected", function()
    local g = assert(chess.game(TEXT))
    assert.equal("french", g.dialect)
    assert.equal(85, g.plies)
    assert.equal("dialect_detected", g.diagnostics[1].code)
    assert.equal(1, #g.diagnostics)
  end)

  it("lacks three check signs, which are reported on request", function()
    local lacking = {}
    for i, record in ipairs(select(2, chess.game(TEXT, { dialect = "french" }):check())) do
      assert.equal("repair", record.severity)
      lacking[i] = record.code .. " " .. record.token
    end
    assert.same({ "check_sign Fxf7", "check_sign Txe1", "check_sign Ta6" }, lacking)
  end)

  it("gets these three in PGN, and keeps them when it is written in French again", function()
    local g = assert(chess.game(TEXT, { dialect = "french" }))
    local french, source, gained = tokens(g:pgn { dialect = "french" }), tokens(TEXT), {}
    assert.equal(85, #source)
    assert.equal(85, #french)
    for i, token in ipairs(french) do
      if token ~= source[i] then
        gained[#gained + 1] = source[i] .. " " .. token
      end
    end
    assert.same({ "Fxf7 Fxf7+", "Txe1 Txe1+", "Ta6 Ta6+" }, gained)
    local checks = {}
    for ply, token in ipairs(tokens(g:pgn())) do
      checks[#checks + 1] = token:find("+", 1, true) and ("%d %s"):format((ply + 1) // 2, token) or nil
    end
    assert.same({ "24 Bxf7+", "25 Rxe1+", "36 Ra6+" }, checks)
  end)

  it("is written with FIDE's signs as on a French score sheet", function()
    local fide = chess.game(TEXT, { dialect = "french" }):movetext { dialect = "fide:french", width = 0 }
    assert.truthy(fide:find("^1%. e4 e5 2%. Cf3 Cc6 3%. Fb5 a6 4%. Fa4 Cf6 5%. 0%-0 Fe7 6%. Te1 "))
    assert.equal(85, chess.game(fide, { dialect = "fide:french" }).plies)
  end)

  it("works in the commands", function()
    local folder <close> = require "spec.support.folder" ()
    local run = require "spec.support.run"
    folder:write("partie.pgn", TEXT)
    local path = folder:path "partie.pgn"
    local english = run { "convert", "-q", "--dialect", "french", path }
    assert.equal(chess.game(TEXT, { dialect = "french" }):pgn() .. "\n", english.out)
    local french = run { "convert", "-q", "--to-dialect", "french", stdin = english.out }
    assert.equal(tokens(TEXT)[85], tokens(french.out)[85])
    assert.equal(85, #tokens(french.out))
    assert.equal(0, run({ "check", "-q", path }).code)
    local check = run { "check", "-q", "--dialect", "pgn", path }
    assert.equal(1, check.code)
    assert.truthy(check.out:find("moves are in another notation: french; read it with --dialect french", 1, true))
  end)
end)

describe("a game in French, read as PGN,", function()
  it("ends at the first piece letter, with place and reason", function()
    local g = assert(chess.game(TEXT, PGN))
    assert.equal(2, g.plies)
    assert.equal(FEN, tostring(g.final))
    assert.same({
      { code = "bad_move", severity = "error", line = 8, column = 13, offset = AT - 1, game = 1, ply = 2, token = "Cf3",
        size = #TEXT:match("^(.*%S)%s+%S+%s*$") - AT + 1, fen = FEN, message = "not a move Cf3 (move 2, White)",
        text = "game:8:13: not a move Cf3 (move 2, White)" },
      { code = "other_dialect", severity = "warning", line = 8, column = 13, offset = AT - 1, game = 1,
        message = 'moves are in another notation: french; read it with --dialect french (dialect = "french" in Lua)',
        text = "game:8:13: moves are in another notation: french; read it with --dialect french"
          .. ' (dialect = "french" in Lua)' },
      total = 2,
    }, items(g.diagnostics))
  end)

  it("keeps its rest as text, with the result", function()
    local g = assert(chess.game(TEXT, PGN))
    assert.equal("1/2-1/2", g.result)
    assert.equal(TEXT:sub(AT - #"2. ", -2), g.rest)
    assert.equal(TEXT:sub(1, -2), g.text)
    local moves = 0
    g:walk(function() moves = moves + 1 end)
    assert.equal(2, moves)
  end)

  it("never continues, even if a later token is legal in English", function()
    -- Some tokens after the first illegal move, such as b5, d6, O-O and h3, happen to be legal moves.
    local g = assert(chess.game((TEXT:gsub("Cf3 Cc6 3%. Fb5", "Cf3 Nc6 3. Bb5")), PGN))
    assert.equal(2, g.plies)
  end)

  it("is rejected token by token, in any position", function()
    local p = chess.position(FEN)
    for _, token in ipairs { "Cf3", "Fb5", "Cxe5", "De2", "Cbd7", "Tae8", "C3", "Db" } do
      local move, _, code = p:parse(token)
      assert.is_nil(move)
      assert.equal("bad_move", code)
    end
    -- R is a rook in PGN, so a French king move is read as a rook move and is illegal.
    assert.equal("illegal_move", select(3, p:parse "Re2"))
  end)

  it("counts as an error in a checking reader", function()
    local path = os.tmpname()
    local file = assert(io.open(path, "wb"))
    file:write(TEXT, "\n1. e4 *\n")
    file:close()
    local reader <close> = assert(chess.open(path, { check = true, dialect = "pgn" }))
    os.remove(path)
    assert.equal(2, reader:count())
    assert.equal(1, reader.errors)
    local diagnostics = reader:take_diagnostics()
    assert.equal(2, #diagnostics)
    assert.equal(path .. ":8:13: not a move Cf3 (move 2, White)", diagnostics[1].text)
    assert.equal("other_dialect", diagnostics[2].code)
    assert.equal(path, diagnostics[1].file)
  end)
end)
