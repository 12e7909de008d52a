#include "model/analysis/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "model/analysis/traffic_bounds.hpp"
#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

/// Whether a bound applies, why, and what some port of a rank must receive.
struct Claim {
  bool applies = false;
  std::string why = {};
  double bytes = 0;
};

Claim no(std::string why) { return {false, std::move(why), 0}; }

bool equal(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(a, b); }

/// What the formulas take.
struct Sizes {
  explicit Sizes(const Instance& instance)
      : p(static_cast<double>(instance.ranks)),
        n(static_cast<double>(instance.universe)),
        k(instance.nnz),
        value_bytes(instance.format.value_bytes),
        pair_bytes(instance.format.value_bytes + instance.format.index_bytes) {}

  double p, n, k, value_bytes, pair_bytes;
};

/// What keeps the lemmas on exact sums from applying; empty if nothing does.
std::string no_exact_sum(const Instance& in) {
  if (!in.exact) return "the result is approximate";
  if (in.moved == Moved::compressed) return "values are compressed";
  if (in.moved == Moved::nonneutral) return "sums that become zero need not travel";
  if (!in.result_nnz) return "the size of the result is unknown";
  return {};
}

std::string no_published(const LeastCosts& costs) {
  if (costs.no_alpha_beta.empty()) return {};
  return fmt::format("stated for the alpha-beta machine: {}", costs.no_alpha_beta);
}

Claim latency(const Instance& in) {
  // Algorithms may take from one rank which entries the result has, and end if it has none.
  if (!in.exact && in.result_nnz == 0.0) return no("the result is empty");
  return {true, "any allreduce", 0};
}

Claim dense(const Instance& in) {
  const Sizes s(in);
  if (!in.exact) return no("the result is approximate");
  if (in.moved != Moved::all && (!equal(in.nnz, s.n) || in.moved != Moved::nonzeros))
    return no("the algorithm need not move all N values");
  return {true, "all N values move", traffic::dense(s.p, s.n) * s.value_bytes};
}

Claim lemma_5_1_published(const Instance& in) {
  const Sizes s(in);
  if (std::string why = no_exact_sum(in); !why.empty()) return no(std::move(why));
  if (!std::has_single_bit(in.ranks)) return no("the lemma assumes P = 2^m");
  const double all = *in.result_nnz;
  if (equal(all, s.k))
    return {true, "K = k", traffic::published_5_1_same(s.p, s.k) * s.value_bytes};
  if (equal(all, s.k * s.p))
    return {true, "K = kP", traffic::published_5_1_disjoint(s.p, s.k) * s.value_bytes};
  return no("K is neither k nor kP");
}

/// `ports` are those of ranks or of hosts, which together hold K entries.
Claim lemma_5_1_corrected(const Instance& in, double ports) {
  const Sizes s(in);
  if (std::string why = no_exact_sum(in); !why.empty()) return no(std::move(why));
  return {true, "any K", traffic::lemma_5_1(ports, s.k, *in.result_nnz) * s.value_bytes};
}

Claim lemma_5_2(const Instance& in, bool published) {
  const Sizes s(in);
  if (std::string why = no_exact_sum(in); !why.empty()) return no(std::move(why));
  if (published && !std::has_single_bit(in.ranks)) return no("the lemma assumes P = 2^m");
  const double delta = in.format.dense_switch(s.n);
  if (*in.result_nnz < delta) return no("K < delta");
  const double values = published ? traffic::published_5_2(delta) : traffic::lemma_5_2(s.k, delta);
  return {true, "K >= delta", values * s.value_bytes};
}

Claim theorem_3_1(const Instance& in, bool published) {
  const Sizes s(in);
  if (in.exact) return no("the result is the whole sum");
  if (in.moved == Moved::compressed) return no("values are compressed");
  if (published && !in.winners) return no("the result is not the top k of the sum");
  if (!in.result_nnz) return no("the size of the result is unknown");
  if (*in.result_nnz == 0) return no("the result is empty");
  if (!published)
    return {true, "R entries reach P-1 ranks",
            traffic::theorem_3_1(s.p, *in.result_nnz) * s.value_bytes};
  if (!in.coo) return no("the theorem assumes coo");
  if (*in.result_nnz < *in.winners * (1 - 1e-9)) return no("the result has fewer than k entries");
  return {true, "the result has k entries or more",
          traffic::published_3_1(s.p, *in.winners) * s.pair_bytes};
}

Claim claim(BoundKind kind, const Instance& in) {
  switch (kind) {
    case BoundKind::latency:
      return latency(in);
    case BoundKind::dense_published:
    case BoundKind::dense_corrected:
      return dense(in);
    case BoundKind::lemma_5_1_published:
      return lemma_5_1_published(in);
    case BoundKind::lemma_5_1_corrected:
      return lemma_5_1_corrected(in, static_cast<double>(in.ranks));
    case BoundKind::lemma_5_2_published:
    case BoundKind::lemma_5_2_corrected:
      return lemma_5_2(in, kind == BoundKind::lemma_5_2_published);
    case BoundKind::theorem_3_1_published:
    case BoundKind::theorem_3_1_corrected:
      return theorem_3_1(in, kind == BoundKind::theorem_3_1_published);
  }
  return no("unknown bound");
}

double latency_s(const Instance& in, const LeastCosts& costs) {
  const double of_ranks = least_spread_s(in.ranks, costs.ranks);
  return std::max(of_ranks, least_spread_s(costs.hosts, costs.between_hosts));
}

/// The time of a bound that is proved, at least the latency. Where ranks share hosts, it holds
/// between hosts, too: each has at least the k entries of one rank.
double proved_s(BoundKind kind, const Instance& in, const LeastCosts& costs, double bytes,
                double latency_s) {
  const auto p = static_cast<double>(in.ranks);
  const double of_port =
      traffic::messages(p) * costs.ranks.receiving_s + bytes * costs.ranks.s_per_byte;
  const double seconds = std::max(latency_s, of_port);
  if (costs.hosts < 2) return seconds;
  const auto hosts = static_cast<double>(costs.hosts);
  const double through_port = [&] {
    if (kind == BoundKind::lemma_5_1_corrected) return lemma_5_1_corrected(in, hosts).bytes;
    if (kind == BoundKind::dense_corrected)
      return traffic::dense(hosts, static_cast<double>(in.universe)) * in.format.value_bytes;
    if (kind == BoundKind::theorem_3_1_corrected)
      return traffic::theorem_3_1(hosts, *in.result_nnz) * in.format.value_bytes;
    return 0.0;
  }();
  return std::max(seconds, through_port * costs.between_hosts.s_per_byte);
}

double published_s(BoundKind kind, const Instance& in, const LeastCosts& costs, double bytes) {
  const double rounds = std::log2(static_cast<double>(in.ranks));
  const bool volume_only = kind == BoundKind::theorem_3_1_published;
  return (volume_only ? 0 : rounds * costs.ranks.delivery_s) + bytes * costs.ranks.s_per_byte;
}

BoundCheck check_bound(BoundKind kind, const Instance& in, const LeastCosts& costs,
                       double latency_s, double time_s) {
  Claim found = in.ranks > 1 ? claim(kind, in) : no("one rank sends nothing");
  if (std::string why = no_published(costs); !is_proved(kind) && found.applies && !why.empty())
    found = no(std::move(why));
  BoundCheck check;
  check.kind = kind;
  check.applies = found.applies;
  check.why = std::move(found.why);
  if (!check.applies) return check;
  check.bound_s =
      costs.start_s + (is_proved(kind) ? proved_s(kind, in, costs, found.bytes, latency_s)
                                       : published_s(kind, in, costs, found.bytes));
  if (!(check.bound_s > 0)) return {.kind = kind, .why = "messages take no time"};
  check.holds = time_s >= check.bound_s * (1 - 1e-9);
  check.tightness = time_s / check.bound_s;
  return check;
}

}  // namespace

std::vector<BoundCheck> check_bounds(const Instance& instance, const LeastCosts& costs,
                                     double time_s) {
  SPARLAB_EXPECTS(instance.ranks >= 1 && instance.universe >= 1 && time_s >= 0);
  SPARLAB_EXPECTS(instance.nnz >= 0 && instance.nnz <= static_cast<double>(instance.universe));
  std::vector<BoundCheck> checks;
  checks.reserve(kBoundKinds.size());
  const double least_latency_s = latency_s(instance, costs);
  for (const BoundKind kind : kBoundKinds)
    checks.push_back(check_bound(kind, instance, costs, least_latency_s, time_s));
  return checks;
}

std::string_view name(BoundKind kind) {
  constexpr std::array<std::string_view, kBoundKinds.size()> names = {
      "latency",
      "dense_published",
      "dense_corrected",
      "lemma_5_1_published",
      "lemma_5_1_corrected",
      "lemma_5_2_published",
      "lemma_5_2_corrected",
      "theorem_3_1_published",
      "theorem_3_1_corrected",
  };
  return names[static_cast<std::size_t>(kind)];
}

bool is_proved(BoundKind kind) { return !name(kind).ends_with("_published"); }

const BoundCheck* largest_bound(const std::vector<BoundCheck>& checks, bool proved) {
  const BoundCheck* largest = nullptr;
  for (const BoundCheck& check : checks) {
    if (!check.applies || is_proved(check.kind) != proved) continue;
    if (largest == nullptr || check.bound_s > largest->bound_s) largest = &check;
  }
  return largest;
}

}  // namespace sparlab::model
