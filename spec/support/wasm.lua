--- Builds a target of WebAssembly once for each process. Spec files run at the same time and share the compiled core,
-- so a lock lets one build at a time. Skips the test without emscripten, node or npm.
--
--     require "spec.support.wasm" "web"   -- then build/web/lucena.html exists

local need = require "spec.support.need"

-- The programs do not inherit a sanitizer, flags of make or a choice of processor.
local CLEAN = "env -u LD_PRELOAD -u MAKEFLAGS -u MAKELEVEL -u CFLAGS -u LUCENA_BUILD -u LUCENA_CPU "

local is_built = {}

local function read(path)
  local file <close> = io.open(path, "rb")
  return file and file:read("a") or ""
end

---@param target "web"|"npm" a target of make
return function(target)
  for _, program in ipairs { "emcc", "node", "npm", "flock" } do
    need.program(program)
  end
  if not is_built[target] then
    local log <const> = os.tmpname()
    local done = os.execute(("mkdir -p build && %sflock build/wasm.lock make -s %s BUILD=build >'%s' 2>&1")
      :format(CLEAN, target, log))
    local said = read(log)
    os.remove(log)
    assert(done, ("make %s fails: %s"):format(target, said))
    is_built[target] = true
  end
end
