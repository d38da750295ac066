-- 5. Spoken English: "knight takes d five check".
return {
  separator = " ",
  pieces = { K = "king", Q = "queen", R = "rook", B = "bishop", N = "knight", P = { "pawn", "" } },
  ranks = { " one", " two", " three", " four", " five", " six", " seven", " eight" },
  quiet = { "to", "" }, capture = { "takes", "captures" },
  short = { "king side castles", "castles king side" }, long = { "queen side castles", "castles queen side" },
  promotion = { signs = "promotes to" }, check = "check", mate = "mate",
}
