#include <array>

#include "analysis/advice/dense_rules.hpp"
#include "base/system/build_info.hpp"
#include "cli/verb.hpp"

namespace sparlab::cli {
namespace {

/// Numbers of Open MPI, in whose component coll/tuned MPI_Allreduce is collective 2.
struct OpenMpiAlgorithm {
  const char* name;
  int number;
};
constexpr std::array kAlgorithms = {OpenMpiAlgorithm{"dense_recursive_doubling", 3},
                                    OpenMpiAlgorithm{"dense_ring", 4},
                                    OpenMpiAlgorithm{"dense_rabenseifner", 6}};

/// The file that coll/tuned reads; its comments end with the line.
void print_rules(const platforms::PlatformFile& platform,
                 const std::vector<analysis::DenseRules>& rules) {
  std::cout << fmt::format(
      "# The algorithms of MPI_Allreduce that are the fastest on platform {} ({})\n"
      "# by the model of sparlab {}, for values of 4 bytes. For Open MPI:\n"
      "#   mpirun --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename "
      "FILE\n"
      "1  # collective\n2  # MPI_Allreduce\n{}  # numbers of ranks\n",
      platform.name, platform.hash, base::build_info::version, rules.size());
  for (const analysis::DenseRules& of : rules) {
    std::cout << fmt::format("{} {}  # ranks, rules: from bytes, algorithm, 0 0\n", of.ranks,
                             of.rules.size());
    for (const analysis::DenseRule& rule : of.rules)
      for (const OpenMpiAlgorithm& algorithm : kAlgorithms)
        if (rule.algorithm == algorithm.name)
          std::cout << fmt::format("{} {} 0 0  # {}\n", rule.from_bytes, algorithm.number,
                                   algorithm.name);
  }
}

}  // namespace

Run add_platform_export(Options& options) {
  const auto& name = add_platform(options);
  const auto& ranks = options.add<std::string>(
      "-P,--ranks AXIS",
      "Numbers of ranks: 8, 2,4,8 or 2:64:x2. Others have the rules of the next "
      "lower one",
      {required()});
  return [&] {
    analysis::QuestionRequest request;
    request.sweep = {{"platform", name}, {"P", ranks}, {"N", "1"}, {"density", "1"}};
    request.overrides = {"input_form=dense"};
    for (const OpenMpiAlgorithm& algorithm : kAlgorithms)
      request.algorithms.emplace_back(algorithm.name);
    const auto questions = analysis::read_questions(request);
    print_rules(questions.front().platform, analysis::dense_rules(questions));
    return kSuccess;
  };
}

}  // namespace sparlab::cli
