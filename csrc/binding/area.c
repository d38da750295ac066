/*
** area - lucena.Area: memory shared with worker processes. Internal: workers put the texts of their answers there.
**
** A worker writes a text to a slot of the Area, and sends the number of the slot and the size. Here, the text becomes
** a Text, which a Writer writes without a copy. When the text is no longer needed, Area:release lets another text have
** the slot. Using the old Text then raises an error.
*/
#include "area.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

typedef struct Text {
  size_t slot, size;
  unsigned use;
} Text;

/* ---- Text ---- */

void lcb_push_text(lua_State *L, int index, size_t slot, size_t size) {
  index = lua_absindex(L, index);
  const lcb_Area *area = lua_touserdata(L, index);
  Text *text = lua_newuserdatauv(L, sizeof *text, 1);
  *text = (Text){.slot = slot, .size = size, .use = area->uses[slot]};
  luaL_setmetatable(L, LCB_TEXT);
  lua_pushvalue(L, index);
  lua_setiuservalue(L, -2, 1);
}

const char *lcb_test_text(lua_State *L, int index, size_t *size) {
  const Text *text = luaL_testudata(L, index, LCB_TEXT);
  if (!text) return NULL;
  lua_getiuservalue(L, index, 1);
  const lcb_Area *area = lua_touserdata(L, -1);
  lua_pop(L, 1); /* the Text refers to the Area */
  if (!area->shared.bytes || area->uses[text->slot] != text->use) luaL_error(L, "the text was released");
  *size = text->size;
  return lc_area_slot(&area->shared, text->slot);
}

/***
The text as a string.
@field Text.text string
@usage local a = require("lucena.core").area(1); return #(a and a:text(0, 2).text or "e4")  --> 2
*/
static int get_text(lua_State *L) {
  size_t size;
  const char *bytes = lcb_test_text(L, 1, &size);
  lua_pushlstring(L, bytes, size);
  return 1;
}

/***
The number of the slot, from 0.
@field Text.slot integer
@usage local a = require("lucena.core").area(2); return a and a:text(1, 0).slot or 1  --> 1
*/
static int get_slot(lua_State *L) {
  const Text *text = lcb_self(L);
  return lcb_return_count(L, text->slot);
}

/***
The size in bytes.
@field Text.size integer
@usage local a = require("lucena.core").area(2); return a and a:text(1, 7).size or 7  --> 7
*/
static int get_size(lua_State *L) {
  const Text *text = lcb_self(L);
  return lcb_return_count(L, text->size);
}

static const luaL_Reg text_getters[] = {{"slot", get_slot}, {"size", get_size}, {"text", get_text}, {NULL, NULL}};

/* ---- Area ---- */

static size_t check_slot(lua_State *L, int arg, const lcb_Area *area) {
  lua_Integer slot = luaL_checkinteger(L, arg);
  if (!area->shared.bytes) luaL_error(L, "the area is closed");
  luaL_argcheck(L, slot >= 0 && (size_t)slot < area->shared.slots, arg, "a slot of the area");
  return (size_t)slot;
}

lcb_Area *lcb_check_area(lua_State *L, int arg, size_t *slot) {
  lcb_Area *area = luaL_checkudata(L, arg, LCB_AREA);
  *slot = check_slot(L, arg + 1, area);
  return area;
}

/***
Create memory that child processes can write to, or open that of the parent process.
@function core.area
@param slots integer
@param descriptor? integer in a child: `descriptor` of the parent's Area, which is closed
@return Area? area nil if the system has no such memory; texts then have to be sent
@return string? err
@usage local a, err = require("lucena.core").area(2); return a ~= nil or err ~= nil  --> true
*/
static int core_area(lua_State *L) {
  enum { MOST = 1 << 16 };
  lua_Integer slots = luaL_checkinteger(L, 1), descriptor = luaL_optinteger(L, 2, -1);
  luaL_argcheck(L, slots > 0 && slots <= MOST, 1, "slots from 1 to 65536");
  luaL_argcheck(L, descriptor >= -1 && descriptor <= INT_MAX, 2, "a descriptor");
  size_t size = (size_t)slots * sizeof(unsigned);
  lua_settop(L, 2);
  lcb_Area *area = lua_newuserdatauv(L, sizeof *area + size, 0);
  lc_area_init(&area->shared);
  memset(area->uses, 0, size);
  luaL_setmetatable(L, LCB_AREA);
  bool done = lua_isnil(L, 2) ? lc_area_create(&area->shared, (size_t)slots)
                                    : lc_area_inherit(&area->shared, (size_t)slots, (int)descriptor);
  if (done) return 1;
  lua_pushnil(L);
  lua_pushstring(L, strerror(errno));
  return 2;
}

/***
Return the text at the beginning of a slot.
@function Area:text
@param slot integer from 0
@param size integer in bytes
@return Text
@usage local a = require("lucena.core").area(1); return a and #a:text(0, 3).text or 3  --> 3
*/
static int area_text(lua_State *L) {
  size_t slot;
  lcb_check_area(L, 1, &slot);
  lua_Integer size = luaL_checkinteger(L, 3);
  luaL_argcheck(L, size >= 0 && size <= LC_SLOT_SIZE, 3, "the size of a slot at most");
  lcb_push_text(L, 1, slot, (size_t)size);
  return 1;
}

/***
End the use of the texts of a slot.
@function Area:release
@param slot integer from 0
@usage local a = require("lucena.core").area(1); if a then a:release(0) end
*/
static int area_release(lua_State *L) {
  size_t slot;
  lcb_check_area(L, 1, &slot)->uses[slot]++;
  return 0;
}

/***
Close the memory. Closing again does nothing.
@function Area:close
@usage local a = require("lucena.core").area(1); if a then a:close() end
*/
static int area_close(lua_State *L) {
  lcb_Area *area = lcb_self(L);
  lc_area_close(&area->shared);
  return 0;
}

/***
The number of the descriptor that children inherit: see core.process.
@field Area.descriptor integer
@usage local a = require("lucena.core").area(1); return not a or a.descriptor > 2  --> true
*/
static int get_descriptor(lua_State *L) {
  const lcb_Area *area = lcb_self(L);
  lua_pushinteger(L, area->shared.heir);
  return 1;
}

static const luaL_Reg area_methods[] = {
    {"close", area_close}, {"release", area_release}, {"text", area_text}, {NULL, NULL},
};

static const luaL_Reg area_getters[] = {{"descriptor", get_descriptor}, {NULL, NULL}};

static const luaL_Reg area_metamethods[] = {{"__close", area_close}, {"__gc", area_close}, {NULL, NULL}};

static const luaL_Reg text_metamethods[] = {{NULL, NULL}};

static const luaL_Reg area_functions[] = {{"area", core_area}, {NULL, NULL}};

void lcb_open_area(lua_State *L) {
  static const lcb_Class text = {.name = LCB_TEXT, .getters = {text_getters}, .metamethods = text_metamethods};
  static const lcb_Class class = {.name = LCB_AREA,
                                  .methods = {area_methods},
                                  .getters = {area_getters},
                                  .metamethods = area_metamethods};
  lcb_class(L, &text);
  lua_setfield(L, -2, "Text");
  lcb_class(L, &class);
  lua_setfield(L, -2, "Area");
  lcb_functions(L, area_functions);
}
