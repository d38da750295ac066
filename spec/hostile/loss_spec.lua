-- Inputs that earlier versions wrote with lost or changed text, without a message. The rows have their games, plies,
-- codes and exit statuses, and the texts that are written for them.

local run = require "spec.support.run"

local NUMBERS = {}
for i = 1, 45 do
  NUMBERS[i] = i
end

local GOOD = '[White "B"]\n\n1. d4 d5 0-1\n'

-- name; text; games and plies; codes of `check`, in alphabetical order; exit status of `check`, and that of `convert`;
-- texts that `convert` writes; codes of `check` for these texts, if any
local ROWS = {
  { "comments after the results",
    '[White "A"]\n\n1. e4 e5 1-0 {Black resigns}\n\n[White "B"]\n\n1. d4 d5 0-1 ; on time\n',
    "2 4", "", 0, 0, { "1. e4 e5 {Black resigns} 1-0", "1. d4 d5 { on time} 0-1" } },
  { "an open comment after an unreadable move, which takes in a game",
    '[White "A"]\n\n1. e4 Ke7 {open\n\n[White "B"]\n\n1. d4 {x} d5 0-1\n\n[White "C"]\n\n1. c4 c5 1-0\n', "2 3",
    "illegal_move unclosed_comment", 1, 1, { 'Ke7 {open\n\n[White "B"]\n\n1. d4 {x} d5', "1. c4 c5 1-0" },
    "illegal_move unclosed_comment" },
  { "a second tag section without a blank line before it",
    '[White "Fischer"]\n[Event "x"]\n[White "Karpov"]\n[Event "y"]\n\n1. e4 e5 1-0\n', "2 2", "no_result", 0, 0,
    { '[White "Fischer"]', '[White "Karpov"]', "1. e4 e5 1-0" } },
  { "games without tags and results", "1. e4 e5\n\n1. d4 d5\n\n1. c4 c5\n", "3 6",
    "no_result restarted_movetext restarted_movetext", 0, 0, { "1. e4 e5 *", "1. d4 d5 *", "1. c4 c5 *" } },
  { "a NAG before a move that cannot be read", "1. e4 ($5 zz) e5 *\n", "1 2", "bad_move", 1, 1,
    { "\n1. e4 ($5 zz) 1... e5 *\n" }, "bad_move" },
  { "a star after a word that cannot be read", "1. g/\n\n1f3 e7e5*  *\n", "1 0", "bad_move", 1, 1,
    { "\n1. g/\n\n1f3 e7e5* *\n" }, "bad_move" },
  { "headers of rounds without moves", ('[Round "%d"]\n\n'):rep(45):format(table.unpack(NUMBERS)), "45 0",
    ("no_result "):rep(45):sub(1, -2), 0, 0, { '[Round "1"]', '[Round "2"]', '[Round "45"]' } },
  { "headings that begin with a digit",
    '1st Big Slick Chess tournament\n\n[White "A"]\n\n1. e4 *\n\n23rd Pula Open\n\n' .. GOOD, "2 3",
    "stray_text stray_text", 0, 0, { "1. e4 *", "1. d4 d5 0-1" } },
  { "values of tags without quotation marks, or with other ones",
    "[White Fischer]\n[Event 'Linares']\n[Site \u{201c}Rome\u{201d}]\n\n1. e4 *\n", "1 1",
    "bad_tag bad_tag bad_tag", 0, 0,
    { '[White "Fischer"]', '[Event "Linares"]', '[Site "Rome"]' } },
  { "a game after tags without brackets", 'Event "A"\n1. e4 e5 1-0\n\n' .. GOOD, "1 2", "stray_tag", 1, 1,
    { '[White "B"]', "1. d4 d5 0-1" } },
  { "a file that is only a comment", '{"a":1}\n', "0 0", "no_game", 1, 1, {} },
  { "the brackets of a forum", '[pgn]\n[White "A"]\n\n1. e4 e5 1-0\n[/pgn]\n\n[pgn]\n' .. GOOD .. "[/pgn]\n", "2 4",
    "stray_text stray_text stray_text stray_text", 0, 0, { "1. e4 e5 1-0", "1. d4 d5 0-1" } },
  { "a result written twice", "1. e4 e5 1-0 1-0\n\n" .. GOOD, "2 4", "text_after_result", 0, 0,
    { "1. e4 e5 {1-0} 1-0", "1. d4 d5 0-1" } },
}

local function codes_of(text)
  local list = {}
  for code in text:gmatch("%[([%l_]+)%]\n") do
    list[#list + 1] = code
  end
  table.sort(list)
  return table.concat(list, " ")
end

describe("a file with", function()
  for _, row in ipairs(ROWS) do
    local name, text, counts, codes, check_status, convert_status, written, again = table.unpack(row)
    it(name .. " is reported, and its readable part is written", function()
      local checked = run { "check", "-", stdin = text }
      local games, plies = checked.err:match("(%d+) games?, (%d+) pl")
      assert.equal(counts, games .. " " .. plies)
      assert.equal(codes, codes_of(checked.out))
      assert.equal(check_status, checked.code)
      local converted = run { "convert", "-", stdin = text }
      assert.equal(convert_status, converted.code)
      for _, part in ipairs(written) do
        assert.truthy(converted.out:find(part, 1, true), part)
      end
      -- If the written text is read again, only unreadable text is reported.
      assert.equal(again or "", #written > 0 and codes_of(run({ "check", "-", stdin = converted.out }).out) or "")
    end)
  end

  it("an invalid byte keeps its players' names, in every format", function()
    local text = '[White "M\u{fc}ller"]\n[Event "Z\u{fc}rich"]\n\n1. e4 {one stray byte \xe9} e5 1-0\n'
    for _, words in ipairs {
      { "convert", "--encoding", "utf-8" }, { "convert", "-t", "jsonl" }, { "convert", "-t", "csv" },
      { "filter", "--encoding", "utf-8" }, { "tag", "--set", "Annotator=\u{c9}lan", "-o", "-" },
    } do
      words.stdin = text
      local r = run(words)
      assert.equal(0, r.code)
      assert.truthy(r.out:find("M\u{fc}ller", 1, true) and r.out:find("Z\u{fc}rich", 1, true), words[1])
      assert.is_falsy(r.out:find("\u{c3}", 1, true), words[1])
      assert.truthy(words[1] ~= "tag" or r.out:find('[Annotator "\u{c9}lan"]', 1, true))
      assert.truthy(words[1] == "tag" or words[3] == "csv" or r.out:find("one stray byte \u{e9}", 1, true))
    end
    local checked = run { "check", "--style", stdin = text }
    assert.same({ 0, "mixed_encoding" }, { checked.code, codes_of(checked.out):match("mixed_encoding") })
  end)

  it("misspelled JSON fields is reported, with the place of each field", function()
    local text = '{"tags":{"White":"A"},"Result":"1-0","moves":[{"san":"e4","comment":"lost","nag":1}]}'
    local r = run { "convert", "-f", "jsonl", "-", stdin = text }
    assert.equal(1, r.code)
    assert.truthy(r.out:find('[White "A"]', 1, true) and r.out:find("1. e4 *", 1, true))
    for _, place in ipairs { "-:1:23: unknown JSON field Result", "-:1:59: unknown JSON field comment",
      "-:1:76: unknown JSON field nag" } do
      assert.truthy(r.err:find(place, 1, true), r.err)
    end
  end)
end)
