# Prints a line "GAMES PLIES FILE" for each PGN file named in FOLDER/paths: the number of games, and of the plies of
# their mainlines, as Scid reads them. Usage: tkscid count.tcl FOLDER      databases are made in the folder
proc count {path name} {
  set base [sc_base create $name]
  sc_base import $base $path
  set games [sc_base numGames $base]
  set plies 0
  for {set i 1} {$i <= $games} {incr i} {
    sc_game load $i
    while {![sc_pos isAt vend]} {
      sc_move forward
      incr plies
    }
  }
  sc_base close $base
  return "$games $plies"
}

set folder [lindex $argv 0]
set list [open [file join $folder paths]]
set n 0
while {[gets $list path] >= 0} {
  # A file that Scid cannot read has no line, and the others do.
  if {![catch {count $path [file join $folder [incr n]]} counts]} {
    puts "$counts $path"
  }
}
exit 0
