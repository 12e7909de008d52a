#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "inputs/files/data_error.hpp"
#include "workloads/imports/recorded_trace.hpp"

namespace sparlab::workloads {
namespace {

using nlohmann::json;

constexpr base::JsonLimits kTraceJson{kMostTraceBytes, 16, std::size_t{1} << 20U};
constexpr double kMostStamp = 1e18;  ///< of a time, in us

/// A member of an object; null if there is none.
const json* member(const json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

std::optional<double> number_of(const json& object, const char* key) {
  const json* const found = member(object, key);
  if (found == nullptr || !found->is_number()) return std::nullopt;
  const double number = found->get<double>();
  return std::abs(number) <= kMostStamp ? std::optional(number) : std::nullopt;
}

std::string_view text_of(const json& object, const char* key) {
  const json* const found = member(object, key);
  return found != nullptr && found->is_string()
             ? std::string_view(found->get_ref<const std::string&>())
             : std::string_view();
}

/// What runs on the device. Times are those of the trace, in seconds.
struct Kernel {
  double launched_s = 0;
  double begin_s = 0;
  double end_s = 0;
  std::string_view collective{};  ///< empty: it computes
  double bytes = 0;
};

struct Step {
  double begin_s = 0;
  double end_s = 0;
};

double bytes_of_type(std::string_view type) {
  if (type == "Half" || type == "BFloat16" || type == "Short") return 2;
  if (type == "Double" || type == "Long") return 8;
  if (type == "Byte" || type == "Char" || type == "Bool") return 1;
  return 4;
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> all) {
  return std::ranges::find(all, text) != all.end();
}

/// The events of a trace that say when a rank computes and communicates.
class Events {
 public:
  Events(std::string name, const json& document) : name_(std::move(name)) {
    const json* const events = member(document, "traceEvents");
    if (events == nullptr || !events->is_array())
      refuse("", "no list traceEvents", "a trace of the PyTorch profiler");
    for (const json& event : *events)
      if (is_one_of(text_of(event, "cat"), {"cuda_runtime", "cuda_driver"})) add_launch(event);
    for (std::size_t i = 0; i < events->size(); ++i) add((*events)[i], i);
    if (steps_.empty() && !kernels_.empty()) steps_.push_back(whole());
  }

  const std::vector<Kernel>& kernels() const { return kernels_; }
  const std::vector<Step>& steps() const { return steps_; }
  std::uint64_t ranks() const { return ranks_; }

  [[noreturn]] void refuse(const std::string& place, const std::string& found,
                           const std::string& accepted) const {
    throw inputs::DataError(name_, place, found, accepted);
  }

 private:
  struct Span {
    double begin_s;
    double end_s;
  };

  static std::optional<std::int64_t> correlation_of(const json& event) {
    const json* const args = member(event, "args");
    const json* const found = args == nullptr ? nullptr : member(*args, "correlation");
    if (found == nullptr || !found->is_number_integer()) return std::nullopt;
    return found->get<std::int64_t>();
  }

  void add_launch(const json& event) {
    const auto correlation = correlation_of(event);
    const auto begin_us = number_of(event, "ts");
    if (correlation && begin_us) launches_s_.emplace(*correlation, *begin_us * kMicrosecond);
  }

  /// When a complete event begins and ends.
  std::optional<Span> span_of(const json& event, std::size_t number) const {
    if (text_of(event, "ph") != "X") return std::nullopt;
    const auto begin_us = number_of(event, "ts");
    const auto duration_us = number_of(event, "dur");
    if (!begin_us || !duration_us || *duration_us < 0)
      refuse(fmt::format("event {}", number), "no ts and dur",
             "the begin and the length of the event, in us");
    return Span{*begin_us * kMicrosecond, (*begin_us + *duration_us) * kMicrosecond};
  }

  void add(const json& event, std::size_t number) {
    const std::string_view category = text_of(event, "cat");
    const bool is_step =
        category == "user_annotation" && text_of(event, "name").starts_with("ProfilerStep");
    if (!is_step && !is_one_of(category, {"kernel", "gpu_memcpy", "gpu_memset"})) return;
    const auto span = span_of(event, number);
    if (!span) return;
    if (is_step) {
      steps_.push_back({span->begin_s, span->end_s});
      return;
    }
    Kernel kernel{.launched_s = span->begin_s, .begin_s = span->begin_s, .end_s = span->end_s};
    if (const auto correlation = correlation_of(event)) {
      const auto launch = launches_s_.find(*correlation);
      if (launch != launches_s_.end()) kernel.launched_s = launch->second;
    }
    if (const json* const args = member(event, "args")) {
      kernel.collective = text_of(*args, "Collective name");
      kernel.bytes =
          number_of(*args, "In msg nelems").value_or(0) * bytes_of_type(text_of(*args, "dtype"));
      const double group = number_of(*args, "Group size").value_or(0);
      if (kernel.collective == "allreduce" && group >= 1 && group < 1e9)
        ranks_ = std::max(ranks_, static_cast<std::uint64_t>(group));
    }
    if (!(kernel.bytes >= 0 && kernel.bytes <= 4e12))
      refuse(fmt::format("event {}", number), fmt::format("{:g} bytes", kernel.bytes),
             "a collective of at most 4e12 bytes");
    kernels_.push_back(kernel);
  }

  Step whole() const {
    Step step{kernels_.front().launched_s, kernels_.front().end_s};
    for (const Kernel& kernel : kernels_) {
      step.begin_s = std::min(step.begin_s, kernel.launched_s);
      step.end_s = std::max(step.end_s, kernel.end_s);
    }
    return step;
  }

  std::string name_;
  std::unordered_map<std::int64_t, double> launches_s_;  ///< by correlation
  std::vector<Kernel> kernels_;
  std::vector<Step> steps_;
  std::uint64_t ranks_ = 0;
};

/// The allreduces of one step, and the time after the last of them.
struct StepOfTrace {
  std::vector<RecordedExchange> exchanges{};
  double update_s = 0;
  double step_s = 0;
};

/// An allreduce is ready when it is launched and the kernels that were launched before have ended.
StepOfTrace read_step(const std::vector<const Kernel*>& by_launch, const Step& step) {
  StepOfTrace read{.step_s = step.end_s - step.begin_s};
  double computed_s = step.begin_s;
  double end_s = step.begin_s;
  const auto first = std::ranges::lower_bound(by_launch, step.begin_s, {}, &Kernel::launched_s);
  for (auto next = first; next != by_launch.end() && (*next)->launched_s < step.end_s; ++next) {
    const Kernel& kernel = **next;
    if (kernel.collective.empty()) computed_s = std::max(computed_s, kernel.end_s);
    if (kernel.collective != "allreduce" || !(kernel.bytes > 0)) continue;
    read.exchanges.push_back({.name = fmt::format("allreduce {}", read.exchanges.size() + 1),
                              .bytes = kernel.bytes,
                              .ready_s = std::max(kernel.launched_s, computed_s) - step.begin_s,
                              .seconds = kernel.end_s - kernel.begin_s});
    end_s = std::max(end_s, kernel.end_s);
  }
  read.update_s = std::max(0.0, step.end_s - end_s);
  return read;
}

}  // namespace

/// Of several steps, that of median time.
ImportedWorkload read_kineto(inputs::DataFile& file) {
  json document;
  try {
    document = base::parse_json(read_trace(file), file.name(), kTraceJson);
  } catch (const base::ConfigError& error) {
    throw inputs::DataError(file.name(), error.json_path, error.value, error.accepted);
  }
  const Events events(file.name(), document);
  std::vector<const Kernel*> by_launch;
  ImportedWorkload imported;
  for (const Kernel& kernel : events.kernels()) {
    by_launch.push_back(&kernel);
    if (!kernel.collective.empty() && kernel.collective != "allreduce")
      ++imported.left_out[fmt::format("collectives {}: no allreduce", kernel.collective)];
  }
  std::ranges::stable_sort(by_launch, {}, &Kernel::launched_s);
  std::vector<StepOfTrace> steps;
  for (const Step& step : events.steps()) {
    StepOfTrace read = read_step(by_launch, step);
    if (!read.exchanges.empty()) steps.push_back(std::move(read));
  }
  if (steps.empty())
    events.refuse("", "no allreduce",
                  "a kernel with \"Collective name\": \"allreduce\" and \"In msg nelems\"");
  std::ranges::stable_sort(steps, {}, &StepOfTrace::step_s);
  const StepOfTrace& median = steps[steps.size() / 2];
  if (steps.size() > 1) imported.left_out["other steps"] = steps.size() - 1;
  imported.workload = workload_of(median.exchanges, median.update_s);
  if (events.ranks() > 0)
    imported.workload.recorded = RecordedStep{.ranks = events.ranks(), .step_s = median.step_s};
  return imported;
}

}  // namespace sparlab::workloads
