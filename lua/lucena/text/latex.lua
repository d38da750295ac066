--- Hides the markup of a LaTeX document, so that the moves of its macros and tables remain:
--
-- - comments, from "%" to the end of the line, except after a backslash;
-- - braces, the macros before the moves of a game, and the marks of tables: "&", "\\";
-- - macros of fonts, and signs of positions in formulas: "$\pm$";
-- - `\variation{...}` becomes round brackets, and fractions become results: `$\frac12$--$\frac12$`.
-- Cost: one pass over the text for each kind.
-- @module lucena.text.latex

local fold = require("lucena.text.fold")

local M = {}

local function blank(part)
  return (part:gsub("[^\r\n]", " "))
end

-- Return whether a text is a LaTeX document, or a part of one with the macros of chess packages.
local function is(folded)
  return folded:find("\\begin{%a", 1) ~= nil or folded:find("\\mainline%s*{") ~= nil
end

local function hide_comments(folded)
  return (folded:gsub("([^\\\n]?)(%%[^\n]*)", function(before, comment)
    return before .. (" "):rep(#comment)
  end))
end

-- Macros whose argument is a game, and those whose arguments are no text.
local GAMES = { "\\mainline", "\\hidemoves", "\\movelist" }
local HIDDEN = { "\\multicolumn%s*{%d+}%s*{[^{}\n]*}", "\\begin%s*{tabular}%s*{[^{}\n]*}", "\\hline", "\\hfill",
  "\\cline%s*{[^{}\n]*}" }
local HALF = { "%$\\frac%s?{?1}?%s?{?2}?%$", "\\frac%s?{?1}?%s?{?2}?", "\\textonehalf%s?{?}?", "%$?1/2%$" }

-- Macros of fonts, whose argument is text.
local FONTS = { "\\textbf", "\\textit", "\\textsl", "\\textsc", "\\textrm", "\\emph", "\\underline", "\\bfseries",
  "\\itshape" }
local SIGN = "%$%s*\\%a+%s*%$" -- "$\pm$"

local function half(part)
  return "1/2" .. fold.FILL:rep(#part - #"1/2")
end

local function plain(folded)
  for _, macro in ipairs(HIDDEN) do
    folded = folded:gsub(macro, blank)
  end
  for _, form in ipairs(HALF) do
    folded = folded:gsub(form, half)
  end
  for _, macro in ipairs(FONTS) do
    folded = folded:gsub(macro .. "%f[^%a]", blank)
  end
  folded = folded:gsub(SIGN, blank)
  folded = folded:gsub("(\\variation%s*){([^{}]*)}", function(macro, moves)
    return blank(macro) .. "(" .. moves .. ")"
  end)
  for _, macro in ipairs(GAMES) do
    folded = folded:gsub(macro .. "%f[^%a]", blank)
  end
  return (folded:gsub("\\\\", blank):gsub("\\&", blank):gsub("[{}&]", " "))
end

--- Replace the markup by blanks, if the text is a LaTeX document.
---@param folded string
---@return string folded of the same length
function M.hide(folded)
  return is(folded) and plain(hide_comments(folded)) or folded
end

return M
