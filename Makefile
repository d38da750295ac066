# Lucena's build. GNU make; `make help` lists the targets.
#
# All built files are in $(BUILD). Builds with other flags use another BUILD, so that a sanitizer build never shares an
# object file with the usual build.

BUILD  ?= build
PREFIX ?= /usr/local
LUADIR ?= $(PREFIX)/share/lua/5.4
LIBDIR ?= $(PREFIX)/lib/lua/5.4
BINDIR ?= $(PREFIX)/bin
SHAREDIR ?= $(PREFIX)/share

# The interpreter's name must include the version, because on many systems `lua` is another version.
LUA ?= lua5.4
T   ?= 30# seconds for each fuzz target

# ---- compiler --------------------------------------------------------------------------------

CFLAGS  ?= -O2
LDFLAGS ?=
LIBFLAG ?= $(if $(filter Darwin,$(OS_NAME)),-bundle -undefined dynamic_lookup,-shared)
OS_NAME := $(shell uname -s)

# The folder of lua.h: from pkg-config if it finds Lua, else one of the usual folders.
ifndef LUA_INCDIR
LUA_INCDIR := $(firstword \
  $(patsubst -I%,%,$(shell pkg-config --cflags-only-I lua5.4 2>/dev/null || \
                           pkg-config --cflags-only-I lua54 2>/dev/null)) \
  $(patsubst %/lua.h,%,$(wildcard $(addsuffix /lua.h,/usr/include/lua5.4 /usr/include/lua54 \
                                  /usr/local/include/lua5.4 /usr/local/include /usr/include))))
endif

comma := ,
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wundef \
  -Wswitch-enum

# Only POSIX 2008 is allowed, so that the use of a BSD or GNU extension fails on every system. A file that needs an
# extension defines the macro itself and gives the reason.
CPPDEFS := -D_POSIX_C_SOURCE=200809L
# Hardening of release builds: stack protector, checked copy functions, and read-only relocations. Sanitizer builds are
# not hardened, because sanitizers detect more errors.
IS_RELEASE := $(if $(findstring -fsanitize,$(CFLAGS)),,$(filter -O2 -O3,$(CFLAGS)))
HARD_C  := $(if $(IS_RELEASE),-DLC_RELEASE -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
HARD_LD := $(if $(IS_RELEASE),$(if $(filter Darwin,$(OS_NAME)),,-Wl$(comma)-z$(comma)relro$(comma)-z$(comma)now))
# All functions are bound when the module is loaded (-z now). So calls of Lua's functions need no detour through a
# table of jumps. Loops in Lua over positions take 6 % less time.
DIRECT_C := $(if $(HARD_LD),-fno-plt)
C_FLAGS  = -std=c11 $(WARNINGS) $(if $(WERROR),-Werror) $(CFLAGS) $(HARD_C) $(DIRECT_C) -fPIC -fvisibility=hidden \
           $(CPPDEFS) $(HAS) $(INCLUDES) $(CPPFLAGS)

# zlib, libzstd, libbz2, GNU readline and libfathom are used if a test program with them can be built;
# `make NO_ZSTD=1` builds without one. A positive result is stored in $(BUILD). A negative result is not stored, because
# the user may install the library. Targets that do not build the module themselves do not make this test, because the
# compiler may be missing until scripts/bootstrap has run.
HAS :=
LIBRARIES :=
hash := \#
ask = $(if $(NO_$(1)),,$(shell f=$(BUILD)/has/$(1); test -f $$f || { mkdir -p $(BUILD)/has && \
  printf '$(hash)include <$(2)>\nint main(void) { return $(3) == 0; }\n' >$$f.c && \
  $(CC) $(CFLAGS) $(CPPFLAGS) -o $$f.try $$f.c $(LDFLAGS) $(4) 2>/dev/null && mv $$f.try $$f; } && echo y))
library = $(if $(call ask,$(1),$(2),$(3),$(4)),$(eval HAS += -DLC_HAS_$(1) $(filter -I%,$(4)))$(eval LIBRARIES += \
  $(filter-out -I%,$(4))))

DO_NOT_ASK := run test test-% lint asan fuzz oom iofail coverage check mutate soak storm bench gates docs library rock rockspec \
  static web web-core npm deb uninstall dist release distcheck clean help
ifneq ($(filter-out $(DO_NOT_ASK),$(or $(MAKECMDGOALS),all)),)
$(call library,ZLIB,zlib.h,zlibVersion(),-lz)
$(call library,ZSTD,zstd.h,ZSTD_versionNumber() + ZSTD_d_windowLogMax,\
  $(or $(shell pkg-config --cflags --libs libzstd 2>/dev/null),-lzstd))
$(call library,BZ2,bzlib.h,BZ2_bzlibVersion(),-lbz2)
# Only this module is linked with readline, because readline is under the GPL, and Lucena is under the MIT licence.
READLINE := $(if $(call ask,READLINE,stdio.h>\n$(hash)include <readline/readline.h,rl_pending_signal(),-lreadline),\
  $(BUILD)/lucena/readline.so)
SYZYGY := $(if $(call ask,FATHOM,tbprobe.h,tb_init(0),-lfathom),$(BUILD)/lucena/syzygy.so)
endif

# ---- sources ---------------------------------------------------------------------------------

CORE    := chess notation pgn match index opening
FOLDERS := $(CORE) io binding
# syzygy.c is a separate module, because it needs libfathom.
SOURCES := $(filter-out csrc/binding/syzygy.c,$(wildcard $(FOLDERS:%=csrc/%/*.c)))
HEADERS := $(wildcard csrc/base/*.h $(FOLDERS:%=csrc/%/*.h))
OBJECTS := $(SOURCES:csrc/%.c=$(BUILD)/obj/%.o)
CORE_OBJECTS := $(filter $(CORE:%=$(BUILD)/obj/%/%),$(OBJECTS))
LUA_FILES := $(shell find lua/lucena -name '*.lua' 2>/dev/null | LC_ALL=C sort)
MODULE  := $(BUILD)/lucena/core.so

# *_v3.c and *_v4.c are the hot loops for newer x86-64 machines; a variant is chosen at run time. On other machines, or
# with a compiler that does not support the level, these files compile to nothing.
ifneq ($(filter x86_64% amd64%,$(shell $(CC) -dumpmachine 2>/dev/null)),)
march = $(if $(shell $(CC) -march=$(1) -E -x c /dev/null >/dev/null 2>&1 && echo y),-march=$(1))
$(BUILD)/obj/%_v3.o: LEVEL = $(call march,x86-64-v3)
$(BUILD)/obj/%_v4.o: LEVEL = $(call march,x86-64-v4)
endif

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
export LUA BUILD

all: $(MODULE) $(READLINE) $(SYZYGY) ## build the C core, with line editing and tablebases if their libraries exist

# Each step prints one short line. `make V=1` prints the whole command.
show = $(if $(V),$(1),@$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,echo "$(2)";) $(1))

# The progress of a first build: the number of files compiled so far, and the number of files to compile.
ABSENT := $(filter-out $(wildcard $(OBJECTS)),$(OBJECTS))
progress = $(if $(filter $@,$(ABSENT)),$(eval BEGUN += $@)[$(words $(BEGUN)) of $(words $(ABSENT))] )

# The module is linked under another name and then renamed, so that a process that has loaded the old module can still
# use it.
$(MODULE): $(OBJECTS) $(BUILD)/sources
	@mkdir -p $(@D)
	$(call show,$(CC) $(CFLAGS) $(LDFLAGS) $(HARD_LD) $(LIBFLAG) -o $@.new $(OBJECTS) $(LIBRARIES) $(LDLIBS),  $(CC) -> $(MODULE))
	@mv -f $@.new $@

$(BUILD)/lucena/readline.so: $(BUILD)/obj/repl/readline.o
	@mkdir -p $(@D)
	$(call show,$(CC) $(CFLAGS) $(LDFLAGS) $(HARD_LD) $(LIBFLAG) -o $@.new $< -lreadline $(LDLIBS),  $(CC) -> $@)
	@mv -f $@.new $@

# libfathom keeps memory until the end of the program. If the module were unloaded, a leak detector would report this
# memory. So the module is never unloaded.
STAY := $(if $(filter Darwin,$(OS_NAME)),,-Wl,-z,nodelete)
$(BUILD)/lucena/syzygy.so: $(BUILD)/obj/binding/syzygy.o
	@mkdir -p $(@D)
	$(call show,$(CC) $(CFLAGS) $(LDFLAGS) $(HARD_LD) $(LIBFLAG) $(STAY) -o $@.new $< -lfathom $(LDLIBS),  $(CC) -> $@)
	@mv -f $@.new $@

$(BUILD)/obj/binding/%.o $(BUILD)/obj/repl/%.o: INCLUDES = -I$(LUA_INCDIR)

$(BUILD)/obj/%.o: csrc/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call show,$(CC) $(C_FLAGS) $(LEVEL) -MMD -MP -c -o $@ $<,  $(progress)$(CC) $<)

# These files change only when the flags or the list of sources change. All files are then compiled or linked again. A
# missing compiler or header is reported here, before the first file is compiled.
INCLUDED := stdio.h lua.h
CAN_COMPILE = printf '$(hash)include <%s>\n' $(INCLUDED) | $(CC) $(CPPFLAGS) $(LUA_INCDIR:%=-I%) -E -x c - >/dev/null 2>&1
$(BUILD)/flags: SAYS := $(CC) $(filter-out -Werror,$(C_FLAGS)) $(LDFLAGS) $(LIBFLAG) $(LIBRARIES) $(LDLIBS) $(LUA_INCDIR)
$(BUILD)/sources: SAYS := $(SOURCES)
$(BUILD)/flags $(BUILD)/sources: FORCE
	@$(CAN_COMPILE) || { scripts/bootstrap -n build && \
	  echo "make: $(CC) does not find $(INCLUDED) (LUA_INCDIR=$(LUA_INCDIR))" >&2; exit 1; }
	@mkdir -p $(@D)
	@printf '%s\n' '$(SAYS)' | cmp -s - $@ || printf '%s\n' '$(SAYS)' > $@

-include $(OBJECTS:.o=.d) $(BUILD)/obj/repl/readline.d $(BUILD)/obj/binding/syzygy.d

# ---- the program of one file -----------------------------------------------------------------

# lucena with Lua, all modules and all libraries in one file, linked with the static libraries (*.a) of the system. It
# does not need anything else, not even a C library. Without readline (make static NO_READLINE=1) its licence is MIT.
STATIC := $(BUILD)/static
STATIC_LIBRARIES = $(LIBRARIES) $(if $(READLINE),-lreadline -ltinfo) -llua5.4 -lm
static: ## build build/static/lucena: one file that needs no other, for any Linux of this processor
	@scripts/bootstrap run
	@$(MAKE_HERE) $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS)) $(STATIC)/lucena
	@ls -l $(STATIC)/lucena | awk '{ printf "  %s: %.1f MB\n", $$NF, $$5 / 1e6 }'

$(STATIC)/modules.o: scripts/lucena $(LUA_FILES) scripts/dev/bundle.lua
	@mkdir -p $(@D)
	$(call show,$(LUA) scripts/dev/bundle.lua $(@D)/modules.bin scripts/lucena $(LUA_FILES),  bundle -> $(@D)/modules.bin)
	@cd $(@D) && ld -r -b binary -z noexecstack -o modules.o modules.bin

# glibc warns that functions such as getpwnam() read the C library's files at run time. Without these files, readline
# expands no ~NAME, and everything else works.
$(STATIC)/lucena: csrc/program/main.c csrc/program/embedded.c $(OBJECTS) $(READLINE) $(BUILD)/sources $(STATIC)/modules.o
	$(call show,$(CC) $(C_FLAGS) $(if $(READLINE),-DLC_HAS_READLINE) -I$(LUA_INCDIR) $(LDFLAGS) -static \
	  -Wl$(comma)--no-warnings -o $@ $(filter %.c,$^) $(OBJECTS) $(if $(READLINE),$(BUILD)/obj/repl/readline.o) $(STATIC)/modules.o \
	  $(STATIC_LIBRARIES),  $(CC) -> $@)

include scripts/web.mk

# ---- using and testing -----------------------------------------------------------------------

# Recipes call make again to build, because the compiler may be missing until scripts/bootstrap has run.
MAKE_HERE = $(MAKE) --no-print-directory
JOBS := $(shell nproc 2>/dev/null || echo 2)
BUILD_ALL = $(MAKE_HERE) $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS)) all

run: ## install what is missing, build, and tour the sample database
	@scripts/bootstrap run
	@$(BUILD_ALL)
	@scripts/dev/with-build $(LUA) scripts/lucena run scripts/examples/tour.lua spec/data/sample/sample.pgn

test: ## install what is missing, build, and run every spec
	@scripts/bootstrap test
	@$(BUILD_ALL)
	@scripts/dev/spec

test-%: ## run the specs whose file names begin with NAME: make test-fen
	@scripts/bootstrap test
	@$(BUILD_ALL)
	@scripts/dev/spec $*

# The usual specs run only the best variant of the hot loops that the machine supports, so the portable variants need a
# separate run.
test-portable: ## run the specs of rules, notation, PGN and queries on the portable variants of the hot loops
	@scripts/bootstrap test
	@$(BUILD_ALL)
	@LUCENA_CPU=base scripts/dev/spec chess/ notation/ pgn/ match/

# These builds run few specs, so compiling them with optimisation would take longer than it saves.
# If both hashes have 12 bits, some positions collide, which an index reports as damage. So the seed is fixed there, and
# specs that take positions of all games are not run.
INDEX_SPECS := index filter_index report_index
test-index-hashes: ## run the specs of indexes with builds whose hashes of positions are cut to 12 bits
	@$(MAKE_HERE) BUILD=build/hash12-64 KEY_BITS=12 CHECK_BITS=64 MORE=changed_index index-hashes
	@$(MAKE_HERE) BUILD=build/hash12-12 KEY_BITS=12 CHECK_BITS=12 index-hashes

index-hashes:
	@$(BUILD_ALL) CFLAGS='-O0 -D"LC_INLINE=static inline"' CPPFLAGS="$(CPPFLAGS) -DLC_INDEX_KEY_BITS=$(KEY_BITS) -DLC_INDEX_CHECK_BITS=$(CHECK_BITS)"
	@LUCENA_SEED=1 LUCENA_INDEX_BITS="$(KEY_BITS) $(CHECK_BITS)" scripts/dev/spec $(INDEX_SPECS) $(MORE)

test-processors: ## build the core for i686, aarch64 and musl, and run its tests in C; reject s390x (needs qemu)
	@scripts/bootstrap processors
	@scripts/dev/processors

# The core without the binding, and its tests in C without libFuzzer.
$(BUILD)/core.a: $(CORE_OBJECTS)
	@rm -f $@ && ar rcs $@ $(CORE_OBJECTS)

CORPORA := fen san epd epd_lines pgn setup writer dialect illegal index sort
$(CORPORA:%=$(BUILD)/corpus_%): $(BUILD)/corpus_%: ctest/fuzz_%.c ctest/corpus.c $(wildcard ctest/*.h) $(BUILD)/core.a
	$(call show,$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $(filter %.c %.a,$^),  $(CC) -> $@)

$(BUILD)/processor: ctest/processor.c $(BUILD)/core.a
	$(call show,$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $^,  $(CC) -> $@)

core-tests: $(CORPORA:%=$(BUILD)/corpus_%) $(BUILD)/processor

test-distributed: ## test distributed reading with GNU parallel, ssh and Slurm, all on this machine
	@$(BUILD_ALL)
	@scripts/dev/distributed

size: ## print the lines of the source, the words of the pages and the number of options
	@$(BUILD_ALL)
	@scripts/dev/size

lint: ## check style, layers, headers, symbols, warnings and hygiene
	@scripts/bootstrap check
	@find lua spec $(wildcard bench scripts/examples) scripts/dev scripts/lucena rockspec \
	  -name '*.lua' -o -path scripts/lucena | xargs -P $(JOBS) -n 130 luacheck --quiet
	$(LUA) scripts/dev/layers.lua
	$(LUA) scripts/dev/calls.lua
	@for cc in gcc clang; do $(MAKE_HERE) -s warnings CC=$$cc || exit 1; done
	@$(BUILD_ALL) -s WERROR=1
	@echo "warnings: none from gcc and clang; each header compiles alone"
	@$(LUA) scripts/dev/symbols.lua $(CORE_OBJECTS) $(MODULE)
	$(LUA) scripts/dev/tables.lua
	$(LUA) scripts/dev/hygiene.lua
	$(LUA) scripts/dev/results.lua
	@scripts/dev/with-build $(LUA) scripts/dev/spellings.lua
	$(LUA) scripts/dev/seeds.lua
	$(LUA) scripts/dev/rooms.lua
	$(LUA) scripts/dev/links.lua
	$(LUA) scripts/dev/words.lua
	@codespell && echo "codespell: no misspelling"
	$(LUA) scripts/dev/gen_rockspec.lua --check
	$(LUA) scripts/dev/gen_luacats.lua --check
	@$(LUA) scripts/dev/gen_core_help.lua | cmp -s - lua/lucena/core_help.lua || \
	  { echo "lua/lucena/core_help.lua is not what \`make library\` writes" >&2; exit 1; }
	@$(LUA) scripts/dev/gen_members.lua | cmp -s - docs/library.md || \
	  { echo "docs/library.md is not what \`make library\` writes" >&2; exit 1; }
	@$(LUA) scripts/dev/gen_live.lua | cmp -s - lua/lucena/render/live.lua || \
	  { echo "lua/lucena/render/live.lua is not what \`make library\` writes" >&2; exit 1; }
	@if command -v tsc >/dev/null; then tsc -p web && echo "tsc: the scripts of pages have no type error"; \
	  else echo "tsc: not installed, so the scripts of pages are not checked"; fi
	@$(LUA) scripts/dev/gen_diagnostics.lua | cmp -s - docs/diagnostics.md || \
	  { echo "docs/diagnostics.md is not what \`make library\` writes" >&2; exit 1; }
	@$(LUA) scripts/dev/gen_diagnostics.lua --lua | cmp -s - lua/lucena/language/causes.lua || \
	  { echo "lua/lucena/language/causes.lua is not what \`make library\` writes" >&2; exit 1; }
	@scripts/dev/with-build $(LUA) scripts/dev/gen_spellings.lua | cmp -s - docs/spellings.md || \
	  { echo "docs/spellings.md is not what \`make library\` writes" >&2; exit 1; }
	@scripts/dev/with-build $(LUA) scripts/dev/gen_eco_keys.lua | cmp -s - lua/lucena/eco/keys.lua || \
	  { echo "lua/lucena/eco/keys.lua is not what \`make library\` writes" >&2; exit 1; }
	@echo "lint: OK"

# All warnings except those for which code must be generated (-Wmaybe-uninitialized, -Wstringop-overflow). The build
# reports these two; `make check` starts with a build in which they are errors.
SYNTAX = $(CC) -std=c11 $(WARNINGS) -Werror $(CPPDEFS) $(HAS) -I$(LUA_INCDIR) -fsyntax-only
syntax = @printf '%s\n' $(2) | xargs -P $(JOBS) -n 8 $(SYNTAX) $(1)
MODULES := $(if $(READLINE),csrc/repl/readline.c) $(if $(SYZYGY),csrc/binding/syzygy.c)
warnings:
	$(call syntax,-Wno-unused -x c,$(filter-out %_impl.h,$(HEADERS)))
	$(call syntax,,$(filter-out %_v3.c %_v4.c,$(SOURCES)) csrc/program/main.c csrc/program/embedded.c $(MODULES) $(wildcard ctest/*.c))
	$(call syntax,$(call march,x86-64-v3),$(filter %_v3.c,$(SOURCES)))
	$(call syntax,$(call march,x86-64-v4),$(filter %_v4.c,$(SOURCES)))

# Only the module is instrumented, so the sanitizer's library is preloaded into the interpreter. Programs that specs
# start inherit the library, but leaks of third-party programs are not reported.
# Forced inlining is off: with the sanitizers' tests, query.c would take a minute to compile.
SANITIZE := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all \
  -D"LC_INLINE=static inline"
# The folders of specs that enter C in the most ways. `make soak` runs all specs (ASAN_SPECS=).
ASAN_SPECS ?= chess/ notation/ binding/ pgn/ match/ io/ hostile/ contract/
asan: ## run the specs of C under AddressSanitizer and UBSan, with garbage collections around each test (ASAN_SPECS=: all)
	@scripts/bootstrap check
	@$(BUILD_ALL) BUILD=build/asan CC=gcc CFLAGS='$(SANITIZE)'
	@BUILD=build/asan PRELOAD="$$(gcc -print-file-name=libasan.so)" LUCENA_GC_STRESS=1 scripts/dev/spec $(ASAN_SPECS)
	@echo "asan: OK"

# libFuzzer has its own main() and needs coverage, so clang compiles the core again. New inputs stay in the build
# folder; useful inputs are copied to ctest/corpus by hand. Targets in Lua check for leaks only at the end. Before that,
# the contents of the Lua state would count as leaks, and a check after each input would take most of the time.
FUZZERS := $(patsubst ctest/fuzz_%.c,%,$(wildcard ctest/fuzz_*.c))
FUZZ_BUILD := BUILD=build/fuzz CC=clang \
  CFLAGS='-O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -D"LC_INLINE=static inline"'
# With RUNS, ctest/fixed_inputs.c replaces libFuzzer: the corpus and this number of changed inputs run, and these are
# always the same. libFuzzer runs only for T seconds, because its inputs depend on the coverage of earlier ones. In Lua,
# that coverage differs between runs: the order of tables depends on addresses and the time.
SEED ?= 0# of the inputs; 0: another seed in each run
RUNS ?=# number of inputs of each target, instead of T seconds
fuzz: ## fuzz every target of ctest/ for T seconds, two at a time (T=60), or with fixed inputs: make fuzz SEED=1 RUNS=5000
	@scripts/bootstrap check
	@$(if $(FUZZERS),,echo "fuzz: no ctest/fuzz_*.c" >&2; exit 1)
	@$(MAKE_HERE) -s -j$(JOBS) $(FUZZ_BUILD) $(FUZZERS:%=build/fuzz/$(if $(RUNS),fixed,fuzz)_%)
	@$(MAKE_HERE) -s -k -j2 $(FUZZERS:%=$(if $(RUNS),fixed,fuzzed)-%) T=$(T) SEED=$(SEED) RUNS=$(RUNS)
	@echo "fuzz: OK"

FUZZ_SEEDS = ctest/corpus/$* spec/data/nasty/$* spec/data/$*
FUZZ_WORDS = $(wildcard ctest/fuzz_$*.dict)
fuzzed-%:
	@mkdir -p build/fuzz/corpus/$*
	@build/fuzz/fuzz_$* -seed=$(SEED) -max_total_time=$(T) -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 \
	  $(if $(wildcard ctest/fuzz_$*.lua),-detect_leaks=0) $(addprefix -dict=,$(FUZZ_WORDS)) \
	  -artifact_prefix=build/fuzz/$*- build/fuzz/corpus/$* $$(ls -d $(FUZZ_SEEDS) 2>/dev/null) \
	  >build/fuzz/$*.log 2>&1 || { tail -n 60 build/fuzz/$*.log; exit 1; }
	@echo "fuzz $*: $$(awk '/number_of_executed_units/ {print $$2}' build/fuzz/$*.log) inputs, \
	$$(awk '{ for (i = 1; i < NF; i++) if ($$i == "cov:") n = $$(i + 1) } END { print n }' build/fuzz/$*.log) places reached"

# An input of these targets is a file that is read in many ways, a dialect, a tournament, or a text that is read in many
# languages. They run a tenth of the inputs.
SLOW_FUZZERS := dialect_words epd_file index_part lci lines read source translate trf
FUZZ_RUNS = $(if $(filter $(SLOW_FUZZERS),$*),$$(($(RUNS) / 10)),$(RUNS))
fixed-%:
	@ASAN_OPTIONS=hard_rss_limit_mb=2048 build/fuzz/fixed_$* $* $(SEED) $(FUZZ_RUNS) build/fuzz/$*-crash $(FUZZ_WORDS) \
	  $$(find $(FUZZ_SEEDS) -type f 2>/dev/null | LC_ALL=C sort) >build/fuzz/$*.log 2>&1 || \
	  { tail -n 60 build/fuzz/$*.log; echo "fuzz $*: build/fuzz/$*-crash fails. In Base64:"; base64 <build/fuzz/$*-crash; exit 1; }
	@echo "fuzz $*: $$(tail -n 1 build/fuzz/$*.log)"

# Targets are linked with an archive, so that each target has only the objects that it needs.
$(BUILD)/fuzzed.a: $(OBJECTS)
	@rm -f $@ && ar rcs $@ $(OBJECTS)

FUZZED = $(wildcard ctest/*.h) $(BUILD)/fuzzed.a $(BUILD)/flags
$(FUZZERS:%=$(BUILD)/fuzz_%): $(BUILD)/fuzz_%: ctest/fuzz_%.c $(FUZZED)
	$(CC) $(C_FLAGS) -fsanitize=fuzzer -I$(LUA_INCDIR) -o $@ $< $(BUILD)/fuzzed.a $(LIBRARIES) -llua5.4

$(FUZZERS:%=$(BUILD)/fixed_%): $(BUILD)/fixed_%: ctest/fuzz_%.c ctest/fixed_inputs.c $(FUZZED)
	$(CC) $(C_FLAGS) -I$(LUA_INCDIR) -o $@ $(filter %.c %.a,$^) $(LIBRARIES) -llua5.4

# Lua, the module and the compression libraries in one program. The linker redirects their allocations to
# ctest/oom.c.
POINTS ?= 200000# maximum number of allocations of each command that fail in turn, evenly spaced
WRAPPED := malloc calloc realloc free realpath
oom: ## make each allocation of each command and example fail in turn: make oom POINTS=200
	@scripts/bootstrap check
	@$(BUILD_ALL) -s build/asan/oom BUILD=build/asan CC=gcc CFLAGS='$(SANITIZE)'
	@BUILD=build/asan scripts/dev/oom $(POINTS)

$(BUILD)/oom: ctest/oom.c $(OBJECTS) $(BUILD)/flags
	$(CC) $(C_FLAGS) -I$(LUA_INCDIR) -o $@ $< $(OBJECTS) $(WRAPPED:%=-Wl,--wrap=%) -Wl,-E \
	  -Wl,-Bstatic $(LIBRARIES) -llua5.4 -Wl,-Bdynamic -lm -ldl

# ctest/iofail.c replaces functions of glibc. On systems with another C library, the check prints that it was skipped.
iofail: ## make each call of input and output fail in turn, in every command (QUICK=1: fewer calls; NAME=filter-o: one)
	@scripts/bootstrap check
	@$(BUILD_ALL)
	@rm -rf $(BUILD)/iofail && mkdir -p $(BUILD)/iofail
	@if ldd --version 2>&1 | grep -qi 'glibc\|gnu libc'; then \
	  $(CC) -std=c11 $(WARNINGS) -Werror -O1 -shared -fPIC -o $(BUILD)/iofail.so ctest/iofail.c -ldl && \
	  IOFAIL_FOLDER='$(CURDIR)/$(BUILD)/iofail' IOFAIL_LIBRARY='$(CURDIR)/$(BUILD)/iofail.so' \
	    scripts/dev/with-build $(LUA) scripts/dev/iofail.lua $(if $(QUICK),--quick) $(NAME) && echo "iofail: OK"; \
	else echo "iofail: skipped, it needs glibc"; fi

# gcc and gcov measure the branches of C, and a hook measures the lines of Lua. Every spec runs several times slower
# than usual.
COVERAGE := $(CURDIR)/build/coverage
coverage: ## measure which branches of csrc and which lines of lua the specs reach
	@scripts/bootstrap check
	@rm -rf $(COVERAGE)
	@$(BUILD_ALL) -s BUILD=build/coverage CC=gcc CFLAGS='-O0 -g --coverage -DNDEBUG -D"LC_INLINE=static inline"'
	@mkdir -p $(COVERAGE)/hits
	@gcc -O2 -shared -fPIC -I$(LUA_INCDIR) -o $(COVERAGE)/linehook.so ctest/linehook.c
	@LUA_INIT_5_4='package.loadlib("$(COVERAGE)/linehook.so", "luaopen_linehook")()' LUCENA_COVERAGE=$(COVERAGE)/hits BUILD=build/coverage \
	  scripts/dev/spec || echo "coverage: not every spec passed, as slow as they are now"
	@scripts/dev/with-build $(LUA) scripts/dev/coverage.lua $(COVERAGE) $(COVERAGE)/hits $(FILE)

check: ## run all checks of CI: test, test-portable, lint, asan, fuzz, oom, iofail, rock
	@scripts/bootstrap check
	@$(BUILD_ALL) WERROR=1
	@$(MAKE_HERE) test
	@$(MAKE_HERE) test-portable
	@echo "test: OK"
	@$(MAKE_HERE) lint
	@$(MAKE_HERE) asan
	@$(MAKE_HERE) fuzz SEED=1 RUNS=5000
	@$(MAKE_HERE) oom POINTS=200
	@$(MAKE_HERE) iofail QUICK=1
	@$(MAKE_HERE) rock

N ?= 60# mutants
mutate: ## make N small changes in Lua and C, one at a time, which specs must notice: make mutate N=10 SEED=7
	@scripts/bootstrap test
	@$(BUILD_ALL)
	@$(LUA) scripts/dev/mutate.lua $(N) $(SEED) $(FILE)

soak: T := 3600
soak: ## run every check in its long form, for hours, and print which failed; an interrupted run continues
	@scripts/dev/soak $(T)

storm: ## feed the prompt with 100,000 random lines, and a terminal with 20,000 random keys
	@$(BUILD_ALL)
	@scripts/dev/with-build $(LUA) scripts/dev/repl_storm.lua --lines 100000 --keys 20000

bench: ## measure, compare with bench/results.md, and run the gates; BASE=TREE: compare with another built tree
	@scripts/bootstrap run
	@$(BUILD_ALL) $(BUILD)/bench_fields
	@scripts/dev/with-build $(LUA) bench/run.lua $(if $(BASE),--base '$(BASE)') $(if $(ROWS),--rows '$(ROWS)') $(ROUNDS)
	@$(if $(BASE),,$(MAKE_HERE) gates)

GIGABYTES ?= 10
gates: ## check that memory is constant in GIGABYTES of games, and time linear in 1 to 8 MB of extreme texts
	@$(BUILD_ALL)
	@scripts/dev/with-build $(LUA) bench/gates.lua $(GIGABYTES)

# A program that measures how fast the core reads and writes positions as text, without Lua.
$(BUILD)/bench_fields: bench/fields.c $(CORE_OBJECTS) $(BUILD)/flags
	$(CC) $(C_FLAGS) -Icsrc -o $@ $< $(CORE_OBJECTS)

# ---- documentation ---------------------------------------------------------------------------

# Manual pages, and completions for three shells. They are generated from the parsers of the commands.
PAGES := $(BUILD)/pages
SHELLS := bash zsh fish
$(PAGES): $(MODULE) $(LUA_FILES) $(wildcard scripts/dev/gen_man.lua scripts/dev/gen_completion.lua scripts/dev/command_pages.lua)
	@rm -rf $(BUILD)/man $(BUILD)/completion && mkdir -p $(BUILD)/man $(BUILD)/completion
	$(call show,scripts/dev/with-build $(LUA) scripts/dev/gen_man.lua $(BUILD)/man,  man -> $(BUILD)/man)
	@for shell in $(SHELLS); do \
	  scripts/dev/with-build $(LUA) scripts/dev/gen_completion.lua $$shell > $(BUILD)/completion/$$shell || exit 1; done
	@touch $@

library: ## write the doc comments for :help and for editors (library/), and the keys of the openings
	@$(BUILD_ALL)
	$(LUA) scripts/dev/gen_core_help.lua > $(BUILD)/core_help.lua && mv $(BUILD)/core_help.lua lua/lucena/core_help.lua
	$(LUA) scripts/dev/gen_luacats.lua
	$(LUA) scripts/dev/gen_members.lua > $(BUILD)/library.md && mv $(BUILD)/library.md docs/library.md
	$(LUA) scripts/dev/gen_live.lua > $(BUILD)/live.lua && mv $(BUILD)/live.lua lua/lucena/render/live.lua
	$(LUA) scripts/dev/gen_diagnostics.lua > docs/diagnostics.md
	$(LUA) scripts/dev/gen_diagnostics.lua --lua > lua/lucena/language/causes.lua
	scripts/dev/with-build $(LUA) scripts/dev/gen_spellings.lua > docs/spellings.md
	scripts/dev/with-build $(LUA) scripts/dev/gen_eco_keys.lua > $(BUILD)/keys.lua && mv $(BUILD)/keys.lua lua/lucena/eco/keys.lua

docs: ## write manual pages and completion into build/man and build/completion, a site into build/docs
	@scripts/bootstrap run
	@$(BUILD_ALL)
	@$(MAKE_HERE) $(PAGES)
	@if command -v cmark-gfm >/dev/null; then \
	  rm -rf $(BUILD)/docs && $(LUA) scripts/dev/gen_site.lua $(BUILD)/docs $(wildcard build/web/lucena.html) && echo "  site -> $(BUILD)/docs/index.html"; \
	else echo "docs: no site, for that install cmark-gfm"; fi

# ---- installing ------------------------------------------------------------------------------

rockspec: ## write the rockspecs of the release and of the development version
	$(LUA) scripts/dev/gen_rockspec.lua

rock: ## install rocks in separate trees, in three ways, and use them
	@scripts/bootstrap check
	@$(LUA) scripts/dev/gen_rockspec.lua --check
	@scripts/dev/try-rock
	@echo "rock: OK"

# Folders that the installation creates are listed in a file, for `make uninstall`. With DESTDIR, a package is made, and
# its manager removes the folders.
install: all $(PAGES) ## install into PREFIX (/usr/local); DESTDIR is put before all paths
	@$(if $(DESTDIR),,scripts/dev/installation missing $(INSTALL_FOLDERS) > $(BUILD)/folders)
	+@$(MAKE_HERE) install-modules install-command
	@$(MAKE_HERE) install-pages
	@install -d "$(DESTDIR)$(SHAREDIR)/lucena/library" "$(DESTDIR)$(SHAREDIR)/lucena/docs"
	@install -m 644 library/*.lua "$(DESTDIR)$(SHAREDIR)/lucena/library"
	@install -m 644 docs/*.md "$(DESTDIR)$(SHAREDIR)/lucena/docs"
	@$(if $(DESTDIR),,cat $(BUILD)/folders >> "$(SHAREDIR)/lucena/folders")
	@$(if $(DESTDIR),,scripts/dev/installation report $(LUA) "$(BINDIR)" "$(LUADIR)" "$(LIBDIR)" "$(SHAREDIR)")

# The modules in Lua and in C. LuaRocks calls this target, too. The rockspecs list no files, so no new file can be
# forgotten there.
install-modules: all
	@for f in $(LUA_FILES:lua/%=%); do \
	  install -d "$(DESTDIR)$(LUADIR)/$${f%/*}" && \
	  install -m 644 "lua/$$f" "$(DESTDIR)$(LUADIR)/$$f" || exit 1; done
	@install -d "$(DESTDIR)$(LIBDIR)/lucena"
	@install -m 755 $(MODULE) $(READLINE) $(SYZYGY) "$(DESTDIR)$(LIBDIR)/lucena"

install-command: all
	@command -v $(LUA) >/dev/null || { echo "install: no $(LUA) in PATH" >&2; exit 1; }
	@install -d "$(DESTDIR)$(BINDIR)"
	@sed "1s|.*|#!$$(command -v $(LUA))|" scripts/lucena > $(BUILD)/lucena/command
	@install -m 755 $(BUILD)/lucena/command "$(DESTDIR)$(BINDIR)/lucena"

install-pages: $(PAGES)
	@install -d "$(DESTDIR)$(MANDIR)"
	@install -m 644 $(BUILD)/man/*.1 "$(DESTDIR)$(MANDIR)"
	@for shell in $(SHELLS); do \
	  install -d "$$(dirname "$(DESTDIR)$(SHAREDIR)/$$($(COMPLETION))")" && \
	  install -m 644 $(BUILD)/completion/$$shell "$(DESTDIR)$(SHAREDIR)/$$($(COMPLETION))" || exit 1; done

# PREFIX is the rock's folder, five levels below the LuaRocks tree. That tree has argparse and dkjson if the system does
# not have them.
ROCK_TREE := ../../../../..
install-rock: install-modules install-command
	@LUA_PATH="$(PREFIX)/$(ROCK_TREE)/share/lua/5.4/?.lua;;" $(MAKE_HERE) install-pages || \
	  echo "install: going on without manual pages and completion, which are made with argparse" >&2

MANDIR = $(SHAREDIR)/man/man1
# The file in which each shell looks for completions.
COMPLETION = case $$shell in bash) echo bash-completion/completions/lucena ;; \
  zsh) echo zsh/site-functions/_lucena ;; fish) echo fish/vendor_completions.d/lucena.fish ;; esac

INSTALL_FOLDERS = "$(LUADIR)" "$(LIBDIR)" "$(BINDIR)" "$(MANDIR)" "$(SHAREDIR)/bash-completion/completions" \
  "$(SHAREDIR)/zsh/site-functions" "$(SHAREDIR)/fish/vendor_completions.d"

uninstall: ## remove all installed files, and the folders that make install created if they are empty
	@$(if $(DESTDIR),,cat "$(SHAREDIR)/lucena/folders" > $(BUILD)/folders 2>/dev/null || true)
	rm -rf "$(DESTDIR)$(LUADIR)/lucena" "$(DESTDIR)$(LIBDIR)/lucena" "$(DESTDIR)$(SHAREDIR)/lucena"
	rm -f "$(DESTDIR)$(BINDIR)/lucena" "$(DESTDIR)$(MANDIR)/lucena.1" "$(DESTDIR)$(MANDIR)"/lucena-*.1
	@for shell in $(SHELLS); do rm -f "$(DESTDIR)$(SHAREDIR)/$$($(COMPLETION))"; done
	@$(if $(DESTDIR),,sort -ru $(BUILD)/folders | while read -r folder; do rmdir "$$folder" 2>/dev/null || true; done)

dist: ## pack the committed files as build/lucena-VERSION.tar.gz
	@scripts/dev/dist

deb: ## build the Debian packages lucena and lua-lucena in build/deb (needs debhelper and lintian)
	@scripts/dev/deb

release: ## make the files of a release in build/release: archive, rockspec, one-file program, Debian packages, checksums
	+@scripts/dev/release

distcheck: dist ## build and test in the unpacked archive
	@rm -rf build/distcheck && mkdir -p build/distcheck
	@tar -xzf "$$(ls -t build/lucena-*.tar.gz | head -n 1)" -C build/distcheck
	@cd build/distcheck/lucena-* && env -u LUCENA_BUILD -u BUILD scripts/start run && env -u LUCENA_BUILD -u BUILD scripts/start test
	@echo "distcheck: OK"

clean: ## remove everything built
	rm -rf build

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z%-]+:.*## / {sub(/%/, "NAME"); printf "make %-16s %s\n", $$1, $$2}' Makefile scripts/web.mk

.PHONY: all run size static deb test test-processors test-index-hashes index-hashes core-tests test-distributed lint warnings asan fuzz oom iofail coverage check mutate soak storm bench gates docs rockspec rock install \
  library install-modules install-command install-pages install-rock uninstall dist release distcheck clean help FORCE
