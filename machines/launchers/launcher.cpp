#include "machines/launchers/launcher.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/json/strict_object.hpp"
#include "base/system/data_folders.hpp"
#include "base/system/environment.hpp"
#include "base/system/program_path.hpp"
#include "base/text/content_hash.hpp"
#include "base/text/nearest_name.hpp"
#include "machines/testbed/testbed_use.hpp"

namespace sparlab::machines {
namespace {

/// How mpirun starts its daemon on a host. It separates words by spaces and commands by colons.
std::string remote_agent(const std::string& program) {
  if (program.find_first_of(" :") != std::string::npos)
    throw base::EnvironmentError(
        fmt::format("mpirun cannot start {}, whose path has a space or a colon", program));
  return program + " testbed-agent";
}

/// All messages take the Ethernet, none the loopback device or shared memory.
std::vector<std::string> mpirun_arguments(const std::string& agent) {
  const std::string network = testbed::network();
  std::vector<std::string> arguments = {"--noprefix", "--leave-session-attached", "--bind-to",
                                        "none"};
  for (const auto& [name, value] : {std::pair<std::string, std::string>{"plm_rsh_agent", agent},
                                    {"plm_rsh_no_tree_spawn", "1"},
                                    {"pml", "ob1"},
                                    {"btl", "tcp,self"},
                                    {"btl_tcp_if_include", network},
                                    {"oob_tcp_if_include", network},
                                    {"mpi_yield_when_idle", "1"}})
    arguments.insert(arguments.end(), {"--mca", name, value});
  return arguments;
}

/// Starts ranks with Open MPI's mpirun on the hosts of the testbed, over TCP: rank i on host i
/// modulo their number. Its hash depends on the shape of the testbed. `testbed down` refuses to
/// remove it while this process runs.
/// Errors  EnvironmentError: there is no testbed, or mpirun cannot be told the path of this
/// program.
Launcher testbed_launcher() {
  const testbed::Shape shape = testbed::require_testbed();
  testbed::become_user();
  const std::string program = base::own_program().string();
  Launcher launcher;
  launcher.name = fmt::format("{} ({} hosts, {})", kTestbedLauncher, shape.hosts, shape.rate);
  launcher.arguments = mpirun_arguments(remote_agent(program));
  launcher.within = {program, "testbed", "exec", "1"};
  for (int host = 1; host <= shape.hosts; ++host)
    launcher.hosts.push_back({testbed::address_of_host(host), base::usable_processors()});
  launcher.ranks_per_host = 1;
  launcher.hosts_share_processors = true;
  launcher.obstacle = [shape] { return testbed::obstacle(shape); };
  // Without what depends on where this program is.
  launcher.hash = base::content_hash(
      fmt::format("{} {}", launcher.name, fmt::join(mpirun_arguments("agent"), " ")));
  return launcher;
}

using nlohmann::json;

const std::vector<std::string> kNames = {std::string(kLocalLauncher),
                                         std::string(kTestbedLauncher)};
const std::vector<std::string> kPlaceholders = {"{ranks}", "{worker}"};

constexpr const char* kLowerCase = "abcdefghijklmnopqrstuvwxyz_";
constexpr const char* kWord = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
constexpr const char* kHostName =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";

bool consists_of(std::string_view text, const char* characters) {
  return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

bool has_control_character(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

/// Texts in braces that look like a placeholder: lower case letters and '_'.
std::vector<std::string> placeholders_in(const std::string& argument) {
  std::vector<std::string> found;
  for (std::size_t begin = 0; (begin = argument.find('{', begin)) != std::string::npos; ++begin) {
    const std::size_t end = argument.find('}', begin);
    if (end == std::string::npos) break;
    const std::string name = argument.substr(begin + 1, end - begin - 1);
    if (consists_of(name, kLowerCase)) found.push_back("{" + name + "}");
  }
  return found;
}

/// Reads a launcher from a file.
class LauncherReader {
 public:
  LauncherReader(const json& content, const std::string& file)
      : document_(content, file), file_(file) {}

  Launcher read() {
    if (document_.optional("extends") && document_.choice("extends", kNames) == 1)
      launcher_ = testbed_launcher();
    launcher_.name = file_;
    if (document_.optional("notes")) document_.text("notes");
    if (document_.optional("command")) read_command();
    if (document_.optional("arguments")) read_arguments();
    if (document_.optional("hosts")) read_hosts();
    if (document_.optional("ranks_per_host")) {
      if (launcher_.hosts.empty()) document_.fail("ranks_per_host", "this key only with hosts");
      launcher_.ranks_per_host = static_cast<std::uint64_t>(document_.count("ranks_per_host"));
    }
    if (document_.optional("environment")) read_environment();
    document_.finish();
    return std::move(launcher_);
  }

 private:
  std::vector<std::string> arguments(const std::string& key) {
    std::vector<std::string> texts = document_.list(key);
    if (std::ranges::any_of(texts, has_control_character))
      document_.fail(key, "texts without control characters");
    return texts;
  }

  void read_command() {
    if (document_.has("extends"))
      document_.fail("command", "this key only without extends, which says how ranks start");
    launcher_.command = arguments("command");
    std::vector<std::string> used;
    for (const std::string& argument : launcher_.command)
      for (const std::string& placeholder : placeholders_in(argument)) {
        if (std::ranges::find(kPlaceholders, placeholder) == kPlaceholders.end())
          throw base::ConfigError(file_, "command",
                                  fmt::format("no placeholder \"{}\"", placeholder),
                                  fmt::format("{}", fmt::join(kPlaceholders, ", ")),
                                  base::nearest_name(placeholder, kPlaceholders));
        used.push_back(placeholder);
      }
    const auto& command = launcher_.command;
    if (std::ranges::count(used, "{worker}") != 1 || std::ranges::count(command, "{worker}") != 1 ||
        command.front() == "{worker}")
      document_.fail("command", "a program, and \"{worker}\" as one of its arguments");
    if (std::ranges::count(used, "{ranks}") == 0)
      document_.fail("command", "arguments of which one contains {ranks}");
  }

  void read_arguments() {
    if (!launcher_.command.empty())
      document_.fail("arguments", "this key only without command: they are added to mpirun's");
    for (std::string& argument : arguments("arguments"))
      launcher_.arguments.push_back(std::move(argument));
  }

  void read_hosts() {
    if (!launcher_.hosts.empty())
      document_.fail("hosts", "this key only without the testbed, which has hosts");
    std::set<std::string> names;
    for (base::StrictObject& object : document_.objects("hosts")) {
      Host host{object.text("name"), static_cast<std::uint64_t>(object.count("processors"))};
      // mpirun separates hosts by ',' and their numbers by ':'.
      if (!consists_of(host.name, kHostName) || host.name.front() == '-')
        object.fail("name", "the name or IPv4 address of a host");
      if (!names.insert(host.name).second) object.fail("name", "a host that is not listed yet");
      object.finish();
      launcher_.hosts.push_back(std::move(host));
    }
  }

  void read_environment() {
    launcher_.environment = document_.texts("environment");
    for (const auto& [name, value] : launcher_.environment) {
      const bool is_name = consists_of(name, kWord) && (name.front() < '0' || name.front() > '9');
      if (!is_name || has_control_character(value))
        document_.fail("environment",
                       "names of letters, digits and '_', with texts without control characters");
    }
  }

  base::StrictObject document_;
  const std::string& file_;
  Launcher launcher_;
};

/// Ranks that one filling of a host puts there.
std::uint64_t share_of(const Launcher& launcher, const Host& host) {
  return launcher.ranks_per_host == 0 ? host.processors : launcher.ranks_per_host;
}

double ratio(std::uint64_t count, std::uint64_t processors) {
  return static_cast<double>(count) / static_cast<double>(processors);
}

struct FullestHost {
  std::size_t position = 0;
  double ranks_per_processor = 0;
};

FullestHost fullest_host(const Launcher& launcher, std::uint64_t ranks) {
  const std::vector<std::uint64_t> counts = ranks_on_hosts(launcher, ranks);
  FullestHost fullest;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double here = ratio(counts[i], launcher.hosts[i].processors);
    if (here > fullest.ranks_per_processor) fullest = {i, here};
  }
  return fullest;
}

}  // namespace

Launcher launcher_from_json(const json& content, const std::string& file) {
  Launcher launcher = LauncherReader(content, file).read();
  launcher.hash = base::content_hash(launcher.hash + content.dump());
  return launcher;
}

Launcher find_launcher(const std::string& name, const std::string& file,
                       const std::string& json_path) {
  if (name == kLocalLauncher) return {};
  if (name == kTestbedLauncher) return testbed_launcher();
  if (name.find('/') != std::string::npos || name.ends_with(".json")) {
    const std::string path = base::resolve_data_path(name, file);
    return launcher_from_json(base::read_json_file(path), path);
  }
  throw base::ConfigError(
      file, json_path, fmt::format("no launcher \"{}\"", name),
      fmt::format("{}, or the path of a launcher file", fmt::join(kNames, ", ")),
      base::nearest_name(name, kNames));
}

std::vector<std::uint64_t> ranks_on_hosts(const Launcher& launcher, std::uint64_t ranks) {
  std::uint64_t at_once = 0;
  for (const Host& host : launcher.hosts) at_once += share_of(launcher, host);
  std::uint64_t left = ranks % at_once;
  std::vector<std::uint64_t> counts;
  for (const Host& host : launcher.hosts) {
    const std::uint64_t share = share_of(launcher, host);
    const std::uint64_t last = std::min(left, share);
    left -= last;
    counts.push_back(ranks / at_once * share + last);
  }
  return counts;
}

double ranks_per_processor(const Launcher& launcher, std::uint64_t ranks) {
  if (!launcher.hosts.empty() && !launcher.hosts_share_processors)
    return fullest_host(launcher, ranks).ranks_per_processor;
  return launcher.command.empty() ? ratio(ranks, base::usable_processors()) : 0;
}

std::string describe_oversubscription(const Launcher& launcher, std::uint64_t ranks) {
  if (launcher.hosts_share_processors)
    return fmt::format("more ranks than the {} processors that all hosts share",
                       base::usable_processors());
  if (launcher.hosts.empty())
    return fmt::format("more ranks than the {} processors", base::usable_processors());
  const Host& host = launcher.hosts[fullest_host(launcher, ranks).position];
  return fmt::format("more ranks than the {} processors of host {}", host.processors, host.name);
}

}  // namespace sparlab::machines
