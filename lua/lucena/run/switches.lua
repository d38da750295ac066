--- The layout options of commands that rewrite games: how to write the movetext and the tags, and what to omit.
-- `lucena.run.declare` declares them.
-- @module lucena.run.switches

local option_values = require("lucena.run.option_values")
local options = require("lucena.run.options")

local M = {}

-- {option, the field of Game:pgn's options that it sets to false, help text}
M.FLAGS = {
  { "--no-comments", "comments", "Omit comments." },
  { "--no-nags", "nags", "Omit NAGs ($1, !)." },
  { "--no-variations", "variations", "Omit variations." },
  { "--no-numbers", "numbers", "Omit move numbers." },
  { "--no-results", "results", "Omit the result after the moves." },
  { "--no-checks", "checks", "Omit + and # after moves." },
}

-- Options that add a comment after each move, with the contents of the comment.
M.PLY_COMMENTS = { fen = "the FEN", hash = "Lucena's 64-bit hash", material = "the material" }

local function field_of(option)
  return (option:gsub("^%-%-", ""):gsub("%-", "_"))
end

-- The values of --tags that are not a list of names.
local WORDS = { all = true, roster = true, none = true }

local function parse_tags(list, parser)
  if WORDS[list] then
    return list
  end
  local names, seen = {}, {}
  for word in (list .. ","):gmatch("([^,]*),") do
    local hint = require("lucena.suggestion").hint(word, WORDS)
    local name, err
    if word == "*" then
      name = word
    elseif WORDS[word] then
      err = ("'%s' cannot be in a list of tags; * means all other tags"):format(word)
    elseif list == word and hint ~= "" then -- a misspelled all, roster or none
      err = ("there is no tag '%s'%s"):format(word, hint)
    else
      name, err = require("lucena.tag_names").to_write(word)
    end
    if not name or seen[name] then
      parser:error("--tags: " .. (err or ("'%s' appears twice"):format(name)))
    end
    seen[name] = true
    names[#names + 1] = name
  end
  return names
end

local function parse_ply_comments(args, parser)
  local chosen
  for name in pairs(M.PLY_COMMENTS) do
    if args[name .. "_comments"] then
      if chosen then
        parser:error("give only one of --fen-comments, --hash-comments and --material-comments")
      end
      chosen = name
    end
  end
  return chosen
end

--- Return the options as the table that Game:pgn takes; nil if none is given.
---@param args table
---@param parser table
---@return table? opts
---@return boolean to_utf8
function M.read(args, parser)
  local opts = {
    width = option_values.integer(args.width, "--width", 0, 65535, parser),
    tags = args.tags and parse_tags(args.tags, parser),
    ply_comments = parse_ply_comments(args, parser),
    braces = args.replace_braces and "replace" or nil,
    dialect = options.parse_dialect(args.to_dialect, "--to-dialect", parser),
  }
  if args.no_wrap_comments then
    opts.wrap_comments = false
  end
  for _, flag in ipairs(M.FLAGS) do
    if args[field_of(flag[1])] then
      opts[flag[2]] = false
    end
  end
  if args.reduced then
    if args.tags then
      parser:error("--reduced sets the tags; give it without --tags")
    end
    opts.tags, opts.comments, opts.nags, opts.variations = "roster", false, false, false
  end
  local to_utf8 = args.encoding ~= nil
  return (next(opts) or to_utf8) and opts or nil, to_utf8
end

return M
