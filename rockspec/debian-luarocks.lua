-- LuaRocks does not see modules installed by apt. This names those Lucena may use, so that
-- `LUAROCKS_CONFIG=rockspec/debian-luarocks.lua luarocks --lua-version 5.4 make` needs no network.
rocks_provided = { argparse = "0.7.1-1", dkjson = "2.6-2" }
