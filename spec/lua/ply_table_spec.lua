-- Tables of positions: each column against the Nodes of the game, in csv, tsv and jsonl, and `convert --per ply`.

local chess = require "lucena"
local flat = require "lucena.flat"
local json = require "dkjson"
local ply_table = require "lucena.ply_table"
local run = require "spec.support.run"

local SAMPLE = "spec/data/sample/sample.pgn"
local TEXT = ([[
[White "Anderssen, \"A\""]
[WhiteElo "2600"]
[Result "1-0"]

{Start} 1. e4 $1 $14 {[%clk 0:01:00] good, "best" [%emt 0:00:02]} e5 {[%eval 0.3]} 2. Qh5 {a@b
c} Ke7 {[%eval #-3]} 3. Qxe5# 1-0
]]):gsub("@", "\t")

-- Return the lines of a game as arrays of cells.
local function lines(to, columns, text, functions)
  local made = ply_table.new(to, { columns = columns, functions = functions })
  local list = {}
  for line in made:row(chess.game(text or TEXT)):gmatch("[^\n]+") do
    list[#list + 1] = line
  end
  return list, made
end

-- Return the values that a Node gives for the columns.
local function expected(node, game)
  local position = node.position
  local nags = {}
  for i, nag in ipairs(node.nags) do
    nags[i] = "$" .. nag
  end
  return {
    id = flat.id(game), game = game.number, key = ("%016x"):format(position.key), fen = position:fen(),
    san = node.move and node.san, uci = node.move and node.parent.position:uci(node.move), eval = node.eval,
    mate = node.mate, clock = node.clock, elapsed = node.elapsed, nag = nags[1] and table.concat(nags, " "),
    remark = node.remark, turn = position.turn, ep = position.ep, castling = position.castling,
    is_check = position.is_check, is_irregular = position.is_irregular, variant = position.variant,
    halfmove_clock = position.halfmove_clock, fullmove_number = position.fullmove_number,
    White = game.tags.White, white_elo = flat.white_elo(game), plies = game.plies,
  }
end

describe("a table of positions", function()
  it("has the values of the Nodes in all columns", function()
    local names = { "ply" }
    for name in pairs(ply_table.PLY) do
      names[#names + 1] = name
    end
    table.move(ply_table.POSITION, 1, #ply_table.POSITION, #names + 1, names)
    table.move({ "White", "white_elo", "plies" }, 1, 3, #names + 1, names)
    local made, games = ply_table.new("jsonl", { columns = names }), 0
    for game in chess.games(SAMPLE) do
      local ply, node = 0, game.root
      for line in made:row(game):gmatch("[^\n]+") do
        local want = expected(node, game)
        want.ply = ply
        assert.same(want, json.decode(line))
        ply, node = ply + 1, node.next
      end
      assert.equal(game.plies + 1, ply)
      games = games + (game.text:find("%[%%") and 1 or 0)
      if games == 20 then
        break
      end
    end
    assert.equal(20, games)
  end)

  it("quotes cells", function()
    local columns = { "ply", "White", "clock", "elapsed", "eval", "mate", "nag", "remark" }
    assert.same({
      '0,"Anderssen, ""A""",,,,,,Start', '1,"Anderssen, ""A""",60.0,2.0,,,$1 $14,"good, ""best"""',
      '2,"Anderssen, ""A""",,,0.3,,,', '3,"Anderssen, ""A""",,,,,,"a\tb', 'c"', '4,"Anderssen, ""A""",,,,-3,,',
      '5,"Anderssen, ""A""",,,,,,',
    }, (lines("csv", columns)))
    assert.equal('3\tAnderssen, "A"\t\t\t\t\t\ta\\tb\\nc', lines("tsv", columns)[4])
    assert.equal('{"ply":1,"White":"Anderssen, \\"A\\"","clock":60.0,"elapsed":2.0,"nag":"$1 $14",'
      .. '"remark":"good, \\"best\\""}', lines("jsonl", columns)[2])
  end)

  it("omits members without a value, also the first and all of them", function()
    assert.same({ "{}", "{}", '{"eval":0.3}', "{}", '{"mate":-3}', "{}" }, (lines("jsonl", { "eval", "mate" })))
    local mate = lines("jsonl", { "Black", "is_check" }, "1. f3 e5 2. g4 Qh4# *")
    assert.same({ '{"is_check":false}', '{"is_check":true}' }, { mate[4], mate[5] })
  end)

  it("has columns of a script, which win over others", function()
    local functions = {
      legal = function(node) return #node.position:moves() end,
      san = function(node) return node.san and node.san:lower() end,
      half = function(node) return node.ply > 1 and 0 / 0 or false end,
    }
    local columns = { "ply", "san", "legal", "half" }
    assert.same({ "0,,20,false", "1,e4,20,false" }, lines("csv", columns, "1. e4 *", functions))
    assert.equal('{"ply":2,"san":"nf6","legal":30}', lines("jsonl", columns, "1. e4 Nf6 *", functions)[3])
  end)

  it("has the names of the columns in the first line", function()
    assert.equal("id,game,ply,key,san,uci,eval,mate,clock\n", ply_table.new("csv", {}):header())
    assert.equal("ply\tfen\n", ply_table.new("tsv", { columns = { "ply", "fen" } }):header())
    assert.equal("", ply_table.new("jsonl", {}):header())
    local functions = { ["a,b"] = function() return 1 end }
    assert.equal('"a,b"\n', ply_table.new("csv", { columns = { "a,b" }, functions = functions }):header())
  end)

  it("has no lines for a game whose start position is unknown", function()
    for _, tag in ipairs { '[Variant "Crazyhouse"]', '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]', '[FEN "4k3"]' } do
      local game = chess.game(tag .. "\n\n1. e4 *")
      assert.equal("", ply_table.new("csv", {}):row(game))
      for _, form in ipairs { "fen", "epd" } do
        assert.is_nil((game:export(form)))
      end
    end
    assert.equal(1, #lines("csv", nil, "1. e5 *"))
  end)
end)

describe("lucena convert --per ply", function()
  local function convert(...)
    return run { "convert", "-q", "--per", "ply", stdin = TEXT, ... }
  end

  it("writes tags, values of the game, the position and the ply", function()
    local result = convert("-t", "csv", "--columns", "White,white_elo,tag:Odd,ply,san,fen")
    assert.equal(0, result.code, result.err)
    assert.equal('White,white_elo,Odd,ply,san,fen\n"Anderssen, ""A""",2600,,0,,' .. chess.START_FEN .. "\n",
      result.out:match("^.-\n.-\n"))
  end)

  it("writes tags with the names of columns, and no name twice in JSON", function()
    local text = '[ply "77"]\n[plies "66"]\n\n1. e4 *'
    local function columns(list, to)
      return run { "convert", "-q", "--per", "ply", "-t", to, "--columns", list, stdin = text }
    end
    assert.equal("ply,tag:ply,tag:plies\n0,77,66\n1,77,66\n", columns("ply,tag:ply,tag:plies", "csv").out)
    assert.equal('{"tag:ply":"77"}\n{"tag:ply":"77"}\n', columns("tag:ply", "jsonl").out)
    assert.is_truthy(columns("san,san", "jsonl").err:find("--columns: 'san' is there twice\n", 1, true))
    local game = run { "convert", "-q", "-t", "csv", "--columns", "plies,tag:plies", stdin = text }
    assert.equal("plies,tag:plies\n1,66\n", game.out)
  end)

  it("appends the columns of a script, and reports its errors", function()
    local folder = require "spec.support.folder"
    local at <close> = folder()
    at:write("columns.lua", "return { legal = function(node) return #node.position:moves() end }")
    local result = convert("-t", "csv", "-s", at.root .. "/columns.lua")
    assert.equal("id,game,ply,key,san,uci,eval,mate,clock,legal", result.out:match("^[^\n]*"))
    at:write("columns.lua", "return { legal = function(node) return node.position.x end }")
    result = convert("-t", "csv", "-s", at.root .. "/columns.lua")
    assert.is_true(result.code ~= 0, result.out)
    assert.is_truthy(result.err:find("columns.lua:1: ", 1, true), result.err)
  end)
end)
