--- Reads the text of documents with other programs: PDF with pdftotext, EPUB with pandoc. Other files are read by
-- lucena.run.text_file.
-- @module lucena.run.document

local system = require("lucena.system")
local text_file = require("lucena.run.text_file")

local M = {}

local BLOCK, PATIENCE = 1 << 16, 60 -- bytes of one read, seconds without output

-- The program for each kind of document, and the Debian package that has it.
local KINDS = {
  pdf = { argv = function(path) return { "pdftotext", "-layout", "-enc", "UTF-8", path, "-" } end,
    package = "poppler-utils" },
  epub = { argv = function(path) return { "pandoc", "-f", "epub", "-t", "plain", "--wrap=none", path } end,
    package = "pandoc" },
}

-- Run a program. Returns its output, or nil and a message.
local function output_of(argv, kind, path)
  local process = system.process(argv)
  if not process then
    return nil, ("%s: %s is needed to read it (apt-get install %s)"):format(path, argv[1], kind.package)
  end
  process:close_input()
  local out, flow = {}
  repeat
    local block, _, code = process:read(PATIENCE, BLOCK)
    out[#out + 1], flow = block, code
  until not block
  local how, result = process:wait(PATIENCE)
  process:close()
  if flow ~= "closed" or how ~= "exit" or result ~= 0 then
    return nil, ("%s: %s could not read it"):format(path, argv[1])
  end
  return table.concat(out)
end

--- Return the text of a file.
---@param path string "-" is standard input
---@return string? text nil if reading failed
---@return boolean|string is_utf16 or the error message, as from text_file.read
---@return integer? status
function M.read(path)
  local kind = KINDS[(path:match("%.(%w+)$") or ""):lower()]
  if not kind then
    return text_file.read(path)
  end
  local file, err = require("lucena.file").open(path)
  if not file then
    return nil, err
  end
  file:close()
  local text, message = output_of(kind.argv(path:find("^%-") and "./" .. path or path), kind, path)
  return text, text == nil and message or false, 0
end

return M
