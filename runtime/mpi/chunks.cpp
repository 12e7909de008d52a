#include "runtime/mpi/chunks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "model/base/contract.hpp"
#include "runtime/mpi/calls.hpp"

namespace sparlab::runtime::mpi {

Chunks::Chunks(MPI_Comm comm, const Transfer& transfer, int largest_message_tag)
    : headers_(comm), transfer_(transfer), message_tags_(largest_message_tag + 1) {
  const bool size_is_accepted = transfer.chunk_bytes >= Transfer::kFewestBytes &&
                                transfer.chunk_bytes <= Transfer::kMostBytes;
  SPARLAB_EXPECTS(size_is_accepted);
  SPARLAB_EXPECTS(transfer.chunks_in_flight > 0);
  check(MPI_Comm_dup(comm, &chunks_), "MPI_Comm_dup");
  check(MPI_Comm_set_errhandler(chunks_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
}

void Chunks::free() {
  SPARLAB_EXPECTS(streams_.empty());
  static_cast<void>(MPI_Comm_free(&chunks_));
}

Chunks::Stream& Chunks::send(int to, int tag, std::span<const std::byte> bytes) {
  Stream stream;
  stream.is_send_ = true;
  stream.peer_ = to;
  stream.tag_ = tag;
  stream.data_ = const_cast<std::byte*>(bytes.data());  // only read
  stream.bytes_ = bytes.size();
  return start(stream);
}

Chunks::Stream& Chunks::receive(int from, int tag, std::span<std::byte> target) {
  Stream stream;
  stream.peer_ = from;
  stream.tag_ = tag;
  stream.data_ = target.data();
  stream.bytes_ = target.size();
  return start(stream);
}

Chunks::Stream& Chunks::start(Stream stream) {
  const bool must_queue = std::any_of(streams_.begin(), streams_.end(), [&](const Stream& earlier) {
    return earlier.handed_over_ < earlier.bytes_ && earlier.same_chunks_as(stream);
  });
  Stream& started = streams_.emplace_back(stream);
  if (started.is_send_) {
    started.header_ = started.bytes_;
    MPI_Request request = MPI_REQUEST_NULL;
    check(MPI_Isend(&started.header_, sizeof(started.header_), MPI_BYTE, started.peer_,
                    started.tag_ + message_tags_, headers_, &request),
          "MPI_Isend of a header", started.peer_);
    add(started, request);
  }
  if (!must_queue) hand_over(started);
  return started;
}

void Chunks::release(const Stream& stream) {
  SPARLAB_EXPECTS(stream.complete());
  const auto released = std::find_if(streams_.begin(), streams_.end(),
                                     [&](const Stream& other) { return &other == &stream; });
  SPARLAB_EXPECTS(released != streams_.end());
  streams_.erase(released);
}

std::size_t Chunks::read_header(MPI_Message& header, int from) const {
  std::uint64_t bytes = 0;
  MPI_Status status;
  check(MPI_Mrecv(&bytes, sizeof(bytes), MPI_BYTE, &header, &status), "MPI_Mrecv of a header",
        from);
  int received = 0;
  check(MPI_Get_count(&status, MPI_BYTE, &received), "MPI_Get_count", from);
  if (received != int{sizeof(bytes)} || !apply_to(bytes)) {
    refuse(fmt::format("a header of {} bytes announces {} bytes, chunks have {}", received, bytes,
                       transfer_.chunk_bytes),
           "receive", from);
  }
  return bytes;
}

/// Hands over chunks until the library has all, or as many requests as allowed are open. Once it
/// has all, the turn passes to the next stream of that peer and tag.
void Chunks::hand_over(Stream& stream) {
  for (Stream* current = &stream; current != nullptr;) {
    current->its_turn_ = true;
    while (!current->all_handed_over()) {
      if (current->open_ >= transfer_.chunks_in_flight) return;
      check(hand_over_chunk(*current),
            current->is_send_ ? "MPI_Isend of a chunk" : "MPI_Irecv of a chunk", current->peer_);
    }
    const auto next = std::find_if(streams_.begin(), streams_.end(), [&](const Stream& other) {
      return !other.its_turn_ && other.same_chunks_as(*current);
    });
    current = next == streams_.end() ? nullptr : &*next;
  }
}

int Chunks::hand_over_chunk(Stream& stream) {
  const std::size_t size = std::min(transfer_.chunk_bytes, stream.bytes_ - stream.handed_over_);
  std::byte* const chunk = stream.data_ + stream.handed_over_;
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = stream.is_send_ ? MPI_Isend(chunk, static_cast<int>(size), MPI_BYTE,
                                               stream.peer_, stream.tag_, chunks_, &request)
                                   : MPI_Irecv(chunk, static_cast<int>(size), MPI_BYTE,
                                               stream.peer_, stream.tag_, chunks_, &request);
  if (code != MPI_SUCCESS) return code;
  stream.handed_over_ += size;
  add(stream, request);
  return MPI_SUCCESS;
}

void Chunks::add(Stream& stream, MPI_Request request) {
  requests_.push_back(request);
  owners_.push_back(&stream);
  ++stream.open_;
}

bool Chunks::advance() {
  if (requests_.empty()) return false;
  completed_.resize(requests_.size());
  int count = 0;
  check(MPI_Testsome(static_cast<int>(requests_.size()), requests_.data(), &count,
                     completed_.data(), MPI_STATUSES_IGNORE),
        "MPI_Testsome of chunks");
  if (count <= 0) return false;  // MPI_UNDEFINED is negative
  refilled_.clear();
  for (int i = 0; i < count; ++i) {
    const int position = completed_[static_cast<std::size_t>(i)];
    Stream* const owner = owners_[static_cast<std::size_t>(position)];
    --owner->open_;
    // The header of a stream may be sent before its turn.
    if (owner->its_turn_ && !owner->all_handed_over()) refilled_.push_back(owner);
  }
  forget_completed_requests();
  for (Stream* const stream : refilled_)
    if (!stream->all_handed_over()) hand_over(*stream);
  return true;
}

/// MPI_Testsome sets the requests that it completed to MPI_REQUEST_NULL.
void Chunks::forget_completed_requests() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    if (requests_[i] == MPI_REQUEST_NULL) continue;
    requests_[kept] = requests_[i];
    owners_[kept] = owners_[i];
    ++kept;
  }
  requests_.resize(kept);
  owners_.resize(kept);
}

void Chunks::hand_over_all_sends() noexcept {
  // In the order of their start, so that chunks of equal peers and tags keep theirs.
  for (Stream& stream : streams_) {
    while (stream.is_send_ && !stream.all_handed_over())
      if (hand_over_chunk(stream) != MPI_SUCCESS) return;
  }
}

void require_equal_chunk_bytes(MPI_Comm comm, const Transfer& transfer) {
  const std::uint64_t own = transfer.chunk_bytes;
  // The complement's minimum is that of the maximum: one reduction gives both.
  std::array<std::uint64_t, 2> extremes{own, ~own};
  check(MPI_Allreduce(MPI_IN_PLACE, extremes.data(), 2, MPI_UINT64_T, MPI_MIN, comm),
        "MPI_Allreduce");
  const std::uint64_t least = extremes[0];
  const std::uint64_t most = ~extremes[1];
  if (least == most) return;
  throw TransferError(
      fmt::format("the ranks have different chunk sizes, from {} to {}: set SPARLAB_CHUNK_BYTES to "
                  "one value on "
                  "all ranks",
                  chunk_bytes_text(least), chunk_bytes_text(most)));
}

}  // namespace sparlab::runtime::mpi
