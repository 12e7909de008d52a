#include "base/system/environment.hpp"
#include "base/text/text_table.hpp"
#include "cli/verb.hpp"

namespace sparlab::cli {

Run add_env(Options& options) {
  const auto& format = add_format(options);
  return [&] {
    const auto environment = base::describe_environment();
    std::vector<std::vector<std::string>> rows;
    for (const auto& [name, value] : environment) rows.push_back({name, value});
    if (format == OutputFormat::json)
      print_json(nlohmann::json(environment));
    else
      base::print_columns(std::cout, rows);
    return kSuccess;
  };
}

}  // namespace sparlab::cli
