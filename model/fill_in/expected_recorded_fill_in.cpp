#include "model/fill_in/expected_recorded_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "model/base/contract.hpp"
#include "model/base/special_functions.hpp"
#include "model/fill_in/occupancy.hpp"

namespace sparlab::model {
namespace {

constexpr std::uint64_t kBlocks = 1024;

std::vector<double> holder_histogram(const HolderCounts& counts, std::size_t ranks) {
  std::vector<double> held_by(ranks + 1, 0.0);
  for (const std::uint32_t holders : counts.holders) held_by[holders] += 1;
  return held_by;
}

std::vector<LevelSums::Level> levels_of(const HolderCounts& counts) {
  std::vector<LevelSums::Level> levels;
  levels.reserve(counts.holders.size());
  for (const std::uint32_t holders : counts.holders) {
    SPARLAB_EXPECTS(holders <= std::numeric_limits<LevelSums::Level>::max());
    levels.push_back(static_cast<LevelSums::Level>(holders));
  }
  return levels;
}

/// Keys up to n are numbers of ranks (rarefaction weights); this key selects the singletons.
constexpr std::uint64_t kSingletons = std::numeric_limits<std::uint64_t>::max();

LevelSums::Evaluate weights(std::vector<double> held_by) {
  return [held_by = std::move(held_by)](std::uint64_t key) {
    std::vector<double> weight(held_by.size(), 0.0);
    if (key == kSingletons) {
      weight[1] = 1;
      return weight;
    }
    const std::size_t recorded = held_by.size() - 1;
    for (std::size_t i = 1; i <= recorded; ++i)
      if (held_by[i] > 0) weight[i] = some_drawn(recorded, i, key);
    return weight;
  };
}

}  // namespace

NewcomerPlacement::NewcomerPlacement(std::vector<double> unseen, std::vector<double> singletons)
    : unseen_(std::move(unseen)), rate_(std::move(singletons)) {
  SPARLAB_EXPECTS(unseen_.size() == rate_.size());
  all_unseen_ = std::reduce(unseen_.begin(), unseen_.end());
  SPARLAB_EXPECTS(all_unseen_ > 0);
  for (std::size_t i = 0; i < rate_.size(); ++i) {
    rate_[i] = unseen_[i] > 0 ? (rate_[i] + unseen_[i] / all_unseen_) / unseen_[i] : 0;
    all_rates_ += rate_[i] * unseen_[i];
  }
}

std::vector<double> NewcomerPlacement::at(double hazard) const {
  std::vector<double> newcomers(unseen_.size());
  for (std::size_t i = 0; i < unseen_.size(); ++i)
    newcomers[i] = -unseen_[i] * std::expm1(-hazard * rate_[i]);
  return newcomers;
}

std::vector<double> NewcomerPlacement::place(double total) const {
  SPARLAB_EXPECTS(total >= 0 && total <= all_unseen_ * (1 + 1e-12));
  if (total <= 0) return std::vector<double>(unseen_.size(), 0.0);
  if (total >= all_unseen_ * (1 - 1e-12)) return unseen_;
  const auto excess = [&](double log_hazard) {
    const std::vector<double> newcomers = at(std::exp(log_hazard));
    return std::reduce(newcomers.begin(), newcomers.end()) / total - 1;
  };
  // Lower end: no saturation. Upper end: the slowest rate is at least 1/U per index.
  const double lo = std::log(total / all_rates_);
  const double hi = std::log(-std::log1p(-total / all_unseen_) * all_unseen_);
  if (excess(lo) >= 0) return at(std::exp(lo));
  if (excess(hi) <= 0) return at(std::exp(hi));
  return at(std::exp(root(excess, lo, hi, 48)));
}

ExpectedRecordedFillIn::ExpectedRecordedFillIn(const RecordedSupports& supports)
    : ExpectedRecordedFillIn(supports, count_holders(supports)) {}

ExpectedRecordedFillIn::ExpectedRecordedFillIn(const RecordedSupports& supports,
                                               HolderCounts counts)
    : universe_(supports.universe()),
      recorded_(supports.ranks()),
      mean_nnz_(supports.mean_nnz()),
      table_(supports, counts),
      held_(std::move(counts.indices), levels_of(counts), supports.ranks() + 1,
            weights(holder_histogram(counts, supports.ranks()))),
      block_size_((universe_ - 1) / kBlocks + 1) {}

double ExpectedRecordedFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  return memo_.get({0, ranks.count}, range, [&] {
    if (ranks.count <= recorded_) return held_.sum(ranks.count, range);
    return seen(range) + newcomers(ranks.count, range);
  });
}

const UnionForecast& ExpectedRecordedFillIn::forecast() const {
  std::call_once(forecast_made_,
                 [this] { forecast_ = std::make_unique<const UnionForecast>(std::move(table_)); });
  return *forecast_;
}

double ExpectedRecordedFillIn::more_than_seen(std::uint64_t ranks) const {
  return forecast().expected(ranks) - forecast().histogram().seen();
}

/// Expected number of indices in `range` that no recorded rank holds but some of `ranks` > n ranks
/// hold.
double ExpectedRecordedFillIn::newcomers(std::uint64_t ranks, Range range) const {
  if (range.size() == 0 || more_than_seen(ranks) <= 0) return 0;
  const auto cumulative = cumulative_newcomers(ranks);
  return newcomers_below(*cumulative, range.hi) - newcomers_below(*cumulative, range.lo);
}

/// Newcomers below `index`. Within a block, they are spread evenly over its unseen indices.
double ExpectedRecordedFillIn::newcomers_below(const std::vector<double>& cumulative,
                                               std::uint64_t index) const {
  const auto number = static_cast<std::size_t>(index / block_size_);
  if (number + 1 >= cumulative.size()) return cumulative.back();
  const Range whole = block(number);
  const Range part{whole.lo, index};
  const double unseen = static_cast<double>(whole.size()) - seen(whole);
  if (part.size() == 0 || unseen <= 0) return cumulative[number];
  const double share = (static_cast<double>(part.size()) - seen(part)) / unseen;
  return cumulative[number] + share * (cumulative[number + 1] - cumulative[number]);
}

/// For each block the newcomers of all blocks before it; the last element is the total.
std::shared_ptr<const std::vector<double>> ExpectedRecordedFillIn::cumulative_newcomers(
    std::uint64_t ranks) const {
  constexpr std::size_t remembered = 4096;
  const std::scoped_lock lock(mutex_);
  if (const auto found = cumulative_.find(ranks); found != cumulative_.end()) return found->second;
  const std::vector<double> placed = placement().place(more_than_seen(ranks));
  std::vector<double> sums(placed.size() + 1, 0.0);
  std::partial_sum(placed.begin(), placed.end(), sums.begin() + 1);
  if (cumulative_.size() >= remembered) cumulative_.clear();
  return cumulative_[ranks] = std::make_shared<const std::vector<double>>(std::move(sums));
}

NewcomerPlacement ExpectedRecordedFillIn::placement() const {
  std::vector<double> unseen;
  std::vector<double> singletons;
  for (std::size_t number = 0; block(number).size() > 0; ++number) {
    const Range range = block(number);
    unseen.push_back(static_cast<double>(range.size()) - seen(range));
    singletons.push_back(held_.sum(kSingletons, range));
  }
  return {std::move(unseen), std::move(singletons)};
}

Range ExpectedRecordedFillIn::block(std::size_t number) const {
  const std::uint64_t lo = std::min(universe_, number * block_size_);
  return {lo, std::min(universe_, lo + block_size_)};
}

std::string ExpectedRecordedFillIn::describe() const {
  return fmt::format(
      "expected_recorded(N={}, k={:.10g}, ranks={}: rarefaction to P={}, extrapolation beyond)",
      universe_, mean_nnz_, recorded_, recorded_);
}

}  // namespace sparlab::model
