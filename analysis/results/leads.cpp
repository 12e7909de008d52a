#include "analysis/results/leads.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/results/standing.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::analysis {
namespace {

std::string leaders_text(const Leaders& leaders) {
  if (leaders.names.size() == 1) return leaders.names.front();
  if (leaders.all && leaders.names.size() > 2)
    return fmt::format("all {} algorithms (tied)", leaders.names.size());
  return fmt::format("{} (tied)", fmt::join(leaders.names, " = "));
}

/// "a, b", or the number of names if the list would be too long to read.
std::string names_text(const std::vector<std::string>& names) {
  constexpr std::size_t kReadable = 6;
  return names.size() <= kReadable ? fmt::format("{}", fmt::join(names, ", "))
                                   : fmt::format("{} algorithms that others ran", names.size());
}

/// Positions without a judgement, and the reason: "0.1 (3 of 8 algorithms), 0.3 to 0.5 (none of 8
/// algorithms)".
std::string gaps_text(const Panel& panel, const Coverage& coverage) {
  struct Gap {
    std::size_t present = 0;
    double first = 0;
    double last = 0;
  };
  std::vector<Gap> gaps;
  bool joins = false;  // the previous position is a gap as well
  for (const double position : panel.positions) {
    const bool gap = !coverage.can_judge(position);
    const std::size_t present = coverage.present_at(position);
    if (gap && joins && gaps.back().present == present) {
      gaps.back().last = position;
    } else if (gap) {
      gaps.push_back({present, position, position});
    }
    joins = gap;
  }
  std::string text;
  for (const auto& [present, first, last] : gaps) {
    text += fmt::format("{}{} ({} of {} algorithms)", text.empty() ? "" : ", ",
                        range_text(panel.axis, first, last),
                        present == 0 ? "none" : std::to_string(present), coverage.ran().size());
  }
  return text;
}

/// The leaders among all algorithms of the panel, where they can be judged (Coverage).
LeadersAt leaders_of(const Panel& panel, experiments::Engine engine) {
  return [&panel, engine,
          coverage = Coverage(panel, engine)](double position) -> std::optional<Leaders> {
    if (!coverage.can_judge(position)) return std::nullopt;
    const Standing standing = *standing_at(panel, engine, position);
    Leaders leaders{{}, standing.leaders.size() == standing.fastest_first.size()};
    for (const std::string& algorithm : coverage.ran())
      if (standing.leads(algorithm)) leaders.names.push_back(algorithm);
    return leaders;
  };
}

/// The statement about one engine, without its name.
std::string claim_of(const Panel& panel, experiments::Engine engine) {
  const Coverage coverage(panel, engine);
  const std::vector<std::string>& ran = coverage.ran();
  const auto stretches = lead_stretches(panel.positions, leaders_of(panel, engine));
  std::string text;
  if (ran.size() == 1) {
    const auto& records = panel.find(engine, ran.front())->records;
    const std::string where = records.size() == 1
                                  ? place_text(panel.axis, position(panel.axis, records[0]->point))
                                  : fmt::format("{} of {} values of {}", records.size(),
                                                panel.positions.size(), name_of(panel.axis));
    text = fmt::format("only {} ran, at {}: nothing to compare", ran.front(), where);
  } else if (stretches.empty()) {
    text = "the winner is unknown";
  } else {
    text = stretches_text(panel, stretches);
  }
  if (!coverage.not_run().empty())
    text += fmt::format("; without {}", names_text(coverage.not_run()));
  if (ran.size() == 1) return text;
  if (const std::string gaps = gaps_text(panel, coverage); !gaps.empty())
    text += fmt::format("; results are missing at {}", place_text(panel.axis, gaps));
  return text;
}

/// "model, loggp: a everywhere", where both have this claim; engines with an empty one are left
/// out.
std::vector<std::string> sentences_of(
    const Panel& panel, const std::function<std::string(experiments::Engine)>& claim_of_engine) {
  std::vector<std::pair<std::string, std::string>> claims;  // engines and the statement about them
  for (const experiments::Engine engine : panel.engines()) {
    const std::string claim = claim_of_engine(engine);
    if (claim.empty()) continue;
    const auto same =
        std::ranges::find(claims, claim, &std::pair<std::string, std::string>::second);
    if (same == claims.end()) {
      claims.emplace_back(name_of(engine), claim);
    } else {
      same->first += fmt::format(", {}", name_of(engine));
    }
  }
  std::vector<std::string> sentences;
  for (const auto& [engines, claim] : claims)
    sentences.push_back(fmt::format("{}: {}", engines, claim));
  return sentences;
}

}  // namespace

std::vector<LeadStretch> lead_stretches(const std::vector<double>& positions,
                                        const LeadersAt& leaders_at) {
  std::vector<LeadStretch> stretches;
  bool joins = false;  // the previous position is part of the last stretch
  for (const double position : positions) {
    const auto leaders = leaders_at(position);
    if (leaders && joins && stretches.back().leaders == *leaders) {
      stretches.back().last = position;
    } else if (leaders) {
      stretches.push_back({*leaders, position, position});
    }
    joins = leaders.has_value();
  }
  return stretches;
}

std::string range_text(Axis axis, double first, double last) {
  const std::string text = position_text(axis, first);
  return last > first ? fmt::format("{} to {}", text, position_text(axis, last)) : text;
}

std::string stretches_text(const Panel& panel, const std::vector<LeadStretch>& stretches) {
  const auto place = [&](const LeadStretch& stretch) {
    return place_text(panel.axis, range_text(panel.axis, stretch.first, stretch.last));
  };
  const auto is_range = [](const LeadStretch& stretch) { return stretch.last > stretch.first; };
  const LeadStretch& start = stretches.front();
  if (is_range(start) && start.first == panel.positions.front() &&
      start.last == panel.positions.back())
    return fmt::format("{} everywhere ({})", leaders_text(start.leaders), place(start));
  std::string text;
  for (const LeadStretch& stretch : stretches) {
    const std::string where =
        text.empty() ? place(stretch) : range_text(panel.axis, stretch.first, stretch.last);
    text += fmt::format("{}{} {} {}", text.empty() ? "" : ", ", leaders_text(stretch.leaders),
                        is_range(stretch) ? "from" : "at", where);
  }
  return text;
}

std::vector<std::string> lead_sentences(const Panel& panel) {
  return sentences_of(panel, [&](experiments::Engine engine) { return claim_of(panel, engine); });
}

std::string gain_sentence(const Panel& panel) {
  const auto sentences = sentences_of(panel, [&](experiments::Engine engine) {
    const auto stretches =
        lead_stretches(panel.positions, [&](double position) -> std::optional<Leaders> {
          const auto standing = standing_at(panel, engine, position);
          if (!standing || standing->best_dense == nullptr) return std::nullopt;
          return Leaders{{standing->best_dense->point.algorithm.spec()}, false};
        });
    return stretches.empty() ? std::string() : stretches_text(panel, stretches);
  });
  if (sentences.empty()) return {};
  return fmt::format("gain: over the best dense algorithm that ran; {}",
                     fmt::join(sentences, "; "));
}

}  // namespace sparlab::analysis
