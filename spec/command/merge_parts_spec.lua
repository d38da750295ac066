-- --range, --partial and `lucena merge-parts`: the merged parts must equal the output for the whole input, byte
-- for byte. Parts that do not belong together are rejected with a message that names them.

local chess = require "lucena"
local cuts = require "lucena.run.cuts"
local new_folder = require "spec.support.folder"
local packed = require "spec.support.packed"
local part = require "lucena.run.part_file"
local run = require "spec.support.run"

local SAMPLE = "spec/data/engine/engine.pgn"

local function sample()
  local file <close> = assert(io.open(SAMPLE, "rb"))
  return file:read("a")
end

-- Two files. One has games, stray words and a comment that is never closed. The other repeats some of the games.
local function make_files(folder)
  local text = sample()
  local first = folder:write("a.pgn", text:sub(1, 30000) .. "\n\nstray words\n\n[Event \"x\"]\n\n1. e4 {never closed\n")
  local second = folder:write("b.pgn", text:sub(20000, 45000))
  return { first, second }
end

local function command(words, paths, ...)
  local request = { table.unpack(words) }
  for _, word in ipairs { ... } do
    request[#request + 1] = word
  end
  table.move(paths, 1, #paths, #request + 1, request)
  return request
end

-- Writes the partial results of N ranges and returns their paths.
local function make_parts(folder, words, paths, n, ...)
  local parts = {}
  for k = 1, n do
    parts[k] = folder:path("part." .. k)
    local result = run(command(words, paths, "-q", "--range", k .. "/" .. n, "--partial", "-o", parts[k], ...))
    assert.is_truthy(result.code <= 1, result.err)
    assert.equal("", result.out)
  end
  return parts
end

local function merge(parts, ...)
  return run(command({ "merge-parts" }, parts, ...))
end

local function reversed(list)
  local out = {}
  for i, item in ipairs(list) do
    out[#list + 1 - i] = item
  end
  return out
end

describe("merge-parts", function()
  local folder, paths
  setup(function()
    folder = new_folder()
    paths = make_files(folder)
    folder:write("gather.lua", [[
      return {
        where = function(game) return game.plies > 30 end,
        each = function(game, state) state.n = (state.n or 0) + 1 end,
        merge = function(a, b) return { n = (a.n or 0) + (b.n or 0) } end,
        finish = function(state) return state.n .. " games" end,
      }]])
  end)
  teardown(function()
    folder:__close()
  end)

  -- Rows: numbers of ranges, and a command.
  local EVERY = { 1, 2, 3, 7 }
  for _, case in ipairs {
    { EVERY, "filter", "-t", "Result=1-0" },
    { { 2 }, "filter", "-e", "checkmate", "--list" },
    { { 2 }, "filter", "-t", "White~a", "--count" },
    { { 2 }, "filter", "--check", "--sample", "5", "--seed", "3", "--to", "csv", "--columns", "White,plies" },
    { EVERY, "report", "openings", "--depth", "6", "-t", "json", "-e", 'result "1-0"' },
    { EVERY, "book", "make", "--min", "1", "--depth", "6" },
    { EVERY, "dedup", "--by", "players", "--keep", "longest" },
  } do
    local words = { table.unpack(case, 2) }
    it("gives the same output as one run for " .. table.concat(words, " "), function()
      local whole = run(command(words, paths, "-q"))
      assert.is_truthy(#whole.out > 1)
      for _, n in ipairs(case[1]) do
        local merged = merge(reversed(make_parts(folder, words, paths, n)), "-q")
        assert.same({ whole.code, whole.out }, { merged.code, merged.out }, n .. " ranges")
      end
    end)
  end

  it("gives the same output with --jobs, from whole files and from a pipe", function()
    for _, words in ipairs { { "filter", "-t", "Result=1-0" }, { "report", "summary" } } do
      local whole = run(command(words, paths, "-q"))
      local path = folder:path "jobs"
      run(command(words, paths, "-q", "--jobs", 2, "--partial", "-o", path))
      assert.equal(whole.out, merge({ path }, "-q").out)
      local request = command(words, { "-" }, "-q", "--partial", "-o", path)
      request.stdin = folder:read "a.pgn"
      run(request)
      assert.equal(run(command(words, { paths[1] }, "-q")).out, merge({ path }, "-q").out)
    end
  end)

  it("chooses the format by the output name, and merges the same part repeatedly", function()
    local parts = make_parts(folder, { "report", "summary" }, paths, 2)
    local before = folder:read "part.2"
    make_parts(folder, { "report", "summary" }, paths, 2, "--jobs", 2)
    assert.is_true(before == folder:read "part.2")
    assert.equal("lucena part 2\n", before:match("^[^\n]*\n"))
    local result = merge(parts, "-o", folder:path "x.html")
    assert.equal(1, result.code)
    assert.is_truthy(result.err:find("^lucena: %d+ games, errors in 3 places\n$"), result.err)
    assert.is_truthy(folder:read "x.html":find("^<!DOCTYPE html>"))
  end)

  it("merges files that were counted separately", function()
    local parts = {}
    for i, path in ipairs(paths) do
      parts[i] = folder:path("file." .. i)
      run { "report", "summary", "-q", "--partial", "-o", parts[i], path }
    end
    assert.equal(run(command({ "report", "summary", "-q" }, paths)).out, merge(parts, "-q").out)
    table.insert(parts, parts[1])
    assert.is_truthy(merge(parts).err:find("are the same part of", 1, true))
  end)

  it("merges parts of a pipe in the order given", function()
    local texts = { '[White "X"]\n\n1. e4 *\n\n[White "Y"]\n\n1. e4 e5 *\n\n', '[White "Z"]\n\n1. d4 d5 *\n\n' }
    local parts, words = {}, { "filter", "--to", "csv", "-t", "White~", "--columns", "White" }
    for k, text in ipairs(texts) do
      parts[k] = folder:path("pipe." .. k)
      local request = command(words, {}, "-q", "--jobs", k, "--partial", "-o", parts[k])
      request.stdin = text
      assert.equal(0, run(request).code)
    end
    assert.equal("White\nX\nY\nZ\n", merge(parts, "-q").out)
    assert.equal("White\nZ\nX\nY\n", merge(reversed(parts), "-q").out)
  end)

  it("runs a script only if it is named again", function()
    local parts = make_parts(folder, { "filter", "-s", folder:path "gather.lua" }, { SAMPLE }, 2)
    local refused = merge(parts)
    assert.equal(2, refused.code)
    assert.is_truthy(refused.err:find("to run it, give -s " .. folder:path "gather.lua", 1, true), refused.err)
    local whole = run { "filter", "-q", "-s", folder:path "gather.lua", SAMPLE }
    assert.equal(whole.out, merge(parts, "-q", "-s", folder:path "gather.lua").out)
  end)

  it("runs no code of a foreign part, and writes only its own file", function()
    local evil, trace = folder:path "evil.lua", folder:path "trace"
    folder:write("evil.lua", ("io.open(%q, 'w'):close()"):format(trace))
    for kind, options in pairs {
      report = { name = evil },
      filter = { script = evil, names = { evil }, expression = ("dofile(%q)"):format(evil), rest_file = trace },
      dedup = { by = "moves", keep = "first", duplicates = trace, check = { trace } },
    } do
      local writer <close> = chess.writer(folder:path "made")
      assert(part.begin(writer, {}):finish({ version = chess.version, words = { kind, evil }, options = options,
        facts = {}, files = { { name = "a", size = 1 } }, spans = {},
        tally = { count = 0, passed = 0, plies = 0, errors = 0, status = 0 } }))
      assert(writer:close())
      merge({ folder:path "made" }, "-q")
      assert.is_nil(folder:read "trace", kind)
    end
  end)

  it("prints the missing range, and its command", function()
    local parts = make_parts(folder, { "report", "summary", "-e", 'result "1-0"' }, paths, 3)
    local result = merge({ parts[1], parts[3] })
    assert.equal(1, result.code)
    assert.equal(("lucena: part 2/3 of %s and 1 more is missing; make it:\n"
      .. "  lucena report summary -e 'result \"1-0\"' %s --range 2/3 --partial -o PART\n"):format(paths[1],
      table.concat(paths, " ")), result.err)
  end)

  it("refuses parts that do not match: other commands, or files that have changed", function()
    local one = make_parts(folder, { "report", "summary" }, paths, 2)
    local text = folder:read "part.2"
    make_parts(folder, { "report", "summary", "--top", "5" }, paths, 2)
    assert.is_truthy(merge(one).code == 0 or merge(one).code == 1)
    folder:write("part.2", text)
    assert.is_truthy(merge(one).err:find("are of different commands (top)", 1, true))
    -- A file of the same size with other games: a range does not begin where the range before it ends.
    local words, other = { "report", "summary" }, folder:write("other.pgn", ("1. e4 *\n\n"):rep(204))
    make_parts(folder, words, { other }, 2)
    folder:write("other.pgn", ("1. e4 e5 *\n\n"):rep(153))
    run(command(words, { other }, "-q", "--range", "2/2", "--partial", "-o", one[2]))
    local result = merge(one)
    assert.equal(1, result.code)
    assert.is_truthy(result.err:find("part.2: it begins at byte %d+ of .*, the part before ends at %d+; make"),
      result.err)
    -- The file grows before the second half is read.
    local path = folder:write("grows.pgn", sample():sub(1, 40000))
    make_parts(folder, words, { path }, 2)
    folder:write("grows.pgn", sample():sub(1, 60000))
    run(command(words, { path }, "-q", "--range", "2/2", "--partial", "-o", one[2]))
    assert.is_truthy(merge(one).err:find("part 2/2 of .* is missing"), merge(one).err)
  end)

  it("refuses damaged parts, and files that are not parts", function()
    local parts = make_parts(folder, { "report", "summary" }, paths, 2)
    local text = folder:read "part.2"
    for what, damaged in pairs {
      ["it is truncated, or there is text after its end"] = text:sub(1, -2),
      ["it is damaged"] = text:sub(1, -30) .. string.char(text:byte(-29) ~ 1) .. text:sub(-28),
      ["it is truncated, or there is"] = text .. "x",
      ["it is damaged; make"] = text:sub(1, -17) .. ("\255"):rep(8) .. text:sub(-8),
      ["not a part written by"] = "lucena part 1" .. text:sub(14),
    } do
      folder:write("part.2", damaged)
      local result = merge(parts)
      assert.same({ 1, "" }, { result.code, result.out })
      assert.is_truthy(result.err:find(what, 1, true), result.err)
    end
    assert.equal(3, merge({ folder:path "no-such-part" }).code)
    assert.same({ 3, "lucena: csrc: cannot read: Is a directory\n" }, { merge({ "csrc" }).code, merge({ "csrc" }).err })
  end)

  it("writes parts if main() is called by a program", function()
    local path, arguments = folder:path "part", _G.arg
    _G.arg = nil
    local status = require("lucena.command").main { "report", "summary", "-q", "--partial", "-o", path, SAMPLE }
    _G.arg = arguments
    assert.equal(0, status)
    assert.equal("lucena report summary " .. SAMPLE, folder:read "part":match "\n(lucena [^\n]*)\n")
  end)

  it("explains why a command has no parts", function()
    for said, words in pairs {
      ["--limit needs all games"] = { "filter", "--check", "--limit", "3" },
      ["no removed games, which --list"] = { "dedup", "--list" },
      ["--contained needs all games"] = { "dedup", "--contained" },
      ["needs a file for the part: -o FILE"] = { "report", "summary" },
    } do
      local request = command(words, { SAMPLE }, "--partial")
      if not said:find("-o FILE", 1, true) then
        request[#request + 1], request[#request + 2] = "-o", folder:path "none"
      end
      local result = run(request)
      assert.equal(2, result.code)
      assert.is_truthy(result.err:find(said, 1, true), result.err)
    end
    assert.is_nil(folder:read "none")
  end)
end)

describe("report --jobs", function()
  it("gives the same output as one process", function()
    for _, words in ipairs { { "openings", "--depth", "8", "-t", "csv" }, { "crosstable", "-e", 'result "1-0"' } } do
      local request = { "report", table.unpack(words) }
      assert.same(run(command(request, { SAMPLE })), run(command(request, { SAMPLE }, "--jobs", 2)))
    end
  end)

  it("reads in one process if results cannot be merged, and reports it", function()
    local folder <close> = new_folder()
    local path = folder:write("mine.lua", [[
      return { new = function()
        return { n = 0, add = function(self) self.n = self.n + 1 end, merge = function() end,
          sections = function(self) return { { columns = { { key = "n" } }, rows = { { n = self.n } } } } end }
      end }]])
    local result = run { "report", path, "--jobs", 2, "-t", "csv", SAMPLE }
    assert.equal("n\n315\n", result.out)
    assert.is_truthy(result.err:find("reading in one process: the file of the report has no `state`", 1, true))
    assert.equal(2, run { "report", path, "--partial", "-o", folder:path "x", SAMPLE }.code)
  end)
end)

describe("--range", function()
  -- More than a megabyte, compressed in several members, so that a range can begin at the start of a member.
  local function make_packed(folder)
    local text = sample():rep(3, "\n")
    folder:write("x.pgn", text)
    local gz, zst = {}, {}
    for at = 1, #text, 400000 do
      local piece = text:sub(at, at + 399999)
      gz[#gz + 1], zst[#zst + 1] = packed.gz(piece), packed.zst(piece)
    end
    folder:write("x.gz", table.concat(gz))
    folder:write("x.zst", table.concat(zst))
    return text
  end

  it("divides compressed files, between their members, and plain files", function()
    local folder <close> = new_folder()
    local text = make_packed(folder)
    for _, name in ipairs { "x.zst", "x.gz", "x.pgn" } do
      local path, out = folder:path(name), {}
      assert.equal(name ~= "x.pgn", cuts.find({ path }, 3, {})[3].mark_offset > 0)
      for k = 1, 3 do
        local words = { "filter", "-q", "--check", "-t", "Event~" }
        local result = run(command(words, { path }, "--range", k .. "/3", "--jobs", 1 + k % 2))
        assert.same({ 0, "" }, { result.code, result.err })
        out[k] = result.out
      end
      assert.is_true(text == table.concat(out), name)
    end
  end)

  it("is rejected if parts could not be merged", function()
    local folder <close> = new_folder()
    local r = run { "filter", "-q", "--games", "1-5", "--range", "1/2", "--partial", "-o", folder:path "p", SAMPLE }
    assert.equal(2, r.code)
    assert.is_truthy(r.err:find("--games may not end at a number", 1, true), r.err)
  end)

  it("reports a damaged file", function()
    local folder <close> = new_folder()
    local bytes = packed.gz(sample())
    local path = folder:write("cut.gz", bytes:sub(1, #bytes // 2))
    local r = run { "filter", "-q", "--check", "--range", "2/2", path }
    assert.equal(1, r.code)
    assert.is_truthy(r.err:find("compressed input is cut off", 1, true), r.err)
  end)

  it("needs --partial if the output of ranges cannot be concatenated", function()
    for _, words in ipairs {
      { "report", "summary" }, { "book", "make" }, { "dedup" }, { "filter", "--to", "json", "-t", "White~" },
      { "filter", "--sort", "White" }, { "filter", "--sample", "3" },
    } do
      local r = run(command(words, { SAMPLE }, "--range", "1/2"))
      assert.equal(2, r.code)
      assert.is_truthy(r.err:find("--partial -o FILE, then lucena merge-parts", 1, true), r.err)
    end
  end)

  it("needs no --partial for the rows of a table, which has one header", function()
    local words, parts = { "filter", "-q", "-t", "Result=1-0", "--to", "csv" }, {}
    for k = 1, 3 do
      parts[k] = run(command(words, { SAMPLE }, "--range", k .. "/3")).out
    end
    assert.equal(run(command(words, { SAMPLE })).out, table.concat(parts))
  end)
end)
