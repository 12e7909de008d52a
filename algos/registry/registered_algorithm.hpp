#pragma once

#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "algos/interface/instantiate.hpp"
#include "algos/interface/reducer.hpp"
#include "algos/registry/algorithm_info.hpp"
#include "model/algorithms/algorithm.hpp"
#include "model/algorithms/families.hpp"

/// The tables of the registry, one source file for each family.
namespace sparlab::algos {

template <class Stream>
using MakeReducer = std::unique_ptr<Reducer<Stream>> (*)(const model::Algorithm&,
                                                         const AllreduceOptions<Stream>&);

/// The functions that make an algorithm's reducer, one for each type of stream.
template <class... Streams>
class CodeFor {
 public:
  /// Whether algorithms are compiled for this type of stream.
  template <class Stream>
  static constexpr bool kHas = (std::is_same_v<Stream, Streams> || ...);

  /// No code of ours.
  constexpr CodeFor() = default;
  /// From a generic function (algorithm, options).
  template <class Make>
  constexpr explicit CodeFor(Make make) : makers_(static_cast<MakeReducer<Streams>>(make)...) {}

  template <class Stream>
  constexpr MakeReducer<Stream> maker() const {
    return std::get<MakeReducer<Stream>>(makers_);
  }

 private:
  std::tuple<MakeReducer<Streams>...> makers_{};
};

#define SPARLAB_LISTED(Value, Index) SparseStream<Value, Index>,
using Code = CodeFor<SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_LISTED) CountedStream>;
#undef SPARLAB_LISTED

template <class Stream, class Function>
class StatelessReducer final : public Reducer<Stream> {
 public:
  StatelessReducer(model::Algorithm algorithm, const AllreduceOptions<Stream>& options)
      : algorithm_(std::move(algorithm)), options_(options) {}

  Stream reduce(runtime::Comm& comm, Stream input) override {
    constexpr bool kHasNoParameters =
        std::is_invocable_v<Function, runtime::Comm&, Stream, const AllreduceOptions<Stream>&>;
    if constexpr (kHasNoParameters) {
      return Function()(comm, std::move(input), options_);
    } else {
      return Function()(comm, std::move(input), options_, algorithm_.parameters());
    }
  }
  bool keeps_state() const override { return false; }

 private:
  model::Algorithm algorithm_;
  AllreduceOptions<Stream> options_;
};

/// From a stateless allreduce: SPARLAB_TEMPLATE of a function (comm, stream, options) or (comm,
/// stream, options, parameters).
template <class Function>
constexpr Code code_of_function(Function) {
  return Code([]<class Stream>(
                  const model::Algorithm& algorithm,
                  const AllreduceOptions<Stream>& options) -> std::unique_ptr<Reducer<Stream>> {
    return std::make_unique<StatelessReducer<Stream, Function>>(algorithm, options);
  });
}

/// A function template as an object that can be passed on.
#define SPARLAB_TEMPLATE(name)                                                                 \
  [](auto&&... arguments) -> decltype(name(std::forward<decltype(arguments)>(arguments)...)) { \
    return name(std::forward<decltype(arguments)>(arguments)...);                              \
  }

/// From a reducer with the constructor (parameters, options).
template <template <class> class System>
constexpr Code code_of_class() {
  return Code([]<class Stream>(
                  const model::Algorithm& algorithm,
                  const AllreduceOptions<Stream>& options) -> std::unique_ptr<Reducer<Stream>> {
    return std::make_unique<System<Stream>>(algorithm.parameters(), options);
  });
}

struct RegisteredAlgorithm {
  AlgorithmInfo info;
  Code code{};
};

#define SPARLAB_DECLARE_FAMILY(family) std::span<const RegisteredAlgorithm> family##_algorithms();
SPARLAB_FOR_FAMILIES(SPARLAB_DECLARE_FAMILY)
#undef SPARLAB_DECLARE_FAMILY

}  // namespace sparlab::algos
