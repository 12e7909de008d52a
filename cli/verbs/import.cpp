#include "experiments/records/imports/import.hpp"

#include "base/system/whole_file.hpp"
#include "cli/verb.hpp"
#include "experiments/records/imports/import_formats.hpp"
#include "experiments/records/store/record_file.hpp"
#include "workloads/definition/workload_file.hpp"
#include "workloads/imports/recorded_trace.hpp"

namespace sparlab::cli {
namespace {

void write_left_out(const std::string& reason, std::uint64_t count, const char* unit) {
  std::cout << fmt::format("left out: {}, {}{}\n", reason, count, unit);
}

int import_workload(const workloads::TraceFormat& format,
                    const experiments::records::ImportRequest& request,
                    const std::filesystem::path& output) {
  if (!request.algorithm_map.empty() || !request.licence.empty() || !request.placements.empty() ||
      !request.host_groups.empty())
    throw base::ConfigError("command line", "--format", request.format,
                            "a table of measurements with --algorithm-map, --licence, "
                            "--placements or --host-groups");
  inputs::DataFile file(request.file.string());
  const workloads::ImportedWorkload imported =
      workloads::import_trace(format, file, request.source);
  base::write_whole_file(output, workloads::workload_text(imported.workload));
  const workloads::Workload& workload = imported.workload;
  std::cout << fmt::format("{}: {} layers, {} parameters, {:.3g} s of computation\n",
                           output.string(), workload.layers.size(), workload.parameters(),
                           workload.compute_s());
  for (const auto& [what, count] : imported.left_out) write_left_out(what, count, "");
  return kSuccess;
}

}  // namespace

Run add_import(Options& options) {
  auto& request = options.keep<experiments::records::ImportRequest>();
  options.set(request.file, "file FILE",
              "Table of measurements, or execution trace; also compressed by gzip");
  std::vector<std::string> formats;
  for (const experiments::records::ImportFormat& format : experiments::records::import_formats())
    formats.push_back(fmt::format("{} ({})", format.name, format.title));
  for (const workloads::TraceFormat& format : workloads::trace_formats())
    formats.push_back(fmt::format("{} ({})", format.name, format.title));
  options.set(request.format, "--format FORMAT",
              fmt::format("What the file is: {}", fmt::join(formats, ", ")), {required()});
  const auto& output = add_output(options,
                                  "Output folder, which must not have records; of a trace: the "
                                  "workload file",
                                  {required()});
  options.set(request.algorithm_map, "--algorithm-map NAME=SPEC",
              "NAME=SPEC: an algorithm's name in the file and what it is here; repeatable",
              {repeatable()});
  options.set(request.licence, "--licence TEXT",
              "Licence of the data, unless the table has a column licence");
  options.set(request.source, "--source TEXT", "Where the file comes from");
  options.set(request.placements, "--placements FOLDER",
              "Folder with the files alloc.csv of pico, which have the hosts of ranks");
  options.set(request.host_groups, "--host-groups FILE",
              "The group of each host: a table host,group, or Slurm's topology");
  return [&] {
    for (const workloads::TraceFormat& format : workloads::trace_formats())
      if (format.name == request.format) return import_workload(format, request, output);
    const experiments::records::Import import = experiments::records::read_import(request);
    experiments::records::write_import(import, output, std::cerr);
    std::cout << fmt::format("{} points of {} in {}\n", import.records.size(),
                             fmt::join(import.machines, ", "),
                             (output / experiments::records::kRecordsFile).string());
    if (import.with_groups > 0)
      std::cout << fmt::format("groups of ranks are known of {} points\n", import.with_groups);
    for (const auto& [reason, rows] : import.skipped)
      write_left_out(reason, rows, rows == 1 ? " row" : " rows");
    return kSuccess;
  };
}

}  // namespace sparlab::cli
