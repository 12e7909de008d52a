#include "algos/collectives/collectives.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "algos/steps/allgather.hpp"
#include "algos/steps/placed_parts.hpp"
#include "algos/steps/ring_and_recursive.hpp"
#include "algos/steps/shards.hpp"
#include "algos/steps/subgroups.hpp"
#include "algos/steps/trees.hpp"

namespace sparlab::algos {

Stream sparse_allgather(runtime::Comm& comm, Stream stream, const AllreduceOptions& options) {
  const Range range = stream.range();
  std::vector<Stream> inputs = allgather(
      comm, std::move(stream), [=](auto) { return range; }, options);
  return merge_all(comm, std::move(inputs), options);
}

Stream sparse_ring(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                   const model::SparseRingParameters& parameters) {
  AllreduceOptions sent = options;
  if (parameters.format == model::HopFormat::pici)
    sent.formats = options.formats.with(Format::pici);
  if (parameters.hop_work == model::HopWork::dense)
    stream = drop_neutral(comm, std::move(stream), options.op);
  return ring(comm, stream, sent, parameters);
}

Stream ssar_recursive_double(runtime::Comm& comm, Stream stream, const AllreduceOptions& options) {
  if (options.collective == model::Collective::broadcast) {
    const Domain whole = stream.domain();
    return broadcast_binomially(comm, std::move(stream), whole, options);
  }
  return folded_recursive_doubling(comm, std::move(stream), options);
}

Stream ssar_split_allgather(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                            const model::SsarSplitAllgatherParameters& parameters) {
  const Range whole = whole_range(comm, stream, options);
  AllreduceOptions pulled = options;
  if (parameters.pull == model::Pull::bitmap) pulled.formats = options.formats.with(Format::bitmap);
  if (options.collective == model::Collective::broadcast) {
    const Domain domain{stream.type(), whole};
    return broadcast_in_parts(comm, std::move(stream), domain, pulled);
  }
  if (parameters.partition == model::Partition::range || comm.size() == 1) {
    if (scatters(options.collective))
      stream = merge_all(comm, split_exchange(comm, stream, options), pulled);
    if (!gathers(options.collective)) return stream;
    return concatenate(comm, allgather_parts(comm, std::move(stream), whole, pulled), options.op);
  }
  const model::HashedOwners owners(whole, static_cast<std::uint64_t>(comm.size()));
  Stream own = merge_all(comm, split_exchange(comm, stream, owners, options), pulled);
  return unite_owned(comm, allgather_parts(comm, std::move(own), whole, pulled), owners,
                     options.op);
}

Stream dsar_split_allgather(runtime::Comm& comm, Stream stream, const AllreduceOptions& options) {
  const Range whole = whole_range(comm, stream, options);
  std::vector<Stream> contributions;
  if (scatters(options.collective))
    contributions = split_exchange(comm, stream, options);
  else
    contributions.push_back(std::move(stream));
  if (gathers(options.collective))
    return reduce_in_place(comm, whole, std::move(contributions), options.op);
  contributions.front() = densify(comm, std::move(contributions.front()), options.op);
  return merge_all(comm, std::move(contributions), options);
}

namespace {

/// The ranks of this rank's machine. The first one is the leader and communicates with other
/// machines.
struct Machine {
  int leader;
  int end;

  Machine(const runtime::Comm& comm, int ranks_per_machine)
      : leader(comm.rank() / ranks_per_machine * ranks_per_machine),
        end(static_cast<int>(
            std::min<std::int64_t>(std::int64_t{leader} + ranks_per_machine, comm.size()))) {}
};

Stream at_servers(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                  const model::ParallaxParameters& parameters) {
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  const int group = static_cast<int>(std::min(parameters.ranks_per_machine, ranks));
  const Domain domain = stream.domain();
  const Machine machine(comm, group);

  comm.enter_phase("aggregate");
  if (comm.rank() != machine.leader) {
    send(comm, machine.leader, pack(comm, stream, options.formats));
    comm.enter_phase("distribute");
    return unpack(comm, domain, receive(comm, machine.leader));
  }
  std::vector<Stream> streams{std::move(stream)};
  for (const auto& message : receive_from(comm, machine.leader + 1, machine.end))
    streams.push_back(unpack(comm, domain, message));
  LeadersComm machines(comm, group);
  Stream result = reduce_at_shards(machines, merge_all(comm, std::move(streams), options),
                                   parameters.shard_count(ranks), options);
  if (machine.end - machine.leader > 1) {
    comm.enter_phase("distribute");
    send_to_all(comm, machine.leader + 1, machine.end, pack(comm, result, options.formats));
  }
  return result;
}

}  // namespace

Stream parameter_server(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                        const model::ParameterServerParameters& parameters) {
  if (parameters.mode == model::ServerMode::dense)
    stream = densify(comm, std::move(stream), options.op);
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  return reduce_at_shards(comm, stream, parameters.shards(ranks), options);
}

Stream parallax(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                const model::ParallaxParameters& parameters) {
  const bool dense = stream.format() == Format::dense;
  if (dense && parameters.run_option != model::RunOption::ps)
    return dense_ring(comm, std::move(stream), options);
  if (!dense && parameters.run_option == model::RunOption::mpi)
    return sparse_allgather(comm, std::move(stream), options);
  return at_servers(comm, std::move(stream), options, parameters);
}

}  // namespace sparlab::algos
