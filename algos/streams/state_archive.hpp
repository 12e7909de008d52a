#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "algos/kernels/half_precision.hpp"
#include "algos/streams/stream.hpp"
#include "model/base/contract.hpp"

namespace sparlab::algos {

/// The bytes are not a saved state, or not one of the reducer that reads them.
class StateError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes the state of a reducer to bytes or reads it. A class with state has one function for
/// both,
///
///     void transfer_state(StateArchive& archive) { archive.transfer(calls_, held_, threshold_); }
///
/// so that the same fields are written and read. The bytes are only valid on machines of the same
/// byte order and for this version of the library.
class StateArchive {
 public:
  /// Counts the bytes of the state.
  StateArchive() = default;
  static StateArchive writing_to(std::span<std::byte> target) {
    StateArchive archive;
    archive.target_ = target;
    archive.mode_ = Mode::write;
    return archive;
  }
  static StateArchive reading_from(std::span<const std::byte> source) {
    StateArchive archive;
    archive.source_ = source;
    archive.mode_ = Mode::read;
    return archive;
  }

  bool reads() const { return mode_ == Mode::read; }
  /// Number of bytes transferred so far.
  std::size_t bytes() const { return at_; }

  /// Transfers numbers, texts, vectors of numbers, streams, and objects with a transfer_state
  /// function.
  /// Errors  StateError, WireError: the input ends early or is not such a field. The field is then
  ///         unspecified.
  template <class... Fields>
  void transfer(Fields&... fields) {
    (transfer_one(fields), ...);
  }

 private:
  enum class Mode : unsigned char { count, write, read };

  template <class Field>
  void transfer_one(Field& field) {
    if constexpr (is_number<Field>)
      copy(&field, sizeof field);
    else
      field.transfer_state(*this);
  }
  void transfer_one(std::string& text) {
    text.resize(transfer_count(text.size(), 1));
    copy(text.data(), text.size());
  }
  template <class Number>
  void transfer_one(std::vector<Number>& numbers) {
    static_assert(is_number<Number>);
    numbers.resize(transfer_count(numbers.size(), sizeof(Number)));
    copy(numbers.data(), numbers.size() * sizeof(Number));
  }
  void transfer_one(Stream& stream) {
    auto type = static_cast<unsigned char>(stream.type());
    copy(&type, sizeof type);
    if (type >= std::variant_size_v<Stream::Typed>) throw StateError("not the type of a stream");
    with_type(StreamType{type}, [&]<class One>() {
      if constexpr (is_counted_v<One>) {
        if (reads()) stream = {};
      } else {
        transfer_as<One>(stream);
      }
    });
  }
  template <class One>
  void transfer_as(Stream& stream) {
    if (!reads()) {
      const runtime::Message message = stream.as<One>().encode();
      transfer_count(message.bytes().size(), 1);
      write(message.bytes().data(), message.bytes().size());
      return;
    }
    const std::size_t bytes = transfer_count(0, 1);
    runtime::Buffer buffer(bytes);
    copy(buffer.data(), bytes);
    stream = One::decode({std::move(buffer), 0, bytes}).stream;
  }

  /// The number of elements that follow: `count`, or, when reading, the number read.
  std::size_t transfer_count(std::size_t count, std::size_t element_bytes) {
    std::uint64_t transferred = count;
    copy(&transferred, sizeof transferred);
    if (reads() && transferred > (source_.size() - at_) / element_bytes)
      throw StateError("the state ends early");
    return static_cast<std::size_t>(transferred);
  }

  void copy(void* field, std::size_t bytes) {
    if (!reads()) return write(field, bytes);
    if (bytes > source_.size() - at_) throw StateError("the state ends early");
    if (bytes > 0) std::memcpy(field, source_.data() + at_, bytes);
    at_ += bytes;
  }
  void write(const void* field, std::size_t bytes) {
    if (mode_ == Mode::write) {
      SPARLAB_EXPECTS(bytes <= target_.size() - at_);
      if (bytes > 0) std::memcpy(target_.data() + at_, field, bytes);
    }
    at_ += bytes;
  }

  Mode mode_ = Mode::count;
  std::span<std::byte> target_;
  std::span<const std::byte> source_;
  std::size_t at_ = 0;
};

}  // namespace sparlab::algos
