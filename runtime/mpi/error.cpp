#include "runtime/mpi/error.hpp"

#include <fmt/format.h>

#include <array>

#include "model/base/contract.hpp"
#include "runtime/comm.hpp"

namespace sparlab::runtime::mpi {

void fail(int code, const char* operation, int peer) {
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  if (MPI_Error_string(code, text.data(), &length) != MPI_SUCCESS) length = 0;
  refuse(fmt::format("error {}: {}", code, std::string_view(text.data(), std::size_t(length))),
         operation, peer);
}

void refuse(const std::string& reason, const char* operation, int peer) {
  const std::string with = peer == kNoPeer ? "" : fmt::format(" with rank {}", peer);
  throw CommError(
      fmt::format("mpi: rank {}: {}{}: {}", model::current_rank, operation, with, reason));
}

}  // namespace sparlab::runtime::mpi
