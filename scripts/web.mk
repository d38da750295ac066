# WebAssembly, for pages and for node. Debian's emscripten compiles the core, the binding, and Lua and the compression
# libraries from Debian's source packages, which scripts/dev/debian-sources unpacks into build/debian.

# PORTABLE=1 builds without the vector instructions of WebAssembly, in folders of its own.
WASM := build/wasm$(if $(PORTABLE),-portable)
SOURCES_OF := build/debian
# Without a folder of Debian's packages for node, node of another source does not find emscripten's helpers.
EM := NODE_PATH=$${NODE_PATH:-/usr/share/nodejs}
EMCC := $(EM) emcc
# emcc takes half a second for each file, so clang is called directly, with the flags that emcc gives it. CCACHE=ccache
# shares the results with other builds. em-config takes as long as a compilation, so it is asked once, when it is needed.
WASM_CLANG = $(eval WASM_CLANG := $$(shell em-config LLVM_ROOT)/clang-$$(shell em-config CLANG_ADD_VERSION))$(WASM_CLANG)
WASM_CC ?= $(CCACHE) $(WASM_CLANG)
WASM_FLAGS := -O3 $(if $(PORTABLE),,-msimd128) -sSUPPORT_LONGJMP=wasm -fvisibility=hidden -DNDEBUG -DLC_RELEASE
EMFLAGS = $(eval EMFLAGS := $$(shell $(EM) emcc --cflags $(WASM_FLAGS)))$(EMFLAGS)

third = $(addprefix $(SOURCES_OF)/,$(1))
WASM_LUA  := $(filter-out %/lua.c %/luac.c,$(wildcard $(call third,lua5.4/src/*.c)))
WASM_ZLIB := $(wildcard $(patsubst %,$(call third,zlib/%.c),adler32 crc32 inffast inflate inftrees zutil))
WASM_ZSTD := $(wildcard $(call third,libzstd/lib/common/*.c libzstd/lib/decompress/*.c))
WASM_BZ2  := $(wildcard $(patsubst %,$(call third,bzip2/%.c),bzlib compress crctable decompress huffman randtable blocksort))
WASM_THIRD := $(WASM_LUA) $(WASM_ZLIB) $(WASM_ZSTD) $(WASM_BZ2)
WASM_PROGRAM := embedded wasm wasm_system main
WASM_OBJECTS := $(SOURCES:csrc/%.c=$(WASM)/obj/%.o) $(WASM_PROGRAM:%=$(WASM)/obj/program/%.o) \
  $(WASM_THIRD:$(SOURCES_OF)/%.c=$(WASM)/obj/third/%.o) $(WASM)/obj/program/modules.o

WASM_INCLUDES := -I$(WASM)/include $(addprefix -I,$(call third,lua5.4/src zlib libzstd/lib bzip2))
WASM_HAS := -DLC_HAS_ZLIB -DLC_HAS_ZSTD -DLC_HAS_BZ2
# Debian's Lua has paths with the name of the machine; its build writes this header.
MULTIARCH := $(WASM)/include/lua5.4-deb-multiarch.h
$(MULTIARCH):
	@mkdir -p $(@D)
	@echo '#define DEB_HOST_MULTIARCH "wasm32-emscripten"' > $@
$(WASM_OBJECTS): $(MULTIARCH)

$(WASM)/obj/%.o: csrc/%.c
	@mkdir -p $(@D)
	$(call show,$(WASM_CC) $(EMFLAGS) -std=c11 $(WARNINGS) $(CPPDEFS) $(WASM_HAS) $(WASM_INCLUDES) -MMD -MP -c -o $@ $<,  wasm $<)

# LUA_USE_POSIX gives Lua mkstemp() and quick reading, which emscripten has, but also popen(), which it lacks.
$(WASM)/obj/third/lua5.4/src/loslib.o: LEVEL = -DLUA_USE_POSIX
# Compressed files are rare; -Os makes the page smaller.
$(WASM)/obj/third/libzstd/%.o: LEVEL = -DZSTD_DISABLE_ASM -DDEBUGLEVEL=0 -Os
$(WASM)/obj/third/bzip2/%.o: LEVEL = -DBZ_NO_STDIO -Os
$(WASM)/obj/third/%.o: $(SOURCES_OF)/%.c scripts/web.mk
	@mkdir -p $(@D)
	$(call show,$(WASM_CC) $(EMFLAGS) -std=gnu11 -w $(WASM_INCLUDES) $(LEVEL) -c -o $@ $<,  wasm $<)

$(WASM)/modules.bin: scripts/lucena $(LUA_FILES) scripts/dev/bundle.lua scripts/web.mk
	@mkdir -p $(@D)
	$(call show,$(LUA) scripts/dev/bundle.lua $@ scripts/lucena $(LUA_FILES),  bundle -> $@)
$(WASM)/obj/program/modules.o: csrc/program/modules.c $(WASM)/modules.bin
	@mkdir -p $(@D)
	$(call show,$(WASM_CC) $(EMFLAGS) -Wa$(comma)-I$(WASM) -c -o $@ $<,  emcc $<)

-include $(wildcard $(WASM)/obj/*/*.d)

# Lua reaches neither the script of the page nor the network: nothing here evaluates text.
WASM_LINK := -sMODULARIZE=1 -sEXPORT_NAME=createLucena -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=33554432 \
  -sMAXIMUM_MEMORY=2147483648 -sTOTAL_STACK=1048576 -sFORCE_FILESYSTEM=1 -sDYNAMIC_EXECUTION=0 -sINVOKE_RUN=0 \
  -sINCOMING_MODULE_JS_API=wasmBinary,print,printErr,arguments,thisProgram,preRun,onExit,quit \
  -sEXPORTED_FUNCTIONS=_main,_malloc,_free,_lucena_call,_lucena_result,_lucena_result_size \
  --js-library csrc/program/wasm_library.js --post-js csrc/program/wasm_call.js
WASM_SCRIPTS := csrc/program/wasm_library.js csrc/program/wasm_call.js csrc/program/wasm_node.js
$(WASM)/core.js: $(WASM_OBJECTS) $(WASM_SCRIPTS)
	$(call show,$(EMCC) $(WASM_FLAGS) $(WASM_LINK) -sENVIRONMENT=web$(comma)worker \
	  -sEXPORTED_RUNTIME_METHODS=FS$(comma)WORKERFS -lworkerfs.js -o $@ $(WASM_OBJECTS),  emcc -> $@)

# For node, with the files of the system.
$(WASM)/node/core.js: $(WASM_OBJECTS) $(WASM_SCRIPTS)
	@mkdir -p $(@D)
	$(call show,$(EMCC) $(WASM_FLAGS) $(WASM_LINK) -sENVIRONMENT=node -sEXIT_RUNTIME=1 -sNODERAWFS=1 -sNODEJS_CATCH_EXIT=0 \
	  -sNODEJS_CATCH_REJECTION=0 -sEXPORTED_RUNTIME_METHODS=FS$(comma)callMain --post-js csrc/program/wasm_node.js -o $@ \
	  $(WASM_OBJECTS),  emcc -> $@)

web-core: ## build build/web/core.wasm and core.js: the core and lua/ as WebAssembly, for pages
	@scripts/bootstrap web && scripts/dev/debian-sources $(SOURCES_OF) lua5.4 zlib libzstd bzip2
	@$(MAKE_HERE) $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS)) $(WASM)/core.js
	@mkdir -p build/web && cp $(WASM)/core.js $(WASM)/core.wasm build/web

# The page is one file: scripts/dev/gen_web.lua puts the core, the scripts and the styles into it.
web: web-core ## write build/web/lucena.html, the page for browsers, as one file
	@$(BUILD_ALL)
	@scripts/dev/with-build $(LUA) scripts/dev/gen_web.lua build/web

# The version is that of lua/lucena/init.lua.
NPM := build/npm$(if $(PORTABLE),-portable)
npm: ## build build/npm/lucena-VERSION.tgz: the command and functions for node, to install with npm
	@scripts/bootstrap web && scripts/dev/debian-sources $(SOURCES_OF) lua5.4 zlib libzstd bzip2
	@$(MAKE_HERE) $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS)) $(WASM)/node/core.js
	@rm -rf $(NPM) && mkdir -p $(NPM)/package
	@cp -R npm/. LICENSE $(WASM)/node/core.js $(WASM)/node/core.wasm $(NPM)/package
	@version=$$(sed -n 's/^.*VERSION = "\([0-9][^"]*\)".*/\1/p' lua/lucena/init.lua | head -n 1) && \
	  sed -i "s/@VERSION@/$$version/" $(NPM)/package/package.json
	@cd $(NPM)/package && npm pack --silent --pack-destination .. >/dev/null
	@ls -l $(NPM)/*.tgz | awk '{ printf "  %s: %.1f MB\n", $$NF, $$5 / 1e6 }'

WEB_SPECS ?= native_only chess/ notation/ pgn/ dialect/ match/ unwinding
test-web: npm ## run the specs of rules, notation, PGN, dialects and queries under node: the same counts
	@scripts/bootstrap test
	@$(BUILD_ALL)
	@$(MAKE_HERE) npm PORTABLE=1
	@scripts/dev/with-build $(LUA) scripts/dev/web_variants.lua build/npm/package build/npm-portable/package
	@scripts/dev/spec-web $(WEB_SPECS)

same-bytes: npm web ## build the page and the package for node again in another folder: the same bytes
	@scripts/dev/same-bytes

.PHONY: web web-core npm test-web same-bytes
