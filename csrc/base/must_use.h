/*
** must_use - LC_MUST_USE, before a function whose result tells whether its out-parameters are set, or whether it
** failed. A caller that ignores the result does not compile with -Werror, as in `make lint`.
*/
#ifndef LC_MUST_USE_H
#define LC_MUST_USE_H

#if defined(__GNUC__)
#define LC_MUST_USE __attribute__((warn_unused_result))
#else
#define LC_MUST_USE
#endif

#endif
