#include "analysis/advice/crossover_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "algos/registry/registry.hpp"
#include "base/errors/errors.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/definition/axis.hpp"
#include "model/analysis/crossover.hpp"

namespace sparlab::analysis {
namespace {

constexpr std::uint64_t kLeastUniverse = 1 << 10;
constexpr std::uint64_t kMostUniverse = 1 << 30;

/// The ranks looked at: every number of them, and the end unless --to is given.
struct RankLimits {
  std::uint64_t every;
  std::uint64_t by_default;
};
constexpr RankLimits kGenerated{512, 1024};
/// Formulas look at each of the P parts of the data's universe.
constexpr RankLimits kOfData{64, 256};

constexpr double kStepsPerDoubling = 8;

bool is_group(const std::string& name) { return name == "sparse" || name == "dense"; }

const char* option_of(Axis axis) {
  if (axis == Axis::ranks) return "-P";
  return axis == Axis::universe ? "-N" : "--density";
}

/// The one number that a text stands for.
double number_of(const std::string& text, Axis axis, const std::string& option) {
  auto json = experiments::axis_from_text(text, option);
  if (json.is_array() && json.size() == 1) json = nlohmann::json(json.front());
  std::vector<double> values;
  if (axis == Axis::density) {
    values = experiments::expand_density_axis(json, {"command line", option});
  } else {
    for (const std::uint64_t count : experiments::expand_count_axis(json, {"command line", option}))
      values.push_back(static_cast<double>(count));
  }
  const double most =
      axis == Axis::density ? 1 : static_cast<double>(experiments::kLargestWholeNumber);
  if (values.size() == 1 && values.front() > 0 && values.front() <= most) return values.front();
  throw base::ConfigError("command line", option, text,
                          axis == Axis::density ? "one density above 0 and at most 1, such as 0.1%"
                                                : "one whole number, such as 64 or 25M");
}

class AxisSearch {
 public:
  explicit AxisSearch(const CrossoverRequest& request)
      : request_(request),
        question_(read_question(with_axis(request))),
        times_(question_.points, question_.platform, request.axis) {
    first_ = members(request.first);
    second_ = members(request.second);
    if (request.axis == Axis::ranks && question_.place().groups.known())
      throw base::ConfigError("command line", "--groups", question_.place().groups.text(),
                              "no groups with --in P: they are those of one P");
    if (first_ == second_)
      throw base::ConfigError("command line", "crossover", request.second,
                              "another algorithm than the first one");
  }

  FoundCrossovers answer() {
    const std::vector<std::uint64_t> grid = this->grid();
    const experiments::Point& place = question_.place();
    FoundCrossovers found{.first = request_.first,
                          .second = request_.second,
                          .axis = times_.axis(),
                          .from = at(grid.front()),
                          .to = at(grid.back()),
                          .input = std::string(inputs::name_of(place.input.kind)),
                          .platform = question_.platform.name,
                          .platform_hash = question_.platform.hash,
                          .fixed = fixed_text(),
                          .faster_at_first = faster_at(grid.front()),
                          .faster_at_last = faster_at(grid.back()),
                          .crossovers = {},
                          .extrapolated_from = times_.extrapolated_from(grid.back())};
    for (const model::Crossover& crossing : model::find_integer_crossovers(
             [&](double step) { return least(first_, whole(step)).seconds; },
             [&](double step) { return least(second_, whole(step)).seconds; }, grid))
      found.crossovers.push_back(solved(crossing));
    return found;
  }

 private:
  struct Least {
    double seconds = std::numeric_limits<double>::quiet_NaN();
    std::size_t algorithm = 0;
  };

  /// The request with some value on the axis, so that it can be read: of N the largest, where the
  /// density of whole entries is closest to the one asked for.
  static QuestionRequest with_axis(const CrossoverRequest& request) {
    QuestionRequest question = request.question;
    if (request.axis != Axis::ranks && has_data_input(question))
      throw base::ConfigError("command line", "--input", question.sweep.at("input"),
                              "a generated input, or --in P: data fix N and the density");
    const std::string key(name_of(request.axis));
    if (const auto given = question.sweep.find(key); given != question.sweep.end())
      throw base::ConfigError("command line", option_of(request.axis), given->second,
                              fmt::format("no {0} with --in {0}; --from and --to limit it", key));
    if (request.axis == Axis::density) question.sweep[key] = "0.5";
    if (request.axis == Axis::ranks)
      question.sweep[key] = request.from.empty() ? fewest_ranks(question) : request.from;
    if (request.axis == Axis::universe)
      question.sweep[key] = request.to.empty() ? std::to_string(kMostUniverse) : request.to;
    for (const std::string& name : {request.first, request.second}) {
      const std::string one = is_group(name) ? "exact" : name;
      if (std::ranges::find(question.algorithms, one) == question.algorithms.end())
        question.algorithms.push_back(one);
    }
    return question;
  }

  /// One for each root of a broadcast.
  static std::string fewest_ranks(const QuestionRequest& question) {
    const auto roots = question.sweep.find("roots");
    return roots == question.sweep.end() || roots->second == "1" ? "2" : roots->second;
  }

  std::vector<std::size_t> members(const std::string& name) const {
    std::vector<std::size_t> found;
    const std::string spec = is_group(name) ? "" : model::Algorithm(name).spec();
    for (std::size_t i = 0; i < question_.points.size(); ++i) {
      const model::Algorithm& algorithm = question_.points[i].algorithm;
      const algos::AlgorithmInfo& info = algos::info_of(algorithm);
      const bool in_group = info.exactness == algos::Exactness::exact && !info.chooses &&
                            info.dense() == (name == "dense");
      if (is_group(name) ? in_group : algorithm == spec) found.push_back(i);
    }
    if (found.empty())
      throw base::ConfigError("command line", "crossover", name, "an algorithm with a model");
    return found;
  }

  static std::uint64_t whole(double step) { return static_cast<std::uint64_t>(std::llround(step)); }

  Least least(const std::vector<std::size_t>& group, std::uint64_t step) {
    Least found;
    for (const std::size_t algorithm : group) {
      const double seconds = times_.seconds(algorithm, step);
      if (!std::isnan(seconds) && !(found.seconds <= seconds)) found = {seconds, algorithm};
    }
    return found;
  }

  std::uint64_t step_of(const std::string& text, const char* option, std::uint64_t fallback) const {
    if (text.empty()) return fallback;
    const double number = number_of(text, times_.axis(), option);
    if (times_.axis() != Axis::density) return whole(number);
    const double entries = number * static_cast<double>(question_.place().universe);
    return std::max<std::uint64_t>(1, whole(entries));
  }

  std::vector<std::uint64_t> grid() const {
    const Axis axis = times_.axis();
    const RankLimits& limits =
        inputs::is_real_data(question_.place().input.kind) ? kOfData : kGenerated;
    const std::uint64_t most = times_.last_step();
    const std::uint64_t first = step_of(request_.from, "--from",
                                        axis == Axis::density ? 1
                                        : axis == Axis::ranks ? 2
                                                              : kLeastUniverse);
    const std::uint64_t fallback = axis == Axis::density ? most
                                   : axis == Axis::ranks ? std::min(most, limits.by_default)
                                                         : std::min(most, kMostUniverse);
    const std::uint64_t last = step_of(request_.to, "--to", fallback);
    if (last > most)
      throw base::ConfigError("command line", "--to", request_.to,
                              fmt::format("at most {}, which input, types and platform admit",
                                          step_text(times_, most)));
    if (first >= last)
      throw base::ConfigError(
          "command line", "--from", step_text(times_, first),
          fmt::format("less than {}, the end of the range", step_text(times_, last)));
    std::vector<std::uint64_t> steps = {first};
    while (steps.back() < last) {
      const std::uint64_t step = steps.back();
      const bool every = axis == Axis::ranks && step < limits.every;
      const double grown = std::ceil(static_cast<double>(step) * std::exp2(1 / kStepsPerDoubling));
      steps.push_back(std::min(last, every ? step + 1 : std::max(step + 1, whole(grown))));
    }
    return steps;
  }

  AxisPosition at(std::uint64_t step) const { return axis_position(times_, step); }

  SolvedCrossover solved(const model::Crossover& crossing) {
    const std::uint64_t after = whole(crossing.hi);
    const Least first = least(first_, after);
    const Least second = least(second_, after);
    return {.up_to = at(whole(crossing.lo)),
            .at = at(after),
            .step = after,
            .faster_after = crossing.a_wins_after ? request_.first : request_.second,
            .first_algorithm = spec_of(first),
            .second_algorithm = spec_of(second),
            .first_s = first.seconds,
            .second_s = second.seconds};
  }

  const std::string& spec_of(const Least& found) const {
    return question_.points[found.algorithm].algorithm.spec();
  }

  std::optional<std::string> faster_at(std::uint64_t step) {
    const double first_s = least(first_, step).seconds;
    const double second_s = least(second_, step).seconds;
    if (first_s < second_s) return request_.first;
    if (second_s < first_s) return request_.second;
    return std::nullopt;
  }

  std::string fixed_text() const {
    const experiments::Point& place = question_.place();
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (times_.axis() != Axis::ranks) add(fmt::format("P = {}", place.ranks));
    if (times_.axis() != Axis::universe)
      add(fmt::format("N = {}", base::short_count(place.universe)));
    if (times_.axis() != Axis::density) add(fmt::format("density {}", percent_text(place.density)));
    return text;
  }

  const CrossoverRequest& request_;
  Question question_;
  AxisTimes times_;
  std::vector<std::size_t> first_, second_;
};

}  // namespace

FoundCrossovers search_crossovers(const CrossoverRequest& request) {
  return AxisSearch(request).answer();
}

}  // namespace sparlab::analysis
