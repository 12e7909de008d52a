#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algos/streams/options.hpp"
#include "algos/streams/stream.hpp"
#include "model/base/hashed_owners.hpp"
#include "runtime/comm.hpp"

/// Operations of collectives on streams. Each operation charges its local work to the Comm. Streams
/// that are combined have one type; otherwise WireError is thrown.
namespace sparlab::algos {

/// Returns the stream itself if it is already dense.
Stream densify(runtime::Comm& comm, Stream stream, const Operation& op);

/// left op right over the same range. Charges merge, scatter or dense_sum, depending on the
/// formats.
Stream merge(runtime::Comm& comm, Stream left, Stream right, const AllreduceOptions& options);

/// Reduces streams over one range from left to right.
Stream merge_all(runtime::Comm& comm, std::vector<Stream> streams, const AllreduceOptions& options);

/// One stream for each range [boundaries[i], boundaries[i+1]), in the format of the stream. The
/// first boundary is the stream's lo, the last its hi.
std::vector<Stream> split(runtime::Comm& comm, const Stream& stream,
                          std::span<const std::uint64_t> boundaries);

/// Concatenates streams over adjacent ranges, given in order. Dense if a part is dense.
Stream concatenate(runtime::Comm& comm, const std::vector<Stream>& parts, const Operation& op);

/// One stream for each owner, over the owner's part of the range, in which places stand for
/// indices. Charges scatter.
std::vector<Stream> split_by_owner(runtime::Comm& comm, const Stream& stream,
                                   const model::HashedOwners& owners);

/// The stream of all owners' parts, given in order, with indices for places. Dense if a part is
/// dense. Charges what concatenate does, and merge, or scatter if the result is dense.
Stream unite_owned(runtime::Comm& comm, const std::vector<Stream>& parts,
                   const model::HashedOwners& owners, const Operation& op);

/// The message of one stream, in the smallest of `formats`; charges the conversion, if any.
runtime::Message pack(runtime::Comm& comm, const Stream& stream, model::FormatSet formats);

/// The only stream of a message. Charges the receiver's part of a conversion, if any.
/// Errors  WireError: another type or range, or damaged.
Stream unpack(runtime::Comm& comm, const Domain& domain, const runtime::Message& message);

/// The same without the charge.
struct Decoded {
  Stream stream;
  double copied_bytes;  ///< the receiver's part of a conversion, which the caller charges if any
};
Decoded decode(const Domain& domain, const runtime::Message& message);

/// Several streams in one message. Charges the copy, unless there is only one stream.
runtime::Message bundle(runtime::Comm& comm, std::span<const Stream> streams,
                        model::FormatSet formats);

/// Splits a bundle into its streams. The caller checks the ranges.
/// Errors  WireError: another type, or damaged.
std::vector<Stream> unbundle(runtime::Comm& comm, StreamType type, const runtime::Message& message);

/// The elements of a dense stream that differ from the neutral one, as a coo stream; a coo stream
/// is returned unchanged. Charges the copy.
Stream drop_neutral(runtime::Comm& comm, Stream stream, const Operation& op);

/// pack and bundle with the options' formats. With AllreduceOptions::eliminates, dense streams are
/// scanned, and a message holds only the entries that drop_neutral keeps if this is smaller in one
/// of the formats; the receiver then gets a coo stream. Charges the scan.
runtime::Message pack(runtime::Comm& comm, const Stream& stream, const AllreduceOptions& options);
runtime::Message bundle(runtime::Comm& comm, std::span<const Stream> streams,
                        const AllreduceOptions& options);

/// A dense stream with one form of the neutral element (a sum has +0 and -0): a rank that does not
/// receive this element must get the same bits as its owner. The stream is not shared. Charges the
/// copy.
Stream with_one_neutral(runtime::Comm& comm, Stream dense, const Operation& op);

}  // namespace sparlab::algos
