--- Commands that can be done in parts: by workers (--jobs), for a range (--range), or on other machines (--partial).
-- There is one idea of a part: the games of a span of the input are given to a client, which answers with what came of
-- them; answers are absorbed in the order of the games. Such a command returns, besides `run`:
--
--     open(args, parser)   an Input, its client, with `absorb` and `conclude`, and the paths: for the whole
--     work(args, parser)   the same for a part: the client has `restart` and `answer`
--     parts = {
--       range_hindrance(client)   why the output for a range cannot stand beside that of another, or nil; without this
--                              function it never can
--       hindrance(client, args)   why --partial is not possible, or nil
--       facts(client)          optional: what else open() has to know where parts are put together, a table
--       for_merging(args, script, facts)   the arguments that open() gets there, which run no code but `script`, nil,
--                              and the word that its parser has to see; or nil and a message
--       gathers = boolean }    whether a client that absorbs answers has one of its own
--
-- @module lucena.run.parts

local M = {}

local function refuse_range(parser, hindrance)
  parser:error(("--range: %s; let parts be put together: --partial -o FILE, then lucena merge-parts"):format(hindrance))
end

--- Do what the command line of such a command asks: the whole, a range of it, or with --partial a part.
---@param command table
---@param args table parsed arguments
---@param parser table
---@return integer status
function M.run(command, args, parser)
  if args.partial then
    return require("lucena.run.partial").make(command, args, parser)
  end
  local range_hindrance = command.parts.range_hindrance
  if args.range and not range_hindrance then
    refuse_range(parser, "what it says is of all games")
  end
  local input, client, paths = command.open(args, parser)
  local hindrance = args.range and range_hindrance(client)
  if hindrance then
    refuse_range(parser, hindrance)
  end
  input:read(paths, client)
  return client:conclude()
end

return M
