--- The command `save`: writes the current game back to its file, or appends it to another file.
-- @module lucena.repl.commands.save

local core = require("lucena.core")
local keeping = require("lucena.repl.keeping")
local rule = require("lucena.repl.rule")

-- If a game was written to the loaded file, read the file again, because the offsets of its games have changed.
local function reload(session, path)
  local shelf = session.shelf
  if shelf and not shelf.games and core.is_same_file(shelf.path, path) then
    shelf:reload()
  end
end

local function in_place(session, place, text)
  if not keeping.is_unsaved(session) then
    return session:say("no change to save")
  end
  local done, err = require("lucena.repl.saving").replace(place, text)
  if not done then
    session:fail(("%s: nothing was written; save FILE.pgn appends the game to another file"):format(err))
  end
  session:has_saved(place)
  reload(session, place.path)
  session:say("saved in " .. session.exact(place.path))
end

local function append(session, path, text)
  local is_new = not require("lucena.file").exists(path)
  local place, err = require("lucena.repl.saving").append(path, text)
  if not place then
    session:fail(err)
  end
  session:has_saved(place)
  reload(session, path)
  session:say((is_new and "saved in " or "appended to ") .. session.exact(path))
  if is_new and not rule.suffix(path) then
    session:note("The name has no .pgn at its end: only load opens this file, and the next game is not appended to it.")
  end
end

-- Write the selected games to a new file, unchanged.
local function save_all(session, path)
  local shelf = session.shelf
  if not shelf or shelf.is_records then
    session:fail("No file of games is loaded.")
  elseif require("lucena.file").exists(path) then
    session:fail(path .. " exists; save all needs a new file")
  end
  local writer, err = require("lucena").writer(path)
  if not writer then
    session:fail(err)
  end
  local count = 0
  local done, failure = pcall(require("lucena.repl.selection").each, shelf, function(game)
    count = count + 1
    assert(writer:write(game.text, "\n\n"))
  end)
  if not done then
    writer:discard()
    error(failure, 0)
  end
  local closed, problem = writer:close()
  if not closed then
    session:fail(problem)
  end
  session:say(("%d game%s written to %s"):format(count, count == 1 and "" or "s", session.exact(path)))
end

local function save(session, rest)
  local all = rest:match("^all%s+(.+)$")
  if all then
    return save_all(session, rule.path(all))
  end
  local transcript = rest:match("^transcript%s+(.+)$")
  if transcript then
    return session.words.transcript.run(session, transcript)
  end
  local text, err = session.game:pgn()
  if not text then
    session:fail(err)
  end
  local place, path = session.place, rest ~= "" and rule.path(rest) or nil
  if not path and not place then
    session:fail("usage: save FILE.pgn, which appends the game to the file; save alone writes a game back to its file")
  elseif not path or place and core.file_size(path) and core.is_same_file(path, place.path) then
    in_place(session, place, text)
  else
    append(session, path, text)
  end
end

return {
  title = "Saving", order = 32,
  { name = "save", usage = "[FILE]", summary = "write the game back to its file, or append it to another PGN file",
    run = save, lua = true,
    more = "save alone replaces the game in the file from which it was loaded. All other bytes stay unchanged. It "
      .. "writes nothing if the file has changed since then, is read-only, compressed or in UTF-16. save FILE appends "
      .. "to a PGN file. The next save replaces the game there. save all FILE writes the selected games to a new "
      .. "file." },
}
