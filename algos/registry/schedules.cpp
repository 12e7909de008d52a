#include "algos/collectives/schedules.hpp"

#include <array>

#include "algos/registry/registered_algorithm.hpp"
#include "algos/systems/kylix/kylix.hpp"

namespace sparlab::algos {
namespace {

constexpr std::array kSchedulesAlgorithms = {
    RegisteredAlgorithm{{.name = "traff_elimination",
                         .title = "Traeff, neutral elements eliminated",
                         .source = "Traeff, EuroMPI 2010",
                         .dense_input = true,
                         .dense_result = true,
                         .moved = model::Moved::nonneutral,
                         .memory = {.results = 1.5, .dense_vectors = 1}},
                        make_stateless<traff_elimination>},
    RegisteredAlgorithm{{.name = "hofmann_runger",
                         .title = "Hofmann and Ruenger, pipelined chain",
                         .source = "Hofmann and Ruenger, EuroPVM/MPI 2008",
                         .memory = {.inputs = 1.25, .results = 0.12, .bytes_per_rank = 4e3}},
                        make_stateless<hofmann_runger>},
    RegisteredAlgorithm{{.name = "kylix",
                         .title = "Kylix, nested butterfly",
                         .source = "Zhao and Canny, ICPP 2014",
                         .needs = "equal parameters and equal numbers of calls on all ranks",
                         .memory = {.results = 1.7, .bytes_per_rank = 5e3}},
                        make_system<Kylix>},
    RegisteredAlgorithm{{.name = "spark_tree_aggregate",
                         .title = "Spark treeAggregate, dense",
                         .source = "Apache Spark 1.6, RDD.treeAggregate",
                         .dense_input = true,
                         .dense_result = true,
                         .moved = model::Moved::all,
                         .memory = {.dense_vectors = 1}},
                        make_stateless<spark_tree_aggregate>},
};

}  // namespace

std::span<const RegisteredAlgorithm> schedules_algorithms() { return kSchedulesAlgorithms; }

}  // namespace sparlab::algos
