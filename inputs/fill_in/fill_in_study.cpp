#include "inputs/fill_in/fill_in_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <unordered_set>

#include "base/errors/errors.hpp"

namespace sparlab::inputs {
namespace {

/// Powers of two up to all workers, the fitted ones, all, and twice and four times as many.
std::vector<std::uint64_t> usual_ranks(std::uint64_t fitted, std::uint64_t workers) {
  std::vector<std::uint64_t> ranks{fitted, workers};
  for (std::uint64_t power = 1; power < workers; power *= 2) ranks.push_back(power);
  if (fitted >= model::UnionForecast::kLeastRanks) {
    ranks.push_back(2 * workers);
    ranks.push_back(4 * workers);
  }
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

model::RecordedSupports first_of(const model::RecordedSupports& all, std::uint64_t count) {
  std::vector<std::span<const std::uint64_t>> lists;
  for (std::size_t worker = 0; worker < count; ++worker) lists.push_back(all.rank(worker));
  return {all.universe(), lists};
}

void measure(FillInStudy& study, const model::RecordedSupports& supports) {
  std::unordered_set<std::uint64_t> united;
  std::size_t worker = 0;
  for (const std::uint64_t ranks : study.ranks) {
    if (ranks > study.workers) break;
    for (; worker < ranks; ++worker) {
      const auto indices = supports.rank(worker);
      united.insert(indices.begin(), indices.end());
    }
    study.measured[ranks] = united.size();
  }
}

}  // namespace

FillInStudy study_fill_in(const FillInRequest& request) {
  const inputs::WorkerSupports file = inputs::read_worker_supports(request.path, request.choice);
  FillInStudy study;
  study.path = request.path;
  study.format = file.format;
  study.content_hash = file.content_hash;
  study.universe = file.supports.universe();
  study.states_universe = file.states_universe;
  study.workers = file.supports.ranks();
  study.fit_workers = request.fit_workers.value_or(study.workers);
  if (study.fit_workers > study.workers)
    throw base::ConfigError(
        "command line", "--fit-workers", std::to_string(study.fit_workers),
        fmt::format("at most {}, the workers of {}", study.workers, request.path));
  study.mean_nnz = file.supports.mean_nnz();
  study.least_nnz = study.universe;
  for (std::size_t worker = 0; worker < study.workers; ++worker) {
    const std::uint64_t nnz = file.supports.rank(worker).size();
    study.least_nnz = std::min(study.least_nnz, nnz);
    study.most_nnz = std::max(study.most_nnz, nnz);
  }
  study.ranks =
      request.ranks.empty() ? usual_ranks(study.fit_workers, study.workers) : request.ranks;
  constexpr std::uint64_t kLeast = model::UnionForecast::kLeastRanks;
  if (study.fit_workers < kLeast && study.ranks.back() > study.fit_workers)
    throw base::ConfigError(
        "command line", request.fit_workers ? "--fit-workers" : request.path,
        fmt::format("{} worker{} to extrapolate to P = {} from", study.fit_workers,
                    study.fit_workers == 1 ? "" : "s", study.ranks.back()),
        fmt::format("at least {} workers, or P up to {}", kLeast, study.fit_workers));

  measure(study, file.supports);
  const model::UnionForecast forecast{
      model::HolderTable(first_of(file.supports, study.fit_workers))};
  study.recommended = forecast.recommended();
  study.validation = forecast.validation();
  for (const std::uint64_t ranks : study.ranks) {
    for (const model::UnionModelInfo& info : model::kUnionModels)
      study.models[info.model][ranks] = forecast.expected(info.model, ranks);
    if (ranks > study.fit_workers) study.intervals[ranks] = forecast.interval(ranks);
  }
  return study;
}

}  // namespace sparlab::inputs
