#include "tests/fuzz/parsers.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>

#include "algos/streams/sparse_stream.hpp"
#include "inputs/files/data_error.hpp"
#include "inputs/formats/index_lists.hpp"
#include "inputs/formats/numpy_workers.hpp"
#include "inputs/formats/svmlight_file.hpp"
#include "inputs/sources/recording_input.hpp"
#include "inputs/sources/svmlight_input.hpp"
#include "tests/fuzz/require.hpp"

namespace sparlab::fuzz {
namespace {

using inputs::DataError;
using inputs::DataFile;
using inputs::Entries;

void require_sorted(const Entries& entries, std::uint64_t universe) {
  require(entries.indices.size() == entries.values.size());
  std::uint64_t lowest = 0;
  for (const std::uint64_t index : entries.indices) {
    require(index >= lowest && index < universe);
    lowest = index + 1;
  }
}

/// An accepted stream is sorted, within its range, and equal to what its format encodes.
template <class Stream>
void walk(const algos::Received<Stream>& received) {
  const Stream& stream = received.stream;
  require(static_cast<double>(stream.encoded_bytes(received.format, received.code)) ==
          received.wire_bytes);
  const model::Range range = stream.range();
  require(range.lo <= range.hi && stream.count() <= range.size());
  require(stream.values().size() == stream.count());
  std::uint64_t lowest = range.lo;
  for (const auto index : stream.indices()) {
    require(index >= lowest && index < range.hi);
    lowest = std::uint64_t{index} + 1;
  }
  typename Stream::value_type largest = 0;
  for (const auto value : stream.values()) largest = std::max(largest, value);
  require(largest >= 0);  // prevents the compiler from removing the reads
}

template <class Value, class Index>
bool decode_as(const runtime::Message& message) {
  using Stream = algos::SparseStream<Value, Index>;
  bool accepted = false;
  try {
    for (const auto& received : Stream::decode_bundle(message)) walk(received);
    accepted = true;
    const auto received = Stream::decode(message);
    walk(received);
    require(received.wire_bytes == static_cast<double>(message.bytes().size()));
  } catch (const algos::WireError&) {
  }
  return accepted;
}

/// What is accepted can be written as a recording, and read again.
bool parse_workers(inputs::Recording (*read)(DataFile&, const inputs::RecordingOptions&),
                   std::span<const std::byte> bytes) {
  try {
    DataFile file("crafted", bytes);
    const auto recording = read(file, {});
    const auto encoded = inputs::encode_recording(recording);
    DataFile written("written", encoded);
    const auto again = inputs::read_recording(written);
    require(again.begin == recording.begin && again.universe == recording.universe);
    require(again.indices == recording.indices);
    return true;
  } catch (const DataError&) {
    return false;
  }
}

}  // namespace

bool parse_svmlight(std::span<const std::byte> bytes) {
  try {
    DataFile file("crafted", bytes);
    const auto samples = std::make_shared<const inputs::Samples>(inputs::read_svmlight(file));
    require(samples->begin.size() == samples->size() + 1);
    const std::uint64_t ranks = std::min<std::uint64_t>(samples->size(), 3);
    if (ranks == 0) return true;
    const inputs::SvmlightInput input(samples, samples->universe + 1, samples->size() / ranks,
                                      ranks, 1);
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
      require_sorted(input.rank_entries(rank), input.universe());
    }
    require(input.fill_in()->distinct(ranks) >= 0);
    return true;
  } catch (const DataError&) {
    return false;
  }
}

bool parse_recording(std::span<const std::byte> bytes) {
  try {
    DataFile file("crafted", bytes);
    const auto recording = std::make_shared<const inputs::Recording>(inputs::read_recording(file));
    const inputs::RecordingInput input(recording, 0, recording->workers());
    // Without entries, a few bytes can declare thousands of identical workers.
    const std::uint64_t ranks = std::min<std::uint64_t>(recording->workers(), 1000);
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
      require_sorted(input.rank_entries(rank), input.universe());
    }
    require(input.fill_in()->distinct(recording->workers()) >= 0);
    return true;
  } catch (const DataError&) {
    return false;
  }
}

bool parse_index_lists(std::span<const std::byte> bytes) {
  return parse_workers(inputs::read_index_lists, bytes);
}

bool parse_npy(std::span<const std::byte> bytes) { return parse_workers(inputs::read_npy, bytes); }

bool parse_npz(std::span<const std::byte> bytes) { return parse_workers(inputs::read_npz, bytes); }

bool parse_streams(std::span<const std::byte> bytes) {
  runtime::Buffer buffer(bytes.size());
  if (!bytes.empty()) std::memcpy(buffer.data(), bytes.data(), bytes.size());
  const runtime::Message message(buffer, 0, bytes.size());
  const bool accepted[] = {
      decode_as<float, std::uint32_t>(message), decode_as<float, std::uint64_t>(message),
      decode_as<double, std::uint32_t>(message), decode_as<double, std::uint64_t>(message)};
  return std::any_of(std::begin(accepted), std::end(accepted), [](bool one) { return one; });
}

}  // namespace sparlab::fuzz
