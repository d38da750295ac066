/*
** list - lucena.List: an array that belongs to a Node, such as its comments or NAGs, or to another object.
**
** Each access reads or writes the Node. So `table.insert(node.comments, "x")` changes the game, and no change that
** a program makes to a list is lost. A List is a userdata and not a table: functions that ignore metatables (next, some
** JSON encoders) would find an empty table, but they reject a userdata. #, ipairs, pairs and the functions of `table`
** work.
** The items are read once, and stay in user value 2 until a note of the game changes. If an item changes, the whole
** list is written to the Node.
**
** The Lists of other classes are read-only: their items were computed once and are in user value 2. Changing an item
** raises an error.
*/
#include "binding.h"

typedef struct List {
  const lcb_ListKind *kind;
  bool is_read;     /* the items are in user value 2 */
  uint32_t changes; /* the number of the owner's changes when the items were read */
} List;

/* Replace the List at stack index 1 with its owner. Returns the number of the owner's changes so far. */
static uint32_t take_owner(lua_State *L, const lcb_ListKind *kind) {
  lua_getiuservalue(L, 1, 1);
  lua_replace(L, 1);
  return kind->changes(L);
}

/* Push a table with the items of the List at stack index 1. The table must not be changed. */
static const lcb_ListKind *push_items(lua_State *L) {
  List *list = lcb_self(L);
  if (!list->kind->read) {
    lua_getiuservalue(L, 1, 2);
    return list->kind;
  }
  lua_pushvalue(L, 1);
  const lcb_ListKind *kind = list->kind;
  uint32_t changes = take_owner(L, kind); /* a finalizer may change the owner while the items are read */
  int at = lua_gettop(L);
  if (list->is_read && list->changes == changes) {
    lua_getiuservalue(L, at, 2);
  } else {
    list->is_read = false;
    kind->read(L);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, at, 2);
    list->changes = changes;
    list->is_read = true;
  }
  lua_remove(L, at);
  return kind;
}

int lcb_push_list(lua_State *L, const lcb_ListKind *kind) {
  kind->changes(L);
  List *list = lua_newuserdatauv(L, sizeof *list, 2);
  *list = (List){.kind = kind};
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  luaL_setmetatable(L, LCB_LIST);
  return 1;
}

void lcb_fix_list(lua_State *L, const lcb_ListKind *kind) {
  List *list = lua_newuserdatauv(L, sizeof *list, 2);
  *list = (List){.kind = kind};
  lua_insert(L, -2);
  lua_setiuservalue(L, -2, 2);
  luaL_setmetatable(L, LCB_LIST);
}

void lcb_plain_list(lua_State *L) {
  const List *list = luaL_testudata(L, 3, LCB_LIST);
  if (!list) return;
  if (!list->kind->read) {
    lua_getiuservalue(L, 3, 2);
    lua_replace(L, 3);
    return;
  }
  lua_settop(L, 3);
  lua_getiuservalue(L, 3, 1);
  lua_insert(L, 1); /* the stack is now: the other Node, this Node, the name, the List */
  list->kind->read(L);
  lua_replace(L, 4);
  lua_remove(L, 1);
}

/* Implements list[n]; nil if there is no such item. */
static int list_item(lua_State *L) {
  lua_settop(L, 2);
  push_items(L);
  lua_rawgeti(L, 3, lua_tointeger(L, 2));
  return 1;
}

static int list_len(lua_State *L) {
  lua_settop(L, 1);
  push_items(L);
  return lcb_return_count(L, lua_rawlen(L, 2));
}

/* Implements list.name. A read-only list may have named fields, such as `total`, besides its items. */
static int list_other(lua_State *L) {
  if (push_items(L)->read) return 0;
  lua_pushvalue(L, 2);
  return lua_rawget(L, -2) != LUA_TNIL;
}

/* Implements list[n] = value. Replaces an item, adds one after the last, or removes the last item if the value is
** nil. */
static int list_newindex(lua_State *L) {
  lua_settop(L, 3);
  const lcb_ListKind *kind = ((const List *)lcb_self(L))->kind;
  if (!kind->read) return luaL_error(L, "%s field '%s' cannot be changed", kind->owner, kind->field);
  take_owner(L, kind);
  kind->read(L); /* index 4: a table that can be changed */
  if (lua_type(L, 2) == LUA_TSTRING) return luaL_error(L, LCB_LIST " has no field '%s'", lua_tostring(L, 2));
  if (!kind->write) return luaL_error(L, "%s field '%s' cannot be set", kind->owner, kind->field);
  lua_Integer count = (lua_Integer)lua_rawlen(L, 4), n = lua_isinteger(L, 2) ? lua_tointeger(L, 2) : 0;
  if (n < 1 || n > count + 1) {
    return luaL_error(L, "%s field '%s': item %s of %d cannot be set", kind->owner, kind->field,
                      luaL_tolstring(L, 2, NULL), (int)count);
  }
  if (lua_isnil(L, 3) && n < count) {
    return luaL_error(L, "%s field '%s': item %d of %d cannot be nil, use table.remove", kind->owner, kind->field,
                      (int)n, (int)count);
  }
  lua_pushvalue(L, 3);
  lua_rawseti(L, 4, n);
  lua_replace(L, 3);
  lua_pushstring(L, kind->field);
  lua_replace(L, 2);
  return kind->write(L);
}

static int next_item(lua_State *L) {
  lua_Integer n = luaL_checkinteger(L, 2) + 1;
  lua_settop(L, 1);
  lua_pushinteger(L, n);
  lua_geti(L, 1, n);
  return lua_isnil(L, 3) ? 1 : 2;
}

static int list_pairs(lua_State *L) {
  lcb_self(L);
  lua_settop(L, 1);
  lua_pushcfunction(L, next_item);
  lua_insert(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

static int list_tostring(lua_State *L) {
  lua_settop(L, 1);
  const lcb_ListKind *kind = push_items(L);
  lua_pushfstring(L, LCB_LIST ": %s (%d)", kind->field, (int)lua_rawlen(L, 2));
  return 1;
}

static const luaL_Reg list_metamethods[] = {
    {"__len", list_len}, {"__pairs", list_pairs}, {"__tostring", list_tostring}, {NULL, NULL},
};

void lcb_open_list(lua_State *L) {
  static const lcb_Class class = {
      .name = LCB_LIST, .item = list_item, .newitem = list_newindex, .other = list_other,
      .metamethods = list_metamethods};
  lcb_class(L, &class);
  lua_pop(L, 1);
}
