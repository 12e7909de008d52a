#include <array>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#include "algos/collectives/hierarchical.hpp"
#include "algos/registry/registered_algorithm.hpp"
#include "algos/registry/registry.hpp"
#include "algos/systems/sparlab_auto/learning_auto.hpp"
#include "algos/systems/sparlab_auto/sparlab_auto.hpp"

namespace sparlab::algos {
namespace {

template <class Stream>
Stream call_sparlab_auto(runtime::Comm& comm, Stream stream,
                         const AllreduceOptions<Stream>& options) {
  return sparlab_auto<Stream>(comm, std::move(stream), options, find_allreduce<Stream>);
}

/// Counted streams have simulated times only, which the model knows.
template <class Stream>
inline constexpr bool kMayLearn = !std::is_same_v<Stream, CountedStream>;

constexpr Code code_of_sparlab_auto() {
  return Code([]<class Stream>(
                  const model::Algorithm& algorithm,
                  const AllreduceOptions<Stream>& options) -> std::unique_ptr<Reducer<Stream>> {
    if constexpr (kMayLearn<Stream>) {
      if (options.learns) {
        return std::make_unique<LearningAuto<Stream>>(
            options, find_allreduce<Stream>,
            [](std::string_view spec, const AllreduceOptions<Stream>& of_choice) {
              return make_reducer<Stream>(spec, of_choice);
            });
      }
    }
    constexpr auto call = SPARLAB_TEMPLATE(call_sparlab_auto);
    return std::make_unique<StatelessReducer<Stream, decltype(call)>>(algorithm, options);
  });
}

template <class Stream>
Stream call_hierarchical(runtime::Comm& comm, Stream stream,
                         const AllreduceOptions<Stream>& options,
                         const model::HierarchicalParameters& parameters) {
  return hierarchical(comm, std::move(stream), options, parameters,
                      find_allreduce<Stream>(parameters.between_name()));
}

constexpr std::array kSparlabAlgorithms = {
    RegisteredAlgorithm{
        {.name = "sparlab_auto",
         .title = "sparlab: the best exact allreduce by the cost model",
         .source = "ours",
         .chooses = true,
         .needs = "the machine's alpha, beta and gammas",
         .memory = {.results = 0.8, .in_flight = 1, .bytes_per_pair = MemoryAtPeak::kListed}},
        code_of_sparlab_auto()},
    RegisteredAlgorithm{{.name = "hierarchical",
                         .title = "Inside nodes, between their leaders, inside nodes",
                         .source = "ours",
                         .memory = {.results = 0.75}},
                        code_of_function(SPARLAB_TEMPLATE(call_hierarchical))},
};

}  // namespace

std::span<const RegisteredAlgorithm> sparlab_algorithms() { return kSparlabAlgorithms; }

}  // namespace sparlab::algos
