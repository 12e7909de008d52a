#include "experiments/run/execution/record_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "algos/registry/registry.hpp"
#include "algos/registry/switch_algorithms.hpp"
#include "experiments/run/execution/engine_costs.hpp"
#include "experiments/spec/points/engine.hpp"
#include "inputs/sources/input.hpp"
#include "model/base/contract.hpp"
#include "model/parameters/count_text.hpp"
#include "model/parameters/settings.hpp"

namespace sparlab::experiments::run {
namespace {

/// The settings with which a message of SimGrid takes its latency and bytes / bandwidth.
const std::map<std::string, std::string> kPinned = {
    {"network/model", "CM02"}, {"network/crosstraffic", "0"}, {"network/TCP-gamma", "0"}};

/// A number of entries that the ranks' mean does not fall below.
double least_nnz(const Point& point) {
  const auto nnz = static_cast<double>(point.nnz);
  switch (point.input.kind) {
    case inputs::InputKind::uniform:
    case inputs::InputKind::clustered:
      return nnz;
    case inputs::InputKind::blocks: {
      const auto input =
          inputs::make_input(point.input, point.universe, point.nnz, point.ranks, point.seed);
      const bool short_block = point.universe % point.input.block != 0;
      return std::max(
          0.0, input->mean_nnz() - (short_block ? static_cast<double>(point.input.block) : 0.0));
    }
    case inputs::InputKind::zipf:  // each rank draws its number of entries
      return point.payload == Payload::counted ? nnz : 0;
    case inputs::InputKind::svmlight:
    case inputs::InputKind::recording:
      return std::max(0.0, nnz - 0.5);  // points have the rounded mean
  }
  return 0;
}

/// The k of an algorithm that selects: its parameter, or, if that is 0, as many entries as an input
/// has.
double selected(const Point& point) {
  for (const model::Setting& setting : model::parse_spec(point.algorithm.spec()).settings)
    if (const auto k = model::parse_count(setting.value); setting.name == "k" && k.value_or(0) > 0)
      return static_cast<double>(*k);
  return static_cast<double>(point.nnz);
}

bool only_coo(model::FormatSet formats) {
  return !formats.contains(model::Format::bitmap) && !formats.contains(model::Format::delta) &&
         !formats.contains(model::Format::runs) && !formats.contains(model::Format::pici);
}

model::Instance instance_of(const Record& record) {
  const Point& point = record.point;
  const algos::AlgorithmInfo& info = algos::info_of(point.algorithm);
  model::Instance instance{.ranks = point.ranks,
                           .universe = point.universe,
                           .nnz = least_nnz(point),
                           .result_nnz = record.result_nnz,
                           .moved = info.moved,
                           .exact = info.exactness == algos::Exactness::exact,
                           .coo = only_coo(point.formats)};
  // Expected counts of sums never become zero.
  if (info.moved == model::Moved::nonneutral && point.payload == Payload::counted)
    instance.moved = model::Moved::nonzeros;
  if (info.top_k_of_sum) instance.winners = selected(point);
  instance.format = algos::wire_format_of(point.value, point.index);
  return instance;
}

/// Records come from files, so their numbers may contradict each other. A sum may have fewer
/// entries than an input, since those that cancel do not count; bounds are then smaller than they
/// could be.
bool is_possible(const Record& record) {
  const Point& point = record.point;
  const auto universe = static_cast<double>(point.universe);
  const auto nnz = static_cast<double>(point.nnz);
  if (point.ranks < 1 || point.universe < 1 || nnz > universe || point.input.block < 1)
    return false;
  if (!std::isfinite(record.time_s) || record.time_s < 0) return false;
  constexpr double kRounding = 1e-6;
  const double result = record.result_nnz.value_or(0);
  return result >= 0 && result <= universe * (1 + kRounding);
}

}  // namespace

std::string no_bounds(const Record& record) {
  const Point& point = record.point;
  if (point.step || point.training) return "it is not a single allreduce";
  if (point.collective != model::Collective::allreduce)
    return fmt::format("bounds are those of an allreduce, not of a {}", name_of(point.collective));
  if (observes(point.engine))
    return fmt::format("engine {}: the least alpha and beta of the machine are not known",
                       name_of(point.engine));
  if (!point.algorithm.known() || algos::find_algorithm(point.algorithm.name()) == nullptr)
    return fmt::format("this sparlab has no algorithm {}", point.algorithm.spec());
  if (point.value_code != algos::ValueCode::none)
    return "bounds are those of values that have the same size in all messages";
  if (algos::needs_switches(point.algorithm)) return "bounds are those of ranks without switches";
  if (record.check.status == "failed") return "the check of its result failed";
  if (!is_possible(record)) return "its numbers contradict each other";
  return {};
}

std::string no_bounds(const Record& record, const platforms::PlatformFile& platform) {
  if (std::string why = no_bounds(record); !why.empty()) return why;
  if (record.point.ranks > platform.max_ranks())
    return fmt::format("platform {} has places for {} ranks", platform.name, platform.max_ranks());
  const bool on_links =
      record.point.engine == Engine::loggp && record.point.machine == MachineKind::network;
  if (record.point.engine != Engine::simgrid && !on_links) return {};
  if (!platform.network) return fmt::format("platform {} has no links", platform.name);
  if (!on_links && platform.network->config != kPinned)
    return "engine simgrid: the platform changes SimGrid's network model";
  return {};
}

std::vector<model::BoundCheck> bounds_of(const Record& record,
                                         const platforms::PlatformFile& platform) {
  SPARLAB_EXPECTS(no_bounds(record, platform).empty());
  return check_bounds(instance_of(record), least_costs(record.point, platform), record.time_s);
}

void add_bound_terms(Record& record, const platforms::PlatformFile& platform) {
  if (!no_bounds(record, platform).empty()) return;
  const auto checks = bounds_of(record, platform);
  for (const model::BoundCheck& check : checks)
    if (check.applies) record.terms[fmt::format("bound_{}_s", name(check.kind))] = check.bound_s;
  const model::BoundCheck* const largest = largest_bound(checks, true);
  record.terms["bound_s"] = largest == nullptr ? 0 : largest->bound_s;
}

}  // namespace sparlab::experiments::run
