--- Rows of Dialect, EpdRecord, Reader and EpdReader.

local chess = require "lucena"
local common = require "spec.support.hot.rows.common"

local E4, KNIGHT, method = common.E4, common.KNIGHT, common.method
local french, pgn = chess.dialect "french", chess.dialect "pgn"

local rows = {}

rows.Dialect = {
  make = function() return french, chess.board() end,
  use = function(dialect, board)
    common.shuffle(board)
    return dialect:read(board, "Cf3"), dialect:write(board, KNIGHT), dialect.info, dialect:candidates(board, "Cf3")
  end,
  calls = {
    __tostring = { tostring },
    candidates = { function(d, board) return d:candidates(board, "Cf3") end },
    is_shaped = { method("is_shaped", "Cf3") },
    read = { function(d, board) return d:read(board, "Cf3") end, function(d, board) return d:read(board, "Rf3") end,
             function(_, board) return pgn:read(board, "Ng1f3") end,
               function(_, board) return pgn:read(board, "N3") end },
    replay = { function(d) return d:replay(chess.position(), { "e4", "e5", "Cf3", "x" }) end },
    write = { function(d, board) return d:write(board, KNIGHT) end },
  },
}

-- A Board that a finalizer puts at another position.
rows["Dialect, Board"] = {
  class = "Dialect",
  make = function() return pgn, chess.board() end,
  use = function() end,
  toggle = function(_, board) return common.toggle_board(board) end,
  calls = {
    candidates = { function(d, board) return d:candidates(board, "Nf3") end },
    read = { function(d, board) return d:read(board, "Ng1f3") end, function(d, board) return d:read(board, "Nd7") end,
             function(_, board) return french:read(board, "Cf3") end,
               function(_, board) return french:read(board, "Rd7") end },
    write = { function(d, board) return d:write(board, KNIGHT) end,
              function(_, board) return french:write(board, E4) end },
  },
}

rows.EpdRecord = {
  make = function() return assert(chess.epd(common.RECORD)) end,
  use = function(record)
    record:set_text("id", '"' .. ("long "):rep(50) .. '"')
    record:set_text("New", "x y z")
    record:remove "New"
    record:set_text("id", '"one"')
    return record:epd(), record.ops, record.diagnostics
  end,
  toggle = function(record)
    local is_first = record:get "id" == "one"
    record:set_text("id", is_first and '"' .. ("two "):rep(50) .. '"' or '"one"')
    record:set_text("bm", is_first and "d4 c4 Nc3" or "Nf3 e4")
    record:set_text("Words", is_first and "q r s t" or 'a b "c\\"d"')
  end,
  state = function(record) return record:epd() end,
  -- An edit that a finalizer overtakes raises an error.
  overtaken = { set_text = "a finalizer has edited the record", remove = "a finalizer has edited the record" },
  calls = {
    __eq = { function(record) return record == chess.epd(common.RECORD) end },
    __tostring = { tostring },
    epd = { method "epd", method("epd", { ep = "always" }) },
    get = { method("get", "bm"), method("get", "Words"), method("get", "id"), method("get", "none"),
            method("get", "pv") },
    remove = { method("remove", "acd"), method("remove", "none") },
    set_text = { method("set_text", "acd", "13"), method("set_text", "bm", "Ke2"), method("set_text", "hmvc", "3") },
  },
}

-- ---- readers: a finalizer cannot use them during a method, so no record and no game is lost -------------

local function reader_row(open, options, calls)
  return {
    make = function() return assert(open({ text = calls.text }, options)), {} end,
    use = common.steal,
    check = common.numbers_of,
    refuses = common.REFUSED,
    calls = calls,
  }
end

local READER_CALLS = {
  text = common.PAGE,
  __call = { function(reader) return reader() end },
  __tostring = { tostring },
  close = { method "close" },
  count = { method "count", method("count", 2) },
  read = { method "read" },
  take_diagnostics = { method "take_diagnostics" },
}

rows.Reader = reader_row(chess.open, { check = true }, READER_CALLS)

local BY_TAG = chess.query.contains("Event", "c") | chess.query.result "*"
rows["Reader, query"] = reader_row(chess.open, { query = BY_TAG }, READER_CALLS)
rows["Reader, query"].class = "Reader"

local BY_FUNCTION = chess.query.tags("Event", function(event) return event ~= "b" end)
rows["Reader, function"] = reader_row(chess.open, { query = BY_FUNCTION }, READER_CALLS)
rows["Reader, function"].class = "Reader"

rows.EpdReader = reader_row(chess.open_epd, { check = true }, {
  text = common.EPD_TEXT,
  __call = { function(reader) return reader() end },
  __tostring = { tostring },
  close = { method "close" },
  count = { method("count", 3) },
  format = { method("format", 3) },
  read = { method "read" },
  take_diagnostics = { method "take_diagnostics" },
})

-- Return the number of bytes that the call, the finalizer and the rest have together.
local function all_bytes(input, taken, results)
  local size = type(results[2]) == "string" and #results[2] or 0
  for _, bytes in ipairs(taken) do
    size = size + #bytes
  end
  local is_open, rest = pcall(input.read, input, 1 << 20)
  while is_open and rest do
    size, rest = size + #rest, input:read(1 << 20)
  end
  input:close()
  return is_open and size
end

rows.Input = {
  make = function() return assert(require("lucena.core").open_input("README.md")), {} end,
  use = function(input, taken) taken[#taken + 1] = input:read(100) end,
  check = all_bytes,
  refuses = common.REFUSED,
  calls = { close = { method "close" }, read = { method("read", 10) } },
}

return rows
