#include "cli/result_records.hpp"

#include <iostream>

#include "base/errors/errors.hpp"
#include "experiments/records/store/record_store.hpp"

namespace sparlab::cli {

std::vector<experiments::Record> result_records(const std::filesystem::path& folder) {
  std::vector<experiments::Record> records = experiments::records::read_records(folder, std::cerr);
  if (records.empty())
    throw base::ConfigError((folder / "records.jsonl").string(), "", "no records",
                            "at least one finished point of `sparlab run`");
  return records;
}

}  // namespace sparlab::cli
