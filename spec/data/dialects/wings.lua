-- 8. The wing of the piece before its letter: QN-f3.
return {
  origin = "wing", wings = { king = "K", queen = "Q", always = true },
  origin_close = "-", quiet = { "-", "" },
}
