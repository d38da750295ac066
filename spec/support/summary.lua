--- Output handler for busted. Its output is that of busted's plain handler, with a last line "N passed, N failed, N
-- skipped". scripts/dev/spec reads this line from the file LUCENA_COUNTS and prints it itself, so that it is always the
-- last line. With LUCENA_REQUIRE_ALL=1, a skipped test counts as failed.

return function(options)
  local busted = require "busted"
  local handler = require "busted.outputHandlers.plainTerminal" (options)

  busted.subscribe({ "exit" }, function()
    local failed = handler.failuresCount + handler.errorsCount
    local skipped = handler.pendingsCount
    if os.getenv("LUCENA_REQUIRE_ALL") == "1" then
      failed, skipped = failed + skipped, 0
    end
    local line = ("%d passed, %d failed, %d skipped\n"):format(handler.successesCount, failed, skipped)

    local counts = os.getenv("LUCENA_COUNTS")
    local out = counts and assert(io.open(counts, "w")) or io.stdout
    out:write(line)
    out:flush()
    if counts then
      out:close()
    end
    return nil, true
  end)

  return handler
end
