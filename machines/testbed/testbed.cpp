#include "machines/testbed/testbed.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "base/errors/errors.hpp"
#include "base/system/child_process.hpp"
#include "base/system/interruption.hpp"
#include "base/system/program_path.hpp"
#include "base/system/whole_file.hpp"
#include "base/text/text_table.hpp"
#include "machines/testbed/testbed_use.hpp"

namespace sparlab::machines::testbed {
namespace {

std::string content_of(const base::FileDescriptor& file) {
  std::string text;
  std::array<char, 4096> buffer{};
  ::lseek(file.get(), 0, SEEK_SET);
  for (ssize_t count = 0; (count = ::read(file.get(), buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(count));
  return text;
}

/// Errors  EnvironmentError: this user is not root, or `ip`, `tc` or `ethtool` is not in PATH;
///         names the missing ones and their packages.
void require_tools() {
  if (::geteuid() != 0)
    throw base::EnvironmentError("a testbed needs root, because it makes network namespaces");
  std::vector<std::string> missing;
  for (const char* const program : {"ip", "tc"})
    if (base::find_program(program).empty())
      missing.push_back(fmt::format("{} (Debian: iproute2)", program));
  if (base::find_program("ethtool").empty()) missing.emplace_back("ethtool (Debian: ethtool)");
  if (!missing.empty())
    throw base::EnvironmentError(
        fmt::format("a testbed needs programs that are not in PATH: {}", fmt::join(missing, ", ")));
}

/// Runs a program and returns what it printed on its standard output. `needs` is the feature of the
/// kernel that it uses, for the message.
/// Errors  EnvironmentError: it failed.
std::string run_tool(const std::vector<std::string>& command, const std::string& needs) {
  base::FileDescriptor output(::memfd_create("output", MFD_CLOEXEC));
  base::FileDescriptor passed_on(::dup(output.get()));
  if (!output.valid() || !passed_on.valid())
    throw base::EnvironmentError(fmt::format("cannot keep an output: {}", std::strerror(errno)));
  base::ChildProcess tool(command, {.output = std::move(passed_on)});
  tool.wait();
  if (!tool.succeeded())
    throw base::EnvironmentError(
        fmt::format("`{}` {}; it needs {}", fmt::join(command, " "), tool.describe_end(), needs));
  return content_of(output);
}

constexpr const char* kNamespaces =
    "network namespaces in the kernel (CONFIG_NET_NS) and root's rights";
constexpr const char* kBridge = "the kernel's bridge (CONFIG_BRIDGE)";
constexpr const char* kVeth = "the kernel's virtual Ethernet pairs (CONFIG_VETH)";
constexpr const char* kBucket = "the kernel's token bucket (CONFIG_NET_SCH_TBF)";
constexpr const char* kOffloads =
    "a kernel whose virtual Ethernet devices have offloads to turn off";

constexpr const char* kDevice = "e0";  ///< of a host
constexpr const char* kSwitch = "br0";

/// Only one process at a time changes the testbed.
class Lock {
 public:
  Lock() : file_(::open(lock_file().c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644)) {
    if (file_.valid() && ::flock(file_.get(), LOCK_EX | LOCK_NB) == 0) return;
    throw base::EnvironmentError(
        errno == EWOULDBLOCK
            ? std::string("another sparlab is changing the testbed")
            : fmt::format("cannot lock {}: {}", lock_file().string(), std::strerror(errno)));
  }

 private:
  base::FileDescriptor file_;
};

std::string port_of(int host) { return fmt::format("p{}", host); }

void remove_namespaces(const State& state) {
  for (const std::string& name : state.namespaces)
    if (namespace_exists(name)) run_tool({"ip", "netns", "del", name}, kNamespaces);
  std::error_code error;
  std::filesystem::remove(state_file(), error);
}

/// Makes the parts of a testbed one after the other.
class Builder {
 public:
  explicit Builder(const Shape& shape) : shape_(shape) {}

  void build() {
    make_switch();
    for (int host = 1; host <= shape_.hosts; ++host) make_host(host);
  }

 private:
  static void run(const std::vector<std::string>& command, const char* needs) {
    if (base::interrupted()) throw base::EnvironmentError("interrupted; the testbed is removed");
    run_tool(command, needs);
  }

  /// `ip` in a namespace.
  static void ip_in(const std::string& name, std::vector<std::string> arguments,
                    const char* needs) {
    arguments.insert(arguments.begin(), {"ip", "-n", name});
    run(arguments, needs);
  }

  static void make_switch() {
    const std::string name = namespace_of_switch();
    run({"ip", "netns", "add", name}, kNamespaces);
    ip_in(name, {"link", "add", kSwitch, "type", "bridge", "stp_state", "0", "forward_delay", "0"},
          kBridge);
    start_device(name, kSwitch);
  }

  void make_host(int host) const {
    const std::string name = namespace_of_host(host);
    run({"ip", "netns", "add", name}, kNamespaces);
    run({"ip", "link", "add", "name", kDevice, "netns", name, "type", "veth", "peer", "name",
         port_of(host), "netns", namespace_of_switch()},
        kVeth);
    ip_in(namespace_of_switch(), {"link", "set", port_of(host), "master", kSwitch}, kBridge);
    ip_in(name, {"addr", "add", address_of_host(host) + "/24", "dev", kDevice}, kVeth);
    ip_in(name, {"link", "set", "lo", "up"}, kNamespaces);
    shape(name, kDevice);
    shape(namespace_of_switch(), port_of(host));
    start_device(namespace_of_switch(), port_of(host));
    start_device(name, kDevice);
  }

  /// Without IPv6 addresses, whose announcements would be other traffic.
  static void start_device(const std::string& name, const std::string& device) {
    ip_in(name, {"link", "set", "dev", device, "addrgenmode", "none"}, kVeth);
    ip_in(name, {"link", "set", "dev", device, "up"}, kVeth);
  }

  /// What leaves the device has the rate of the testbed. Offloads would pass up to 64 KiB through
  /// it as one packet, with one header, which no Ethernet does.
  void shape(const std::string& name, const std::string& device) const {
    run({"ip", "netns", "exec", name, "ethtool", "-K", device, "tso", "off", "gso", "off", "gro",
         "off"},
        kOffloads);
    const double bytes_per_s = *bits_per_s(shape_.rate) / 8;
    // The bucket must hold the largest frame, and what passes between two interrupts of a fast
    // port.
    const double burst_bytes = std::max(2048.0, 20e-6 * bytes_per_s);
    const double queue_bytes = burst_bytes + std::max(65536.0, 0.05 * bytes_per_s);
    run({"tc", "-n", name, "qdisc", "replace", "dev", device, "root", "tbf", "rate", shape_.rate,
         "burst", fmt::format("{:.0f}", burst_bytes), "limit", fmt::format("{:.0f}", queue_bytes)},
        kBucket);
  }

  const Shape& shape_;
};

State planned_state(const Shape& shape) {
  State state{shape, false, {namespace_of_switch()}};
  for (int host = 1; host <= shape.hosts; ++host)
    state.namespaces.push_back(namespace_of_host(host));
  return state;
}

/// The bytes and frames that a port has sent and dropped.
std::vector<std::string> port_counts(const std::string& name, const std::string& device) {
  const std::string text =
      run_tool({"tc", "-n", name, "-s", "-j", "qdisc", "show", "dev", device}, kBucket);
  const auto queues = nlohmann::json::parse(text, nullptr, false);
  if (queues.is_array())
    for (const auto& queue : queues)
      if (queue.is_object() && queue.value("root", false) && queue.contains("bytes"))
        return {queue["bytes"].dump(), queue.value("packets", nlohmann::json()).dump(),
                queue.value("drops", nlohmann::json()).dump()};
  throw base::EnvironmentError(
      fmt::format("`tc` describes {} of {} in an unknown form", device, name));
}

}  // namespace

void up(const Shape& shape) {
  require_tools();
  const Lock lock;
  if (const std::optional<State> old = load_state()) {
    if (is_whole(*old))
      throw base::EnvironmentError(
          fmt::format("a testbed of {} hosts at {} is up; `sparlab testbed down` removes it",
                      old->shape.hosts, old->shape.rate));
    remove_namespaces(*old);
  }
  State state = planned_state(shape);
  for (const std::string& name : state.namespaces)
    if (namespace_exists(name))
      throw base::EnvironmentError(fmt::format(
          "there is a network namespace {} that no testbed made; `ip netns del {}` removes it",
          name, name));
  store_state(state);
  const base::InterruptionGuard guard;
  try {
    Builder(shape).build();
    state.complete = true;
    store_state(state);
  } catch (...) {
    remove_namespaces(state);
    throw;
  }
}

bool down(bool force) {
  require_tools();
  const Lock lock;
  const std::optional<State> state = load_state();
  const std::optional<std::string> used_by = force ? std::nullopt : user();
  if (state && used_by)
    throw base::EnvironmentError(fmt::format(
        "{} is using the testbed; `sparlab testbed down --force` removes it all the same",
        *used_by));
  if (state) remove_namespaces(*state);
  return state.has_value();
}

bool print_status(std::ostream& out) {
  const std::optional<State> state = load_state();
  if (!state || !is_whole(*state)) {
    out << (state ? "testbed: incomplete\n" : "testbed: down\n");
    return false;
  }
  require_tools();
  out << fmt::format("testbed: {} hosts, {}\n", state->shape.hosts, state->shape.rate);
  std::vector<std::vector<std::string>> rows = {{"host", "address", "sent_bytes", "sent_frames",
                                                 "dropped", "received_bytes", "received_frames",
                                                 "dropped_by_switch"}};
  for (int host = 1; host <= state->shape.hosts; ++host) {
    std::vector<std::string> row = {namespace_of_host(host), address_of_host(host)};
    for (const auto& counts : {port_counts(namespace_of_host(host), kDevice),
                               port_counts(namespace_of_switch(), port_of(host))})
      row.insert(row.end(), counts.begin(), counts.end());
    rows.push_back(std::move(row));
  }
  base::print_columns(out, rows);
  return true;
}

}  // namespace sparlab::machines::testbed
