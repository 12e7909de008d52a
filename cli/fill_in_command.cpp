#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "experiments/definition/axis.hpp"
#include "experiments/errors/errors.hpp"
#include "experiments/fill_in/fill_in_study.hpp"
#include "experiments/fill_in/fill_in_tables.hpp"
#include "experiments/inputs/recording_formats.hpp"
#include "experiments/points/settings.hpp"

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

/// 0 without text: the file's own.
std::uint64_t universe_of(const std::string& text) {
  if (text.empty()) return 0;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 53U;
  const auto values = counts(text, "--universe", kMost);
  if (values.size() != 1) throw ConfigError("command line", "--universe", text, "one number");
  return values.front();
}

}  // namespace

int fill_in_command(const FillInArguments& arguments) {
  FillInRequest request = arguments.request;
  if (!arguments.ranks.empty()) request.ranks = counts(arguments.ranks, "-P", kMostRanks);
  request.choice.universe = universe_of(arguments.universe);
  const FillInStudy study = study_fill_in(request);
  if (arguments.format == OutputFormat::json)
    std::cout << fill_in_to_json(study).dump(2, ' ', false,
                                             nlohmann::json::error_handler_t::replace)
              << '\n';
  else
    print_fill_in(std::cout, study);
  return kSuccess;
}

int convert_command(const ConvertArguments& arguments) {
  const inputs::Recording recording =
      inputs::read_workers(arguments.input, universe_of(arguments.universe));
  if (std::filesystem::exists(arguments.output))
    throw ConfigError("command line", "OUTPUT", arguments.output + ", which exists",
                      "the path of a new file");
  inputs::write_recording(arguments.output, recording);
  std::cout << fmt::format("{}: {} workers, N = {}, {} entries\n", arguments.output,
                           recording.workers(), recording.universe, recording.indices.size());
  return kSuccess;
}

}  // namespace sparlab::cli
