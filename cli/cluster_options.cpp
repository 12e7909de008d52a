#include "cli/cluster_options.hpp"

#include <CLI/CLI.hpp>
#include <map>
#include <string>

#include "cli/option_checks.hpp"

namespace sparlab::cli {

void add_submit(CLI::App& app, SubmitArguments& submit) {
  using experiments::run::TaskRunner;
  const std::map<std::string, TaskRunner> runners = {{"slurm", TaskRunner::slurm},
                                                     {"script", TaskRunner::script}};
  app.add_option("--engine", submit.request.runner,
                 "Who runs the tasks: slurm, or script, which writes a shell script that runs them "
                 "one after the other")
      ->transform(CLI::Transformer(runners))
      ->transform(CLI::IsMember({"slurm", "script"}))
      ->required()
      ->option_text("ENGINE");
  app.add_option("--site", submit.request.site,
                 "Profile of the cluster: partition, account, time limit, launcher, modules")
      ->check(not_empty())
      ->option_text("PROFILE.json");
  app.add_option("-o,--output", submit.request.output,
                 "Folder of scripts and results (default: results/<experiment>)")
      ->check(not_empty());
  app.add_flag("--dry-run", submit.dry_run, "Write the scripts, but start nothing");
  add_format(app, submit.format, kTableOrJson);
}

void add_status(CLI::App& app, StatusArguments& status) {
  app.add_option("dir", status.folder, "Folder that sparlab submit wrote")
      ->check(not_empty())
      ->required();
  add_format(app, status.format, kTableOrJson);
}

}  // namespace sparlab::cli
