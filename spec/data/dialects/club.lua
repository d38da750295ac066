-- 2. A club's bulletin: the piece after the square (f3n, xd5p), kk and qq for castling.
return {
  order = "origin sign square piece",
  pieces = { K = "k", Q = "q", R = "r", B = "b", N = "n", P = "p" },
  short = "kk", long = "qq",
}
