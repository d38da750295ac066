--- SHA-256, for the Content-Security-Policy of HTML pages: a page has the hash of its only script, so that no other
--- script can run.
--
-- The hash is computed whenever a page is made. A constant hash would become wrong when the script changes, and the
-- browser would then block the script without a message. A script of 10 KB takes about 10 ms.
-- Source: FIPS 180-4, sections 4.1.2, 4.2.2, 5.1.1 and 6.2; base64: RFC 4648, section 4.
-- @module lucena.render.sha256

local M = {}

-- Return the first 32 bits of the fractional parts of a root of the first `count` primes.
local function root_bits(count, root)
  local out, candidate = {}, 2
  while #out < count do
    local is_prime = true
    for divisor = 2, math.floor(candidate ^ 0.5) do
      is_prime = is_prime and candidate % divisor ~= 0
    end
    if is_prime then
      out[#out + 1] = math.floor(candidate ^ (1 / root) % 1 * 2 ^ 32)
    end
    candidate = candidate + 1
  end
  return out
end

local K, FIRST = root_bits(64, 3), root_bits(8, 2)

-- Rotate the low 32 bits of a number. The caller removes higher bits.
local function rotate(x, n)
  return x >> n | x << (32 - n)
end

local function schedule(text, at)
  local w = { (">I4"):rep(16):unpack(text, at) }
  for i = 17, 64 do
    local a, b = w[i - 15], w[i - 2]
    local s0 = rotate(a, 7) ~ rotate(a, 18) ~ a >> 3
    local s1 = rotate(b, 17) ~ rotate(b, 19) ~ b >> 10
    w[i] = w[i - 16] + s0 + w[i - 7] + s1 & 0xFFFFFFFF
  end
  return w
end

local function compress(state, w)
  local a, b, c, d, e, f, g, h = table.unpack(state)
  for i = 1, 64 do
    local s1 = (rotate(e, 6) ~ rotate(e, 11) ~ rotate(e, 25)) & 0xFFFFFFFF
    local t1 = h + s1 + (e & f ~ ~e & g) + K[i] + w[i]
    local s0 = (rotate(a, 2) ~ rotate(a, 13) ~ rotate(a, 22)) & 0xFFFFFFFF
    local t2 = s0 + (a & b ~ a & c ~ b & c)
    h, g, f, e, d, c, b, a = g, f, e, d + t1 & 0xFFFFFFFF, c, b, a, t1 + t2 & 0xFFFFFFFF
  end
  for i, value in ipairs { a, b, c, d, e, f, g, h } do
    state[i] = state[i] + value & 0xFFFFFFFF
  end
end

--- Return the digest of a text.
---@param text string
---@return string digest 32 bytes
-- @usage require("lucena.render.sha256").digest("abc"):byte(1)  --> 186
function M.digest(text)
  local padded = text .. "\x80" .. ("\0"):rep(-(#text + 9) % 64) .. (">I8"):pack(#text * 8)
  local state = table.move(FIRST, 1, 8, 1, {})
  for at = 1, #padded, 64 do
    compress(state, schedule(padded, at))
  end
  return (">I4I4I4I4I4I4I4I4"):pack(table.unpack(state))
end

local DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

--- Encode bytes as base64.
---@param bytes string
---@return string
-- @usage require("lucena.render.sha256").base64("ab")  --> YWI=
function M.base64(bytes)
  local missing = -#bytes % 3
  local text = (bytes .. ("\0"):rep(missing)):gsub("...", function(three)
    local n = (">I3"):unpack(three)
    local out = ""
    for shift = 18, 0, -6 do
      local digit = (n >> shift & 63) + 1
      out = out .. DIGITS:sub(digit, digit)
    end
    return out
  end)
  return text:sub(1, #text - missing) .. ("="):rep(missing)
end

return M
