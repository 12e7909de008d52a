#pragma once

#include "model/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/hofmann_runger.hpp"
#include "model/parameters/kylix.hpp"
#include "model/parameters/spark_tree_aggregate.hpp"
#include "model/parameters/traff_elimination.hpp"

/// Costs of reductions over trees, chains and nested butterflies.
namespace sparlab::model {

/// Of dense inputs whose neutral elements are those outside of the supports: elements that cancel
/// out are taken to travel. With schedule=rabenseifner, ranks are taken to be exchangeable.
Cost traff_elimination(const Problem& problem, const TraffEliminationParameters& parameters);

/// Of coo inputs. The path is exact for segments that are all alike; which rank's work and which
/// message set the pace is decided for the problem's machine.
Cost hofmann_runger(const Problem& problem, const HofmannRungerParameters& parameters);

/// Of coo inputs. With reuse, the mean over the calls of one configuration, supports unchanged.
Cost kylix(const Problem& problem, const KylixParameters& parameters);

/// Of dense inputs.
Cost spark_tree_aggregate(const Problem& problem, const SparkTreeAggregateParameters& parameters);

}  // namespace sparlab::model
