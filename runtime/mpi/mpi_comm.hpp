#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "runtime/comm.hpp"
#include "runtime/mpi/chunks.hpp"
#include "runtime/mpi/tag_blocks.hpp"
#include "runtime/mpi/transfer.hpp"

namespace sparlab::runtime::mpi {

/// Comm over a duplicate of a communicator, for one thread.
///
/// Send     the message's own bytes are handed to the library, which reads them until completion.
/// Receive  lazy: posting a receive makes no MPI call. A wait takes the messages that have arrived
///          (MPI_Improbe) and matches each with the first receive posted for its source and tag.
///          The size is known only then, and the message is received (MPI_Imrecv), in the given
///          place if that has the same size. A message without a posted receive stays in the
///          library, as a handle in order of arrival.
/// Chunks   if asked for (see Transfer), a long message is sent as a header and chunks. The header
/// is
///          taken like a message, and the chunks are received in the place of the message.
/// Waiting  serves every pending request, not only the one waited for, so two ranks that wait in
///          different orders never block each other. It also advances nonblocking operations.
/// Tags     one block for blocking code (see TagBlocks), another for each nonblocking operation.
/// Errors   a failing MPI call, an unknown rank or tag, or a token is a CommError.
class MpiComm final : public Comm, public PlacedReceives {
 public:
  /// Collective over `parent`.
  /// Errors  TransferError on all ranks if their chunk sizes differ.
  explicit MpiComm(MPI_Comm parent, const Transfer& transfer = {});

  /// Collective. Contract: every request has been waited for and every message received, unless an
  /// operation was abandoned.
  ~MpiComm() override;
  MpiComm(const MpiComm&) = delete;
  MpiComm& operator=(const MpiComm&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  double now() const override { return MPI_Wtime(); }
  Request isend(int to, Message message, int tag) override;
  Request irecv(int from, int tag) override;
  Request irecv_into(Message place, int from, int tag) override;
  Message wait(Request& request) override;
  std::size_t wait_any(std::span<Request> requests) override;
  void charge(Work) override {}

  MPI_Comm handle() const { return comm_; }
  /// Whether a host has more ranks than processors; the same on all ranks of a host.
  bool oversubscribed() const { return oversubscribed_; }

  // For nonblocking operations.

  TagBlocks& tag_blocks() { return tag_blocks_; }
  Request isend_in(int block, int to, Message message, int tag);
  Request irecv_in(int block, int from, int tag, Message place = {});
  /// True if `wait` would not block; first lets the library and all pending requests
  /// make progress.
  bool ready(const Request& request);
  /// The position that `wait_any` would return without blocking.
  std::optional<std::size_t> any_ready(std::span<const Request> requests);
  /// Abandons every request of a block. Messages in flight are never freed, since the library may
  /// still access them.
  void abandon(int block);
  /// To be called after an empty poll: advances nonblocking operations and may yield the
  /// processor.
  void pause(unsigned& empty_polls) const;

 private:
  enum class Phase : unsigned char {
    idle,       ///< the slot is free
    posted,     ///< a receive without a message
    in_flight,  ///< the library has a request for it
    complete,
  };
  struct Operation {
    Phase phase = Phase::idle;
    bool is_send = false;
    int peer = 0;
    int tag = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    Chunks::Stream* stream = nullptr;  ///< of a message in chunks, instead of a request
    Message message;  ///< of a receive without a message, the place to receive into
  };
  /// A message that was taken out of the library's matching before its receive was posted.
  struct Arrival {
    int source;
    int tag;
    std::size_t bytes;
    MPI_Message message;  ///< null if the message comes in chunks
  };

  void check_address(const char* operation, int peer, int tag) const;
  void free();
  void leave_behind();
  std::uint64_t acquire();
  void release(std::uint64_t id);
  Operation& operation(const Request& request);

  bool match_arrival();
  bool advance_chunks();
  std::optional<Arrival> probe();
  void start_receive(Operation& operation, Arrival& arrival);
  bool test(Operation& operation);
  bool test_any(std::span<const Request> requests);
  std::optional<std::size_t> first_complete(std::span<const Request> requests);

  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 0;
  TagBlocks tag_blocks_;
  std::unique_ptr<Chunks> chunks_;  ///< null if all messages travel whole
  int previous_rank_;
  int exceptions_at_start_;
  bool oversubscribed_ = false;
  bool abandoned_ = false;  ///< messages may be in flight that will not be received

  // A deque: operations keep their address while MPI works on the bytes inside them.
  std::deque<Operation> operations_;
  std::vector<std::uint64_t> free_;
  std::vector<Operation*> posted_;  ///< in the order of irecv
  std::vector<Arrival> arrivals_;   ///< unclaimed, in the order of arrival
  std::vector<MPI_Request> testing_;
  std::vector<Operation*> tested_;
};

}  // namespace sparlab::runtime::mpi
