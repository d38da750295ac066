--- Reads the syntax of Lua 5.4, for checks of the source: which functions a file defines, what they return, and where
-- the values of calls go. Statements are not kept. The reader calls functions of a *visitor* instead:
--
--     call(call, inside)               a call; `inside`: the name of the function around it, or the name of the
--                                      function that gets this function as an argument
--     assign(list, targets)            the values of an assignment, and the number of its targets
--     define(f)                        a function, after its body: {name = its last name, or nil; is_method;
--                                      parameters = their number; returns = array of lists}
--     alias(name, expression)          `local name = expression`
--
-- An expression is {kind, line, ...}: "name" {name, owner = the expression whose field it is, or nil}; "call" {name,
-- owner, arguments, is_method}; "and", "or" {left, right}; "parentheses" {inner}; "constant" {text}; "boolean", a
-- comparison or `not`; "function"; "table"; or "other". Binary operators have {operator, left, right}.
-- @module scripts.dev.syntax

local M = {}

-- ---- tokens --------------------------------------------------------------------------------------

local KEYWORDS = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat return then true until
               while]]):gmatch("%l+") do
  KEYWORDS[word] = true
end

-- Return the last byte of a long string or comment that begins at `at`, or nil.
local function long_end(text, at)
  local level = text:match("^%[(=*)%[", at)
  return level and select(2, text:find("]" .. level .. "]", at, true))
end

-- Return the last byte of a string in quotation marks.
local function quoted_end(text, at)
  local quote = text:sub(at, at)
  repeat
    at = text:find("[" .. quote .. "\\]", at + 1)
    local is_escape = text:sub(at, at) == "\\"
    at = is_escape and at + 1 or at
  until not is_escape
  return at
end

local OPERATORS = { "^%.%.%.", "^[=~<>]=", "^<<", "^>>", "^//", "^::", "^%.%.", "^%p" }

-- Return the kind and the last byte of the token at `at`.
local function token_at(text, at)
  local first = text:sub(at, at)
  if first:find("[%a_]") then
    local _, stop = text:find("^[%w_]+", at)
    return KEYWORDS[text:sub(at, stop)] and "keyword" or "name", stop
  elseif first:find("%d") or text:find("^%.%d", at) then
    return "number", select(2, text:find("^[%w.]+", at))
  elseif first == '"' or first == "'" then
    return "string", quoted_end(text, at)
  elseif long_end(text, at) then
    return "string", long_end(text, at)
  end
  for _, pattern in ipairs(OPERATORS) do
    local _, stop = text:find(pattern, at)
    if stop then
      return "operator", stop
    end
  end
end

-- Return the offset after blanks and comments.
local function skip(text, at)
  while true do
    at = text:find("%S", at)
    if not at or text:sub(at, at + 1) ~= "--" then
      return at
    end
    at = (long_end(text, at + 2) or (text:find("\n", at, true) or #text)) + 1
  end
end

-- Return the tokens of a text: {kind, text, line}; the last one is "end".
local function tokens_of(text)
  text = text:gsub("^#[^\n]*", "")
  local tokens, at, line, counted = {}, skip(text, 1), 1, 1
  while at do
    local kind, stop = token_at(text, at)
    line = line + select(2, text:sub(counted, at - 1):gsub("\n", ""))
    counted = at
    tokens[#tokens + 1] = { kind = kind, text = text:sub(at, stop), line = line }
    at = skip(text, stop + 1)
  end
  tokens[#tokens + 1] = { kind = "end", text = "", line = line }
  return tokens
end

-- ---- the parser ----------------------------------------------------------------------------------

local Parser = {}
Parser.__index = Parser

function Parser:peek(...)
  local text = self.tokens[self.at].text
  for i = 1, select("#", ...) do
    if text == select(i, ...) and self.tokens[self.at].kind ~= "string" then
      return true
    end
  end
  return false
end

function Parser:next()
  self.at = self.at + 1
  return self.tokens[self.at - 1]
end

-- Skip a token if it is the given one.
function Parser:take(text)
  local found = self:peek(text)
  self.at = self.at + (found and 1 or 0)
  return found
end

function Parser:expect(text)
  local token = self.tokens[self.at]
  if not self:take(text) then
    error(("line %d: '%s' expected near '%s'"):format(token.line, text, token.text), 0)
  end
end

local function tell(self, event, ...)
  if self.visitor[event] then
    self.visitor[event](...)
  end
end

-- Read the parameters of a function. Returns their number.
local function parameters(self)
  local count = 0
  self:expect("(")
  while not self:take(")") do
    local token = self:next()
    count = token.text == "..." and math.huge or token.kind == "name" and count + 1 or count
  end
  return count
end

-- Read a function after its name: parameters and body.
local function body(self, name, is_method)
  local outer, around, line = self.returns, self.inside, self.tokens[self.at].line
  self.returns, self.inside = {}, name or self.taker
  local count = parameters(self)
  self:block()
  self:expect("end")
  tell(self, "define", { name = name, parameters = count, is_method = is_method or false, returns = self.returns })
  self.returns, self.inside = outer, around
  return { kind = "function", line = line }
end

function Parser:list()
  local list = {}
  repeat
    list[#list + 1] = self:expression()
  until not self:take(",")
  return list
end

local function constructor(self)
  local line = self.tokens[self.at].line
  while not self:take("}") do
    if self:take("[") then
      self:expression()
      self:expect("]")
      self:expect("=")
      self:expression()
    elseif self.tokens[self.at].kind == "name" and self.tokens[self.at + 1].text == "=" then
      local name = self:next().text
      self:expect("=")
      self:named(name)
    else
      self:expression()
    end
    local _ = self:take(",") or self:take(";")
  end
  return { kind = "table", line = line }
end

-- Read an expression that gets a name: a function then has this name.
function Parser:named(name)
  if self:take("function") then
    return body(self, name)
  end
  return self:expression()
end

-- Read the arguments of a call of a function.
local function arguments(self, name)
  local token = self:next()
  if token.kind == "string" then
    return { { kind = "constant", text = token.text, line = token.line } }
  elseif token.text == "{" then
    return { constructor(self) }
  end
  local taker = self.taker
  self.taker = name
  local list = not self:peek(")") and self:list() or {}
  self:expect(")")
  self.taker = taker
  return list
end

-- Read a name or an expression in parentheses, and the fields, indexes and calls after it.
local function suffixed(self)
  local token = self:next()
  local it = { kind = "name", name = token.text, line = token.line }
  if token.text == "(" then
    it = { kind = "parentheses", inner = self:expression(), line = token.line }
    self:expect(")")
  end
  while true do
    local is_string = self.tokens[self.at].kind == "string"
    if is_string or self:peek("(", "{") then
      it = { kind = "call", name = it.name, owner = it.owner, is_method = it.is_method or false, line = it.line,
        arguments = arguments(self, it.name) }
      tell(self, "call", it, self.inside)
    elseif self:peek(".", ":") then
      local is_method = self:next().text == ":"
      local field = self:next()
      it = { kind = "name", name = field.text, owner = it, is_method = is_method, line = field.line }
    elseif self:take("[") then
      self:expression()
      self:expect("]")
      it = { kind = "other", line = it.line }
    else
      return it
    end
  end
end

local function simple(self)
  local token = self.tokens[self.at]
  if token.kind == "string" or token.kind == "number" or self:peek("nil", "true", "false", "...") then
    self:next()
    return { kind = token.text == "..." and "other" or "constant", text = token.text, line = token.line }
  elseif self:take("{") then
    return constructor(self)
  elseif self:take("function") then
    return body(self)
  end
  return suffixed(self)
end

-- Priorities of binary operators: left and right.
local PRIORITY = { ["or"] = { 1, 1 }, ["and"] = { 2, 2 }, ["|"] = { 4, 4 }, ["~"] = { 5, 5 }, ["&"] = { 6, 6 },
  ["<<"] = { 7, 7 }, [">>"] = { 7, 7 }, [".."] = { 9, 8 }, ["+"] = { 10, 10 }, ["-"] = { 10, 10 }, ["*"] = { 11, 11 },
  ["/"] = { 11, 11 }, ["//"] = { 11, 11 }, ["%"] = { 11, 11 }, ["^"] = { 14, 13 } }
local COMPARISONS = { ["<"] = true, [">"] = true, ["<="] = true, [">="] = true, ["~="] = true, ["=="] = true }
for name in pairs(COMPARISONS) do
  PRIORITY[name] = { 3, 3 }
end
local UNARY = 12

local function joined(operator, left, right)
  local kind = (operator == "and" or operator == "or") and operator or COMPARISONS[operator] and "boolean" or "other"
  return { kind = kind, operator = operator, left = left, right = right, line = left.line }
end

--- Read an expression whose operators have a higher priority than `limit`.
function Parser:expression(limit)
  local left
  if self:peek("not", "-", "#", "~") then
    local operator = self:next()
    self:expression(UNARY)
    left = { kind = operator.text == "not" and "boolean" or "other", line = operator.line }
  else
    left = simple(self)
  end
  while true do
    local token = self.tokens[self.at]
    local priority = token.kind ~= "string" and PRIORITY[token.text]
    if not priority or priority[1] <= (limit or 0) then
      return left
    end
    self:next()
    left = joined(token.text, left, self:expression(priority[2]))
  end
end

-- ---- statements ----------------------------------------------------------------------------------

local STATEMENTS = {}

local function blocks(self, ...)
  for i = 1, select("#", ...) do
    self:block()
    self:expect((select(i, ...)))
  end
end

STATEMENTS["do"] = function(self) blocks(self, "end") end
STATEMENTS["goto"] = function(self) self:next() end
STATEMENTS["break"] = function() end
STATEMENTS["::"] = function(self) self.at = self.at + 2 end
STATEMENTS[";"] = STATEMENTS["break"]

STATEMENTS["while"] = function(self)
  self:expression()
  self:expect("do")
  blocks(self, "end")
end

STATEMENTS["repeat"] = function(self)
  blocks(self, "until")
  self:expression()
end

STATEMENTS["if"] = function(self)
  repeat
    self:expression()
    self:expect("then")
    self:block()
  until not self:take("elseif")
  if self:take("else") then
    self:block()
  end
  self:expect("end")
end

STATEMENTS["for"] = function(self)
  while not self:peek("=", "in") do
    self:next()
  end
  self:next()
  self:list()
  self:expect("do")
  blocks(self, "end")
end

STATEMENTS["function"] = function(self)
  local name, mark = self:next().text, nil
  while self:peek(".", ":") do
    mark, name = self:next().text, self:next().text
  end
  body(self, name, mark == ":")
end

STATEMENTS["local"] = function(self)
  if self:take("function") then
    body(self, self:next().text)
    return
  end
  local names = {}
  repeat
    names[#names + 1] = self:next().text
    if self:take("<") then
      self:next()
      self:expect(">")
    end
  until not self:take(",")
  if self:take("=") then
    local list = { self:named(#names == 1 and names[1] or nil) }
    if self:take(",") then
      table.move(self:list(), 1, 255, 2, list)
    end
    for i, name in ipairs(names) do
      tell(self, "alias", name, list[i])
    end
    tell(self, "assign", list, #names)
  end
end

STATEMENTS["return"] = function(self)
  self.returns[#self.returns + 1] = not self:peek("end", "else", "elseif", "until", ";", "") and self:list() or {}
  local _ = self:take(";")
end

-- Read an assignment or a call.
local function other_statement(self)
  local first, count = suffixed(self), 1
  while self:take(",") do
    suffixed(self)
    count = count + 1
  end
  if self:take("=") then
    local list = { self:named(count == 1 and first.name or nil) }
    if self:take(",") then
      table.move(self:list(), 1, 255, 2, list)
    end
    tell(self, "assign", list, count)
  end
end

--- Read statements.
function Parser:block()
  while not self:peek("end", "else", "elseif", "until", "") do
    local token = self.tokens[self.at]
    local read = token.kind ~= "string" and STATEMENTS[token.text]
    if read then
      self:next()
    else
      read = other_statement
    end
    read(self)
  end
end

--- Read a file.
---@param text string
---@param visitor table
function M.read(text, visitor)
  local parser = setmetatable({ tokens = tokens_of(text), at = 1, visitor = visitor, returns = {} }, Parser)
  parser:block()
  if parser.tokens[parser.at].kind ~= "end" then
    error(("line %d: unexpected '%s'"):format(parser.tokens[parser.at].line, parser.tokens[parser.at].text), 0)
  end
end

return M
