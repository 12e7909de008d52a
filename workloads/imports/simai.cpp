#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/text/parse_number.hpp"
#include "inputs/files/data_error.hpp"
#include "workloads/definition/workload_file.hpp"
#include "workloads/imports/recorded_trace.hpp"

namespace sparlab::workloads {
namespace {

constexpr double kNanosecond = 1e-9;
constexpr std::size_t kMostLineBytes = 4096;
constexpr std::size_t kColumns = 12;

/// The lines of a text, divided at blanks.
class Lines {
 public:
  Lines(std::string name, std::string_view text) : name_(std::move(name)), rest_(text) {}

  bool at_end() const { return rest_.find_first_not_of(" \t\r\n") == std::string_view::npos; }

  std::vector<std::string_view> next() {
    ++line_;
    const std::string_view line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(rest_.size(), line.size() + 1));
    if (line.size() > kMostLineBytes)
      refuse(fmt::format("{} bytes", line.size()),
             fmt::format("a line of at most {} bytes", kMostLineBytes));
    std::vector<std::string_view> words;
    constexpr std::string_view kBlanks = " \t\r";
    for (std::size_t begin = line.find_first_not_of(kBlanks); begin != std::string_view::npos;) {
      const std::size_t end = std::min(line.find_first_of(kBlanks, begin), line.size());
      words.push_back(line.substr(begin, end - begin));
      begin = line.find_first_not_of(kBlanks, end);
    }
    return words;
  }

  double number(std::string_view word, double most, const char* accepted) const {
    const auto number = base::parse_number<double>(word);
    if (!number || !(*number >= 0 && *number <= most)) refuse(inputs::quoted(word), accepted);
    return *number;
  }

  [[noreturn]] void refuse(const std::string& found, const std::string& accepted) const {
    throw inputs::DataError(name_, inputs::at_line(line_), found, accepted);
  }

 private:
  std::string name_;
  std::string_view rest_;
  std::uint64_t line_ = 0;
};

/// The number that follows a word of the first line; 0 if it is not there.
std::uint64_t number_after(const std::vector<std::string_view>& words, std::string_view word) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] != word) continue;
    std::uint32_t number = 0;
    std::from_chars(words[i + 1].data(), words[i + 1].data() + words[i + 1].size(), number);
    return number & 0x7FFFFFFFU;
  }
  return 0;
}

/// A pass of a layer: its time, and the collective that follows.
struct Pass {
  double seconds = 0;
  std::string_view collective;
  double bytes = 0;
};

}  // namespace

/// Allreduces after the gradients of a layer are exchanges; in the forward pass they are of
/// activations.
ImportedWorkload read_simai(inputs::DataFile& file) {
  const std::string content = read_trace(file);
  Lines lines(file.name(), content);
  const std::vector<std::string_view> heading = lines.next();
  if (heading.empty())
    lines.refuse("an empty line", "the kind of parallelism, and the groups of ranks");
  const std::vector<std::string_view> count = lines.next();
  if (count.size() != 1)
    lines.refuse(fmt::format("{} words", count.size()), "the number of layers");
  constexpr const char* kCount = "a number of layers from 1 to 100000";
  const double stated = lines.number(count[0], static_cast<double>(kMostLayers), kCount);
  if (stated < 1 || stated != std::floor(stated)) lines.refuse(inputs::quoted(count[0]), kCount);

  ImportedWorkload imported;
  Workload& workload = imported.workload;
  const auto layers = static_cast<std::size_t>(stated);
  for (std::size_t i = 0; i < layers; ++i) {
    const std::vector<std::string_view> words = lines.next();
    if (words.size() != kColumns)
      lines.refuse(fmt::format("{} columns", words.size()),
                   "12 columns: name, -1, three times time, collective and bytes, update time");
    constexpr double kMostNanoseconds = 1e15;
    std::array<Pass, 3> passes;
    for (std::size_t pass = 0; pass < passes.size(); ++pass) {
      const std::size_t column = 2 + 3 * pass;
      passes[pass] = {kNanosecond * lines.number(words[column], kMostNanoseconds, "a time in ns"),
                      words[column + 1],
                      lines.number(words[column + 2], 4e12, "a number of bytes up to 4e12")};
    }
    Layer layer{
        .name = std::string(words[0]),
        .forward_s = passes[0].seconds,
        .backward_s = passes[1].seconds + passes[2].seconds,
        .update_s = kNanosecond * lines.number(words[11], kMostNanoseconds, "a time in ns")};
    double bytes = 0;
    for (std::size_t pass = 0; pass < passes.size(); ++pass) {
      const std::string_view collective = passes[pass].collective;
      if (collective == "ALLREDUCE" && pass > 0)
        bytes += passes[pass].bytes;
      else if (collective != "NONE")
        ++imported.left_out[fmt::format("{} of the {} pass", collective,
                                        pass == 0 ? "forward" : "backward")];
    }
    layer.parameters = static_cast<std::uint64_t>(std::ceil(bytes / 4));
    workload.layers.push_back(std::move(layer));
  }
  if (!lines.at_end()) lines.refuse("more lines", "as many layers as the second line says");
  if (workload.parameters() == 0)
    lines.refuse("no allreduce of gradients", "a layer with ALLREDUCE in its backward pass");
  if (const std::uint64_t ranks = number_after(heading, "all_gpus:"); ranks > 0)
    workload.recorded = RecordedStep{.ranks = ranks, .step_s = std::nullopt};
  return imported;
}

}  // namespace sparlab::workloads
