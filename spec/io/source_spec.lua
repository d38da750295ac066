-- Compressed input: decompression, and the positions at which the reader reports errors. All tests use a chess.open
-- reader. Each byte is damaged in one of three ways; with LUCENA_LONG=1, in each of the three ways.

local chess = require "lucena"
local file = require "spec.support.file"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"
local packed = require "spec.support.packed"
local run = require "spec.support.run"
local shell = require "spec.support.shell"
local parts = require("lucena.core").parts

local DATA = "spec/data/compressed/"
local FIRST, SECOND = file.read(DATA .. "first.pgn"), file.read(DATA .. "second.pgn")
local GAME = '[White "%d"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n'

-- Each file has three members: FIRST, an empty one, and SECOND. `ends`: sizes at which only complete members remain.
local FORMATS = {
  { name = "gz", head = 3, ends = { 242, 262, 365 } },
  { name = "zst", head = 4, ends = { 239, 252, 265, 365 } },
  { name = "bz2", head = 10, ends = { 260, 274, 395 } },
}
for _, format in ipairs(FORMATS) do
  format.bytes = file.read(DATA .. "three.pgn." .. format.name)
  format.is_end = {}
  for _, size in ipairs(format.ends) do
    format.is_end[size] = true
  end
end

local IS_LONG = os.getenv("LUCENA_LONG") == "1"
local DAMAGE = { 0x01, 0x80, 0xFF } -- bits that are inverted

local IS_ABOUT_INPUT = { truncated_input = true, damaged_input = true, trailing_junk = true, window_too_large = true,
  not_pgn = true, unsupported_compression = true }

-- Reads a whole file. Returns its text, number of games, diagnostics of the input and the number of errors.
local function read_all(path)
  local reader <close> = assert(chess.open(path, { check = true }))
  local texts, games = {}, 0
  local game, failure = reader:read()
  while game do
    texts[#texts + 1] = parts.gap(reader)
    texts[#texts + 1] = game.text
    games = games + 1
    game, failure = reader:read()
  end
  texts[#texts + 1] = parts.gap(reader)
  local about, records = {}, reader:take_diagnostics()
  for _, record in ipairs(records) do
    if IS_ABOUT_INPUT[record.code] then
      about[#about + 1] = record
    end
  end
  assert.is_nil((reader:read()))
  assert.same({}, reader:take_diagnostics())
  return { text = table.concat(texts), games = games, about = about, records = records, errors = reader.errors,
    bytes = reader.bytes, failure = failure }
end

-- The bytes with one of them changed.
local function change(bytes, at, mask)
  return bytes:sub(1, at - 1) .. string.char(bytes:byte(at) ~ mask) .. bytes:sub(at + 1)
end

local function games(count)
  local list = {}
  for i = 1, count do
    list[i] = GAME:format(i)
  end
  return table.concat(list)
end

local function read_bytes(bytes)
  local folder <close> = new_folder()
  return read_all(folder:write("x.pgn", bytes))
end

-- Returns the text, and the code of the only diagnostic of the input.
local function text_and_trouble(bytes)
  local result = read_bytes(bytes)
  assert.equal(1, #result.about)
  return result.text, result.about[1].code, result
end

describe("compressed input", function()
  for _, format in ipairs(FORMATS) do
    describe("." .. format.name, function()
      it("is read, including several and empty members", function()
        local result = read_all(DATA .. "three.pgn." .. format.name)
        assert.equal(FIRST .. SECOND, result.text)
        assert.same({ 3, 0, 448 }, { result.games, result.errors, result.bytes })
        assert.same({}, result.about)
      end)

      it("is recognized by its bytes, not by its name", function()
        local result = read_bytes(format.bytes)
        assert.equal(FIRST .. SECOND, result.text)
        local folder <close> = new_folder()
        assert.equal(FIRST, read_all(folder:write("x.pgn." .. format.name, FIRST)).text)
      end)

      it("is read from standard input, a pipe and a slow pipe", function()
        local path = DATA .. "three.pgn." .. format.name
        assert.equal(FIRST .. SECOND, run { "filter", "-q", "--check", "-", stdin = format.bytes }.out)
        assert.equal(FIRST .. SECOND, shell("cat " .. path .. " | lucena filter -q --check"))
        local slowly = ("{ for n in $(seq 1 12); do tail -c +$n %s | head -c 1; sleep 0.01; done; tail -c +13 %s | "
          .. "%s -e 'io.stdout:setvbuf [[no]] for byte in io.read [[a]]:gmatch [[.]] do io.write(byte) end'; }"):format(
          path, path, os.getenv("LUCENA_LUA") or "lua5.4")
        assert.equal(FIRST .. SECOND, shell(slowly .. " | lucena filter -q --check -"))
      end)

      it("can be padded with NUL bytes, also between members", function()
        local size = format.ends[1]
        local bytes = format.bytes:sub(1, size) .. ("\0"):rep(300000) .. format.bytes:sub(size + 1) .. ("\0"):rep(511)
        local result = read_bytes(bytes)
        assert.equal(FIRST .. SECOND, result.text)
        assert.same({}, result.about)
      end)

      it("can be empty", function()
        local result = read_bytes(format.bytes:sub(format.ends[#format.ends - 2] + 1, format.ends[#format.ends - 1]))
        assert.same({ "", 0 }, { result.text, #result.records })
      end)

      it("can have members that begin at any offset in a block", function()
        -- After the first 10 bytes, input is read in blocks of 128 KiB.
        local size = format.ends[1]
        local first, rest = format.bytes:sub(1, size), format.bytes:sub(size + 1)
        for seam = 131072, 131092 do
          local result = read_bytes(first .. ("\0"):rep(seam - size) .. rest)
          assert.same({ FIRST .. SECOND, 0 }, { result.text, #result.about })
        end
      end)

      it("reports other data at its end", function()
        for _, junk in ipairs { "junk", "\0\0\0junk", "\n", FIRST, "\x1f", ("x"):rep(300000) } do
          local text, code, result = text_and_trouble(format.bytes .. junk)
          assert.equal(FIRST .. SECOND, text)
          -- If only the first byte of a gzip member remains, the member is reported as truncated.
          local is_cut = format.name == "gz" and junk == "\x1f"
          assert.equal(is_cut and "truncated_input" or "trailing_junk", code)
          assert.same({ 3, 1 }, { result.games, result.errors })
        end
        for _, other in ipairs(FORMATS) do
          if other ~= format then
            local text, code = text_and_trouble(format.bytes .. other.bytes)
            assert.same({ FIRST .. SECOND, "trailing_junk" }, { text, code })
          end
        end
      end)

      it("is read as far as possible if it is truncated at any byte", function()
        local folder <close> = new_folder()
        local all = FIRST .. SECOND
        for size = 0, #format.bytes - 1 do
          local result = read_all(folder:write("cut", format.bytes:sub(1, size)))
          local is_sound = size == 0 or format.is_end[size]
          assert.equal(not is_sound, result.errors > 0, "cut at " .. size)
          if is_sound then
            assert.same({}, result.records)
          elseif size >= format.head then -- a shorter file is read as plain text
            assert.equal(1, #result.about)
            assert.equal("truncated_input", result.about[1].code, "cut at " .. size)
            assert.equal(result.text, all:sub(1, #result.text), "cut at " .. size)
            assert.equal(#result.text, result.about[1].offset)
          end
          -- The first member is complete.
          if size >= format.ends[1] then
            assert.is_true(#result.text >= #FIRST and result.games >= 2, "cut at " .. size)
          end
        end
      end)

      it("never gives wrong text without a message, whichever byte is damaged", function()
        local folder <close> = new_folder()
        local all = FIRST .. SECOND
        for at = 1, #format.bytes do
          for _, mask in ipairs(IS_LONG and DAMAGE or { DAMAGE[at % #DAMAGE + 1] }) do
            local result = read_all(folder:write("bad", change(format.bytes, at, mask)))
            if result.text ~= all then
              -- If the magic number is damaged, the file is read as plain text, so the diagnostics are those of PGN
              -- text.
              local count = at <= format.head and #result.records or #result.about
              assert.is_true(result.failure ~= nil or count > 0, ("byte %d ~ %d"):format(at, mask))
              assert.is_true(#result.about <= 1)
            end
            if at > format.ends[1] then
              assert.equal(FIRST, result.text:sub(1, #FIRST), ("byte %d ~ %d"):format(at, mask))
            end
          end
        end
      end)

      it("reports a wrong checksum, after the games", function()
        -- The damaged byte is part of a checksum: the last byte in zstd, and the byte before the 4-byte length in gzip.
        -- The end of bzip2 data is not byte-aligned, so the checksum of its block is damaged. This checksum follows two
        -- magic numbers of 4 and 6 bytes.
        local at = ({ gz = #format.bytes - 4, zst = #format.bytes, bz2 = format.ends[2] + 11 })[format.name]
        local text, code, result = text_and_trouble(change(format.bytes, at, 0x10))
        assert.same({ FIRST .. SECOND, "damaged_input" }, { text, code })
        assert.same({ 3, 1 }, { result.games, result.errors })
      end)
    end)
  end

  it("that is damaged is read up to the damage", function()
    local text = games(1000)
    -- A zstd block and a gzip block of type 3, which is reserved. The blocks have 1000 bytes.
    local whole, half = packed.zst(text), text:sub(1, 20000)
    local zst = whole:sub(1, 6 + 20 * 1003) .. "\6\0\0" .. whole:sub(6 + 20 * 1003 + 4)
    local gz = packed.gz(half)
    gz = gz:sub(1, 10) .. "\0" .. gz:sub(12, -9) .. "\7" .. ("x"):rep(100)
    for _, bytes in ipairs { zst, gz } do
      local found, code, result = text_and_trouble(bytes)
      assert.equal(half, found)
      assert.equal("damaged_input", code)
      assert.equal(20000, result.about[1].offset)
      assert.equal(select(2, half:gsub("\n", "")) + 1, result.about[1].line)
    end
  end)

  it("that is truncated has its last game read as far as possible", function()
    local text = games(1000)
    for name, bytes in pairs { gz = packed.gz(text), zst = packed.zst(text), bz2 = nil } do
      local found, code, result = text_and_trouble(bytes:sub(1, #bytes // 2))
      assert.equal("truncated_input", code)
      assert.is_true(#found > #text // 2 - 2000, name)
      assert.equal(found, text:sub(1, #found))
      assert.equal(select(2, found:gsub("%[White", "")), result.games)
    end
  end)

  it("has diagnostics that are separate from those of its games", function()
    local folder <close> = new_folder()
    local path = folder:write("x.pgn", packed.gz(GAME:format(1)) .. "junk")
    local reader <close> = assert(chess.open(path))
    assert.equal(0, #reader:read().diagnostics)
    assert.is_nil((reader:read()))
    local records = reader:take_diagnostics()
    assert.equal(1, #records)
    assert.same({ code = "trailing_junk", severity = "error", file = path, line = 5, column = 1, offset = #GAME - 1,
      message = "bytes after the compressed data are not read, games may be missing",
      text = path .. ":5:1: bytes after the compressed data are not read, games may be missing" }, records[1])
  end)

  it("is an error if other data follow", function()
    local folder <close> = new_folder()
    local path = folder:write("x.pgn", packed.gz(GAME:format(1)) .. "junk")
    local reader <close> = assert(chess.open(path))
    assert.equal(1, (reader:count()))
    assert.equal(1, reader.errors)
  end)

  it("gives the same games with members of any size", function()
    local text, texts = games(300), {}
    for size = 1, 200 do
      texts[size] = text:sub(size * (size - 1) // 2 + 1, size * (size + 1) // 2)
    end
    for _, pack in ipairs { packed.gz, packed.zst } do
      local members = {}
      for i, part in ipairs(texts) do
        members[i] = pack(part)
      end
      local result = read_bytes(table.concat(members))
      assert.equal(text, result.text .. text:sub(#result.text + 1))
      assert.equal(math.min(#text, 20100), #result.text)
      assert.same({}, result.about)
    end
  end)

  it("can have skippable zstd frames anywhere", function()
    local text = games(3)
    local skip = packed.skippable
    local bytes = skip "" .. skip(("x"):rep(300000)) .. packed.zst(text) .. skip "" .. packed.zst "" .. skip "y"
    local result = read_bytes(bytes)
    assert.equal(text, result.text)
    assert.same({}, result.about)
    assert.equal("truncated_input", select(2, text_and_trouble(bytes .. skip("long"):sub(1, -2))))
  end)

  it("is refused if its window is larger than 128 MiB, after the frames before", function()
    local text = games(3)
    local good = packed.zst(text, { window_log = 27 })
    assert.same({}, read_bytes(good).about)
    for _, log in ipairs { 28, 31, 41 } do
      local found, code, result = text_and_trouble(good .. packed.zst(text, { window_log = log }))
      assert.same({ text, "window_too_large", 1 }, { found, code, result.errors })
      assert.is_truthy(result.about[1].message:find("zstd -d --long=31", 1, true))
    end
    local r = run { "filter", "--check", "-c", "-", stdin = packed.zst(text, { window_log = 28 }) }
    assert.equal(1, r.code)
    assert.is_truthy(r.err:find "128 MiB")
  end)

  it("is read with the window of `zstd --long`", function()
    local folder <close> = new_folder()
    need.program "zstd"
    folder:write("x.pgn", games(20000))
    assert(folder:run "zstd -q --long=27 x.pgn")
    assert.equal(20000, read_all(folder:path "x.pgn.zst").games)
  end)

  it("that needs a dictionary is an input error", function()
    local folder <close> = new_folder()
    local path = folder:write("x.zst", packed.zst(GAME:format(1), { dictionary = 7 }))
    local reader <close> = assert(chess.open(path))
    local game, message, code = reader:read()
    assert.is_nil(game)
    assert.equal(path .. ": cannot be decompressed: it needs a zstd dictionary "
      .. "(zstd -D DICTIONARY -dc FILE | lucena ...)", message)
    assert.equal("unsupported_compression", code)
    assert.is_nil((select(2, reader:read())))
  end)

  it("that is compressed twice is refused", function()
    local folder <close> = new_folder()
    for _, format in ipairs(FORMATS) do
      local path = folder:write("x", packed.zst("") .. packed.zst(format.bytes))
      local reader, message, code = chess.open(path)
      assert.is_nil(reader)
      assert.equal("unsupported_compression", code)
      assert.is_truthy(message:find(": cannot be decompressed: it is compressed twice", 1, true), message)
      local r = run { "merge", "-", stdin = file.read(path) }
      assert.same({ 3, "" }, { r.code, r.out })
    end
    for _, begin in ipairs { "BZh9", "P", "" } do -- the beginnings of compressed formats, followed by other text
      assert.equal(begin, read_all(folder:write("x", packed.zst(begin))).text)
    end
  end)

  it("of unsupported formats is refused with the format's name", function()
    local folder <close> = new_folder()
    for name, bytes in pairs { zip = "PK\3\4\x14\0\0\0", xz = "\xFD7zXZ\0\0\4", ["7z"] = "7z\xBC\xAF\x27\x1C\0\4" } do
      local path = folder:write("x", bytes)
      local reader, message, code = chess.open(path)
      assert.is_nil(reader)
      assert.equal("unsupported_compression", code)
      assert.equal(path .. ": cannot be decompressed: " .. name, message:sub(1, #path + 26 + #name))
      local r = run { "filter", "-c", path, DATA .. "three.pgn.gz" }
      assert.same({ 3, "3\n" }, { r.code, r.out })
      r = run { "filter", "-c", "-", stdin = bytes }
      assert.equal(3, r.code)
      assert.is_truthy(r.err:find("-: cannot be decompressed: " .. name, 1, true))
    end
  end)

  it("is recognized by all bytes of its signature", function()
    for _, text in ipairs { "B", "BZ", "BZh", "BZh9", "P", "PK", "\x1f", "\x1f\x8b", "P*M" } do
      local result = read_bytes(text)
      assert.same({ text, "not_pgn", 1 }, { result.text, result.records[1].code, #result.records })
    end
    local text = "BZh91 {is no move}\n" .. GAME:format(1)
    local result = read_bytes(text)
    assert.same({ 2, text }, { result.games, result.text })
  end)
end)

describe("a file that is truncated by another program while it is read", function()
  local TEXT = games(20000)

  -- Reads one game of a file, truncates the file to `left` bytes, and reads the rest. Returns the code of the
  -- diagnostic at the end, or nil, and the number of games.
  local function read_cut(bytes, left)
    local folder <close> = new_folder()
    local path = folder:write("x.pgn", bytes)
    local reader <close> = assert(chess.open(path))
    assert(reader:read())
    folder:write("x.pgn", bytes:sub(1, left)) -- the same file is truncated, as by > in a shell
    while reader:read() do end
    local record = reader:take_diagnostics()[1]
    return record and record.code, reader.read_count
  end

  it("ends there, with a message", function()
    local code, count = read_cut(TEXT, #TEXT // 2)
    assert.equal("shrunken_input", code)
    assert.is_true(count > 9000 and count < 11000, count)
    assert.equal("shrunken_input", (read_cut(TEXT, 0)))
    assert.equal("shrunken_input", (read_cut(TEXT, #TEXT - 1)))
  end)

  it("is read normally if it has the same length, or a larger one", function()
    assert.is_nil((read_cut(TEXT, #TEXT)))
    local folder <close> = new_folder()
    local path = folder:write("x.pgn", TEXT)
    local reader <close> = assert(chess.open(path))
    assert(reader:read())
    folder:write("x.pgn", TEXT .. GAME:format(0))
    assert.equal(20000, (reader:count()))
    assert.same({}, reader:take_diagnostics())
  end)

  it("can be compressed", function()
    local members = packed.gz(GAME:format(1)):rep(20000)
    assert.equal("shrunken_input", (read_cut(members, #members // 20000 * 19000)))
    assert.equal("truncated_input", (read_cut(members, #members // 20000 * 19000 + 20)))
  end)
end)

describe("lucena filter", function()
  it("exits with 1 after damage and truncation, and copies the readable part", function()
    local folder <close> = new_folder()
    local bytes = file.read(DATA .. "three.pgn.gz")
    local cut, junk = folder:write("cut", bytes:sub(1, 300)), folder:write("junk", bytes .. "junk")
    local bad = folder:write("bad", bytes:sub(1, -5) .. "\0" .. bytes:sub(-3))
    local r = run { "filter", "--check", cut, "-o", folder:path "out" }
    assert.equal(1, r.code)
    assert.is_truthy(r.err:find(cut .. ":%d+:%d+: compressed input is cut off, games may be missing\n"), r.err)
    assert.equal(FIRST, folder:read "out":sub(1, #FIRST))
    r = run { "filter", "--check", bad }
    assert.equal(1, r.code)
    assert.is_truthy(r.err:find(bad .. ":%d+:%d+: compressed input is damaged, games may be missing or wrong\n"), r.err)
    assert.equal(FIRST .. SECOND, r.out)
    r = run { "filter", "--check", junk }
    assert.equal(1, r.code)
    local behind = ":%d+:%d+: bytes after the compressed data are not read, games may be missing\n"
    assert.is_truthy(r.err:find(junk .. behind), r.err)
    assert.equal(FIRST .. SECOND, r.out)
    -- The status is also 1 without --check, and the remaining files are still read.
    r = run { "filter", "-c", cut, junk }
    assert.same({ 1, "6\n" }, { r.code, r.out })
  end)
end)

describe("a large compressed file", function()
  -- Counts the games of a file in another process. Returns the peak memory of the process in KiB, and the bytes it
  -- read.
  local function peak(path)
    if not io.open("/proc/self/status") then
      return pending "no /proc to ask for a process's memory"
    end
    local folder <close> = new_folder()
    local script = folder:write("peak.lua", [[
      local chess = require "lucena"
      local reader = assert(chess.open(arg[1]))
      assert(reader:count())
      for line in io.lines "/proc/self/status" do
        local kib = line:match "^VmHWM:%s*(%d+) kB"
        if kib then print(kib, reader.bytes) end
      end]])
    local r = run { "run", script, path }
    assert.equal("", r.err)
    local kib, bytes = r.out:match "^(%d+)\t(%d+)\n$"
    return tonumber(kib), tonumber(bytes)
  end

  -- Text without a game makes the reader's window grow to its limit of 16 MiB. While it grows, the old window of 8 MiB
  -- also exists. With a sanitizer, memory is twice as large. The text is larger than the memory that is allowed.
  local MIB = 1024
  local bare = 0

  setup(function()
    bare = peak(DATA .. "second.pgn") or 0
  end)

  for _, row in ipairs {
    { ".gz", function(size) return file.read(DATA .. "zeros.gz"):rep(size // (4 << 20)) end, 80, 128 },
    { ".bz2", function(size) return file.read(DATA .. "zeros.bz2"):rep(size // (32 << 20)) end, 80, 128 },
    { ".zst", function(size) return packed.zst_run(0, size // 131072) end, 80, 128 },
    { ".zst, and its window", function(size) return packed.zst_run(0, size // 131072, { window_log = 26 }) end, 80 + 64,
      192 },
  } do
    it("takes little memory: " .. row[1], function()
      local folder <close> = new_folder()
      local size = row[4] << 20
      local kib, bytes = peak(folder:write("zeros", row[2](size)))
      assert.equal(size, bytes)
      assert.is_true(kib < bare + row[3] * MIB, ("%d KiB above %d"):format(kib - bare, bare))
    end)
  end

  it("frees the decoder's memory when it is closed, at its end, and when it is collected", function()
    if not io.open("/proc/self/status") then
      return pending "no /proc to ask for a process's memory"
    end
    local folder <close> = new_folder()
    local path = folder:write("x.zst", packed.zst(games(10000), { window_log = 27 }))
    local script = folder:write("many.lua", [[
      local chess = require "lucena"
      local function size()
        collectgarbage()
        for line in io.lines "/proc/self/status" do
          local kib = line:match "^VmSize:%s*(%d+) kB"
          if kib then return tonumber(kib) end
        end
      end
      local readers, before = {}, size()
      for i = 1, 30 do
        local reader = assert(chess.open(arg[1]))
        assert(reader:read())
        if i % 3 == 0 then
          reader:close()
        elseif i % 3 == 1 then
          assert(reader:count() == 9999)
        else
          reader = false
        end
        readers[i] = reader
      end
      print(size() - before)]])
    local r = run { "run", script, path }
    assert.equal("", r.err)
    assert.is_true(tonumber(r.out) < 600 * MIB, r.out) -- ten windows are 1280 MiB
  end)
end)

describe("a build without compression libraries", function()
  local BUILD = "build/spec/without-libraries" -- kept for the next run, so that make has less to build

  setup(function()
    -- This build has no sanitizer, and the sanitizer library is not loaded into the compiler.
    assert(os.execute(("env -u LD_PRELOAD -u MAKEFLAGS -u MAKELEVEL make -s -j2 all BUILD=%s CFLAGS=-O0 "
      .. "NO_ZLIB=1 NO_ZSTD=1 NO_BZ2=1"):format(BUILD)))
  end)

  local function lucena(arguments)
    local command = ("env -u LD_PRELOAD -u LUA_PATH_5_4 -u LUA_CPATH_5_4 BUILD=%s scripts/dev/with-build %s "
      .. "scripts/lucena %s 2>&1; echo \"exit $?\""):format(BUILD, os.getenv("LUCENA_LUA") or "lua5.4", arguments)
    local pipe <close> = assert(io.popen(command))
    return pipe:read "a"
  end

  it("names the missing library, and reads the other files", function()
    for name, library in pairs {
      gz = "this build has no zlib (install zlib1g-dev and build again)",
      zst = "this build has no zstd (install libzstd-dev and build again)",
      bz2 = "this build has no bzip2 (install libbz2-dev and build again)",
    } do
      local path = DATA .. "three.pgn." .. name
      local message = "%s: cannot be decompressed: " .. library .. "\n"
      assert.equal("lucena: " .. message:format(path) .. "2\nexit 3\n",
        lucena(("filter -qc %s %sfirst.pgn"):format(path, DATA)))
      assert.equal("lucena: " .. message:format "-" .. "0\nexit 3\n", lucena("filter -qc - <" .. path))
    end
  end)

  it("has the code unsupported_compression", function()
    local folder <close> = new_folder()
    local script = folder:write("code.lua", [[print(select(3, require "lucena".open(arg[1])))]])
    assert.equal("unsupported_compression\nexit 0\n", lucena(("run %s %sthree.pgn.zst"):format(script, DATA)))
  end)
end)
