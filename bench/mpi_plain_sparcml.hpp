#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

/// Plain programs of the steps of SparCML's algorithms, as in published codes: pairs of index and
/// value, memory allocated in each call, MPI_Isend and MPI_Recv of whole streams, one merge for
/// each message. P is a power of two and divides the universe.
namespace sparlab::bench {

struct Pair {
  std::uint32_t index;
  float value;
};
using Pairs = std::vector<Pair>;

struct Group {
  explicit Group(MPI_Comm group) : comm(group) {
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
  }
  /// Where the pairs of each rank's part of the universe begin, and where the last ones end.
  std::vector<std::size_t> parts(std::span<const Pair> pairs, std::uint32_t universe) const {
    std::vector<std::size_t> begins;
    for (int part = 0; part <= ranks; ++part) {
      const auto lo = static_cast<std::uint32_t>(std::uint64_t{universe} * part / ranks);
      begins.push_back(static_cast<std::size_t>(
          std::ranges::lower_bound(pairs, lo, {}, &Pair::index) - pairs.begin()));
    }
    begins.back() = pairs.size();
    return begins;
  }

  MPI_Comm comm;
  int rank = 0;
  int ranks = 0;
};

inline int bytes_of(std::size_t count, std::size_t width) {
  return static_cast<int>(count * width);
}

inline Pairs plain_merge(std::span<const Pair> a, std::span<const Pair> b) {
  Pairs sum;
  sum.reserve(a.size() + b.size());
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i].index < b[j].index) {
      sum.push_back(a[i++]);
    } else if (b[j].index < a[i].index) {
      sum.push_back(b[j++]);
    } else {
      sum.push_back({a[i].index, a[i].value + b[j].value});
      ++i, ++j;
    }
  }
  sum.insert(sum.end(), a.begin() + static_cast<std::ptrdiff_t>(i), a.end());
  sum.insert(sum.end(), b.begin() + static_cast<std::ptrdiff_t>(j), b.end());
  return sum;
}

inline Pairs receive_pairs(const Group& group, int from) {
  MPI_Status status;
  MPI_Probe(from, 0, group.comm, &status);
  int bytes = 0;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  Pairs pairs(static_cast<std::size_t>(bytes) / sizeof(Pair));
  MPI_Recv(pairs.data(), bytes, MPI_BYTE, from, 0, group.comm, MPI_STATUS_IGNORE);
  return pairs;
}

inline Pairs exchange_pairs(const Group& group, std::span<const Pair> sent, int to, int from) {
  MPI_Request request;
  MPI_Isend(sent.data(), bytes_of(sent.size(), sizeof(Pair)), MPI_BYTE, to, 0, group.comm,
            &request);
  Pairs received = receive_pairs(group, from);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return received;
}

/// SSAR_Recursive_double.
inline Pairs plain_recursive_double(const Group& group, std::span<const Pair> input,
                                    std::uint32_t) {
  Pairs sum(input.begin(), input.end());
  for (int distance = 1; distance < group.ranks; distance *= 2) {
    const int partner = group.rank ^ distance;
    sum = plain_merge(sum, exchange_pairs(group, sum, partner, partner));
  }
  return sum;
}

/// The parts of all ranks, one after the other, by MPI_Allgatherv.
inline Pairs gather_parts(const Group& group, const Pairs& part) {
  const int own = bytes_of(part.size(), sizeof(Pair));
  std::vector<int> bytes(static_cast<std::size_t>(group.ranks));
  MPI_Allgather(&own, 1, MPI_INT, bytes.data(), 1, MPI_INT, group.comm);
  std::vector<int> places = {0};
  for (const int count : bytes) places.push_back(places.back() + count);
  Pairs all(static_cast<std::size_t>(places.back()) / sizeof(Pair));
  MPI_Allgatherv(part.data(), own, MPI_BYTE, all.data(), bytes.data(), places.data(), MPI_BYTE,
                 group.comm);
  return all;
}

/// SSAR_Split_allgather.
inline Pairs plain_split(const Group& group, std::span<const Pair> input, std::uint32_t universe) {
  const std::vector<std::size_t> begins = group.parts(input, universe);
  const auto part_of = [&](int rank) {
    const auto at = static_cast<std::size_t>(rank);
    return input.subspan(begins[at], begins[at + 1] - begins[at]);
  };
  std::vector<MPI_Request> sends(static_cast<std::size_t>(group.ranks), MPI_REQUEST_NULL);
  for (int to = 0; to < group.ranks; ++to) {
    if (to == group.rank) continue;
    MPI_Isend(part_of(to).data(), bytes_of(part_of(to).size(), sizeof(Pair)), MPI_BYTE, to, 0,
              group.comm, &sends[static_cast<std::size_t>(to)]);
  }
  Pairs sum(part_of(group.rank).begin(), part_of(group.rank).end());
  for (int from = 0; from < group.ranks; ++from)
    if (from != group.rank) sum = plain_merge(sum, receive_pairs(group, from));
  Pairs all = gather_parts(group, sum);
  MPI_Waitall(group.ranks, sends.data(), MPI_STATUSES_IGNORE);
  return all;
}

/// The sparse ring of SparCML's Figure 3: P-1 steps reduce parts, P-1 steps gather them.
inline Pairs plain_ring(const Group& group, std::span<const Pair> input, std::uint32_t universe) {
  const std::vector<std::size_t> begins = group.parts(input, universe);
  std::vector<Pairs> parts;
  for (std::size_t i = 0; i + 1 < begins.size(); ++i)
    parts.emplace_back(input.begin() + static_cast<std::ptrdiff_t>(begins[i]),
                       input.begin() + static_cast<std::ptrdiff_t>(begins[i + 1]));
  const int next = (group.rank + 1) % group.ranks;
  const int before = (group.rank + group.ranks - 1) % group.ranks;
  for (int step = 0; step < 2 * (group.ranks - 1); ++step) {
    const auto part_at = [&](int shift) -> Pairs& {
      return parts[static_cast<std::size_t>((group.rank + 2 * group.ranks - shift) % group.ranks)];
    };
    Pairs received = exchange_pairs(group, part_at(step), next, before);
    Pairs& place = part_at(step + 1);
    place = step < group.ranks - 1 ? plain_merge(place, received) : std::move(received);
  }
  Pairs all;
  for (const Pairs& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// DSAR_Split_allgather: the sums of each part are dense.
inline std::vector<float> plain_dsar(const Group& group, std::span<const Pair> input,
                                     std::uint32_t universe) {
  const auto size = static_cast<std::size_t>(universe) / static_cast<std::size_t>(group.ranks);
  const std::vector<std::size_t> begins = group.parts(input, universe);
  std::vector<std::unique_ptr<Pair[]>> received(static_cast<std::size_t>(group.ranks));
  std::vector<MPI_Request> requests(received.size(), MPI_REQUEST_NULL);
  std::vector<MPI_Request> sends(received.size(), MPI_REQUEST_NULL);
  const auto part = std::make_unique<float[]>(size);
  const auto lo = static_cast<std::uint32_t>(size) * static_cast<std::uint32_t>(group.rank);
  const auto add = [&](std::span<const Pair> pairs) {
    for (const Pair& pair : pairs) part[pair.index - lo] += pair.value;
  };
  for (int other = 0; other < group.ranks; ++other) {
    const auto at = static_cast<std::size_t>(other);
    const auto own = input.subspan(begins[at], begins[at + 1] - begins[at]);
    if (other == group.rank) {
      add(own);
      continue;
    }
    received[at] = std::make_unique_for_overwrite<Pair[]>(size);
    MPI_Irecv(received[at].get(), bytes_of(size, sizeof(Pair)), MPI_BYTE, other, 0, group.comm,
              &requests[at]);
    MPI_Isend(own.data(), bytes_of(own.size(), sizeof(Pair)), MPI_BYTE, other, 0, group.comm,
              &sends[at]);
  }
  for (int due = group.ranks - 1; due > 0; --due) {
    int from = 0;
    int bytes = 0;
    MPI_Status status;
    MPI_Waitany(group.ranks, requests.data(), &from, &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    add({received[static_cast<std::size_t>(from)].get(),
         static_cast<std::size_t>(bytes) / sizeof(Pair)});
  }
  std::vector<float> result(universe);
  MPI_Allgather(part.get(), static_cast<int>(size), MPI_FLOAT, result.data(),
                static_cast<int>(size), MPI_FLOAT, group.comm);
  MPI_Waitall(group.ranks, sends.data(), MPI_STATUSES_IGNORE);
  return result;
}

}  // namespace sparlab::bench
