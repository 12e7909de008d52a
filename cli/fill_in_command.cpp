#include <fmt/format.h>

#include <iostream>

#include "base/errors/errors.hpp"
#include "base/json/value_json.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "experiments/spec/definition/axis.hpp"
#include "experiments/spec/points/settings.hpp"
#include "inputs/fill_in/fill_in_study.hpp"
#include "report/tables/fill_in_tables.hpp"

namespace sparlab::cli {
namespace {

/// Errors  ConfigError: no axis of counts from 1 to `most`.
std::vector<std::uint64_t> counts(const std::string& text, const std::string& option,
                                  std::uint64_t most) {
  auto values = experiments::expand_count_axis(experiments::axis_from_text(text, option),
                                               {"command line", option});
  if (values.empty() || values.front() < 1 || values.back() > most)
    throw base::ConfigError("command line", option, text,
                            fmt::format("numbers from 1 to {}", most));
  return values;
}

}  // namespace

int fill_in_command(const FillInArguments& arguments) {
  inputs::FillInRequest request = arguments.request;
  if (!arguments.ranks.empty())
    request.ranks = counts(arguments.ranks, "-P", experiments::kMostRanks);
  const inputs::FillInStudy study = inputs::study_fill_in(request);
  if (arguments.format == OutputFormat::json)
    std::cout << base::json_text(report::fill_in_value(study)) << '\n';
  else
    report::print_fill_in(std::cout, study);
  return kSuccess;
}

}  // namespace sparlab::cli
