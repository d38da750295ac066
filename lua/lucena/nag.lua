--- The NAGs 0 to 255: their symbols, English and French names, and the ASCII form in which people type them.
--
--     chess.nag(16).symbol    --> "±"
--     chess.nag "+/-".number  --> 16
--
-- PGN section 10 defines 0 to 139. The others are conventions of programs. The English text has the name of the program
-- in brackets. PGN lists 84 to 87 twice; its second entries are meant for 94 to 97, as in this list.
-- csrc/notation/signs.def has the signs that are read. If several NAGs have the same symbol, signs.def gives the one
-- that it means: the arrow "with attack" names no side, so it means a NAG that names no side either.
-- @module lucena.nag

local argument = require("lucena.argument")
local lexicon = require("lucena.lexicon")
local numbers = require("lucena.number")

-- {White's number (Black's is the next), White's and Black's symbol, English, French}
local PAIRS = {
  { 14, "⩲", "⩱", "slight advantage", "léger avantage" },
  { 16, "±", "∓", "clear advantage", "net avantage" },
  { 18, "+−", "−+", "decisive advantage", "avantage décisif" },
  { 20, "+−−", "−−+", "crushing advantage (opponent should resign)",
    "avantage écrasant (l'adversaire devrait abandonner)" },
  { 22, "⨀", "⨀", "in zugzwang", "en zugzwang" },
  { 24, "", "", "slight space advantage", "léger avantage d'espace" },
  { 26, "○", "○", "moderate space advantage", "net avantage d'espace" },
  { 28, "", "", "decisive space advantage", "décisif avantage d'espace" },
  { 30, "", "", "slight development (tempo) advantage", "léger avantage de développement" },
  { 32, "⟳", "⟳", "moderate development (tempo) advantage", "net avantage de développement" },
  { 34, "", "", "decisive development (tempo) advantage", "décisif avantage de développement" },
  { 36, "↑", "↑", "has the initiative", "initiative" },
  { 38, "⇑", "⇑", "lasting initiative", "initiative durable" },
  { 40, "→", "→", "has the attack", "attaque" },
  { 42, "", "", "insufficient compensation for the material", "compensation insuffisante pour le matériel" },
  { 44, "=∞", "=∞", "sufficient compensation for the material", "compensation suffisante pour le matériel" },
  { 46, "", "", "more than enough compensation for the material", "compensation plus que suffisante pour le matériel" },
  { 48, "", "", "slight control of the centre", "léger contrôle du centre" },
  { 50, "⊞", "⊞", "moderate control of the centre", "net contrôle du centre" },
  { 52, "", "", "decisive control of the centre", "décisif contrôle du centre" },
  { 54, "⟩", "⟩", "slight control of the kingside", "léger contrôle de l'aile roi" },
  { 56, "⟫", "⟫", "moderate control of the kingside", "net contrôle de l'aile roi" },
  { 58, "⋙", "⋙", "decisive control of the kingside", "décisif contrôle de l'aile roi" },
  { 60, "⟨", "⟨", "slight control of the queenside", "léger contrôle de l'aile dame" },
  { 62, "⟪", "⟪", "moderate control of the queenside", "net contrôle de l'aile dame" },
  { 64, "⋘", "⋘", "decisive control of the queenside", "décisif contrôle de l'aile dame" },
  { 66, "", "", "vulnerable back rank", "première rangée vulnérable" },
  { 68, "", "", "well guarded back rank", "première rangée bien gardée" },
  { 70, "", "", "badly protected king", "roi mal protégé" },
  { 72, "", "", "well protected king", "roi bien protégé" },
  { 74, "", "", "badly placed king", "roi mal placé" },
  { 76, "", "", "well placed king", "roi bien placé" },
  { 78, "", "", "very weak pawn structure", "structure de pions très faible" },
  { 80, "", "", "rather weak pawn structure", "structure de pions assez faible" },
  { 82, "", "", "rather strong pawn structure", "structure de pions assez forte" },
  { 84, "", "", "very strong pawn structure", "structure de pions très forte" },
  { 86, "", "", "poor knight placement", "cavalier mal placé" },
  { 88, "", "", "good knight placement", "cavalier bien placé" },
  { 90, "", "", "poor bishop placement", "fou mal placé" },
  { 92, "", "", "good bishop placement", "fou bien placé" },
  { 94, "", "", "poor rook placement", "tour mal placée" },
  { 96, "", "", "good rook placement", "tour bien placée" },
  { 98, "", "", "poor queen placement", "dame mal placée" },
  { 100, "", "", "good queen placement", "dame bien placée" },
  { 102, "", "", "poor piece coordination", "mauvaise coordination des pièces" },
  { 104, "", "", "good piece coordination", "bonne coordination des pièces" },
  { 106, "", "", "opening played very poorly", "ouverture très mal jouée" },
  { 108, "", "", "opening played poorly", "ouverture mal jouée" },
  { 110, "", "", "opening played well", "ouverture bien jouée" },
  { 112, "", "", "opening played very well", "ouverture très bien jouée" },
  { 114, "", "", "middlegame played very poorly", "milieu de partie très mal joué" },
  { 116, "", "", "middlegame played poorly", "milieu de partie mal joué" },
  { 118, "", "", "middlegame played well", "milieu de partie bien joué" },
  { 120, "", "", "middlegame played very well", "milieu de partie très bien joué" },
  { 122, "", "", "endgame played very poorly", "finale très mal jouée" },
  { 124, "", "", "endgame played poorly", "finale mal jouée" },
  { 126, "", "", "endgame played well", "finale bien jouée" },
  { 128, "", "", "endgame played very well", "finale très bien jouée" },
  { 130, "", "", "slight counterplay", "léger contre-jeu" },
  { 132, "⇆", "⇆", "moderate counterplay", "net contre-jeu" },
  { 134, "", "", "decisive counterplay", "décisif contre-jeu" },
  { 136, "", "", "moderate time pressure", "pression modérée à la pendule" },
  { 138, "⨁", "⨁", "severe time trouble (zeitnot)", "crise de temps (zeitnot)" },
}

-- {number, symbol, English, French}
local SINGLE = {
  { 0, "", "null annotation (placeholder)", "annotation nulle (réservé)" },
  { 1, "!", "good move", "bon coup" },
  { 2, "?", "mistake", "mauvais coup" },
  { 3, "!!", "very good move", "très bon coup" },
  { 4, "??", "blunder", "gaffe" },
  { 5, "!?", "interesting (speculative) move", "coup intéressant" },
  { 6, "?!", "dubious move", "coup douteux" },
  { 7, "□", "only move (everything else loses quickly)", "seul coup (les autres perdent vite)" },
  { 8, "□", "singular move (no reasonable alternative)", "coup unique (aucune autre option raisonnable)" },
  { 9, "", "worst possible move", "pire coup possible" },
  { 10, "=", "drawish or even position", "position égale ou nulle" },
  { 11, "=", "equal chances, quiet play", "chances égales, jeu tranquille" },
  { 12, "↹", "equal chances, active play", "chances égales, jeu actif" },
  { 13, "∞", "unclear position", "position peu claire" },
  { 140, "∆", "[non-standard] with the idea ...", "avec l'idée ..." },
  { 141, "∇", "[non-standard] aimed against ...", "dirigé contre ..." },
  { 142, "⌓", "[non-standard] better is ...", "meilleur est ..." },
  { 143, "≤", "[non-standard] worse is ...", "moins bon est ..." },
  { 144, "==", "[non-standard] equivalent is ... (Scid text table: various moves, R)", "équivalent est ..." },
  { 145, "RR", "[non-standard] editor's remark", "remarque de la rédaction" },
  { 146, "N", "[non-standard] novelty", "nouveauté" },
  { 147, "×", "[non-standard] weak point", "point faible" },
  { 148, "⊥", "[non-standard] endgame", "finale" },
  { 149, "⟺", "[non-standard] line / file", "ligne / colonne" },
  { 150, "⇗", "[non-standard] diagonal", "diagonale" },
  { 151, "◫", "[non-standard] White: bishop pair", "Blancs : paire de fous" },
  { 152, "◫", "[non-standard] Black: bishop pair", "Noirs : paire de fous" },
  { 153, "◨", "[non-standard] opposite-coloured bishops", "fous de couleurs opposées" },
  { 154, "⊶", "[non-standard] same-coloured bishops", "fous de même couleur" },
  { 155, "D", "[Scidb] diagram", "diagramme" },
  { 156, "D", "[Scidb] diagram from Black's side", "diagramme vu des Noirs" },
  { 157, "o/o", "[Scidb] isolated (separated) pawns", "pions isolés" },
  { 158, "oo", "[Scidb] doubled pawns", "pions doublés" },
  { 159, "o.o", "[Scidb] connected pawns", "pions liés" },
  { 160, "o^", "[Scidb] passed pawn", "pion passé" },
  { 161, "", "[Scidb] hanging pawns", "pions pendants" },
  { 162, "", "[Scidb] backward pawns", "pions arriérés" },
  { 163, "", "[Scidb] more pawns", "pions en plus" },
  { 164, "", "[Scidb] more room", "plus d'espace" },
  { 165, "|_", "[Scidb] with", "avec" },
  { 166, "_|", "[Scidb] without", "sans" },
  { 167, "⊞", "[Scidb] centre", "centre" },
  { 168, "||", "[Scidb] file", "colonne" },
  { 169, "", "[Scidb] rank", "rangée" },
  { 170, "", "[Scidb] see", "voir" },
  { 171, "R", "[Scidb] various alternatives", "divers coups" },
  { 172, "", "[Scidb] etc.", "etc." },
  { 173, "○", "[Scidb] space", "espace" },
  { 174, "⨁", "[Scidb] zeitnot", "zeitnot" },
  { 175, "⟳", "[Scidb] development", "développement" },
  { 176, "⨀", "[Scidb] zugzwang", "zugzwang" },
  { 177, "", "[Scidb] time limit", "limite de temps" },
  { 178, "→", "[Scidb] attack", "attaque" },
  { 179, "↑", "[Scidb] initiative", "initiative" },
  { 180, "⇆", "[Scidb] counterplay", "contre-jeu" },
  { 181, "=∞", "[Scidb] with compensation for the material", "avec compensation matérielle" },
  { 182, "◫", "[Scidb] pair of bishops", "paire de fous" },
  { 183, "⟫", "[Scidb] kingside", "aile roi" },
  { 184, "⟪", "[Scidb] queenside", "aile dame" },
  { 190, "ǁ", "[Scid] etc.", "etc." },
  { 191, "oo", "[Scid] doubled pawns", "pions doublés" },
  { 192, "o/o", "[Scid] isolated (separated) pawn", "pion isolé" },
  { 193, "o.o", "[Scid] connected pawns", "pions liés" },
  { 194, "", "[Scid] hanging pawns", "pions pendants" },
  { 195, "", "[Scid] backward pawn", "pion arriéré" },
  { 201, "D", "[Scid] diagram", "diagramme" },
  { 210, "—", "[Scid] see", "voir" },
  { 211, "#", "[Scid] mate", "mat" },
  { 212, "⚨", "[Scid] passed pawn", "pion passé" },
  { 213, "", "[Scid] more pawns", "pions en plus" },
  { 214, "⌊", "[Scid] with", "avec" },
  { 215, "⌋", "[Scid] without", "sans" },
  { 220, "⬒", "[ChessPad] diagram", "diagramme" },
  { 221, "⬓", "[ChessPad] diagram from Black's side", "diagramme vu des Noirs" },
  { 238, "○", "[ChessPad] space advantage", "avantage d'espace" },
  { 239, "⇔", "[ChessPad] file", "colonne" },
  { 240, "⇗", "[ChessPad] diagonal", "diagonale" },
  { 241, "⊞", "[ChessPad] centre", "centre" },
  { 242, "⟫", "[ChessPad] kingside", "aile roi" },
  { 243, "⟪", "[ChessPad] queenside", "aile dame" },
  { 244, "✕", "[ChessPad] weak point", "point faible" },
  { 245, "⊥", "[ChessPad] ending", "finale" },
  { 246, "◫", "[ChessPad] bishop pair", "paire de fous" },
  { 247, "◨", "[ChessPad] opposite-coloured bishops", "fous de couleurs opposées" },
  { 248, "⊶", "[ChessPad] same-coloured bishops", "fous de même couleur" },
  { 249, "", "[ChessPad] connected pawns", "pions liés" },
  { 250, "", "[ChessPad] isolated pawns (José: diagram)", "pions isolés (José : diagramme)" },
  { 251, "", "[ChessPad] doubled pawns", "pions doublés" },
  { 252, "", "[ChessPad] passed pawn", "pion passé" },
  { 253, "", "[ChessPad] pawn majority", "majorité de pions" },
  { 254, "", "[ChessPad] with", "avec" },
  { 255, "", "[ChessPad] without", "sans" },
}

---@class lucena.Nag
---@field number integer the number, 0 to 255
---@field symbol string? the printed form
---@field ascii string? the typed form
---@field english string the meaning in English
---@field french string the meaning in French
---@field is_known boolean false for numbers without a known meaning

local by_number, by_sign = {}, {}

local function add(number, symbol, english, french)
  symbol = symbol ~= "" and symbol or nil
  by_number[number] = { number = number, symbol = symbol, english = english, french = french, is_known = true }
end

for _, row in ipairs(PAIRS) do
  add(row[1], row[2], "White: " .. row[4], "Blancs : " .. row[5])
  add(row[1] + 1, row[3], "Black: " .. row[4], "Noirs : " .. row[5])
end
for _, row in ipairs(SINGLE) do
  add(table.unpack(row))
end
for number = 0, 255 do
  local entry = by_number[number]
  if not entry then
    by_number[number] = { number = number, english = "unknown NAG", french = "NAG inconnu", is_known = false }
  elseif entry.symbol and not by_sign[entry.symbol] then
    by_sign[entry.symbol] = number
  end
end
for _, sign in ipairs(lexicon.signs()) do
  local nag = by_number[sign.nag]
  if sign.use ~= "offer" then
    by_sign[sign.text] = sign.nag
  end
  if not nag.ascii and sign.use ~= "symbol" and sign.use ~= "offer" and not sign.text:find("[\x80-\xff]") then
    nag.ascii = sign.text
  end
end

local Nag = argument.new_class("lucena.Nag", function(nag)
  return ("$%d %s"):format(nag.number, nag.english)
end)

local function copy(entry)
  local out = {}
  for name, value in pairs(entry) do
    out[name] = value
  end
  return setmetatable(out, Nag)
end

local M = {}

--- Return the meaning of a NAG, given as a number, a sign or its ASCII form.
---@param what integer|string 0 to 255, or "$14", "±", "+/-", "N"
---@return lucena.Nag? nag a new table
---@return string? err
---@return string? code `bad_nag`
-- @usage chess.nag(14).ascii --> +/=
-- @usage chess.nag("±").number --> 16
-- @usage chess.nag("$4").french --> gaffe
-- @usage select(3, chess.nag(256)) --> bad_nag
function M.nag(what)
  local kind = type(what)
  if kind ~= "string" and math.type(what) ~= "integer" then
    argument.bad(2, 1, "nag", "integer or string expected, got %s", argument.kind(what))
  end
  local number = kind == "number" and what or by_sign[what]
    or numbers.whole(what:match("^%$(%d+)$"), 0, numbers.MOST)
  local entry = by_number[number or -1]
  if not entry then
    return nil, ("no NAG %s"):format(argument.shown(what)), "bad_nag"
  end
  return copy(entry)
end

--- Return the signs of a NAG, sorted: the printed form and those that people type.
---@param number integer
---@return string[]
-- @usage table.concat(require("lucena.nag").signs(5), " ") --> !? ⁉
function M.signs(number)
  local signs = {}
  for sign, meant in pairs(by_sign) do
    signs[#signs + 1] = meant == number and sign or nil
  end
  table.sort(signs)
  return signs
end

-- Return the group of a NAG. A move has at most one sign of a group: $1 to $6 judge the move, $10 to $21 the position.
-- Any other NAG is a group of its own.
local function group_of(number)
  return number >= 1 and number <= 6 and "move" or number >= 10 and number <= 21 and "position" or number
end

--- Add a NAG to a node. It replaces one of the same group, as ! replaces ?.
---@param node lucena.Node
---@param number integer
---@return integer? replaced the first NAG that was removed
-- @usage require("lucena.nag").put(chess.game("1. e4? *").root[1], 1) --> 2
function M.put(node, number)
  local replaced
  for _, other in ipairs(node.nags) do
    if other ~= number and group_of(other) == group_of(number) then
      node:remove_nag(other)
      replaced = replaced or other
    end
  end
  node:add_nag(number)
  return replaced
end

-- ---- diagrams ------------------------------------------------------------------------------------

-- NAGs with which programs request a diagram, and the side at the bottom: Scid, ChessPad, Scidb.
local DIAGRAMS = { [201] = "white", [220] = "white", [221] = "black", [155] = "white", [156] = "black" }

--- The text in a comment with which ChessBase requests a diagram. It means $220.
M.DIAGRAM = "[#]"

--- Return the side at the bottom of the diagram that a NAG requests.
---@param number integer
---@return string? side "white" or "black"; nil for other NAGs
-- @usage require("lucena.nag").diagram_side(221) --> black
function M.diagram_side(number)
  return DIAGRAMS[number]
end

--- Return the side at the bottom of the diagram that is requested after the move of a node: by a NAG, by [#] in a
-- comment, or by the command [%dia] of older files.
---@param node lucena.Node
---@return string? side "white" or "black"; nil without a diagram
-- @usage require("lucena.nag").diagram_after(chess.game("1. e4 {[#]} *").root[1]) --> white
function M.diagram_after(node)
  for _, number in ipairs(node.nags) do
    if DIAGRAMS[number] then
      return DIAGRAMS[number]
    end
  end
  local comment = node.comment
  return comment and (node:command("dia") or comment:find(M.DIAGRAM, 1, true)) and "white" or nil
end

return M
