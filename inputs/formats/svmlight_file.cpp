#include "inputs/formats/svmlight_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <compare>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "inputs/files/data_error.hpp"
#include "inputs/files/recent.hpp"

namespace sparlab::inputs {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 16;

bool ends_word(int c) {
  switch (c) {
    case TextScanner::kEnd:
    case ' ':
    case '\t':
    case '\r':
    case '\n':
    case '#':
    case ':':
      return true;
    default:
      return false;
  }
}

constexpr const char* kLineForm = "lines of the form: label index:value index:value ... # comment";

class SvmlightParser {
 public:
  SvmlightParser(DataFile& file, std::uint64_t universe, const SvmlightLimits& limits,
                 const KeptSamples& kept)
      : file_(file),
        text_(file, limits.longest_s),
        limits_(limits),
        kept_(kept),
        max_index_(universe == 0 ? kMaxSvmlightIndex : universe) {}

  Samples parse() {
    while (text_.peek() != TextScanner::kEnd) parse_line();
    samples_.name = file_.name();
    samples_.content_hash = file_.content_hash();
    return std::move(samples_);
  }

 private:
  [[noreturn]] void refuse(const std::string& found, const std::string& accepted) const {
    throw DataError(file_.name(), at_line(text_.line()), found, accepted);
  }

  void require_room(std::size_t count, std::size_t most, std::string_view what) const {
    if (count == most)
      refuse(fmt::format("more {}", what), fmt::format("at most {} {}", most, what));
  }

  bool at_content_end() {
    const int c = text_.peek();
    return c == TextScanner::kEnd || c == '\n' || c == '\r' || c == '#';
  }

  void parse_line() {
    text_.skip_blanks();
    if (!at_content_end()) parse_sample();
    if (text_.peek() == '#') text_.skip_to_line_end();
    if (text_.peek() == '\r') {
      text_.skip();
      if (text_.peek() != '\n' && text_.peek() != TextScanner::kEnd)
        refuse("a carriage return within a line", "lines that end in \\n or \\r\\n");
    }
    if (text_.peek() == '\n') text_.skip();
  }

  void parse_sample() {
    require_room(samples_read_, limits_.samples, "samples");
    samples_.labels.push_back(parse_number(text_.word(), "label"));
    if (text_.peek() == ':') refuse("a line without a label", kLineForm);
    std::uint64_t previous = 0;
    bool first = true;
    for (text_.skip_blanks(); !at_content_end(); text_.skip_blanks()) {
      parse_pair(first, previous);
      first = false;
    }
    samples_.universe = std::max(samples_.universe, previous);
    const std::uint64_t number = samples_read_++;
    if (number < kept_.from || number >= kept_.to) return drop_sample();
    samples_.begin.push_back(samples_.features.size());
  }

  void drop_sample() {
    entries_dropped_ += samples_.features.size() - samples_.begin.back();
    samples_.labels.pop_back();
    samples_.features.resize(samples_.begin.back());
    samples_.values.resize(samples_.begin.back());
  }

  /// `previous` is the previous index of the line, 0 before the first one.
  void parse_pair(bool first, std::uint64_t& previous) {
    const std::string_view key = text_.word();
    if (text_.peek() != ':') refuse(quoted(key) + " without a colon", kLineForm);
    const bool query = first && key == "qid";
    if (!query) {
      require_room(entries_dropped_ + samples_.features.size(), limits_.entries, "entries");
      previous = parse_index(key, previous);
      samples_.features.push_back(previous - 1);
    }
    text_.skip();
    const double value = parse_number(text_.word(), query ? "qid" : "value");
    if (text_.peek() == ':') refuse("a second colon", kLineForm);
    if (!query) samples_.values.push_back(value);
  }

  std::uint64_t parse_index(std::string_view word, std::uint64_t previous) {
    std::uint64_t index = 0;
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, index);
    if (error != std::errc() || stop != end || index == 0 || index > max_index_)
      refuse("index " + quoted(word), fmt::format("whole numbers from 1 to {}", max_index_));
    if (index <= previous) {
      refuse(fmt::format("index {} after index {}", index, previous),
             "indices that increase strictly within a line");
    }
    return index;
  }

  double parse_number(std::string_view word, std::string_view what) {
    double number = 0;
    const char* end = word.data() + word.size();
    // from_chars does not accept a plus sign, which svmlight labels often have.
    const bool plus = word.size() > 1 && word[0] == '+' && word[1] != '-';
    const auto [stop, error] = std::from_chars(word.data() + (plus ? 1 : 0), end, number);
    if (error != std::errc() || stop != end || !is_accepted_value(number))
      refuse(fmt::format("{} {}", what, quoted(word)), kAcceptedValues);
    return number;
  }

  DataFile& file_;
  TextScanner text_;
  SvmlightLimits limits_;
  KeptSamples kept_;
  std::uint64_t max_index_;
  std::size_t samples_read_ = 0;
  std::size_t entries_dropped_ = 0;
  Samples samples_;
};

struct Kept {
  FileState file;
  std::shared_ptr<const Samples> samples;
};

}  // namespace

TextScanner::TextScanner(DataFile& file, double longest_s)
    : file_(file), longest_s_(longest_s), buffer_(kBufferBytes) {}

bool TextScanner::refill() {
  if (at_end_) return false;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
  if (passed.count() > longest_s_)
    throw DataError(file_.name(), at_line(line_), fmt::format("read for {:.0f} s", passed.count()),
                    fmt::format("files that can be read within {:g} s", longest_s_));
  next_ = 0;
  filled_ = file_.read(buffer_);
  at_end_ = filled_ < buffer_.size();
  return filled_ > 0;
}

void TextScanner::skip_blanks() {
  while (peek() == ' ' || peek() == '\t') skip();
}

void TextScanner::skip_to_line_end() {
  while (peek() != kEnd && peek() != '\n') skip();
}

std::string_view TextScanner::word() {
  word_.clear();
  for (int c = peek(); !ends_word(c); c = peek()) {
    if (word_.size() == kMaxWord) {
      throw DataError(file_.name(), at_line(line_), inputs::quoted(word_),
                      "words of at most " + std::to_string(kMaxWord) + " characters");
    }
    word_ += static_cast<char>(c);
    skip();
  }
  return word_;
}

Samples read_svmlight(DataFile& file, std::uint64_t universe, const SvmlightLimits& limits,
                      const KeptSamples& kept) {
  return SvmlightParser(file, universe, limits, kept).parse();
}

std::shared_ptr<const Samples> shared_svmlight(const std::string& path, std::uint64_t universe) {
  constexpr std::size_t kMostFiles = 2;
  static std::mutex mutex;
  static std::vector<Kept> kept;  // oldest first
  const std::lock_guard lock(mutex);
  // Determined before reading, so that a file that changes meanwhile is read again.
  const std::optional<FileState> state = state_of(path);
  const auto found =
      std::ranges::find_if(kept, [&](const Kept& one) { return state && one.file == *state; });
  // If indices exceed the bound, the file is read again, and that error names the line.
  if (found != kept.end() && (universe == 0 || found->samples->universe <= universe))
    return found->samples;
  DataFile file(path);
  auto samples = std::make_shared<const Samples>(read_svmlight(file, universe));
  if (state) {
    if (kept.size() == kMostFiles) kept.erase(kept.begin());
    kept.push_back({*state, samples});
  }
  return samples;
}

}  // namespace sparlab::inputs
