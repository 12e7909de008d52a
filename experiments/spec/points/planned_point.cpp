#include "experiments/spec/points/planned_point.hpp"

#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "algos/registry/registry.hpp"
#include "base/json/json_fields.hpp"
#include "base/json/json_text.hpp"
#include "base/system/environment.hpp"
#include "base/text/content_hash.hpp"
#include "experiments/spec/points/schedule_file.hpp"
#include "model/fill_in/zipf_fill_in.hpp"
#include "platforms/files/platform_file.hpp"
#include "training/problem/problem.hpp"

namespace sparlab::experiments {

using inputs::InputKind;
using inputs::InputSpec;
using nlohmann::json;

namespace {

/// Stored JSON may hold values that no plan contains and later code does not handle.
void check(const inputs::InputSpec& input) {
  if (!(input.exponent >= 0 && input.exponent <= model::ZipfFillIn::kMostExponent))
    base::JsonFields::fail("exponent", "in the range of Zipf's law");
  if (!(input.overlap >= 0 && input.overlap <= 1)) base::JsonFields::fail("overlap", "in [0, 1]");
  if (input.cluster == 0) base::JsonFields::fail("cluster", "at least 1");
  if (input.block == 0) base::JsonFields::fail("block", "at least 1");
  if (input.batch == 0) base::JsonFields::fail("batch", "at least 1");
}

}  // namespace

void check_size(const Point& point) {
  if (point.ranks == 0 || point.ranks > kMostRanks)
    base::JsonFields::fail("P", "from 1 to 2^31 - 1");
  if (point.universe == 0 || point.universe > kLargestWholeNumber)
    base::JsonFields::fail("N", "from 1 to 2^53");
  if (point.nnz > point.universe) base::JsonFields::fail("nnz", "at most N");
  if (!(point.density >= 0 && point.density <= 1)) base::JsonFields::fail("density", "in [0, 1]");
}

void check_groups(const Point& point) {
  if (point.groups.known() && point.groups.ranks() != point.ranks)
    base::JsonFields::fail("groups", "those of P ranks");
}

json input_to_json(const inputs::InputSpec& input) {
  json object = {{"kind", name_of(input.kind)}};
  switch (input.kind) {
    case inputs::InputKind::uniform:
      break;
    case inputs::InputKind::zipf:
      object["exponent"] = input.exponent;
      object["shuffled"] = input.shuffled;
      break;
    case inputs::InputKind::clustered:
      object["cluster"] = input.cluster;
      object["overlap"] = input.overlap;
      break;
    case inputs::InputKind::blocks:
      object["block"] = input.block;
      break;
    case inputs::InputKind::svmlight:
      object["path"] = input.path;
      object["batch"] = input.batch;
      break;
    case inputs::InputKind::recording:
      object["path"] = input.path;
      break;
  }
  return object;
}

inputs::InputSpec input_from_json(const json& object) {
  const base::JsonFields fields(object);
  inputs::InputSpec input;
  input.kind = fields.choice("kind", inputs::input_kind_named);
  if (fields.has("exponent")) input.exponent = fields.number("exponent");
  if (fields.has("shuffled")) input.shuffled = fields.flag("shuffled");
  if (fields.has("cluster")) input.cluster = fields.count("cluster");
  if (fields.has("overlap")) input.overlap = fields.number("overlap");
  if (fields.has("block")) input.block = fields.count("block");
  if (fields.has("path")) input.path = fields.text("path");
  if (fields.has("batch")) input.batch = fields.count("batch");
  check(input);
  return input;
}

Settings default_settings(const model::Algorithm& algorithm) {
  const algos::AlgorithmInfo* const info = algos::find_algorithm(algorithm.name());
  Settings settings;
  settings.input_form = info != nullptr && info->dense_input ? InputForm::dense : InputForm::sparse;
  return settings;
}

bool begins_dense(const Settings& settings, const algos::AlgorithmInfo& algorithm) {
  // The root of a broadcast has what changed and the whole vector, of which dense algorithms send a
  // copy.
  const bool has_both = settings.collective == model::Collective::broadcast &&
                        settings.input_form == InputForm::sparse;
  if (has_both || settings.input_form == InputForm::own) return algorithm.dense_input;
  return settings.input_form == InputForm::dense;
}

json point_to_json(const Point& point) {
  json object = {{"experiment", point.experiment},
                 {"sweep", point.sweep},
                 {"engine", name_of(point.engine)},
                 {"algorithm", point.algorithm.spec()},
                 {"P", point.ranks},
                 {"N", point.universe},
                 {"nnz", point.nnz},
                 {"density", point.density},
                 {"input", input_to_json(point.input)},
                 {"platform", point.platform}};
  if (!point.variant.empty()) object["variant"] = point.variant;
  if (!point.run.empty()) object["run"] = point.run;
  const Settings defaults = default_settings(point.algorithm);
  for (const Setting& setting : all_settings()) {
    json value = setting.write(point);
    if (setting.stored != Setting::Stored::unless_default || value != setting.write(defaults))
      object[setting.key] = std::move(value);
  }
  return object;
}

Point point_from_json(const json& object) {
  const base::JsonFields fields(object);
  Point point;
  point.experiment = fields.text("experiment");
  point.sweep = fields.text("sweep");
  point.engine = fields.choice("engine", engine_named);
  point.algorithm = model::Algorithm::stored(fields.text("algorithm"));
  point.ranks = fields.count("P");
  point.universe = fields.count("N");
  point.nnz = fields.count("nnz");
  point.density = fields.number("density");
  point.input = input_from_json(fields.at("input"));
  point.platform = fields.text("platform");
  if (fields.has("variant")) point.variant = fields.text("variant");
  if (fields.has("run")) point.run = fields.text("run");
  static_cast<Settings&>(point) = default_settings(point.algorithm);
  for (const Setting& setting : all_settings())
    if (setting.stored == Setting::Stored::always || fields.has(setting.key))
      setting.read(fields.at(setting.key), point);
  check_size(point);
  return point;
}

bool same_but_size(const Point& left, const Point& right) {
  return left.engine == right.engine && left.algorithm == right.algorithm &&
         left.experiment == right.experiment && left.sweep == right.sweep &&
         left.platform == right.platform && left.variant == right.variant &&
         left.run == right.run && left.input == right.input &&
         static_cast<const Settings&>(left) == static_cast<const Settings&>(right);
}

/// The text of everything that identifies a point. Keys are sorted and numbers printed in their
/// shortest exact form, so a point has exactly one text.
class PointIds::Text {
 public:
  Text(const Point& point, const Hashes& hashes) : example_(point), hashes_(hashes) {
    json object = point_to_json(point);
    if (!hashes.input.empty()) {
      object["input"].erase("path");
      if (point.step) object["step"].erase("workload");
    }
    // Records of `local` keep the ids that they had when there was no other launcher.
    if (!hashes.launcher.empty()) object["launcher"] = hashes.launcher;
    object["platform_hash"] = hashes.platform;
    object["input_hash"] = hashes.input;
    for (const auto& [key, value] : object.items()) {
      const Member member{key, value.dump(-1, ' ', false, json::error_handler_t::replace)};
      members_.push_back(member);
    }
  }

  /// Whether `of` writes the text of this point.
  bool covers(const Point& point, const Hashes& hashes) const {
    return hashes_ == hashes && same_but_size(example_, point);
  }

  /// The text of a point that differs from the first one at most in P, N, nnz and density.
  std::string of(const Point& point) const {
    std::string text = "{";
    for (const Member& member : members_) {
      if (text.size() > 1) text += ',';
      text.append("\"").append(member.key).append("\":");
      if (member.key == "N") {
        text += std::to_string(point.universe);
      } else if (member.key == "P") {
        text += std::to_string(point.ranks);
      } else if (member.key == "density") {
        text += json(point.density).dump();
      } else if (member.key == "nnz") {
        text += std::to_string(point.nnz);
      } else {
        text += member.value;
      }
    }
    return text + "}";
  }

 private:
  struct Member {
    std::string key;
    std::string value;
  };

  Point example_;
  Hashes hashes_;
  std::vector<Member> members_;
};

PointIds::PointIds() = default;
PointIds::~PointIds() = default;

std::string PointIds::id(const Point& point, const std::string& platform_hash,
                         const std::string& input_hash, const std::string& launcher_hash) {
  const Hashes hashes{platform_hash, input_hash, launcher_hash};
  std::unique_ptr<Text>& text =
      texts_[std::string(name_of(point.engine)) + ' ' + point.algorithm.spec()];
  if (!text || !text->covers(point, hashes)) text = std::make_unique<Text>(point, hashes);
  return base::content_hash(text->of(point));
}

std::string point_id(const Point& point, const std::string& platform_hash,
                     const std::string& input_hash, const std::string& launcher_hash) {
  return PointIds().id(point, platform_hash, input_hash, launcher_hash);
}

void choose_by(PlannedPoint& planned, std::shared_ptr<const std::string> content) {
  const json platform = base::parse_json(*content, "chosen_by", base::kOwnJson);
  const std::string name = base::JsonFields(platform).text("name");
  planned.machine =
      platforms::platform_from_json(platform, name + ".json").machine(planned.point.ranks);
  planned.chosen_by = std::move(content);
}

json planned_point_to_json(const PlannedPoint& planned) {
  json object = {{"id", planned.id},
                 {"point", point_to_json(planned.point)},
                 {"platform_hash", planned.platform_hash},
                 {"input_hash", planned.input_hash}};
  if (planned.extrapolated_from > 0) object["extrapolated_from"] = planned.extrapolated_from;
  if (planned.processor_round_trip_s)
    object["processor_round_trip_s"] = *planned.processor_round_trip_s;
  if (planned.chosen_by) object["chosen_by"] = *planned.chosen_by;
  if (planned.problem) object["problem"] = training::problem_to_json(*planned.problem);
  if (const model::NamedSchedule* const schedule = schedule_of(planned.point.algorithm))
    object["schedule"] = {{"name", schedule->name},
                          {"content", schedule_to_json(schedule->plan->schedule())}};
  return object;
}

PlannedPoint planned_point_from_json(const json& object) {
  const base::JsonFields fields(object);
  if (fields.has("schedule")) {
    const base::JsonFields schedule(fields.at("schedule"));
    if (model::schedule_named(schedule.text("name")).plan == nullptr)
      add_known_schedule(schedule.text("name"),
                         std::make_shared<const model::SchedulePlan>(
                             schedule_from_json(schedule.at("content"), "schedule")));
  }
  PlannedPoint planned{point_from_json(fields.at("point")), fields.text("platform_hash"),
                       fields.text("input_hash"), fields.text("id")};
  check_groups(planned.point);
  if (fields.has("extrapolated_from"))
    planned.extrapolated_from = fields.count("extrapolated_from");
  if (fields.has("processor_round_trip_s"))
    planned.processor_round_trip_s = fields.number("processor_round_trip_s");
  if (fields.has("chosen_by"))
    choose_by(planned, std::make_shared<const std::string>(fields.text("chosen_by")));
  if (fields.has("problem")) planned.problem = training::problem_from_json(fields.at("problem"));
  return planned;
}

Record run_and_describe(const PlannedPoint& planned, const std::function<Record()>& execute) {
  using Clock = std::chrono::steady_clock;
  static const SharedTexts environment = base::describe_environment();
  const std::string started = base::utc_timestamp();
  const Clock::time_point begin = Clock::now();
  Record record = execute();
  // To 0.1 us: further digits are noise, and every byte counts in sweeps of 100,000 points.
  constexpr double kSteps = 1e7;
  const double elapsed_s = std::chrono::duration<double>(Clock::now() - begin).count();
  record.wall_s = std::round(elapsed_s * kSteps) / kSteps;
  record.started = started;
  record.id = planned.id;
  record.point = planned.point;
  record.platform_hash = planned.platform_hash;
  record.input_hash = planned.input_hash;
  if (planned.extrapolated_from > 0) record.extrapolated_from = planned.extrapolated_from;
  record.environment.add_missing(environment);
  return record;
}

}  // namespace sparlab::experiments
