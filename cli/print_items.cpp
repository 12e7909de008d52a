#include "cli/print_items.hpp"

#include <iostream>
#include <nlohmann/json.hpp>

#include "experiments/text/text_table.hpp"

namespace sparlab::cli {
namespace {

using nlohmann::json;

std::string cell(const json& item, const std::string& column) {
  if (!item.contains(column)) return "-";
  return item.at(column).is_string() ? item.at(column).get<std::string>() : item.at(column).dump();
}

}  // namespace

void print_items(const json& items, const std::vector<std::string>& columns, OutputFormat format) {
  if (format == OutputFormat::json) {
    std::cout << items.dump(2) << '\n';
    return;
  }
  std::vector<std::vector<std::string>> rows = {columns};
  for (const json& item : items) {
    rows.emplace_back();
    for (const std::string& column : columns) rows.back().push_back(cell(item, column));
  }
  experiments::print_columns(std::cout, rows);
}

}  // namespace sparlab::cli
