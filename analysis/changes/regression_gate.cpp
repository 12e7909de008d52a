#include "analysis/changes/regression_gate.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/errors/errors.hpp"
#include "base/text/nearest_name.hpp"
#include "base/text/parse_number.hpp"

namespace sparlab::analysis {
namespace {

const std::vector<std::string> kRuleNames = {"slower", "changed", "missing", "wrong"};
constexpr double kLargestShare = 100;

/// "0.05" or "5%"; nullopt for everything else.
std::optional<double> share_from(std::string_view text) {
  const bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  auto value = base::parse_number<double>(text);
  if (value && percent) *value /= 100;
  return value && *value >= 0 && *value <= kLargestShare ? value : std::nullopt;
}

GateRule rule_from(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  const auto known = std::ranges::find(kRuleNames, name);
  if (known == kRuleNames.end())
    throw base::ConfigError("command line", "--fail-on", text,
                            "slower[:SHARE], changed[:SHARE], missing, wrong",
                            base::nearest_name(name, kRuleNames));
  GateRule rule;
  rule.text = text;
  rule.kind = static_cast<GateRule::Kind>(known - kRuleNames.begin());
  if (colon == std::string::npos) return rule;
  const bool takes_share =
      rule.kind == GateRule::Kind::slower || rule.kind == GateRule::Kind::changed;
  const auto share = share_from(std::string_view(text).substr(colon + 1));
  if (!takes_share || !share)
    throw base::ConfigError("command line", "--fail-on", text,
                            takes_share
                                ? "a share from 0 to 100 after the colon, such as 0.05 or 5%"
                                : name + " without a share");
  rule.share = *share;
  return rule;
}

bool refuses(const GateRule& rule, const ChangedPoint& point) {
  const double ratio = point.ratio.value_or(1);
  const bool slower = point.change == Change::slower;
  switch (rule.kind) {
    case GateRule::Kind::slower:
      // A time of 0 in the baseline has no ratio: any longer time is slower by any share.
      return slower && (!point.ratio || ratio - 1 > rule.share);
    case GateRule::Kind::changed:
      if (slower) return !point.ratio || ratio - 1 > rule.share;
      return point.change == Change::faster && 1 - ratio > rule.share;
    case GateRule::Kind::missing:
      return point.change == Change::missing;
    case GateRule::Kind::wrong:
      return point.newly_wrong();
  }
  return false;
}

}  // namespace

std::vector<GateRule> gate_rules_from(const std::string& text) {
  std::vector<GateRule> rules;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    rules.push_back(rule_from(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return rules;
}

std::vector<const ChangedPoint*> refused_by(const GateRule& rule, const RunComparison& comparison) {
  std::vector<const ChangedPoint*> refused;
  for (const ChangedPoint& point : comparison.points)
    if (refuses(rule, point)) refused.push_back(&point);
  return refused;
}

}  // namespace sparlab::analysis
