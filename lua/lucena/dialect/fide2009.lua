--- Algebraic notation of FIDE's Laws of Chess of 2009. It differs from that of 2023 in one point: an x "is inserted"
-- (2023: "may be"). A missing x is read with a repair, for "it is not mandatory to record the check, the checkmate and
-- capturing". (The Laws say that e.p. "is appended"; this is not required here, because in files e.p. is a word of its
-- own.)
-- @module lucena.dialect.fide2009

return {
  extend = "fide",
  title = "FIDE Laws of 2009",
  source = "FIDE Laws of Chess 2009, appendix C",
  optional = { check = true, capture = false, ep = true },
  capture = "x",
}
