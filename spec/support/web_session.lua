-- Sessions of the browser page: sends messages and reads the replies.

local assert = require "luassert"
local json = require "dkjson"
local sessions = require "lucena.web.session"

local M = {}

-- Returns a function that sends a message and returns the reply.
function M.new(host)
  local web = sessions.new(host or {})
  return function(name, fields)
    local request = { ["do"] = name }
    for key, value in pairs(fields or {}) do
      request[key] = value
    end
    return (assert(json.decode(web:call(json.encode(request)))))
  end, web
end

function M.good(reply)
  assert.is_nil(reply.error)
  assert.is_true(reply.ok)
  return reply
end

-- The moves of a view, as the reader sees them.
function M.moves_in(view)
  local out = {}
  for move in view.html:gmatch('<a href="#g0m%d+"[^>]*>(.-)</a>') do
    out[#out + 1] = move
  end
  return table.concat(out, " ")
end

return M
