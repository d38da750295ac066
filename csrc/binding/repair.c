/*
** repair - see repair.h.
*/
#include "repair.h"

#include <errno.h>
#include <string.h>

#include "../notation/codes.h"
#include "../pgn/encoding.h"

enum { BLOCK = 1 << 16 };

void lcb_repair_open(lua_State *L, lcb_Repair *repair, lc_Source *source) {
  lcb_push_function(L, "lucena.pasted", "stage");
  lua_call(L, 0, 1);
  lua_setiuservalue(L, 1, LCB_REPAIR_STAGE);
  *repair = (lcb_Repair){.source = source};
}

void lcb_repair_close(lua_State *L, lcb_Repair *repair) {
  repair->piece.left = 0;
  repair->has_ended = true;
  lua_pushnil(L);
  lua_setiuservalue(L, 1, LCB_REPAIR_STAGE);
}

/* Push a method of the stage of the reader at index 1, and the stage. */
static void push_method(lua_State *L, const char *name) {
  lua_getiuservalue(L, 1, LCB_REPAIR_STAGE);
  lua_getfield(L, -1, name);
  lua_insert(L, -2);
}

/* Read a block and repair it. Called in protected mode, with the reader at index 1 and the lcb_Repair at index 2. */
static int repair_block(lua_State *L) {
  lcb_Repair *repair = lua_touserdata(L, 2);
  lc_Source *source = repair->source;
  luaL_Buffer b;
  push_method(L, "repair");
  char *block = luaL_buffinitsize(L, &b, BLOCK);
  size_t size = lc_source_read(source, block, BLOCK);
  repair->taken += source->utf16 ? 2 * lc_utf16_units(block, size) : size;
  luaL_pushresultsize(&b, size);
  if (size == 0 && source->error) return 0;
  if (size == 0) {
    lua_pop(L, 1);
    lua_pushnil(L);
  }
  lua_pushboolean(L, source->utf16 != NULL);
  lua_call(L, 3, 1);
  lcb_Piece piece;
  piece.at = lua_tolstring(L, -1, &piece.left);
  lua_getiuservalue(L, 1, LCB_REPAIR_STAGE);
  lua_insert(L, -2);
  lua_setfield(L, -2, "piece");
  repair->piece = piece;
  repair->has_ended = size == 0;
  return 0;
}

/* Get the next repaired text. A failure is raised again, and ends the source. */
static void refill(lua_State *L, lcb_Repair *repair) {
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  lua_pushcfunction(L, repair_block);
  lua_pushvalue(L, 1);
  lua_pushlightuserdata(L, repair);
  if (lua_pcall(L, 2, 0, 0) == LUA_OK) return;
  repair->piece.left = 0;
  repair->source->error = EIO;
  repair->source->problem = "the repair of pasted text failed";
  lua_error(L);
}

size_t lcb_repair_read(lua_State *L, lcb_Repair *repair, char *buffer, size_t size) {
  while (repair->piece.left == 0 && !repair->has_ended && !repair->source->error) refill(L, repair);
  return lcb_piece_take(&repair->piece, buffer, size);
}

bool lcb_repair_change(lua_State *L, uint64_t offset, lcb_Remark *remark) {
  size_t size;
  push_method(L, "change");
  lua_pushinteger(L, (lua_Integer)offset);
  lua_call(L, 2, 5);
  if (lua_isnil(L, -5)) return false;
  *remark = (lcb_Remark){.code = LC_D_REPAIRED_TEXT, .detail = "removed"};
  remark->place.line = (uint64_t)lua_tointeger(L, -5);
  remark->place.column = (uint64_t)lua_tointeger(L, -4);
  remark->place.offset = (uint64_t)lua_tointeger(L, -3);
  remark->token = lua_tolstring(L, -2, &remark->token_size);
  const char *by = lua_tolstring(L, -1, &size);
  if (size == 0) return true;
  lcb_push_token(L, by, size);
  remark->detail = lua_pushfstring(L, "read as %s", lua_tostring(L, -1));
  lua_replace(L, -3); /* the detail takes the place of `by` */
  lua_pop(L, 1);
  return true;
}
