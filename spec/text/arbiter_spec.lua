-- chess.read_text: which of the two readers reads a text, and the report of the decoder's answers.

local chess = require "lucena"

local function read(text, opts)
  local games, report = chess.read_text(text, opts)
  local out = {}
  for i, game in ipairs(games) do
    out[i] = game:movetext { width = 0 }:gsub("%s+", " "):gsub(" $", "")
  end
  return out, report, games
end

local FONT = "Neri - Bianchi\n\n1. e4 c5 2. ©f3 d6 3. d4 cxd4 4. ©xd4 ©f6 5. ©c3 g6 6. åe3 åg7 7. f3 0-0 1-0\n"

local ALTERNATIVES = [[
1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6 5. d3 Nf6 6. Bg5 h6 7. Bh4 g5 8. Bg3 h5! 9. h4
9. Nxg5 h4 10. Nxf7 hxg3 11. Nxd8 Bg4 0-1; Smith - Jones 9... Bg4
10. c3 Qd7 11. d4 exd4 12. e5 dxe5 13. Bxe5 Nxe5
]]

describe("chess.read_text", function()
  it("reads letters that no language has, and reports their meaning", function()
    local texts, report, games = read(FONT)
    assert.same({ "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 g6 6. Be3 Bg7 7. f3 O-O 1-0" }, texts)
    assert.same({ "Neri", "Bianchi", "1-0" }, { games[1].tags.White, games[1].tags.Black, games[1].tags.Result })
    assert.equal("other", report.dialect)
    local messages = {}
    for i, diagnostic in ipairs(report.diagnostics) do
      messages[i] = ("%s %s %d:%d %s"):format(diagnostic.code, diagnostic.severity, diagnostic.line, diagnostic.column,
        diagnostic.message)
    end
    assert.same({ "resolved_by_context repair 3:13 ©f3 means Nf3", "resolved_by_context repair 3:60 åe3 means Be3" },
      messages)
  end)

  it("plays the move printed first, and makes variations of alternatives that other rules would play", function()
    local texts, report = read(ALTERNATIVES, { prose = "none" })
    assert.same({ "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6 5. d3 Nf6 6. Bg5 h6 7. Bh4 g5 8. Bg3 h5 $1 9. h4 (9. Nxg5 "
      .. "h4 10. Nxf7 hxg3 11. Nxd8 Bg4) 9... Bg4 10. c3 Qd7 11. d4 exd4 12. e5 dxe5 13. Bxe5 Nxe5 *" }, texts)
    assert.equal(26, report.counts.mainline)
    assert.equal(6, report.counts.variation)
  end)

  it("ends a game before a misprint that letters of another language would explain for a few moves", function()
    local texts, report = read("1. d4 d5 2. c4 e6 3. Se3 Sf6 4. Lg5 Sbd7 5. e3 Le7 6. Sf3 O-O 7. Tc1 a6 8. cxd5 exd5 "
      .. "9. Ld3 c6 10. O-O Se8", { prose = "none" })
    assert.same({ "1. d4 d5 2. c4 e6 *" }, texts)
    assert.equal(16, report.counts.unread)
  end)

  it("decides each game separately if both readers find the same games", function()
    local first = "Neri - Bianchi\n\n1.e4 c5 2.Sf3 e6 3.d4 cxd4 4.Sxd4 Sf6 5.Sc3 d6 6.Le3 a6 7.f3 Le7 Sort har b5. "
      .. "Her var\n8.S4b3 b5 9.Dd2 sterkere. 8.Dd2 b5 9.O-O-O Lb7 10.g4 Sc6 1-0\n\n"
    local alone = read(first, { prose = "none" })
    local both, _, games = read(first .. ALTERNATIVES:gsub("Smith %- Jones ", "")
      :gsub("[NBQ]%f[a-hx]", { N = "S", B = "L", Q = "D" }), { prose = "none" })
    assert.equal("1. e4 c5 2. Nf3 e6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 d6 6. Be3 a6 7. f3 Be7 8. Qd2 (8. Nb3 b5 9. Qd2) "
      .. "8... b5 9. O-O-O Bb7 10. g4 Nc6 1-0", alone[1])
    assert.same({ 2, alone[1] }, { #games, both[1] })
  end)

  it("reads games of two languages on a page", function()
    local texts, report = read("Вечеря - Горобець\n\n1. d4 Кf6 2. Кf3 b6 3. c4 d5 4. c:d5 Ф:d5 5. Кc3 Фh5 1:0\n"
      .. "-------------\nPetrescu - Ionescu, Arad 1994\n\n1. d4 d5 2. c4 c6 3. Cc3 Cf6 4. Cf3 dxc4 5. a4 Nf5 6. e3 Nd3 "
      .. "0-1\n", { prose = "none" })
    assert.same({ "1. d4 Nf6 2. Nf3 b6 3. c4 d5 4. cxd5 Qxd5 5. Nc3 Qh5 1-0",
      "1. d4 d5 2. c4 c6 3. Nc3 Nf6 4. Nf3 dxc4 5. a4 Bf5 6. e3 Bd3 0-1" }, texts)
    assert.equal("romanian", report.dialect)
  end)

  it("reports the moves of a game that the decoder skips", function()
    local text = FONT:gsub("0%-0 1%-0", "0-0 8. ©c9 1-0")
    local texts, report = read(text, { prose = "none" })
    assert.same({ "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 g6 6. Be3 Bg7 7. f3 O-O 1-0" }, texts)
    assert.equal(1, report.counts.unread)
    local last = report.diagnostics[#report.diagnostics]
    assert.same({ "unknown_position", "error" }, { last.code, last.severity })
    assert.equal("©c9 is the next move of the game, but it could not be read", last.message)
  end)

  it("keeps the answer of the first reader if the decoder skips many moves", function()
    local text = FONT:gsub("3%. d4 cxd4", "3. ©d9 cxd9")
    assert.same({}, (read(text)))
  end)

  it("offers the correction of a character that a scanner mistook, and applies it with the option misprints", function()
    local text = FONT:gsub("3%. d4 cxd4", "3. d4 exd4")
    local texts, report = read(text, { prose = "none" })
    assert.same({ "1. e4 c5 2. Nf3 d6 3. d4 1-0" }, texts)
    local last = report.diagnostics[#report.diagnostics]
    assert.equal("exd4 is not legal here (the moves after it are legal with cxd4; --misprints corrects it)",
      report.diagnostics[2].message)
    assert.equal("error", last.severity)
    texts, report = read(text, { prose = "none", misprints = true })
    assert.equal("1. e4 c5 2. Nf3 d6 3. d4 cxd4 {printed: exd4} 4. Nxd4 Nf6 5. Nc3 g6 6. Be3 Bg7 7. f3 O-O 1-0",
      texts[1])
    assert.equal("misprint exd4: read as cxd4", report.diagnostics[2].message)
  end)

  it("corrects no misprint that is not followed by moves that are legal only with the correction", function()
    local text = FONT:gsub("6%. åe3 åg7 7%. f3 0%-0", "6. åe3 åg7 7. f8 0-0")
    local texts, report = read(text, { prose = "none", misprints = true })
    assert.same({ "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 g6 6. Be3 Bg7 1-0" }, texts)
    assert.equal("7. f8 is not legal here", report.diagnostics[#report.diagnostics - 1].message)
  end)

  it("reads a score in bold face, although the first reader finds only the game that a note quotes", function()
    local texts = read("'''1. e4 e5 2. Nf3 Nc6 3. Bb5 a6'''\nA good move.\n\n'''4. Ba4 Nf6 5. O-O Be7'''\nA game went "
      .. "1. d4 Nf6 2. c4 e6 3. Nf3 {{chess|½-½}}.\n\n'''6. Re1 b5 7. Bb3 d6'''\n", { prose = "none" })
    assert.same({ "1. e4 (1. d4 Nf6 2. c4 e6 3. Nf3) 1... e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 "
      .. "7. Bb3 d6 *" }, texts)
  end)

  it("counts each printed move in one state", function()
    for _, text in ipairs { FONT, ALTERNATIVES, (FONT:gsub("5%. ©c3", "5. ©c9")) } do
      local _, report = read(text)
      local sum = 0
      for _, count in pairs(report.counts) do
        sum = sum + count
      end
      assert.equal(#report.mentions, sum)
      local latest = -1
      for _, mention in ipairs(report.mentions) do
        assert.equal(mention.token, text:sub(mention.offset + 1, mention.offset + #mention.token))
        assert.is_true(mention.offset > latest)
        latest = mention.offset
      end
    end
  end)

  it("prefers the first reader if both play the same moves, and for texts with tags or a given notation", function()
    local _, report = read "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxh8 Nf6"
    assert.equal("4. Bxh8 is not legal here", report.diagnostics[1].message)
    assert.equal(0, #read('[White "A"]\n\n' .. FONT))
    assert.same({ "1. e4 c5 1-0" }, (read(FONT, { dialect = "english", prose = "none" })))
  end)
end)
