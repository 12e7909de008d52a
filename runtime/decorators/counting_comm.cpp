#include "runtime/decorators/counting_comm.hpp"

#include <algorithm>
#include <utility>

namespace sparlab::runtime::decorators {

Counts& Counts::operator+=(const Counts& other) {
  messages_sent += other.messages_sent;
  bytes_sent += other.bytes_sent;
  messages_received += other.messages_received;
  bytes_received += other.bytes_received;
  for (std::size_t kind = 0; kind < kWorkKinds; ++kind) work[kind] += other.work[kind];
  return *this;
}

Counts CountingComm::total() const {
  Counts sum;
  for (const PhaseCounts& phase : phases_) sum += phase.counts;
  return sum;
}

Request CountingComm::isend(int to, Message message, int tag) {
  ++current_->messages_sent;
  current_->bytes_sent += message.wire_bytes();
  return inner_.isend(to, std::move(message), tag);
}

Request CountingComm::irecv_into(Message place, int from, int tag) {
  ++current_->messages_received;
  return runtime::irecv_into(inner_, std::move(place), from, tag);
}

Message CountingComm::wait(Request& request) {
  Message message = inner_.wait(request);
  current_->bytes_received += message.wire_bytes();  // 0 for a send
  return message;
}

Mail CountingComm::take_first() {
  Mail mail = expected_->take_first();
  current_->bytes_received += mail.message.wire_bytes();
  return mail;
}

bool CountingComm::post_from_all(int tag) {
  if (from_all_ == nullptr || !from_all_->post_from_all(tag)) return false;
  current_->messages_received += static_cast<std::uint64_t>(size() - 1);
  return true;
}

Message CountingComm::take_from(int from) {
  Message message = from_all_->take_from(from);
  current_->bytes_received += message.wire_bytes();
  return message;
}

void CountingComm::charge(Work work) {
  current_->work[static_cast<std::size_t>(work.kind)] += work.count;
  inner_.charge(work);
}

void CountingComm::enter_phase(std::string_view name) {
  auto phase = std::find_if(phases_.begin(), phases_.end(),
                            [name](const PhaseCounts& known) { return known.name == name; });
  if (phase == phases_.end()) {
    phases_.push_back({std::string(name), {}});
    phase = phases_.end() - 1;
  }
  current_ = &phase->counts;
  inner_.enter_phase(name);
}

}  // namespace sparlab::runtime::decorators
