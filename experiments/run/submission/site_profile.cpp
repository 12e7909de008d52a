#include "experiments/run/submission/site_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/json/strict_object.hpp"

namespace sparlab::experiments::run {
namespace {

constexpr std::uint64_t kLeastMinutes = 5;  // a signal comes two minutes before the end
constexpr std::uint64_t kMostMinutes = 60 * 24 * 60;
constexpr std::uint64_t kMostTasksOfArray = 1000000;

/// Letters, digits and `more`.
bool consists_of(std::string_view text, std::string_view more) {
  return std::ranges::all_of(text, [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           more.find(c) != std::string_view::npos;
  });
}

bool is_name(const std::string& text) { return text.front() != '-' && consists_of(text, "_.,+-"); }
bool is_module(const std::string& text) {
  return text.front() != '-' && consists_of(text, "_.+-/@=:");
}
bool is_variable(const std::string& text) {
  return !text.empty() && consists_of(text, "_") && !(text.front() >= '0' && text.front() <= '9');
}
bool is_printable(const std::string& text) {
  return std::ranges::none_of(
      text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
}
bool is_word_of_launcher(const std::string& text) {
  return is_printable(text) && text.find_first_of("{}") == std::string::npos;
}
/// An option of sbatch that the script does not set itself.
bool is_option(const std::string& text) {
  const std::string name = text.substr(0, text.find('='));
  return is_printable(text) && name.starts_with("--") && name != "--array" &&
         name != "--dependency" && name != "--output" && name != "--wrap" && name != "--parsable";
}

}  // namespace

double SiteProfile::task_seconds() const {
  return task_minutes > 0 ? 60.0 * static_cast<double>(task_minutes)
                          : 15.0 * static_cast<double>(time_limit_minutes);
}

SiteProfile site_profile_from_json(const nlohmann::json& content, const std::string& file) {
  base::StrictObject document(content, file);
  SiteProfile profile;
  const auto name = [&](const std::string& key, std::string& text) {
    if (!document.optional(key)) return;
    text = document.text(key);
    if (!is_name(text)) document.fail(key, "letters, digits and _ . , + -, not beginning with '-'");
  };
  const auto count = [&](const std::string& key, std::uint64_t& number, std::uint64_t least,
                         std::uint64_t most) {
    if (!document.optional(key)) return;
    number = static_cast<std::uint64_t>(document.count(key));
    if (number < least || number > most)
      document.fail(key, fmt::format("a whole number from {} to {}", least, most));
  };
  const auto words = [&](const std::string& key, std::vector<std::string>& texts,
                         bool (*accepts)(const std::string&), const char* accepted) {
    if (!document.optional(key)) return;
    texts = document.list(key);
    if (!std::ranges::all_of(texts, accepts)) document.fail(key, accepted);
  };
  name("partition", profile.partition);
  name("account", profile.account);
  name("qos", profile.qos);
  count("time_limit_minutes", profile.time_limit_minutes, kLeastMinutes, kMostMinutes);
  count("task_minutes", profile.task_minutes, 1, profile.time_limit_minutes);
  count("processors_per_task", profile.processors_per_task, 1, 4096);
  count("tasks_per_node", profile.tasks_per_node, 1, 65536);
  count("tasks_at_once", profile.tasks_at_once, 1, kMostTasksOfArray);
  count("array_size", profile.array_size, 1, kMostTasksOfArray);
  const char* const of_launcher =
      "a program and its arguments as a list, such as [\"srun\", \"--mpi=pmix\"], without { and }; "
      "\"-n\", the number of ranks and the worker follow them";
  words("launcher", profile.launcher, is_word_of_launcher, of_launcher);
  if (document.has("launcher") &&
      (profile.launcher.empty() || profile.launcher.front().front() == '-'))
    document.fail("launcher", of_launcher);
  words("modules", profile.modules, is_module,
        "names of modules: letters, digits and _ . + - / @ = :");
  words("arguments", profile.arguments, is_option,
        "options of sbatch in the form --name or --name=value, other than --array, --dependency, "
        "--output, --parsable and --wrap");
  if (document.optional("environment")) {
    profile.environment = document.texts("environment");
    for (const auto& [variable, value] : profile.environment)
      if (!is_variable(variable) || !is_printable(value))
        document.fail("environment",
                      "names of letters, digits and '_', with texts without control characters");
  }
  if (document.optional("notes")) document.text("notes");
  document.finish();
  return profile;
}

}  // namespace sparlab::experiments::run
