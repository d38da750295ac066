/*
** terminal - what a program asks of the terminal it talks to.
*/
#include <lauxlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "binding.h"

/***
The size of the terminal that a file descriptor of this process is.
@function terminal_size
@param fd integer 0: standard input, 1: standard output
@return integer? columns nil: it is no terminal; 0: it does not know its size
@return integer? rows
@usage select("#", require "lucena.core".terminal_size(99))  --> 1
*/
static int core_terminal_size(lua_State *L) {
  int fd = (int)luaL_checkinteger(L, 1);
  struct winsize size;
  if (!isatty(fd)) {
    lua_pushnil(L);
    return 1;
  }
  if (ioctl(fd, TIOCGWINSZ, &size) != 0) size.ws_col = size.ws_row = 0;
  lua_pushinteger(L, size.ws_col);
  lua_pushinteger(L, size.ws_row);
  return 2;
}

void lcb_open_terminal(lua_State *L) {
  lua_pushcfunction(L, core_terminal_size);
  lua_setfield(L, -2, "terminal_size");
}
