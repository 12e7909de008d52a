#include "tests/runtime/loggp/flow_oracle.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>

#include "tests/runtime/messages.hpp"

namespace sparlab::runtime::loggp::flow_oracle {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

struct Flow {
  int from;
  int to;
  double begins_s;  ///< a latency after it was sent
  double left;      ///< bytes
  double weight;
  model::Route route;
  double rate = 0;
};

class FlowRun {
 public:
  FlowRun(const model::Topology& topology, const Program& program, Overheads overheads)
      : topology_(topology),
        program_(program),
        overheads_(overheads),
        ranks_(program.size()),
        free_(topology.links()),
        weights_(topology.links()) {}

  double run() {
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) advance(static_cast<int>(rank));
    while (!waiting_.empty() || !active_.empty()) {
      share();
      const double begins_s = waiting_.empty() ? kNever : waiting_.begin()->first;
      double next_s = begins_s;
      for (const Flow& flow : active_) next_s = std::min(next_s, now_s_ + flow.left / flow.rate);
      pass_until(next_s, begins_s);
    }
    double last_s = 0;
    for (const Rank& rank : ranks_) last_s = std::max(last_s, rank.clock_s);
    return last_s;
  }

 private:
  struct Rank {
    double clock_s = 0;
    std::size_t step = 0;
    std::map<int, std::deque<std::pair<double, double>>> arrived;  ///< by sender: time, bytes
  };

  double overhead_s(double bytes) const {
    return overheads_.per_message_s + overheads_.per_byte_s * bytes;
  }

  /// Continues a rank until it waits for a message that has not arrived.
  void advance(int number) {
    Rank& rank = ranks_[static_cast<std::size_t>(number)];
    const auto& steps = program_[static_cast<std::size_t>(number)];
    for (; rank.step < steps.size(); ++rank.step) {
      const Step& step = steps[rank.step];
      if (step.kind == Step::Kind::send) {
        rank.clock_s += overhead_s(step.bytes);
        send(number, step, rank.clock_s);
        continue;
      }
      auto& arrived = rank.arrived[step.peer];
      if (arrived.empty()) return;
      const auto [time_s, bytes] = arrived.front();
      arrived.pop_front();
      rank.clock_s = std::max(rank.clock_s, time_s) + overhead_s(bytes);
    }
  }

  void send(int from, const Step& step, double at_s) {
    Flow flow{from, step.peer, at_s, step.bytes, 0, {}};
    topology_.append_route(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(step.peer),
                           flow.route);
    double latency_s = 0;
    for (const std::uint32_t link : flow.route)
      latency_s += topology_.classes()[topology_.class_of(link)].latency_s;
    flow.begins_s += latency_s;
    flow.weight = 1 / latency_s;
    sizes_[{from, step.peer}].push_back(step.bytes);
    waiting_.emplace(flow.begins_s, std::move(flow));
  }

  /// Weighted max-min fairness: the link that gives its flows least is the bottleneck of all of
  /// them.
  void share() {
    std::vector<std::uint32_t> used;
    for (const Flow& flow : active_) {
      for (const std::uint32_t link : flow.route) {
        if (weights_[link] == 0) {
          used.push_back(link);
          free_[link] = topology_.classes()[topology_.class_of(link)].bytes_per_s;
        }
        weights_[link] += flow.weight;
      }
    }
    std::vector<Flow*> open;
    for (Flow& flow : active_) open.push_back(&flow);
    while (!open.empty()) {
      std::uint32_t tightest = 0;
      double least = kNever;
      for (const std::uint32_t link : used) {
        if (weights_[link] <= 0) continue;
        const double share = free_[link] / weights_[link];
        if (share < least) {
          least = share;
          tightest = link;
        }
      }
      const auto limited = [&](const Flow* flow) {
        return std::find(flow->route.begin(), flow->route.end(), tightest) != flow->route.end();
      };
      for (Flow* flow : open) {
        if (!limited(flow)) continue;
        flow->rate = least * flow->weight;
        for (const std::uint32_t link : flow->route) {
          free_[link] -= flow->rate;
          weights_[link] -= flow->weight;
        }
      }
      std::erase_if(open, limited);
      weights_[tightest] = 0;
    }
    for (const std::uint32_t link : used) weights_[link] = 0;
  }

  /// Lets time pass. Flows that end then, within rounding, are delivered.
  void pass_until(double next_s, double begins_s) {
    for (Flow& flow : active_) flow.left -= flow.rate * (next_s - now_s_);
    now_s_ = next_s;
    std::vector<Flow> ended;
    std::erase_if(active_, [&](const Flow& flow) {
      const bool over = flow.left <= flow.rate * 1e-15;
      if (over) ended.push_back(flow);
      return over;
    });
    if (begins_s == next_s) {
      active_.push_back(std::move(waiting_.begin()->second));
      waiting_.erase(waiting_.begin());
    }
    for (const Flow& flow : ended) {
      auto& sizes = sizes_[{flow.from, flow.to}];
      ranks_[static_cast<std::size_t>(flow.to)].arrived[flow.from].emplace_back(now_s_,
                                                                                sizes.front());
      sizes.pop_front();
    }
    for (const Flow& flow : ended) advance(flow.to);
  }

  const model::Topology& topology_;
  const Program& program_;
  Overheads overheads_;
  std::vector<Rank> ranks_;
  std::vector<Flow> active_;
  std::multimap<double, Flow> waiting_;
  std::map<std::pair<int, int>, std::deque<double>> sizes_;
  std::vector<double> free_;     ///< by link, while rates are computed
  std::vector<double> weights_;  ///< of the flows on it whose rate is open
  double now_s_ = 0;
};

}  // namespace

void run(Comm& comm, const Program& program) {
  std::vector<Request> sends;
  for (const Step& step : program[static_cast<std::size_t>(comm.rank())]) {
    if (step.kind == Step::Kind::send)
      sends.push_back(comm.isend(step.peer, of_bytes(step.bytes), 0));
    else
      receive(comm, step.peer, 0);
  }
  wait_all(comm, sends);
}

double makespan_s(const model::Topology& topology, const Program& program, Overheads overheads) {
  return FlowRun(topology, program, overheads).run();
}

}  // namespace sparlab::runtime::loggp::flow_oracle
