// Declares what a listener needs.
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <cstdlib>
#include <string>

#include "tests/catch.hpp"
#include "tests/mpi/program.hpp"
#include "tests/run_tests.hpp"

namespace sparlab::test {
namespace {

runtime::mpi::World* the_world = nullptr;

/// Ends all ranks at the first failed assertion of any: the others may be waiting for a message
/// that this rank will not send any more, and only rank 0 has a reporter.
class AbortAtFailure : public Catch::TestEventListenerBase {
 public:
  using TestEventListenerBase::TestEventListenerBase;

  void testCaseStarting(const Catch::TestCaseInfo& info) override { test_case_ = info.name; }

  bool assertionEnded(const Catch::AssertionStats& stats) override {
    const Catch::AssertionResult& result = stats.assertionResult;
    if (!result.isOk()) world().abort(describe(stats), EXIT_FAILURE);
    return false;
  }

 private:
  std::string describe(const Catch::AssertionStats& stats) const {
    const Catch::AssertionResult& result = stats.assertionResult;
    Catch::ReusableStringStream text;
    text << "test \"" << test_case_ << "\" failed\n"
         << result.getSourceInfo() << ": " << result.getExpressionInMacro() << "\n";
    if (result.hasExpandedExpression()) text << "  with " << result.getExpandedExpression() << "\n";
    for (const Catch::MessageInfo& info : stats.infoMessages) text << "  " << info.message << "\n";
    return text.str();
  }

  std::string test_case_;
};

CATCH_REGISTER_LISTENER(AbortAtFailure)

}  // namespace

runtime::mpi::World& world() { return *the_world; }

}  // namespace sparlab::test

int main(int argc, char** argv) {
  // All tests run a second time with small chunks.
  sparlab::runtime::mpi::World world(&argc, &argv,
                                     sparlab::runtime::mpi::transfer_from_environment());
  sparlab::test::the_world = &world;
  using sparlab::tests::Output;
  return sparlab::tests::run_tests(argc, argv,
                                   world.comm().rank() == 0 ? Output::shown : Output::discarded);
}
