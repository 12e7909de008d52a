#include "inputs/formats/index_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "inputs/files/data_error.hpp"
#include "inputs/formats/svmlight_file.hpp"

namespace sparlab::inputs {
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
  IndexListParser(DataFile& file, const RecordingOptions& options)
      : file_(file), scanner_(file), workers_(file.name(), options) {}

  Recording parse() {
    while (scanner_.peek() != TextScanner::kEnd) parse_line();
    return workers_.finish(file_.content_hash());
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
    WorkerEntries entries;
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
    if (some) workers_.append(std::move(entries), std::nullopt, at_line(scanner_.line()));
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
  std::optional<bool> has_values_;
  RecordingBuilder workers_;
};

}  // namespace

Recording read_index_lists(DataFile& file, const RecordingOptions& options) {
  return IndexListParser(file, options).parse();
}

}  // namespace sparlab::inputs
