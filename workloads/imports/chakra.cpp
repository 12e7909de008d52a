#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "inputs/files/data_error.hpp"
#include "workloads/imports/recorded_trace.hpp"

namespace sparlab::workloads {
namespace {

/// Reads protobuf's wire format from front to back, without a schema. The content must outlive it.
/// Source  protobuf.dev, Encoding. Groups, which are obsolete, are refused.
class ProtobufReader {
 public:
  /// `offset` is where `content` begins in the file, for errors.
  ProtobufReader(std::string_view file, std::string_view content, std::uint64_t offset = 0)
      : file_(file), rest_(content), offset_(offset) {}

  struct Field {
    std::uint32_t number = 0;
    std::optional<std::string_view> bytes;  ///< a text, a message or a packed list
    std::uint64_t value = 0;                ///< otherwise
    std::uint64_t offset = 0;               ///< of the bytes
  };

  bool at_end() const { return rest_.empty(); }
  std::uint64_t offset() const { return offset_; }

  /// Errors (all)  DataError with the byte: truncated, or not protobuf.
  Field next();
  std::uint64_t varint();
  /// What follows its length.
  std::string_view sized();

  /// The numbers of a repeated field: packed ones, or a single one.
  void append_numbers(const Field& field, std::vector<std::uint64_t>& numbers) const;

  [[noreturn]] void refuse(const std::string& found, const std::string& accepted) const;

 private:
  std::string_view take(std::uint64_t bytes);

  std::string_view file_;
  std::string_view rest_;
  std::uint64_t offset_;
};

void ProtobufReader::refuse(const std::string& found, const std::string& accepted) const {
  throw inputs::DataError(std::string(file_), inputs::at_byte(offset_), found, accepted);
}

std::string_view ProtobufReader::take(std::uint64_t bytes) {
  if (bytes > rest_.size())
    refuse(fmt::format("{} bytes", rest_.size()), fmt::format("{} bytes, as stated", bytes));
  const std::string_view taken = rest_.substr(0, bytes);
  rest_.remove_prefix(bytes);
  offset_ += bytes;
  return taken;
}

std::uint64_t ProtobufReader::varint() {
  constexpr unsigned kBitsOfByte = 7;
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += kBitsOfByte) {
    if (rest_.empty()) refuse("the end of the data", "a whole number");
    const auto byte = static_cast<unsigned char>(take(1).front());
    value |= std::uint64_t{byte & 0x7FU} << shift;
    if ((byte & 0x80U) == 0) return value;
  }
  refuse("a number of more than ten bytes", "a whole number below 2^64");
}

std::string_view ProtobufReader::sized() { return take(varint()); }

ProtobufReader::Field ProtobufReader::next() {
  const std::uint64_t key = varint();
  Field field;
  field.number = static_cast<std::uint32_t>(key >> 3U);
  if (field.number == 0 || key >> 32U != 0) refuse("field 0 or beyond 2^29", "a field number");
  switch (key & 7U) {
    case 0:
      field.value = varint();
      break;
    case 1:
      take(8);
      break;
    case 2:
      field.bytes = sized();
      field.offset = offset_ - field.bytes->size();
      break;
    case 5:
      take(4);
      break;
    default:
      refuse(fmt::format("wire type {}", key & 7U), "0, 1, 2 or 5");
  }
  return field;
}

void ProtobufReader::append_numbers(const Field& field, std::vector<std::uint64_t>& numbers) const {
  if (!field.bytes) {
    numbers.push_back(field.value);
    return;
  }
  ProtobufReader packed(file_, *field.bytes, field.offset);
  while (!packed.at_end()) numbers.push_back(packed.varint());
}

constexpr std::uint64_t kCollective = 7;  ///< of NodeType
constexpr std::uint64_t kAllReduce = 0;   ///< of CollectiveCommType
constexpr std::uint64_t kMostMicroseconds = 1'000'000'000'000;

struct Node {
  std::uint64_t id = 0;
  std::uint64_t type = 0;
  std::uint64_t stream = 0;  ///< a thread of the host or a stream of the device
  double duration_s = 0;
  bool on_host = false;
  std::optional<std::uint64_t> collective;  ///< of a kernel that communicates
  double bytes = 0;
  std::vector<std::uint64_t> after;  ///< ids of data_deps

  /// A call on the host has the type of a collective, too, but not its kind.
  bool communicates() const { return type == kCollective && collective && !on_host; }
};

void read_attribute(ProtobufReader reader, Node& node) {
  std::string_view name;
  std::uint64_t value = 0;
  while (!reader.at_end()) {
    const ProtobufReader::Field field = reader.next();
    if (field.number == 1 && field.bytes) name = *field.bytes;
    if (field.number != 1 && !field.bytes) value = field.value;
  }
  if (name == "is_cpu_op") node.on_host = value != 0;
  if (name == "tid") node.stream = value;
  if (name == "comm_type") node.collective = value;
  if (name == "comm_size") node.bytes = static_cast<double>(value);
}

Node read_node(std::string_view file, std::string_view content, std::uint64_t offset) {
  ProtobufReader reader(file, content, offset);
  Node node;
  while (!reader.at_end()) {
    const ProtobufReader::Field field = reader.next();
    if (field.number == 1) node.id = field.value;
    if (field.number == 3) node.type = field.value;
    if (field.number == 5) reader.append_numbers(field, node.after);
    if (field.number == 7) {
      if (field.value > kMostMicroseconds)
        reader.refuse(fmt::format("a duration of {} us", field.value),
                      fmt::format("at most {} us", kMostMicroseconds));
      node.duration_s = static_cast<double>(field.value) * kMicrosecond;
    }
    if (field.number == 10 && field.bytes)
      read_attribute(ProtobufReader(file, *field.bytes, field.offset), node);
  }
  if (!(node.bytes <= 4e12))
    reader.refuse(fmt::format("a collective of {:g} bytes", node.bytes), "at most 4e12 bytes");
  return node;
}

/// The nodes of a file, and what it has besides.
class Nodes {
 public:
  Nodes(std::string_view file, const std::string& content) : file_(file) {
    ProtobufReader reader(file, content);
    if (reader.at_end()) refuse("no data", "a sequence of messages: metadata, then nodes");
    ProtobufReader metadata(file, reader.sized());
    while (!metadata.at_end()) metadata.next();
    while (!reader.at_end()) {
      const std::string_view message = reader.sized();
      all_.push_back(read_node(file, message, reader.offset() - message.size()));
      if (!number_of_.emplace(all_.back().id, all_.size() - 1).second)
        refuse(fmt::format("two nodes with the id {}", all_.back().id), "one node for each id");
    }
  }

  const std::vector<Node>& all() const { return all_; }
  std::optional<std::size_t> number_of(std::uint64_t id) const {
    const auto found = number_of_.find(id);
    return found == number_of_.end() ? std::nullopt : std::optional(found->second);
  }
  [[noreturn]] void refuse(const std::string& found, const std::string& accepted) const {
    throw inputs::DataError(std::string(file_), "", found, accepted);
  }

 private:
  std::string_view file_;
  std::vector<Node> all_;
  std::unordered_map<std::uint64_t, std::size_t> number_of_;
};

/// When each node ends if it begins once its dependencies have ended and its stream is free,
/// without the time of kernels that communicate. Data dependencies count, as in Chakra's feeder;
/// control dependencies are the calls in which a node was.
class Replay {
 public:
  explicit Replay(const Nodes& nodes) : nodes_(nodes), ends_s_(nodes.all().size(), 0) {
    const std::size_t count = nodes.all().size();
    std::vector<std::vector<std::size_t>> followers(count);
    std::vector<std::size_t> open(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
      for (const std::uint64_t id : nodes.all()[i].after) {
        const auto before = nodes.number_of(id);
        if (!before) {
          ++missing_;
        } else if (*before != i) {
          followers[*before].push_back(i);
          ++open[i];
        }
      }
    }
    ready_s_.assign(count, 0);
    for (std::size_t i = 0; i < count; ++i)
      if (open[i] == 0) waiting_.emplace(0, nodes.all()[i].id, i);
    std::size_t ended = 0;
    for (; !waiting_.empty(); ++ended) {
      const std::size_t node = std::get<2>(waiting_.top());
      waiting_.pop();
      run(node);
      for (const std::size_t next : followers[node]) {
        ready_s_[next] = std::max(ready_s_[next], ends_s_[node]);
        if (--open[next] == 0) waiting_.emplace(ready_s_[next], nodes.all()[next].id, next);
      }
    }
    if (ended < count)
      nodes.refuse(fmt::format("a cycle among {} nodes", count - ended), "nodes without cycles");
  }

  double ready_s(std::size_t node) const { return ready_s_[node]; }
  double end_s(std::size_t node) const { return ends_s_[node]; }
  std::uint64_t missing() const { return missing_; }

 private:
  void run(std::size_t number) {
    const Node& node = nodes_.all()[number];
    ends_s_[number] = ready_s_[number];
    if (node.communicates()) return;
    double& free_s = free_s_[{node.on_host, node.stream}];
    ends_s_[number] = free_s = std::max(ready_s_[number], free_s) + node.duration_s;
  }

  const Nodes& nodes_;
  std::vector<double> ready_s_;
  std::vector<double> ends_s_;
  std::map<std::pair<bool, std::uint64_t>, double> free_s_;
  /// By time, then by id.
  using Waiting = std::tuple<double, std::uint64_t, std::size_t>;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
  std::uint64_t missing_ = 0;
};

}  // namespace

/// An allreduce waits for all kernels that were launched before it, as PyTorch's does for the
/// stream of the computation; ids are in the order of launches.
ImportedWorkload read_chakra(inputs::DataFile& file) {
  const std::string content = read_trace(file);
  const Nodes nodes(file.name(), content);
  const Replay replay(nodes);
  std::vector<std::size_t> by_id(nodes.all().size());
  for (std::size_t i = 0; i < by_id.size(); ++i) by_id[i] = i;
  std::ranges::sort(by_id, {}, [&](std::size_t i) { return nodes.all()[i].id; });
  ImportedWorkload imported;
  std::vector<RecordedExchange> exchanges;
  double kernels_end_s = 0;
  double end_s = 0;
  for (const std::size_t i : by_id) {
    const Node& node = nodes.all()[i];
    end_s = std::max(end_s, replay.end_s(i));
    if (!node.communicates()) {
      if (!node.on_host) kernels_end_s = std::max(kernels_end_s, replay.end_s(i));
    } else if (*node.collective != kAllReduce) {
      ++imported.left_out[fmt::format("collectives of kind {}: no allreduce", *node.collective)];
    } else if (node.bytes > 0) {
      exchanges.push_back({.name = fmt::format("allreduce {}", exchanges.size() + 1),
                           .bytes = node.bytes,
                           .ready_s = std::max(replay.ready_s(i), kernels_end_s),
                           .seconds = node.duration_s});
    }
  }
  if (exchanges.empty())
    nodes.refuse("no allreduce", "a node of type 7 with comm_type 0 and comm_size");
  if (replay.missing() > 0)
    imported.left_out["dependencies on nodes that the trace lacks"] = replay.missing();
  const auto last = std::ranges::max_element(exchanges, {}, &RecordedExchange::ready_s);
  imported.workload = workload_of(exchanges, std::max(0.0, end_s - last->ready_s));
  return imported;
}

}  // namespace sparlab::workloads
