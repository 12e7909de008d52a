#include "experiments/run/mpi_worker/texts.hpp"

#include <cstring>
#include <utility>

#include "runtime/message.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

void send_text(runtime::Comm& comm, int to, const std::string& text) {
  runtime::Buffer buffer(text.size());
  std::memcpy(buffer.data(), text.data(), text.size());
  send(comm, to, runtime::Message(std::move(buffer), 0, text.size()));
}

std::string receive_text(runtime::Comm& comm, int from) {
  const runtime::Message message = receive(comm, from);
  return {reinterpret_cast<const char*>(message.bytes().data()), message.bytes().size()};
}

}  // namespace

std::vector<std::string> gather_text(runtime::Comm& comm, const std::string& text) {
  if (comm.rank() != 0) {
    send_text(comm, 0, text);
    return {};
  }
  std::vector<std::string> texts = {text};
  for (int rank = 1; rank < comm.size(); ++rank) texts.push_back(receive_text(comm, rank));
  return texts;
}

std::string broadcast_text(runtime::Comm& comm, const std::string& text) {
  // A binomial tree: rank r receives from r without its lowest bit, and sends to r plus each
  // smaller power of two.
  const int lowest = comm.rank() == 0 ? 1 << 30 : comm.rank() & -comm.rank();
  std::string own = comm.rank() == 0 ? text : receive_text(comm, comm.rank() - lowest);
  for (int bit = 1; bit < lowest && bit < comm.size(); bit *= 2)
    if (comm.rank() + bit < comm.size()) send_text(comm, comm.rank() + bit, own);
  return own;
}

}  // namespace sparlab::experiments::run::mpi
