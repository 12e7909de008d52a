#include <algorithm>
#include <utility>
#include <vector>

#include "model/base/range.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {
namespace {

/// A dense vector in a message: its size without neutral elements, and the receiver's work.
struct Sent {
  Packing packing;
  double elements = 0;
  double entries = 0;  ///< non-neutral elements

  bool eliminated() const { return packing.format != Format::dense; }
  /// The work of merging it into a dense vector.
  LocalWork merged() const {
    if (eliminated()) return {.scattered_entries = entries};
    return {.summed_elements = elements};
  }
};

/// Sizes and work of messages between ranks that hold dense vectors.
class Elimination {
 public:
  explicit Elimination(const Problem& problem) : problem_(problem), rules_(problem_) {
    problem_.formats = problem_.formats.with(Format::runs);
  }
  Elimination(const Elimination&) = delete;
  Elimination& operator=(const Elimination&) = delete;

  Sent sent(Ranks ranks, Range range) const {
    const Held coo = rules_.united(ranks, range);
    const auto elements = static_cast<double>(range.size());
    const double scan = values_bytes(elements);
    const FormatSet plain = problem_.formats.with(ValueCode::none);
    const bool smaller =
        rules_.packing(coo, range, plain).bytes < problem_.wire.dense_bytes(elements);
    Packing packing = rules_.packing(smaller ? coo : Held{elements, true}, range);
    packing.pack_copies += smaller ? 2 * scan + rules_.payload_bytes(coo, range)
                                   : scan;  // first counted, then written
    return {packing, elements, coo.entries};
  }
  /// Bytes copied to forward a received message.
  double forward_copies(const Sent& sent, Ranks ranks, Range range) const {
    return sent.eliminated() ? rules_.packing(rules_.united(ranks, range), range).pack_copies
                             : sent.packing.pack_copies;
  }
  double values_bytes(double elements) const { return elements * problem_.wire.value_bytes; }

 private:
  Problem problem_;
  StreamRules rules_;
};

class TraffElimination {
 public:
  explicit TraffElimination(const Problem& problem)
      : problem_(problem), elimination_(problem), survivors_(problem.ranks) {
    cost_.critical_path.push_back(
        local_stage("normalise", {.copied_bytes = elimination_.values_bytes(problem.elements())}));
  }

  Cost recursive_doubling() && {
    fold();
    for (std::uint64_t distance = 1; distance < survivors_.count; distance *= 2) {
      double slowest = -1;
      for (std::uint64_t first = 0; first < survivors_.count; first += distance) {
        const Sent sent = elimination_.sent(survivors_.group(first, distance), problem_.whole());
        add("recursive_doubling", sent, static_cast<double>(distance), slowest, sent.merged());
      }
    }
    unfold();
    return std::move(cost_);
  }

  Cost rabenseifner() && {
    fold();
    for (std::uint64_t distance = survivors_.count / 2; distance > 0; distance /= 2)
      halve(distance);
    allgather();
    unfold();
    return std::move(cost_);
  }

  Cost ring() && {
    if (problem_.ranks == 1) return std::move(cost_);
    const std::vector<RepresentativePart> parts = representative_parts(problem_);
    for (std::uint64_t step = 0; step + 1 < problem_.ranks; ++step) {
      double slowest = -1;
      for (const RepresentativePart& at : parts) {
        const Sent sent = elimination_.sent({at.part, step + 1}, at.range);
        add("reduce_scatter", sent, at.multiplicity, slowest, sent.merged());
      }
    }
    cost_.critical_path[1].work.copied_bytes += whole_bytes();  // cut into segments
    gather_around(parts);
    cost_.critical_path.back().work.copied_bytes += whole_bytes();  // and concatenated
    return std::move(cost_);
  }

 private:
  Ranks all() const { return {0, problem_.ranks}; }
  double whole_bytes() const { return elimination_.values_bytes(problem_.elements()); }

  /// Adds messages to a step and makes it as long as its largest one. `slowest` is negative at the
  /// start of a step. Returns whether these are the largest.
  bool add(const char* name, const Sent& sent, double times, double& slowest, LocalWork work) {
    cost_.count(times, sent.packing.bytes);
    if (sent.packing.bytes <= slowest) return false;
    if (slowest < 0) cost_.critical_path.emplace_back();
    slowest = sent.packing.bytes;
    work.copied_bytes += sent.packing.copies();
    cost_.critical_path.back() = {
        .name = name, .messages = 1, .bytes_per_message = slowest, .work = work};
    return true;
  }

  void fold() {
    double slowest = -1;
    for (std::uint64_t pair = 0; pair < survivors_.surplus; ++pair) {
      const Sent sent = elimination_.sent({2 * pair, 1}, problem_.whole());
      add("fold", sent, 1, slowest, sent.merged());
    }
  }

  /// Survivors send the result to the folded ranks, which make it dense again.
  void unfold() {
    if (survivors_.surplus == 0) return;
    const Sent sent = elimination_.sent(all(), problem_.whole());
    LocalWork work;
    if (sent.eliminated())
      work = {.scattered_entries = sent.entries, .copied_bytes = whole_bytes()};
    double slowest = -1;
    add("unfold", sent, static_cast<double>(survivors_.surplus), slowest, work);
  }

  /// Each range of `distance` parts is sent by `distance` ranks, and contains the inputs of the
  /// survivors merged so far.
  void halve(std::uint64_t distance) {
    const std::uint64_t ranges = survivors_.count / distance;
    const Ranks met{0, problem_.ranks * ranges / (2 * survivors_.count)};
    double slowest = -1;
    for (std::uint64_t i = 0; i < ranges; ++i) {
      const Range range{cut(problem_.whole(), i * distance, survivors_.count),
                        cut(problem_.whole(), (i + 1) * distance, survivors_.count)};
      const Sent sent = elimination_.sent(met, range);
      LocalWork work = sent.merged();
      work.copied_bytes += elimination_.values_bytes(2 * sent.elements);  // cut in halves
      add("recursive_halving", sent, static_cast<double>(distance), slowest, work);
    }
  }

  /// Parts received without neutral elements are forwarded unchanged; a rank's own part is scanned
  /// each time.
  void allgather() {
    if (survivors_.count == 1) return;
    std::vector<Packing> blocks;
    double own_scan = 0;
    for (std::uint64_t part = 0; part < survivors_.count; ++part) {
      const Range range = part_of(problem_.whole(), part, survivors_.count);
      const Sent sent = elimination_.sent(all(), range);
      blocks.push_back(sent.packing);
      blocks.back().pack_copies = elimination_.forward_copies(sent, all(), range);
      own_scan = std::max(own_scan, sent.packing.pack_copies - blocks.back().pack_copies);
    }
    const std::size_t first = cost_.critical_path.size();
    add_allgather(cost_, blocks);
    for (std::size_t i = first; i < cost_.critical_path.size(); ++i)
      cost_.critical_path[i].work.copied_bytes += own_scan;
    cost_.critical_path.back().work.copied_bytes += whole_bytes();  // concatenation
  }

  void gather_around(const std::vector<RepresentativePart>& parts) {
    const auto steps = static_cast<double>(problem_.ranks - 1);
    double slowest = -1;
    double forwarded = 0;
    for (const RepresentativePart& at : parts) {
      const Sent sent = elimination_.sent(all(), at.range);
      if (add("allgather", sent, steps * at.multiplicity, slowest, {}))
        forwarded = elimination_.forward_copies(sent, all(), at.range) + sent.packing.unpack_copies;
    }
    Stage& stage = cost_.critical_path.back();
    stage.messages = steps;
    stage.work.copied_bytes += (steps - 1) * forwarded;
  }

  const Problem& problem_;
  Elimination elimination_;
  Survivors survivors_;
  Cost cost_;
};

}  // namespace

Cost traff_elimination(const Problem& problem, const TraffEliminationParameters& parameters) {
  TraffElimination cost(problem);
  switch (parameters.schedule) {
    case DenseSchedule::recursive_doubling:
      return std::move(cost).recursive_doubling();
    case DenseSchedule::rabenseifner:
      return std::move(cost).rabenseifner();
    case DenseSchedule::ring:
      break;
  }
  return std::move(cost).ring();
}

}  // namespace sparlab::model
