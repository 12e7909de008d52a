#include "analysis/patterns/pattern_comparison.hpp"
#include "base/system/data_folders.hpp"
#include "cli/verb.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::cli {

Run add_platform_patterns(Options& options) {
  const auto& name = add_platform(options);
  auto& selection = options.keep<analysis::PatternSelection>();
  options.set(selection.table, "--measured TABLE",
              "Published times: system_dir, run, collective, P, bytes, p10_us, median_us",
              {required()});
  options.set(selection.machine, "--machine NAME", "A system_dir of the table, if it has several");
  options.set(selection.ranks, "--ranks P,...", "Only these numbers of ranks", {comma_separated()});
  const auto& format = add_format(options);
  return [&] {
    const platforms::PlatformFile platform =
        platforms::load_platform(base::find_platform_file(name, "command line", "platform"));
    const analysis::MeasuredPatterns measured = analysis::read_measured_patterns(selection);
    const auto predicted = analysis::predict_patterns(platform, measured);
    if (format == OutputFormat::json)
      print_json(analysis::pattern_comparison_to_json(platform, measured, predicted));
    else
      analysis::print_pattern_comparison(std::cout, measured, predicted);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
