#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sparlab::machines::testbed {

/// An Ethernet of hosts on one switch, emulated on this machine: a network namespace for each host,
/// and one for the switch.
struct Shape {
  int hosts = 8;
  std::string rate = "100mbit";  ///< of each port, in both directions, as tc writes it

  bool operator==(const Shape&) const = default;
};

inline constexpr int kMostHosts = 128;

/// Bits per second of "100mbit"; nullopt if it is not a whole number of kbit, mbit or gbit from
/// 1mbit to 100gbit.
std::optional<double> bits_per_s(const std::string& rate);

/// Hosts count from 1.
std::string namespace_of_host(int host);
std::string namespace_of_switch();

/// The network of all hosts, "198.18.0.0/24".
std::string network();

/// 198.18.0.HOST: a network that RFC 2544 sets aside for measurements.
std::string address_of_host(int host);

/// The inverses; nullopt for anything else. `host_numbered` takes "8".
std::optional<int> host_numbered(const std::string& number);
std::optional<int> host_with_address(const std::string& address);

/// What this machine has of a testbed. It is written before anything is made, so that everything
/// can be removed even after a crash.
struct State {
  Shape shape;
  bool complete = false;
  std::vector<std::string> namespaces;  ///< that were or may have been made
};

/// The file of the state, in /run, which is empty after a restart of the machine, as are
/// namespaces.
std::filesystem::path state_file();

/// A file of locks, which remains.
std::filesystem::path lock_file();

bool namespace_exists(const std::string& name);

/// True if the testbed is complete, and all of its namespaces are there.
bool is_whole(const State& state);

/// nullopt if there is no testbed.
/// Errors  EnvironmentError: the file cannot be read, or does not have this form.
std::optional<State> load_state(const std::filesystem::path& file = state_file());

/// Errors  EnvironmentError.
void store_state(const State& state, const std::filesystem::path& file = state_file());

/// The shape of a testbed that is up.
/// Errors  EnvironmentError: there is none, or not all of it.
Shape require_testbed();

}  // namespace sparlab::machines::testbed
