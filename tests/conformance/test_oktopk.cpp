#include <algorithm>
#include <array>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "algos/steps/subgroups.hpp"
#include "algos/steps/windowed_exchange.hpp"
#include "algos/systems/oktopk/parts.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/serial_oktopk.hpp"
#include "tests/conformance/suite/rank_counts.hpp"
#include "tests/conformance/suite/scenario.hpp"
#include "tests/conformance/suite/suite.hpp"

using namespace sparlab;
using namespace sparlab::conformance::oktopk;
using Stream = algos::SparseStream<float, std::uint32_t>;

namespace {

Stream stream_of(const Entries& entries, std::uint64_t universe) {
  std::vector<std::uint32_t> indices;
  std::vector<float> values;
  for (const auto& [index, value] : entries) {
    indices.push_back(index);
    values.push_back(value);
  }
  return {{0, universe}, indices, values};
}

Entries entries_of(const Stream& stream) {
  Entries entries;
  for (std::size_t i = 0; i < stream.indices().size(); ++i) {
    entries[stream.indices()[i]] = stream.values()[i];
  }
  return entries;
}

/// `count` entries at random indices; values are multiples of 2^-10, so that sums of thousands are
/// exact.
Entries random_entries(int rank, int call, std::size_t count, std::uint64_t universe) {
  std::mt19937 random(static_cast<unsigned>(1000 * call + rank));
  Entries entries;
  while (entries.size() < count) {
    const auto value = static_cast<float>(static_cast<int>(random() % 8191) - 4095) / 1024.0F;
    if (value != 0) entries[static_cast<std::uint32_t>(random() % universe)] = value;
  }
  return entries;
}

constexpr std::uint64_t kUniverse = 500;
constexpr std::size_t kCount = 60;

/// Results of `calls` calls on rank 0, whose bits are equal on all ranks, and all residuals at the
/// end.
struct History {
  std::vector<Entries> results;
  std::vector<Entries> residuals;
  friend bool operator==(const History&, const History&) = default;
};

Entries usual_input(int rank, int call) { return random_entries(rank, call, kCount, kUniverse); }

History run(const std::string& spec, int ranks, int calls,
            const algos::AllreduceOptions& options = {},
            const std::function<Entries(int rank, int call)>& input_of = usual_input) {
  History history;
  history.residuals.resize(static_cast<std::size_t>(ranks));
  history.results.resize(static_cast<std::size_t>(calls));
  runtime::loggp::run(runtime::loggp::Machine::synchronous(), ranks, [&](runtime::Comm& comm) {
    const auto reducer = algos::make_reducer(spec, options);
    for (int call = 0; call < calls; ++call) {
      const auto input = input_of(comm.rank(), call);
      const auto result = entries_of(reducer->reduce(comm, stream_of(input, kUniverse)));
      auto& known = history.results[static_cast<std::size_t>(call)];
      if (known.empty()) known = result;
      CHECK(known == result);
    }
    auto residual = entries_of(*reducer->residual());
    std::erase_if(residual, [](const auto& entry) { return entry.second == 0; });
    history.residuals[static_cast<std::size_t>(comm.rank())] = std::move(residual);
  });
  return history;
}

}  // namespace

TEST_CASE("oktopk: evaluating and reusing calls do what the definition says, P = 1..17") {
  constexpr int kCalls = 9;
  // From the public codes, with their constants.
  const Feedback vgg_local{2.0 / 3, 1.25, 1 / 1.012, 1.012, 4.0 / 3, 1.03, 5};
  const Feedback vgg_global{2.0 / 3, 4.0 / 3, 1 / 1.008, 1.008};
  const Feedback lstm_local{0.75, 1.25, 1 / 1.012, 1.012, 4.0 / 3, 1.03, 5};
  const Feedback lstm_global{0.75, 1.25, 1 / 1.01, 1.008};
  const Feedback bert_local{0.8, 1.25, 1 / 1.025, 1.025};
  const Feedback bert_global{0.8, 1.25, 1 / 1.036, 1.025};
  struct Case {
    std::string settings;
    SerialOktopk definition;
  };
  const std::vector<Case> cases{
      {"k=25, tau_prime=3", {25, 3}},
      {"tau_prime=3", {0, 3}},
      {"k=200, tau_prime=4", {200, 4}},
      {"k=25, tau_prime=3, form=published", {25, 3, {}, {}, true}},
      {"tau_prime=3, form=published", {0, 3, {}, {}, true}},
      {"k=25, tau_prime=3, form=published, regather=false", {25, 3, {}, {}, true, false}},
      {"k=25, tau_prime=6, feedback=vgg", {25, 6, vgg_local, vgg_global}},
      {"k=25, tau_prime=6, feedback=lstm", {25, 6, lstm_local, lstm_global}},
      {"k=25, tau_prime=6, feedback=bert", {25, 6, bert_local, bert_global}},
      {"tau_prime=6, feedback=lstm", {0, 6, lstm_local, lstm_global}},
      {"k=25, tau_prime=6, feedback=vgg, form=published", {25, 6, vgg_local, vgg_global, true}},
      {"k=25, tau_prime=6, feedback=lstm, form=published", {25, 6, lstm_local, lstm_global, true}},
      {"k=25, tau_prime=6, feedback=bert, form=published", {25, 6, bert_local, bert_global, true}},
  };
  // Powers of two, so that sums stay exact; counts leave the bands on both sides.
  const auto changing = [](int rank, int call) {
    constexpr std::array<float, kCalls> kScales{1, 0.25F, 2, 4, 4, 0.25F, 1, 0.5F, 4};
    Entries input = random_entries(rank, call, kCount, kUniverse);
    for (auto& [index, value] : input) value *= kScales[static_cast<std::size_t>(call)];
    return input;
  };
  const auto empty_at_first = [](int rank, int call) {
    const std::size_t count = call == 0 ? 0 : kCount - static_cast<std::size_t>(rank);
    return random_entries(rank, call, count, kUniverse);
  };
  const std::vector<std::function<Entries(int, int)>> inputs{usual_input, changing, empty_at_first};
  for (const int ranks : conformance::rank_counts()) {
    for (const auto& [settings, definition] : cases) {
      for (std::size_t kind = 0; kind < inputs.size(); ++kind) {
        SerialOktopk serial = definition;
        History expected;
        for (int call = 0; call < kCalls; ++call) {
          std::vector<Entries> of_ranks;
          for (int rank = 0; rank < ranks; ++rank) of_ranks.push_back(inputs[kind](rank, call));
          expected.results.push_back(serial.reduce(of_ranks));
        }
        for (const auto& rank : serial.ranks) expected.residuals.push_back(rank.residual);
        CAPTURE(settings, kind, ranks);
        CHECK(run("oktopk(tau=2, " + settings + ")", ranks, kCalls, {}, inputs[kind]) == expected);
      }
    }
  }
}

TEST_CASE("oktopk: windows, rotation, regions, balancing and formats change no bit") {
  for (const int ranks : {1, 2, 3, 5, 8, 13, 64}) {
    const auto expected = run("oktopk(k=25, tau=4, tau_prime=2, balance=never)", ranks, 5);
    for (const std::string settings :
         {"window=1", "window=3", "window=100", "rotation=false", "rotation=false, window=1",
          "rotation=false, window=100", "balance=always", "balance_factor=1", "boundaries=equal",
          "regather=false", "form=corrected, tau=1",
          "boundaries=equal, balance=always, window=2"}) {
      const std::string tau = settings.find("tau=") == std::string::npos ? "tau=4, " : "";
      CAPTURE(settings, ranks);
      CHECK(run("oktopk(k=25, tau_prime=2, " + tau + settings + ")", ranks, 5) == expected);
    }
    CAPTURE(ranks);
    CHECK(run("oktopk(k=25, tau=4, tau_prime=2, balance=always)", ranks, 5,
              {{}, algos::DenseSwitch::at_delta, model::FormatSet::all()}) == expected);
  }
}

namespace {

/// Counts the sends that are posted and not yet waited for.
class SendsInFlight final : public algos::SubgroupComm {
 public:
  explicit SendsInFlight(runtime::Comm& comm) : SubgroupComm(comm) {}
  int rank() const override { return parent_.rank(); }
  int size() const override { return parent_.size(); }
  runtime::Request isend(int to, runtime::Message message, int tag) override {
    auto request = parent_.isend(to, std::move(message), tag);
    in_flight_.insert(request.id());
    most_ = std::max(most_, in_flight_.size());
    return request;
  }
  runtime::Message wait(runtime::Request& request) override {
    in_flight_.erase(request.id());
    return parent_.wait(request);
  }
  std::size_t most() const { return most_; }

 private:
  int parent_rank(int member) const override { return member; }
  std::set<std::uint64_t> in_flight_;
  std::size_t most_ = 0;
};

}  // namespace

TEST_CASE("oktopk: without rotation no rank has more than a window of sends in flight") {
  constexpr int kRanks = 9;
  for (const std::uint64_t window : {1, 2, 4, 7, 100}) {
    runtime::loggp::run(runtime::loggp::Machine::synchronous(), kRanks, [&](runtime::Comm& comm) {
      SendsInFlight counting(comm);
      std::size_t received = 0;
      algos::exchange_in_windows(
          counting, [](int) { return runtime::Message{}; }, {.window = window, .rotation = false},
          [&](const std::vector<runtime::Message>& all) { received += all.size(); });
      CAPTURE(window, comm.rank());
      CHECK(received == kRanks - 1);
      CHECK(counting.most() <= window);
    });
  }
}

TEST_CASE("oktopk: floats that round sum to the same bits for every window and rotation") {
  const auto rounding_sum = [](const std::string& settings, int ranks) {
    Entries all;
    runtime::loggp::run({}, ranks, [&](runtime::Comm& comm) {
      Entries input = random_entries(comm.rank(), 0, 200, 250);
      for (auto& [index, value] : input)
        value = value / 3.0F + 1e4F * static_cast<float>(index % 2);
      const auto reducer = algos::make_reducer("oktopk(" + settings + ")", {});
      all = entries_of(reducer->reduce(comm, stream_of(input, 250)));
    });
    return all;
  };
  for (const int ranks : {3, 7, 16}) {
    const auto expected = rounding_sum("window=1", ranks);
    for (const std::string settings : {"window=2", "window=5", "window=100", "rotation=false"}) {
      CAPTURE(settings, ranks);
      CHECK(rounding_sum(settings, ranks) == expected);
    }
  }
}

TEST_CASE("oktopk: ranks with fewer entries than ranks do not move the regions") {
  constexpr int kRanks = 4;
  const auto regions = [&](std::size_t of_last, model::OktopkForm form) {
    std::vector<std::uint64_t> agreed;
    runtime::loggp::run({}, kRanks, [&](runtime::Comm& comm) {
      const auto rank = static_cast<std::uint32_t>(comm.rank());
      Entries chosen;
      const std::size_t count = comm.rank() == kRanks - 1 ? of_last : 8;
      for (std::uint32_t i = 0; i < count; ++i) chosen[10 * i + rank] = 1;
      const auto own = algos::oktopk::agree_on_regions(comm, stream_of(chosen, 100), form);
      if (agreed.empty()) agreed = own;
      CHECK(own == agreed);
    });
    return agreed;
  };
  using Regions = std::vector<std::uint64_t>;
  constexpr auto kCorrected = model::OktopkForm::corrected;
  constexpr auto kPublished = model::OktopkForm::published;
  const Regions of_three{0, 12, 32, 52, 100};  // behind entries 1, 3 and 5 of ranks 0, 1, 2
  CHECK(regions(0, kCorrected) == of_three);
  CHECK(regions(3, kCorrected) == of_three);
  CHECK(regions(0, kPublished) == of_three);
  CHECK(regions(3, kPublished) == Regions{0, 9, 24, 39, 100});  // rank 3 votes 3, 3, 3
  runtime::loggp::run({}, kRanks, [&](runtime::Comm& comm) {
    CHECK(algos::oktopk::agree_on_regions(comm, stream_of({}, 100), kCorrected) ==
          Regions{0, 25, 50, 75, 100});
  });
}

TEST_CASE("oktopk: a period is that of both its intervals") {
  CHECK(model::Algorithm("oktopk").period() == 64);
  CHECK(model::Algorithm("oktopk(tau=6, tau_prime=4)").period() == 12);
}
