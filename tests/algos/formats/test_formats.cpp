#include <array>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "algos/streams/sparse_stream.hpp"
#include "model/base/wire_format.hpp"
#include "tests/algos/kernels/streams.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using algos::Format;
using algos::SparseStream;
using algos::kernels::testing::any_stream;
using algos::kernels::testing::same;
using runtime::Message;

namespace {

constexpr std::array kConverted = {Format::bitmap, Format::delta, Format::runs, Format::pici};

template <class Value, class Index>
struct StreamType {
  using V = Value;
  using I = Index;
};

/// In a block of exactly that size, so that AddressSanitizer detects any overrun.
template <class Stream>
Message encoded(const Stream& stream, Format format) {
  const std::size_t bytes = stream.encoded_bytes(format);
  runtime::Buffer buffer(bytes);
  stream.encode_to(format, buffer.data());
  return Message(std::move(buffer), 0, bytes);
}

Message with_byte(const Message& message, std::size_t at, std::byte value) {
  const std::size_t size = message.bytes().size();
  runtime::Buffer buffer(size);
  std::memcpy(buffer.data(), message.bytes().data(), size);
  buffer.data()[at] = value;
  return Message(std::move(buffer), 0, size);
}

bool same_bytes(const Message& a, const Message& b) {
  return std::equal(a.bytes().begin(), a.bytes().end(), b.bytes().begin(), b.bytes().end());
}

template <class Stream>
void check_round_trip(const Stream& stream, std::uint64_t runs) {
  for (const Format format : kConverted) {
    CAPTURE(algos::name_of(format), stream.count(), stream.range().lo, stream.range().hi);
    const Message message = encoded(stream, format);
    const auto received = Stream::decode(message);
    CHECK(received.format == format);
    CHECK(same_bytes(received.stream.encode(), stream.encode()));
    CHECK(static_cast<double>(message.bytes().size()) ==
          stream.wire_format().bytes(format, static_cast<double>(stream.count()),
                                     static_cast<double>(stream.range().size()),
                                     static_cast<double>(runs)));
  }
}

template <class Stream>
std::uint64_t runs_of(const Stream& stream) {
  std::uint64_t runs = 0;
  for (std::size_t i = 0; i < stream.indices().size(); ++i) {
    runs += i == 0 || stream.indices()[i] != stream.indices()[i - 1] + 1;
  }
  return runs;
}

template <class Index>
SparseStream<float, Index> stream_of(model::Range range, const std::vector<Index>& indices) {
  std::vector<float> values;
  for (std::size_t i = 0; i < indices.size(); ++i) values.push_back(static_cast<float>(i + 1));
  return {range, indices, values};
}

}  // namespace

TEMPLATE_TEST_CASE("every stream comes back from every format, in the bytes of the closed form", "",
                   (StreamType<float, std::uint32_t>), (StreamType<float, std::uint64_t>),
                   (StreamType<double, std::uint32_t>), (StreamType<double, std::uint64_t>)) {
  using V = typename TestType::V;
  using I = typename TestType::I;
  CHECK(rc::check("random supports", [] {
    const auto width = *rc::gen::element<std::uint64_t>(1, 7, 64, 65, 300, 5000, 1 << 20);
    const auto lo = *rc::gen::element<std::uint64_t>(0, 1, 63, 12345);
    const auto entries = *any_stream<V, I>(*rc::gen::element<std::size_t>(3, 40, 300), lo, width);
    const SparseStream<V, I> stream({lo, lo + width}, entries.indices, entries.values);
    check_round_trip(stream, runs_of(stream));
  }));
}

TEST_CASE("full, single and border entries come back from every format") {
  for (const std::uint32_t size : {1U, 2U, 63U, 64U, 65U, 128U, 1000U, 16384U, 16385U}) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < size; ++i) all.push_back(7 + i);
    const model::Range range{7, 7 + size};
    check_round_trip(stream_of(range, all), 1);
    check_round_trip(stream_of<std::uint32_t>(range, {}), 0);
    check_round_trip(stream_of<std::uint32_t>(range, {7}), 1);
    check_round_trip(stream_of<std::uint32_t>(range, {6 + size}), 1);
    if (size > 2) check_round_trip(stream_of<std::uint32_t>(range, {7, 6 + size}), 2);
  }
}

TEST_CASE("gaps and runs reach both ends of the index types") {
  constexpr std::uint64_t kBeyond32 = std::uint64_t{1} << 32;
  const auto narrow = stream_of<std::uint32_t>({0, kBeyond32}, {0, 5, 4294967294U, 4294967295U});
  const auto wide = stream_of<std::uint64_t>(
      {0, std::numeric_limits<std::uint64_t>::max()},
      {0, 1, std::uint64_t{1} << 63, std::numeric_limits<std::uint64_t>::max() - 1});
  for (const Format format : {Format::delta, Format::runs}) {
    CHECK(same_bytes(decltype(narrow)::decode(encoded(narrow, format)).stream.encode(),
                     narrow.encode()));
    CHECK(same_bytes(decltype(wide)::decode(encoded(wide, format)).stream.encode(), wide.encode()));
  }
}

TEST_CASE("a message of any format with a damaged byte is refused, or is what that stream sends") {
  using Stream = SparseStream<float, std::uint32_t>;
  const Stream stream = stream_of<std::uint32_t>({3, 290}, {3, 4, 5, 60, 130, 131, 288});
  for (const Format format : kConverted) {
    const Message message = encoded(stream, format);
    int refused = 0;
    for (std::size_t at = 0; at < message.bytes().size(); ++at) {
      for (int value = 0; value < 256; ++value) {
        const Message damaged = with_byte(message, at, static_cast<std::byte>(value));
        try {
          const auto received = Stream::decode(damaged);
          CHECK(same_bytes(encoded(received.stream, received.format), damaged));
        } catch (const algos::WireError&) {
          ++refused;
        }
      }
    }
    CAPTURE(algos::name_of(format));
    CHECK(refused > 5000);
  }
}

TEST_CASE("pici states the entries before each tile, and a wrong number is refused") {
  using Stream = SparseStream<float, std::uint32_t>;
  const Stream stream = stream_of<std::uint32_t>({5, 5 + 3 * 4096}, {5, 9, 4100, 4101, 8197});
  const Message message = encoded(stream, Format::pici);
  std::array<std::uint32_t, 3> numbers;
  const std::size_t at = message.bytes().size() - sizeof numbers;
  std::memcpy(numbers.data(), message.bytes().data() + at, sizeof numbers);
  CHECK(numbers == std::array<std::uint32_t, 3>{0, 3, 4});
  for (std::size_t byte = at; byte < message.bytes().size(); ++byte)
    CHECK_THROWS_AS(Stream::decode(with_byte(message, byte, std::byte{77})), algos::WireError);
}

TEST_CASE("a message of any format that is cut or goes on is refused") {
  using Stream = SparseStream<float, std::uint32_t>;
  const Stream stream = stream_of<std::uint32_t>({3, 290}, {3, 4, 5, 60, 130, 131, 288});
  for (const Format format : kConverted) {
    const Message message = encoded(stream, format);
    for (std::size_t size = 0; size < message.bytes().size(); ++size) {
      CHECK_THROWS_AS(Stream::decode(Message(message.buffer(), 0, size)), algos::WireError);
    }
    runtime::Buffer longer(message.bytes().size() + 8);
    std::memset(longer.data(), 0, message.bytes().size() + 8);
    std::memcpy(longer.data(), message.bytes().data(), message.bytes().size());
    CHECK_THROWS_AS(Stream::decode(Message(longer, 0, message.bytes().size() + 8)),
                    algos::WireError);
  }
}

TEST_CASE("a header that promises more entries than the message holds values costs no memory") {
  using Stream = SparseStream<float, std::uint32_t>;
  const Stream stream = stream_of<std::uint32_t>({0, 1U << 31}, {1, 2});
  for (const Format format : kConverted) {
    if (format == Format::bitmap || format == Format::pici) continue;  // 2^31 bits
    const Message message = encoded(stream, format);
    CHECK_THROWS_WITH(Stream::decode(with_byte(message, 27, std::byte{64})),
                      Catch::Matchers::Contains("shorter than its count promises"));
  }
}
