#include "algos/systems/sparlab_auto/early_exchange.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <span>
#include <utility>

#include "algos/formats/format.hpp"
#include "algos/interface/instantiate.hpp"
#include "algos/steps/agree.hpp"
#include "model/choice/choice.hpp"

namespace sparlab::algos {
namespace {

/// The numbers of streams that a bundle may have.
struct Counts {
  std::size_t least;
  std::size_t most;
};

template <class Stream>
class Exchange {
 public:
  using Known = ExchangedInputs<Stream>;

  Exchange(runtime::Comm& comm, Range range, const model::Problem& terms,
           const AllreduceOptions<Stream>& options)
      : comm_(comm), range_(range), terms_(terms), options_(options) {}

  Known run(Stream own) {
    comm_.enter_phase("early_exchange");
    const bool small =
        own.format() == Format::coo && model::starts_with_data(
                                           static_cast<double>(own.count()), range_.size(),
                                           [&] { return bins_of(own, terms_); }, terms_);
    Known known;
    if (!small) known.summary = InputSummary(own, terms_.ranks);
    known.streams.push_back(std::move(own));
    if (known.summary) known.streams.clear();
    return std::has_single_bit(terms_.ranks) ? double_groups(std::move(known))
                                             : join_inputs(std::move(known));
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
    for (const Stream& stream : streams) entries += static_cast<double>(stream.count());
    const double overlap = overlap_of(std::span<const Stream>(streams), terms_);
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
    if (!all.summary) {  // of rank + 1, ..., P-1, 0, ..., rank
      std::rotate(all.streams.begin(), all.streams.end() - (comm_.rank() + 1), all.streams.end());
    }
    return all;
  }

  Known exchanged(int to, const Known& sent, int from, Counts accepted) {
    auto message = sent.summary
                       ? sent.summary->encode()
                       : bundle(comm_, std::span<const Stream>(sent.streams), options_.formats);
    const runtime::Message reply = exchange(comm_, to, std::move(message), from);
    if (InputSummary::is_in(reply)) {
      return {{}, InputSummary::decode(reply, range_, terms_.ranks)};
    }
    Known received{unbundle<Stream>(comm_, reply), {}};
    const std::size_t streams = received.streams.size();
    if (streams < accepted.least || streams > accepted.most) {
      throw WireError("sparlab_auto: a bundle of the wrong length");
    }
    for (const Stream& stream : received.streams) require_range(stream.range(), range_);
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
      const InputSummary more(stream, terms_.ranks);
      if (known.summary) {
        known.summary->add(more);
      } else {
        known.summary = more;
      }
    }
    known.streams.clear();
  }

  runtime::Comm& comm_;
  Range range_;
  const model::Problem& terms_;
  const AllreduceOptions<Stream>& options_;
};

}  // namespace

template <class Stream>
ExchangedInputs<Stream> exchange_inputs(runtime::Comm& comm, Stream own,
                                        const model::Problem& terms,
                                        const AllreduceOptions<Stream>& options) {
  const Range range = own.range();
  return Exchange<Stream>(comm, range, terms, options).run(std::move(own));
}

#define SPARLAB_INSTANTIATE(...)                         \
  template ExchangedInputs<__VA_ARGS__> exchange_inputs( \
      runtime::Comm&, __VA_ARGS__, const model::Problem&, const AllreduceOptions<__VA_ARGS__>&);
SPARLAB_FOR_STREAM_TYPES(SPARLAB_INSTANTIATE)
#undef SPARLAB_INSTANTIATE

}  // namespace sparlab::algos
