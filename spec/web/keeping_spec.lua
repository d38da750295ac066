-- The browser page loses nothing: games that were changed, comments that were typed, files, and the reader's place.

local new_folder = require "spec.support.folder"
local web_page = require "spec.support.web_page"

local SAMPLE = "spec/data/sample/sample.pgn"

local function opened(path, count)
  local page = web_page.open()
  page:drop(path)
  page:wait(("document.querySelectorAll('#list tbody tr').length === %d"):format(count))
  return page
end

-- Opens a game of the list, and waits until it is on the board.
local function open_game(page, number)
  page:view "games"
  page:press(("#list tr[data-number='%d'] button"):format(number))
  page:wait(("document.querySelector('#list tr.current[data-number=\"%d\"]')"):format(number))
  page:wait "!document.getElementById('game').hidden"
end

local function go_to(page, button, number)
  page:press(button)
  page:wait(("document.querySelector('#list tr.current[data-number=\"%d\"]')"):format(number))
end

local function status(page)
  return page:eval "document.querySelector('#sheet .status b').textContent"
end

-- Runs a line at the prompt, and returns the output.
local function prompt(page, line)
  page:view "prompt"
  page:eval "document.getElementById('log').replaceChildren(); 0"
  page:fill("line", line)
  page:submit "line-form"
  page:wait "document.querySelector('#log div:not(.input)')"
  local output = page:eval "document.querySelector('#log div:not(.input)').textContent"
  page:view "game"
  return output
end

local CHANGED = "[...document.querySelectorAll('#list tr.changed')].map((it) => it.dataset.number).join(' ')"

local THREE = '[White "A"]\n\n1. e4 e5   2. Nf3 *\n\n[White "B"]\n\n1.d4 d5 *\n\n[White "C"]\n\n1. c4 *\n'

local function downloaded(page, folder, name)
  folder:run("rm -f " .. name)
  page:press "#save-games"
  for _ = 1, 600 do
    local text = folder:read(name)
    if text then
      return text
    end
    os.execute "sleep 0.05"
  end
  error("no download " .. name)
end

teardown(web_page.close)

describe("changes of games", function()
  it("stay when another game is opened, are undone from there, and are downloaded with the file", function()
    local folder <close> = new_folder()
    local page = opened(folder:write("three.pgn", THREE), 3)
    page.browser:save_downloads(folder.root)
    open_game(page, 2)
    page.browser:key "ArrowRight"
    page:wait "!document.getElementById('comment').readOnly"
    page:fill("comment", "MY NOTE")
    page.browser:key "ArrowRight" -- the comment is kept by the step
    page:wait "document.querySelector('#sheet .comment')"
    page:wait "document.querySelector('#sheet .status b').textContent === '1... d5'"
    page:wait "document.getElementById('comment').value === '' && !document.getElementById('comment').readOnly"
    go_to(page, "#next-game", 3)
    page:fill("comment", "OF THE THIRD")
    go_to(page, "#previous-game", 2) -- by this, too
    assert.equal("MY NOTE", page:eval "document.querySelector('#sheet .comment').textContent")
    assert.equal("2 3", page:eval(CHANGED))
    page:view "games"
    assert.equal(THREE:gsub("1%.d4 d5 %*", "1. d4 {MY NOTE} 1... d5 *"):gsub("1%. c4 %*", "{OF THE THIRD} 1. c4 *")
      :gsub("%b[]\n", ""), (downloaded(page, folder, "games.pgn"):gsub("%b[]\n", "")))
    page:view "game"
    page:press "[data-edit=undo]"
    go_to(page, "[data-edit=undo]", 3)
    page:press "[data-edit=undo]"
    page:wait "document.querySelectorAll('#list tr.changed').length === 1"
    go_to(page, "[data-edit=undo]", 2)
    page:press "[data-edit=undo]"
    page:wait "document.querySelectorAll('#list tr.changed').length === 0"
    page:view "games"
    assert.equal(THREE, downloaded(page, folder, "games.pgn"))
    page:finish()
  end)

  it("are kept on blur, and for the question before the page is left", function()
    local page = web_page.open()
    local asks = "!dispatchEvent(new Event('beforeunload', { cancelable: true }))"
    assert.is_false(page:eval(asks))
    page:eval "document.getElementById('comment').focus(); 0"
    page.browser:type "typed"
    assert.is_true(page:eval(asks))
    page:eval "document.activeElement.blur(); 0"
    page:wait "document.querySelector('#sheet .comment')"
    assert.is_true(page:eval(asks))
    page:press "[data-edit=undo]"
    page:wait "!document.querySelector('#sheet .comment')"
    assert.is_false(page:eval(asks))
    page:finish()
  end)

  it("leave Stop in reach while the list is read again", function()
    local folder <close> = new_folder()
    local page = opened(folder:write("three.pgn", THREE), 3)
    open_game(page, 2)
    page:fill("moves", "e4")
    page:submit "play"
    page:wait "document.querySelector('#list tr.changed')"
    page:eval [[document.getElementById("tab-games").click();
      document.getElementById("sought").value = "where(function() while true do end end)";
      document.getElementById("query").requestSubmit(); 0]]
    page:wait "!document.getElementById('bar').hidden"
    page:press "#stop"
    page:wait "document.getElementById('error').textContent === 'Stopped.'"
    assert.is_true(page:eval "document.getElementById('bar').hidden")
    page:finish()
  end)

  it("are asked for before another file is opened", function()
    local folder <close> = new_folder()
    local page = opened(folder:write("three.pgn", THREE), 3)
    open_game(page, 2)
    page:fill("moves", "e4")
    page:submit "play"
    page:wait "document.querySelector('#list tr.changed')"
    local other = folder:write("one.pgn", "1. h4 *\n\n1. g4 *\n")
    page:drop(other)
    page:wait "document.getElementById('question').open"
    page:press "#question button[value='']"
    page:wait "!document.getElementById('question').open"
    assert.equal("three.pgn", page:text "file-name")
    page:drop(other)
    page:wait "document.getElementById('question').open"
    page:press "#question button[value='leave']"
    page:wait "document.getElementById('file-name').textContent === 'one.pgn'"
    page:view "game"
    assert.equal(0, page:count "#list tr.current, #list tr.changed") -- the game is not of this file
    assert.is_true(page:eval "document.getElementById('next-game').disabled")
    page:finish()
  end)

  it("return after a reload", function()
    local folder <close> = new_folder()
    local page = opened(folder:write("three.pgn", THREE), 3)
    open_game(page, 2)
    page:fill("comment", "MY NOTE")
    go_to(page, "#next-game", 3)
    page:press "#sheet [data-n='1']"
    page:wait "!document.getElementById('comment').readOnly"
    page:fill("moves", "e5")
    page:submit "play"
    page:wait_for_moves "c4 e5"
    page:wait_until_kept()
    page.browser:click "#sheet h2" -- browsers ask only if the page was used
    page.browser:reload()
    assert.equal("beforeunload", page.browser.questions[#page.browser.questions])
    page:wait "document.body.dataset.ready"
    page:wait_for_moves "c4 e5"
    assert.same({ "three.pgn", "1... e5" }, { page:text "file-name", status(page) })
    assert.equal("2 3", page:eval(CHANGED))
    go_to(page, "#previous-game", 2)
    assert.equal("MY NOTE", page:eval "document.querySelector('#sheet .comment').textContent")
    page:press "[data-edit=undo]"
    page:wait_for_moves "c4 e5"
    page:press "[data-edit=undo]"
    page:wait "document.querySelector('#sheet .comment')"
    page:finish()
    page = web_page.open() -- a new visit begins anew
    assert.is_true(page:eval "document.getElementById('full').hidden")
    page:finish()
  end)
end)

describe("the board", function()
  it("ends its play, and takes keys, when another game is opened or a report was read", function()
    local folder <close> = new_folder()
    local page = opened(folder:write("three.pgn", THREE), 3)
    open_game(page, 1)
    -- Intervals run only when the test says so.
    page:eval [[window.ticks = new Map(); window.clearInterval = (n) => ticks.delete(n);
      window.setInterval = (f) => { ticks.set(ticks.size + 1, f); return ticks.size; }; 0]]
    page:press "#sheet [data-go=play]"
    page:eval "for (const f of ticks.values()) f(); 0"
    assert.is_truthy(status(page):find "^1%. ")
    go_to(page, "#next-game", 2)
    assert.equal(0, page:eval "ticks.size")
    page.browser:key "ArrowRight"
    page.browser:key "ArrowRight"
    local second = status(page)
    assert.is_truthy(second:find "^1%.%.%. ")
    page:wait "!document.getElementById('comment').readOnly"
    assert.is_truthy(prompt(page, ":fen"):find(" w ", 1, true))
    page:view "reports"
    page:fill("report", "sheet")
    page:submit "report-form"
    page:wait "document.querySelector('#report-shown article.sheet')"
    page:press "#report-shown [data-go=play]"
    assert.equal(1, page:eval "ticks.size")
    page:submit "report-form"
    page:wait "ticks.size === 0"
    page:view "game"
    page.browser:key "ArrowLeft"
    assert.is_truthy(status(page):find "^1%. ")
    assert.equal(0, page:eval [[(() => { const ids = [...document.querySelectorAll("[id]")].map((it) => it.id);
      return ids.length - new Set(ids).size; })()]])
    page:finish()
  end)

  it("steps to the next and previous game of the search", function()
    local page = opened(SAMPLE, 100)
    page:search "carlsen"
    local numbers = page:eval [=[[...document.querySelectorAll("#list tr[data-number]")]
      .map((it) => Number(it.dataset.number))]=]
    open_game(page, numbers[2])
    go_to(page, "#next-game", numbers[3])
    go_to(page, "#previous-game", numbers[2])
    go_to(page, "#previous-game", numbers[1])
    assert.is_true(page:eval "document.getElementById('previous-game').disabled")
    page:finish()
  end)
end)

describe("the script of the page", function()
  it("has no variable that changes outside `state`", function()
    for name in require "lfs".dir "web/page/script" do
      local text = name:find "%.js$" and require("spec.support.file").read("web/page/script/" .. name) or ""
      for line in text:gmatch "[^\n]+" do
        assert.is_nil(line:find "^let " or line:find "^var ", ("%s: %s"):format(name, line))
      end
    end
  end)
end)

describe("a report in the page", function()
  it("has a link to each of its games", function()
    local page = web_page.open()
    page:fill("pasted", '[Event "Cup"]\n[Round "1"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 1-0\n\n'
      .. '[Event "Cup"]\n[Round "2"]\n[White "B"]\n[Black "A"]\n[Result "1-0"]\n\n1. d4 1-0\n')
    page:press "#paste"
    page:wait "document.querySelectorAll('#list tbody tr').length === 2"
    page:view "reports"
    page:fill("report", "event")
    page:submit "report-form"
    page:wait "document.querySelector('#report-shown details.game')"
    page:press "#report-shown a[href='#g1']"
    page:wait "document.querySelector('#report-shown details.game').open"
    page:finish()
  end)
end)

describe("a file that cannot be opened", function()
  it("changes nothing, also if work is stopped afterwards", function()
    local folder <close> = new_folder()
    local page = opened(SAMPLE, 100)
    open_game(page, 2)
    local moves = page:moves()
    page:drop(folder:write("random.pgn", ("\1\2\3\4"):rep(500)))
    page:wait "!document.getElementById('error').hidden"
    page:view "games"
    page:fill("sought", "where(function() while true do end end)")
    page:submit "query"
    page:wait "!document.getElementById('bar').hidden"
    page:press "#stop"
    page:wait "document.getElementById('error').textContent === 'Stopped.'"
    assert.same({ "sample.pgn", "314 in all", 100 },
      { page:text "file-name", page:text "count", page:count "#list tbody tr" })
    assert.equal(moves, page:moves())
    go_to(page, "#next-game", 3)
    page:finish()
  end)
end)
