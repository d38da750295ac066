-- Each example of csrc/notation/diag.def, and so of docs/diagnostics.md, must give its code.

local chess = require "lucena"
local diagnostics = require "scripts.dev.diagnostics"
local programs = require "spec.support.diagnostic_examples"
local proof = require "lucena.run.proof"
local new_folder = require "spec.support.folder"

local EMPTY = "4k3/8/8/8/8/8/8/4K2R w K -" -- `...` in the examples of EPD

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

local RUN = {}

function RUN.pgn(text, folder)
  return read_pgn(folder:write("example.pgn", text:gsub("\\n", "\n") .. "\n"))
end

-- The diagnostics of a list by their codes; without a list, the code of the failure.
local function by_code(list, code)
  local found = {}
  for _, d in ipairs(list or { { code = code, severity = "error" } }) do
    found[d.code] = d
  end
  return found
end

function RUN.fen(text)
  local setup, _, code = chess.setup(text)
  if setup and #setup.diagnostics == 0 then
    setup, _, code = chess.position(text)
  end
  return by_code(setup and setup.diagnostics, code)
end

function RUN.epd(text)
  local record, _, code = chess.epd((text:gsub("^%.%.%.", EMPTY)))
  return by_code(record and record.diagnostics, code)
end

function RUN.move(text)
  local dialect, move, fen = text:match "^(%l+): (%S+) ?(.*)$"
  local position = chess.position(fen ~= "" and fen or nil)
  local found = {}
  for _, code in ipairs(select(2, chess.dialect(dialect):read(position, move))) do
    found[code] = { severity = "repair" }
  end
  return found
end

describe("the catalogue of diagnostics", function()
  local count = 0
  for _, section in ipairs(diagnostics.sections()) do
    for _, entry in ipairs(section.codes) do
      count = count + 1
      it("has an example of " .. entry.code, function()
        local folder <close> = new_folder()
        if entry.example then
          assert.is_nil(programs[entry.code], "two examples")
          local found = RUN[entry.example.kind](entry.example.text, folder)
          assert.is_not_nil(found[entry.code], "the example does not give its code")
          assert.equal(entry.severity, found[entry.code].severity)
        else
          assert.equal(entry.code, run_lua(assert(programs[entry.code], "no example"), folder))
        end
      end)
    end
  end

  for _, version in ipairs { "0.2.0", "0.3.0" } do
    it("has the codes of version " .. version, function()
      local known = {}
      for _, section in ipairs(diagnostics.sections()) do
        for _, entry in ipairs(section.codes) do
          known[entry.code] = true
        end
      end
      for code in io.lines(("spec/data/api/codes-%s.txt"):format(version)) do
        assert.is_true(known[code], code)
      end
    end)
  end

  it("has an explanation or an example of each code", function()
    assert.is_true(count > 160)
    for _, section in ipairs(diagnostics.sections()) do
      for _, entry in ipairs(section.codes) do
        assert.is_true(entry.text ~= "" or entry.example ~= nil, entry.code)
      end
    end
  end)
end)
