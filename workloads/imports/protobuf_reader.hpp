#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sparlab::workloads {

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

}  // namespace sparlab::workloads
