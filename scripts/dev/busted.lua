-- The command line of busted, run by this interpreter. The installed command `busted` may use another version of Lua.
require "busted.runner" ({ standalone = false })
