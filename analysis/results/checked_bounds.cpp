#include "analysis/results/checked_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "analysis/results/panel.hpp"
#include "analysis/results/recorded_platforms.hpp"
#include "experiments/run/execution/record_bounds.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::analysis {
namespace {

using model::BoundCheck;
using model::BoundKind;

BoundedRecord check_record(const experiments::Record& record, const std::string& folder,
                           RecordedPlatforms& platforms) {
  BoundedRecord bounded{
      .record = &record, .folder = folder, .why_none = experiments::run::no_bounds(record)};
  if (!bounded.why_none.empty()) return bounded;
  const platforms::PlatformFile* const platform = platforms.of(record);
  if (platform == nullptr) {
    bounded.why_none = fmt::format("platform {} is not there as it was", record.point.platform);
    return bounded;
  }
  bounded.why_none = experiments::run::no_bounds(record, *platform);
  if (bounded.why_none.empty()) bounded.checks = experiments::run::bounds_of(record, *platform);
  return bounded;
}

/// Of several records with an id, the last.
std::vector<const experiments::Record*> latest(std::span<const experiments::Record> records) {
  std::unordered_map<std::string_view, std::size_t> positions;
  std::vector<const experiments::Record*> kept;
  for (const experiments::Record& record : records) {
    const auto [found, fresh] = positions.try_emplace(record.id, kept.size());
    if (fresh)
      kept.push_back(&record);
    else
      kept[found->second] = &record;
  }
  return kept;
}

/// Contract: not empty.
Tightness tightness_of(const std::vector<double>& ratios) {
  const auto [least, greatest] = std::ranges::minmax(ratios);
  return {ratios.size(), least, model::median(ratios), greatest};
}

}  // namespace

bool BoundedRecord::bounded() const { return std::ranges::any_of(checks, &BoundCheck::applies); }

const BoundCheck* BoundedRecord::nearest() const {
  const bool traffic = std::ranges::any_of(checks, [](const BoundCheck& check) {
    return check.applies && is_proved(check.kind) && check.kind != BoundKind::latency;
  });
  return traffic ? largest_bound(checks, true) : nullptr;
}

std::vector<BoundedRecord> check_bounds_of(const std::vector<ResultFolder>& folders) {
  RecordedPlatforms platforms;
  std::vector<BoundedRecord> checked;
  for (const ResultFolder& folder : folders)
    for (const experiments::Record* record : latest(folder.records))
      checked.push_back(check_record(*record, folder.name, platforms));
  return checked;
}

void BoundTotals::add(const BoundedRecord& record) {
  ++records;
  if (record.bounded()) ++bounded;
  if (!record.why_none.empty()) ++without[record.why_none];
  for (const BoundCheck& check : record.checks)
    if (!check.holds) ++(is_proved(check.kind) ? broken : broken_as_published);
  const BoundCheck* const largest = record.nearest();
  if (largest == nullptr) return;
  if (!nearest || largest->tightness < nearest->nearest()->tightness) nearest = record;
}

BoundTotals bound_totals_of(std::span<const experiments::Record> records) {
  RecordedPlatforms platforms;
  BoundTotals totals;
  for (const experiments::Record* record : latest(records))
    totals.add(check_record(*record, "", platforms));
  return totals;
}

std::vector<BrokenBound> broken_bounds(const std::vector<BoundedRecord>& records, bool proved) {
  std::vector<BrokenBound> broken;
  for (const BoundedRecord& record : records)
    for (const BoundCheck& check : record.checks)
      if (!check.holds && is_proved(check.kind) == proved) broken.push_back({&record, &check});
  std::ranges::stable_sort(broken, {}, [](const BrokenBound& one) { return one.check->tightness; });
  return broken;
}

std::string_view why_broken(BoundKind kind) {
  switch (kind) {
    case BoundKind::lemma_5_2_published:
      return "the lemma adds the k values that a rank sends to the delta - k that it receives, but "
             "a "
             "full-duplex port sends and receives at the same time";
    case BoundKind::dense_published:
    case BoundKind::lemma_5_1_published:
      return "the bound adds the time of ceil(log2 P) messages to that of the traffic, but "
             "messages "
             "of other ranks travel while a port is busy";
    case BoundKind::theorem_3_1_published:
      return "the theorem counts an index with each value and exactly k entries in the result";
    default:
      return "it is proved, so an engine, a cost formula or the bound has an error";
  }
}

std::vector<BoundSummary> summary_by_bound(const std::vector<BoundedRecord>& records) {
  struct Found {
    std::vector<double> ratios;
    std::size_t broken = 0;
  };
  std::map<std::pair<BoundKind, experiments::Engine>, Found> found;
  for (const BoundedRecord& record : records)
    for (const BoundCheck& check : record.checks) {
      if (!check.applies) continue;
      Found& one = found[{check.kind, record.record->point.engine}];
      one.ratios.push_back(check.tightness);
      one.broken += check.holds ? 0 : 1;
    }
  std::vector<BoundSummary> summaries;
  for (const auto& [key, one] : found)
    summaries.push_back({key.first, key.second, tightness_of(one.ratios), one.broken});
  return summaries;
}

std::vector<AlgorithmSummary> summary_by_algorithm(const std::vector<BoundedRecord>& records) {
  struct Found {
    std::vector<double> ratios;
    const BoundedRecord* nearest = nullptr;
  };
  std::map<std::pair<std::size_t, std::string>, Found> found;
  for (const BoundedRecord& record : records) {
    const BoundCheck* const largest = record.nearest();
    if (largest == nullptr) continue;
    const std::string& spec = record.record->point.algorithm.spec();
    Found& one = found[{registry_position(spec), spec}];
    one.ratios.push_back(largest->tightness);
    if (one.nearest == nullptr || largest->tightness < one.nearest->nearest()->tightness)
      one.nearest = &record;
  }
  std::vector<AlgorithmSummary> summaries;
  for (const auto& [key, one] : found)
    summaries.push_back({key.second, tightness_of(one.ratios), one.nearest});
  return summaries;
}

std::map<std::string, std::size_t> records_without_bounds(
    const std::vector<BoundedRecord>& records) {
  std::map<std::string, std::size_t> reasons;
  for (const BoundedRecord& record : records)
    if (!record.why_none.empty()) ++reasons[record.why_none];
  return reasons;
}

std::map<BoundKind, std::map<std::string, std::size_t>> reasons_not_applied(
    const std::vector<BoundedRecord>& records) {
  std::map<BoundKind, std::map<std::string, std::size_t>> reasons;
  for (const BoundedRecord& record : records)
    for (const BoundCheck& check : record.checks)
      if (!check.applies) ++reasons[check.kind][check.why];
  return reasons;
}

}  // namespace sparlab::analysis
