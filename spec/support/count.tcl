# Prints the number of games of a PGN file, and of the plies of their mainlines, as Scid reads them.
# Usage: tkscid count.tcl FILE FOLDER      a database is made in the folder
lassign $argv path folder
set base [sc_base create [file join $folder scid]]
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
puts "$games $plies"
exit 0
