#include "experiments/report/variants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace sparlab::experiments {
namespace {

using Machine = std::optional<std::string>;
using MovedPayload = std::optional<Payload>;

Machine machine_of(const Point& point) {
  if (!info_of(point.engine).uses("machine")) return {};
  return point.machine;
}

MovedPayload payload_of(const Point& point) {
  if (!info_of(point.engine).uses("payload")) return {};
  return point.payload;
}

/// The values that the points have, in the order of the records; a single nullopt if none has any.
template <class Choice>
std::vector<Choice> choices(const std::vector<const Record*>& records,
                            Choice (*choice_of)(const Point&)) {
  std::vector<Choice> found;
  for (const Record* record : records) {
    Choice choice = choice_of(record->point);
    if (choice && std::ranges::find(found, choice) == found.end())
      found.push_back(std::move(choice));
  }
  if (found.empty()) found.emplace_back();
  return found;
}

template <class Choice>
bool fits(const Choice& own, const Choice& wanted) {
  return !own || own == wanted;
}

std::string text_of(const Machine& machine, MovedPayload payload) {
  const Point defaults;
  std::string text;
  if (machine && *machine != defaults.machine) text = "machine " + *machine;
  if (payload && *payload != defaults.payload)
    text += fmt::format("{}payload {}", text.empty() ? "" : ", ", name_of(*payload));
  return text;
}

}  // namespace

std::vector<Variant> variants_of(const std::vector<const Record*>& records) {
  std::vector<Variant> variants;
  const std::vector<MovedPayload> payloads = choices(records, payload_of);
  for (const Machine& machine : choices(records, machine_of)) {
    for (const MovedPayload& payload : payloads) {
      Variant& variant = variants.emplace_back(Variant{text_of(machine, payload), {}});
      for (const Record* record : records)
        if (fits(machine_of(record->point), machine) && fits(payload_of(record->point), payload))
          variant.records.push_back(record);
    }
  }
  return variants;
}

}  // namespace sparlab::experiments
