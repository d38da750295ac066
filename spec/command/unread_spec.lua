-- Files with an unreadable game or without games: every command that reads games must report this with status 1.

local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local GOOD = '[White "B"]\n\n1. d4 d5 0-1\n'
local FILES = {
  ["only_comment.pgn"] = { '{"a":1}\n', 'no game {"a":1}: the file has only comments', "no_game" },
  ["bare_tag.pgn"] = { 'Event "A"\n1. e4 e5 1-0\n\n' .. GOOD, "a game may be missing", "stray_tag" },
  ["moves.pgn"] = { "Round two\n1. e4 e5 1-0\n\n" .. GOOD, "a game may be missing", "stray_moves" },
}

local COMMANDS = {
  { "check" }, { "check", "--style" }, { "check", "--format", "tsv" }, { "convert" },
  { "convert", "-t", "jsonl" }, { "convert", "-t", "csv" }, { "convert", "-t", "fen" }, { "filter", "--check" },
  { "filter", "-e", "checkmate" }, { "filter", "--count", "--games", "1-" }, { "filter", "--check", "--jobs", "2" },
  { "filter", "--width", "70", "--games", "1-" }, { "report", "summary" }, { "sort" }, { "dedup" }, { "merge" },
  { "sample", "--count", "2" }, { "show" }, { "tag", "--set", "A=b", "-o", "-" },
  { "split", "--every", "1", "--into", "INTO" }, { "book", "make", "-o", "INTO/a.bin" },
}

for name, row in pairs(FILES) do
  describe(name, function()
    for _, command in ipairs(COMMANDS) do
      it("is reported by " .. table.concat(command, " "), function()
        local folder <close> = new_folder()
        local request = {}
        for i, word in ipairs(command) do
          request[i] = word:gsub("^INTO", folder.root)
        end
        request[#request + 1] = folder:write(name, row[1])
        local r = run(request)
        assert.equal(1, r.code, r.err)
        local output = command[1] == "check" and r.out or r.err
        assert.is_truthy(output:gsub('""', '"'):find(row[command[3] == "tsv" and 3 or 2], 1, true), output)
        assert.is_truthy(output:find(name .. (command[3] == "tsv" and "\t1\t1\t" or ":1:1: "), 1, true), output)
      end)
    end
  end)
end
