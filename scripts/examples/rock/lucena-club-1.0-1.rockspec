rockspec_format = "3.0"
package = "lucena-club"
version = "1.0-1"
source = { url = "file://." } -- for `luarocks make` in this folder
description = { summary = "An example of a rock that extends Lucena" }
dependencies = { "lua ~> 5.4", "lucena" }
build = {
  type = "builtin",
  modules = { ["lucena.extension.club"] = "lucena/extension/club.lua" },
}
