#include "analysis/certificates/checked_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "algos/streams/stream_hash.hpp"
#include "model/base/mix64.hpp"

namespace sparlab::analysis {
namespace {

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

CertifiedStream stream_of(std::size_t rank, const std::vector<std::uint64_t>& support,
                          const Values& all) {
  const std::vector<std::uint32_t> indices(support.begin(), support.end());
  std::vector<float> values;
  for (const std::uint64_t index : support) values.push_back(all[index][rank]);
  return {{0, all.size()}, indices, values};
}

/// Adds a stream to dense values.
void add(const CertifiedStream& stream, std::vector<double>& values) {
  for (std::size_t i = 0; i < stream.values().size(); ++i) {
    const std::size_t at = stream.format() == algos::Format::dense ? i : stream.indices()[i];
    values[at] += static_cast<double>(stream.values()[i]);
  }
}

bool differs(double found, double expected) {
  return !(std::abs(found - expected) <= kTolerance * expected);
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

CheckedCall::CheckedCall(const MakeReducer& make, Promise promise,
                         const algos::AllreduceOptions& options, Supports supports,
                         const Values& values, bool ranks_round_apart)
    : make_(make),
      promise_(promise),
      options_(options),
      supports_(std::move(supports)),
      expected_(values.size()),
      calls_(make_(options_)->keeps_state() ? 2 : 1),
      ranks_round_apart_(ranks_round_apart) {
  for (std::size_t rank = 0; rank < supports_.size(); ++rank) {
    const CertifiedStream input = stream_of(rank, supports_[rank], values);
    inputs_.emplace_back(input);
    add(input, expected_);
  }
  for (Call& call : calls_) {
    call.results.resize(supports_.size());
    call.first.resize(supports_.size());
    call.held_back.resize(supports_.size());
    call.ports.resize(supports_.size());
  }
}

void CheckedCall::run(runtime::Comm& comm) {
  const auto rank = static_cast<std::size_t>(comm.rank());
  const std::unique_ptr<algos::Reducer> reducer = make_(options_);
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    MeteredComm metered(comm, calls_[i].ports[rank]);
    calls_[i].results[rank] = reducer->reduce(metered, inputs_[(rank + i) % inputs_.size()]);
    metered.finish();
    if (reducer->residual() != nullptr) calls_[i].held_back[rank] = *reducer->residual();
  }
}

std::string CheckedCall::complaint() {
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    std::string text = complaint_about(calls_[i]);
    if (text.empty() && promise_ == Promise::mass) text = complaint_about_mass(i + 1);
    if (!text.empty()) return i == 0 ? text : "in the second call, " + text;
  }
  return "";
}

std::uint64_t CheckedCall::results_hash() const {
  std::uint64_t hash = 0;
  for (const Call& call : calls_)
    hash = model::mix64(hash ^ algos::stream_hash(call.results.front().as<CertifiedStream>()));
  return hash;
}

std::string CheckedCall::complaint_about(Call& call) const {
  for (std::size_t rank = 0; rank < call.results.size(); ++rank) {
    const auto& result = call.results[rank].as<CertifiedStream>();
    if (result.range().lo != 0 || result.range().hi != expected_.size())
      return fmt::format("rank {} has a result over [{}, {})", rank, result.range().lo,
                         result.range().hi);
    call.values.assign(expected_.size(), 0);
    add(result, call.values);
    for (std::size_t i = 0; i < expected_.size(); ++i) {
      const double found = call.values[i];
      if (promise_ == Promise::sum && differs(found, expected_[i]))
        return fmt::format("rank {} has {:.8g} instead of {:.8g} at index {}", rank, found,
                           expected_[i], i);
      if (!std::isfinite(found)) return fmt::format("rank {} has {} at index {}", rank, found, i);
    }
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

std::string CheckedCall::complaint_about_mass(std::size_t calls) const {
  std::vector<double> found(expected_.size());
  for (std::size_t i = 0; i < calls; ++i)
    for (std::size_t at = 0; at < found.size(); ++at) found[at] += calls_[i].values[at];
  for (const algos::Stream& held_back : calls_[calls - 1].held_back)
    if (!held_back.is_counted()) add(held_back.as<CertifiedStream>(), found);
  for (std::size_t at = 0; at < found.size(); ++at) {
    const double inputs = static_cast<double>(calls) * expected_[at];
    if (differs(found[at], inputs))
      return fmt::format("results and residuals have {:.8g} instead of {:.8g} at index {}",
                         found[at], inputs, at);
  }
  return "";
}

}  // namespace sparlab::analysis
