// Several allreduces at once, and other traffic beside them.

#include <nlohmann/json.hpp>
#include <string>

#include "base/errors/errors.hpp"
#include "base/json/json_fields.hpp"
#include "base/system/data_folders.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/plan/network_checks.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;

namespace {

using Pattern = runtime::loggp::Background::Pattern;

const platforms::PlatformFile& cluster() {
  static const platforms::PlatformFile platform =
      platforms::load_platform(base::find_platform_file("greina-gige", "test", "platform"));
  return platform;
}

Settings on_network(std::uint64_t jobs, JobHosts hosts = JobHosts::consecutive) {
  Settings settings;
  settings.machine = experiments::MachineKind::network;
  settings.jobs = jobs;
  settings.job_hosts = hosts;
  return settings;
}

Settings beside(BackgroundLoad background) {
  Settings settings = on_network(1);
  settings.background = background;
  return settings;
}

Point point_of(const Settings& settings, const std::string& spec, std::uint64_t ranks,
               Payload payload = Payload::counted) {
  Point point;
  point.engine = Engine::loggp;
  point.algorithm = model::Algorithm(spec);
  point.ranks = ranks;
  point.universe = 1'000'000;
  point.nnz = 20'000;
  point.density = 0.02;
  static_cast<Settings&>(point) = settings_for(info_of(Engine::loggp), settings);
  point.payload = payload;
  return point;
}

Record run_with(const Settings& settings, const std::string& spec = "dense_ring",
                std::uint64_t ranks = 4, Payload payload = Payload::counted) {
  return execute(point_of(settings, spec, ranks, payload), cluster());
}

/// The key that is refused, "" if none is.
std::string refused(const Settings& settings, std::uint64_t ranks,
                    const platforms::PlatformFile& platform = cluster()) {
  std::string key;
  try {
    check_network(settings, platform, ranks,
                  [](const std::string& name, const std::string& value, const std::string& what) {
                    throw base::ConfigError("a test", name, value, what);
                  });
  } catch (const base::ConfigError& error) {
    key = error.json_path;
  }
  return key;
}

}  // namespace

TEST_CASE("jobs on hosts of their own take the time of one, on the same hosts of all") {
  for (const char* spec : {"dense_ring", "ssar_split_allgather"}) {
    CAPTURE(spec);
    const double alone_s = run_with(on_network(1), spec).time_s;
    for (const JobHosts hosts : {JobHosts::consecutive, JobHosts::interleaved})
      CHECK(run_with(on_network(2, hosts), spec).time_s == Approx(alone_s).epsilon(1e-9));
  }
  const Record alone = run_with(on_network(1));
  const Record two = run_with(on_network(2, JobHosts::shared));
  CHECK(two.time_s == Approx(2 * alone.time_s).epsilon(0.05));
  CHECK(two.messages == alone.messages);
  CHECK(two.bytes == alone.bytes);
  CHECK(two.terms.at("fastest_job_s") <= two.terms.at("median_job_s"));
  CHECK(two.terms.at("median_job_s") <= two.time_s);
  CHECK(run_with(on_network(2, JobHosts::shared)).time_s == two.time_s);
  CHECK(!alone.terms.contains("median_job_s"));
}

TEST_CASE("the results of all jobs are checked") {
  const Record record =
      run_with(on_network(3, JobHosts::shared), "ssar_recursive_double", 4, Payload::data);
  CHECK(record.check.status == "passed");
}

TEST_CASE("a background slows an allreduce down where they share links") {
  const double alone_s = run_with(on_network(1)).time_s;
  const BackgroundLoad load = {.pattern = Pattern::uniform, .load = 0.5};
  const Record slowed = run_with(beside(load));
  CHECK(slowed.time_s > 1.2 * alone_s);
  CHECK(slowed.terms.at("background_load") == Approx(0.5).epsilon(0.2));
  BackgroundLoad others = load;
  others.hosts = BackgroundLoad::Hosts::others;
  CHECK(run_with(beside(others)).time_s == Approx(alone_s).epsilon(1e-9));
  Settings other_seed = beside(load);
  other_seed.seed = 2;
  CHECK(run_with(other_seed).time_s != slowed.time_s);
  CHECK(run_with(beside(load)).time_s == slowed.time_s);
}

TEST_CASE("points keep jobs and background, and the ids of points without them") {
  const Point plain = point_of(on_network(1), "dense_ring", 4);
  CHECK(!point_to_json(plain).contains("jobs"));
  CHECK(!point_to_json(plain).contains("background"));
  Settings settings = on_network(3, JobHosts::shared);
  settings.background = {.pattern = Pattern::incast,
                         .load = 0.25,
                         .bytes = 1000,
                         .hosts = BackgroundLoad::Hosts::others};
  const Point point = point_of(settings, "dense_ring", 4);
  const Point read = point_from_json(point_to_json(point));
  CHECK(static_cast<const Settings&>(read) == static_cast<const Settings&>(point));
  // Without load there is no background.
  nlohmann::json idle = point_to_json(point);
  idle["background"]["load"] = 0;
  CHECK(point_from_json(idle).background == BackgroundLoad());
  for (const char* wrong : {R"({"load": 0.5})", R"({"pattern": "all", "load": 0.5})",
                            R"({"pattern": "uniform", "load": 2})",
                            R"({"pattern": "uniform", "load": 0.5, "bytes": 0})", "3"}) {
    CAPTURE(wrong);
    nlohmann::json stored = point_to_json(point);
    stored["background"] = nlohmann::json::parse(wrong);
    CHECK_THROWS_AS(point_from_json(stored), base::FormatError);
  }
  for (const char* wrong : {"0", "1.5", "2000", "\"two\""}) {
    CAPTURE(wrong);
    nlohmann::json stored = point_to_json(point);
    stored["jobs"] = nlohmann::json::parse(wrong);
    CHECK_THROWS_AS(point_from_json(stored), base::FormatError);
  }
}

TEST_CASE("jobs and background are refused where they do not fit") {
  Settings without = on_network(2);
  without.machine = experiments::MachineKind::hockney;
  CHECK(refused(without, 4) == "jobs");
  without = beside({.pattern = Pattern::uniform, .load = 0.5});
  without.machine = experiments::MachineKind::loggp;
  CHECK(refused(without, 4) == "background");
  CHECK(refused(on_network(1, JobHosts::shared), 4) == "job_hosts");
  CHECK(refused(on_network(2), 4).empty());
  CHECK(refused(on_network(3), 4) == "jobs");
  CHECK(refused(on_network(2, JobHosts::interleaved), 5) == "jobs");
  CHECK(refused(on_network(1000, JobHosts::shared), 8).empty());
  const BackgroundLoad others = {
      .pattern = Pattern::uniform, .load = 0.5, .hosts = BackgroundLoad::Hosts::others};
  CHECK(refused(beside(others), 6).empty());
  CHECK(refused(beside(others), 7) == "background.hosts");
}

TEST_CASE("ranks of jobs are placed by job") {
  model::Placement block{.hosts = 8, .ranks_per_host = 2};
  const auto placed = [&](JobHosts hosts) { return place_jobs(block, 3, 2, hosts).listed; };
  using Hosts = std::vector<std::uint32_t>;
  CHECK(placed(JobHosts::consecutive) == Hosts{0, 0, 1, 2, 2, 3});
  CHECK(placed(JobHosts::interleaved) == Hosts{0, 0, 2, 1, 1, 3});
  CHECK(placed(JobHosts::shared) == Hosts{0, 0, 1, 0, 0, 1});
  CHECK(place_jobs(block, 3, 1, JobHosts::consecutive) == block);
  CHECK(background_hosts(BackgroundLoad::Hosts::others, 4, block, 3) == Hosts{2, 3});
}
