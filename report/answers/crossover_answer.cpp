#include <fmt/format.h>

#include <ostream>

#include "base/text/text_table.hpp"
#include "inputs/sources/extrapolation.hpp"
#include "report/answers/answers.hpp"

namespace sparlab::report {
namespace {

using base::Fields;

Fields crossing_fields(const analysis::SolvedCrossover& one) {
  return {{"up_to", one.up_to.position},
          {"up_to_text", one.up_to.text},
          {"at", one.at.position},
          {"at_text", one.at.text},
          {"step", one.step},
          {"faster_after", one.faster_after},
          {"first_algorithm", one.first_algorithm},
          {"first_s", one.first_s},
          {"second_algorithm", one.second_algorithm},
          {"second_s", one.second_s}};
}

std::string range_text(const analysis::AxisPosition& from, const analysis::AxisPosition& to,
                       const std::optional<std::string>& faster) {
  return fmt::format("{} to {}: {}", from.text, to.text,
                     faster ? *faster + " is faster" : "the same time, or one does not run");
}

}  // namespace

Fields crossovers_fields(const analysis::FoundCrossovers& found) {
  return {{"first", found.first},
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
          {"faster_at_first", found.faster_at_first},
          {"faster_at_last", found.faster_at_last},
          {"crossovers", base::rows_of(found.crossovers, crossing_fields)},
          base::if_known("extrapolated_from", found.extrapolated_from)};
}

void print_crossovers(std::ostream& stream, const analysis::FoundCrossovers& found) {
  base::print_wrapped(
      stream, fmt::format("{} and {} by {}, {}, {} input, platform {}", found.first, found.second,
                          analysis::name_of(found.axis), found.fixed, found.input, found.platform));
  if (const auto ranks = found.extrapolated_from)
    base::print_wrapped(stream,
                        inputs::extrapolation_text(fmt::format("P above {}", *ranks), *ranks));
  analysis::AxisPosition from = found.from;
  std::optional<std::string> faster = found.faster_at_first;
  for (const analysis::SolvedCrossover& one : found.crossovers) {
    const std::string& before = one.faster_after == found.first ? found.second : found.first;
    base::print_wrapped(stream, range_text(from, one.up_to, before), 2);
    base::print_wrapped(stream,
                        fmt::format("at {}: {} {}, {} {}", one.at.text, one.first_algorithm,
                                    base::seconds_text(one.first_s), one.second_algorithm,
                                    base::seconds_text(one.second_s)),
                        4);
    from = one.at;
    faster = one.faster_after;
  }
  base::print_wrapped(stream, range_text(from, found.to, faster), 2);
}

}  // namespace sparlab::report
