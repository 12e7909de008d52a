#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/algorithms/algorithm.hpp"
#include "model/base/cost.hpp"
#include "model/base/hashed_owners.hpp"
#include "model/fill_in/fill_in.hpp"
#include "model/fill_in/placed_fill_in.hpp"
#include "model/fill_in/recorded_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "tests/catch.hpp"

using namespace sparlab::model;

namespace {

constexpr double kEntries = 1 << 14;
constexpr double kUnion = 3 * kEntries;
constexpr std::uint64_t kUniverse = 1 << 24;

/// The first of `parts` equal ranges holds `imbalance` times the mean, and the others hold the
/// rest evenly.
class OneHotRange final : public FillIn {
 public:
  OneHotRange(std::uint64_t parts, double imbalance)
      : hot_(kUniverse / parts), share_(imbalance / static_cast<double>(parts)) {}

  std::uint64_t universe() const override { return kUniverse; }
  double distinct(Ranks ranks, Range range) const override {
    if (ranks.count == 0) return 0;
    return (ranks.count == 1 ? kEntries : kUnion) * (share_below(range.hi) - share_below(range.lo));
  }
  std::string describe() const override { return "one hot range"; }

 private:
  double share_below(std::uint64_t index) const {
    const auto hot = static_cast<double>(hot_);
    const double inside = std::min(static_cast<double>(index), hot);
    const double beyond = static_cast<double>(index) - inside;
    return share_ * inside / hot + (1 - share_) * beyond / (static_cast<double>(kUniverse) - hot);
  }

  std::uint64_t hot_;
  double share_;
};

double seconds(const std::string& spec, const Machine& machine, std::uint64_t ranks,
               const FillIn& fill_in) {
  return Algorithm(spec)
      .cost({.ranks = ranks, .fill_in = &fill_in, .wire = WireFormat::ours(4, 4)})
      ->seconds(machine);
}

/// The imbalance from which hashing pays, as docs/algorithms/ssar_split_allgather.md states it.
double threshold(const Machine& machine, double p) {
  const Gammas& gamma = machine.gammas;
  const double w = 8;
  const double rounds = std::log2(p);
  const double hashing =
      gamma.scatter_s * kEntries - gamma.copy_s_per_byte * w * kEntries + gamma.merge_s * kUnion;
  const double gain = (p - 1) / p * kEntries * w * machine.beta_s_per_byte +
                      gamma.merge_s * kEntries +
                      kUnion * w / (p * (p - 1)) *
                          ((rounds * p - p + 1) * machine.beta_s_per_byte +
                           ((rounds - 2) * p + 2) * gamma.copy_s_per_byte);
  return 1 + hashing / gain;
}

}  // namespace

TEST_CASE("hashed owners pay from the stated imbalance on") {
  for (const double beta : {8e-9, 8e-10}) {
    Machine machine{.alpha_s = 1e-6, .beta_s_per_byte = beta};
    machine.gammas = {.merge_s = 2e-9, .scatter_s = 3e-9, .copy_s_per_byte = 1e-10};
    for (const std::uint64_t ranks : {4, 8, 16, 64}) {
      const double least = threshold(machine, static_cast<double>(ranks));
      CAPTURE(beta, ranks, least);
      REQUIRE(least > 1);
      if (least >= static_cast<double>(ranks)) continue;
      const auto gain = [&](double imbalance) {
        const OneHotRange fill_in(ranks, imbalance);
        const double hashed =
            seconds("ssar_split_allgather(partition=hash)", machine, ranks, fill_in);
        return seconds("ssar_split_allgather", machine, ranks, fill_in) / hashed - 1;
      };
      CHECK(std::abs(gain(least)) < 1e-9);
      CHECK(gain(1 + 0.9 * (least - 1)) < 0);
      CHECK(gain(1 + 1.1 * (least - 1)) > 0);
    }
  }
}

TEST_CASE("the hashed cost does not depend on where indices are") {
  const Machine machine{.alpha_s = 1e-6, .beta_s_per_byte = 1e-9};
  for (const std::string spec : {"ssar_split_allgather(partition=hash)",
                                 "ssar_split_allgather(partition=hash, pull=bitmap)"}) {
    const double even = seconds(spec, machine, 16, OneHotRange(16, 1));
    CHECK(seconds(spec, machine, 16, OneHotRange(16, 10)) == Approx(even));
  }
}

TEST_CASE("a bitmap over all owners' indices has one bit for each index of the universe") {
  constexpr double kIndices = 1 << 16;
  const UniformFillIn fill_in(1 << 16, kIndices / 8);
  const Problem problem{.ranks = 16,
                        .fill_in = &fill_in,
                        .wire = WireFormat::headerless(8, 4),
                        .dense_switch = false};
  const auto total = [&](const char* spec) { return Algorithm(spec).cost(problem)->total_bytes; };
  const double saved = total("ssar_split_allgather(partition=hash)") -
                       total("ssar_split_allgather(partition=hash, pull=bitmap)");
  // Each part is received by 15 ranks.
  CHECK(saved == Approx(15 * (8 * fill_in.distinct(16) - kIndices / 8)));
}

TEST_CASE("places of recorded and of placed supports are those of their indices") {
  constexpr std::uint64_t kSmall = 1000;
  const HashedOwners owners({0, kSmall}, 7);
  const std::vector<std::vector<Range>> runs = {{{0, 30}, {500, 501}}, {{10, 60}}, {}};
  std::vector<std::vector<std::uint64_t>> lists;
  for (const auto& of_rank : runs) {
    auto& list = lists.emplace_back();
    for (const Range run : of_rank)
      for (std::uint64_t index = run.lo; index < run.hi; ++index) list.push_back(index);
  }
  const PlacedFillIn placed(kSmall, runs);
  const std::vector<std::span<const std::uint64_t>> spans(lists.begin(), lists.end());
  const RecordedFillIn recorded(std::make_shared<RecordedSupports>(kSmall, spans));
  for (const FillIn* const fill_in :
       {static_cast<const FillIn*>(&placed), static_cast<const FillIn*>(&recorded)}) {
    const auto of_places = fill_in->renumbered(owners);
    REQUIRE(of_places != nullptr);
    for (const Ranks ranks : {Ranks{0, 1}, Ranks{1, 1}, Ranks{2, 1}, Ranks{0, 3}}) {
      for (std::uint64_t owner = 0; owner < 7; ++owner) {
        double held = 0;
        for (std::uint64_t index = 0; index < kSmall; ++index)
          if (owners.place_of(index).owner == owner)
            held += fill_in->distinct(ranks, {index, index + 1});
        CHECK(of_places->distinct(ranks, owners.part(owner)) == held);
      }
    }
  }
}
