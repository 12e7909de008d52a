#include "experiments/spec/definition/schema.hpp"

#include "cli/verb.hpp"

namespace sparlab::cli {

Run add_schema(Options&) {
  return [] {
    std::cout << experiments::experiment_schema_text();
    return kSuccess;
  };
}

}  // namespace sparlab::cli
