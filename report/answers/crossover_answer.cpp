#include "report/answers/crossover_answer.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "base/text/text_table.hpp"
#include "inputs/sources/extrapolation.hpp"

namespace sparlab::report {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kCrossoverWidth = 100;

ordered_json or_null(const std::optional<std::string>& text) {
  return text ? ordered_json(*text) : nullptr;
}

std::string range_text(const analysis::AxisPosition& from, const analysis::AxisPosition& to,
                       const std::optional<std::string>& faster) {
  return fmt::format("{} to {}: {}", from.text, to.text,
                     faster ? *faster + " is faster" : "the same time, or one does not run");
}

}  // namespace

ordered_json crossovers_json(const analysis::FoundCrossovers& found) {
  ordered_json list = ordered_json::array();
  for (const analysis::SolvedCrossover& one : found.crossovers)
    list.push_back({{"up_to", one.up_to.position},
                    {"up_to_text", one.up_to.text},
                    {"at", one.at.position},
                    {"at_text", one.at.text},
                    {"step", one.step},
                    {"faster_after", one.faster_after},
                    {"first_algorithm", one.first_algorithm},
                    {"first_s", one.first_s},
                    {"second_algorithm", one.second_algorithm},
                    {"second_s", one.second_s}});
  ordered_json json = {{"first", found.first},
                       {"second", found.second},
                       {"in", analysis::name_of(found.axis)},
                       {"from", found.from.position},
                       {"from_text", found.from.text},
                       {"to", found.to.position},
                       {"to_text", found.to.text},
                       {"input", found.input},
                       {"platform", found.platform},
                       {"platform_hash", found.platform_hash},
                       {"fixed", found.fixed},
                       {"faster_at_first", or_null(found.faster_at_first)},
                       {"faster_at_last", or_null(found.faster_at_last)},
                       {"crossovers", std::move(list)}};
  if (found.extrapolated_from) json["extrapolated_from"] = *found.extrapolated_from;
  return json;
}

void print_crossovers(std::ostream& stream, const analysis::FoundCrossovers& found) {
  const auto print = [&](const std::string& text, std::size_t indent) {
    base::print_wrapped(stream, text, indent, kCrossoverWidth);
  };
  print(fmt::format("{} and {} by {}, {}, {} input, platform {}", found.first, found.second,
                    analysis::name_of(found.axis), found.fixed, found.input, found.platform),
        0);
  if (const auto ranks = found.extrapolated_from)
    print(inputs::extrapolation_text(fmt::format("P above {}", *ranks), *ranks), 0);
  analysis::AxisPosition from = found.from;
  std::optional<std::string> faster = found.faster_at_first;
  for (const analysis::SolvedCrossover& one : found.crossovers) {
    print(range_text(from, one.up_to, one.faster_after == found.first ? found.second : found.first),
          2);
    print(fmt::format("at {}: {} {}, {} {}", one.at.text, one.first_algorithm,
                      base::seconds_text(one.first_s), one.second_algorithm,
                      base::seconds_text(one.second_s)),
          4);
    from = one.at;
    faster = one.faster_after;
  }
  print(range_text(from, found.to, faster), 2);
}

}  // namespace sparlab::report
