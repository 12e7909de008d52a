#include "experiments/spec/points/schedule_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"
#include "base/text/content_hash.hpp"

namespace sparlab::experiments {

using base::ConfigError;
using model::SumSchedule;
using nlohmann::json;

namespace {

/// Reads the values of a schedule, which may come from anywhere.
class ScheduleReader {
 public:
  explicit ScheduleReader(const std::string& file) : file_(file) {}

  SumSchedule schedule(const json& document) {
    require_keys(document, "the document", {"ranks", "parts", "rounds"});
    SumSchedule read{number(document, "ranks", 1, SumSchedule::kMostRanks),
                     number(document, "parts", 1, SumSchedule::kMostParts),
                     {}};
    ranks_ = read.ranks;
    parts_ = read.parts;
    for (const json& round : list(document, "rounds", SumSchedule::kMostRounds)) {
      const std::string place = fmt::format("round {}", read.rounds.size() + 1);
      if (!round.is_array()) refuse(place, round, "a list of messages");
      SumSchedule::Round& messages = read.rounds.emplace_back();
      for (const json& message : round) {
        place_ = fmt::format("{}, message {}", place, messages.size() + 1);
        messages.push_back(read_message(message));
      }
    }
    return read;
  }

 private:
  [[noreturn]] void refuse(const std::string& place, const json& value,
                           const std::string& accepted) const {
    throw ConfigError(file_, place, value.dump(-1, ' ', false, json::error_handler_t::replace),
                      accepted);
  }

  void require_keys(const json& object, const std::string& place,
                    const std::vector<std::string>& keys) const {
    const std::string accepted = fmt::format("an object of {}", fmt::join(keys, ", "));
    if (!object.is_object() || object.size() != keys.size()) refuse(place, object, accepted);
    for (const std::string& key : keys)
      if (!object.contains(key)) refuse(place, object, accepted);
  }

  std::string at(const char* key) const {
    return place_.empty() ? key : fmt::format("{}, {}", place_, key);
  }

  std::uint64_t whole(const json& value, const char* key, std::uint64_t least,
                      std::uint64_t most) const {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() < least ||
        value.get<std::uint64_t>() > most)
      refuse(at(key), value, fmt::format("a whole number from {} to {}", least, most));
    return value.get<std::uint64_t>();
  }

  std::uint64_t number(const json& object, const char* key, std::uint64_t least,
                       std::uint64_t most) const {
    return whole(object.at(key), key, least, most);
  }

  const json& list(const json& object, const char* key, std::uint64_t most) const {
    const json& value = object.at(key);
    if (!value.is_array()) refuse(at(key), value, "a list");
    if (value.size() > most)
      refuse(at(key), value.size(), fmt::format("a list of at most {}", most));
    return value;
  }

  SumSchedule::Message read_message(const json& object) {
    require_keys(object, place_, {"from", "to", "sums"});
    SumSchedule::Message message{
        number(object, "from", 0, ranks_ - 1), number(object, "to", 0, ranks_ - 1), {}};
    for (const json& sum : list(object, "sums", SumSchedule::kMostSums)) {
      require_keys(sum, at("sums"), {"part", "inputs"});
      model::PartSum& read = message.sums.emplace_back();
      read.part = number(sum, "part", 0, parts_ - 1);
      for (const json& rank : list(sum, "inputs", ranks_)) {
        const model::RankSet bit = model::RankSet{1} << whole(rank, "inputs", 0, ranks_ - 1);
        if ((read.inputs & bit) != 0) refuse(at("inputs"), rank, "each rank once");
        read.inputs |= bit;
      }
    }
    return message;
  }

  const std::string& file_;
  std::string place_;
  std::uint64_t ranks_ = 0;
  std::uint64_t parts_ = 0;
};

json message_to_json(const SumSchedule::Message& message) {
  json sums = json::array();
  for (const model::PartSum& sum : message.sums) {
    json inputs = json::array();
    for (model::RankSet left = sum.inputs; left != 0; left &= left - 1)
      inputs.push_back(static_cast<std::uint64_t>(std::countr_zero(left)));
    sums.push_back({{"part", sum.part}, {"inputs", inputs}});
  }
  return {{"from", message.from}, {"to", message.to}, {"sums", sums}};
}

std::string hash_of(const SumSchedule& schedule) {
  constexpr std::size_t kDigits = 12;
  return base::content_hash(schedule_to_json(schedule).dump()).substr(0, kDigits);
}

}  // namespace

json schedule_to_json(const SumSchedule& schedule) {
  json rounds = json::array();
  for (const SumSchedule::Round& round : schedule.rounds) {
    json messages = json::array();
    for (const SumSchedule::Message& message : round) messages.push_back(message_to_json(message));
    rounds.push_back(std::move(messages));
  }
  return {{"ranks", schedule.ranks}, {"parts", schedule.parts}, {"rounds", std::move(rounds)}};
}

std::string schedule_text(const SumSchedule& schedule) {
  std::vector<std::string> rounds;
  for (const SumSchedule::Round& round : schedule.rounds) {
    std::vector<std::string> messages;
    for (const SumSchedule::Message& message : round)
      messages.push_back("      " + message_to_json(message).dump());
    rounds.push_back(fmt::format("    [\n{}\n    ]", fmt::join(messages, ",\n")));
  }
  return fmt::format("{{\n  \"ranks\": {},\n  \"parts\": {},\n  \"rounds\": [\n{}\n  ]\n}}\n",
                     schedule.ranks, schedule.parts, fmt::join(rounds, ",\n"));
}

SumSchedule schedule_from_json(const json& document, const std::string& file) {
  return ScheduleReader(file).schedule(document);
}

std::string with_known_schedule(const std::string& spec, const std::string& source) {
  if (model::name_of_spec(spec) != "scheduled") return spec;
  model::AlgorithmSpec parsed = model::parse_spec(spec);
  for (model::Setting& setting : parsed.settings) {
    if (setting.name != "file") continue;
    const auto end = setting.value.find('#');
    const std::string path = base::resolve_data_path(setting.value.substr(0, end), source);
    SumSchedule schedule = schedule_from_json(base::read_json_file(path), path);
    const std::string name =
        std::filesystem::path(path).filename().string() + '#' + hash_of(schedule);
    if (end != std::string::npos && !name.ends_with(setting.value.substr(end)))
      throw ConfigError(path, "content", name, "a schedule with the hash " + setting.value);
    setting.value = name;
    if (model::schedule_named(name).plan != nullptr) continue;
    try {
      model::add_known_schedule(name,
                                std::make_shared<const model::SchedulePlan>(std::move(schedule)));
    } catch (const model::ScheduleError& error) {
      throw ConfigError(path, error.place, error.value, error.accepted);
    }
  }
  return model::to_text(parsed);
}

const model::NamedSchedule* schedule_of(const model::Algorithm& algorithm) {
  if (!algorithm.known() || algorithm.name() != "scheduled") return nullptr;
  const model::ScheduledParameters& parameters = algorithm.parameters();
  return parameters.file.plan == nullptr ? nullptr : &parameters.file;
}

}  // namespace sparlab::experiments
