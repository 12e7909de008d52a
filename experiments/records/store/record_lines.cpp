#include "experiments/records/store/record_lines.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <nlohmann/json.hpp>

#include "base/json/json_text.hpp"
#include "experiments/records/store/record_json.hpp"

namespace sparlab::experiments::records {
namespace {

using nlohmann::json;

constexpr std::string_view kKey = R"(,"crc32":")";
constexpr std::string_view kEnd = R"("})";
constexpr std::size_t kDigits = 8;
constexpr std::size_t kMemberSize = kKey.size() + kDigits + kEnd.size();

std::string member_for(std::string_view bytes) {
  const auto* begin = reinterpret_cast<const Bytef*>(bytes.data());
  return fmt::format("{}{:08x}{}", kKey, ::crc32_z(0, begin, bytes.size()), kEnd);
}

}  // namespace

json parse_line(std::string_view line) {
  if (const auto beyond = base::beyond_limit(line, base::kOwnJson))
    throw base::FormatError(fmt::format("{} from byte {} on", beyond->found, beyond->byte + 1));
  try {
    return json::parse(line);
  } catch (const json::parse_error& error) {
    throw base::FormatError(fmt::format("not JSON from byte {} on", error.byte));
  } catch (const json::exception& error) {
    throw base::FormatError(fmt::format("not JSON: {}", error.what()));
  }
}

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

std::string record_to_line(const Record& record) {
  // Environment variables and paths may hold any bytes; the record must remain valid JSON.
  return with_checksum(record_to_json(record).dump(-1, ' ', false, json::error_handler_t::replace));
}

Record record_from_line(std::string_view line) {
  const Checksum checksum = checksum_of(line);
  if (checksum == Checksum::wrong)
    throw base::FormatError("its checksum is wrong: it was changed after it was written");
  const json object = parse_line(line);
  require_record_version(object, kRecordVersion);
  if (checksum == Checksum::absent) throw base::FormatError("it has no checksum");
  return record_from_json(object);
}

}  // namespace sparlab::experiments::records
