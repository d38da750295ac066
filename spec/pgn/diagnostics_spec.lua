-- docs/diagnostics.md must have the codes, severities and sentences of the catalogue of diagnostics. Each example must
-- give its code.

local chess = require "lucena"
local file = require "spec.support.file"
local proof = require "lucena.run.proof"
local new_folder = require "spec.support.folder"

local CATALOGUE, PAGE = "csrc/notation/diag.def", "docs/diagnostics.md"

local function catalogue()
  local rows = {}
  local pattern = '\nLC_DIAG%([%u%d_]+, "([%l%d_]+)", LC_(%u+),%s*"([^"]*)"%)'
  for code, severity, sentence in file.read(CATALOGUE):gmatch(pattern) do
    if code ~= "none" then
      rows[code] = severity:lower() .. ": " .. sentence
    end
  end
  return rows
end

-- Code -> { "severity: sentence", language, example }.
local function page()
  local rows = {}
  local text = file.read(PAGE):gsub("\n## [^\n]*\n", "\n### `") .. "\n### `"
  for code, section in text:gsub("\n### `", "\0"):gmatch("%z([%l%d_]+)`([^\0]*)") do
    local severity, sentence = section:match("^\n\n%*%*(%l+)%*%*: ([^\n]+)\n")
    local language, example = section:match("```(%l+)\n(.-)\n```")
    rows[code] = { severity .. ": " .. sentence, language, example }
  end
  return rows
end

local function read_pgn(path)
  local found = {}
  local function add(list)
    for _, d in ipairs(list) do
      found[d.code] = d
    end
  end
  local reader <close> = assert(chess.open(path))
  local checks = proof.new()
  checks:begin_file(path)
  for game in function() return (reader:read()) end do
    add(select(2, game:check()))
    add(checks:check(game))
  end
  for _, records in ipairs(checks:finish()) do
    add(records)
  end
  add(reader:take_diagnostics())
  return found
end

local function run_lua(code, folder)
  local env = setmetatable({ chess = chess, file = function(bytes) return folder:write("example", bytes) end },
    { __index = _G })
  return assert(load(code, "=example", "t", env))()
end

describe("the page of diagnostics", function()
  it("has the codes of the catalogue, with severities and messages", function()
    local count, written = 0, {}
    for code, row in pairs(page()) do
      count = count + 1
      written[code] = row[1]
    end
    assert.same(catalogue(), written)
    assert.is_true(count >= 60, count)
  end)

  for code, row in pairs(page()) do
    it("shows an example of " .. code, function()
      local folder <close> = new_folder()
      assert.is_not_nil(row[3], "no example")
      if row[2] == "lua" then
        assert.equal(code, run_lua(row[3], folder))
        return
      end
      assert.equal("pgn", row[2])
      local found = read_pgn(folder:write("example.pgn", row[3] .. "\n"))
      assert.is_not_nil(found[code], "the example does not give its code")
      assert.equal(row[1]:match("^%l+"), found[code].severity)
    end)
  end
end)
