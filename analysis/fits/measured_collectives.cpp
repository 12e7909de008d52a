#include "analysis/fits/measured_collectives.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <set>
#include <string_view>
#include <tuple>

#include "base/errors/errors.hpp"
#include "base/text/nearest_name.hpp"
#include "experiments/records/store/record_store.hpp"
#include "experiments/spec/points/engine.hpp"
#include "experiments/spec/points/rank_places.hpp"
#include "model/costs/problem.hpp"
#include "model/fill_in/extreme_fill_in.hpp"
#include "platforms/files/copied_topology.hpp"

namespace sparlab::analysis {
namespace {

/// Their costs have nothing but messages, dense sums and copies.
constexpr std::array<std::string_view, 3> kDenseAlgorithms = {"dense_recursive_doubling",
                                                              "dense_rabenseifner", "dense_ring"};

bool has_dense_cost(const experiments::Record& record) {
  const model::Algorithm& algorithm = record.point.algorithm;
  return algorithm.known() &&
         std::ranges::find(kDenseAlgorithms, algorithm.name()) != kDenseAlgorithms.end();
}

/// "over" names the variant "over"; "ompi" also "ompi 4.1.6". Conditions after a comma, such as
/// several ranks a node, are named in full.
bool names_variant(const std::string& chosen, const std::string& variant) {
  if (variant == chosen) return true;
  return variant.find(',') == std::string::npos && variant.starts_with(chosen + " ");
}

template <class Chosen, class Matches>
bool selected(const std::vector<Chosen>& chosen, Matches matches) {
  return chosen.empty() || std::ranges::any_of(chosen, matches);
}

/// Refuses a choice that no record has.
template <class Chosen, class Matches>
void require_used(const std::vector<Chosen>& chosen, const char* option,
                  const std::set<std::string>& known, Matches matches) {
  for (const Chosen& one : chosen) {
    if (std::ranges::any_of(known, [&](const std::string& name) { return matches(one, name); }))
      continue;
    const std::string text = fmt::format("{}", one);
    throw base::ConfigError("command line", option, fmt::format("no record has \"{}\"", text),
                            fmt::format("{}", fmt::join(known, "; ")),
                            base::nearest_name(text, {known.begin(), known.end()}));
  }
}

bool equal_names(const std::string& chosen, const std::string& name) { return chosen == name; }

/// "dense_ring" names the algorithm with any settings.
bool names_algorithm(const std::string& chosen, const std::string& spec) {
  return chosen == spec || chosen == model::name_of_spec(spec);
}

/// The records of dense algorithms of one machine.
class Selection {
 public:
  Selection(const FitSelection& selection, const std::vector<experiments::Record>& records)
      : selection_(selection) {
    for (const experiments::Record& record : records)
      if (experiments::observes(record.point.engine) && has_dense_cost(record))
        kept_.push_back(&record);
    if (kept_.empty())
      throw base::ConfigError("command line", "RESULTS",
                              "no times of dense algorithms by engine mpi or measured",
                              fmt::format("records of {}", fmt::join(kDenseAlgorithms, ", ")));
  }

  std::vector<const experiments::Record*> records() {
    keep_machine();
    const auto variant = [](const experiments::Record& r) { return r.point.variant; };
    const auto algorithm = [](const experiments::Record& r) { return r.point.algorithm.spec(); };
    const auto ranks = [](const experiments::Record& r) { return std::to_string(r.point.ranks); };
    std::vector<std::string> wanted_ranks;
    for (const std::uint64_t count : selection_.ranks)
      wanted_ranks.push_back(std::to_string(count));
    keep(selection_.algorithms, "--algorithms", algorithm, names_algorithm);
    keep(wanted_ranks, "--ranks", ranks, equal_names);
    keep(selection_.variants, "--variant", variant, names_variant);
    if (const auto left = values(variant); selection_.variants.empty() && left.size() > 1)
      throw base::ConfigError("command line", "--variant", fmt::format("{} variants", left.size()),
                              fmt::format("one or more of: {}", fmt::join(left, "; ")));
    return kept_;
  }

 private:
  template <class Value>
  std::set<std::string> values(Value value) const {
    std::set<std::string> found;
    for (const experiments::Record* const record : kept_) found.insert(value(*record));
    return found;
  }

  template <class Value, class Matches>
  void keep(const std::vector<std::string>& chosen, const char* option, Value value,
            Matches matches) {
    require_used(chosen, option, values(value), matches);
    std::erase_if(kept_, [&](const experiments::Record* record) {
      return !selected(chosen,
                       [&](const std::string& one) { return matches(one, value(*record)); });
    });
    if (kept_.empty())
      throw base::ConfigError("command line", option, fmt::format("{}", fmt::join(chosen, ", ")),
                              "a choice that leaves records of the other choices");
  }

  void keep_machine() {
    const auto platform = [](const experiments::Record& record) { return record.point.platform; };
    if (!selection_.machine.empty())
      return keep({selection_.machine}, "--machine", platform, equal_names);
    if (const auto found = values(platform); found.size() > 1)
      throw base::ConfigError("command line", "--machine", fmt::format("{} machines", found.size()),
                              fmt::format("one of {}", fmt::join(found, ", ")));
  }

  const FitSelection& selection_;
  std::vector<const experiments::Record*> kept_;
};

/// What the collective did, by the formula of the code that ran.
model::Cost collective_cost(const experiments::Point& point) {
  const auto value_bytes = static_cast<double>(algos::bytes_of(point.value));
  const double index_bytes = point.index == algos::IndexType::uint32 ? 4 : 8;
  const model::IdenticalFillIn vector(point.universe, static_cast<double>(point.universe));
  return *point.algorithm.cost({.ranks = point.ranks,
                                .fill_in = &vector,
                                .wire = model::WireFormat::ours(index_bytes, value_bytes)});
}

/// Of the messages of each stage, those between groups of hosts, with one rank on a host.
std::optional<std::vector<double>> between_groups(const model::Cost& cost,
                                                  const experiments::Record& record) {
  const model::RankGroups ranks = experiments::groups_of(record);
  if (!ranks.known()) return std::nullopt;
  model::HostGroups groups;
  groups.listed = ranks.of_ranks();
  const model::Placement placement{.hosts = record.point.ranks};
  std::vector<double> messages;
  for (const model::Stage& stage : cost.critical_path)
    messages.push_back(stage.messages_between_groups(groups, placement));
  return messages;
}

/// What links add, with rank r on host r of the topology.
std::optional<double> links_s(const model::Cost& cost, const experiments::Record& record,
                              const model::LinkLoads* loads) {
  if (loads == nullptr) return std::nullopt;
  const model::SharedLinks links = loads->of(record.point.ranks);
  double sum = 0;
  for (const model::Stage& stage : cost.critical_path) sum += stage.links_s(links);
  return sum;
}

model::MeasuredCollective measured_collective(const experiments::Record& record,
                                              const model::LinkLoads* loads) {
  model::Cost cost = collective_cost(record.point);
  std::optional<std::vector<double>> between = between_groups(cost, record);
  const std::optional<double> on_links_s = links_s(cost, record, loads);
  return {std::move(cost), record.time_s, record.point.run, std::move(between), on_links_s};
}

/// The loads of links of the topology that is named, if its messages wait for each other.
std::shared_ptr<const model::LinkLoads> loads_of(
    const std::string& topology, const std::vector<const experiments::Record*>& records) {
  if (topology.empty()) return nullptr;
  const platforms::CopiedTopology copied = platforms::copied_topology(topology, "");
  for (const experiments::Record* const record : records)
    if (record->point.ranks > copied.hosts)
      throw base::ConfigError(
          "command line", "--topology", fmt::format("{}, of {} hosts", copied.of, copied.hosts),
          fmt::format("at least as many hosts as the {} ranks of a time", record->point.ranks));
  return copied.link_loads;
}

std::string description_of(const std::vector<const experiments::Record*>& records,
                           const std::string& machine) {
  std::set<std::uint64_t> ranks;
  std::set<std::string> algorithms, variants, runs, files;
  for (const experiments::Record* const record : records) {
    ranks.insert(record->point.ranks);
    algorithms.insert(record->point.algorithm.spec());
    if (!record->point.variant.empty()) variants.insert(record->point.variant);
    if (!record->point.run.empty()) runs.insert(record->point.run);
    const std::string file = record->environment.text("source.file");
    const std::string hash = record->environment.text("source.sha256");
    if (!file.empty())
      files.insert(fmt::format("{} (SHA-256 {})", file, hash.empty() ? "unknown" : hash));
  }
  std::string text = fmt::format("{} times of {}: P = {}; {}", records.size(), machine,
                                 fmt::join(ranks, ", "), fmt::join(algorithms, ", "));
  if (!variants.empty()) text += fmt::format("; variant {}", fmt::join(variants, " and "));
  if (!runs.empty()) text += fmt::format("; {} runs", runs.size());
  if (!files.empty()) text += fmt::format("; {}", fmt::join(files, ", "));
  return text;
}

}  // namespace

FitPoints select_fit_points(const FitSelection& selection,
                            const std::vector<experiments::Record>& records) {
  std::vector<const experiments::Record*> kept = Selection(selection, records).records();
  const auto order = [](const experiments::Record* record) {
    const experiments::Point& point = record->point;
    return std::tuple(point.ranks, point.run, point.universe, point.algorithm.spec(),
                      point.variant);
  };
  std::ranges::stable_sort(kept, [&](const experiments::Record* a, const experiments::Record* b) {
    return order(a) < order(b);
  });
  FitPoints found;
  found.machine = kept.front()->point.platform;
  found.known.least_beta_s_per_byte = selection.port_s_per_byte;
  found.known.value_bytes = static_cast<double>(algos::bytes_of(kept.front()->point.value));
  found.description = description_of(kept, found.machine);
  if (selection.port_s_per_byte > 0)
    found.description +=
        fmt::format("; ports of at most {:.4g} GB/s", 1e-9 / selection.port_s_per_byte);
  found.topology = selection.topology;
  const auto loads = loads_of(selection.topology, kept);
  if (loads) found.description += "; messages wait for each other on links, which are known";
  for (const experiments::Record* const record : kept)
    found.points.push_back({*record, measured_collective(*record, loads.get())});
  return found;
}

FitPoints read_fit_points(const FitSelection& selection) {
  std::vector<experiments::Record> records;
  for (const std::filesystem::path& folder : selection.results)
    for (experiments::Record& record : experiments::records::read_records(folder, std::cerr))
      records.push_back(std::move(record));
  return select_fit_points(selection, records);
}

model::MachineFit fit_points(const FitPoints& points) {
  std::vector<model::MeasuredCollective> times;
  for (const FittedPoint& point : points.points) times.push_back(point.measured);
  return model::fit_machine(times, points.known);
}

}  // namespace sparlab::analysis
