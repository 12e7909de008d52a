#include "experiments/report/comparison_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/plan/names.hpp"
#include "experiments/report/agreement.hpp"
#include "experiments/report/panel_crossovers.hpp"
#include "experiments/report/unit_text.hpp"

namespace sparlab::experiments {
namespace {

using Crossovers = std::vector<model::SampledCrossover>;

std::string crossover_text(const model::SampledCrossover& found, CrossoverMarks& marks) {
  std::string text = short_number(found.crossing.at);
  if (found.interval_lo < found.interval_hi) {
    text +=
        fmt::format(" [{} {}]", short_number(found.interval_lo), short_number(found.interval_hi));
    marks.interval = true;
  }
  if (found.support < 0.995) {
    text += fmt::format(" ({:.0f}%)", 100 * found.support);
    marks.share = true;
  }
  return text;
}

/// Adds the rows of one pair: a column an engine, a row a crossover.
class PairRows {
 public:
  PairRows(std::string title, CrossoverMarks& marks) : marks_(marks) {
    first_row_.push_back(std::move(title));
  }

  void add_engine(bool comparable, const Crossovers& found) {
    columns_.emplace_back();
    for (const auto& one : found) columns_.back().push_back(crossover_text(one, marks_));
    if (!found.empty()) return;
    columns_.back().emplace_back(comparable ? "none" : "-");
    (comparable ? marks_.none : marks_.absent) = true;
  }

  void append_to(std::vector<std::vector<std::string>>& rows) const {
    std::size_t height = 0;
    for (const auto& column : columns_) height = std::max(height, column.size());
    for (std::size_t i = 0; i < height; ++i) {
      rows.push_back(i == 0 ? first_row_ : std::vector<std::string>{""});
      for (const auto& column : columns_) rows.back().push_back(i < column.size() ? column[i] : "");
    }
  }

 private:
  CrossoverMarks& marks_;
  std::vector<std::string> first_row_;
  std::vector<std::vector<std::string>> columns_;
};

std::string ratio_number(double ratio) {
  return ratio < 10 ? fmt::format("{:.3f}", ratio) : short_number(ratio);
}

std::string agreement_text(const Agreement& agreement) {
  return fmt::format("{} ({} to {})", ratio_number(agreement.median), ratio_number(agreement.least),
                     ratio_number(agreement.greatest));
}

}  // namespace

CrossoverMarks& CrossoverMarks::operator|=(const CrossoverMarks& other) {
  interval = interval || other.interval;
  share = share || other.share;
  none = none || other.none;
  absent = absent || other.absent;
  return *this;
}

std::vector<std::string> CrossoverMarks::legend() const {
  std::vector<std::string> lines;
  if (interval) lines.emplace_back("[a b]: 95 % bootstrap interval of a crossover");
  if (share)
    lines.emplace_back("(80%): share of the resampled measurements in which that crossover occurs");
  if (none) lines.emplace_back("none: both ran, and their times do not cross");
  if (absent) lines.emplace_back("-: the engine did not run both");
  return lines;
}

CrossoverTable crossover_table(const Panel& panel) {
  if (panel.positions.size() < 2) return {};
  CrossoverTable table;
  const std::vector<Engine> engines = panel.engines();
  std::vector<std::string> heading{fmt::format("crossovers in {}", name_of(panel.axis))};
  PairRows families("best sparse = best dense", table.marks);
  for (const Engine engine : engines) {
    heading.emplace_back(name_of(engine));
    families.add_engine(has_sparse_and_dense(panel, engine),
                        sparse_dense_crossovers(panel, engine));
  }
  table.rows.push_back(std::move(heading));
  families.append_to(table.rows);
  for (const AlgorithmPair& pair : successive_winners(panel)) {
    PairRows pair_rows(fmt::format("{} = {}", pair.first, pair.second), table.marks);
    for (const Engine engine : engines)
      pair_rows.add_engine(has_both(panel, engine, pair), crossovers_of(panel, engine, pair));
    pair_rows.append_to(table.rows);
  }
  return table;
}

std::vector<std::vector<std::string>> agreement_rows(const Panel& panel) {
  const auto reference = reference_engine(panel);
  if (!reference) return {};
  std::vector<Engine> others = panel.engines();
  std::erase(others, *reference);
  std::vector<std::string> heading{"time ratios, median (range)"};
  for (const Engine engine : others)
    heading.push_back(fmt::format("{}/{}", name_of(engine), name_of(*reference)));
  std::vector<std::vector<std::string>> rows{heading};
  for (const Agreement& agreement : agreements(panel, *reference)) {
    if (rows.back().front() != agreement.algorithm) {
      rows.emplace_back(1 + others.size(), "-");
      rows.back().front() = agreement.algorithm;
    }
    const auto column = std::ranges::find(others, agreement.engine) - others.begin();
    rows.back()[1 + static_cast<std::size_t>(column)] = agreement_text(agreement);
  }
  return rows.size() > 1 ? rows : std::vector<std::vector<std::string>>{};
}

}  // namespace sparlab::experiments
