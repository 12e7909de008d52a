#include "experiments/run/submission/submission_status.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <unordered_set>

#include "base/text/text_table.hpp"
#include "experiments/records/store/record_file.hpp"
#include "experiments/records/store/record_store.hpp"
#include "experiments/run/submission/point_list.hpp"

namespace sparlab::experiments::run {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Ids = std::unordered_set<std::string>;

enum class TaskState { waiting, running, ended };

void add_records(Ids& done, const fs::path& folder, std::ostream& messages) {
  if (!records::has_records_file(folder)) return;
  for (const Record& record : records::read_records(folder, messages)) done.insert(record.id);
}

/// What task.sh wrote last: "running" or an exit code; empty before it began.
std::string state_text(const fs::path& folder, std::size_t task) {
  std::ifstream stream(folder / "state" / std::to_string(task));
  std::string text;
  std::getline(stream, text);
  return text;
}

TaskState state_from(const std::string& text) {
  if (text == "running") return TaskState::running;
  // A signal ended the task before its time limit: it waits for its next turn.
  const bool interrupted = text == "130" || text == "143";
  return text.empty() || interrupted ? TaskState::waiting : TaskState::ended;
}

PointCounts counts_of(const std::vector<std::string>& ids, const Ids& merged, const Ids& part,
                      TaskState state) {
  PointCounts counts;
  counts.points = ids.size();
  for (const std::string& id : ids) counts.done += part.contains(id) || merged.contains(id) ? 1 : 0;
  const std::size_t left = counts.points - counts.done;
  if (state == TaskState::ended) counts.failed = left;
  if (state == TaskState::running) counts.running = left;
  if (state == TaskState::waiting) counts.waiting = left;
  return counts;
}

json to_json(const PointCounts& counts) {
  return {{"points", counts.points},
          {"done", counts.done},
          {"failed", counts.failed},
          {"running", counts.running},
          {"waiting", counts.waiting}};
}

}  // namespace

PointCounts& PointCounts::operator+=(const PointCounts& other) {
  points += other.points;
  done += other.done;
  failed += other.failed;
  running += other.running;
  waiting += other.waiting;
  return *this;
}

SubmissionStatus status_of(const Submission& submission, std::ostream& messages) {
  Ids merged;
  add_records(merged, submission.folder, messages);
  SubmissionStatus status;
  for (const SubmittedGroup& group : submission.groups) {
    GroupStatus& row = status.groups.emplace_back(GroupStatus{group.name, group.tasks, {}});
    for (std::size_t task = group.first_task; task < group.first_task + group.tasks; ++task) {
      const auto ids = read_point_list(submission.folder / "points" / fmt::format("{}.txt", task));
      Ids part;
      add_records(part, submission.folder / "parts" / std::to_string(task), messages);
      const std::string state = state_text(submission.folder, task);
      const PointCounts counts = counts_of(ids, merged, part, state_from(state));
      row.counts += counts;
      if (counts.failed > 0) status.failed_tasks.push_back({task, state, counts.failed});
    }
    status.all += row.counts;
  }
  return status;
}

void print_status(std::ostream& stream, const SubmissionStatus& status) {
  std::vector<std::vector<std::string>> rows = {
      {"group", "tasks", "points", "done", "failed", "running", "waiting"}};
  const auto add = [&](const std::string& name, std::size_t tasks, const PointCounts& counts) {
    rows.push_back({name, std::to_string(tasks), std::to_string(counts.points),
                    std::to_string(counts.done), std::to_string(counts.failed),
                    std::to_string(counts.running), std::to_string(counts.waiting)});
  };
  std::size_t tasks = 0;
  for (const GroupStatus& group : status.groups) {
    add(group.name, group.tasks, group.counts);
    tasks += group.tasks;
  }
  if (status.groups.size() > 1) add("all", tasks, status.all);
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
  json groups = json::array();
  for (const GroupStatus& group : status.groups) {
    json object = to_json(group.counts);
    object["name"] = group.name;
    object["tasks"] = group.tasks;
    groups.push_back(std::move(object));
  }
  json failed = json::array();
  for (const FailedTask& task : status.failed_tasks)
    failed.push_back({{"task", task.task},
                      {"exit_code", task.exit_code},
                      {"failed_points", task.failed_points}});
  json object = to_json(status.all);
  object["groups"] = std::move(groups);
  object["failed_tasks"] = std::move(failed);
  return object;
}

}  // namespace sparlab::experiments::run
