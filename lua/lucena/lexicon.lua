--- The spellings of results in any text: csrc/notation/lexicon.def, the table that the readers of games use.
-- @module lucena.lexicon

local core = require("lucena.core")

local M = {}

--- Return the meaning of a whole text as a result.
---@param text string
---@return string? result "1-0", "0-1", "1/2-1/2", "*", "0-0", "1/2-0" or "0-1/2"; nil if the text is no result
---@return integer? white half points; nil for "*"
---@return integer? black
---@return boolean? is_forfeit
---@return string? use "marker", "word", "last" or "tagged": see lexicon.def
-- @usage require("lucena.lexicon").read_result("½ - ½") --> 1/2-1/2
M.read_result = core.read_result

--- Return the entries of the table: {text, result, use}.
---@return table[]
-- @usage require("lucena.lexicon").entries()[1].text --> 1-0
M.entries = core.lexicon

return M
