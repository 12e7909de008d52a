#include "report/tables/fill_in_tables.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>

#include "base/text/text_table.hpp"

namespace sparlab::report {
namespace {

using base::aligned_right;
using base::Fields;
using base::text_field;
using base::Value;

std::string name_of(model::UnionModel model) { return std::string(model::info_of(model).name); }

std::string signed_percent(double share) { return fmt::format("{:+.1f} %", 100 * share); }

std::string size_text(const inputs::FillInStudy& study) {
  if (study.least_nnz == study.most_nnz) return fmt::format("k = {}", study.most_nnz);
  return fmt::format("k = {:.0f} (mean; {} to {})", study.mean_nnz, study.least_nnz,
                     study.most_nnz);
}

Fields union_row(const inputs::FillInStudy& study, std::uint64_t ranks) {
  const double expected = study.models.at(study.recommended).at(ranks);
  const double uniform = study.models.at(model::UnionModel::uniform).at(ranks);
  const auto measured = study.measured.find(ranks);
  const bool known = measured != study.measured.end();
  const auto truth = known ? static_cast<double>(measured->second) : 0;
  const auto interval = study.intervals.find(ranks);
  const std::string range =
      interval == study.intervals.end()
          ? "-"
          : fmt::format("{:.0f} to {:.0f}", interval->second.low, interval->second.high);
  return {
      text_field("P", ranks),
      text_field("measured", aligned_right(known ? fmt::format("{:.0f}", truth) : "-")),
      text_field("expected", aligned_right(fmt::format("{:.0f}", expected))),
      text_field("error", aligned_right(truth > 0 ? signed_percent(expected / truth - 1) : "-")),
      text_field("of N", aligned_right(fmt::format(
                             "{:.2f} %", 100 * expected / static_cast<double>(study.universe)))),
      text_field("95 % interval", aligned_right(range)),
      text_field(
          "K/k",
          aligned_right(study.mean_nnz > 0 ? base::short_number(expected / study.mean_nnz) : "-")),
      text_field("uniform", aligned_right(fmt::format("{:.0f}", uniform)))};
}

Fields model_row(const inputs::FillInStudy& study, const model::UnionModelInfo& info) {
  const std::uint64_t most = study.ranks.back();
  const double entries = study.models.at(info.model).at(most);
  std::vector<std::string> errors;
  for (const model::UnionValidation& part : study.validation)
    if (part.model == info.model) errors.push_back(fmt::format("{:.1f} %", 100 * part.rms_error));
  errors.resize(2, "-");
  return {
      text_field("model", std::string(info.name) + (info.model == study.recommended ? " *" : "")),
      text_field(fmt::format("P = {}", most), aligned_right(fmt::format("{:.0f}", entries))),
      text_field("from half", aligned_right(errors[0])),
      text_field("from quarter", aligned_right(errors[1])),
      text_field("what it assumes", info.title)};
}

/// Entries of unions by P.
template <class Unions>
Fields by_ranks(const Unions& unions) {
  Fields fields;
  for (const auto& [ranks, entries] : unions) fields.push_back({std::to_string(ranks), entries});
  return fields;
}

Fields validation_fields(const model::UnionValidation& part) {
  return {{"model", name_of(part.model)}, {"fit_workers", part.fitted},
          {"subsets", part.subsets},      {"mean_error", part.mean_error},
          {"rms_error", part.rms_error},  {"worst_error", part.worst_error}};
}

}  // namespace

Value fill_in_value(const inputs::FillInStudy& study) {
  Fields models;
  for (const auto& [model, unions] : study.models)
    models.push_back({name_of(model), by_ranks(unions)});
  Fields intervals;
  for (const auto& [ranks, interval] : study.intervals)
    intervals.push_back({std::to_string(ranks), base::Values{interval.low, interval.high}});
  return Fields{
      {"file", study.path},
      {"format", study.format},
      {"sha256", study.content_hash},
      {"N", study.universe},
      {"N_stated", study.states_universe},
      {"workers", study.workers},
      {"fit_workers", study.fit_workers},
      {"nnz",
       Fields{{"mean", study.mean_nnz}, {"least", study.least_nnz}, {"most", study.most_nnz}}},
      {"recommended", name_of(study.recommended)},
      {"measured", by_ranks(study.measured)},
      {"models", models},
      {"intervals", intervals},
      {"validation", base::rows_of(study.validation, validation_fields)}};
}

void print_fill_in(std::ostream& stream, const inputs::FillInStudy& study) {
  stream << fmt::format("{}: {}\n", study.path, study.format);
  base::print_wrapped(
      stream, fmt::format("{}, N = {}{}, {}; models fitted to {}",
                          base::counted(study.workers, "worker"), study.universe,
                          study.states_universe ? "" : " (the largest index + 1; -N states it)",
                          size_text(study),
                          study.fit_workers == study.workers
                              ? std::string("all")
                              : fmt::format("the first {} workers", study.fit_workers)));
  stream << '\n';
  base::print_table(stream, base::rows_of(study.ranks, [&](std::uint64_t ranks) {
                      return union_row(study, ranks);
                    }));
  stream << '\n';
  base::print_table(stream,
                    base::rows_of(model::kUnionModels, [&](const model::UnionModelInfo& info) {
                      return model_row(study, info);
                    }));
  stream << '\n';
  base::print_wrapped(
      stream,
      "* recommended, and shown above as expected: measured is the union of the first P "
      "workers, expected that of any P workers like these. From half, from quarter: "
      "root-mean-square error for the union of the fitted workers, from random halves "
      "and quarters of them.");
  if (study.validation.empty())
    base::print_wrapped(stream, "Too few workers to compare models, or to extrapolate.");
}

}  // namespace sparlab::report
