--- The PGN files of spec/data, for tests that start a process for each file. Each run takes another third of them; with
-- LUCENA_LONG=1, a run takes all. A failed assertion must name its file, so that the test can be repeated.
--
--     for _, path in ipairs(require "spec.support.pgn_files" ()) do ... end

local lfs = require "lfs"

---@return string[] paths
return function()
  local all = {}
  for _, folder in ipairs { "spec/data/pgn/", "spec/data/nasty/pgn/" } do
    for name in lfs.dir(folder) do
      all[#all + 1] = name:find("%.pgn$") and folder .. name or nil
    end
  end
  assert(#all > 60, "PGN files are missing in spec/data")
  table.sort(all)
  if os.getenv("LUCENA_LONG") == "1" then
    return all
  end
  local part = {}
  for i = 1 + os.time() % 3, #all, 3 do
    part[#part + 1] = all[i]
  end
  return part
end
