#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sparlab::experiments {

/// The value in errors about a key that is not there.
inline constexpr const char* kMissingKey = "a missing key";

/// The schema of experiment files: experiment.schema.json, compiled into the program, in which the
/// settings of sweeps and the names of engines are replaced by those of the program.
const nlohmann::json& experiment_schema();

/// The same as a text, with the keys in the order of the file. The file is this text.
std::string experiment_schema_text();

/// The engines that an experiment may ask for, and where the records of others come from; for
/// messages.
std::string engines_that_run();

/// Checks an experiment against the schema.
/// Errors  ConfigError with all failures, each at the innermost value that explains it: its JSON
///         path ("sweeps.0.input.kind"), its value, what is accepted there, and the nearest name
///         for an unknown key or name.
void check_against_schema(const nlohmann::json& document, const std::string& file);

/// One reason why a document does not conform.
struct SchemaFailure {
  std::string json_path;
  std::string value;
  std::string accepted;
  std::string name;                     ///< the unknown key or name; empty for other failures
  std::vector<std::string> candidates;  ///< the accepted names
};

/// Explains why `document` does not conform to `schema`: the first 20 reasons; empty if it
/// conforms. Supports the keywords that the schemas of this project use: $ref, type, const, enum,
/// anyOf, minimum, maximum, minLength, maxLength, pattern, minItems, maxItems, items, required,
/// properties, additionalProperties. If no branch of an anyOf matches, it explains the branch that
/// is most similar to the document.
std::vector<SchemaFailure> explain_failures(const nlohmann::json& schema,
                                            const nlohmann::json& document);

/// The text of experiment.schema.json, by this name; the build compiles it into the program.
std::string_view experiment_schema_file(std::string_view name);

}  // namespace sparlab::experiments
