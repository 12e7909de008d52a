#include "experiments/platforms/machine_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "experiments/json/json_fields.hpp"

namespace sparlab::experiments {

using nlohmann::json;

json machine_to_json(const model::Machine& machine) {
  const model::Gammas& gammas = machine.gammas;
  json object = {{"alpha_s", machine.alpha_s},
                 {"beta_s_per_byte", machine.beta_s_per_byte},
                 {"rendezvous_alpha_s", machine.rendezvous_alpha_s},
                 {"merge_s", gammas.merge_s},
                 {"scatter_s", gammas.scatter_s},
                 {"dense_sum_s", gammas.dense_sum_s},
                 {"copy_s_per_byte", gammas.copy_s_per_byte},
                 {"select_s", gammas.select_s}};
  // A machine without a rendezvous protocol has an infinite size, which JSON cannot express.
  if (std::isfinite(machine.rendezvous_bytes))
    object["rendezvous_bytes"] = machine.rendezvous_bytes;
  return object;
}

model::Machine machine_from_json(const json& object) {
  const JsonFields fields(object);
  model::Machine machine;
  machine.alpha_s = fields.number("alpha_s");
  machine.beta_s_per_byte = fields.number("beta_s_per_byte");
  machine.rendezvous_alpha_s = fields.number("rendezvous_alpha_s");
  if (fields.has("rendezvous_bytes")) machine.rendezvous_bytes = fields.number("rendezvous_bytes");
  machine.gammas = {.merge_s = fields.number("merge_s"),
                    .scatter_s = fields.number("scatter_s"),
                    .dense_sum_s = fields.number("dense_sum_s"),
                    .copy_s_per_byte = fields.number("copy_s_per_byte"),
                    .select_s = fields.number("select_s")};
  return machine;
}

}  // namespace sparlab::experiments
