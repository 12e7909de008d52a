#pragma once

#include <vector>

#include "tests/catch.hpp"
#include "tests/conformance/suite/totals.hpp"

namespace sparlab::conformance {

/// Checks that calls on real streams and on counted ones whose places are known send the messages
/// and bytes of the model. Both fill-ins are of the inputs.
inline void check_traffic(const CallTerms& call, const std::vector<FloatStream>& inputs,
                          const model::FillIn& fill_in, const model::FillIn& placed) {
  const Totals expected = modelled(call, inputs.size(), fill_in);
  const Totals found = taken(call, inputs);
  CHECK(found.messages == expected.messages);
  CHECK(found.bytes == Approx(expected.bytes).epsilon(1e-12).margin(0));
  const Totals with_places = counted(call, inputs.size(), placed);
  CHECK(with_places.messages == expected.messages);
  CHECK(with_places.bytes == Approx(expected.bytes).epsilon(1e-12).margin(0));
}

}  // namespace sparlab::conformance
