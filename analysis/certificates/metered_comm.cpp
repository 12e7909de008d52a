#include "analysis/certificates/metered_comm.hpp"

#include <utility>

#include "algos/formats/format.hpp"

namespace sparlab::analysis {
namespace {

std::uint64_t values_in(const runtime::Message& message) {
  const std::uint64_t room = message.bytes().size() / sizeof(CertifiedStream::value_type);
  if (!algos::read_header<algos::StreamHeader>(message.bytes())) return room;
  try {
    std::uint64_t values = 0;
    for (const auto& part : CertifiedStream::decode_bundle(message)) values += part.stream.count();
    return values;
  } catch (const algos::WireError&) {  // the format of one algorithm
    return room;
  }
}

}  // namespace

runtime::Message MeteredComm::wait(runtime::Request& request) {
  runtime::Message message = inner_.wait(request);  // of a send, it is empty
  traffic_.values_received += values_in(message);
  return message;
}

}  // namespace sparlab::analysis
