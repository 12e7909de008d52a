#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include "base/text/text_table.hpp"
#include "report/answers/answers.hpp"
#include "report/answers/conclusions.hpp"

namespace sparlab::report {
namespace {

using analysis::StepAdvice;
using analysis::StepChoice;
using base::Fields;
using base::text_field;

Fields choice_fields(const StepAdvice& advice, const StepChoice& choice) {
  return {{"algorithm", choice.algorithm()}, {"schedule", choice.schedule()},
          {"exchanges", choice.exchanges},   {"step_s", choice.step_s},
          {"exposed_s", choice.exposed_s},   {"ratio", advice.ratio(choice)}};
}

base::Values choices(const StepAdvice& advice, const std::vector<StepChoice>& list) {
  base::Values values;
  for (const StepChoice& choice : list) values.push_back(choice_fields(advice, choice));
  return values;
}

void print_choices(std::ostream& stream, const StepAdvice& advice,
                   const std::vector<StepChoice>& list, const char* heading) {
  if (list.empty()) return;
  std::vector<Fields> rows;
  for (const StepChoice& choice : list)
    rows.push_back({text_field("", rows.size() + 1), text_field(heading, choice.algorithm()),
                    text_field("exchanged", choice.schedule()),
                    text_field("exchanges", choice.exchanges),
                    text_field("step", base::seconds(choice.step_s)),
                    text_field("exposed", base::seconds(choice.exposed_s)),
                    text_field("of the first", base::ratio(advice.ratio(choice)))});
  base::print_table(stream, rows);
  stream << '\n';
}

}  // namespace

Fields step_advice_fields(const StepAdvice& advice) {
  return {
      {"place", advice.place_text},
      {"workload", advice.workload},
      {"P", advice.ranks},
      {"density", advice.density},
      {"platform", advice.platform},
      {"compute_s", advice.compute_s},
      {"use", choice_fields(advice, advice.best())},
      {"equal", advice.equal()},
      {"exact", choices(advice, advice.exact)},
      {"approximate", choices(advice, advice.approximate)},
      {"schedules", choices(advice, advice.schedules)},
      {"dense", advice.dense ? base::Value(choice_fields(advice, *advice.dense)) : base::Value()},
      {"not_searched", advice.not_searched},
      {"refused", refused_fields(advice.refused)},
      {"confirmed", confirmation_value(advice.confirmed)}};
}

void print_step_advice(std::ostream& stream, const StepAdvice& advice) {
  base::print_wrapped(stream, advice.place_text);
  stream << '\n';
  print_choices(stream, advice, advice.exact, "exact");
  print_choices(stream, advice, advice.approximate, "approximate");
  print_choices(stream, advice, advice.schedules, "schedules of the first");
  const auto takes = [&](const StepChoice& choice) {
    return fmt::format("{}: {}, {} the time", choice.name(), base::seconds_text(choice.step_s),
                       base::ratio_text(advice.ratio(choice)));
  };
  Conclusions conclusions;
  conclusions.add("use", advice.best().name());
  if (const auto equal = advice.equal(); !equal.empty())
    conclusions.add("as fast", fmt::format("{}", fmt::join(equal, ", ")));
  if (const auto* const one = advice.runner_up()) conclusions.add("runner-up", takes(*one));
  if (advice.dense) conclusions.add("dense", takes(*advice.dense));
  if (!advice.approximate.empty() && advice.ratio(advice.approximate.front()) < 1)
    conclusions.add("approximate", takes(advice.approximate.front()) +
                                       "; its result differs from the sum of the selected entries");
  for (const std::string& name : advice.not_searched)
    conclusions.add("left out", name + ": the time of the search was over");
  conclusions.add_refused(advice.refused);
  conclusions.print(stream);
  if (advice.confirmed) print_confirmation(stream, *advice.confirmed);
}

}  // namespace sparlab::report
