#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/system/whole_file.hpp"
#include "experiments/spec/definition/algorithm_list.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "experiments/spec/points/schedule_file.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/temporary_folder.hpp"
#include "tests/model/schedules/schedules.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using Catch::Matchers::Contains;

namespace {

std::string refusal(const std::string& text) {
  try {
    schedule_from_json(base::parse_json(text, "s.json"), "s.json");
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "";
}

model::Algorithm read_one(const std::string& spec, const std::string& file) {
  return read_algorithm_list({spec}, false, file, "algorithms").front().algorithm;
}

}  // namespace

TEST_CASE("a schedule is read back as it was written") {
  std::mt19937_64 generator(1);
  for (const std::uint64_t ranks : {1, 2, 5, 64}) {
    const model::SumSchedule schedule = model::drawn_schedule(ranks, generator);
    const auto document = base::parse_json(schedule_text(schedule), "s.json");
    CHECK(schedule_from_json(document, "s.json") == schedule);
    CHECK(document == schedule_to_json(schedule));
  }
}

TEST_CASE("a schedule of another form is refused with its place") {
  const auto rounds = [](const std::string& text) {
    return refusal(R"({"ranks": 2, "parts": 1, "rounds": )" + text + "}");
  };
  const auto message = [&](const std::string& text) { return rounds("[[], [" + text + "]]"); };
  CHECK_THAT(refusal("[]"), Contains("an object of ranks, parts, rounds"));
  CHECK_THAT(refusal(R"({"ranks": 65, "parts": 1, "rounds": []})"), Contains("from 1 to 64"));
  CHECK_THAT(refusal(R"({"ranks": 2.5, "parts": 1, "rounds": []})"), Contains("ranks"));
  CHECK_THAT(rounds("[1]"), Contains("round 1") && Contains("a list of messages"));
  CHECK_THAT(message("1"), Contains("round 2, message 1") && Contains("from, to, sums"));
  CHECK_THAT(message(R"({"from": 0, "to": 1, "sums": 1})"), Contains("a list"));
  CHECK_THAT(message(R"({"from": 0, "to": 2, "sums": []})"),
             Contains("round 2, message 1, to") && Contains("from 0 to 1"));
  CHECK_THAT(message(R"({"from": 0, "to": 1, "sums": [{"part": 1, "inputs": [0]}]})"),
             Contains("part"));
  CHECK_THAT(message(R"({"from": 0, "to": 1, "sums": [{"part": 0, "inputs": [0, 0]}]})"),
             Contains("each rank once"));
}

TEST_CASE("a spec names a schedule by the file's name and the hash of its content") {
  const tests::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "two.json";
  base::write_whole_file(file, schedule_text(model::recursive_doubling(2)));
  const std::string experiment = (folder.path() / "experiment.json").string();
  const model::Algorithm algorithm = read_one("scheduled(file=two.json)", experiment);
  const std::string spec = algorithm.spec();
  CHECK_THAT(spec, Contains("scheduled(file=two.json#"));
  CHECK(read_one(spec, experiment) == algorithm);
  CHECK(read_one("scheduled(file=" + file.string() + ")", "command line") == algorithm);
  CHECK_NOTHROW(algorithm.check({2, 100}));
  CHECK_THROWS_WITH(algorithm.check({3, 100}), Contains("P = 3") && Contains("has 2"));

  base::write_whole_file(file, schedule_text(model::ring(2)));
  CHECK(read_one("scheduled(file=two.json)", experiment).spec() != spec);
  CHECK_THROWS_WITH(read_one(spec, experiment), Contains("a schedule with the hash"));

  model::SumSchedule no_allreduce = model::ring(2);
  no_allreduce.rounds.pop_back();
  base::write_whole_file(file, schedule_text(no_allreduce));
  CHECK_THROWS_WITH(read_one("scheduled(file=two.json)", experiment),
                    Contains("two.json") && Contains("rank 0, part"));
  CHECK_THROWS_WITH(read_one("scheduled(file=no.json)", experiment), Contains("no.json"));
  // A stored spec is known; its schedule is not.
  const auto stored = model::Algorithm::stored("scheduled(file=other.json#123)");
  CHECK(stored.known());
  CHECK(schedule_of(stored) == nullptr);
  CHECK_THROWS_WITH(stored.check({2, 100}), Contains("that sparlab has read"));
}

TEST_CASE("a planned point takes its schedule along") {
  PlannedPoint planned;
  const auto plan = std::make_shared<const model::SchedulePlan>(model::ring(3));
  model::add_known_schedule("three.json#abc", plan);
  planned.point.algorithm = model::Algorithm("scheduled(file=three.json#abc)");
  planned.point.ranks = 3;
  nlohmann::json object = planned_point_to_json(planned);
  // As in a process that has not read the file.
  object["schedule"]["name"] = "three.json#def";
  object["point"]["algorithm"] = "scheduled(file=three.json#def)";
  const PlannedPoint read = planned_point_from_json(object);
  const model::NamedSchedule* const schedule = schedule_of(read.point.algorithm);
  REQUIRE(schedule != nullptr);
  CHECK(schedule->plan->schedule() == model::ring(3));
}
