#include "algos/systems/sparlab_auto/early_exchange.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <span>
#include <utility>

#include "algos/formats/format.hpp"
#include "algos/steps/agree.hpp"
#include "algos/steps/subgroups.hpp"
#include "algos/steps/trees.hpp"
#include "model/choice/choice.hpp"
#include "model/choice/early_exchange.hpp"
#include "model/costs/hierarchical.hpp"

namespace sparlab::algos {
namespace {

/// The numbers of streams that a bundle may have.
struct Counts {
  std::size_t least;
  std::size_t most;
};

/// What a rank knows of some ranks' inputs: all of them, or only their summary.
struct KnownInputs {
  std::vector<Stream> streams;          ///< in rank order, some of them merged
  std::optional<InputSummary> summary;  ///< nullopt if `streams` has all inputs
};

/// The exchange among `comm`'s ranks, which are all ranks or the leaders of nodes.
class Exchange {
 public:
  using Known = KnownInputs;

  /// `all` describes all ranks, `terms` those of `comm`.
  Exchange(runtime::Comm& comm, const Domain& domain, const model::Problem& all,
           const model::Problem& terms, const AllreduceOptions& options)
      : comm_(comm), domain_(domain), all_(all), terms_(terms), options_(options) {}

  Known run(Known own) {
    return std::has_single_bit(terms_.ranks) ? double_groups(std::move(own))
                                             : join_inputs(std::move(own));
  }

  /// The first rank gets what all know, in rank order; inputs are merged on the way.
  Known reduce(Known known) {
    for (int distance = 1; distance < comm_.size(); distance *= 2) {
      if ((comm_.rank() & distance) != 0) {
        send(comm_, comm_.rank() - distance, encoded(known));
        return {};
      }
      if (comm_.rank() + distance >= comm_.size()) continue;
      known = joined(std::move(known), decoded(receive(comm_, comm_.rank() + distance), {1, 1}));
      if (!known.summary) {
        known.streams = {
            merge(comm_, std::move(known.streams[0]), std::move(known.streams[1]), options_)};
      }
    }
    return known;
  }

  /// All ranks get what the first one knows: one stream or a summary.
  Known broadcast(Known known) {
    const runtime::Message message = broadcast_message(comm_, [&] { return encoded(known); });
    return comm_.rank() == 0 ? known : decoded(message, {1, 1});
  }

 private:
  /// Each partner knows the inputs of its group of ranks; afterwards both know those of both
  /// groups.
  Known double_groups(Known known) {
    std::size_t inputs = 1;  // of a group
    for (int distance = 1; distance < comm_.size(); distance *= 2, inputs *= 2) {
      const int partner = comm_.rank() ^ distance;
      Known received = exchanged(partner, known, partner, {1, inputs});
      known = partner < comm_.rank() ? joined(std::move(received), std::move(known))
                                     : joined(std::move(known), std::move(received));
      const auto groups = static_cast<std::uint64_t>(comm_.size() / (2 * distance));
      if (groups > 1 && !known.summary && merging_pays(known.streams, groups)) {
        Stream united = merge_all(comm_, std::move(known.streams), options_);
        known.streams.clear();
        known.streams.push_back(std::move(united));
      }
    }
    return known;
  }

  bool merging_pays(const std::vector<Stream>& streams, std::uint64_t groups) const {
    double entries = 0;
    for (const Stream& stream : streams) entries += stream.count();
    const double overlap = overlap_of(streams, all_);
    return model::merging_pays({static_cast<double>(streams.size()), entries, overlap}, groups,
                               terms_);
  }

  Known join_inputs(Known own) {
    Known all = join_all(
        comm_, std::move(own),
        [this](int to, const Known& sent, int from, int count) {
          const auto inputs = static_cast<std::size_t>(count);
          return exchanged(to, sent, from, {inputs, inputs});
        },
        [this](Known left, Known right) { return joined(std::move(left), std::move(right)); });
    if (!all.summary)  // of rank + 1, ..., P-1, 0, ..., rank
      std::rotate(all.streams.begin(), all.streams.end() - (comm_.rank() + 1), all.streams.end());
    return all;
  }

  Known exchanged(int to, const Known& sent, int from, Counts accepted) {
    return decoded(exchange(comm_, to, encoded(sent), from), accepted);
  }

  runtime::Message encoded(const Known& known) const {
    return known.summary ? known.summary->encode() : bundle(comm_, known.streams, options_.formats);
  }

  Known decoded(const runtime::Message& message, Counts accepted) const {
    if (InputSummary::is_in(message))
      return {{}, InputSummary::decode(message, domain_.range, all_.ranks)};
    Known received{unbundle(comm_, domain_.type, message), {}};
    const std::size_t streams = received.streams.size();
    if (streams < accepted.least || streams > accepted.most)
      throw WireError("sparlab_auto: a bundle of the wrong length");
    for (const Stream& stream : received.streams) require_range(stream.range(), domain_.range);
    return received;
  }

  Known joined(Known left, Known right) const {
    if (!left.summary && !right.summary) {
      left.streams.insert(left.streams.end(), std::make_move_iterator(right.streams.begin()),
                          std::make_move_iterator(right.streams.end()));
      return left;
    }
    summarise(left);
    summarise(right);
    if (!left.summary) return right;
    if (right.summary) left.summary->add(*right.summary);
    return left;
  }

  /// Replaces the streams by their summary. Without streams nothing changes.
  void summarise(Known& known) const {
    for (const Stream& stream : known.streams) {
      const InputSummary more(stream, all_.ranks);
      if (known.summary)
        known.summary->add(more);
      else
        known.summary = more;
    }
    known.streams.clear();
  }

  runtime::Comm& comm_;
  Domain domain_;
  const model::Problem& all_;
  const model::Problem& terms_;
  const AllreduceOptions& options_;
};

/// This rank's input, or its summary.
KnownInputs first_known(Stream own, const model::Problem& terms) {
  const bool small = own.format() == Format::coo &&
                     model::starts_with_data(own.count(), own.range().size(), terms);
  KnownInputs known;
  if (small)
    known.streams.push_back(std::move(own));
  else
    known.summary = InputSummary(own, terms.ranks);
  return known;
}

/// The reduction of all inputs, if they are known.
void reduce_known(runtime::Comm& comm, KnownInputs& known, const AllreduceOptions& options) {
  if (known.summary) return;
  comm.enter_phase("reduce");
  Stream result = merge_all(comm, std::move(known.streams), options);
  known.streams.clear();
  known.streams.push_back(std::move(result));
}

/// Among the leaders of nodes, with trees inside the nodes.
KnownInputs exchange_over_leaders(runtime::Comm& comm, KnownInputs known, const Domain& domain,
                                  const model::Problem& terms, const AllreduceOptions& options) {
  const auto group = static_cast<int>(model::exchange_node(terms.ranks, terms.machine));
  NodeComm node(comm, group);
  AllreduceOptions sparse = options;
  sparse.dense_switch = DenseSwitch::never;
  Exchange inside(node, domain, terms, terms, sparse);
  comm.enter_phase("reduce");
  known = inside.reduce(std::move(known));
  if (node.rank() == 0) {
    LeadersComm leaders(comm, group);
    const model::Machine apart = model::machine_of_leaders(*terms.machine);
    model::Problem of_leaders = terms;
    of_leaders.ranks = static_cast<std::uint64_t>(leaders.size());
    of_leaders.machine = &apart;
    comm.enter_phase("early_exchange");
    known = Exchange(leaders, domain, terms, of_leaders, options).run(std::move(known));
    reduce_known(comm, known, options);
  }
  comm.enter_phase("broadcast");
  return inside.broadcast(std::move(known));
}

/// All ranks get the reduction of all inputs, or their summary.
KnownInputs exchanged_by_all(runtime::Comm& comm, KnownInputs known, const Domain& domain,
                             const model::Problem& terms, const AllreduceOptions& options) {
  if (model::exchange_node(terms.ranks, terms.machine) > 1)
    return exchange_over_leaders(comm, std::move(known), domain, terms, options);
  comm.enter_phase("early_exchange");
  known = Exchange(comm, domain, terms, terms, options).run(std::move(known));
  reduce_known(comm, known, options);
  return known;
}

}  // namespace

ExchangedInputs exchange_inputs(runtime::Comm& comm, Stream own, const model::Problem& terms,
                                const AllreduceOptions& options) {
  const Domain domain = own.domain();
  KnownInputs known =
      exchanged_by_all(comm, first_known(std::move(own), terms), domain, terms, options);
  if (known.summary) return {{}, std::move(known.summary)};
  return {std::move(known.streams.front()), {}};
}

InputSummary summarise_inputs(runtime::Comm& comm, const Stream& own, const model::Problem& terms,
                              const AllreduceOptions& options) {
  return *exchanged_by_all(comm, {{}, InputSummary(own, terms.ranks)}, own.domain(), terms, options)
              .summary;
}

}  // namespace sparlab::algos
