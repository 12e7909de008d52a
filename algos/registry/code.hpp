#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "algos/interface/reducer.hpp"
#include "model/parameters/fields.hpp"

namespace sparlab::algos {

/// The code of one algorithm for one stream type.
template <class Stream>
struct Code {
  std::string_view name;
  std::unique_ptr<Reducer<Stream>> (*make)(const model::Settings&, const AllreduceOptions<Stream>&);
};

template <class Stream, class Function>
class StatelessReducer final : public Reducer<Stream> {
 public:
  explicit StatelessReducer(Function function) : function_(std::move(function)) {}
  Stream reduce(runtime::Comm& comm, Stream input) override {
    return function_(comm, std::move(input));
  }

 private:
  Function function_;
};

/// Creates a reducer from a function (comm, stream, options).
template <class Stream, Allreduce<Stream> function>
std::unique_ptr<Reducer<Stream>> make_stateless(const model::Settings&,
                                                const AllreduceOptions<Stream>& options) {
  auto call = [options](runtime::Comm& comm, Stream input) {
    return function(comm, std::move(input), options);
  };
  return std::make_unique<StatelessReducer<Stream, decltype(call)>>(std::move(call));
}

/// Creates a reducer from a function (comm, stream, options, parameters).
template <class Stream, class Parameters,
          Stream (*function)(runtime::Comm&, Stream, const AllreduceOptions<Stream>&,
                             const Parameters&)>
std::unique_ptr<Reducer<Stream>> make_parameterised(const model::Settings& settings,
                                                    const AllreduceOptions<Stream>& options) {
  auto call = [options, parameters = model::read_parameters<Parameters>(settings)](
                  runtime::Comm& comm, Stream input) {
    return function(comm, std::move(input), options, parameters);
  };
  return std::make_unique<StatelessReducer<Stream, decltype(call)>>(std::move(call));
}

/// Creates a reducer of a class with the constructor (parameters, options).
template <class Stream, class System, class Parameters>
std::unique_ptr<Reducer<Stream>> make_system(const model::Settings& settings,
                                             const AllreduceOptions<Stream>& options) {
  return std::make_unique<System>(model::read_parameters<Parameters>(settings), options);
}

}  // namespace sparlab::algos
