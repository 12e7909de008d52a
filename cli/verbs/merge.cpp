#include "experiments/records/store/merge.hpp"

#include "cli/verb.hpp"

namespace sparlab::cli {

Run add_merge(Options& options) {
  using std::filesystem::path;
  const auto& output = options.add<path>("out OUT", "Output folder; records in it are kept");
  const auto& inputs =
      options.add<std::vector<path>>("in IN...", "Output folders of run, such as those of shards");
  return [&] {
    const experiments::records::MergeOutcome outcome =
        experiments::records::merge_records(output, inputs, std::cerr);
    std::cerr << fmt::format(
        "sparlab: {} records in {}, {} others of the same points dropped, {} points failed{}\n",
        outcome.records, (output / "records.jsonl").string(), outcome.repeated, outcome.failures,
        outcome.left_out > 0 ? fmt::format(", {} left out before the run", outcome.left_out) : "");
    return outcome.failures == 0 ? kSuccess : kPartial;
  };
}

}  // namespace sparlab::cli
