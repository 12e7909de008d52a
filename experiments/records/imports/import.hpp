#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "experiments/spec/points/record.hpp"
#include "inputs/files/data_file.hpp"

namespace sparlab::experiments::records {

/// What `sparlab import` is asked for.
struct ImportRequest {
  std::filesystem::path file;              ///< a table, also compressed by gzip
  std::string format;                      ///< of import_formats()
  std::vector<std::string> algorithm_map;  ///< NAME=SPEC: a name of the file, and the algorithm
  std::string licence;                     ///< of the data, unless the table has a column "licence"
  std::string source;                      ///< where the file comes from; may be empty
  std::filesystem::path placements;        ///< a folder of RunPlacements; may be empty
  std::filesystem::path host_groups;       ///< a HostTable; may be empty
};

/// The records of a file, and what was left out.
struct Import {
  std::vector<Record> records;
  std::set<std::string> machines;
  std::map<std::string, std::size_t> skipped;  ///< rows by reason, such as "collective BCAST"
  std::size_t with_groups = 0;                 ///< records that know the groups of their ranks
};

/// Reads a whole file of published measurements as records of engine `measured`. Nothing is
/// written. A record has the file's name, SHA-256 and licence, the line and what else the file says
/// in its environment, as "source.*".
///
/// Errors  inputs::DataError with file, line and column: any content that does not fit the format,
///         or two lines of the same point. ConfigError: the request.
Import read_import(const ImportRequest& request);
/// The same from an open file.
Import read_import(const ImportRequest& request, inputs::DataFile& file);

/// Writes the records to the folder `directory`, all or none.
/// Errors  ConfigError: it has records already. EnvironmentError: it cannot be written.
void write_import(const Import& import, const std::filesystem::path& directory,
                  std::ostream& messages);

}  // namespace sparlab::experiments::records
