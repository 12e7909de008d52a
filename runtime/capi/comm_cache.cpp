#include "runtime/capi/comm_cache.hpp"

#include <memory>
#include <set>

#include "runtime/mpi/error.hpp"
#include "runtime/mpi/world.hpp"

namespace sparlab::runtime::capi {
namespace {

using mpi::check;

/// All Comms that are attributes now. Owned here rather than by the attributes: those of
/// MPI_COMM_WORLD are deleted when MPI is already gone.
std::set<std::unique_ptr<Comm>>& comms() {
  static std::set<std::unique_ptr<Comm>> instance;
  return instance;
}

auto find(const void* comm) {
  auto found = comms().begin();
  while (found != comms().end() && found->get() != comm) ++found;
  return found;
}

/// The communicator is freed, and its Comm with it.
int on_free(MPI_Comm, int, void* comm, void*) {
  if (const auto found = find(comm); found != comms().end()) comms().erase(found);
  return MPI_SUCCESS;
}

/// MPI_Finalize deletes the attributes of MPI_COMM_SELF first, while everything still works.
int on_finalize(MPI_Comm, int, void*, void*) {
  comms().clear();
  return MPI_SUCCESS;
}

int make_key(MPI_Comm_delete_attr_function* on_delete) {
  int key = MPI_KEYVAL_INVALID;
  check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &key, nullptr),
        "MPI_Comm_create_keyval");
  return key;
}

int comm_key() {
  static const int key = [] {
    check(MPI_Comm_set_attr(MPI_COMM_SELF, make_key(&on_finalize), nullptr), "MPI_Comm_set_attr");
    return make_key(&on_free);
  }();
  return key;
}

Comm* attribute(MPI_Comm communicator) {
  void* comm = nullptr;
  int found = 0;
  check(MPI_Comm_get_attr(communicator, comm_key(), &comm, &found), "MPI_Comm_get_attr");
  return found != 0 ? static_cast<Comm*>(comm) : nullptr;
}

void require_running() {
  int initialized = 0;
  int finalized = 0;
  check(MPI_Initialized(&initialized), "MPI_Initialized");
  check(MPI_Finalized(&finalized), "MPI_Finalized");
  if (initialized == 0) mpi::refuse("MPI is not running: call MPI_Init first", "allreduce");
  if (finalized != 0) mpi::refuse("MPI is finalised", "allreduce");
}

}  // namespace

Comm& cached_comm(MPI_Comm communicator) {
  require_running();
  if (communicator != MPI_COMM_NULL) {
    if (Comm* const known = attribute(communicator)) return *known;
  }
  std::unique_ptr<Comm> made = mpi::wrap(&communicator);
  Comm& comm = *made;
  check(MPI_Comm_set_attr(communicator, comm_key(), &comm), "MPI_Comm_set_attr");
  comms().insert(std::move(made));
  return comm;
}

std::uint64_t ranks_of(MPI_Comm communicator) {
  require_running();
  int ranks = 0;
  check(MPI_Comm_size(communicator, &ranks), "MPI_Comm_size");
  return static_cast<std::uint64_t>(ranks);
}

void give_up_comm(MPI_Comm communicator, const Comm& comm) {
  if (attribute(communicator) != &comm) return;
  const auto found = find(&comm);
  if (found == comms().end()) return;
  // Kept for ever, out of the reach of on_free.
  static auto* const given_up = new std::set<std::unique_ptr<Comm>>;
  given_up->insert(std::move(comms().extract(found)));
  check(MPI_Comm_delete_attr(communicator, comm_key()), "MPI_Comm_delete_attr");
}

}  // namespace sparlab::runtime::capi
