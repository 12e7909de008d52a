#include "runtime/exploration/explored_run.hpp"

#include <fmt/format.h>

#include <deque>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "model/base/contract.hpp"
#include "runtime/fibers/coroutine.hpp"

namespace sparlab::runtime::exploration {
namespace {

/// Leaves the program of a rank whose run has been given up.
struct Abandoned {};

/// A send or a receive of a rank; requests are positions in its list.
struct Operation {
  bool is_send;
  int peer;
  int tag;
  bool is_complete = false;
  bool was_awaited = false;
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
};

}  // namespace

class ExploredWorld {
 public:
  ExploredWorld(int size, Sends sends) : ranks_(static_cast<std::size_t>(size)), sends_(sends) {}

  int size() const { return static_cast<int>(ranks_.size()); }

  RunResult run(const std::function<void(Comm&)>& program, const Decide& decide);

  Request post(int rank, Operation operation) {
    std::vector<Operation>& mine = ranks_[static_cast<std::size_t>(rank)].operations;
    const Place here{static_cast<std::size_t>(rank), mine.size()};
    const std::pair<int, int> ends =
        operation.is_send ? std::pair(rank, operation.peer) : std::pair(operation.peer, rank);
    Channel& channel = channels_[{ends.first, ends.second, operation.tag}];
    const bool is_send = operation.is_send;
    operation.is_complete = is_send && sends_ == Sends::buffered;
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
    mine.operations[operation].was_awaited = true;
    return mine.operations[operation].is_send ? Message{}
                                              : std::move(mine.operations[operation].message);
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

namespace {

class ExploredComm final : public Comm {
 public:
  ExploredComm(ExploredWorld& world, int rank) : world_(world), rank_(rank) {}

  int rank() const override { return rank_; }
  int size() const override { return world_.size(); }
  double now() const override { return 0; }
  Request isend(int to, Message message, int tag) override {
    return world_.post(rank_,
                       {.is_send = true, .peer = to, .tag = tag, .message = std::move(message)});
  }
  Request irecv(int from, int tag) override {
    return world_.post(rank_, {.is_send = false, .peer = from, .tag = tag});
  }
  Message wait(Request& request) override { return world_.wait(rank_, request); }
  std::size_t wait_any(std::span<Request> requests) override {
    return world_.wait_any(rank_, requests);
  }
  void charge(Work /*work*/) override {}

 private:
  ExploredWorld& world_;
  int rank_;
};

}  // namespace

RunResult ExploredWorld::run(const std::function<void(Comm&)>& program, const Decide& decide) {
  channels_.clear();
  failure_ = nullptr;
  is_abandoned_ = false;
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    ranks_[i].operations.clear();
    ranks_[i].coroutine.begin([this, &program, i] {
      try {
        ExploredComm comm(*this, static_cast<int>(i));
        program(comm);
      } catch (const Abandoned&) {
      } catch (...) {
        if (!failure_) failure_ = std::current_exception();
      }
    });
  }
  for (Rank& rank : ranks_)
    if (!failure_) rank.coroutine.resume();
  while (true) {
    go_on();
    if (failure_) {
      abandon();
      return {Ending::failed, "", failure_};
    }
    if (have_finished()) break;
    const Crossroads here = crossroads();
    if (here.possible.empty()) {
      const std::string text = waits();
      abandon();
      return {Ending::deadlock, text};
    }
    const std::optional<Choice> choice = decide(here);
    if (!choice) {
      abandon();
      return {Ending::given_up, ""};
    }
    Rank& rank = ranks_[static_cast<std::size_t>(choice->rank)];
    for (std::size_t i = 0; i < rank.places.size(); ++i)
      if (rank.places[i] == choice->request) rank.chosen = i;
  }
  std::string text = left_over();
  return {text.empty() ? Ending::finished : Ending::left_over, std::move(text)};
}

Crossroads ExploredWorld::crossroads() const {
  Crossroads here;
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    const Rank& rank = ranks_[i];
    if (rank.coroutine.finished() || !rank.chooses) continue;
    std::vector<Choice> mine;
    for (std::size_t k = 0; k < rank.awaited.size(); ++k)
      if (rank.operations[rank.awaited[k]].is_complete)
        mine.push_back({static_cast<int>(i), rank.places[k]});
    here.possible.insert(here.possible.end(), mine.begin(), mine.end());
    if (here.settled.empty() && mine.size() == rank.awaited.size()) here.settled = std::move(mine);
  }
  return here;
}

void ExploredWorld::abandon() {
  is_abandoned_ = true;
  for (Rank& rank : ranks_)
    while (!rank.coroutine.finished()) rank.coroutine.resume();
}

std::string ExploredWorld::waits() const {
  std::string text;
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    const Rank& rank = ranks_[i];
    if (rank.coroutine.finished()) continue;
    text += fmt::format("{}rank {} waits for {}{}", text.empty() ? "" : "; ", i,
                        rank.operations[rank.awaited.front()].text(),
                        rank.chooses ? " or another" : "");
  }
  return text;
}

std::string ExploredWorld::left_over() const {
  for (std::size_t i = 0; i < ranks_.size(); ++i)
    for (const Operation& operation : ranks_[i].operations)
      if (!operation.was_awaited)
        return fmt::format("rank {} never waits for {}", i, operation.text());
  for (const auto& [ends, channel] : channels_)
    if (!channel.sends.empty())
      return fmt::format("rank {} never receives {}'s message with tag {}", std::get<1>(ends),
                         std::get<0>(ends), std::get<2>(ends));
  return "";
}

ExploredRanks::ExploredRanks(int size, Sends sends)
    : world_(std::make_unique<ExploredWorld>(size, sends)) {
  SPARLAB_EXPECTS(size >= 1);
}

ExploredRanks::~ExploredRanks() = default;

int ExploredRanks::size() const { return world_->size(); }

RunResult ExploredRanks::run(const std::function<void(Comm&)>& program, const Decide& decide) {
  return world_->run(program, decide);
}

}  // namespace sparlab::runtime::exploration
