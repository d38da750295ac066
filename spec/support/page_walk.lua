--- A random walk through the browser page, as users go: mouse, keys, fingers, files, the prompt, Stop and reload. After
-- each action the page must not have lost a move or a comment, and the page and its session must be at the same node.
--
--     local walk <close> = page_walk.new(seed, folder)
--     for _ = 1, 60 do walk:act() end      -- raises an error with the seed and the newest actions
--     walk:finish()                        -- undoes and redoes everything
--
-- The walk sees the messages between the page and its worker, and asks the session questions of its own, which have
-- texts as numbers. It changes nothing in the page. Texts that are typed have words of their own, such as note17.

local chess = require "lucena"
local file = require "spec.support.file"
local json = require "dkjson"
local web_page = require "spec.support.web_page"

local M = {}

local Walk = {}
Walk.__index = Walk

local random = math.random

local function any(list)
  return list[random(#list)]
end

local PAGES = { "games", "game", "check", "translate", "read", "reports", "position", "prompt" }

-- ---- what a user sees ----------------------------------------------------------------------------

-- Adds the moves and the words of a game to a set.
local function add_items(game, owner, set)
  local root = game.root
  for word in (root.comment or ""):gmatch "note%d+" do
    set[owner .. "{" .. word .. "}"] = true
  end
  for node in game:nodes() do
    local line = {}
    for i, at in ipairs(node:history()) do
      line[i] = tostring(at.move)
    end
    set[owner .. table.concat(line, " ")] = true
    for word in (node.comment or ""):gmatch "note%d+" do
      set[owner .. "{" .. word .. "}"] = true
    end
  end
  for name, value in pairs(game.tags) do
    if value:find "^tag%d+$" then
      set[owner .. name .. "=" .. value] = true
    end
  end
end

-- Looks at the page and the session: the answer of the spy, and `items`, a set of what the games have.
local function look(self)
  local view = self.page:eval "spy.look()"
  local items, owner = {}, "free "
  if view.games then
    local number = 0
    for game in chess.games { text = view.games } do
      number = number + 1
      add_items(game, number .. " ", items)
    end
  end
  if view.number then
    owner = view.number .. " "
  end
  view.current = {}
  add_items(assert(chess.game(view.pgn)), owner, view.current)
  for item in pairs(view.current) do
    view.is_in_file = view.is_in_file ~= false and (items[item] ~= nil or owner == "free ")
    items[item] = true
  end
  view.items = items
  return view
end

-- ---- inputs --------------------------------------------------------------------------------------

-- The middle of an element, after the page has scrolled there; nil if it is hidden.
local function middle(self, selector)
  return self.page:eval(([[(() => { const it = document.querySelector(%s);
    if (!it || it.disabled) return null;
    it.scrollIntoView({ block: "center" });
    const box = it.getBoundingClientRect();
    return box.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null; })()]])
    :format(json.encode(selector)))
end

-- Clicks or taps on an element, if it is there.
local function press(self, selector)
  local at = middle(self, selector)
  if not at then
    return false
  elseif random(3) == 1 then
    self.page.browser:touch(at.x, at.y)
  else
    self.page.browser:drag(at.x, at.y, at.x, at.y)
  end
  return true
end

-- Shows a view, if no dialog is open.
local function go_to_view(self, name)
  self.page:press("#tab-" .. name)
end

local function word(self, kind)
  self.words = self.words + 1
  return kind .. self.words
end

local function square(self, name)
  middle(self, "#sheet svg.board")
  return self.page:square(name)
end

local function a_move(self)
  return self.seen.legal[1] and any(self.seen.legal)
end

-- Note a text that must be in the games after this action.
local function must_have(self, text)
  self.typed[#self.typed + 1] = text
end

-- Types into the comment of the node on the board, unless the page takes none for the moment.
local function type_comment(self)
  go_to_view(self, "game")
  if press(self, "#comment") then
    local text = word(self, "note")
    self.page:eval "document.getElementById('comment').setSelectionRange(1000, 1000)" -- not inside another word
    self.page.browser:type(" " .. text)
    if self.page:value "comment":find(text, 1, true) then
      must_have(self, text)
    end
  end
end

local function answer_dialogs(self)
  local view = self.page:eval [[document.getElementById("promotion").open ? "promotion"
    : document.getElementById("question").open ? "question" : ""]]
  if view == "promotion" then
    if random(4) == 1 then
      self.page.browser:key "Escape"
    else
      press(self, ("#promotion .row button:nth-child(%d)"):format(random(4)))
    end
  elseif view == "question" then
    local value = any { "save", "leave", "" }
    self.answers = self.answers .. value .. " "
    self.page:press(("#question button[value='%s']"):format(value))
  end
end

local KEYS = { "ArrowLeft", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "f" }

local FILES = {
  ["three.pgn"] = '[White "A"]\n\n1. e4 e5   2. Nf3 (2. f4 exf4) *\n\n[White "B"]\n\n1.d4 d5 {first} *\n\n'
    .. '[White "C"]\n\n1. c4 *\n',
  ["ends.pgn"] = '[FEN "8/P6k/8/8/8/8/p6K/8 w - - 0 1"]\n[SetUp "1"]\n\n1. a8=Q *\n\n'
    .. '[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]\n[SetUp "1"]\n\n1. O-O O-O-O 1-0\n',
  ["one.pgn"] = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 {Najdorf} *\n",
}

-- Actions by name. `loses` names what an action may remove: "free" (a game that is not of the list), "all" (the list),
-- "line" (the moves after the current one) or "undo".
local ACTIONS = {
  { name = "key", weight = 10, act = function(self)
    go_to_view(self, "game")
    self.page:eval "document.activeElement.blur(); 0"
    for _ = 1, random(4) do
      self.page.browser:key(any(KEYS))
    end
  end },
  { name = "wheel", weight = 4, act = function(self)
    go_to_view(self, "game")
    local x, y = square(self, "e4")
    for _ = 1, random(3) do
      self.page.browser:wheel(x, y, random(2) == 1 and 100 or -100)
    end
  end },
  { name = "link", weight = 6, act = function(self)
    go_to_view(self, "game")
    press(self, ("#sheet a[data-n='%d']"):format(random(math.max(1, self.seen.page.nodes - 1))))
  end },
  { name = "button", weight = 5, act = function(self)
    go_to_view(self, "game")
    press(self, ("#sheet [data-go=%s]"):format(any { "start", "previous", "next", "next", "end", "flip", "play" }))
  end },
  { name = "drag", weight = 14, act = function(self)
    go_to_view(self, "game")
    local uci = a_move(self)
    if uci then
      local x, y = square(self, uci:sub(1, 2))
      local to_x, to_y = self.page:square(uci:sub(3, 4))
      local how = random(3)
      if how == 1 then
        self.page.browser:touch(x, y, to_x, to_y)
      elseif how == 2 then
        self.page.browser:drag(x, y, x, y)
        self.page.browser:drag(to_x, to_y, to_x, to_y)
      else
        self.page.browser:drag(x, y, to_x, to_y)
      end
      answer_dialogs(self)
    end
  end },
  { name = "square keys", weight = 3, act = function(self)
    go_to_view(self, "game")
    self.page:eval "document.querySelector('#sheet svg.board').focus(); 0"
    for _ = 1, random(8) do
      self.page.browser:key(any { "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "Escape" })
    end
    answer_dialogs(self)
  end },
  { name = "draw", weight = 4, act = function(self)
    go_to_view(self, "game")
    local x, y = square(self, any { "a1", "e4", "d5" })
    local to_x, to_y = self.page:square(any { "e4", "h8" })
    self.page.browser:drag(x, y, to_x, to_y, { button = "right", modifiers = any { 0, 1, 8, 9 } })
  end },
  { name = "sign", weight = 4, act = function(self)
    go_to_view(self, "game")
    press(self, ("#signs button:nth-child(%d)"):format(random(16)))
  end },
  { name = "comment", weight = 14, act = type_comment },
  { name = "type a comment at once", weight = 3, loses = "free", act = function(self)
    go_to_view(self, "game")
    local text = word(self, "note")
    local is_typed = self.page:eval(([[(async () => { const box = document.getElementById("comment");
      document.querySelector("%s").click();
      await new Promise((done) => queueMicrotask(done));
      await null;
      if (box.readOnly) return false;
      box.focus();
      box.value += " %s";
      return box.dispatchEvent(new Event("input", { bubbles: true })); })()]])
      :format(any { "#next-game", "#previous-game", "[data-edit=promote]", "[data-edit=raise]", "#sheet [data-go=next]",
        "#signs button" }, text))
    if is_typed then
      must_have(self, text)
    end
  end },
  { name = "save comment", weight = 2, act = function(self)
    type_comment(self)
    press(self, "#annotate [type=submit]")
  end },
  { name = "type moves", weight = 5, act = function(self)
    go_to_view(self, "game")
    self.page:fill("moves", a_move(self) or "e4")
    self.page:submit "play"
  end },
  { name = "undo", weight = 9, loses = "undo", act = function(self)
    go_to_view(self, "game")
    press(self, "[data-edit=undo]")
  end },
  { name = "undo by key", weight = 2, loses = "undo", act = function(self)
    go_to_view(self, "game")
    self.page:eval "document.querySelector('#sheet svg.board').focus(); 0"
    self.page.browser:key("z", 2)
  end },
  { name = "redo", weight = 5, loses = "undo", act = function(self)
    go_to_view(self, "game")
    press(self, "[data-edit=redo]")
  end },
  { name = "remove", weight = 2, loses = "line", act = function(self)
    go_to_view(self, "game")
    press(self, "[data-edit=remove]")
  end },
  { name = "promote", weight = 3, act = function(self)
    go_to_view(self, "game")
    press(self, ("[data-edit=%s]"):format(any { "promote", "raise" }))
  end },
  { name = "tag", weight = 2, act = function(self)
    local name, text = any { "White", "Event", "Annotator" }, word(self, "tag")
    go_to_view(self, "game")
    self.replaced = name
    self.page:fill("tag-name", name)
    self.page:fill("tag-value", text)
    self.page:submit "tag-form"
    must_have(self, text)
  end },
  { name = "next game", weight = 6, loses = "free", act = function(self)
    go_to_view(self, "game")
    press(self, any { "#next-game", "#previous-game" })
  end },
  { name = "row", weight = 6, loses = "free", act = function(self)
    go_to_view(self, "games")
    press(self, ("#list tr[data-number='%d'] button"):format(random(3)))
  end },
  { name = "view", weight = 4, act = function(self)
    go_to_view(self, any(PAGES))
  end },
  { name = "search", weight = 3, act = function(self)
    go_to_view(self, "games")
    self.page:fill("sought", any { "", "", "A", "b", "plies{min = 2}", "checkmate", "nonsense{" })
    self.page:submit "query"
  end },
  { name = "sort", weight = 2, act = function(self)
    go_to_view(self, "games")
    press(self, ("#list th:nth-child(%d) button"):format(random(4)))
  end },
  { name = "new game", weight = 2, loses = "free", act = function(self)
    go_to_view(self, "game")
    press(self, "#new")
  end },
  { name = "open a file", weight = 2, loses = "all", act = function(self)
    local names = { "three.pgn", "ends.pgn", "one.pgn" }
    self.page:drop(self.folder:path(any(names)))
    for _ = 1, 20 do
      answer_dialogs(self)
      os.execute "sleep 0.02"
    end
  end },
  { name = "paste", weight = 1, loses = "all", act = function(self)
    self.page:eval [[(() => { const data = new DataTransfer(); data.setData("text/plain", "1. d4 d5 2. c4 *");
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true })); })()]]
    for _ = 1, 20 do
      answer_dialogs(self)
      os.execute "sleep 0.02"
    end
  end },
  { name = "report", weight = 1, act = function(self)
    go_to_view(self, "reports")
    self.page:fill("report", any { "sheet", "summary", "openings" })
    self.page:submit "report-form"
  end },
  { name = "keys in the report", weight = 1, act = function(self)
    go_to_view(self, "reports")
    press(self, "#report-shown [data-go=play]")
    self.page.browser:key "ArrowRight"
  end },
  { name = "look", weight = 2, act = function(self)
    local width = any { 1280, 800, 390 }
    self.page.browser:resize(width, 800)
    self.page:fill("lang", any { "en", "fr" })
  end },
  { name = "explorer", weight = 2, act = function(self)
    go_to_view(self, "game")
    self.page:eval "document.getElementById('explorer').open = true; 0"
    press(self, "#explored td button")
  end },
  { name = "position", weight = 1, loses = "free", act = function(self)
    go_to_view(self, "position")
    press(self, any { "#set-game", "#set-start", "#set-flip" })
    press(self, "#use")
  end },
  { name = "prompt", weight = 4, loses = "free", act = function(self)
    go_to_view(self, "prompt")
    local uci = a_move(self) or "e4"
    self.page:fill("line", any { uci, uci, ":fen", "back", "forward", "end", "reports()" })
    self.page:submit "line-form"
  end },
  { name = "download", weight = 1, act = function(self)
    go_to_view(self, any { "game", "games" })
    press(self, any { "#save-game", "#save-games" })
  end },
  { name = "stop", weight = 1, act = function(self)
    self:settle()
    go_to_view(self, "games")
    self.page:fill("sought", "where(function() while true do end end)")
    self.page:submit "query"
    if self.page:eval "!document.getElementById('full').hidden" then
      self.page:wait "!document.getElementById('bar').hidden"
      self.page:press "#stop"
      self.page:wait "document.getElementById('error').textContent !== ''"
    end
  end },
  { name = "reload", weight = 1, act = function(self)
    self:settle()
    self.page:eval "document.activeElement.blur(); 0"
    self:settle()
    if self.page:eval "document.body.dataset.kept !== undefined" then
      self.page:wait_until_kept()
      self.page.browser:click ".top h1" -- browsers ask only if the page was used
      self.page.browser:reload()
      self.page:wait "document.body.dataset.ready"
    end
  end },
}

local by_weight = {}
for _, action in ipairs(ACTIONS) do
  for _ = 1, action.weight do
    by_weight[#by_weight + 1] = action
  end
end

-- ---- the walk ------------------------------------------------------------------------------------

--- Waits until the session has answered all messages.
function Walk:settle()
  self.page:wait "spy.isSettled()"
  self.page:eval "new Promise((done) => setTimeout(done, 0))"
  self.page:wait "spy.isSettled()"
end

function Walk:fail(text, ...)
  local from = math.max(1, #self.done - 12)
  error(("LUCENA_SEED=%d, action %d: %s\nthe newest actions: %s"):format(self.seed, #self.done, text:format(...),
    table.concat(self.done, ", ", from)), 0)
end

-- Returns whether an action may have removed an item.
local function may_lose(self, item, actions, before)
  local owner, rest = item:match "^(%w+) (.*)$"
  for _, action in ipairs(actions) do
    local is_canceled = self.answers:find "^ +$"
    if action.loses == "undo" or action.loses == "all" and not is_canceled
      or action.loses == "free" and owner == "free" then
      return true
    elseif action.loses == "line" and before.current[item] then
      return true
    elseif action.name == "tag" and rest:find("^" .. self.replaced .. "=") then
      return true
    end
  end
  return false
end

-- Returns whether a typed text is in the games, or still in its field: the tag of a game that is being replaced is
-- refused.
local function has(view, text)
  local is_there = (view.page.comment .. view.page.tag):find(text, 1, true) ~= nil
  for item in pairs(view.items) do
    is_there = is_there or item:find("[{=]" .. text .. "%f[%D]") ~= nil
  end
  return is_there
end

-- Presses Undo or Redo.
local function step(self, name)
  go_to_view(self, "game")
  self.page:press(("[data-edit=%s]"):format(name))
  self:settle()
end

-- Returns whether some undo steps bring a text back: the game is not of the list, and another one is on the board now.
function Walk:undo_finds(text)
  local steps, is_found = 0, false
  while steps < 6 and not is_found do
    steps = steps + 1
    step(self, "undo")
    is_found = has(look(self), text)
  end
  for _ = 1, steps do
    step(self, "redo")
  end
  return is_found
end

-- Compares the page before and after an action.
function Walk:check(actions)
  local before, now = self.seen, look(self)
  for item in pairs(before.items) do
    if not now.items[item] and not may_lose(self, item, actions, before) then
      self:fail("lost: %s", item)
    end
  end
  local is_undone, is_left, is_at_once = false, false, false
  for _, action in ipairs(actions) do
    is_undone = is_undone or action.loses == "undo" or action.loses == "line" or action.loses == "all"
    is_left = is_left or action.loses == "free"
    is_at_once = is_at_once or action.name == "type a comment at once"
  end
  for _, text in ipairs(self.typed) do
    if not has(now, text) and not is_undone and not (is_left and self:undo_finds(text)) then
      self:fail("not in the games: %s", text)
    end
  end
  self.typed = {}
  local page = now.page
  if page.pgn ~= now.pgn then
    self:fail("the page shows %s, the session has %s", page.pgn, now.pgn)
  elseif page.moves ~= now.moves then
    self:fail("the page shows the moves %s, the session has %s", page.moves, now.moves)
  elseif page.at ~= now.at then
    self:fail("the page is at node %d, the session at %d", page.at, now.at)
  elseif page.row and page.row ~= now.number then
    self:fail("the list marks game %s, the session has game %s", page.row, now.number)
  elseif now.kept then
    self:fail("the page does not know that game %s has changes", now.kept)
  elseif now.is_in_file == false then
    self:fail("the list has not the game on the board")
  elseif page.comment ~= now.comment and not page.isTyping and not is_at_once then
    self:fail("the box has the comment '%s', the session '%s'", page.comment, now.comment)
  elseif page.question or page.promotion then
    answer_dialogs(self)
    self:settle()
    now = look(self)
  end
  if self.page.browser.said[1] then
    self:fail("%s", self.page.browser.said[1])
  end
  self.seen, self.answers = now, ""
end

-- An undo straight after an action brings back what was there before it, a redo what was there after it.
function Walk:check_undo(actions, before)
  local after = self.seen
  if #actions ~= 1 or actions[1].loses == "undo" or actions[1].loses == "all" or actions[1].name == "reload"
    or actions[1].name == "stop" or after.pgn == before.pgn and after.number == before.number then
    return
  end
  self.done[#self.done + 1] = "undo and redo"
  for _, it in ipairs { { "undo", before }, { "redo", after } } do
    step(self, it[1])
    self:check { { name = it[1], loses = "undo" } }
    for item in pairs(it[2].current) do
      if not self.seen.items[item] and not self.seen.current[item] then
        self:fail("%s does not bring back %s", it[1], item)
      end
    end
  end
end

--- Does one to three random actions without waiting between them, and checks the page.
function Walk:act()
  local actions, before = {}, self.seen
  for i = 1, random(2) == 1 and 1 or random(3) do
    actions[i] = any(by_weight)
    self.done[#self.done + 1] = actions[i].name
    actions[i].act(self)
    answer_dialogs(self)
  end
  self:settle()
  answer_dialogs(self)
  self:settle()
  self:check(actions)
  if random(4) == 1 then
    self:check_undo(actions, before)
  end
  return #actions
end

--- Undoes all changes and redoes them.
function Walk:finish()
  go_to_view(self, "game")
  self.page:eval "document.activeElement.blur(); 0"
  self:settle()
  local last = look(self)
  for _, name in ipairs { "redo", "undo", "redo" } do
    if name == "undo" then
      last = look(self)
    end
    for _ = 1, 1000 do
      if not self.page:eval(("(() => { const it = document.querySelector('[data-edit=%s]'); it.click(); "
        .. "return !it.disabled; })()"):format(name)) then
        break
      end
      self:settle()
    end
  end
  self.seen = look(self)
  for item in pairs(last.current) do
    if not self.seen.current[item] then
      self:fail("undo and redo of all changes do not bring back %s", item)
    end
  end
end

function Walk:__close()
  self.page.browser:resize(1280, 800)
end

--- Opens the page for a walk.
---@param seed integer
---@param folder table of spec.support.folder
function M.new(seed, folder)
  math.randomseed(seed)
  for name, text in pairs(FILES) do
    folder:write(name, text)
  end
  local page = web_page.open("", file.read "spec/support/page_spy.js")
  page.browser:save_downloads(folder.root)
  local self = setmetatable({ page = page, seed = seed, folder = folder, done = {}, words = 0, typed = {},
    answers = "" }, Walk)
  self:settle()
  page:drop(folder:path "three.pgn")
  page:wait "document.querySelectorAll('#list tbody tr').length === 3"
  self:settle()
  self.seen = look(self)
  return self
end

return M
