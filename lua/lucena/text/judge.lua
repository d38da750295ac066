--- Describes how a move of a text was read: its state, and the diagnostic if there is one.
-- @module lucena.text.judge

local M = {}

local MESSAGES = {
  illegal = { "illegal_move", "%s is not legal here" },
  false_check = { "illegal_move", "%s is legal here only without the check" },
  gap = { "unknown_position",
    "%s: the position before it is not known (the text before it could not be read as a move)" },
  no_position = { "unknown_position", "%s: the position before it is not known" },
}

local IN_NO_GAME = "%s: a score of %d moves is in no game (the position before it is not known)"

local SKIPPED = "%s is the next move of the game, but it could not be read"

local HINT = " (the moves after it are legal with %s; --misprints corrects it)"

local function numbered(number)
  return number and ("%d%s "):format(number.value, number.is_black and "..." or ".") or ""
end

-- Only the first move of a score that is in no game has a diagnostic.
local function in_no_game(mention, token)
  if not mention.count then
    return "unread"
  end
  return "unread", "unknown_position", IN_NO_GAME:format(numbered(mention.number) .. token, mention.count)
end

--- Return the state of a mention in words, and the code and message of its diagnostic.
---@param mention table
---@param token string its text
---@param is_comment boolean whether a move that is only named is part of a comment
---@return string state mainline, variation, comment, no_position, unread, ambiguous
---@return string? code
---@return string? message
function M.of(mention, token, is_comment)
  local repeated = mention.repeats
  if repeated then
    if repeated.target then
      return "variation"
    end
    return M.of(repeated, token, is_comment)
  elseif mention.target then
    local state = mention.is_main and "mainline" or "variation"
    if mention.is_corrected then
      return state, "corrected_misprint", ("misprint %s: read as %s"):format(token, mention.san)
    end
    if mention.alternatives then
      return state, "resolved_by_context", ("%s means %s (legal: %s)"):format(token, mention.san, mention.alternatives)
    end
    if mention.is_unchecked then
      return state, "check_sign", ("%s gives no check"):format(token)
    end
    if mention.is_repaired then
      return state, "resolved_by_context", ("%s means %s"):format(token, mention.san)
    end
    return state
  elseif mention.state == "ambiguous" then
    return "ambiguous", "ambiguous_move", ("ambiguous move %s: %s"):format(token, mention.alternatives)
  elseif mention.reason == "skipped" then
    return "unread", "unknown_position", SKIPPED:format(token)
  elseif mention.reason == "in_no_game" then
    return in_no_game(mention, token)
  elseif mention.state == "unread" then
    local row = MESSAGES[mention.reason == "illegal" and mention.has_false_check and "false_check" or mention.reason]
    local hint = mention.correction and HINT:format(mention.correction) or "" -- results: a text
    return "unread", row[1], row[2]:format(numbered(mention.number) .. token) .. hint
  end
  return is_comment and "comment" or "no_position"
end

return M
