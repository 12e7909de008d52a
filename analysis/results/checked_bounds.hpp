#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/results/pairing.hpp"
#include "experiments/spec/points/record.hpp"
#include "model/analysis/bounds.hpp"

namespace sparlab::analysis {

/// A record and its lower bounds.
struct BoundedRecord {
  const experiments::Record* record = nullptr;
  std::string folder;
  std::string why_none;  ///< why no bound can be compared with its time; empty if some can
  std::vector<model::BoundCheck> checks = {};  ///< in the order of model::BoundKind

  /// True if some bound applies.
  bool bounded() const;
  /// The largest proved bound; null unless a bound on the traffic applies. How far a time is from
  /// the latency alone says little about an algorithm.
  const model::BoundCheck* nearest() const;
};

/// Checks the records of some folders against the platform files that they name. Of several records
/// with the same id in a folder, the last counts. The folders must outlive the result.
std::vector<BoundedRecord> check_bounds_of(const std::vector<ResultFolder>& folders);

/// What one sentence says about the bounds of many records.
struct BoundTotals {
  std::size_t records = 0;
  std::size_t bounded = 0;
  std::size_t broken = 0;  ///< proved bounds
  std::size_t broken_as_published = 0;
  std::map<std::string, std::size_t> without;  ///< records that have no bound, by reason
  std::optional<BoundedRecord> nearest;        ///< the least time / largest proved bound

  void add(const BoundedRecord& record);
};

/// Of one folder's records, which must outlive the result, as check_bounds_of checks them. Keeps
/// the bounds of one record at a time.
BoundTotals bound_totals_of(std::span<const experiments::Record> records);

/// One bound that does not hold.
struct BrokenBound {
  const BoundedRecord* record = nullptr;
  const model::BoundCheck* check = nullptr;
};

/// The proved or the published ones that are broken, the smallest time / bound first. A broken
/// proved bound shows an error: of an engine, of a cost formula, or of the bound.
std::vector<BrokenBound> broken_bounds(const std::vector<BoundedRecord>& records, bool proved);

/// Why a published bound can be broken, in one sentence.
std::string_view why_broken(model::BoundKind kind);

/// Time / bound at some records.
struct Tightness {
  std::size_t records = 0;
  double least = 0, median = 0, greatest = 0;
};

/// One bound at the records of one engine.
struct BoundSummary {
  model::BoundKind kind = model::BoundKind::latency;
  experiments::Engine engine = experiments::Engine::model;
  Tightness tightness;
  std::size_t broken = 0;
};

/// In the order of the bounds, then of the engines; only bounds that apply to some record.
std::vector<BoundSummary> summary_by_bound(const std::vector<BoundedRecord>& records);

/// The largest proved bounds of one algorithm: how near it comes to what is possible.
struct AlgorithmSummary {
  std::string algorithm;
  Tightness tightness;
  const BoundedRecord* nearest = nullptr;
};

/// In the order of the registry; only algorithms with a record whose traffic has a proved bound.
std::vector<AlgorithmSummary> summary_by_algorithm(const std::vector<BoundedRecord>& records);

/// How many records have no bound, by reason.
std::map<std::string, std::size_t> records_without_bounds(
    const std::vector<BoundedRecord>& records);

/// To how many records that have bounds a bound does not apply, by bound and reason.
std::map<model::BoundKind, std::map<std::string, std::size_t>> reasons_not_applied(
    const std::vector<BoundedRecord>& records);

}  // namespace sparlab::analysis
