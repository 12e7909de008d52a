#include "experiments/report/verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "experiments/points/engine.hpp"
#include "experiments/report/disagreement.hpp"
#include "experiments/report/lead_stretches.hpp"
#include "experiments/report/processor_sharing.hpp"
#include "experiments/report/regret.hpp"

namespace sparlab::experiments {
namespace {

/// Empty if every measured rank had its own processor, or if nothing is compared with measurements.
std::string sharing_sentence(const Panel& panel) {
  const auto sharing = processor_sharing(panel);
  std::vector<std::string_view> others;
  for (const Engine engine : panel.engines())
    if (!measures(engine)) others.push_back(name_of(engine));
  if (!sharing || others.empty()) return {};
  return fmt::format(
      "{} and mpi are not comparable at P = {}: the ranks of mpi took turns on {} processors",
      fmt::join(others, ", "), fmt::join(sharing->ranks, ", "),
      fmt::join(sharing->processors, " or "));
}

}  // namespace

std::vector<std::string> verdict(const Panel& panel, double most_error) {
  std::vector<std::string> sentences;
  const auto add = [&](std::vector<std::string> more) {
    std::ranges::move(more, std::back_inserter(sentences));
  };
  if (const Panel exact = panel.exact(); !exact.series.empty()) {
    add(lead_sentences(exact));
    if (std::string sharing = sharing_sentence(exact); !sharing.empty())
      sentences.push_back(std::move(sharing));
    add(disagreement_sentences(exact));
  }
  for (const Engine engine : panel.engines()) {
    if (auto sentence = regret_sentence(panel, engine)) sentences.push_back(std::move(*sentence));
  }
  add(approximate_sentences(panel, most_error));
  return sentences;
}

}  // namespace sparlab::experiments
