#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "algos/streams/counted_stream.hpp"
#include "algos/streams/sparse_stream.hpp"

namespace sparlab::algos {

namespace detail {

template <class One, class Variant>
struct IsAlternative;
template <class One, class... All>
struct IsAlternative<One, std::variant<All...>>
    : std::bool_constant<(std::same_as<One, All> || ...)> {};

}  // namespace detail

/// The type of a stream: its place among the alternatives of Stream.
enum class StreamType : std::uint8_t {};

/// What the streams of all ranks have in common: their type, and the range that they cover.
struct Domain {
  StreamType type;
  Range range;
};

/// What an allreduce takes and returns: a stream of any type. Algorithms use operations
/// (stream_operations.hpp), which find the code of the type once a call. Only code that reads
/// entries asks for the type.
///
/// A default stream, empty and counted, is a place for another one.
class Stream {
 public:
  /// The streams that algorithms accept.
  using Typed =
      std::variant<CountedStream, SparseStream<float, std::uint32_t>,
                   SparseStream<float, std::uint64_t>, SparseStream<double, std::uint32_t>,
                   SparseStream<double, std::uint64_t>, SparseStream<BFloat16, std::uint32_t>,
                   SparseStream<Float16, std::uint32_t>>;

  Stream() = default;
  template <class One>
  requires detail::IsAlternative<One, Typed>::value Stream(One stream)
      : typed_(std::move(stream)) {}

  StreamType type() const { return static_cast<StreamType>(typed_.index()); }
  bool is_counted() const { return typed_.index() == 0; }
  Domain domain() const { return {type(), range()}; }
  Range range() const { return counted() ? counted()->range() : sparse_range(); }
  Format format() const { return counted() ? counted()->format() : sparse_format(); }
  /// Of entries; expected ones of a counted stream.
  double count() const { return counted() ? counted()->count() : sparse_count(); }
  double wire_bytes() const;
  model::WireFormat wire_format() const;

  /// The stream as one of this type.
  /// Errors  WireError: it has another type, as when ranks disagree on it.
  template <class One>
  const One& as() const& {
    const One* const found = std::get_if<One>(&typed_);
    if (found == nullptr) refuse_type();
    return *found;
  }
  template <class One>
  One as() && {
    return std::move(const_cast<One&>(std::as_const(*this).as<One>()));
  }

  /// A caller that knows the type may name it by that of the variable which takes the stream.
  template <class One>
  requires detail::IsAlternative<One, Typed>::value operator One() const& { return as<One>(); }
  template <class One>
  requires detail::IsAlternative<One, Typed>::value operator One() && {
    return std::move(*this).template as<One>();
  }

  /// Calls body(the stream as one of its type).
  template <class Body>
  decltype(auto) visit(Body&& body) const& {
    return std::visit(std::forward<Body>(body), typed_);
  }
  template <class Body>
  decltype(auto) visit(Body&& body) & {
    return std::visit(std::forward<Body>(body), typed_);
  }
  template <class Body>
  decltype(auto) visit(Body&& body) && {
    return std::visit(std::forward<Body>(body), std::move(typed_));
  }

 private:
  [[noreturn]] static void refuse_type();

  const CountedStream* counted() const { return std::get_if<CountedStream>(&typed_); }
  Range sparse_range() const;
  Format sparse_format() const;
  double sparse_count() const;

  Typed typed_;
};

template <class One, std::size_t Place = 0>
constexpr StreamType type_of() {
  if constexpr (std::same_as<One, std::variant_alternative_t<Place, Stream::Typed>>)
    return static_cast<StreamType>(Place);
  else
    return type_of<One, Place + 1>();
}

/// Calls body.operator()<One>() for the streams of a type.
template <std::size_t Place = 0, class Body>
auto with_type(StreamType type, Body body) {
  if constexpr (Place + 1 < std::variant_size_v<Stream::Typed>) {
    if (static_cast<std::size_t>(type) != Place) return with_type<Place + 1>(type, std::move(body));
  }
  return body.template operator()<std::variant_alternative_t<Place, Stream::Typed>>();
}

/// Copies of streams of one type.
template <class One>
std::vector<One> all_as(std::span<const Stream> streams) {
  std::vector<One> all;
  all.reserve(streams.size());
  for (const Stream& stream : streams) all.push_back(stream.as<One>());
  return all;
}

template <class One>
inline constexpr bool is_counted_v = std::same_as<One, CountedStream>;

}  // namespace sparlab::algos
