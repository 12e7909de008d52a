#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "base/text/printable.hpp"
#include "experiments/spec/definition/schema.hpp"

namespace sparlab::experiments {
namespace {

using nlohmann::json;

std::string below(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + "." + key;
}

std::string shown(const json& value) {
  constexpr std::size_t kMost = 80;
  std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  return text;
}

bool has_type(const json& document, const std::string& type) {
  if (type == "integer") return document.is_number_integer();
  if (type == "number") return document.is_number();
  return type == document.type_name();
}

/// Compiling a pattern takes longer than matching it, and schemas have few patterns: all are
/// cached.
const std::regex& compiled(const std::string& pattern) {
  thread_local std::map<std::string, std::regex> patterns;
  const auto found = patterns.find(pattern);
  return found != patterns.end() ? found->second : patterns.emplace(pattern, pattern).first->second;
}

/// The value of a schema's key as a reference; an empty object if there is none.
const json& member(const json& schema, const char* key) {
  static const json nothing = json::object();
  const auto found = schema.find(key);
  return found != schema.end() ? *found : nothing;
}

/// Walks schema and document in parallel. The schema bounds the depth of the recursion, however
/// deep the document is.
class Explainer {
  using Failures = std::vector<SchemaFailure>;

 public:
  explicit Explainer(const json& root) : root_(root) {}

  Failures explain(const json& schema, const json& document, const std::string& path,
                   const std::string& description = {}) const {
    std::string accepted = description;
    if (accepted.empty() && schema.contains("description")) accepted = schema.at("description");
    if (schema.contains("$ref")) return explain(resolve(schema), document, path, accepted);
    if (schema.contains("anyOf")) return explain_any_of(schema, document, path, accepted);
    if (schema.contains("type") && !has_type(document, schema.at("type"))) {
      if (accepted.empty()) accepted = schema.at("type").get<std::string>();
      return {{path, shown(document), accepted, {}, {}}};
    }
    if (auto failure = explain_choice(schema, document, path)) return {*failure};
    if (auto failure = explain_bounds(schema, document, path, accepted)) return {*failure};
    if (document.is_array()) return explain_items(schema, document, path);
    if (document.is_object()) return explain_object(schema, document, path);
    return {};
  }

 private:
  const json& resolve(const json& schema) const {
    const std::string reference = schema.at("$ref");
    return root_.at(json::json_pointer(reference.substr(1)));
  }

  const json& resolved(const json& schema) const {
    return schema.contains("$ref") ? resolved(resolve(schema)) : schema;
  }

  static std::vector<std::string> choices(const json& schema) {
    std::vector<std::string> names;
    if (schema.contains("const")) names.push_back(schema.at("const"));
    if (schema.contains("enum")) names = schema.at("enum").get<std::vector<std::string>>();
    return names;
  }

  static std::optional<SchemaFailure> explain_choice(const json& schema, const json& document,
                                                     const std::string& path) {
    const json& named = member(schema, "enum");
    if (schema.contains("const")
            ? document == schema.at("const")
            : named.empty() || std::ranges::find(named, document) != named.end())
      return std::nullopt;
    const std::vector<std::string> names = choices(schema);
    const std::string given = document.is_string() ? document.get<std::string>() : "";
    return SchemaFailure{path, shown(document), fmt::format("{}", fmt::join(names, ", ")), given,
                         names};
  }

  /// True if a number exceeds a bound. Whole numbers are compared as integers, since 2^53 + 1 as a
  /// double would be 2^53.
  static bool beyond(const json& bound, const json& number, bool above) {
    if (bound.is_number_integer() && number.is_number_integer())
      return above ? number > bound : number < bound;
    const auto value = number.get<double>();
    return above ? value > bound.get<double>() : value < bound.get<double>();
  }

  static bool outside(const json& schema, const json& number) {
    return (schema.contains("minimum") && beyond(schema.at("minimum"), number, false)) ||
           (schema.contains("maximum") && beyond(schema.at("maximum"), number, true));
  }

  /// Checks the pattern last: matching recurses into the text, so the length must be checked
  /// before.
  static bool misfits(const json& schema, const std::string& text) {
    // maxLength counts characters, not bytes.
    const auto size = static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return !base::continues_character(c); }));
    if (schema.contains("minLength") && size < schema.at("minLength").get<std::size_t>())
      return true;
    if (schema.contains("maxLength") && size > schema.at("maxLength").get<std::size_t>())
      return true;
    return schema.contains("pattern") &&
           !std::regex_search(text, compiled(schema.at("pattern").get_ref<const std::string&>()));
  }

  static std::optional<SchemaFailure> explain_bounds(const json& schema, const json& document,
                                                     const std::string& path,
                                                     const std::string& accepted) {
    // Only options can hold other bytes; the text of a file was already parsed.
    if (document.is_string() && !base::is_utf8(document.get_ref<const std::string&>()))
      return SchemaFailure{path, shown(document), "text in UTF-8", {}, {}};
    bool broken = false;
    if (document.is_number()) {
      broken = outside(schema, document);
    } else if (document.is_string()) {
      broken = misfits(schema, document.get_ref<const std::string&>());
    } else if (document.is_array()) {
      broken = (schema.contains("minItems") &&
                document.size() < schema.at("minItems").get<std::size_t>()) ||
               (schema.contains("maxItems") &&
                document.size() > schema.at("maxItems").get<std::size_t>());
    }
    if (!broken) return std::nullopt;
    return SchemaFailure{path, shown(document), accepted, {}, {}};
  }

  Failures explain_items(const json& schema, const json& document, const std::string& path) const {
    Failures failures;
    if (!schema.contains("items")) return failures;
    for (std::size_t i = 0; i < document.size(); ++i)
      append(explain(schema.at("items"), document[i], below(path, std::to_string(i))), failures);
    return failures;
  }

  Failures explain_object(const json& schema, const json& document, const std::string& path) const {
    const json& properties = member(schema, "properties");
    const bool open = schema.value("additionalProperties", true);
    Failures failures;
    for (const auto& [key, value] : document.items())
      if (!open && !properties.contains(key))
        append({unknown_key(properties, key, path)}, failures);
    for (const json& key : member(schema, "required"))
      if (!document.contains(key.get_ref<const std::string&>()))
        append({missing(properties, key, path)}, failures);
    for (const auto& [key, value] : document.items())
      if (properties.contains(key))
        append(explain(properties.at(key), value, below(path, key)), failures);
    return failures;
  }

  /// A long list of wrong values needs no more than its first ones.
  static void append(Failures more, Failures& failures) {
    constexpr std::size_t kMost = 20;
    for (SchemaFailure& one : more)
      if (failures.size() < kMost) failures.push_back(std::move(one));
  }

  static SchemaFailure unknown_key(const json& properties, const std::string& key,
                                   const std::string& path) {
    std::vector<std::string> keys;
    for (const auto& [known, value] : properties.items()) keys.push_back(known);
    return {below(path, key), "an unknown key", fmt::format("the keys {}", fmt::join(keys, ", ")),
            key, keys};
  }

  SchemaFailure missing(const json& properties, const std::string& key,
                        const std::string& path) const {
    const json& property = properties.at(key);
    const json& carrier = property.contains("description") ? property : resolved(property);
    return {below(path, key), kMissingKey, carrier.value("description", "a value"), {}, {}};
  }

  Failures explain_any_of(const json& schema, const json& document, const std::string& path,
                          const std::string& accepted) const {
    const json* nearest = nullptr;
    int nearest_likeness = 0;
    std::vector<std::string> kinds;
    for (const json& branch : schema.at("anyOf")) {
      const json& candidate = resolved(branch);
      if (explain(candidate, document, path).empty()) return {};
      const int likeness = likeness_of(candidate, document, kinds);
      if (likeness > nearest_likeness) {
        nearest = &candidate;
        nearest_likeness = likeness;
      }
    }
    if (document.is_object() && !kinds.empty() && nearest_likeness < kSameKind)
      return {unknown_kind(document, kinds, path)};
    if (nearest == nullptr) return {{path, shown(document), accepted, {}, {}}};
    return explain(*nearest, document, path);
  }

  static SchemaFailure unknown_kind(const json& document, const std::vector<std::string>& kinds,
                                    const std::string& path) {
    const bool given = document.contains("kind");
    const json kind = given ? document.at("kind") : json("");
    return {below(path, "kind"), given ? shown(kind) : kMissingKey,
            fmt::format("{}", fmt::join(kinds, ", ")),
            kind.is_string() ? kind.get<std::string>() : "", kinds};
  }

  static constexpr int kSameKind = 1000;

  /// Similarity of a document to a branch: 0 if the types differ; otherwise it counts the common
  /// keys, and a matching `kind` outweighs them. Collects the kinds on the way.
  int likeness_of(const json& branch, const json& document, std::vector<std::string>& kinds) const {
    if (branch.contains("anyOf")) {
      int most = 0;
      for (const json& inner : branch.at("anyOf"))
        most = std::max(most, likeness_of(resolved(inner), document, kinds));
      return most;
    }
    if (!branch.contains("type")) return document.is_string() && !choices(branch).empty() ? 1 : 0;
    if (!has_type(document, branch.at("type"))) return 0;
    int likeness = 1;
    if (!document.is_object()) return likeness;
    for (const auto& [key, property] : branch.at("properties").items()) {
      if (document.contains(key)) ++likeness;
      if (key != "kind") continue;
      kinds.push_back(property.at("const"));
      if (document.contains(key) && document.at(key) == property.at("const")) likeness += kSameKind;
    }
    return likeness;
  }

  const json& root_;
};

}  // namespace

std::vector<SchemaFailure> explain_failures(const json& schema, const json& document) {
  return Explainer(schema).explain(schema, document, "");
}

}  // namespace sparlab::experiments
