--- Diagnostics as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), for code-review tools. The results
-- are written one by one, so the log needs no memory. Columns count bytes. SARIF counts UTF-16 code units;
-- `byteOffset` is exact on lines with other characters than ASCII.
-- @module lucena.run.sarif

local json = require("lucena.json")

local M = {}

--- The text before the results.
M.HEAD = '{"version":"2.1.0","$schema":"https://json.schemastore.org/sarif-2.1.0.json","runs":[{"tool":{"driver":'
  .. '{"name":"Lucena"}},"results":[\n'

--- The text after the results.
M.TAIL = "\n]}]}\n"

local LEVELS = { error = "error", warning = "warning", repair = "note" }

-- Percent-encode a path as a relative or absolute URI reference.
local function uri(path)
  return (path:gsub("[^%w%-%._~/]", function(byte) return ("%%%02X"):format(byte:byte()) end))
end

--- Return the result object of a diagnostic, without a line end.
---@param record table
---@return string
-- @usage require("lucena.run.sarif").result { code = "no_game", severity = "error", message = "no game", line = 1,
--   column = 1 }:sub(1, 19) --> {"ruleId":"no_game"
function M.result(record)
  return ('{"ruleId":"%s","level":"%s","message":{"text":%s},"locations":[{"physicalLocation":{"artifactLocation":'
    .. '{"uri":%s},"region":{"startLine":%d,"startColumn":%d%s}}}]}'):format(record.code, LEVELS[record.severity],
    json.quote(record.message), json.quote(uri(record.file or "-")), record.line, record.column,
    record.offset and (',"byteOffset":%d'):format(record.offset) or "")
end

return M
