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

void require_certifiable(const model::Algorithm& algorithm) {
  const algos::AlgorithmInfo& info = algos::info_of(algorithm);
  if (info.exactness == algos::Exactness::exact && !info.native &&
      !algos::needs_switches(algorithm))
    return;
  throw base::ConfigError("command line", "--algorithms", algorithm.spec(),
                          "exact algorithms that run without another library and switches");
}

}  // namespace

Run add_certify(Options& options) {
  auto& algorithms = options.keep<std::vector<std::string>>({"exact"});
  auto& cases = options.keep<analysis::CertifiedCases>();
  add_algorithms(options, algorithms, "Exact algorithms, or exact for all (default)");
  const auto& ranks = options.add<std::string>(
      "-P P", "Numbers of ranks, an axis as in sparlab run (default: 1:4)");
  options.set(cases.most_supports, "--most-supports COUNT",
              "For each P, all 2^(P N) supports with the largest N for which they are at most so "
              "many",
              {shows_default(), from_to(std::uint64_t{2}, std::uint64_t{1} << 32U)});
  options.set(cases.most_orders, "--most-orders COUNT",
              "At most so many orders of messages for each support",
              {shows_default(), from_to(std::uint64_t{1}, std::uint64_t{1} << 32U)});
  const auto& format = add_format(options);
  return [&] {
    if (!ranks.empty()) {
      cases.ranks.clear();
      for (const std::uint64_t count : experiments::expand_count_axis(
               experiments::axis_from_text(ranks, "-P"), {"command line", "-P"})) {
        if (count < 1 || count > kMostCertifiedRanks)
          throw base::ConfigError("command line", "-P", ranks,
                                  fmt::format("numbers from 1 to {}", kMostCertifiedRanks));
        cases.ranks.push_back(static_cast<int>(count));
      }
    }
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
