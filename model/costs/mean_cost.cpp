#include "model/costs/mean_cost.hpp"

#include <utility>

namespace sparlab::model {

void add_share(Cost& mean, const Cost& cost, double share) {
  if (share == 0) return;
  for (Stage stage : cost.critical_path) {
    stage.messages *= share;
    stage.work = share * stage.work;
    stage.hidden = share * stage.hidden;
    mean.critical_path.push_back(std::move(stage));
  }
  mean.total_messages += share * cost.total_messages;
  mean.total_bytes += share * cost.total_bytes;
}

}  // namespace sparlab::model
