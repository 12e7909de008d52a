#include "experiments/report/approximate_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "experiments/plan/names.hpp"
#include "experiments/report/named_winners.hpp"
#include "experiments/report/standing.hpp"
#include "experiments/report/unit_text.hpp"

namespace sparlab::experiments {
namespace {

std::string engine_cell(const std::string& time, const std::string& gain) {
  return fmt::format("{:>7} {:>8}", time, gain);
}

/// "0.1", or "0.1 to 0.5"; nothing for no values.
std::optional<std::string> range_text(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  const auto [least, greatest] = std::ranges::minmax(values);
  const std::string text = short_number(least);
  return greatest > least ? fmt::format("{} to {}", text, short_number(greatest)) : text;
}

/// A term of the records of one algorithm, of all engines and positions that have it.
std::vector<double> terms_of(const Panel& panel, const std::string& algorithm, const char* name) {
  std::vector<double> values;
  for (const Series& series : panel.series) {
    if (series.algorithm != algorithm) continue;
    for (const Record* record : series.records) {
      const auto found = record->terms.find(name);
      if (found != record->terms.end()) values.push_back(found->second);
    }
  }
  return values;
}

/// Builds the rows of one panel.
class ApproximateTable {
 public:
  explicit ApproximateTable(const Panel& panel)
      : exact_(panel.exact()),
        approximate_(panel.approximate()),
        winners_(approximate_),
        engines_(approximate_.engines()) {}

  std::vector<std::vector<std::string>> rows() const {
    if (approximate_.series.empty()) return {};
    std::vector<std::string> names{"", ""};
    std::vector<std::string> headings{std::string(name_of(approximate_.axis)),
                                      "fastest approximate"};
    for (const Engine engine : engines_) {
      names.push_back(fmt::format("{:>7}", name_of(engine)));
      headings.push_back(engine_cell("time", "vs exact"));
    }
    std::vector<std::vector<std::string>> rows{names, headings};
    for (const double position : approximate_.positions) add_rows(rows, position);
    return rows;
  }

 private:
  void add_rows(std::vector<std::vector<std::string>>& rows, double position) const {
    const std::size_t first = rows.size();
    for (std::size_t i = 0; i < engines_.size(); ++i) {
      if (!standing_at(approximate_, engines_[i], position)) continue;
      const std::string& winner = winners_.at(position).at(engines_[i]);
      auto row = std::find_if(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end(),
                              [&](const auto& candidate) { return candidate[1] == winner; });
      if (row == rows.end()) {
        const std::string place =
            rows.size() == first ? position_text(approximate_.axis, position) : "";
        std::vector<std::string> fresh(2 + engines_.size());
        fresh[0] = place;
        fresh[1] = winner;
        row = rows.insert(rows.end(), std::move(fresh));
      }
      (*row)[2 + i] = cell(engines_[i], winner, position);
    }
  }

  std::string cell(Engine engine, const std::string& winner, double position) const {
    const Record& record = *approximate_.find(engine, winner)->at(approximate_.axis, position);
    const auto exact = standing_at(exact_, engine, position);
    const bool comparable = exact && record.time_s > 0;
    return engine_cell(seconds_text(record.time_s),
                       comparable ? ratio_text(exact->winner().time_s / record.time_s) : "-");
  }

  Panel exact_;
  Panel approximate_;
  NamedWinners winners_;
  std::vector<Engine> engines_;
};

}  // namespace

std::vector<std::vector<std::string>> approximate_rows(const Panel& panel) {
  return ApproximateTable(panel).rows();
}

std::vector<std::vector<std::string>> error_rows(const Panel& panel) {
  std::vector<std::vector<std::string>> rows{{"approximate results", "error_l2", "mass lost"}};
  for (const std::string& algorithm : panel.approximate().algorithms()) {
    const auto error = range_text(terms_of(panel, algorithm, "error_l2"));
    if (!error) continue;
    const auto lost = range_text(terms_of(panel, algorithm, "lost_mass"));
    rows.push_back({algorithm, *error, lost.value_or("none")});
  }
  return rows.size() > 1 ? rows : std::vector<std::vector<std::string>>{};
}

}  // namespace sparlab::experiments
