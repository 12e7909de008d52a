#include "cli/record_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/option_checks.hpp"
#include "experiments/records/imports/import_formats.hpp"
#include "experiments/spec/points/engine.hpp"

namespace sparlab::cli {

void add_merge(CLI::App& app, MergeArguments& merge) {
  app.add_option("out", merge.output, "Output folder; records in it are kept")
      ->check(not_empty())
      ->required()
      ->option_text("OUT");
  app.add_option("in", merge.inputs, "Output folders of run, such as those of shards")
      ->check(not_empty())
      ->required()
      ->option_text("IN...");
}

void add_records(CLI::App& app, RecordsArguments& records) {
  app.add_option("dir", records.directory, "Output folder of a run")
      ->check(not_empty())
      ->required();
}

void add_rerun(CLI::App& app, RerunArguments& rerun) {
  app.add_option("dir", rerun.directory, "Output folder of a run")->check(not_empty())->required();
  app.add_option("id", rerun.id, "First characters of the id of a record")
      ->check(not_empty())
      ->required();
  app.add_option("--point-timeout", rerun.point_timeout_s, "Stop after this many seconds")
      ->transform(from_to(1e-3, 1e9))
      ->option_text("SECONDS");
  add_format(app, rerun.format, kTableOrJson);
}

void add_import(CLI::App& app, ImportArguments& import) {
  app.add_option("file", import.request.file, "Table of measurements, also compressed by gzip")
      ->check(not_empty())
      ->required()
      ->option_text("FILE");
  std::vector<std::string> formats;
  for (const experiments::records::ImportFormat& format : experiments::records::import_formats())
    formats.push_back(fmt::format("{} ({})", format.name, format.title));
  app.add_option("--format", import.request.format,
                 fmt::format("What the columns mean: {}", fmt::join(formats, ", ")))
      ->required()
      ->option_text("FORMAT");
  app.add_option("-o,--out", import.output, "Output folder; it must not have records")
      ->check(not_empty())
      ->required();
  app.add_option("--algorithm-map", import.request.algorithm_map,
                 "NAME=SPEC: an algorithm's name in the file and what it is here; repeatable")
      ->option_text("NAME=SPEC")
      ->allow_extra_args(false);
  app.add_option("--licence", import.request.licence,
                 "Licence of the data, unless the table has a column licence")
      ->check(not_empty())
      ->option_text("TEXT");
  app.add_option("--source", import.request.source, "Where the file comes from")
      ->check(not_empty())
      ->option_text("TEXT");
}

void add_compare(CLI::App& app, CompareArguments& compare) {
  app.add_option("results", compare.request.results,
                 "Output folders of run and import, whose records are joined")
      ->check(not_empty())
      ->required()
      ->option_text("RESULTS...");
  std::vector<std::string_view> references;
  for (const experiments::EngineInfo& engine : experiments::kEngines)
    if (experiments::observes(engine.engine)) references.push_back(engine.name);
  auto* const reference =
      app.add_option("--reference", compare.request.reference,
                     fmt::format("Engine with the measured times: {} (default: the first that has "
                                 "records)",
                                 fmt::join(references, ", ")))
          ->check(not_empty())
          ->option_text("ENGINE");
  auto* const machines =
      app.add_option("--machine-of", compare.request.machines,
                     "PLATFORM=MACHINE: a platform that describes a machine of another name; "
                     "repeatable")
          ->option_text("PLATFORM=MACHINE")
          ->allow_extra_args(false);
  auto* const output =
      app.add_option("-o,--out", compare.output, "Folder for all numbers and the figure")
          ->check(not_empty());
  auto* const baseline =
      app.add_option("--baseline", compare.baseline,
                     "Compare with this earlier run of the same experiment instead: what became "
                     "faster or slower; repeatable")
          ->check(not_empty())
          ->option_text("RESULTS")
          ->allow_extra_args(false)
          ->excludes(reference)
          ->excludes(machines)
          ->excludes(output);
  app.add_option("--fail-on", compare.fail_on,
                 "With --baseline: exit with 1 if a point is slower[:SHARE], changed[:SHARE], "
                 "missing or wrong; a list such as slower:5%,missing")
      ->check(not_empty())
      ->option_text("RULE,...")
      ->needs(baseline);
  auto formats = kTableOrJson;
  formats.insert({"csv", OutputFormat::csv});
  add_format(app, compare.format, formats);
}

void add_reproduce(CLI::App& app, ReproduceArguments& reproduce) {
  app.add_option("rows", reproduce.rows,
                 "Rows of --list, or paths of files of the same form (default: all)")
      ->check(not_empty())
      ->option_text("[ROW...]");
  app.add_flag("--list", reproduce.list, "Print the rows with predicted times; run nothing");
  app.add_option("-o,--output", reproduce.output,
                 "Folder with one output folder for each experiment; records in it are kept")
      ->capture_default_str()
      ->check(not_empty());
  app.add_option("--data", reproduce.data,
                 "Folder of data files that do not ship; rows whose file is absent are skipped "
                 "(default: $SPARLAB_DATA)")
      ->envname("SPARLAB_DATA")
      ->check(CLI::ExistingDirectory)
      ->option_text("FOLDER");
  app.add_option("--figures", reproduce.figures,
                 "Folder for the pictures of rows: our curves beside what is published")
      ->check(not_empty())
      ->option_text("FOLDER");
  app.add_option("-j,--jobs", reproduce.jobs, "Simulations at a time (default: all processors)")
      ->transform(job_count());
  add_format(app, reproduce.format,
             {{"table", OutputFormat::table},
              {"json", OutputFormat::json},
              {"markdown", OutputFormat::markdown}});
}

void add_validate(CLI::App& app, ValidateArguments& validate) {
  app.add_option("results", validate.results, "Output folders of run, whose records are checked")
      ->check(not_empty())
      ->required()
      ->option_text("RESULTS...");
  app.add_option("-o,--out", validate.output, "Folder for all numbers and the figure")
      ->check(not_empty());
  add_format(app, validate.format, kTableOrJson);
}

}  // namespace sparlab::cli
