-- Counts the work of a function, for fuzz targets that limit it. Unlike time, the count is the same in each run.

--- Call a function. Returns the number of instructions of Lua that were executed, in thousands, and the results.
return function(f, ...)
  local count = 0
  debug.sethook(function() count = count + 1 end, "", 1000)
  local results = table.pack(f(...))
  debug.sethook()
  return count, table.unpack(results, 1, results.n)
end
