#include "runtime/loggp/rank_comm.hpp"

#include <cmath>
#include <utility>

#include "model/base/contract.hpp"
#include "model/base/local_work.hpp"
#include "runtime/loggp/costs.hpp"
#include "runtime/loggp/matching.hpp"

namespace sparlab::runtime::loggp {

void RankComm::charge(Work work) {
  SPARLAB_EXPECTS(work.count >= 0);
  const Machine& machine = parts_.world.machine;
  const auto kind = static_cast<std::size_t>(work.kind);
  const model::WorkCurve& curve = machine.work_curves[kind];
  parts_.world.at(rank_).clock_s +=
      curve.empty() ? machine.rates[kind] * work.count : model::seconds_at(curve, work.count);
}

Request RankComm::isend(int to, Message message, int tag) {
  World& world = parts_.world;
  SPARLAB_EXPECTS(to >= 0 && to < world.size());
  const double bytes = message.wire_bytes();
  SPARLAB_EXPECTS(bytes >= 0 && std::isfinite(bytes));
  Rank& self = world.at(rank_);
  // A granted message may take the port before this one, so process all earlier events before using
  // the port.
  if (self.open_handshakes != 0) parts_.scheduler.catch_up(rank_);
  const bool inside = world.share_host(rank_, to);
  if (!inside) self.clock_s += overhead_s(world.machine, bytes);
  ++self.open_sends;
  Transport& transport = parts_.transport(rank_, to);
  if (inside || bytes < world.machine.handshake_bytes)
    return transport.send(rank_, to, std::move(message), tag);
  const std::uint32_t send = world.new_entry(to, tag, Entry::State::sending);
  const std::uint32_t handshake = world.handshakes.acquire();
  world.handshakes[handshake] = {.wire_bytes = bytes,
                                 .from = rank_,
                                 .to = to,
                                 .tag = tag,
                                 .payload = world.payloads.add(std::move(message)),
                                 .send = send};
  ++self.open_handshakes;
  transport.send_request(handshake);
  return request_of_entry(send);
}

Request RankComm::irecv(int from, int tag) {
  SPARLAB_EXPECTS(from >= 0 && from < parts_.world.size());
  return request_of_entry(parts_.deliveries.post(rank_, from, tag));
}

void RankComm::expect(int from, int tag) {
  SPARLAB_EXPECTS(from >= 0 && from < parts_.world.size());
  parts_.expected.expect(rank_, parts_.deliveries.post(rank_, from, tag));
}

Mail RankComm::take_first() {
  const auto [from, entry] = parts_.expected.take_first(rank_);
  Request request = request_of_entry(entry);
  return {from, parts_.waits.wait(rank_, request)};
}

bool RankComm::post_from_all(int tag) {
  // Requests of handshakes name an entry, and messages that pass a network end at one.
  if (parts_.network || !std::isinf(parts_.world.machine.handshake_bytes)) return false;
  return parts_.deliveries.post_from_all(rank_, tag);
}

}  // namespace sparlab::runtime::loggp
