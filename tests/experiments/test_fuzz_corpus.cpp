#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/fuzz/lab_parsers.hpp"
#include "tests/fuzz/parsers.hpp"

using namespace sparlab;

namespace {

std::vector<char> content_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

struct Target {
  const char* name;
  bool (*parse)(std::span<const std::byte>);
};

const Target kTargets[] = {
    {"svmlight", fuzz::parse_svmlight}, {"recording", fuzz::parse_recording},
    {"streams", fuzz::parse_streams},   {"experiment", fuzz::parse_experiment},
    {"override", fuzz::parse_override}, {"platform", fuzz::parse_platform},
    {"record", fuzz::parse_record},     {"spec", fuzz::parse_spec},
    {"import", fuzz::parse_import},     {"launcher", fuzz::parse_launcher},
    {"site", fuzz::parse_site},         {"published", fuzz::parse_published},
    {"workload", fuzz::parse_workload}, {"schedule", fuzz::parse_schedule},
    {"chakra", fuzz::parse_chakra},     {"kineto", fuzz::parse_kineto},
    {"simai", fuzz::parse_simai},       {"index_lists", fuzz::parse_index_lists},
    {"npy", fuzz::parse_npy},           {"npz", fuzz::parse_npz},
};

}  // namespace

TEST_CASE("every input of the fuzz targets' corpus is parsed or refused, some of each") {
  for (const Target& target : kTargets) {
    INFO(target.name);
    int accepted = 0;
    int refused = 0;
    const std::filesystem::path folder = std::filesystem::path(SPARLAB_FUZZ_CORPUS) / target.name;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      const std::vector<char> content = content_of(entry.path());
      ++(target.parse(std::as_bytes(std::span(content))) ? accepted : refused);
    }
    CHECK(accepted > 0);
    CHECK(refused > 0);
  }
}
