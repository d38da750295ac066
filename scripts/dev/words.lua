-- Checks the words in text for users: pages, help, messages, sentences of diagnostics, names of tests.
-- Usage: lua5.4 scripts/dev/words.lua [--advise]      (from the top of the tree)
-- A word of WORDS is an error, except in a line with the comment `words: WORD` and in a phrase of ALLOWED. With
-- --advise, such words in comments of Lua and C are also printed, but they are not errors.

local tree = require "scripts.dev.tree"

-- Each word, and the word to write instead.
local WORDS = {
  { "behind", "after" }, { "men", "pieces" }, { "told", "reported" }, { "said", "reported" },
  { "passed over", "skipped" }, { "left out", "omitted" }, { "leaves out", "omits" }, { "leave out", "omit" },
  { "what is wrong", "errors, problems" }, { "trouble", "problem" }, { "doubles", "duplicates" },
  { "one after the other", "in sequence" }, { "so many", "the number of" },
  { "by itself", "by default, automatically" }, { "of its own accord", "automatically" },
  { "anew", "again; rewritten" }, { "mended", "fixed" }, { "mend", "fix" },
  { "a line a game", "one line per game" }, { "fits nowhere", "is not legal here" },
  { "chess figures", "figurines" }, { "straight", "orthogonal" }, { "slant", "diagonal" },
  { "shelf", "open games" }, { "pile", "name the thing" }, { "sift", "filter" }, { "slack", "padding" },
  { "main line", "mainline" }, { "hurdle", "condition" }, { "hindrance", "obstacle" },
  { "wish", "option" }, { "wishes", "options" }, { "blame", "report" }, { "nothing is known", "unknown" },
}

-- Phrases of chess and quotations in which such a word is correct.
local ALLOWED = {
  "time trouble", "time_trouble", "rook behind", "behind the pawn", "behind a pawn", "behind its own knight's pawn",
  "behind the passed pawn", "behind the king", "doubles the rooks", "doubles the pawns", "straight line", "3-4-men",
}

local function plain(text)
  return " " .. text:lower():gsub("[%s%p]+", " ") .. " "
end

for i, row in ipairs(WORDS) do
  WORDS[i] = { word = row[1], pattern = plain(row[1]), better = row[2] }
end

-- Return the first word of WORDS in a text, or nil. With `is_phrase`, only those entries of WORDS are searched that
-- have several words.
local function find_word(text, is_phrase)
  local lower = text:lower()
  for _, phrase in ipairs(ALLOWED) do
    lower = lower:gsub(phrase:gsub("%p", "%%%0"), " _ ")
  end
  local words = plain(lower)
  for _, row in ipairs(WORDS) do
    local is_marked = text:find("words: " .. row.word, 1, true)
    if words:find(row.pattern, 1, true) and not is_marked and (not is_phrase or row.word:find " ") then
      return row
    end
  end
end

local faults = 0
local function look(path, number, text, is_advice)
  local row = find_word(text)
  if row then
    local kind = is_advice and " (advice)" or ""
    io.stderr:write(("%s:%d: '%s': write: %s%s\n"):format(path, number, row.word, row.better, kind))
    faults = faults + (is_advice and 0 or 1)
  end
end

-- ---- where text for users is -------------------------------------------------------------------------

-- Check the prose of a page, without code blocks and `code`. A phrase may be broken over two lines.
local function check_page(path)
  local is_code, before, number = false, "", 0
  for line in (tree.read(path) .. "\n"):gmatch "([^\n]*)\n" do
    number = number + 1
    if line:find "^```" then
      is_code, before = not is_code, ""
    elseif not is_code then
      local prose = line:gsub("`[^`]*`", "_"):gsub("%]%(%S+%)", "]")
      -- `around` includes the end of the previous line, because a phrase may be broken over two lines
      local around = (before:match "%S+%s+%S+%s+%S+$" or "") .. " " .. prose:sub(1, 30)
      local row = find_word(prose) or find_word(around, true)
      if row then
        look(path, number, row.word .. (line:find("words: " .. row.word, 1, true) and " words: " .. row.word or ""))
      end
      before = prose
    end
  end
end

-- Call visit(value, line, before) for each string and comment of a Lua file. `before` is the name before a string, or
-- "--" for a comment.
local function strings_of(text, visit)
  local at, number = 1, 1
  local function advance(to)
    number = number + select(2, text:sub(at, to - 1):gsub("\n", ""))
    at = to
  end
  while at <= #text do
    local c = text:sub(at, at)
    local level = text:match("^%-%-%[(=*)%[", at) or text:match("^%[(=*)%[", at)
    local is_comment = text:find("^%-%-", at)
    if level then
      local _, stop = text:find("]" .. level .. "]", at, true)
      stop = stop or #text
      if not is_comment then
        visit(text:sub(at, stop), number, "")
      end
      advance(stop + 1)
    elseif is_comment then
      local stop = text:find("\n", at, true) or #text + 1
      visit(text:sub(at, stop - 1), number, "--")
      advance(stop)
    elseif c == '"' or c == "'" then
      local stop = at + 1
      while stop <= #text and text:sub(stop, stop) ~= c do
        stop = stop + (text:sub(stop, stop) == "\\" and 2 or 1)
      end
      local before = text:sub(math.max(1, at - 40), at - 1):match "([%w_.:]+)%s*%(?$" or ""
      visit(text:sub(at + 1, stop - 1), number, before)
      advance(stop + 1)
    else
      advance(at + 1)
    end
  end
end

local IS_TEST = { it = true, describe = true }

local function check_lua(path, is_spec, wants_advice)
  local lines = {}
  local text = tree.read(path)
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    lines[#lines + 1] = line
  end
  strings_of(text, function(value, number, before)
    local mark = lines[number]:match "words: .*$" or ""
    if before == "--" then
      if wants_advice then
        look(path, number, value, true)
      end
    elseif is_spec and IS_TEST[before] or not is_spec and value:find "%a%s+%a" then
      local n = number
      for line in (value .. "\n"):gmatch "([^\n]*)\n" do
        look(path, n, line .. " " .. mark)
        n = n + 1
      end
    end
  end)
end

local function check_sentences(path)
  local number = 0
  for line in (tree.read(path) .. "\n"):gmatch "([^\n]*)\n" do
    number = number + 1
    for value in line:gmatch '"([^"]*)"' do
      look(path, number, value)
    end
  end
end

local wants_advice = arg[1] == "--advise"
local FRENCH = { ["docs/dialectes.md"] = true }
for _, path in ipairs(tree.list "ls README.md CONTRIBUTING.md docs/*.md docs/dev/*.md") do
  if not FRENCH[path] then
    check_page(path)
  end
end
for _, path in ipairs(tree.list "find lua scripts/examples -name '*.lua'") do
  if not path:find "^lua/lucena/eco/" and path ~= "lua/lucena/core_help.lua" then
    check_lua(path, false, wants_advice)
  end
end
for _, path in ipairs(tree.list "find spec -name '*_spec.lua'") do
  check_lua(path, true, wants_advice)
end
for _, path in ipairs(tree.list "find csrc -name 'diag*.def'") do
  check_sentences(path)
end
if faults > 0 then
  io.stderr:write(("words: %d to reword\n"):format(faults))
  os.exit(1)
end
print("words: none to reword")
