-- Words that are in no table of spellings, among moves, by every door that reads moves. A door may refuse a word, with
-- a message; it may not read it as a move or a sign that another door does not see.

local chess = require "lucena"
local run = require "spec.support.run"
local sessions = require "lucena.repl.session"

local TOKENS = {}
for token in ([[
  Zf3 Xe5 e9 i4 Qz1 Kk1 Nf33 abc foo novelty zz Ünder ☃ ★ ♪ § ¶ © ™ € £ ¥ % %% # ## & ' ` :: ::: .x x. xx e- -e e-- e==
  =e =Q (Q) [x] <x> <<x 1/3 2-0 3-1 1-1 0-2 ½-0-½ 1-0-1 0/1 12:30
  9:99 1e 1x4 O-O-O-O O-X Z1 @@ @@@ $ $x $-1 $999 $1x
  --- ---- ~x ~~~ +++ ++- +-+- !!! ??? !?! ^x _ __ | ||| \ \\ /x // ///x a8=K a8=P e4=Q Nf3=Q e.p. ep ch mate dbl.ch
]]):gmatch("%S+") do
  TOKENS[#TOKENS + 1] = token
end

local WHOLE = "e4 e5 Nf3 Nc6 Bb5 a6"

local function moves_of(game)
  local list = {}
  for node in game:mainline() do
    list[#list + 1] = node.san
  end
  return table.concat(list, " ")
end

-- Return whether the moves of a door are those of the text up to some move.
local function is_beginning(moves)
  return WHOLE:sub(1, #moves) == moves and (moves == "" or (WHOLE .. " "):sub(#moves + 1, #moves + 1) == " ")
end

local function has_error(game)
  for _, record in ipairs(game.diagnostics) do
    if record.severity == "error" then
      return true
    end
  end
  return false
end

local function text_with(token)
  return ("1. e4 e5 2. Nf3 %s Nc6 3. Bb5 a6 *"):format(token)
end

-- Type a line at the prompt. Returns the moves of its game, and the output.
local function typed(line)
  local out = {}
  local session = sessions.new { out = function(text) out[#out + 1] = text end }
  session.settings.board = false
  session:line(line)
  return moves_of(session.game), table.concat(out)
end

describe("a word in no table", function()
  it("is one of at least 60", function()
    assert.is_true(#TOKENS >= 60)
  end)

  for _, token in ipairs(TOKENS) do
    it(("has one meaning, or is refused with a message, by every door: %s"):format(token), function()
      local text = text_with(token)
      local game, err = chess.game(text)
      local moves = game and moves_of(game) or ""
      assert.is_truthy(game or err)
      assert.is_true(is_beginning(moves), moves)
      local is_read = moves == WHOLE and not has_error(game)
      assert.is_true(is_read or has_error(game), "refused without an error")

      -- check and convert: one status, and the same moves
      local checked = run { "check", "-q", "-", stdin = text }
      local written = run { "convert", "-q", "-", stdin = text }
      assert.same({ is_read and 0 or 1, is_read and 0 or 1 }, { checked.code, written.code }, written.err)
      assert.is_true(is_read or #written.err > 0)
      assert.equal(moves, moves_of(assert(chess.game(written.out))))

      -- the prompt and the reader of prose: the moves of the text, or fewer of them with a message
      local at_prompt, out = typed((text:gsub(" %*$", "")))
      assert.is_true(is_beginning(at_prompt), at_prompt)
      assert.is_true(at_prompt == WHOLE or #out > 0, out)
      local games, report = chess.read_text(text)
      local in_prose = games[1] and moves_of(games[1]) or ""
      assert.is_true(is_beginning(in_prose), in_prose)
      local named = report.counts.comment + report.counts.no_position
      assert.is_true(in_prose == WHOLE or #report.diagnostics > 0 or named > 0)

      -- positions: the same moves, or nil and a message
      local after, why = chess.position():play("e4 e5 Nf3 " .. token .. " Nc6")
      assert.is_true(after == nil and #why > 0 or after == chess.position():play("e4 e5 Nf3 Nc6"), tostring(after))

      -- explain: an explanation, or nil and a message
      local explained, message = chess.explain(token)
      assert.is_true(explained ~= nil and explained.kind ~= nil or #message > 0)

      -- translate: all other words are copied
      local translated = chess.translate(text, { from = "english", to = "german" })
      assert.is_true(translated == nil or translated:find("1. e4 e5 2. Sf3", 1, true) == 1, translated)
    end)
  end
end)
