#include "tests/conformance/suite/oktopk_volume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>
#include <string_view>

#include "algos/registry/registry.hpp"
#include "runtime/decorators/counting_comm.hpp"
#include "runtime/loggp/engine.hpp"

namespace sparlab::conformance {
namespace {

using Generator = std::mt19937_64;
using runtime::decorators::CountingComm;
using runtime::decorators::Counts;

constexpr double kWordBytes = 4;
constexpr double kHeaderBytes = FloatStream::kHeaderBytes;

/// One generator for each rank and call.
Generator generator_of(int rank, int call) {
  return Generator(static_cast<std::uint64_t>(rank) * 1000003 + static_cast<std::uint64_t>(call));
}

FloatStream stream_of(const std::map<std::uint32_t, float>& entries) {
  std::vector<std::uint32_t> indices;
  std::vector<float> values;
  for (const auto& [index, value] : entries) {
    indices.push_back(index);
    values.push_back(value);
  }
  return {{0, kOktopkUniverse}, indices, values};
}

/// `count` different indices from `index_of(generator)`, with normal values of deviation `scale`.
template <class IndexOf>
FloatStream drawn(std::uint64_t count, float scale, Generator generator, IndexOf index_of) {
  std::normal_distribution<float> value(0, scale);
  std::map<std::uint32_t, float> entries;
  while (entries.size() < count) {
    entries.emplace(static_cast<std::uint32_t>(index_of(generator)), value(generator));
  }
  return stream_of(entries);
}

auto anywhere_in(std::uint64_t lo, std::uint64_t size) {
  return [=](Generator& generator) { return lo + generator() % size; };
}

FloatStream random(int rank, int, int call) {
  return drawn(4 * kOktopkK, 1, generator_of(rank, call), anywhere_in(0, kOktopkUniverse));
}

/// New values at every index in each call, like gradients without sparsification.
FloatStream dense_random(int rank, int, int call) {
  auto stream = FloatStream::uninitialised_dense({0, kOktopkUniverse});
  Generator generator = generator_of(rank, call);
  std::normal_distribution<float> value;
  for (float& element : stream.mutable_values()) element = value(generator);
  return stream;
}

FloatStream growing(int rank, int, int call) {
  const float scale = call == 0 ? 1.0F : 1.3F;
  return drawn(4 * kOktopkK, scale, generator_of(rank, call), anywhere_in(0, kOktopkUniverse));
}

/// Indices around 16 places that all ranks share.
FloatStream clustered(int rank, int, int call) {
  const auto place = [](Generator& generator) {
    const std::uint64_t cluster = generator() % 16;
    return cluster * (kOktopkUniverse / 16) + cluster * cluster * 64 + generator() % 1024;
  };
  return drawn(4 * kOktopkK, 1, generator_of(rank, call), place);
}

FloatStream in_one_region(int rank, int ranks, int call) {
  const std::uint64_t size = kOktopkUniverse / static_cast<std::uint64_t>(2 * ranks);
  return drawn(kOktopkK, 1, generator_of(rank, call), anywhere_in(0, size));
}

FloatStream moving(int rank, int ranks, int call) {
  return call == 0 ? random(rank, ranks, call) : in_one_region(rank, ranks, call);
}

FloatStream disagreeing(int rank, int ranks, int call) {
  const std::uint64_t size = kOktopkUniverse / static_cast<std::uint64_t>(ranks);
  return drawn(kOktopkK, 1, generator_of(rank, call),
               anywhere_in(static_cast<std::uint64_t>(rank) * size, size));
}

/// The entries in the result are spread evenly over the first 1/parts of the universe, where
/// `parts` groups of ranks have separate supports. Elsewhere each rank has small values at separate
/// indices.
FloatStream kept_in_first(int parts, int rank, int ranks) {
  constexpr std::uint64_t kStride = kOktopkUniverse / kOktopkK;
  const auto kept = static_cast<std::uint64_t>(static_cast<int>(kOktopkK) / parts);
  const auto group = static_cast<std::uint64_t>(rank % parts);
  std::map<std::uint32_t, float> entries;
  for (std::uint64_t i = 0; i < kOktopkK; ++i) {
    const bool large = i < kept;
    const std::uint64_t offset = large ? group : static_cast<std::uint64_t>(parts + rank) % kStride;
    // Only the first rank of each group holds the large values.
    const bool speaks = rank < parts || ranks < parts;
    entries[static_cast<std::uint32_t>(i * kStride + offset)] =
        large && speaks ? 1000.0F : 1.0F + static_cast<float>(i) / 4096.0F;
  }
  return stream_of(entries);
}

/// The words that a rank moved in one call.
struct Moved {
  double split = 0;
  double gather = 0;
  double numbers = 0;
  double words() const { return split + gather + numbers; }
};

double words_of(double bytes, double streams) {
  return (bytes - streams * kHeaderBytes) / kWordBytes;
}

/// The larger of sent and received words, where each message or each of `streams` streams has a
/// header.
double port_words(const Counts& counts, double sent_streams, double received_streams) {
  return std::max(words_of(counts.bytes_sent, sent_streams),
                  words_of(counts.bytes_received, received_streams));
}

Moved moved_in(const CountingComm& counting, int ranks, bool evaluating) {
  Moved moved;
  for (const auto& [name, counts] : counting.phases()) {
    const auto sent = static_cast<double>(counts.messages_sent);
    const auto received = static_cast<double>(counts.messages_received);
    if (name == "split" || name == "balance") {
      (name == "split" ? moved.split : moved.gather) += port_words(counts, sent, received);
    } else if (name == "allgather") {
      const double streams = (evaluating ? 2.0 : 1.0) * (ranks - 1);
      moved.gather += port_words(counts, streams, streams);
    } else {
      moved.numbers += port_words(counts, 0, 0);
    }
  }
  return moved;
}

double work_in(const CountingComm& counting, std::string_view phase, runtime::WorkKind kind) {
  for (const auto& [name, counts] : counting.phases()) {
    if (name == phase) return counts.work[static_cast<std::size_t>(kind)];
  }
  return 0;
}

}  // namespace

std::vector<OktopkInput> oktopk_inputs() {
  return {{"random", "", random},
          {"clustered", "", clustered},
          {"all in one region", "", in_one_region},
          {"moved into one region", "", moving},
          {"ranks disagree", "", disagreeing},
          {"unbalanced by 4", "",
           [](int rank, int ranks, int) { return kept_in_first(4, rank, ranks); }},
          {"unbalanced by 8", "",
           [](int rank, int ranks, int) { return kept_in_first(8, rank, ranks); }},
          {"unbalanced by 8, never balanced", ", balance=never",
           [](int rank, int ranks, int) { return kept_in_first(8, rank, ranks); }},
          {"growing", "", growing},
          {"dense random", "", dense_random},
          {"dense random, feedback=vgg", ", feedback=vgg", dense_random}};
}

std::string corrections_at_work(const OktopkMeasurement& measured) {
  constexpr double kUneven = 1.2;  // small regions and shares are never exactly even
  constexpr auto k = static_cast<double>(kOktopkK);
  const auto& call = measured.call;
  const double share = 1 - 1 / static_cast<double>(call.ranks);
  std::string numbers;
  const auto add = [&](bool applies, std::string_view number) {
    if (!applies) return;
    if (!numbers.empty()) numbers += ", ";
    numbers += number;
  };
  add(call.evaluating && measured.gather_words > 4 * k * share, "1");
  add(!call.evaluating && measured.gather_words > 4 * call.kept * share, "2");
  add(measured.split_words > kUneven * 2 * call.chosen * share, "3");
  add(call.chosen > k || call.kept > k, "4");
  const double published = oktopk_published_words(call.ranks, k);
  add(measured.words > published && measured.words - measured.number_words <= published, "6");
  return numbers;
}

std::vector<OktopkMeasurement> measure_oktopk(const OktopkInput& input, int ranks) {
  constexpr int kCalls = 2;
  const auto spec = fmt::format("oktopk(k={}{})", kOktopkK, input.settings);
  const auto parameters =
      model::read_parameters<model::OktopkParameters>(model::parse_spec(spec).settings);
  std::vector<OktopkMeasurement> measured(kCalls);
  runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
    const auto reducer = algos::make_reducer(spec, {});
    for (int call = 0; call < kCalls; ++call) {
      OktopkMeasurement& most = measured[static_cast<std::size_t>(call)];
      CountingComm counting(comm);
      const auto result = reducer->reduce(counting, input.stream(comm.rank(), ranks, call));
      const Moved moved = moved_in(counting, ranks, call == 0);
      most.split_words = std::max(most.split_words, moved.split);
      most.gather_words = std::max(most.gather_words, moved.gather);
      most.number_words = std::max(most.number_words, moved.numbers);
      most.words = std::max(most.words, moved.words());
      constexpr double kEntryBytes = FloatStream::kEntryBytes;
      most.call.ranks = static_cast<std::uint64_t>(ranks);
      most.call.chosen = std::max(
          most.call.chosen, work_in(counting, "split", runtime::WorkKind::copy) / kEntryBytes);
      most.call.reduced = work_in(counting, "evaluate", runtime::WorkKind::select);
      most.call.kept = static_cast<double>(result.count());
      most.call.evaluating = call == 0;
      most.call.repartitioning = call == 0;
    }
  });
  for (OktopkMeasurement& measurement : measured) {
    measurement.bound = model::oktopk_corrected_words(measurement.call, parameters);
  }
  return measured;
}

}  // namespace sparlab::conformance
