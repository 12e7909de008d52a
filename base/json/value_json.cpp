#include "base/json/value_json.hpp"

#include <nlohmann/json.hpp>

namespace sparlab::base {
namespace {

using nlohmann::ordered_json;

struct ToJson {
  ordered_json operator()(std::monostate) const { return nullptr; }
  ordered_json operator()(bool yes) const { return yes; }
  ordered_json operator()(std::uint64_t count) const { return count; }
  ordered_json operator()(double number) const { return number; }
  ordered_json operator()(const std::string& text) const { return text; }
  ordered_json operator()(const Value::Json& document) const {
    return ordered_json::parse(document.text);
  }
  ordered_json operator()(const Values& values) const {
    ordered_json list = ordered_json::array();
    for (const Value& value : values) list.push_back(std::visit(*this, value.data()));
    return list;
  }
  ordered_json operator()(const Fields& fields) const {
    ordered_json object = ordered_json::object();
    for (const Field& field : fields) {
      if (!field.in_json()) continue;
      ordered_json value = std::visit(*this, field.value.data());
      if (field.is_spliced())
        object.update(value);
      else
        object[field.key] = std::move(value);
    }
    return object;
  }
};

}  // namespace

std::string json_text(const Value& value, int indent) {
  return std::visit(ToJson{}, value.data())
      .dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace sparlab::base
