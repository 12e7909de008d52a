#pragma once

#include <cstddef>

#include "runtime/comm.hpp"

namespace sparlab::experiments::run::steps {

/// The exchanges of a step, as the ranks of a process run them.
class Exchanges {
 public:
  Exchanges() = default;
  virtual ~Exchanges() = default;
  Exchanges(const Exchanges&) = delete;
  Exchanges& operator=(const Exchanges&) = delete;

  /// A rank chooses the entries that it sends in this exchange.
  virtual void select(runtime::Comm& comm, std::size_t exchange) = 0;
  /// One rank's side of the exchange, and the addition of a sparse result to the dense gradient.
  virtual void run(runtime::Comm& comm, std::size_t exchange) = 0;
};

}  // namespace sparlab::experiments::run::steps
