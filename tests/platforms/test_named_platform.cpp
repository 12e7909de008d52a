#include "platforms/files/named_platform.hpp"
#include "platforms/topology/topology_facts.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/platforms/platform_documents.hpp"

using namespace sparlab;
using namespace sparlab::platforms;
using namespace sparlab::tests;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

PlatformFile named(const std::string& changes, const char* of = "gige-8") {
  return read_named_platform(of + changes, "test", "platform").platform;
}

double beta_s(const PlatformFile& platform) { return platform.machine(8).beta_s_per_byte; }

}  // namespace

TEST_CASE("a platform without changes is that of its file") {
  const NamedPlatform plain = read_named_platform("gige-8", "test", "platform");
  CHECK(plain.platform.hash == load_platform(shipped_file("gige-8")).hash);
  CHECK(plain.content == shipped_content("gige-8"));
  CHECK(read_named_platform(shipped_file("gige-8"), "test", "platform").platform.name == "gige-8");
  CHECK(changes_of("gige-8").empty());
}

TEST_CASE("a factor of the bandwidth changes messages, links and the gap alike") {
  const PlatformFile plain = named("");
  const PlatformFile fast = named(":bandwidth=x2.5");
  CHECK(fast.name == "gige-8:bandwidth=x2.5");
  CHECK(fast.hash != plain.hash);
  CHECK(beta_s(fast) == Approx(beta_s(plain) / 2.5));
  CHECK(fast.separate.gap_s_per_byte == Approx(plain.separate.gap_s_per_byte / 2.5));
  CHECK(model::host_links(*fast.topology()).bytes_per_s ==
        Approx(2.5 * model::host_links(*plain.topology()).bytes_per_s));
  CHECK(fast.machine(8).alpha_s == plain.machine(8).alpha_s);
  CHECK(fast.gammas.merge_s == plain.gammas.merge_s);
}

TEST_CASE("a factor of the latency changes alpha and all of its parts") {
  const PlatformFile plain = named("");
  const PlatformFile fast = named(":latency=x0.5");
  CHECK(fast.machine(8).alpha_s == Approx(plain.machine(8).alpha_s / 2));
  CHECK(fast.separate.overhead_s == Approx(plain.separate.overhead_s / 2));
  CHECK(nearest_route(*fast.topology()).latency_s ==
        Approx(nearest_route(*plain.topology()).latency_s / 2));
  CHECK(beta_s(fast) == beta_s(plain));
}

TEST_CASE("a change with a unit is the new number, of any platform with that number") {
  for (const char* of : {"gige-8", "piz-daint", "lumi", "fugaku"}) {
    CAPTURE(of);
    const PlatformFile changed = named(":bandwidth=50GB/s:latency=7us", of);
    CHECK(1 / changed.transport.segments.back().beta_s_per_byte == Approx(50e9));
    CHECK(changed.transport.segments.front().alpha_s == Approx(7e-6));
  }
}

TEST_CASE("changed numbers name the change in their source") {
  const NamedPlatform fast = read_named_platform("gige-8:bandwidth=x2", "test", "platform");
  const auto source = [&](const char* path) {
    return fast.content.at(nlohmann::json::json_pointer(path)).get<std::string>();
  };
  CHECK_THAT(source("/hockney/beta/source"), StartsWith("bandwidth=x2: derived"));
  CHECK_THAT(source("/hockney/alpha/source"), StartsWith("derived"));
}

TEST_CASE("changes that are not understood are refused with what is") {
  for (const char* wrong : {":speed=x2", ":bandwidth=2", ":bandwidth=x0", ":bandwidth=x-1",
                            ":bandwidth=", ":latency=10Gb/s", ":latency=xnan", ":=x2"}) {
    CAPTURE(wrong);
    const base::ConfigError error = config_error([&] { named(wrong); });
    CHECK(error.json_path == "platform");
    CHECK_THAT(error.accepted, Contains("latency=x0.5"));
  }
  CHECK_THAT(config_error([] { named(":bandwidth=x2", "gige8"); }).value,
             Contains("no platform \"gige8\""));
}
