#include "experiments/text/line_checksum.hpp"

#include <fmt/format.h>
#include <zlib.h>

namespace sparlab::experiments {
namespace {

constexpr std::string_view kKey = R"(,"crc32":")";
constexpr std::string_view kEnd = R"("})";
constexpr std::size_t kDigits = 8;
constexpr std::size_t kMemberSize = kKey.size() + kDigits + kEnd.size();

std::string member_for(std::string_view bytes) {
  const auto* begin = reinterpret_cast<const Bytef*>(bytes.data());
  return fmt::format("{}{:08x}{}", kKey, ::crc32_z(0, begin, bytes.size()), kEnd);
}

}  // namespace

std::string with_checksum(std::string object) {
  object.pop_back();  // removes the closing brace, which the new member adds again
  return object + member_for(object);
}

Checksum checksum_of(std::string_view line) {
  if (line.size() < kMemberSize) return Checksum::absent;
  const std::string_view member = line.substr(line.size() - kMemberSize);
  if (!member.starts_with(kKey) || !member.ends_with(kEnd)) return Checksum::absent;
  return member == member_for(line.substr(0, line.size() - kMemberSize)) ? Checksum::right
                                                                         : Checksum::wrong;
}

}  // namespace sparlab::experiments
