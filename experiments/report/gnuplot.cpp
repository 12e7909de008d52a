#include "experiments/report/gnuplot.hpp"

#include "experiments/system/child_process.hpp"

namespace sparlab::experiments {

DrawingOutcome draw(const std::filesystem::path& folder, const std::string& script) {
  ChildProcess gnuplot({"gnuplot", "-d", "./" + script}, folder);
  gnuplot.wait();
  if (gnuplot.succeeded()) return {};
  if (gnuplot.exit_code() == ChildProcess::kNoProgram) return {Drawing::no_gnuplot, {}};
  const std::string printed = gnuplot.printed();
  return {Drawing::failed, printed.empty() ? "gnuplot " + gnuplot.describe_end() : printed};
}

}  // namespace sparlab::experiments
