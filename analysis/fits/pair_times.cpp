#include "analysis/fits/pair_times.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include "base/errors/errors.hpp"
#include "base/text/nearest_name.hpp"
#include "base/text/text_table.hpp"
#include "experiments/records/imports/csv_reader.hpp"
#include "inputs/files/data_file.hpp"

namespace sparlab::analysis {
namespace {

constexpr std::array kPairColumns = {
    experiments::records::CsvColumn{"system_dir"}, experiments::records::CsvColumn{"run"},
    experiments::records::CsvColumn{"test"},       experiments::records::CsvColumn{"bytes"},
    experiments::records::CsvColumn{"n", false},   experiments::records::CsvColumn{"min", false},
    experiments::records::CsvColumn{"p10"},        experiments::records::CsvColumn{"median"},
    experiments::records::CsvColumn{"p90"},        experiments::records::CsvColumn{"mean", false}};
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40U;
constexpr double kMostPairMicroseconds = 1e9;

enum class PairTest { one_way, exchange, other };

/// One pair on one connection, whatever the series is called.
PairTest test_named(std::string_view name) {
  constexpr std::string_view kOneWay = "ng_one_one_mpi";
  constexpr std::string_view kBoth = "_bidirect";
  if (!name.starts_with(kOneWay)) return PairTest::other;
  name.remove_prefix(kOneWay.size());
  const bool both = name.starts_with(kBoth);
  if (both) name.remove_prefix(kBoth.size());
  constexpr std::string_view kAgain = "_mpi";
  if (name.starts_with(kAgain)) name.remove_prefix(kAgain.size());
  if (!name.empty() && name != "_conc1" && name != "_stripe1") return PairTest::other;
  return both ? PairTest::exchange : PairTest::one_way;
}

using BySize = std::map<double, std::vector<model::RepeatedTime>>;

std::vector<model::Timings> timings_of(const BySize& by_size) {
  std::vector<model::Timings> timings;
  for (const auto& [bytes, runs] : by_size) {
    timings.push_back({bytes, {}});
    for (const model::RepeatedTime& run : runs) timings.back().seconds.push_back(run.p10_s);
  }
  return timings;
}

std::vector<RepeatedSize> sizes_of(const BySize& by_size) {
  std::vector<RepeatedSize> sizes;
  for (const auto& [bytes, runs] : by_size) sizes.push_back({bytes, runs});
  return sizes;
}

class PairTable {
 public:
  explicit PairTable(const PairSelection& selection) : selection_(selection) {}

  PairTimes read() {
    inputs::DataFile file(selection_.table.string());
    experiments::records::CsvReader table(file, kPairColumns);
    while (table.next()) take_row(table);
    require_machines();
    if (one_way_.empty() || exchange_.empty())
      throw base::ConfigError(selection_.table.string(), "",
                              one_way_.empty() ? "no message of one way" : "no exchange",
                              "rows of ng_one_one_mpi and ng_one_one_mpi_bidirect of the machine");
    return {timings_of(one_way_), timings_of(exchange_), sizes_of(one_way_),
            fmt::format("messages between two ranks of {}, p10 of the repetitions of {} ({}); "
                        "{} (SHA-256 {})",
                        fmt::join(taken_, ", "), base::counted(runs_.size(), "run"),
                        fmt::join(runs_, ", "), selection_.table.filename().string(),
                        file.content_hash())};
  }

 private:
  bool chosen(const std::string& machine) const {
    return selection_.machines.empty() ||
           std::ranges::find(selection_.machines, machine) != selection_.machines.end();
  }

  void take_row(const experiments::records::CsvReader& table) {
    const std::string machine = table.text("system_dir");
    const PairTest test = test_named(table.text("test"));
    if (test == PairTest::other) return;
    known_.insert(machine);
    if (!chosen(machine)) return;
    taken_.insert(machine);
    runs_.insert(table.text("run"));
    const auto bytes = static_cast<double>(table.count("bytes", 1, kMostBytes));
    const double p10_us = table.number("p10", 0, kMostPairMicroseconds);
    if (!(p10_us > 0)) table.refuse("p10", "0", "a time above 0");
    const double median_us = table.number("median", p10_us, kMostPairMicroseconds);
    const double p90_us = table.number("p90", median_us, kMostPairMicroseconds);
    (test == PairTest::one_way ? one_way_ : exchange_)[bytes].push_back(
        {p10_us / 1e6, median_us / 1e6, p90_us / 1e6});
  }

  void require_machines() const {
    const std::string names = fmt::format("{}", fmt::join(known_, ", "));
    if (known_.empty())
      throw base::ConfigError(selection_.table.string(), "", "no message between two ranks",
                              "rows of ng_one_one_mpi and ng_one_one_mpi_bidirect");
    for (const std::string& machine : selection_.machines)
      if (!known_.contains(machine))
        throw base::ConfigError("command line", "--machine",
                                fmt::format("no row of \"{}\"", machine), names,
                                base::nearest_name(machine, {known_.begin(), known_.end()}));
    if (selection_.machines.empty() && known_.size() > 1)
      throw base::ConfigError("command line", "--machine",
                              fmt::format("{} machines", known_.size()),
                              fmt::format("one or more of: {}", names));
  }

  const PairSelection& selection_;
  BySize one_way_;
  BySize exchange_;
  std::set<std::string> known_;
  std::set<std::string> taken_;
  std::set<std::string> runs_;
};

}  // namespace

PairTimes read_pair_times(const PairSelection& selection) { return PairTable(selection).read(); }

}  // namespace sparlab::analysis
