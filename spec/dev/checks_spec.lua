-- The checks of `make lint` that have rules of their own: which faults scripts/dev/results.lua, seeds.lua and
-- spellings.lua report, and which code they accept.

local new_folder = require "spec.support.folder"

-- Runs a check on a file. Returns its lines, without the name of the file.
local function faults(check, text, name)
  local folder <close> = new_folder()
  local path = folder:write(name or "x.lua", text)
  local lua = os.getenv("LUCENA_LUA") or "lua5.4"
  local pipe = assert(io.popen(("%s scripts/dev/%s.lua '%s' 2>&1"):format(lua, check, path)))
  local list = {}
  for line in pipe:lines() do
    list[#list + 1] = line:sub(1, #path) == path and line:sub(#path + 2) or nil
  end
  pipe:close()
  return list
end

local MAKER = "local function made(x) if x then return 1, 2 end return nil, 'no' end\n"

describe("the check of lost results", function()
  local function results(text)
    return faults("results", MAKER .. text)
  end

  it("reports and/or around a function with several results, if somebody takes several", function()
    local lost = "2: `and` and `or` keep one result of made(), but %s (write an `if`)"
    for text, place in pairs {
      ["local function f(x) return x and made(x) or nil end local a, b = f(1)"] = "callers of f() take several",
      ["local function f(x) return x and made(x) end local function g() return f(1) end local a, b = g()"] =
        "callers of f() take several",
      ["local M = {} function M:f(x) return made(x) or x end local a, b = M:f(1)"] = "callers of f() take several",
      ["local x = 1 local a, b = x and made(x) or nil"] = "several are assigned",
      ["local a, b a, b = a and made(a) or nil"] = "several are assigned",
      ["local function two(a, b) return b end local x = two(x and made(x) or nil)"] = "two() has more parameters",
    } do
      assert.same({ lost:format(place) }, results(text), text)
    end
  end)

  it("reports failures that become another value", function()
    assert.same({ "2: if made() fails, the value after `or` hides it (write an `if`)" },
      results("local x = 1 local a = x and made(x) or 7"))
    assert.same({ "2: if tointeger() fails, the value after `or` hides it (write an `if`)" },
      results("local text = '1' local a = text:find('%d') and math.tointeger(tonumber(text)) or 1"))
  end)

  it("accepts one result in parentheses, an error, nil, a reason, and results that nobody takes", function()
    for _, text in ipairs {
      "local function f(x) return x and (made(x)) or nil end local a, b = f(1)",
      "local function f(x) return x and made(x) or nil end local a = f(1)",
      "local function f(x) if x then return made(x) end end local a, b = f(1)",
      "local x = 1 local a = x and made(x) or error('no')",
      "local x = 1 local a = x and made(x) or nil",
      "local x = 1 local a = x and made(x) or 7 -- results: the usual number",
      "local x = 1 local a = x and ('%s'):format(x) or 7",
    } do
      assert.same({}, results(text), text)
    end
  end)

  it("reads the whole syntax of Lua", function()
    assert.same({}, results([===[
      local s <const>, t <close> = [[long "string]] .. [=[ ]] ]=], nil --[[ comment ]] --[==[ another
      ]==] goto done
      for i = 1, #s // 2 do if i ~= 1 and not (i >= 2) then break elseif i << 1 == 2 then else end end
      for k, v in pairs { a = 1, [2] = "\"\\", 3; function(...) return ... end } do repeat local q = k until v end
      while true do do end; break end
      ::done:: local f = function(...) return select("#", ...) end
      f "x" { } (0x1p4, 1e10, .5, -2 ^ 2, ~1 | 3 & 4) return]===]))
  end)
end)

describe("the check of seeds", function()
  local function seeds(text, name)
    return faults("seeds", text, name or "x_spec.lua")
  end

  it("reports math.random without a seed, or with one that no failure shows", function()
    assert.same({ "1: math.random without a seed (math.randomseed(seed), and the seed in the name of the test)" },
      seeds("it('x', function() return math.random(3) end)"))
    assert.same({ "1: the seed is no variable with the word 'seed' in its name (math.randomseed(seed))" },
      seeds("it('x', function() math.randomseed(7) return math.random(3) end)"))
    assert.same({ '2: no name of a test and no message has the seed ("..., seed " .. SEED)' },
      seeds("local SEED = 7\nit('x', function() math.randomseed(SEED) return math.random(3) end)"))
    assert.same({ "1: the seed is set before the tests run (set it in the test)" },
      seeds("local SEED = 7 describe('x, seed ' .. SEED, function() math.randomseed(SEED) end)"))
    assert.same({ "1: math.random without a seed (math.randomseed(seed), and the seed in the name of the test)" },
      seeds("local damage = require 'spec.support.damage'"))
  end)

  it("accepts a seed that the name of a test, or a message, shows", function()
    for _, text in ipairs {
      "local SEED = 7 it('x, seed ' .. SEED, function() math.randomseed(SEED) return math.random(3) end)",
      "for seed = 1, 3 do it(('x %d'):format(seed), function() math.randomseed(seed) return math.random(3) end) end",
      "it('x', function() local seed = 1 math.randomseed(seed) assert.equal(1, math.random(1), 'seed ' .. seed) end)",
      "it('x', function() end)",
    } do
      assert.same({}, seeds(text), text)
    end
  end)
end)

describe("the check of spellings", function()
  it("reports two spellings of one meaning", function()
    for text, pair in pairs {
      ['return { ["1:0"] = 1, ["1-0"] = 1 }'] = "'1:0' and '1-0'",
      ['if x == "O-O" or x == "0-0" then return 1 end'] = "'O-O' and '0-0'",
      ['return { "⩲", "+/=" }'] = "'⩲' and '+/='",
      ['return { "Z0", "@@@@" }'] = "'Z0' and '@@@@'",
    } do
      local fault = "1: " .. pair .. " are spellings of one meaning: use the lexicon"
      assert.same({ fault }, faults("spellings", text), text)
    end
  end)

  it("accepts one spelling of each meaning, operators, comments and reasons", function()
    for _, text in ipairs {
      'return { "1-0", "0-1", "1/2-1/2", "*" }', 'return { "O-O", "O-O-O" }', 'return { "=", "==", "<=", ">=" }',
      '-- "O-O" or "0-0"', 'return { "O-O", "0-0" } -- lexicon: an example', 'local a = "O-O"\n\n\nlocal b = "0-0"',
    } do
      assert.same({}, faults("spellings", text), text)
    end
  end)
end)
