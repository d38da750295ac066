-- 3. Old German correspondence: Sg1-f3, Sb1xc3†.
return {
  extend = "lan:german",
  check = { "†", "+" }, mate = { "‡", "#" }, short = "0-0", long = "0-0-0", promotion = { signs = "", close = "" },
}
