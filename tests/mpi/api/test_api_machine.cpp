#include <fmt/format.h>
#include <mpi.h>
#include <sparlab/sparlab.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/system/temporary_folder.hpp"
#include "tests/catch.hpp"
#include "tests/mpi/program.hpp"
#include "tests/platforms/platform_documents.hpp"

using namespace sparlab;
using Catch::Matchers::Contains;
using test::comm;

namespace {
int sent = 0;
}

/// Counts the messages that the library sends.
extern "C" int MPI_Isend(const void* data, int count, MPI_Datatype type, int to, int tag,
                         MPI_Comm communicator, MPI_Request* request) {
  ++sent;
  return PMPI_Isend(data, count, type, to, tag, communicator, request);
}

namespace {

/// A folder of platform files, which rank 0 writes, and the variable while a test runs.
class MachineFiles {
 public:
  MachineFiles() {
    if (comm().rank() == 0) folder_.emplace();
    std::string path = folder_ ? folder_->path().string() : std::string();
    std::size_t size = path.size();
    MPI_Bcast(&size, sizeof size, MPI_BYTE, 0, MPI_COMM_WORLD);
    path.resize(size);
    MPI_Bcast(path.data(), static_cast<int>(size), MPI_BYTE, 0, MPI_COMM_WORLD);
    path_ = path;
  }
  ~MachineFiles() {
    ::unsetenv("SPARLAB_MACHINE");
    MPI_Barrier(MPI_COMM_WORLD);
  }

  /// A machine of this alpha and beta, without local work.
  std::string machine(const std::string& name, double alpha_us, double beta_ns,
                      const std::string& place = "/hockney/alpha/source",
                      const nlohmann::json& value = "a test") const {
    nlohmann::json content = tests::shipped_content("alpha-beta");
    content["name"] = name;
    content["/hockney/alpha/value"_json_pointer] = alpha_us;
    content["/hockney/beta/value"_json_pointer] = beta_ns;
    content[nlohmann::json::json_pointer(place)] = value;
    return write(name, content.dump());
  }
  std::string write(const std::string& name, const std::string& text) const {
    const std::string file = path_ / (name + ".json");
    if (folder_) std::ofstream(file) << text;
    MPI_Barrier(MPI_COMM_WORLD);
    return file;
  }
  std::string path(const char* name) const { return path_ / name; }

 private:
  std::optional<base::TemporaryFolder> folder_;
  std::filesystem::path path_;
};

sparlab_status create(const std::string& file, const char* algorithm, sparlab_operation*& op) {
  ::setenv("SPARLAB_MACHINE", file.c_str(), 1);
  return sparlab_create(MPI_COMM_WORLD, algorithm, SPARLAB_F32, SPARLAB_U32, 100000, &op);
}

/// What all ranks get for their files.
void check_refused(sparlab_status expected, const std::string& file,
                   const std::vector<std::string>& texts) {
  sparlab_operation* op = nullptr;
  CHECK(create(file, "sparlab_auto", op) == expected);
  CHECK(op == nullptr);
  for (const std::string& text : texts) CHECK_THAT(sparlab_last_error(), Contains(text));
}

/// The messages of the first run of sparlab_auto, half of whose inputs are zero.
int messages_on(const std::string& file) {
  sparlab_operation* op = nullptr;
  REQUIRE(create(file, "sparlab_auto", op) == SPARLAB_OK);
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < 100000; i += 2) indices.push_back(i);
  const std::vector<float> values(indices.size(), 1);
  sparlab_result* sum = nullptr;
  sent = 0;
  REQUIRE(sparlab_run(op, indices.size(), indices.data(), values.data(), &sum) == SPARLAB_OK);
  const int messages = sent;
  sparlab_result_free(&sum);
  sparlab_free(&op);
  return messages;
}

}  // namespace

TEST_CASE("sparlab_auto chooses for the machine of SPARLAB_MACHINE") {
  if (comm().size() < 3) return;
  const MachineFiles files;
  int rounds = 0;
  while (1 << rounds < comm().size()) ++rounds;
  // A gather of all inputs has the fewest messages; other algorithms send fewer bytes.
  CHECK(messages_on(files.machine("messages", 1e6, 1e-6)) == rounds);
  CHECK(messages_on(files.machine("bytes", 1e-3, 1000)) > rounds);
}

TEST_CASE("ranks with different machines are told so; equal numbers may be in different files") {
  if (comm().size() < 2) return;
  const MachineFiles files;
  const std::string one = files.machine("one", 1, 1);
  const std::string other = files.machine("other", 2, 1);
  const bool first = comm().rank() == 0;
  check_refused(SPARLAB_MISMATCH, first ? one : other, {"platform one (", "platform other ("});
  check_refused(SPARLAB_MISMATCH, first ? files.path("none.json") : one,
                {"platform one (", "none.json: no such readable file"});

  sparlab_operation* op = nullptr;
  if (first) {
    std::filesystem::create_directory(files.path("copy"));
    std::ofstream(files.path("copy/one.json")) << nlohmann::json::parse(std::ifstream(one)).dump(4);
  }
  CHECK(create(first ? files.path("copy/one.json") : one, "sparlab_auto", op) == SPARLAB_OK);
  sparlab_free(&op);
  // Others do not choose, so they do not read it.
  CHECK(create(first ? one : other, "dense_ring", op) == SPARLAB_OK);
  sparlab_free(&op);
}

TEST_CASE("a file that is no platform for the ranks is refused on all") {
  const MachineFiles files;
  check_refused(SPARLAB_INVALID_ARGUMENT, files.path("none.json"),
                {"environment variable SPARLAB_MACHINE: ", "none.json: no such readable file"});
  check_refused(SPARLAB_INVALID_ARGUMENT, files.write("half", "{\"name\": "),
                {"half.json: line 1, column 10", "strict JSON"});
  check_refused(SPARLAB_INVALID_ARGUMENT, files.write("deep", std::string(1000, '[')),
                {"depth 33; accepted: at most 32"});
  check_refused(SPARLAB_INVALID_ARGUMENT, files.machine("wrong", 1, 1, "/gamma/copy/value", -3),
                {"wrong.json: gamma.copy.value: -3; accepted: "});
  const std::string pair = files.machine("pair", 1, 1, "/topology/hosts", 2);
  if (comm().size() > 2)
    check_refused(
        SPARLAB_INVALID_ARGUMENT, pair,
        {fmt::format("pair.json: a communicator of {} ranks; accepted: at most 2", comm().size())});
}
