--- Returns the items of a lucena.List as a table, for assert.same; also `total`, if the list has it.
return function(list)
  local copy = { table.unpack(list) }
  local has_total, total = pcall(function() return list.total end)
  copy.total = has_total and total or nil
  return copy
end
