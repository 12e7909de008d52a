#include "tests/conformance/suite/oktopk_volume.hpp"

#include <fmt/format.h>

#include <string>

using namespace sparlab;

/// Prints the words that ranks move in calls of Ok-Topk, in units of k, as a Markdown table.
int main() {
  constexpr auto k = static_cast<double>(conformance::kOktopkK);
  fmt::print(
      "| input | P | call | chosen/k | K/k | kept/k | split | gather | all | published | "
      "corrected | corrections |\n");
  fmt::print("|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|---|\n");
  for (const auto& input : conformance::oktopk_inputs()) {
    for (const int ranks : {8, 13, 64}) {
      for (const auto& measured : conformance::measure_oktopk(input, ranks)) {
        const double published =
            conformance::oktopk_published_words(static_cast<std::uint64_t>(ranks), k);
        const auto& call = measured.call;
        fmt::print(
            "| {} | {} | {} | {:.2f} | {} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | "
            "{:.1f} | {} |\n",
            input.name, ranks, call.evaluating ? "first" : "ordinary", call.chosen / k,
            call.evaluating ? fmt::format("{:.1f}", call.reduced / k) : "", call.kept / k,
            measured.split_words / k, measured.gather_words / k, measured.words / k, published / k,
            measured.bound.total() / k,
            measured.words > published ? conformance::corrections_at_work(measured) : "");
      }
    }
  }
}
