#include "tests/conformance/suite/auto_regret.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/inputs/data_file.hpp"
#include "experiments/inputs/recording_file.hpp"
#include "experiments/platform/platform_file.hpp"

/// bench_auto_regret PLATFORMS [RECORDING...]: what choosing costs. Prints the regret of
/// sparlab_auto against the best other exact algorithm, in simulated time, on generated gradients
/// in layers and on recordings, truncated to several densities. PLATFORMS is the folder of the
/// platform files.
namespace {

using namespace sparlab;
using conformance::Supports;

struct Set {
  std::string name;
  std::uint64_t universe;
  std::uint64_t entries;  ///< of one rank
  std::function<Supports(int ranks, std::uint64_t entries)> supports;
};

Supports truncated(const experiments::inputs::Recording& recording, int ranks,
                   std::uint64_t entries) {
  Supports supports;
  for (int rank = 0; rank < ranks; ++rank) {
    const auto indices = recording.indices_of(static_cast<std::uint64_t>(rank));
    const auto values = recording.values_of(static_cast<std::uint64_t>(rank));
    std::vector<std::pair<float, std::uint32_t>> largest;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      largest.emplace_back(std::abs(values[i]), indices[i]);
    }
    std::ranges::sort(largest, std::greater<>());
    largest.resize(static_cast<std::size_t>(entries));
    auto& support = supports.emplace_back();
    for (const auto& [magnitude, index] : largest) support.push_back(index);
    std::ranges::sort(support);
  }
  return supports;
}

std::vector<Set> sets_of(const std::vector<std::string>& files) {
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
  for (const std::string& name : files) {
    experiments::inputs::DataFile file(name);
    const auto recording = std::make_shared<const experiments::inputs::Recording>(
        experiments::inputs::read_recording(file));
    sets.push_back({name.substr(name.rfind('/') + 1), recording->universe, recording->nnz,
                    [recording](int ranks, std::uint64_t entries) {
                      return truncated(*recording, ranks, entries);
                    }});
  }
  return sets;
}

struct Platform {
  std::string name;
  std::vector<int> ranks;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: bench_auto_regret PLATFORMS [RECORDING...]\n");
    return 2;
  }
  const std::vector<Set> sets = sets_of({argv + 2, argv + argc});
  fmt::print(
      "| input | platform | P | k | regret | sparlab_auto | best | | chosen | predicted | alone "
      "|\n");
  fmt::print("|---|---|--:|--:|--:|--:|--:|---|---|--:|--:|\n");
  std::vector<double> regrets;
  for (const Platform& platform : {Platform{"piz-daint", {8, 16, 32}}, Platform{"gige-8", {8}},
                                   Platform{"ideal", {8, 16, 32}}}) {
    const auto file =
        experiments::load_platform(std::string(argv[1]) + "/" + platform.name + ".json");
    const conformance::RegretMachine machine{file.machine, file.loggp_hockney};
    for (const Set& set : sets) {
      for (const int ranks : platform.ranks) {
        for (const std::uint64_t part : {1, 2, 4, 8, 16, 32}) {
          const std::uint64_t entries = set.entries / part;
          const auto regret =
              conformance::measure_regret(set.supports(ranks, entries), set.universe, machine);
          regrets.push_back(regret.share());
          fmt::print(
              "| {} | {} | {} | {} | {:.1f} % | {:.1f} us | {:.1f} us | {} | {} | {:.1f} us | "
              "{:.1f} us |\n",
              set.name, platform.name, ranks, entries, 100 * regret.share(), 1e6 * regret.auto_s,
              1e6 * regret.best_s, regret.best, regret.chosen, 1e6 * regret.predicted_s,
              1e6 * regret.chosen_s);
        }
      }
    }
  }
  std::ranges::sort(regrets);
  fmt::print("{} points: worst {:.1f} %, median {:.1f} %\n", regrets.size(), 100 * regrets.back(),
             100 * regrets[regrets.size() / 2]);
}
