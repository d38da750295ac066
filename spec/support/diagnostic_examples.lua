-- Programs that return the code of their diagnostic, for the codes without an example in csrc/notation/diag.def.
-- `file(bytes)` returns the path of a file with these bytes.

return {
  bad_fen = [==[
return select(3, chess.position "")]==],
  played_illegal_move = [==[
local game = chess.game("1. e4 d6 2. Bb5+ Nf6 3. Nc3 c6 *", {illegal_moves = true})
return game.diagnostics[1].code]==],
  other_dialect = [==[
return chess.game("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 *", {dialect = "pgn"}).diagnostics[2].code]==],
  wrong_origin = [==[
local dialect = chess.dialect("french"):tolerating{ "wrong_origin" }
return select(2, dialect:read(chess.position(), "Chf3"))[1]]==],
  queen_assumed = [==[
local dialect = chess.dialect("french"):tolerating{ "queen_assumed", "check_sign" }
return select(2, dialect:read(chess.position "4k3/1P6/8/8/8/8/8/4K3 w - -", "b8"))[2]]==],
  unwritable_operand = [==[
return select(3, chess.epd("4k3/8/8/8/8/8/8/4K2R w K -"):set_text("id", "a; b"))]==],
  more_records = [==[
return select(3, chess.epd("4k3/8/8/8/8/8/8/4K2R w K -\n4k3/8/8/8/8/8/8/4K2R w K -"))]==],
  record_too_large = [==[
local reader = chess.open_epd(file(("x"):rep(1100000)))
reader:count(10)
return reader:take_diagnostics()[1].code]==],
  trailing_nul = [==[
return chess.epd('4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\0').diagnostics[1].code]==],
  epd_comment = [==[
local reader = chess.open_epd(file "# perft\n", { style = true })
reader:count(1)
return reader:take_diagnostics()[1].code]==],
  perft_block = [==[
local reader = chess.open_epd(file "id x\nepd 4k3/8/8/8/8/8/8/4K2R w K -\nperft 1 15\n", { style = true })
reader:read()
return reader:take_diagnostics()[1].code]==],
  tag_too_long = [==[
return chess.game('[White "' .. ('x'):rep(70000) .. '"]\n\n*').diagnostics[1].code]==],
  too_many_tags = [==[
return chess.game(('[A "x"]\n'):rep(1001) .. '\n*').diagnostics[2].code]==],
  comment_too_long = [==[
return chess.game('1. e4 {' .. ('x'):rep(1100000) .. '} *').diagnostics[1].code]==],
  nesting_too_deep = [==[
return chess.game('1. e4 ' .. ('(1. d4 '):rep(1001) .. (')'):rep(1001) .. ' *').diagnostics[1].code]==],
  repaired_text = [==[
local reader = chess.open({text = "> 1. e4 e5 *"}, {repair = true})
reader:count()
return reader:take_diagnostics()[1].code]==],
  control_character = [==[
return chess.game("1. e4 {\1} *").diagnostics[1].code]==],
  mixed_encoding = [==[
return chess.game("1. e4 {J\u{f6}rg J\xf6rg} *").diagnostics[1].code]==],
  game_too_large = [==[
local reader = chess.open(file("1. e4 {" .. ("x"):rep(300000) .. "} *"), {max_game = 262144})
reader:count()
return reader:take_diagnostics()[1].code]==],
  utf16 = [==[
local reader = chess.open(file("1\0.\0 \0e\0" .. "4\0 \0*\0"))
reader:count()
return reader:take_diagnostics()[1].code]==],
  bad_utf16 = [==[
local reader = chess.open(file("\xff\xfe1\0.\0 \0e\0" .. "4\0 \0{\0\0\xd8}\0 \0*\0"))
reader:count()
return reader:take_diagnostics()[1].code]==],
  utf32 = [==[
local reader = chess.open(file("\xff\xfe\0\0" .. "1\0\0\0" .. ".\0\0\0"))
reader:count()
return reader:take_diagnostics()[1].code]==],
  more_games = [==[
return select(3, chess.game "1. e4 * 1. d4 *")]==],
  unwritable_comment = [==[
local game = chess.game "1. e4 *"
game.root[1].comment = "a } b\nc"
return select(3, game:pgn())]==],
  unknown_field = [==[
return chess.from_json('{"moves": [{"san": "e4", "comment": "best by test"}]}').diagnostics[1].code]==],
  duplicate_field = [==[
return chess.from_json('{"tags": {"White": "Carlsen", "White": "Caruana"}, "moves": []}').diagnostics[1].code]==],
  different_start = [==[
local other = chess.game '[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n*'
return select(3, chess.merge {chess.game "1. e4 *", other})]==],
  bad_utf8 = [==[
return select(3, chess.from_utf8("\xf6", "latin-1"))]==],
  unencodable = [==[
return select(3, chess.from_utf8("\u{141}", "latin-1"))]==],
  bad_dialect = [==[
return select(3, chess.dialect "frnech")]==],
  no_dialect = [==[
return select(3, chess.detect "1. e4 e5 2. Cf3 Cc6 3. Zb5")]==],
  unclear_dialect = [==[
return select(3, chess.detect "1. e4 e5 2. d4")]==],
  resolved_by_context = [==[
local _, report = chess.read_text "1. P-Q4 Kt-B3 2. P-Q5 KtxP"
return report.diagnostics[1].code]==],
  corrected_misprint = [==[
local text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Na4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6\n"
local _, report = chess.read_text(text, { misprints = true })
return report.diagnostics[1].code]==],
  unknown_position = [==[
local _, report = chess.read_text "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxh8 Nf6\n5. O-O Be7 6. Re1 b5\n"
return report.diagnostics[2].code]==],
  unsayable_move = [==[
return select(3, chess.dialect("smith"):write(chess.position(), chess.move(0)))]==],
  bad_score = [==[
return select(3, chess.score "M3")]==],
  bad_time_control = [==[
return select(3, chess.time_control "soon")]==],
  bad_date = [==[
return select(3, chess.date "yesterday")]==],
  cannot_open = [==[
return select(3, chess.open "no/such/file.pgn")]==],
  cannot_read = [==[
return select(3, chess.open("/proc/self/mem"):read())]==],
  cannot_write = [==[
return select(3, chess.writer "no/such/folder/file.pgn")]==],
  not_index = [==[
return select(3, chess.index("README.md", { file = "README.md" }))]==],
  other_index = [==[
local path = file "1. e4 *"
chess.write_index(path)
local index = io.open(path .. ".lci", "r+b")
index:seek("set", 8)
index:write("\255")
index:close()
return select(3, chess.index(path))]==],
  stale_index = [==[
local path = file "1. e4 *"
chess.write_index(path)
local games = io.open(path, "w")
games:write("1. d4 *")
games:close()
return select(3, chess.index(path))]==],
  damaged_index = [==[
local path = file "1. e4 *"
chess.write_index(path)
local index = io.open(path .. ".lci", "ab")
index:write("x")
index:close()
return select(3, chess.index(path))]==],
  unsupported_compression = [==[
return select(3, chess.open(file "PK\3\4"))]==],
  truncated_input = [==[
local reader = chess.open(file("\x1f\x8b\x08\0\0\0\0\0\0\xff\x03\0\0\0"))
reader:count()
return reader:take_diagnostics()[1].code]==],
  shrunken_input = [==[
local path = file("1. e4 *\n1. d4 *\n")
local reader = chess.open(path)
io.open(path, "w"):close()
reader:count()
return reader:take_diagnostics()[1].code]==],
  damaged_input = [==[
local reader = chess.open(file("\x1f\x8b\x08\0\0\0\0\0\0\xff\x03\0\1\0\0\0\0\0\0\0"))
reader:count()
return reader:take_diagnostics()[1].code]==],
  trailing_junk = [==[
local reader = chess.open(file("\x1f\x8b\x08\0\0\0\0\0\0\xff\x03\0\0\0\0\0\0\0\0\0junk"))
reader:count()
return reader:take_diagnostics()[1].code]==],
  window_too_large = [==[
local reader = chess.open(file("\x28\xb5\x2f\xfd\0\xa8\1\0\0"))
reader:count()
return reader:take_diagnostics()[1].code]==],
}
