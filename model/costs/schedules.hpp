#pragma once

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/schedules.hpp"

/// Costs of reductions along chains, nested butterflies and trees, and without neutral elements.
namespace sparlab::model {

/// For dense inputs whose neutral elements are those outside of the supports: elements that cancel
/// out are assumed to be sent. With schedule=rabenseifner, ranks are assumed to be exchangeable.
Cost traff_elimination(const Problem& problem, const TraffEliminationParameters& parameters);

/// For coo inputs. The path is exact if all segments are alike. The problem's machine decides which
/// rank's work and which message limit the pace.
Cost hofmann_runger(const Problem& problem, const HofmannRungerParameters& parameters);

/// For coo inputs. With reuse, the mean over the calls of one configuration, with unchanged
/// supports.
Cost kylix(const Problem& problem, const KylixParameters& parameters);

/// For dense inputs.
Cost spark_tree_aggregate(const Problem& problem, const SparkTreeAggregateParameters& parameters);

}  // namespace sparlab::model
