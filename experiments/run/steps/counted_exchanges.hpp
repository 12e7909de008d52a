#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "algos/interface/reducer.hpp"
#include "algos/streams/counted_stream.hpp"
#include "algos/streams/options.hpp"
#include "experiments/run/execution/workload.hpp"
#include "experiments/run/steps/exchanges.hpp"
#include "experiments/run/steps/step_plan.hpp"
#include "model/base/cost.hpp"
#include "platforms/files/platform_file.hpp"
#include "runtime/comm.hpp"

namespace sparlab::experiments::run::steps {

/// The code and the counted inputs of the exchanges of a step. All ranks are in this process, and
/// share what does not depend on them.
class CountedExchanges final : public Exchanges {
 public:
  /// `machine` is the one that algorithms with a choice decide by. The plan and the machine must
  /// outlive this object.
  CountedExchanges(const StepPlan& plan, const model::Machine& machine,
                   const std::optional<platforms::Accelerator>& accelerator);

  void select(runtime::Comm& comm, std::size_t exchange) override;
  void run(runtime::Comm& comm, std::size_t exchange) override;

 private:
  /// What equal exchanges share.
  struct Kind {
    explicit Kind(const Point& point, const model::Machine& machine);

    Workload workload;
    algos::AllreduceOptions options;
    algos::CountedContext context;
    algos::CountedStream input;
    std::shared_ptr<algos::Reducer> shared;  ///< if it keeps no state
  };
  using Key = std::tuple<std::string, std::uint64_t, std::uint64_t>;

  algos::Reducer& reducer_of(std::size_t exchange, int rank);
  algos::Stream input_of(const Kind& kind, int rank) const;

  const StepPlan& plan_;
  std::optional<platforms::Accelerator> accelerator_;
  std::map<Key, std::unique_ptr<Kind>> kinds_;
  std::vector<Kind*> kind_of_;  ///< by exchange
  /// By exchange and rank, of those that keep state between steps.
  std::vector<std::vector<std::unique_ptr<algos::Reducer>>> reducers_;
};

}  // namespace sparlab::experiments::run::steps
