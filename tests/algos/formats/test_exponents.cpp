#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "algos/formats/exponents.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using algos::BFloat16;
using algos::Format;
using algos::SparseStream;
using algos::ValueCode;
using runtime::Message;

namespace {

template <class Value>
std::vector<std::byte> code_of(const std::vector<Value>& values) {
  const std::span<const Value> read(values);
  std::vector<std::byte> code(algos::formats::coded_bytes(read));
  CHECK(algos::formats::encode_exponents(read, code.data()) == code.size());
  return code;
}

template <class Value>
std::optional<std::vector<Value>> values_of(const std::vector<std::byte>& code, std::size_t count) {
  std::vector<Value> values(count);
  const auto bytes = algos::formats::decode_exponents(std::span(code), std::span(values));
  if (!bytes) return std::nullopt;
  CHECK(*bytes <= code.size());
  return values;
}

template <class Value>
bool same_values(const std::vector<Value>& a, const std::vector<Value>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Value)) == 0;
}

/// Comes back wherever the code is smaller, and is refused elsewhere.
template <class Value>
void check_round_trip(const std::vector<Value>& values) {
  const auto code = code_of(values);
  const auto decoded = values_of<Value>(code, values.size());
  const bool smaller = code.size() < values.size() * sizeof(Value);
  CAPTURE(values.size(), code.size());
  CHECK(decoded.has_value() == smaller);
  if (decoded) CHECK(same_values(*decoded, values));
}

template <class Stream>
Message encoded(const Stream& stream, Format format, ValueCode code) {
  const std::size_t bytes = stream.encoded_bytes(format, code);
  runtime::Buffer buffer(bytes);
  stream.encode_to(format, buffer.data(), code);
  return Message(std::move(buffer), 0, bytes);
}

bool same_bytes(const Message& a, const Message& b) {
  return std::equal(a.bytes().begin(), a.bytes().end(), b.bytes().begin(), b.bytes().end());
}

/// Every third index, with values of three exponents, zero and infinity among them.
template <class Value>
SparseStream<Value, std::uint32_t> any_coo(std::uint32_t count) {
  std::vector<std::uint32_t> indices;
  std::vector<Value> values;
  for (std::uint32_t i = 0; i < count; ++i) {
    indices.push_back(5 + 3 * i);
    values.push_back(static_cast<Value>(i == 7 ? 0.0F : 1.0F + 0.01F * static_cast<float>(i)));
  }
  return {{5, 5 + 3 * count}, indices, values};
}

}  // namespace

TEST_CASE("all bit patterns of bfloat16 come back from a code of their exponents") {
  std::vector<BFloat16> values;
  for (std::uint32_t bits = 0; bits < 1U << 16; ++bits)
    values.push_back(std::bit_cast<BFloat16>(static_cast<std::uint16_t>(bits)));
  check_round_trip(values);
}

TEMPLATE_TEST_CASE("values with random bits come back, with any exponents in a block", "", float,
                   BFloat16) {
  using Bits = std::conditional_t<sizeof(TestType) == 4, std::uint32_t, std::uint16_t>;
  constexpr unsigned kMantissa = sizeof(TestType) == 4 ? 23 : 7;
  std::mt19937_64 generator(1);
  for (const std::size_t count : {0, 1, 7, 8, 9, 63, 64, 65, 71, 72, 128, 1000}) {
    for (std::uint32_t lowest : {0, 1, 2, 100, 250, 254, 255}) {
      for (const std::uint32_t exponents : {1, 2, 3, 4, 5, 9, 17, 100, 256}) {
        for (const bool zeros : {false, true}) {
          std::vector<TestType> values;
          for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t exponent =
                zeros && generator() % 4 == 0
                    ? 0
                    : std::min<std::uint64_t>(255, lowest + generator() % exponents);
            const std::uint64_t rest = generator() & ~(std::uint64_t{255} << kMantissa);
            values.push_back(
                std::bit_cast<TestType>(static_cast<Bits>(rest | exponent << kMantissa)));
          }
          check_round_trip(values);
        }
      }
    }
  }
}

TEST_CASE("special values come back, and equal exponents take no bits") {
  using Limits = std::numeric_limits<float>;
  std::vector<float> values(200, 1.5F);
  CHECK(code_of(values).size() == 3 * 200 + 2 * 4);
  values[3] = -0.0F;
  values[70] = Limits::denorm_min();
  values[71] = -Limits::infinity();
  values[72] = std::bit_cast<float>(0xffc12345U);
  check_round_trip(values);
  check_round_trip(std::vector<float>(200, -0.0F));
  check_round_trip(std::vector<float>(200, Limits::quiet_NaN()));
}

TEST_CASE("normal values take less than four bits for each exponent") {
  std::mt19937_64 generator(1);
  std::normal_distribution<float> normal;
  std::vector<float> values(1 << 16);
  for (float& value : values) value = normal(generator);
  const auto bits = 8.0 * static_cast<double>(code_of(values).size()) / (1 << 16) - 24;
  CHECK(bits > 3.5);
  CHECK(bits < 4);
}

TEMPLATE_TEST_CASE("streams with coded values come back from every format", "", float, BFloat16) {
  using Stream = SparseStream<TestType, std::uint32_t>;
  for (const std::uint32_t count : {20U, 64U, 65U, 1000U}) {
    const Stream stream = any_coo<TestType>(count);
    for (const Format format :
         {Format::coo, Format::bitmap, Format::delta, Format::runs, Format::pici}) {
      const Message message = encoded(stream, format, ValueCode::exponents);
      const auto received = Stream::decode(message);
      CAPTURE(algos::name_of(format), count);
      CHECK(received.format == format);
      CHECK(received.code == ValueCode::exponents);
      CHECK(same_bytes(received.stream.encode(), stream.encode()));
      CHECK(message.bytes().size() < encoded(stream, format, ValueCode::none).bytes().size());
    }
    Stream dense = Stream::uninitialised_dense({3, 3 + count});
    std::ranges::copy(stream.values(), dense.mutable_values().begin());
    const auto received = Stream::decode(encoded(dense, Format::dense, ValueCode::exponents));
    CHECK(received.stream.format() == Format::dense);
    CHECK(same_bytes(received.stream.encode(), dense.encode()));
  }
}

TEST_CASE("a coded message with a damaged byte is refused, or is what that stream sends") {
  using Stream = SparseStream<float, std::uint32_t>;
  const Stream stream = any_coo<float>(75);
  for (const Format format : {Format::coo, Format::delta, Format::runs}) {
    const Message message = encoded(stream, format, ValueCode::exponents);
    int refused = 0;
    for (std::size_t at = 0; at < message.bytes().size(); ++at) {
      for (int value = 0; value < 256; ++value) {
        runtime::Buffer buffer(message.bytes().size());
        std::memcpy(buffer.data(), message.bytes().data(), message.bytes().size());
        buffer.data()[at] = static_cast<std::byte>(value);
        const Message damaged(std::move(buffer), 0, message.bytes().size());
        try {
          const auto received = Stream::decode(damaged);
          CHECK(same_bytes(encoded(received.stream, received.format, received.code), damaged));
        } catch (const algos::WireError&) {
          ++refused;
        }
      }
    }
    CHECK(refused > 5000);
  }
}

TEST_CASE("a coded message that is cut, goes on or has another type is refused") {
  using Stream = SparseStream<float, std::uint32_t>;
  const Stream stream = any_coo<float>(75);
  for (const Format format : {Format::coo, Format::bitmap, Format::delta}) {
    const Message message = encoded(stream, format, ValueCode::exponents);
    const std::size_t size = message.bytes().size();
    for (std::size_t cut = 0; cut < size; ++cut)
      CHECK_THROWS_AS(Stream::decode(Message(message.buffer(), 0, cut)), algos::WireError);
    runtime::Buffer longer(size + 8);
    std::memset(longer.data(), 0, size + 8);
    std::memcpy(longer.data(), message.bytes().data(), size);
    CHECK_THROWS_AS(Stream::decode(Message(longer, 0, size + 8)), algos::WireError);
  }
  using Doubles = SparseStream<double, std::uint32_t>;
  const Doubles doubles = any_coo<double>(75);
  const Message plain = doubles.encode();
  runtime::Buffer buffer(plain.bytes().size());
  std::memcpy(buffer.data(), plain.bytes().data(), plain.bytes().size());
  buffer.data()[7] = std::byte{1};
  const Message coded(std::move(buffer), 0, plain.bytes().size());
  CHECK_THROWS_WITH(Doubles::decode(coded), Catch::Matchers::Contains("unknown code of values 1"));
}
