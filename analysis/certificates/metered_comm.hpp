#pragma once

#include <cstdint>

#include "algos/streams/sparse_stream.hpp"
#include "runtime/comm.hpp"

namespace sparlab::analysis {

/// The streams of certified calls.
using CertifiedStream = algos::SparseStream<float, std::uint32_t>;

/// What passed the ports of one rank in a call.
struct PortTraffic {
  std::uint64_t messages_sent = 0;
  /// The entries of received streams; of other messages, as many as they have room for.
  std::uint64_t values_received = 0;
  double begin = 0;  ///< on the clock of the Comm
  double end = 0;
};

/// Counts what passes the ports of a rank.
class MeteredComm final : public runtime::Comm {
 public:
  /// Starts a new count. Both must outlive it.
  MeteredComm(runtime::Comm& inner, PortTraffic& traffic) : inner_(inner), traffic_(traffic) {
    traffic_ = {.begin = inner.now()};
  }
  /// Ends the call.
  void finish() { traffic_.end = inner_.now(); }

  int rank() const override { return inner_.rank(); }
  int size() const override { return inner_.size(); }
  double now() const override { return inner_.now(); }
  runtime::Request isend(int to, runtime::Message message, int tag) override {
    ++traffic_.messages_sent;
    return inner_.isend(to, std::move(message), tag);
  }
  runtime::Request irecv(int from, int tag) override { return inner_.irecv(from, tag); }
  runtime::Message wait(runtime::Request& request) override;
  std::size_t wait_any(std::span<runtime::Request> requests) override {
    return inner_.wait_any(requests);
  }
  void charge(runtime::Work work) override { inner_.charge(work); }

 private:
  runtime::Comm& inner_;
  PortTraffic& traffic_;
};

}  // namespace sparlab::analysis
