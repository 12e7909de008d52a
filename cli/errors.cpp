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
    for (const std::string& one : error.more)
      std::cerr << "sparlab: " << base::printable(one) << std::endl;
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
  if (!error.more.empty()) object["more"] = error.more;
  std::cout << nlohmann::json{{"error", object}}.dump(2, ' ', false,
                                                      nlohmann::json::error_handler_t::replace)
            << std::endl;
}

int report_current_exception(bool as_json) {
  try {
    throw;
  } catch (const base::ConfigError& error) {
    std::vector<std::string> more;
    for (const base::ConfigError& one : error.more) more.emplace_back(one.what());
    report_error({"config", error.what(), error.file, error.json_path, error.value, error.accepted,
                  error.suggestion, more},
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
