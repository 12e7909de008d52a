#pragma once

#include <nlohmann/json.hpp>

#include "base/json/value_json.hpp"

namespace sparlab::tests {

/// What `--format json` prints of a result.
inline nlohmann::json json_of(const base::Value& value) {
  return nlohmann::json::parse(base::json_text(value));
}

}  // namespace sparlab::tests
