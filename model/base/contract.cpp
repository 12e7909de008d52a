#include "model/base/contract.hpp"

#include <cstdio>
#include <cstdlib>

namespace sparlab::model {

void contract_violation(const char* expression, const char* file, int line) noexcept {
  std::fprintf(stderr, "sparlab: contract violated on rank %d: %s (%s:%d)\n", current_rank,
               expression, file, line);
  std::abort();
}

}  // namespace sparlab::model
