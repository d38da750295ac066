-- JSON: the schema, and input that is rejected. If a game is written and read again, nothing may change.

local chess = require "lucena"
local dkjson = require "dkjson"
local json = require "lucena.json"
local tree = require "spec.support.tree"

local function one(text)
  return assert(chess.game(text))
end

local function tags_of(game)
  local tags = {}
  for name, value in pairs(game.tags) do
    tags[name] = value
  end
  return tags
end

-- The data of a game for comparison: everything except the order of the tags.
local function all_of(game)
  return { tags_of(game), tree.shape(game, true), game.result, game.rest, tostring(game.start) }
end

local function same_again(game)
  local text = game:json()
  assert.is_truthy(utf8.len(text))
  assert.is_falsy(text:find("%c"))
  local back, err = chess.from_json(text)
  assert(back, err)
  assert.same(all_of(game), all_of(back))
end

describe("a game as JSON", function()
  it("refuses unknown options and wrong values", function()
    local game = chess.game "1. e4 *"
    for text, opts in pairs {
      ["unknown option 'no_comment'; did you mean 'no_comments'?"] = { no_comment = true },
      ["unknown option 'dialect'"] = { dialect = "french" },
      ["option 'no_comments': boolean expected, got string"] = { no_comments = "no" },
      ["option 'tags': all, roster, none or an array of names expected, got 'nonesuch'"] = { tags = "nonesuch" },
    } do
      assert.has_error(function() game:json(opts) end, ("bad argument #1 to 'json' (%s)"):format(text))
    end
  end)

  it("has tags in order, result and moves", function()
    assert.equal('{"tags":{"White":"A","Event":"b"},"result":"1-0","moves":[{"san":"e4","uci":"e2e4"}]}',
      one('[White "A"]\n[Event "b"]\n\n1. e4 1-0'):json())
  end)

  it("names the repairs of the text", function()
    local function repairs(text)
      return (one(text):json():match('"repairs":(%[.*%])}$'))
    end
    assert.equal('[{"code":"san_style","ply":1,"text":"e2-e4"},{"code":"san_style","ply":3,"text":"Ngf3"}]',
      repairs "1. e2-e4 e5 2. Ngf3 *")
    assert.equal('[{"code":"result_style","text":"1:0"}]', repairs "1. e4 1:0")
    assert.equal('[{"code":"san_style","ply":2,"text":"0-0"}]',
      repairs '[FEN "4k2r/8/8/8/8/8/8/4K3 w k - 0 1"]\n\n1. Ke2 0-0 *')
    assert.equal('[{"code":"san_style","ply":2,"text":"d7d5"}]', repairs "1. e4 {best} (1. d4 d7d5) e5 *")
    assert.is_nil(repairs "1.e4 e5 2.Nf3 2...Nc6 3. Bb5 a6 1/2-1/2")
    assert.is_nil(repairs "1. e4 {best} (1. d4 d5) e5 *")
    assert.is_nil(repairs "1. e4")
    assert.equal('[{"code":"dialect_detected","message":"notation was detected automatically: french"}]',
      repairs "1. Cf3 Cf6 2. Cc3 d5 *")
  end)

  it("has no repairs of a text that was edited", function()
    local game = one "1. e2-e4 *"
    game.root[1].comment = "best"
    assert.is_nil(game:json():find("repairs", 1, true))
  end)

  it("has no result if the game has none", function()
    assert.equal('{"tags":{},"moves":[{"san":"e4","uci":"e2e4"}]}', one("1. e4"):json())
  end)

  it("has comments, NAGs and variations in their places", function()
    assert.equal('{"tags":{},"result":"*","comments":["r"],"moves":[{"san":"e4","uci":"e2e4","comments_before":["b"],'
      .. '"comments":["a","c"],"nags":[1]},{"san":"e5","uci":"e7e5","variations":[[{"san":"c5","uci":"c7c5"},'
      .. '{"san":"Nf3","uci":"g1f3"}],[{"san":"d5","uci":"d7d5"}]]},{"san":"Nc3","uci":"b1c3"}]}',
      one("{r} 1. {b} e4! {a} {c} e5 (1... c5 2. Nf3) (1... d5) 2. Nc3 *"):json())
  end)

  it("has clocks and evaluations as numbers next to the comments", function()
    local move = dkjson.decode(one("1. e4 {[%clk 0:10:30.5] [%eval -0.25]} {[%emt 0:00:02]} e5 {[%eval #-3]} *"):json())
    assert.same({ clock = 630.5, eval = -0.25, elapsed = 2.0, comments = { "[%clk 0:10:30.5] [%eval -0.25]",
      "[%emt 0:00:02]" }, san = "e4", uci = "e2e4" }, move.moves[1])
    assert.equal(-3, move.moves[2].mate)
  end)

  it("is the same whether the moves are written together or node by node", function()
    local format = require "lucena.format"
    local core = require "lucena.core"
    local json_moves, seen = core.json_moves, { [true] = 0, [false] = 0 }
    for _, path in ipairs { "spec/data/engine/engine.pgn", "spec/data/nasty/pgn/p59_960_castle.pgn",
      "spec/data/nasty/pgn/p44_illegal_mid.pgn", "spec/data/nasty/pgn/p58_fen_no_setup.pgn" } do
      for game in chess.games(path) do
        local text, sans, ucis = game:json(), {}, {}
        local is_bare = json_moves(game) ~= nil
        seen[is_bare] = seen[is_bare] + 1
        core.json_moves = function() return nil end
        local slow = game:json()
        core.json_moves = json_moves
        assert.equal(slow, text)
        for node in game:mainline() do
          sans[node.ply], ucis[node.ply] = node.san, node.parent.position:uci(node.move)
        end
        assert.equal(table.concat(sans, " "), format.san_moves(game))
        assert.equal(table.concat(ucis, " "), format.uci_moves(game))
      end
    end
    assert.is_true(seen[true] > 10 and seen[false] > 10)
    for _, text in ipairs { "{r} 1. e4 *", "1. e4! *", "1. {b} e4 *", "1. e4 {c} *", "1. e4 (1. d4) *", "1. e4 Ke9 *",
      "1. e4 (Zz9) *" } do
      assert.is_nil(json_moves(one(text)), text)
      assert.is_nil(core.bare_codes(one(text)), text)
    end
  end)

  it("has the start position if it is not the initial one, and Chess960 castling", function()
    local fen = "4k3/8/8/8/8/8/8/1K4R1 w G - 0 1"
    local value = dkjson.decode(one(('[FEN "%s"]\n\n1. O-O *'):format(fen)):json())
    assert.equal("4k3/8/8/8/8/8/8/1K4R1 w K - 0 1", value.start)
    assert.equal("b1g1", value.moves[1].uci)
  end)

  it("has the unreadable text", function()
    local value = dkjson.decode(one("1. e4 (1. d4 Ke3 c5) e5 2. Ke3 Nf6 1-0"):json())
    assert.equal("2. Ke3 Nf6 1-0", value.rest)
    assert.same({ "Ke3 c5" }, { table.unpack(value.moves[1].variations[1][1].unread) })
  end)

  it("is ASCII and UTF-8 without control characters", function()
    assert.equal('{"tags":{"White":"\\u0000\\u001B\\\\\\"\\u007F\u{E9}"},"result":"*","moves":[]}',
      one('[White "\0\27\\\\\\"\127\u{E9}"]\n\n*'):json())
    assert.is_truthy(one('[White "Andr\xE9"]\n\n*'):json():find('"White":"Andr\u{E9}"', 1, true))
  end)

  it("omits the excluded parts", function()
    local g = one('[White "A"]\n[Event "b"]\n[X "c"]\n\n{r} 1. e4! {a [%clk 0:00:01]} (1. d4) *')
    assert.equal('{"moves":[{"san":"e4","uci":"e2e4"}]}', g:json { tags = "none", comments = false, nags = false,
      variations = false, results = false })
    assert.is_truthy(g:json { tags = "roster" }:find('^{"tags":{"Event":"b","White":"A"},'))
    assert.is_truthy(g:json { tags = { "X", "Nope", "*" } }:find('^{"tags":{"X":"c","Event":"b","White":"A"},'))
  end)
end)

describe("chess.from_json", function()
  local function read(text)
    return chess.from_json(text)
  end

  it("reads the JSON of other programs", function()
    local g = assert(read [[ {"moves": [{"uci": "e2e4", "clock": 3605.5}, {"san": "e5", "mate": -3, "nags": [14]}],
      "tags": {"WhiteElo": 2700, "White": "a\"b\\c"}, "result": "0-1", "unknown": [1, {}]} ]])
    assert.same({ White = 'a"b\\c', WhiteElo = "2700" }, tags_of(g))
    assert.same({ "e4", "{[%clk 1:00:05.5]}", "e5", "$14", "{[%eval #-3]}" }, tree.shape(g, true))
    assert.equal(3605.5, g.root[1].clock)
    assert.equal("0-1", g.result)
  end)

  it("has no values that are in the comments of engine matches already", function()
    for _, text in ipairs {
      "1. f3 {+0.1/1 4s} e5 {-M3/4 2s} *", "1. f3 {(e5) +0.10/1 3} *", "1. f3 {d=28, mt=55195, wv=0.62, tl=12000} *",
    } do
      assert.equal(one(text):pgn(), assert(read(one(text):json())):pgn())
    end
  end)

  it("prefers comments to separate values", function()
    local g = assert(read [[{"moves": [{"san": "e4", "clock": 5, "comments": ["[%clk 0:00:09]"]}], "result": "*"}]])
    assert.same({ "[%clk 0:00:09]" }, { table.unpack(g.root[1].comments) })
  end)

  it("accepts a start position without a FEN tag", function()
    local g = assert(read '{"start": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "moves": [{"san": "e4"}]}')
    assert.equal("1", g.tags.SetUp)
    assert.equal("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", g.tags.FEN)
    assert.equal(1, g.plies)
  end)

  -- text, code, part of the message
  local REFUSED = {
    { "", "bad_json", "not JSON" },
    { "null", "bad_json", "" },
    { "[]", "bad_json", "" },
    { "3", "bad_json", "not an object" },
    { '{"a":', "bad_json", "not JSON" },
    { '{"result":"*"} x', "bad_json", "after the object" },
    { ("["):rep(300000), "bad_json", "nested too deeply" },
    { '{"result":"2-0"}', "bad_json", "result" },
    { '{"tags":{"A":"x\\ny"}}', "bad_json", "tags.A" },
    { '{"tags":{"A b":"x"}}', "bad_json", "'A b' is not a tag name" },
    { '{"tags":{"A":[]}}', "bad_json", "tags.A: string expected" },
    { '{"tags":["A"]}', "bad_json", "tags" },
    { '{"moves":{"san":"e4"}}', "bad_json", "array expected" },
    { '{"moves":[{"san":"e4"},null,{"san":"e5"}]}', "bad_json", "moves: an element is null" },
    { '{"moves":[{"san":"e4","comments":["a",null,"b"]}]}', "bad_json", "comments: an element is null" },
    { '{"moves":[{"san":"e4","variations":[[{"san":"d4"},null,{"san":"d5"}]]}]}', "bad_json",
      "variations: an element is null" },
    { '{"moves":[{"san":"e4","variations":[{"san":"d4"}]}]}', "bad_json", "array expected" },
    { '{"moves":["e4"]}', "bad_json", "moves[1]: array or object expected" },
    { '{"moves":[{}]}', "bad_json", "moves[1].san: string expected" },
    { '{"moves":[{"san":"e4","nags":[256]}]}', "bad_json", "moves[1].nags" },
    { '{"moves":[{"san":"e4","comments":[1]}]}', "bad_json", "moves[1].comments: string expected" },
    { '{"moves":[{"san":"e4","comments":["}\\n"]}]}', "unwritable_comment", "moves[1]" },
    { '{"moves":[{"san":"e4","clock":-1}]}', "bad_json", "moves[1].clock" },
    { '{"moves":[{"san":"e4","mate":1.5}]}', "bad_json", "moves[1].mate" },
    { '{"moves":[{"san":"e4"},{"san":"1-0"}]}', "bad_move", 'moves[2]: not a move "1-0"' },
    { '{"moves":[{"san":"e4 e5"}]}', "bad_move", "moves[1]" },
    { '{"moves":[{"san":"e4}{"}]}', "bad_move", "moves[1]" },
    { '{"moves":[{"san":"e4!"}]}', "bad_move", "moves[1]" },
    { '{"moves":[{"san":"e4"},{"san":"Ke2"}]}', "illegal_move", "moves[2]: illegal move Ke2 (move 1, Black)" },
    { '{"moves":[{"san":"e4"},{"san":"e5","variations":[[{"san":"d5"}],[{"san":"c5"},{"san":"Ke3"}]]}]}',
      "illegal_move", "moves[2].variations[2][2]: illegal move Ke3" },
    { '{"start":"8/8/8/8/8/8/8/8 w - - 0 1","moves":[{"san":"e4"}]}', "invalid_position", "start: " },
    { '{"moves":[{"san":"e4","unread":["Ke3"]},{"san":"e5"}]}', "bad_json", "after unreadable text" },
    { '{"moves":[{"san":"e4","unread":[""]}]}', "bad_json", "moves[1].unread: a text is empty" },
    { '{"moves":[{"san":"e4","notes":["e5"]}]}', "bad_json", 'moves[1].notes: "e5" is no note' },
    { '{"moves":[{"san":"e4","notes":["{a}"]}]}', "bad_json", 'moves[1].notes: "{a}" is no note' },
    { '{"moves":[{"san":"e4","notes":["} 1-0 {"]}]}', "bad_json", "is no note" },
    { '{"moves":[{"san":"e4","notes":["<a> <b>"]}]}', "bad_json", "is no note" },
    { '{"moves":[{"san":"e4","notes":[""]}]}', "bad_json", "is no note" },
    { '{"duplicate_tags":[["","[A \\"b\\"]"]],"moves":[]}', "bad_json", "is not a line in brackets" },
    { '{"duplicate_tags":[["","[a\\n1. e4"]],"moves":[]}', "bad_json", "is not a line in brackets" },
    { '{"duplicate_tags":[["","e4"]],"moves":[]}', "bad_json", "is not a line in brackets" },
    { '{"duplicate_tags":[["A"]],"moves":[]}', "bad_json", "duplicate_tags: string expected" },
  }

  for _, row in ipairs(REFUSED) do
    it("refuses " .. row[1]:sub(1, 70), function()
      local g, err, code = read(row[1])
      assert.is_nil(g)
      assert.equal(row[2], code, err)
      assert.is_truthy(err:find(row[3], 1, true), err)
    end)
  end

  it("detects the encoding of each word of a rest, as PGN in UTF-8 has it", function()
    local words = { "c3\xE9", "\xC2\xB1", "{\xE9 \xC3\xA9}", "d\x80", "zz\xC3\xA9", "[\xE9 \"\xC3\xA9\"]" }
    local to_utf8 = require("lucena.core").game_to_utf8
    local count = 0
    for _, before in ipairs { "", "1. e4 ", '[White "\xE9"]\n\n1. e4 (1. d4) ' } do
      for _, first in ipairs(words) do
        for _, second in ipairs(words) do
          local text = ("%sc3\xE9 %s %s"):format(before, first, second)
          local wanted = assert(chess.game(to_utf8(text))).rest
          assert.equal(wanted, chess.from_json(chess.game(text):json()).rest, ("%q"):format(text))
          count = count + 1
        end
      end
    end
    assert.equal(108, count)
  end)

  it("keeps a rest that begins no game, with comments before it or without", function()
    for _, comments in ipairs { '[]', '["a comment"]', '["%e0!e", "}"]' } do
      local text = ('{"tags":{},"comments":%s,"rest":"ab]3\\n*","result":"*"}'):format(comments)
      assert.equal("ab]3\n*", (assert(read(text)).rest:gsub("^1%.%s+", "")))
    end
  end)

  it("keeps a rest as one text, even if it would end the game", function()
    local g = assert(read '{"moves":[{"san":"e4"}],"rest":"* [Event \\"x\\"]\\n\\n1. d4"}')
    -- The number before the star keeps it from being the result.
    assert.equal('1* [Event "x"]\n1. d4', g.rest)
    assert.equal(1, g.plies)
    assert.equal(g.rest, assert(read(g:json())).rest)
  end)

  it("plays from an illegal position if it is allowed", function()
    local text = '{"tags":{"FEN":"PPP1k3/8/8/8/8/8/8/4K3 w - - 0 1"},"moves":[{"san":"Kd2"}]}'
    assert.equal("invalid_position", (select(3, chess.from_json(text))))
    assert.equal(1, chess.from_json(text, { allow = { "pawn_on_last_rank" } }).plies)
  end)

  it("raises for values that are not text", function()
    assert.has_error(function() chess.from_json(3) end, "bad argument #1 to 'from_json' (string expected, got number)")
  end)
end)

local IS_UNREAD = { unknown_field = true, duplicate_field = true }

local function found(game)
  local list = {}
  for i, record in ipairs(game.diagnostics) do
    list[i] = IS_UNREAD[record.code] and
      ("%d:%d %s %s"):format(record.line, record.column, record.severity, record.message) or nil
  end
  return list
end

describe("duplicate fields", function()
  it("are errors at the place of the last field, whose value is read", function()
    local g = assert(chess.from_json [=[
{"tags": {"White": "A", "Black": "C", "White": "B",
          "White": "D"}, "result": "*", "moves": [{"san": "d4"}], "moves": [
  {"san": "e4", "comments": ["\"san\": 1"], "san": "c4", "variations": [[{"san": "d4"},
   {"uci": "d7d5", "uci": "g8f6"}]]}],
  "result": "1-0"}]=])
    assert.same({
      "2:11 error duplicate JSON field White: in tags; the last value is read",
      "2:67 error duplicate JSON field moves: the last value is read",
      "3:45 error duplicate JSON field san: in moves[1]; the last value is read",
      "4:20 error duplicate JSON field uci: in moves[1].variations[1][2]; the last value is read",
      "5:3 error duplicate JSON field result: the last value is read",
    }, found(g))
    assert.same({ "D", "C", "1-0" }, { g.tags.White, g.tags.Black, g.result })
    assert.equal("1. c4 ( 1. d4 Nf6 ) 1-0", (g:movetext { comments = false }:gsub("([()])", " %1 "):gsub("%s+", " ")
      :gsub(" $", "")))
    assert.is_false((g:check()))
  end)

  it("do not count if one of the values is null, or if the object is unknown", function()
    local g = assert(chess.from_json '{"z": {"a": 1, "a": 2}, "result": null, "moves": [{"san": "e4"}], "result": "*"}')
    assert.same({ "1:2 error unknown JSON field z" }, found(g))
  end)

  it("are reported once if the field is unknown", function()
    local g = assert(chess.from_json '{"zz": 1, "moves": [{"san": "e4"}], "zz": 2}')
    assert.same({ "1:37 error unknown JSON field zz" }, found(g))
  end)

  it("are reported if there is no game", function()
    local _, err = chess.from_json '{"moves": [{"san": "e4"}], "moves": []}'
    assert.equal("not a game: no game in the text (duplicate field 'moves': the last value is read)", err)
  end)
end)

describe("unknown fields", function()
  it("are errors with their places in the text", function()
    local g = assert(chess.from_json [=[
 {"tags": {"Result": "*", "comment": "x"}, "Result": "1-0", "nag": 3, "moves": [
   {"san": "e4", "comment": "a \"nags\": {[", "comments": ["\"nag\": 1"], "variations": [[{"san": "d4"}, {"san": "d5",
    "nag": 1}]]},
   {"san": "e5", "NAGs": [1], "zz": {"nag": [{}]}}], /* "nag": "*/ "rests": ""}]=])
    assert.same({
      "1:44 error unknown JSON field Result: did you mean 'result'?",
      "1:61 error unknown JSON field nag: did you mean 'nags'?",
      "2:18 error unknown JSON field comment: in moves[1]; did you mean 'comments'?",
      "3:5 error unknown JSON field nag: in moves[1].variations[1][2]; did you mean 'nags'?",
      "4:18 error unknown JSON field NAGs: in moves[2]; did you mean 'nags'?",
      "4:31 error unknown JSON field zz: in moves[2]",
      "4:68 error unknown JSON field rests: did you mean 'rest'?",
    }, found(g))
    assert.equal(2, g.plies)
    assert.is_false((g:check()))
  end)

  it("are never written", function()
    for _, text in ipairs {
      '[FEN "4k3/8/8/8/8/8/8/1K4R1 w G - 0 1"]\n\n1. O-O *', "1. e4 (1. d4 Ke3 c5) e5 2. Ke3 Nf6 1-0",
      "{r} 1. {b} e4! {a [%clk 0:10:30] [%emt 0:01] [%eval 3]} (Zz9) {c} e5 {[%eval #-3]} *", '[White "\xE9"]\n\n*',
    } do
      local object = dkjson.decode(one(text):json())
      assert.same({}, found(assert(json.from_table(object))), text)
    end
  end)

  it("are reported if there is no game", function()
    for text, expected in pairs {
      ['{"move": [{"san": "e4"}]}'] = "not a game: no game in the text (unknown field 'move': did you mean 'moves'?)",
      ['{"moves": [{"SAN": "e4"}]}'] = "moves[1].san: string expected, found nil (unknown field 'SAN': in moves[1]; "
        .. "did you mean 'san'?)",
    } do
      local game, err, code = chess.from_json(text)
      assert.is_nil(game)
      assert.equal(expected, err)
      assert.equal("bad_json", code)
    end
  end)

  it("are only counted after the first hundred, in little time and memory", function()
    local move = '{"san":"Nf3","nag":1},{"san":"Nf6","nag":1},{"san":"Ng1","nag":1},{"san":"Ng8","nag":1},'
    local g = assert(chess.from_json('{"moves":[' .. move:rep(1000):sub(1, -2) .. '],"result":"*"}'))
    assert.equal(100, #g.diagnostics)
    assert.equal(4000, g.diagnostics.total)
    local deep = '{"san":"e4","nag":1,"variations":[['
    deep = deep:rep(150) .. '{"san":"d4"}' .. ("]]}"):rep(150)
    g = assert(chess.from_json('{"moves":[' .. deep .. '],"result":"*"}'))
    assert.equal(150, g.diagnostics.total)
    assert.is_true(#g.diagnostics[100].message < 200)
  end)
end)

describe("written and read again, the same", function()
  it("are unusual games", function()
    for _, text in ipairs {
      "*", "1. e4", "{c} 1. e4 *", "1. e4 {} *", "1. e4 ; a } b\n e5 *", "1. {x} e4 ({y} 1. {z} d4) *",
      "1. -- e5 2. Z0 *", '[White "a\\"b\\\\"]\n\n{r} $5 1. e4 e5 2. Ke3 {x} (2. d4) 1-0',
      '[FEN "x"]\n\n1. e4 0-1', "1. e4 (1. Ke3 d5) (1. d4 Nf9 ; x\n c5) e5 *", '1. e4 {\n[Event "x"]\n%y\n} *',
      '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n\nKd7 e4 *', "1. e4 1/2", '[A+b:c "x"]\n\n1. e4 e5 2. [x *',
    } do
      same_again(one(text))
    end
  end)

  it("are games with notes, duplicate tags and unreadable text", function()
    for _, text in ipairs {
      "1. e4 [%csl Ga1] e5 *", '1. e4 [Event "fake"] e5 *', '[White "A"]\n[\n\n1. e4 e5 1-0', "1. () e4 *",
      '[White "A"]\n["]\n[]\n\n1. e4 *', '[Event "a"]\n[Event "b"]\n[White "c"]\n[White "d"]\n\n1. e4 *', "1. $1-0",
      "1. e4 +0.31/12 e5 <> *", '[White "a"]\n\n-1 1. e4 *', "1. e4 Zz9 {open", "1. e4 e5 2. d2(", "1. $1 $2 e4",
      "1. e4 e5 2. d2( 1/2-1/2", "(\r}", "1. d4 (($\n}", '[A "b"]\n\n1. [White "x"] e5 *', "1. e4 (1. f3 (+)x) *",
      "1. e4* e5 1-0", "% a\n1. e4\n%b\ne5 *", '[-a "x"]\n[+ "y"]\n\n1. e4 *', "*d2", "\n1.", '1. e4 {\n\n[E "{}',
      "[" .. ("a"):rep(300) .. ' "x"]\n\n1. e4 *',
    } do
      local game = one(text)
      local back = assert(chess.from_json(game:json()))
      assert.equal(game:pgn(), back:pgn(), text)
    end
  end)

  it("are the games of the sample", function()
    for g in chess.games "spec/data/engine/engine.pgn" do
      same_again(g)
    end
  end)

  it("are the games of the other test data", function()
    local pipe = assert(io.popen("ls spec/data/pgn/*.pgn spec/data/nasty/pgn/*.pgn", "r"))
    local seen = 0
    for path in pipe:lines() do
      for g in chess.games(path) do
        -- p26 is omitted: it is nested more deeply than JSON is read.
        if utf8.len(g.text) and not path:find("p26") then
          seen = seen + 1
          local back = assert(chess.from_json(g:json()))
          assert.same(tags_of(g), tags_of(back), path)
          -- In JSON, as in the tree, a variation on the first move of a variation is a sibling of that variation.
          local is_nested = path:find("p24_", 1, true)
          local text = is_nested and "1. d4 {c} (1. h4 {n} 1... h5) (1. a4 a5) 1... d5 *\n" or g:movetext()
          assert.equal(text, back:movetext(), path)
        end
      end
    end
    pipe:close()
    assert.is_true(seen > 60)
  end)

  local seed = tonumber(os.getenv("LUCENA_SEED")) or 4
  it("are 300 random trees, seed " .. seed, function()
    math.randomseed(seed)
    local texts = { "", "a", "}", "{", '"', "\\", "%x", "[Event \"x\"]", "\u{E9}\u{1F600}", "\1\127", "a  b", "; *" }
    local function text()
      local words = {}
      for i = 1, math.random(3) do
        words[i] = texts[math.random(#texts)]
      end
      return table.concat(words, math.random(4) == 1 and "\n" or " ")
    end
    for _ = 1, 300 do
      local g = one('[Event "x"]\n\n*')
      local nodes = { g.root }
      for _ = 1, math.random(40) do
        local node = nodes[math.random(math.max(1, #nodes - 4), #nodes)]
        local moves = node.position:moves()
        if #moves > 0 then
          local new = assert(node:add(moves[math.random(#moves)]))
          nodes[#nodes + 1] = new
          local comment = text()
          if math.random(3) == 1 and not (comment:find("}") and comment:find("\n")) then
            new.comment = comment
          end
          if math.random(4) == 1 then
            new:add_nag(math.random(0, 255))
          end
        end
      end
      same_again(g)
    end
  end)

  it("are variations at the greatest depth that can be read", function()
    local parts, position = { "1. e4" }, chess.position()
    for depth = 1, 990 do
      -- Each variation needs two moves: its first move replaces a move of the outer variation, and the next variation
      -- replaces its second move.
      local moves = position:moves()
      local first = moves[depth == 1 and 1 or 2]
      local after = position:play(first)
      local second = after:moves()[1]
      parts[#parts + 1] = (" (%s %s"):format(position:san(first), after:san(second))
      position = after
    end
    local g = one(table.concat(parts) .. (")"):rep(990) .. " *")
    assert.same({}, { table.unpack(g.diagnostics) })
    assert.equal(1 + 1 + 2 * 990, g.node_count)
    same_again(g)
  end)
end)

describe("json.each", function()
  local function places(text)
    local list = {}
    for place, g, err in json.each(text) do
      list[#list + 1] = ("%d %s"):format(place, g and g.result or err)
    end
    return list
  end

  it("reads arrays, single games and games in sequence", function()
    assert.same({ "2 *", "18 1-0" }, places '[{"result":"*"}, {"result":"1-0"}]\n')
    assert.same({ "1 *" }, places '{"result":"*"}')
    assert.same({ "4 *", "19 1-0" }, places '\u{FEFF}{"result":"*"}\n{"result":"1-0"}')
    assert.same({}, places "[ ]")
    assert.same({}, places "")
  end)

  it("continues after an object that is not a game", function()
    assert.same({ "2 not an object", "5 *" }, places '[3, {"result":"*"}]')
  end)

  it("reports an array that is not closed", function()
    assert.same({ "2 *", "16 the array is never closed" }, places '[{"result":"*"}')
    assert.same({ "2 *", "16 a comma or ] expected" }, places '[{"result":"*"}{"result":"*"}]')
    assert.same({ "2 *", "18 text after the array" }, places '[{"result":"*"}] x')
    assert.equal(1, #places "{")
  end)
  it("names the missing package dkjson", function()
    local loaded = package.loaded.dkjson
    package.loaded.dkjson, package.preload.dkjson = nil, function() error "no dkjson" end
    local done, err = pcall(chess.from_json, "{}")
    package.loaded.dkjson, package.preload.dkjson = loaded, nil
    assert.same({ false, "the Lua module dkjson is missing: apt-get install lua-dkjson, or"
      .. " luarocks --lua-version 5.4 install dkjson; check LUA_PATH, too" }, { done, tostring(err) })
  end)
end)
