--- Tests of chess/, notation/, pgn/, dialect/ and match/ that WebAssembly cannot run: file, test, reason.
-- `make test-web` omits them under WebAssembly and in the native run with which it compares the counts.
-- spec/native_only_spec.lua rejects rows whose test does not exist.

local ENGINE = "starts an engine, and node does not let WebAssembly start processes that run beside it"

return {
  { "spec/pgn/illegal_spec.lua", "illegal moves that were played are refused by engines and tablebases", ENGINE },
  { "spec/pgn/variant_games_spec.lua", "an engine is asked only if it plays the variant", ENGINE },
  { "spec/pgn/variant_games_spec.lua", "an engine receives the variant", ENGINE },
  { "spec/pgn/variant_games_spec.lua", "an engine is not asked after the end of the game", ENGINE },
}
