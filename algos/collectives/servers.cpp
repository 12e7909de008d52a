#include "algos/collectives/servers.hpp"

#include <algorithm>

#include "algos/collectives/sparcml.hpp"
#include "algos/steps/ring.hpp"
#include "algos/steps/shards.hpp"
#include "algos/steps/subgroups.hpp"
#include "algos/steps/trees.hpp"

namespace sparlab::algos {
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
  for (const auto& message : receive_from(comm, machine.leader + 1, machine.end)) {
    streams.push_back(unpack(comm, domain, message));
  }
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
  if (parameters.mode == model::ServerMode::dense) {
    stream = densify(comm, std::move(stream), options.op);
  }
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  return reduce_at_shards(comm, stream, parameters.shards(ranks), options);
}

Stream parallax(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                const model::ParallaxParameters& parameters) {
  const bool dense = stream.format() == Format::dense;
  if (dense && parameters.run_option != model::RunOption::ps) return ring(comm, stream, options);
  if (!dense && parameters.run_option == model::RunOption::mpi) {
    return sparse_allgather(comm, std::move(stream), options);
  }
  return at_servers(comm, std::move(stream), options, parameters);
}

}  // namespace sparlab::algos
