-- 9. Two letters for each piece: Ki, Bi, Kt.
return { pieces = { K = "Ki", Q = "Qu", R = "Ro", B = "Bi", N = "Kt" } }
