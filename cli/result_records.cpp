#include "cli/result_records.hpp"

#include <iostream>
#include <nlohmann/json.hpp>

#include "base/errors/errors.hpp"
#include "cli/shared_options.hpp"
#include "experiments/records/store/record_file.hpp"
#include "experiments/records/store/record_store.hpp"
#include "experiments/spec/definition/axis.hpp"

namespace sparlab::cli {

const analysis::RecordFilter& add_record_filter(Options& options) {
  auto& filter = options.keep<analysis::RecordFilter>();
  const auto axis = [&options](const std::string& option, const char* help, auto& values,
                               auto expand) {
    options.call(
        [&values, option, expand](const std::string& text) {
          values = expand(experiments::axis_from_text(text, option), {"command line", option});
        },
        option + " AXIS", help);
  };
  axis("-P", "Only these numbers of ranks, as in 8 or 2:64:x2", filter.ranks,
       experiments::expand_count_axis);
  axis("-N", "Only these sizes of the universe", filter.universes, experiments::expand_count_axis);
  axis("--density", "Only these densities, by three digits", filter.densities,
       experiments::expand_density_axis);
  add_algorithms(options, filter.algorithms, "Only these algorithms, with or without settings");
  options.set(filter.engines, "--engines ENGINE,...", "Only these engines", {comma_separated()});
  options.set(filter.platforms, "--platform PLATFORM,...", "Only these platforms",
              {comma_separated()});
  return filter;
}

std::vector<experiments::Record> result_records(const std::filesystem::path& folder,
                                                const analysis::RecordFilter& filter) {
  std::vector<experiments::Record> records = experiments::records::read_records(folder, std::cerr);
  if (records.empty())
    throw base::ConfigError((folder / experiments::records::kRecordsFile).string(), "",
                            "no records", "at least one finished point of `sparlab run`");
  return analysis::filtered(std::move(records), filter);
}

}  // namespace sparlab::cli
