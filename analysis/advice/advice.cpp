#include "analysis/advice/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "algos/registry/registry.hpp"
#include "analysis/advice/algorithm_ranking.hpp"
#include "analysis/advice/confirmation.hpp"
#include "analysis/advice/next_crossover.hpp"
#include "base/errors/errors.hpp"
#include "experiments/run/execution/delegation_text.hpp"

namespace sparlab::analysis {
namespace {

using nlohmann::ordered_json;

/// A winner that another engine contradicts by less than this share of its time still holds.
constexpr double kHolds = 0.02;
/// Algorithms that take at most this many times the least time are confirmed: at least three, at
/// most six.
constexpr double kContender = 1.5;
constexpr std::size_t kFewestContenders = 3;
constexpr std::size_t kMostContenders = 6;

/// Formulas that visit every block of the vector take milliseconds for universes above this size.
/// Those of algorithms that take more than this many times the least time are not searched.
constexpr std::uint64_t kManyBlocks = std::uint64_t{1} << 20U;
constexpr double kFarBehind = 4;

bool visits_blocks(const model::Algorithm& algorithm) {
  const auto parameters = algos::info_of(algorithm).parameters();
  return std::ranges::find(parameters, "block", &model::ParameterInfo::name) != parameters.end();
}

/// What all verbs say of an algorithm's time.
ordered_json time_of(const RankedAlgorithm& ranked, double ratio) {
  return {{"algorithm", ranked.name()}, {"time_s", ranked.seconds}, {"ratio", ratio}};
}

class Adviser {
 public:
  explicit Adviser(const Question& question)
      : question_(question),
        place_(question.place(), place_of(question.place()), question.platform),
        machines_(question.platform, question.uncertainty, question.place().ranks) {
    if (question.place().ranks < 2)
      throw base::ConfigError("command line", "-P", "1",
                              "at least 2: one rank has nothing to reduce");
    ranking_ = rank_algorithms(question, place_, machines_);
    if (ranking_.exact.empty())
      throw base::ConfigError(
          "command line", "--algorithms", "no exact algorithm accepts this point",
          "at least one exact algorithm, besides those that choose among others");
  }

  ordered_json answer(const AdviceOptions& options) const {
    const experiments::Point& place = question_.place();
    ordered_json advice = {{"place", describe_place(place, question_.platform)},
                           {"P", place.ranks},
                           {"N", place.universe},
                           {"nnz", place.nnz},
                           {"density", place.density},
                           {"input", inputs::name_of(place.input.kind)},
                           {"platform", question_.platform.name},
                           {"platform_hash", question_.platform.hash},
                           {"algorithms", table()},
                           {"choosing", choosing()},
                           {"use", best().name()},
                           {"equal", equal()},
                           {"runner_up", runner_up()},
                           {"dense", dense()},
                           {"approximate", approximate()},
                           {"crossovers", crossovers()},
                           {"not_searched", not_searched()},
                           {"uncertain", uncertain()},
                           {"assumed", question_.uncertainty.assumed},
                           {"refused", refused()},
                           {"confirmed", nullptr}};
    if (const auto ranks = place_.extrapolated_from()) advice["extrapolated_from"] = *ranks;
    if (options.confirm) advice["confirmed"] = confirmed(*options.confirm);
    return advice;
  }

 private:
  const RankedAlgorithm& best() const { return ranking_.exact.front(); }
  double ratio(const RankedAlgorithm& ranked) const { return ranked.seconds / best().seconds; }

  ordered_json row(const RankedAlgorithm& ranked, const char* result) const {
    return {{"algorithm", ranked.name()},
            {"same", ranked.same},
            {"result", result},
            {"dense", ranked.dense},
            {"time_s", ranked.seconds},
            {"low_s", ranked.interval.low_s},
            {"high_s", ranked.interval.high_s},
            {"rank_bytes", ranked.rank_bytes},
            {"ratio", ratio(ranked)}};
  }

  ordered_json table() const {
    ordered_json rows = ordered_json::array();
    for (const RankedAlgorithm& one : ranking_.exact) rows.push_back(row(one, "exact"));
    for (const RankedAlgorithm& one : ranking_.approximate) rows.push_back(row(one, "approximate"));
    return rows;
  }

  /// The algorithms that choose, and what they choose here.
  ordered_json choosing() const {
    ordered_json rows = ordered_json::array();
    for (const RankedAlgorithm& one : ranking_.choosing) {
      rows.push_back(row(one, "exact"));
      rows.back()["chooses"] = experiments::run::delegation_text(place_.problem());
    }
    return rows;
  }

  bool as_fast_as_best(const RankedAlgorithm& ranked) const { return ratio(ranked) < kAsFast; }

  /// The exact algorithms that are as fast as the best one.
  ordered_json equal() const {
    ordered_json names = best().same;
    for (std::size_t i = 1; i < ranking_.exact.size() && as_fast_as_best(ranking_.exact[i]); ++i) {
      names.push_back(ranking_.exact[i].name());
      for (const std::string& name : ranking_.exact[i].same) names.push_back(name);
    }
    return names;
  }

  /// The first algorithm that is slower than the best one.
  ordered_json runner_up() const {
    const auto found = std::ranges::find_if(
        ranking_.exact, [&](const RankedAlgorithm& one) { return !as_fast_as_best(one); });
    return found == ranking_.exact.end() ? nullptr : time_of(*found, ratio(*found));
  }

  /// The best dense algorithm.
  ordered_json dense() const {
    const auto found = std::ranges::find_if(ranking_.exact, &RankedAlgorithm::dense);
    return found == ranking_.exact.end() ? nullptr : time_of(*found, ratio(*found));
  }

  /// The fastest approximate algorithm, if it is faster than the exact ones.
  ordered_json approximate() const {
    if (ranking_.approximate.empty()) return nullptr;
    const RankedAlgorithm& first = ranking_.approximate.front();
    return first.seconds < best().seconds ? time_of(first, ratio(first)) : nullptr;
  }

  ordered_json refused() const {
    ordered_json list = ordered_json::array();
    for (const RefusedAlgorithm& one : question_.refused)
      list.push_back({{"algorithm", one.algorithm}, {"reason", one.reason}});
    return list;
  }

  /// Data fix N and the density.
  std::vector<Axis> free_axes() const {
    if (inputs::is_real_data(question_.place().input.kind)) return {Axis::ranks};
    return {Axis::density, Axis::ranks, Axis::universe};
  }

  ordered_json crossovers() const {
    ordered_json list = ordered_json::array();
    std::vector<experiments::Point> points;
    std::vector<double> seconds;
    for (const RankedAlgorithm& ranked : ranking_.exact) {
      if (!is_searched(ranked)) continue;
      points.push_back(ranked.point);
      seconds.push_back(ranked.seconds);
    }
    for (const Axis axis : free_axes()) {
      AxisTimes times(points, question_.platform, axis);
      for (std::size_t i = 0; i < points.size(); ++i) times.know(i, times.here(), seconds[i]);
      for (const Direction direction : {Direction::down, Direction::up})
        list.push_back(crossover(times, direction, points));
    }
    return list;
  }

  bool is_searched(const RankedAlgorithm& ranked) const {
    return question_.place().universe <= kManyBlocks || ratio(ranked) <= kFarBehind ||
           !visits_blocks(ranked.point.algorithm);
  }

  ordered_json not_searched() const {
    ordered_json names = ordered_json::array();
    for (const RankedAlgorithm& ranked : ranking_.exact)
      if (!is_searched(ranked)) names.push_back(ranked.name());
    return names;
  }

  static ordered_json crossover(AxisTimes& times, Direction direction,
                                const std::vector<experiments::Point>& points) {
    const NextCrossover next = next_crossover(times, 0, direction);
    ordered_json one = {{"axis", analysis::name_of(times.axis())},
                        {"direction", direction == Direction::up ? "up" : "down"},
                        {"until", times.position_of(next.looked_to)},
                        {"until_text", step_text(times, next.looked_to)},
                        {"from", nullptr}};
    if (const auto ranks = times.extrapolated_from(next.step.value_or(next.looked_to)))
      one["extrapolated_from"] = *ranks;
    if (!next.step) return one;
    one["from"] = times.position_of(*next.step);
    one["from_text"] = step_text(times, *next.step);
    one["algorithm"] = points[next.winner].algorithm.spec();
    return one;
  }

  /// The fastest algorithm with each kind of numbers at its ends.
  ordered_json uncertain() const {
    ordered_json list = ordered_json::array();
    for (std::size_t kind = 0; kind < platforms::kUncertainNames.size(); ++kind) {
      const auto numbers = static_cast<platforms::Uncertain>(kind);
      for (const bool upper : {false, true}) {
        const auto seconds = [&](const RankedAlgorithm& ranked) {
          return machines_.seconds(ranked.cost, numbers, upper);
        };
        if (std::ranges::all_of(ranking_.exact, [&](const RankedAlgorithm& ranked) {
              return seconds(ranked) == ranked.seconds;
            }))
          continue;
        const RankedAlgorithm& fastest = *std::ranges::min_element(ranking_.exact, {}, seconds);
        const double behind = seconds(best()) / seconds(fastest);
        list.push_back({{"numbers", platforms::kUncertainNames[kind]},
                        {"end", upper ? "upper" : "lower"},
                        {"factors", factors_text(numbers, upper)},
                        {"time_s", seconds(best())},
                        {"fastest", behind < kAsFast ? best().name() : fastest.name()},
                        {"ratio", behind}});
      }
    }
    return list;
  }

  /// The factors of the numbers of a kind: "x 0.6", or "x 0.5 to 0.67".
  std::string factors_text(platforms::Uncertain numbers, bool upper) const {
    const platforms::PlatformUncertainty& known = question_.uncertainty;
    std::vector<platforms::UncertaintyFactors> factors;
    if (numbers == platforms::Uncertain::alpha) factors = known.transport.alphas;
    if (numbers == platforms::Uncertain::beta) factors = known.transport.betas;
    if (numbers == platforms::Uncertain::patterns) factors = known.transport.patterns;
    if (numbers == platforms::Uncertain::gamma)
      factors = {known.merge, known.scatter, known.dense_sum, known.copy, known.select};
    if (numbers == platforms::Uncertain::start) factors = known.transport.starts;
    if (factors.empty()) return "inside hosts";
    std::vector<double> ends;
    for (const platforms::UncertaintyFactors& one : factors)
      ends.push_back(upper ? one.high : one.low);
    const auto [least, greatest] = std::ranges::minmax(ends);
    return least == greatest ? fmt::format("x {:.3g}", least)
                             : fmt::format("x {:.3g} to {:.3g}", least, greatest);
  }

  /// The fastest exact algorithms and the best dense one, simulated.
  ordered_json confirmed(experiments::Engine engine) const {
    std::vector<const RankedAlgorithm*> contenders;
    for (const RankedAlgorithm& ranked : ranking_.exact) {
      const bool near = ratio(ranked) <= kContender && contenders.size() < kMostContenders;
      if (near || contenders.size() < kFewestContenders) contenders.push_back(&ranked);
    }
    std::vector<experiments::Point> points;
    for (const RankedAlgorithm* ranked : contenders) points.push_back(ranked->point);
    const std::vector<SimulatedTime> times = simulate(points, question_.platform, engine);
    ordered_json rows = ordered_json::array();
    const SimulatedTime* fastest = nullptr;
    for (std::size_t i = 0; i < times.size(); ++i) {
      ordered_json row = {{"algorithm", times[i].algorithm},
                          {"model_s", contenders[i]->seconds},
                          {"time_s", nullptr}};
      if (times[i].seconds) {
        row["time_s"] = *times[i].seconds;
        if (fastest == nullptr || *times[i].seconds < *fastest->seconds) fastest = &times[i];
      } else {
        row["failure"] = times[i].failure;
      }
      rows.push_back(std::move(row));
    }
    ordered_json confirmation = {{"engine", experiments::name_of(engine)},
                                 {"algorithms", std::move(rows)},
                                 {"fastest", nullptr},
                                 {"ratio", nullptr},
                                 {"holds", nullptr}};
    if (fastest == nullptr) return confirmation;
    confirmation["fastest"] = fastest->algorithm;
    if (!times.front().seconds) return confirmation;
    const double regret = *times.front().seconds / *fastest->seconds;
    confirmation["ratio"] = regret;
    confirmation["holds"] = regret <= 1 + kHolds;
    return confirmation;
  }

  const Question& question_;
  PlaceModel place_;
  VariedMachines machines_;
  AlgorithmRanking ranking_;
};

}  // namespace

ordered_json advise(const Question& question, const AdviceOptions& options) {
  return Adviser(question).answer(options);
}

}  // namespace sparlab::analysis
