#pragma once

#include <cstdint>
#include <vector>

#include "model/parameters/fields.hpp"

namespace sparlab::model {

struct KylixParameters {
  std::vector<std::uint64_t> degrees;
  bool reuse = false;
  std::uint64_t calls = 16;

  template <class Visitor>
  static void describe(Visitor& visit) {
    using P = KylixParameters;
    visit("degrees", &P::degrees, list_of_at_least(2),
          "number of ranks in a group of each layer; the product is P; empty: the prime factors "
          "of P, largest first");
    visit("reuse", &P::reuse, yes_or_no(),
          "send indices only if the support of some rank has changed; the ranks agree on this in "
          "every call");
    visit("calls", &P::calls, at_least(1),
          "maximum number of calls that use one configuration, with reuse");
  }
  /// Errors  ParameterError: degrees whose product is not P, or calls without reuse.
  void check(const Shape& shape) const;
  /// The degrees of the layers on P ranks; none for one rank.
  std::vector<std::uint64_t> layers(std::uint64_t ranks) const;
  std::uint64_t period() const { return reuse ? calls : 1; }
};

}  // namespace sparlab::model
