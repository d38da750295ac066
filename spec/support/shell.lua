--- Runs a line of bash in which the word lucena is the command of this tree; what it prints on standard output. For
-- what spec.support.run cannot say: redirections, pipes and closed descriptors.
---@param command string
---@return string output
return function(command)
  local lucena = ("'%s' scripts/lucena"):format(os.getenv("LUCENA_LUA") or "lua5.4")
  local pipe = assert(io.popen("bash -c '" .. command:gsub("lucena", lucena):gsub("'", "'\\''") .. "'", "r"))
  local text = pipe:read("a")
  pipe:close()
  return text
end
