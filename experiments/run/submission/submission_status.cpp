#include "experiments/run/submission/submission_status.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "base/text/text_table.hpp"
#include "experiments/records/store/record_store.hpp"

namespace sparlab::experiments::run {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::pair<const char*, std::uint64_t GroupStatus::*> kCounts[] = {
    {"tasks", &GroupStatus::tasks},     {"points", &GroupStatus::points},
    {"done", &GroupStatus::done},       {"failed", &GroupStatus::failed},
    {"running", &GroupStatus::running}, {"waiting", &GroupStatus::waiting}};

std::uint64_t records_in(const fs::path& folder, std::ostream& messages) {
  if (!fs::exists(folder / "records.jsonl")) return 0;
  return records::read_records(folder, messages).size();
}

/// What task.sh wrote last: "running" or an exit code; empty before it began.
std::string state_text(const fs::path& file) {
  std::ifstream stream(file);
  std::string text;
  std::getline(stream, text);
  return text;
}

/// Where the points without a record belong.
std::uint64_t GroupStatus::*rest_of(const std::string& state) {
  if (state == "running") return &GroupStatus::running;
  // A signal ended the task before its time limit: it waits for its next turn.
  const bool waits = state.empty() || state == "130" || state == "143";
  return waits ? &GroupStatus::waiting : &GroupStatus::failed;
}

json to_json(const GroupStatus& group) {
  json object = {{"name", group.name}};
  for (const auto& [name, member] : kCounts) object[name] = group.*member;
  return object;
}

}  // namespace

SubmissionStatus status_of(const Submission& submission, std::ostream& messages) {
  SubmissionStatus status;
  status.all.name = "all";
  for (const TaskGroup& group : submission.groups) {
    GroupStatus& row = status.groups.emplace_back(GroupStatus{group.name, group.tasks});
    for (std::uint64_t number = 1; number <= group.tasks; ++number) {
      const std::string task = fmt::format("{}-{}", group.name, number);
      // Points are dealt one by one.
      const std::uint64_t points =
          group.points / group.tasks + (number <= group.points % group.tasks ? 1 : 0);
      const std::uint64_t done =
          std::min(points, records_in(submission.folder / "parts" / task, messages));
      const std::string state = state_text(submission.folder / "state" / task);
      const auto rest = rest_of(state);
      row.points += points;
      row.done += done;
      row.*rest += points - done;
      if (rest == &GroupStatus::failed && done < points)
        status.failed_tasks.push_back({task, state, points - done});
    }
    for (const auto& [name, member] : kCounts) status.all.*member += row.*member;
  }
  return status;
}

void print_status(std::ostream& stream, const SubmissionStatus& status) {
  std::vector<std::vector<std::string>> rows = {{"group"}};
  for (const auto& [name, member] : kCounts) rows.front().push_back(name);
  std::vector<GroupStatus> groups = status.groups;
  if (groups.size() > 1) groups.push_back(status.all);
  for (const GroupStatus& group : groups) {
    std::vector<std::string>& row = rows.emplace_back(std::vector{group.name});
    for (const auto& [name, member] : kCounts) row.push_back(std::to_string(group.*member));
  }
  base::print_columns(stream, rows, {.right = {1, 2, 3, 4, 5, 6}});
  constexpr std::size_t kMostShown = 10;
  for (std::size_t i = 0; i < std::min(kMostShown, status.failed_tasks.size()); ++i) {
    const FailedTask& failed = status.failed_tasks[i];
    stream << fmt::format("task {}: exit code {}, {} points without a record\n", failed.task,
                          failed.exit_code, failed.failed_points);
  }
  if (status.failed_tasks.size() > kMostShown)
    stream << fmt::format("and {} more tasks\n", status.failed_tasks.size() - kMostShown);
}

json status_to_json(const SubmissionStatus& status) {
  json object = to_json(status.all);
  object.erase("name");
  object["groups"] = json::array();
  for (const GroupStatus& group : status.groups) object["groups"].push_back(to_json(group));
  object["failed_tasks"] = json::array();
  for (const FailedTask& task : status.failed_tasks)
    object["failed_tasks"].push_back({{"task", task.task},
                                      {"exit_code", task.exit_code},
                                      {"failed_points", task.failed_points}});
  return object;
}

}  // namespace sparlab::experiments::run
