#include "runtime/decorators/tracing_comm.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "model/contract.hpp"

namespace sparlab::runtime::decorators {
namespace {

using Kind = TraceEvent::Kind;

constexpr int kNobody = -1;

std::uint32_t phase_index(Trace& trace, std::string_view name) {
  const auto known = std::find(trace.phases.begin(), trace.phases.end(), name);
  const auto index = static_cast<std::uint32_t>(known - trace.phases.begin());
  if (known == trace.phases.end()) trace.phases.emplace_back(name);
  return index;
}

}  // namespace

TracingComm::TracingComm(Comm& inner, Trace& trace)
    : inner_(inner), trace_(trace), phase_(phase_index(trace, "")) {}

void TracingComm::record(Kind kind, int peer, int tag, double bytes, double start_s) {
  trace_.events.push_back({kind, inner_.rank(), phase_, peer, tag, bytes, start_s, inner_.now()});
}

TracingComm::Pending TracingComm::pending(const Request& request) const {
  const auto found = pending_.find(request.id());
  SPARLAB_EXPECTS(found != pending_.end());
  return found->second;
}

Request TracingComm::isend(int to, Message message, int tag) {
  const double start_s = inner_.now();
  const double bytes = message.wire_bytes();
  Request request = inner_.isend(to, std::move(message), tag);
  record(Kind::send, to, tag, bytes, start_s);
  pending_.emplace(request.id(), Pending{Kind::wait, to, tag});
  return request;
}

Request TracingComm::irecv_into(Message place, int from, int tag) {
  Request request = runtime::irecv_into(inner_, std::move(place), from, tag);
  pending_.emplace(request.id(), Pending{Kind::recv, from, tag});
  return request;
}

Message TracingComm::wait(Request& request) {
  const Pending what = pending(request);
  pending_.erase(pending_.find(request.id()));
  const double start_s = inner_.now();
  Message message = inner_.wait(request);
  record(what.kind, what.peer, what.tag, message.wire_bytes(), start_s);
  return message;
}

std::size_t TracingComm::wait_any(std::span<Request> requests) {
  const double start_s = inner_.now();
  const std::size_t position = inner_.wait_any(requests);
  const Pending what = pending(requests[position]);
  record(Kind::wait_any, what.peer, what.tag, 0, start_s);
  return position;
}

void TracingComm::charge(Work work) {
  const double start_s = inner_.now();
  inner_.charge(work);
  record(Kind::work, kNobody, 0, work.count, start_s);
}

void TracingComm::enter_phase(std::string_view name) {
  phase_ = phase_index(trace_, name);
  inner_.enter_phase(name);
}

}  // namespace sparlab::runtime::decorators
