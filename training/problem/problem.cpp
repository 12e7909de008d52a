#include "training/problem/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>

#include "base/json/json_fields.hpp"
#include "inputs/files/data_error.hpp"
#include "model/base/contract.hpp"
#include "model/base/range.hpp"

namespace sparlab::training {
namespace {

std::optional<const LossInfo*> loss_named(std::string_view name) {
  const LossInfo* const found = find_loss(name);
  return found == nullptr ? std::nullopt : std::optional(found);
}

/// The different labels, or none if they are more than kMostClasses.
std::vector<double> classes_of(const std::vector<double>& labels) {
  std::set<double> found;
  for (const double label : labels) {
    found.insert(label);
    if (found.size() > kMostClasses) return {};
  }
  return {found.begin(), found.end()};
}

}  // namespace

double Problem::target(double label, std::uint64_t output) const {
  if (loss->loss == Loss::squares) return label;
  const double own = labels.size() > 2 ? labels[static_cast<std::size_t>(output)] : labels.back();
  return label == own ? 1 : -1;
}

bool Problem::predicts(double label, std::span<const double> margins) const {
  if (margins.size() > 1) {
    const auto largest = std::ranges::max_element(margins) - margins.begin();
    return labels[static_cast<std::size_t>(largest)] == label;
  }
  // Least squares separates the two labels in their middle.
  const double middle = loss->loss == Loss::squares ? (labels.front() + labels.back()) / 2 : 0;
  return (margins.front() > middle) == (label == labels.back());
}

Problem problem_of(const inputs::Samples& samples, const LossInfo& loss, double l2) {
  Problem problem{&loss, l2, classes_of(samples.labels), samples.size(), samples.universe};
  if (samples.universe == 0)
    throw inputs::DataError(samples.name, "", "samples without any feature",
                            "at least one index:value");
  if (loss.loss == Loss::squares) {
    if (problem.labels.size() != 2) problem.labels.clear();
  } else if (problem.labels.size() < 2) {
    throw inputs::DataError(
        samples.name, "",
        problem.labels.empty() ? fmt::format("more than {} different labels", kMostClasses)
                               : fmt::format("the label {} only", problem.labels.front()),
        fmt::format("2 to {} different labels; squares takes any", kMostClasses));
  }
  if (problem.features > std::numeric_limits<std::uint32_t>::max() / problem.outputs())
    throw inputs::DataError(
        samples.name, "",
        fmt::format("{} features with {} outputs", problem.features, problem.outputs()),
        "fewer than 2^32 parameters");
  return problem;
}

Rows TrainingSet::rows_of(std::uint64_t rank, std::uint64_t ranks) const {
  const model::Range block = model::part_of({0, problem.samples}, rank, ranks);
  SPARLAB_EXPECTS(block.lo >= first && block.hi - first <= samples->size());
  return {samples, block.lo - first, block.size()};
}

nlohmann::json problem_to_json(const Problem& problem) {
  return {{"model", problem.loss->name},  {"l2", problem.l2},
          {"labels", problem.labels},     {"samples", problem.samples},
          {"features", problem.features}, {"usual_rate", problem.usual_rate}};
}

Problem problem_from_json(const nlohmann::json& object) {
  const base::JsonFields fields(object);
  Problem problem;
  problem.loss = fields.choice("model", loss_named);
  problem.l2 = fields.number("l2");
  if (!fields.at("labels").is_array()) base::JsonFields::fail("labels", "a list of numbers");
  for (const nlohmann::json& label : fields.at("labels")) {
    if (!label.is_number()) base::JsonFields::fail("labels", "a list of numbers");
    problem.labels.push_back(label.get<double>());
  }
  problem.samples = fields.count("samples");
  problem.features = fields.count("features");
  problem.usual_rate = fields.number("usual_rate");
  return problem;
}

}  // namespace sparlab::training
