#include "experiments/run/submission/point_list.hpp"

#include <fmt/format.h>

#include <fstream>
#include <unordered_set>

#include "base/errors/errors.hpp"
#include "base/text/shell_words.hpp"
#include "experiments/run/sweep/runner.hpp"

namespace sparlab::experiments::run {
namespace {

constexpr std::size_t kIdDigits = 32;

bool is_id(std::string_view text) {
  return text.size() == kIdDigits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

std::string point_list_text(const std::vector<const PlannedPoint*>& points) {
  std::string text;
  for (const PlannedPoint* planned : points)
    text += fmt::format("{} {}\n", planned->id, base::comment_text(describe(planned->point)));
  return text;
}

std::vector<std::string> read_point_list(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    throw base::ConfigError(file.string(), "", "cannot be read", "a list of points, one id a line");
  std::vector<std::string> ids;
  std::string line;
  for (std::size_t number = 1; std::getline(stream, line); ++number) {
    if (line.empty() || line.front() == '#') continue;
    std::string id = line.substr(0, line.find(' '));
    if (!is_id(id))
      throw base::ConfigError(
          file.string(), fmt::format("line {}", number), id,
          fmt::format("an id of {} hexadecimal digits, as sparlab plan --format json "
                      "prints it",
                      kIdDigits));
    ids.push_back(std::move(id));
  }
  if (stream.bad()) throw base::EnvironmentError("cannot read " + file.string());
  return ids;
}

void keep_listed_points(Plan& plan, const std::filesystem::path& file) {
  const std::vector<std::string> ids = read_point_list(file);
  const std::unordered_set<std::string> listed(ids.begin(), ids.end());
  std::unordered_set<std::string> found;
  std::erase_if(plan.points, [&](const PlannedPoint& planned) {
    const bool kept = listed.contains(planned.id);
    if (kept) found.insert(planned.id);
    return !kept;
  });
  for (const std::string& id : ids)
    if (!found.contains(id))
      throw base::ConfigError(
          file.string(), "",
          fmt::format("{} points that the experiment does not have; the first is {}",
                      listed.size() - found.size(), id),
          "points of this experiment with these options; it, a platform, a launcher or "
          "data have changed since the list was written");
}

}  // namespace sparlab::experiments::run
