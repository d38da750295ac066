-- The output of reports for programs: JSON as its schema describes it, and one typed CSV file per section.

local chess = require "lucena"
local dkjson = require "dkjson"
local file = require "spec.support.file"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local SAMPLE = "spec/data/sample/sample.pgn"

-- ---- a validator of the keywords that the schema uses --------------------------------------------

local function type_of(value)
  if value == dkjson.null then
    return "null"
  elseif type(value) == "table" then
    return getmetatable(value).__jsontype
  end
  return math.type(value) == "integer" and "integer" or type(value)
end

local validate

local KEYWORDS = { ["$ref"] = function(value, name, root, path)
  validate(value, root["$defs"][name:match "[^/]+$"], root, path)
end }

function KEYWORDS.type(value, wanted, _, path)
  local is_right, found = false, type_of(value)
  for _, name in ipairs(type(wanted) == "table" and wanted or { wanted }) do
    is_right = is_right or name == found or name == "number" and found == "integer"
  end
  assert(is_right, ("%s: is of type %s"):format(path, found))
end

function KEYWORDS.enum(value, list, _, path)
  for _, allowed in ipairs(list) do
    if value == allowed then
      return
    end
  end
  error(path .. ": " .. tostring(value))
end

function KEYWORDS.required(value, names, _, path)
  for _, name in ipairs(names) do
    assert(value[name] ~= nil, path .. ": lacks " .. name)
  end
end

function KEYWORDS.properties(value, schemas, root, path)
  for name, schema in pairs(schemas) do
    if value[name] ~= nil then
      validate(value[name], schema, root, path .. "." .. name)
    end
  end
end

function KEYWORDS.additionalProperties(value, schema, root, path, parent)
  for name, it in pairs(value) do
    if not parent.properties[name] then
      assert(schema, path .. ": has " .. name)
      validate(it, schema, root, path .. "." .. name)
    end
  end
end

function KEYWORDS.items(value, schema, root, path)
  for i, it in ipairs(type(value) == "table" and value or {}) do
    validate(it, schema, root, ("%s[%d]"):format(path, i))
  end
end

function KEYWORDS.anyOf(value, list, root, path)
  local messages = {}
  for i, schema in ipairs(list) do
    local done, message = pcall(validate, value, schema, root, path)
    if done then
      return
    end
    messages[i] = message
  end
  error(table.concat(messages, "; "))
end

function validate(value, schema, root, path)
  for name, argument in pairs(schema) do
    local check = KEYWORDS[name]
    assert(check or ({ title = 1, description = 1, ["$schema"] = 1, ["$defs"] = 1 })[name], name)
    if check and not (name == "additionalProperties" and argument == true) then
      check(value, argument, root, path, schema)
    end
  end
end

-- ---- specs ---------------------------------------------------------------------------------------

local OPTIONS = { player = { name = "Carlsen" }, event = { event = "Zurich", year = 2014 } }

local function decode(text)
  return assert(dkjson.decode(text, 1, dkjson.null))
end

describe("the schema of the JSON of reports", function()
  local schema = decode(file.read "docs/report.schema.json")

  it("describes the output of every report with default options", function()
    local number = 0
    for _, name in ipairs { "summary", "table", "player", "endings", "tournaments", "crosstable", "event",
      "openings" } do
      local report = assert(chess.report(name, OPTIONS[name]))
      for game in chess.games(SAMPLE) do
        report:add(game)
      end
      validate(decode(assert(report:format "json")), schema, schema, name)
      number = number + 1
    end
    assert.equal(8, number)
  end)

  it("rejects other documents", function()
    local function rejects(text)
      local done, message = pcall(validate, decode(text), schema, schema, "x")
      assert.is_false(done)
      return (tostring(message):gsub("^spec/[^ ]* ", ""))
    end
    assert.equal("x: lacks sections", rejects '{"title":""}')
    assert.equal("x: has more", rejects '{"title":"","sections":[],"more":1}')
    assert.equal("x.sections[1].columns[1].kind: percent", rejects('{"title":"","sections":[{"title":"","columns":'
      .. '[{"key":"a","title":"","kind":"percent"}],"rows":[],"notes":[]}]}'))
    rejects '{"title":"","sections":[{"title":"","columns":[],"rows":[{"a":{"b":1}}],"notes":[]}]}'
  end)
end)

describe("lucena report -t csv -o FOLDER", function()
  it("writes a file per section, and the types of the columns", function()
    local folder <close> = new_folder()
    local result = run { "report", "summary", "-q", "-t", "csv", "-o", folder.root, SAMPLE }
    assert.same({ 0, "", "" }, { result.code, result.out, result.err })
    local package = decode(folder:read "datapackage.json")
    assert.equal("Database summary", package.title)
    assert.equal(#folder:names(), #package.resources + 1)
    for _, resource in ipairs(package.resources) do
      local names = {}
      for i, field in ipairs(resource.schema.fields) do
        names[i] = field.name
      end
      assert.equal(table.concat(names, ","), folder:read(resource.path):match "^[^\n]*")
    end
    assert.equal("result,games,share\nWhite wins,107,0.340764\nDraws,147,0.468153\nBlack wins,60,0.191083\n",
      folder:read "2-results.csv")
    local types = {}
    for i, field in ipairs(package.resources[2].schema.fields) do
      types[i] = field.type
    end
    assert.same({ "string", "integer", "number" }, types)
  end)

  it("omits rows with totals, and calls a column with texts a string", function()
    local report = chess.report("table", { rows = "White", columns = "Result" })
    for game in chess.games(SAMPLE) do
      report:add(game)
    end
    local files = report:csv_files()
    assert.same({ "1-table.csv", "datapackage.json" }, { files[1].name, files[2].name })
    assert.is_nil(files[1].text:find("Total", 1, true))
    assert.is_truthy(files[2].text:find('"name":"1-0","title":"1-0","type":"integer"', 1, true))
    local summary = chess.report("summary")
    summary:add(chess.game '[Date "1999.??.??"]\n\n1. e4 *')
    assert.is_truthy(summary:csv_files()[#summary:csv_files()].text:find('"name":"value","title":"","type":"string"', 1,
      true))
  end)

  it("fails for other formats, for a missing folder, and for an unknown event", function()
    local folder <close> = new_folder()
    local result = run { "report", "summary", "-q", "-o", folder.root, SAMPLE }
    assert.equal(2, result.code)
    assert.is_truthy(result.err:find("is a folder, which needs --format csv; write other formats to a file", 1, true))
    result = run { "report", "summary", "-q", "-t", "csv", "-o", folder:path "none/", SAMPLE }
    assert.equal(3, result.code)
    result = run { "report", "crosstable", "-q", "-t", "csv", "-o", folder.root, "--event", "xyzzy", SAMPLE }
    assert.equal(1, result.code)
    assert.same({}, folder:names())
    assert.equal("unknown_event", select(3, chess.report("crosstable", { event = "x" }):csv_files()))
  end)
end)
