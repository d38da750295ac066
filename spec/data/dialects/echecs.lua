-- 11. French with one change.
return { extend = "french", check = " éch." }
