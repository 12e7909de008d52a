#include "model/choice/agreed_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/base/contract.hpp"
#include "model/base/range.hpp"

namespace sparlab::model {
namespace {

/// With many more ranks than bins, evaluating every rank's part of the universe takes long and the
/// bins add little.
constexpr std::uint64_t kMostRanksWithParts = 1024;

}  // namespace

AgreedFillIn::AgreedFillIn(const AgreedInputs& inputs)
    : universe_(inputs.universe), even_(inputs.ranks > kMostRanksWithParts) {
  const Range whole{0, universe_};
  const auto universe = static_cast<double>(universe_);
  const double mean = inputs.entries / static_cast<double>(inputs.ranks);
  bool shares_even = true;
  for (std::size_t bin = 0; bin < kInputBins; ++bin) {
    const auto elements = static_cast<double>(part_of(whole, bin, kInputBins).size());
    const double share = even_ ? elements / universe : inputs.bin_shares[bin];
    shares_even = shares_even && share == elements / universe;
    bins_[bin] = {elements, std::min(elements, mean * share), elements, share};
  }
  even_ = shares_even;
  if (inputs.holders.empty())
    draw_from_cells(inputs);
  else
    rarefy(inputs);
}

void AgreedFillIn::draw_from_cells(const AgreedInputs& inputs) {
  double most_cells = 1;
  for (const Bin& bin : bins_)
    if (bin.drawn > 0) most_cells = std::max(most_cells, bin.elements / bin.drawn);
  double low = 0;  // ln of the cells per entry
  double high = std::log(most_cells);
  if (held(bins_, inputs.ranks) <= inputs.union_entries) low = high;
  for (int i = 0; i < 48 && low < high; ++i) {
    const double middle = (low + high) / 2;
    const bool fits =
        held(with_cells(bins_, std::exp(middle)), inputs.ranks) < inputs.union_entries;
    (fits ? low : high) = middle;
  }
  bins_ = with_cells(bins_, std::exp(high));
}

/// If i of n ranks hold an index, m random ranks miss it with probability
/// (1 - i/n) (1 - i/(n-1)) ... (1 - i/(n-m+1)).
void AgreedFillIn::rarefy(const AgreedInputs& inputs) {
  unions_.assign(static_cast<std::size_t>(inputs.ranks) + 1, 0.0);
  double sampled = 0;
  for (const HeldBy& group : inputs.holders) {
    const auto holders = static_cast<double>(std::min(group.inputs, inputs.ranks));
    const auto indices = static_cast<double>(group.indices);
    sampled += holders * indices;
    double missed = 1;
    for (std::size_t ranks = 1; ranks < unions_.size(); ++ranks) {
      const auto left = static_cast<double>(unions_.size() - ranks);
      missed *= std::max(0.0, 1 - holders / left);
      unions_[ranks] += indices * (1 - missed);
    }
  }
  for (double& united : unions_) united *= inputs.entries / sampled;
  uneven_ = inputs.overlap_exponent > 0 && unions_.back() > unions_[1];
  if (uneven_) distribute_union(inputs);
}

/// All indices of a bin have the same number of holders on average, c d^e. c is such that the
/// unions of the bins add up.
void AgreedFillIn::distribute_union(const AgreedInputs& inputs) {
  const auto ranks = static_cast<double>(inputs.ranks);
  const double whole = unions_.back();
  const auto holders = [&](const Bin& bin, double c) {
    const double density = bin.share * static_cast<double>(universe_) / bin.elements;
    return std::clamp(c * std::pow(density, inputs.overlap_exponent), 1.0, ranks);
  };
  const auto united = [&](double c) {
    double sum = 0;
    for (const Bin& bin : bins_) sum += inputs.entries * bin.share / holders(bin, c);
    return sum;
  };
  double high = 2 * std::log(ranks);  // ln c
  double low = -high;
  for (int i = 0; i < 48; ++i) {
    const double middle = (low + high) / 2;
    (united(std::exp(middle)) > whole ? low : high) = middle;
  }
  const double of_all = inputs.entries / whole;  // mean holders
  for (Bin& bin : bins_) {
    const double of_bin = holders(bin, std::exp(high));
    bin.united = inputs.entries * bin.share / of_bin;
    bin.misses = std::log1p(-of_bin / ranks) / std::log1p(-of_all / ranks);
  }
}

AgreedFillIn::Bins AgreedFillIn::with_cells(Bins bins, double cells_per_entry) {
  for (Bin& bin : bins) bin.cells = std::min(bin.elements, cells_per_entry * bin.drawn);
  return bins;
}

double AgreedFillIn::held(const Bin& bin, std::uint64_t ranks) {
  if (bin.drawn <= 0 || ranks == 0) return 0;
  if (ranks == 1) return bin.drawn;
  if (bin.drawn >= bin.cells) return bin.cells;
  return -bin.cells * std::expm1(static_cast<double>(ranks) * std::log1p(-bin.drawn / bin.cells));
}

double AgreedFillIn::held(const Bins& bins, std::uint64_t ranks) {
  double sum = 0;
  for (const Bin& bin : bins) sum += held(bin, ranks);
  return sum;
}

double AgreedFillIn::in_bin(const Bin& bin, std::uint64_t ranks) const {
  if (unions_.empty()) return held(bin, ranks);
  const std::size_t most = unions_.size() - 1;
  const double united = unions_[std::min(static_cast<std::size_t>(ranks), most)];
  if (!uneven_) return std::min(bin.elements, bin.share * united);
  const double missed = std::max(0.0, 1 - united / unions_.back());
  return std::min(bin.elements, bin.united * (1 - std::pow(missed, bin.misses)));
}

double AgreedFillIn::in_range(std::uint64_t ranks, Range range) const {
  const Range whole{0, universe_};
  double sum = 0;
  for (std::size_t bin = 0; bin < kInputBins; ++bin) {
    const Range of_bin = part_of(whole, bin, kInputBins);
    const std::uint64_t lo = std::max(range.lo, of_bin.lo);
    const std::uint64_t hi = std::min(range.hi, of_bin.hi);
    if (lo < hi)
      sum += in_bin(bins_[bin], ranks) * static_cast<double>(hi - lo) / bins_[bin].elements;
  }
  return sum;
}

double AgreedFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  const Range key = even_ ? Range{0, range.size()} : range;
  return memo_.get({0, ranks.count}, key, [&] { return in_range(ranks.count, key); });
}

std::string AgreedFillIn::describe() const {
  return fmt::format("agreed(N={}, k={:.10g})", universe_, distinct(1));
}

}  // namespace sparlab::model
