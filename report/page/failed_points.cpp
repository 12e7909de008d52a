#include "report/page/failed_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "experiments/run/sweep/runner.hpp"
#include "experiments/spec/points/point.hpp"
#include "report/page/html_text.hpp"

namespace sparlab::report {
namespace {

/// Points with the same status and reason.
struct FailedPoints {
  std::size_t count = 0;
  std::vector<std::string> first;  ///< descriptions of the first of them
  std::string last_at;             ///< of failures

  void add(const std::string& point) {
    constexpr std::size_t kMostListed = 20;
    ++count;
    if (first.size() < kMostListed) first.push_back(point);
  }

  std::string text() const {
    std::string text;
    for (const std::string& point : first) text += (text.empty() ? "" : "; ") + point;
    if (count > first.size()) text += fmt::format("; {} more", count - first.size());
    return text;
  }
};

}  // namespace

std::string failed_points_html(std::span<const experiments::Record> records,
                               std::span<const experiments::records::LoggedFailure> failures) {
  std::map<std::pair<std::string, std::string>, FailedPoints> failed;
  std::map<std::string, std::size_t> skipped;
  for (const experiments::records::LoggedFailure& failure : failures) {
    FailedPoints& points =
        failed[{failure.left_out ? "left out before the run" : "no result", failure.reason}];
    points.add(failure.point);
    points.last_at = std::max(points.last_at, failure.at);
  }
  for (const experiments::Record& record : records) {
    if (record.check.status == "failed")
      failed[{"wrong result", record.check.detail}].add(experiments::run::describe(record.point));
    if (record.check.status == "skipped") ++skipped[record.check.detail];
  }
  std::vector<std::vector<std::string>> rows = {{"", "number", "reason", "points", "last at"}};
  for (const auto& [key, points] : failed)
    rows.push_back(
        {key.first, std::to_string(points.count), key.second, points.text(), points.last_at});
  std::string html = rows.size() > 1
                         ? html_table(rows)
                         : "<p>None: every point that ran has a result, and no result failed its "
                           "check.</p>\n";
  for (const auto& [reason, count] : skipped)
    html += fmt::format("<p>Not checked: {} records, {}.</p>\n", count,
                        html_text(reason.empty() ? "no reason recorded" : reason));
  return html;
}

}  // namespace sparlab::report
