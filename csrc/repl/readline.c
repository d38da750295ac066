/*
** readline - lucena.readline: reads a line from the terminal, edited with GNU readline.
**
** The module is optional, because GNU readline is under the GPL and the rest of Lucena is not.
** lua/lucena/repl/edit.lua works without it, and no other file may require it.
**
** This file uses readline's callback interface and waits for keys with pselect(). So readline itself handles signals
** between two keys, and restores the terminal. No signal handler jumps out of readline, so no memory leaks. Ctrl-C is
** blocked while a key is processed; otherwise readline would free the state of a search that it is still using.
** Readline keeps its state in global variables, and so does this file.
**
** Errors of readline 8.2, and how this file avoids them:
** - Readline reads pasted text in a loop of its own. If the terminal never sends the end of the paste, the loop waits
**   for ever and ignores Ctrl-C; if the terminal was closed, the loop reads beyond its memory. So this file ends the
**   paste.
** - In a search (Ctrl-R), some keys send several bytes, such as Alt-é or Ctrl-X followed by e. They end the search by
**   nested calls, which crash. So this file first ends the search with Ctrl-J, which does nothing else, and then passes
**   the key on. Escape after Ctrl-] is handled in the same way. As a result, text pasted into a search is inserted into
**   the line.
** - Readline's functions that abort a command jump to a stack frame that may no longer exist. This file replaces these
**   functions.
** - Readline can free an edit list twice: it stores the list with a history line that was edited and left, and keeps
**   using it. This file removes the lists from the history after each key, and restores the edited lines itself.
** Readline leaks some bytes of memory in a thousand keys.
**
** Source: GNU Readline Library manual, edition 8.2, "Alternate Interface", "Readline Signal Handling" and "Custom
** Completers".
*/
#include <errno.h>
#include <langinfo.h>
#include <lauxlib.h>
#include <locale.h>
#include <lua.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

/* Readline's headers need FILE, so they come after <stdio.h>. */
#include <readline/history.h>
#include <readline/readline.h>

#if defined(__GNUC__)
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

EXPORT int luaopen_lucena_readline(lua_State *L);

typedef enum Ending { EDITING, GOT_LINE, GOT_EOF, GOT_INTERRUPT, GOT_ERROR, GOT_LEFT, GOT_RIGHT } Ending;

enum { ARG_PROMPT = 1, ARG_COMPLETE = 2, ARG_STEPS = 3, ARG_AHEAD = 4 };

static lua_State *editing;                 /* the Lua state that called read(), while it runs */
static Ending ending;
static char *line;                         /* the line read, from malloc; freed by the next read() at the latest */
static size_t prefix;                      /* bytes of the line before the word to complete */
static volatile sig_atomic_t interrupted, resized, continued;
static int held;                           /* a key that was read but not yet passed to readline, or EOF */
static const char *ahead = "";             /* keys that read() was given and readline has not yet read */
static bool ends_at_arrow;                 /* Left and Right end an empty line */
static bool is_character_awaited;          /* Ctrl-] was pressed: the next key is the character to search for */
static size_t given_up;                    /* number of keys of key_that_ends() already passed on */
static sigset_t outside;                   /* the signals that were blocked when read() was called */

static void on_interrupt(int number) {
  (void)number;
  interrupted = 1;
}

/* The program was stopped (by Ctrl-Z or a signal) and now continues. */
static void on_continue(int number) {
  (void)number;
  continued = 1;
}

static void on_resize(int number) {
  (void)number;
  resized = 1;
}

/* The program's own signal handlers, while this file's are installed. */
typedef struct Handlers {
  struct sigaction interrupt, resize, go_on;
} Handlers;

static void catch_signals(Handlers *before) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, &before->interrupt);
  action.sa_handler = on_resize;
  sigaction(SIGWINCH, &action, &before->resize);
  action.sa_handler = on_continue;
  sigaction(SIGCONT, &action, &before->go_on);
}

static void release_signals(const Handlers *before) {
  sigaction(SIGCONT, &before->go_on, NULL);
  sigaction(SIGWINCH, &before->resize, NULL);
  sigaction(SIGINT, &before->interrupt, NULL);
}

/* A search in the history that fails counts as the end of the input until the program ends. Readline would then print
** an empty line after each line. */
static void restore_terminal(void) {
#if RL_READLINE_VERSION >= 0x0802
  rl_eof_found = 0;
#endif
  rl_deprep_terminal();
}

static void on_line(char *text) {
  rl_callback_handler_remove();
  line = text;
  ending = text ? GOT_LINE : GOT_EOF;
}


/* ---- completion ---- */

/* Copy the strings of the table on top of the stack. Returns NULL if there are none or memory is short. */
static char **copy_matches(lua_State *L) {
  size_t count = (size_t)lua_rawlen(L, -1);
  char **matches = count ? calloc(count + 1, sizeof *matches) : NULL;
  for (size_t i = 0; matches && i < count; i++) {
    lua_rawgeti(L, -1, (lua_Integer)i + 1);
    const char *text = lua_tostring(L, -1);
    matches[i] = strdup(text ? text : "");
    lua_pop(L, 1);
    if (matches[i]) continue;
    while (i > 0) free(matches[--i]);
    free(matches);
    return NULL;
  }
  return matches;
}

static const char texts_key; /* its address is the registry key of the third result of the Lua function */

/* Complete the line. For readline the word is the whole line up to the cursor; the Lua function decides where the
** real word begins. The Lua function returns a table, {completed line up to the cursor, candidate...}, the number of
** bytes before the word, and nil or a table with the texts that are listed instead of candidates. */
static char **complete(const char *text, int begin, int end) {
  lua_State *L = editing;
  int top = lua_gettop(L);
  char **matches = NULL;
  (void)begin;
  rl_attempted_completion_over = 1; /* without this, readline would complete file names */
  rl_completion_append_character = '\0';
  if (!lua_isfunction(L, ARG_COMPLETE) || !lua_checkstack(L, 8)) return NULL;
  lua_pushvalue(L, ARG_COMPLETE);
  lua_pushlstring(L, text, (size_t)end);
  if (lua_pcall(L, 1, 3, 0) != LUA_OK) {
    const char *message = lua_tostring(L, -1);
    fprintf(rl_outstream, "\n%s\n", message ? message : "the completer failed");
    rl_on_new_line();
  } else if (lua_istable(L, -3)) {
    lua_rawsetp(L, LUA_REGISTRYINDEX, &texts_key);
    prefix = (size_t)lua_tointeger(L, -1);
    lua_pop(L, 1);
    matches = copy_matches(L);
  }
  lua_settop(L, top);
  return matches;
}

/* Return the text that is listed for a candidate. `texts` is the stack index of the table of texts, or of nil. */
static char *listed(lua_State *L, int texts, char *word) {
  if (!lua_istable(L, texts)) return word;
  lua_pushstring(L, word);
  lua_rawget(L, texts);
  const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL; /* the table keeps the string */
  lua_pop(L, 1);
  return text ? (char *)(uintptr_t)text : word; /* readline does not change it */
}

/* Ask whether to list many candidates, as readline does if it shows them itself. The setting of inputrc is
** completion-query-items, by default 100. */
static bool may_list(int count) {
  if (rl_completion_query_items <= 0 || count < rl_completion_query_items) return true;
  fprintf(rl_outstream, "\nList all %d names? (y or n) ", count);
  fflush(rl_outstream);
  int key = rl_read_key();
  bool is_yes = key == 'y' || key == 'Y' || key == ' ';
  if (!is_yes) rl_crlf();
  return is_yes;
}

/* Show the words of the candidates, not the whole lines. matches[0] is not a candidate. */
static void show_matches(char **matches, int count, int longest) {
  lua_State *L = editing;
  char **words = calloc((size_t)count + 2, sizeof *words);
  if (!words || !lua_checkstack(L, 4)) {
    free(words);
    return;
  }
  lua_rawgetp(L, LUA_REGISTRYINDEX, &texts_key);
  int texts = lua_gettop(L);
  longest = 0;
  for (int i = 0; i <= count; i++) {
    words[i] = listed(L, texts, matches[i] + (strlen(matches[i]) < prefix ? strlen(matches[i]) : prefix));
    longest = i > 0 && (int)strlen(words[i]) > longest ? (int)strlen(words[i]) : longest;
  }
  lua_pop(L, 1);
  bool is_callback = RL_ISSTATE(RL_STATE_CALLBACK);
  rl_readline_state &= ~(unsigned long)RL_STATE_CALLBACK; /* with it, readline does not stop after each screen */
  if (may_list(count)) rl_display_match_list(words, count, longest);
  if (is_callback) RL_SETSTATE(RL_STATE_CALLBACK);
  free(words);
  rl_forced_update_display();
}

/* ---- reading ---- */

/* Wait for a key or a signal. All signals are blocked, so that none can come between the test and the wait. */
static bool wait_for_key(void) {
  sigset_t all, before;
  fd_set input;
  if (held != EOF || *ahead) return true;
  int fd = fileno(rl_instream);
  FD_ZERO(&input);
  FD_SET(fd, &input);
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  errno = EINTR;
  int ready =
      interrupted || continued || rl_pending_signal() ? -1 : pselect(fd + 1, &input, NULL, NULL, NULL, &outside);
  int error = errno;
  /* If a key is waiting, pselect() delivers no signal, even if Ctrl-C came first. So pending signals are delivered
  ** here. */
  sigprocmask(SIG_SETMASK, &outside, NULL);
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (ready < 0 && error != EINTR) ending = GOT_ERROR;
  return ready > 0 && !interrupted && !continued && !rl_pending_signal();
}

static bool is_key_there(void) {
  struct pollfd input = {.fd = fileno(rl_instream), .events = POLLIN};
  return poll(&input, 1, 0) > 0;
}

/* Let readline handle the signals that it has caught, and pass them on to the program's handlers. */
static void take_signals(void) {
  sigset_t before;
  sigprocmask(SIG_SETMASK, &outside, &before);
  rl_check_signals();
  sigprocmask(SIG_SETMASK, &before, NULL);
}

/* Redraw the line: other programs have written on the screen while this one was stopped. */
static void draw_again(void) {
  continued = 0;
  rl_on_new_line();
  rl_redisplay();
}

/* Ask the terminal for its size. Returns false if the width is too small. It is then increased, because readline
** divides by it. */
static bool has_width(void) {
  enum { LEAST = 4 };
  int rows, columns;
  rl_reset_screen_size();
  rl_get_screen_size(&rows, &columns);
  if (columns >= LEAST) return true;
  rl_set_screen_size(rows, LEAST);
  return false;
}

/* Return the number of rows that the line needs at least. */
static int rows_of_line(int columns) {
  int rows = 0, from = 0;
  for (int i = 0; i <= rl_end; i++) {
    if (i < rl_end && rl_line_buffer[i] != '\n') continue;
    rows += 1 + (i - from) / columns;
    from = i + 1;
  }
  return rows;
}

/* Draw the line. Readline cannot draw a text with more rows than the screen: its last rows overwrite each other. Such a
** text was pasted, so its first line and the number of lines are drawn instead. Readline draws what its variables
** contain, so they have the short text for the time of one call. */
static void draw(void) {
  enum { SHOWN = 256 }; /* bytes of the short text; its first line is cut to half of them */
  char shown[SHOWN], *text = rl_line_buffer;
  int rows, columns, point = rl_point, end = rl_end, mark = rl_mark;
  rl_get_screen_size(&rows, &columns);
  char *newline = memchr(text, '\n', (size_t)end);
  if (!newline || rows_of_line(columns) < rows) {
    rl_redisplay();
    return;
  }
  int first = (int)(newline - text), count = 1;
  if (first > columns / 2) first = columns / 2;
  if (first > (int)sizeof shown / 2) first = sizeof shown / 2;
  while (first > 0 && ((unsigned char)text[first] & 0xC0) == 0x80) first--; /* not inside a character */
  for (int i = 0; i + 1 < end; i++) count += text[i] == '\n';
  rl_end = snprintf(shown, sizeof shown, "%.*s ... (%d lines)", first, text, count);
  rl_line_buffer = shown;
  rl_point = rl_end;
  rl_mark = 0;
  rl_redisplay();
  rl_line_buffer = text;
  rl_point = point;
  rl_end = end;
  rl_mark = mark;
}

/* Return keys that end every loop in which readline asks for more keys: the end of a paste, then "no" for the next
** page of candidates. */
static int key_that_ends(void) {
  static const char end_of_paste[] = "\033[201~";
  return given_up < sizeof end_of_paste - 1 ? end_of_paste[given_up++] : 'q';
}

/* Report whether a search is active and this key begins a key sequence. If inputrc defines the keys that end a
** search, only those end it, and the result is false. */
static bool begins_key_in_search(int key) {
  return RL_ISSTATE(RL_STATE_ISEARCH) && key >= 0 && rl_get_keymap()[key].type == ISKMAP &&
         !rl_variable_value("isearch-terminators");
}

/* The function that readline calls for keys. When edit() calls readline, the first key is already available.
** Readline's own loops request further keys; for these keys, this function handles Ctrl-C. */
static int get_key(FILE *input) {
  enum { CONTROL_G = 07, CONTROL_J = 012, ESCAPE = 033 };
  while (!wait_for_key()) {
    if (interrupted || ending == GOT_ERROR || rl_pending_signal() == SIGINT) return key_that_ends();
    take_signals();
    if (continued) draw_again();
  }
  int key = held != EOF ? held : *ahead ? (unsigned char)*ahead++ : rl_getc(input);
  held = EOF;
  if (key == EOF && RL_ISSTATE(RL_STATE_MOREINPUT)) return key_that_ends();
  given_up = 0;
  bool is_sought = is_character_awaited;
  is_character_awaited = false;
  if (!begins_key_in_search(key) && !(is_sought && key == ESCAPE)) return key;
  /* a lone Escape is not passed on, because it was only meant to end the search */
  if (key != ESCAPE || is_key_there()) held = key;
  return is_sought ? CONTROL_G : CONTROL_J;
}

/* Drop the line and any unfinished input: a search, a number, part of a key sequence. A call of readline drops only one
** of these, and only in readline's callback state. Input that is not dropped would later cause a crash. */
static void give_up(void) {
  enum { MIDDLES = 5 };
  const unsigned long middles =
      RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_VIMOTION | RL_STATE_NUMERICARG | RL_STATE_MULTIKEY;
  rl_readline_state |= (unsigned long)RL_STATE_CALLBACK;
  for (int i = 0; i < MIDDLES && (rl_readline_state & middles); i++) rl_callback_sigcleanup();
  rl_readline_state &= ~(unsigned long)RL_STATE_CALLBACK;
  rl_free_line_state();
  ahead = "";
  ending = GOT_INTERRUPT;
}

/* ---- commands in place of readline's ---- */

/* Abort, for Ctrl-G and for keys without a function. Readline's own function jumps to the stack frame that read the
** last key. If keys were pushed back, as after Ctrl-] and Escape, that frame no longer exists. */
static int abort_key(int count, int key) {
  (void)count;
  (void)key;
  rl_clear_pending_input();
  return rl_discard_argument();
}

static int char_search(int count, int key) {
  is_character_awaited = true;
  return rl_char_search(count, key);
}

static int backward_char_search(int count, int key) {
  is_character_awaited = true;
  return rl_backward_char_search(count, key);
}

/* On an empty line, Left and Right end the line. Their last byte distinguishes them from Ctrl-B and Ctrl-F. */
static int backward_char(int count, int key) {
  if (!ends_at_arrow || rl_end > 0 || key != 'D') return rl_backward_char(count, key);
  ending = GOT_LEFT;
  return 0;
}

static int forward_char(int count, int key) {
  if (!ends_at_arrow || rl_end > 0 || key != 'C') return rl_forward_char(count, key);
  ending = GOT_RIGHT;
  return 0;
}

static int search_backward(int count, int key);
static int search_forward(int count, int key);

/* Search the history for lines that begin as this line (Page Up, Page Down). If there is none, readline restores the
** line that was typed before the history was shown, but remains at the history line that it showed. It would then store
** one edit list in both lines, and free it twice. So the position becomes that of the typed line. */
static int search_history(rl_command_func_t *search, int count, int key) {
  /* Readline's functions continue a search if the last command was one of them. */
  if (rl_last_func == search_backward || rl_last_func == search_forward) rl_last_func = search;
  int has_failed = search(count, key);
  if (has_failed) using_history();
  return has_failed;
}

static int search_backward(int count, int key) { return search_history(rl_history_search_backward, count, key); }
static int search_forward(int count, int key) { return search_history(rl_history_search_forward, count, key); }

static rl_command_func_t *in_place_of(rl_command_func_t *command) {
  if (!command || command == rl_abort) return abort_key;
  if (command == rl_char_search) return char_search;
  if (command == rl_backward_char) return backward_char;
  if (command == rl_forward_char) return forward_char;
  if (command == rl_history_search_backward) return search_backward;
  if (command == rl_history_search_forward) return search_forward;
  return command == rl_backward_char_search ? backward_char_search : command;
}

static void replace_commands_of(Keymap map) {
  for (int i = 0; i < ANYOTHERKEY; i++) {
    if (map[i].type == ISKMAP) replace_commands_of((Keymap)map[i].function);
    if (map[i].type == ISFUNC) map[i].function = in_place_of(map[i].function);
  }
}

/* Called before every line, because the user can reload inputrc in any line. */
static void replace_commands(void) {
  replace_commands_of(emacs_standard_keymap);
  replace_commands_of(vi_insertion_keymap);
  replace_commands_of(vi_movement_keymap);
}

/* Remove the edit lists of all history lines. Readline keeps the list of a line that was edited and left. If the user
** edits this line again, or starts a search from it, readline frees the list twice. The lists are not freed here, which
** leaks a little memory. The user cannot undo these edits. */
static void forget_edits(void) {
  for (int i = 0; i < history_length; i++) {
    HIST_ENTRY *entry = history_get(history_base + i);
    if (entry) entry->data = NULL;
  }
}

/* ---- one line ---- */

static char **typed; /* the history lines as typed, from malloc; NULL if memory was short */
static int typed_count;

/* Copy the history. Edits of history lines last until the line that is being read ends. */
static void keep_history(void) {
  typed = calloc((size_t)history_length + 1, sizeof *typed);
  typed_count = typed ? history_length : 0;
  for (int i = 0; i < typed_count; i++) {
    HIST_ENTRY *entry = history_get(history_base + i);
    typed[i] = entry ? strdup(entry->line) : NULL;
  }
}

/* Restore the history lines as typed. Readline's own variable for this, revert-all-at-newline, needs the edit lists. */
static void restore_history(void) {
  for (int i = 0; i < typed_count; i++) {
    HIST_ENTRY *entry = history_get(history_base + i);
    if (entry && typed[i] && strcmp(entry->line, typed[i]) != 0) {
      HIST_ENTRY *edited = replace_history_entry(i, typed[i], NULL);
      if (edited) free_history_entry(edited);
    }
    free(typed[i]);
  }
  free(typed);
}

static void edit(const char *prompt) {
  sigset_t interrupt;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  sigprocmask(SIG_BLOCK, &interrupt, &outside);
  ending = EDITING;
  interrupted = 0;
  if (RL_ISSTATE(RL_STATE_INITIALIZED)) has_width(); /* the width may have changed since the last line */
  held = EOF;
  is_character_awaited = false;
  keep_history();
  rl_callback_handler_install(prompt, on_line);
  rl_redisplay_function = draw; /* readline takes a terminal with this function for dumb when it sets it up */
  replace_commands();
  while (ending == EDITING) {
    if (wait_for_key()) {
      rl_callback_read_char();
      forget_edits();
    } else {
      take_signals();
    }
    if (resized && ending == EDITING) {
      resized = 0;
      if (has_width()) rl_resize_terminal();
    }
    if (continued && ending == EDITING) draw_again();
    if (interrupted && ending == EDITING) give_up();
  }
  if (ending != GOT_LINE) {
    rl_callback_handler_remove();
    fputc(ending == GOT_LEFT || ending == GOT_RIGHT ? '\r' : '\n', rl_outstream);
    fflush(rl_outstream);
  }
  restore_history();
  sigprocmask(SIG_SETMASK, &outside, NULL);
}

/* Use UTF-8 if the environment sets no locale, or C or POSIX: UTF-8 is more likely than ASCII. Readline derives its
** options from LC_ALL, LC_CTYPE and LANG, and not from setlocale(). In the locales C and POSIX, readline takes bytes
** above 127 for Meta keys. So it would drop the knight of a typed ♘f3, and the pawn move f3 would be left. Readline
** derives its options again before every line, so this function also runs before every line. */
static void use_utf8(void) {
  const char *locale = setlocale(LC_CTYPE, "");
  if (locale && strcmp(locale, "C") != 0 && strcmp(locale, "POSIX") != 0) return;
  if (!setlocale(LC_CTYPE, "C.UTF-8")) return;
  rl_variable_bind("convert-meta", "off");
  rl_variable_bind("input-meta", "on");
  rl_variable_bind("output-meta", "on");
}

static int on_startup(void) {
  use_utf8();
  return 0;
}

/* Set readline's options before it reads the terminal's description and inputrc, which may change them. */
static void prepare(void) {
  use_utf8();
  rl_startup_hook = on_startup;
  rl_variable_bind("enable-bracketed-paste", "on");
  rl_attempted_completion_function = complete;
  rl_completion_display_matches_hook = show_matches;
  rl_getc_function = get_key;
  rl_deprep_term_function = restore_terminal;
  rl_catch_sigwinch = 0; /* on_resize() handles it */
  rl_persistent_signal_handlers = 1; /* also while waiting for keys, so that Ctrl-Z restores the terminal */
  rl_completer_word_break_characters = "";
  rl_sort_completion_matches = 0;
  using_history();
}

/* ---- single keys ---- */

static bool has_raw_keys; /* keys(true) was called last */
static Handlers before_keys;

/* Return the terminal to its usual mode, and the signals to the program. */
static void end_keys(void) {
  if (!has_raw_keys) return;
  has_raw_keys = false;
  rl_deprep_terminal();
  rl_clear_signals();
  release_signals(&before_keys);
}

/***
Begin or end the reading of single keys. Between the two, the terminal does not echo.
@function keys
@param is_begin boolean
*/
static int readline_keys(lua_State *L) {
  if (lua_toboolean(L, 1) == has_raw_keys) return 0;
  if (has_raw_keys) {
    end_keys();
    return 0;
  }
  has_raw_keys = true;
  interrupted = 0;
  catch_signals(&before_keys);
  rl_prep_terminal(0);
  rl_set_signals(); /* so that Ctrl-Z restores the terminal */
  return 0;
}

/* Return whether the bytes are a complete key: a character of UTF-8, or an escape sequence (ECMA-48). */
static bool is_whole_key(const unsigned char *bytes, size_t count) {
  enum { ESCAPE = 033 };
  if (bytes[0] == ESCAPE) {
    bool has_letter = bytes[count - 1] >= '@' && bytes[count - 1] <= '~';
    return count == 2 ? bytes[1] != '[' && bytes[1] != 'O' : count > 2 && has_letter;
  }
  return count >= (bytes[0] < 0xC0 ? 1 : bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4);
}

/* Read the bytes of one key. Returns their number, 0 at the end of the input. Bytes of a key arrive together; after a
** pause, an incomplete sequence is a key of its own, such as Escape. */
static size_t read_key(unsigned char *bytes, size_t size) {
  enum { PAUSE = 50 };
  struct pollfd input = {.fd = fileno(rl_instream), .events = POLLIN};
  size_t count = 0;
  do {
    if (read(input.fd, bytes + count, 1) != 1) return count;
    count++;
  } while (count < size && !is_whole_key(bytes, count) && poll(&input, 1, PAUSE) > 0);
  return count;
}

static int known_rows, known_columns; /* as last returned by size() */

static bool has_new_size(void) {
  int rows, columns;
  rl_reset_screen_size();
  rl_get_screen_size(&rows, &columns);
  return rows != known_rows || columns != known_columns;
}

/***
Wait for a key. Call keys(true) before.
@function key
@return string? key the bytes that the terminal sends for the key
@return string? why "eof", "interrupt" (Ctrl-C), "resize" (the size is not that of the last size(), or the program was
  continued)
*/
static int readline_key(lua_State *L) {
  unsigned char bytes[16]; /* more than any key sends; the rest is read as the next key */
  held = EOF;
  ahead = "";
  ending = EDITING;
  resized = has_new_size();
  sigprocmask(SIG_BLOCK, NULL, &outside);
  while (!interrupted && !resized && !continued && ending == EDITING && !wait_for_key()) take_signals();
  bool is_changed = resized || continued;
  size_t count = interrupted || is_changed || ending != EDITING ? 0 : read_key(bytes, sizeof bytes);
  resized = continued = 0;
  if (count > 0) {
    lua_pushlstring(L, (const char *)bytes, count);
    return 1;
  }
  lua_pushnil(L);
  lua_pushstring(L, interrupted ? "interrupt" : is_changed ? "resize" : "eof");
  return 2;
}

/***
Return whether keys are waiting. After a line that was pasted, its next line arrives within a short time.
@function is_waiting
@return boolean
*/
static int readline_is_waiting(lua_State *L) {
  enum { PAUSE = 100 };
  struct pollfd input = {.fd = fileno(rl_instream), .events = POLLIN};
  lua_pushboolean(L, poll(&input, 1, PAUSE) > 0);
  return 1;
}

/***
Return the size of the terminal.
@function size
@return integer rows
@return integer columns
*/
static int readline_size(lua_State *L) {
  rl_reset_screen_size();
  rl_get_screen_size(&known_rows, &known_columns);
  lua_pushinteger(L, known_rows);
  lua_pushinteger(L, known_columns);
  return 2;
}

/***
Let the user edit a line. Standard input and output must be a terminal.
@function read
@param prompt string with zero-width bytes between \1 and \2
@param complete? function(line) gets the line up to the cursor; returns nil, or {the completed line, candidate line...},
  the number of bytes before the word that is completed, and nil or the texts to list, by candidate word
@param steps? boolean Left and Right on an empty line end the reading
@param ahead? string keys to read before those of the terminal
@return string? line it contains newlines if several lines were pasted; nil at the end of input
@return string? why "eof" (Ctrl-D), "interrupt" (Ctrl-C), "error", "left", "right"
*/
static int readline_read(lua_State *L) {
  static const char *const whys[] = {NULL, NULL, "eof", "interrupt", "error", "left", "right"};
  const char *prompt = luaL_checkstring(L, ARG_PROMPT);
  if (editing) return luaL_error(L, "a line is being read already");
  lua_settop(L, ARG_AHEAD);
  ends_at_arrow = lua_toboolean(L, ARG_STEPS);
  ahead = luaL_optstring(L, ARG_AHEAD, "");
  end_keys();
  free(line);
  line = NULL;
  Handlers handlers;
  catch_signals(&handlers);
  editing = L;
  edit(prompt);
  editing = NULL;
  ahead = "";
  release_signals(&handlers);
  lua_pushstring(L, line); /* NULL is nil */
  free(line);
  line = NULL;
  if (ending == GOT_LINE) return 1;
  lua_pushstring(L, whys[ending]);
  return 2;
}

/***
Append a line to the history and remove earlier copies of it.
@function remember
@param line string
@param replaced? string another line to remove, which the new line continues
*/
static int readline_remember(lua_State *L) {
  const char *text = luaL_checkstring(L, 1), *replaced = luaL_optstring(L, 2, text);
  for (int i = history_length - 1; i >= 0; i--) {
    HIST_ENTRY *entry = history_get(history_base + i);
    bool is_old = entry && (strcmp(entry->line, text) == 0 || strcmp(entry->line, replaced) == 0);
    if (is_old) free_history_entry(remove_history(i));
  }
  add_history(text);
  return 0;
}

/***
Set the program's name for conditions in inputrc: `$if lucena`.
@function name
@param name string
*/
static int readline_name(lua_State *L) {
  static char name[32]; /* a longer name is cut */
  snprintf(name, sizeof name, "%s", luaL_checkstring(L, 1));
  rl_readline_name = name;
  return 0;
}

int luaopen_lucena_readline(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"is_waiting", readline_is_waiting}, {"key", readline_key},   {"keys", readline_keys}, {"name", readline_name},
      {"read", readline_read}, {"remember", readline_remember}, {"size", readline_size}, {NULL, NULL}};
  luaL_checkversion(L);
  prepare();
  luaL_newlib(L, functions);
  return 1;
}
