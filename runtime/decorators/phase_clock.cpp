#include "runtime/decorators/phase_clock.hpp"

#include <algorithm>
#include <utility>

namespace sparlab::runtime::decorators {

PhaseClock::PhaseClock(Comm& inner, MessageTrace* trace, std::uint32_t call)
    : inner_(inner),
      trace_(trace),
      expected_(expected_receives(inner)),
      from_all_(runtime::receives_from_all(inner)),
      switches_(switches_of(inner)),
      entered_s_(inner.now()) {
  if (trace_ != nullptr) trace_->begin_call(inner.rank(), call, entered_s_);
}

Request PhaseClock::isend(int to, Message message, int tag) {
  if (traces(to)) trace_->send(inner_.rank(), to, tag, message.wire_bytes(), inner_.now());
  return inner_.isend(to, std::move(message), tag);
}

Request PhaseClock::irecv(int from, int tag) { return posted(inner_.irecv(from, tag), from, tag); }

Request PhaseClock::irecv_into(Message place, int from, int tag) {
  return posted(runtime::irecv_into(inner_, std::move(place), from, tag), from, tag);
}

Message PhaseClock::wait(Request& request) {
  if (!traces()) return inner_.wait(request);
  const auto id = request.id();
  const double from_s = inner_.now();
  Message message = inner_.wait(request);
  const auto open = traced().of_request.extract(id);  // `received` may drop the trace
  if (!open.empty()) received(open.mapped(), message.wire_bytes(), from_s);  // else a send
  return message;
}

std::size_t PhaseClock::wait_any(std::span<Request> requests) {
  if (!traces()) return inner_.wait_any(requests);
  const double from_s = inner_.now();
  const std::size_t first = inner_.wait_any(requests);
  const auto open = traced().of_request.find(requests[first].id());
  if (open != traced().of_request.end() && inner_.now() > from_s) received(open->second, 0, from_s);
  return first;
}

void PhaseClock::expect(int from, int tag) {
  if (traces()) traced().expected[from].push_back(trace_->post(inner_.rank(), from, tag));
  expected_->expect(from, tag);
}

Mail PhaseClock::take_first() {
  if (!traces()) return expected_->take_first();
  const double from_s = inner_.now();
  Mail mail = expected_->take_first();
  auto& expected = traced().expected[mail.from];
  if (expected.empty()) return mail;  // the trace has been dropped
  const std::uint32_t post = expected.front();
  expected.pop_front();
  received(post, mail.message.wire_bytes(), from_s);
  return mail;
}

bool PhaseClock::post_from_all(int tag) {
  if (from_all_ == nullptr || !from_all_->post_from_all(tag)) return false;
  for (int step = 1; traces() && step < size(); ++step) {
    const std::uint32_t post = trace_->post(rank(), (rank() - step + size()) % size(), tag);
    if (step == 1) traced().from_all = post;
  }
  return true;
}

Message PhaseClock::take_from(int from) {
  if (!traces()) return from_all_->take_from(from);
  const double from_s = inner_.now();
  Message message = from_all_->take_from(from);
  const int step = (rank() - from + size()) % size();
  received(traced().from_all + static_cast<std::uint32_t>(step - 1), message.wire_bytes(), from_s);
  return message;
}

void PhaseClock::enter_phase(std::string_view name) {
  add_time();
  const auto phase = std::ranges::find(phases_, name, &PhaseSeconds::name);
  current_ = static_cast<std::size_t>(phase - phases_.begin());
  if (phase == phases_.end()) phases_.push_back({std::string(name), 0});
  if (traces()) trace_->enter(inner_.rank(), name, entered_s_);
  inner_.enter_phase(name);
}

const std::vector<PhaseSeconds>& PhaseClock::stop() {
  add_time();
  if (traces()) trace_->end_call(inner_.rank(), entered_s_);
  return phases_;
}

void PhaseClock::add_time() {
  const double now_s = inner_.now();
  phases_[current_].seconds += now_s - entered_s_;
  entered_s_ = now_s;
}

Request PhaseClock::posted(Request request, int from, int tag) {
  if (traces(from)) traced().of_request[request.id()] = trace_->post(inner_.rank(), from, tag);
  return request;
}

void PhaseClock::received(std::uint32_t post, double bytes, double from_s) {
  trace_->receive(inner_.rank(), post, bytes, from_s, inner_.now());
}

}  // namespace sparlab::runtime::decorators
