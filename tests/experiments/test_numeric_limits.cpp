#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/json/json_text.hpp"
#include "base/system/build_info.hpp"
#include "base/text/quantity.hpp"
#include "experiments/records/store/record_json.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/run/sweep/runner.hpp"
#include "experiments/run/sweep/worker_pool.hpp"
#include "experiments/spec/definition/experiment.hpp"
#include "experiments/spec/definition/schema.hpp"
#include "experiments/spec/plan/plan.hpp"
#include "experiments/spec/plan/run_cost.hpp"
#include "inputs/files/data_error.hpp"
#include "inputs/formats/recording.hpp"
#include "model/fill_in/zipf_fill_in.hpp"
#include "model/parameters/count_text.hpp"
#include "platforms/files/platform_file.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/experiments/spec/definition/schema_limits.hpp"
#include "tests/experiments/temporary_folder.hpp"
#include "tests/sanitized.hpp"

using namespace sparlab;
using namespace sparlab::tests;
using nlohmann::json;

namespace {

/// Points of many experiments without duplicates, except those that a run would refuse for their
/// cost.
class Points {
 public:
  /// Adds only some, evenly spaced points of a plan with many.
  void add(const experiments::Plan& plan) {
    constexpr std::size_t kMost = 100;
    const std::size_t step = plan.points.size() / kMost + 1;
    for (std::size_t i = 0; i < plan.points.size(); i += step) {
      const experiments::PlannedPoint& planned = plan.points[i];
      const experiments::RunCost cost = predict_run_cost(planned.point);
      if (planned.point.engine == experiments::Engine::mpi || cost.wall_s > 0.02 ||
          cost.memory_bytes > 1e9)
        continue;
      if (ids_.insert(planned.id).second)
        add(planned.point, plan.platforms.at(planned.point.platform));
    }
  }

  void add(const experiments::Point& point, const platforms::PlatformFile& platform) {
    points_.push_back({point, platform});
  }

  std::size_t size() const { return points_.size(); }

  /// Runs all of them in separate processes: none may crash, hang, or return an unreadable record.
  void run(std::size_t points_a_process = 256) const {
    experiments::run::WorkerPool pool;
    pool.processes = 2;
    pool.jobs_a_process = points_a_process;
    pool.limit_s = [](std::size_t) { return 30.0; };
    pool.start = [&](experiments::run::JobRange jobs) {
      return experiments::run::fork_worker(jobs, [&](std::size_t job) {
        const std::string line = experiments::records::record_to_line(
            experiments::run::execute(points_[job].first, points_[job].second));
        experiments::records::record_from_line(line);
        return std::string();
      });
    };
    pool.not_started = [](experiments::run::JobRange, const std::string& reason) { FAIL(reason); };
    pool.started = [](std::size_t) {};
    pool.keep_going = [] { return true; };
    pool.finished = [&](std::size_t job, const machines::JobResult& result) {
      INFO(experiments::run::describe(points_[job].first));
      INFO(result.text);
      CHECK(result.succeeded);
    };
    pool.run(points_.size());
  }

 private:
  std::set<std::string> ids_;
  std::vector<std::pair<experiments::Point, platforms::PlatformFile>> points_;
};

/// Plans a document; if it is refused, the error must say where and what is accepted.
void plan_or_refuse(const json& document, Points& points) {
  // Under the sanitizers, the hashes of so many points would take minutes.
  constexpr std::size_t kMostSanitized = 1000;
  try {
    const experiments::Experiment experiment =
        experiments::parse_experiment(document, "limits.json");
    const experiments::Sweep& sweep = experiment.sweeps.front();
    const std::size_t longest =
        std::max({sweep.ranks.size(), sweep.universes.size(), sweep.densities.size()});
    if (sparlab::tests::kSanitized && longest > kMostSanitized) return;
    points.add(experiments::make_plan(experiment));
  } catch (const base::ConfigError& error) {
    CHECK_FALSE(error.json_path.empty());
    const bool says_what_to_do =
        !error.accepted.empty() || error.value.find("remove it") != std::string::npos;
    CHECK(says_what_to_do);
  } catch (const inputs::DataError& error) {
    CHECK_FALSE(error.accepted().empty());
  }
}

/// Calls `visit` with each number of a platform that has a unit.
void for_each_quantity(json& section, const std::function<void(json&)>& visit) {
  if (!section.is_object()) return;
  if (section.contains("value") && section.contains("unit")) return visit(section);
  for (auto& [key, part] : section.items()) for_each_quantity(part, visit);
}

base::Dimension dimension_of(const json& quantity) {
  for (const base::Dimension dimension :
       {base::Dimension::time, base::Dimension::bandwidth, base::Dimension::size,
        base::Dimension::time_per_byte, base::Dimension::time_per_entry,
        base::Dimension::time_per_element})
    if (base::in_base_units(1, quantity.at("unit").get<std::string>(), dimension)) return dimension;
  FAIL("a unit of no dimension: " << quantity.dump());
  return base::Dimension::time;
}

/// Sweeps in which each number in turn is set to the schema's limits.
std::vector<json> base_sweeps(const std::map<std::string, std::string>& paths) {
  json all = json::parse(R"({
    "label": "one", "engines": ["model", "loggp", "mpi"], "algorithms": "all", "P": [1, 3],
    "N": 1000, "density": 0.1, "value": "double", "index": "uint64", "platform": "ideal"})");
  if (sparlab::tests::kSanitized)
    all.update({{"algorithms", {"dense_ring", "sparlab_auto"}}, {"engines", {"loggp"}}, {"P", 3}});
  json data = all;
  data.update({{"algorithms", {"ssar_split_allgather", "dense_ring"}}, {"payload", "data"}});
  std::vector<json> sweeps = {all, data};
  for (const auto& [kind, path] : paths) {
    json real = all;
    real["input"] = {{"kind", kind}, {"path", path}};
    real.erase("N");
    real.erase("density");
    sweeps.push_back(real);
  }
  return sweeps;
}

}  // namespace

TEST_CASE("the schema's limits are those of the code behind it") {
  const json schema = json::parse(experiments::experiment_schema_text());
  int exponents = 0;
  for (const json& input : schema.at("/definitions/input/anyOf"_json_pointer))
    if (input.contains("/properties/exponent"_json_pointer)) {
      ++exponents;
      CHECK(input.at("/properties/exponent/minimum"_json_pointer) == 0);
      CHECK(input.at("/properties/exponent/maximum"_json_pointer) ==
            model::ZipfFillIn::kMostExponent);
    }
  CHECK(exponents == 1);
  CHECK(schema.at("/definitions/path/maxLength"_json_pointer) == base::kUserJson.text_bytes);
  for (const char* name : {"natural", "positive"}) {
    const auto most = schema.at("definitions").at(name).at("maximum").get<std::uint64_t>();
    CHECK(model::parse_count(std::to_string(most)) == most);
    CHECK_FALSE(model::parse_count(std::to_string(most + 1)));
  }
}

TEST_CASE("omnireduce is planned with any number of slots, and not with blocks beyond counting") {
  json document = valid_experiment();
  json& sweep = document["sweeps"][0];
  sweep.update({{"index", "uint64"},
                {"engines", {"model"}},
                {"algorithms", {"omnireduce(slots=9007199254740992)"}}});
  sweep["P"] = 2048;
  Points points;
  points.add(experiments::make_plan(experiments::parse_experiment(document, "limits.json")));
  CHECK(points.size() == 2);
  points.run();

  sweep["N"] = std::uint64_t{1} << 53U;
  const base::ConfigError error = config_error(
      [&] { experiments::make_plan(experiments::parse_experiment(document, "limits.json")); });
  CHECK(error.json_path == "sweeps.0.algorithms.0");
  CHECK(error.accepted.find("at least 536870912") != std::string::npos);
}

TEST_CASE("every number of an experiment may stand at its limits") {
  const base::TemporaryFolder folder;
  const std::map<std::string, std::string> paths = {{"svmlight", folder / "data.svm"},
                                                    {"recording", folder / "data.tkg"}};
  write_content(paths.at("svmlight"), "1 1:1 7:1\n-1 2:1 3:1\n1 3:1\n-1 9:1\n");
  inputs::Recording recording;
  recording.universe = 10;
  recording.begin = {0, 2, 4, 6};
  recording.indices = {0, 4, 4, 9, 3, 4};
  recording.values = {1, 2, 3, 4, 5, 6};
  inputs::write_recording(paths.at("recording"), recording);
  const SchemaLimits limits(json::parse(experiments::experiment_schema_text()), paths);
  for (const auto& [key, property] : limits.root().at("properties").items())
    if (key != "sweeps") CHECK(limits.values_of(property).empty());

  Points points;
  int refused = 0;
  for (const json& base : base_sweeps(paths))
    for (const auto& [key, property] :
         limits.root().at("/definitions/sweep/properties"_json_pointer).items())
      for (const LimitValue& limit : limits.values_of(property)) {
        json sweep = base;
        sweep[key] = limit.value;
        if (key == "input" && limit.value.contains("path")) {
          sweep.erase("N");
          sweep.erase("density");
        }
        // Parsed as from a file, since the parser makes numbers unsigned where possible.
        const json document = json::parse(json{{"name", "limits"}, {"sweeps", {sweep}}}.dump());
        INFO(key << ": " << limit.value.dump());
        if (limit.inside) {
          CHECK_NOTHROW(experiments::check_against_schema(document, "limits.json"));
          plan_or_refuse(document, points);
        } else {
          CHECK_THROWS_AS(experiments::check_against_schema(document, "limits.json"),
                          base::ConfigError);
          ++refused;
        }
      }
  CHECK(refused > 100);
  CHECK(points.size() > (sparlab::tests::kSanitized ? 100 : 1000));
  points.run();
}

TEST_CASE("every number of a platform may stand at its limits") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Points points;
  Points simulated;  // SimGrid allows one run in a process
  for (const auto& [name, engines] :
       std::map<std::string, json>{{"ideal", {"model", "loggp"}},
                                   {"gige-8", {"model", "loggp", "simgrid"}},
                                   {"piz-daint", {"model", "loggp"}}}) {
    const auto file =
        std::filesystem::path(base::build_info::source_dir) / "platforms" / (name + ".json");
    json experiment = valid_experiment();
    experiment["sweeps"][0].update({{"engines", engines},
                                    {"algorithms", {"dense_ring", "dsar_split_allgather"}},
                                    {"P", 4},
                                    {"N", 100'000},
                                    {"density", 0.1},
                                    {"platform", file.string()}});
    const experiments::Plan plan =
        experiments::make_plan(experiments::parse_experiment(experiment, "limits.json"));
    json content = base::read_json_file(file);
    int quantities = 0;
    for_each_quantity(content, [&, &name = name](json& quantity) {
      ++quantities;
      const json kept = quantity;
      const base::Dimension dimension = dimension_of(quantity);
      const base::QuantityRange range = base::accepted_range(dimension);
      quantity["unit"] = base::base_unit(dimension);
      INFO(name << ": " << quantity.dump());
      for (const double value : {range.least, range.most}) {
        quantity["value"] = value;
        const platforms::PlatformFile platform = platforms::platform_from_json(content, file);
        for (const experiments::PlannedPoint& planned : plan.points)
          (planned.point.engine == experiments::Engine::simgrid ? simulated : points)
              .add(planned.point, platform);
      }
      for (const double value :
           {std::nextafter(range.least, -kInfinity), std::nextafter(range.most, kInfinity)}) {
        quantity["value"] = value;
        const base::ConfigError error =
            config_error([&] { platforms::platform_from_json(content, file); });
        CHECK_FALSE(error.json_path.empty());
        CHECK_FALSE(error.accepted.empty());
      }
      quantity = kept;
    });
    CHECK(quantities > 10);
  }
  points.run();
  simulated.run(1);
}
