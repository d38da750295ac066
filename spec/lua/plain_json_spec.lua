-- chess.json: JSON for scripts.

local chess = require "lucena"

describe("chess.json", function()
  it("decodes and encodes values", function()
    local text = '{"a":[1,2.5,"x\\u00e9",true],"b":{}}'
    local value = chess.json.decode(text)
    assert.same({ a = { 1, 2.5, "xé", true }, b = {} }, value)
    assert.same(value, chess.json.decode(chess.json.encode(value)))
    assert.equal('["a",null,3]', chess.json.encode { [1] = "a", [3] = 3 })
    assert.is_nil(chess.json.decode('{"a":null}').a)
  end)

  it("reports text that is not JSON", function()
    for text, expected in pairs { ["{"] = "not JSON: ", [""] = "not JSON: ", ["[1] 2"] = "text after the JSON value",
      [("["):rep(100000)] = "not JSON: nested too deeply" } do
      local value, message, code = chess.json.decode(text)
      assert.is_nil(value)
      assert.equal(expected, message:sub(1, #expected))
      assert.equal("bad_json", code)
    end
    assert.has_error(function() chess.json.decode(7) end)
  end)

  it("has no other functions", function()
    assert.has_error(function() return chess.json.decod end, "lucena.Json has no field 'decod'; did you mean 'decode'?")
  end)

  it("reports values that JSON lacks", function()
    local circle = {}
    circle.circle = circle
    for _, value in ipairs { { f = print }, circle, chess.position(), { x = 0 / 0 }, { 1 / 0 }, { "\xFF" },
      setmetatable({}, { __tojson = function() return "x" end }) } do
      local text, message, code = chess.json.encode(value)
      assert.is_nil(text)
      assert.matches("^cannot be JSON: ", message)
      assert.equal("bad_json", code)
    end
  end)
end)
