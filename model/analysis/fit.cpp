#include "model/analysis/fit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/base/order_statistics.hpp"

namespace sparlab::model {

Repeated repeated(std::span<const double> fits, double confidence) {
  const auto interval = median_interval(fits, confidence);
  if (!interval) {
    throw std::invalid_argument(
        fmt::format("{} repetitions of a fit give no interval of {}", fits.size(), confidence));
  }
  return {median(fits), interval->lower, interval->upper};
}

namespace {

constexpr std::size_t kFewestCollectives = 8;
constexpr std::size_t kFewestSizes = 3;
constexpr double kLeastRange = 16;

}  // namespace

void require_evidence(std::span<const MeasuredCollective> collectives) {
  std::set<double> sizes;
  std::set<double> counts;
  for (const MeasuredCollective& measured : collectives) {
    const LocalWork work = measured.cost.work();
    if (work.merged_entries + work.scattered_entries + work.selected_from > 0)
      throw std::invalid_argument(
          "a fit of a machine needs collectives without merges, scatters and selection");
    double messages = 0;
    for (const Stage& stage : measured.cost.critical_path) {
      sizes.insert(stage.bytes_per_message);
      messages += stage.messages;
    }
    counts.insert(messages);
  }
  std::vector<std::string> missing;
  if (collectives.size() < kFewestCollectives)
    missing.push_back(
        fmt::format("at least {} times, got {}", kFewestCollectives, collectives.size()));
  if (sizes.size() < kFewestSizes || *sizes.rbegin() < kLeastRange * *sizes.begin())
    missing.push_back(fmt::format(
        "messages of at least {} sizes, of which the largest is {:.0f} times the smallest, got {} "
        "from {:.4g} to {:.4g} B: times of more N",
        kFewestSizes, kLeastRange, sizes.size(), sizes.empty() ? 0 : *sizes.begin(),
        sizes.empty() ? 0 : *sizes.rbegin()));
  if (counts.size() < 2)
    missing.emplace_back("different numbers of messages: times of more P, or of another algorithm");
  if (!missing.empty())
    throw std::invalid_argument(
        fmt::format("a fit of a machine needs {}", fmt::join(missing, "; ")));
}

}  // namespace sparlab::model
