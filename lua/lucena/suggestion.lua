--- Finds names that differ by one typing error, for "did you mean".
-- @module lucena.suggestion

local M = {}

--- Report whether two words differ by one added, missing, wrong or transposed letter.
---@param a string
---@param b string
---@return boolean
-- @usage require("lucena.suggestion").is_near("frnech", "french")  --> true
function M.is_near(a, b)
  local first = 1
  while first <= #a and a:byte(first) == b:byte(first) do
    first = first + 1
  end
  local x, y = a:sub(first), b:sub(first)
  return x:sub(2) == y:sub(2) or x:sub(2) == y or x == y:sub(2)
    or x:sub(1, 2) == y:sub(1, 2):reverse() and x:sub(3) == y:sub(3)
end

--- Return the first name that differs from a word by one typing error, or nil.
---@param word string
---@param names string[]
---@return string?
function M.find(word, names)
  for _, name in ipairs(names) do
    if M.is_near(word, name) then
      return name
    end
  end
end

--- Return the message for an unknown name in a table.
---@param of string the name of the table
---@param name any
---@param known table its known names as keys
---@return string
function M.unknown(of, name, known)
  local names = {}
  for other in pairs(known) do
    names[#names + 1] = other
  end
  table.sort(names)
  local near = M.find(tostring(name), names)
  return ("%s has no field '%s'%s"):format(of, tostring(name), near and ("; did you mean '%s'?"):format(near) or "")
end

return M
