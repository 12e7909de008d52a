#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "algos/registry/registry.hpp"
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "experiments/definition/data_folders.hpp"
#include "experiments/errors/config_error.hpp"
#include "experiments/json/json_text.hpp"
#include "experiments/plan/names.hpp"
#include "experiments/platform/local_platform.hpp"
#include "experiments/platform/platform_file.hpp"
#include "experiments/report/text_table.hpp"

namespace sparlab::cli {
namespace {

using nlohmann::json;
using namespace sparlab::experiments;

json list_algorithms() {
  json items = json::array();
  for (const algos::AlgorithmInfo& info : algos::algorithms()) {
    json engines = json::array();
    for (const Engine engine : kEngines)
      if (!info.native_mpi || engine == Engine::mpi) engines.push_back(name_of(engine));
    items.push_back({{"name", info.name},
                     {"title", info.title},
                     {"source", info.source},
                     {"engines", engines},
                     {"dense_input", info.dense_input}});
  }
  return items;
}

json list_engines() {
  json items = json::array();
  for (const Engine engine : kEngines)
    items.push_back({{"name", name_of(engine)}, {"title", describe(engine)}});
  return items;
}

/// A file that cannot be used is listed with the reason: the others must stay visible.
json list_platforms() {
  json items = json::array();
  for (const NamedFile& file : list_platform_files()) {
    json item = {{"name", file.name}, {"path", file.path.string()}};
    try {
      const PlatformFile platform = load_platform(file.path);
      item["title"] = platform.title;
      item["hosts"] = platform.max_hosts;
      item["simgrid"] = platform.simulated.has_value();
    } catch (const ConfigError& error) {
      item["title"] = std::string("unusable: ") + error.what();
    }
    items.push_back(item);
  }
  const auto is_local = [](const json& item) { return item["name"] == kLocalPlatform; };
  if (std::ranges::none_of(items, is_local)) {
    items.push_back(
        {{"name", kLocalPlatform},
         {"title", "This machine; measured at its first use, or by sparlab calibrate"}});
  }
  return items;
}

json list_suites() {
  json items = json::array();
  for (const NamedFile& file : list_suite_files()) {
    json item = {{"name", file.name}, {"path", file.path.string()}};
    try {
      item["title"] = read_json_file(file.path).value("title", file.name);
    } catch (const std::exception& error) {
      item["title"] = std::string("unusable: ") + error.what();
    }
    items.push_back(item);
  }
  return items;
}

std::string cell(const json& item, const std::string& column) {
  if (!item.contains(column)) return "-";
  return item.at(column).is_string() ? item.at(column).get<std::string>() : item.at(column).dump();
}

void print(const json& items, const std::vector<std::string>& columns, OutputFormat format) {
  if (format == OutputFormat::json) {
    std::cout << items.dump(2) << '\n';
    return;
  }
  std::vector<std::vector<std::string>> rows = {columns};
  for (const json& item : items) {
    rows.emplace_back();
    for (const std::string& column : columns) rows.back().push_back(cell(item, column));
  }
  print_columns(std::cout, rows);
}

}  // namespace

int list_command(const ListArguments& arguments) {
  if (arguments.what.empty())
    throw ConfigError("command line", "list", "nothing to list",
                      "algorithms, platforms, engines, suites");
  if (arguments.what == "algorithms") {
    print(list_algorithms(), {"name", "title", "source"}, arguments.format);
  } else if (arguments.what == "engines") {
    print(list_engines(), {"name", "title"}, arguments.format);
  } else if (arguments.what == "platforms") {
    print(list_platforms(), {"name", "hosts", "title"}, arguments.format);
  } else {
    print(list_suites(), {"name", "title", "path"}, arguments.format);
  }
  return kSuccess;
}

}  // namespace sparlab::cli
