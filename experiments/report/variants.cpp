#include "experiments/report/variants.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sparlab::experiments {
namespace {

using nlohmann::json;

/// Null for engines that ignore the setting: their records belong to every variant.
json choice_of(const Setting& setting, const Point& point) {
  return ignores(info_of(point.engine), setting.key) ? json() : setting.write(point);
}

/// The values that the points have, each with one of the points, in the order of the records.
std::vector<std::pair<json, const Point*>> choices(const Setting& setting,
                                                   const std::vector<const Record*>& records) {
  std::vector<std::pair<json, const Point*>> found;
  for (const Record* record : records) {
    json choice = choice_of(setting, record->point);
    const auto same = [&](const auto& other) { return other.first == choice; };
    if (!choice.is_null() && std::ranges::none_of(found, same))
      found.emplace_back(std::move(choice), &record->point);
  }
  return found;
}

/// Splits variants by one setting; `all` are the records of all variants.
std::vector<Variant> split(const std::vector<Variant>& variants, const Setting& setting,
                           const std::vector<const Record*>& all) {
  const auto values = choices(setting, all);
  if (values.empty()) return variants;
  std::vector<Variant> parts;
  for (const Variant& variant : variants)
    for (const auto& [value, point] : values) {
      Variant& part = parts.emplace_back(variant);
      const std::string label = setting.label(*point);
      part.text += (part.text.empty() || label.empty() ? "" : ", ") + label;
      std::erase_if(part.records, [&](const Record* record) {
        const json own = choice_of(setting, record->point);
        return !own.is_null() && own != value;
      });
    }
  return parts;
}

}  // namespace

std::vector<Variant> variants_of(const std::vector<const Record*>& records) {
  std::vector<Variant> variants = {{"", records}};
  for (const Setting& setting : all_settings())
    if (!engines_that_use(setting.key).empty() && setting.compared)
      variants = split(variants, setting, records);
  return variants;
}

}  // namespace sparlab::experiments
