-- busted's command line, run by the interpreter at hand: the installed `busted` starts whatever
-- `lua` happens to be.
require "busted.runner" ({ standalone = false })
