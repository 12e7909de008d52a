#include "experiments/records/store/record_lines.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <nlohmann/json.hpp>

#include "base/json/json_text.hpp"
#include "experiments/records/store/own_text.hpp"
#include "experiments/records/store/record_json.hpp"

namespace sparlab::experiments::records {
namespace {

using nlohmann::json;

constexpr std::string_view kKey = R"(,"crc32":")";
constexpr std::string_view kEnd = R"("})";
constexpr std::size_t kDigits = 8;
/// Begins the common fields of a line of a folder. No text of a field contains it, as its quotation
/// marks would be escaped.
constexpr std::string_view kCommon = R"(,"record_version":4,)";
constexpr std::string_view kId = R"({"id":")";

constexpr std::size_t kMemberSize = kKey.size() + kDigits + kEnd.size();

std::string member_for(std::string_view bytes) {
  const auto* begin = reinterpret_cast<const Bytef*>(bytes.data());
  return fmt::format("{}{:08x}{}", kKey, ::crc32_z(0, begin, bytes.size()), kEnd);
}

/// Environment variables and paths may hold any bytes; the record must remain valid JSON.
std::string dump(const json& object) {
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

void require_unchanged(Checksum checksum) {
  if (checksum == Checksum::wrong)
    throw base::FormatError("its checksum is wrong: it was changed after it was written");
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
  return with_checksum(dump(record_to_json(record)));
}

std::string LineWriter::write(const Record& record) {
  const auto [last, is_new] = last_.try_emplace(record.point.algorithm.spec());
  Common& common = last->second;
  if (is_new || !same_common(common.example, record)) {
    common.example = record;
    common.text = dump(common_to_json(record)).substr(1);
  }
  return with_checksum(own_text(record).append(kCommon).append(common.text));
}

Record LineReader::read(std::string_view line) {
  const Checksum checksum = checksum_of(line);
  require_unchanged(checksum);
  const std::size_t at = checksum == Checksum::right ? line.find(kCommon) : std::string_view::npos;
  if (at == std::string_view::npos) {
    const json object = parse_line(line);
    const std::uint64_t version = base::JsonFields(object).count("record_version");
    if (version != kRecordVersion && version != kFolderVersion) throw RecordVersionError(version);
    if (checksum == Checksum::absent) throw base::FormatError("it has no checksum");
    return record_from_json(object);
  }
  const std::string_view text = line.substr(at + kCommon.size());
  const std::string_view common = text.substr(0, text.size() - kMemberSize);
  auto known = common_.find(common);
  if (known == common_.end()) {
    constexpr std::size_t kMostKnown = 1000;
    if (common_.size() == kMostKnown) common_.clear();
    Record read;
    read_common(parse_line(fmt::format("{{{}}}", common)), read);
    known = common_.emplace(common, std::move(read)).first;
  }
  Record record = known->second;
  read_own(parse_line(fmt::format("{}}}", line.substr(0, at))), record);
  return record;
}

Record record_from_line(std::string_view line) { return LineReader().read(line); }

std::string_view first_id(std::string_view line) {
  if (!line.starts_with(kId)) return {};
  const std::string_view id = line.substr(kId.size(), line.find('"', kId.size()) - kId.size());
  // An id is a hash; an escaped character in it would end here.
  return id.ends_with('\\') ? std::string_view() : id;
}

std::string id_of_line(std::string_view line) {
  const std::string_view id = first_id(line);
  // Other lines begin with other fields.
  const bool found = !id.empty() && checksum_of(line) == Checksum::right;
  return found ? std::string(id) : record_from_line(line).id;
}

}  // namespace sparlab::experiments::records
