#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "algos/formats/bit_fields.hpp"
#include "algos/formats/block_local.hpp"
#include "algos/kernels/half_precision.hpp"
#include "model/base/wire_format.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using algos::kernels::CooView;
using model::BlockLocalLayout;

namespace {

using Generator = std::mt19937_64;
using Bytes = std::vector<std::byte>;

template <class Value>
struct Entries {
  std::vector<std::uint64_t> indices;
  std::vector<Value> values;

  CooView<Value, std::uint64_t> view() const {
    return {indices.data(), values.data(), indices.size()};
  }
  bool operator==(const Entries& other) const {
    return indices == other.indices && std::ranges::equal(values, other.values);
  }
};

/// Up to layout.each entries of each block of the range that begins at `lo`.
template <class Value>
Entries<Value> drawn_entries(const BlockLocalLayout& layout, std::uint64_t lo,
                             Generator& generator) {
  Entries<Value> entries;
  for (std::uint64_t number = 0; number < layout.blocks(); ++number) {
    const auto block = model::block_range({lo, lo + layout.elements}, layout.block, number);
    std::uint64_t left = generator() % 3 == 0 ? 0 : layout.slots_of(block);
    for (std::uint64_t index = block.lo; index < block.hi && left > 0; ++index) {
      if (generator() % 4 != 0) continue;
      entries.indices.push_back(index);
      entries.values.push_back(static_cast<Value>(static_cast<int>(1 + generator() % 5)));
      --left;
    }
  }
  return entries;
}

/// In a block of exactly that size, so that AddressSanitizer detects any overrun.
template <class Value>
Bytes written(const Entries<Value>& entries, std::uint64_t lo, const BlockLocalLayout& layout) {
  Bytes payload(algos::formats::block_local_payload_bytes<Value>(layout));
  algos::formats::write_block_local(entries.view(), lo, layout, payload.data());
  return payload;
}

template <class Value>
std::optional<Entries<Value>> read(const Bytes& payload, std::uint64_t lo,
                                   const BlockLocalLayout& layout) {
  const auto slots = static_cast<std::size_t>(layout.slots());
  Entries<Value> entries{std::vector<std::uint64_t>(slots), std::vector<Value>(slots)};
  const auto count = algos::formats::read_block_local<Value, std::uint64_t>(
      payload, lo, layout, {entries.indices.data(), entries.values.data()});
  if (!count) return std::nullopt;
  entries.indices.resize(static_cast<std::size_t>(*count));
  entries.values.resize(static_cast<std::size_t>(*count));
  return entries;
}

constexpr BlockLocalLayout kLayouts[] = {
    {0, 1, 3},     {1, 1, 1},       {5, 1, 1},           {100, 100, 7},
    {100, 64, 40}, {130, 64, 5},    {1000, 7, 2},        {4096 * 3 + 1, 4096, 32},
    {200, 256, 9}, {300, 150, 150}, {50, 1ULL << 32, 4},
};

template <class Value>
void check_layouts() {
  Generator generator(1);
  for (const BlockLocalLayout& layout : kLayouts) {
    for (const std::uint64_t lo : {std::uint64_t{0}, std::uint64_t{1} << 40}) {
      const auto entries = drawn_entries<Value>(layout, lo, generator);
      const Bytes payload = written(entries, lo, layout);
      CAPTURE(layout.elements, layout.block, layout.each, entries.indices.size());
      const auto wire = model::WireFormat::headerless(8, sizeof(Value));
      CHECK(static_cast<double>(payload.size()) == model::block_local_bytes(wire, layout));
      CHECK(read<Value>(payload, lo, layout) == entries);
    }
  }
}

}  // namespace

TEST_CASE("entries in blocks are read as they were written, in the model's bytes") {
  check_layouts<float>();
  check_layouts<double>();
  check_layouts<algos::BFloat16>();
  check_layouts<algos::Float16>();
}

TEST_CASE("an index in a block of 4096 takes 12 bits") {
  const BlockLocalLayout layout{1 << 20, 4096, 32};
  CHECK(layout.slots() == 8192);
  CHECK(layout.index_bits() == 12);
  CHECK(model::block_local_bytes(model::WireFormat::ours(4, 4), layout) ==
        32 + 8192 * (4 + 12 / 8.0));
}

TEST_CASE("a damaged payload of blocks is refused unless it is the payload of other entries") {
  Generator generator(2);
  int refused = 0;
  for (const BlockLocalLayout& layout : kLayouts) {
    if (layout.slots() == 0) continue;
    for (int trial = 0; trial < 200; ++trial) {
      Bytes payload = written(drawn_entries<float>(layout, 7, generator), 7, layout);
      payload[generator() % payload.size()] = static_cast<std::byte>(generator() % 256);
      const auto entries = read<float>(payload, 7, layout);
      if (entries)
        CHECK(written(*entries, 7, layout) == payload);
      else
        ++refused;
    }
  }
  CHECK(refused > 500);
  const BlockLocalLayout layout{100, 64, 2};
  Bytes payload = written(drawn_entries<float>(layout, 0, generator), 0, layout);
  payload.pop_back();
  CHECK_FALSE(read<float>(payload, 0, layout));
}

TEST_CASE("numbers of every width are read as they were packed") {
  Generator generator(3);
  for (int width = 0; width <= 32; ++width) {
    for (const std::size_t count : {0, 1, 2, 5, 63, 64, 65, 200}) {
      std::vector<std::uint32_t> numbers(count);
      for (auto& number : numbers)
        number = static_cast<std::uint32_t>(generator() & ((std::uint64_t{1} << width) - 1));
      Bytes field(static_cast<std::size_t>(algos::formats::packed_bytes(count, width)));
      algos::formats::encode_packed(numbers, width, field.data());
      std::vector<std::uint32_t> found(count);
      CAPTURE(width, count);
      CHECK(algos::formats::decode_packed(field.data(), width, found));
      CHECK(found == numbers);
      if (count * static_cast<std::size_t>(width) % 64 == 0) continue;
      field.back() |= std::byte{0x80};
      CHECK_FALSE(algos::formats::decode_packed(field.data(), width, found));
    }
  }
}
