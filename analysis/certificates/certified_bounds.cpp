#include "analysis/certificates/certified_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace sparlab::analysis {
namespace {

using model::BoundKind;

constexpr std::array kCounted = {Counted::rounds, Counted::messages, Counted::values};

/// A machine on which the time of a bound is a number of these.
model::LeastCosts costs_of(Counted counted, const model::WireFormat& format) {
  model::LeastCosts costs;
  if (counted == Counted::rounds) costs.ranks.delivery_s = costs.ranks.interval_s = 1;
  if (counted == Counted::messages) costs.ranks.receiving_s = 1;
  if (counted == Counted::values) costs.ranks.s_per_byte = 1 / format.value_bytes;
  return costs;
}

std::uint64_t entries_of(const Supports& supports) {
  return std::accumulate(supports.begin(), supports.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& mine) { return sum + mine.size(); });
}

double count_of(Counted counted, const std::vector<PortTraffic>& ports) {
  PortTraffic most;
  std::uint64_t messages = 0;
  for (const PortTraffic& port : ports) {
    messages += port.messages_sent;
    most.values_received = std::max(most.values_received, port.values_received);
    most.begin = std::max(most.begin, port.begin);
    most.end = std::max(most.end, port.end);
  }
  if (counted == Counted::rounds) return most.end - most.begin;
  if (counted == Counted::values) return static_cast<double>(most.values_received);
  return static_cast<double>(messages) / static_cast<double>(ports.size());
}

}  // namespace

std::string_view name_of(Counted counted) {
  constexpr std::array<std::string_view, kCounted.size()> names = {"rounds", "messages", "values"};
  return names[static_cast<std::size_t>(counted)];
}

std::string CertifiedBounds::complaint_about(const Supports& supports,
                                             const std::vector<double>& result,
                                             const std::vector<PortTraffic>& ports) {
  const std::uint64_t entries = entries_of(supports);
  const auto result_nnz = static_cast<std::uint64_t>(
      std::ranges::count_if(result, [](double value) { return value != 0; }));
  std::string complaint;
  for (const Least& least : bounds_of(entries, result_nnz)) {
    BoundTally& tally = tallies_[least.tally];
    const double found = count_of(tally.counted, ports);
    const double ratio = found / least.count;
    tally.least = tally.calls == 0 ? ratio : std::min(tally.least, ratio);
    ++tally.calls;
    if (ratio >= 1 - 1e-9) continue;
    ++tally.broken;
    if (!tally.smallest_broken || entries < entries_of(tally.smallest_broken->supports))
      tally.smallest_broken = BrokenCall{supports, found, least.count};
    if (is_proved(tally.kind))
      complaint = fmt::format("{:.4g} {} are fewer than the {:.4g} of the bound {}", found,
                              name_of(tally.counted), least.count, name(tally.kind));
  }
  return complaint;
}

const std::vector<CertifiedBounds::Least>& CertifiedBounds::bounds_of(std::uint64_t entries,
                                                                      std::uint64_t result_nnz) {
  const auto [place, is_new] = bounds_.try_emplace({entries, result_nnz});
  if (!is_new) return place->second;
  model::Instance instance = allreduce_;
  instance.nnz = static_cast<double>(entries) / static_cast<double>(instance.ranks);
  instance.result_nnz = static_cast<double>(result_nnz);
  for (const Counted counted : kCounted)
    for (const model::BoundCheck& check :
         check_bounds(instance, costs_of(counted, instance.format), 0))
      // All bounds have the rounds and messages of the first.
      if (check.applies && (check.kind == BoundKind::latency) != (counted == Counted::values))
        place->second.push_back({tally_of(check.kind, counted), check.bound_s});
  return place->second;
}

std::size_t CertifiedBounds::tally_of(BoundKind kind, Counted counted) {
  const auto found = std::ranges::find_if(tallies_, [&](const BoundTally& tally) {
    return tally.kind == kind && tally.counted == counted;
  });
  const auto place = static_cast<std::size_t>(found - tallies_.begin());
  if (place == tallies_.size()) tallies_.push_back({.kind = kind, .counted = counted});
  return place;
}

}  // namespace sparlab::analysis
