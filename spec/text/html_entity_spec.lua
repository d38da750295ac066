-- lucena.html_entity: the names and numbers of characters in HTML.

local character = require("lucena.html_entity").character

describe("an HTML entity", function()
  for name, expected in pairs {
    eacute = "é", frac12 = "½", quot = '"', nbsp = "\u{A0}", ["#233"] = "é", ["#xE9"] = "é", ["#XE9"] = "é",
    ["#00000065"] = "A", ["#150"] = "–", ["#146"] = "’", ["#x1F600"] = "\u{1F600}", middot = "·", ccaron = "č",
  } do
    it(("is a character: %s"):format(name), function()
      assert.equal(expected, character(name))
    end)
  end

  for _, name in ipairs {
    "nosuch", "#", "#x", "#0", "#31", "#127", "#129", "#xD800", "#xDFFF", "#x110000", "#1e3", "#99999999999999999999",
  } do
    it(("is no character: %s"):format(name), function()
      assert.is_nil(character(name))
    end)
  end

  it("with a number is UTF-8 without control characters, or nil", function()
    for code = 0, 0x3000 do
      local c = character("#" .. code)
      local is_control = c and (c:find("[%z\1-\31\127]") or c:find("^\xC2[\x80-\x9F]"))
      assert.is_true(c == nil or utf8.len(c) == 1 and not is_control, code)
    end
  end)
end)
