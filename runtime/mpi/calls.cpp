#include "runtime/mpi/calls.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "model/base/contract.hpp"
#include "runtime/comm.hpp"

namespace sparlab::runtime::mpi {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 30;
constexpr std::size_t kIntMax = std::numeric_limits<int>::max();

MPI_Datatype make_large_type(std::size_t bytes) {
  const std::size_t blocks = bytes / kBlock;
  if (blocks > kIntMax) refuse("message is too long", "MPI_Type_contiguous");
  MPI_Datatype block = MPI_DATATYPE_NULL;
  check(MPI_Type_contiguous(static_cast<int>(kBlock), MPI_BYTE, &block), "MPI_Type_contiguous");
  const std::array<int, 2> lengths{static_cast<int>(blocks), static_cast<int>(bytes % kBlock)};
  const std::array<MPI_Aint, 2> offsets{0, static_cast<MPI_Aint>(blocks * kBlock)};
  const std::array<MPI_Datatype, 2> types{block, MPI_BYTE};
  MPI_Datatype large = MPI_DATATYPE_NULL;
  check(MPI_Type_create_struct(2, lengths.data(), offsets.data(), types.data(), &large),
        "MPI_Type_create_struct");
  check(MPI_Type_free(&block), "MPI_Type_free");
  check(MPI_Type_commit(&large), "MPI_Type_commit");
  return large;
}

}  // namespace

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

ByteType::ByteType(std::size_t bytes) : count_(bytes <= kIntMax ? static_cast<int>(bytes) : 1) {
  if (bytes > kIntMax) type_ = make_large_type(bytes);
}

ByteType::~ByteType() {
  // The library keeps the type alive until the transfers that use it are complete. A failure to
  // free it costs a few bytes and cannot be thrown from here.
  if (type_ != MPI_BYTE) static_cast<void>(MPI_Type_free(&type_));
}

}  // namespace sparlab::runtime::mpi
