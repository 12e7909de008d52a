// Messages in chunks compared with whole messages (runtime/mpi/transfer.hpp), for steps of
// collectives and for whole ones. All transfers alternate; a time is that of the slowest rank, a
// speed-up is the median over the rounds of the time of whole messages over that of chunks.
//
//   mpirun -n 8 bench_mpi_chunks ROUNDS CASES TRANSFER...
//
// CASES is a list such as
// exchange:524288,ring:131072,dense_ring:262144,dsar_split_allgather:1048576:0.01: a step and the
// bytes of a message, or an algorithm, the universe and the density (default 1). TRANSFER is
// `whole` or a chunk size, such as 16384, also with a number of chunks in flight: 16384x8.
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "algos/interface/allreduce.hpp"
#include "algos/registry/registry.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "bench/kernel_inputs.hpp"
#include "model/base/order_statistics.hpp"
#include "runtime/measure.hpp"
#include "runtime/mpi/world.hpp"

namespace sparlab::bench {
namespace {

using runtime::Buffer;
using runtime::Comm;
using runtime::Message;
using runtime::Request;
using runtime::mpi::Transfer;
using Sparse = algos::SparseStream<float, std::uint32_t>;
using Body = std::function<void(Comm&)>;

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

template <class Number>
Number parsed(const std::string& text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end || !(number > 0)) {
    throw std::invalid_argument(fmt::format("'{}' is not a positive number", text));
  }
  return number;
}

struct Way {
  std::string name;
  std::unique_ptr<Comm> comm;
  std::vector<double> seconds;
};

Way make_way(const std::string& text) {
  const std::vector<std::string> parts = split(text, 'x');
  if (parts.size() > 2) throw std::invalid_argument(fmt::format("'{}' is no transfer", text));
  Transfer transfer{.chunk_bytes = runtime::mpi::parse_chunk_bytes(parts[0])};
  if (parts.size() == 2) transfer.chunks_in_flight = parsed<std::size_t>(parts[1]);
  const MPI_Comm world = MPI_COMM_WORLD;
  return {text, runtime::mpi::wrap(&world, transfer), {}};
}

Message message_of(std::size_t bytes) {
  Buffer buffer(bytes);
  std::memset(buffer.data(), 1, bytes);
  return Message(std::move(buffer), 0, bytes);
}

/// The rounds of recursive doubling with equal messages.
void exchanges(Comm& comm, const Message& message) {
  for (int bit = 1; bit < comm.size(); bit *= 2) {
    const int peer = comm.rank() ^ bit;
    if (peer < comm.size()) exchange(comm, peer, message, peer);
  }
}

/// P - 1 shifts of a ring.
void ring(Comm& comm, const Message& message) {
  const int ranks = comm.size();
  for (int step = 1; step < ranks; ++step) {
    exchange(comm, (comm.rank() + 1) % ranks, message, (comm.rank() + ranks - 1) % ranks);
  }
}

/// A message to every other rank at once.
void all_to_all(Comm& comm, const Message& message) {
  const int ranks = comm.size();
  std::vector<Request> requests;
  for (int step = 1; step < ranks; ++step) {
    requests.push_back(comm.irecv((comm.rank() + ranks - step) % ranks));
  }
  for (int step = 1; step < ranks; ++step) {
    requests.push_back(comm.isend((comm.rank() + step) % ranks, message));
  }
  wait_all(comm, requests);
}

Body body_of(runtime::mpi::World& world, const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  if (parts.size() < 2 || parts.size() > 3) {
    throw std::invalid_argument(fmt::format("'{}' is not NAME:SIZE or NAME:SIZE:DENSITY", text));
  }
  const auto size = parsed<std::uint32_t>(parts[1]);
  if (parts[0] == "exchange") {
    return [message = message_of(size)](Comm& comm) { exchanges(comm, message); };
  }
  if (parts[0] == "ring") {
    return [message = message_of(size)](Comm& comm) { ring(comm, message); };
  }
  if (parts[0] == "split") {
    return [message = message_of(size)](Comm& comm) { all_to_all(comm, message); };
  }
  if (parts[0] == "dense_mpi") {
    return [&world, values = std::vector<float>(size, 1.0F)](Comm&) mutable {
      world.native_allreduce(std::span<float>(values));
    };
  }
  const double density = parts.size() == 3 ? parsed<double>(parts[2]) : 1;
  const auto count = static_cast<std::size_t>(density * size);
  const auto seed = static_cast<std::uint64_t>(world.comm().rank()) + 1;
  Sparse input = [&] {
    if (density == 1) {
      Sparse dense = Sparse::uninitialised_dense({0, size});
      std::ranges::fill(dense.mutable_values(), 1.0F);
      return dense;
    }
    const auto drawn = random_stream<float, std::uint32_t>(count, size, seed);
    return Sparse({0, size}, drawn.indices, drawn.values);
  }();
  return [input, run = algos::find_allreduce(parts[0])](Comm& comm) { run(comm, input, {}); };
}

double slowest_s(Comm& comm, Comm& timing, const Body& body) {
  barrier(timing);
  const double start_s = timing.now();
  body(comm);
  return runtime::max_over_ranks(timing, timing.now() - start_s);
}

void compare(runtime::mpi::World& world, const std::string& name, int rounds,
             std::vector<Way>& ways) {
  const Body body = body_of(world, name);
  for (Way& way : ways) {
    way.seconds.clear();
    slowest_s(*way.comm, world.comm(), body);  // connections and memory
  }
  for (int round = 0; round < rounds; ++round) {
    for (Way& way : ways) way.seconds.push_back(slowest_s(*way.comm, world.comm(), body));
  }
  if (world.comm().rank() != 0) return;
  for (const Way& way : ways) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < way.seconds.size(); ++i) {
      ratios.push_back(ways.front().seconds[i] / way.seconds[i]);
    }
    fmt::print(
        R"({{"case": "{}", "ranks": {}, "transfer": "{}", "median_ms": {:.2f}, "min_ms": {:.2f}, "speed_up": {:.3f}}})"
        "\n",
        name, world.comm().size(), way.name, 1e3 * model::median(way.seconds),
        1e3 * *std::min_element(way.seconds.begin(), way.seconds.end()), model::median(ratios));
  }
  std::fflush(stdout);
}

}  // namespace
}  // namespace sparlab::bench

int main(int argc, char** argv) {
  using namespace sparlab::bench;
  sparlab::runtime::mpi::World world(&argc, &argv);
  if (argc < 4) world.abort("usage: bench_mpi_chunks ROUNDS CASES TRANSFER...", 2);
  try {
    const int rounds = parsed<int>(argv[1]);
    std::vector<Way> ways;
    for (int i = 3; i < argc; ++i) ways.push_back(make_way(argv[i]));
    for (const std::string& name : split(argv[2], ',')) compare(world, name, rounds, ways);
  } catch (const std::exception& error) {
    world.abort(error.what(), EXIT_FAILURE);
  }
}
