#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "algos/formats/integers.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using algos::formats::decode_integers;
using algos::formats::encode_integers;
using algos::formats::integer_bytes;

namespace {

std::vector<std::byte> integer_code_of(const std::vector<float>& values) {
  std::vector<std::byte> code(integer_bytes(values));
  REQUIRE(code.size() < values.size() * sizeof(float));
  CHECK(encode_integers(values, code.data()) == code.size());
  return code;
}

std::optional<std::vector<float>> integers_of(std::span<const std::byte> code, std::size_t count) {
  std::vector<float> values(count);
  const auto bytes = decode_integers(code, values);
  if (!bytes) return std::nullopt;
  CHECK(*bytes <= code.size());
  return values;
}

std::vector<float> random_integers(std::size_t count, int largest, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::uniform_int_distribution<int> integer(-largest, largest);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(integer(generator));
  return values;
}

}  // namespace

TEST_CASE("integers of any width up to 2^24 come back from as many bits as the largest needs") {
  for (unsigned bits = 1; bits <= 25; ++bits) {
    const int largest = (1 << (bits - 1)) - (bits == 25 ? 0 : 1);
    for (const std::size_t count : {8, 63, 64, 65, 200}) {
      const auto values = random_integers(count, largest, bits + count);
      const auto code = integer_code_of(values);
      CAPTURE(bits, count);
      CHECK(integers_of(code, count) == values);
      const std::size_t most = (count + 63) / 64 + (count + 7) / 8 * (bits == 25 ? 26 : bits);
      CHECK(code.size() <= most);
    }
  }
  CHECK(integer_code_of(std::vector<float>(640, 0.0F)).size() == 10);
  CHECK(integer_code_of(std::vector<float>(64, -7.0F)).size() == 1 + 8 * 4);
  CHECK(integer_code_of(std::vector<float>(64, 7.0F)).size() == 1 + 8 * 4);
  CHECK(integer_code_of(std::vector<float>(64, -8.0F)).size() == 1 + 8 * 4);
  CHECK(integer_code_of(std::vector<float>(64, 8.0F)).size() == 1 + 8 * 5);
}

TEST_CASE("values that are no integers, and -0, have no smaller code") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const float odd : {0.5F, -0.0F, 16777218.0F, 1e30F, kInfinity, -kInfinity, std::nanf("")}) {
    auto values = random_integers(100, 7, 1);
    values[77] = odd;
    CHECK(integer_bytes(values) == 400);
  }
}

TEST_CASE("a damaged code of integers is refused, or is the code of other integers") {
  const auto values = random_integers(100, 300, 2);
  const auto code = integer_code_of(values);
  for (std::size_t size = 0; size < code.size(); ++size)
    CHECK(!integers_of(std::span(code).first(size), values.size()));
  for (std::size_t bit = 0; bit < 8 * code.size(); ++bit) {
    auto damaged = code;
    damaged[bit / 8] ^= std::byte{1} << bit % 8;
    const auto read = integers_of(damaged, values.size());
    if (!read) continue;
    const auto again = integer_code_of(*read);  // a narrower block leaves bytes at the end
    CHECK(std::equal(again.begin(), again.end(), damaged.begin()));
  }
}

TEST_CASE("streams of floats are sent as integers, other values are refused") {
  using algos::Format;
  using algos::ValueCode;
  using FloatStream = algos::SparseStream<float, std::uint32_t>;
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < 500; ++i) indices.push_back(3 * i);
  const FloatStream stream({0, 2000}, indices, random_integers(500, 100, 3));
  for (const Format format : {Format::coo, Format::bitmap, Format::delta, Format::runs}) {
    const std::size_t bytes = stream.encoded_bytes(format, ValueCode::integers);
    CHECK(bytes < stream.encoded_bytes(format));
    runtime::Buffer buffer(bytes);
    stream.encode_to(format, buffer.data(), ValueCode::integers);
    const runtime::Message message(std::move(buffer), 0, bytes);
    const auto received = FloatStream::decode(message);
    CHECK(std::ranges::equal(received.stream.values(), stream.values()));
    CHECK(std::ranges::equal(received.stream.indices(), stream.indices()));
    CHECK(received.code == ValueCode::integers);

    auto other = runtime::Message::copy_of(message.bytes());
    const auto type = static_cast<std::byte>(algos::ValueType::float64);
    std::memcpy(const_cast<std::byte*>(other.bytes().data()) + 5, &type, 1);
    CHECK_THROWS_AS((algos::SparseStream<double, std::uint32_t>::decode(other)), algos::WireError);
  }
}
