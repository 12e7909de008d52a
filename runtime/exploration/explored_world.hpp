#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "model/base/contract.hpp"
#include "runtime/exploration/explored_run.hpp"
#include "runtime/fibers/coroutine.hpp"

namespace sparlab::runtime::exploration {

/// Leaves the program of a rank whose run has been given up.
struct Abandoned {};

/// A send or a receive of a rank; requests are positions in its list.
struct Operation {
  bool is_send;
  int peer;
  int tag;
  bool is_complete = false;
  bool was_awaited = false;
  double end = 0;  ///< in messages, see ExploredRanks
  Message message = {};

  std::string text() const {
    return fmt::format("{} rank {} with tag {}", is_send ? "its send to" : "its receive from", peer,
                       tag);
  }
};

/// A place in a rank's list of operations.
struct Place {
  std::size_t rank;
  std::size_t operation;
};

/// Sends and receives of a pair of ranks with one tag that wait for their match; one list is empty.
struct Channel {
  std::deque<Place> sends;
  std::deque<Place> receives;
};

struct Rank {
  fibers::Coroutine coroutine;
  std::vector<Operation> operations;
  std::vector<std::size_t> awaited;   ///< operations of which one must be complete
  std::vector<std::size_t> places;    ///< of these in the list of wait_any
  bool chooses = false;               ///< waits in wait_any for more than one request
  std::optional<std::size_t> chosen;  ///< position in `awaited`
  double now = 0;                     ///< in messages, see ExploredRanks
  double port_free = 0;               ///< when the last send ends
};

class ExploredWorld {
 public:
  ExploredWorld(int size, Sends sends) : ranks_(static_cast<std::size_t>(size)), sends_(sends) {}

  int size() const { return static_cast<int>(ranks_.size()); }

  RunResult run(const std::function<void(Comm&)>& program, const Decide& decide);

  double now(int rank) const { return ranks_[static_cast<std::size_t>(rank)].now; }

  Request post(int rank, Operation operation) {
    Rank& poster = ranks_[static_cast<std::size_t>(rank)];
    std::vector<Operation>& mine = poster.operations;
    const Place here{static_cast<std::size_t>(rank), mine.size()};
    const std::pair<int, int> ends =
        operation.is_send ? std::pair(rank, operation.peer) : std::pair(operation.peer, rank);
    Channel& channel = channels_[{ends.first, ends.second, operation.tag}];
    const bool is_send = operation.is_send;
    operation.is_complete = is_send && sends_ == Sends::buffered;
    if (is_send) operation.end = poster.port_free = std::max(poster.now, poster.port_free) + 1;
    mine.push_back(std::move(operation));
    std::deque<Place>& partners = is_send ? channel.receives : channel.sends;
    if (partners.empty()) {
      (is_send ? channel.sends : channel.receives).push_back(here);
    } else {
      const Place partner = partners.front();
      partners.pop_front();
      match(is_send ? here : partner, is_send ? partner : here);
    }
    return Request(here.operation);
  }

  Message wait(int rank, Request& request) {
    Rank& mine = ranks_[static_cast<std::size_t>(rank)];
    const auto operation = static_cast<std::size_t>(request.id());
    if (!mine.operations[operation].is_complete && !block(mine, {operation}, false)) return {};
    request.reset();
    Operation& ended = mine.operations[operation];
    ended.was_awaited = true;
    mine.now = std::max(mine.now, ended.end);
    return ended.is_send ? Message{} : std::move(ended.message);
  }

  std::size_t wait_any(int rank, std::span<const Request> requests) {
    Rank& mine = ranks_[static_cast<std::size_t>(rank)];
    std::vector<std::size_t> awaited;
    mine.places.clear();
    for (std::size_t i = 0; i < requests.size(); ++i) {
      if (!requests[i].pending()) continue;
      awaited.push_back(static_cast<std::size_t>(requests[i].id()));
      mine.places.push_back(i);
    }
    SPARLAB_EXPECTS(!awaited.empty());
    const bool chooses = awaited.size() > 1;
    if (!chooses && mine.operations[awaited.front()].is_complete) return mine.places.front();
    if (!block(mine, std::move(awaited), chooses)) return mine.places.front();
    return mine.places[chooses ? mine.chosen.value() : 0];
  }

 private:
  Operation& at(Place place) { return ranks_[place.rank].operations[place.operation]; }

  void match(Place send, Place receive) {
    at(receive).message = std::move(at(send).message);
    at(receive).end = at(send).end;
    at(send).is_complete = true;
    at(receive).is_complete = true;
  }

  /// Until the run continues this rank. False while an abandoned program is unwound, in which
  /// destructors may wait.
  bool block(Rank& mine, std::vector<std::size_t> awaited, bool chooses) {
    if (!is_abandoned_) {
      mine.awaited = std::move(awaited);
      mine.chooses = chooses;
      mine.chosen.reset();
      mine.coroutine.suspend();
    }
    if (!is_abandoned_) return true;
    if (std::uncaught_exceptions() > 0) return false;
    throw Abandoned{};
  }

  bool can_continue(const Rank& rank) const {
    if (rank.coroutine.finished()) return false;
    return rank.chooses ? rank.chosen.has_value()
                        : rank.operations[rank.awaited.front()].is_complete;
  }

  bool have_finished() const {
    for (const Rank& rank : ranks_)
      if (!rank.coroutine.finished()) return false;
    return true;
  }

  /// Until every rank has ended, chooses, or waits for others.
  void go_on() {
    for (bool moved = true; moved;) {
      moved = false;
      for (Rank& rank : ranks_) {
        if (failure_ || !can_continue(rank)) continue;
        rank.coroutine.resume();
        moved = true;
      }
    }
  }

  Crossroads crossroads() const;
  void abandon();
  std::string waits() const;
  std::string left_over() const;

  std::vector<Rank> ranks_;
  Sends sends_;
  std::map<std::tuple<int, int, int>, Channel> channels_;  ///< by sender, receiver and tag
  std::exception_ptr failure_;
  bool is_abandoned_ = false;
};

}  // namespace sparlab::runtime::exploration
