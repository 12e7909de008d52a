#include "tests/conformance/suite/auto_regret.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "bench/truncated_recording.hpp"
#include "inputs/files/data_file.hpp"
#include "inputs/formats/recording.hpp"
#include "model/base/order_statistics.hpp"
#include "platforms/files/platform_file.hpp"

/// bench_auto_regret [--bound SHARE] FILE...: the cost of automatic choice. Prints the regret of
/// sparlab_auto against the best other exact algorithm, in simulated time, on the platforms whose
/// files end in .json and the recordings in all other files; without recordings on generated
/// gradients in layers. Inputs are truncated to several densities. P is 8, 16 and 32, as far as the
/// platform has room. With a bound, points with a larger regret are printed and the exit code is 1.
namespace {

using namespace sparlab;
using conformance::Supports;

struct Set {
  std::string name;
  std::uint64_t universe;
  std::uint64_t entries;  ///< of one rank
  std::function<Supports(int ranks, std::uint64_t entries)> supports;
};

Supports truncated(const inputs::Recording& recording, int ranks, std::uint64_t entries) {
  Supports supports;
  for (int rank = 0; rank < ranks; ++rank)
    supports.push_back(bench::largest_of(recording, static_cast<std::uint64_t>(rank),
                                         static_cast<std::size_t>(entries)));
  return supports;
}

std::vector<Set> generated_sets() {
  std::vector<Set> sets;
  for (const double common : {0.2, 0.5, 0.8}) {
    for (const double by_size : {0.2, 0.35, 0.5}) {
      const conformance::LayeredGradients gradients{.common = common, .by_size = by_size};
      const std::uint64_t universe = conformance::layered_universe();
      sets.push_back({fmt::format("layers, common {}, by size {}", common, by_size), universe,
                      universe / 100, [gradients](int ranks, std::uint64_t entries) {
                        return conformance::layered_supports(gradients, ranks, entries);
                      }});
    }
  }
  return sets;
}

std::vector<Set> sets_of(const std::vector<std::string>& recordings) {
  std::vector<Set> sets;
  for (const std::string& name : recordings) {
    inputs::DataFile file(name);
    const auto recording = std::make_shared<const inputs::Recording>(inputs::read_recording(file));
    sets.push_back({name.substr(name.rfind('/') + 1), recording->universe,
                    static_cast<std::uint64_t>(recording->mean_nnz()),
                    [recording](int ranks, std::uint64_t entries) {
                      return truncated(*recording, ranks, entries);
                    }});
  }
  return sets;
}

struct Point {
  std::string name;
  std::uint64_t entries;
  double regret;
};

std::vector<Point> measured(const std::vector<std::string>& platforms,
                            const std::vector<Set>& sets) {
  fmt::print(
      "| input | platform | P | k | regret | sparlab_auto | best | | chosen | predicted | alone "
      "|\n");
  fmt::print("|---|---|--:|--:|--:|--:|--:|---|---|--:|--:|\n");
  std::vector<Point> points;
  for (const std::string& platform : platforms) {
    const auto file = platforms::load_platform(platform);
    for (const Set& set : sets) {
      for (const int ranks : {8, 16, 32}) {
        const auto at = static_cast<std::uint64_t>(ranks);
        if (at > file.max_ranks()) continue;
        const conformance::TwinMachine machine{file.machine(at), file.loggp_hockney(at)};
        for (const std::uint64_t part : {1, 2, 4, 8, 16, 32}) {
          const std::uint64_t entries = set.entries / part;
          const auto regret =
              conformance::measure_regret(set.supports(ranks, entries), set.universe, machine);
          points.push_back(
              {fmt::format("{}, {}, P = {}, k = {}", set.name, file.name, ranks, entries), entries,
               regret.share()});
          fmt::print(
              "| {} | {} | {} | {} | {:.1f} % | {:.1f} us | {:.1f} us | {} | {} | {:.1f} us | "
              "{:.1f} us |\n",
              set.name, file.name, ranks, entries, 100 * regret.share(), 1e6 * regret.auto_s,
              1e6 * regret.best_s, regret.best, regret.chosen, 1e6 * regret.predicted_s,
              1e6 * regret.chosen_s);
        }
      }
    }
  }
  return points;
}

/// Points with from <= entries < to.
void print_summary(const std::vector<Point>& points, std::uint64_t from, std::uint64_t to,
                   double bound) {
  std::vector<double> regrets;
  for (const Point& point : points) {
    if (from <= point.entries && point.entries < to) regrets.push_back(point.regret);
  }
  if (regrets.empty()) return;
  std::ranges::sort(regrets);
  const auto above = regrets.end() - std::ranges::upper_bound(regrets, bound);
  fmt::print(
      "{} points with {} entries or more: {} above {:g} %, worst {:.1f} %, p95 {:.1f} %, median "
      "{:.1f} %\n",
      regrets.size(), from, above, 100 * bound, 100 * regrets.back(),
      100 * model::quantile(regrets, 0.95), 100 * model::median(regrets));
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  double bound = std::numeric_limits<double>::infinity();
  if (arguments.size() > 1 && arguments[0] == "--bound") {
    const std::string& share = arguments[1];
    const auto [end, error] = std::from_chars(share.data(), share.data() + share.size(), bound);
    if (error != std::errc() || end != share.data() + share.size() || !(bound >= 0)) {
      fmt::print(stderr, "--bound: a share of at least 0 is accepted, like 0.1; not '{}'\n", share);
      return 2;
    }
    arguments.erase(arguments.begin(), arguments.begin() + 2);
  }
  const auto platforms_end = std::ranges::stable_partition(arguments, [](const auto& file) {
                               return file.ends_with(".json");
                             }).begin();
  const std::vector<std::string> platforms(arguments.begin(), platforms_end);
  const std::vector<std::string> recordings(platforms_end, arguments.end());
  if (platforms.empty()) {
    fmt::print(stderr,
               "usage: bench_auto_regret [--bound SHARE] PLATFORM.json... [RECORDING...]\n");
    return 2;
  }
  const auto points =
      measured(platforms, recordings.empty() ? generated_sets() : sets_of(recordings));

  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  print_summary(points, 1000, kMost, bound);
  print_summary(points, 400, 1000, bound);
  print_summary(points, 0, 400, bound);
  print_summary(points, 0, kMost, bound);
  bool within = true;
  for (const Point& point : points) {
    if (point.regret <= bound) continue;
    within = false;
    fmt::print(stderr, "above {:g} %: {}: {:.1f} %\n", 100 * bound, point.name, 100 * point.regret);
  }
  return within ? 0 : 1;
}
