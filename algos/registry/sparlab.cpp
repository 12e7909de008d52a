#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "algos/collectives/hierarchical.hpp"
#include "algos/registry/registered_algorithm.hpp"
#include "algos/registry/registry.hpp"
#include "algos/systems/sparlab_auto/learning_auto.hpp"
#include "algos/systems/sparlab_auto/sparlab_auto.hpp"

namespace sparlab::algos {
namespace {

Stream call_sparlab_auto(runtime::Comm& comm, Stream stream, const AllreduceOptions& options) {
  return sparlab_auto(comm, std::move(stream), options, find_allreduce);
}

std::unique_ptr<Reducer> make_sparlab_auto(const model::Algorithm& algorithm,
                                           const AllreduceOptions& options) {
  if (!options.learns) return make_stateless<call_sparlab_auto>(algorithm, options);
  return std::make_unique<LearningAuto>(
      options, find_allreduce, [](std::string_view spec, const AllreduceOptions& of_choice) {
        return make_reducer(spec, of_choice);
      });
}

Stream call_hierarchical(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                         const model::HierarchicalParameters& parameters) {
  return hierarchical(comm, std::move(stream), options, parameters,
                      find_allreduce(parameters.between_name()));
}

constexpr std::array kSparlabAlgorithms = {
    RegisteredAlgorithm{
        {.name = "sparlab_auto",
         .title = "sparlab: the best exact allreduce by the cost model",
         .source = "ours",
         .chooses = true,
         .needs = "the machine's alpha, beta and gammas",
         .memory = {.results = 0.8, .in_flight = 1, .bytes_per_pair = MemoryAtPeak::kListed}},
        make_sparlab_auto},
    RegisteredAlgorithm{{.name = "hierarchical",
                         .title = "Inside nodes, between their leaders, inside nodes",
                         .source = "ours",
                         .memory = {.results = 0.75}},
                        make_stateless<call_hierarchical>},
};

}  // namespace

std::span<const RegisteredAlgorithm> sparlab_algorithms() { return kSparlabAlgorithms; }

}  // namespace sparlab::algos
