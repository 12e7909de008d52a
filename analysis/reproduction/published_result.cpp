#include "analysis/reproduction/published_result.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"
#include "base/text/nearest_name.hpp"
#include "experiments/spec/definition/schema.hpp"
#include "experiments/spec/definition/spec_error.hpp"

namespace sparlab::analysis {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 5> kFields = {"time_s", "network_s", "bytes",
                                                     "result_density", "bus_bytes_per_s"};
constexpr std::array<std::string_view, 4> kKinds = {"value", "ratio", "crossing", "growth"};
constexpr std::array<std::string_view, 3> kAxes = {"P", "N", "density"};

/// The enumerator whose name an object has under a key; the schema has checked it.
template <class Enum, std::size_t Size>
Enum named(const std::array<std::string_view, Size>& names, const json& object, const char* key) {
  const auto& name = object.at(key).get_ref<const std::string&>();
  return static_cast<Enum>(std::ranges::find(names, name) - names.begin());
}

/// Reads a document that conforms to the schema.
class PublishedReader {
 public:
  explicit PublishedReader(std::string file) : file_(std::move(file)) {}

  Claim claim(const json& object, const std::string& path) const {
    Claim claim{.name = object.at("claim"),
                .quantity = quantity(object.at("quantity"), path + ".quantity"),
                .published = published(object.at("published"), path + ".published"),
                .tolerance = object.at("tolerance"),
                .explanation = {}};
    if (object.contains("explanation")) {
      const json& why = object.at("explanation");
      claim.explanation = {
          .text = why.at("text"),
          .shown = why.at("shown"),
          .quantity = quantity(why.at("quantity"), path + ".explanation.quantity")};
    }
    return claim;
  }

  PublishedFigure figure(const json& object) const {
    PublishedFigure figure;
    figure.along = named<CrossingAxis>(kAxes, object, "along");
    figure.field = named<Field>(kFields, object, "field");
    figure.y_label = object.at("y_label");
    const json& curves = object.at("curves");
    for (std::size_t i = 0; i < curves.size(); ++i) {
      const std::string path = fmt::format("figure.curves.{}", i);
      require_free(curves[i], path, object.at("along").get_ref<const std::string&>());
      PublishedCurve curve{.label = {},
                           .of = selection(curves[i].at("of"), path + ".of"),
                           .over = {},
                           .to = {},
                           .json_path = path};
      if (curves[i].contains("to")) curve.to = curves[i].at("to");
      if (curves[i].contains("over")) curve.over = selection(curves[i].at("over"), path + ".over");
      curve.label = curves[i].value("label", curve.of.algorithms.front().spec());
      figure.curves.push_back(std::move(curve));
    }
    const json marks = object.value("published", json::array());
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const std::string path = fmt::format("figure.published.{}", i);
      PublishedMark mark{marks[i].at("text"), {}, published(marks[i], path)};
      if (marks[i].contains("at") != marks[i].contains("value"))
        refuse(marks[i], path, "at and value of a point, or the bounds of a range");
      if (marks[i].contains("at")) mark.at = marks[i].at("at");
      figure.marks.push_back(std::move(mark));
    }
    return figure;
  }

 private:
  Published published(const json& object, const std::string& path) const {
    const bool bounds = object.contains("at_least") || object.contains("at_most");
    if (object.contains("value") == bounds) refuse(object, path, "a value, or one or two bounds");
    if (!bounds) return {object.at("value"), object.at("value")};
    const Published read{object.value("at_least", 0.0),
                         object.value("at_most", std::numeric_limits<double>::infinity())};
    if (read.at_least > read.at_most) refuse(object, path, "at_least below at_most");
    return read;
  }

  DerivedQuantity quantity(const json& object, const std::string& path) const {
    DerivedQuantity read;
    read.kind = named<QuantityKind>(kKinds, object, "kind");
    read.field = named<Field>(kFields, object, "field");
    read.of = selection(object.at("of"), path + ".of");
    if (object.contains("over")) read.over = selection(object.at("over"), path + ".over");
    if (read.kind != QuantityKind::crossing && read.kind != QuantityKind::growth) return read;
    read.along = named<CrossingAxis>(kAxes, object, "along");
    read.level = object.value("ratio", 1.0);
    read.from = object.value("from", 0.0);
    read.to = object.value("to", 0.0);
    if (read.kind == QuantityKind::growth && read.from == read.to)
      refuse(object.at("to"), path + ".to", "another position than from");
    require_free(object, path, object.at("along").get_ref<const std::string&>());
    return read;
  }

  /// Of an axis along which points are compared, a selection has no value.
  void require_free(const json& object, const std::string& path, const std::string& axis) const {
    for (const char* side : {"of", "over"}) {
      if (!object.contains(side)) continue;
      const json& selected = object.at(side);
      if (selected.contains(axis))
        refuse(selected.at(axis), fmt::format("{}.{}.{}", path, side, axis),
               "no value of the axis along which points are compared");
    }
  }

  PointSelection selection(const json& object, const std::string& path) const {
    PointSelection read;
    read.json_path = path;
    read.sweep = object.at("sweep");
    const auto engine =
        experiments::engine_named(object.at("engine").get_ref<const std::string&>());
    if (!engine || !experiments::runs(*engine))
      refuse(object.at("engine"), path + ".engine", experiments::engines_that_run());
    read.engine = *engine;
    read.take_greatest = object.value("take", "least") == "greatest";
    for (const json& spec : object.at("algorithms")) {
      const auto& text = spec.get_ref<const std::string&>();
      try {
        read.algorithms.emplace_back(text);
      } catch (const model::ParameterError& error) {
        throw experiments::spec_error(error, text, file_, path + ".algorithms");
      }
    }
    if ((read.algorithms.size() > 1) != object.contains("take"))
      refuse(object.value("take", json()), path + ".take",
             "least or greatest of two or more algorithms");
    if (object.contains("P")) read.ranks = object.at("P");
    if (object.contains("N")) read.universe = object.at("N");
    if (object.contains("density")) read.density = object.at("density");
    return read;
  }

  [[noreturn]] void refuse(const json& value, const std::string& path,
                           std::string_view accepted) const {
    throw base::ConfigError(file_, path, value.is_null() ? "a missing key" : value.dump(),
                            accepted);
  }

  std::string file_;
};

const json& published_schema() {
  static const json schema = json::parse(published_schema_file("published.schema.json"));
  return schema;
}

}  // namespace

std::string_view name_of(Field field) { return kFields[static_cast<std::size_t>(field)]; }

double Published::difference(double ours) const {
  if (ours < at_least) return ours / at_least - 1;
  if (ours > at_most) return ours / at_most - 1;
  return 0;
}

PublishedResult parse_published_result(const json& document, const std::filesystem::path& file) {
  if (const auto failure = experiments::explain_failure(published_schema(), document))
    throw base::ConfigError(file.string(), failure->json_path, failure->value, failure->accepted,
                            failure->name.empty()
                                ? std::string()
                                : base::nearest_name(failure->name, failure->candidates));
  PublishedResult result{.name = file.stem().string(),
                         .file = file,
                         .source = document.at("source"),
                         .setting = document.at("setting"),
                         .experiment = document.at("experiment"),
                         .data = document.value("data", ""),
                         .note = document.value("note", ""),
                         .claims = {},
                         .figure = {}};
  if (result.experiment.ends_with(".json"))
    result.experiment = base::resolve_data_path(result.experiment, file);
  const PublishedReader reader(file.string());
  const json& claims = document.at("claims");
  for (std::size_t i = 0; i < claims.size(); ++i)
    result.claims.push_back(reader.claim(claims[i], fmt::format("claims.{}", i)));
  if (document.contains("figure")) result.figure = reader.figure(document.at("figure"));
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
