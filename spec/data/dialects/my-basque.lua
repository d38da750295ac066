-- 1. Own letters: Basque.
return { pieces = { K = "E", Q = "D", R = "G", B = "A", N = "Z" } }
