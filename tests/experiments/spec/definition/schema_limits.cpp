#include "tests/experiments/spec/definition/schema_limits.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "experiments/spec/definition/schema.hpp"

namespace sparlab::tests {
namespace {

using nlohmann::json;

/// Used where the schema has no limit.
constexpr double kHuge = 1e308;

double next(double number, double towards) { return std::nextafter(number, towards * kHuge); }

std::vector<LimitValue> whole_numbers(const json& schema) {
  const auto least = schema.at("minimum").get<std::int64_t>();
  const auto most = schema.at("maximum").get<std::int64_t>();
  return {{least}, {least + 1}, {most - 1}, {most}, {least - 1, false}, {most + 1, false}};
}

std::vector<LimitValue> numbers(const json& schema) {
  const double least = schema.value("minimum", -kHuge);
  const double most = schema.value("maximum", kHuge);
  std::vector<LimitValue> values = {{least}, {next(least, 1)}, {next(most, -1)}, {most}};
  if (least + 1 < most - 1) values.insert(values.end(), {{least + 1}, {most - 1}});
  if (schema.contains("minimum")) values.push_back({next(least, -1), false});
  if (schema.contains("maximum")) values.push_back({next(most, 1), false});
  return values;
}

}  // namespace

SchemaLimits::SchemaLimits(json root, std::map<std::string, std::string> paths)
    : root_(std::move(root)), paths_(std::move(paths)) {}

const json& SchemaLimits::resolved(const json& schema) const {
  if (!schema.contains("$ref")) return schema;
  return resolved(root_.at(json::json_pointer(schema.at("$ref").get<std::string>().substr(1))));
}

std::vector<LimitValue> SchemaLimits::values_of(const json& given) const {
  const json& schema = resolved(given);
  for (const char* keyword :
       {"exclusiveMinimum", "exclusiveMaximum", "multipleOf", "oneOf", "allOf"})
    if (schema.contains(keyword)) throw std::logic_error(std::string("unknown here: ") + keyword);
  std::vector<LimitValue> values;
  for (const json& branch : schema.value("anyOf", json::array())) {
    const std::vector<LimitValue> of_branch = values_of(branch);
    values.insert(values.end(), of_branch.begin(), of_branch.end());
  }
  const std::string type = schema.value("type", "");
  if (type == "integer") return whole_numbers(schema);
  if (type == "number") return numbers(schema);
  if (type == "object") return members(schema);
  if (type == "array")
    for (const LimitValue& item : values_of(schema.at("items")))
      values.push_back({json::array({item.value}), item.inside});
  return values;
}

std::vector<LimitValue> SchemaLimits::members(const json& schema) const {
  std::vector<LimitValue> values;
  const json& properties = schema.at("properties");
  for (const auto& [key, property] : properties.items())
    for (const LimitValue& member : values_of(property))
      for (const OtherMembers others :
           {OtherMembers::least, OtherMembers::same, OtherMembers::largest}) {
        json object = {{key, member.value}};
        for (const std::string name : schema.value("required", json::array())) {
          if (object.contains(name)) continue;
          if (name == "workload")
            object[name] = "resnet20";
          else
            object[name] = name == "path" ? json(paths_.at(properties.at("kind").at("const")))
                                          : chosen(properties.at(name), others, member.value);
        }
        values.push_back({std::move(object), member.inside});
      }
  return values;
}

json SchemaLimits::chosen(const json& given, OtherMembers others, const json& same) const {
  const json& schema = resolved(given);
  if (schema.contains("const")) return schema.at("const");
  if (schema.contains("enum"))
    return others == OtherMembers::largest ? schema.at("enum").back() : schema.at("enum").front();
  if (schema.contains("anyOf")) return chosen(schema.at("anyOf").front(), others, same);
  if (others == OtherMembers::same && same.is_number() &&
      experiments::explain_failures(schema, same).empty())
    return same;
  return others == OtherMembers::largest ? schema.value("maximum", json(kHuge))
                                         : schema.at("minimum");
}

}  // namespace sparlab::tests
