--- The piece letters of the languages. To add a language, add a row to this list; no other list has to be changed.
--
--     { CODE, NAME, "K Q R B N P", SOURCE, verified = false, also = {...}, title = "...", black = "K Q R B N P" }
--
-- CODE is the ISO 639 code of the language, if it has one. A letter may have several characters ("Kr"). If there are
-- several spellings separated by |, the first is written and all are read ("S|P"). `verified = false`: the letters were
-- not found in print or in the data of a program, or sources differ; lists show a question mark. `also`: other names,
-- the language's own name first. `black`: the letters of Black's pieces, if they differ from White's. Some styles use
-- the pawn's letter to name a captured pawn. When moves are read, the letter of a moving pawn is skipped (Pe4).
--
-- Several languages have the same letters (German, Danish, Norwegian, ...). Each has its own row, so that users find
-- the name of their language.
-- Sources: PGN standard of 1994, section 17; language files of Scid, Scidb, PyChess (facts, no text); Wikipedia's table
-- of piece letters as liquisearch.com has it; Unicode 15 for figurines.
-- @module lucena.dialect.alphabets

local NO = false

return {
  { "en", "english", "K Q R B N P", "PGN 1994, section 17; FIDE Laws 2023, C.2" },
  { "en-old", "english-old", "K Q R B Kt|N P", "mychess.de and Chessville on descriptive notation",
    title = "English of old books (Kt)" },
  { "en-problem", "english-problem", "K Q R B S P", "Wikipedia, Algebraic notation (S is usual in problems)",
    title = "English of problemists (S)" },
  { "fig", "figurine", "♔ ♕ ♖ ♗ ♘ ♙", "Unicode U+2654 to U+2659; Scidb", title = "Figurines, White's",
    also = { "figurines", "fan" } },
  { "fig-black", "figurine-black", "♚ ♛ ♜ ♝ ♞ ♟", "Unicode U+265A to U+265F",
    title = "Figurines, Black's" },
  { "fig-colour", "figurine-colour", "♔ ♕ ♖ ♗ ♘ ♙", "Unicode U+2654 to U+265F", black = "♚ ♛ ♜ ♝ ♞ ♟",
    title = "Figurines, each in its colour", also = { "figurine-color" } },
  { "af", "afrikaans", "K D T L R P", "Wikipedia's table; Scidb" },
  { "sq", "albanian", "M Msh Ku O Ka U", "Wikipedia's table", also = { "shqip" } },
  { "ar", "arabic", "م و ر ف ح ب", "Wikipedia's table; written from right to left" },
  { "hy", "armenian", "Ա Թ Ն Փ Ձ Զ", "from memory", verified = NO },
  { "az", "azerbaijani", "Ş V T F A P", "Scidb (S without cedilla); PyChess" },
  { "eu", "basque", "E D G A Z P", "from memory; Scidb has E D G Z S P", verified = NO, also = { "euskara" } },
  { "be", "belarusian", "К Вз Лд А В Л", "Wikipedia's table" },
  { "bn", "bengali", "R M N G Gh B", "Wikipedia's table, romanised" },
  { "bs", "bosnian", "K D T L S P", "from memory, as Croatian", verified = NO, also = { "bosanski" } },
  { "bg", "bulgarian", "Ц Д Т О К П", "Scidb; Wikipedia's table", also = { "български" } },
  { "ca", "catalan", "R D T A C P", "Scid; Scidb; PyChess", also = { "català" } },
  { "zh", "chinese", "K Q R B N P", "Wikipedia's table; PyChess" },
  { "hr", "croatian", "K D T L S P", "Scidb; Wikipedia's table (PyChess has B for the bishop)", also = { "hrvatski" } },
  { "cs", "czech", "K D V S J P", "PGN 1994, section 17; Scid; Scidb", also = { "čeština" } },
  { "da", "danish", "K D T L S B", "PGN 1994, section 17; Scidb; PyChess", also = { "dansk" } },
  { "nl", "dutch", "K D T L P O", "PGN 1994, section 17; Scidb", also = { "nederlands" } },
  { "eo", "esperanto", "R D T K Ĉ P", "Scidb" },
  { "et", "estonian", "K L V O R P|E", "PGN 1994, section 17; Scidb and PyChess have E for the pawn",
    also = { "eesti" } },
  { "fi", "finnish", "K D T L R S|P", "Scid; Scidb; PGN 1994 has P for the pawn", also = { "suomi" } },
  { "fr", "french", "R D T F C P", "PGN 1994, section 17; FIDE Laws 2023, C.3", also = { "français", "francais" } },
  { "fy", "west-frisian", "K D S F H B", "Scidb", verified = NO, also = { "frysk" } },
  { "gl", "galician", "R D T B C P", "Scidb; PyChess has Re Ra T A C P", verified = NO, also = { "galego" } },
  { "ka", "georgian", "მ ლ ე კ მხ პ", "from memory", verified = NO },
  { "de", "german", "K D T L S B", "PGN 1994, section 17; Scid; Scidb; PyChess", also = { "deutsch" } },
  { "el", "greek", "Ρ Β Π Α Ι Σ", "Scidb; PyChess has two letters for some", also = { "ελληνικά" } },
  { "he", "hebrew", "מ מה צ ר פ רגלי", "Scidb; written from right to left" },
  { "hi", "hindi", "R V H O G P", "Scidb, romanised" },
  { "hu", "hungarian", "K V B F H G", "PGN 1994, section 17; Scid; Scidb", also = { "magyar" } },
  { "is", "icelandic", "K D H B R P", "PGN 1994, section 17; Scidb", also = { "íslenska" } },
  { "id", "indonesian", "R M B G K P", "LanguageSettings of chess-game; Scidb" },
  { "ia", "interlingua", "R G T E C P", "Scidb" },
  { "ga", "irish", "R B C E D F", "Scidb", also = { "gaeilge" } },
  { "it", "italian", "R D T A C P", "PGN 1994, section 17; Scid; Scidb; PyChess", also = { "italiano" } },
  { "ja", "japanese", "K Q R B N P", "from memory", verified = NO },
  { "ko", "korean", "K Q R B N P", "Scidb; PyChess has whole words" },
  { "la", "latin", "R G T E Q P", "Scidb, whose king K may be a slip", verified = NO },
  { "lv", "latvian", "K D T L Z B", "Scidb", also = { "latviešu" } },
  { "lt", "lithuanian", "K V B R Ž P", "Scidb", also = { "lietuvių" } },
  { "lb", "luxembourgish", "K D T L P B", "Scidb" },
  { "mk", "macedonian", "К Д Т Л С П", "from memory, as Serbian", verified = NO },
  { "ms", "malay", "R M T G K A", "Scidb" },
  { "no", "norwegian", "K D T L S B", "PGN 1994, section 17; Scid; Scidb; PyChess", also = { "norsk", "nb", "nn" } },
  { "oc", "occitan", "R D T F C P", "from memory; PyChess has R D R F N", verified = NO },
  { "fa", "persian", "ش و ر ف ا س", "from memory; written from right to left", verified = NO, also = { "farsi" } },
  { "pl", "polish", "K H W G S P", "PGN 1994, section 17; Scidb; PyChess", also = { "polski" } },
  { "pt", "portuguese", "R D T B C P", "PGN 1994, section 17; Scidb; PyChess", also = { "português", "portugues" } },
  { "ro", "romanian", "R D T N C P", "PGN 1994, section 17; Scidb", also = { "română" } },
  { "ru", "russian", "Кр Ф Л С К п|П", "LanguageSettings of chess-game; pgn-extract", also = { "русский" } },
  { "sr", "serbian", "К Д Т Л С П", "Scidb", title = "Serbian (Cyrillic)", also = { "српски" } },
  { "sr-latn", "serbian-latin", "K D T L S P", "Scidb", title = "Serbian (Latin)", also = { "srpski" } },
  { "sk", "slovak", "K D V S J P", "Scidb; PyChess", also = { "slovenčina" } },
  { "sl", "slovene", "K D T L S P", "Scidb; PyChess", also = { "slovenian", "slovenščina" } },
  { "es", "spanish", "R D T A C P", "PGN 1994, section 17; Scid; Scidb; PyChess", also = { "español", "espanol" } },
  { "sv", "swedish", "K D T L S B", "PGN 1994, section 17; Scid; Scidb; PyChess", also = { "svenska" } },
  { "tr", "turkish", "Ş V K F A P", "LanguageSettings of chess-game; Scidb; PyChess", also = { "türkçe", "turkce" } },
  { "uk", "ukrainian", "Кр Ф Т С К П", "from memory", verified = NO, also = { "українська" } },
  { "vi", "vietnamese", "V H X T M C", "PyChess; the pawn's letter from memory", verified = NO },
  { "cy", "welsh", "T B C E M G", "Scidb", also = { "cymraeg" } },
}
