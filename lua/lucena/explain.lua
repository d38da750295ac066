--- Explains a token of chess notation in any of its kinds: a move, a result, a NAG, a FEN, a tag pair and others.
--
--     chess.explain("±").headline        --> White: clear advantage
--     print(chess.explain "12... Nf6")   -- a page of text
--
-- The command `explain`, the prompt and Position:explain use this module, so they know the same tokens. A text is first
-- read as a move (lucena.notation.explain). If it is also a token of another kind, a line names that meaning.
--
-- Each kind is a file of lua/lucena/explain/ which returns a table:
--   title, examples    name the kind in the list of kinds that were tried
--   read(text, asked)  returns the meaning, or nil if the text has not the form of the kind; `asked` has the position
--                      and the dialect of the caller
-- A meaning is {headline, where, source, code, sections, french}; `code` is set if the text has the form of the kind,
-- but an error; `french` has the French form of a name in the headline. The facts are those of the tables that readers
-- and writers use: nag.lua, lexicon.def, the opcodes of EPD.
-- @module lucena.explain

local argument = require("lucena.argument")
local core = require("lucena.core")
local dialects = require("lucena.dialect")
local moves = require("lucena.notation.explain")

local M = {}

-- In the order of trial: the kinds whose form is clear come first.
local KINDS = {
  "fen", "command", "match_comment", "tag_pair", "numbered_move", "nag", "result", "letter", "sign", "opcode",
  "opening", "tag", "dialect", "diagnostic",
}

local IS_PLACE = { ["lucena.Position"] = true, ["lucena.Board"] = true }

local function kind_of(name)
  return require("lucena.explain." .. name)
end

-- Add the sections of a meaning to an explanation.
local function add_meaning(explanation, name, meaning)
  explanation.kind, explanation.code, explanation.headline = name, meaning.code, meaning.headline
  explanation.move, explanation.dialect, explanation.french = meaning.move, meaning.dialect, meaning.french
  for _, section in ipairs(meaning.sections or {}) do
    explanation.sections[#explanation.sections + 1] = section
  end
  for _, row in ipairs { { "Where", meaning.where }, { "Source", meaning.source } } do
    if row[2] then
      explanation.sections[#explanation.sections + 1] = { title = row[1], { nil, row[2] } }
    end
  end
end

local function add_tried(explanation)
  local section = { title = "Nor is it a token of another kind" }
  for _, name in ipairs(KINDS) do
    local kind = kind_of(name)
    section[#section + 1] = { kind.title, kind.examples }
  end
  explanation.sections[#explanation.sections + 1] = section
end

-- Return the meanings of a text, and the names of their kinds. If no kind reads it without an error, the first error is
-- the only meaning.
local function find(text, asked)
  local found, names, wrong = {}, {}, nil
  for _, name in ipairs(KINDS) do
    local meaning = kind_of(name).read(text, asked)
    if meaning and meaning.code then
      wrong = wrong or { meaning, name }
    elseif meaning then
      found[#found + 1], names[#names + 1] = meaning, name
    end
  end
  if #found == 0 and wrong then
    return { wrong[1] }, { wrong[2] }
  end
  return found, names
end

-- Add the headlines of the other meanings of a text, from number `first` on.
local function add_others(explanation, meanings, first)
  local section = { title = "It is also" }
  for i = first, #meanings do
    section[#section + 1] = not meanings[i].code and { nil, meanings[i].headline } or nil
  end
  explanation.sections[#explanation.sections + 1] = #section > 0 and section or nil
end

--- Complete the explanation of a text that is no move, or that may also be a token of another kind.
---@param explanation lucena.Explanation
---@param position lucena.Position
---@param dialect? Dialect
-- @usage tostring(chess.explain "hello"):match "Nor is it[^\n]*" --> Nor is it a token of another kind
function M.complete(explanation, position, dialect)
  local text = explanation.text:match("^%s*(.-)%s*$")
  local meanings, names = find(text, { position = position, dialect = dialect })
  if explanation.code ~= "bad_move" then
    add_others(explanation, meanings, 1)
  elseif meanings[1] then
    explanation.sections = {}
    add_meaning(explanation, names[1], meanings[1])
    add_others(explanation, meanings, 2)
  elseif not dialect then
    add_tried(explanation)
  end
end

-- Return whether a text is a move of another position. A dialect then has to be able to read it.
local function is_unplayed(explanation, dialect)
  if explanation.move or explanation.code == "ambiguous_move" then
    return false
  end
  dialect = type(dialect) == "string" and dialects.find(dialect) or dialect
  return not dialect or dialect:is_shaped(explanation.text)
end

local function check_option(opts, name, expected, is_good)
  if opts[name] ~= nil and not is_good then
    argument.bad(3, 2, "explain", "option '%s': %s, got %s", name, expected, argument.kind(opts[name]))
  end
end

--- Explain any token: a move, a result, a NAG, a sign, an ECO code, a command of a comment, an opcode of EPD, a FEN, a
-- numbered move, a tag pair, a tag, a dialect or the code of a diagnostic.
---@param text string
---@param opts? {position?: lucena.Position, dialect?: string|Dialect}
-- `position`: moves are explained in it; without it, a move that is not legal in the initial position is explained by
-- its parts; `dialect`: the dialect of moves, by default "auto": all are tried
---@return lucena.Explanation? explanation with `kind`, and with `code` if the text means nothing or has an error
---@return string? err for an unknown dialect
---@return string? code bad_dialect
-- @usage chess.explain("1/2").headline     --> The game is a draw.
-- @usage chess.explain("hello").code       --> bad_move
function M.explain(text, opts)
  argument.check(text, 1, "explain", "string")
  opts = argument.options(opts, 2, "explain", { position = true, dialect = true })
  check_option(opts, "position", "lucena.Position expected", IS_PLACE[getmetatable(opts.position)])
  check_option(opts, "dialect", "string or lucena.Dialect expected",
    type(opts.dialect) == "string" or getmetatable(opts.dialect) == "lucena.Dialect")
  local dialect = opts.dialect ~= "auto" and opts.dialect or nil
  local explanation, err, code = moves.of(opts.position or core.position(), text, dialect)
  if explanation and not opts.position and explanation.kind == "move" and is_unplayed(explanation, dialect) then
    local shape = moves.shape(text)
    explanation = shape or explanation
    if shape then
      M.complete(shape, core.position())
    end
  end
  return explanation, err, code -- no tail call, so that error messages name the caller
end

return M
