#include "experiments/records/imports/import.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/errors/errors.hpp"
#include "base/system/environment.hpp"
#include "base/text/nearest_name.hpp"
#include "experiments/records/imports/host_table.hpp"
#include "experiments/records/imports/import_formats.hpp"
#include "experiments/records/imports/run_placements.hpp"
#include "experiments/records/store/record_file.hpp"
#include "experiments/records/store/record_store.hpp"
#include "experiments/spec/definition/spec_error.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "experiments/spec/points/rank_places.hpp"
#include "inputs/files/data_error.hpp"

namespace sparlab::experiments::records {
namespace {

namespace fs = std::filesystem;

const ImportFormat& format_named(const std::string& name) {
  std::vector<std::string> known;
  for (const ImportFormat& format : import_formats()) {
    if (format.name == name) return format;
    known.emplace_back(format.name);
  }
  throw base::ConfigError("command line", "--format", fmt::format("no format \"{}\"", name),
                          fmt::format("{}", fmt::join(known, ", ")),
                          base::nearest_name(name, known));
}

AlgorithmMap algorithm_map_of(const std::vector<std::string>& texts) {
  AlgorithmMap map;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw base::ConfigError("command line", "--algorithm-map", text,
                              "NAME=SPEC, such as 'ring_mine=dense_ring'");
    const std::string spec = text.substr(equals + 1);
    try {
      if (!map.emplace(text.substr(0, equals), model::Algorithm(spec)).second)
        throw base::ConfigError("command line", "--algorithm-map", text, "each name once");
    } catch (const model::ParameterError& error) {
      throw spec_error(error, spec, "command line", "--algorithm-map");
    }
  }
  return map;
}

/// A name for the experiment: that of the file, with the characters that experiments accept.
std::string experiment_name(const fs::path& file) {
  fs::path stem = file.filename();
  while (stem.extension() == ".gz" || stem.extension() == ".csv") stem = stem.stem();
  std::string name;
  for (const char c : stem.string().substr(0, CsvReader::kMostTextBytes)) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       c == '.' || c == '_' || c == '-';
    name += plain ? c : '-';
  }
  return name.empty() ? "import" : name;
}

Point point_of(const PublishedRow& row, const std::string& experiment) {
  Point point;
  static_cast<Settings&>(point) =
      settings_for(info_of(Engine::measured), default_settings(row.mapped.algorithm));
  point.experiment = experiment;
  point.sweep = row.machine;
  point.engine = Engine::measured;
  point.algorithm = row.mapped.algorithm;
  point.ranks = row.ranks;
  point.universe = row.elements;
  const double entries = std::round(row.density * static_cast<double>(row.elements));
  // As a sweep does: at least one entry, unless the density is 0.
  point.nnz = row.density > 0 ? std::max<std::uint64_t>(1, static_cast<std::uint64_t>(entries)) : 0;
  point.density = static_cast<double>(point.nnz) / static_cast<double>(point.universe);
  point.value = row.value;
  if (point.universe > largest_universe(point.index)) point.index = algos::IndexType::uint64;
  point.platform = row.machine;
  point.variant = row.mapped.variant;
  point.run = row.run;
  point.groups = row.groups;
  return point;
}

/// Finds where the ranks of rows were.
class Placements {
 public:
  explicit Placements(const ImportRequest& request) {
    if (!request.host_groups.empty()) {
      inputs::DataFile file(request.host_groups.string());
      table_.emplace(file);
    }
    if (!request.placements.empty()) runs_.emplace(request.placements, table_ ? &*table_ : nullptr);
  }

  /// Adds hosts and groups as far as they are known.
  void add_to(PublishedRow& row) {
    if (!row.hosts.empty() && table_ && !row.groups.known())
      row.groups = groups_of_hosts(row.hosts, *table_);
    table_used_ = table_used_ || !row.hosts.empty();
    if (!runs_ || row.timestamp.empty()) return;
    runs_used_ = true;
    const RunPlacement* const placement = runs_->find(row.timestamp, row.test, row.ranks);
    if (placement == nullptr) return;
    table_used_ = true;
    row.hosts = placement->hosts;
    row.groups = placement->groups;
  }

  /// A file without effect is a mistake that the user should know about.
  void refuse_unused(const ImportRequest& request) const {
    if (runs_ && !runs_used_)
      throw base::ConfigError("command line", "--placements", request.placements.string(),
                              "this option only with the format pico");
    if (table_ && !table_used_)
      throw base::ConfigError("command line", "--host-groups", request.host_groups.string(),
                              "--placements with runs of the file, or a column hosts");
  }

 private:
  std::optional<HostTable> table_;
  std::optional<RunPlacements> runs_;
  bool table_used_ = false;
  bool runs_used_ = false;
};

/// Turns rows into records, and finds rows of the same point.
class RecordMaker {
 public:
  RecordMaker(const ImportRequest& request, const CsvReader& table)
      : request_(request), table_(table), experiment_(experiment_name(request.file)) {
    const auto environment = base::describe_environment();
    for (const char* key : {"version", "commit", "dirty"})
      if (const auto found = environment.find(key); found != environment.end())
        environment_.insert(*found);
    environment_["source.file"] = request.file.filename().string();
    if (!request.source.empty()) environment_["source.origin"] = request.source;
    started_ = base::utc_timestamp();
  }

  Record record(const PublishedRow& row) {
    Record record;
    record.point = point_of(row, experiment_);
    check_settings(record.point);
    record.id = point_id(record.point, "", "");
    if (const auto [first, is_new] = lines_.emplace(record.id, table_.line()); !is_new)
      table_.refuse("", fmt::format("the point of line {} again", first->second),
                    "one row for each machine, algorithm, variant, ranks, elements, density and "
                    "run");
    record.time_s = row.median_s;
    record.deterministic = false;
    record.min_s = row.min_s;
    record.p10_s = row.p10_s;
    record.p90_s = row.p90_s;
    record.mean_s = row.mean_s;
    record.check = {"skipped", "others measured it"};
    record.environment = environment_;
    for (const auto& [key, value] : row.source) record.environment["source." + key] = value;
    if (!row.hosts.empty()) record.environment[kImportedHosts] = hosts_text(row.hosts);
    record.environment["source.line"] = std::to_string(table_.line());
    record.environment["source.licence"] = licence();
    if (table_.has("n")) record.environment["source.repetitions"] = table_.text("n");
    record.started = started_;
    return record;
  }

 private:
  void check_settings(const Point& point) const {
    try {
      point.algorithm.check({point.ranks, point.universe});
    } catch (const model::ParameterError& error) {
      table_.refuse("",
                    fmt::format("{} = {} of {} with P = {}, N = {}", error.parameter(),
                                error.value(), point.algorithm.spec(), point.ranks, point.universe),
                    error.accepted());
    }
  }

  std::string licence() const {
    if (table_.has("licence")) return table_.text("licence");
    if (!request_.licence.empty()) return request_.licence;
    throw base::ConfigError("command line", "--licence", "no licence of the data",
                            "--licence TEXT, such as MIT or 'none stated', or a column licence");
  }

  const ImportRequest& request_;
  const CsvReader& table_;
  std::string experiment_;
  std::map<std::string, std::string> environment_;
  std::map<std::string, std::uint64_t> lines_;  ///< by id
  std::string started_;
};

/// A name that does not occur would have no effect.
void refuse_unused(const AlgorithmMap& map, const std::set<std::string>& names,
                   const ImportRequest& request) {
  for (const auto& [name, algorithm] : map)
    if (!names.contains(name)) {
      const std::vector<std::string> known(names.begin(), names.end());
      throw base::ConfigError("command line", "--algorithm-map",
                              fmt::format("no \"{}\" in {}", name, request.file.string()),
                              fmt::format("{}", fmt::join(known, ", ")),
                              base::nearest_name(name, known));
    }
}

}  // namespace

Import read_import(const ImportRequest& request) {
  inputs::DataFile file(request.file.string());
  return read_import(request, file);
}

Import read_import(const ImportRequest& request, inputs::DataFile& file) {
  const ImportFormat& format = format_named(request.format);
  const AlgorithmMap map = algorithm_map_of(request.algorithm_map);
  CsvReader table(file, format.columns);
  RecordMaker maker(request, table);
  Import import;
  std::set<std::string> names;
  Placements placements(request);
  while (table.next()) {
    names.insert(table.text(format.algorithm_column));
    RowOutcome outcome = format.read(table, map);
    if (!outcome.row) {
      ++import.skipped[outcome.skipped];
      continue;
    }
    placements.add_to(*outcome.row);
    import.records.push_back(maker.record(*outcome.row));
    if (outcome.row->groups.known()) ++import.with_groups;
    import.machines.insert(outcome.row->machine);
  }
  refuse_unused(map, names, request);
  placements.refuse_unused(request);
  if (import.records.empty())
    throw inputs::DataError(file.name(), "", "no row of an algorithm that sparlab knows",
                            "at least one; --algorithm-map NAME=SPEC names more");
  const std::string hash = file.content_hash();
  for (Record& record : import.records) record.environment["source.sha256"] = hash;
  return import;
}

void write_import(const Import& import, const fs::path& directory, std::ostream& messages) {
  if (has_records_file(directory))
    throw base::ConfigError(directory.string(), "", "it has records",
                            fmt::format("a new folder, or one without {}", kRecordsFile), "");
  RecordStore(directory, RecordStore::Existing::resume, messages).replace(import.records);
}

}  // namespace sparlab::experiments::records
