std = "lua54"
max_line_length = 120
files["spec"] = { std = "+busted" }
files["rockspec/debian-luarocks.lua"] = { globals = { "rocks_provided" } }
