#include "workloads/definition/workload.hpp"

namespace sparlab::workloads {

std::uint64_t Workload::parameters() const {
  std::uint64_t sum = 0;
  for (const Layer& layer : layers) sum += layer.parameters;
  return sum;
}

double Workload::compute_s() const {
  double sum_s = 0;
  for (const Layer& layer : layers) sum_s += layer.forward_s + layer.backward_s;
  return sum_s;
}

void Workload::scale_compute(double seconds) {
  const double factor = seconds / compute_s();
  for (Layer& layer : layers) {
    layer.forward_s *= factor;
    layer.backward_s *= factor;
  }
}

double Workload::update_s() const {
  double sum_s = 0;
  for (const Layer& layer : layers) sum_s += layer.update_s;
  return sum_s;
}

}  // namespace sparlab::workloads
