#include "training/problem/problem_json.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "base/json/json_fields.hpp"

namespace sparlab::training {
namespace {

std::optional<const LossInfo*> loss_named(std::string_view name) {
  const LossInfo* const found = find_loss(name);
  return found == nullptr ? std::nullopt : std::optional(found);
}

}  // namespace

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
