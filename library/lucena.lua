---@meta lucena
-- Written by scripts/dev/gen_luacats.lua (`make library`): do not edit.

--- Lucena: a chess notation interpreter. Bad data returns `nil, message, code`; wrong use raises.
---@class lucena
---@field bits lucena.Bits
---@field eco lucena.EcoTable
---@field json lucena.Json
---@field query lucena.Queries
--- The initial position of chess.
--- ```lua
--- chess.position(chess.START_FEN) == chess.position() --> true
--- ```
---@field START_FEN string
--- The name and version of the program.
--- ```lua
--- print(chess._VERSION)
--- ```
---@field _VERSION string
--- The version number as a string.
--- ```lua
--- chess.version:match("^%d+%.%d+%.%d+") --> 0.3.0
--- ```
---@field version string
--- The version as a number that grows with each release: major * 1,000,000 + minor * 1,000 + patch.
--- ```lua
--- chess.version_number >= 2000 --> true
--- ```
---@field version_number integer
local chess = {}

---@class lucena.annotate.Options
--- the maximum length of better lines in plies, default 8, 0 for none
---@field line? integer

--- Annotate a game in place.
--- ```lua
--- chess.annotate(game, function(node) return engine:analyse(node, { depth = 12 }) end)
--- ```
---@param game lucena.Game
---@param question function takes a Node to evaluate, and returns the results of Engine:analyse
---@param opts? lucena.annotate.Options # `line`: the maximum length of better lines in plies, default 8, 0 for none
---@return integer # count number of new evaluations; after an error, the game keeps the evaluations made before it
---@return string? # problem the first error
function chess.annotate(game, question, opts) end

--- Create a board on which moves can be played and taken back.
--- ```lua
--- local b = chess.board(); b:play("e4"); b:undo(); return b.ply  --> 0
--- chess.board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"):squares("P")[1]  --> e2
--- ```
---@param start? lucena.Position|string the start, a Position or a FEN; default the initial position
---@return lucena.Board? board
---@return string? err # for a FEN that chess.position does not read
---@return string? code # a code of chess.position
function chess.board(start) end

--- Open an opening book.
--- ```lua
--- select(3, chess.book "README.md") --> bad_book
--- ```
---@param path string # .bin or .epd
---@return lucena.Book? book # close it, or let the garbage collector do so
---@return string? err
---@return string? code # `cannot_open`; `bad_book`: not a Polyglot book, or an unknown file name suffix
function chess.book(path) end

--- Return an initial position of Chess960 by its number. The position with the number 518 is that of standard chess.
--- ```lua
--- chess.chess960(0):fen() --> bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1
--- ```
---@param number integer from 0 to 959
---@return lucena.Position
function chess.chess960(number) end

--- Return the number of an initial position of Chess960; nil for any other position.
--- ```lua
--- chess.chess960_number(chess.position()) --> 518
--- ```
---@param position lucena.Position
---@return integer?
function chess.chess960_number(position) end

---@class lucena.csv.Options
--- names of tags and computed columns (a name with a small letter that is nearly that of a column raises)
---@field columns? string[]
--- additional computed columns, functions of a Game
---@field functions? table<string, function>
---@field tsv? boolean
---@field raw? boolean

--- Return a new table of games, to be written line by line.
--- ```lua
--- chess.csv{columns = {"White", "plies"}}:row(chess.game "1. e4 *"):sub(1, 2) --> ,1
--- ```
---@param opts? lucena.csv.Options # `columns`: names of tags and computed columns (a name with a small letter that is nearly that of a column raises); `functions`: additional computed columns, functions of a Game
---@return lucena.Csv # table its methods header() and row() return lines
function chess.csv(opts) end

--- Read a date in the form of the Date and EventDate tags: YYYY.MM.DD, with ? for unknown digits.
--- ```lua
--- chess.date("2019.05.??") < chess.date("2019.05.04") --> true
--- ```
---@param text string
---@return lucena.Date? date # {year, month, day}, integers, or nil if not completely known; `is_repaired` if the text had another form (2019-05-04, 2019/5/4, 2019). Dates can be compared with == < <=; unknown digits count as 0. tostring() gives YYYY.MM.DD.
---@return string? err
---@return string? code # `bad_date`
function chess.date(text) end

---@class lucena.detect.Options
--- the start position of games without a FEN tag
---@field start? lucena.Position

--- Detect the dialect of a game by playing it in every dialect. If the text has several games, the first one that
--- gives a result is used.
--- ```lua
--- chess.detect("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6").name  --> french
--- ```
---@param text string a game, with or without tags
---@param opts? lucena.detect.Options # `start`: the start position of games without a FEN tag
---@return lucena.Detection? result # `{name, same, plies, runner_up, failures}`: the dialect; other names with the same moves; the number of plies after which only this dialect remained; the last other dialect, `{name, plies, at}`, with the plies that it reads and the word where it fails; and for each dialect that failed, `{name, ply, token}`
---@return string? err
---@return string? code # no_dialect; unclear_dialect if several dialects read the whole game
function chess.detect(text, opts) end

--- The older name of `read_diagram`.
--- ```lua
--- chess.diagram(chess.position():draw()).turn  --> white
--- ```
---@deprecated
---@param text string
---@param opts? lucena.read_diagram.Options the options of `chess.read_diagram`
---@return lucena.Position|lucena.Setup|nil
---@return string? err
---@return string? code
function chess.diagram(text, opts) end

---@class lucena.dialect.Options
--- repairs that are allowed in reading, see Dialect:tolerating
---@field tolerances? string[]|"all"

--- Return a dialect: by name ("french", "fide:french", "iccf"), from a file ("./mine.lua"), or from a table with the
--- fields of such a file (`lucena dialect new` writes one). The functions `print` and `read` of a table are copied, with
--- their variables, into the separate Lua state in which those of files run. A Dialect is returned unchanged.
--- ```lua
--- chess.dialect("fide:french"):write(chess.position(), chess.position():parse("Nf3"))  --> Cf3
--- ```
---@param value string|lucena.DialectTable|lucena.Dialect
---@param opts? lucena.dialect.Options # `tolerances`: repairs that are allowed in reading, see Dialect:tolerating
---@return lucena.Dialect? dialect
---@return string? err # "unknown dialect 'frenc'; did you mean 'french'?"
---@return string? code # bad_dialect, or cannot_open for a file
function chess.dialect(value, opts) end

--- List all dialects with a short name: the styles with their own alphabets, then the alphabets with PGN's style. Any
--- style can be combined with any alphabet ("lan:german"); combinations are not listed.
--- A dialect of a rock whose module is not loaded yet has only a name and a title.
--- ```lua
--- #chess.dialects() > 80  --> true
--- ```
---@return lucena.DialectEntry[] # list of {name, style, alphabet, title, example, verified, source, is_alphabet, has_hooks, letters}
function chess.dialects() end

---@class lucena.engine.Options
---@field [integer] string
--- values by name
---@field options? table<string, string|number|boolean>
--- seconds for each reply, default 10
---@field timeout? number
--- seconds for a search without a time, default 3600, at most 1000000
---@field longest? number

--- Start an engine.
--- ```lua
--- chess.engine { "stockfish", options = { Hash = 64 } }
--- ```
---@param spec string|lucena.engine.Options the program, found in PATH; or {program, argument ...} with `options`: values by name; `timeout`: seconds for each reply, default 10; `longest`: seconds for a search without a time, default 3600, at most 1000000
---@return lucena.Engine? engine # `name`, `author`, `options`; close it, for example with: local engine <close> = ...
---@return string? err
---@return string? code # `engine_missing`, `engine_died`, `engine_timeout`, `bad_option`
function chess.engine(spec) end

---@class lucena.epd.Options
---@field strict? boolean
---@field dialect? string|lucena.Dialect

--- Read one record from a line of EPD, with or without its line end. A line of FEN is accepted too. An invalid operation
--- does not affect the other operations. It is reported in record.diagnostics. Source: PGN standard 16.2, EPD text of
--- 1995.
--- ```lua
--- tostring(chess.epd("4k3/8/8/8/8/8/8/4K2R w K - bm O-O;").bm[1])  --> e1g1
--- ```
---@param line string
---@param opts? lucena.epd.Options strict: any diagnostic is an error; dialect: the notation of the moves, default PGN
---@return lucena.EpdRecord? record
---@return string? err # `epd:1:COL: problem`; COL counts bytes from 1
---@return string? code # for the position: epd_fields, invalid_position or a code of chess.position; else more_records; with `strict`, any code of EPD
function chess.epd(line, opts) end

--- Return the kind of an opcode's operands: "moves", "line", "move", "number", "string", "strings", "pairs", "word",
--- "clocks", "time", "flag", "any"; nil for private and unknown opcodes.
--- ```lua
--- chess.epd_kind("bm")  --> moves
--- ```
---@param opcode string
---@return string? kind
function chess.epd_kind(opcode) end

--- Iterate over the records of a file, in constant memory; "-" is standard input. The file is closed at the end of the
--- loop, also after a break. Bad data does not end the loop: a record with a bad position has `position` nil. If reading
--- fails, the loop raises a lucena.Error after the records before the failure.
--- ```lua
--- for r in chess.epd_records("wac.epd") do print(r.id, r.bm[1]) end
--- for r in chess.epd_records(io.lines("wac.epd.gz", 65536)) do print(r.id) end
--- ```
---@param path lucena.Source a path or a source, as `chess.open` takes it
---@param opts? lucena.open_epd.Options the options of `chess.open_epd`
---@return fun(): lucena.EpdRecord iterator
---@return nil
---@return nil
---@return lucena.EpdReader reader # a `for` loop closes it
function chess.epd_records(path, opts) end

---@class lucena.explain.Options
--- moves are explained in it; without it, a move that is not legal in the initial position is explained by its parts
---@field position? lucena.Position
--- the dialect of moves, by default "auto": all are tried
---@field dialect? string|lucena.Dialect

--- Explain any token: a move, a result, a NAG, a sign, an ECO code, a command of a comment, an opcode of EPD, a FEN, a
--- numbered move, a tag pair, a tag, a dialect or the code of a diagnostic.
--- ```lua
--- chess.explain("1/2").headline     --> The game is a draw.
--- chess.explain("hello").code       --> bad_move
--- ```
---@param text string
---@param opts? lucena.explain.Options # `position`: moves are explained in it; without it, a move that is not legal in the initial position is explained by its parts; `dialect`: the dialect of moves, by default "auto": all are tried
---@return lucena.Explanation? explanation # with `kind`, and with `code` if the text means nothing or has an error
---@return string? err # for an unknown dialect
---@return string? code # bad_dialect
function chess.explain(text, opts) end

---@class lucena.explore.Options
--- count only games that match
---@field query? lucena.Query
--- as for chess.open
---@field dialect? string|lucena.Dialect

--- Count the moves that games played in a position. A game counts once, with its move after the first occurrence of
--- the position. Transpositions are counted together. Only mainlines count.
--- 148,318 games (100 MB) take 0.5 s if 12,000 of them reach the position, 1.6 s if all do. If the file has an index
--- (chess.write_index), the answer is the same, and takes 1 ms without a query.
--- ```lua
--- chess.explore("spec/data/sample/sample.pgn").moves[1].san --> e4
--- ```
---@param source lucena.Source|lucena.Game[] a file or source as for chess.open, or a list of Games
---@param position? lucena.Position default: the initial position
---@param opts? lucena.explore.Options # `query`: count only games that match; `dialect`: as for chess.open
---@return lucena.Explored found # {games, white, draw, black: numbers of games; score: share of the points of the side to move; rating: average rating of both players; year: year of the latest game; moves: array, most games first}. An item of `moves` has the same fields for a move, and `move` = a Move and `san`. Unknown values are nil
function chess.explore(source, position, opts) end

---@class lucena.extend.Options
--- replace methods that were added before
---@field replace? boolean

--- Add methods to a class, for all its values. A built-in method or property cannot be replaced. Adding a method again
--- raises an error, unless the option `replace` is true.
--- ```lua
--- chess.extend("Game", {white = function(game) return game.tags.White or "?" end})
--- ```
---@param class string # "Game", "Node", "Position", "Board", "Setup", "Move", "Dialect", "Reader", "Writer", "EpdRecord" or "EpdReader"
---@param methods table<string, function> by name; each takes the value first
---@param opts? lucena.extend.Options # `replace`: replace methods that were added before
function chess.extend(class, methods, opts) end

--- Return a player's name without case and accents (csrc/match/fold.h).
--- ```lua
--- chess.fold_name("Jørgensen, Bent")  --> jorgensen, bent
--- ```
---@param name string
---@return string? # folded nil if the name has no word
---@return integer # first the first byte of the folded surname
function chess.fold_name(name) end

---@class lucena.from_json.Options
---@field allow? string[]
---@field illegal_moves? boolean

--- Read a game from JSON text. `game.diagnostics` reports fields that the JSON of games does not have
--- (`unknown_field`) and fields that an object has twice (`duplicate_field`), with line and column.
--- ```lua
--- chess.from_json('{"moves":[{"san":"e4"}]}').plies --> 1
--- ```
---@param text string one object
---@param opts? lucena.from_json.Options as for `chess.open`
---@return lucena.Game? game
---@return string? err
---@return string? code # `bad_json`, a code of moves such as `illegal_move`, or `unwritable_comment`
function chess.from_json(text, opts) end

--- Convert a UTF-8 text to another encoding.
--- ```lua
--- chess.from_utf8("J\u{f6}rg", "latin-1") == "J\xf6rg"  --> true
--- select(3, chess.from_utf8("\u{141}\u{f3}d\u{17a}", "latin-1"))  --> unencodable
--- ```
---@param text string
---@param to string ascii, utf-8, latin-1 or cp1252
---@return string? text
---@return string? err
---@return string? code # unencodable: a character is not in that encoding; bad_utf8: the text is not UTF-8
function chess.from_utf8(text, to) end

---@class lucena.game.Options
--- the notation of the moves in the text and of moves added later; a name, a Dialect, or "auto": detect the notation if the game cannot be read as PGN (default "auto", and "pgn" with skip = false)
---@field dialect? string|lucena.Dialect
---@field allow? string[]
---@field illegal_moves? boolean
---@field limits? {comment?: integer, nesting?: integer, tag?: integer, tags?: integer}
---@field repair? boolean
---@field skip? boolean

--- Read the only game of a text. Comments and white space around the game are allowed. Without arguments, or with a
--- Position or a FEN, create a game without moves from that position or the initial position. Then add moves to
--- `game.root`, and set tags and the result. A text in UTF-16 with a byte order mark is read, too; offsets are then
--- those of the text in UTF-8.
--- ```lua
--- chess.game("1. e4 e5 2. Nf3 *").plies --> 3
--- chess.game("1. e4 e5 2. Cf3 *", {dialect = "french"}).root[1][1][1].san --> Nf3
--- ```
---@param text? string|lucena.Position
---@param opts? lucena.game.Options as for `chess.open`; `dialect`: the notation of the moves in the text and of moves added later; a name, a Dialect, or "auto": detect the notation if the game cannot be read as PGN (default "auto", and "pgn" with skip = false)
---@return lucena.Game? game
---@return string|table|nil err # the message; or, for a game read with the option `repair`, the diagnostics of the repairs
---@return string? code # `no_game`, `fragment`, `more_games`, `stray_text`, `bad_utf16`, `utf32`; for a FEN, a code of `chess.position`
function chess.game(text, opts) end

---@class lucena.games.Options: lucena.open.Options
--- any query of `chess.query`
---@field query? lucena.Query
--- a function of a Game that returns whether to include the game
---@field where? fun(game: lucena.Game): boolean

--- Iterate over the games of a file; "-" is standard input. The file is closed at the end of the loop, also after a
--- break. Bad data does not end the loop. If reading fails, the loop raises a lucena.Error after the games before the
--- failure.
--- ```lua
--- for g in chess.games("games.pgn", {where = function(g) return g.plies > 100 end}) do print(g) end
--- for g in chess.games({text = "1. e4 f6 * 1. d4 *"}, {query = chess.query.plies{max = 1}}) do print(g) end
--- ```
---@param path lucena.Source a path or a source, as `chess.open` takes it: a function that returns the next block of text, an object with the method read(n), or {text = string}
---@param opts? lucena.games.Options and the options of `chess.open`; `query`: any query of `chess.query`; `where`: a function of a Game that returns whether to include the game
---@return fun(): lucena.Game iterator
---@return nil # second not used; a `for` loop takes four values
---@return nil # third not used
---@return lucena.Reader reader # a `for` loop closes it
function chess.games(path, opts) end

---@class lucena.games_in.Options
--- the notation of the moves, a name, a Dialect, or "auto": detect the notation of each game that cannot be read as PGN (default "auto", and "pgn" with skip = false)
---@field dialect? string|lucena.Dialect
---@field allow? string[]
---@field illegal_moves? boolean
---@field limits? {comment?: integer, nesting?: integer, tag?: integer, tags?: integer}
---@field repair? boolean
---@field skip? boolean

--- Iterate over the games of a text. Text outside games is returned, too: with each game the text before it, and with
--- the last game also the text after it. (`chess.game` returns an error for a text without a game.)
--- ```lua
--- for g, before in chess.games_in("1. e4 * 1. d4 *") do print(g.root[1].san, before) end
--- ```
---@param text string any number of games
---@param opts? lucena.games_in.Options as for `chess.open`; `dialect`: the notation of the moves, a name, a Dialect, or "auto": detect the notation of each game that cannot be read as PGN (default "auto", and "pgn" with skip = false)
---@return fun(): lucena.Game, string?, string?, table? # iterator of (Game, text before it or nil, text after the last game or nil, with `repair` the diagnostics of the repairs before the end of the game)
function chess.games_in(text, opts) end

--- Return whether this build has a feature: "gzip", "bzip2" or "zstd" (it reads such files), "tablebases" (it contains
--- libfathom), "json" (it reads JSON) or "readline" (the prompt edits lines). An unknown name raises an error.
--- ```lua
--- chess.has "gzip" --> true
--- ```
---@param feature string
---@return boolean
function chess.has(feature) end

---@class lucena.index.Options
--- the index; default: PATH.lci
---@field file? string

--- Open the index of a file of games.
--- ```lua
--- select(3, chess.index "spec/data/sample/sample.pgn") --> cannot_open
--- ```
---@param path string the file of games
---@param opts? lucena.index.Options # `file`: the index; default: PATH.lci
---@return lucena.Index? index
---@return string? err
---@return string? code # `cannot_open`, `cannot_read`, `not_index`, `other_index` (of another version), `stale_index` (the games have changed), `damaged_index`
function chess.index(path, opts) end

--- Return whether every position after a move of the mainline has an evaluation, so that no search is needed.
--- ```lua
--- chess.is_annotated(chess.game "1. e4 {[%eval 0.3]} e5 *")  --> false
--- ```
---@param game lucena.Game
---@return boolean
function chess.is_annotated(game) end

---@class lucena.merge.Options
--- = false: merge only mainlines
---@field variations? boolean
--- add a comment such as "3 games: +1 =2 -0" after each move, if any game has a result
---@field counts? boolean
--- "games" or "first", the default
---@field order? string
--- merge only the first N plies
---@field depth? integer
--- omit moves that fewer than N games have in their mainline
---@field min? integer

--- Merge games into one new game. Equal moves become one node; other moves become variations, in the order of the
--- games, or with `order = "games"` those of most games first. All comments and NAGs are kept; duplicates are kept
--- once. Tags with the same value in all games are kept, except PlyCount; Result only if the games also have the same
--- mainline. Unreadable text becomes a comment.
--- ```lua
--- local tree, counts = chess.merge({g1, g2}); print(counts[tree.root[1].id].games)
--- ```
---@param list lucena.Game[]|fun(): lucena.Game? an array of Games, or an iterator such as that of `chess.games`
---@param opts? lucena.merge.Options # `variations` = false: merge only mainlines; `counts`: add a comment such as "3 games: +1 =2 -0" after each move, if any game has a result; `order`: "games" or "first", the default; `depth`: merge only the first N plies; `min`: omit moves that fewer than N games have in their mainline
---@return lucena.Game? game
---@return table<integer, lucena.ResultCounts>|string counts # by node id: {games, white, draws, black}, of the games with the move in their mainline; or the error
---@return string? code # `different_start`, `no_game`
function chess.merge(list, opts) end

--- Return the Move of a code (see Move.code). Raises an error for an integer that is not the code of a move.
--- ```lua
--- chess.move(0).is_null  --> true
--- ```
---@param code integer 0 to 65535
---@return lucena.Move
function chess.move(code) end

--- Return the meaning of a NAG, given as a number, a sign or its ASCII form.
--- ```lua
--- chess.nag(14).ascii --> +/=
--- chess.nag("±").number --> 16
--- chess.nag("$4").french --> gaffe
--- select(3, chess.nag(256)) --> bad_nag
--- ```
---@param what integer|string 0 to 255, or "$14", "±", "+/-", "N"
---@return lucena.Nag? nag # a new table
---@return string? err
---@return string? code # `bad_nag`
function chess.nag(what) end

--- Return whether a name agrees with a wanted name, by the rules of the query `player` (csrc/match/fold.h).
--- ```lua
--- chess.name_agrees("Fischer, Robert James", "Fischer,RJ")  --> true
--- ```
---@param wanted string
---@param name string
---@return boolean
function chess.name_agrees(wanted, name) end

---@class lucena.new_game.Options
--- the start position, a FEN or a Position
---@field start? string|lucena.Position
--- values by name
---@field tags? table<string, string>
--- the notation of moves added later
---@field dialect? string|lucena.Dialect

--- Create a game without moves.
--- ```lua
--- chess.new_game{tags = {White = "Anderssen"}}.tags.White --> Anderssen
--- ```
---@param opts? lucena.new_game.Options # `start`: the start position, a FEN or a Position; `tags`: values by name; `dialect`: the notation of moves added later
---@return lucena.Game? game
---@return string? err # if the FEN is invalid, or no game can start from the position
---@return string? code # a code of `chess.position`
function chess.new_game(opts) end

---@class lucena.open.Options
--- the notation of the moves, a name, a Dialect, or "auto": detect the notation of each game that cannot be read as PGN (default "auto", and "pgn" with strict = true or skip = false)
---@field dialect? string|lucena.Dialect
--- replay every game and report errors
---@field check? boolean
--- play a move that leaves its own king in check, or castles out of or through check, if the text fits no other move; such a move is an error in the diagnostics, and ends the line without this option
---@field illegal_moves? boolean
--- problems of start positions to accept, as in chess.position
---@field allow? string[]
--- warnings and repairs are errors, and nothing is skipped or repaired
---@field strict? boolean
--- = false: nothing is skipped or repaired
---@field skip? boolean
--- bytes of the largest game to hold (default 16 MiB)
---@field max_game? integer
--- a game gets a warning if a comment has more than "comment" bytes (default 1 MiB), a tag's value more than "tag" bytes (64 KiB), or the game more than "tags" tags (1000); variations nested deeper than "nesting" (1000) are not read
---@field limits? {comment?: integer, nesting?: integer, tag?: integer, tags?: integer}
--- repair text pasted from mails, web pages and word processors (columns and offsets are those of the repaired text)
---@field repair? boolean
--- read the games after a comment that is never closed (a comment longer than max_game with a tag section in it counts as never closed)
---@field salvage? boolean
--- tests {name, operator, value} with the operators = ~ (contains) ^ (begins with) < <= > >=, all of which must hold
---@field tags? string[][]
--- a query of chess.query without Lua functions, except of values of tags, which the game must match too
---@field query? lucena.Query

--- Open a file of games; "-" is standard input. Compressed data (gzip, zstd, bzip2) is decompressed, whatever the file's
--- name. Instead of a path, a source may be given: a function that returns the next string, and nil or "" at the end (like
--- the argument of `load`); an object whose method read(n) does the same (an io file, a pipe, a socket adapter); or
--- {text = string}. An error that the source raises, or returns as nil and a message, is a reading error (cannot_read). A
--- source must not yield, and must not call its Reader. Closing the Reader does not close such a source.
--- ```lua
--- local r = assert(chess.open("spec/data/sample/sample.pgn", {tags = {{"White", "^", "Kasparov"}}}))
--- chess.open{text = "1. e4 * 1. d4 *"}:count()  --> 2
--- chess.open(io.lines("spec/data/sample/sample.pgn", 65536)):count()  --> 314
--- chess.open({text = "1. e4 *"}, {query = chess.query.tags("White", function(w) return not w end)}):count()  --> 1
--- ```
---@param path lucena.Source
---@param options? lucena.open.Options # `dialect`: the notation of the moves, a name, a Dialect, or "auto": detect the notation of each game that cannot be read as PGN (default "auto", and "pgn" with strict = true or skip = false); `check`: replay every game and report errors; `illegal_moves`: play a move that leaves its own king in check, or castles out of or through check, if the text fits no other move; such a move is an error in the diagnostics, and ends the line without this option; `allow`: problems of start positions to accept, as in chess.position; `strict`: warnings and repairs are errors, and nothing is skipped or repaired; `skip` = false: nothing is skipped or repaired; `max_game`: bytes of the largest game to hold (default 16 MiB); `limits`: a game gets a warning if a comment has more than "comment" bytes (default 1 MiB), a tag's value more than "tag" bytes (64 KiB), or the game more than "tags" tags (1000); variations nested deeper than "nesting" (1000) are not read; `repair`: repair text pasted from mails, web pages and word processors (columns and offsets are those of the repaired text); `salvage`: read the games after a comment that is never closed (a comment longer than max_game with a tag section in it counts as never closed); `tags`: tests {name, operator, value} with the operators = ~ (contains) ^ (begins with) < <= > >=, all of which must hold; `query`: a query of chess.query without Lua functions, except of values of tags, which the game must match too
---@return lucena.Reader? reader
---@return string? err
---@return string? code # cannot_open unsupported_compression
function chess.open(path, options) end

---@class lucena.open_epd.Options
--- the notation of the moves
---@field dialect? string|lucena.Dialect
--- report the errors of each record
---@field check? boolean
--- report repairs, too
---@field style? boolean
--- warnings and repairs are errors
---@field strict? boolean

--- Open a file of EPD records; "-" is standard input. Compressed data (gzip, zstd, bzip2) is decompressed. Instead of a
--- path, a source may be given as for chess.open.
--- ```lua
--- chess.open_epd("spec/data/nasty/epd/e05_bm_uci.epd"):read().text:sub(-8)  --> bm b1c3;
--- chess.open_epd{text = "8/8/8/8/8/8/k1K5/8 w - - id \"x\";"}:read().id  --> x
--- ```
---@param path lucena.Source
---@param opts? lucena.open_epd.Options # `dialect`: the notation of the moves; `check`: report the errors of each record; `style`: report repairs, too; `strict`: warnings and repairs are errors
---@return lucena.EpdReader? reader
---@return string? err
---@return string? code # cannot_open unsupported_compression
function chess.open_epd(path, opts) end

---@class lucena.position.Options
---@field strict? boolean
--- whether this is Chess960, instead of detecting it from the castling field
---@field chess960? boolean
--- a value of the Variant tag, such as "King of the Hill" or "Three-check"
---@field variant? string
--- problems to accept (see Setup:position)
---@field allow? string[]

--- Create a legal position from a FEN; without a FEN, the initial position of chess. Missing fields are read as
--- `w - - 0 1`. Impossible castling rights and en passant squares are dropped. chess.setup(fen).diagnostics lists all
--- tolerances; with `strict` they are errors. Source: PGN standard 16.1, X-FEN, Shredder-FEN; the checks of Three-check as
--- in lichess (`+0+2` at the end: given) or python-chess (`3+1` before the counters: remaining).
--- ```lua
--- chess.position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"):play("e4").turn  --> black
--- chess.position(nil, {variant = "Three-check"}):play("e4 f6 Qh5"):fen():sub(-8)  --> 1 2 +1+0
--- ```
---@param fen? string one line of 1 to 6 fields separated by blanks; 7 in Three-check
---@param opts? lucena.position.Options # `chess960`: whether this is Chess960, instead of detecting it from the castling field; `variant`: a value of the Variant tag, such as "King of the Hill" or "Three-check"; `allow`: problems to accept (see Setup:position)
---@return lucena.Position? position
---@return string? err # `fen:COL: problem`; COL counts bytes from 1; or `fen:1: not a legal position: ` and all reasons
---@return string? code # bad_fen, bad_board, bad_turn, bad_castling, bad_ep, bad_clock, bad_checks, trailing_text, unsupported_variant, invalid_position; with `strict` also fen_fields, fen_spaces, fen_digits, fen_castling, fen_move_number
function chess.position(fen, opts) end

---@class lucena.read_diagram.Options
--- the language of the letters; by default, it is the first language that gives a plausible board and has only one letter for each kind of piece on it, English first. `turn`: the side to move
---@field alphabet? string
---@field turn? "white"|"black"

--- Read a diagram of eight rows with letters of any language or figurines, or a FEN with letters of any language. For a
--- diagram, White is to move, without castling rights and without an en passant square.
--- ```lua
--- chess.read_diagram("tcfdrfct/pppppppp/8/8/8/8/PPPPPPPP/TCFDRFCT w KQkq - 0 1") == chess.position()  --> true
--- ```
---@param text string UTF-8
---@param opts? lucena.read_diagram.Options # `alphabet`: the language of the letters; by default, it is the first language that gives a plausible board and has only one letter for each kind of piece on it, English first. `turn`: the side to move
---@return lucena.Position|lucena.Setup|nil a # Setup if the position is not legal
---@return string? err
---@return string? code # `bad_board`; `bad_utf8`; `unclear_dialect` if two alphabets give different boards
function chess.read_diagram(text, opts) end

---@class lucena.read_text.Options
--- a table of `lucena read --review`
---@field corrections? string
--- the notation of the moves, default "auto"
---@field dialect? string|lucena.Dialect
--- where games begin
---@field fen? string
--- correct misprinted moves, default false
---@field misprints? boolean
--- "comments" (the default) or "none"
---@field prose? string

--- Read the games in a text with prose: books, bulletins, posts, newspaper columns. Moves in sentences become
--- variations if the position in which they are played is certain. The prose becomes comments, and headings become tags.
--- Moves that cannot be read are reported. A move is never guessed.
--- ```lua
--- chess.read_text("After 1. e4 e5 2. Nf3 White attacks the pawn e5.")[1].plies  --> 3
--- ```
---@param text string UTF-8, Latin-1 or Windows-1252
---@param opts? lucena.read_text.Options # `corrections`: a table of `lucena read --review`; `dialect`: the notation of the moves, default "auto"; `fen`: where games begin; `misprints`: correct misprinted moves, default false; `prose`: "comments" (the default) or "none"
---@return lucena.Game[]? games
---@return lucena.TextReport|string report # {dialect, mentions = {token, line, column, offset, length, state, game, repeats}, counts = {mainline, variation, comment, no_position, unread, ambiguous}, diagnostics, rest = {line, column, offset, length, words}: text in no game}; `repeats`: the offset of an earlier mention of the same move of the game; or the error message
---@return string? code # bad_fen, bad_corrections, ...
function chess.read_text(text, opts) end

---@class lucena.register.Options
--- replace an earlier value of this name
---@field replace? boolean

--- Register a value under a name, which can then be used like a built-in one. Registering a name again with another
--- value raises an error, unless the option `replace` is true. A built-in name cannot be replaced.
--- ```lua
--- chess.register("query", "short_win", chess.query.plies{max = 40} & chess.query.checkmate)
--- ```
---@param kind string # "dialect", "report", "format", "reader" or "query"
---@param name string letters, digits and _, beginning with a small letter; of a dialect also "-"
---@param value any for a dialect: a table as for chess.dialect, or a Dialect; for a report: the table that its file returns; for a format: a function(game, options) that returns text with a line end; for a query: a Query, or a function that returns one. If this function has no parameters, queries use its name without a call; otherwise they must call it; for a reader: a function(file, options) that returns an iterator of games
---@param opts? lucena.register.Options # `replace`: replace an earlier value of this name
function chess.register(kind, name, value, opts) end

--- Return a new, empty report.
--- ```lua
--- #chess.report("summary"):rows() > 0 --> true
--- ```
---@param name string|table a name in chess.reports(), the path of a file that ends in .lua, or the table that such a file returns
---@param options? table<string, string|number|boolean> the options that the report's file lists; an unknown option or a wrong type raises
---@return lucena.Report? report
---@return string? err
---@return string? code # `unknown_report`, `bad_report`; `bad_option`: a required option is missing, or a value does not fit; `cannot_open` and `bad_file`: a file named by an option
function chess.report(name, options) end

--- Return the names of all reports, sorted.
--- ```lua
--- table.concat(chess.reports(), " "):find("summary") ~= nil --> true
--- ```
---@return string[]
function chess.reports() end

--- Make a score.
--- ```lua
--- chess.score("#-3").mate --> black
--- chess.score(0.5) > chess.score(-2) --> true
--- ```
---@param value number|string|{pawns: number}|{mate: "white"|"black", moves: integer} pawns from White's point of view; or a text as in [%eval]: "0.25", "#3" (White mates in 3 moves), "#-3"; or {pawns = number}; or {mate = "white" or "black", moves = integer}
---@return lucena.Score? score
---@return string? err # for a text that is not a score
---@return string? code # bad_score
function chess.score(value) end

--- Read a FEN into an editable Setup. Any FEN is accepted, whether its position is legal or not; missing fields are read
--- as `w - - 0 1`. Without a FEN: an empty board, White to move.
--- ```lua
--- chess.setup("8/8/8/8/8/8/8/4K3 w - - 0 1"):problems()[1]  --> no_black_king
--- ```
---@param fen? string one line of 1 to 6 fields (PGN standard 16.1; X-FEN and Shredder-FEN castling letters)
---@return lucena.Setup? setup
---@return string? err # `fen:COL: problem`; COL counts bytes from 1
---@return string? code # bad_fen, bad_board, bad_turn, bad_castling, bad_ep, bad_clock, bad_checks, trailing_text or unsupported_variant
function chess.setup(fen) end

--- Use the tables of a folder. Without a path, return the tables in use.
--- ```lua
--- select(3, chess.tablebase "no/such/folder")  --> no_tablebase
--- ```
---@param path? string folders of .rtbw and .rtbz files, with ":" between them; default LUCENA_TABLEBASES
---@return lucena.Tablebases? tables # {path, men: the largest number of pieces in these tables}
---@return string? err
---@return string? code # `no_tablebase`, also if other tables are already loaded
function chess.tablebase(path) end

--- Read a time control in the form of the TimeControl tag.
--- ```lua
--- chess.time_control("40/7200:3600")[2].seconds --> 3600
--- ```
---@param text string
---@return lucena.TimeControl? control # array of periods, and `kind`, that of the first period. A period is {kind, moves, seconds, increment}. Its kind is "clock", "sandclock", "unknown" ("?") or "none" ("-", no time control). `moves` is nil for all remaining moves; a last period with `moves` repeats. `increment` is nil if there is none. tostring() returns the original text
---@return string? err
---@return string? code # `bad_time_control`
function chess.time_control(text) end

--- Convert a text to UTF-8.
--- ```lua
--- chess.to_utf8("J\xf6rg") == "J\u{f6}rg"  --> true
--- ```
---@param text string
---@param from? string its encoding, a name as in game.encoding; default: detected from the text
---@return string? text
---@return string? err
---@return string? code # bad_utf8: `from` is utf-8 and the text is not; unencodable: `from` is ascii and the text is not
function chess.to_utf8(text, from) end

---@class lucena.translate.Options
--- the dialect to write, a name or a Dialect
---@field to string|lucena.Dialect
--- the dialect to read, default "auto": detected for each game and for prose
---@field from? string|lucena.Dialect
--- the start position of games without a FEN tag, and of prose
---@field fen? string
--- also translate moves in comments that are legal there, default false
---@field comments? boolean
--- translate the letters of moves in prose whose position is unknown, default false
---@field letters? boolean

--- Write the moves of a text in another dialect. The text may be PGN games, bare moves, or prose with moves. Tags,
--- comments, numbers, signs and all other bytes are kept. Variations are played separately. Prose is read as by
--- `read_text`. Moves that a sentence only names are translated if they are legal near the latest move, a list of them
--- as a whole or not at all. Prose whose moves do not determine a dialect is read in the dialect of the game before it,
--- or of the first game after it.
--- ```lua
--- chess.translate("1. e4 e5 2. Cf3", {from = "french", to = "german"})  --> 1. e4 e5 2. Sf3
--- ```
---@param text string
---@param opts lucena.translate.Options # `to`: the dialect to write, a name or a Dialect; `from`: the dialect to read, default "auto": detected for each game and for prose; `fen`: the start position of games without a FEN tag, and of prose; `comments`: also translate moves in comments that are legal there, default false; `letters`: translate the letters of moves in prose whose position is unknown, default false
---@return string? text
---@return lucena.Translation|string report # {moves, games, dialects = {name = games}, repairs = {code = count}: deviations of the text that were corrected, such as a wrong check sign; left = the first 1000 words that look like moves and are kept: {token, line, column, offset, code, message}, total_left; named, total_named: the same for moves of prose that have no position; total_alike: the number of those that both notations spell the same; is_unclear: whether the notation of words that look like moves is unknown}; or the error message
---@return string? code # bad_fen, ...
function chess.translate(text, opts) end

--- Return the class of a value without the prefix "lucena.": "Game", "Position", "Query" ... For other values, return
--- Lua's type.
--- ```lua
--- chess.type(chess.position()) --> Position
--- chess.type("e4") --> string
--- ```
---@param value any
---@return string
function chess.type(value) end

---@class lucena.write_index.Options
--- the index, default PATH.lci
---@field file? string
--- index no positions after this ply
---@field max_ply? integer
--- index only positions that at least two games reach
---@field shared_only? boolean
--- MiB for sorting, default 256; the index is the same for any memory; `progress(reader, builder)` is called now and then
---@field memory? integer
---@field progress? function

--- Write the index of a file of games. It appears completely or not at all.
--- ```lua
--- select(3, chess.write_index "no/such/file.pgn") --> cannot_open
--- ```
---@param path string the file of games
---@param opts? lucena.write_index.Options # `file`: the index, default PATH.lci; `max_ply`: index no positions after this ply; `shared_only`: index only positions that at least two games reach; `memory`: MiB for sorting, default 256; the index is the same for any memory; `progress(reader, builder)` is called now and then
---@return integer? games
---@return string? err
---@return string? code # `cannot_open`, `cannot_read`, `cannot_write`, `utf16`, `stale_index`: the file changed while it was read
function chess.write_index(path, opts) end

---@class lucena.writer.Options
--- = false: if `path` is a symbolic link, replace the link and not its target (for names that come from data)
---@field follow? boolean

--- Open a file for writing; "-" is standard output. The buffer for standard output is separate from that of io.stdout.
--- Instead of a path, a function may be given, which is called with each string, or an object with the method write (an io
--- file, a pipe, a socket adapter). Both get each text at once, without a buffer. If the function or method raises an
--- error, or returns false, or nil and a message, writing fails with the code cannot_write. flush() and close() call the
--- object's method flush, if it has one; they do not close the object.
--- ```lua
--- local w <close> = assert(chess.writer("-")); w:write("1. e4 *\n")
--- local n = 0; chess.writer(function(s) n = n + #s end):export(chess.game("1. e4 *"), "uci"); return n  --> 5
--- ```
---@param path lucena.Source
---@param options? lucena.writer.Options # `follow` = false: if `path` is a symbolic link, replace the link and not its target (for names that come from data)
---@return lucena.Writer? writer
---@return string? err
---@return string? code # cannot_write
function chess.writer(path, options) end

return chess
