#include "experiments/run/sweep/batches.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "experiments/run/engines/execute.hpp"

namespace sparlab::experiments::run {
namespace {

/// Beyond it, a set-up takes little of the time, and other processes may become idle.
constexpr double kLongestBatch_s = 1;

struct Batch {
  double predicted_s = 0;
  std::vector<PlannedPoint> points;
};

}  // namespace

std::vector<JobRange> make_batches(std::vector<PlannedPoint>& points,
                                   const std::map<std::string, platforms::PlatformFile>& platforms,
                                   const std::function<double(const PlannedPoint&)>& predicted_s) {
  std::vector<Batch> batches;
  std::vector<std::size_t> last;  // the last batch of each set-up
  const auto shares_with = [&](std::size_t batch, const Point& point) {
    const Point& first = batches[batch].points.front().point;
    const platforms::PlatformFile& platform = platforms.at(point.platform);
    return first.engine == point.engine && first.platform == point.platform &&
           same_setup(first, platform, point, platform);
  };
  for (PlannedPoint& planned : points) {
    const double expected_s = predicted_s(planned);
    std::size_t batch = batches.size();
    if (shares_setup(planned.point) && expected_s <= kLongestBatch_s) {
      const auto found = std::ranges::find_if(
          last, [&](std::size_t at) { return shares_with(at, planned.point); });
      if (found == last.end()) {
        last.push_back(batch);
      } else if (batches[*found].predicted_s + expected_s <= kLongestBatch_s) {
        batch = *found;
      } else {
        *found = batch;
      }
    }
    if (batch == batches.size()) batches.emplace_back();
    batches[batch].predicted_s += expected_s;
    batches[batch].points.push_back(std::move(planned));
  }
  std::ranges::stable_sort(batches, std::greater<>(), &Batch::predicted_s);
  points.clear();
  std::vector<JobRange> ranges;
  for (Batch& batch : batches) {
    const std::size_t first = points.size();
    std::ranges::move(batch.points, std::back_inserter(points));
    ranges.push_back({first, points.size()});
  }
  return ranges;
}

const PlannedPoint& largest_of(const std::vector<PlannedPoint>& points, JobRange jobs) {
  return *std::max_element(
      points.begin() + static_cast<std::ptrdiff_t>(jobs.first),
      points.begin() + static_cast<std::ptrdiff_t>(jobs.end),
      [](const PlannedPoint& a, const PlannedPoint& b) { return a.point.ranks < b.point.ranks; });
}

}  // namespace sparlab::experiments::run
