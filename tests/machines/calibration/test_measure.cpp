#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/json/json_fields.hpp"
#include "machines/calibration/measure.hpp"
#include "tests/catch.hpp"
#include "tests/machines/calibration/measured_for_tests.hpp"

namespace sparlab::machines::calibration::testing {
namespace {

/// What ranks were asked for, and what they answer.
struct FakeRanks {
  std::vector<int> ranks;
  std::vector<Task> tasks;
  double kernels_take_s = 0;

  RunRanks function() {
    return [this](int number, const nlohmann::json& task, double most_s) {
      ranks.push_back(number);
      tasks.push_back(task_from_json(task));
      CHECK(most_s > tasks.back().budget_s);
      if (tasks.back().subject == Subject::messages)
        return to_json(Network{ethernet_s}.measured(number));
      std::this_thread::sleep_for(std::chrono::duration<double>(kernels_take_s));
      return to_json(quiet_kernels());
    };
  }
};

}  // namespace

TEST_CASE("kernels are measured by two ranks, then messages in the time that is left") {
  FakeRanks fake;
  fake.kernels_take_s = 0.2;
  std::ostringstream progress;
  const Calibration found = measure({{2, 4, 8}, 60}, fake.function(), progress);
  CHECK(fake.ranks == std::vector<int>{2, 2, 4, 8});
  CHECK(fake.tasks[0].subject == Subject::kernels);
  CHECK(fake.tasks[0].budget_s == 24);
  // A third of what kernels leave, without the time to start ranks.
  CHECK(fake.tasks[1].budget_s < 59.8 / 3);
  CHECK(fake.tasks[1].budget_s > 17);
  // Two ranks returned at once, so that there is more time for the others.
  CHECK(fake.tasks[2].budget_s > fake.tasks[1].budget_s);
  CHECK(fake.tasks[3].budget_s > fake.tasks[2].budget_s);
  CHECK(fake.tasks[3].budget_s < 59.8);
  CHECK(found.slowdowns.size() == 10);
  CHECK_THAT(progress.str(), Catch::Contains("measuring messages among 8 ranks for 5"));
}

TEST_CASE("messages have their least time, however little of the budget is left") {
  FakeRanks fake;
  std::ostringstream progress;
  measure({{2, 4}, 22, 30}, fake.function(), progress);
  CHECK(fake.tasks[1].budget_s == 30);
  CHECK(fake.tasks[2].budget_s == 30);
}

TEST_CASE("a budget that is too short is refused before anything runs") {
  FakeRanks fake;
  std::ostringstream progress;
  CHECK_THROWS_WITH(measure({{2, 4, 8}, 8}, fake.function(), progress),
                    "a budget of 8 s is too short for 3 numbers of ranks; accepted: at least 9 s");
  CHECK_THROWS_AS(measure({{2}, std::nan("")}, fake.function(), progress), std::invalid_argument);
  CHECK(fake.ranks.empty());
}

TEST_CASE("tasks survive the way to the ranks, and others are refused") {
  CHECK(task_from_json(task_to_json({Subject::kernels, 8})).subject == Subject::kernels);
  CHECK(task_from_json(task_to_json({Subject::messages, 2.5})).budget_s == 2.5);
  const Task long_messages = task_from_json(task_to_json({Subject::long_messages, 1}));
  CHECK(long_messages.subject == Subject::long_messages);
  CHECK_FALSE(long_messages.known_round_trip_s.has_value());
  CHECK(task_from_json(task_to_json({Subject::messages, 1, 6e-8})).known_round_trip_s == 6e-8);
  CHECK_THROWS_AS(task_from_json({{"measure", "disks"}}), base::FormatError);
  CHECK_THROWS_AS(task_from_json({{"measure", "messages"}, {"budget_s", -1}}), base::FormatError);
  CHECK_THROWS_AS(task_from_json({{"measure", "messages"}}), base::FormatError);
}

TEST_CASE("times that ranks send are checked") {
  MessageTimes times = Network{ethernet_s}.measured(2);
  times.processors = ProcessorState{6e-8, 0.1};
  const nlohmann::json right = to_json(times);
  CHECK(to_json(message_times_from_json(right)) == right);
  for (
      const char* const change :
      {R"({"ranks": 1})", R"({"ranks": "two"})", R"({"series": 3})", R"({"others": 3})",
       R"({"processors": {"round_trip_s": 0, "moved": 0}})",
       R"({"series": [{"benchmark": "walk", "sizes": []}]})",
       R"({"series": [{"benchmark": "ring", "sizes": [{"bytes": 0, "rounds": 1, "seconds": []}]}]})",
       R"({"series": [{"benchmark": "ring", "sizes": [{"bytes": 8, "rounds": 0, "seconds": []}]}]})",
       R"({"series": [{"benchmark": "ring",
            "sizes": [{"bytes": 8, "rounds": 1, "seconds": ["fast"]}]}]})"}) {
    nlohmann::json wrong = right;
    wrong.update(nlohmann::json::parse(change));
    CAPTURE(change);
    CHECK_THROWS_AS(message_times_from_json(wrong), base::FormatError);
  }
}

}  // namespace sparlab::machines::calibration::testing
