#include "experiments/records/store/failure_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/errors/errors.hpp"
#include "base/json/json_fields.hpp"
#include "base/system/whole_file.hpp"
#include "experiments/records/store/record_file.hpp"
#include "experiments/records/store/record_lines.hpp"

namespace sparlab::experiments::records {
namespace {

using nlohmann::json;

std::string line_of(const LoggedFailure& failure) {
  json object = {{"failed", failure.id},
                 {"point", failure.point},
                 {"reason", failure.reason},
                 {"at", failure.at}};
  if (failure.left_out) object["left_out"] = true;
  return with_checksum(object.dump(-1, ' ', false, json::error_handler_t::replace)) + "\n";
}

}  // namespace

FailureLog::FailureLog(const std::filesystem::path& directory)
    : file_(directory / "failures.jsonl") {
  std::istringstream lines(read_record_text(file_.string()));
  for (std::string line; std::getline(lines, line);) {
    if (checksum_of(line) != Checksum::right) continue;
    try {
      const json object = parse_line(line);
      const base::JsonFields fields(object);
      LoggedFailure failure{fields.text("failed"), fields.text("point"), fields.text("reason"),
                            fields.text("at"), object.value("left_out", false)};
      failures_.insert_or_assign(failure.id, failure);
    } catch (const base::FormatError&) {
      continue;
    } catch (const json::exception&) {  // left_out is no boolean
      continue;
    }
  }
}

std::size_t FailureLog::count_failed() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(failures_, [](const auto& entry) { return !entry.second.left_out; }));
}

void FailureLog::add(const LoggedFailure& failure) {
  failures_.insert_or_assign(failure.id, failure);
  const base::FileDescriptor file(
      ::open(file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666));
  // A line that an interruption cut must not spoil the next one.
  if (!file.valid() || !base::write_all(file, "\n" + line_of(failure)))
    throw base::EnvironmentError(
        fmt::format("cannot write to {}: {}", file_.string(), std::strerror(errno)));
}

void FailureLog::remove_done(const std::function<bool(const std::string& id)>& has_record) {
  std::erase_if(failures_, [&](const auto& failure) { return has_record(failure.first); });
  if (failures_.empty()) {
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
    return;
  }
  std::string content;
  for (const auto& [id, failure] : failures_) content += line_of(failure);
  base::write_whole_file(file_, content);
}

}  // namespace sparlab::experiments::records
