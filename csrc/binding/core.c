/*
** core - luaopen_lucena_core: registers everything and does nothing else.
**
** The module table holds the constructors (position, setup, ...) and, under the name of each class, the table of its
** methods. The Lua files of lucena add more methods to these tables.
*/
#include "binding.h"
#include "interrupt.h"

#if defined(__GNUC__)
#define LCB_EXPORT __attribute__((visibility("default")))
#else
#define LCB_EXPORT
#endif

LCB_EXPORT int luaopen_lucena_core(lua_State *L);

static void (*const files[])(lua_State *L) = {
    lcb_open_cpu,
    lcb_open_move,
    lcb_open_setup,
    lcb_open_position,
    lcb_open_bits,
    lcb_open_board,
    lcb_open_dialect,
    lcb_open_tags,
    lcb_open_game_tag_edit,
    lcb_open_game,
    lcb_open_node, lcb_open_list,
    lcb_open_line,
    lcb_open_values,
    lcb_open_finding,
    lcb_open_encoding,
    lcb_open_export,
    lcb_open_query,
    lcb_open_lexicon,
    lcb_open_keys,
    lcb_open_lines,
    lcb_open_reader,
    lcb_open_index,
    lcb_open_writer,
    lcb_open_sandbox,
    lcb_open_epd,
    lcb_open_epd_reader,
    lcb_open_input,
    lcb_open_process,
    lcb_open_system,
    lcb_open_interrupt,
};

int luaopen_lucena_core(lua_State *L) {
  luaL_checkversion(L);
  lua_newtable(L);
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) files[i](L);
  return 1;
}
