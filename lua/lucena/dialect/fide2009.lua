--- Algebraic notation in FIDE's Laws of Chess of 2009. Only captures differ from 2023: an x "is inserted" (2023: "may
-- be"). A missing x is read as a repair, because "it is not mandatory to record the check, the checkmate and
-- capturing". The Laws say that e.p. "is appended". It is optional here, because it is a separate word in files.
-- @module lucena.dialect.fide2009

return {
  extend = "fide",
  title = "FIDE Laws of 2009",
  source = "FIDE Laws of Chess 2009, appendix C",
  optional = { check = true, capture = false, ep = true },
  capture = "x",
}
