#include <rapidcheck.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/errors/errors.hpp"
#include "experiments/spec/definition/axis.hpp"
#include "model/parameters/count_text.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using nlohmann::json;

namespace {

const experiments::AxisPlace kPlace{"file.json", "sweeps.0.N"};
using Counts = std::vector<std::uint64_t>;
using Densities = std::vector<double>;

base::ConfigError count_error(const json& axis) {
  try {
    expand_count_axis(axis, kPlace);
  } catch (const base::ConfigError& error) {
    return error;
  }
  FAIL("accepted " << axis.dump());
  throw std::logic_error("unreachable");
}

}  // namespace

TEST_CASE("counts are read as people write them") {
  CHECK(sparlab::model::parse_count("4096") == 4096U);
  CHECK(sparlab::model::parse_count("1e6") == 1000000U);
  CHECK(sparlab::model::parse_count("16M") == 16000000U);
  CHECK(sparlab::model::parse_count("16Mi") == 16777216U);
  CHECK(sparlab::model::parse_count("2^24") == 16777216U);
  CHECK(sparlab::model::parse_count("1.5k") == 1500U);
  CHECK(sparlab::model::parse_count("1K") == 1000U);
  CHECK(sparlab::model::parse_count("9007199254740992") == std::uint64_t{1} << 53U);
  CHECK(sparlab::model::parse_count("1.1k") == 1100U);
  CHECK(sparlab::model::parse_count("1.5Ki") == 1536U);
  CHECK(sparlab::model::parse_count("0") == 0U);
}

TEST_CASE("what is not exactly a count is refused") {
  for (const char* text : {"",
                           "M",
                           "-1",
                           "+1",
                           " 1",
                           "1 ",
                           "1.5",
                           "1.0001k",
                           "2^",
                           "2^0.5",
                           "2^99",
                           "1e300",
                           "inf",
                           "nan",
                           "16MB",
                           "16Mib",
                           "0x10",
                           "1e-3",
                           "9007199254740993",
                           "99999999999999999999",
                           "1m"})
    CHECK_FALSE(sparlab::model::parse_count(text).has_value());
}

TEST_CASE("a number, a text and a list are axes") {
  CHECK(experiments::expand_count_axis(8, kPlace) == Counts{8});
  CHECK(experiments::expand_count_axis(16e6, kPlace) == Counts{16000000});
  CHECK(experiments::expand_count_axis("2^24", kPlace) == Counts{16777216});
  CHECK(experiments::expand_count_axis(json{64, "1Ki", 2, 64}, kPlace) == Counts{2, 64, 1024});
  CHECK(experiments::expand_density_axis(json{0.5, 0, 0.5}, kPlace) == Densities{0, 0.5});
}

TEST_CASE("a percentage is the density that is written without it") {
  CHECK(experiments::expand_density_axis("0.1%", kPlace) == Densities{0.001});
  CHECK(experiments::expand_density_axis(json{"0.7%", "100%", 0.5}, kPlace) ==
        Densities{0.007, 0.5, 1});
  CHECK_THROWS_AS(experiments::expand_density_axis("100.1%", kPlace), base::ConfigError);
}

TEST_CASE("a factor multiplies up to the end and includes it") {
  const json axis = {{"from", 2}, {"to", 256}, {"factor", 2}};
  CHECK(experiments::expand_count_axis(axis, kPlace) == Counts{2, 4, 8, 16, 32, 64, 128, 256});
  const json past = {{"from", 3}, {"to", 20}, {"factor", 2}};
  CHECK(experiments::expand_count_axis(past, kPlace) == Counts{3, 6, 12});
  const json tenths = {{"from", 1e-5}, {"to", 0.1}, {"factor", 10}};
  CHECK(experiments::expand_density_axis(tenths, kPlace).size() == 5);
}

TEST_CASE("a logarithmic range holds both ends exactly and constant ratios between them") {
  const json axis = {{"from", 1e-5}, {"to", 0.5}, {"points", 11}, {"scale", "log"}};
  const Densities densities = experiments::expand_density_axis(axis, kPlace);
  REQUIRE(densities.size() == 11);
  CHECK(densities.front() == 1e-5);
  CHECK(densities.back() == 0.5);
  const double ratio = densities[1] / densities[0];
  for (std::size_t i = 2; i < densities.size(); ++i)
    CHECK(densities[i] / densities[i - 1] == Approx(ratio));
}

TEST_CASE("rounding a range to whole numbers drops repeated values") {
  const json axis = {{"from", 1}, {"to", 4}, {"points", 100}, {"scale", "linear"}};
  CHECK(experiments::expand_count_axis(axis, kPlace) == Counts{1, 2, 3, 4});
}

TEST_CASE("expanded axes increase strictly") {
  rc::check([](std::vector<std::uint16_t> numbers) {
    RC_PRE(!numbers.empty());
    json list = json::array();
    for (const std::uint16_t number : numbers) list.push_back(number + 1);
    const Counts counts = experiments::expand_count_axis(list, kPlace);
    for (std::size_t i = 1; i < counts.size(); ++i) RC_ASSERT(counts[i - 1] < counts[i]);
  });
}

TEST_CASE("an axis that makes no sense is refused at its place") {
  CHECK(count_error(2.5).json_path == "sweeps.0.N");
  CHECK(count_error(json{2, "2^0.5"}).json_path == "sweeps.0.N.1");
  CHECK(count_error("0").value == "\"0\"");
  CHECK(count_error({{"from", 8}, {"to", 2}, {"factor", 2}}).json_path == "sweeps.0.N.to");
  const json endless = {{"from", 1}, {"to", 1e15}, {"factor", 1.0001}};
  CHECK(count_error(endless).accepted == "at most 100000 values");
  const json from_zero = {{"from", 0}, {"to", 0.5}, {"points", 3}, {"scale", "log"}};
  CHECK_THROWS_AS(experiments::expand_density_axis(from_zero, kPlace), base::ConfigError);
}

TEST_CASE("axes of the command line become axes of an experiment") {
  CHECK(experiments::axis_from_text("8", "-P") == json{8});
  CHECK(experiments::axis_from_text("2,4,16M", "-P") == json{2, 4, "16M"});
  CHECK(experiments::axis_from_text("7", "-P").at(0).is_number_integer());
  CHECK(experiments::axis_from_text("nan,inf,-inf", "--density") == json{"nan", "inf", "-inf"});
  CHECK(experiments::axis_from_text("2:64:x2", "-P") ==
        json{{"from", 2}, {"to", 64}, {"factor", 2}});
  CHECK(experiments::axis_from_text("1e-4:0.5:log9", "--density") ==
        json{{"from", 1e-4}, {"to", 0.5}, {"points", 9}, {"scale", "log"}});
  CHECK(axis_from_text("1:9:lin3", "-P") ==
        json{{"from", 1}, {"to", 9}, {"points", 3}, {"scale", "linear"}});
  CHECK(axis_from_text("1..64", "-P") ==
        json{{"from", 1}, {"to", 64}, {"points", 64}, {"scale", "linear"}});
  CHECK(experiments::expand_count_axis(axis_from_text("62..1K", "-P"), kPlace).size() == 939);
  CHECK(experiments::expand_count_axis(axis_from_text("3..3", "-P"), kPlace) == Counts{3});
  CHECK(count_error(axis_from_text("8..2", "-P")).json_path == "sweeps.0.N.to");
  for (const char* text : {"..", "1..", "..2", "0.1..0.5", "1...3", "1..2:x2", "1:2",
                           "1:2:", "1:2:3", "1:2:y3", "1:2:log", "1:2:x", "1:2:logx"})
    CHECK_THROWS_AS(axis_from_text(text, "-P"), base::ConfigError);
}

TEST_CASE("a list that reads as one number is refused with both things to type") {
  for (const char* text : {"25,500", "1,024", "1,000,000", "128,256"}) {
    try {
      experiments::axis_from_text(text, "-N");
      FAIL("accepted " << text);
    } catch (const base::ConfigError& error) {
      CHECK(error.json_path == "-N");
      CHECK(error.value == text);
    }
  }
  CHECK_THROWS_AS(experiments::axis_from_text("1,024", "-P"), base::ConfigError);
  CHECK(experiments::axis_from_text("128,256,512", "-P") == json{128, 256, 512});
  CHECK(experiments::axis_from_text("25, 500", "-N") == json{25, 500});
  CHECK(experiments::axis_from_text("25,500,1k", "-N") == json{25, 500, "1k"});
  CHECK(experiments::axis_from_text("2,4,8", "-N") == json{2, 4, 8});
  CHECK(experiments::axis_from_text("1000,500", "-N") == json{1000, 500});
  CHECK(experiments::axis_from_text("0,100", "--density") == json{0, 100});
}

TEST_CASE("a logarithmic range begins where ratios are numbers") {
  const json axis = {{"from", 1e-320}, {"to", 1}, {"points", 3}, {"scale", "log"}};
  CHECK_THROWS_AS(experiments::expand_density_axis(axis, kPlace), base::ConfigError);
}
