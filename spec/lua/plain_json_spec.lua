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

  it("writes equal values equally", function()
    assert.equal('{"a":1,"b":{"n":5},"c":[1,null,3]}', chess.json.encode { c = { 1, nil, 3 }, b = { n = 5 }, a = 1 })
    assert.equal('{"11":1}', chess.json.encode { [11] = 1 })
    assert.equal("0.30000000000000004", chess.json.encode(0.1 + 0.2))
    assert.equal(1e300, chess.json.decode(chess.json.encode(1e300)))
    local text, message = chess.json.encode { [1] = "a", ["1"] = "b" }
    assert.same({ nil, "cannot be JSON: the keys 1 and '1' are the same in JSON" }, { text, message })
    assert.matches("write game:json()", select(2, chess.json.encode { chess.game "1. e4 *" }), 1, true)
  end)

  it("keeps empty objects", function()
    assert.equal('{"a":{}}', chess.json.encode(chess.json.decode '{"a":{}}'))
    assert.equal('{"a":[]}', chess.json.encode(chess.json.decode '{"a":[]}'))
    assert.equal("{}", chess.json.encode(chess.json.object {}))
    assert.equal('{"b":1}', chess.json.encode(chess.json.object { b = 1 }))
    assert.equal("[]", chess.json.encode {})
    assert.has_error(function() chess.json.object "x" end)
    assert.has_error(function() chess.json.object(setmetatable({}, {})) end)
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
