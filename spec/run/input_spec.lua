-- lucena.run.input reads games for a client, a table of functions and options. It rejects invalid clients, and counts
-- games, plies and errors.

local inputs = require "lucena.run.input"
local options = require "lucena.run.options"
local tally = require "lucena.run.tally"

local SAMPLE = "spec/data/engine/engine.pgn"
local parser = { error = function(_, message) error(message, 0) end }

local function new_input(more)
  return inputs.new(options.read({ quiet = true }, parser, more))
end

describe("an input", function()
  it("refuses a client with an unknown field", function()
    assert.error_matches(function() new_input():read({}, { vist = function() end }) end, "a client has no 'vist'")
  end)

  it("refuses a misspelt field of a class, and says where it is", function()
    local Sort = {}
    Sort.__index = Sort
    function Sort.vist() end
    function Sort.add() end
    assert.error_matches(function() new_input():read({}, setmetatable({}, Sort)) end,
      "spec/run/input_spec.lua:%d+: a client has no 'vist'; did you mean 'visit'%?")
  end)

  it("refuses a field of the wrong type, also if the client is an object of a class", function()
    assert.error_matches(function() new_input():read({}, { has_data = "yes" }) end,
      "a client's 'has_data' is a string, not a boolean")
    local class = setmetatable({}, { __index = { visit = true } })
    assert.error_matches(function() new_input():read({}, class) end, "a client's 'visit' is a boolean, not a function")
  end)

  it("passes games to the client until the client stops", function()
    local input, numbers = new_input(), {}
    input:read({ SAMPLE, SAMPLE }, { visit = function(_, game)
      numbers[#numbers + 1] = game.number
      return #numbers == 3
    end })
    assert.same({ 1, 2, 3 }, numbers)
    assert.equal(3, input.tally.count)
  end)

  it("counts games without calling a client", function()
    local input = new_input { check = true }
    input:read({ SAMPLE }, {})
    assert.same({ count = 315, passed = 315, plies = 40213, errors = 0, faults = 0, status = 0 },
      input.tally:plain())
  end)

  it("calls the client at the beginning and end of each file", function()
    local input, calls = new_input(), {}
    local function call(name)
      return function(_, _, is_cut)
        calls[#calls + 1] = { name, is_cut }
      end
    end
    input:read({ SAMPLE }, { begin_file = call "begin", finish_file = call "finish" })
    assert.same({ { "begin" }, { "finish", false } }, calls)
  end)
end)

describe("a tally", function()
  it("is the sum of the tallies of its parts, with the highest status", function()
    local whole, part = tally.new(), tally.new()
    whole:add(2, 10, 0)
    part:add(3, 5, 1)
    part:pass(3)
    whole:merge(part:plain())
    assert.same({ count = 5, passed = 3, plies = 15, errors = 1, faults = 0, status = 1 },
      whole:plain())
    whole:unread()
    whole:fail(1)
    assert.same({ 3, 1 }, { whole.status, whole.unread_files })
  end)
end)
