#include "analysis/advice/place_model.hpp"

#include <limits>

#include "algos/registry/registry.hpp"
#include "experiments/run/execution/workload.hpp"
#include "model/parameters/settings.hpp"

namespace sparlab::analysis {
namespace {

experiments::Point at(const Place& place, experiments::Point like) {
  like.ranks = place.ranks;
  like.universe = place.universe;
  like.nnz = place.nnz;
  return like;
}

}  // namespace

Place place_of(const experiments::Point& point) { return {point.ranks, point.universe, point.nnz}; }

PlaceModel::PlaceModel(const experiments::Point& like, const Place& place,
                       const platforms::PlatformFile& platform)
    : place_(place),
      platform_(platform),
      machine_(platform.machine(place.ranks, like.groups)),
      workload_(at(place, like)),
      problem_(workload_.problem(machine_)),
      settings_(like) {}

std::optional<model::Cost> PlaceModel::cost(const model::Algorithm& algorithm) const {
  if (problem_.roots > place_.ranks) return std::nullopt;
  if (!algorithm.implements(problem_.collective, problem_.roots)) return std::nullopt;
  try {
    algorithm.check({place_.ranks, place_.universe});
  } catch (const model::ParameterError&) {
    return std::nullopt;
  }
  if (algos::info_of(algorithm).exactness == algos::Exactness::exact)
    return experiments::run::cost_from(settings_, algorithm, problem_);
  model::Problem problem = problem_;
  const auto values = workload_.values();
  problem.values = values.get();
  return experiments::run::cost_from(settings_, algorithm, problem);
}

double PlaceModel::seconds(const model::Algorithm& algorithm) const {
  const auto known = cost(algorithm);
  if (!known) return std::numeric_limits<double>::quiet_NaN();
  return platform_.transport.start_s(place_.ranks) + known->seconds(machine_);
}

std::optional<std::uint64_t> PlaceModel::extrapolated_from() const {
  const std::uint64_t with_data = workload_.input().max_ranks();
  return place_.ranks > with_data ? std::optional(with_data) : std::nullopt;
}

}  // namespace sparlab::analysis
