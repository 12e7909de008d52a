#include <array>

#include "analysis/advice/dense_rules.hpp"
#include "base/system/build_info.hpp"
#include "cli/verb.hpp"

namespace sparlab::cli {
namespace {

/// What its component coll/tuned calls them. MPI_Allreduce is its collective 2.
struct OpenMpiAlgorithm {
  const char* spec;  ///< as Open MPI's code has it
  int number;
  const char* title;
};
constexpr std::array kAlgorithms = {
    OpenMpiAlgorithm{"dense_recursive_doubling(code=ompi)", 3, "recursive doubling"},
    OpenMpiAlgorithm{"dense_ring(code=ompi)", 4, "ring"},
    OpenMpiAlgorithm{"dense_rabenseifner(code=ompi)", 6, "Rabenseifner"}};

/// The file that coll/tuned reads; its comments end with the line.
void print_rules(const std::vector<analysis::Question>& questions) {
  const platforms::PlatformFile& platform = questions.front().platform;
  std::cout << fmt::format(
      "# The algorithms of MPI_Allreduce that are the fastest on platform {} ({})\n"
      "# by the model of sparlab {}, for values of 4 bytes. For Open MPI:\n"
      "#   mpirun --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename "
      "FILE\n"
      "1  # collective\n2  # MPI_Allreduce\n{}  # numbers of ranks\n",
      platform.name, platform.hash, base::build_info::version, questions.size());
  for (const analysis::Question& question : questions) {
    const std::vector<analysis::DenseRule> rules = analysis::dense_rules(question);
    std::cout << fmt::format("{} {}  # ranks, rules: from bytes, algorithm, 0 0\n",
                             question.place().ranks, rules.size());
    for (const analysis::DenseRule& rule : rules)
      for (const OpenMpiAlgorithm& algorithm : kAlgorithms)
        if (rule.algorithm == algorithm.spec)
          std::cout << fmt::format("{} {} 0 0  # {}\n", rule.from_bytes, algorithm.number,
                                   algorithm.title);
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
      request.algorithms.emplace_back(algorithm.spec);
    print_rules(analysis::read_questions(request));
    return kSuccess;
  };
}

}  // namespace sparlab::cli
