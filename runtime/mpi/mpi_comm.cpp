#include "runtime/mpi/mpi_comm.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "model/base/contract.hpp"
#include "runtime/fibers/coroutine.hpp"
#include "runtime/mpi/calls.hpp"

namespace sparlab::runtime::mpi {
namespace {

/// Empty polls before a rank yields its own core: a few tens of microseconds.
constexpr unsigned kSpin = 1000;

/// The block of tags that no nonblocking operation uses.
constexpr int kBlockingTags = 0;

/// Whether this node has more ranks than processors; then a waiting rank must yield at once.
bool has_more_ranks_than_processors(MPI_Comm comm) {
  MPI_Comm node = MPI_COMM_NULL;
  check(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node),
        "MPI_Comm_split_type");
  int ranks = 0;
  check(MPI_Comm_size(node, &ranks), "MPI_Comm_size");
  check(MPI_Comm_free(&node), "MPI_Comm_free");
  return ranks > sysconf(_SC_NPROCESSORS_ONLN);
}

/// MPI_TAG_UB is an attribute of MPI_COMM_WORLD only, and applies to all communicators.
int largest_tag() {
  void* value = nullptr;
  int found = 0;
  check(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &found), "MPI_Comm_get_attr");
  if (found == 0) refuse("MPI_TAG_UB is not set", "MPI_Comm_get_attr");
  return *static_cast<const int*>(value);
}

}  // namespace

MpiComm::MpiComm(MPI_Comm parent, const Transfer& transfer)
    : tag_blocks_(transfer.in_chunks() ? Chunks::largest_message_tag(largest_tag())
                                       : largest_tag()),
      previous_rank_(model::current_rank),
      exceptions_at_start_(std::uncaught_exceptions()) {
  require_equal_chunk_bytes(parent, transfer);
  check(MPI_Comm_dup(parent, &comm_), "MPI_Comm_dup");
  check(MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check(MPI_Comm_rank(comm_, &rank_), "MPI_Comm_rank");
  check(MPI_Comm_size(comm_, &size_), "MPI_Comm_size");
  model::current_rank = rank_;
  oversubscribed_ = has_more_ranks_than_processors(comm_);
  if (transfer.in_chunks())
    chunks_ = std::make_unique<Chunks>(comm_, transfer, Chunks::largest_message_tag(largest_tag()));
}

MpiComm::~MpiComm() {
  if (std::uncaught_exceptions() > exceptions_at_start_) {
    // The program is ending, and the peers do not take part in freeing the communicator.
    leave_behind();
    return;
  }
  const bool every_operation_was_waited_for = !tag_blocks_.any_taken();
  SPARLAB_EXPECTS(every_operation_was_waited_for);
  if (abandoned_)
    leave_behind();
  else
    free();
  model::current_rank = previous_rank_;
}

void MpiComm::free() {
  const bool every_request_was_waited_for = free_.size() == operations_.size();
  SPARLAB_EXPECTS(every_request_was_waited_for);
  const bool every_message_was_received = arrivals_.empty();
  SPARLAB_EXPECTS(every_message_was_received);
  if (is_finalized()) return;
  if (chunks_) chunks_->free();
  static_cast<void>(MPI_Comm_free(&comm_));
}

/// The library may still read and write the messages of pending operations, so they and the
/// communicators are never freed. Peers may still wait for messages that were sent.
void MpiComm::leave_behind() {
  static auto* const left =
      new std::vector<std::pair<std::deque<Operation>, std::unique_ptr<Chunks>>>;
  if (chunks_ && !is_finalized()) chunks_->hand_over_all_sends();
  left->emplace_back(std::move(operations_), std::move(chunks_));
}

Request MpiComm::isend(int to, Message message, int tag) {
  return isend_in(kBlockingTags, to, std::move(message), tag);
}

Request MpiComm::irecv(int from, int tag) { return irecv_in(kBlockingTags, from, tag); }

Request MpiComm::irecv_into(Message place, int from, int tag) {
  return irecv_in(kBlockingTags, from, tag, std::move(place));
}

Request MpiComm::isend_in(int block, int to, Message message, int tag) {
  check_address("isend", to, tag);
  const int sent_tag = tag_blocks_.first_tag(block) + tag;
  if (!message.is_real())
    refuse("a token stands for data and cannot leave the process", "isend", to);
  const ByteType type(message.bytes().size());
  const std::uint64_t id = acquire();
  Operation& sent = operations_[id];
  sent.is_send = true;
  sent.peer = to;
  sent.tag = sent_tag;
  sent.message = std::move(message);
  if (chunks_ && chunks_->apply_to(sent.message.bytes().size())) {
    sent.phase = Phase::in_flight;
    sent.stream = &chunks_->send(to, sent_tag, sent.message.bytes());
    return Request(id);
  }
  const int code = MPI_Isend(sent.message.bytes().data(), type.count(), type.type(), to, sent_tag,
                             comm_, &sent.request);
  if (code != MPI_SUCCESS) {
    release(id);
    fail(code, "MPI_Isend", to);
  }
  sent.phase = Phase::in_flight;
  return Request(id);
}

Request MpiComm::irecv_in(int block, int from, int tag, Message place) {
  check_address("irecv", from, tag);
  const int received_tag = tag_blocks_.first_tag(block) + tag;
  const std::uint64_t id = acquire();
  Operation& received = operations_[id];
  received.phase = Phase::posted;
  received.is_send = false;
  received.peer = from;
  received.tag = received_tag;
  received.message = std::move(place);
  const auto arrival = std::find_if(arrivals_.begin(), arrivals_.end(), [=](const Arrival& a) {
    return a.source == from && a.tag == received_tag;
  });
  if (arrival == arrivals_.end()) {
    posted_.push_back(&received);
  } else {
    start_receive(received, *arrival);
    arrivals_.erase(arrival);
  }
  return Request(id);
}

Message MpiComm::wait(Request& request) {
  for (unsigned empty_polls = 0; !ready(request);) pause(empty_polls);
  Operation& waited = operation(request);
  Message message;
  if (!waited.is_send) message = std::move(waited.message);
  release(request.id());
  request.reset();
  return message;
}

std::size_t MpiComm::wait_any(std::span<Request> requests) {
  std::optional<std::size_t> found;
  for (unsigned empty_polls = 0; !(found = any_ready(requests));) pause(empty_polls);
  return *found;
}

bool MpiComm::ready(const Request& request) {
  Operation& asked = operation(request);
  while (!test(asked))
    if (!match_arrival() && !advance_chunks()) return false;
  return true;
}

std::optional<std::size_t> MpiComm::any_ready(std::span<const Request> requests) {
  const auto is_pending = [](const Request& request) { return request.pending(); };
  SPARLAB_EXPECTS(std::any_of(requests.begin(), requests.end(), is_pending));
  do {
    if (const auto found = first_complete(requests)) return found;
  } while (match_arrival() || test_any(requests) || advance_chunks());
  return std::nullopt;
}

std::optional<std::size_t> MpiComm::first_complete(std::span<const Request> requests) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (!requests[i].pending()) continue;
    Operation& candidate = operation(requests[i]);
    if (candidate.stream != nullptr && candidate.stream->complete())
      candidate.phase = Phase::complete;
    if (candidate.phase == Phase::complete) return i;
  }
  return std::nullopt;
}

void MpiComm::abandon(int block) {
  abandoned_ = true;
  std::erase_if(
      posted_, [&](const Operation* posted) { return tag_blocks_.block_of(posted->tag) == block; });
  for (std::size_t id = 0; id < operations_.size(); ++id) {
    const Operation& candidate = operations_[id];
    if (tag_blocks_.block_of(candidate.tag) != block) continue;
    if (candidate.phase == Phase::posted || candidate.phase == Phase::complete) release(id);
  }
}

void MpiComm::check_address(const char* operation, int peer, int tag) const {
  if (peer < 0 || peer >= size_) refuse(fmt::format("ranks are 0..{}", size_ - 1), operation, peer);
  if (tag < 0 || tag >= tag_blocks_.tags())
    refuse(fmt::format("tag {} is not in 0..{}", tag, tag_blocks_.tags() - 1), operation, peer);
}

std::uint64_t MpiComm::acquire() {
  if (free_.empty()) {
    operations_.emplace_back();
    free_.push_back(operations_.size() - 1);
  }
  const std::uint64_t id = free_.back();
  free_.pop_back();
  return id;
}

void MpiComm::release(std::uint64_t id) {
  Operation& released = operations_[id];
  if (released.stream != nullptr) chunks_->release(*std::exchange(released.stream, nullptr));
  released.phase = Phase::idle;
  released.message = Message{};
  free_.push_back(id);
}

MpiComm::Operation& MpiComm::operation(const Request& request) {
  SPARLAB_EXPECTS(request.id() < operations_.size());
  Operation& found = operations_[request.id()];
  SPARLAB_EXPECTS(found.phase != Phase::idle);
  return found;
}

bool MpiComm::advance_chunks() { return chunks_ && chunks_->advance(); }

/// Takes one arrived message if receives are posted; false if there is none.
bool MpiComm::match_arrival() {
  if (posted_.empty()) return false;
  std::optional<Arrival> arrival = probe();
  if (!arrival) return false;
  const auto receiver = std::find_if(posted_.begin(), posted_.end(), [&](const Operation* posted) {
    return posted->peer == arrival->source && posted->tag == arrival->tag;
  });
  if (receiver == posted_.end()) {
    arrivals_.push_back(*arrival);
  } else {
    Operation& matched = **receiver;
    posted_.erase(receiver);
    start_receive(matched, *arrival);
  }
  return true;
}

/// One probe serves any number of posted receives. A single receive is probed by its source and
/// tag, which saves the library a search over all ranks. Headers and whole messages have different
/// tags; with any tag, they are taken in order.
std::optional<MpiComm::Arrival> MpiComm::probe() {
  const bool single = posted_.size() == 1;
  const int source = single ? posted_.front()->peer : MPI_ANY_SOURCE;
  const int tag = single && !chunks_ ? posted_.front()->tag : MPI_ANY_TAG;
  int found = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  const int peer = single ? source : kNoPeer;
  check(MPI_Improbe(source, tag, comm_, &found, &message, &status), "MPI_Improbe", peer);
  if (found == 0) return std::nullopt;
  if (chunks_ && chunks_->is_header(status.MPI_TAG)) {
    const std::size_t length = chunks_->read_header(message, status.MPI_SOURCE);
    return Arrival{status.MPI_SOURCE, chunks_->message_tag(status.MPI_TAG), length,
                   MPI_MESSAGE_NULL};
  }
  MPI_Count bytes = 0;
  check(MPI_Get_elements_x(&status, MPI_BYTE, &bytes), "MPI_Get_elements_x", status.MPI_SOURCE);
  return Arrival{status.MPI_SOURCE, status.MPI_TAG, static_cast<std::size_t>(bytes), message};
}

void MpiComm::start_receive(Operation& received, Arrival& arrival) {
  if (received.message.bytes().size() != arrival.bytes) {
    received.message =
        arrival.bytes == 0 ? Message{} : Message(Buffer(arrival.bytes), 0, arrival.bytes);
  }
  const Buffer& buffer = received.message.buffer();
  std::byte* const target = buffer ? buffer.data() + received.message.offset() : nullptr;
  received.phase = Phase::in_flight;
  if (arrival.message == MPI_MESSAGE_NULL) {
    received.stream = &chunks_->receive(received.peer, received.tag, {target, arrival.bytes});
    return;
  }
  const ByteType type(arrival.bytes);
  check(MPI_Imrecv(target, type.count(), type.type(), &arrival.message, &received.request),
        "MPI_Imrecv", received.peer);
}

/// True if the operation is complete; otherwise lets the library make progress.
bool MpiComm::test(Operation& tested) {
  if (tested.stream != nullptr) {
    if (tested.stream->complete()) tested.phase = Phase::complete;
  } else if (tested.phase == Phase::in_flight) {
    int done = 0;
    check(MPI_Test(&tested.request, &done, MPI_STATUS_IGNORE),
          tested.is_send ? "MPI_Test of a send" : "MPI_Test of a receive", tested.peer);
    if (done != 0) tested.phase = Phase::complete;
  }
  return tested.phase == Phase::complete;
}

/// Completes one of the requests in flight; false if none is ready.
bool MpiComm::test_any(std::span<const Request> requests) {
  testing_.clear();
  tested_.clear();
  for (const Request& request : requests) {
    if (!request.pending()) continue;
    Operation& candidate = operation(request);
    if (candidate.phase != Phase::in_flight || candidate.stream != nullptr) continue;
    testing_.push_back(candidate.request);
    tested_.push_back(&candidate);
  }
  if (testing_.empty()) return false;
  int index = MPI_UNDEFINED;
  int done = 0;
  check(MPI_Testany(static_cast<int>(testing_.size()), testing_.data(), &index, &done,
                    MPI_STATUS_IGNORE),
        "MPI_Testany");
  if (done == 0) return false;
  Operation& completed = *tested_[static_cast<std::size_t>(index)];
  completed.request = MPI_REQUEST_NULL;
  completed.phase = Phase::complete;
  return true;
}

void MpiComm::pause(unsigned& empty_polls) const {
  fibers::Progress::of_this_thread().advance();
  if (oversubscribed_ || ++empty_polls > kSpin) sched_yield();
}

}  // namespace sparlab::runtime::mpi
