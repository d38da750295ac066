--- Translates messages: diagnostics, explanations, and the prompt's error messages.
-- The code contains English messages. A language is a data file, such as lucena/language/fr.lua, and one with the texts
-- of explanations, fr_explain.lua. It has sentences of diagnostics by code, and templates such as `["%s does not reach
-- %s"] = "%s n’atteint pas %s"`. A message is matched with the English templates; its parts are translated in the same
-- way and put into the translated template. A message without a template stays English.
-- So the code that makes messages does not depend on the language. Cost: in languages other than English, a message is
-- compared with some hundred patterns.
-- @module lucena.language

local core = require("lucena.core")

local M = {}

--- The languages, English first.
M.NAMES = { "en", "fr" }

local loaded = {}

-- Convert a template to a pattern, and count its letters; a template with more letters is more specific.
local function compile(english)
  local pattern = english:gsub("[%^%$%(%)%.%[%]%*%+%-%?]", "%%%0"):gsub("%%s", "(..-)"):gsub("%%d", "(%%d+)")
  return {
    english = english, pattern = "^" .. pattern .. "$", has_parts = english:find("%%[sd]") ~= nil,
    has_stop = english:find("%.$") ~= nil, weight = #english:gsub("%%[sd]", ""),
  }
end

-- Return a table of templates, the most specific first, and of whole texts: the sentences of diagnostics.
local function prepare(data)
  local language = { data = data, templates = {}, texts = {} }
  for english in pairs(data.templates) do
    language.templates[#language.templates + 1] = compile(english)
  end
  table.sort(language.templates, function(a, b)
    return a.weight > b.weight or a.weight == b.weight and a.english < b.english
  end)
  for code, sentence in pairs(data.diagnostics) do
    language.texts[core.code_sentence(code) or code] = sentence
  end
  return language
end

local function load_language(name)
  loaded[name] = loaded[name] or prepare(require("lucena.language." .. name))
  return loaded[name]
end

-- Return the table of a language with the templates and texts of explanations, too.
local function load_explanations(name)
  local key = name .. "_explain"
  if not loaded[key] then
    local base, more = require("lucena.language." .. name), require("lucena.language." .. key)
    local templates = {}
    for _, list in ipairs { base.templates, more.templates } do
      for english, translation in pairs(list) do
        templates[english] = translation
      end
    end
    local language = prepare({ templates = templates, diagnostics = base.diagnostics, colon = base.colon })
    for code, entry in pairs(require("lucena.language.causes")) do
      language.texts[entry[2]] = more.causes[code]
    end
    loaded[key] = language
  end
  return loaded[key]
end

--- Choose the language: the requested one; else the language of the locale, if its encoding is UTF-8; else English.
---@param name? string "en", "fr"
---@return string
-- @usage require("lucena.language").choose("fr") --> fr
function M.choose(name)
  local locale
  for _, variable in ipairs { "LC_ALL", "LC_MESSAGES", "LANG" } do
    local value = os.getenv(variable)
    locale = locale or value ~= "" and value or nil
  end
  local language = name or locale and locale:lower():find("utf%-?8") and locale:match("^%l%l")
  for _, known in ipairs(M.NAMES) do
    if language == known then
      return known
    end
  end
  return "en"
end

local function capitalise(text)
  return (text:gsub("^%l", string.upper))
end

local translate

-- Translate a part of a text, or the elements of a list: "White O-O, White O-O-O".
local function translate_part(language, part)
  local found = translate(language, part)
  if found ~= part or not part:find(", ", 1, true) then
    return found
  end
  return (part:gsub("[^,]+", function(element)
    local blank, word = element:match("^(%s*)(.*)$")
    return blank .. translate(language, word)
  end))
end

-- Translate a text that matches a template, and the parts of the text. Returns nil if it does not match.
local function fill(language, template, text)
  local parts = table.pack(text:match(template.pattern))
  local translation = language.data.templates[template.english]
  if not parts[1] or not template.has_parts then
    return parts[1] and translation
  end
  for i = 1, parts.n do
    parts[i] = translate_part(language, parts[i])
  end
  return (translation:gsub("%%d", "%%s")):format(table.unpack(parts))
end

-- Translate a sentence, or the same words inside another sentence: without the full stop, and with a small first
-- letter. If several templates match, the most specific one is used.
function translate(language, text)
  if language.texts[text] then
    return language.texts[text]
  end
  local body, stop = text:match("^(.-)(%.?)$")
  local lower = body:gsub("^%u%f[%l%s]", string.lower)
  for _, template in ipairs(language.templates) do
    -- The full stop is the sentence's, not a part of its last words.
    local found = (stop == "" or template.has_stop) and fill(language, template, text)
    if found then
      return stop ~= "" and capitalise(found) or found
    end
    found = stop ~= "" and fill(language, template, body)
    if found then
      return capitalise(found) .. stop
    end
    found = lower ~= body and fill(language, template, lower)
    if found then
      return capitalise(found) .. stop
    end
  end
  return text
end

--- Translate a text of one or more lines. Lines without a translation are unchanged.
---@param name string
---@param text string
---@return string
-- @usage require("lucena.language").text("fr", "The rook on a1 does not reach d5.") --> La tour a1 n’atteint pas d5.
function M.text(name, text)
  if name == "en" then
    return text
  end
  local language = load_language(name)
  return (text:gsub("[^\n]+", function(line)
    local blanks, rest = line:match("^(%s*)(.*)$")
    return blanks .. translate(language, rest)
  end))
end

--- Translate a text of an explanation.
---@param name string
---@param text string
---@param names? table<string, string> translations of names in the text
---@return string
-- @usage require("lucena.language").explanation("fr", "A sign in a move: check.") --> Un signe d’un coup : échec.
function M.explanation(name, text, names)
  if name == "en" then
    return text
  end
  local language = load_explanations(name)
  if names then
    local texts = setmetatable(names, { __index = language.texts })
    language = { data = language.data, templates = language.templates, texts = texts }
  end
  return translate(language, text)
end

--- Return the texts of the prompt's :help.
---@param name string a language other than English
---@return table texts `rule`, `variables`, `more`, `lua`; `titles` by the English ones, `summaries` by command
-- @usage require("lucena.language").help("fr").titles.Help --> Aide
function M.help(name)
  return require("lucena.language." .. name .. "_help")
end

--- Return the message of a diagnostic in a language.
---@param name string
---@param record table {code =, message =}
---@return string
-- @usage require("lucena.language").diagnostic("fr", {code = "no_game", message = "no game"}) --> aucune partie
function M.diagnostic(name, record)
  if name == "en" then
    return record.message
  end
  local language = load_language(name)
  local english, sentence = core.code_sentence(record.code), language.data.diagnostics[record.code]
  if not english or not sentence or record.message:sub(1, #english) ~= english then
    return record.message
  end
  -- " TOKEN (move N, Side): detail", in which each part is optional
  local rest = record.message:sub(#english + 1)
  local _, last = rest:find(record.token or "", 1, true)
  local token, after = rest:sub(1, last or 0), rest:sub((last or 0) + 1)
  after = after:gsub("%(move %d+, %u%l+%)", function(place)
    return translate(language, place)
  end):gsub("^([^:]*): (.*)$", function(place, detail)
    return place .. language.data.colon .. translate(language, detail)
  end)
  return sentence .. token .. after
end

return M
