#include "experiments/records/imports/host_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/node_list.hpp"
#include "experiments/records/imports/csv_reader.hpp"
#include "inputs/files/data_error.hpp"

namespace sparlab::experiments::records {
namespace {

using inputs::DataError;

std::string whole_text(inputs::DataFile& file) {
  std::string text;
  std::vector<std::byte> block(std::size_t{1} << 16U);
  for (;;) {
    const std::size_t got = file.read(block);
    text.append(reinterpret_cast<const char*>(block.data()), got);
    if (text.size() > HostTable::kMostBytes)
      throw DataError(file.name(), "", "a longer file",
                      fmt::format("at most {} bytes", HostTable::kMostBytes));
    if (got < block.size()) return text;
  }
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view left, std::string_view right) {
  return std::ranges::equal(left, right, {}, lower, lower);
}

/// Removes the first line, without what follows a '#'.
std::string_view next_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line.substr(0, line.find('#'));
}

std::optional<std::pair<std::string_view, std::string_view>> next_assignment(
    std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
  line.remove_prefix(word.size());
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  return std::pair(word.substr(0, equals), word.substr(equals + 1));
}

constexpr std::string_view kSwitch = "switchname";

bool is_slurm(std::string_view text) {
  while (!text.empty()) {
    std::string_view line = next_line(text);
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const auto first = next_assignment(line);
    return first && same_word(first->first, kSwitch);
  }
  return false;
}

/// A line of Slurm's topology. Upper switches have children.
struct SwitchLine {
  std::string name, nodes;
  bool is_upper = false;
};

std::optional<SwitchLine> read_switch(std::string_view line) {
  SwitchLine found;
  while (const auto assignment = next_assignment(line)) {
    const auto& [key, value] = *assignment;
    if (same_word(key, kSwitch)) found.name = value;
    if (same_word(key, "nodes")) found.nodes = value;
    if (same_word(key, "switches")) found.is_upper = true;
  }
  const bool read_all = line.find_first_not_of(" \t\r") == std::string_view::npos;
  const bool complete = !found.name.empty() && (found.is_upper || !found.nodes.empty());
  return read_all && complete ? std::optional(found) : std::nullopt;
}

}  // namespace

HostTable::HostTable(inputs::DataFile& file) : file_(file.name()) {
  const std::string text = whole_text(file);
  if (is_slurm(text))
    read_slurm(text);
  else
    read_csv(text);
  if (groups_.empty()) throw DataError(file_, "", "no host", "at least one");
}

const std::string* HostTable::group_of(const std::string& host) const {
  const auto found = groups_.find(host);
  return found == groups_.end() ? nullptr : &found->second;
}

bool HostTable::add(const std::string& host, const std::string& group) {
  const auto [known, fresh] = groups_.emplace(host, group);
  if (groups_.size() > kMostHosts)
    throw DataError(file_, "", "more hosts", fmt::format("at most {}", kMostHosts));
  return fresh || known->second == group;
}

void HostTable::read_slurm(const std::string& text) {
  std::string_view rest = text;
  for (std::uint64_t number = 1; !rest.empty(); ++number) {
    const std::string_view line = next_line(rest);
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const auto one = read_switch(line);
    if (!one)
      throw DataError(file_, inputs::at_line(number), inputs::quoted(line),
                      "SwitchName=NAME Nodes=NODES or Switches=SWITCHES");
    if (one->is_upper) continue;
    const auto hosts = base::parse_node_list(one->nodes, kMostHosts);
    if (!hosts)
      throw DataError(
          file_, inputs::at_line(number), inputs::quoted(one->nodes),
          fmt::format("a list of at most {} nodes, such as nid[0001-0008,0012]", kMostHosts));
    for (const std::string& host : *hosts)
      if (!add(host, one->name))
        throw DataError(file_, inputs::at_line(number), inputs::quoted(host) + " again",
                        "each host on one switch");
  }
}

void HostTable::read_csv(const std::string& text) {
  constexpr std::array kColumns = {CsvColumn{"host"}, CsvColumn{"group"}};
  inputs::DataFile file(file_, std::as_bytes(std::span(text)));
  CsvReader table(file, kColumns);
  while (table.next())
    if (!add(table.text("host"), table.text("group")))
      table.refuse("host", inputs::quoted(table.text("host")) + " again", "each host in one group");
}

}  // namespace sparlab::experiments::records
