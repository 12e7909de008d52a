#include "workloads/imports/protobuf_reader.hpp"

#include <fmt/format.h>

#include "inputs/files/data_error.hpp"

namespace sparlab::workloads {

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

}  // namespace sparlab::workloads
