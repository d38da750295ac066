-- Messages in French: each code has a sentence, explanations contain no English, and unknown texts stay English.

local chess = require "lucena"
local core = require "lucena.core"
local explanations = require "lucena.language.fr_explain"
local french = require "lucena.language.fr"
local language = require "lucena.language"
local read = require("spec.support.file").read
local run = require "spec.support.run"

local SAVED = "The game has changes that are not saved: "

local POSITIONS = {
  chess.START_FEN, "rnbqk1nr/pppp1ppp/4p3/8/1b1P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 2 3",
  "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
  "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1", "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1", "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1",
  "4k3/8/8/8/7q/8/8/4K3 w - - 0 1", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1",
  "k7/8/8/3R4/8/8/8/K2R4 w - - 0 1", "r3k2r/8/8/8/8/8/8/4K2R b kq - 0 1",
}
local MOVES = {}
for move in ([[O-O O-O-O e4 e5 d4 exd6 exd6ep Ke2 Kd2 Kf1 Qh5 Nd2 Nbd2 N1d2 Nb1d2 Rd3 R1d3 Bd3 Bxe4 a8=Q a8 axb8=N exd5
               e2e4 e7-e5 Cf3 Dxd5 -- Ne4+ Rd8# Qxg7 zzz Sf3 5254 0-0]]):gmatch "%S+" do
  MOVES[#MOVES + 1] = move
end

-- The sentences of an explanation, without the names of notations in its rows.
local function sentences_of(explanation)
  local list = { explanation.headline }
  for _, section in ipairs(explanation.sections) do
    list[#list + 1] = section.title
    for _, row in ipairs(section) do
      list[#list + 1] = row[2]
    end
  end
  return list
end

describe("French", function()
  it("has a sentence for each code of the catalogue, and no others", function()
    local codes = {}
    for code in read("csrc/notation/diag.def"):gmatch 'LC_DIAG%([%u%d_]+, "([%l%d_]+)"' do
      codes[code] = code ~= "none" or nil
      assert.is_true(code == "none" or french.diagnostics[code] ~= nil, code)
      assert.is_string(core.code_sentence(code))
    end
    for code in pairs(french.diagnostics) do
      assert.is_true(codes[code] == true, code)
    end
    assert.is_nil(core.code_sentence "no_such_code")
  end)

  it("has the same placeholders in each template as the English one", function()
    for _, templates in ipairs { french.templates, explanations.templates } do
      for english, translation in pairs(templates) do
        assert.equal(select(2, english:gsub("%%[sd]", "")), select(2, translation:gsub("%%[sd]", "")), english)
      end
    end
  end)

  it("leaves no English in explanations", function()
    local count = 0
    for _, fen in ipairs(POSITIONS) do
      for _, move in ipairs(MOVES) do
        for _, sentence in ipairs(sentences_of(chess.position(fen):explain(move))) do
          local text = " " .. language.text("fr", sentence):gsub("%b()", ""):lower() .. " "
          for _, word in ipairs { "the", "is", "to", "of", "no", "not", "with", "here", "white", "black", "reach" } do
            assert.is_nil(text:find("%f[%w]" .. word .. "%f[^%w]"), ("%s: %s"):format(sentence, text))
          end
          count = count + 1
        end
      end
    end
    assert.is_true(count > 2000, tostring(count))
  end)

  it("has a cause for each diagnostic that has one in English", function()
    local causes = require "lucena.language.causes"
    for code, entry in pairs(causes) do
      assert.equal(entry[2] ~= "", explanations.causes[code] ~= nil, code)
    end
    for code in pairs(explanations.causes) do
      assert.is_table(causes[code], code)
    end
  end)

  it("leaves no English in explanations of tokens that are not moves", function()
    local tokens = { chess.START_FEN, "8/8/8/8/8/8/8/8", "e8=D", "12.", "12...", "N", "K", "x", "+", "#", "e.p.", "(=)",
      "1-0", "0-1", "*", "½", "0-0", "+/-", "1/2-0", "$300", "$14", "$146", "B90", "german", "iccf", "hello",
      '[White "x"]', '[Foo "x"]', "[%clk 0:01:52]", "[%clk x]", "[%eval 0.25]", "[%csl Re4]", "[%foo 1]", "[%emt 1]" }
    for code in pairs(french.diagnostics) do
      tokens[#tokens + 1] = code
    end
    for word in ("acd acn acs am bm c0 cc ce dm draw_claim eco fmvn hmvc id nic noop pm ptp pv rc refcom refreq resign "
      .. "sm sv tcgs tcri tcsi ts v1 Event Site Date Round White Black Result WhiteTitle WhiteElo BlackUSCF WhiteNA "
      .. "BlackType EventDate EventSponsor Section Stage Board Opening Variation SubVariation ECO NIC Time UTCTime "
      .. "UTCDate TimeControl SetUp FEN Termination Annotator Mode PlyCount ChapterName"):gmatch "%S+" do
      tokens[#tokens + 1] = word
    end
    for _, token in ipairs(tokens) do
      local page = chess.explain(token):page(79, nil, "fr")
      local _, last = page:find(token, 1, true)
      local text = " " .. page:sub(last + 1):lower() .. " " -- without examples, code and sources
      for _, pattern in ipairs { "\nex.mple\n[^\n]*", "`[^`]*`", "illegal_move", "\nsource\n.*" } do
        text = text:gsub(pattern, "")
      end
      for _, word in ipairs { "the", "is", "to", "of", "no", "not", "with", "and", "white's", "move", "game" } do
        assert.is_nil(text:find("%f[%w]" .. word .. "%f[^%w]"), ("%s: %s"):format(word, page))
      end
    end
    assert.is_true(#tokens > 240, #tokens)
  end)

  it("composes sentences from their parts", function()
    for english, translation in pairs {
      ["The rook on a1 does not reach d5."] = "La tour a1 n’atteint pas d5.",
      ["Rd5: White cannot play that.\n  The rook on a1 does not reach d5."] =
        "Rd5 : les Blancs ne peuvent pas jouer cela.\n  La tour a1 n’atteint pas d5.",
      ["The queen on d1 takes the rook on d8: mate."] = "La dame d1 prend la tour d8 : mat.",
      ["lucena 1.2.3. Type moves, paste games, or write Lua."] =
        "Lucena 1.2.3. Tapez des coups, collez des parties, ou écrivez du Lua.",
      [SAVED .. "`save` writes it to a.pgn; repeat the input to leave it (undo returns to it)."] =
        "La partie a des changements non enregistrés : `save` l’écrit dans a.pgn ; répétez l’entrée pour la quitter "
          .. "(undo y revient).",
      ["White cannot play that."] = "Les Blancs ne peuvent pas jouer cela.",
      ["The queen on d1 is blocked by the pawn on e2."] = "La dame d1 : chemin barré par le pion e2.",
      ["The king would come to d1, which is attacked by the rook on d8."] =
        "Le roi passerait par d1, case que contrôle la tour d8.",
    } do
      assert.equal(translation, language.text("fr", english))
      assert.equal(english, language.text("en", english))
    end
  end)

  it("keeps English for unknown sentences", function()
    assert.equal("A sentence of nobody.", language.text("fr", "A sentence of nobody."))
    assert.equal("odd", language.diagnostic("fr", { code = "no_such_code", message = "odd" }))
    assert.equal("other words", language.diagnostic("fr", { code = "bad_move", message = "other words" }))
  end)

  it("translates diagnostics, but not token and detail", function()
    local game = chess.game "1. e4 e5 2. Cf3 *"
    local record = game.diagnostics[1]
    assert.equal("pas un coup Cf3 (coup 2, Blancs)", language.diagnostic("fr", record))
    assert.equal(record.message, language.diagnostic("en", record))
    game = chess.game('1. e4 { open\n\n[White "B"]\n\n1. d4 *')
    assert.equal("commentaire jamais fermé { : il prend les 28 derniers octets",
      (language.diagnostic("fr", game.diagnostics[1]):gsub(", dont.*", "")))
    assert.equal("position illégale : les Blancs", language.diagnostic("fr",
      { code = "invalid_position", message = "not a legal position: White" }))
  end)
end)

describe("the language of a command", function()
  it("is that of --lang, or of the locale", function()
    local by_option = run { "check", "--lang", "fr", stdin = "1. e4 e5 2. Xf3 *" }
    assert.equal(1, by_option.code)
    assert.equal("-:1:13: erreur : pas un coup Xf3 (coup 2, Blancs) [bad_move]", by_option.out:match "^[^\n]+")
    assert.is_truthy(by_option.out:find("\n   nombre  gravité        code", 1, true), by_option.out)
    assert.equal("lucena: 1 partie, 2 demi-coups, 1 erreur\n", by_option.err)
    assert.same(by_option, run { "check", stdin = "1. e4 e5 2. Xf3 *", env = { LC_ALL = "fr_FR.UTF-8" } })
    local english = run { "check", stdin = "1. e4 e5 2. Xf3 *", env = { LC_ALL = "fr_FR" } }
    assert.same(english, run { "check", "--lang", "en", stdin = "1. e4 e5 2. Xf3 *", env = { LC_ALL = "fr_FR.UTF-8" } })
    assert.is_truthy(english.out:find("error: not a move", 1, true))
  end)

  it("is that of the locale in the list of common commands", function()
    local commands = require("lucena.command")
    local list = run { "help", env = { LC_ALL = "fr_FR.UTF-8" } }.out
    assert.is_truthy(list:find("\n  read         trouver les parties d’un livre", 1, true), list)
    assert.is_truthy(list:find("\n  report       faire des tableaux : ", 1, true), list)
    for _, name in ipairs(commands.names()) do
      local command = commands.find(name)
      if command.is_common then
        assert.is_nil(list:find(command.summary, 1, true), command.summary)
        assert.is_nil(list:find(command.group, 1, true), command.group)
      end
    end
  end)

  it("does not change formats for programs", function()
    local options = { "check", "--lang", "fr", "--format", "json", stdin = "1. e4 e5 2. Xf3 *" }
    assert.is_truthy(run(options).out:find('"message":"not a move', 1, true))
  end)

  it("must be a supported one", function()
    assert.is_truthy(run({ "check", "--lang", "de", stdin = "*" }).err:find "'%-%-lang' must be one of 'en', 'fr'\n$")
  end)

  it("is used by explain, the prompt and reports", function()
    local r = run { "explain", "--lang", "fr", "Ke3" }
    assert.is_truthy(r.out:find "^Ke3 : ", r.out)
    r = run { "--lang", "fr", "--ascii", stdin = "e4 e5 Ke3\n" }
    assert.is_truthy(r.err:find("les Blancs ne peuvent pas jouer cela.", 1, true), r.err)
    r = run { "report", "table", "-q", "--rows", "Result", stdin = "1. e4 1-0", env = { LC_ALL = "fr_FR.UTF-8" } }
    assert.is_truthy(r.out:find "^Parties par Résultat\n", r.out)
  end)
end)
