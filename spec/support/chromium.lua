--- A headless Chromium that a spec controls through its debugging pipe. It gives real keys and clicks, the messages
-- that the page logs, the page's network requests, and screenshots.
--
--     local browser <close> = require "spec.support.chromium" ()      -- skips the test if Chromium is missing
--     browser:open("/tmp/page.html")
--     browser:key "ArrowRight"
--     browser:eval "document.title"        --> a string, number, boolean or table
--     browser:wait "document.querySelector('#g1')"
--     browser:type "text"                  -- into the element that has the focus
--     browser:pdf("/tmp/page.pdf")
--     browser:save_downloads("/tmp/folder")
--     browser:faults()   --> accessibility faults that axe-core finds
--     browser.said       --> messages on the console and in the browser's log, including exceptions
--     browser.requests   --> addresses
--     browser.questions  --> kinds of the dialogs that were opened, such as "beforeunload"; all are accepted
--
-- The Chrome DevTools Protocol: JSON messages that end with NUL, commands on descriptor 3 and answers on descriptor
-- 4. Here both are named pipes.

local json = require "dkjson"

local Browser = {}
Browser.__index = Browser

local KEYS = { Escape = 27, Backspace = 8, PageUp = 33, PageDown = 34,
  ArrowLeft = 37, ArrowUp = 38, ArrowRight = 39, ArrowDown = 40, Home = 36, End = 35, Tab = 9, Enter = 13 }

local function read_message(self)
  local parts = {}
  while true do
    local byte = self.from:read(1)
    if not byte then
      error("Chromium went away: " .. tostring(self.folder:read "log"), 0)
    elseif byte == "\0" then
      return assert(json.decode(table.concat(parts)))
    end
    parts[#parts + 1] = byte
  end
end

local function say(self, text)
  self.said[#self.said + 1] = text
end

local function note(self, message)
  local what, params = message.method, message.params
  if what == "Runtime.consoleAPICalled" then
    say(self, params.type .. ": " .. json.encode(params.args))
  elseif what == "Runtime.exceptionThrown" then
    say(self, json.encode(params.exceptionDetails))
  elseif what == "Log.entryAdded" then
    say(self, params.entry.level .. ": " .. params.entry.text)
  elseif what == "Network.requestWillBeSent" then
    self.requests[#self.requests + 1] = params.request.url
  elseif what == "Page.javascriptDialogOpening" then
    self.questions[#self.questions + 1] = params.type
    assert(self.to:write(json.encode({ id = 0, method = "Page.handleJavaScriptDialog", sessionId = self.session,
      params = { accept = true } }), "\0"))
    assert(self.to:flush())
  elseif what == "Page.loadEventFired" then
    self.is_loaded = true
  end
end

-- Sends a command and waits for its answer. Events that arrive before the answer are recorded.
local function call(self, method, params)
  self.last = self.last + 1
  local text = json.encode({ id = self.last, method = method, sessionId = self.session, params = params })
  assert(self.to:write(text, "\0"))
  assert(self.to:flush())
  while true do
    local message = read_message(self)
    if message.id == self.last then
      return message.result or error(method .. ": " .. json.encode(message.error), 0)
    end
    note(self, message)
  end
end

--- Opens a file and waits until it is loaded.
---@param path string absolute, or an http: address; it may have a #fragment
function Browser:open(path)
  self.is_loaded, self.said, self.requests = false, {}, {}
  local answer = call(self, "Page.navigate", { url = path:find "^/" and "file://" .. path or path })
  -- If only the fragment changes, the page is not loaded, and there is no loaderId.
  while answer.loaderId and not self.is_loaded do
    note(self, read_message(self))
  end
end

--- Sets the size of the window in CSS pixels.
function Browser:resize(width, height)
  call(self, "Emulation.setDeviceMetricsOverride", { width = width, height = height, deviceScaleFactor = 1,
    mobile = width < 600 })
end

--- Selects a light or dark scheme, and screen or print. `more`: further features of media queries.
function Browser:media(scheme, media, more)
  local features = { { name = "prefers-color-scheme", value = scheme } }
  for name, value in pairs(more or {}) do
    features[#features + 1] = { name = name, value = value }
  end
  call(self, "Emulation.setEmulatedMedia", { media = media or "screen", features = features })
end

--- Returns the value of a JavaScript expression. If it is a promise, returns the value of the promise.
function Browser:eval(expression)
  local answer = call(self, "Runtime.evaluate", { expression = expression, returnByValue = true,
    awaitPromise = true })
  if answer.exceptionDetails then
    error(json.encode(answer.exceptionDetails), 2)
  end
  return answer.result.value
end

--- Presses a key: a name in KEYS or a letter. `modifiers`: as for `drag`.
function Browser:key(name, modifiers)
  local code = KEYS[name] or name:upper():byte()
  local has_text = not modifiers and (#name == 1 or name == "Enter")
  for _, type in ipairs { "keyDown", "keyUp" } do
    call(self, "Input.dispatchKeyEvent", { type = type, key = name, windowsVirtualKeyCode = code,
      modifiers = modifiers, text = has_text and type == "keyDown" and (name == "Enter" and "\r" or name) or nil })
  end
end

--- Clicks on the middle of the first element that a selector finds.
function Browser:click(selector)
  local place = self:eval(([[(() => { const e = document.querySelector(%s); e.scrollIntoView({block: "center"});
    const r = e.getBoundingClientRect(); return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()]])
    :format(json.encode(selector)))
  for _, type in ipairs { "mousePressed", "mouseReleased" } do
    call(self, "Input.dispatchMouseEvent", { type = type, x = place.x, y = place.y, button = "left", clickCount = 1 })
  end
end

--- Waits until a JavaScript expression is true. Raises an error after 5 seconds.
function Browser:wait(expression)
  local is_true = self:eval(([[new Promise((done) => { const start = Date.now(), poll = () => {
    if (%s) done(true); else if (Date.now() - start > 5000) done(false); else setTimeout(poll, 20); }; poll(); })]])
    :format(expression))
  if not is_true then
    error("still false after 5 seconds: " .. expression, 2)
  end
end

--- Enters a text into the element that has the focus.
function Browser:type(text)
  call(self, "Input.insertText", { text = text })
end

--- Returns the faults that axe-core finds in the page, one line each: rule, element, number of elements. Skips the test
-- if axe-core is missing.
---@param options? table options of axe.run
function Browser:faults(options)
  local path = require("spec.support.need").npm "axe-core/axe.min.js"
  self:eval(require("spec.support.file").read(path) .. ";0")
  return self:eval(([[axe.run(document, %s).then((result) => result.violations
    .map((fault) => fault.id + ": " + fault.nodes[0].target + " (" + fault.nodes.length + ")"))]])
    :format(options and json.encode(options) or "{}"))
end

local function from_base64(text)
  local digits, bits, count, out = {}, 0, 0, {}
  local letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  for i = 1, 64 do
    digits[letters:byte(i)] = i - 1
  end
  for i = 1, #text do
    local digit = digits[text:byte(i)]
    if digit then
      bits, count = (bits << 6 | digit) & 0xFFFF, count + 6
      if count >= 8 then
        count = count - 8
        out[#out + 1] = string.char(bits >> count & 255)
      end
    end
  end
  return table.concat(out)
end

local function save(path, data)
  local file = assert(io.open(path, "wb"))
  assert(file:write(from_base64(data)))
  assert(file:close())
end

--- Saves a screenshot of the window as a PNG file.
function Browser:screenshot(path)
  save(path, call(self, "Page.captureScreenshot", { format = "png" }).data)
end

--- Prints the page to a PDF file, on A4 or the paper that the page's style selects.
function Browser:pdf(path)
  save(path, call(self, "Page.printToPDF", { paperWidth = 8.27, paperHeight = 11.69, preferCSSPageSize = true }).data)
end

--- Chooses files in an <input type=file>, as the user would.
---@param selector string
---@param paths string[] absolute
function Browser:choose(selector, paths)
  local root = call(self, "DOM.getDocument").root.nodeId
  local node = call(self, "DOM.querySelector", { nodeId = root, selector = selector }).nodeId
  call(self, "DOM.setFileInputFiles", { nodeId = node, files = paths })
end

--- Presses the mouse at one point of the window, moves it in steps, and releases it at another.
---@param options? {button?: string, modifiers?: integer, is_held?: boolean} button: "left" (default) or "right";
-- modifiers: the sum of 1 (Alt), 2 (Ctrl), 4 (Meta), 8 (Shift); is_held: do not release the button
function Browser:drag(x, y, to_x, to_y, options)
  options = options or {}
  local button = options.button or "left"
  local function mouse(type, at_x, at_y)
    call(self, "Input.dispatchMouseEvent", { type = type, x = at_x, y = at_y, button = button, clickCount = 1,
      modifiers = options.modifiers, buttons = type == "mouseReleased" and 0 or button == "left" and 1 or 2 })
  end
  mouse("mousePressed", x, y)
  for i = 1, 4 do
    mouse("mouseMoved", x + (to_x - x) * i / 4, y + (to_y - y) * i / 4)
  end
  if not options.is_held then
    mouse("mouseReleased", to_x, to_y)
  end
end

--- Releases the left button that `drag` held.
function Browser:release(x, y)
  call(self, "Input.dispatchMouseEvent", { type = "mouseReleased", x = x, y = y, button = "left", clickCount = 1 })
end

--- Touches a point of the window, and moves the finger to another if it is given.
function Browser:touch(x, y, to_x, to_y)
  local function finger(type, at_x, at_y)
    call(self, "Input.dispatchTouchEvent", { type = type, touchPoints = at_x and { { x = at_x, y = at_y } }
      or setmetatable({}, { __jsontype = "array" }) })
  end
  finger("touchStart", x, y)
  if to_x then
    finger("touchMove", (x + to_x) / 2, (y + to_y) / 2)
    finger("touchMove", to_x, to_y)
  end
  finger "touchEnd"
end

--- Turns the mouse wheel over a point of the window: down if the distance is positive.
function Browser:wheel(x, y, distance)
  call(self, "Input.dispatchMouseEvent", { type = "mouseWheel", x = x, y = y, deltaX = 0, deltaY = distance })
end

--- Loads the page again, as F5 does, and waits until it is loaded.
function Browser:reload()
  self.is_loaded, self.said, self.requests = false, {}, {}
  call(self, "Page.reload")
  while not self.is_loaded do
    note(self, read_message(self))
  end
end

--- Saves downloads in a folder instead of the user's. A file has its name when it is complete.
---@param path string absolute
function Browser:save_downloads(path)
  call(self, "Browser.setDownloadBehavior", { behavior = "allow", downloadPath = path })
end

--- Runs a script in every page before the page's own.
function Browser:prepare(script)
  call(self, "Page.addScriptToEvaluateOnNewDocument", { source = script })
end

function Browser:__close()
  pcall(call, self, "Browser.close")
  self.to:close()
  self.from:close()
  -- Chromium still writes to its profile for a moment, so wait for its end before the folder is removed.
  self.folder:run("wait 2>/dev/null; for i in 1 2 3 4 5 6 7 8 9 10; do test -f gone && break; sleep 0.1; done")
  self.folder:__close()
end

return function()
  local program = require("spec.support.need").program "chromium"
  local folder = require "spec.support.folder" ()
  -- Chromium cannot use its sandbox as root, for example in containers, so it runs without a sandbox. It opens only the
  -- spec's pages.
  assert(folder:run(("mkfifo in out && { { LD_PRELOAD= timeout 1200 '%s' --headless --no-sandbox --disable-gpu "
    .. "--disable-dev-shm-usage --disable-extensions --no-first-run --remote-debugging-pipe --user-data-dir=profile "
    .. "3<in 4>out >/dev/null 2>log; touch gone; } & }"):format(program)))
  local self = setmetatable({ folder = folder, last = 0, said = {}, requests = {}, questions = {} }, Browser)
  -- The pipe is opened for reading and writing, so that it has a reader even after Chromium has ended. Otherwise
  -- SIGPIPE would kill this process.
  self.to, self.from = assert(io.open(folder:path "in", "r+b")), assert(io.open(folder:path "out", "rb"))
  local target = call(self, "Target.createTarget", { url = "about:blank" }).targetId
  self.session = call(self, "Target.attachToTarget", { targetId = target, flatten = true }).sessionId
  for _, domain in ipairs { "Page", "Runtime", "Log", "Network" } do
    call(self, domain .. ".enable")
  end
  return self
end
