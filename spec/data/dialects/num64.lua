-- 4. Squares from 01 (a1) to 64 (h8).
local squares = {}
for i = 0, 63 do
  local file = i % 8
  squares[("abcdefgh"):sub(file + 1, file + 1) .. i // 8 + 1] = ("%02d"):format(i + 1)
end
return { extend = "iccf", squares = squares }
