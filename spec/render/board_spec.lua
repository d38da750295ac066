-- Pictures of positions: every piece on its square, from both sides; coloured squares and arrows; messages for wrong
-- options.

local chess = require "lucena"
local board = require "lucena.render.board"

local CASTLED = "r1bq1rk1/pppp1ppp/2n2n2/4p3/1b2P3/2NP1N2/PPP2PPP/R1BQKB1R w KQ - 1 6"

-- Letter and square of every piece that is drawn, from the <use> elements.
local function drawn(svg, flip)
  local found = {}
  local white, black = svg:match('<g fill="#ffffff"[^>]*>(.-)</g><g fill="#35322f"[^>]*>(.-)</g>')
  for side, group in pairs { [0] = white, [32] = black } do
    for kind, x, y in group:gmatch('<use href="#lc%-(%u)" x="(%d+)" y="(%d+)"/>') do
      local column, row = x // 100 | 0, y // 100 | 0
      local file, rank = flip and 8 - column or column + 1, flip and row + 1 or 8 - row
      found[("abcdefgh"):sub(file, file) .. rank] = string.char(kind:byte() + side)
    end
  end
  return found
end

local function men_of(position)
  local found = {}
  for file in ("abcdefgh"):gmatch(".") do
    for rank = 1, 8 do
      found[file .. rank] = position:piece(file .. rank)
    end
  end
  return found
end

local function has(text, part)
  return text:find(part, 1, true) ~= nil
end

describe("a board picture", function()
  it("has every piece on its square, from either side", function()
    local position = chess.position(CASTLED)
    assert.same(men_of(position), drawn(position:svg()))
    assert.same(men_of(position), drawn(position:svg { flip = true }, true))
  end)

  it("can be drawn from a Board and from a Setup with an illegal position", function()
    assert.same(men_of(chess.position()), drawn(chess.board():svg()))
    assert.same({ a1 = "Q", h8 = "q" }, drawn(chess.setup("7q/8/8/8/8/8/8/Q7 w - - 0 1"):svg()))
  end)

  it("defines only the pieces it uses", function()
    local svg = chess.position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"):svg()
    local kinds = {}
    for kind in svg:gmatch('<g id="lc%-(%u)"') do
      kinds[#kinds + 1] = kind
    end
    assert.same({ "P", "K" }, kinds)
  end)

  it("is well-formed XML in each theme", function()
    local need = require "spec.support.need"
    local folder <close> = require "spec.support.folder" ()
    local tool, position = need.program "rsvg-convert", chess.position(CASTLED)
    for theme in pairs(board.THEMES) do
      folder:write("a.svg", position:svg { theme = theme, title = "'\"><&]]>", arrows = { "e1g1" }, marks = { "e4" } })
      assert.is_true(folder:run(("LD_PRELOAD= '%s' a.svg -o a.png"):format(tool)), theme)
    end
  end)

  it("reads arrows and marks as comments of games write them", function()
    local position = chess.position()
    assert.equal(position:svg { arrows = { { from = "e2", to = "e4", color = "red" } },
      marks = { { square = "d5", color = "yellow" } } }, position:svg { arrows = { "Re2e4" }, marks = { "Yd5" } })
    assert.equal(position:svg { arrows = { "e2e4" } }, position:svg { arrows = { "Ge2e4" } })
  end)

  it("takes the marks and arrows of a node as they are", function()
    local node = chess.game("1. e4 {[%csl Yd5] [%cal Re2e4]} *").root.next
    assert.equal(node.position:svg { arrows = { "Re2e4" }, marks = { "Yd5" } },
      node.position:svg { arrows = node.arrows, marks = node.marks })
    assert.has_error(function() node.position:svg { marks = node } end,
      "bad argument #1 to 'svg' (option 'marks': table expected, got lucena.Node)")
  end)

  it("shows the last move, marks and arrows in their places", function()
    local position = chess.position()
    local move = position:parse "e4"
    local svg = position:play(move):svg { last_move = move, marks = { { square = "a8", color = "red" },
      { square = "h8", color = "red", opacity = 0.25 } },
      arrows = { { from = "a1", to = "a8", color = "blue" } } }
    assert.is_true(has(svg, 'fill="#e2c74a" fill-opacity="0.65" d="M400 600h')) -- e2
    assert.is_true(has(svg, 'fill="#e2c74a" fill-opacity="0.65" d="M400 400h')) -- e4
    assert.is_true(has(svg, 'fill="#c8322b" fill-opacity="0.6" d="M0 0h'))
    assert.is_true(has(svg, 'fill="#c8322b" fill-opacity="0.25" d="M700 0h'))
    assert.is_true(has(svg, '<path fill="#2a67c4" d="M42 750L42 90L27 90L50 54L73 90L58 90L58 750Z"/>'))
  end)

  it("describes the side to move and the pieces in text", function()
    local svg = chess.position("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"):svg()
    assert.is_true(has(svg, "<title>Black to move</title><desc>White: e2 Ke1. Black: Ke8.</desc>"))
  end)

  it("omits the coordinates on request", function()
    assert.is_true(has(chess.position():svg(), "aria-hidden"))
    assert.is_false(has(chess.position():svg { coordinates = false }, "aria-hidden"))
  end)

  it("raises for wrong options at the caller's line", function()
    local position = chess.position()
    local function message(options)
      local _, err = pcall(position.svg, position, options)
      return err:gsub("^.-bad", "bad")
    end
    for text, options in pairs {
      ["unknown option 'sise'; did you mean 'size'?"] = { sise = 3 },
      ["unknown theme 'wood'"] = { theme = "wood" },
      ["option 'size': 0 is not between 1 and 10000"] = { size = 0 },
      ["option 'marks': 'e9' is not a square"] = { marks = { "e9" } },
      ["option 'arrows': 'e2e9' is not a pair of squares"] = { arrows = { "e2e9" } },
      ["option 'arrows': 'Xe2e4' is not a pair of squares"] = { arrows = { "Xe2e4" } },
      ["option 'arrows': 'e2e2' has no length"] = { arrows = { "e2e2" } },
      ["option 'last_move': '7' is not a pair of squares"] = { last_move = 7 },
      ["'\" onload=\"' is no colour"] = { marks = { { square = "e4", color = '" onload="' } } },
      ["table expected, got number"] = 3,
    } do
      assert.equal(("bad argument #1 to 'svg' (%s)"):format(text), (message(options)))
    end
  end)
end)
