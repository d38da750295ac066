--- LuaCATS classes of tables that are not options, for gen_luacats.lua: tables that functions return, and those with
-- functions or a notation that programs pass. spec/lua/library_spec.lua compares the fields with those of real tables.
-- @module table_classes

local M = {}

--- The classes: {name, description, fields}. A field is a line: its name (with ? if it may be nil) and its type.
M.CLASSES = {
  { "Visitor", "The functions that Game:visit calls for the parts of a game. Each takes the visitor first.", [[
    begin_game? fun(self: lucena.Visitor, game: lucena.Game): boolean?
    tag? fun(self: lucena.Visitor, name: string, value: string)
    end_tags? fun(self: lucena.Visitor)
    comment? fun(self: lucena.Visitor, text: string, node: lucena.Node)
    move? fun(self: lucena.Visitor, node: lucena.Node): boolean?
    nag? fun(self: lucena.Visitor, number: integer, node: lucena.Node)
    begin_variation? fun(self: lucena.Visitor, node: lucena.Node): boolean?
    end_variation? fun(self: lucena.Visitor, node: lucena.Node)
    result? fun(self: lucena.Visitor, text: string)
    end_game? fun(self: lucena.Visitor, game: lucena.Game)]] },
  { "Hooks", "The functions of a dialect in Lua.", [[
    print? fun(san: string, uci: string, fen: string): string?
    read? fun(text: string, fen: string): string?]] },
  { "DialectTable", "A notation as chess.dialect takes it. A dialect file returns the same table.", [[
    name? string
    extend? string
    title? string
    source? string
    note? string
    aliases? string[]
    verified? boolean
    hooks? lucena.Hooks
    alphabet? string
    pieces? table<string, string|table<string, string>>
    letters? boolean
    files? string[]
    ranks? string[]
    squares? table<string, string>
    order? string
    separator? string
    origin? "minimal"|"always"|"never"|"wing"
    wings? {king: string, queen: string, always?: boolean}
    pawn_origin? "capture"|"always"|"never"
    pawn_capture? "square"|"files"
    origin_open? string|string[]
    origin_close? string|string[]
    quiet? string|string[]
    capture? string|string[]
    capture_place? "before"|"after"|"none"
    victim? "before"|"after"|"none"
    victims? table<string, string|table<string, string>>
    promotion? {signs?: string|string[], close?: string|string[], letters?: table}
    ep? string|string[]
    ep_victim? string|string[]
    castle? "words"|"king"|"rook"
    short? string|string[]
    long? string|string[]
    castle_marks? {short?: string|string[], long?: string|string[]}
    check? string|string[]
    mate? string|string[]
    double? string|string[]
    optional? {check?: boolean, capture?: boolean, ep?: boolean}
    null? string|string[]
    digit_moves? boolean
    tolerances? string[]|table<string, boolean>]] },
  { "DialectEntry", "An entry of chess.dialects().", [[
    name string
    style string
    alphabet string?
    title string
    example string?
    verified boolean
    source string?
    is_alphabet boolean
    has_hooks boolean
    letters table<string, string>?]] },
  { "Detection", "The notation of a text.", [[
    name string
    same string[]
    plies integer
    proof string?
    runner_up {name: string, plies: integer, at: string?}?
    failures {name: string, ply: integer, token: string}[]
  ]] },
  { "Outcome", "How a game is over.", [[
    reason string
    winner "white"|"black"|nil
    claim boolean?
    move lucena.Move?]] },
  { "Explored", "The results of the games that reach a position.", [[
    games integer
    white integer
    draw integer
    black integer
    score number?
    rating integer?
    year integer?
    moves lucena.ExploredMove[] ]] },
  { "ExploredMove", "The results of the games with a move.", [[
    move lucena.Move
    san string
    games integer
    white integer
    draw integer
    black integer
    score number?
    rating integer?
    year integer?]] },
  { "ResultCounts", "The results of merged games with a move.", [[
    games integer
    white integer
    draws integer
    black integer]] },
  { "TextReport", "What chess.read_text read.", [[
    dialect string?
    mentions lucena.Mention[]
    counts {mainline: integer, variation: integer, comment: integer, no_position: integer, unread: integer,@
 ambiguous: integer}
    diagnostics lucena.Diagnostic[]
    rest {line: integer, column: integer, offset: integer, length: integer, words: integer}[] ]] },
  { "Mention", "A word of a text that may be a move.", [[
    token string
    line integer
    column integer
    offset integer
    length integer
    state string
    game integer?
    number integer?
    repeats integer?]] },
  { "Translation", "What chess.translate translated.", [[
    moves integer
    games integer
    dialects table<string, integer>
    repairs table<string, integer>
    left {token: string, line: integer, column: integer, offset: integer, code: string, message: string}[]
    total_left integer
    named table[]
    total_named integer
    total_alike integer
    is_unclear boolean?]] },
  { "Tablebases", "The tablebases of a folder.", [[
    path string
    pieces integer]] },
  { "TablebaseResult", "The value of a position in a tablebase, for the side to move.", [[
    wdl "win"|"cursed_win"|"draw"|"blessed_loss"|"loss"
    dtz integer?
    winner "white"|"black"|nil
    moves {move: lucena.Move, san: string, wdl: string, dtz: integer?}[] ]] },
  { "ClockEntry", "The clock after a ply, in seconds.", [[
    ply integer
    color "white"|"black"
    clock number?
    spent number?]] },
  { "IndexEntry", "A game in an index.", [[
    number integer
    offset integer
    size integer
    line integer
    column integer
    plies integer
    white string?
    black string?
    event string?
    white_elo integer?
    black_elo integer?
    date string?
    eco string?
    result string?]] },
  { "ExplanationSection", "Rows of an explanation: a text or nil, a sentence.", "title string\n[integer] string[]" },
  { "Profile", "ChessBase's profile of a game, in centipawns by ply.", "first integer\n[integer] integer" },
  { "Arrow", "An arrow on the board.", "color string\nfrom string\nto string" },
  { "Mark", "A coloured square.", "color string\nsquare string" },
  { "EpdOperation", "An operation of an EPD record.", "opcode string\noperands string[]\ntext string" },
  { "EngineOption", "An option of an engine.", [[
    name string
    kind string
    default string|number|boolean|nil
    min integer?
    max integer?
    choices string[]?
    value string|number|boolean|nil]] },
  { "DialectCheck", "The results of Dialect:check.", [[
    good boolean
    positions integer
    games integer
    moves integer
    seed integer
    kinds table<string, integer>
    collisions {fen: string, text: string, move: string, other: string}[]
    faults {fen: string, move: string, text: string, err: string}[]
    unsayable integer
    unwritten {fen: string, move: string}[]
    unsayable_example string?
    hidden {field: string, word: string, text: string, fen: string, move: string}[]
    outside_pgn {fen: string, move: string, text: string}[]
    notes string[]
    problem string?]] },
  { "ReportRow", "A row of a report, by the keys of its columns.", "[string] any" },
  { "ReportSection", "A table of a report.", [[
    title string?
    id string?
    heading table?
    columns table[]?
    rows lucena.ReportRow[]?
    notes string[]?
    chart table?
    board table?
    tree boolean?
    is_card boolean?]] },
  { "BookMove", "A move of a position in a book.", [[
    move lucena.Move
    san string
    weight integer
    share number
    learn integer
    raw integer]] },
}

--- Sources of games, as chess.open takes them.
M.ALIASES = {
  "---@alias lucena.Source string|lucena.SourceFunction|lucena.SourceObject|userdata|{text: string}",
  "---@alias lucena.SourceFunction fun(): string?",
  "---@alias lucena.SourceObject {read: fun(self: any, n: integer): string?}",
}

-- Function and parameter, or function and the number of a result, -> the type. "Source" stands for itself.
local TYPES = {
  ["Game:visit visitor"] = "lucena.Visitor", ["Game:visit 1"] = "lucena.Visitor",
  ["chess:dialect value"] = "string|lucena.DialectTable|lucena.Dialect", ["chess:dialects 1"] = "lucena.DialectEntry[]",
  ["chess:detect 1"] = "lucena.Detection?", ["Position:outcome 1"] = "lucena.Outcome?",
  ["Node:outcome 1"] = "lucena.Outcome?", ["chess:explore source"] = "lucena.Source|lucena.Game[]",
  ["chess:explore 1"] = "lucena.Explored", ["Index:moves 1"] = "lucena.Explored?",
  ["chess:merge list"] = "lucena.Game[]|fun(): lucena.Game?",
  ["chess:merge 2"] = "table<integer, lucena.ResultCounts>|string", ["chess:read_text 2"] = "lucena.TextReport|string",
  ["chess:translate 2"] = "lucena.Translation|string", ["chess:tablebase 1"] = "lucena.Tablebases?",
  ["Board:tablebase 1"] = "lucena.TablebaseResult?", ["Position:tablebase 1"] = "lucena.TablebaseResult?",
  ["Game:clocks 1"] = "lucena.ClockEntry[]",
  ["Index:entry 1"] = "lucena.IndexEntry?", ["Index:players 1"] = "{name: string, games: integer}[]?",
  ["Node:add_line moves"] = "string|(string|lucena.Move)[]", ["Book:moves 1"] = "lucena.BookMove[]",
  ["chess:score value"] = 'number|string|{pawns: number}|{mate: "white"|"black", moves: integer}',
  ["Report:merge other"] = "lucena.Report|table", ["Report:csv_files 1"] = "{name: string, text: string}[]?",
  ["Book:reached 1"] = "{position: lucena.Position, ply: integer, moves: lucena.BookMove[]}[]",
  ["Report:rows 1"] = "lucena.ReportRow[]?", ["Report:sections 1"] = "lucena.ReportSection[]?",
  ["Dialect:check 1"] = "lucena.DialectCheck?", ["chess:report options"] = "table<string, string|number|boolean>",
  ["query:deviates lines"] = "string|lucena.Game|(string|lucena.Game)[]",
}

-- Fields of values.
local FIELDS = {
  ["Node.profile"] = "lucena.Profile?", ["Dialect.hooks"] = "lucena.Hooks?",
  ["Dialect.info"] = "table<string, any>?", ["Node.arrows"] = "lucena.Arrow[]", ["Node.marks"] = "lucena.Mark[]",
  ["Game.data"] = "table<any, any>", ["Explanation.sections"] = "lucena.ExplanationSection[]",
  ["Explanation.spellings"] = "lucena.ExplanationSection?", ["EpdRecord.ops"] = "lucena.EpdOperation[]",
  ["Report.options"] = "table<string, string|number|boolean>", ["Analysis.outcome"] = "lucena.Outcome?",
  ["Analysis.wdl"] = "{white: integer, draw: integer, black: integer}?",
  ["Engine.options"] = "table<string, lucena.EngineOption>",
}

--- Return the type of a parameter, a result or a field.
---@param owner string the class, or "chess"
---@param name string the function; or for a field ".name"
---@param part string|integer|nil the parameter, or the number of the result
---@param given string the type in the doc comment
---@return string
function M.type(owner, name, part, given)
  if name:sub(1, 1) == "." then
    return FIELDS[owner .. name] or given
  elseif given == "string|function|table|userdata" then
    return "lucena.Source"
  end
  return TYPES[("%s:%s %s"):format(owner, name, part)] or given
end

--- Return the lines of the classes and aliases.
---@return string[]
function M.lines()
  local lines = {}
  for _, class in ipairs(M.CLASSES) do
    lines[#lines + 1] = "--- " .. class[2]
    lines[#lines + 1] = "---@class lucena." .. class[1]
    for field, kind in class[3]:gsub("@\n", ""):gmatch("%s*([%w_%[%]]+%??) ([^\n]*%S)") do
      lines[#lines + 1] = ("---@field %s %s"):format(field, kind)
    end
    lines[#lines + 1] = ""
  end
  table.move(M.ALIASES, 1, #M.ALIASES, #lines + 1, lines)
  lines[#lines + 1] = ""
  return lines
end

return M
