#include "analysis/optimal/optimal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "analysis/advice/place_model.hpp"
#include "base/errors/errors.hpp"
#include "model/analysis/least_costs.hpp"

namespace sparlab::analysis {
namespace {

using base::ConfigError;
using model::Format;

void require_place(const experiments::Point& point) {
  if (point.ranks < 2 || point.ranks > optimal::kMostRanks)
    throw ConfigError("command line", "-P", std::to_string(point.ranks),
                      fmt::format("from 2 to {} ranks", optimal::kMostRanks));
  if (point.collective != model::Collective::allreduce)
    throw ConfigError("command line", "collective", std::string(name_of(point.collective)),
                      "allreduce");
}

optimal::SumBytes sizes_of(const model::Problem& problem) {
  const model::WireFormat wire =
      model::WireFormat::headerless(problem.wire.index_bytes, problem.wire.value_bytes);
  optimal::SumBytes sizes = {0};
  for (std::uint64_t inputs = 1; inputs <= problem.ranks; ++inputs) {
    const double entries = problem.fill_in->distinct(inputs);
    const double runs = problem.fill_in->runs({0, inputs}, problem.whole());
    double least = std::numeric_limits<double>::infinity();
    for (std::uint8_t format = 0; format < model::kFormats; ++format)
      if (problem.formats.contains(Format{format}))
        least = std::min(least, wire.bytes(Format{format}, entries, problem.elements(), runs));
    sizes.push_back(std::max(least, sizes.back()));
  }
  return sizes;
}

}  // namespace

double OptimalSchedules::bound_s() const {
  double least_s = std::numeric_limits<double>::infinity();
  for (const optimal::FrontRow& row : front)
    least_s = std::min(least_s, seconds(row.rounds, row.bound_bytes));
  return least_s;
}

const optimal::FrontRow& OptimalSchedules::fastest() const {
  return *std::ranges::min_element(front, {}, [&](const optimal::FrontRow& row) {
    return row.schedule ? seconds(row.rounds, row.bytes) : std::numeric_limits<double>::infinity();
  });
}

const optimal::FrontRow* OptimalSchedules::within(std::size_t rounds) const {
  const optimal::FrontRow* found = nullptr;
  for (const optimal::FrontRow& row : front)
    if (row.rounds <= rounds && row.schedule) found = &row;
  return found;
}

OptimalSchedules find_optimal(const Question& question, std::size_t width) {
  const experiments::Point& point = question.place();
  require_place(point);
  const PlaceModel place(point, place_of(point), question.platform);
  const model::Problem& problem = place.problem();
  if (problem.fill_in->symmetry() == model::Symmetry::none)
    throw ConfigError(
        "command line", "--input", std::string(inputs::name_of(point.input.kind)),
        "an input whose unions depend only on how many ranks they are of, as uniform");
  const model::LeastMessage message = model::least_costs(place.machine(), point.ranks).ranks;
  OptimalSchedules result;
  result.place = describe_place(point, question.platform);
  result.alpha_s = message.delivery_s;
  result.beta_s_per_byte = message.s_per_byte;
  result.sizes = sizes_of(problem);
  result.front = optimal::schedule_front(result.sizes, width);
  result.known = optimal::known_algorithms(result.sizes);
  return result;
}

}  // namespace sparlab::analysis
