#include "model/analysis/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

/// Whether a bound applies, why, and how many values one port must carry.
struct Claim {
  bool applies;
  std::string why;
  double values;
};

bool equal(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(a, b); }

Claim dense_bandwidth(const Instance& in) {
  const auto p = static_cast<double>(in.ranks);
  const auto n = static_cast<double>(in.universe);
  const bool applies = in.dense || equal(in.nnz, n);
  return {applies, applies ? "all N values move" : "the algorithm need not move all N values",
          2 * (p - 1) / p * n};
}

Claim lemma_5_1_published(const Instance& in) {
  const auto p = static_cast<double>(in.ranks);
  if (equal(in.union_nnz, in.nnz)) return {true, "K = k", 2 * (p - 1) / p * in.nnz};
  if (equal(in.union_nnz, in.nnz * p)) return {true, "K = kP", (p - 1) * in.nnz};
  return {false, fmt::format("K = {:.6g} is neither k nor kP", in.union_nnz), 0};
}

Claim lemma_5_1_every_union(const Instance& in) {
  const auto p = static_cast<double>(in.ranks);
  return {true, "any K", in.nnz + in.union_nnz * (p - 2) / p};
}

Claim lemma_5_2(const Instance& in, const WireFormat& format, bool published) {
  const double delta = format.dense_switch(static_cast<double>(in.universe));
  const bool applies = in.union_nnz >= delta;
  return {applies,
          fmt::format("K = {:.6g} {} delta = {:.6g}", in.union_nnz, applies ? ">=" : "<", delta),
          published ? delta : std::max(in.nnz, delta - in.nnz)};
}

Claim claim(BoundKind kind, const Instance& in, const WireFormat& format) {
  switch (kind) {
    case BoundKind::latency:
      return {true, "any allreduce", 0};
    case BoundKind::dense_bandwidth:
      return dense_bandwidth(in);
    case BoundKind::lemma_5_1_published:
      return lemma_5_1_published(in);
    case BoundKind::lemma_5_1_every_union:
      return lemma_5_1_every_union(in);
    case BoundKind::lemma_5_2_published:
      return lemma_5_2(in, format, true);
    case BoundKind::lemma_5_2_safe:
      return lemma_5_2(in, format, false);
  }
  return {false, "unknown bound", 0};
}

constexpr std::array kKinds = {BoundKind::latency,
                               BoundKind::dense_bandwidth,
                               BoundKind::lemma_5_1_published,
                               BoundKind::lemma_5_1_every_union,
                               BoundKind::lemma_5_2_published,
                               BoundKind::lemma_5_2_safe};

}  // namespace

std::vector<BoundCheck> check_bounds(const Instance& instance, const Machine& machine,
                                     const WireFormat& format, double time_s) {
  SPARLAB_EXPECTS(instance.ranks >= 1 && instance.universe >= 1 && time_s >= 0);
  SPARLAB_EXPECTS(instance.nnz >= 0 && instance.nnz <= static_cast<double>(instance.universe));
  const double rounds = static_cast<double>(std::bit_width(instance.ranks - 1));
  const double latency_s = rounds * machine.least_alpha();
  std::vector<BoundCheck> checks;
  for (const BoundKind kind : kKinds) {
    Claim found = claim(kind, instance, format);
    BoundCheck check;
    check.kind = kind;
    check.applies = found.applies && instance.ranks > 1;
    check.why = instance.ranks > 1 ? std::move(found.why) : "one rank sends nothing";
    if (check.applies) {
      check.bound_s = latency_s + found.values * format.value_bytes * machine.least_beta();
      check.holds = time_s >= check.bound_s * (1 - 1e-9);
      check.tightness = check.bound_s > 0 ? time_s / check.bound_s : 0;
    }
    checks.push_back(std::move(check));
  }
  return checks;
}

std::string_view name(BoundKind kind) {
  constexpr std::array<std::string_view, kKinds.size()> names = {"latency",
                                                                 "dense_bandwidth",
                                                                 "lemma_5_1_published",
                                                                 "lemma_5_1_every_union",
                                                                 "lemma_5_2_published",
                                                                 "lemma_5_2_safe"};
  return names[static_cast<std::size_t>(kind)];
}

bool is_safe(BoundKind kind) { return kind != BoundKind::lemma_5_2_published; }

}  // namespace sparlab::model
