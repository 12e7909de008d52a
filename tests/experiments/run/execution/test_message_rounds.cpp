#include "base/system/data_folders.hpp"
#include "experiments/run/engines/traced_call.hpp"
#include "experiments/run/execution/message_rounds.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;

namespace {

TracedCall traced(const std::string& spec, std::uint64_t ranks) {
  static const platforms::PlatformFile platform =
      platforms::load_platform(base::find_platform_file("piz-daint", "test", "platform"));
  Point point;
  point.engine = Engine::loggp;
  point.algorithm = sparlab::model::Algorithm(spec);
  point.ranks = ranks;
  point.universe = 10'000;
  point.nnz = 100;
  point.density = 0.01;
  static_cast<Settings&>(point) = settings_for(info_of(Engine::loggp), Settings{});
  return trace_loggp(point, platform);
}

}  // namespace

TEST_CASE("recursive doubling exchanges with partners at distances 1, 2 and 4") {
  const TracedCall call = traced("ssar_recursive_double", 8);
  REQUIRE(call.messages.size() == 24);
  for (std::size_t i = 0; i < 24; ++i) {
    const RoundMessage& message = call.messages[i];
    CHECK(message.round == 1 + i / 8);
    CHECK(message.from == i % 8);
    CHECK(message.to == (message.from ^ (1U << (i / 8))));
    CHECK(message.phase == "recursive_doubling");
  }
  CHECK(call.messages.front().bytes == 832);  // 100 entries and the header
}

TEST_CASE("messages of a call are all that the record counts") {
  for (const char* spec : {"hierarchical", "kylix", "ssar_split_allgather", "dense_ring"}) {
    INFO(spec);
    const TracedCall call = traced(spec, 12);
    double bytes = 0;
    for (const RoundMessage& message : call.messages) bytes += message.bytes;
    CHECK(static_cast<double>(call.messages.size()) == *call.record.messages);
    CHECK(bytes == Approx(*call.record.bytes));
  }
}

TEST_CASE("a ring has a round for each step") {
  const TracedCall call = traced("dense_ring", 5);
  CHECK(call.messages.size() == 40);
  CHECK(call.messages.back().round == 8);
}
