#pragma once

#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "algos/interface/allreduce.hpp"
#include "algos/interface/reducer.hpp"
#include "algos/registry/algorithm_info.hpp"
#include "model/algorithms/algorithm.hpp"

/// The table of all algorithms.
namespace sparlab::algos {

using MakeReducer = std::unique_ptr<Reducer> (*)(const model::Algorithm&, const AllreduceOptions&);

/// The reducer of a stateless allreduce: a function (comm, stream, options) or (comm, stream,
/// options, parameters).
template <auto Function>
class StatelessReducer final : public Reducer {
 public:
  StatelessReducer(model::Algorithm algorithm, const AllreduceOptions& options)
      : algorithm_(std::move(algorithm)), options_(options) {}

  Stream reduce(runtime::Comm& comm, Stream input) override {
    if constexpr (std::is_convertible_v<decltype(Function), Allreduce>)
      return Function(comm, std::move(input), options_);
    else
      return Function(comm, std::move(input), options_, algorithm_.parameters());
  }
  bool keeps_state() const override { return false; }

 private:
  model::Algorithm algorithm_;
  AllreduceOptions options_;
};

template <auto Function>
std::unique_ptr<Reducer> make_stateless(const model::Algorithm& algorithm,
                                        const AllreduceOptions& options) {
  return std::make_unique<StatelessReducer<Function>>(algorithm, options);
}

/// For a reducer with the constructor (parameters, options).
template <class System>
std::unique_ptr<Reducer> make_system(const model::Algorithm& algorithm,
                                     const AllreduceOptions& options) {
  return std::make_unique<System>(algorithm.parameters(), options);
}

struct RegisteredAlgorithm {
  AlgorithmInfo info;
  MakeReducer make = nullptr;  ///< null: no code of ours
};

/// The tables, in algos/registry/algorithms.cpp: all that run by their name alone, those that a
/// file defines, and those that need switches that compute.
std::span<const RegisteredAlgorithm> registered_algorithms();
std::span<const RegisteredAlgorithm> registered_file_algorithms();
std::span<const RegisteredAlgorithm> registered_switch_algorithms();

}  // namespace sparlab::algos
