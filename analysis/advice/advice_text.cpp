#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "analysis/advice/advice.hpp"
#include "analysis/advice/amounts.hpp"
#include "base/text/text_table.hpp"
#include "inputs/sources/extrapolation.hpp"

namespace sparlab::analysis {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kAdviceWidth = 100;

std::string text_at(const ordered_json& object, const char* key) {
  return object.at(key).get<std::string>();
}
double number_at(const ordered_json& object, const char* key) {
  return object.at(key).get<double>();
}

void print_ranking(std::ostream& stream, const ordered_json& algorithms,
                   const std::string& result) {
  std::vector<std::vector<std::string>> rows = {
      {"", result, "time", "of the first", "measured in 9 of 10 cases", "memory"}};
  std::size_t place = 0;
  for (const ordered_json& one : algorithms) {
    if (text_at(one, "result") != result) continue;
    rows.push_back({std::to_string(++place), text_at(one, "algorithm"),
                    base::seconds_text(number_at(one, "time_s")),
                    base::ratio_text(number_at(one, "ratio")),
                    fmt::format("{} to {}", base::seconds_text(number_at(one, "low_s")),
                                base::seconds_text(number_at(one, "high_s"))),
                    size_text(number_at(one, "rank_bytes"))});
    for (const ordered_json& same : one.at("same"))
      rows.push_back({"", "= " + same.get<std::string>()});
  }
  if (rows.size() == 1) return;
  base::print_columns(stream, rows, {.right = {0, 2, 3, 5}});
  stream << '\n';
}

class Conclusions {
 public:
  explicit Conclusions(std::ostream& stream) : stream_(stream) {}

  void add(const std::string& title, const std::string& text) {
    base::print_wrapped(stream_, fmt::format("{:<13}{}", title, text), 0, kAdviceWidth);
  }

 private:
  std::ostream& stream_;
};

/// "sparse_ring from 0.02 % down", "no change down to 2".
std::string crossover_side(const ordered_json& one) {
  const std::string direction = text_at(one, "direction");
  const char* const extrapolated = one.contains("extrapolated_from") ? " (extrapolated)" : "";
  if (one.at("from").is_null())
    return fmt::format("no change {} to {}{}", direction, text_at(one, "until_text"), extrapolated);
  return fmt::format("{} from {} {}{}", text_at(one, "algorithm"), text_at(one, "from_text"),
                     direction, extrapolated);
}

void print_crossovers(Conclusions& conclusions, const ordered_json& crossovers) {
  std::vector<std::string> axes;
  std::map<std::string, std::string> sides;
  for (const ordered_json& one : crossovers) {
    const std::string axis = text_at(one, "axis");
    std::string& text = sides[axis];
    if (text.empty()) axes.push_back(axis);
    text += (text.empty() ? "" : "; ") + crossover_side(one);
  }
  for (const std::string& axis : axes) conclusions.add("in " + axis, sides[axis]);
}

/// One line for the two ends of a kind of numbers.
void print_uncertain(Conclusions& conclusions, const ordered_json& uncertain,
                     const std::string& use) {
  std::vector<std::string> kinds;
  std::map<std::string, std::string> texts;
  for (const ordered_json& one : uncertain) {
    const std::string kind = text_at(one, "numbers");
    const std::string fastest = text_at(one, "fastest");
    std::string& text = texts[kind];
    if (text.empty()) kinds.push_back(kind);
    text += fmt::format(
        "{}{}: {}, {}", text.empty() ? "" : "; ", text_at(one, "factors"),
        base::seconds_text(number_at(one, "time_s")),
        fastest == use
            ? "still the fastest"
            : fmt::format("{} of {}", base::ratio_text(number_at(one, "ratio")), fastest));
  }
  for (const std::string& kind : kinds) conclusions.add("if " + kind, texts[kind]);
}

void print_confirmation(std::ostream& stream, const ordered_json& confirmed) {
  if (confirmed.is_null()) return;
  const std::string engine = text_at(confirmed, "engine");
  std::vector<std::vector<std::string>> rows = {{"", engine, "model"}};
  for (const ordered_json& one : confirmed.at("algorithms"))
    rows.push_back({text_at(one, "algorithm"),
                    one.at("time_s").is_null() ? text_at(one, "failure")
                                               : base::seconds_text(number_at(one, "time_s")),
                    base::seconds_text(number_at(one, "model_s"))});
  stream << '\n';
  base::print_columns(stream, rows, {.right = {1, 2}});
  if (confirmed.at("holds").is_null()) {
    stream << fmt::format("{} gave no time for the choice\n", engine);
  } else if (confirmed.at("holds").get<bool>()) {
    stream << fmt::format("{} confirms the choice\n", engine);
  } else {
    base::print_wrapped(
        stream,
        fmt::format("{} contradicts the choice: {} of {}", engine,
                    base::ratio_text(number_at(confirmed, "ratio")), text_at(confirmed, "fastest")),
        0, kAdviceWidth);
  }
}

}  // namespace

void print_advice(std::ostream& stream, const ordered_json& advice) {
  base::print_wrapped(stream, text_at(advice, "place"), 0, kAdviceWidth);
  if (advice.contains("extrapolated_from"))
    base::print_wrapped(
        stream,
        inputs::extrapolation_text(fmt::format("P = {}", advice.at("P").get<std::uint64_t>()),
                                   advice.at("extrapolated_from").get<std::uint64_t>()),
        0, kAdviceWidth);
  stream << '\n';
  print_ranking(stream, advice.at("algorithms"), "exact");
  print_ranking(stream, advice.at("algorithms"), "approximate");
  Conclusions conclusions(stream);
  conclusions.add("use", text_at(advice, "use"));
  if (const auto equal = advice.at("equal").get<std::vector<std::string>>(); !equal.empty())
    conclusions.add("as fast", fmt::format("{}", fmt::join(equal, ", ")));
  if (const ordered_json& second = advice.at("runner_up"); !second.is_null())
    conclusions.add("runner-up", fmt::format("{}, {} the time", text_at(second, "algorithm"),
                                             base::ratio_text(number_at(second, "ratio"))));
  for (const ordered_json& one : advice.at("choosing"))
    conclusions.add(text_at(one, "algorithm"),
                    fmt::format("chooses {}: {}, {} the time", text_at(one, "chooses"),
                                base::seconds_text(number_at(one, "time_s")),
                                base::ratio_text(number_at(one, "ratio"))));
  if (const ordered_json& dense = advice.at("dense"); !dense.is_null())
    conclusions.add("dense", fmt::format("{} takes {}, {} the time", text_at(dense, "algorithm"),
                                         base::seconds_text(number_at(dense, "time_s")),
                                         base::ratio_text(number_at(dense, "ratio"))));
  if (const ordered_json& other = advice.at("approximate"); !other.is_null())
    conclusions.add(
        "approximate",
        fmt::format("{} takes {}, {} the time, but gives another result; its error "
                    "depends on the values: sparlab run with --payload data shows it",
                    text_at(other, "algorithm"), base::seconds_text(number_at(other, "time_s")),
                    base::ratio_text(number_at(other, "ratio"))));
  print_crossovers(conclusions, advice.at("crossovers"));
  for (const ordered_json& name : advice.at("not_searched"))
    conclusions.add("left out", fmt::format("{} in these: its formula visits every block, and "
                                            "it is far behind",
                                            name.get<std::string>()));
  print_uncertain(conclusions, advice.at("uncertain"), text_at(advice, "use"));
  for (const ordered_json& assumed : advice.at("assumed"))
    conclusions.add("assumed", assumed.get<std::string>());
  for (const ordered_json& one : advice.at("refused"))
    conclusions.add("refused",
                    fmt::format("{}: {}", text_at(one, "algorithm"), text_at(one, "reason")));
  print_confirmation(stream, advice.at("confirmed"));
}

}  // namespace sparlab::analysis
