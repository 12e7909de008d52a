#include "tests/analysis/certificates/faulty_algorithms.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include "algos/streams/sparse_stream.hpp"
#include "algos/streams/stream_operations.hpp"
#include "model/base/range.hpp"

namespace sparlab::tests {
namespace {

using algos::Stream;
using runtime::Comm;
using runtime::Message;
using runtime::Request;
using Typed = algos::SparseStream<float, std::uint32_t>;

Message packed(Comm& comm, const Stream& stream) {
  return pack(comm, stream, algos::AllreduceOptions{});
}

Stream unpacked(Comm& comm, const Stream& like, const Message& message) {
  return unpack(comm, like.domain(), message);
}

Stream sum(Comm& comm, Stream left, Stream right, const Faulty& fault) {
  return merge(comm, std::move(left), std::move(right), fault.options);
}

/// The entries of a coo stream for which `keeps(position)`.
template <class Keeps>
Stream filtered(const Stream& stream, Keeps keeps) {
  const auto& all = stream.as<Typed>();
  if (all.format() == algos::Format::dense) return stream;
  std::vector<std::uint32_t> indices;
  std::vector<float> values;
  for (std::size_t i = 0; i < all.indices().size(); ++i) {
    if (!keeps(i)) continue;
    indices.push_back(all.indices()[i]);
    values.push_back(all.values()[i]);
  }
  return Stream(Typed(all.range(), indices, values));
}

Stream star(Comm& comm, const Stream& input, const Faulty& fault) {
  const int ranks = comm.size();
  const int last = ranks - 1;
  if (ranks == 1) return input;
  if (comm.rank() != 0) {
    if (fault != Fault::empty_input_not_sent || input.count() > 0)
      send(comm, 0, packed(comm, input));
    if (fault == Fault::message_too_many && comm.rank() == last) {
      Request request = comm.isend(0, packed(comm, input), 7);
      comm.wait(request);
    }
    return unpacked(comm, input, receive(comm, 0, 1));
  }
  std::vector<Request> requests;
  for (int from = 1; from < ranks; ++from) requests.push_back(comm.irecv(from));
  Stream result =
      fault == Fault::own_input_lost ? filtered(input, [](auto) { return false; }) : Stream(input);
  std::vector<Stream> inputs(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (fault == Fault::receive_not_awaited && i + 1 == requests.size()) continue;
    const std::size_t place = fault == Fault::sum_in_order_of_arrival ? comm.wait_any(requests) : i;
    inputs[i] = unpacked(comm, input, comm.wait(requests[place]));
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const bool is_last = i + 1 == inputs.size();
    if (is_last && (fault == Fault::last_input_lost || fault == Fault::receive_not_awaited)) break;
    result = sum(comm, std::move(result), Stream(inputs[i]), fault);
    if (is_last && fault == Fault::input_added_twice) result = sum(comm, result, inputs[i], fault);
  }
  Message message = packed(comm, fault == Fault::input_instead_of_sum ? input : result);
  if (fault == Fault::sum_before_last_input)
    message = packed(comm, ranks == 2 ? Stream(input) : sum(comm, input, inputs.front(), fault));
  for (int to = 1; to < ranks; ++to) {
    if (fault == Fault::last_rank_forgotten && to == last) continue;
    Request request = comm.isend(to, message, fault == Fault::wrong_tag && to == last ? 2 : 1);
    if (fault != Fault::send_not_awaited) comm.wait(request);
  }
  return result;
}

/// An exchange with neighbours; faulty, each waits for its send before it receives.
Message turn(Comm& comm, Message message, const Faulty& fault) {
  const int next = (comm.rank() + 1) % comm.size();
  const int previous = (comm.rank() + comm.size() - 1) % comm.size();
  if (fault != Fault::send_before_receive)
    return exchange(comm, next, std::move(message), previous);
  send(comm, next, std::move(message));
  return receive(comm, previous);
}

Stream ring(Comm& comm, const Stream& input, const Faulty& fault) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  const auto rank = static_cast<std::size_t>(comm.rank());
  if (ranks == 1) return input;
  std::vector<Stream> parts = split(comm, input, model::boundaries(input.range(), ranks));
  if (fault == Fault::boundary_index_lost && !parts[1].as<Typed>().indices().empty() &&
      parts[1].as<Typed>().indices()[0] == parts[1].range().lo)
    parts[1] = filtered(parts[1], [](std::size_t i) { return i > 0; });
  if (fault == Fault::remainder_lost)
    parts[0] = filtered(parts[0], [&](std::size_t i) {
      return parts[0].as<Typed>().indices()[i] < input.range().size() / ranks;
    });
  const std::vector<Stream> own = parts;
  const std::size_t reducing = ranks - (fault == Fault::reduction_one_step_short ? 2 : 1);
  for (std::size_t step = 0; step < reducing; ++step) {
    const std::size_t sent = (rank + ranks - step) % ranks;
    std::size_t kept = (sent + ranks - 1) % ranks;
    Message message = packed(comm, parts[sent]);
    if (fault == Fault::reused_buffer && message.buffer() && parts[sent].count() > 0) {
      // The next step's partial sum is written where this one is still being sent from.
      const int next = (comm.rank() + 1) % comm.size();
      const int previous = (comm.rank() + comm.size() - 1) % comm.size();
      Request incoming = comm.irecv(previous);
      Request outgoing = comm.isend(next, message);
      auto* value = reinterpret_cast<float*>(message.buffer().data() + message.offset() +
                                             Typed::kHeaderBytes);
      *value += 1;
      Stream received = unpacked(comm, parts[kept], comm.wait(incoming));
      comm.wait(outgoing);
      parts[kept] = sum(comm, std::move(received), std::move(parts[kept]), fault);
      continue;
    }
    if (fault == Fault::wrong_part_in_turn) kept = sent;
    Stream received = unpacked(comm, parts[kept], turn(comm, std::move(message), fault));
    parts[kept] = fault == Fault::partial_sum_lost
                      ? Stream(parts[kept])
                      : sum(comm, std::move(received), std::move(parts[kept]), fault);
  }
  const std::size_t mine = (rank + 1) % ranks;
  if (fault == Fault::unreduced_part_gathered) parts[mine] = own[mine];
  const std::size_t gathering = ranks - (fault == Fault::allgather_one_step_short ? 2 : 1);
  for (std::size_t step = 0; step < gathering; ++step) {
    const std::size_t sent = (mine + ranks - step) % ranks;
    const std::size_t filled = (sent + ranks - 1) % ranks;
    parts[filled] =
        unpacked(comm, parts[filled], turn(comm, packed(comm, parts[sent]), {Fault::none, {}}));
  }
  return concatenate(comm, parts, fault.options.op);
}

/// The sum of two streams with the faults of hand-written merges.
Stream merged(Comm& comm, const Stream& low, const Stream& high, const Faulty& fault) {
  Stream result = sum(comm, low, high, fault);
  if (result.format() != algos::Format::coo || low.count() == 0 || high.count() == 0) return result;
  const std::size_t count = result.as<Typed>().count();
  if (fault == Fault::union_too_small) {
    const std::size_t room = std::max(low.as<Typed>().count(), high.as<Typed>().count());
    return filtered(result, [=](std::size_t i) { return i < room; });
  }
  if (fault == Fault::last_entry_dropped)
    return filtered(result, [=](std::size_t i) { return i + 1 < count || count == 1; });
  if (fault == Fault::equal_indices_not_added) {
    const auto& kept = low.as<Typed>();
    const auto& other = high.as<Typed>();
    const Stream only_high = filtered(high, [&](std::size_t i) {
      return !std::ranges::binary_search(kept.indices(), other.indices()[i]);
    });
    return sum(comm, low, only_high, fault);
  }
  return result;
}

Stream pairs(Comm& comm, const Stream& input, const Faulty& fault) {
  const int ranks = comm.size();
  const int rank = comm.rank();
  const int core = static_cast<int>(std::bit_floor(static_cast<unsigned>(ranks)));
  const int surplus = ranks - core;
  if (rank >= core) {
    if (fault == Fault::surplus_ranks_ignored) return input;
    send(comm, rank - core, packed(comm, input));
    return fault == Fault::surplus_ranks_not_answered
               ? input
               : unpacked(comm, input, receive(comm, rank - core));
  }
  Stream mine = input;
  const bool is_paired = rank < surplus && fault != Fault::surplus_ranks_ignored;
  if (is_paired)
    mine = merged(comm, mine, unpacked(comm, input, receive(comm, rank + core)), fault);
  const int end = fault == Fault::round_missing ? core / 2 : core;
  for (int distance = 1; distance < end; distance *= 2) {
    const int partner = rank ^ distance;
    const int to = fault == Fault::wrong_partner ? (rank + distance) % core : partner;
    Stream other = unpacked(comm, input, exchange(comm, to, packed(comm, mine), partner));
    mine = rank < partner ? merged(comm, mine, other, fault) : merged(comm, other, mine, fault);
  }
  if (is_paired && fault != Fault::surplus_ranks_not_answered)
    send(comm, rank + core, packed(comm, mine));
  if (fault == Fault::format_by_own_input && 2 * input.as<Typed>().count() > input.range().size())
    return densify(comm, std::move(mine), fault.options.op);
  return mine;
}

/// The inputs of all ranks to this rank's part, by rank. Each is sent as two halves.
std::vector<Stream> contributions(Comm& comm, std::vector<Stream> parts, const Faulty& fault) {
  const int ranks = comm.size();
  const int rank = comm.rank();
  const auto me = static_cast<std::size_t>(rank);
  std::vector<Request> receives;
  std::vector<Request> sends;
  const auto post_receives = [&] {
    for (int from = 0; from < ranks; ++from)
      for (int half = 0; half < 2 && from != rank; ++half) receives.push_back(comm.irecv(from));
  };
  const auto halves_of = [&](const Stream& part) {
    return split(comm, part, model::boundaries(part.range(), 2));
  };
  if (fault != Fault::all_sends_before_receives) post_receives();
  for (int to = 0; to < ranks; ++to) {
    if (to == rank) continue;
    const auto part =
        static_cast<std::size_t>(fault == Fault::parts_to_wrong_owner ? (to + 1) % ranks : to);
    for (const Stream& half : halves_of(parts[part])) {
      if (fault == Fault::empty_parts_not_sent && half.count() == 0) continue;
      if (fault == Fault::all_sends_before_receives)
        send(comm, to, packed(comm, half));
      else
        sends.push_back(comm.isend(to, packed(comm, half)));
    }
  }
  if (fault == Fault::all_sends_before_receives) post_receives();

  const std::vector<Stream> like = halves_of(parts[me]);
  std::vector<Stream> result;
  std::size_t next = 0;
  const auto take = [&](std::size_t place, std::size_t half) {
    return unpacked(comm, like[half], comm.wait(receives[place]));
  };
  for (int from = 0; from < ranks; ++from) {
    if (from == rank) {
      if (fault != Fault::owner_forgets_own_part) result.push_back(parts[me]);
      continue;
    }
    std::size_t place = next;
    if (fault == Fault::owners_sum_in_order_of_arrival) {
      place = comm.wait_any(receives) & ~std::size_t{1};
    } else if (fault == Fault::halves_by_completion) {
      // The first half to be complete is taken for the low one.
      const std::size_t first = comm.wait_any(std::span(receives).subspan(next, 2));
      std::swap(receives[next], receives[next + first]);
    }
    Stream low = take(place, 0);
    Stream high = take(place + 1, 1);
    result.push_back(concatenate(comm, {low, high}, fault.options.op));
    next += 2;
  }
  for (Request& request : sends) comm.wait(request);
  return result;
}

Stream direct(Comm& comm, const Stream& input, const Faulty& fault) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  const auto rank = static_cast<std::size_t>(comm.rank());
  std::vector<Stream> parts = split(comm, input, model::boundaries(input.range(), ranks));
  std::vector<Stream> inputs = contributions(comm, parts, fault);
  parts[rank] = inputs.empty() ? filtered(parts[rank], [](auto) { return false; })
                               : merge_all(comm, std::move(inputs), fault.options);
  for (std::size_t step = 1; step < ranks; ++step) {
    const std::size_t to = (rank + step) % ranks;
    const std::size_t from = (rank + ranks - step) % ranks;
    parts[from] = unpacked(
        comm, parts[from],
        exchange(comm, static_cast<int>(to), packed(comm, parts[rank]), static_cast<int>(from), 1));
  }
  return concatenate(comm, parts, fault.options.op);
}

Stream gather(Comm& comm, const Stream& input, const Faulty& fault) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  const auto rank = static_cast<std::size_t>(comm.rank());
  std::vector<Stream> inputs(ranks);
  inputs[rank] = input;
  for (std::size_t step = 1; step < ranks; ++step) {
    const std::size_t to = (rank + ranks - step) % ranks;
    const std::size_t from = (rank + step) % ranks;
    inputs[from] =
        unpacked(comm, input,
                 exchange(comm, static_cast<int>(to), packed(comm, input), static_cast<int>(from)));
  }
  if (fault == Fault::own_input_first)
    std::rotate(inputs.begin(), inputs.begin() + comm.rank(), inputs.end());
  if (fault == Fault::input_of_neighbour_twice) inputs[rank] = inputs[(rank + 1) % ranks];
  return merge_all(comm, std::move(inputs), fault.options);
}

std::vector<Fault> from_to(Fault first, Fault last) {
  std::vector<Fault> faults;
  for (auto i = static_cast<int>(first); i <= static_cast<int>(last); ++i)
    faults.push_back(static_cast<Fault>(i));
  return faults;
}

}  // namespace

const std::vector<FaultyAlgorithm>& faulty_algorithms() {
  static const std::vector<FaultyAlgorithm> all = {
      {"star", star, from_to(Fault::sum_in_order_of_arrival, Fault::empty_input_not_sent)},
      {"ring", ring, from_to(Fault::send_before_receive, Fault::remainder_lost)},
      {"pairs", pairs, from_to(Fault::surplus_ranks_ignored, Fault::format_by_own_input)},
      {"direct", direct,
       from_to(Fault::owners_sum_in_order_of_arrival, Fault::halves_by_completion)},
      {"gather", gather, from_to(Fault::own_input_first, Fault::input_of_neighbour_twice)},
  };
  return all;
}

}  // namespace sparlab::tests
