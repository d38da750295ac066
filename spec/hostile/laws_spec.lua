-- Laws that hold for every file, tested with random messy files (spec/support/messy_file.lua): always the same ones, so
-- that a failure is that of a change. With LUCENA_LONG=1 there are 3,000 other files; LUCENA_SEED sets the first seed.
-- scripts/dev/laws.lua shortens the file of a seed for which a law does not hold.

local laws = require "spec.support.laws"

local IS_LONG = os.getenv "LUCENA_LONG" == "1"
local SEED = math.tointeger(tonumber(os.getenv "LUCENA_SEED")) or IS_LONG and os.time() % 1000000 or 1

describe("for messy files,", function()
  for _, law in ipairs(laws.list) do
    local count = IS_LONG and 3000 or law.starts_processes and 15 or 80
    it(("%s, seeds %d to %d"):format(law.name, SEED, SEED + count - 1), function()
      for seed = SEED, SEED + count - 1 do
        local broken = laws.broken(law, seed)
        if broken then
          assert.equal(broken[2], broken[3], ("seed %d: %s"):format(seed, broken[1]))
          error(("seed %d: %s"):format(seed, broken[1]), 0)
        end
      end
    end)
  end

  -- Files for which a law did not hold once.
  for i, text in ipairs {
    "[\n\n[Event", "1. e4 e5\n\n1.", 'e5\n[0"\nc4 1-0{',
    '[R ""]\n1. e4 -- 2. d4 d5 (2... -- {}) 3. e5 *\n\nx\n\n[R "2"]\n\n1. e4 -- *\n',
  } do
    it("each law holds for file " .. i, function()
      for _, law in ipairs(laws.list) do
        for seed = 1, law.starts_processes and 2 or 10 do
          assert.same({}, laws.test(law, seed, "a.pgn", text) or {})
        end
      end
    end)
  end
end)
