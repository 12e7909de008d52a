#include "analysis/certificates/checked_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "algos/streams/sparse_stream.hpp"
#include "algos/streams/stream_hash.hpp"
#include "model/base/mix64.hpp"

namespace sparlab::analysis {
namespace {

using TypedStream = algos::SparseStream<float, std::uint32_t>;

/// Rounding errors of a sum of positive floats are far smaller than this, a lost value far larger.
constexpr double kTolerance = 1e-5;

/// A random number from 1 to 2 with all bits of a float, times 1, 2, 4, 8 or 16.
float drawn_value(std::uint64_t number) {
  const std::uint64_t bits = model::mix64(number);
  const float fraction = 1 + static_cast<float>(bits >> 41U) / static_cast<float>(1U << 23U);
  return std::ldexp(fraction, static_cast<int>(bits % 5));
}

/// How many sets of three values have a different sum in each of the three orders.
std::size_t telling_triples(const std::vector<float>& values) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = i + 1; j < values.size(); ++j)
      for (std::size_t k = j + 1; k < values.size(); ++k) {
        const float last_k = values[i] + values[j] + values[k];
        const float last_j = values[i] + values[k] + values[j];
        const float last_i = values[j] + values[k] + values[i];
        if (last_k != last_j && last_j != last_i && last_k != last_i) ++count;
      }
  return count;
}

TypedStream stream_of(std::size_t rank, const std::vector<std::uint64_t>& support,
                      const Values& all) {
  const std::vector<std::uint32_t> indices(support.begin(), support.end());
  std::vector<float> values;
  for (const std::uint64_t index : support) values.push_back(all[index][rank]);
  return {{0, all.size()}, indices, values};
}

std::vector<double> dense(const TypedStream& stream, std::size_t size) {
  std::vector<double> values(size);
  for (std::size_t i = 0; i < stream.values().size(); ++i) {
    const std::size_t at = stream.format() == algos::Format::dense ? i : stream.indices()[i];
    values[at] = static_cast<double>(stream.values()[i]);
  }
  return values;
}

}  // namespace

Values telling_values(int ranks, std::uint64_t universe) {
  constexpr int kDraws = 20000;
  const auto count = static_cast<std::size_t>(ranks);
  const std::size_t triples = count * (count - 1) * (count < 2 ? 0 : count - 2) / 6;
  Values values(static_cast<std::size_t>(universe));
  std::uint64_t number = 0;
  for (std::vector<float>& best : values) {
    std::size_t most = 0;
    for (int draw = 0; draw < kDraws && (best.empty() || most < triples); ++draw) {
      std::vector<float> drawn;
      for (std::size_t rank = 0; rank < count; ++rank) drawn.push_back(drawn_value(number++));
      const std::size_t telling = telling_triples(drawn);
      if (!best.empty() && telling <= most) continue;
      most = telling;
      best = std::move(drawn);
    }
  }
  return values;
}

CheckedCall::CheckedCall(const MakeReducer& make, const algos::AllreduceOptions& options,
                         Supports supports, const Values& values, bool ranks_round_apart)
    : make_(make),
      options_(options),
      supports_(std::move(supports)),
      expected_(values.size()),
      calls_(make_(options_)->keeps_state() ? 2 : 1),
      ranks_round_apart_(ranks_round_apart) {
  for (std::size_t rank = 0; rank < supports_.size(); ++rank) {
    inputs_.emplace_back(stream_of(rank, supports_[rank], values));
    for (const std::uint64_t index : supports_[rank])
      expected_[static_cast<std::size_t>(index)] += static_cast<double>(values[index][rank]);
  }
  for (Call& call : calls_) {
    call.results.resize(supports_.size());
    call.first.resize(supports_.size());
  }
}

void CheckedCall::run(runtime::Comm& comm) {
  const auto rank = static_cast<std::size_t>(comm.rank());
  const std::unique_ptr<algos::Reducer> reducer = make_(options_);
  for (std::size_t i = 0; i < calls_.size(); ++i)
    calls_[i].results[rank] = reducer->reduce(comm, inputs_[(rank + i) % inputs_.size()]);
}

std::string CheckedCall::complaint() {
  for (std::size_t i = 0; i < calls_.size(); ++i)
    if (std::string text = complaint_about(calls_[i]); !text.empty())
      return i == 0 ? text : "in the second call, " + text;
  return "";
}

std::uint64_t CheckedCall::results_hash() const {
  std::uint64_t hash = 0;
  for (const Call& call : calls_)
    hash = model::mix64(hash ^ algos::stream_hash(call.results.front().as<TypedStream>()));
  return hash;
}

std::string CheckedCall::complaint_about(Call& call) const {
  for (std::size_t rank = 0; rank < call.results.size(); ++rank) {
    const auto& result = call.results[rank].as<TypedStream>();
    if (result.range().lo != 0 || result.range().hi != expected_.size())
      return fmt::format("rank {} has a result over [{}, {})", rank, result.range().lo,
                         result.range().hi);
    const std::vector<double> found = dense(result, expected_.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      if (!(std::abs(found[i] - expected_[i]) <= kTolerance * expected_[i]))
        return fmt::format("rank {} has {:.8g} instead of {:.8g} at index {}", rank, found[i],
                           expected_[i], i);
    const runtime::Message message = result.encode();
    const std::size_t compared = ranks_round_apart_ ? rank : 0;
    std::vector<std::byte>& first = call.first[compared];
    if (first.empty()) {
      first.assign(message.bytes().begin(), message.bytes().end());
    } else if (!std::ranges::equal(message.bytes(), first)) {
      return fmt::format("rank {} has other bits than {}", rank,
                         rank == compared ? "in another order of messages" : "rank 0");
    }
  }
  return "";
}

}  // namespace sparlab::analysis
