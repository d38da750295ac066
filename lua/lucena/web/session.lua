--- The session of the browser page: it answers messages in JSON. It has no window, no network and no clock, so the page
-- runs it in a worker, and the specs run it natively.
--
--     local web = require("lucena.web.session").new {}
--     web:call '{"do": "play", "moves": "e4 e5"}'   --> '{"game": {...}, "ok": true}'
--
-- A message is {"do": name, ...}; the files of this folder have the functions, by name. The reply is an object with
-- "ok": true, or with "ok": false and "error" if the request failed. Other fields of a reply:
--
--     "game"      the current game, if it changed: see lucena.web.game
--     "noted"     instead, if only the comment, signs or drawings of one node changed
--     "around"    with a game or a list: the game's place in the list, {number, previous, next}
--     "kept"      {number, entry}: a game of the file has changes that the session keeps; without `entry`: it has none
--                 any more
--     "journal"   an entry for `resume`, if the game changed: {text, path, number, file}
--
-- The game, the loaded file, the undo steps and the journal are those of a session of the prompt, so a change that is
-- made with the mouse can be undone at the prompt and the other way round.
-- @module lucena.web.session

local guard = require("lucena.core").guard
local message = require("lucena.web.message")
local sessions = require("lucena.repl.session")
local words = require("lucena.render.words")

local M = {}

local Web = {}
Web.__index = Web

-- The files with the functions that answer messages.
local FILES = { "files", "game", "edit", "check", "text", "report", "setup", "prompt", "output" }

local handlers -- name -> function(web, message), filled by the first message

local function load_handlers()
  local all = {}
  for _, name in ipairs(FILES) do
    for key, handler in pairs(require("lucena.web." .. name).handlers) do
      assert(not all[key], key)
      all[key] = handler
    end
  end
  return all
end

-- An error with a message for the user. All other errors are errors of the program, whose messages are shown, too.
local Problem = {}
Problem.__index = Problem
Problem.__tostring = function(self) return self.message end

--- Stop answering a message, with a message for the user.
---@param text string
---@param code? string
function Web.fail(_, text, code)
  error(setmetatable({ message = text, code = code }, Problem))
end

--- Return the value, or stop with the message that follows it.
---@param value any
---@param text? string
---@param code? string
---@return any value
function Web:must(value, text, code)
  if value == nil or value == false then
    self:fail(tostring(text), code)
  end
  return value
end

--- Report progress to the page, and end the work if the user stopped it. Called once per game or line, so the host
-- limits the number of messages to the page.
---@param done integer
---@param total? integer
function Web:step(done, total)
  if self.host.progress then
    self.host.progress(done, total)
  end
  if self.host.stopped and self.host.stopped() then
    self:fail(self:text "stopped", "stopped")
  end
end

--- Translate a message to the language of the page.
---@param text string
---@return string
function Web:text(text)
  return self.lang == "en" and text or require("lucena.language").text(self.lang, text)
end

--- Set the language of replies.
---@param lang string "en" or "fr"
function Web:speak(lang)
  self.lang = lang == "fr" and "fr" or "en"
  self.repl.lang = self.lang
  self.page = { lang = self.lang, words = words.of(self.lang), title = "" }
end

-- Keep the newest entry of the journal for the reply.
local function new_journal(self)
  return {
    add = function(_, entry) self.entry = require("lucena.web.changes").place(self, entry) end,
    remove = function() end,
  }
end

-- Describe an error for the user.
local function describe(failure)
  if getmetatable(failure) == Problem then
    return failure.message, failure.code
  elseif failure == "interrupted" then
    return "stopped", "stopped"
  end
  return tostring(failure):gsub("^[^\n:]*/lucena/[%w_/]+%.lua:%d+: ", ""), "failure"
end

local function answer(self, text)
  local request, err = message.decode(text)
  self:must(request, err)
  handlers = handlers or load_handlers()
  local handler = handlers[request["do"]] or self:fail(("there is no message '%s'"):format(tostring(request["do"])))
  local reply = handler(self, request) or {}
  local is_changed = reply.game or reply.noted
  reply.kept = is_changed and require("lucena.web.changes").keep(self) or nil
  reply.around = (is_changed or reply.list) and require("lucena.web.files").around(self)
  return reply
end

--- Answer a message. Errors are part of the reply. The host can stop the work at any time, also in an endless loop.
---@param text string JSON
---@return string reply JSON
function Web:call(text)
  self.entry = nil
  local done, reply = guard(answer, self, text)
  if not done then
    local err, code = describe(reply)
    reply = { error = self:text(err), code = code }
  end
  reply.ok = done
  reply.journal = self.entry
  return message.encode(reply)
end

--- Start a session.
---@param host {progress?: fun(done: integer, total: integer?), stopped?: fun(): boolean} functions of the page
---@return table web its fields: `repl`, a session of the prompt; `lang`; `page`, as reports take it
-- @usage require("lucena.web.session").new({}):call('{"do": "none"}'):match '"ok":(%a+)' --> false
function M.new(host)
  local self = setmetatable({ host = host }, Web)
  self.written = {}
  self.repl = sessions.new { out = function(text) self.written[#self.written + 1] = text end, unicode = true }
  self.repl.journal = new_journal(self)
  self:speak "en"
  return self
end

return M
