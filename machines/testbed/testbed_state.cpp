#include "machines/testbed/testbed_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/errors/errors.hpp"
#include "base/json/json_fields.hpp"
#include "base/json/json_text.hpp"
#include "base/system/whole_file.hpp"
#include "base/text/parse_number.hpp"

namespace sparlab::machines::testbed {
namespace {

using nlohmann::json;

constexpr std::string_view kPrefix = "sparlab-testbed-";
constexpr std::string_view kNetwork = "198.18.0.";

/// A whole number without sign and leading zeros.
std::optional<int> whole_number(std::string_view text) {
  const auto number = base::parse_number<int>(text);
  return number && *number >= 0 && text == std::to_string(*number) ? number : std::nullopt;
}

bool is_host(std::optional<int> number) { return number && *number >= 1 && *number <= kMostHosts; }

/// Only such namespaces are ever removed.
bool is_own_namespace(std::string_view name) {
  if (name == namespace_of_switch()) return true;
  return name.starts_with(kPrefix) && is_host(whole_number(name.substr(kPrefix.size())));
}

State state_from_json(const json& object) {
  const base::JsonFields fields(object);
  State state;
  const std::uint64_t hosts = fields.count("hosts");
  if (hosts < 1 || hosts > kMostHosts) base::JsonFields::fail("hosts", "the number of hosts");
  state.shape.hosts = static_cast<int>(hosts);
  state.shape.rate = fields.text("rate");
  if (!bits_per_s(state.shape.rate)) base::JsonFields::fail("rate", "a rate");
  state.complete = fields.flag("complete");
  if (!fields.at("namespaces").is_array()) base::JsonFields::fail("namespaces", "a list");
  for (const json& name : fields.at("namespaces")) {
    if (!name.is_string() || !is_own_namespace(name.get<std::string>()))
      base::JsonFields::fail("namespaces", "a list of namespaces of a testbed");
    state.namespaces.push_back(name.get<std::string>());
  }
  return state;
}

}  // namespace

std::optional<double> bits_per_s(const std::string& rate) {
  constexpr double kLeast = 1e6;
  constexpr double kMost = 100e9;
  const std::size_t digits = std::min(rate.find_first_not_of("0123456789"), rate.size());
  const auto number = whole_number(std::string_view(rate).substr(0, digits));
  const std::string_view unit = std::string_view(rate).substr(digits);
  const double factor = unit == "kbit" ? 1e3 : unit == "mbit" ? 1e6 : unit == "gbit" ? 1e9 : 0;
  const double bits = number ? *number * factor : 0;
  return bits >= kLeast && bits <= kMost ? std::optional(bits) : std::nullopt;
}

std::string namespace_of_host(int host) { return fmt::format("{}{}", kPrefix, host); }

std::string namespace_of_switch() { return fmt::format("{}switch", kPrefix); }

std::string network() { return fmt::format("{}0/24", kNetwork); }

std::string address_of_host(int host) { return fmt::format("{}{}", kNetwork, host); }

std::optional<int> host_numbered(const std::string& number) {
  const auto host = whole_number(number);
  return is_host(host) ? host : std::nullopt;
}

std::optional<int> host_with_address(const std::string& address) {
  if (!address.starts_with(kNetwork)) return std::nullopt;
  return host_numbered(address.substr(kNetwork.size()));
}

std::filesystem::path state_file() { return "/run/sparlab-testbed.json"; }

std::filesystem::path lock_file() { return "/run/sparlab-testbed.lock"; }

bool namespace_exists(const std::string& name) {
  std::error_code error;
  return std::filesystem::exists("/run/netns/" + name, error);
}

bool is_whole(const State& state) {
  return state.complete && std::ranges::all_of(state.namespaces, namespace_exists);
}

std::optional<State> load_state(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error) && !error) return std::nullopt;
  try {
    return state_from_json(base::read_json_file(file));
  } catch (const std::exception& reason) {
    throw base::EnvironmentError(
        fmt::format("{} is not the state of a testbed: {}", file.string(), reason.what()));
  }
}

void store_state(const State& state, const std::filesystem::path& file) {
  const json object = {{"hosts", state.shape.hosts},
                       {"rate", state.shape.rate},
                       {"complete", state.complete},
                       {"namespaces", state.namespaces}};
  base::write_whole_file(file, object.dump(2) + "\n");
}

Shape require_testbed() {
  const std::optional<State> state = load_state();
  if (state && is_whole(*state)) return state->shape;
  throw base::EnvironmentError(
      state ? "the testbed is incomplete; `sparlab testbed up` makes it again"
            : "there is no testbed; `sparlab testbed up` makes one");
}

}  // namespace sparlab::machines::testbed
