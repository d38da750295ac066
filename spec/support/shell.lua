--- Runs a line of bash and returns its standard output. In the line, the word lucena is replaced by the command of
-- this source tree. It is for tests that spec.support.run cannot express: redirections, pipes and closed descriptors.
---@param command string
---@return string output
return function(command)
  local lucena = ("'%s' scripts/lucena"):format(os.getenv("LUCENA_LUA") or "lua5.4")
  local pipe = assert(io.popen("bash -c '" .. command:gsub("lucena", lucena):gsub("'", "'\\''") .. "'", "r"))
  local text = pipe:read("a")
  pipe:close()
  return text
end
