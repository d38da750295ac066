--- Write the completion of one shell for `lucena`. The words come from the parsers of --help.
-- Usage: scripts/dev/with-build lua5.4 scripts/dev/gen_completion.lua bash|zsh|fish > FILE      (`make install`)
-- argparse can also write completions, but only for a parser with subcommands. Its completions lack the words after a
-- command (`report openings`, `book make`), the options of these words, the names of dialects, and files after an
-- option.

package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path
local model = require("command_pages")

local pages, dialects = model.pages(), table.concat(model.dialects(), " ")
local out = {}

local function put(text, ...)
  out[#out + 1] = select("#", ...) > 0 and text:format(...) or text
end

-- Quote a text for a shell. All three shells read '\'' as one quotation mark.
local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- Call visit(words, page) for each command, and for each word after a command that has its own options.
local function each_page(visit)
  for _, page in ipairs(pages) do
    visit(table.concat(page.words, " "), page)
    for _, sub in ipairs(page.subpages) do
      visit(table.concat(sub.words, " "), sub)
    end
  end
end

local function names_of(options)
  local names = {}
  for _, option in ipairs(options) do
    table.move(option.aliases, 1, #option.aliases, #names + 1, names)
  end
  return table.concat(names, " ")
end

local function command_names()
  local names = {}
  for i, page in ipairs(pages) do
    names[i] = page.words[1]
  end
  return table.concat(names, " ")
end

-- Return whether the arguments of a page may be files. If the first argument is a word, only the later arguments are
-- tested.
local function takes_files(page)
  for _, argument in ipairs(page.arguments) do
    if argument.takes_files then
      return true
    end
  end
  return page.words[1] == "board" or page.words[1] == "dialect"
end

-- ---- bash ----------------------------------------------------------------------------------------

-- The words that may come after an option. The word "@files" means files, and "@anything" means any text.
local function bash_value(value)
  local words = value.words and table.concat(value.words, " ") or value.is_dialect and dialects
  return words and words .. (value.takes_files and " @files" or "") or value.takes_files and "@files" or "@anything"
end

local function bash_values(words, options)
  for _, option in ipairs(options) do
    local patterns = {}
    for i, alias in ipairs(option.aliases) do
      patterns[i] = quoted(words .. " " .. alias)
    end
    if option.value then
      put("    %s) echo %s ;;\n", table.concat(patterns, "|"), quoted(bash_value(option.value)))
    end
  end
end

local BASH = [=[

_lucena() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= second= i found=
  # readline splits --to=csv into three words: --to, =, csv.
  if [ "$current" = = ]; then
    current=
  elif [ "$before" = = ]; then
    before=${COMP_WORDS[COMP_CWORD-2]}
  fi
  if [ "$COMP_CWORD" -gt 1 ] && [ "${COMP_WORDS[1]#-}" = "${COMP_WORDS[1]}" ]; then command=${COMP_WORDS[1]}; fi
  if [ "$COMP_CWORD" -gt 2 ]; then second=${COMP_WORDS[2]}; fi
  for i in "$command $second" "$command"; do
    found=$(_lucena_values "$i $before")
    [ -z "$found" ] || break
  done
  if [ -z "$found" ]; then
    case $current in
      -*) found="$(_lucena_options "$command") $(_lucena_options "$command $second")" ;;
      *) found=$(_lucena_words "$COMP_CWORD $command") ;;
    esac
  fi
  COMPREPLY=()
  case " $found " in
    *" @files "*)
      compopt -o filenames 2>/dev/null
      while IFS= read -r i; do COMPREPLY+=("$i"); done < <(compgen -f -- "$current") ;;
  esac
  found=" $found "
  found=${found// @files / }
  found=${found// @anything / }
  while IFS= read -r i; do COMPREPLY+=("$i"); done < <(compgen -W "$found" -- "$current")
  # The user may type a script in place of a command.
  if [ "$COMP_CWORD" = 1 ] && [ "${#COMPREPLY[@]}" = 0 ]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r i; do COMPREPLY+=("$i"); done < <(compgen -f -- "$current")
  fi
}
complete -F _lucena lucena
]=]

local function write_bash()
  put("# Completion of lucena for bash. Written by scripts/dev/gen_completion.lua.\n\n")
  put("_lucena_options() {\n  case $1 in\n    '') echo %s ;;\n", quoted(names_of(model.top_options())))
  each_page(function(words, page)
    put("    %s) echo %s ;;\n", quoted(words), quoted(names_of(page.options)))
  end)
  put("  esac\n}\n\n_lucena_values() {\n  case $1 in\n")
  bash_values("", model.top_options())
  each_page(function(words, page)
    bash_values(words, page.options)
  end)
  put("  esac\n}\n\n# The words that are possible at a place: its number, then the command.\n")
  put("_lucena_words() {\n  case $1 in\n")
  put("    '1 ') echo %s ;;\n", quoted(command_names()))
  for _, page in ipairs(pages) do
    local name, files = page.words[1], takes_files(page) or page.words[1] == "book"
    if page.choices[1] then
      put("    %s) echo %s ;;\n", quoted("2 " .. name),
        quoted(table.concat(page.choices, " ") .. (name == "filter" and " @files" or "")))
    end
    if files then
      put("    *%s) echo @files ;;\n", quoted(" " .. name))
    end
  end
  put("  esac\n}\n" .. BASH)
end

-- ---- zsh -----------------------------------------------------------------------------------------

-- Escape a text for [...] in a specification of zsh.
local function zsh_text(text)
  return (text:gsub("[%[%]:\\]", "\\%0"))
end

local function zsh_action(value)
  local words = value.words and table.concat(value.words, " ") or value.is_dialect and dialects
  if words and value.takes_files then
    return ("{_lucena_or_files %s}"):format(words)
  end
  return words and ("(%s)"):format(words) or value.takes_files and "_files" or " "
end

local function zsh_option(option)
  local value = option.value and (":%s:%s"):format(zsh_text(option.value.name), zsh_action(option.value)) or ""
  local text = ("[%s]%s"):format(zsh_text(option.brief), value)
  for _, alias in ipairs(option.aliases) do
    -- long options may have their value after an equals sign: --to=csv
    local sign = option.value and alias:sub(1, 2) == "--" and "=" or ""
    local others = option.repeats and "*" or ("(%s)"):format(table.concat(option.aliases, " "))
    put("      %s\n", quoted(others .. alias .. sign .. text))
  end
end

local function write_zsh()
  put("#compdef lucena\n# Completion of lucena for zsh. Written by scripts/dev/gen_completion.lua.\n\n")
  put("_lucena_or_files() {\n  _alternative \"words:word:($*)\" 'files:file:_files'\n}\n\n")
  put("_lucena() {\n  local -a commands specs\n")
  put("  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n    commands=(\n")
  for _, page in ipairs(pages) do
    put("      %s\n", quoted(page.words[1] .. ":" .. zsh_text(page.line)))
  end
  put("    )\n")
  put("    _describe -t commands command commands\n    _files -g '*.lua'\n    return\n  fi\n")
  put("  case $words[2] in\n")
  each_page(function(words, page)
    local name, word = words:match("^(%S+) ?(%S*)$")
    if word == "" then
      put("    %s) specs=(\n", name)
      for _, option in ipairs(page.options) do
        zsh_option(option)
      end
      local first = page.choices[1] and table.concat(page.choices, " ")
      if first then
        local action = name == "filter" and "1:FILE:{_lucena_or_files %s}" or "1:WORD:(%s)"
        put("      %s\n", quoted(action:format(first)))
      end
      put("      %s\n    ) ;;\n", quoted((takes_files(page) or name == "book") and "*:FILE:_files" or "*:TEXT: "))
    end
  end)
  put("    *) specs=(\n")
  for _, option in ipairs(model.top_options()) do
    zsh_option(option)
  end
  put("      '*:FILE:_files'\n    ) ;;\n  esac\n  case \"$words[2] $words[3]\" in\n")
  each_page(function(words, page)
    if words:find(" ") and page.options[1] then
      put("    %s) specs+=(\n", quoted(words))
      for _, option in ipairs(page.options) do
        zsh_option(option)
      end
      put("    ) ;;\n")
    end
  end)
  put("  esac\n  case $words[2] in\n    -*|*.lua|'') ;;\n    *) shift words; (( CURRENT-- )) ;;\n  esac\n")
  put("  _arguments -s $specs\n}\n\n_lucena \"$@\"\n")
end

-- ---- fish ----------------------------------------------------------------------------------------

local function fish_option(condition, option)
  local parts = { "complete -c lucena -n " .. quoted(condition) }
  for _, alias in ipairs(option.aliases) do
    parts[#parts + 1] = (alias:sub(1, 2) == "--" and "-l " or "-s ") .. alias:gsub("^%-+", "")
  end
  local value = option.value
  if value then
    local words = value.words and table.concat(value.words, " ") or value.is_dialect and dialects
    parts[#parts + 1] = value.takes_files and "-rF" or "-x"
    parts[#parts + 1] = words and "-a " .. quoted(words) or nil
  end
  parts[#parts + 1] = "-d " .. quoted(option.brief)
  put("%s\n", table.concat(parts, " "))
end

local FISH = [=[
# Whether the command line has these words after lucena, not counting the word that is being typed.
function __lucena_at
    set -l words (commandline -opc)
    set -e words[1]
    set -l n (count $argv)
    test (count $words) -ge $n; and test "$words[1..$n]" = "$argv"
end

# Whether the command line has these words after lucena and no others.
function __lucena_just
    set -l words (commandline -opc)
    set -e words[1]
    test "$words" = "$argv"
end

]=]

local function write_fish()
  put("# Completion of lucena for fish. Written by scripts/dev/gen_completion.lua.\n\n")
  put(FISH)
  for _, page in ipairs(pages) do
    put("complete -c lucena -n __lucena_just -a %s -d %s\n", page.words[1], quoted(page.line))
  end
  for _, option in ipairs(model.top_options()) do
    fish_option("__lucena_just", option)
  end
  each_page(function(words, page)
    for _, option in ipairs(page.options) do
      fish_option("__lucena_at " .. words, option)
    end
    if page.choices and page.choices[1] then
      put("complete -c lucena -n %s %s -a %s\n", quoted("__lucena_just " .. words), words == "filter" and "" or "-f",
        quoted(table.concat(page.choices, " ")))
    elseif page.choices and not takes_files(page) then
      put("complete -c lucena -n %s -f\n", quoted("__lucena_at " .. words))
    end
  end)
end

local write = { bash = write_bash, zsh = write_zsh, fish = write_fish }
if not write[arg[1]] then
  io.stderr:write("usage: gen_completion.lua bash|zsh|fish\n")
  os.exit(2)
end
write[arg[1]]()
io.write(table.concat(out))
