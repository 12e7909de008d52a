#include "training/program/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json/json_fields.hpp"
#include "inputs/files/data_error.hpp"
#include "model/base/range.hpp"
#include "platforms/sections/machine_json.hpp"

namespace sparlab::training {
namespace {

using nlohmann::json;

std::optional<Schedule> schedule_named(std::string_view name) {
  const auto found = std::ranges::find(kScheduleNames, name);
  if (found == kScheduleNames.end()) return std::nullopt;
  return static_cast<Schedule>(found - kScheduleNames.begin());
}

std::optional<const LossInfo*> loss_named(std::string_view name) {
  const LossInfo* const found = find_loss(name);
  return found == nullptr ? std::nullopt : std::optional(found);
}

}  // namespace

json worker_job_to_json(const WorkerJob& one) {
  json object = {
      {"path", one.path},
      {"sha256", one.content_hash},
      {"model", one.problem.loss->name},
      {"l2", one.problem.l2},
      {"labels", one.problem.labels},
      {"samples", one.problem.samples},
      {"features", one.problem.features},
      {"ranks", one.job.ranks},
      {"method", one.job.method.spec()},
      {"algorithm", one.job.algorithm.spec()},
      {"epochs", one.job.epochs},
      {"batch", one.job.pass.batch},
      {"rate", one.job.pass.rate.rate},
      {"schedule", kScheduleNames.at(static_cast<std::size_t>(one.job.pass.rate.schedule))},
      {"seed", one.job.pass.seed}};
  if (one.machine) object["machine"] = platforms::machine_to_json(*one.machine);
  return object;
}

WorkerJob worker_job_from_json(const json& object) {
  const base::JsonFields fields(object);
  WorkerJob one;
  one.path = fields.text("path");
  one.content_hash = fields.text("sha256");
  one.problem.loss = fields.choice("model", loss_named);
  one.problem.l2 = fields.number("l2");
  if (!fields.at("labels").is_array()) base::JsonFields::fail("labels", "a list of numbers");
  for (const json& label : fields.at("labels")) {
    if (!label.is_number()) base::JsonFields::fail("labels", "a list of numbers");
    one.problem.labels.push_back(label.get<double>());
  }
  one.problem.samples = fields.count("samples");
  one.problem.features = fields.count("features");
  one.job.engine = experiments::Engine::mpi;
  one.job.ranks = fields.count("ranks");
  one.job.method = Method(fields.text("method"));
  one.job.algorithm = model::Algorithm(fields.text("algorithm"));
  one.job.epochs = fields.count("epochs");
  one.job.pass = {fields.count("batch"),
                  {fields.number("rate"), fields.choice("schedule", schedule_named)},
                  fields.count("seed")};
  if (fields.has("machine")) one.machine = platforms::machine_from_json(fields.at("machine"));
  return one;
}

TrainingSet read_part(const WorkerJob& one, std::uint64_t rank) {
  const model::Range all{0, one.problem.samples};
  const bool whole = one.job.method.rule(one.job.ranks).coordinates > 0;
  const model::Range part = whole ? all : model::part_of(all, rank, one.job.ranks);
  inputs::DataFile file(one.path);
  auto samples = std::make_shared<const inputs::Samples>(
      inputs::read_svmlight(file, one.problem.features, {}, {part.lo, part.hi}));
  if (samples->content_hash != one.content_hash)
    throw inputs::DataError(one.path, "", "a file with SHA-256 " + samples->content_hash,
                            one.content_hash + ", the file on the host that started the run");
  return {one.problem, std::move(samples), part.lo};
}

}  // namespace sparlab::training
