-- lucena index with --jobs, and with --partial and merge-parts: the index has the bytes of one that one process writes.

local chess = require "lucena"
local folder_of = require "spec.support.folder"
local packed = require "spec.support.packed"
local part_file = require "lucena.run.part_file"
local read = require("spec.support.file").read
local run = require "spec.support.run"

local SAMPLE = read "spec/data/sample/sample.pgn"
local ODD = {
  '[White "Tal, M"]\n[Black "Karpov"]\n[ECO "B90"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 Nc6 1-0\n\n',
  "stray words between games\n\n",
  '[FEN "8/8/8/8/8/k7/p7/K7 w - - 0 1"]\n[Event "Ends"]\n\n1/2-1/2\n\n',
  '[FEN "no position"]\n\n1. e4 *\n\n',
  '[Variant "Crazyhouse"]\n[Event "x"]\n\n1. e4 e5 *\n\n',
  '[White "Escaped \\"name\\""]\n[Black ""]\n[WhiteElo "2700?"]\n[Result "1:0"]\n\n1. d4 {' .. ("long "):rep(40000)
    .. "} d5 *\n\n",
  "[Event \"x\"]\n\n1. Nf3 " .. ("Nf6 2. Ng1 Ng8 1. Nf3 "):rep(700) .. "1-0\n\n",
}

-- Games in several parts of workers: the first part has 64 KiB, the next ones are larger.
local function irregular()
  return SAMPLE:sub(1, 150000) .. "\n\n" .. table.concat(ODD) .. SAMPLE .. "\n" .. ODD[1] .. ODD[4] .. SAMPLE
end

local function index_of(path, ...)
  local out = path .. ".of"
  os.remove(out)
  local r = run { "index", path, "-o", out, ... }
  return read(out), r
end

-- Write the parts of a file. Returns their paths.
local function make_parts(folder, path, count, ...)
  local list = {}
  for k = 1, count do
    list[k] = folder:path("part." .. k)
    local r = run { "index", "-q", "--range", k .. "/" .. count, "--partial", "-o", list[k], path, ... }
    assert.is_true(r.code <= 1 and r.out == "", r.err)
  end
  return list
end

local function merged(folder, list)
  local out = folder:path "merged"
  os.remove(out)
  local r = run { "merge-parts", "-o", out, table.unpack(list) }
  return folder:read "merged", r
end

describe("lucena index --jobs", function()
  local function frames(text)
    return packed.zst(text:sub(1, 200000)) .. packed.zst(text:sub(200001, 400000)) .. packed.zst(text:sub(400001))
  end
  local function plain(text) return text end
  for name, pack in pairs { plain = plain, gz = packed.gz, zst = packed.zst, frames = frames } do
    it("writes the bytes that one process writes: " .. name, function()
      local folder <close> = folder_of()
      local path = folder:write("games.pgn", pack(irregular()))
      local whole, said = index_of(path)
      assert.equal(1, said.code)
      for _, jobs in ipairs { 1, 2, 3, 5 } do
        local bytes, r = index_of(path, "--jobs", jobs, "--memory", jobs)
        assert.same({ said.code, said.err }, { r.code, r.err })
        assert.is_true(whole == bytes, jobs .. " workers")
      end
      assert.is_true(whole == index_of(path, "--memory", 1))
    end)
  end

  -- With 1 MiB, a run has 21,845 entries, ten runs are merged into one, and a block has 10,922 entries: the places of
  -- the initial position do not fit into it.
  it("writes the same bytes if runs are merged twice, and positions are very frequent", function()
    local folder <close> = folder_of()
    local path = folder:write("games.pgn", ("1. e4 *\n\n"):rep(12000) .. SAMPLE:rep(9, "\n"))
    local whole = index_of(path)
    assert.is_true(whole == index_of(path, "--memory", 1))
    assert.is_true(whole == index_of(path, "--memory", 1, "--jobs", 2))
    assert.equal("14,826", run { "index", "--info", path, "-o", path .. ".of" }.out:match("([%d,]+)  games"))
    assert.equal(0, run { "index", "-q", "--verify", path, "-o", path .. ".of" }.code)
  end)

  it("keeps the options", function()
    local folder <close> = folder_of()
    local path = folder:write("games.pgn", irregular())
    for _, words in ipairs { { "--max-ply", "9" }, { "--shared-only" } } do
      assert.is_true(index_of(path, table.unpack(words)) == index_of(path, "--jobs", 2, table.unpack(words)))
    end
  end)

  it("indexes files without games, and reports what cannot be indexed", function()
    local folder <close> = folder_of()
    for i, text in ipairs { "", "no games\n", "1. e4 *\n\n\n]stray\n", "%\n\n" } do
      local path = folder:write("games.pgn", text)
      local whole, said = index_of(path)
      local bytes, r = index_of(path, "--jobs", 2)
      assert.same({ said.code, said.err }, { r.code, r.err })
      assert.is_true(whole == bytes, i)
    end
    local path = folder:write("utf16.pgn", "\xFF\xFE1\0.\0 \0e\0004\0 \0*\0\n\0")
    local out = folder:path "x"
    local expected = ("lucena: %s: text in UTF-16 cannot be indexed (convert it to UTF-8)\n"):format(path)
    for _, words in ipairs { { "--jobs", "2" }, { "--partial" }, {} } do
      local r = run { "index", "-q", path, "-o", out, table.unpack(words) }
      assert.same({ 1, expected }, { r.code, r.err })
      assert.is_nil(folder:read "x")
    end
  end)
end)

describe("lucena index --partial", function()
  it("writes parts that merge-parts makes an index of", function()
    local folder <close> = folder_of()
    local path = folder:write("games.pgn", irregular())
    local whole, said = index_of(path)
    for _, count in ipairs { 1, 2, 5 } do
      local words = count == 2 and { "--jobs", "2" } or { "--memory", "1" }
      local list = make_parts(folder, path, count, table.unpack(words))
      table.insert(list, 1, table.remove(list))
      local bytes, r = merged(folder, list)
      assert.same({ said.code, said.err:match("[^\n]*\n$") }, { r.code, r.err })
      assert.is_true(whole == bytes, count .. " ranges")
    end
  end)

  it("writes parts of compressed files, and of files without games", function()
    local folder <close> = folder_of()
    local frames = packed.zst(irregular():sub(1, 300000)) .. packed.zst(irregular():sub(300001))
    for i, text in ipairs { packed.zst(irregular()), frames, "", "no games\n", "1. e4 *\n", irregular() } do
      local path = folder:write("games.pgn", text)
      local whole = index_of(path)
      assert.is_true(whole == merged(folder, make_parts(folder, path, 3)), i)
    end
  end)

  it("refuses parts that do not match, and writes nothing", function()
    local folder <close> = folder_of()
    local path = folder:write("games.pgn", irregular())
    local list = make_parts(folder, path, 3)
    local function problem(parts)
      local bytes, r = merged(folder, parts)
      assert.is_nil(bytes)
      return r.err, r.code
    end
    assert.same({ ("lucena: part 2/3 of %s is missing; make it:\n  lucena index %s --range 2/3 --partial -o PART\n")
      :format(path, path), 1 }, { problem { list[1], list[3] } })
    assert.is_truthy(problem({ list[1], list[2], list[3], list[1] }):find("are the same part", 1, true))
    assert.same({ code = 2, out = "", err = "lucena: an index is written to a file: give -o FILE\n" },
      run { "merge-parts", table.unpack(list) })
    local good = folder:read "part.2"
    run { "index", "-q", "--range", "2/3", "--partial", "--max-ply", "3", "-o", list[2], path }
    assert.is_truthy(problem(list):find("are of different commands (max-ply)", 1, true))
    folder:write("part.2", good:sub(1, -2))
    assert.is_truthy(problem(list):find("part.2: it is truncated", 1, true))
    folder:write("games.pgn", irregular():gsub("stray", "Stray"))
    run { "index", "-q", "--range", "2/3", "--partial", "-o", list[2], path }
    local both = make_parts(folder, path, 1)
    run { "index", "-q", "--partial", "-o", list[2], path }
    assert.equal("lucena: the parts are of several files, but an index is of one\n", (problem { both[1], list[2] }))
    list = make_parts(folder, path, 3)
    folder:write("games.pgn", irregular())
    run { "index", "-q", "--range", "2/3", "--partial", "-o", list[2], path }
    assert.equal(("lucena: %s and %s are not of the same file of games, or it has changed; make the older part again\n")
      :format(list[1], list[2]), (problem(list)))
  end)

  it("refuses parts of another version, and damaged ones", function()
    local folder <close> = folder_of()
    local path = folder:write("games.pgn", SAMPLE)
    local list = make_parts(folder, path, 2)
    local about = assert(part_file.about(list[2]))
    local results <close> = assert(part_file.results(list[2]))
    local part = results:next()[1]
    local function rewritten(bytes, version)
      local writer <close> = assert(chess.writer(list[2]))
      local out = part_file.begin(writer, {})
      out:add { bytes }
      about.version, about.spans[1].answers = version, 1
      assert(out:finish(about))
      assert(writer:close())
      return select(2, merged(folder, list))
    end
    assert.equal(0, rewritten(part, chess.version).code)
    assert.equal(("lucena: %s: it was made by version 0.0.1, this is %s\n"):format(list[2], chess.version),
      rewritten(part, "0.0.1").err)
    -- The reading version is the last field of the mark.
    local damaged = { part:sub(1, 12) .. "\99" .. part:sub(14), part:sub(1, -2), "" }
    for _, at in ipairs { 17, 33, 41, 49, 73, 81, 100, #part - 20, #part - 3 } do
      damaged[#damaged + 1] = part:sub(1, at - 1) .. string.char(part:byte(at) ~ 0x81) .. part:sub(at + 1)
    end
    local refused = 0
    for _, bytes in ipairs(damaged) do
      local r = rewritten(bytes, chess.version)
      refused = refused + (r.code == 1 and r.err == ("lucena: %s: the results do not fit the description of the part: "
        .. "the part of an index is damaged\n"):format(list[2]) and 1 or 0)
    end
    assert.is_true(refused >= 10, refused)
  end)

  it("refuses wrong arguments", function()
    local folder <close> = folder_of()
    local path = folder:write("games.pgn", "1. e4 *\n")
    for problem, words in pairs {
      ["--partial: an index is of one file"] = { "--partial", path },
      ["--range: the output is about all games; write parts and merge them: --partial -o FILE, then lucena"
        .. " merge-parts"] = { "--range", "1/2" },
      ["--partial needs a file for the part: -o FILE"] = { "--partial" },
      ["--jobs is for writing an index"] = { "--info", "--jobs", "2" },
    } do
      local more = problem:find "one file" and { "-o", folder:path "p" } or {}
      local r = run { "index", path, table.unpack(table.move(more, 1, #more, #words + 1, words)) }
      assert.same({ 2, "lucena: " .. problem }, { r.code, r.err:match("([^\n]*)\n$") })
    end
  end)
end)
