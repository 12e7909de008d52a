#include "analysis/advice/question.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "algos/registry/registry.hpp"
#include "algos/registry/switch_algorithms.hpp"
#include "base/errors/errors.hpp"
#include "base/system/data_folders.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/definition/axis.hpp"
#include "experiments/spec/definition/experiment_request.hpp"
#include "experiments/spec/definition/overrides.hpp"
#include "experiments/spec/plan/plan.hpp"
#include "platforms/files/named_platform.hpp"

namespace sparlab::analysis {
namespace {

constexpr std::size_t kMostQuestions = 1000;

double quantity(std::string_view text, base::Dimension dimension, const char* option) {
  const auto parsed = base::parse_quantity(text, dimension);
  if (parsed && parsed->in_base_units > 0) return parsed->in_base_units;
  throw base::ConfigError(
      "command line", option, text,
      fmt::format("a number above 0 and {}, as in {}", base::accepted_units(dimension),
                  dimension == base::Dimension::size ? "1GB" : "10Gb/s"));
}

/// The platform with each bandwidth of "10Gb/s", "1Gb/s,10Gb/s" or "1Gb/s:100Gb/s:log5", in the
/// forms of an axis.
std::string with_bandwidths(const std::string& platform, const std::string& text) {
  constexpr const char* kOption = "--bandwidth";
  if (platform.find(',') != std::string::npos)
    throw base::ConfigError("command line", "--platform", platform, "one, with --bandwidth");
  std::string numbers;
  std::size_t parts = 0;
  for (std::size_t begin = 0; begin <= text.size(); ++parts) {
    const std::size_t end = std::min(text.find_first_of(",:", begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const bool is_step = parts == 2 && numbers.ends_with(':');
    numbers +=
        is_step ? part : fmt::format("{:.0f}", quantity(part, base::Dimension::bandwidth, kOption));
    if (end < text.size()) numbers += text[end];
    begin = end + 1;
  }
  std::vector<std::string> names;
  for (const std::uint64_t bytes_per_s : experiments::expand_count_axis(
           experiments::axis_from_text(numbers, kOption), {"command line", kOption}))
    names.push_back(fmt::format("{}:bandwidth={:.4g}Gb/s", platform,
                                static_cast<double>(bytes_per_s) * 8 / 1e9));
  return fmt::format("{}", fmt::join(names, ","));
}

std::vector<RefusedAlgorithm> refused_at(const experiments::Point& place,
                                         const std::vector<std::string>& wanted) {
  std::vector<RefusedAlgorithm> refused;
  for (const experiments::SweepAlgorithm& item :
       experiments::read_algorithm_list(wanted, true, "command line", "--algorithms")) {
    if (!item.algorithm.implements(place.collective, place.roots)) continue;  // meant by a keyword
    if (algos::info_of(item.algorithm).native) {
      refused.push_back({item.algorithm.spec(), "another library decides what it does: no model"});
      continue;
    }
    if (algos::needs_switches(item.algorithm)) {
      refused.push_back(
          {item.algorithm.spec(), "needs switches that compute: no program has them"});
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

std::vector<Question> read_questions(const QuestionRequest& request) {
  experiments::ExperimentRequest asked;
  asked.sweep = request.sweep;
  asked.overrides = request.overrides;
  asked.what_if = request.what_if;
  asked.engines = {std::string(name_of(experiments::Engine::model))};
  asked.algorithms = request.algorithms;
  asked.accepts_doubtful = request.accepts_doubtful;
  if (!request.bandwidth.empty()) {
    std::string& platform = asked.sweep.try_emplace("platform", "ideal").first->second;
    platform = with_bandwidths(platform, request.bandwidth);
  }
  experiments::Plan plan = experiments::make_plan(experiments::load_experiment(asked));
  std::erase_if(plan.points, [](const experiments::PlannedPoint& planned) {
    return algos::needs_switches(planned.point.algorithm);
  });
  if (plan.points.empty())
    throw base::ConfigError(
        "command line", "--algorithms", fmt::format("{}", request.algorithms.front()),
        "an algorithm that programs can run, with a model that accepts this P and N");
  const experiments::InputForm form = plan.points.front().point.input_form;
  std::vector<std::string> platforms;  // in the order in which they were given
  using PlaceKey = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::size_t>;
  std::map<PlaceKey, std::vector<experiments::Point>> places;
  for (experiments::PlannedPoint& planned : plan.points) {
    experiments::Point& point = planned.point;
    if (point.input_form != form)
      throw base::ConfigError(
          "command line", "input_form", "own",
          "sparse or dense: the algorithms that are compared begin from one form");
    const auto known = std::ranges::find(platforms, point.platform);
    const auto at = static_cast<std::size_t>(known - platforms.begin());
    if (known == platforms.end()) platforms.push_back(point.platform);
    places[{point.ranks, point.universe, point.nnz, at}].push_back(std::move(point));
  }
  if (places.size() > kMostQuestions)
    throw base::ConfigError("command line", "-P, -N, --density and --platform",
                            fmt::format("{} points", places.size()),
                            fmt::format("at most {} points", kMostQuestions));
  std::map<std::string, platforms::PlatformUncertainty> uncertainties;
  for (const std::string& name : platforms)
    uncertainties[name] = platforms::uncertainty_of(
        platforms::read_named_platform(name, "command line", "--platform").content);
  std::vector<Question> questions;
  for (auto& [key, points] : places) {
    Question& question = questions.emplace_back();
    question.points = std::move(points);
    const std::string& name = question.place().platform;
    question.platform = plan.platforms.at(name);
    question.uncertainty = uncertainties.at(name);
    question.refused = refused_at(question.place(), request.algorithms);
    if (!request.memory.empty())
      question.memory_bytes = quantity(request.memory, base::Dimension::size, "--memory");
  }
  return questions;
}

Question read_question(const QuestionRequest& request) {
  std::vector<Question> questions = read_questions(request);
  const Question& last = questions.back();
  const auto require_one = [&](const char* option, const char* name, auto value) {
    if (value(last) == value(questions.front())) return;
    throw base::ConfigError("command line", option,
                            fmt::format("{} and {}", value(questions.front()), value(last)),
                            fmt::format("one {}; sparlab advise and run take several", name));
  };
  require_one("-P", "P", [](const Question& one) { return one.place().ranks; });
  require_one("-N", "N", [](const Question& one) { return one.place().universe; });
  require_one("--density", "density", [](const Question& one) { return one.place().nnz; });
  require_one("--platform", "platform", [](const Question& one) { return one.platform.name; });
  return std::move(questions.front());
}

bool has_data_input(const QuestionRequest& request) {
  const auto input = request.sweep.find("input");
  if (input == request.sweep.end()) return false;
  const nlohmann::json json = experiments::input_from_text(input->second);
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
  if (point.collective != model::Collective::allreduce)
    text = fmt::format("{}{}{}, {}", name_of(point.collective),
                       point.lag > 1 ? fmt::format(" of {} steps", point.lag) : "",
                       point.roots > 1 ? fmt::format(" from {} roots", point.roots) : "", text);
  if (point.groups.known()) text += ", groups " + base::both_ends(point.groups.text(), kMostShown);
  return text;
}

}  // namespace sparlab::analysis
