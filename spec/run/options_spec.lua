-- The options of a command are frozen after they are read. Changing an option later, or reading a misspelled name, is
-- an error.

local frozen = require "lucena.run.frozen"
local options = require "lucena.run.options"

local parser = { error = function(_, message) error(message, 0) end }

describe("the options of a command", function()
  it("cannot be changed after they were read", function()
    local opts = options.read({ strict = true }, parser)
    for _, name in ipairs { "strict", "query", "new_name" } do
      assert.error_matches(function() opts[name] = false end, "the option '" .. name .. "' cannot be set")
    end
    assert.is_true(opts.strict)
  end)

  it("accept only known names", function()
    local opts = options.read({}, parser)
    assert.is_nil(opts.workers)
    assert.error_matches(function() return opts.worker end, "there is no option 'worker'")
    assert.error_matches(function() return opts.limit end, "there is no option 'limit'")
  end)

  it("give each reader its own table", function()
    local opts = options.read({ max_game = "2" }, parser, { check = true })
    local first, part = opts:for_reader(), { offset = 0 }
    first.max_game = 1
    assert.equal(2 << 20, opts:for_reader(part).max_game)
    assert.equal(part, opts:for_reader(part).part)
    assert.is_nil(opts:for_reader().part)
  end)

  it("check the games of --games one by one, not in the reader", function()
    assert.is_true(options.read({}, parser, { check = true }):for_reader().check)
    assert.is_false(options.read({ games = "3" }, parser, { check = true }):for_reader().check)
  end)

  it("read whole files in one process on request", function()
    local opts = options.read({ games = "3", jobs = "4", range = "1/2", strict = true }, parser):for_whole_files()
    assert.same({}, { opts.games, opts.workers, opts.range })
    assert.is_true(opts.strict)
  end)
end)

describe("a frozen value", function()
  local new = frozen.kind("size", "width height", { area = function(self) return self.width * self.height end })

  it("has all fields and methods of the original", function()
    local size = new { width = 2, height = 3 }
    assert.equal(6, size:area())
    local seen = {}
    for name, value in pairs(size) do
      seen[name] = value
    end
    assert.same({ width = 2, height = 3 }, seen)
  end)

  it("raises an error for unknown fields", function()
    assert.error_matches(function() new { depth = 1 } end, "there is no size 'depth'")
    assert.error_matches(function() new({ width = 1 }).width = 2 end, "the size 'width' cannot be set")
    assert.error_matches(function() return new({}).depth end, "there is no size 'depth'")
  end)
end)
