#include "experiments/run/submission/site_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/json/strict_object.hpp"

namespace sparlab::experiments::run {
namespace {

using nlohmann::json;

constexpr std::uint64_t kLeastMinutes = 5;  // a signal comes three minutes before the end
constexpr std::uint64_t kMostMinutes = 60 * 24 * 60;
constexpr std::uint64_t kMostTasksOfArray = 1000000;

bool is_one_of(char c, std::string_view more) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         more.find(c) != std::string_view::npos;
}

bool consists_of_words(std::string_view text, std::string_view more) {
  return std::ranges::all_of(text, [&](char c) { return is_one_of(c, more); });
}

bool is_printable(const std::string& text) {
  return std::ranges::none_of(
      text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
}

class ProfileReader {
 public:
  ProfileReader(const json& content, const std::string& file) : document_(content, file) {
    profile_.file = file;
  }

  SiteProfile read() {
    read_name("partition", profile_.partition);
    read_name("account", profile_.account);
    read_name("qos", profile_.qos);
    read_count("time_limit_minutes", profile_.time_limit_minutes, kLeastMinutes, kMostMinutes);
    read_count("task_minutes", profile_.task_minutes, 1, profile_.time_limit_minutes);
    read_count("processors_per_task", profile_.processors_per_task, 1, 4096);
    read_count("tasks_per_node", profile_.tasks_per_node, 1, 65536);
    read_count("tasks_at_once", profile_.tasks_at_once, 1, kMostTasksOfArray);
    read_count("array_size", profile_.array_size, 1, kMostTasksOfArray);
    if (document_.optional("launcher")) read_launcher();
    if (document_.optional("modules")) read_modules();
    if (document_.optional("arguments")) read_arguments();
    if (document_.optional("environment")) read_environment();
    if (document_.optional("notes")) document_.text("notes");
    document_.finish();
    return std::move(profile_);
  }

 private:
  void read_name(const std::string& key, std::string& name) {
    if (!document_.optional(key)) return;
    name = document_.text(key);
    if (name.front() == '-' || !consists_of_words(name, "_.,+-"))
      document_.fail(key, "letters, digits and _ . , + -, not beginning with '-'");
  }

  void read_count(const std::string& key, std::uint64_t& count, std::uint64_t least,
                  std::uint64_t most) {
    if (!document_.optional(key)) return;
    count = static_cast<std::uint64_t>(document_.count(key));
    if (count < least || count > most)
      document_.fail(key, fmt::format("a whole number from {} to {}", least, most));
  }

  std::vector<std::string> words(const std::string& key) {
    std::vector<std::string> texts = document_.list(key);
    if (!std::ranges::all_of(texts, is_printable))
      document_.fail(key, "words without control characters");
    return texts;
  }

  void read_launcher() {
    profile_.launcher = words("launcher");
    if (profile_.launcher.empty() || profile_.launcher.front().front() == '-')
      document_.fail("launcher",
                     "a program and its arguments as a list, such as [\"srun\", \"--mpi=pmix\"]; "
                     "the number of ranks and the worker follow them");
    if (std::ranges::any_of(profile_.launcher, [](const std::string& word) {
          return word.find_first_of("{}") != std::string::npos;
        }))
      document_.fail("launcher",
                     "words without { and }: \"-n\", the number of ranks and the worker "
                     "follow them");
  }

  void read_modules() {
    profile_.modules = words("modules");
    const auto is_module = [](const std::string& word) {
      return word.front() != '-' && consists_of_words(word, "_.+-/@=:");
    };
    if (!std::ranges::all_of(profile_.modules, is_module))
      document_.fail("modules", "names of modules: letters, digits and _ . + - / @ = :");
  }

  void read_arguments() {
    profile_.arguments = words("arguments");
    const auto is_option = [](const std::string& word) { return word.starts_with("--"); };
    if (!std::ranges::all_of(profile_.arguments, is_option))
      document_.fail("arguments", "options of sbatch in the form --name or --name=value");
    for (const std::string_view own :
         {"--array", "--dependency", "--output", "--wrap", "--parsable"})
      if (std::ranges::any_of(profile_.arguments, [&](const std::string& word) {
            return word.substr(0, word.find('=')) == own;
          }))
        document_.fail("arguments",
                       fmt::format("other options than {}, which the script sets", own));
  }

  void read_environment() {
    profile_.environment = document_.texts("environment");
    for (const auto& [name, value] : profile_.environment) {
      const bool is_name = !name.empty() && consists_of_words(name, "_") &&
                           !(name.front() >= '0' && name.front() <= '9');
      if (!is_name || !is_printable(value))
        document_.fail("environment",
                       "names of letters, digits and '_', with texts without control characters");
    }
  }

  base::StrictObject document_;
  SiteProfile profile_;
};

}  // namespace

double SiteProfile::task_seconds() const {
  return task_minutes > 0 ? 60.0 * static_cast<double>(task_minutes)
                          : 15.0 * static_cast<double>(time_limit_minutes);
}

SiteProfile site_profile_from_json(const json& content, const std::string& file) {
  return ProfileReader(content, file).read();
}

SiteProfile read_site_profile(const std::filesystem::path& file) {
  return site_profile_from_json(base::read_json_file(file), file.string());
}

json site_profile_to_json(const SiteProfile& profile) {
  json object = {{"time_limit_minutes", profile.time_limit_minutes},
                 {"processors_per_task", profile.processors_per_task},
                 {"array_size", profile.array_size},
                 {"modules", profile.modules},
                 {"arguments", profile.arguments},
                 {"environment", profile.environment}};
  const auto add_text = [&](const char* key, const std::string& text) {
    if (!text.empty()) object[key] = text;
  };
  const auto add_count = [&](const char* key, std::uint64_t count) {
    if (count > 0) object[key] = count;
  };
  add_text("partition", profile.partition);
  add_text("account", profile.account);
  add_text("qos", profile.qos);
  add_count("task_minutes", profile.task_minutes);
  add_count("tasks_per_node", profile.tasks_per_node);
  add_count("tasks_at_once", profile.tasks_at_once);
  if (!profile.launcher.empty()) object["launcher"] = profile.launcher;
  return object;
}

}  // namespace sparlab::experiments::run
