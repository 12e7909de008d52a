#include "analysis/reproduction/published_result.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/json/strict_object.hpp"
#include "base/system/data_folders.hpp"
#include "base/text/nearest_name.hpp"
#include "experiments/spec/definition/schema.hpp"
#include "experiments/spec/definition/spec_error.hpp"

namespace sparlab::analysis {
namespace {

using base::StrictObject;
using nlohmann::json;

const std::vector<std::string> kFields = {"time_s",         "network_s",       "bytes",
                                          "result_density", "bus_bytes_per_s", "compute_s",
                                          "selection_s",    "exposed_s",       "not_compute_s"};

constexpr double kLeast = 1e-300;
constexpr double kMost = 1e300;

std::string text_or_nothing(StrictObject& object, const std::string& key) {
  return object.optional(key) ? object.text(key) : std::string();
}

std::optional<double> number_if_given(StrictObject& object, const std::string& key) {
  return object.optional(key) ? std::optional(object.number(key, kLeast, kMost)) : std::nullopt;
}

Axis read_axis(StrictObject& object) {
  constexpr std::array kAxes = {Axis::density, Axis::ranks, Axis::universe};
  std::vector<std::string> names;
  for (const Axis axis : kAxes) names.emplace_back(name_of(axis));
  return kAxes[object.choice("along", names)];
}

Field read_field(StrictObject& object) {
  return static_cast<Field>(object.choice("field", kFields));
}

/// One algorithm, or a list of them.
std::vector<model::Algorithm> read_algorithms(StrictObject& object, const std::string& key,
                                              const std::string& file, const std::string& path) {
  std::vector<model::Algorithm> read;
  for (const std::string& text :
       object.is_array(key) ? object.list(key) : std::vector{object.text(key)}) {
    try {
      read.emplace_back(text);
    } catch (const model::ParameterError& error) {
      throw experiments::spec_error(error, text, file, fmt::format("{}.{}", path, key));
    }
  }
  if (read.empty()) object.fail(key, "an algorithm, or a list of them");
  return read;
}

DerivedQuantity read_quantity(StrictObject& object, const std::string& file,
                              const std::string& path) {
  DerivedQuantity read{.sweep = object.text("sweep"),
                       .field = read_field(object),
                       .of = read_algorithms(object, "of", file, path),
                       .json_path = path};
  const auto engine = experiments::engine_named(object.text("engine"));
  if (!engine || !experiments::runs(*engine))
    object.fail("engine", experiments::engines_that_run());
  read.engine = *engine;
  if (object.optional("over")) read.over = read_algorithms(object, "over", file, path);
  if (object.optional("over_sweep")) read.over_sweep = object.text("over_sweep");
  read.times = number_if_given(object, "times").value_or(1);
  if (object.optional("take"))
    read.take_greatest = object.choice("take", {"least", "greatest"}) == 1;
  read.ranks = number_if_given(object, "P");
  read.universe = number_if_given(object, "N");
  read.over_universe = number_if_given(object, "over_N");
  read.density = number_if_given(object, "density");
  if (!object.optional("along")) return read;
  read.along = read_axis(object);
  if (read.place_on(*read.along))
    object.fail(std::string(name_of(*read.along)),
                "no value of the axis along which points are compared");
  read.level = number_if_given(object, "ratio").value_or(1);
  read.from = number_if_given(object, "from").value_or(0);
  read.to = number_if_given(object, "to").value_or(0);
  if (object.has("to") && !read.is_growth()) object.fail("to", "another position than from");
  return read;
}

Published read_published(StrictObject& object, const std::string& file, const std::string& path) {
  const auto value = number_if_given(object, "value");
  const auto least = number_if_given(object, "at_least");
  const auto most = number_if_given(object, "at_most");
  if (value.has_value() == (least || most))
    throw base::ConfigError(file, path, value ? "both" : "neither",
                            "a value, or at_least and at_most or one of them");
  if (value) return {*value, *value};
  if (least && most && *least > *most) object.fail("at_least", "at_least below at_most");
  return {least.value_or(0), most.value_or(std::numeric_limits<double>::infinity())};
}

/// An explanation repeats only the keys of the claim that it changes.
Claim read_claim(const json& object, const std::string& file, const std::string& path) {
  constexpr std::size_t kMostCharacters = 40;  // a line of the table has room for them
  StrictObject claim(object, file, path);
  Claim read{.name = claim.text("claim"),
             .quantity = read_quantity(claim, file, path),
             .published = read_published(claim, file, path),
             .tolerance = claim.optional("tolerance") ? claim.number("tolerance", 0, 1) : 0};
  if (claim.optional("fitted")) read.fitted = claim.flag("fitted");
  if (read.name.size() > kMostCharacters) claim.fail("claim", "at most 40 characters");
  if (read.quantity.is_crossing() && read.quantity.over.empty())
    claim.fail("along", "the ratio of `of` and `over`, or from and to");
  if (claim.optional("explanation")) {
    StrictObject why = claim.object("explanation");
    Explanation explanation{why.text("text"), why.text("shown"), {}};
    json changed = object;
    changed.erase("explanation");
    changed.update(object.at("explanation"));
    changed.erase("text");
    changed.erase("shown");
    explanation.quantity = read_claim(changed, file, path + ".explanation").quantity;
    read.explanation = std::move(explanation);
  }
  claim.finish();
  return read;
}

PublishedCurve read_curve(const json& object, const std::string& file, const std::string& path) {
  StrictObject curve(object, file, path);
  PublishedCurve read{text_or_nothing(curve, "label"), read_quantity(curve, file, path)};
  curve.finish();
  if (read.label.empty()) read.label = read.quantity.of.front().spec();
  return read;
}

PublishedFigure read_figure(const json& object, const json& points, const std::string& file) {
  StrictObject fields(object, file, "figure");
  json shared = points;
  shared["along"] = object.value("along", json());
  shared["field"] = object.value("field", json());
  PublishedFigure figure{.along = read_axis(fields),
                         .field = read_field(fields),
                         .y_label = fields.text("y_label"),
                         .curves = {}};
  const std::size_t curves = fields.objects("curves", 24).size();
  for (std::size_t i = 0; i < curves; ++i) {
    json merged = shared;
    merged.update(object.at("curves")[i]);
    figure.curves.push_back(read_curve(merged, file, fmt::format("figure.curves.{}", i)));
  }
  if (fields.optional("published")) {
    StrictObject published = fields.object("published");
    figure.published_text = published.text("text");
    if (published.optional("points")) {
      const json& pairs = object.at("published").at("points");
      for (const json& pair : pairs.is_array() ? pairs : json::array({json()})) {
        if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number() || !pair[1].is_number())
          published.fail("points", "a list of pairs: position and value");
        figure.points.emplace_back(pair[0], pair[1]);
      }
    } else {
      figure.range = read_published(published, file, "figure.published");
    }
    published.finish();
  }
  fields.finish();
  return figure;
}

}  // namespace

std::string_view name_of(Field field) { return kFields[static_cast<std::size_t>(field)]; }

double Published::difference(double ours) const {
  if (ours < at_least) return ours / at_least - 1;
  if (ours > at_most) return ours / at_most - 1;
  return 0;
}

PublishedResult parse_published_result(const json& document, const std::filesystem::path& file) {
  StrictObject row(document, file.string());
  PublishedResult result{.name = file.stem().string(),
                         .file = file,
                         .source = row.text("source"),
                         .setting = row.text("setting"),
                         .experiment = row.text("experiment"),
                         .data = text_or_nothing(row, "data"),
                         .note = text_or_nothing(row, "note"),
                         .claims = {},
                         .figure = {}};
  if (result.experiment.ends_with(".json"))
    result.experiment = base::resolve_data_path(result.experiment, file);
  json points = json::object();
  if (row.optional("points")) {
    row.object("points");
    points = document.at("points");
  }
  const std::size_t claims = row.objects("claims", 100).size();
  for (std::size_t i = 0; i < claims; ++i) {
    json merged = points;
    merged.update(document.at("claims")[i]);
    result.claims.push_back(read_claim(merged, file.string(), fmt::format("claims.{}", i)));
  }
  if (row.optional("figure")) {
    row.object("figure");
    result.figure = read_figure(document.at("figure"), points, file.string());
  }
  row.finish();
  return result;
}

PublishedResult read_published_result(const std::filesystem::path& file) {
  return parse_published_result(base::read_json_file(file), file);
}

std::vector<PublishedResult> find_published_results(const std::vector<std::string>& names) {
  const std::vector<base::NamedFile> files = base::list_published_files();
  std::vector<PublishedResult> results;
  if (names.empty())
    for (const base::NamedFile& file : files) results.push_back(read_published_result(file.path));
  for (const std::string& name : names) {
    const auto found = std::ranges::find(files, name, &base::NamedFile::name);
    if (found != files.end()) {
      results.push_back(read_published_result(found->path));
    } else if (name.find('/') != std::string::npos || name.ends_with(".json")) {
      results.push_back(read_published_result(name));
    } else {
      std::vector<std::string> known;
      for (const base::NamedFile& file : files) known.push_back(file.name);
      throw base::ConfigError("command line", "ROW", fmt::format("no row \"{}\"", name),
                              fmt::format("{}, or the path of a file", fmt::join(known, ", ")),
                              base::nearest_name(name, known));
    }
  }
  return results;
}

}  // namespace sparlab::analysis
