#include "workloads/definition/workload_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/json/strict_object.hpp"
#include "base/system/data_folders.hpp"

namespace sparlab::workloads {
namespace {

using base::StrictObject;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr double kMostSeconds = 1e6;
constexpr double kMostFlop = 1e18;
constexpr double kLeastDensity = 1e-12;

std::optional<double> seconds_if_given(StrictObject& object, const std::string& key) {
  return object.optional(key) ? std::optional(object.number(key, 0, kMostSeconds)) : std::nullopt;
}

std::uint64_t read_parameters(StrictObject& layer) {
  const double read = layer.number("parameters", 0, kMostParameters);
  if (read != std::floor(read))
    layer.fail("parameters", fmt::format("a whole number from 0 to {:g}", kMostParameters));
  return static_cast<std::uint64_t>(read);
}

/// The density of a gradient: stated, or that of an embedding of which a step uses some rows.
double read_density(StrictObject& layer) {
  const bool states_density = layer.optional("density");
  if (!layer.optional("rows"))
    return states_density ? layer.number("density", kLeastDensity, 1) : 1;
  if (states_density) layer.fail("density", "density or rows, not both");
  StrictObject rows = layer.object("rows");
  const int of = rows.count("of");
  const int used = rows.count("used");
  rows.finish();
  if (used > of) rows.fail("used", fmt::format("at most {}, the rows of the embedding", of));
  return static_cast<double>(used) / of;
}

struct ReadLayer {
  Layer layer;
  double flop = 0;
};

ReadLayer read_layer(StrictObject& object, bool has_flop) {
  ReadLayer read;
  Layer& layer = read.layer;
  layer.name = object.text("name");
  layer.parameters = read_parameters(object);
  if (has_flop) {
    read.flop = object.number("flop", 0, kMostFlop);
  } else {
    layer.forward_s = object.number("forward_s", 0, kMostSeconds);
    layer.backward_s = object.number("backward_s", 0, kMostSeconds);
  }
  layer.density = read_density(object);
  layer.update_s = seconds_if_given(object, "update_s").value_or(0);
  layer.exchange_s = seconds_if_given(object, "exchange_s");
  object.finish();
  return read;
}

RecordedStep read_recorded(StrictObject object) {
  RecordedStep recorded;
  recorded.ranks = static_cast<std::uint64_t>(object.count("ranks"));
  recorded.step_s = seconds_if_given(object, "step_s");
  object.finish();
  return recorded;
}

}  // namespace

Workload workload_from_json(const json& document, const std::string& file) {
  StrictObject object(document, file);
  Workload workload;
  workload.name = object.text("name");
  workload.title = object.text("title");
  workload.source = object.text("source");
  const bool has_flop = object.optional("compute");
  const double compute_s = has_flop ? object.quantity("compute", base::Dimension::time) : 0;
  if (object.optional("recorded")) workload.recorded = read_recorded(object.object("recorded"));
  double flop = 0;
  std::vector<double> flops;
  for (StrictObject& layer : object.objects("layers", kMostLayers)) {
    ReadLayer read = read_layer(layer, has_flop);
    flop += read.flop;
    flops.push_back(read.flop);
    workload.layers.push_back(std::move(read.layer));
  }
  object.finish();
  workload.flop = flop;
  const auto parameters = static_cast<double>(workload.parameters());
  if (!(parameters >= 1 && parameters <= kMostParameters))
    object.refuse("layers", fmt::format("{:g} parameters", parameters),
                  fmt::format("1 to {:g} parameters in all", kMostParameters));
  if (has_flop && !(flop > 0))
    object.refuse("layers", "no flop", "layers with operations, of which each takes its share");
  for (std::size_t i = 0; has_flop && i < flops.size(); ++i) {
    const double both_s = compute_s * (flops[i] / flop);
    workload.layers[i].forward_s = both_s / (1 + kBackwardOverForward);
    workload.layers[i].backward_s = both_s - workload.layers[i].forward_s;
  }
  return workload;
}

Workload load_workload(const std::string& name_or_path) {
  const std::filesystem::path file = base::find_workload_file(name_or_path);
  return workload_from_json(base::read_json_file(file), file.string());
}

std::string workload_text(const Workload& workload) {
  ordered_json document = {
      {"name", workload.name}, {"title", workload.title}, {"source", workload.source}};
  if (workload.recorded) {
    document["recorded"] = {{"ranks", workload.recorded->ranks}};
    if (workload.recorded->step_s) document["recorded"]["step_s"] = *workload.recorded->step_s;
  }
  std::string text = document.dump(2, ' ', false, json::error_handler_t::replace);
  text.resize(text.size() - 2);  // the end of the object
  text += ",\n  \"layers\": [";
  const char* separator = "\n    ";
  for (const Layer& layer : workload.layers) {
    ordered_json item = {{"name", layer.name},
                         {"parameters", layer.parameters},
                         {"forward_s", layer.forward_s},
                         {"backward_s", layer.backward_s}};
    if (layer.density != 1) item["density"] = layer.density;
    if (layer.update_s > 0) item["update_s"] = layer.update_s;
    if (layer.exchange_s) item["exchange_s"] = *layer.exchange_s;
    text += separator + item.dump(-1, ' ', false, json::error_handler_t::replace);
    separator = ",\n    ";
  }
  return text + "\n  ]\n}\n";
}

}  // namespace sparlab::workloads
