#include "report/answers/optimal_answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>

#include "base/text/text_table.hpp"
#include "experiments/spec/points/schedule_file.hpp"
#include "model/schedules/schedule_plan.hpp"

namespace sparlab::report {
namespace {

using analysis::OptimalSchedules;
using analysis::optimal::FrontRow;
using analysis::optimal::KnownAlgorithm;
using analysis::optimal::Schedule;

std::string_view verdict_of(const FrontRow& row) {
  if (!row.schedule) return "none found";
  if (row.is_optimal()) return "optimal";
  return row.is_best_of_groups ? "best of its kind" : "";
}

base::Fields row_fields(const OptimalSchedules& found, const FrontRow& row) {
  const auto if_found = [&](double value) {
    return row.schedule ? std::optional(value) : std::nullopt;
  };
  return {
      {"rounds", "rounds", row.rounds},
      {"least_bytes", "at least", base::bytes(row.bound_bytes)},
      {"bytes", "schedule", base::bytes(if_found(row.bytes))},
      {"over_least", "over least",
       base::number_as(if_found(row.over_bound()),
                       row.schedule ? fmt::format("{:.4f}", row.over_bound()) : "")},
      {"verdict", "verdict", verdict_of(row)},
      {"least_time_s", "time at least", base::seconds(found.seconds(row.rounds, row.bound_bytes))},
      {"time_s", "time", base::seconds(if_found(found.seconds(row.rounds, row.bytes)))}};
}

base::Fields algorithm_fields(const OptimalSchedules& found, const KnownAlgorithm& algorithm) {
  const double time_s = found.seconds(algorithm.rounds, algorithm.bytes);
  return {{"algorithm", "algorithm", algorithm.name},
          {"rounds", "rounds", algorithm.rounds},
          {"bytes", "bytes of a rank", base::bytes(algorithm.bytes)},
          {"time_s", "time", base::seconds(time_s)},
          {"over_bound", "over bound", base::ratio(time_s / found.bound_s())}};
}

/// The known algorithms, and the fastest schedule.
std::vector<base::Fields> algorithm_rows(const OptimalSchedules& found) {
  auto rows = base::rows_of(found.known, [&](const KnownAlgorithm& algorithm) {
    return algorithm_fields(found, algorithm);
  });
  const FrontRow& fastest = found.fastest();
  if (fastest.schedule)
    rows.push_back(
        algorithm_fields(found, {"schedule that was found", fastest.rounds, fastest.bytes}));
  return rows;
}

void print_schedule(std::ostream& stream, const OptimalSchedules& found, const Schedule& schedule) {
  base::print_wrapped(
      stream, fmt::format("Schedule of {} rounds, group {}: what rank 0 sends of {} equal parts. "
                          "Rank r sends the same with r added to all ranks and parts.",
                          schedule.rounds.size(), schedule.group.text(), schedule.group.size()));
  for (std::size_t i = 0; i < schedule.rounds.size(); ++i) {
    const Schedule::Round& round = schedule.rounds[i];
    std::vector<std::string> sums;
    for (const model::PartSum& sum : schedule.message_of(0, round))
      sums.push_back(fmt::format("part {} of {}", sum.part, model::text_of(sum.inputs)));
    base::print_wrapped(stream,
                        fmt::format("round {}, to rank {}, {}: {}", i + 1, round.shift,
                                    base::bytes_text(schedule.rank_bytes(round, found.sizes)),
                                    fmt::join(sums, ", ")),
                        2);
  }
  const std::string unequal = model::SchedulePlan(schedule.sums()).unequal_sums();
  base::print_wrapped(
      stream, unequal.empty() ? "All ranks add in one order, so results have the same bits."
                              : fmt::format("Ranks add in different orders ({}), so results may "
                                            "differ in the last bits: rounding=free.",
                                            unequal));
}

}  // namespace

base::Fields optimal_fields(const OptimalSchedules& found, const FrontRow* shown) {
  base::Fields fields = {
      {"place", found.place},
      {"alpha_s", found.alpha_s},
      {"beta_s_per_byte", found.beta_s_per_byte},
      {"sum_bytes", found.sizes},
      {"bound_s", found.bound_s()},
      {"front",
       base::rows_of(found.front, [&](const FrontRow& row) { return row_fields(found, row); })},
      {"algorithms", algorithm_rows(found)}};
  if (shown != nullptr)
    fields.push_back(
        {"schedule",
         base::Value::Json{experiments::schedule_to_json(shown->schedule->sums()).dump()}});
  return fields;
}

void print_optimal(std::ostream& stream, const OptimalSchedules& found, const FrontRow* shown) {
  base::print_wrapped(stream, found.place);
  std::vector<std::string> sizes;
  for (std::size_t inputs = 1; inputs < found.sizes.size(); ++inputs)
    sizes.push_back(base::bytes_text(found.sizes[inputs]));
  base::print_wrapped(stream,
                      fmt::format("A round takes {}, and a MB that a rank sends {}. Sums of "
                                  "1 to {} inputs take {}.",
                                  base::seconds_text(found.alpha_s),
                                  base::seconds_text(1e6 * found.beta_s_per_byte), sizes.size(),
                                  fmt::join(sizes, ", ")));
  stream << "\nbytes that a rank sends\n";
  base::print_table(
      stream,
      base::rows_of(found.front, [&](const FrontRow& row) { return row_fields(found, row); }), 2);
  stream << fmt::format("\nno schedule takes less than {}\n", base::seconds_text(found.bound_s()));
  base::print_table(stream, algorithm_rows(found), 2);
  if (shown == nullptr) return;
  stream << '\n';
  print_schedule(stream, found, *shown->schedule);
}

}  // namespace sparlab::report
