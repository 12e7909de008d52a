#include "experiments/definition/schema.hpp"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "experiments/errors/config_error.hpp"
#include "experiments/text/nearest_name.hpp"

namespace sparlab::experiments {
namespace {

using nlohmann::json;
using valijson::adapters::NlohmannJsonAdapter;

struct CompiledSchema {
  json document;
  valijson::Schema schema;

  CompiledSchema() : document(json::parse(experiment_schema_text())) {
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(NlohmannJsonAdapter(document), schema);
  }
};

/// The validator's message for a failure that explain_failure does not find.
std::string first_message(valijson::ValidationResults& results) {
  valijson::ValidationResults::Error error;
  std::string message;
  while (results.popError(error)) message = error.description;
  return message;
}

}  // namespace

void check_against_schema(const json& document, const std::string& file) {
  static const CompiledSchema compiled;
  const std::optional<SchemaFailure> failure = explain_failure(compiled.document, document);
  if (failure)
    throw ConfigError(
        file, failure->json_path, failure->value, failure->accepted,
        failure->name.empty() ? std::string() : nearest_name(failure->name, failure->candidates));
  // Runs second, because it matches patterns whatever the length of the text.
  valijson::ValidationResults results;
  thread_local valijson::Validator validator;  // caches its compiled patterns
  if (!validator.validate(compiled.schema, NlohmannJsonAdapter(document), &results))
    throw ConfigError(file, "", "", first_message(results));
}

}  // namespace sparlab::experiments
