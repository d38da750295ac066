#!/usr/bin/env lua5.4
--- Write docs/diagnostics.md, or with --lua lua/lucena/language/causes.lua, from csrc/notation/diag.def.
-- Usage: lua5.4 scripts/dev/gen_diagnostics.lua [--lua] > FILE     (`make library`; from the top of the tree)

package.path = arg[0]:match "^(.*)/" .. "/?.lua;" .. package.path
local diagnostics = require "diagnostics"

local WIDTH = 120

local BEGINNING = [[
<!-- Written by scripts/dev/gen_diagnostics.lua (`make library`) from csrc/notation/diag.def: do not edit. -->
# Diagnostics

This page explains each code that Lucena reports: its cause, and what to do. `lucena explain CODE` prints the same with
an example. Commands print diagnostics; `game.diagnostics`, `game:check()` and `reader:take_diagnostics()` return arrays
of them. Their fields:

- `code`: one of the names below; names never change
- `severity`: `error` (below, if nothing else is given): Lucena cannot read something; `warning`: Lucena read it, but
  the author may have meant something else; `repair`: Lucena read it as it was meant, and writes it in standard form
- `file`, `game`, `record`: the file's name; the number of the game or of the EPD record in the file, from 1
- `line`, `column`, `offset`: the place in the decompressed file: line (LF, CRLF or CR ends one) and byte from 1; byte
  in the file from 0
- `token`, `size`: the text of the problem, at most 40 bytes; its size, or that of all text not read because of it
- `ply`, `fen`: the number of plies before the problem, and the position after them
- `message`, `text`: the problem, as a sentence; the line that commands print: `file:line:column:` and the message

A game keeps at most 100 diagnostics; the field `total` of the array counts all of them. With `strict = true`
(`--strict`), every diagnostic is an error. A command that finds an error exits with status 1. Functions that return
`nil, message, code` use the same codes.
]]

local ENDING = [[

## Functions of the Lua library

These codes come from functions that read other data than games and positions. They have no severity.

- `bad_book`: the file given to `chess.book` is no opening book, or is damaged
- `bad_eco`, `unknown_eco`: a file given to `chess.eco.load` cannot be read; no opening has the code
- `bad_file`: a file that a report or an option needs has the wrong content
- `bad_json`: the text given to `chess.from_json` is not JSON, or not a game
- `bad_option`: an engine does not have the option, or an engine or report rejects its value
- `bad_query`: the text given to `chess.query.parse` is not a query
- `bad_report`, `unknown_report`, `unknown_section`: a report lacks a field, has a wrong one or returns a wrong value;
  no report has the name; no section of it has the title
- `engine_closed`, `engine_confused`, `engine_died`, `engine_missing`, `engine_timeout`: see [engine.md](engine.md)
- `no_tablebase`, `not_in_tablebase`: no folder with tablebases is known; none of them has the position
- `not_writable`: a report's own format has no place for these games
]]

--- The words of a text of Markdown. Code in backquotes is one word.
local function words(text)
  local codes = {}
  local hidden = text:gsub("(`+)(.-)%1", function(quote, code)
    codes[#codes + 1] = quote .. code .. quote
    return "\1" .. #codes .. "\2"
  end)
  local list = {}
  for word in hidden:gmatch "%S+" do
    list[#list + 1] = word:gsub("\1(%d+)\2", function(index) return codes[tonumber(index)] end)
  end
  return list
end

local function fill(text, first, rest)
  local lines, line = {}, nil
  for _, word in ipairs(words(text)) do
    if line and utf8.len(line) + 1 + utf8.len(word) > WIDTH then
      lines[#lines + 1], line = line, nil
    end
    line = line and line .. " " .. word or (#lines == 0 and first or rest) .. word
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n") .. "\n"
end

local function item(entry)
  local severity = entry.severity == "error" and "" or (" (%s)"):format(entry.severity)
  local text = ("**`%s`**%s: %s. %s"):format(entry.code, severity, entry.sentence, entry.text)
  return fill(text, "- ", "  ")
end

-- Write the page.
local function write_page()
  io.write(BEGINNING)
  for _, section in ipairs(diagnostics.sections()) do
    io.write("\n## ", section.title, "\n\n")
    io.write(section.text ~= "" and fill(section.text, "", "") .. "\n" or "")
    for _, entry in ipairs(section.codes) do
      io.write(item(entry))
    end
  end
  io.write(ENDING)
end

-- The position of the examples of EPD that begin with `...`.
local EPD_POSITION = "4k3/8/8/8/8/8/8/4K2R w K -"

-- Write a table {severity, cause, example} for each code. Links to pages, in parentheses, are for the page only.
local function write_lua()
  io.write [[
--- The severity, the cause and an example of each diagnostic. Written by scripts/dev/gen_diagnostics.lua: do not edit.
-- @module lucena.language.causes

-- luacheck: ignore 631

return {
]]
  for _, section in ipairs(diagnostics.sections()) do
    for _, entry in ipairs(section.codes) do
      local cause = entry.text:gsub(" %(%[[^]]*%]%([^)]*%)%)", "")
      local text = entry.example and entry.example.text:gsub("\\n", "↵"):gsub("^%.%.%. ", EPD_POSITION .. " ")
      local example = text and (", %q"):format(text) or ""
      io.write(("  %s = { %q, %q%s },\n"):format(entry.code, entry.severity, cause, example))
    end
  end
  io.write "}\n"
end

if arg[1] == "--lua" then
  write_lua()
else
  write_page()
end
