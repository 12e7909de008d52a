#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sparlab::experiments {

/// The text of experiment.schema.json, as built into the program.
std::string_view experiment_schema_text();

/// Checks an experiment against the schema.
/// Errors  ConfigError for the first failure, at the deepest place that explains it: its JSON path
///         ("sweeps.0.input.kind"), its value, what is accepted there, and the nearest name for
///         an unknown key or name.
void check_against_schema(const nlohmann::json& document, const std::string& file);

/// One reason why a document does not conform.
struct SchemaFailure {
  std::string json_path;
  std::string value;
  std::string accepted;
  std::string name;                     ///< the unknown key or name; empty for other failures
  std::vector<std::string> candidates;  ///< what `name` could have been
};

/// Why `document` does not conform to `schema`; nothing if it does. Understands the keywords that
/// our schemas use: $ref, type, const, enum, anyOf, minimum, maximum, minLength, maxLength,
/// pattern, minItems, maxItems, items, required, properties, additionalProperties. Of several anyOf
/// branches, explains the one that looks most like the document.
std::optional<SchemaFailure> explain_failure(const nlohmann::json& schema,
                                             const nlohmann::json& document);

}  // namespace sparlab::experiments
