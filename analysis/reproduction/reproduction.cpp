#include "analysis/reproduction/reproduction.hpp"

#include <array>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "analysis/reproduction/derived_quantity.hpp"
#include "experiments/records/store/record_store.hpp"
#include "experiments/spec/definition/experiment_request.hpp"
#include "experiments/spec/plan/run_cost.hpp"

namespace sparlab::analysis {
namespace {

bool agrees(const Claim& claim, double value) {
  return std::abs(claim.published.difference(value)) <= claim.tolerance;
}

ClaimOutcome outcome_of(const Claim& claim, const experiments::Plan& plan, const FindRecord& find) {
  ClaimOutcome outcome;
  try {
    outcome.ours = compute(claim.quantity, plan, find);
    if (claim.explanation) outcome.explained = compute(claim.explanation->quantity, plan, find);
    outcome.verdict = judge(claim, *outcome.ours, outcome.explained);
  } catch (const UnknownQuantity& error) {
    outcome.reason = error.what();
  }
  return outcome;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  constexpr std::array<std::string_view, 5> kNames = {"agrees", "fitted", "explained", "differs",
                                                      "unknown"};
  return kNames[static_cast<std::size_t>(verdict)];
}

Verdict judge(const Claim& claim, double ours, const std::optional<double>& explained) {
  if (agrees(claim, ours)) return claim.fitted ? Verdict::fitted : Verdict::agrees;
  return explained && agrees(claim, *explained) ? Verdict::explained : Verdict::differs;
}

PreparedRow prepare(PublishedResult result, const std::filesystem::path& data_folder,
                    bool with_figure) {
  PreparedRow row{.result = std::move(result), .experiment = {}, .plan = {}, .missing = {}};
  experiments::ExperimentRequest request;
  request.file = row.result.experiment;
  if (!row.result.data.empty()) {
    const std::filesystem::path data = data_folder / row.result.data;
    std::error_code error;
    if (data_folder.empty() || !std::filesystem::is_regular_file(data, error)) {
      row.missing = row.result.data;
      return row;
    }
    request.overrides.push_back("input.path=" + std::filesystem::absolute(data).string());
  }
  experiments::Plan plan = experiments::make_plan(experiments::load_experiment(request));
  std::unordered_set<std::string> needed;
  const std::string file = row.result.file.string();
  for (const Claim& claim : row.result.claims) {
    add_needed_points(claim.quantity, plan, file, needed);
    if (claim.explanation) add_needed_points(claim.explanation->quantity, plan, file, needed);
  }
  if (with_figure && row.result.figure) {
    row.draws = true;
    for (const PublishedCurve& curve : row.result.figure->curves)
      add_needed_points(curve.quantity, plan, file, needed);
  }
  std::erase_if(plan.points, [&](const experiments::PlannedPoint& planned) {
    return !needed.contains(planned.id);
  });
  for (const experiments::PlannedPoint& planned : plan.points)
    row.predicted_s += experiments::predict_run_cost(planned.point).wall_s;
  row.experiment = plan.experiment;
  row.plan = std::move(plan);
  return row;
}

ReproducedRow reproduce(PreparedRow row, const std::filesystem::path& output,
                        const experiments::run::RunOptions& options, std::ostream& messages,
                        bool terminal) {
  ReproducedRow reproduced{.row = std::move(row), .outcomes = {}, .run = {}};
  if (!reproduced.row.missing.empty()) return reproduced;
  const experiments::Plan& plan = reproduced.row.plan;
  experiments::records::RecordStore store(output / reproduced.row.experiment,
                                          experiments::records::RecordStore::Existing::resume,
                                          messages);
  reproduced.run = experiments::run::run_plan(plan, options, store, messages, terminal);
  std::unordered_map<std::string, const experiments::Record*> records;
  const std::vector<experiments::Record> stored = store.records();
  for (const experiments::Record& record : stored) records[record.id] = &record;
  const FindRecord find = [&](const std::string& id) -> const experiments::Record* {
    const auto found = records.find(id);
    return found == records.end() ? nullptr : found->second;
  };
  for (const experiments::PlannedPoint& planned : plan.points)
    if (const experiments::Record* const record = find(planned.id))
      reproduced.wall_s += record->wall_s;
  for (const Claim& claim : reproduced.row.result.claims)
    reproduced.outcomes.push_back(outcome_of(claim, plan, find));
  if (reproduced.row.draws)
    for (const PublishedCurve& curve : reproduced.row.result.figure->curves)
      reproduced.curves.push_back(compute_curve(curve.quantity, plan, find));
  return reproduced;
}

}  // namespace sparlab::analysis
