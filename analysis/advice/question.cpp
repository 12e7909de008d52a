#include "analysis/advice/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "algos/registry/registry.hpp"
#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"
#include "base/text/printable.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/definition/experiment_request.hpp"
#include "experiments/spec/plan/plan.hpp"
#include "inputs/formats/recording_formats.hpp"

namespace sparlab::analysis {
namespace {

/// The input of a text: a path becomes the JSON object of a data file.
std::string input_text(const std::string& text) {
  const bool is_json = text.starts_with('{') || text.starts_with('"');
  if (is_json || inputs::input_kind_named(text)) return text;
  std::error_code error;
  if (!std::filesystem::exists(text, error)) {
    if (text.find('/') == std::string::npos && text.find('.') == std::string::npos) return text;
    throw base::ConfigError("command line", "--input", text,
                            "a kind of input, its JSON object, or the path of a file that exists");
  }
  const inputs::WorkerFormat format = inputs::format_of(text);
  const bool recorded = format == inputs::WorkerFormat::recording;
  if (!recorded && format != inputs::WorkerFormat::svmlight)
    throw base::ConfigError(
        "command line", "--input", text,
        fmt::format("a recording or svmlight data; sparlab convert makes a recording "
                    "of {}",
                    inputs::title_of(format)));
  return nlohmann::json{{"kind", recorded ? "recording" : "svmlight"}, {"path", text}}.dump();
}

/// Every point of a plan must have the same value.
template <class Value>
void require_one(const std::vector<experiments::Point>& points, Value experiments::Point::*member,
                 const char* option, const char* name) {
  const Value first = points.front().*member;
  const auto other = std::ranges::find_if(
      points, [&](const experiments::Point& point) { return point.*member != first; });
  if (other == points.end()) return;
  throw base::ConfigError("command line", option, fmt::format("{} and {}", first, (*other).*member),
                          fmt::format("one {}; sparlab run takes several", name));
}

std::vector<RefusedAlgorithm> refused_at(const experiments::Point& place,
                                         const std::vector<std::string>& wanted) {
  std::vector<RefusedAlgorithm> refused;
  for (const experiments::SweepAlgorithm& item :
       experiments::read_algorithm_list(wanted, true, "command line", "--algorithms")) {
    if (algos::info_of(item.algorithm).native_mpi) {
      refused.push_back({item.algorithm.spec(), "the MPI library decides what it does: no model"});
      continue;
    }
    try {
      item.algorithm.check({place.ranks, place.universe});
    } catch (const model::ParameterError& error) {
      refused.push_back({item.algorithm.spec(), error.what()});
    }
  }
  return refused;
}

}  // namespace

Question read_question(const QuestionRequest& request) {
  experiments::ExperimentRequest asked;
  asked.sweep = request.sweep;
  if (const auto input = asked.sweep.find("input"); input != asked.sweep.end())
    input->second = input_text(input->second);
  asked.overrides = request.overrides;
  asked.engines = {std::string(name_of(experiments::Engine::model))};
  asked.algorithms = request.algorithms;
  asked.accepts_doubtful = request.accepts_doubtful;
  experiments::Plan plan = experiments::make_plan(experiments::load_experiment(asked));
  if (plan.points.empty())
    throw base::ConfigError("command line", "--algorithms",
                            fmt::format("{}", request.algorithms.front()),
                            "an algorithm with a model that accepts this P and N");
  Question question;
  for (experiments::PlannedPoint& planned : plan.points)
    question.points.push_back(std::move(planned.point));
  require_one(question.points, &experiments::Point::ranks, "-P", "P");
  require_one(question.points, &experiments::Point::universe, "-N", "N");
  require_one(question.points, &experiments::Point::nnz, "--density", "density");
  const auto other_form = [&](const experiments::Point& point) {
    return point.input_form != question.place().input_form;
  };
  if (std::ranges::any_of(question.points, other_form))
    throw base::ConfigError(
        "command line", "input_form", "own",
        "sparse or dense: the algorithms that are compared begin from one form");
  const std::string& name = question.place().platform;
  question.platform = plan.platforms.at(name);
  question.uncertainty = platforms::uncertainty_of(
      base::read_json_file(base::find_platform_file(name, "command line", "--platform")));
  question.refused = refused_at(question.place(), request.algorithms);
  return question;
}

bool has_data_input(const QuestionRequest& request) {
  const auto input = request.sweep.find("input");
  if (input == request.sweep.end()) return false;
  const nlohmann::json json = base::json_or_text(input_text(input->second), "--input");
  const nlohmann::json& kind = json.is_object() && json.contains("kind") ? json.at("kind") : json;
  if (!kind.is_string()) return false;  // read_question refuses it
  const auto known = inputs::input_kind_named(kind.get<std::string>());
  return known && inputs::is_real_data(*known);
}

std::string percent_text(double density) { return fmt::format("{:.3g} %", 100 * density); }

std::string describe_place(const experiments::Point& point,
                           const platforms::PlatformFile& platform) {
  constexpr std::size_t kMostShown = 60;
  std::string text =
      fmt::format("P = {}, N = {}, density {} (k = {}), {} input, platform {}", point.ranks,
                  base::short_count(point.universe), percent_text(point.density),
                  base::short_count(point.nnz), inputs::name_of(point.input.kind), platform.name);
  if (point.groups.known()) text += ", groups " + base::both_ends(point.groups.text(), kMostShown);
  return text;
}

}  // namespace sparlab::analysis
