#!/usr/bin/env lua5.4
--- Write the recorded screens: of the shell in docs/pictures/first.svg, of the prompt in prompt.svg and explore.svg.
-- Each is a session in a real terminal: tmux runs a shell or lucena, the lines below are typed, and the screen is
-- captured with its colours.
--
-- The pictures are text in SVG, so they are small, sharp at each size, and a diff shows what changed. Each cell of the
-- screen has its own place: fonts give figurines other widths than letters.
--
-- Needs tmux. Usage: scripts/dev/screens.lua (from the top folder, after `make`)

local COLUMNS <const>, CELL_WIDTH <const>, CELL_HEIGHT <const>, MARGIN <const> = 92, 8.4, 18, 10
local FOREGROUND <const>, BACKGROUND <const> = "#d8dee9", "#20242c"

-- The files of the folder in which the shell runs, besides sample.pgn.
local FILES = {
  ["round1.pgn"] = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Bb6 *\n",
  ["page.txt"] = [[
PARTIE N° 12. — Blancs : M. de Rivière. Noirs : M. Morphy.
Paris, 1863.
1 e4 é5 2 Cf3 Cc6 3 Fc4 Fc5 (le début italien) 4 c3 Cf6
5 d4 ed 6 cd Fb4+ 7 Rf1. Nulle.
]],
  ["quick.lua"] = [[
for game in require("lucena").games("sample.pgn") do
  if game.plies < 35 then print(game.tags.White, game.result, game.tags.Black) end
end
]],
}

-- Each screen: a file name, a title for screen readers, the rows of the terminal, and the lines that are typed.
-- `shell`: a shell runs, not lucena.
local SCREENS = {
  { "first", "A file is checked, a French page is read, a crosstable printed, and a script run", 38,
    { "lucena check -q round1.pgn", "cat page.txt", "lucena read -q page.txt | tail -n 4",
      "lucena report crosstable -q --event 'Norway Chess' sample.pgn | head -n 14", "cat quick.lua",
      "lucena run quick.lua" }, shell = true },
  { "prompt", "The prompt: French moves are played, and an illegal move is explained", 18,
    { "e4 e5 Cf3 Cc6 Fb5 a6", "Dh5", "moves b5" } },
  { "explore", "The prompt: the games of one player, and the moves that were played in them", 25,
    { 'filter player "Carlsen"', "explore", "explore 1", "explore" } },
}

local function sh(line)
  local pipe = assert(io.popen(line))
  local text = pipe:read("a")
  assert(pipe:close(), line)
  return text
end

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- Wait until the screen has not changed for a while.
local function wait()
  local seen
  repeat
    local before = seen
    os.execute("sleep 0.7")
    seen = sh("tmux -L screens capture-pane -p")
  until seen == before
end

-- Start tmux with a command in a folder.
local function start(rows, folder, command)
  sh(("tmux -L screens -f /dev/null new-session -d -x %d -y %d -c %s %s"):format(COLUMNS, rows, quote(folder),
    quote(("env HOME=%s TERM=screen-256color LC_ALL=C.UTF-8 PAGER=cat %s"):format(folder, command))))
  wait()
end

-- Start a shell in a folder that has the files above.
local function start_shell(rows, folder, top)
  for name, text in pairs(FILES) do
    local file <close> = assert(io.open(folder .. "/" .. name, "w"))
    file:write(text)
  end
  sh(("cp spec/data/sample/sample.pgn %s"):format(folder))
  start(rows, folder, ("PATH=%s/scripts:$PATH PS1='\\[\\e[1;32m\\]$\\[\\e[0m\\] ' bash --norc --noprofile"):format(top))
end

-- Start the prompt without a board in sight.
local function start_prompt(rows, folder, top)
  start(rows, folder, ("lua5.4 %s/scripts/lucena %s/spec/data/sample/sample.pgn"):format(top, top))
  sh("tmux -L screens send-keys ':set board off' Enter 'new' Enter ':set board on' Enter C-l")
  wait()
end

-- Run a session. Returns the rows of the screen with escape sequences.
local function record(screen)
  local _, _, rows, lines = table.unpack(screen)
  local folder, top = sh("mktemp -d"):match("%S+"), sh("pwd"):match("[^\n]+")
  local begin = screen.shell and start_shell or start_prompt
  begin(rows, folder, top)
  for _, line in ipairs(lines) do
    sh(("tmux -L screens send-keys -l %s"):format(quote(line)))
    sh("tmux -L screens send-keys Enter")
    wait()
  end
  local text = sh("tmux -L screens capture-pane -e -p -N") -- -N: with the blanks at the ends of lines
  sh("tmux -L screens kill-server; rm -rf " .. quote(folder))
  return text
end

-- ---- colours -------------------------------------------------------------------------------------

local BASIC = { [0] = "#3b4252", "#bf616a", "#a3be8c", "#ebcb8b", "#81a1c1", "#b48ead", "#88c0d0", "#e5e9f0",
  "#616e88", "#d08770", "#a3be8c", "#ebcb8b", "#81a1c1", "#b48ead", "#8fbcbb", "#eceff4" }

-- Return the colour with a number of the palette of 256 colours (xterm).
local function palette(number)
  if number < 16 then
    return BASIC[number]
  elseif number >= 232 then
    local grey = 8 + (number - 232) * 10
    return ("#%02x%02x%02x"):format(grey, grey, grey)
  end
  local function level(step)
    return step == 0 and 0 or 55 + 40 * step
  end
  number = number - 16
  return ("#%02x%02x%02x"):format(level(number // 36), level(number // 6 % 6), level(number % 6))
end

-- Change a style as the parameters of an escape sequence say (ECMA-48, SGR).
local function apply(style, parameters)
  local codes = {}
  for code in (parameters == "" and "0" or parameters):gmatch("%d+") do
    codes[#codes + 1] = tonumber(code)
  end
  local i = 1
  while codes[i] do
    local code = codes[i]
    local target = code // 10 % 6 == 3 and "color" or "back"
    if code == 0 then
      style.color, style.back, style.bold, style.reverse = nil, nil, false, false
    elseif code == 1 or code == 22 then
      style.bold = code == 1
    elseif code == 7 or code == 27 then
      style.reverse = code == 7
    elseif code == 38 or code == 48 then
      style[target], i = palette(codes[i + 2]), i + 2
    elseif code == 39 or code == 49 then
      style[target] = nil
    elseif code >= 30 and code <= 47 then
      style[target] = palette(code % 10)
    elseif code >= 90 and code <= 107 then
      style[code < 100 and "color" or "back"] = palette(code % 10 + 8)
    end
    i = i + 1
  end
end

-- ---- SVG -----------------------------------------------------------------------------------------

local ESCAPED = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }

local function add_cell(out, style, char, column, row)
  local color, back = style.color or FOREGROUND, style.back
  if style.reverse then
    color, back = back or BACKGROUND, color
  end
  local x, y = MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT
  if back then
    out[#out + 1] = ('<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>'):format(x, y, CELL_WIDTH + 0.2,
      CELL_HEIGHT, back)
  end
  if char ~= " " then
    out[#out + 1] = ('<text x="%.1f" y="%d" fill="%s"%s>%s</text>'):format(x + CELL_WIDTH / 2, y + 14, color,
      style.bold and ' font-weight="bold"' or "", ESCAPED[char] or char)
  end
end

-- Return a captured screen as SVG.
local function svg(text, title, rows)
  local out, style, row = {}, {}, 0
  for line in text:gmatch("([^\n]*)\n") do
    local column, at = 0, 1
    while at <= #line do
      local parameters, after = line:match("^\27%[([%d;]*)m()", at)
      if parameters then
        apply(style, parameters)
      else
        after = utf8.offset(line, 2, at) or #line + 1
        add_cell(out, style, line:sub(at, after - 1), column, row)
        column = column + 1
      end
      at = after
    end
    row = row + 1
  end
  local width, height = math.ceil(COLUMNS * CELL_WIDTH) + 2 * MARGIN, rows * CELL_HEIGHT + 2 * MARGIN
  return ([[
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
<title>%s</title>
<rect width="100%%" height="100%%" rx="6" fill="%s"/>
<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" text-anchor="middle">
%s
</g>
</svg>
]]):format(width, height, width, height, title, BACKGROUND, table.concat(out, "\n"))
end

for _, screen in ipairs(SCREENS) do
  local name, title, rows = table.unpack(screen)
  local file <close> = assert(io.open(("docs/pictures/%s.svg"):format(name), "w"))
  file:write(svg(record(screen), title, rows))
end
