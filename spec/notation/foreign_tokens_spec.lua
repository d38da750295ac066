-- Words that are in no table of spellings, among moves, by every door that reads moves. A door may refuse a word, with
-- a message; it may not read it as a move or a sign that another door does not see.

local doors = require "spec.support.doors"

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

describe("a word in no table", function()
  it("is one of at least 60", function()
    assert.is_true(#TOKENS >= 60)
  end)

  for _, token in ipairs(TOKENS) do
    it(("has one meaning, or is refused with a message, by every door: %s"):format(token), function()
      doors.agree(("1. e4 e5 2. Nf3 %s Nc6 3. Bb5 a6 *"):format(token), WHOLE)
      doors.plays("e4 e5 Nf3 " .. token .. " Nc6", "e4 e5 Nf3 Nc6")
      doors.explains(token)
    end)
  end
end)
