#include "report/tables/fill_in_tables.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "base/text/text_table.hpp"

namespace sparlab::report {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kTextWidth = 100;

std::string name_of(model::UnionModel model) { return std::string(model::info_of(model).name); }

std::string signed_percent(double share) { return fmt::format("{:+.1f} %", 100 * share); }

std::string size_text(const inputs::FillInStudy& study) {
  if (study.least_nnz == study.most_nnz) return fmt::format("k = {}", study.most_nnz);
  return fmt::format("k = {:.0f} (mean; {} to {})", study.mean_nnz, study.least_nnz,
                     study.most_nnz);
}

void print_unions(std::ostream& stream, const inputs::FillInStudy& study) {
  std::vector<std::vector<std::string>> rows = {
      {"P", "measured", "expected", "error", "of N", "95 % interval", "K/k", "uniform"}};
  for (const std::uint64_t ranks : study.ranks) {
    const double expected = study.models.at(study.recommended).at(ranks);
    const auto measured = study.measured.find(ranks);
    const bool known = measured != study.measured.end();
    const auto truth = known ? static_cast<double>(measured->second) : 0;
    const auto interval = study.intervals.find(ranks);
    rows.push_back(
        {std::to_string(ranks), known ? std::to_string(measured->second) : "-",
         fmt::format("{:.0f}", expected), truth > 0 ? signed_percent(expected / truth - 1) : "-",
         fmt::format("{:.2f} %", 100 * expected / static_cast<double>(study.universe)),
         interval == study.intervals.end()
             ? "-"
             : fmt::format("{:.0f} to {:.0f}", interval->second.low, interval->second.high),
         study.mean_nnz > 0 ? fmt::format("{:.3g}", expected / study.mean_nnz) : "-",
         fmt::format("{:.0f}", study.models.at(model::UnionModel::uniform).at(ranks))});
  }
  base::print_columns(stream, rows, {.right = {0, 1, 2, 3, 4, 5, 6, 7}});
}

void print_models(std::ostream& stream, const inputs::FillInStudy& study) {
  const std::uint64_t most = study.ranks.back();
  std::vector<std::vector<std::string>> rows = {
      {"model", fmt::format("P = {}", most), "from half", "from quarter", "what it assumes"}};
  for (const model::UnionModelInfo& info : model::kUnionModels) {
    std::vector<std::string> row = {
        std::string(info.name) + (info.model == study.recommended ? " *" : ""),
        fmt::format("{:.0f}", study.models.at(info.model).at(most)), "-", "-",
        std::string(info.title)};
    std::size_t column = 2;
    for (const model::UnionValidation& part : study.validation)
      if (part.model == info.model) row[column++] = fmt::format("{:.1f} %", 100 * part.rms_error);
    rows.push_back(row);
  }
  base::print_columns(stream, rows, {.right = {1, 2, 3}});
}

}  // namespace

ordered_json fill_in_to_json(const inputs::FillInStudy& study) {
  ordered_json object = {
      {"file", study.path},
      {"format", study.format},
      {"sha256", study.content_hash},
      {"N", study.universe},
      {"N_stated", study.states_universe},
      {"workers", study.workers},
      {"fit_workers", study.fit_workers},
      {"nnz", {{"mean", study.mean_nnz}, {"least", study.least_nnz}, {"most", study.most_nnz}}},
      {"recommended", name_of(study.recommended)}};
  object["measured"] = ordered_json::object();
  for (const auto& [ranks, entries] : study.measured)
    object["measured"][std::to_string(ranks)] = entries;
  for (const auto& [model, unions] : study.models)
    for (const auto& [ranks, entries] : unions)
      object["models"][name_of(model)][std::to_string(ranks)] = entries;
  object["intervals"] = ordered_json::object();
  for (const auto& [ranks, interval] : study.intervals)
    object["intervals"][std::to_string(ranks)] = {interval.low, interval.high};
  object["validation"] = ordered_json::array();
  for (const model::UnionValidation& part : study.validation)
    object["validation"].push_back({{"model", name_of(part.model)},
                                    {"fit_workers", part.fitted},
                                    {"subsets", part.subsets},
                                    {"mean_error", part.mean_error},
                                    {"rms_error", part.rms_error},
                                    {"worst_error", part.worst_error}});
  return object;
}

void print_fill_in(std::ostream& stream, const inputs::FillInStudy& study) {
  stream << fmt::format("{}: {}\n", study.path, study.format);
  base::print_wrapped(
      stream,
      fmt::format("{} worker{}, N = {}{}, {}; models fitted to {}", study.workers,
                  study.workers == 1 ? "" : "s", study.universe,
                  study.states_universe ? "" : " (the largest index + 1; -N states it)",
                  size_text(study),
                  study.fit_workers == study.workers
                      ? std::string("all")
                      : fmt::format("the first {} workers", study.fit_workers)),
      0, kTextWidth);
  stream << '\n';
  print_unions(stream, study);
  stream << '\n';
  print_models(stream, study);
  stream << '\n';
  base::print_wrapped(
      stream,
      "* recommended, and shown above as expected: measured is the union of the first P "
      "workers, expected that of any P workers like these. From half, from quarter: "
      "root-mean-square error for the union of the fitted workers, from random halves "
      "and quarters of them.",
      0, kTextWidth);
  if (study.validation.empty())
    base::print_wrapped(stream, "Too few workers to compare models, or to extrapolate.", 0,
                        kTextWidth);
}

}  // namespace sparlab::report
