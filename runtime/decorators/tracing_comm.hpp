#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "runtime/comm.hpp"
#include "runtime/decorators/trace.hpp"
#include "runtime/placed_receive.hpp"

namespace sparlab::runtime::decorators {

/// Records the operations of a Comm as events of a trace. Ranks that run on one thread may share
/// one trace.
class TracingComm final : public Comm, public PlacedReceives {
 public:
  /// Both must outlive this.
  TracingComm(Comm& inner, Trace& trace);
  TracingComm(const TracingComm&) = delete;
  TracingComm& operator=(const TracingComm&) = delete;

  int rank() const override { return inner_.rank(); }
  int size() const override { return inner_.size(); }
  double now() const override { return inner_.now(); }
  Request isend(int to, Message message, int tag) override;
  Request irecv(int from, int tag) override { return irecv_into({}, from, tag); }
  Request irecv_into(Message place, int from, int tag) override;
  Message wait(Request& request) override;
  std::size_t wait_any(std::span<Request> requests) override;
  void charge(Work work) override;
  void enter_phase(std::string_view name) override;

 private:
  struct Pending {
    TraceEvent::Kind kind;  ///< kind of the wait for it: recv or wait
    int peer;
    int tag;
  };
  Pending pending(const Request& request) const;
  void record(TraceEvent::Kind kind, int peer, int tag, double bytes, double start_s);

  Comm& inner_;
  Trace& trace_;
  std::uint32_t phase_;
  /// By request id. Engines may give the same id to sends that end together.
  std::unordered_multimap<std::uint64_t, Pending> pending_;
};

}  // namespace sparlab::runtime::decorators
