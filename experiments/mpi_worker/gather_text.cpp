#include <cstring>

#include "experiments/mpi_worker/execute_mpi.hpp"

namespace sparlab::experiments::mpi {

std::vector<std::string> gather_text(runtime::Comm& comm, const std::string& text) {
  if (comm.rank() != 0) {
    runtime::Buffer buffer(text.size());
    std::memcpy(buffer.data(), text.data(), text.size());
    send(comm, 0, runtime::Message(std::move(buffer), 0, text.size()));
    return {};
  }
  std::vector<std::string> texts = {text};
  for (int rank = 1; rank < comm.size(); ++rank) {
    const runtime::Message message = receive(comm, rank);
    const auto* begin = reinterpret_cast<const char*>(message.bytes().data());
    texts.emplace_back(begin, message.bytes().size());
  }
  return texts;
}

}  // namespace sparlab::experiments::mpi
