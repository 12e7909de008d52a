#include "runtime/mpi/world.hpp"

#include <mpi.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <type_traits>

#include "model/base/contract.hpp"
#include "runtime/mpi/calls.hpp"
#include "runtime/mpi/mpi_comm.hpp"
#include "runtime/mpi/shared_line.hpp"

namespace sparlab::runtime::mpi {
namespace {

constexpr std::size_t kLargestCount = std::size_t{1} << 30;

template <class Value>
MPI_Datatype datatype() {
  static_assert(std::is_same_v<Value, float> || std::is_same_v<Value, double>);
  if constexpr (std::is_same_v<Value, float>)
    return MPI_FLOAT;
  else
    return MPI_DOUBLE;
}

bool is_initialized() {
  int initialized = 0;
  check(MPI_Initialized(&initialized), "MPI_Initialized");
  return initialized != 0;
}

/// Runs MPI_Init before the Comm is created, and MPI_Finalize after it is destroyed.
class Environment {
 public:
  Environment(int* argc, char*** argv) {
    if (is_initialized()) refuse("MPI is already running: use wrap", "MPI_Init");
    check(MPI_Init(argc, argv), "MPI_Init");
  }
  ~Environment() { static_cast<void>(MPI_Finalize()); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
};

}  // namespace

class World::Impl {
 public:
  Impl(int* argc, char*** argv, const Transfer& chosen)
      : environment(argc, argv),
        comm(MPI_COMM_WORLD, chosen),
        line(MPI_COMM_WORLD),
        transfer(chosen) {}

  Environment environment;
  MpiComm comm;
  SharedLine line;
  Transfer transfer;
  int exceptions_at_start = std::uncaught_exceptions();
};

World::World(int* argc, char*** argv, const Transfer& transfer)
    : impl_(std::make_unique<Impl>(argc, argv, transfer)) {}

World::~World() {
  // The other ranks may wait for this one forever, and finalising would wait for them.
  if (std::uncaught_exceptions() > impl_->exceptions_at_start)
    abort("an exception ends the MPI program", EXIT_FAILURE);
}

Comm& World::comm() { return impl_->comm; }
const Transfer& World::transfer() const { return impl_->transfer; }

template <class Value>
void World::native_allreduce(std::span<Value> inout) {
  for_each_chunk(inout.size(), kLargestCount, [&](std::size_t offset, std::size_t size) {
    check(MPI_Allreduce(MPI_IN_PLACE, inout.data() + offset, static_cast<int>(size),
                        datatype<Value>(), MPI_SUM, impl_->comm.handle()),
          "MPI_Allreduce");
  });
}

template void World::native_allreduce(std::span<float>);
template void World::native_allreduce(std::span<double>);

double World::processor_round_trip_s() {
  return impl_->comm.oversubscribed() ? 0 : impl_->line.round_trip_s();
}

std::string World::library_version() const {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  check(MPI_Get_library_version(text.data(), &length), "MPI_Get_library_version");
  const std::string_view all(text.data(), static_cast<std::size_t>(length));
  // Some libraries end the text with a null, others append a list of their build options.
  return std::string(all.substr(0, all.find_first_of(std::string_view("\n\0", 2))));
}

void World::abort(const std::string& message, int code) {
  std::fprintf(stderr, "sparlab: rank %d: %s\n", impl_->comm.rank(), message.c_str());
  std::fflush(nullptr);
  MPI_Abort(MPI_COMM_WORLD, code);
  std::abort();
}

std::unique_ptr<Comm> wrap(const void* communicator, const Transfer& transfer) {
  SPARLAB_EXPECTS(communicator != nullptr);
  if (!is_initialized()) refuse("MPI is not running: call MPI_Init first", "wrap");
  const MPI_Comm parent = *static_cast<const MPI_Comm*>(communicator);
  if (parent == MPI_COMM_NULL) refuse("the communicator is MPI_COMM_NULL", "wrap");
  int is_inter = 0;
  check(MPI_Comm_test_inter(parent, &is_inter), "MPI_Comm_test_inter");
  if (is_inter != 0) refuse("an intercommunicator is not accepted", "wrap");
  return std::make_unique<MpiComm>(parent, transfer);
}

}  // namespace sparlab::runtime::mpi
