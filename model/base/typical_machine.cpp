#include "model/base/typical_machine.hpp"

namespace sparlab::model {

const Machine& typical_machine() {
  static const Machine machine{.alpha_s = 1.5e-6,
                               .beta_s_per_byte = 1e-10,
                               .gammas = {.merge_s = 5e-9,
                                          .scatter_s = 7e-9,
                                          .dense_sum_s = 0.6e-9,
                                          .copy_s_per_byte = 0.15e-9,
                                          .select_s = 1.5e-9}};
  return machine;
}

}  // namespace sparlab::model
