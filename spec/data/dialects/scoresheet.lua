-- 12. A score sheet: pawn captures as ed, other captures without a sign.
return { pawn_capture = "files", capture = { "", "x" }, promotion = { signs = "" } }
