#include "tests/fuzz/lab_parsers.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "algos/registry/registry.hpp"
#include "analysis/reproduction/published_result.hpp"
#include "base/errors/errors.hpp"
#include "base/json/json_fields.hpp"
#include "base/json/json_text.hpp"
#include "experiments/records/imports/host_table.hpp"
#include "experiments/records/imports/import.hpp"
#include "experiments/records/imports/import_formats.hpp"
#include "experiments/records/imports/run_placements.hpp"
#include "experiments/records/store/old_lines.hpp"
#include "experiments/records/store/record_file.hpp"
#include "experiments/records/store/record_json.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/run/submission/job_scripts.hpp"
#include "experiments/run/submission/site_profile.hpp"
#include "experiments/spec/definition/experiment.hpp"
#include "experiments/spec/definition/overrides.hpp"
#include "experiments/spec/points/schedule_file.hpp"
#include "inputs/files/data_error.hpp"
#include "machines/launchers/launcher.hpp"
#include "model/algorithms/algorithm.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "model/parameters/settings.hpp"
#include "model/schedules/schedule_plan.hpp"
#include "platforms/files/platform_file.hpp"
#include "platforms/files/uncertainty.hpp"
#include "tests/fuzz/require.hpp"
#include "workloads/definition/workload_file.hpp"
#include "workloads/imports/recorded_trace.hpp"
#include "workloads/schedules/schedule.hpp"

namespace sparlab::fuzz {
namespace {

using namespace experiments;
using base::ConfigError;
using base::EnvironmentError;
using base::FormatError;

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// An accepted experiment has sweeps, and each sweep has something to run.
void require_complete(const Experiment& experiment) {
  require(!experiment.sweeps.empty());
  for (const Sweep& sweep : experiment.sweeps) {
    require(!sweep.engines.empty() && !sweep.algorithms.empty() && !sweep.ranks.empty());
    for (const SweepAlgorithm& item : sweep.algorithms) {
      require(model::Algorithm(item.algorithm.spec()) == item.algorithm);
    }
  }
}

bool accepts_record(std::string_view text) {
  try {
    const std::string line =
        experiments::records::record_to_line(experiments::records::record_from_line(text));
    require(experiments::records::record_to_line(experiments::records::record_from_line(line)) ==
            line);
    return true;
  } catch (const FormatError&) {
    return false;
  }
}

/// The lines of a file, of all kinds.
bool accepts_lines(std::string_view text) {
  try {
    experiments::records::RecordFile file = experiments::records::scan_records(
        {experiments::records::lines_of_old(text)}, "crafted.jsonl");
    const std::vector<Record> records =
        experiments::records::read_records(file, [](const std::string&) { return true; });
    for (const Record& record : records)
      require(accepts_record(experiments::records::record_to_line(record)));
    return !records.empty();
  } catch (const ConfigError&) {
    return false;
  }
}

/// Accepted records are complete: they can be stored and read again.
bool accepts_import(std::span<const std::byte> bytes,
                    const experiments::records::ImportFormat& format) {
  experiments::records::ImportRequest request;
  request.file = "crafted.csv";
  request.format = std::string(format.name);
  request.licence = "none";
  try {
    inputs::DataFile file("crafted.csv", bytes);
    const experiments::records::Import import = read_import(request, file);
    require(!import.records.empty() && !import.machines.empty());
    for (const Record& record : import.records)
      require(accepts_record(experiments::records::record_to_line(record)));
    return true;
  } catch (const inputs::DataError&) {
    return false;
  }
}

bool accepts_hosts(std::span<const std::byte> bytes) {
  try {
    inputs::DataFile file("hosts.csv", bytes);
    const experiments::records::HostTable table(file);
    require(table.group_of("") == nullptr);
    return true;
  } catch (const inputs::DataError&) {
    return false;
  }
}

bool accepts_allocation(std::span<const std::byte> bytes) {
  try {
    inputs::DataFile file("alloc.csv", bytes);
    const auto placement = experiments::records::read_allocation(file, nullptr);
    require(!placement.hosts.empty());
    if (!placement.groups.known()) return true;
    require(placement.groups.ranks() == placement.hosts.size());
    require(model::RankGroups::parse(placement.groups.text()) == placement.groups);
    return true;
  } catch (const inputs::DataError&) {
    return false;
  }
}

/// All parameters are exchanged, whatever the schedule.
void require_exchanged(const workloads::Workload& workload) {
  for (const auto kind : {workloads::ScheduleKind::blocking, workloads::ScheduleKind::layers,
                          workloads::ScheduleKind::buckets, workloads::ScheduleKind::by_size}) {
    std::uint64_t parameters = 0;
    for (const workloads::Exchange& exchange :
         workloads::exchanges_of(workload, {.kind = kind}, 0.01)) {
      require(exchange.nonzeros >= 1 && exchange.nonzeros <= exchange.parameters);
      require(exchange.layers_done >= 1 && exchange.layers_done <= workload.layers.size());
      parameters += exchange.parameters;
    }
    require(parameters == workload.parameters());
  }
}

bool accepts_trace(std::span<const std::byte> bytes, std::string_view format) {
  try {
    inputs::DataFile file("crafted.trace", bytes);
    for (const workloads::TraceFormat& known : workloads::trace_formats())
      if (known.name == format)
        require_exchanged(workloads::import_trace(known, file, "").workload);
    return true;
  } catch (const inputs::DataError&) {
    return false;
  } catch (const ConfigError&) {
    return false;
  }
}

}  // namespace

bool parse_workload(std::span<const std::byte> bytes) {
  try {
    const auto read = [](std::string_view text) {
      return workloads::workload_from_json(base::parse_json(text, "crafted.json"), "crafted.json");
    };
    const workloads::Workload workload = read(text_of(bytes));
    require(read(workloads::workload_text(workload)).parameters() == workload.parameters());
    require_exchanged(workload);
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

bool parse_schedule(std::span<const std::byte> bytes) {
  try {
    const auto read = [](std::string_view text) {
      return schedule_from_json(base::parse_json(text, "crafted.json"), "crafted.json");
    };
    const model::SchedulePlan plan(read(text_of(bytes)));
    require(read(schedule_text(plan.schedule())) == plan.schedule());
    for (std::uint64_t rank = 0; rank < plan.schedule().ranks; ++rank)
      for (const auto slot : plan.of(rank).result)
        require(plan.of(rank).held[slot].inputs == plan.schedule().all());
    return true;
  } catch (const ConfigError&) {
    return false;
  } catch (const model::ScheduleError&) {
    return false;
  }
}

bool parse_chakra(std::span<const std::byte> bytes) { return accepts_trace(bytes, "chakra"); }
bool parse_kineto(std::span<const std::byte> bytes) { return accepts_trace(bytes, "kineto"); }
bool parse_simai(std::span<const std::byte> bytes) { return accepts_trace(bytes, "simai"); }

bool parse_experiment(std::span<const std::byte> bytes) {
  try {
    require_complete(experiments::parse_experiment(base::parse_json(text_of(bytes), "crafted.json"),
                                                   "crafted.json"));
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

bool parse_published(std::span<const std::byte> bytes) {
  try {
    const analysis::PublishedResult result = analysis::parse_published_result(
        base::parse_json(text_of(bytes), "crafted.json"), "crafted.json");
    require(!result.claims.empty());
    for (const analysis::Claim& claim : result.claims) {
      require(claim.published.at_least <= claim.published.at_most);
      require(!claim.quantity.is_crossing() || !claim.quantity.over.empty());
    }
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

bool parse_override(std::span<const std::byte> bytes) {
  static const nlohmann::json kExperiment = nlohmann::json::parse(R"({
    "name": "crafted", "title": "crafted",
    "sweeps": [{"label": "one", "engines": ["model", "loggp", "mpi"], "algorithms": ["dense_ring"],
                "P": [4], "N": [100], "density": [0.1], "input": {"kind": "uniform"},
                "platform": "ideal"}]})");
  try {
    nlohmann::json document = kExperiment;
    const std::string where = apply_override(document, std::string(text_of(bytes)));
    require(!where.empty());
    require_complete(experiments::parse_experiment(document, "crafted.json"));
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

bool parse_platform(std::span<const std::byte> bytes) {
  try {
    const auto content = base::parse_json(text_of(bytes), "crafted.json");
    const platforms::PlatformFile platform = platforms::platform_from_json(content, "crafted.json");
    require(platform.name == "crafted" && platform.hosts >= 1);
    require(platform.transport.segments.at(0).alpha_s >= 0);
    const std::uint64_t last = platform.max_ranks() - 1;
    const auto hosts = static_cast<std::uint64_t>(platform.hosts);
    require(platform.placement.host_of(0) < hosts && platform.placement.host_of(last) < hosts);
    require(platform.placement.shares_ports() != platform.inside.segments.empty());
    const platforms::PlatformUncertainty known = platforms::uncertainty_of(content);
    require(known.transport.alphas.size() == platform.transport.segments.size());
    for (const bool upper : {false, true}) {
      const double alpha_s =
          platforms::varied(platform, known, platforms::Uncertain::alpha, upper).machine(1).alpha_s;
      require(upper ? alpha_s >= platform.machine(1).alpha_s : alpha_s >= 0);
    }
    // As a program that chooses by it.
    const std::uint64_t ranks = std::min<std::uint64_t>(platform.max_ranks(), 8);
    const model::Machine machine = platform.machine(ranks);
    const model::UniformFillIn input(1000, 100);
    const auto chosen =
        model::Algorithm("sparlab_auto")
            .cost({.ranks = ranks, .fill_in = &input, .wire = {}, .machine = &machine});
    require(chosen && chosen->seconds(machine) >= 0);
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

bool parse_launcher(std::span<const std::byte> bytes) {
  try {
    const machines::Launcher launcher = machines::launcher_from_json(
        base::parse_json(text_of(bytes), "crafted.json"), "crafted.json");
    require(launcher.name == "crafted.json" && !launcher.hash.empty());
    require(launcher.command.empty() || launcher.command.size() >= 2);
    constexpr std::uint64_t kRanks = 1000;
    std::uint64_t placed = 0;
    if (!launcher.hosts.empty())
      for (const std::uint64_t count : machines::ranks_on_hosts(launcher, kRanks)) placed += count;
    require(launcher.hosts.empty() || placed == kRanks);
    require(machines::ranks_per_processor(launcher, kRanks) >= 0);
    return true;
  } catch (const ConfigError&) {
    return false;
  } catch (const EnvironmentError&) {
    return false;  // it extends the testbed, which is not up
  }
}

bool parse_site(std::span<const std::byte> bytes) {
  try {
    const experiments::run::SiteProfile profile = experiments::run::site_profile_from_json(
        base::parse_json(text_of(bytes), "crafted.json"), "crafted.json");
    require(profile.task_seconds() >= 60);
    require(profile.task_seconds() <= 60.0 * static_cast<double>(profile.time_limit_minutes));
    const experiments::run::ScriptSetup setup{"/sparlab", "/folder", "/", "crafted", "0a", {}};
    for (const std::string& script :
         {experiments::run::task_script(setup, profile, true),
          experiments::run::merge_script(setup, profile),
          experiments::run::slurm_script(setup, profile, {{"simulated", 0, 4, 2, 1, 1e6}})})
      require(script.find('\0') == std::string::npos);
    machines::launcher_from_json(
        base::parse_json(experiments::run::launcher_text(profile), "crafted.json"), "crafted.json");
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

bool parse_spec(std::span<const std::byte> bytes) {
  try {
    const model::Algorithm algorithm(text_of(bytes));
    require(model::Algorithm(algorithm.spec()) == algorithm);
    require(algos::find_algorithm(algorithm.spec()) != nullptr);
    require(algorithm.period() >= 1);
    algorithm.check({8, 1000});
    return true;
  } catch (const model::ParameterError&) {
    return false;
  }
}

bool parse_record(std::span<const std::byte> bytes) {
  const bool as_written = accepts_record(text_of(bytes)) || accepts_lines(text_of(bytes));
  // Few inputs have the right checksum; with a correct one added, the rest of the reader is tested.
  if (bytes.empty()) return as_written;
  const std::string line = experiments::records::with_checksum(std::string(text_of(bytes)));
  return accepts_record(line) || accepts_lines(line) || as_written;
}

bool parse_import(std::span<const std::byte> bytes) {
  const bool is_table = accepts_hosts(bytes);
  bool accepted = accepts_allocation(bytes) || is_table;
  for (const experiments::records::ImportFormat& format : experiments::records::import_formats())
    accepted = accepts_import(bytes, format) || accepted;
  return accepted;
}

}  // namespace sparlab::fuzz
