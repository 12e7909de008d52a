#include "analysis/results/pairing.hpp"
#include "tests/experiments/experiments_for_tests.hpp"
#include "tests/report/compared_records.hpp"

using namespace sparlab;
using namespace sparlab::analysis;
using namespace sparlab::tests;
using sparlab::tests::config_error;

namespace {

Pairing paired(const std::vector<ResultFolder>& folders,
               experiments::Engine reference = experiments::Engine::measured) {
  return pair_points(folders, reference);
}

}  // namespace

TEST_CASE("a prediction is paired with the measurement of its point") {
  const auto folders =
      two_folders({record_of(experiments::Engine::model, "dense_ring", 1, 1.2),
                   record_of(experiments::Engine::model, "dense_ring", 0.5, 1.0)},
                  {published("dense_ring", 1, 1.0), published("dense_rabenseifner", 1, 3)});
  const Pairing pairing = paired(folders);
  REQUIRE(pairing.points.size() == 1);
  const ComparedPoint& point = pairing.points.front();
  CHECK(point.predictor == "model");
  CHECK(point.prediction == &folders[0].records[0]);
  CHECK(point.ratio() == Approx(1.2));
  CHECK(point.error() == Approx(0.2));
  CHECK(pairing.not_measured == 1);
  CHECK(pairing.measured_alone == 1);
}

TEST_CASE("points that differ in P, N, k, algorithm, value type or input are not paired") {
  const experiments::Record prediction = record_of(experiments::Engine::model, "dense_ring", 1, 1);
  std::vector<experiments::Record> others(7, published("dense_ring", 1, 1));
  others[0].point.ranks = 16;
  others[1].point.universe = 7;
  others[2].point.nnz = 7;
  others[3].point.algorithm = sparlab::model::Algorithm("dense_rabenseifner");
  others[4].point.value = sparlab::algos::ValueType::float64;
  others[5].point.input.kind = inputs::InputKind::zipf;
  others[6].point.platform = "elsewhere";
  for (const experiments::Record& other : others) {
    const auto folders = two_folders({prediction}, {other});
    CHECK_THROWS_AS(paired(folders), base::ConfigError);
  }
}

TEST_CASE("the seed of published measurements is unknown, that of mpi is compared") {
  experiments::Record prediction = record_of(experiments::Engine::model, "dense_ring", 1, 1);
  prediction.point.seed = 7;
  const auto published_too = two_folders({prediction}, {published("dense_ring", 1, 1)});
  CHECK(paired(published_too).points.size() == 1);
  const auto measured_too =
      two_folders({prediction}, {record_of(experiments::Engine::mpi, "dense_ring", 1, 1)});
  CHECK_THROWS_AS(paired(measured_too, experiments::Engine::mpi), base::ConfigError);
}

TEST_CASE("a platform has the name of its file, or the machine that the user says") {
  experiments::Record prediction = record_of(experiments::Engine::model, "dense_ring", 1, 1);
  prediction.point.platform = "fits/p.json";
  const auto by_name = two_folders({prediction}, {published("dense_ring", 1, 1)});
  CHECK(paired(by_name).points.size() == 1);
  prediction.point.platform = "fits/q.json";
  const auto other_name = two_folders({prediction}, {published("dense_ring", 1, 1)});
  CHECK_THROWS_AS(paired(other_name), base::ConfigError);
  CHECK(pair_points(other_name, experiments::Engine::measured, {{"q", "p"}}).points.size() == 1);
  CHECK(config_error([&] {
          pair_points(other_name, experiments::Engine::measured, {{"r", "p"}});
        }).json_path == "--machine-of");
  // Measurements of mpi have no platform.
  const auto local =
      two_folders({prediction}, {record_of(experiments::Engine::mpi, "dense_ring", 1, 1)});
  CHECK(paired(local, experiments::Engine::mpi).points.size() == 1);
}

TEST_CASE("runs of a point are one point with their median time and their spread") {
  const auto folders = two_folders(
      {record_of(experiments::Engine::model, "dense_ring", 1, 1)},
      {published("dense_ring", 1, 1.0, "over", "a"), published("dense_ring", 1, 1.5, "over", "b"),
       published("dense_ring", 1, 2.0, "over", "c")});
  const Pairing pairing = paired(folders);
  REQUIRE(pairing.points.size() == 1);
  const MeasuredPoint& measured = *pairing.points.front().measured;
  CHECK(measured.runs.size() == 3);
  CHECK(measured.merged.time_s == 1.5);
  CHECK_FALSE(measured.within_runs);
  CHECK(measured.between_runs.value() == 2.0);
  CHECK_FALSE(measured.repeats());
  CHECK(pairing.points.front().below_noise());
}

TEST_CASE("the same published record in two folders is one run") {
  auto folders = two_folders({record_of(experiments::Engine::model, "dense_ring", 1, 1)},
                             {published("dense_ring", 1, 1)});
  folders.push_back(folders[1]);
  folders[2].records[0].started = "later";  // imported again
  const Pairing pairing = paired(folders);
  CHECK(pairing.points.front().measured->runs.size() == 1);
  CHECK_FALSE(pairing.points.front().measured->spread());
}

TEST_CASE("the spread within a run is p90 over p10, published or of the samples") {
  experiments::Record record = published("dense_ring", 1, 1);
  record.p10_s = 0.9;
  record.p90_s = 1.08;
  const auto folders =
      two_folders({record_of(experiments::Engine::model, "dense_ring", 1, 1.19)}, {record});
  const Pairing pairing = paired(folders);
  const MeasuredPoint& measured = *pairing.points.front().measured;
  CHECK(measured.within_runs.value() == Approx(1.2));
  CHECK(measured.repeats());
  CHECK(pairing.points.front().below_noise());

  experiments::Record sampled = record_of(experiments::Engine::mpi, "dense_ring", 1, 3);
  sampled.samples_s = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  const auto on_mpi =
      two_folders({record_of(experiments::Engine::model, "dense_ring", 1, 30)}, {sampled});
  const Pairing of_mpi = paired(on_mpi, experiments::Engine::mpi);
  CHECK(of_mpi.points.front().measured->within_runs.value() == Approx(5));
  CHECK_FALSE(of_mpi.points.front().below_noise());
}

TEST_CASE("variants are measured points of their own") {
  const auto folders =
      two_folders({record_of(experiments::Engine::model, "dense_ring", 1, 1)},
                  {published("dense_ring", 1, 1, "over"), published("dense_ring", 1, 2, "ompi 4")});
  const Pairing pairing = paired(folders);
  REQUIRE(pairing.points.size() == 2);
  CHECK(pairing.points[0].measured->runs.size() == 1);
  CHECK(pairing.points[1].ratio() == 0.5);
}

TEST_CASE("what distinguishes several predictions of an engine is part of their name") {
  experiments::Record loggp = record_of(experiments::Engine::loggp, "dense_ring", 1, 1);
  loggp.point.machine = experiments::MachineKind::loggp;
  experiments::Record other_platform = record_of(experiments::Engine::simgrid, "dense_ring", 1, 1);
  other_platform.point.platform = "dir/q.json";
  experiments::Record edited = record_of(experiments::Engine::model, "dense_ring", 1, 2);
  edited.platform_hash = "0123456789";
  const auto folders =
      two_folders({record_of(experiments::Engine::loggp, "dense_ring", 1, 1), loggp,
                   record_of(experiments::Engine::simgrid, "dense_ring", 1, 1), other_platform,
                   record_of(experiments::Engine::model, "dense_ring", 1, 1), edited},
                  {record_of(experiments::Engine::mpi, "dense_ring", 1, 1)});
  CHECK(paired(folders, experiments::Engine::mpi).predictors ==
        std::vector<std::string>{"model (platform file )", "model (platform file 01234567)",
                                 "loggp (machine hockney)", "loggp (machine loggp)",
                                 "simgrid (platform p)", "simgrid (platform q)"});
}

TEST_CASE("predictions with several seeds are told apart where measurements have none") {
  experiments::Record other = record_of(experiments::Engine::model, "dense_ring", 1, 2);
  other.point.seed = 2;
  const auto folders =
      two_folders({record_of(experiments::Engine::model, "dense_ring", 1, 1), other},
                  {published("dense_ring", 1, 1)});
  CHECK(paired(folders).predictors == std::vector<std::string>{"model (seed 1)", "model (seed 2)"});
}

TEST_CASE("two predictions of one point that differ are refused with their versions") {
  auto folders = two_folders({record_of(experiments::Engine::model, "dense_ring", 1, 1)},
                             {published("dense_ring", 1, 1)});
  folders.push_back(folders[0]);
  CHECK(paired(folders).points.size() == 1);  // the same in both
  folders[2].name = "old";
  folders[2].records[0].time_s = 2;
  folders[2].records[0].environment["commit"] = "abcdef";
  const base::ConfigError error = config_error([&] { paired(folders); });
  CHECK(error.file == "old");
  CHECK_THAT(error.value, Catch::Contains("abcdef"));
}

TEST_CASE("records whose check failed are left out") {
  experiments::Record wrong = published("dense_ring", 1, 5, "over", "x");
  wrong.check.status = "failed";
  const auto folders = two_folders({record_of(experiments::Engine::model, "dense_ring", 1, 1)},
                                   {published("dense_ring", 1, 1), wrong});
  const Pairing pairing = paired(folders);
  CHECK(pairing.failed_checks == 1);
  CHECK(pairing.points.front().measured->runs.size() == 1);
}

TEST_CASE("measurements whose processors had moved are left out, and alone they are refused") {
  experiments::Record moved = record_of(experiments::Engine::mpi, "dense_ring", 1, 5);
  moved.started = "later";
  moved.terms["moved"] = 0.5;
  experiments::Record steady = record_of(experiments::Engine::mpi, "dense_ring", 1, 1);
  steady.terms["moved"] = 0.05;
  const experiments::Record prediction = record_of(experiments::Engine::model, "dense_ring", 1, 1);
  const auto folders = two_folders({prediction}, {moved, steady});
  const Pairing pairing = pair_points(folders, experiments::Engine::mpi, {});
  CHECK(pairing.processors_moved == 1);
  CHECK(pairing.points.front().measured->runs.size() == 1);
  CHECK(pairing.points.front().measured->merged.time_s == 1);
  const auto alone = two_folders({prediction}, {moved});
  const base::ConfigError error =
      config_error([&] { pair_points(alone, experiments::Engine::mpi, {}); });
  CHECK_THAT(error.value, Catch::Contains("processors had moved"));
}

TEST_CASE("without a common point, the error says what differs") {
  experiments::Record prediction = record_of(experiments::Engine::model, "dense_ring", 1, 1);
  prediction.point.ranks = 64;
  const auto folders = two_folders({prediction}, {published("dense_ring", 1, 1)});
  const base::ConfigError error = config_error([&] { paired(folders); });
  CHECK_THAT(error.value, Catch::Contains("P: predicted 64; measured 8"));
  CHECK_THAT(error.value, !Catch::Contains("N:"));
}

TEST_CASE("the reference is mpi if it has records, otherwise measured") {
  const auto both = two_folders({record_of(experiments::Engine::mpi, "dense_ring", 1, 1)},
                                {published("dense_ring", 1, 1)});
  CHECK(measuring_engine(both, "") == experiments::Engine::mpi);
  CHECK(measuring_engine(both, "measured") == experiments::Engine::measured);
  const auto one = two_folders({record_of(experiments::Engine::model, "dense_ring", 1, 1)},
                               {published("dense_ring", 1, 1)});
  CHECK(measuring_engine(one, "") == experiments::Engine::measured);
  for (const char* name : {"mpl", "model", "mpi"}) {
    INFO(name);
    const base::ConfigError error = config_error([&] { measuring_engine(one, name); });
    CHECK_FALSE(error.accepted.empty());
  }
  CHECK(config_error([&] { measuring_engine(one, "mpl"); }).suggestion == "mpi");
  CHECK_THROWS_AS(measuring_engine({}, ""), base::ConfigError);
  const auto no_predictions = two_folders({}, {published("dense_ring", 1, 1)});
  CHECK_THROWS_AS(paired(no_predictions), base::ConfigError);
}

TEST_CASE("a prediction that names groups is compared with runs of these groups alone") {
  using experiments::Engine;
  const auto in_groups = [](experiments::Record record, const std::string& groups) {
    record.point.groups = *model::RankGroups::parse(groups);
    return record;
  };
  const auto folders =
      two_folders({record_of(Engine::model, "dense_ring", 1, 1),
                   in_groups(record_of(Engine::model, "dense_ring", 1, 2), "0x4,1x4"),
                   in_groups(record_of(Engine::model, "dense_ring", 1, 3), "0x8")},
                  {in_groups(published("dense_ring", 1, 1, "over", "1"), "0x8"),
                   in_groups(published("dense_ring", 1, 2, "over", "2"), "0x4,1x4"),
                   in_groups(published("dense_ring", 1, 4, "over", "3"), "0x4,1x4"),
                   published("dense_ring", 1, 10, "over", "4"),
                   in_groups(published("dense_ring", 0.5, 1, "over", "1"), "0x8")});
  const Pairing pairing = paired(folders);
  CHECK(pairing.predictors ==
        std::vector<std::string>{"model (groups known)", "model (groups unknown)"});
  REQUIRE(pairing.points.size() == 3);
  for (const ComparedPoint& point : pairing.points) {
    const std::string groups = point.prediction->point.groups.text();
    CHECK(point.measured->groups.text() == groups);
    CHECK(point.measured->runs.size() == (groups.empty() ? 4 : groups == "0x8" ? 1 : 2));
    CHECK(point.measured->merged.time_s == Approx(groups == "0x8" ? 1 : 3));
  }
  CHECK(pairing.measured_alone == 1);
}

TEST_CASE("groups that a run on MPI found are those of its record") {
  experiments::Record measured = record_of(experiments::Engine::mpi, "dense_ring", 1, 1);
  measured.environment["mpi.groups"] = "0x4,1x4";
  experiments::Record prediction = record_of(experiments::Engine::model, "dense_ring", 1, 1);
  CHECK(paired(two_folders({prediction}, {measured}), experiments::Engine::mpi).points.size() == 1);
  prediction.point.groups = *model::RankGroups::parse("0x4,1x4");
  CHECK(paired(two_folders({prediction}, {measured}), experiments::Engine::mpi).points.size() == 1);
  prediction.point.groups = *model::RankGroups::parse("0x8");
  CHECK_THROWS_AS(paired(two_folders({prediction}, {measured}), experiments::Engine::mpi),
                  base::ConfigError);
}
