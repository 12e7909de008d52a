#include "experiments/advice/place_model.hpp"

#include <limits>

#include "algos/registry/registry.hpp"
#include "model/parameters/settings.hpp"

namespace sparlab::experiments {

Place place_of(const Point& point) { return {point.ranks, point.universe, point.nnz}; }

PlaceModel::PlaceModel(const Point& like, const Place& place, const PlatformFile& platform)
    : place_(place),
      platform_(platform),
      machine_(platform.machine(place.ranks)),
      input_(inputs::shared_input(like.input, place.universe, place.nnz, place.ranks, like.seed)),
      fill_in_(input_->fill_in()),
      real_(inputs::is_real_data(like.input.kind)) {
  problem_ = {.ranks = place.ranks,
              .fill_in = fill_in_.get(),
              .wire = model::WireFormat::ours(like.index == algos::IndexType::uint32 ? 4 : 8,
                                              static_cast<double>(algos::bytes_of(like.value))),
              .dense_switch = like.dense_switch,
              .formats = like.formats,
              .machine = &machine_};
}

std::optional<model::Cost> PlaceModel::cost(const model::Algorithm& algorithm) const {
  try {
    algorithm.check({place_.ranks, place_.universe});
  } catch (const model::ParameterError&) {
    return std::nullopt;
  }
  model::Problem problem = problem_;
  if (real_ && algos::info_of(algorithm).exactness == algos::Exactness::approximate) {
    if (!values_) values_ = inputs::sample_values(*input_, place_.ranks);
    problem.values = &*values_;
  }
  return algorithm.cost(problem);
}

double PlaceModel::seconds(const model::Algorithm& algorithm) const {
  const auto known = cost(algorithm);
  if (!known) return std::numeric_limits<double>::quiet_NaN();
  return platform_.transport.start_s(place_.ranks) + known->seconds(machine_);
}

}  // namespace sparlab::experiments
