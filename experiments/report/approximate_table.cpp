#include "experiments/report/approximate_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "experiments/plan/names.hpp"
#include "experiments/report/named_winners.hpp"
#include "experiments/report/standing.hpp"
#include "experiments/report/unit_text.hpp"

namespace sparlab::experiments {
namespace {

std::string engine_cell(const std::string& time, const std::string& gain) {
  return fmt::format("{:>7} {:>8}", time, gain);
}

std::string term_text(const std::optional<double>& term) {
  return term ? short_number(*term) : "-";
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
    headings.insert(headings.end(), {"error_l2", "lost"});
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
        row = rows.insert(rows.end(), fresh_row(place, winner, position));
      }
      (*row)[2 + i] = cell(engines_[i], winner, position);
    }
  }

  std::vector<std::string> fresh_row(const std::string& place, const std::string& winner,
                                     double position) const {
    std::vector<std::string> row(2 + engines_.size());
    row[0] = place;
    row[1] = winner;
    row.push_back(term_text(term(winner, position, "error_l2")));
    row.push_back(term_text(term(winner, position, "lost_mass")));
    return row;
  }

  std::string cell(Engine engine, const std::string& winner, double position) const {
    const Record& record = *approximate_.find(engine, winner)->at(approximate_.axis, position);
    const auto exact = standing_at(exact_, engine, position);
    const bool comparable = exact && record.time_s > 0;
    return engine_cell(seconds_text(record.time_s),
                       comparable ? ratio_text(exact->winner().time_s / record.time_s) : "-");
  }

  /// Of any engine that saw values there.
  std::optional<double> term(const std::string& algorithm, double position,
                             const char* name) const {
    for (const Series& series : approximate_.series) {
      const Record* const record =
          series.algorithm == algorithm ? series.at(approximate_.axis, position) : nullptr;
      if (record == nullptr) continue;
      const auto found = record->terms.find(name);
      if (found != record->terms.end()) return found->second;
    }
    return std::nullopt;
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

}  // namespace sparlab::experiments
