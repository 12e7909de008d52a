#include "training/program/curve.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/json/json_fields.hpp"
#include "base/text/text_table.hpp"

namespace sparlab::training {
namespace {

/// A number, or null for one that is not finite.
double number_or_unknown(const base::JsonFields& fields, std::string_view key) {
  return fields.at(key).is_null() ? std::numeric_limits<double>::quiet_NaN() : fields.number(key);
}

EpochRecord epoch_from_json(const nlohmann::json& object) {
  const base::JsonFields fields(object);
  EpochRecord epoch;
  epoch.epoch = fields.count("epoch");
  epoch.steps = fields.count("steps");
  epoch.loss = number_or_unknown(fields, "loss");
  if (!fields.at("accuracy").is_null()) epoch.accuracy = fields.number("accuracy");
  epoch.time_s = fields.number("time_s");
  epoch.compute_s = fields.number("compute_s");
  epoch.exchange_s = fields.number("exchange_s");
  epoch.union_density = fields.number("union_density");
  epoch.sent = fields.number("sent");
  epoch.mass_error = number_or_unknown(fields, "mass_error");
  epoch.predicted_union = fields.number("predicted_union");
  if (!fields.at("xi").is_null()) epoch.xi = fields.number("xi");
  return epoch;
}

}  // namespace

base::Fields epoch_fields(const EpochRecord& epoch) {
  base::Fields fields = {
      {"epoch", "epoch", epoch.epoch},
      {"steps", "steps", epoch.steps},
      {"loss", "loss", base::number_as(epoch.loss, fmt::format("{:.5f}", epoch.loss))},
      {"accuracy", "accuracy",
       base::number_as(epoch.accuracy, epoch.accuracy
                                           ? fmt::format("{:.2f} %", 100 * *epoch.accuracy)
                                           : std::string("-"))},
      {"time_s", "time", base::seconds(epoch.time_s)},
      {"compute_s", "compute", base::seconds(epoch.compute_s)},
      {"exchange_s", "exchange", base::seconds(epoch.exchange_s)},
      {"union_density", "union",
       base::number_as(epoch.union_density, fmt::format("{:.3g} %", 100 * epoch.union_density))},
      {"sent", "sent", base::number_as(epoch.sent, base::amount_text(epoch.sent))},
      {"mass_error", "mass error",
       base::number_as(epoch.mass_error, fmt::format("{:.1e}", epoch.mass_error))},
      {"predicted_union", epoch.predicted_union}};
  if (epoch.xi)
    fields.push_back({"xi", "xi", base::number_as(epoch.xi, fmt::format("{:.3g}", *epoch.xi))});
  else
    fields.push_back({"xi", base::number(std::nullopt)});
  return fields;
}

base::Fields curve_fields(const Curve& curve) {
  base::Fields fields = {{"epochs", base::rows_of(curve.epochs, epoch_fields)},
                         {"k", curve.k},
                         {"rate", curve.rate},
                         {"model_hash", fmt::format("{:016x}", curve.model_hash)},
                         {"mass_checked", curve.mass_checked}};
  if (curve.stop)
    fields.push_back({"stop", base::Fields{{"step", curve.stop->step},
                                           {"rank", curve.stop->rank},
                                           {"reason", curve.stop->reason}}});
  return fields;
}

Curve curve_from_json(const nlohmann::json& object) {
  const base::JsonFields fields(object);
  Curve curve;
  if (!fields.at("epochs").is_array()) base::JsonFields::fail("epochs", "a list");
  for (const nlohmann::json& epoch : fields.at("epochs"))
    curve.epochs.push_back(epoch_from_json(epoch));
  const std::string hash = fields.text("model_hash");
  const auto [end, error] =
      std::from_chars(hash.data(), hash.data() + hash.size(), curve.model_hash, 16);
  if (error != std::errc() || end != hash.data() + hash.size())
    base::JsonFields::fail("model_hash", "16 hexadecimal digits");
  curve.k = fields.count("k");
  curve.rate = fields.number("rate");
  curve.mass_checked = fields.flag("mass_checked");
  if (fields.has("stop")) {
    const base::JsonFields stop(fields.at("stop"));
    curve.stop = Stop{stop.count("step"), stop.count("rank"), stop.text("reason")};
  }
  return curve;
}

}  // namespace sparlab::training
