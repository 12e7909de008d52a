#include "runtime/decorators/phase_clock.hpp"

#include <algorithm>
#include <utility>

namespace sparlab::runtime::decorators {

Request PhaseClock::isend(int to, Message message, int tag) {
  return inner_.isend(to, std::move(message), tag);
}

Request PhaseClock::irecv_into(Message place, int from, int tag) {
  return runtime::irecv_into(inner_, std::move(place), from, tag);
}

void PhaseClock::enter_phase(std::string_view name) {
  add_time();
  const auto phase = std::ranges::find(phases_, name, &PhaseSeconds::name);
  current_ = static_cast<std::size_t>(phase - phases_.begin());
  if (phase == phases_.end()) phases_.push_back({std::string(name), 0});
  inner_.enter_phase(name);
}

const std::vector<PhaseSeconds>& PhaseClock::stop() {
  add_time();
  return phases_;
}

void PhaseClock::add_time() {
  const double now_s = inner_.now();
  phases_[current_].seconds += now_s - entered_s_;
  entered_s_ = now_s;
}

}  // namespace sparlab::runtime::decorators
