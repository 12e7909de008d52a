#include <string>

#include "analysis/fits/pair_times.hpp"
#include "base/errors/errors.hpp"
#include "inputs/files/data_error.hpp"
#include "tests/analysis/fits/pair_table.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/temporary_folder.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;
using Catch::Matchers::Contains;

namespace {

/// The message of the error.
std::string refused(const PairSelection& selection) {
  try {
    read_pair_times(selection);
  } catch (const base::ConfigError& error) {
    return error.what();
  } catch (const inputs::DataError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("series of one pair are read by size, one value for each run") {
  const base::TemporaryFolder folder;
  const auto table =
      write_table(folder / "pairs.csv", kPairHeading + pair_rows("east") + pair_rows("west"));
  const PairTimes times = read_pair_times({.table = table, .machines = {"east"}});
  REQUIRE(times.one_way.size() == 23);
  REQUIRE(times.exchange.size() == 23);
  CHECK(times.one_way[3].bytes == 8);
  REQUIRE(times.one_way[3].seconds.size() == 3);
  CHECK(times.one_way[3].seconds[0] == Approx(1e-6 * pair_time_us(8)));
  CHECK(times.exchange[3].seconds[1] == Approx(1.01e-6 * 1.5 * pair_time_us(8)));
  CHECK_THAT(times.description, Contains("east") && Contains("p10") && Contains("3 runs") &&
                                    Contains("day2") && Contains("pairs.csv (SHA-256 "));
  REQUIRE(times.repetitions.size() == 23);
  CHECK(times.repetitions[3].bytes == 8);
  REQUIRE(times.repetitions[3].runs.size() == 3);
  CHECK(times.repetitions[3].runs[0].median_s == Approx(2e-6 * pair_time_us(8)));
  CHECK(times.repetitions[3].runs[0].p90_s == Approx(3e-6 * pair_time_us(8)));
  const PairTimes both = read_pair_times({.table = table, .machines = {"east", "west"}});
  CHECK(both.one_way[3].seconds.size() == 6);
}

TEST_CASE("several connections or pairs, and other transports, are left out") {
  const base::TemporaryFolder folder;
  const auto table = write_table(folder / "pairs.csv",
                                 kPairHeading + pair_rows("east") +
                                     "east,day1,ng_one_one_mpi_stripe16,8,10,99,99,99,99,99\n"
                                     "east,day1,ng_one_one_mpi_conc2,8,10,99,99,99,99,99\n"
                                     "east,day1,ng_one_one_tcp,8,10,99,99,99,99,99\n");
  const PairTimes times = read_pair_times({.table = table});
  CHECK(times.one_way[3].seconds.size() == 3);
}

TEST_CASE("a table without a usable choice is refused with what it has") {
  const base::TemporaryFolder folder;
  const auto table =
      write_table(folder / "pairs.csv", kPairHeading + pair_rows("east") + pair_rows("west"));
  CHECK_THAT(refused({.table = table}), Contains("2 machines") && Contains("east, west"));
  CHECK_THAT(refused({.table = table, .machines = {"eats"}}), Contains("no row of \"eats\""));
  const auto row = [&](const std::string& text) {
    return refused({.table = write_table(folder / "row.csv", kPairHeading + text)});
  };
  CHECK_THAT(row("a,r,ng_one_one_mpi,8,10,1,1,1,1,1\n"), Contains("no exchange"));
  CHECK_THAT(row("a,r,ng_one_one_mpi,8,10,1,0,1,1,1\n"), Contains("line 2, column p10"));
  CHECK_THAT(row("a,r,ng_one_one_mpi,8.5,10,1,1,1,1,1\n"), Contains("column bytes"));
  CHECK_THAT(row("a,r,ng_one_one_mpi,8,10,1,2,1,3,2\n"), Contains("column median"));
  CHECK_THAT(row("a,r,ng_one_one_mpi,8,10,1,1,2,1,2\n"), Contains("column p90"));
  CHECK_THAT(row("a,r,ng_one_one_tcp,8,10,1,1,1,1,1\n"), Contains("no message between two ranks"));
}
