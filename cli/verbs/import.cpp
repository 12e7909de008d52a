#include "experiments/records/imports/import.hpp"

#include "cli/verb.hpp"
#include "experiments/records/imports/import_formats.hpp"
#include "experiments/records/store/record_file.hpp"

namespace sparlab::cli {

Run add_import(Options& options) {
  auto& request = options.keep<experiments::records::ImportRequest>();
  options.set(request.file, "file FILE", "Table of measurements, also compressed by gzip");
  std::vector<std::string> formats;
  for (const experiments::records::ImportFormat& format : experiments::records::import_formats())
    formats.push_back(fmt::format("{} ({})", format.name, format.title));
  options.set(request.format, "--format FORMAT",
              fmt::format("What the columns mean: {}", fmt::join(formats, ", ")), {required()});
  const auto& output =
      add_output(options, "Output folder; it must not have records", {required()}, "-o,--out");
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
    const experiments::records::Import import = experiments::records::read_import(request);
    experiments::records::write_import(import, output, std::cerr);
    std::cout << fmt::format("{} points of {} in {}\n", import.records.size(),
                             fmt::join(import.machines, ", "),
                             (output / experiments::records::kRecordsFile).string());
    if (import.with_groups > 0)
      std::cout << fmt::format("groups of ranks are known of {} points\n", import.with_groups);
    for (const auto& [reason, rows] : import.skipped)
      std::cout << fmt::format("left out: {}, {} row{}\n", reason, rows, rows == 1 ? "" : "s");
    return kSuccess;
  };
}

}  // namespace sparlab::cli
