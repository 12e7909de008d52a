#include <algorithm>

#include "algos/registry/file_algorithms.hpp"
#include "algos/registry/registry.hpp"
#include "algos/registry/switch_algorithms.hpp"
#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"
#include "base/system/environment.hpp"
#include "base/text/text_table.hpp"
#include "cli/verb.hpp"
#include "experiments/spec/definition/spec_error.hpp"
#include "experiments/spec/points/engine.hpp"
#include "machines/calibration/local_platform.hpp"
#include "model/algorithms/algorithm_model.hpp"
#include "platforms/files/platform_file.hpp"
#include "workloads/definition/workload_file.hpp"

namespace sparlab::cli {
namespace {

using nlohmann::json;

json parameters_of(const algos::AlgorithmInfo& info) {
  json parameters = json::array();
  for (const model::ParameterInfo& parameter : info.parameters())
    parameters.push_back({{"parameter", parameter.name},
                          {"default", parameter.default_value},
                          {"accepted", parameter.accepted},
                          {"meaning", parameter.meaning}});
  return parameters;
}

bool runs(experiments::Engine engine, const algos::AlgorithmInfo& info) {
  if (!experiments::runs(engine)) return false;
  if (algos::needs_switches(model::Algorithm(info.name)))
    return engine == experiments::Engine::model || engine == experiments::Engine::loggp;
  return !info.native || experiments::measures(engine);
}

json describe(const algos::AlgorithmInfo& info) {
  const bool exact = info.exactness == algos::Exactness::exact;
  json engines = json::array();
  for (const experiments::EngineInfo& engine : experiments::kEngines)
    if (runs(engine.engine, info)) engines.push_back(engine.name);
  json item = {{"name", info.name},
               {"title", info.title},
               {"source", info.source},
               {"result", exact ? "exact" : "approximate"},
               {"engines", engines},
               {"dense", info.dense()},
               {"dense_input", info.dense_input},
               {"parameters", parameters_of(info)}};
  if (!exact) item["mass"] = info.mass == algos::Mass::conserved ? "conserved" : "lost";
  if (!info.needs.empty()) item["needs"] = info.needs;
  const auto* const known = model::find_algorithm_model(info.name);
  if (known != nullptr && known->published) {
    item["published_cost"] = known->published->formula;
    if (!known->published->correction.empty()) item["correction"] = known->published->correction;
  }
  return item;
}

/// All data of the registry.
json list_algorithms() {
  json items = json::array();
  for (const auto& infos :
       {algos::algorithms(), algos::file_algorithms(), algos::switch_algorithms()})
    for (const algos::AlgorithmInfo& info : infos) items.push_back(describe(info));
  return items;
}

/// Errors  ConfigError: no such algorithm.
json describe_algorithm(const std::string& name) {
  if (const algos::AlgorithmInfo* const info = algos::find_algorithm(name)) return describe(*info);
  throw experiments::spec_error({"algorithm", name, ""}, name, "command line", "list algorithms");
}

json list_engines() {
  json items = json::array();
  for (const experiments::EngineInfo& engine : experiments::kEngines)
    items.push_back({{"name", engine.name}, {"title", engine.title}});
  return items;
}

/// The files of one kind, which `describe` adds to. One that cannot be used is listed with the
/// reason, so that the others are still shown.
template <class Describe>
json list_files(const std::vector<base::NamedFile>& files, Describe describe) {
  json items = json::array();
  for (const base::NamedFile& file : files) {
    json item = {{"name", file.name}, {"path", file.path.string()}};
    try {
      describe(file, item);
    } catch (const std::exception& error) {
      item["title"] = std::string("unusable: ") + error.what();
    }
    items.push_back(item);
  }
  return items;
}

json list_platforms() {
  json items = list_files(base::list_platform_files(), [](const base::NamedFile& file, json& item) {
    const platforms::PlatformFile platform = platforms::load_platform(file.path);
    item["title"] = platform.title;
    item["hosts"] = platform.hosts;
    item["ranks_per_host"] = platform.placement.ranks_per_host;
    item["simgrid"] = platform.network.has_value();
  });
  const auto is_local = [](const json& item) { return item["name"] == platforms::kLocalPlatform; };
  if (std::ranges::none_of(items, is_local)) {
    items.push_back(
        {{"name", platforms::kLocalPlatform},
         {"title", "This machine; measured at its first use, or by sparlab calibrate"}});
  }
  return items;
}

json list_suites() {
  return list_files(base::list_suite_files(), [](const base::NamedFile& file, json& item) {
    item["title"] = base::read_json_file(file.path).value("title", file.name);
  });
}

json list_workloads() {
  return list_files(base::list_workload_files(), [](const base::NamedFile& file, json& item) {
    const workloads::Workload workload = workloads::load_workload(file.path.string());
    item["title"] = workload.title;
    item["parameters"] = workload.parameters();
    item["layers"] = workload.layers.size();
    item["compute_s"] = workload.compute_s();
  });
}

std::string cell(const json& item, const std::string& column) {
  if (!item.contains(column)) return "-";
  return item.at(column).is_string() ? item.at(column).get<std::string>() : item.at(column).dump();
}

/// Prints a list of objects on stdout: as JSON, their names alone, or as a table of these keys ("-"
/// if one is missing).
void print_items(const json& items, const std::vector<std::string>& columns, OutputFormat format) {
  if (format == OutputFormat::json) return print_json(items);
  if (format == OutputFormat::names) {
    for (const json& item : items) std::cout << item.at(columns.front()).get<std::string>() << '\n';
    return;
  }
  std::vector<std::vector<std::string>> rows = {columns};
  for (const json& item : items) {
    rows.emplace_back();
    for (const std::string& column : columns) rows.back().push_back(cell(item, column));
  }
  base::print_columns(std::cout, base::with_last_column_wrapped(rows, base::terminal_columns()));
}

/// The data of one algorithm, then a table of its parameters.
void list_one_algorithm(const std::string& what, const std::string& algorithm,
                        OutputFormat format) {
  if (what != "algorithms")
    throw base::ConfigError("command line", "list " + what, fmt::format("\"{}\"", algorithm),
                            "a name after algorithms only; sparlab platform show describes a "
                            "platform");
  const json found = describe_algorithm(algorithm);
  if (format == OutputFormat::json) return print_json(found);
  const json& parameters = found.at("parameters");
  if (format == OutputFormat::names) return print_items(parameters, {"parameter"}, format);
  std::vector<std::vector<std::string>> rows;
  for (const char* key :
       {"name", "title", "source", "result", "mass", "needs", "published_cost", "correction"})
    if (found.contains(key)) rows.push_back({key, found.at(key).get<std::string>()});
  base::print_columns(std::cout, rows);
  std::cout << '\n';
  if (parameters.empty()) {
    std::cout << "no parameters\n";
  } else {
    print_items(parameters, {"parameter", "default", "accepted", "meaning"}, format);
  }
}

}  // namespace

Run add_list(Options& options) {
  const auto& what = options.add<std::string>(
      "what [WHAT]", "algorithms, platforms, engines, suites or workloads",
      {one_of({"algorithms", "platforms", "engines", "suites", "workloads"})});
  const auto& algorithm =
      options.add<std::string>("name [NAME]", "An algorithm: lists its parameters");
  const auto& format =
      add_format(options, {OutputFormat::json, OutputFormat::names, OutputFormat::text});
  return [&] {
    if (what.empty())
      throw base::ConfigError("command line", "list", "nothing to list",
                              "algorithms, platforms, engines, suites, workloads");
    if (!algorithm.empty())
      list_one_algorithm(what, algorithm, format);
    else if (what == "algorithms")
      print_items(list_algorithms(), {"name", "result", "mass", "source"}, format);
    else if (what == "engines")
      print_items(list_engines(), {"name", "title"}, format);
    else if (what == "platforms")
      print_items(list_platforms(), {"name", "hosts", "title"}, format);
    else if (what == "workloads")
      print_items(list_workloads(), {"name", "parameters", "layers", "title"}, format);
    else
      print_items(list_suites(), {"name", "title"}, format);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
