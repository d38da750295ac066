/*
** system - system functions that Lua lacks: folders, and the types of the standard descriptors. Internal: functions of
** lucena.core.
*/
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "../io/dir.h"
#include "../io/terminal.h"
#include "binding.h"

/* Room for the path of the current folder. Linux opens no longer paths; a longer one gives an error. */
#define LONGEST_FOLDER 4096

static const char *check_path(lua_State *L) { return lcb_check_path(L, 1); }

static int fail(lua_State *L, const char *path, int error) {
  const char *name = lcb_push_path(L, path);
  lua_pushnil(L);
  lua_pushfstring(L, "%s: %s", name, strerror(error));
  return 2;
}

/* Push an array of the names in the list, which is passed as light userdata. Runs in a protected call, so that the
** caller can release the list if memory is short. */
static int push_names(lua_State *L) {
  const lc_Dir *dir = lua_touserdata(L, 1);
  lua_createtable(L, (int)dir->count, 0);
  for (size_t i = 0; i < dir->count; i++) {
    lua_pushstring(L, dir->names[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/***
Return the names in a folder, sorted by bytes, including names that begin with a dot, but without "." and "..".
@function core.list_folder
@param path string
@return string[]? names
@return string? err "PATH: why"
@usage #assert(require("lucena.core").list_folder("csrc")) >= 6  --> true
*/
static int list_folder(lua_State *L) {
  const char *path = check_path(L);
  lc_Dir dir;
  if (!lc_dir_list(&dir, path)) {
    int error = dir.error;
    lc_dir_release(&dir);
    return fail(L, path, error);
  }
  lua_pushcfunction(L, push_names);
  lua_pushlightuserdata(L, &dir);
  int status = lua_pcall(L, 1, 1, 0);
  lc_dir_release(&dir);
  return status == LUA_OK ? 1 : lua_error(L);
}

/***
Create a folder and its parent folders, unless they exist.
@function core.make_folder
@param path string
@return boolean? true
@return string? err "PATH: why"
@usage require("lucena.core").make_folder("csrc/io")  --> true
*/
static int make_folder(lua_State *L) {
  const char *path = check_path(L);
  int error = lc_dir_make(path);
  if (error) return fail(L, path, error);
  lua_pushboolean(L, 1);
  return 1;
}

/***
Report whether the path is a folder.
@function core.is_folder
@param path string
@return boolean
@usage require("lucena.core").is_folder("csrc/io")  --> true
*/
static int is_folder(lua_State *L) { return lcb_return_boolean(L, lc_dir_is(check_path(L))); }

/***
Return the absolute path of the current folder, for paths that must outlive a change of the folder.
@function core.current_folder
@return string? path
@return string? err "the current folder: why"
@usage require("lucena.core").current_folder():sub(1, 1)  --> /
*/
static int current_folder(lua_State *L) {
  char path[LONGEST_FOLDER];
  if (!getcwd(path, sizeof path)) return fail(L, "the current folder", errno);
  lua_pushstring(L, path);
  return 1;
}

/***
Return the size of a file in bytes. The file is not opened, so named pipes are allowed.
@function core.file_size
@param path string
@return integer? size nil for pipes, folders and terminals
@return string? err "PATH: why", if there is no such file or no access
@usage require("lucena.core").file_size("csrc/io/dir.h") > 500  --> true
*/
static int file_size(lua_State *L) {
  const char *path = check_path(L);
  int64_t size = 0;
  int error = lc_file_size(path, &size);
  if (error) return fail(L, path, error);
  if (size < 0) return 0;
  lua_pushinteger(L, (lua_Integer)size);
  return 1;
}

/***
Return a string that changes if a file is replaced or modified. The string has device, inode, size and modification
time.
@function core.file_identity
@param path string
@return string? identity nil for pipes, folders and terminals
@return string? err "PATH: why"
@usage require("lucena.core").file_identity("README.md") == require("lucena.core").file_identity("README.md")  --> true
*/
static int file_identity(lua_State *L) {
  const char *path = check_path(L);
  lc_FileIdentity found;
  int error = lc_file_identity(path, &found);
  if (error) return fail(L, path, error);
  if (found.size < 0) return 0;
  lua_pushlstring(L, (const char *)&found, sizeof found);
  return 1;
}

/***
Report whether this user may write a file. A read-only file is not writable, even for the superuser.
@function core.is_writable
@param path string
@return boolean
@usage require("lucena.core").is_writable("no/such/file")  --> false
*/
static int is_writable(lua_State *L) { return lcb_return_boolean(L, lc_file_is_writable(check_path(L))); }

/***
Return the process ID.
@function core.process_id
@return integer
@usage require("lucena.core").process_id() > 0  --> true
*/
static int process_id(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)getpid());
  return 1;
}

/***
Report whether two paths lead to the same regular file, or, if neither exists, to the same name in the same folder. If
both were outputs, the second one would replace the first one.
@function core.is_same_file
@param path string
@param other string
@return boolean
@usage require("lucena.core").is_same_file("csrc/none", "./csrc/io/../none")  --> true
*/
static int is_same_file(lua_State *L) {
  return lcb_return_boolean(L, lc_file_is_same(check_path(L), lcb_check_path(L, 2)));
}

/***
Create an empty file that only the user may read and write; an existing file is not changed.
@function core.make_private_file
@param path string
@return boolean? true
@return string? err "PATH: why"
@usage select(2, require("lucena.core").make_private_file("csrc/none/x"))  --> csrc/none/x: No such file or directory
*/
static int make_private_file(lua_State *L) {
  const char *path = check_path(L);
  int error = lc_file_make_private(path);
  if (error) return fail(L, path, error);
  lua_pushboolean(L, 1);
  return 1;
}

static int check_descriptor(lua_State *L) {
  lua_Integer fd = luaL_checkinteger(L, 1);
  luaL_argcheck(L, fd >= 0 && fd < 1024, 1, "a descriptor");
  return (int)fd;
}

/***
Report whether a descriptor of this process is a terminal.
@function core.is_terminal
@param fd integer
@return boolean
@usage require("lucena.core").is_terminal(1000)  --> false
*/
static int is_terminal(lua_State *L) { return lcb_return_boolean(L, lc_is_terminal(check_descriptor(L))); }

/***
Report whether a descriptor of this process is a regular file.
@function core.is_regular
@param fd integer
@return boolean
@usage require("lucena.core").is_regular(1000)  --> false
*/
static int is_regular(lua_State *L) { return lcb_return_boolean(L, lc_is_regular(check_descriptor(L))); }

/***
Make the standard descriptors safe to use; programs call this before they open a file. Otherwise a file could get the
number of a closed standard descriptor, and messages or output would be written into that file. Using a closed
descriptor still fails. A descriptor that another program left non-blocking (O_NONBLOCK) blocks again, so that a slow
reader loses nothing. A file that grows too large (`ulimit -f`) causes a write error instead of ending the process.
@function core.hold_standard
@usage require("lucena.core").hold_standard()
*/
static int hold_standard(lua_State *L) {
  (void)L;
  lc_hold_standard();
  return 0;
}

/***
Hold one descriptor in reserve, or give it back so that a file can be opened at the limit of descriptors.
@function core.hold_spare
@param is_held boolean
@usage require("lucena.core").hold_spare(false)
*/
static int hold_spare(lua_State *L) {
  luaL_checktype(L, 1, LUA_TBOOLEAN);
  lc_hold_spare(lua_toboolean(L, 1));
  return 0;
}

/***
Return the number of columns of the terminal.
@function core.terminal_columns
@param fd integer the descriptor to try first
@return integer? columns nil if there is no terminal, or its width is unknown
@usage require("lucena.core").terminal_columns(1)
*/
static int terminal_columns(lua_State *L) {
  int columns = lc_terminal_columns(check_descriptor(L));
  if (columns > 0) {
    lua_pushinteger(L, columns);
  } else {
    lua_pushnil(L);
  }
  return 1;
}

static const luaL_Reg system_functions[] = {
    {"hold_spare", hold_spare},
    {"current_folder", current_folder},
    {"hold_standard", hold_standard},
    {"is_folder", is_folder},
    {"is_regular", is_regular},
    {"is_same_file", is_same_file},
    {"file_identity", file_identity},
    {"file_size", file_size},
    {"is_terminal", is_terminal},
    {"is_writable", is_writable},
    {"process_id", process_id},
    {"list_folder", list_folder},
    {"make_folder", make_folder},
    {"make_private_file", make_private_file},
    {"terminal_columns", terminal_columns},
    {NULL, NULL},
};

void lcb_open_system(lua_State *L) { lcb_functions(L, system_functions); }
