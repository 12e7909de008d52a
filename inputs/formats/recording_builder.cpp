#include "inputs/formats/recording_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "inputs/files/data_error.hpp"
#include "model/base/contract.hpp"
#include "model/fill_in/recorded_fill_in.hpp"

namespace sparlab::inputs {
namespace {

constexpr std::uint64_t kMostUniverse = std::numeric_limits<std::uint32_t>::max();

double magnitude(const std::pair<std::uint64_t, double>& entry) { return std::abs(entry.second); }

bool is_larger(const std::pair<std::uint64_t, double>& a,
               const std::pair<std::uint64_t, double>& b) {
  return magnitude(a) != magnitude(b) ? magnitude(a) > magnitude(b) : a.first < b.first;
}

}  // namespace

RecordingBuilder::RecordingBuilder(std::string name, const RecordingOptions& options)
    : options_(options) {
  SPARLAB_EXPECTS(options.density >= 0 && options.density <= 1);
  recording_.name = std::move(name);
}

void RecordingBuilder::refuse(const std::string& place, std::string found,
                              std::string accepted) const {
  throw DataError(recording_.name, place, std::move(found), std::move(accepted));
}

void RecordingBuilder::check_length(std::optional<std::uint64_t> length, const std::string& place) {
  const bool first = recording_.workers() == 0;
  if (!first && length.has_value() != length_.has_value())
    refuse(place, length ? "a vector after lists of indices" : "a list of indices after vectors",
           "one kind, or a CSR matrix with indptr, indices, data and shape");
  if (!first && length != length_)
    refuse(place,
           fmt::format("a vector of {} elements, where {} has {}", *length, recording_.first_place,
                       *length_),
           "vectors of equal length, one for each worker. If these are layers, save one file for "
           "each worker: sparlab convert WORKER0.npz WORKER1.npz ... OUTPUT joins the layers of "
           "each, and --layers selects some");
  if (length && options_.universe > 0 && *length > options_.universe)
    refuse(place, fmt::format("a vector of {} elements", *length),
           fmt::format("at most the given N = {}", options_.universe));
  length_ = length;
}

void RecordingBuilder::keep_largest(WorkerEntries& entries, const std::string& place) const {
  const std::uint64_t universe = stated_universe();
  if (options_.density > 0 && universe == 0)
    refuse(place, "indices whose number N is not stated", "-N beside --density, or --top-k");
  const double share = std::round(options_.density * static_cast<double>(universe));
  const auto most = static_cast<std::size_t>(
      options_.top_k > 0 ? options_.top_k
                         : std::max<std::uint64_t>(1, static_cast<std::uint64_t>(share)));
  if (entries.size() <= most) return;
  const auto [least, largest] = std::ranges::minmax_element(entries, {}, magnitude);
  if (magnitude(*least) == magnitude(*largest))
    refuse(place, fmt::format("{} values of magnitude {}", entries.size(), magnitude(*largest)),
           fmt::format("at most {}, or values of which some are larger than others", most));
  std::ranges::nth_element(entries, entries.begin() + static_cast<std::ptrdiff_t>(most), is_larger);
  entries.resize(most);
}

void RecordingBuilder::append(WorkerEntries entries, std::optional<std::uint64_t> length,
                              const std::string& place) {
  constexpr std::uint64_t kMost = model::RecordedSupports::kMostRanks;
  if (recording_.workers() == kMost)
    refuse(place, "one worker more", fmt::format("at most {}", kMost));
  check_length(length, place);
  for (const auto& [index, value] : entries)
    // As float, in which it is stored.
    if (!is_accepted_value(static_cast<float>(value)))
      refuse(place, fmt::format("value {}", value), kAcceptedValues);
  if (options_.selects()) keep_largest(entries, place);
  std::ranges::sort(entries, {}, &WorkerEntries::value_type::first);
  const std::uint64_t universe = stated_universe() > 0 ? stated_universe() : kMostUniverse;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto [index, value] = entries[i];
    if (i > 0 && entries[i - 1].first == index)
      refuse(place, fmt::format("index {} twice", index), "each index once for a worker");
    if (index >= universe || index >= kMostUniverse)
      refuse(place, fmt::format("index {}", index),
             fmt::format("indices below N = {}", std::min(universe, kMostUniverse)));
    recording_.indices.push_back(static_cast<std::uint32_t>(index));
    recording_.values.push_back(static_cast<float>(value));
  }
  if (recording_.workers() == 0) recording_.first_place = place;
  recording_.last_place = place;
  recording_.begin.push_back(recording_.indices.size());
}

Recording RecordingBuilder::finish(std::string content_hash) {
  if (recording_.workers() == 0) refuse("", "no worker", "at least one");
  recording_.universe = stated_universe();
  recording_.states_universe = recording_.universe > 0;
  if (!recording_.states_universe) {
    if (recording_.indices.empty()) refuse("", "no index, and no N", "an index, or a given N");
    recording_.universe = std::uint64_t{*std::ranges::max_element(recording_.indices)} + 1;
  }
  if (recording_.universe > kMostUniverse)
    refuse("", fmt::format("N = {}", recording_.universe),
           fmt::format("at most {}", kMostUniverse));
  recording_.content_hash = std::move(content_hash);
  return std::move(recording_);
}

}  // namespace sparlab::inputs
