-- Misspelled names in options: each command reports an error that says what was probably meant and where the names are
-- listed. Names that only the data can contain, such as players and the tags to remove, give a hint if there is none.

local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local SAMPLE, SUITE = "spec/data/sample/sample.pgn", "spec/data/epd/suite.epd"
local BOOK = "spec/data/books/small.bin"

-- The end of the messages about fields and tags.
local FIELDS = " (`lucena help fields` lists them; write any other tag as tag:NAME)"
local function tags_end(name)
  return (" (`lucena help fields` lists them; to use this name, write tag:%s)"):format(name)
end
local function field(name, meant)
  return ("there is no field '%s'%s%s"):format(name, meant and ("; did you mean '%s'?"):format(meant) or "", FIELDS)
end
local function tag(name, meant)
  return ("there is no tag '%s'; did you mean '%s'?%s"):format(name, meant, tags_end(name))
end
local function option(name, meant)
  return ("unknown option '%s'; did you mean '%s'?"):format(name, meant)
end
local function dialect(prefix)
  return prefix .. "unknown dialect 'frnch'; did you mean 'french'?"
end

-- Command line, with FILE for the sample games, and the message after "lucena: ".
local WRONG = {
  -- commands, verbs, reports, filters
  { "chek FILE", "unknown command 'chek' (did you mean 'check'?)" },
  { "openings FILE", "unknown command 'openings' (did you mean 'lucena report openings'?)" },
  { "find FILE", "unknown command 'find' (write lucena filter -e 'QUERY' FILE)" },
  { "pair FILE", "unknown command 'pair' (write lucena report crosstable -o FILE.trf FILE: Lucena pairs no rounds, a "
    .. "pairing program reads this file)" },
  { "check swiss.trf", "swiss.trf is a tournament report file: lucena report crosstable checks it" },
  { "fork FILE", "unknown command 'fork' (write `lucena help queries fork`)" },
  { "help queries zugzwang", "'zugzwang' is not searched; the nearest query is mobility(1) & ~check" },
  { "report results FILE", "there is no report 'results'; did you mean 'table --rows Result'?" },
  { "report player Carlsen FILE", "whose results? --name takes a player's name: --name Carlsen" },
  { "filter fork FILE", "'fork' is not a file, a script or the name of a filter; write lucena filter -e "
    .. "'motif \"fork\"' FILE; "
    .. "`lucena filter -e 'EXPR' FILE...` and `lucena filter SCRIPT.lua|NAME FILE...` are the two forms" },
  { "explore e4 FILE", "the FILE comes first: lucena explore spec/data/sample/sample.pgn e4" },
  { "help fitler", "unknown command 'fitler' (did you mean 'filter'?)" },
  { "report sumary FILE", "there is no report 'sumary'; did you mean 'summary'?" },
  { "report zzz FILE", "there is no report 'zzz'; crosstable, endings, event, opening, openings, player, repertoire, "
    .. "sheet, summary, table, tournaments" },
  { "filter endgam FILE", "'endgam' is not a file, a script or the name of a filter; did you mean 'endgame'?; "
    .. "`lucena filter -e 'EXPR' FILE...` and `lucena filter SCRIPT.lua|NAME FILE...` are the two forms" },
  { "book mak FILE", "book: there is no verb 'mak'; it is make, show, walk, merge, prune, diff or check" },
  { "epd fmtt SUITE",
    "argument 'VERB' must be one of 'fmt', 'check', 'sort', 'select', 'stats', 'perft', 'test'" },
  { "dialect shw french", "argument 'VERB' must be one of 'test', 'show', 'new'" },
  -- options
  { "report summary --tpo 3 FILE", option("--tpo", "--top") },
  { "merge --uniq FILE", option("--uniq", "--unique") },
  { "sample -t White=x FILE", "sample reads no queries: write lucena filter --sample N -e QUERY FILE, or -t TEST" },
  { "sample -n 3 -e draw FILE", "sample reads no queries: write lucena filter --sample N -e QUERY FILE, or -t TEST" },
  { "index --inf FILE", option("--inf", "--info") },
  { "explore --plyer X FILE", option("--plyer", "--player") },
  { "book prune --min-weigh 3 BOOK", option("--min-weigh", "--min-weight") },
  { "filter endgame --pice N FILE", "unknown option '--pice'; those of endgame are --kind TEXT, --plies N" },
  { "show --zzz FILE", "unknown option '--zzz'" },
  { "filter --no-c FILE", "unknown option '--no-c'" }, -- several options begin with it
  -- fields of reports
  { "report table --rows Yaer FILE", field("Yaer", "Year") },
  { "report table --rows openng FILE", field("openng", "Opening") },
  { "report table --rows reslt FILE", field("reslt", "Result") },
  { "report table --rows result FILE", field("result", "Result") },
  { "report table --rows Whit/100 FILE", field("Whit", "White") },
  { "report table --rows zzz FILE", field("zzz") },
  { "report table --columns reslt FILE", field("reslt", "Result") },
  { "report table --value sum:WhitElo FILE", field("WhitElo", "WhiteElo") },
  { "report table --value coutn FILE",
    "--value takes count, share, score, or sum, mean, median, min, max with a field as in mean:WhiteElo, not 'coutn'" },
  { "report table --order vlaue FILE", "argument for option '--order' must be one of 'key', 'value'" },
  { "report player --name Capablnca FILE",
    "there is no game of a player 'Capablnca'; did you mean 'Capablanca, Jose Raul'?", code = 1 },
  { "report crosstable --tiebreaks BHH FILE", "there is no tie-break 'BHH'; there are AOB, APRO, ARO, BH, BPG, BWG, "
    .. "DE, EDE, FB, GP, KS, PS, REP, RTNG, SB, STD, TPR, WIN, WON, with cuts such as BH-C1, BH-M1, SB-C1, and RTNG-R, "
    .. "AOB-F, KS-L+1" },
  { "report summary --section Ratngs FILE", "there is no section 'Ratngs'; there are 12: Overview, Results, "
    .. "Game length, Decades, Ratings, Openings, Players with most games, Termination tags, The last position, "
    .. "Accuracy by phase, Blunders by move number, Blunders by time left" },
  { "report summary -t htm FILE",
    "argument for option '-t' must be one of 'text', 'markdown', 'csv', 'json', 'html', 'latex'" },
  -- tags and fields of filter, sort, split, convert
  { "filter -t Whit=x FILE", "-t: " .. field("Whit", "White") },
  { "filter -t white=x FILE", "-t: " .. field("white", "White") },
  { "filter --sort Dtae FILE", "--sort: " .. field("Dtae", "Date") },
  { "filter --sort=-plis FILE", "--sort: " .. field("plis", "plies") },
  { "filter --to csv --columns plis,White FILE", "--columns: " .. field("plis", "plies") },
  { "filter --to csvv FILE", "argument for option '--to' must be one of 'pgn', 'json', 'jsonl', 'csv', 'tsv', 'fen', "
    .. "'epd', 'uci', 'san'" },
  { "filter --define blundr=20 -e blunders FILE", "--define: there is no constant 'blundr'; there are time_classes, "
    .. "time_trouble, inaccuracy, mistake, blunder" },
  { "filter --allow los -e checkmate FILE", "--allow takes illegal-moves, positions, comment=N, nesting=N, "
    .. "tag=N or tags=N, N up to 1073741824, not 'los'" },
  { "sort --by Dtae FILE", "--by: " .. field("Dtae", "Date") },
  { "sort --by plis FILE", "--by: " .. field("plis", "plies") },
  { "split --by Evnt --into DIR FILE", "--by: " .. field("Evnt", "Event") },
  { "split --by EOC:1 --into DIR FILE", "--by: " .. field("EOC", "ECO") },
  { "split --by reslt --into DIR FILE", "--by: " .. field("reslt", "Result") },
  { "convert -t csv --columns Whit,Black FILE", "--columns: " .. field("Whit", "White") },
  { "convert -t csv --columns Final_fen FILE", "--columns: " .. field("Final_fen", "final_fen") },
  { "dedup --by movs FILE", "--by takes players, moves, plies:N, position:N or exact, not 'movs'" },
  { "dedup --keep longst FILE", "--keep takes first, longest, annotated or a FILE.lua, not 'longst'" },
  -- tags that are written
  { "convert --tags rostr FILE", "--tags: there is no tag 'rostr'; did you mean 'roster'?" },
  { "convert --tags Nne FILE", "--tags: there is no tag 'Nne'; did you mean 'none'?" },
  { "convert --tags White,roster FILE", "--tags: 'roster' cannot be in a list of tags; * means all other tags" },
  { "convert --tags Whit,* FILE", "--tags: " .. tag("Whit", "White") },
  { "merge --tags White,balck FILE", "--tags: " .. tag("balck", "Black") },
  { "filter -e checkmate --mark-tag Evnt=x FILE", "--mark-tag: " .. tag("Evnt", "Event") },
  { "tag --set Whit=x FILE", "--set: " .. tag("Whit", "White") },
  { "tag --set whiteelo=2000 FILE", "--set: " .. tag("whiteelo", "WhiteElo") },
  { "tag --set a-b=x FILE", "--set: 'a-b' is not a tag name (letters, digits and _, at most 255)" },
  { "tag --set tag:a-b=x FILE", "--set: 'a-b' is not a tag name (letters, digits and _, at most 255)" },
  { "tag --rename Elo=WhitElo FILE", "--rename: " .. tag("WhitElo", "WhiteElo") },
  { "tag --line-numbers Sorce FILE", "--line-numbers: " .. tag("Sorce", "Source") },
  { "tag --fix reslts FILE",
    "--fix: there is no 'reslts'; did you mean 'results'? (known: results, dates, plycount, eco, roster)" },
  -- queries
  { "filter -e chekmate FILE", "-e: there is no 'chekmate' in chess.query; did you mean 'checkmate'?" },
  { "filter -e zzz FILE", "-e: there is no 'zzz' in chess.query; `lucena help queries` lists the names" },
  { "filter -e tag(\"Whit\") FILE", "-e: bad argument #1 to 'tag' (" .. field("Whit", "White") .. ")" },
  { "filter -e contains(\"Evnt\",\"x\") FILE",
    "-e: bad argument #1 to 'contains' (" .. field("Evnt", "Event") .. ")" },
  { "filter -e attacks(\"N\",\"k\",{fron=\"e4\"}) FILE",
    "-e: bad argument #3 to 'attacks' (unknown option 'fron'; did you mean 'from'?)" },
  { "filter -e player{name=\"x\"} FILE", "-e: bad argument #1 to 'player' (unknown option 'name'; options: side)" },
  { "filter -e plies{mni=3} FILE", "-e: bad argument #1 to 'plies' (unknown option 'mni'; did you mean 'min'?)" },
  { "report summary -e chekmate FILE",
    "--query: there is no 'chekmate' in chess.query; did you mean 'checkmate'?" },
  -- dialects, alphabets, formats
  { "filter --dialect frnch -e checkmate FILE", dialect "--dialect: " },
  { "convert --to-dialect frnch FILE", dialect "--to-dialect: " },
  { "epd fmt --to-dialect frnch SUITE", dialect "--to-dialect: " },
  { "translate --to frnch FILE", dialect "--to: " },
  { "explain --dialect frnch e4", dialect "" },
  { "dialect test frnch", dialect "" },
  { "dialects frnch", "no dialect has 'frnch' in its name; did you mean 'french'?", code = 1 },
  { "board --ascii --alphabet frnch",
    "--alphabet: there is no alphabet 'frnch'; did you mean 'french'? (`lucena dialects` lists them)" },
  { "board --ascii --alphabet zzz", "--alphabet: there is no alphabet 'zzz' (`lucena dialects` lists them)" },
  { "board --svg --theme brwn",
    "argument for option '--theme' must be one of 'brown', 'blue', 'green', 'grey', 'print'" },
  { "check --format sarf FILE",
    "argument for option '--format' must be one of 'text', 'json', 'tsv', 'gcc', 'sarif'" },
  { "explore -t jsn FILE", "argument for option '-t' must be one of 'text', 'csv', 'json'" },
  { "read --prose coments FILE", "argument for option '--prose' must be one of 'comments', 'none'" },
  { "show --color alway FILE", "argument for option '--color' must be one of 'auto', 'always', 'never'" },
  { "fen --ep alwys FILE", "argument for option '--ep' must be one of 'legal', 'xfen', 'always'" },
}

local PLACES = { FILE = SAMPLE, SUITE = SUITE, BOOK = BOOK, DIR = "/nowhere/parts" }

-- Runs a command line. Words are separated by blanks.
local function run_line(line, more)
  local words = more or {}
  for word in line:gmatch "%S+" do
    words[#words + 1] = PLACES[word] or word
  end
  return run(words)
end

describe("a misspelled name", function()
  for _, row in ipairs(WRONG) do
    it("is an error: lucena " .. row[1], function()
      local r = run_line(row[1])
      assert.equal(row.code or 2, r.code, r.err)
      assert.equal("", r.out)
      assert.equal("lucena: " .. row[2], r.err:match "(lucena: [^\n]*)\n$" or r.err)
    end)
  end

  it("is an error in a file of corrections", function()
    local folder <close> = new_folder()
    folder:write("names.txt", "# places\nSit: Paris = Lutetia\n")
    local r = run { "tag", "--names", folder:path "names.txt", SAMPLE }
    assert.same({ 2, "" }, { r.code, r.out })
    assert.equal(("lucena: %s:2: %s\n"):format(folder:path "names.txt", tag("Sit", "Site")), r.err)
  end)
end)

describe("a name that the data does not contain", function()
  -- Command line, the output, and the last line of standard error.
  local HINTS = {
    { "tag --drop Whit FILE", "no game has the tag 'Whit'; did you mean 'White'?" },
    { "tag --drop tag:Rond FILE", "no game has the tag 'Rond'; did you mean 'Round'?" },
    { "tag --drop Mine FILE", "no game has the tag 'Mine'" },
    { "tag --rename Whit=White FILE", "no game has the tag 'Whit'; did you mean 'White'?" },
    { "explore --player Capablnca FILE e4", "no player 'Capablnca'; did you mean 'Capablanca, Jose Raul'?" },
    { "filter --count -e player\"Capablnca\" FILE", "no player 'Capablnca'; did you mean 'Capablanca, Jose Raul'?" },
    { "epd sort --by idd SUITE", "no record has the operation 'idd'; did you mean 'id'?" },
    { "epd select -t idd=x SUITE", "no record has the operation 'idd'; did you mean 'id'?" },
    { "epd select -t dmm<3 SUITE", "no record has the operation 'dmm'; did you mean 'dm'?" },
  }
  for _, row in ipairs(HINTS) do
    it("gives a hint: lucena " .. row[1], function()
      local r = run_line(row[1])
      assert.equal(0, r.code, r.err)
      assert.equal(row[2], r.err:match "([^\n]*)\n$")
    end)
  end

  it("gives no hint with -q, or if a game or record has it", function()
    for _, line in ipairs { "tag -q --drop Whit FILE", "epd sort -q --by idd SUITE", "epd select -q -t idd=x SUITE" } do
      assert.equal("", run_line(line).err, line)
    end
    for _, line in ipairs { "tag --drop Round FILE", "tag --rename Round=Runde FILE", "epd sort --by id SUITE",
                            "epd select -t id=x SUITE", "explore --player Capablanca FILE h4" } do
      assert.is_nil(run_line(line).err:find "no %l+ ", line)
    end
  end)
end)

describe("a tag that is not in the list of known tags", function()
  local GAME = '[White "x"]\n[Whit "y"]\n[MyTag "z"]\n\n1. e4 *\n'

  local function edited(...)
    local r = run { "tag", "-q", "-o", "-", stdin = GAME, ... }
    assert.same({ 0, "" }, { r.code, r.err })
    return r.out
  end

  it("can be written if its name is not like a misspelled known tag", function()
    for _, name in ipairs { "MyTag2", "Line", "Elo", "Runde", "Round2", "x", "Mate", "ab" } do
      assert.is_truthy(edited("--set", name .. "=1"):find(('\n[%s "1"]\n'):format(name), 1, true), name)
    end
  end)

  it("can be written in any case as tag:NAME", function()
    assert.is_truthy(edited("--set", "tag:Evnt=1"):find('\n[Evnt "1"]\n', 1, true))
    assert.is_truthy(edited("--set", "tag:White=1"):find('[White "1"]\n', 1, true))
    assert.is_truthy(edited("--rename", "MyTag=tag:Evnt"):find('[Evnt "z"]', 1, true))
    local r = run { "convert", "-q", "--tags", "tag:Whit,MyTag", stdin = GAME }
    assert.equal('[Whit "y"]\n[MyTag "z"]\n\n1. e4 *\n\n', r.out)
    r = run { "filter", "-q", "-e", "played 'e4'", "--mark-tag", "tag:Evnt=1", stdin = GAME }
    assert.is_truthy(r.out:find('[Evnt "1"]', 1, true), r.err)
  end)

  it("can be removed and renamed if its name is misspelled", function()
    assert.is_nil(edited("--drop", "Whit"):find("Whit ", 1, true))
    assert.is_nil(edited("--drop", "tag:MyTag"):find("MyTag", 1, true))
    assert.is_truthy(edited("--rename", "Whit=Black"):find('[Black "y"]', 1, true))
  end)
end)
