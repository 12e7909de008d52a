#include "platforms/files/uncertainty.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text/parse_number.hpp"

namespace sparlab::platforms {
namespace {

using nlohmann::json;

/// What is assumed of numbers whose uncertainty is not known: those of a network are usually
/// measured, those of local work are often copied from another machine.
constexpr double kAssumedMessages = 1.5;
constexpr double kAssumedWork = 2;

/// A factor beyond which an uncertainty says nothing.
constexpr double kMostFactor = 100;

std::string without_parentheses(std::string_view text) {
  std::string plain;
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (depth == 0) plain += c;
    if (c == ')' && depth > 0) --depth;
  }
  return plain;
}

/// Words without the commas and semicolons that end them.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    const bool ends = c == ' ' || c == ',' || c == ';' || c == ':';
    if (!ends) word += c;
    if (ends && !word.empty()) words.push_back(std::exchange(word, {}));
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

std::optional<double> number_in(const std::string& word) {
  const auto number = base::parse_number<double>(word);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

/// Of "4 to 7 ns" for a time per entry, the unit lacks what it is divided by.
std::optional<double> in_base(double value, const std::string& unit, base::Dimension dimension) {
  const std::string_view base = base::base_unit(dimension);
  const std::size_t slash = base.find('/');
  if (const auto found = base::in_base_units(value, unit, dimension)) return found;
  if (slash == std::string_view::npos) return std::nullopt;
  if (unit == "s") return value;
  return base::in_base_units(value, unit + std::string(base.substr(slash)), dimension);
}

UncertaintyFactors clamped(double low, double high) {
  return {std::clamp(low, 1 / kMostFactor, 1.0), std::clamp(high, 1.0, kMostFactor)};
}

/// "5" and the words after it: "%", or "to 7 ns".
std::optional<UncertaintyFactors> read_at(const std::vector<std::string>& words, std::size_t i,
                                          double base_value, base::Dimension dimension) {
  const auto word = [&](std::size_t at) { return at < words.size() ? words[at] : std::string(); };
  if (word(i) == "factor") {
    const auto factor = number_in(word(i + 1));
    return factor && *factor >= 1 ? std::optional(clamped(1 / *factor, *factor)) : std::nullopt;
  }
  const auto number = number_in(word(i));
  if (!number) return std::nullopt;
  if (word(i + 1) == "%" && !word(i + 2).starts_with("interval") && *number >= 0)
    return clamped(1 / (1 + *number / 100), 1 + *number / 100);
  if (word(i + 1) != "to" || !(base_value > 0)) return std::nullopt;
  const auto end = number_in(word(i + 2));
  if (!end) return std::nullopt;
  const auto low = in_base(*number, word(i + 3), dimension);
  const auto high = in_base(*end, word(i + 3), dimension);
  if (!low || !high || !(*high > 0)) return std::nullopt;
  return clamped(*low / base_value, *high / base_value);
}

/// The percentage before "(p90)", if there is one.
std::optional<UncertaintyFactors> read_p90(std::string_view text) {
  const std::size_t end = text.find(" % (p90)");
  if (end == std::string_view::npos) return std::nullopt;
  const std::size_t blank = text.rfind(' ', end - 1);
  const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
  const auto percent = number_in(std::string(text.substr(begin, end - begin)));
  if (!percent || *percent < 0) return std::nullopt;
  return clamped(1 / (1 + *percent / 100), 1 + *percent / 100);
}

class UncertaintyReader {
 public:
  explicit UncertaintyReader(const json& content) : content_(content) {}

  PlatformUncertainty read() && {
    if (content_.contains("hockney")) add_hockney(content_.at("hockney"));
    if (content_.contains("transport")) add_transport(content_.at("transport"), found_.transport);
    if (content_.contains("inside_host")) add_transport(content_.at("inside_host"), found_.inside);
    if (content_.contains("host_groups")) add_groups(content_.at("host_groups"));
    const json& gamma = content_.at("gamma");
    const auto of = [&](const char* name, base::Dimension dimension) {
      return factors(name, gamma.at(name), dimension, kAssumedWork);
    };
    found_.merge = of("merge", base::Dimension::time_per_entry);
    found_.scatter = of("scatter", base::Dimension::time_per_entry);
    found_.dense_sum = of("dense_sum", base::Dimension::time_per_element);
    found_.copy = of("copy", base::Dimension::time_per_byte);
    found_.select = of("select", base::Dimension::time_per_entry);
    if (content_.contains("kernels")) add_kernels(content_.at("kernels"));
    return std::move(found_);
  }

 private:
  void add_groups(const json& groups) {
    for (const char* key : {"alpha", "large_alpha"})
      found_.groups.push_back(groups.contains(key) ? alpha(groups.at(key)) : UncertaintyFactors{});
    found_.groups.push_back(
        groups.contains("unknown")
            ? factors("groups", groups.at("unknown"), base::Dimension::multiple, kAssumedMessages)
            : UncertaintyFactors{});
  }

  void add_hockney(const json& hockney) {
    TransportUncertainty& transport = found_.transport;
    transport.alphas.push_back(alpha(hockney.at("alpha")));
    transport.betas.push_back(beta(hockney.at("beta")));
    if (!hockney.contains("rendezvous_alpha")) return;
    transport.alphas.push_back(alpha(hockney.at("rendezvous_alpha")));
    transport.betas.push_back(transport.betas.front());
  }

  void add_transport(const json& section, TransportUncertainty& transport) {
    for (const json& segment : section.at("segments")) {
      transport.alphas.push_back(alpha(segment.at("alpha")));
      transport.betas.push_back(beta(segment.at("beta")));
    }
    if (section.contains("patterns"))
      for (const json& pattern : section.at("patterns")) {
        const auto text = pattern.at("uncertainty").get<std::string>();
        const auto read = read_uncertainty(text, 1, base::Dimension::size);
        transport.patterns.push_back(read ? *read : assumed("slow-downs", text, kAssumedMessages));
      }
    if (section.contains("start")) add_starts(section.at("start"), transport);
  }

  /// Where times by size are known, they count instead of gamma.
  void add_kernels(const json& kernels) {
    const std::array of_kind = {&found_.merge, &found_.scatter, &found_.dense_sum, &found_.copy,
                                &found_.select};
    for (const json& kernel : kernels) {
      const auto name = kernel.at("kernel").get<std::string>();
      const auto known = std::ranges::find(model::kKernelNames, name);
      const auto text = kernel.at("uncertainty").get<std::string>();
      const auto read = read_uncertainty(text, 1, base::Dimension::size);
      *of_kind[static_cast<std::size_t>(known - model::kKernelNames.begin())] =
          read ? *read : assumed(name.c_str(), text, kAssumedWork);
    }
  }

  /// One number for all P, or a list by P.
  void add_starts(const json& start, TransportUncertainty& transport) {
    const auto add = [&](const json& number) {
      transport.starts.push_back(factors("start", number, base::Dimension::time, kAssumedMessages));
    };
    if (!start.is_array()) return add(start);
    for (const json& element : start) add(element.at("time"));
  }

  UncertaintyFactors alpha(const json& number) {
    return factors("alpha", number, base::Dimension::time, kAssumedMessages);
  }
  UncertaintyFactors beta(const json& number) {
    return factors("beta", number, base::Dimension::time_per_byte, kAssumedMessages);
  }

  UncertaintyFactors factors(const char* name, const json& number, base::Dimension dimension,
                             double assumed_factor) {
    const auto text = number.at("uncertainty").get<std::string>();
    const auto value = base::in_base_units(number.at("value").get<double>(),
                                           number.at("unit").get<std::string>(), dimension);
    const auto read = read_uncertainty(text, value.value_or(0), dimension);
    return read ? *read : assumed(name, text, assumed_factor);
  }

  UncertaintyFactors assumed(const char* name, const std::string& text, double factor) {
    std::string line =
        fmt::format("{}: factor {:g} is assumed; the file says \"{}\"", name, factor, text);
    if (std::find(found_.assumed.begin(), found_.assumed.end(), line) == found_.assumed.end())
      found_.assumed.push_back(std::move(line));
    return {1 / factor, factor};
  }

  const json& content_;
  PlatformUncertainty found_;
};

double end_of(const UncertaintyFactors& factors, bool upper) {
  return upper ? factors.high : factors.low;
}

void vary(Transport& transport, const TransportUncertainty& uncertainty, Uncertain numbers,
          bool upper) {
  for (std::size_t i = 0; i < transport.segments.size(); ++i) {
    model::Segment& segment = transport.segments[i];
    if (numbers == Uncertain::alpha) segment.alpha_s *= end_of(uncertainty.alphas[i], upper);
    if (numbers == Uncertain::beta) segment.beta_s_per_byte *= end_of(uncertainty.betas[i], upper);
  }
  if (numbers == Uncertain::patterns)
    for (std::size_t i = 0; i < transport.patterns.size(); ++i)
      for (model::SlowdownPoint& point : transport.patterns[i].curve)
        point.factor *= end_of(uncertainty.patterns[i], upper);
  if (numbers == Uncertain::start)
    for (std::size_t i = 0; i < transport.starts.size(); ++i)
      transport.starts[i].seconds *= end_of(uncertainty.starts[i], upper);
}

}  // namespace

std::optional<UncertaintyFactors> read_uncertainty(std::string_view text, double base_value,
                                                   base::Dimension dimension) {
  if (const auto p90 = read_p90(text)) return p90;
  const std::vector<std::string> words = words_of(without_parentheses(text));
  // "of gige-8: none" is a number that was copied.
  const std::size_t first = words.size() > 2 && words[0] == "of" ? 2 : 0;
  if (first < words.size() && words[first] == "none") return UncertaintyFactors{};
  for (std::size_t i = first; i < words.size(); ++i)
    if (const auto found = read_at(words, i, base_value, dimension)) return found;
  return std::nullopt;
}

PlatformUncertainty uncertainty_of(const json& content) {
  return UncertaintyReader(content).read();
}

PlatformFile varied(const PlatformFile& platform, const PlatformUncertainty& uncertainty,
                    Uncertain numbers, bool upper) {
  PlatformFile changed = platform;
  vary(changed.transport, uncertainty.transport, numbers, upper);
  vary(changed.inside, uncertainty.inside, numbers, upper);
  if (numbers == Uncertain::groups && changed.groups) {
    model::HostGroups& costs = changed.groups->consecutive;
    costs.alpha_s *= end_of(uncertainty.groups[0], upper);
    costs.large_alpha_s *= end_of(uncertainty.groups[1], upper);
    double& share = changed.groups->unknown_share;
    share = std::min(1.0, share * end_of(uncertainty.groups[2], upper));
  }
  if (numbers != Uncertain::gamma) return changed;
  changed.gammas.merge_s *= end_of(uncertainty.merge, upper);
  changed.gammas.scatter_s *= end_of(uncertainty.scatter, upper);
  changed.gammas.dense_sum_s *= end_of(uncertainty.dense_sum, upper);
  changed.gammas.copy_s_per_byte *= end_of(uncertainty.copy, upper);
  changed.gammas.select_s *= end_of(uncertainty.select, upper);
  const std::array of_kind = {uncertainty.merge, uncertainty.scatter, uncertainty.dense_sum,
                              uncertainty.copy, uncertainty.select};
  for (std::size_t kernel = 0; kernel < of_kind.size(); ++kernel)
    for (model::WorkPoint& point : changed.gammas.curves[kernel])
      point.seconds *= end_of(of_kind[kernel], upper);
  return changed;
}

}  // namespace sparlab::platforms
