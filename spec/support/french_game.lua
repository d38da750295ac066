--- Fischer - Spassky, Sveti Stefan 1992, as a French reader posted it: with the letters R D T F C and without three
-- signs of check (24. Fxf7+ Txf7 25. Cxf7 Txe1+, 36. Ta6+).
return [[
[Event "F/S Return Match"]
[Site "Belgrade, Serbia JUG"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Result "1/2-1/2"]
1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 6. Te1 b5 7. Fb3 d6 8. c3 O-O 9. h3 Cb8
10. d4 Cbd7 11. c4 c6 12. cxb5 axb5 13. Cc3 Fb7 14. Fg5 b4 15. Cb1 h6 16. Fh4 c5 17. dxe5 Cxe4
18. Fxe7 Dxe7 19. exd6 Df6 20. Cbd2 Cxd6 21. Cc4 Cxc4 22. Fxc4 Cb6 23. Ce5 Tae8 24. Fxf7 Txf7
25. Cxf7 Txe1 26. Dxe1 Rxf7 27. De3 Dg5 28. Dxg5 hxg5 29. b3 Re6 30. a3 Rd6 31. axb4 cxb4
32. Ta5 Cd5 33. f3 Fc8 34. Rf2 Ff5 35. Ta7 g6 36. Ta6 Rc5 37. Re1 Cf4 38. g3 Cxh3 39. Rd2 Rb5
40. Td6 Rc5 41. Ta6 Cf2 42. g4 Fd3 43. Te6 1/2-1/2
]]
