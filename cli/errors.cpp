#include "cli/errors.hpp"

#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/errors/errors.hpp"
#include "base/text/printable.hpp"
#include "inputs/files/data_error.hpp"

namespace sparlab::cli {

void report_error(const ShownError& error, bool as_json) {
  if (!as_json) {
    std::cerr << "sparlab: " << base::printable(error.message) << std::endl;
    return;
  }
  nlohmann::json object = {{"kind", error.kind}, {"message", error.message}};
  const auto add = [&](const char* key, const std::string& text) {
    if (!text.empty()) object[key] = text;
  };
  add("file", error.file);
  add("json_path", error.place);
  add("value", error.value);
  add("accepted", error.accepted);
  add("suggestion", error.suggestion);
  std::cout << nlohmann::json{{"error", object}}.dump(2, ' ', false,
                                                      nlohmann::json::error_handler_t::replace)
            << std::endl;
}

int report_current_exception(bool as_json) {
  try {
    throw;
  } catch (const base::ConfigError& error) {
    report_error({"config", error.what(), error.file, error.json_path, error.value, error.accepted,
                  error.suggestion},
                 as_json);
    return kUsage;
  } catch (const inputs::DataError& error) {
    report_error(
        {"data", error.what(), error.file(), error.place(), error.value(), error.accepted(), {}},
        as_json);
    return kUsage;
  } catch (const base::EnvironmentError& error) {
    report_error({.kind = "environment", .message = error.what()}, as_json);
    return kEnvironment;
  } catch (const std::exception& error) {
    report_error({.kind = "internal", .message = error.what()}, as_json);
    return kEnvironment;
  }
}

}  // namespace sparlab::cli
