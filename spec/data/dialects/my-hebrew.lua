-- 10. Hebrew pieces and files, without marks of direction.
return {
  pieces = { K = "מ", Q = "מה", R = "צ", B = "ר", N = "פ" },
  files = { "א", "ב", "ג", "ד", "ה", "ו", "ז", "ח" },
}
