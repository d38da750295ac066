-- Each query that an answer of -e prints is a query that can be typed: for all words of chess, alone, in phrases and in
-- conditions.

local beyond = require "lucena.query.beyond"
local catalogue = require "lucena.query.catalogue"
local parse = require("lucena").query.parse
local plain = require("lucena.query.source").plain

local ENDINGS = { "write (.*)$", "the nearest query is (.*)$", "the other conditions are (.*)$",
  "the other words of '.*' mean (.*)$" }

-- Return the queries in a message: "write A, or B". A command is none.
local function queries_in(message)
  local list = {}
  for _, ending in ipairs(ENDINGS) do
    local hint = message:match(ending)
    if hint and not hint:find "^lucena " then
      hint = hint:gsub(", with %-%-list.*$", "")
      local whole = plain(hint)
      for part in whole and hint:gmatch ".+" or (hint .. ", or "):gmatch "(.-), or " do
        list[#list + 1] = part
      end
      break
    end
  end
  return list
end

local tested = 0

local function check(text)
  local query, problem = parse(text)
  for _, hint in ipairs(query and {} or queries_in(problem)) do
    assert.is_truthy(plain(hint), text .. ": " .. problem)
    tested = tested + 1
  end
  return problem
end

local FORMS = { "%s", "no %s", "white %s", "%s before move 20", "%s by black", "both sides %s", "mate by %s" }
local CONDITIONS = { "!%s && mate", "not %s", "count(%s) > 3 || frob", "%s(white) and year > 1990" }

-- Return the first word of each row, and the words with one meaning.
local function words()
  local list = {}
  for _, row in ipairs(catalogue.WORDS) do
    list[#list + 1] = row[1]:match "^[^,]+"
  end
  return list
end

describe("the query in an answer", function()
  it("runs, for each word of chess in phrases", function()
    for _, word in ipairs(words()) do
      for _, form in ipairs(FORMS) do
        check(form:format(word))
      end
    end
  end)

  it("runs, for each word of chess in conditions", function()
    for _, word in ipairs(words()) do
      for _, form in ipairs(CONDITIONS) do
        check(form:format((word:gsub("[ '-]", "_"))))
      end
    end
  end)

  it("runs, for words that are not searched", function()
    for _, row in ipairs(beyond.NOT_SEARCHED) do
      for word in row[1]:gmatch "[^, ][^,]*" do
        assert.is_truthy(check(word), word)
      end
    end
    assert.is_true(tested > 1000, tested)
  end)
end)
