-- Random walks through the browser page: see spec/support/page_walk.lua. LUCENA_WALK is the number of actions: 60 by
-- default, 2,000 with LUCENA_LONG=1. LUCENA_SEED repeats a walk.

local new_folder = require "spec.support.folder"
local page_walk = require "spec.support.page_walk"
local web_page = require "spec.support.web_page"

local PART = 200 -- actions in one page

local ACTIONS = tonumber(os.getenv "LUCENA_WALK") or os.getenv "LUCENA_LONG" == "1" and 2000 or 60
local first_seed = math.tointeger(tonumber(os.getenv "LUCENA_SEED")) or os.time()

describe("a random walk through the page", function()
  after_each(web_page.close) -- a browser lives for 20 minutes

  for part = 1, (ACTIONS + PART - 1) // PART do
    local seed = first_seed + part - 1
    it(("loses nothing, and keeps page and session together, LUCENA_SEED=%d"):format(seed), function()
      local folder <close> = new_folder()
      local walk <close> = page_walk.new(seed, folder)
      local left = math.min(PART, ACTIONS - (part - 1) * PART)
      while left > 0 do
        left = left - walk:act()
      end
      walk:finish()
    end)
  end
end)
