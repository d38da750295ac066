-- 7. ICCF's digits with the promotion digits of older rules.
return { extend = "iccf", promotion = { signs = "", letters = { Q = "1", R = "2", B = "3", N = "4" } } }
