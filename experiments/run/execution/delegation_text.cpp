#include "experiments/run/execution/delegation_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <vector>

#include "experiments/run/execution/workload.hpp"
#include "model/choice/sparlab_auto.hpp"

namespace sparlab::experiments::run {
namespace {

std::string formats_text(model::FormatSet formats) {
  std::vector<std::string_view> names;
  for (int code = 0; code < model::kFormats; ++code)
    if (const auto format = static_cast<model::Format>(code); formats.contains(format))
      names.push_back(algos::name_of(format));
  if (formats.value_code() != model::ValueCode::none) names.push_back("coded values");
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string delegation_text(const model::Problem& problem) {
  const auto choice = model::delegation(problem);
  if (!choice) return "a gather of all inputs";
  if (choice->formats == problem.formats) return choice->candidate.algorithm;
  return fmt::format("{} with {}", choice->candidate.algorithm, formats_text(choice->formats));
}

std::string delegation_text(const Point& point, const platforms::PlatformFile& platform) {
  const Workload workload(point);
  const model::Machine machine = platform.machine(point.ranks, point.groups);
  return delegation_text(workload.problem(machine));
}

}  // namespace sparlab::experiments::run
