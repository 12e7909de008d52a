#include <algorithm>
#include <utility>
#include <vector>

#include "model/base/cost.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {
namespace {

/// A segment, and the number of segments of equal cost.
struct PipelineSegment {
  Range range;
  double multiplicity;
};

/// All segments, or one of each of the two sizes where the fill-in depends on sizes only. The first
/// is a largest one.
std::vector<PipelineSegment> representative_segments(const Problem& problem,
                                                     const HofmannRungerParameters& parameters) {
  const std::uint64_t universe = problem.fill_in->universe();
  const std::uint64_t count = parameters.segments(universe);
  const std::uint64_t size = parameters.segment_size(universe);
  const auto at = [&](std::uint64_t i) {
    return Range{i * size, i + 1 == count ? universe : (i + 1) * size};
  };
  if (problem.fill_in->symmetry() == Symmetry::ranks_and_ranges) {
    if (count == 1) return {{at(0), 1}};
    return {{at(0), static_cast<double>(count - 1)}, {at(count - 1), 1}};
  }
  std::vector<PipelineSegment> segments;
  for (std::uint64_t i = 0; i < count; ++i) segments.push_back({at(i), 1});
  return segments;
}

/// The steps of one segment, in order: a rank's work, the message to the next rank, that rank's
/// work, and so on. When a step comes for the k-th time, the other segments have delayed it by at
/// most the time of the slowest step. Ranks in the middle of the chain receive and send at once.
class Pipeline {
 public:
  Pipeline(const Machine& machine, std::uint64_t ranks)
      : machine_(machine), ranks_(ranks), pattern_(ranks > 2 ? Pattern::ring : Pattern::one_way) {
    path_.pattern = pattern_;
    path_.partners = {.kind = Partners::Kind::chain, .ranks = ranks};
  }

  void work(const LocalWork& work) {
    path_.work += work;
    if (machine_.gammas.seconds(work) > machine_.gammas.seconds(busiest_)) busiest_ = work;
  }
  void message(double bytes) {
    path_.messages += 1;
    bytes_ += bytes;
    largest_ = std::max(largest_, bytes);
  }
  /// The first segment passes all steps; the others follow at the pace of the slowest step.
  void add_to(Cost& cost, const char* name, double segments) {
    path_.name = name;
    path_.bytes_per_message = path_.messages > 0 ? bytes_ / path_.messages : 0;
    cost.critical_path.push_back(path_);
    if (segments == 1) return;
    cost.critical_path.push_back(
        {.name = name,
         .messages = segments - 1,
         .bytes_per_message = largest_,
         .hidden = (segments - 1) * busiest_,
         .pattern = pattern_,
         .partners = {.kind = Partners::Kind::shift, .ranks = ranks_, .distance = 1}});
  }

 private:
  const Machine& machine_;
  std::uint64_t ranks_;
  Pattern pattern_;
  Stage path_{};
  double bytes_ = 0;
  double largest_ = 0;
  LocalWork busiest_;
};

class Chain {
 public:
  Chain(const Problem& problem, const HofmannRungerParameters& parameters)
      : problem_(problem),
        rules_(problem_),
        machine_(problem.machine != nullptr ? *problem.machine : typical_machine()),
        segments_(representative_segments(problem, parameters)),
        count_(static_cast<double>(parameters.segments(problem.fill_in->universe()))) {
    problem_.formats = problem_.formats.with(Format::runs);
  }
  Chain(const Chain&) = delete;
  Chain& operator=(const Chain&) = delete;

  Cost cost() {
    if (problem_.ranks == 1) return {};
    cost_.critical_path.push_back(
        local_stage("split", {.copied_bytes = split_copy_bytes(problem_)}));
    reduce();
    broadcast();
    return std::move(cost_);
  }

  /// The cost of a broadcast of what rank 0 holds.
  Cost broadcast_cost(bool dense) {
    if (problem_.ranks == 1) return {};
    const auto held = [&](Range range) {
      return dense ? Held{static_cast<double>(range.size()), true}
                   : rules_.united(problem_.united(), range);
    };
    for (const PipelineSegment& segment : segments_) held_.push_back(held(segment.range));
    const double bytes = rules_.payload_bytes(held(problem_.whole()), problem_.whole());
    cost_.critical_path.push_back(local_stage("split", {.copied_bytes = bytes}));
    broadcast();
    return std::move(cost_);
  }

 private:
  void count(const PipelineSegment& segment, const Packing& packing, double times) {
    cost_.count(times * segment.multiplicity, packing.bytes);
  }

  /// The largest segment at each rank sets the pace.
  void reduce() {
    for (const PipelineSegment& segment : segments_)
      held_.push_back(rules_.input(0, segment.range));
    Pipeline pipeline(machine_, problem_.ranks);
    std::vector<Packing> sent = send(pipeline, {});
    for (std::uint64_t rank = 1; rank < problem_.ranks; ++rank) {
      LocalWork work;
      double slowest = -1;
      for (std::size_t i = 0; i < segments_.size(); ++i) {
        LocalWork own{.copied_bytes = sent[i].unpack_copies};
        const Range range = segments_[i].range;
        held_[i] = rules_.merge(held_[i], rules_.input(rank, range), {0, rank + 1}, range, own);
        if (sent[i].bytes <= slowest) continue;
        slowest = sent[i].bytes;
        work = own;
      }
      if (rank + 1 == problem_.ranks)
        pipeline.work(work);
      else
        sent = send(pipeline, work);
    }
    pipeline.add_to(cost_, "reduce", count_);
  }

  /// Sends all segments from one rank to the next, after `work` for the largest one.
  std::vector<Packing> send(Pipeline& pipeline, LocalWork work) {
    std::vector<Packing> sent;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      sent.push_back(rules_.packing(held_[i], segments_[i].range));
      count(segments_[i], sent.back(), 1);
    }
    const Packing& largest = *std::ranges::max_element(sent, {}, &Packing::bytes);
    work.copied_bytes += largest.pack_copies;
    pipeline.work(work);
    pipeline.message(largest.bytes);
    return sent;
  }

  void broadcast() {
    const auto hops = static_cast<double>(problem_.ranks - 1);
    Packing largest;
    Held whole;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      const Packing packing = rules_.packing(held_[i], segments_[i].range);
      count(segments_[i], packing, hops);
      if (packing.bytes > largest.bytes) largest = packing;
      whole.entries += segments_[i].multiplicity * held_[i].entries;
      whole.dense = whole.dense || held_[i].dense;
    }
    Pipeline pipeline(machine_, problem_.ranks);
    pipeline.work({.copied_bytes = largest.pack_copies});
    for (double hop = 0; hop < hops; ++hop) pipeline.message(largest.bytes);
    pipeline.work({.copied_bytes = largest.unpack_copies});
    pipeline.add_to(cost_, "broadcast", count_);
    if (count_ == 1) return;
    cost_.critical_path.push_back(local_stage(
        "concatenate", {.copied_bytes = rules_.payload_bytes(whole, problem_.whole())}));
  }

  Problem problem_;
  StreamRules rules_;
  const Machine& machine_;
  std::vector<PipelineSegment> segments_;
  double count_;
  std::vector<Held> held_;  // the segments, merged so far
  Cost cost_;
};

}  // namespace

Cost hofmann_runger(const Problem& problem, const HofmannRungerParameters& parameters) {
  Chain chain(problem, parameters);
  return problem.collective == Collective::broadcast ? chain.broadcast_cost(false) : chain.cost();
}

Cost dense_broadcast_along_chain(const Problem& problem) {
  Cost cost = Chain(problem, {}).broadcast_cost(true);
  cost.dense_result = true;
  return cost;
}

}  // namespace sparlab::model
