#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "experiments/spec/definition/axis.hpp"
#include "base/errors/errors.hpp"
#include "inputs/fill_in/fill_in_study.hpp"
#include "report/tables/fill_in_tables.hpp"
#include "experiments/spec/points/settings.hpp"

namespace sparlab::cli {
namespace {

using namespace sparlab::experiments;

/// Errors  ConfigError: no axis of counts from 1 to `most`.
std::vector<std::uint64_t> counts(const std::string& text, const std::string& option,
                                  std::uint64_t most) {
  auto values = expand_count_axis(axis_from_text(text, option), {"command line", option});
  if (values.empty() || values.front() < 1 || values.back() > most)
    throw ConfigError("command line", option, text, fmt::format("numbers from 1 to {}", most));
  return values;
}

}  // namespace

int fill_in_command(const FillInArguments& arguments) {
  FillInRequest request = arguments.request;
  if (!arguments.ranks.empty()) request.ranks = counts(arguments.ranks, "-P", kMostRanks);
  const FillInStudy study = study_fill_in(request);
  if (arguments.format == OutputFormat::json)
    std::cout << fill_in_to_json(study).dump(2, ' ', false,
                                             nlohmann::json::error_handler_t::replace)
              << '\n';
  else
    print_fill_in(std::cout, study);
  return kSuccess;
}

}  // namespace sparlab::cli
