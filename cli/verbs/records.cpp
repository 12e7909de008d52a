#include "cli/verb.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/records/store/record_store.hpp"

namespace sparlab::cli {

Run add_records(Options& options) {
  const auto& folder = add_result_folder(options);
  return [&] {
    for (const experiments::Record& record : experiments::records::read_records(folder, std::cerr))
      std::cout << experiments::records::record_to_line(record) << '\n';
    return kSuccess;
  };
}

}  // namespace sparlab::cli
