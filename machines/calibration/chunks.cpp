#include "machines/calibration/chunks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>
#include <stdexcept>

#include "base/text/text_table.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::machines::calibration {
namespace {

/// Smaller messages hardly differ, since they have few chunks or one.
constexpr double kLeastLong = 128 << 10;

/// Chunks must save this share of the time to be worth a setting.
constexpr double kWorthwhile = 0.05;

/// Of sizes whose times differ by less, the largest is chosen: it has the fewest messages.
constexpr double kSame = 1.02;

constexpr Benchmark kPatterns[] = {Benchmark::exchange, Benchmark::ring, Benchmark::all_to_all};

/// Starting ranks, and some repetitions of long messages.
constexpr double kLeastEach_s = 3;
constexpr double kStartingRanks_s = 1.5;

const Series* find_series(const MessageTimes& times, Benchmark benchmark) {
  const auto found = std::ranges::find(times.series, benchmark, &Series::benchmark);
  return found == times.series.end() ? nullptr : &*found;
}

double round_s(const TrainTimes& train) { return model::median(train.seconds) / train.rounds; }

/// nullopt if the two series have no long size in common.
std::optional<double> time_ratio(const Series& chunked, const Series& whole) {
  double logs = 0;
  int sizes = 0;
  for (const TrainTimes& train : chunked.sizes) {
    if (train.bytes < kLeastLong || train.seconds.empty()) continue;
    const auto same = std::ranges::find(whole.sizes, train.bytes, &TrainTimes::bytes);
    if (same == whole.sizes.end() || same->seconds.empty()) continue;
    logs += std::log(round_s(train) / round_s(*same));
    ++sizes;
  }
  if (sizes == 0) return std::nullopt;
  return std::exp(logs / sizes);
}

ChunkRatios ratios_of(const ChunkTimes& chunked, const MessageTimes& whole) {
  ChunkRatios ratios{chunked.chunk_bytes.value(), {}, 1};
  double logs = 0;
  for (const Benchmark pattern : kPatterns) {
    const Series* const numerator = find_series(chunked.times, pattern);
    const Series* const denominator = find_series(whole, pattern);
    if (numerator == nullptr || denominator == nullptr) continue;
    const auto ratio = time_ratio(*numerator, *denominator);
    if (!ratio)
      throw std::invalid_argument(
          fmt::format("no message from {:.0f} KiB on was measured in pattern {}: a longer budget "
                      "is needed",
                      kLeastLong / 1024, name_of(pattern)));
    ratios.by_pattern[pattern] = *ratio;
    logs += std::log(*ratio);
  }
  if (ratios.by_pattern.empty()) throw std::invalid_argument("no pattern was measured");
  ratios.mean = std::exp(logs / static_cast<double>(ratios.by_pattern.size()));
  return ratios;
}

}  // namespace

ChunkChoice choose_chunks(std::span<const ChunkTimes> measured) {
  const auto whole =
      std::ranges::find_if(measured, [](const ChunkTimes& one) { return !one.chunk_bytes; });
  if (whole == measured.end())
    throw std::invalid_argument("whole messages were not measured, with which chunks are compared");
  ChunkChoice choice;
  choice.ranks = whole->times.ranks;
  for (const ChunkTimes& one : measured) {
    if (one.chunk_bytes) choice.ratios.push_back(ratios_of(one, whole->times));
    if (one.times.others &&
        (!choice.others || one.times.others->processors > choice.others->processors))
      choice.others = one.times.others;
  }
  const auto best = std::ranges::min_element(choice.ratios, {}, &ChunkRatios::mean);
  if (best == choice.ratios.end() || best->mean >= 1 - kWorthwhile) return choice;
  for (const ChunkRatios& one : choice.ratios) {
    if (one.mean <= best->mean * kSame)
      choice.best = std::max(choice.best.value_or(0), one.chunk_bytes);
  }
  return choice;
}

double least_budget_for_chunks_s() { return kLeastEach_s * (1 + std::size(kChunkSizes)); }

ChunkChoice measure_chunks(int ranks, double budget_s, const RunRanksInChunks& run,
                           std::ostream& progress) {
  std::vector<std::optional<std::size_t>> settings = {std::nullopt};
  settings.insert(settings.end(), std::begin(kChunkSizes), std::end(kChunkSizes));
  const double each_s = budget_s / static_cast<double>(settings.size()) - kStartingRanks_s;
  const nlohmann::json task = task_to_json({Subject::long_messages, each_s});
  std::vector<ChunkTimes> measured;
  for (const auto& chunk_bytes : settings) {
    progress << fmt::format("sparlab: measuring messages among {} ranks, {}, for {:.0f} s\n", ranks,
                            chunk_bytes ? fmt::format("in chunks of {} B", *chunk_bytes) : "whole",
                            each_s)
             << std::flush;
    const nlohmann::json times = run(chunk_bytes, ranks, task, patience_s(each_s));
    measured.push_back({chunk_bytes, message_times_from_json(times)});
  }
  return choose_chunks(measured);
}

void print_chunks(const ChunkChoice& choice, std::ostream& stream) {
  stream << fmt::format("time in chunks over that of whole messages, {} ranks, from 128 KiB on\n",
                        choice.ranks);
  std::vector<std::vector<std::string>> rows = {{"chunks"}};
  for (const auto& [pattern, ratio] : choice.ratios.front().by_pattern)
    rows.front().emplace_back(name_of(pattern));
  rows.front().emplace_back("mean");
  for (const ChunkRatios& ratios : choice.ratios) {
    rows.push_back({fmt::format("{} B", ratios.chunk_bytes)});
    for (const auto& [pattern, ratio] : ratios.by_pattern)
      rows.back().push_back(fmt::format("{:.2f}", ratio));
    rows.back().push_back(fmt::format("{:.2f}", ratios.mean));
  }
  base::print_columns(stream, rows, {.indent = 2, .right = {0, 1, 2, 3, 4}});
  stream << (choice.best ? fmt::format("fastest: chunks of {} B\n", *choice.best)
                         : "fastest: whole messages (chunks save less than 5 %)\n");
}

std::string chunk_text(std::optional<std::size_t> chunk_bytes) {
  return chunk_bytes ? std::to_string(*chunk_bytes) : "whole";
}

std::string environment_text(const ChunkChoice& choice) {
  return nlohmann::json({{"environment", {{kChunkVariable, chunk_text(choice.best)}}}}).dump(2) +
         '\n';
}

}  // namespace sparlab::machines::calibration
