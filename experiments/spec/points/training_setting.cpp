#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "base/json/json_fields.hpp"
#include "experiments/spec/points/task_settings.hpp"
#include "model/parameters/parameter_set.hpp"

namespace sparlab::experiments {
namespace {

using nlohmann::json;
using training::TrainingSpec;

constexpr double kLeastRate = 1e-12;
constexpr double kMostRate = 1e12;
constexpr double kMostL2 = 1e6;

double number_between(const base::JsonFields& fields, const char* key, double fallback,
                      double least, double most) {
  if (!fields.has(key)) return fallback;
  const double number = fields.number(key);
  if (!(number >= least && number <= most))
    base::JsonFields::fail(key, fmt::format("a number from {:g} to {:g}", least, most));
  return number;
}

training::Method read_method(const std::string& spec) {
  try {
    return training::Method(spec);
  } catch (const model::ParameterError& error) {
    base::JsonFields::fail("method", fmt::format("a method and its settings ({})", error.what()));
  }
}

TrainingSpec read_training(const json& object) {
  const base::JsonFields fields(object);
  TrainingSpec spec;
  spec.loss = fields.choice("model", [](std::string_view name) {
    const training::LossInfo* const found = training::find_loss(name);
    return found == nullptr ? std::nullopt : std::optional(found);
  });
  if (fields.has("method")) spec.method = read_method(fields.text("method"));
  if (fields.has("epochs")) spec.epochs = fields.count("epochs");
  if (spec.epochs == 0 || spec.epochs > training::kMostEpochs)
    base::JsonFields::fail("epochs", fmt::format("from 1 to {}", training::kMostEpochs));
  spec.rate.rate = number_between(fields, "rate", spec.rate.rate, kLeastRate, kMostRate);
  if (fields.has("schedule"))
    spec.rate.schedule =
        fields.choice("schedule", [](std::string_view name) -> std::optional<training::Schedule> {
          const auto found = std::ranges::find(training::kScheduleNames, name);
          if (found == training::kScheduleNames.end()) return std::nullopt;
          return static_cast<training::Schedule>(found - training::kScheduleNames.begin());
        });
  spec.l2 = number_between(fields, "l2", spec.l2, 0, kMostL2);
  if (fields.has("record")) spec.record = fields.text("record");
  return spec;
}

json training_to_json(const TrainingSpec& spec) {
  json object = {
      {"model", spec.loss->name},
      {"method", spec.method.spec()},
      {"epochs", spec.epochs},
      {"schedule", training::kScheduleNames.at(static_cast<std::size_t>(spec.rate.schedule))},
      {"l2", spec.l2}};
  if (spec.rate.rate > 0) object["rate"] = spec.rate.rate;
  if (!spec.record.empty()) object["record"] = spec.record;
  return object;
}

json training_schema() {
  const auto number = [](double least, double most, const char* meaning) {
    return json{
        {"type", "number"},
        {"minimum", least},
        {"maximum", most},
        {"description", fmt::format("{}: a number from {:g} to {:g}", meaning, least, most)}};
  };
  std::vector<std::string_view> models;
  for (const training::LossInfo& loss : training::losses()) models.push_back(loss.name);
  return {
      {"type", "object"},
      {"additionalProperties", false},
      {"required", {"model"}},
      {"properties",
       {{"model",
         {{"enum", models}, {"description", "what is trained: " + training::loss_names()}}},
        {"method",
         {{"type", "string"},
          {"minLength", 1},
          {"maxLength", 1000},
          {"description",
           "a method of `sparlab train --help` with its settings, as in \"topk_sgd(k=1%)\"; "
           "default: sgd"}}},
        {"epochs",
         {{"type", "integer"},
          {"minimum", 1},
          {"maximum", training::kMostEpochs},
          {"description", "passes over the samples, or with scd over the parameters; default: 1"}}},
        {"rate", number(kLeastRate, kMostRate,
                        "the learning rate; if missing, the best of trials with some samples, see "
                        "docs/training.md")},
        {"schedule",
         {{"enum", training::kScheduleNames},
          {"description",
           "the learning rate of local step t: constant (the default), inverse_sqrt (rate / "
           "sqrt(t)) or inverse (rate / t)"}}},
        {"l2", number(0, kMostL2, "the factor of |w|^2 / 2 in what is minimised")},
        {"record",
         {{"type", "string"},
          {"maxLength", 4096},
          {"description",
           "a folder for recordings (TKG) of what ranks sent in the last step of each epoch"}}}}},
      {"description",
       "points are training runs of a linear model on the samples of the input instead of "
       "allreduces: {\"model\": \"logistic\", \"method\": \"topk_sgd(k=1%)\"}, see "
       "docs/training.md"}};
}

}  // namespace

Setting training_setting() {
  Setting setting{.key = "training"};
  setting.schema = training_schema;
  setting.write = [](const Settings& settings) {
    return settings.training ? training_to_json(*settings.training) : json();
  };
  setting.read = [](const json& value, Settings& settings) {
    settings.training = value.is_null() ? std::nullopt : std::optional(read_training(value));
  };
  setting.label = [](const Settings& settings) {
    if (!settings.training) return std::string();
    return fmt::format("training {}, {}", settings.training->loss->name,
                       settings.training->method.spec());
  };
  return setting;
}

}  // namespace sparlab::experiments
