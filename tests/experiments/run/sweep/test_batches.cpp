#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/system/data_folders.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/run/sweep/batches.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;

namespace {

const std::map<std::string, platforms::PlatformFile>& loaded_platforms() {
  static const std::map<std::string, platforms::PlatformFile> all = [] {
    std::map<std::string, platforms::PlatformFile> files;
    for (const std::string name : {"piz-daint", "gige-8"})
      files.emplace(name,
                    platforms::load_platform(base::find_platform_file(name, "test", "platform")));
    return files;
  }();
  return all;
}

PlannedPoint planned(Engine engine, const std::string& platform, std::uint64_t ranks) {
  PlannedPoint point;
  point.point.engine = engine;
  point.point.platform = platform;
  point.point.ranks = ranks;
  return point;
}

}  // namespace

TEST_CASE("every point is in one batch, and the longest batches come first") {
  std::vector<PlannedPoint> points;
  for (std::uint64_t ranks = 1; ranks <= 40; ++ranks)
    points.push_back(planned(ranks % 3 == 0 ? Engine::loggp : Engine::simgrid, "piz-daint", ranks));
  const auto seconds = [](const PlannedPoint& one) {
    return static_cast<double>(one.point.ranks) / 20;
  };
  const auto batches = make_batches(points, loaded_platforms(), seconds);
  REQUIRE(points.size() == 40);
  std::set<std::uint64_t> ranks;
  for (const PlannedPoint& one : points) ranks.insert(one.point.ranks);
  CHECK(ranks.size() == 40);
  std::size_t end = 0;
  double last_s = 1e9;
  for (const JobRange& batch : batches) {
    CHECK(batch.first == end);
    REQUIRE(batch.end > batch.first);
    end = batch.end;
    double sum_s = 0;
    for (std::size_t job = batch.first; job < batch.end; ++job) sum_s += seconds(points[job]);
    CHECK((sum_s <= 1 + 1e-9 || batch.end - batch.first == 1));
    CHECK(sum_s <= last_s + 1e-9);
    last_s = sum_s;
  }
  CHECK(end == 40);
}

TEST_CASE("short points share a process exactly where they share a set-up") {
  std::vector<PlannedPoint> points;
  for (const std::uint64_t ranks : {2, 4, 8}) {
    points.push_back(planned(Engine::simgrid, "piz-daint", ranks));
    points.push_back(planned(Engine::loggp, "piz-daint", ranks));
    points.push_back(planned(Engine::simgrid, "gige-8", ranks));
  }
  const auto batches =
      make_batches(points, loaded_platforms(), [](const PlannedPoint&) { return 0.01; });
  const bool shared = shares_setup(points.front().point) || shares_setup(points.back().point);
  std::size_t together = 0;
  for (const JobRange& batch : batches) {
    const PlannedPoint& first = points[batch.first];
    CHECK((batch.end - batch.first == 1 || first.point.engine == Engine::simgrid));
    for (std::size_t job = batch.first; job < batch.end; ++job) {
      CHECK(points[job].point.engine == first.point.engine);
      CHECK(points[job].point.platform == first.point.platform);
      const platforms::PlatformFile& file = loaded_platforms().at(first.point.platform);
      CHECK(
          (batch.end - batch.first == 1 || same_setup(first.point, file, points[job].point, file)));
    }
    if (first.point.platform == "piz-daint" && first.point.engine == Engine::simgrid)
      together = batch.end - batch.first;
    CHECK(largest_of(points, batch).point.ranks == points[batch.end - 1].point.ranks);
  }
  CHECK(together == (shared ? 3 : 1));
}
