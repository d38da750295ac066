-- Tokens of all kinds are explained alike by chess.explain, by Position:explain, at the prompt and by the command.

local chess = require "lucena"
local core = require "lucena.core"
local lexicon = require "lucena.lexicon"
local nags = require "lucena.nag"
local run = require "spec.support.run"
local sessions = require "lucena.repl.session"

-- {token, kind, a part of the page}
local TOKENS = {
  { "1-0", "result", "White wins." }, { "0-1", "result", "PGN 8.2.6" }, { "1/2-1/2", "result", "The game is a draw." },
  { "*", "result", "not finished" }, { "½ - ½", "result", "PGN writes 1/2-1/2" }, { "1:0", "result", "PGN writes 1-0" },
  { "0:0", "result", "Both players lose" }, { "-:+", "result", "Black wins by forfeit." },
  { "1/2-0", "result", "White gets half a point" }, { "0-½", "result", "Black gets half a point" },
  { "$1", "nag", "good move" }, { "$14", "nag", "⩲" }, { "!?", "nag", "$5" }, { "±", "nag", "$16" },
  { "+/-", "nag", "It is also" }, { "+-", "nag", "decisive advantage" }, { "∞", "nag", "unclear" },
  { "□", "nag", "only move" }, { "N", "nag", "novelty" }, { "novelty", "nag", "$146" }, { "blunder", "nag", "gaffe" },
  { "zeitnot", "nag", "zeitnot" }, { "gaffe", "nag", "$4" }, { "$200", "nag", "no known meaning" },
  { "with the idea", "nag", "$140" },
  { "(=)", "sign", "FIDE C.12" }, { "x", "sign", "a capture" }, { "e.p.", "sign", "FIDE C.9" },
  { "++", "sign", "mate" },
  { "C", "letter", "knight" }, { "♘", "letter", "knight" }, { "T", "letter", "rook" },
  { "1.e4", "numbered_move", "goes to e4" }, { "1. e4", "numbered_move", "PGN 8.2.2" },
  { "12... Nf6", "numbered_move", "move 12 of Black" }, { "1…e5", "numbered_move", "goes to e5" },
  { "12.", "numbered_move", "move 12 of White" }, { "12...", "numbered_move", "move 12 of Black" },
  { "C65", "opening", "Berlin" }, { "A00", "opening", "Encyclopaedia" }, { "e99", "opening", "King's Indian" },
  { "[%clk 0:01:00]", "command", "the time left" }, { "[%eval -1.25,20]", "command", "evaluation" },
  { "[%csl Re4,Gd5]", "command", "coloured squares" }, { "[%cal Ge2e4]", "command", "arrows" },
  { "[%mine x]", "command", "no meaning in Lucena" },
  { "bm", "opcode", "best moves" }, { "c9", "opcode", "comment number 9" }, { "ce", "opcode", "PGN 16.2.5" },
  { "draw_offer", "opcode", "offers a draw" },
  { '[WhiteElo "2300"]', "tag_pair", "rating" }, { '[Event "?"]', "tag_pair", "unknown (PGN 8.1.1)" },
  { '[Result "1:0"]', "tag_pair", "White wins." }, { '[Mine "x"]', "tag_pair", "does not know" },
  { '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]', "tag_pair", "Field 1" },
  { "WhiteElo", "tag", "PGN 9.1.2" }, { "TimeControl", "tag", "PGN 9.6.1" }, { "BlackFideId", "tag", "other programs" },
  { chess.START_FEN, "fen", "32 pieces and pawns, White to move" },
  { "4k3/8/8/8/8/8/4P3/4K3 b - - 3 20", "fen", "Black to move" },
  { "4k3/8/8/8/8/8/4P3/4K3", "fen", "read as w" },
  { "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", "fen", "has just passed" },
  { "french", "dialect", "R D T F C" }, { "uci", "dialect", "UCI" }, { "fide:german", "dialect", "K D T L S" },
  { "illegal_move", "diagnostic", "illegal move" },
  { "e4", "move", "goes to e4" }, { "exd6ep", "move", "takes on d6" }, { "P-K4", "move", "goes to e4" },
  { "0-0", "move", "Both players lose" }, { "--", "move", "passes" }, { "pass", "move", "passes" },
  { "Cf3", "move", "knight" },
}

-- {token, code, a part of the page}
local REFUSED = {
  { "hello", "bad_move", "Nor is it a token of another kind" }, { "Nf9", "bad_move", "numbered move" },
  { "$300", "bad_nag", "$0 to $255" }, { "$", "bad_move", "NAG" }, { "?!?", "bad_move", "NAG" },
  { "[%clk abc]", "bad_token", "operand" }, { "[%csl x9]", "bad_token", "operand" }, { '["x"]', "bad_tag", "PGN 8.1" },
  { '[White Bob "x"]', "bad_tag", "malformed tag" }, { '[FEN "8/8"]', "bad_board", "bad piece placement" },
  { "8/8/8/8 w - - 0 1", "bad_board", "bad piece placement" },
  { "8/8/8/8/8/8/8/8 w - - 0 1", "invalid_position", "not a legal position" },
  { "F00", "bad_move", "ECO code" }, { "1-O", "bad_move", "result" }, { "frensh", "bad_move", "notation" },
  { "0.", "bad_move", "numbered move" }, { "1. hello", "bad_move", "numbered move" },
  { "no_such_code", "bad_move", "diagnostic" },
  { "FooBar", "bad_move", "tag" }, { "c10x", "bad_move", "EPD opcode" }, { "", "bad_move", "FEN" },
}

-- Return a function that explains a token at the prompt.
local function prompt()
  local written = {}
  local session = sessions.new { out = function(text) written[#written + 1] = text end }
  session.settings.board, session.settings.width = false, 79
  return function(token)
    written = {}
    session:line("explain " .. token)
    return table.concat(written)
  end
end

local function contains(page, part)
  return page:gsub("%s+", " "):find(part:gsub("%s+", " "), 1, true) ~= nil
end

describe("a token", function()
  for _, row in ipairs(TOKENS) do
    it(row[1] .. " is explained as " .. row[2], function()
      local explanation = assert(chess.explain(row[1]))
      assert.is_nil(explanation.code)
      assert.equal(row[2], explanation.kind)
      assert.is_true(contains(tostring(explanation), row[3]), tostring(explanation))
    end)
  end

  for _, row in ipairs(REFUSED) do
    it("'" .. row[1] .. "' is refused: " .. row[2], function()
      local explanation = assert(chess.explain(row[1]))
      assert.equal(row[2], explanation.code)
      assert.is_true(contains(tostring(explanation), row[3]), tostring(explanation))
    end)
  end

  it("has the same meaning at the prompt and in Position:explain", function()
    local ask = prompt()
    for _, list in ipairs { TOKENS, REFUSED } do
      for _, row in ipairs(list) do
        local explanation = chess.position():explain(row[1], "auto")
        if row[1] ~= "" then
          assert.is_true(contains(ask(row[1]), explanation.headline), row[1])
        end
        if row[2] ~= "move" then
          local other = chess.explain(row[1])
          assert.same({ other.kind, other.code, other.headline },
            { explanation.kind, explanation.code, explanation.headline })
        end
      end
    end
  end)

  it("has the same page in the command, whose status is 1 for a refused one", function()
    for i, list in ipairs { TOKENS, REFUSED } do
      for j = 1, #list, 7 do
        local r = run { "explain", "--width", "79", "--", list[j][1] }
        assert.same({ i - 1, "" }, { r.code, r.err }, list[j][1])
        assert.equal(chess.explain(list[j][1]):page(79) .. "\n", r.out)
      end
    end
  end)

  it("may be several words of the command line", function()
    for _, words in ipairs { { "12...", "Nf6" }, { "1", "-", "0" }, { "[WhiteElo", '"2300"]' },
      { "4k3/8/8/8/8/8/4P3/4K3", "w", "-", "-", "0", "1" } } do
      local r = run { "explain", "--width", "79", table.unpack(words) }
      assert.same({ 0, "" }, { r.code, r.err })
      assert.equal(chess.explain(table.concat(words, " ")):page(79) .. "\n", r.out)
    end
  end)
end)

describe("each entry of a table is explained:", function()
  it("the results", function()
    for _, entry in ipairs(lexicon.entries()) do
      assert.is_nil(chess.explain(entry.text).code, entry.text)
    end
  end)

  it("the NAGs and their signs", function()
    for number = 0, 255 do
      assert.equal("nag", chess.explain("$" .. number).kind)
      for _, sign in ipairs(nags.signs(number)) do
        assert.is_nil(chess.explain(sign).code, sign)
      end
    end
  end)

  it("the opcodes of EPD", function()
    local opcodes = io.open("csrc/notation/epd_value.c"):read("a")
    local count = 0
    for name in opcodes:gmatch '\n    {"([%l%d_]+)", LC_EPD' do
      assert.equal("string", type(core.epd_kind(name)))
      local page = tostring(chess.explain(name))
      assert.is_true(contains(page, "An opcode of EPD"), page)
      count = count + 1
    end
    assert.is_true(count > 50, tostring(count))
  end)

  it("the tags, the codes of diagnostics and the notations", function()
    for _, name in ipairs(require("lucena.tag_names").names()) do
      assert.is_nil(chess.explain(name).code, name)
    end
    for _, row in ipairs(chess.dialects()) do
      assert.is_nil(chess.explain(row.name).code, row.name)
    end
  end)

  it("the severity, the cause and an example of a diagnostic", function()
    local count = 0
    for code, row in pairs(require "lucena.language.causes") do
      local found = {}
      for _, section in ipairs(require("lucena.explain.diagnostic").read(code).sections) do
        found[section.title] = section[1][2]
      end
      assert.same({ Severity = row[1], Cause = row[2] ~= "" and row[2] or nil, Example = row[3] }, found)
      count = count + 1
    end
    assert.is_true(count > 150, tostring(count))
    local page = tostring(chess.explain "bad_operand")
    assert.is_true(contains(page, "\nCause\n  The opcode takes a number, a clock or a keyword."), page)
    assert.is_true(contains(page, "\nExample\n  4k3/8/8/8/8/8/8/4K2R w K - ce inf;\n"), page)
    assert.equal("diagnostic", chess.explain("unencodable").kind)
  end)
end)

describe("chess.explain", function()
  it("takes a position and a dialect", function()
    local position = chess.position "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    assert.equal("illegal_move", chess.explain("Ke2", { position = position }).code)
    assert.is_nil(chess.explain("Ke2").code)
    assert.equal("bad_move", chess.explain("Nf3", { dialect = "french" }).code)
    assert.equal("nag", chess.explain("±", { dialect = "french" }).kind)
    assert.same({ nil, "bad_dialect" }, { (chess.explain("e4", { dialect = "frensh" })),
      (select(3, chess.explain("e4", { dialect = "frensh" }))) })
  end)

  it("raises an error for wrong arguments", function()
    assert.has_error(function() chess.explain() end)
    assert.has_error(function() chess.explain("e4", { color = "white" }) end)
  end)
end)
