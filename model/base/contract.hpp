#pragma once

#include <cstdio>
#include <cstdlib>

/// Contracts: a broken precondition is a bug of the caller. It prints the expression, the rank and
/// the source line, and aborts, in release builds too. Wrong *user input* is never a contract: it
/// is an error value or an exception with a message.
namespace sparlab::model {

/// The rank whose code runs on this thread, set by the engines; -1 outside of any rank.
inline thread_local int current_rank = -1;

[[noreturn, gnu::cold, gnu::noinline]] inline void contract_violation(const char* expression,
                                                                      const char* file,
                                                                      int line) noexcept {
  std::fprintf(stderr, "sparlab: contract violated on rank %d: %s (%s:%d)\n", current_rank,
               expression, file, line);
  std::abort();
}

}  // namespace sparlab::model

#define SPARLAB_EXPECTS(expression)    \
  ((expression) ? static_cast<void>(0) \
                : ::sparlab::model::contract_violation(#expression, __FILE__, __LINE__))
