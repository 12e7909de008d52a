#include "experiments/inputs/index_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "experiments/inputs/data_error.hpp"
#include "experiments/inputs/svmlight_file.hpp"
#include "model/fill_in/recorded_fill_in.hpp"

namespace sparlab::experiments::inputs {
namespace {

constexpr std::uint64_t kMostIndex = std::numeric_limits<std::uint32_t>::max() - 1;

template <class Number>
std::optional<Number> whole_text(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

class IndexListParser {
 public:
  IndexListParser(DataFile& file, std::uint64_t universe)
      : file_(file), scanner_(file), universe_(universe) {
    recording_.name = file.name();
  }

  Recording parse() {
    while (scanner_.peek() != TextScanner::kEnd) parse_line();
    finish_workers(recording_, universe_);
    recording_.content_hash = file_.content_hash();
    return std::move(recording_);
  }

 private:
  [[noreturn]] void refuse(std::string found, std::string accepted) const {
    throw DataError(file_.name(), at_line(scanner_.line()), std::move(found), std::move(accepted));
  }

  void skip_separators() {
    for (int next = scanner_.peek(); next == ' ' || next == '\t' || next == ',' || next == '\r';
         next = scanner_.peek())
      scanner_.skip();
  }

  bool at_line_end() {
    const int next = scanner_.peek();
    return next == '\n' || next == '#' || next == TextScanner::kEnd;
  }

  /// Up to a blank, a comma, a colon or the end of the line.
  std::string word() {
    std::string text;
    constexpr std::string_view ends = " \t\r\n,:#";
    for (int next = scanner_.peek();
         next != TextScanner::kEnd && ends.find(static_cast<char>(next)) == std::string_view::npos;
         next = scanner_.peek()) {
      text.push_back(static_cast<char>(next));
      if (text.size() > TextScanner::kMaxWord) refuse(inputs::quoted(text), kAccepted);
      scanner_.skip();
    }
    return text;
  }

  void parse_line() {
    std::vector<std::pair<std::uint64_t, double>> entries;
    bool some = false;
    for (skip_separators(); !at_line_end(); skip_separators()) {
      if (!some && scanner_.peek() == '-') {
        scanner_.skip();
        skip_separators();
        if (!at_line_end()) refuse("\"-\" before other text", kAccepted);
        some = true;
        break;
      }
      some = true;
      entries.push_back(parse_entry());
    }
    if (some) append_worker(recording_, std::move(entries), universe_, at_line(scanner_.line()));
    scanner_.skip_to_line_end();
    if (scanner_.peek() == '\n') scanner_.skip();
  }

  std::pair<std::uint64_t, double> parse_entry() {
    const std::string index = word();
    const auto number = whole_text<std::uint64_t>(index);
    if (!number || *number > kMostIndex) refuse(inputs::quoted(index), kAccepted);
    const bool has_value = scanner_.peek() == ':';
    if (has_values_.value_or(has_value) != has_value)
      refuse(fmt::format("index {} {} value", index, has_value ? "with a" : "without"),
             "values for all indices of a file, or for none");
    has_values_ = has_value;
    if (!has_value) return {*number, 1};
    scanner_.skip();
    const std::string text = word();
    const auto value = whole_text<double>(text);
    if (!value || !is_accepted_value(*value))
      refuse("value " + inputs::quoted(text), kAcceptedValues);
    return {*number, *value};
  }

  static constexpr const char* kAccepted =
      "indices from 0 to 4294967294 between blanks or commas, index:value, or \"-\" for none";

  DataFile& file_;
  TextScanner scanner_;
  std::uint64_t universe_;
  std::optional<bool> has_values_;
  Recording recording_;
};

}  // namespace

void append_worker(Recording& recording, std::vector<std::pair<std::uint64_t, double>> entries,
                   std::uint64_t universe, const std::string& place) {
  const auto refuse = [&](std::string found, std::string accepted) {
    throw DataError(recording.name, place, std::move(found), std::move(accepted));
  };
  constexpr std::uint64_t kMost = model::RecordedSupports::kMostRanks;
  if (recording.workers() == kMost) refuse("one worker more", fmt::format("at most {}", kMost));
  std::ranges::sort(entries, {}, &std::pair<std::uint64_t, double>::first);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto [index, value] = entries[i];
    if (i > 0 && entries[i - 1].first == index)
      refuse(fmt::format("index {} twice", index), "each index once for a worker");
    if (index > kMostIndex || (universe > 0 && index >= universe))
      refuse(fmt::format("index {}", index),
             fmt::format("indices below N = {}", universe > 0 ? universe : kMostIndex + 1));
    // As float, in which it is stored.
    if (!is_accepted_value(static_cast<float>(value)))
      refuse(fmt::format("value {}", value), kAcceptedValues);
    recording.indices.push_back(static_cast<std::uint32_t>(index));
    recording.values.push_back(static_cast<float>(value));
  }
  recording.begin.push_back(recording.indices.size());
}

void finish_workers(Recording& recording, std::uint64_t universe) {
  if (recording.workers() == 0) throw DataError(recording.name, "", "no worker", "at least one");
  recording.universe = universe;
  for (const std::uint32_t index : recording.indices)
    recording.universe = std::max<std::uint64_t>(recording.universe, std::uint64_t{index} + 1);
  if (recording.universe == 0)
    throw DataError(recording.name, "", "no index, and no N", "an index, or a given N");
  if (recording.universe > kMostIndex + 1)
    throw DataError(recording.name, "", fmt::format("N = {}", recording.universe),
                    fmt::format("at most {}", kMostIndex + 1));
}

Recording read_index_lists(DataFile& file, std::uint64_t universe) {
  return IndexListParser(file, universe).parse();
}

}  // namespace sparlab::experiments::inputs
