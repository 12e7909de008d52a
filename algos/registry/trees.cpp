#include <array>

#include "algos/collectives/hofmann_runger.hpp"
#include "algos/collectives/spark_tree_aggregate.hpp"
#include "algos/collectives/traff_elimination.hpp"
#include "algos/registry/families.hpp"
#include "algos/systems/kylix/kylix.hpp"

namespace sparlab::algos {
namespace {

using model::HofmannRungerParameters;
using model::KylixParameters;
using model::SparkTreeAggregateParameters;
using model::TraffEliminationParameters;

constexpr std::array kTreesAlgorithms = {
    AlgorithmInfo{.name = "traff_elimination",
                  .title = "Traeff, neutral elements eliminated",
                  .source = "Traeff, EuroMPI 2010",
                  .dense_input = true,
                  .dense_result = true,
                  .parameters = model::parameter_set<TraffEliminationParameters>()},
    AlgorithmInfo{.name = "hofmann_runger",
                  .title = "Hofmann and Ruenger, pipelined chain",
                  .source = "Hofmann and Ruenger, EuroPVM/MPI 2008",
                  .parameters = model::parameter_set<HofmannRungerParameters>()},
    AlgorithmInfo{.name = "kylix",
                  .title = "Kylix, nested butterfly",
                  .source = "Zhao and Canny, ICPP 2014",
                  .needs = "equal parameters and as many calls on all ranks",
                  .parameters = model::parameter_set<KylixParameters>()},
    AlgorithmInfo{.name = "spark_tree_aggregate",
                  .title = "Spark treeAggregate, dense",
                  .source = "Apache Spark 1.6, RDD.treeAggregate",
                  .dense_input = true,
                  .dense_result = true,
                  .parameters = model::parameter_set<SparkTreeAggregateParameters>()},
};

template <class Stream>
constexpr std::array kTreesCode = {
    Code<Stream>{"traff_elimination",
                 make_parameterised<Stream, TraffEliminationParameters, traff_elimination<Stream>>},
    Code<Stream>{"hofmann_runger",
                 make_parameterised<Stream, HofmannRungerParameters, hofmann_runger<Stream>>},
    Code<Stream>{"kylix", make_system<Stream, Kylix<Stream>, KylixParameters>},
    Code<Stream>{
        "spark_tree_aggregate",
        make_parameterised<Stream, SparkTreeAggregateParameters, spark_tree_aggregate<Stream>>},
};

}  // namespace

std::span<const AlgorithmInfo> trees_infos() { return kTreesAlgorithms; }

template <class Stream>
std::span<const Code<Stream>> trees_code() {
  return kTreesCode<Stream>;
}

SPARLAB_INSTANTIATE_FAMILY(trees)

}  // namespace sparlab::algos
