#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <list>
#include <span>
#include <vector>

#include "runtime/mpi/transfer.hpp"

namespace sparlab::runtime::mpi {

/// Messages that travel in chunks (see Transfer).
///
/// Header  the length, sent on the communicator of whole messages with a tag from the upper half of
///         all tags. A receiver that takes messages in the order of their arrival, whatever their
///         tags, so sees headers and whole messages of a sender in the order in which they were
///         sent.
/// Chunks  on a communicator of their own, with the tag of their message, so that a receive can be
///         posted for each as soon as the header is known. The chunks of two messages with the same
///         peer and tag must not mix: those of the second are handed to the library only when all
///         of the first are.
class Chunks {
 public:
  /// One message, as this rank sees it. The bytes must stay where they are until it is complete.
  class Stream {
   public:
    bool complete() const { return all_handed_over() && open_ == 0; }

   private:
    friend class Chunks;
    bool all_handed_over() const { return handed_over_ == bytes_; }
    bool same_chunks_as(const Stream& other) const {
      return is_send_ == other.is_send_ && peer_ == other.peer_ && tag_ == other.tag_;
    }

    bool is_send_ = false;
    int peer_ = 0;
    int tag_ = 0;
    std::byte* data_ = nullptr;
    std::size_t bytes_ = 0;
    bool its_turn_ = false;        ///< the chunks of earlier messages are handed over
    std::size_t handed_over_ = 0;  ///< bytes of the chunks that the library has
    std::size_t open_ = 0;         ///< requests that are not complete, the header's among them
    std::uint64_t header_ = 0;
  };

  /// Tags of messages if all tags are 0..largest_tag: the lower half.
  static int largest_message_tag(int largest_tag) { return (largest_tag - 1) / 2; }

  /// Collective over `comm`, on which headers travel; it must outlive this object. The tags of
  /// messages are 0..largest_message_tag.
  Chunks(MPI_Comm comm, const Transfer& transfer, int largest_message_tag);
  Chunks(const Chunks&) = delete;
  Chunks& operator=(const Chunks&) = delete;

  /// Collective. Contract: no streams.
  void free();

  bool apply_to(std::size_t bytes) const { return bytes > transfer_.chunk_bytes; }

  Stream& send(int to, int tag, std::span<const std::byte> bytes);
  /// Receives the message whose header has been read.
  Stream& receive(int from, int tag, std::span<std::byte> target);
  void release(const Stream& stream);

  bool is_header(int received_tag) const { return received_tag >= message_tags_; }
  int message_tag(int header_tag) const { return header_tag - message_tags_; }
  /// The length of the message that a header announces.
  std::size_t read_header(MPI_Message& header, int from) const;

  /// Lets the library make progress and hands over further chunks; false if no chunk was completed.
  bool advance();
  /// Hands over all chunks of all sends, so that the library can complete them later without this
  /// object. A failure ends it: there is nobody to tell.
  void hand_over_all_sends() noexcept;

 private:
  Stream& start(Stream stream);
  void hand_over(Stream& stream);
  int hand_over_chunk(Stream& stream);
  void add(Stream& stream, MPI_Request request);
  void forget_completed_requests();

  MPI_Comm headers_;
  MPI_Comm chunks_ = MPI_COMM_NULL;
  Transfer transfer_;
  int message_tags_;

  std::list<Stream> streams_;  ///< in the order of their start; a list keeps addresses
  // The requests of all streams, and to which stream each belongs.
  std::vector<MPI_Request> requests_;
  std::vector<Stream*> owners_;
  std::vector<int> completed_;
  std::vector<Stream*> refilled_;
};

/// Collective over `comm`.
/// Errors  TransferError on all ranks if their chunk sizes differ.
void require_equal_chunk_bytes(MPI_Comm comm, const Transfer& transfer);

}  // namespace sparlab::runtime::mpi
