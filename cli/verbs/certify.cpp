#include <unistd.h>

#include "algos/registry/registry.hpp"
#include "algos/registry/switch_algorithms.hpp"
#include "analysis/certificates/certificate.hpp"
#include "cli/verb.hpp"
#include "experiments/spec/definition/algorithm_list.hpp"
#include "experiments/spec/definition/axis.hpp"
#include "report/answers/certificate_answer.hpp"

namespace sparlab::cli {
namespace {

/// Beyond, the orders of one support are too many for most algorithms.
constexpr std::uint64_t kMostCertifiedRanks = 8;
/// All supports of so many pairs of rank and index take days.
constexpr std::uint64_t kMostCertifiedPairs = 32;

std::vector<std::uint64_t> axis_of(const std::string& text, const std::string& option,
                                   std::uint64_t most) {
  auto counts = experiments::expand_count_axis(experiments::axis_from_text(text, option),
                                               {"command line", option});
  for (const std::uint64_t count : counts)
    if (count < 1 || count > most)
      throw base::ConfigError("command line", option, text,
                              fmt::format("numbers from 1 to {}", most));
  return counts;
}

void require_certifiable(const model::Algorithm& algorithm) {
  const algos::AlgorithmInfo& info = algos::info_of(algorithm);
  if (!info.native && !algos::needs_switches(algorithm)) return;
  throw base::ConfigError("command line", "--algorithms", algorithm.spec(),
                          "algorithms that run without another library and switches");
}

}  // namespace

Run add_certify(Options& options) {
  auto& algorithms = options.keep<std::vector<std::string>>({"exact"});
  auto& cases = options.keep<analysis::CertifiedCases>();
  add_algorithms(options, algorithms, "Algorithms, or exact (default), approximate, all");
  const auto& ranks = options.add<std::string>(
      "-P P", "Numbers of ranks, an axis as in sparlab run (default: 1..4)");
  const auto& universes = options.add<std::string>(
      "-N N", "Numbers of indices, whose 2^(P N) supports are run (default: --most-supports)");
  options.set(cases.most_supports, "--most-supports COUNT",
              "For each P, the largest N for which the 2^(P N) supports are at most so many",
              {shows_default(), from_to(std::uint64_t{2}, std::uint64_t{1} << 32U)});
  options.set(cases.most_orders, "--most-orders COUNT",
              "At most so many orders of messages for each support",
              {shows_default(), from_to(std::uint64_t{1}, std::uint64_t{1} << 32U)});
  const auto& format = add_format(options);
  return [&] {
    if (!ranks.empty()) {
      const auto counts = axis_of(ranks, "-P", kMostCertifiedRanks);
      cases.ranks.assign(counts.begin(), counts.end());
    }
    if (!universes.empty())
      cases.universes =
          axis_of(universes, "-N",
                  kMostCertifiedPairs / static_cast<std::uint64_t>(std::ranges::max(cases.ranks)));
    const auto listed =
        experiments::read_algorithm_list(algorithms, false, "command line", "--algorithms");
    for (const experiments::SweepAlgorithm& one : listed) require_certifiable(one.algorithm);
    const bool terminal = ::isatty(STDERR_FILENO) == 1;
    std::vector<analysis::Certificate> certificates;
    for (const experiments::SweepAlgorithm& one : listed) {
      if (terminal) std::cerr << "sparlab: certifying " << one.algorithm.spec() << '\n';
      certificates.push_back(analysis::certify(one.algorithm, cases));
    }
    if (format == OutputFormat::json)
      print_json(report::certificates_fields(certificates));
    else
      report::print_certificates(std::cout, certificates);
    for (const analysis::Certificate& certificate : certificates)
      if (!certificate.holds()) return kCheckFailed;
    return kSuccess;
  };
}

}  // namespace sparlab::cli
