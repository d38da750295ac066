--- Tests a dialect: writes every legal move of many positions and reads it back. Dialect:check and `lucena dialect
-- test` use this module.
-- @module lucena.notation.trial

local argument = require("lucena.argument")
local compile = require("lucena.notation.compile")
local core = require("lucena.core")
local positions = require("lucena.notation.positions")

local M = {}

-- Return an option that is an integer of at least `least`. Raises an error if it is not.
local function check_number(opts, name, least, otherwise)
  local value = opts[name]
  if value == nil then
    return otherwise
  elseif math.type(value) ~= "integer" or value < least then
    argument.bad(3, 1, "check", "option '%s': integer of at least %d expected, got %s", name, least, tostring(value))
  end
  return value
end

-- ---- moves ----------------------------------------------------------------------------------------

-- The kinds of moves that a test counts, with a pattern of their SAN. En passant is counted separately.
local KINDS = {
  { "captures", "x" }, { "promotions", "=" }, { "castling", "^O" }, { "checks", "%+$" }, { "mates", "#$" },
  { "moves with a file", "^[KQRBN][a-h]x?[a-h][1-8]" }, { "moves with a rank", "^[KQRBN][1-8]x?[a-h]" },
  { "moves with a square", "^[KQRBN][a-h][1-8]x?[a-h]" },
}

local function count_kinds(report, position, move)
  local san, kinds = position:san(move), report.kinds
  for _, kind in ipairs(KINDS) do
    if san:find(kind[2]) then
      kinds[kind[1]] = (kinds[kind[1]] or 0) + 1
    end
  end
  if position.ep and san:find("^[a-h]x" .. tostring(position.ep)) then
    kinds["en passant"] = (kinds["en passant"] or 0) + 1
  end
end

local function add_fault(report, position, move, text, err)
  report.faults[#report.faults + 1] = { fen = position:fen(), move = move, text = text, err = err }
end

-- Test one move: write it, and read it back without repairs. `seen` maps the texts of the position to moves. It is nil
-- if only one move of the position is tested.
local function try_move(dialect, raw, position, move, seen, report)
  local text, err, code = dialect:write(position, move)
  if not text then
    if code ~= "unsayable_move" then
      add_fault(report, position, move, nil, err)
    end
    if code == "bad_dialect" then -- a function of the file failed and is not called again, so the test ends
      report.problem = err
      return
    end
    report.unsayable = report.unsayable + 1
    report.unsayable_example = report.unsayable_example or ("%s in %s"):format(position:san(move), position:fen())
    report.unwritten[#report.unwritten + 1] = { fen = position:fen(), move = move }
    text = raw and raw:write(position, move)
    if not text then
      return
    end
  end
  report.moves = report.moves + 1
  count_kinds(report, position, move)
  if seen and seen[text] then
    report.collisions[#report.collisions + 1] = { fen = position:fen(), text = text, move = seen[text], other = move }
    return
  elseif seen then
    seen[text] = move
  end
  local read, repairs = dialect:read(position, text)
  if read ~= move then
    add_fault(report, position, move, text, read and "read as " .. position:san(read) or repairs)
  elseif #repairs > 0 then
    add_fault(report, position, move, text, "read with repairs: " .. table.concat(repairs, ", "))
  elseif not dialect.has_hooks and not core.is_movetext(dialect, position, move) then
    report.outside_pgn[#report.outside_pgn + 1] = { fen = position:fen(), move = move, text = text }
  end
end

-- Test the moves of the mainlines of a file of games. Returns nil and a message if it cannot be read.
local function try_games(dialect, raw, path, report)
  local reader <close>, err = core.open(path)
  if not reader then
    return nil, err
  end
  for game in function() return reader:read() end do
    report.games = report.games + 1
    for node in game:mainline() do
      if not report.problem then
        try_move(dialect, raw, node.parent.position, node.move, nil, report)
      end
    end
  end
  return true
end

-- ---- the words of a dialect -----------------------------------------------------------------------

-- Add notes about different pieces with the same letter, and about letters that are also names of files or ranks. Both
-- are allowed.
local function note_letters(dialect, report)
  local letters, spec = dialect.info.letters, dialect.info.spec
  local by_letter = {}
  for _, piece in ipairs { "K", "Q", "R", "B", "N" } do
    local other = letters[piece] and by_letter[letters[piece]]
    if other then
      report.notes[#report.notes + 1] = ("%s and %s are both written %s"):format(other, piece, letters[piece])
    elseif letters[piece] then
      by_letter[letters[piece]] = piece
    end
  end
  for field, what in pairs(not spec.squares and spec.pieces and { files = "file", ranks = "rank" } or {}) do
    for i, names in ipairs(spec[field] or {}) do
      for _, name in ipairs(names) do
        if by_letter[name] and spec.letters ~= false then
          report.notes[#report.notes + 1] = ("%s is the letter of %s and the name of %s %s"):format(name,
            by_letter[name], what, field == "files" and ("abcdefgh"):sub(i, i) or i)
        end
      end
    end
  end
  table.sort(report.notes)
end

-- The fields that may have several spellings. In the test, each further spelling is written instead of the first one,
-- and read back.
local SPELLINGS = { "quiet", "capture", "short", "long", "check", "mate", "double", "ep" }

-- Test whether `dialect` reads a spelling that `variant` writes and `raw` does not. Each legal move for which their
-- texts differ is a case. If fewer than half of the cases are read, return the first text that is not read, with its
-- position and move.
local function find_hidden(dialect, raw, variant, list)
  local first, balance = nil, 0
  for _, position in ipairs(list) do
    for _, move in ipairs(position:moves()) do
      local text = variant:write(position, move)
      if text and text ~= raw:write(position, move) then
        local read, repairs = dialect:read(position, text)
        local is_read = read == move and #repairs == 0
        balance = balance + (is_read and 1 or -1)
        first = first or not is_read and { text = text, fen = position:fen(), move = move } or nil
      end
    end
  end
  return balance < 0 and first or nil
end

-- Report the spellings that mostly need repairs when they are read, because other words of the dialect precede them.
local function try_spellings(dialect, raw, list, report)
  local spec = dialect.info.spec
  local function try(field, word, changes)
    changes.own = false
    local made, variant = pcall(core.dialect, compile.changed(spec, changes))
    local hidden = made and find_hidden(dialect, raw, variant, list)
    if hidden then
      hidden.field, hidden.word = field, word
      report.hidden[#report.hidden + 1] = hidden
    end
  end
  for _, field in ipairs(SPELLINGS) do
    for i = 2, type(spec[field]) == "table" and #spec[field] or 0 do
      try(field, spec[field][i], { [field] = { spec[field][i] } })
    end
  end
  for _, piece in ipairs(spec.letters ~= false and { "K", "Q", "R", "B", "N", "P" } or {}) do
    for i = 2, #spec.pieces.white[piece] do
      local word = spec.pieces.white[piece][i]
      local white = compile.changed(spec.pieces.white, { [piece] = { word } })
      if piece ~= "P" then
        try("pieces." .. piece, word, { pieces = { white = white, black = spec.pieces.black } })
      end
    end
  end
end

-- ---- the test -------------------------------------------------------------------------------------

-- The number of positions in which alternative spellings are tested.
local FEW = 60

-- The method Dialect:check, which lucena.dialect describes.
local function check(self, opts)
  argument.self(self, "check", "lucena.Dialect")
  opts = argument.options(opts, 1, "check", { positions = true, seed = true, games = true })
  local count, seed = check_number(opts, "positions", 1, 3000), check_number(opts, "seed", 0, 1)
  if opts.games ~= nil and type(opts.games) ~= "string" then
    argument.bad(2, 1, "check", "option 'games': string expected, got %s", argument.kind(opts.games))
  end
  local report = {
    positions = count, seed = seed, games = 0, moves = 0, unsayable = 0, kinds = {}, collisions = {}, faults = {},
    unwritten = {}, hidden = {}, outside_pgn = {}, notes = {},
  }
  local spec = self.info.spec
  -- Use the dialect exactly as the user's table defines it. The finished dialect would not write texts that mean
  -- another move.
  local raw = spec.own and not self.has_functions and core.dialect(compile.changed(spec, { own = false }))
  local list = positions.list(count, seed)
  for _, position in ipairs(list) do
    local seen = {}
    for _, move in ipairs(position:moves()) do
      if not report.problem then
        try_move(self, raw, position, move, seen, report)
      end
    end
  end
  if opts.games then
    local done, err = try_games(self, raw, opts.games, report)
    if not done then
      return nil, err
    end
  end
  note_letters(self, report)
  local outside = report.outside_pgn[1]
  if outside then
    local remedy = not spec.digit_moves and outside.text:find("^%d%d%d%d+$") and "; set digit_moves = true" or ""
    report.notes[#report.notes + 1] = ("PGN files cannot contain some of the moves, such as %s (%s)%s"):format(
      outside.text, core.position(outside.fen):san(outside.move), remedy)
  end
  if spec.own and not self.has_functions and not self.has_hooks then
    try_spellings(self, raw, positions.list(math.min(FEW, count), seed), report)
  end
  report.good = #report.collisions == 0 and #report.faults == 0 and report.unsayable == 0 and #report.hidden == 0
  return report
end

M.check = check

return M
