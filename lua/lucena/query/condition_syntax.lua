--- Reads the conditions of programming languages as a tree: `count(checks) >= 10 && !mate`, `moves[0] == "e4"`. The
-- grammar is the common part of C, Python and Lua. lucena.query.condition makes a query of the tree.
--
-- Nodes are tables {kind, from, to}, with the place in the text:
--
-- - and, or: an array of nodes; not: [1].
-- - compare: [1], `operator`, [2]; sum: [1], `operator` (+ - * /), [2].
-- - number, text: `value`; list: an array.
-- - name: `name`, one word or several; call: `name`, an array of arguments; index: [1] at [2]; field: `name` of [1].
-- - raw: a call of Lua without parentheses, such as `won{"Tal", side = "black"}`.
-- @module lucena.query.condition_syntax

local M = {}

local SIGNS = { "&&", "||", "==", "~=", "!=", "<>", ">=", "<=", "=~" }
local COMPARES = { ["=="] = "==", ["="] = "==", ["~="] = "!=", ["!="] = "!=", ["<>"] = "!=", [">="] = ">=",
  ["<="] = "<=", [">"] = ">", ["<"] = "<", ["=~"] = "in" }
-- Operators that are words.
local WORDS = { ["in"] = "in", contains = "contains", includes = "contains", startswith = "prefix", like = "contains" }
local AND = { ["&&"] = true, ["&"] = true, ["and"] = true, ["AND"] = true }
local OR = { ["||"] = true, ["|"] = true, ["or"] = true, ["OR"] = true }
local NOT = { ["!"] = true, ["~"] = true, ["not"] = true, ["NOT"] = true }
local SUMS, PRODUCTS = { ["+"] = true, ["-"] = true }, { ["*"] = true, ["/"] = true }
local CLOSING = { ["("] = ")", ["["] = "]", ["{"] = "}" }

-- ---- tokens --------------------------------------------------------------------------------------

-- Return the kind and the end of the token at a position.
local function token_at(text, at)
  for _, result in ipairs { "^1/2%-1/2()", "^[01]%-[01]%f[^%w]()" } do
    local after = text:match(result, at)
    if after then
      return "text", after
    end
  end
  local after = text:match("^%d+%.?%d*()", at)
  if after then
    return "number", after
  end
  after = text:match("^[%a_\128-\255][%w_\128-\255']*()", at)
  if after then
    return "name", after
  end
  local quote = text:match("^[\"']", at)
  after = quote and text:match("^" .. quote .. "[^" .. quote .. "]*" .. quote .. "()", at)
  if after then
    return "string", after
  end
  for _, sign in ipairs(SIGNS) do
    if text:sub(at, at + #sign - 1) == sign then
      return "sign", at + #sign
    end
  end
  return "sign", at + 1
end

local function tokens_of(text)
  local list, at = {}, text:match("^%s*()")
  while at <= #text do
    local kind, after = token_at(text, at)
    list[#list + 1] = { kind = kind, text = text:sub(at, after - 1), from = at, to = after - 1 }
    at = text:match("^%s*()", after)
  end
  return list
end

-- ---- the grammar ---------------------------------------------------------------------------------

-- The reader of a text: `tokens`, and `at`, the number of the next one.
local Reader = {}
Reader.__index = Reader

function Reader:next()
  return self.tokens[self.at]
end

-- Return the next token if its text is a key of a set, and go on after it.
function Reader:take(set)
  local token = self:next()
  if token and token.kind ~= "string" and set[token.text] then
    self.at = self.at + 1
    return token
  end
end

-- End a node, which began at the token `first`.
function Reader:node(first, node)
  node.from, node.to = self.tokens[first].from, self.tokens[self.at - 1].to
  return node
end

-- Read operands of one operator: `a && b && c`. Returns nil if an operand is missing.
function Reader:operands(kind, set, operand)
  local first = self.at
  local one = operand(self)
  local list = { kind = kind, one }
  while one and self:take(set) do
    one = operand(self)
    list[#list + 1] = one
  end
  return one and (list[2] and self:node(first, list) or list[1])
end

-- Read `a + b - c`.
function Reader:arithmetic(set, operand)
  local first = self.at
  local left = operand(self)
  local sign = left and self:take(set)
  while sign do
    local right = operand(self)
    left = right and self:node(first, { kind = "sum", operator = sign.text, left, right })
    sign = left and self:take(set)
  end
  return left
end

-- Read nodes up to a closing sign.
function Reader:list(closing, node)
  local is_end = { [closing] = true }
  while not self:take(is_end) do
    local item = self:any()
    if not item or not self:take { [","] = true } and (self:next() or {}).text ~= closing then
      return nil
    end
    node[#node + 1] = item
  end
  return node
end

-- Return whether the next token continues a name of several words: "white queens", "Magnus Carlsen".
local function continues(self)
  local token = self:next()
  local is_operator = token and (AND[token.text] or OR[token.text] or NOT[token.text] or WORDS[token.text])
  return token and not is_operator and (token.kind == "name" or token.kind == "number")
end

-- Read what follows a name: arguments, an index, a field, or a string or table of Lua.
function Reader:after_name(first, node)
  local token = self:next()
  if not token then
    return node
  elseif token.kind == "string" or token.text == "{" then
    self.at = self.at + 1
    local is_read = token.kind == "string" or self:braces()
    return is_read and self:node(first, { kind = "raw" })
  elseif self:take { ["("] = true } then
    local call = self:list(")", { kind = "call", name = node.name, of = node[1] })
    return call and self:after_name(first, self:node(first, call))
  elseif self:take { ["["] = true } then
    local index = self:any()
    return index and self:take { ["]"] = true }
      and self:after_name(first, self:node(first, { kind = "index", node, index }))
  elseif self:take { ["."] = true, [":"] = true } then
    token = self:next()
    self.at = self.at + 1
    return token and token.kind == "name"
      and self:after_name(first, self:node(first, { kind = "field", name = token.text, node }))
  end
  return node
end

-- Skip the rest of a table of Lua.
function Reader:braces()
  local depth = 1
  while depth > 0 and self:next() do
    local text = self:next().text
    depth = depth + (text == "{" and 1 or text == "}" and -1 or 0)
    self.at = self.at + 1
  end
  return depth == 0
end

function Reader:primary()
  local token, first = self:next(), self.at
  if not token or token.kind == "name" and (AND[token.text] or OR[token.text]) then
    return nil
  end
  self.at = first + 1
  if token.kind == "number" then
    return self:node(first, { kind = "number", value = tonumber(token.text) })
  elseif token.kind == "text" or token.kind == "string" then
    return self:node(first, { kind = "text", value = token.text:gsub("^[\"'](.*)[\"']$", "%1") })
  elseif token.text == "-" or token.text == "+" or token.text == "#" then
    local inner = self:primary()
    return inner and token.text == "-" and self:node(first, { kind = "sum", operator = "-",
      { kind = "number", value = 0 }, inner }) or inner
  elseif CLOSING[token.text] then
    local list = self:list(CLOSING[token.text], { kind = "list" })
    return list and (token.text == "(" and #list == 1 and list[1] or self:node(first, list))
  elseif token.kind ~= "name" then
    return nil
  end
  while continues(self) do
    self.at = self.at + 1
  end
  local node = self:node(first, { kind = "name" })
  node.name = self.text:sub(node.from, node.to)
  return self:after_name(first, node)
end

function Reader:product()
  return self:arithmetic(PRODUCTS, self.primary)
end

function Reader:sum()
  return self:arithmetic(SUMS, self.product)
end

-- Read `a < b`, and `a < b < c` as `a < b and b < c`.
function Reader:comparison()
  local first, list = self.at, { kind = "and" }
  local left = self:sum()
  local sign = left and (self:take(COMPARES) or self:take(WORDS))
  while sign do
    local right = self:sum()
    if not right then
      return nil
    end
    local operator = COMPARES[sign.text] or WORDS[sign.text]
    list[#list + 1] = self:node(first, { kind = "compare", operator = operator, left, right })
    left, sign = right, self:take(COMPARES)
  end
  return list[2] and self:node(first, list) or list[1] or left
end

function Reader:negation()
  local first = self.at
  if self:take(NOT) then
    local inner = self:negation()
    return inner and self:node(first, { kind = "not", inner })
  end
  return self:comparison()
end

function Reader:both()
  return self:operands("and", AND, self.negation)
end

function Reader:any()
  return self:operands("or", OR, self.both)
end

--- Return the tree of a text, or nil if it does not have this grammar.
---@param text string
---@return table? node
-- @usage require("lucena.query.condition_syntax").tree("a && !b").kind --> and
function M.tree(text)
  local self = setmetatable({ text = text, tokens = tokens_of(text), at = 1 }, Reader)
  local node = self:any()
  return node and not self:next() and node or nil
end

return M
