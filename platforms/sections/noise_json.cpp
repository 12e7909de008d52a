#include "platforms/sections/noise_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/text/text_table.hpp"

namespace sparlab::platforms {
namespace {

using runtime::loggp::Delays;

const std::vector<std::string> kDistributions = {"uniform", "exponential", "normal", "lognormal"};

/// One delay for each message, or for each run.
const std::vector<std::string> kDrawn = {"message", "run"};

/// With larger ratios of the 90th percentile and the median, single delays exceed the longest time
/// that a platform may have.
constexpr double kMostRatio = 1e3;

/// Reads the parameters of a distribution, all of one dimension.
class DelayReader {
 public:
  DelayReader(base::StrictObject& section, bool may_be_relative)
      : section_(section), may_be_relative_(may_be_relative) {}

  Delays read() {
    Delays delays;
    const std::size_t choice = section_.choice("distribution", kDistributions);
    delays.kind = static_cast<Delays::Kind>(choice + 1);
    const bool is_lognormal = delays.kind == Delays::Kind::lognormal;
    delays.typical = delay(is_lognormal ? "median" : "mean");
    if (delays.kind == Delays::Kind::normal) delays.spread = delay("deviation");
    if (is_lognormal) read_p90(delays);
    section_.finish();
    return delays;
  }

  bool relative() const { return relative_.value_or(false); }

 private:
  double delay(const std::string& key) {
    const bool relative = may_be_relative_ && section_.has_unit(key, base::Dimension::multiple);
    if (relative_ && *relative_ != relative)
      section_.refuse(key, relative ? "a multiple" : "a time",
                      "the same dimension as the number before");
    relative_ = relative;
    return section_.quantity(key, relative ? base::Dimension::multiple : base::Dimension::time);
  }

  void read_p90(Delays& delays) {
    delays.spread = delay("p90");
    if (!(delays.typical > 0)) section_.fail("median", "more than 0");
    if (!(delays.spread > delays.typical && delays.spread <= kMostRatio * delays.typical))
      section_.fail("p90",
                    fmt::format("more than the median, and at most {:g} times it", kMostRatio));
  }

  base::StrictObject& section_;
  bool may_be_relative_;
  std::optional<bool> relative_;
};

void read_start(base::StrictObject& noise, runtime::loggp::Noise& read) {
  base::StrictObject section = noise.object("start");
  if (section.has("by_rank")) {
    read.start_by_rank = section.quantities("by_rank", base::Dimension::time, kMostListedDelays);
    return section.finish();
  }
  read.start = DelayReader(section, false).read();
}

RunSpread read_run(base::StrictObject& noise) {
  base::StrictObject section = noise.object("run");
  const RunSpread spread{section.quantity("p10", base::Dimension::multiple),
                         section.quantity("p90", base::Dimension::multiple)};
  if (!(spread.p10 > 0 && spread.p10 <= 1)) section.fail("p10", "above 0, and at most 1");
  if (!(spread.p90 >= 1 && spread.p90 <= kMostRatio))
    section.fail("p90", fmt::format("from 1 to {:g}", kMostRatio));
  section.finish();
  return spread;
}

std::string text_of(const Delays& delays, bool relative) {
  const auto number = [&](double value) {
    return relative ? fmt::format("{:.3g} times its time", value) : base::seconds_text(value);
  };
  const std::string& name = kDistributions[static_cast<std::size_t>(delays.kind) - 1];
  switch (delays.kind) {
    case Delays::Kind::normal:
      return fmt::format("{}, mean {}, deviation {}", name, number(delays.typical),
                         number(delays.spread));
    case Delays::Kind::lognormal:
      return fmt::format("{}, median {}, p90 {}", name, number(delays.typical),
                         number(delays.spread));
    case Delays::Kind::none:
    case Delays::Kind::uniform:
    case Delays::Kind::exponential:
      break;
  }
  return fmt::format("{}, mean {}", name, number(delays.typical));
}

}  // namespace

Noise read_noise(base::StrictObject& document) {
  Noise read;
  if (!document.optional("noise")) return read;
  base::StrictObject section = document.object("noise");
  const bool delays = section.has("start") || section.has("message");
  if (delays == section.has("run"))
    document.refuse("noise", delays ? "delays and \"run\"" : "neither",
                    "\"start\" or \"message\" or both, or \"run\" alone");
  if (section.has("run")) read.run = read_run(section);
  if (section.has("start")) read_start(section, read.delays);
  if (section.has("message")) {
    base::StrictObject message = section.object("message");
    read.delays.alike = message.has("drawn") && message.choice("drawn", kDrawn) == 1;
    DelayReader reader(message, true);
    read.delays.message = reader.read();
    read.delays.relative = reader.relative();
  }
  section.finish();
  return read;
}

nlohmann::ordered_json noise_section(const model::FittedRunSpread& spread,
                                     const std::string& source) {
  const auto number = [&](const model::Repeated& ratio) -> nlohmann::ordered_json {
    return {{"value", ratio.value},
            {"unit", "times"},
            {"source", source},
            {"uncertainty", fmt::format("the median over {} measurements; eight of ten have {:.3g} "
                                        "to {:.3g}",
                                        spread.measurements, ratio.lo, ratio.hi)}};
  };
  return {{"run", {{"p10", number(spread.p10)}, {"p90", number(spread.p90)}}}};
}

std::string describe(const RunSpread& spread) {
  return fmt::format("eight of ten runs take {:.3g} to {:.3g} times the median", spread.p10,
                     spread.p90);
}

std::string describe(const runtime::loggp::Noise& noise) {
  std::string text;
  if (!noise.start_by_rank.empty())
    text = fmt::format("start of ranks: up to {}, listed",
                       base::seconds_text(*std::ranges::max_element(noise.start_by_rank)));
  else if (noise.delays_starts())
    text = "start of ranks: " + text_of(noise.start, false);
  if (noise.delays_messages())
    text += (text.empty() ? "" : "; ") +
            std::string(noise.alike ? "all messages of a run alike: " : "each message: ") +
            text_of(noise.message, noise.relative);
  return text;
}

}  // namespace sparlab::platforms
