-- A query raises an error for an argument too many and for an unknown option: Lua would ignore both, and the query
-- would mean something else.

local catalogue = require "lucena.query.catalogue"
local chess = require "lucena"

local ROUTES = { seq = true, gap = true } -- take any number of queries, or two numbers

-- Returns the error of an expression with the names of queries, or nil.
local function problem_of(text)
  local query, problem = chess.query.parse(text)
  return query == nil and problem or nil
end

-- Returns the arguments of an example as text: `"Fischer"`, `{min = 2}`, `"Event", "AVRO"`; "" for a bare name.
local function split(example)
  local name, rest = example:match "^([%w_]+)%s*(.*)$"
  return name, rest:match "^%((.*)%)$" or rest
end

-- Visits the examples of all queries.
local function each(visit)
  for _, group in ipairs(catalogue.GROUPS) do
    for i = 2, #group do
      visit(split(group[i][1]))
    end
  end
end

describe("the arguments of queries", function()
  it("raise an error if there is one too many, for each query", function()
    local silent = {}
    each(function(name, arguments)
      local extra = arguments == "" and "{}, {}, 17" or arguments .. (", nil"):rep(3) .. ", 17"
      if not ROUTES[name] and not problem_of(("%s(%s)"):format(name, extra)) then
        silent[#silent + 1] = name
      end
    end)
    assert.same({}, silent)
  end)

  it("raise an error for an unknown option, for each query", function()
    local silent = {}
    local function refuses(name, arguments)
      if not problem_of(("%s(%s)"):format(name, arguments)) then
        silent[#silent + 1] = ("%s(%s)"):format(name, arguments)
      end
    end
    each(function(name, arguments)
      local before, options = arguments:match "^(.-){(.*)}$"
      if options then
        refuses(name, ("%s{%s, foo = 17}"):format(before, options))
      else
        refuses(name, arguments == "" and "{foo = 17}" or arguments .. ", {foo = 17}")
        refuses(name, ("{%s, foo = 17}"):format(arguments))
      end
    end)
    assert.same({}, silent)
  end)

  it("may be nil beyond the last", function()
    assert.is_nil(problem_of 'played("e4", nil)')
    assert.is_nil(problem_of 'castled("white", nil)')
  end)

  local ANSWERS = {
    ['date("2010", "2015")'] = 'date takes one argument; write date{from = "2010", to = "2015"}',
    ['won("Carlsen", "black")'] = 'won takes one argument; write won{"Carlsen", side = "black"}',
    ['player("Carlsen", "Anand")'] = 'player takes one argument; write player "Carlsen" & player "Anand"',
    ['elo(2700, {side = "both"})'] = 'elo takes one argument; write elo{min = 2700, side = "both"}',
    ['eco("B90", "B99")'] = 'eco takes one argument; write eco "B90-B99"',
    ['result("1-0", "0-1")'] = 'result takes one argument; write result "1-0" | result "0-1"',
    ['position("e4 e5", {reversed = true})'] =
      'position takes one argument; the colors exchanged are flipped(position "e4 e5")',
    ["year(1930, 1953)"] = "year takes one argument; a range is year{min = 1930, max = 1953}",
    ["ever(check, capture)"] = "ever takes one argument; combine queries with & | ~, write options in braces",
  }

  for text, answer in pairs(ANSWERS) do
    it(("are explained: %s"):format(text), function()
      local name = text:match "^%w+"
      assert.equal(("bad argument #2 to '%s' (%s)"):format(name, answer), problem_of(text):match "bad argument.*")
    end)
  end

  it("are explained for a query of three", function()
    assert.equal("bad argument #3 to 'count' (count takes 2 arguments; a range is count(check, {min = 1, max = 2}))",
      problem_of("count(check, 1, 2)"):match "bad argument.*")
  end)
end)
