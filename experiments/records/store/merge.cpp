#include "experiments/records/store/merge.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "experiments/records/store/failure_log.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/records/store/record_store.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::experiments::records {
namespace {

/// Records without an order of their own: those of the same second are compared by their text.
bool counts_more(const Record& record, const Record& other) {
  if (record.started != other.started) return record.started > other.started;
  return record_to_line(record) > record_to_line(other);
}

/// The order of a plan, as far as records know it.
auto order_of(const Record& record) {
  const Point& point = record.point;
  return std::tie(point.experiment, point.sweep, point.ranks, point.universe, point.nnz,
                  point.algorithm.spec(), point.engine, record.id);
}

}  // namespace

MergeOutcome merge_records(const std::filesystem::path& output,
                           const std::vector<std::filesystem::path>& inputs,
                           std::ostream& messages) {
  // Reads all inputs before it creates the output, so that a wrong name leaves nothing behind.
  std::vector<Record> read;
  std::map<std::string, LoggedFailure> failures;
  for (const std::filesystem::path& input : inputs) {
    for (Record& record : read_records(input, messages)) read.push_back(std::move(record));
    // A point that failed somewhere was not left out everywhere.
    const FailureLog log(input);
    for (const auto& [id, failure] : log.failures()) {
      const auto [known, is_new] = failures.try_emplace(id, failure);
      if (!is_new && known->second.left_out) known->second = failure;
    }
  }
  RecordStore store(output, RecordStore::Existing::resume, messages);
  std::vector<Record> records = store.records();
  std::unordered_map<std::string, std::size_t> positions;
  for (std::size_t i = 0; i < records.size(); ++i) positions.emplace(records[i].id, i);
  MergeOutcome outcome;
  for (Record& record : read) {
    const auto [position, is_new] = positions.try_emplace(record.id, records.size());
    if (is_new) {
      records.push_back(std::move(record));
      continue;
    }
    ++outcome.repeated;
    Record& kept = records[position->second];
    if (counts_more(record, kept)) kept = std::move(record);
  }
  std::ranges::sort(records, {}, order_of);
  store.replace(records);
  FailureLog log(output);
  for (const auto& [id, failure] : failures)
    if (!log.contains(id) && !store.contains(id)) log.add(failure);
  log.remove_done([&](const std::string& id) { return store.contains(id); });
  outcome.records = records.size();
  outcome.failures = log.count_failed();
  outcome.left_out = log.failures().size() - outcome.failures;
  return outcome;
}

}  // namespace sparlab::experiments::records
