#include "model/algorithms/algorithm.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "model/algorithms/file_models.hpp"
#include "model/base/contract.hpp"

namespace sparlab::model {

struct Algorithm::Parsed {
  const AlgorithmModel* model = nullptr;
  std::shared_ptr<const ParameterValues> parameters;
  std::string spec;
};

std::span<const AlgorithmModel> algorithm_models() {
  static const std::vector<AlgorithmModel> all = [] {
    std::vector<AlgorithmModel> rows;
    for (const auto& some : {exact_models(), approximate_models(), schedules_models()})
      rows.insert(rows.end(), some.begin(), some.end());
    return rows;
  }();
  return all;
}

const AlgorithmModel* find_algorithm_model(std::string_view name) {
  for (const auto& rows : {algorithm_models(), file_models(), switch_models()}) {
    const auto found = std::ranges::find(rows, name, &AlgorithmModel::name);
    if (found != rows.end()) return &*found;
  }
  return nullptr;
}

std::string algorithm_names() {
  std::string names;
  for (const AlgorithmModel& row : algorithm_models()) {
    if (row.cost == nullptr) continue;
    names += names.empty() ? "" : ", ";
    names += row.name;
  }
  return names;
}

Algorithm::Algorithm() {
  static const auto none = std::make_shared<const Parsed>();
  parsed_ = none;
}

Algorithm::Algorithm(std::shared_ptr<const Parsed> parsed) : parsed_(std::move(parsed)) {}

Algorithm::Algorithm(std::string_view spec) {
  const AlgorithmModel* const model = find_algorithm_model(name_of_spec(spec));
  if (model == nullptr)
    throw ParameterError("algorithm", std::string(spec), "one of " + algorithm_names());
  AlgorithmSpec canonical = parse_spec(spec);
  auto parameters = model->parameters.read(canonical.settings);
  canonical.settings = parameters->settings();
  parsed_ =
      std::make_shared<const Parsed>(Parsed{model, std::move(parameters), to_text(canonical)});
}

Algorithm::Algorithm(std::string_view spec, const Shape& shape) : Algorithm(spec) { check(shape); }

Algorithm Algorithm::stored(std::string_view spec) {
  Parsed parsed;
  try {
    parsed = *Algorithm(spec).parsed_;
  } catch (const ParameterError&) {
  }
  parsed.spec = spec;
  return Algorithm(std::make_shared<const Parsed>(std::move(parsed)));
}

bool Algorithm::known() const { return parsed_->model != nullptr; }

std::string_view Algorithm::name() const { return name_of_spec(parsed_->spec); }

const std::string& Algorithm::spec() const { return parsed_->spec; }

const ParameterValues& Algorithm::parameters() const {
  SPARLAB_EXPECTS(known());
  return *parsed_->parameters;
}

bool Algorithm::implements(Collective collective, std::uint64_t roots) const {
  if (collective == Collective::allreduce) return true;
  return known() && parsed_->model->computes(collective, roots) && !parameters().only_allreduce();
}

void Algorithm::require(Collective collective, std::uint64_t roots) const {
  if (implements(collective, roots)) return;
  std::string names;
  for (const AlgorithmModel& row : algorithm_models()) {
    if (!row.computes(collective, roots)) continue;
    names += names.empty() ? "" : ", ";
    names += row.name;
  }
  std::string wanted(name_of(collective));
  if (roots > 1) wanted += " from " + std::to_string(roots) + " roots";
  throw ParameterError("collective", wanted,
                       "allreduce with " + spec() + ", or " + wanted + " with one of " + names +
                           " (with partition=range and code=own)");
}

std::vector<TunedParameter> Algorithm::tuned(const TuningShape& shape) const {
  SPARLAB_EXPECTS(known());
  std::vector<TunedParameter> tuned = parsed_->model->parameters.tuned(shape);
  for (const Setting& set : parameters().settings())
    std::erase_if(tuned, [&](const TunedParameter& one) { return one.name == set.name; });
  return tuned;
}

std::optional<Cost> Algorithm::cost(const Problem& problem) const {
  SPARLAB_EXPECTS(known());
  if (parsed_->model->cost == nullptr) return std::nullopt;
  SPARLAB_EXPECTS(implements(problem.collective, problem.roots));
  Cost cost = parsed_->model->cost(problem, *parsed_->parameters);
  for (Stage& stage : cost.critical_path)
    if (stage.partners.kind == Partners::Kind::unknown) stage.partners.ranks = problem.ranks;
  return cost;
}

const std::optional<PublishedCost>& Algorithm::published_cost() const {
  SPARLAB_EXPECTS(known());
  return parsed_->model->published;
}

}  // namespace sparlab::model
