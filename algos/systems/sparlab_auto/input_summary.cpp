#include "algos/systems/sparlab_auto/input_summary.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

#include "algos/formats/format.hpp"
#include "algos/kernels/coo.hpp"
#include "algos/kernels/hash.hpp"
#include "model/base/range.hpp"
#include "model/choice/choice.hpp"

namespace sparlab::algos {
namespace {

struct Layout {
  static constexpr std::uint64_t kMagic = 0x3259524d4d555353;  // "SSUMMRY2"
  std::uint64_t magic = kMagic;
  std::uint64_t checksum = 0;  ///< of everything else
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;
  std::uint64_t entries = 0;
  std::uint32_t any_dense = 0;
  std::uint16_t level = 0;
  std::uint16_t sampled = 0;
  std::array<std::uint32_t, model::kInputBins> bins{};
  std::array<std::uint32_t, model::kSampleCapacity> positions{};
  std::array<std::uint16_t, model::kSampleCapacity> holders{};
};
static_assert(sizeof(Layout) == model::kSummaryBytes);

/// With different summaries, ranks could choose different algorithms and wait for each
/// other forever, so damage must be detected.
std::uint64_t checksum_of(Layout layout) {
  layout.checksum = 0;
  return kernels::fnv1a(std::as_bytes(std::span(&layout, 1)));
}

std::size_t stratum_of(std::uint32_t position) { return position >> model::kPositionBits; }
std::uint64_t place_of(std::uint32_t position) {
  return position & ((std::uint32_t{1} << model::kPositionBits) - 1);
}
std::uint32_t position_at(std::size_t stratum, std::uint64_t place) {
  return static_cast<std::uint32_t>(stratum << model::kPositionBits | place);
}

/// The elements of sorted `indices` in `range`.
template <class Index>
std::span<const Index> within(std::span<const Index> indices, Range range) {
  const auto begin = std::ranges::lower_bound(indices, range.lo);
  const auto end = std::ranges::lower_bound(begin, indices.end(), range.hi);
  return {begin, end};
}

/// The entries in each bin, in units of 2^model::bin_shift.
template <class Index>
std::array<std::uint32_t, model::kInputBins> binned(std::span<const Index> indices, Range range,
                                                    std::uint64_t ranks) {
  std::array<std::uint32_t, model::kInputBins> bins;
  const int shift = model::bin_shift(range, ranks);
  for (std::size_t bin = 0; bin < bins.size(); ++bin) {
    const Range of_bin = model::part_of(range, bin, bins.size());
    bins[bin] = static_cast<std::uint32_t>(within(indices, of_bin).size() >> shift);
  }
  return bins;
}

/// The part of a stratum that is sampled, and the indices in it.
template <class Index>
struct Window {
  std::size_t stratum;
  Range range;
  std::span<const Index> held;
};

/// The windows of a level that hold some of the sorted `indices`.
template <class Index>
std::vector<Window<Index>> windows_at(Range universe, std::span<const Index> indices, int level) {
  std::vector<Window<Index>> windows;
  std::size_t begin = 0;
  for (std::size_t stratum = 0; stratum < model::kSampleStrata && begin < indices.size();
       ++stratum) {
    const Range whole = model::part_of(universe, stratum, model::kSampleStrata);
    if (indices[begin] >= whole.hi) continue;
    const std::size_t end = kernels::gallop(indices.data(), begin, indices.size(), whole.hi);
    const auto of_stratum = indices.subspan(begin, end - begin);
    begin = end;
    const Range range = model::sample_window(universe, stratum, level);
    const auto held = within(of_stratum, range);
    if (!held.empty()) windows.push_back({stratum, range, held});
  }
  return windows;
}

template <class Index>
std::size_t entries_in(const std::vector<Window<Index>>& windows) {
  std::size_t entries = 0;
  for (const Window<Index>& window : windows) entries += window.held.size();
  return entries;
}

}  // namespace

InputSummary::InputSummary(Range range, std::uint64_t ranks)
    : range_(range), ranks_(ranks), level_(model::first_sample_level(range)) {}

InputSummary::InputSummary(const Stream& stream, std::uint64_t ranks)
    : InputSummary(stream.range(), ranks) {
  entries_ = static_cast<std::uint64_t>(std::llround(stream.count()));
  any_dense_ = stream.format() == Format::dense;
  if (any_dense_) return;
  stream.visit([&]<class One>(const One& one) {
    if constexpr (!is_counted_v<One>) {
      bins_ = binned(one.indices(), range_, ranks);
      sample(one.indices());
    }
  });
}

template <class Index>
void InputSummary::sample(std::span<const Index> indices) {
  // Evenly spread indices are sampled at this level at the earliest, so that the search begins
  // there. Windows are nested: if they hold few indices there, it begins anew at the first level.
  constexpr std::size_t kMargin = 8;
  const int first = level_;
  const int last = model::last_sample_level(range_);
  for (std::size_t held = indices.size(); held > kMargin * model::kSampleCapacity && level_ < last;
       held /= 2)
    ++level_;
  std::vector<Window<Index>> windows = windows_at(range_, indices, level_);
  if (level_ > first && entries_in(windows) <= model::kSampleCapacity) {
    level_ = first;
    windows = windows_at(range_, indices, level_);
  }
  while (entries_in(windows) > model::kSampleCapacity && level_ < last) {
    ++level_;
    for (Window<Index>& window : windows) {
      window.range = model::narrowed_window(range_, window.stratum, window.range, level_);
      window.held = within(window.held, window.range);
    }
    std::erase_if(windows, [](const Window<Index>& window) { return window.held.empty(); });
  }
  for (const Window<Index>& window : windows)
    for (const Index index : window.held)
      sampled_.push_back({position_at(window.stratum, index - window.range.lo), 1});
}

void InputSummary::raise_level() {
  std::vector<Sampled> kept;
  for (const Sampled& sampled : sampled_) {
    const std::size_t stratum = stratum_of(sampled.position);
    const std::uint64_t index =
        model::sample_window(range_, stratum, level_).lo + place_of(sampled.position);
    const Range window = model::sample_window(range_, stratum, level_ + 1);
    if (window.lo <= index && index < window.hi)
      kept.push_back({position_at(stratum, index - window.lo), sampled.entries});
  }
  sampled_ = std::move(kept);
  ++level_;
}

void InputSummary::add(const InputSummary& other) {
  entries_ += other.entries_;
  any_dense_ = any_dense_ || other.any_dense_;
  for (std::size_t bin = 0; bin < bins_.size(); ++bin) bins_[bin] += other.bins_[bin];

  InputSummary right = other;
  while (level_ < right.level_) raise_level();
  while (right.level_ < level_) right.raise_level();
  std::vector<Sampled> both;
  std::ranges::merge(sampled_, right.sampled_, std::back_inserter(both), {}, &Sampled::position,
                     &Sampled::position);
  sampled_.clear();
  for (const Sampled& sampled : both) {
    if (sampled_.empty() || sampled_.back().position != sampled.position) {
      sampled_.push_back(sampled);
      continue;
    }
    const int sum = sampled_.back().entries + sampled.entries;
    sampled_.back().entries = static_cast<std::uint16_t>(std::min(sum, 0xffff));
  }
  while (sampled_.size() > model::kSampleCapacity) raise_level();
}

runtime::Message InputSummary::encode() const {
  Layout layout{.lo = range_.lo,
                .hi = range_.hi,
                .entries = entries_,
                .any_dense = any_dense_ ? 1U : 0U,
                .level = static_cast<std::uint16_t>(level_),
                .sampled = static_cast<std::uint16_t>(sampled_.size()),
                .bins = bins_};
  for (std::size_t i = 0; i < sampled_.size(); ++i) {
    layout.positions[i] = sampled_[i].position;
    layout.holders[i] = sampled_[i].entries;
  }
  layout.checksum = checksum_of(layout);
  return runtime::Message::copy_of(std::as_bytes(std::span(&layout, 1)));
}

bool InputSummary::is_in(const runtime::Message& message) {
  return message.bytes().size() == sizeof(Layout) && read_header<Layout>(message.bytes());
}

InputSummary InputSummary::decode(const runtime::Message& message, Range range,
                                  std::uint64_t ranks) {
  const Layout layout = *read_header<Layout>(message.bytes());
  if (layout.checksum != checksum_of(layout)) throw WireError("damaged input summary");
  require_range({layout.lo, layout.hi}, range);
  InputSummary summary(range, ranks);
  if (layout.level < summary.level_ || layout.level > model::last_sample_level(range) ||
      layout.sampled > model::kSampleCapacity)
    throw WireError("input summary: impossible sample");
  summary.level_ = layout.level;
  summary.entries_ = layout.entries;
  summary.any_dense_ = layout.any_dense != 0;
  summary.bins_ = layout.bins;
  for (std::size_t i = 0; i < layout.sampled; ++i) {
    const std::uint32_t position = layout.positions[i];
    const Range window = model::sample_window(range, stratum_of(position), layout.level);
    if (place_of(position) >= window.size()) throw WireError("input summary: index out of window");
    if (i > 0 && position <= layout.positions[i - 1])
      throw WireError("input summary: indices out of order");
    if (layout.holders[i] == 0) throw WireError("input summary: an index that no input holds");
    summary.sampled_.push_back({position, layout.holders[i]});
  }
  return summary;
}

model::SummedInputs InputSummary::sums() const {
  model::SummedInputs sums{.ranks = ranks_,
                           .universe = range_.size(),
                           .entries = static_cast<double>(entries_),
                           .any_dense = any_dense_,
                           .sampled_union = static_cast<double>(sampled_.size())};
  for (const Sampled& sampled : sampled_) {
    sums.sampled_entries += sampled.entries;
    const std::size_t stratum = sampled.position >> static_cast<unsigned>(model::kPositionBits);
    sums.sample.push_back({model::bin_of_stratum(stratum), sampled.entries, 1});
  }
  std::ranges::copy(bins_, sums.bins.begin());
  return sums;
}

model::AgreedInputs agreed_inputs(const InputSummary& all, const Stream& own,
                                  const model::Problem& terms) {
  if (all.any_dense() || !own.is_counted()) return model::agreed_inputs(all.sums());
  model::Problem problem = terms;
  problem.fill_in = own.as<CountedStream>().context().fill_in;
  if (problem.fill_in->symmetry() != model::Symmetry::none) return model::expected_inputs(problem);
  std::vector<model::Contribution> contributions;
  for (std::uint64_t rank = 0; rank < problem.ranks; ++rank) contributions.push_back({{rank, 1}});
  return model::sampled_inputs(problem, contributions);
}

double overlap_of(std::span<const Stream> streams, const model::Problem& terms) {
  if (!streams.front().is_counted()) {
    InputSummary all(streams.front(), terms.ranks);
    for (const Stream& stream : streams.subspan(1)) all.add(InputSummary(stream, terms.ranks));
    return model::sampled_overlap(all.sums());
  }
  const model::FillIn& fill_in = *streams.front().as<CountedStream>().context().fill_in;
  if (fill_in.symmetry() == model::Symmetry::none) {
    model::Problem problem = terms;
    problem.fill_in = &fill_in;
    std::vector<model::Contribution> contributions;
    for (const Stream& stream : streams)
      contributions.push_back(
          {stream.as<CountedStream>().neighbours(), stream.format() == Format::dense});
    return model::sampled_overlap(problem, contributions);
  }
  double apart = 0;
  bool dense = false;
  for (const Stream& stream : streams) {
    apart += stream.count();
    dense = dense || stream.format() == Format::dense;
  }
  const auto united =
      CountedStream::united(all_as<CountedStream>(streams), dense ? Format::dense : Format::coo);
  return apart > 0 ? 1 - united.count() / apart : 0;
}

}  // namespace sparlab::algos
