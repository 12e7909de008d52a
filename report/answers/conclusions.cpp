#include "report/answers/conclusions.hpp"

#include <fmt/format.h>

#include <ostream>

#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::report {

using base::Fields;
using base::text_field;
using base::Value;

void Conclusions::add_refused(const std::vector<analysis::RefusedAlgorithm>& refused) {
  for (const analysis::RefusedAlgorithm& one : refused)
    add("refused", fmt::format("{}: {}", one.algorithm, one.reason));
}

void Conclusions::print(std::ostream& stream) const {
  for (const auto& [title, text] : lines_)
    base::print_wrapped(stream, fmt::format("{:<13}{}", title, text));
}

std::vector<Fields> refused_fields(const std::vector<analysis::RefusedAlgorithm>& refused) {
  return base::rows_of(refused, [](const analysis::RefusedAlgorithm& one) -> Fields {
    return {{"algorithm", one.algorithm}, {"reason", one.reason}};
  });
}

Value confirmation_value(const std::optional<analysis::Confirmation>& found) {
  if (!found) return {};
  base::Values algorithms;
  for (std::size_t i = 0; i < found->times.size(); ++i) {
    const analysis::SimulatedTime& time = found->times[i];
    algorithms.push_back(Fields{{"algorithm", time.algorithm},
                                {"model_s", found->model_s[i]},
                                {"time_s", time.seconds},
                                time.seconds ? Fields() : Fields{{"failure", time.failure}}});
  }
  return Fields{{"engine", name_of(found->engine)},
                {"algorithms", algorithms},
                {"fastest", found->fastest.empty() ? Value() : Value(found->fastest)},
                {"ratio", found->ratio},
                {"holds", found->ratio ? Value(found->holds()) : Value()}};
}

void print_confirmation(std::ostream& stream, const analysis::Confirmation& found) {
  const std::string engine(name_of(found.engine));
  std::vector<Fields> rows;
  for (std::size_t i = 0; i < found.times.size(); ++i) {
    const analysis::SimulatedTime& time = found.times[i];
    rows.push_back({text_field("", time.algorithm),
                    text_field(engine, time.seconds ? base::seconds(time.seconds)
                                                    : base::aligned_right(time.failure)),
                    text_field("model", base::seconds(found.model_s[i]))});
  }
  stream << '\n';
  base::print_table(stream, rows);
  if (!found.ratio)
    stream << fmt::format("{} gave no time for the choice\n", engine);
  else if (found.holds())
    stream << fmt::format("{} confirms the choice\n", engine);
  else
    base::print_wrapped(stream, fmt::format("{} contradicts the choice: {} of {}", engine,
                                            base::ratio_text(*found.ratio), found.fastest));
}

}  // namespace sparlab::report
