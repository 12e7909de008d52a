#include "runtime/exploration/explored_run.hpp"

#include <fmt/format.h>

#include <utility>

#include "model/base/contract.hpp"
#include "runtime/exploration/explored_world.hpp"

namespace sparlab::runtime::exploration {
namespace {

class ExploredComm final : public Comm {
 public:
  ExploredComm(ExploredWorld& world, int rank) : world_(world), rank_(rank) {}

  int rank() const override { return rank_; }
  int size() const override { return world_.size(); }
  double now() const override { return world_.now(rank_); }
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
    ranks_[i].now = ranks_[i].port_free = 0;
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
