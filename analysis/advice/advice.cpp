#include "analysis/advice/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "algos/registry/registry.hpp"
#include "experiments/run/execution/delegation_text.hpp"

namespace sparlab::analysis {
namespace {

/// What searching settings may take of this process's time, at the point and then along axes.
constexpr double kPointSearch_s = 0.1;
constexpr double kAxesSearch_s = 0.1;
/// Models of more ranks take longer.
constexpr std::uint64_t kManyRanks = 256;
constexpr double kManyRanksFactor = 4;

double search_s(double seconds, std::uint64_t ranks) {
  return ranks > kManyRanks ? kManyRanksFactor * seconds : seconds;
}

bool as_fast(double ratio) { return ratio < kAsFast; }

class Adviser {
 public:
  explicit Adviser(const Question& question)
      : question_(question),
        place_(question.place(), place_of(question.place()), question.platform),
        machines_(question.platform, question.uncertainty, question.place().ranks,
                  question.place().groups) {
    require_ranks(question.place());
    advice_ = {
        .place = question.place(),
        .place_text = describe_place(question.place(), question.platform),
        .platform = question.platform.name,
        .platform_hash = question.platform.hash,
        .ranking = rank_algorithms(question, place_, machines_,
                                   SearchLimit(search_s(kPointSearch_s, question.place().ranks))),
        .bound = lower_bound(question.place(), place_, question.platform),
        .chooses = {},
        .crossovers = {},
        .not_searched = {},
        .uncertain = {},
        .assumed = question.uncertainty.assumed,
        .refused = question.refused,
        .extrapolated_from = place_.extrapolated_from(),
        .confirmed = {}};
    if (exact().empty()) refuse_without_exact(question, "at least one exact algorithm");
    const auto& excluded = advice_.ranking.excluded;
    advice_.refused.insert(advice_.refused.end(), excluded.begin(), excluded.end());
    if (!advice_.ranking.choosing.empty())
      advice_.chooses = experiments::run::delegation_text(place_.problem());
  }

  Advice answer(const AdviceOptions& options) {
    add_crossovers();
    for (std::size_t kind = 0; kind < platforms::kUncertainNames.size(); ++kind)
      for (const bool upper : {false, true})
        add_uncertain(static_cast<platforms::Uncertain>(kind), upper);
    if (options.confirm) advice_.confirmed = confirmed(*options.confirm);
    return std::move(advice_);
  }

 private:
  const std::vector<RankedAlgorithm>& exact() const { return advice_.ranking.exact; }
  const RankedAlgorithm& best() const { return advice_.best(); }

  /// Data fix N and the density, and known groups P.
  std::vector<Axis> free_axes() const {
    std::vector<Axis> axes = {Axis::density, Axis::ranks, Axis::universe};
    if (inputs::is_real_data(question_.place().input.kind)) axes = {Axis::ranks};
    if (question_.place().groups.known()) std::erase(axes, Axis::ranks);
    return axes;
  }

  void add_crossovers() {
    std::vector<experiments::Point> points;
    std::vector<const RankedAlgorithm*> searched;
    for (const RankedAlgorithm& ranked : exact()) {
      if (is_far_behind(ranked.point, ranked.seconds, best().seconds)) {
        advice_.not_searched.push_back(ranked.name());
        continue;
      }
      points.push_back(ranked.point);
      points.back().algorithm = ranked.asked.algorithm;
      searched.push_back(&ranked);
    }
    const SearchLimit limit(search_s(kAxesSearch_s, question_.place().ranks));
    for (const Axis axis : free_axes()) {
      AxisTimes times(points, question_.platform, axis);
      times.search_settings(limit);
      for (std::size_t i = 0; i < points.size(); ++i)
        times.know(i, {searched[i]->point.algorithm, searched[i]->seconds});
      for (const Direction direction : {Direction::down, Direction::up})
        advice_.crossovers.push_back(crossover(times, direction));
    }
    if (limit.is_over()) advice_.cut_short = true;
  }

  static AdviceCrossover crossover(AxisTimes& times, Direction direction) {
    const NextCrossover next = next_crossover(times, 0, direction);
    AdviceCrossover found{
        .axis = times.axis(),
        .direction = direction,
        .until = axis_position(times, next.looked_to),
        .from = {},
        .algorithm = {},
        .extrapolated_from = times.extrapolated_from(next.step.value_or(next.looked_to))};
    if (!next.step) return found;
    found.from = axis_position(times, *next.step);
    found.algorithm = times.settings(next.winner, *next.step).algorithm.spec();
    return found;
  }

  /// The fastest algorithm with one kind of numbers at one end.
  void add_uncertain(platforms::Uncertain numbers, bool upper) {
    const auto seconds = [&](const RankedAlgorithm& ranked) {
      return machines_.seconds(ranked.cost, numbers, upper);
    };
    const auto is_unchanged = [&](const RankedAlgorithm& ranked) {
      return seconds(ranked) == ranked.seconds;
    };
    if (std::ranges::all_of(exact(), is_unchanged)) return;
    const RankedAlgorithm& fastest = *std::ranges::min_element(exact(), {}, seconds);
    const double behind = seconds(best()) / seconds(fastest);
    advice_.uncertain.push_back(
        {.numbers = std::string(platforms::kUncertainNames[static_cast<std::size_t>(numbers)]),
         .upper = upper,
         .factors = factors_text(numbers, upper),
         .time_s = seconds(best()),
         .fastest = as_fast(behind) ? best().name() : fastest.name(),
         .ratio = behind});
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
    if (numbers == platforms::Uncertain::groups) factors = known.groups;
    if (factors.empty()) return "inside hosts";
    std::vector<double> ends;
    for (const platforms::UncertaintyFactors& one : factors)
      ends.push_back(upper ? one.high : one.low);
    const auto [least, greatest] = std::ranges::minmax(ends);
    return least == greatest ? fmt::format("x {:.3g}", least)
                             : fmt::format("x {:.3g} to {:.3g}", least, greatest);
  }

  /// The fastest exact algorithms, simulated.
  Confirmation confirmed(experiments::Engine engine) const {
    std::vector<Candidate> candidates;
    for (const RankedAlgorithm& ranked : exact())
      candidates.push_back({ranked.point, ranked.name(), ranked.seconds});
    return confirm({candidates.data(), contenders(candidates)}, question_.platform, engine);
  }

  const Question& question_;
  PlaceModel place_;
  VariedMachines machines_;
  Advice advice_;
};

}  // namespace

std::vector<std::string> Advice::equal() const {
  std::vector<std::string> names;
  for (const RankedAlgorithm& one : ranking.exact) {
    if (!as_fast(ratio(one))) break;
    if (&one != &best()) names.push_back(one.name());
    names.insert(names.end(), one.same.begin(), one.same.end());
  }
  return names;
}

const RankedAlgorithm* Advice::runner_up() const {
  const auto found = std::ranges::find_if(
      ranking.exact, [&](const RankedAlgorithm& one) { return !as_fast(ratio(one)); });
  return found == ranking.exact.end() ? nullptr : &*found;
}

const RankedAlgorithm* Advice::dense() const {
  const auto found = std::ranges::find_if(ranking.exact, &RankedAlgorithm::dense);
  return found == ranking.exact.end() ? nullptr : &*found;
}

const RankedAlgorithm* Advice::approximate() const {
  const bool faster =
      !ranking.approximate.empty() && ranking.approximate.front().seconds < best().seconds;
  return faster ? &ranking.approximate.front() : nullptr;
}

Advice advise(const Question& question, const AdviceOptions& options) {
  return Adviser(question).answer(options);
}

}  // namespace sparlab::analysis
