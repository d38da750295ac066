-- 6. Chinese names of pieces, each in two scripts.
return { pieces = { K = "王", Q = "后|後", R = "车|車", B = "象", N = "马|馬" } }
