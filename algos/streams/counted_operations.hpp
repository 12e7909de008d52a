#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algos/streams/counted_stream.hpp"
#include "algos/streams/options.hpp"
#include "runtime/comm.hpp"

/// The operations of stream_operations.hpp on counted streams. Neutral elements do not count.
namespace sparlab::algos {

CountedStream densify(runtime::Comm& comm, const CountedStream& stream);
CountedStream merge(runtime::Comm& comm, const CountedStream& left, const CountedStream& right,
                    const AllreduceOptions& options);
CountedStream merge_all(runtime::Comm& comm, std::span<const CountedStream> streams,
                        const AllreduceOptions& options);
/// The parts are shared by all ranks that split equal streams.
std::shared_ptr<const CountedParts> shared_split(runtime::Comm& comm, const CountedStream& stream,
                                                 std::span<const std::uint64_t> boundaries);
/// The parts of owners, with places for indices.
std::shared_ptr<const CountedParts> shared_split(runtime::Comm& comm, const CountedStream& stream,
                                                 const model::HashedOwners& owners);
/// The whole stream of all owners' parts.
CountedStream unite_owned(runtime::Comm& comm, std::span<const CountedStream> parts);
CountedStream concatenate(runtime::Comm& comm, std::span<const CountedStream> parts);

/// The two parts of pack: the charge, and the message.
void charge_packing(runtime::Comm& comm, const CountedStream& stream, model::FormatSet formats);
runtime::Message charged_message(const CountedStream& stream, model::FormatSet formats);
runtime::Message bundle(runtime::Comm& comm, std::span<const CountedStream> streams,
                        model::FormatSet formats);

}  // namespace sparlab::algos
