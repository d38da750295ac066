--- Runs commands in parts: with workers (--jobs), for a range of the input (--range), or on other machines
-- (--partial).
--
-- In all three cases a part is a span of the input. A client for the part reads its games and returns the results as
-- plain data, the answer. Another client merges the answers in the order of the games. Besides `run`, the module of a
-- command that can be run in parts has these functions:
--
--     open(args, parser)   for all games: returns an Input, its client with `absorb` and `conclude`, and paths
--     work(args, parser)   for a part: the same; its client has `restart` and `answer`
--     parts = {
--       range_obstacle(client) the reason why outputs of ranges cannot be concatenated, or nil. If this function is
--       missing, they never can
--       obstacle(client, args)    the reason why --partial is not possible, or nil
--       facts(client)          optional: a table of other values that open() needs when parts are merged
--       for_merging(args, script, facts)   the arguments for open() when parts are merged, which run no code but
--                              `script`; nil; and the word for its parser. Or nil and a message
--       streams = boolean      whether the client of work() passes results to its field `send`, if it is set, as soon
--                              as it has some. Then answer() gets the reader after the last game of the range
--       gathers = boolean } whether a client that has absorbed answers can itself return an answer
--
-- A command that only has --jobs has no `parts`.
-- @module lucena.run.parts

local M = {}

local function refuse_range(parser, obstacle)
  parser:error(("--range: %s; write parts and merge them: --partial -o FILE, then lucena merge-parts"):format(obstacle))
end

--- Run the command for all games, for a range, or (with --partial) for a part.
---@param command table
---@param args table parsed arguments
---@param parser table
---@return integer status
function M.run(command, args, parser)
  if args.partial then
    return require("lucena.run.partial").make(command, args, parser)
  end
  local range_obstacle = args.range and command.parts.range_obstacle
  if args.range and not range_obstacle then
    refuse_range(parser, "the output is about all games")
  end
  local input, client, paths = command.open(args, parser)
  local obstacle = args.range and range_obstacle(client)
  if obstacle then
    refuse_range(parser, obstacle)
  end
  input:read(paths, client)
  return client:conclude()
end

return M
