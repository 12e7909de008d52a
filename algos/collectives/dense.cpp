#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "algos/collectives/collectives.hpp"
#include "algos/steps/chain.hpp"
#include "algos/steps/dense_vector.hpp"
#include "algos/steps/shards.hpp"
#include "algos/steps/subgroups.hpp"
#include "model/base/bine.hpp"
#include "model/base/range.hpp"

namespace sparlab::algos {
namespace {

using model::DenseCode;
using model::DenseSchedule;

/// The operand of a sum that comes from `peer`: the lower rank's is on the left.
Arrival operand_of(int peer, const runtime::Comm& comm) {
  return peer < comm.rank() ? Arrival::is_left : Arrival::is_right;
}

/// Neighbours add one half of the vector each; then the one that rests gives its half to the other.
void fold_halves(runtime::Comm& comm, DenseVector& vector, int neighbour, bool rests) {
  const Range whole = vector.range();
  const std::uint64_t middle = whole.lo + whole.size() / 2;
  const SentRange left{{whole.lo, middle}, neighbour};
  const SentRange right{{middle, whole.hi}, neighbour};
  const SentRange& kept = rests ? right : left;
  const SentRange& given = rests ? left : right;
  vector.exchange(comm, given, kept, operand_of(neighbour, comm));
  if (rests)
    vector.send(comm, right);
  else
    vector.receive(comm, right, Arrival::replaces);
}

/// Runs body(survivors) on a power of two of ranks. The others give their input to a neighbour and
/// receive the result from it.
template <class Body>
void on_power_of_two(runtime::Comm& comm, DenseVector& vector, Resting resting, Body body) {
  const PowerOfTwoFold fold(comm.size(), resting);
  if (fold.surplus == 0) return body(comm);
  const bool rests = fold.rests(comm.rank());
  const SentRange whole{vector.range(), comm.rank() ^ 1};
  comm.enter_phase("fold");
  if (fold.is_paired(comm.rank())) {
    if (resting == Resting::odd)
      fold_halves(comm, vector, whole.rank, rests);
    else if (rests)
      vector.send(comm, whole);
    else
      vector.receive(comm, whole, operand_of(whole.rank, comm));
  }
  if (!rests) {
    FoldedComm survivors(comm, fold);
    body(survivors);
  }
  comm.enter_phase("unfold");
  if (rests)
    vector.receive(comm, whole, Arrival::replaces);
  else if (fold.is_paired(comm.rank()))
    vector.send(comm, whole);
}

void double_in_place(runtime::Comm& comm, DenseVector& vector) {
  comm.enter_phase("recursive_doubling");
  for (int distance = 1; distance < comm.size(); distance *= 2) {
    const SentRange whole{vector.range(), comm.rank() ^ distance};
    vector.exchange(comm, whole, whole, operand_of(whole.rank, comm));
  }
}

/// In each round, groups of ranks at equal distances exchange whole vectors.
void multiply_in_place(runtime::Comm& comm, DenseVector& vector,
                       const std::vector<std::uint64_t>& groups) {
  comm.enter_phase("recursive_multiplying");
  int distance = 1;
  for (const std::uint64_t ranks : groups) {
    const auto members = static_cast<int>(ranks);
    const int first = comm.rank() - comm.rank() / distance % members * distance;
    vector.exchange_whole(comm, {first, distance, members});
    distance *= members;
  }
}

enum class Pairs : std::uint8_t { by_bit, bine };

/// The partner of a rank at a distance of 1, 2, 4, ..., or at the Bine step of this number.
struct Half {
  int partner;
  bool keeps_upper;
};

Half half_at(const runtime::Comm& comm, Pairs pairs, int distance) {
  const int other = comm.rank() ^ distance;
  if (pairs == Pairs::by_bit) return {other, other < comm.rank()};
  const auto rank = static_cast<std::uint64_t>(comm.rank());
  const auto step = static_cast<std::uint64_t>(distance);
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  return {static_cast<int>(model::bine_partner(rank, step, ranks)),
          model::bine_keeps_upper(rank, step, ranks)};
}

struct HalvingRules {
  DenseCode code = DenseCode::own;
  Pairs pairs = Pairs::by_bit;
};

/// Partners at this distance hold equal windows, the blocks from `first_block` on, and each of them
/// keeps one half. Then ranks at longer distances reduce that, and the partners exchange the
/// results. Open MPI cuts each window in the middle; the others cut the vector into a block for
/// each rank, larger blocks first.
void halve_in_place(runtime::Comm& comm, DenseVector& vector, HalvingRules rules, Range window,
                    std::uint64_t first_block, int distance) {
  if (distance == comm.size()) return comm.enter_phase("allgather");
  const auto [partner, keeps_upper] = half_at(comm, rules.pairs, distance);
  const std::uint64_t middle_block =
      first_block + static_cast<std::uint64_t>(comm.size() / (2 * distance));
  const std::uint64_t middle =
      model::is_open_mpi(rules.code)
          ? window.lo + window.size() / 2
          : model::cut(vector.range(), middle_block, static_cast<std::uint64_t>(comm.size()));
  SentRange kept{{window.lo, middle}, partner};
  SentRange given{{middle, window.hi}, partner};
  if (keeps_upper) std::swap(kept, given);
  vector.exchange(comm, given, kept, operand_of(partner, comm));
  halve_in_place(comm, vector, rules, kept.range, keeps_upper ? middle_block : first_block,
                 2 * distance);
  vector.exchange(comm, kept, given, Arrival::replaces);
}

/// P-1 steps reduce blocks, P-1 pass the sums on. MPICH's blocks have ceil(N/P) elements as long as
/// there are some, and a rank begins with the block before its own, as in a reduce_scatter, which
/// ends with its own.
void ring_in_place(runtime::Comm& comm, DenseVector& vector, DenseCode code,
                   model::Collective collective) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  const auto rank = static_cast<std::size_t>(comm.rank());
  const Range whole = vector.range();
  const auto from_previous = [&](std::size_t i) { return (i + ranks - 1) % ranks; };
  const auto block = [&](std::size_t i, std::size_t peer) -> SentRange {
    const int to_or_from = static_cast<int>(peer);
    if (code != DenseCode::mpich) return {model::part_of(whole, i, ranks), to_or_from};
    const std::uint64_t size = model::block_count(whole.size(), ranks);
    const auto boundary = [&](std::uint64_t b) {
      return whole.lo + std::min(b * size, whole.size());
    };
    return {{boundary(i), boundary(i + 1)}, to_or_from};
  };
  const bool begins_before = code == DenseCode::mpich || !gathers(collective);
  std::size_t sent = begins_before ? from_previous(rank) : rank;
  const std::size_t end = gathers(collective) ? 2 * (ranks - 1) : ranks - 1;
  for (std::size_t step = scatters(collective) ? 0 : ranks - 1; step < end; ++step) {
    if (step == ranks - 1) comm.enter_phase("allgather");
    const std::size_t received = from_previous(sent);
    vector.exchange(comm, block(sent, (rank + 1) % ranks), block(received, from_previous(rank)),
                    step < ranks - 1 ? Arrival::is_left : Arrival::replaces);
    sent = received;
  }
}

/// The phase of the first messages, and of the copies before them.
std::string_view first_phase(DenseSchedule schedule, int ranks, model::Collective collective) {
  if (!scatters(collective)) return "allgather";
  if (schedule == DenseSchedule::ring) return "reduce_scatter";
  if (PowerOfTwoFold(ranks).surplus > 0) return "fold";
  return schedule == DenseSchedule::rabenseifner ? "recursive_halving" : "recursive_doubling";
}

/// A dense stream over `whole` that has no values yet, of the ranks of `shard`.
Stream room_for(const Stream& shard, Range whole) {
  return shard.visit([&]<class One>(const One& one) -> Stream {
    if constexpr (is_counted_v<One>)
      return one.of_same_ranks(whole, Format::dense);
    else
      return One::uninitialised_dense(whole);
  });
}

Stream in_place(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                DenseSchedule planned, DenseCode code) {
  const Range whole = whole_range(comm, stream, options);
  stream = densify(comm, std::move(stream), options.op);
  if (comm.size() == 1) return stream;
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  const DenseSchedule schedule = model::schedule_for(code, planned, {ranks, whole.size()});
  const model::CopiedVectors copied = model::copied_vectors(code, schedule);
  comm.enter_phase(first_phase(schedule, comm.size(), options.collective));
  if (!scatters(options.collective)) {
    DenseVector vector(room_for(stream, whole), options.op);
    vector.replace(comm, stream);
    ring_in_place(comm, vector, code, options.collective);
    return std::move(vector).values();
  }
  DenseVector vector(std::move(stream), options.op);
  for (std::uint64_t i = 0; i < copied.before; ++i) vector.copy(comm);
  if (schedule == DenseSchedule::ring) {
    ring_in_place(comm, vector, code, options.collective);
    if (!gathers(options.collective)) {
      const Range shard = model::part_of(whole, static_cast<std::uint64_t>(comm.rank()), ranks);
      return DenseVector(vector.part(comm, shard), options.op).result(comm);
    }
  } else if (schedule == DenseSchedule::rabenseifner) {
    const Resting resting = model::is_open_mpi(code) ? Resting::odd : Resting::even;
    on_power_of_two(comm, vector, resting, [&](runtime::Comm& survivors) {
      survivors.enter_phase("recursive_halving");
      halve_in_place(survivors, vector, {code}, vector.range(), 0, 1);
    });
  } else {
    on_power_of_two(comm, vector, Resting::even,
                    [&](runtime::Comm& survivors) { double_in_place(survivors, vector); });
  }
  for (std::uint64_t i = 0; i < copied.after; ++i) vector.copy(comm);
  return std::move(vector).result(comm);
}

}  // namespace

Stream dense_recursive_doubling(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                                const model::DenseParameters& parameters) {
  return in_place(comm, std::move(stream), options, DenseSchedule::recursive_doubling,
                  parameters.code);
}

Stream dense_recursive_k(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                         const model::RecursiveKParameters& parameters) {
  stream = densify(comm, std::move(stream), options.op);
  if (comm.size() == 1) return stream;
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  const std::vector<std::uint64_t> groups = parameters.groups(ranks);
  DenseVector vector(std::move(stream), options.op);
  if (model::participants(groups) == ranks)
    multiply_in_place(comm, vector, groups);
  else
    on_power_of_two(comm, vector, Resting::even, [&](runtime::Comm& survivors) {
      multiply_in_place(survivors, vector, groups);
    });
  return std::move(vector).result(comm);
}

Stream dense_rabenseifner(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                          const model::DenseParameters& parameters) {
  if (options.collective == model::Collective::broadcast) {
    const Domain whole{stream.type(), whole_range(comm, stream, options)};
    stream = densify(comm, std::move(stream), options.op);
    return broadcast_in_parts(comm, std::move(stream), whole, options);
  }
  return in_place(comm, std::move(stream), options, DenseSchedule::rabenseifner, parameters.code);
}

Stream dense_bine(runtime::Comm& comm, Stream stream, const AllreduceOptions& options) {
  stream = densify(comm, std::move(stream), options.op);
  if (comm.size() == 1) return stream;
  DenseVector vector(std::move(stream), options.op);
  on_power_of_two(comm, vector, Resting::even, [&](runtime::Comm& survivors) {
    survivors.enter_phase("recursive_halving");
    halve_in_place(survivors, vector, {.pairs = Pairs::bine}, vector.range(), 0, 1);
  });
  return std::move(vector).result(comm);
}

Stream dense_ring(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                  const model::DenseParameters& parameters) {
  if (options.collective == model::Collective::broadcast && comm.size() > 1) {
    stream = densify(comm, std::move(stream), options.op);
    const Range whole = stream.range();
    return broadcast_in_segments(comm, stream, segment_boundaries(whole, {}), options);
  }
  return in_place(comm, std::move(stream), options, DenseSchedule::ring, parameters.code);
}

}  // namespace sparlab::algos
