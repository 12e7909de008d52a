#include "experiments/spec/definition/algorithm_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "algos/registry/registry.hpp"
#include "base/errors/errors.hpp"
#include "experiments/spec/definition/spec_error.hpp"
#include "experiments/spec/points/schedule_file.hpp"

namespace sparlab::experiments {
namespace {

using algos::AlgorithmInfo;
using algos::Exactness;

bool is_keyword(std::string_view text) {
  return text == "all" || text == "exact" || text == "approximate";
}

bool means(std::string_view keyword, const AlgorithmInfo& info) {
  if (info.only_by_name) return false;
  return keyword == "all" || (keyword == "exact") == (info.exactness == Exactness::exact);
}

model::Algorithm parsed(const std::string& spec, const std::string& file,
                        const std::string& json_path) {
  try {
    return model::Algorithm(with_known_schedule(spec, file));
  } catch (const model::ParameterError& error) {
    throw spec_error(error, spec, file, json_path);
  }
}

auto find_spec(std::vector<SweepAlgorithm>& algorithms, std::string_view spec) {
  return std::find_if(algorithms.begin(), algorithms.end(),
                      [&](const SweepAlgorithm& item) { return item.algorithm == spec; });
}

void add_named(std::vector<SweepAlgorithm>& algorithms, const std::string& item,
               const std::string& file, const std::string& json_path) {
  SweepAlgorithm named{parsed(item, file, json_path), json_path};
  const auto found = find_spec(algorithms, named.algorithm.spec());
  if (found == algorithms.end()) {
    algorithms.push_back(std::move(named));
  } else if (found->by_keyword) {
    *found = std::move(named);
  } else {
    throw base::ConfigError(file, json_path, fmt::format("\"{}\", listed twice", item),
                            "each algorithm with the same settings once");
  }
}

void add_meant(std::vector<SweepAlgorithm>& algorithms, std::string_view keyword, bool with_native,
               const std::string& json_path) {
  for (const AlgorithmInfo& info : algos::algorithms()) {
    if (!means(keyword, info) || (info.native && !with_native)) continue;
    if (find_spec(algorithms, info.name) == algorithms.end())
      algorithms.push_back({model::Algorithm(info.name), json_path, true});
  }
}

}  // namespace

std::vector<SweepAlgorithm> read_algorithm_list(const std::vector<std::string>& list,
                                                bool with_native, const std::string& file,
                                                const std::string& json_path) {
  std::vector<SweepAlgorithm> algorithms;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string place =
        list.size() == 1 && is_keyword(list[i]) ? json_path : fmt::format("{}.{}", json_path, i);
    if (is_keyword(list[i])) {
      add_meant(algorithms, list[i], with_native, place);
    } else {
      add_named(algorithms, list[i], file, place);
    }
  }
  return algorithms;
}

bool is_wanted(const model::Algorithm& algorithm, const std::string& wanted) {
  if (is_keyword(wanted)) return means(wanted, algos::info_of(algorithm));
  const model::Algorithm named = parsed(wanted, "command line", "--algorithms");
  const bool any_settings = wanted.find('(') == std::string::npos;
  return any_settings ? algorithm.name() == named.name() : algorithm == named;
}

std::vector<std::string> split_algorithms(std::string_view text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c == ',' && depth <= 0) {
      parts.emplace_back();
    } else if (c != ' ' || depth > 0) {
      parts.back() += c;
    }
  }
  return parts;
}

}  // namespace sparlab::experiments
