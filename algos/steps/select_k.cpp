#include "algos/steps/select_k.hpp"

#include <cmath>
#include <utility>

#include "algos/selectors/exact_top_k.hpp"
#include "algos/steps/agree.hpp"

namespace sparlab::algos {

std::uint64_t agreed_k(runtime::Comm& comm, std::uint64_t k, const Stream& input) {
  if (k != 0) return k;
  const std::uint64_t agreed =
      agree_on_max(comm, static_cast<std::uint64_t>(std::ceil(input.count())));
  if (agreed > input.range().size()) throw WireError("agree: more entries than indices");
  return agreed;
}

Stream at_most_k(runtime::Comm& comm, const Stream& stream, std::uint64_t k) {
  const bool fits = stream.count() <= static_cast<double>(k);
  return fits && stream.format() == Format::coo ? stream : top_k(comm, stream, k);
}

Stream select_and_hold(runtime::Comm& comm, error_feedback::HeldBack& held, Stream input,
                       const std::function<Stream(const Stream& accumulated)>& select) {
  comm.enter_phase("select");
  const Stream accumulated = held.take_with(std::move(input));
  Stream selected = select(accumulated);
  held.hold_all_but(accumulated, selected);
  return selected;
}

Stream select_k_and_hold(runtime::Comm& comm, error_feedback::HeldBack& held, Stream input,
                         std::uint64_t k) {
  if (k == 0) return input;
  return select_and_hold(comm, held, std::move(input), [&](const Stream& accumulated) {
    return at_most_k(comm, accumulated, k);
  });
}

}  // namespace sparlab::algos
