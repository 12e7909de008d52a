#include "analysis/results/filled_panel.hpp"
#include "base/system/data_folders.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "tests/catch.hpp"
#include "tests/report/sweep_records.hpp"

using namespace sparlab::tests;

namespace sparlab::analysis {
namespace {

const platforms::PlatformFile& gige() {
  static const platforms::PlatformFile platform =
      platforms::load_platform(base::find_platform_file("gige-8", "", ""));
  return platform;
}

experiments::Record at_ranks(experiments::Engine engine, std::uint64_t ranks) {
  experiments::Point point =
      record_of(experiments::Engine::model, "dense_rabenseifner", 0, 0).point;
  point.platform = "gige-8";
  point.input_form =
      experiments::default_settings(model::Algorithm("dense_rabenseifner")).input_form;
  point.ranks = ranks;
  experiments::Record record = experiments::run::execute_model(point, gige());
  record.point.engine = engine;
  record.platform_hash = gige().hash;
  return record;
}

std::vector<experiments::Record> along_ranks(std::initializer_list<std::uint64_t> all) {
  std::vector<experiments::Record> records;
  for (const std::uint64_t ranks : all)
    for (const auto engine : {experiments::Engine::model, experiments::Engine::loggp})
      records.push_back(at_ranks(engine, ranks));
  return records;
}

}  // namespace

TEST_CASE("between the P of a panel the model is evaluated, and simulations are not") {
  const auto records = along_ranks({2, 4, 8});
  const Panel panel = only_panel(records);
  REQUIRE(panel.axis == Axis::ranks);
  const FilledPanel filled(panel);
  const Series& model = *filled.panel().find(experiments::Engine::model, "dense_rabenseifner");
  REQUIRE(model.records.size() == 7);
  for (std::size_t i = 0; i < model.records.size(); ++i) {
    CHECK(model.records[i]->point.ranks == i + 2);
    CHECK(model.records[i]->time_s == at_ranks(experiments::Engine::model, i + 2).time_s);
  }
  CHECK(filled.panel().find(experiments::Engine::loggp, "dense_rabenseifner")->records.size() == 3);
}

TEST_CASE("of a long panel, some P are evaluated, powers of two with their neighbours among them") {
  const auto records = along_ranks({2, 1024});
  const Panel panel = only_panel(records);
  const FilledPanel filled(panel);
  const Series& model = *filled.panel().find(experiments::Engine::model, "dense_rabenseifner");
  CHECK(model.records.size() < 120);
  for (const double ranks : {127, 128, 129}) CHECK(model.at(Axis::ranks, ranks) != nullptr);
}

TEST_CASE("without the platform as it was, a panel stays as it is") {
  auto records = along_ranks({2, 8});
  for (experiments::Record& record : records) record.platform_hash = "another";
  const Panel panel = only_panel(records);
  CHECK(FilledPanel(panel).panel().series.front().records.size() == 2);
}

}  // namespace sparlab::analysis
