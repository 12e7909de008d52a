#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "model/base/cost.hpp"
#include "model/base/range.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {
namespace {

/// What one layer moves, in entries.
struct LayerVolume {
  double degree = 0;
  double messages = 0;         ///< of all ranks together, in one direction
  double reduced = 0;          ///< sent by all ranks towards the owners
  double gathered = 0;         ///< sent by all ranks on the way back
  double most_reduced = 0;     ///< the most into or out of one rank, in one direction
  double held = 0;             ///< by one rank, before the layer
  double incoming = 0;         ///< received by one rank, its own share included
  double united = 0;           ///< union of one rank's part
  double joined = 0;           ///< held by one rank after the way back
  double most_gathered = 0;    ///< the most into or out of one rank, without its own part
  double beside_reduced = 0;   ///< what passes the other way meanwhile
  double beside_gathered = 0;  ///< the same on the way back
  Partners partners = {};
};

class KylixCost {
 public:
  KylixCost(const Problem& problem, const KylixParameters& parameters)
      : problem_(problem), parameters_(parameters) {
    std::vector<Range> ranges{problem.whole()};
    std::uint64_t stride = 1;
    for (const std::uint64_t degree : parameters.layers(problem.ranks)) {
      layers_.push_back(volume(ranges, stride, degree));
      stride *= degree;
    }
  }

  Cost cost() const {
    if (problem_.ranks == 1) return {};
    const double calls = parameters_.reuse ? static_cast<double>(parameters_.calls) : 1;
    Cost mean;
    add_share(mean, configuration(), 1 / calls);
    add_share(mean, comparison(), 1 - 1 / calls);
    add_share(mean, reduction(), 1);
    return mean;
  }

 private:
  double entries(Ranks ranks, Range range) const {
    return problem_.fill_in->distinct(ranks, range);
  }

  /// Replaces `ranges`, which groups of `stride` ranks hold, by their parts.
  LayerVolume volume(std::vector<Range>& ranges, std::uint64_t stride, std::uint64_t degree) const {
    LayerVolume layer{.degree = static_cast<double>(degree)};
    layer.messages = static_cast<double>(problem_.ranks) * (layer.degree - 1);
    layer.partners = partners(stride, degree);
    std::vector<Range> parts;
    for (const Range range : ranges) {
      const std::size_t first = parts.size();
      for (std::uint64_t part = 0; part < degree; ++part)
        parts.push_back(part_of(range, part, degree));
      add_reduction(layer, {parts.begin() + static_cast<std::ptrdiff_t>(first), parts.end()},
                    stride, degree);
      add_gather(layer, range, {parts.begin() + static_cast<std::ptrdiff_t>(first), parts.end()},
                 stride * degree);
    }
    ranges = std::move(parts);
    return layer;
  }

  /// Groups of wider layers are not described: all their messages count as leaving the hosts.
  Partners partners(std::uint64_t stride, std::uint64_t degree) const {
    if (degree == 2 && std::has_single_bit(problem_.ranks))
      return {.kind = Partners::Kind::exchange, .ranks = problem_.ranks, .distance = stride};
    if (stride == 1) return {.kind = Partners::Kind::all, .ranks = degree};
    return {};
  }

  /// Adds what all groups move that hold one range, cut into `parts`. Group g of a layer consists
  /// of the blocks g*degree, ..., g*degree + degree - 1 of `stride` ranks each; the member in block
  /// j keeps part j.
  void add_reduction(LayerVolume& layer, const std::vector<Range>& parts, std::uint64_t stride,
                     std::uint64_t degree) const {
    const std::uint64_t groups = problem_.ranks / (stride * degree);
    const bool alike = problem_.fill_in->symmetry() != Symmetry::none;
    for (std::uint64_t group = 0; group < (alike ? 1 : groups); ++group) {
      std::vector<double> incoming(parts.size(), 0.0);
      std::vector<double> outgoing(parts.size(), 0.0);
      for (std::uint64_t block = 0; block < degree; ++block) {
        double held = 0;
        double kept = 0;
        for (std::size_t part = 0; part < parts.size(); ++part) {
          const double sent = entries({(group * degree + block) * stride, stride}, parts[part]);
          held += sent;
          incoming[part] += sent;
          if (part == block) kept = sent;
        }
        layer.reduced += (held - kept) * static_cast<double>(alike ? groups : 1);
        layer.held = std::max(layer.held, held);
        outgoing[block] = held - kept;
      }
      for (std::size_t part = 0; part < parts.size(); ++part) {
        const Ranks own{(group * degree + part) * stride, stride};
        const double received = incoming[part] - entries(own, parts[part]);
        keep_most(layer.most_reduced, layer.beside_reduced, outgoing[part], received);
        layer.incoming = std::max(layer.incoming, incoming[part]);
        const Ranks all{group * degree * stride, degree * stride};
        layer.united = std::max(layer.united, entries(all, parts[part]));
      }
    }
  }

  /// Each part is held by one of `group_ranks` ranks, which sends it to all others of its group.
  void add_gather(LayerVolume& layer, Range range, const std::vector<Range>& parts,
                  std::uint64_t group_ranks) const {
    const Ranks all{0, problem_.ranks};
    const double joined = entries(all, range);
    layer.joined = std::max(layer.joined, joined);
    for (const Range part : parts) {
      const double own = entries(all, part);
      layer.gathered += own * (layer.degree - 1) * static_cast<double>(problem_.ranks) /
                        static_cast<double>(group_ranks);
      keep_most(layer.most_gathered, layer.beside_gathered, joined - own, own * (layer.degree - 1));
    }
  }

  static void keep_most(double& most, double& beside, double sent, double received) {
    const auto [less, more] = std::minmax(sent, received);
    if (more >= most) beside = more > most ? less : std::max(beside, less);
    most = std::max(most, more);
  }

  /// One pass through a layer in one direction: `bytes` per entry and `header` bytes per message.
  void add_stage(Cost& cost, const char* name, const LayerVolume& layer, double most, double beside,
                 double sum, double bytes, double header, const LocalWork& work) const {
    const double peers = layer.degree - 1;
    cost.total_messages += layer.messages;
    cost.total_bytes += layer.messages * header + sum * bytes;
    add_uneven_stage(cost, problem_.machine,
                     {.name = name,
                      .messages = peers,
                      .bytes_per_message = header + most / peers * bytes,
                      .work = work,
                      .pattern = Pattern::all_to_all,
                      .partners = layer.partners},
                     header + beside / peers * bytes);
  }

  double input() const { return layers_.front().held; }

  Cost configuration() const {
    const double bytes = problem_.wire.index_bytes;
    const double header = problem_.wire.header_bytes;
    Cost cost;
    cost.critical_path.push_back(local_stage("configure", {.copied_bytes = input() * bytes}));
    for (const LayerVolume& layer : layers_) {
      add_stage(cost, "configure", layer, layer.most_reduced, layer.beside_reduced, layer.reduced,
                bytes, header,
                {.merged_entries = 2 * layer.incoming, .copied_bytes = layer.held * bytes});
    }
    for (std::size_t i = layers_.size(); i-- > 0;) {
      const LayerVolume& layer = layers_[i];
      add_stage(cost, "configure", layer, layer.most_gathered, layer.beside_gathered,
                layer.gathered, bytes, header, {.copied_bytes = layer.joined * bytes});
    }
    return cost;
  }

  /// The cost of checking that all supports are unchanged.
  Cost comparison() const {
    Cost cost;
    cost.critical_path.push_back(
        local_stage("agree", {.copied_bytes = input() * problem_.wire.index_bytes}));
    add_agreement(cost, problem_.ranks);
    return cost;
  }

  Cost reduction() const {
    const double bytes = problem_.wire.value_bytes;
    Cost cost;
    cost.critical_path.push_back(local_stage("reduce", {.copied_bytes = input() * bytes}));
    for (const LayerVolume& layer : layers_) {
      add_stage(cost, "reduce", layer, layer.most_reduced, layer.beside_reduced, layer.reduced,
                bytes, 0,
                {.scattered_entries = layer.incoming, .copied_bytes = layer.united * bytes});
    }
    for (std::size_t i = layers_.size(); i-- > 0;) {
      const LayerVolume& layer = layers_[i];
      add_stage(cost, "gather", layer, layer.most_gathered, layer.beside_gathered, layer.gathered,
                bytes, 0, {.copied_bytes = layer.joined * bytes});
    }
    cost.critical_path.push_back(local_stage(
        "gather", {.copied_bytes = layers_.front().joined * (bytes + problem_.wire.index_bytes)}));
    return cost;
  }

  const Problem& problem_;
  const KylixParameters& parameters_;
  std::vector<LayerVolume> layers_;
};

}  // namespace

Cost kylix(const Problem& problem, const KylixParameters& parameters) {
  return KylixCost(problem, parameters).cost();
}

}  // namespace sparlab::model
