--- How the methods, properties and functions of the core are called while a finalizer uses the same object.
--
-- A row has `make`, which returns a new object and values that go with it, and `use`, which the finalizer calls with
-- them. `use` must leave the object as it was. In `calls`, each name has functions that are called with the object and
-- the values. Properties are read without a row. In `set`, setters have values. Further fields of a row:
--   class     the class, if the label is another one. `functions` are those of the core
--   state     returns what a call may have changed
--   toggle    changes the object to another state and back; each answer must then be that of one of the states
--   check     replaces the comparison of answers: it gets the object, its values and the results of the call
--   refuses   the error that the finalizer may get
--   overtaken the error that a call may raise, by name, because the finalizer has changed the object
--   skip      properties that are not compared, with the reason

local M = { rows = {} }

for _, name in ipairs { "position", "game", "text", "sets", "index", "output", "functions" } do
  for label, row in pairs(require("spec.support.hot.rows." .. name)) do
    M.rows[label] = row
  end
end

--- Functions of texts, numbers, files and the process: they get no object.
M.plain = [[
castling castling_words checksum code_sentence current_folder epd_kind file_identity file_size fnv fold_case fold_name
formats from_utf8 game_to_utf8 guard heed_interrupts hold_spare hold_standard is_folder is_regular is_same_file
is_terminal is_writable keep_freed_memory lexicon list_folder make_folder make_private_file match_fields
monotonic name_agrees null_moves number_signs pgn_characters process_id processors promotions query_name read_result
refused shield signs suffixes tag_places terminal_columns to_utf8 unread_text
bits.attacks bits.between bits.count bits.mirror bits.of bits.ray bits.squares
]]

return M
