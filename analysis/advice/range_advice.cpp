#include "analysis/advice/range_advice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include "algos/registry/registry.hpp"
#include "analysis/advice/algorithm_ranking.hpp"
#include "base/errors/errors.hpp"
#include "base/text/text_table.hpp"
#include "platforms/files/named_platform.hpp"

namespace sparlab::analysis {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
/// What searching settings may take of this process's time, at all points.
constexpr double kRangeSearch_s = 1;

std::string_view base_of(std::string_view platform) {
  const std::string_view changes = platforms::changes_of(platform);
  return platform.substr(0, platform.size() - changes.size() - (changes.empty() ? 0 : 1));
}

/// Which of the coordinates differ among the points.
struct Varying {
  bool ranks = false, universe = false, density = false, platform = false, name = false;

  explicit Varying(const std::vector<Question>& questions) {
    for (const Question& one : questions) {
      const experiments::Point& first = questions.front().place();
      ranks = ranks || one.place().ranks != first.ranks;
      universe = universe || one.place().universe != first.universe;
      density = density || one.place().density != first.density;
      platform = platform || one.place().platform != first.platform;
      name = name || base_of(one.place().platform) != base_of(first.platform);
    }
  }

  std::string text(const Question& question) const {
    const experiments::Point& place = question.place();
    std::vector<std::string> parts;
    if (ranks) parts.push_back(fmt::format("P = {}", place.ranks));
    if (universe) parts.push_back("N = " + base::short_count(place.universe));
    if (density) parts.push_back("density " + percent_text(place.density));
    // Of one platform, its changes say enough.
    const std::string_view changes = platforms::changes_of(place.platform);
    if (name || (platform && changes.empty()))
      parts.push_back(place.platform);
    else if (platform)
      parts.emplace_back(changes);
    return fmt::format("{}", fmt::join(parts, ", "));
  }
};

bool is_exact(const std::string& spec) {
  return algos::info_of(model::Algorithm(spec)).exactness == algos::Exactness::exact;
}

class RangeAdviser {
 public:
  explicit RangeAdviser(const std::vector<Question>& questions)
      : questions_(questions), varying_(questions) {}

  RangeAdvice answer() {
    add_candidates();
    for (std::size_t i = 0; i < questions_.size(); ++i) add_times(i);
    for (std::size_t i = 0; i < questions_.size(); ++i) add_point(i);
    add_regrets();
    return std::move(advice_);
  }

 private:
  void add_candidate(const model::Algorithm& algorithm) {
    const auto known = std::ranges::find(advice_.candidates, algorithm, &RangeCandidate::algorithm);
    if (known == advice_.candidates.end())
      advice_.candidates.push_back(
          {algorithm, std::vector<double>(questions_.size(), kInfinite), 1, 0});
  }

  void refuse(const RefusedAlgorithm& one) {
    const auto known =
        std::ranges::find(advice_.refused, one.algorithm, &RefusedAlgorithm::algorithm);
    if (known == advice_.refused.end()) advice_.refused.push_back(one);
  }

  void add_candidates() {
    const SearchLimit limit(kRangeSearch_s);
    for (const Question& question : questions_) {
      const experiments::Point& place = question.place();
      require_ranks(place);
      models_.emplace_back(place, place_of(place), question.platform);
      const VariedMachines machines(question.platform, question.uncertainty, place.ranks,
                                    place.groups);
      const AlgorithmRanking ranking = rank_algorithms(question, models_.back(), machines, limit);
      for (const RankedAlgorithm& one : ranking.exact) {
        add_candidate(one.asked.algorithm);
        add_candidate(one.point.algorithm);
      }
      for (const RefusedAlgorithm& one : question.refused) refuse(one);
      for (const RefusedAlgorithm& one : ranking.excluded)
        if (is_exact(one.algorithm))
          refuse({one.algorithm, fmt::format("{}, at {}", one.reason, varying_.text(question))});
    }
  }

  void add_times(std::size_t i) {
    for (RangeCandidate& one : advice_.candidates) {
      experiments::Point point = questions_[i].place();
      point.algorithm = one.algorithm;
      const double seconds = models_[i].seconds(one.algorithm);
      if (!std::isnan(seconds) && !exceeds_memory(questions_[i], point, models_[i]))
        one.seconds[i] = seconds;
    }
  }

  void add_point(std::size_t i) {
    const auto seconds = [i](const RangeCandidate& one) { return one.seconds[i]; };
    const auto least = std::ranges::min_element(advice_.candidates, {}, seconds);
    if (least == advice_.candidates.end() || std::isinf(seconds(*least))) refuse_all();
    auto fastest = static_cast<std::size_t>(least - advice_.candidates.begin());
    if (i > 0) {
      const std::size_t before = advice_.points.back().fastest;
      if (advice_.candidates[before].seconds[i] < kAsFast * seconds(*least)) fastest = before;
      // The first of the next row stands beside the last of this one.
      if (before != fastest && is_next(i)) advice_.switches.push_back(i);
    }
    const experiments::Point& place = questions_[i].place();
    advice_.points.push_back({varying_.text(questions_[i]), place, fastest,
                              lower_bound(place, models_[i], questions_[i].platform)});
  }

  /// Whether a point differs from the one before in one coordinate.
  bool is_next(std::size_t i) const {
    const experiments::Point& here = questions_[i].place();
    const experiments::Point& before = questions_[i - 1].place();
    const int changed =
        (here.ranks != before.ranks ? 1 : 0) + (here.universe != before.universe ? 1 : 0) +
        (here.density != before.density ? 1 : 0) + (here.platform != before.platform ? 1 : 0);
    return changed == 1;
  }

  void add_regrets() {
    std::vector<std::string> fastest;
    for (const RangePoint& point : advice_.points)
      fastest.push_back(advice_.candidates[point.fastest].name());
    for (RangeCandidate& one : advice_.candidates)
      for (std::size_t i = 0; i < advice_.points.size(); ++i)
        if (const double ratio = advice_.ratio(one, i); ratio > one.worst) {
          one.worst = ratio;
          one.worst_point = i;
        }
    std::ranges::stable_sort(advice_.candidates, {}, &RangeCandidate::worst);
    if (std::isinf(advice_.best().worst)) refuse_all();
    for (std::size_t i = 0; i < fastest.size(); ++i)
      advice_.points[i].fastest = static_cast<std::size_t>(
          std::ranges::find(advice_.candidates, fastest[i], &RangeCandidate::name) -
          advice_.candidates.begin());
    const Question& first = questions_.front();
    advice_.place_text = fmt::format("{} points from {}", questions_.size(),
                                     describe_place(first.place(), first.platform));
    advice_.platform = first.platform.name;
    advice_.platform_hash = first.platform.hash;
  }

  [[noreturn]] void refuse_all() const {
    refuse_without_exact(questions_.front(), "at least one exact algorithm that fits all points");
  }

  const std::vector<Question>& questions_;
  Varying varying_;
  std::deque<PlaceModel> models_;
  RangeAdvice advice_;
};

}  // namespace

RangeAdvice advise_range(const std::vector<Question>& questions) {
  return RangeAdviser(questions).answer();
}

}  // namespace sparlab::analysis
