#pragma once

#include <algorithm>

/// What some port must receive, as a function of the sizes of an allreduce: values, unless another
/// unit is given. docs/bounds.md has the sources and proofs. The functions take any number type, so
/// that a test can let a solver prove the proved forms for all sizes
/// (tests/model/analysis/test_bound_proofs.cpp).
namespace sparlab::model::traffic {

/// Messages into the mean port: 2(P-1) of P ports.
template <class Number>
Number messages(const Number& p) {
  return 2 * (p - 1) / p;
}

/// Values into the mean port, if `ports` ports have `own` entries each (the mean), K indices
/// together.
template <class Number>
Number mean_port(const Number& ports, const Number& own, const Number& all) {
  return own + all * (ports - 2) / ports;
}

/// All N values of all ranks move.
template <class Number>
Number dense(const Number& ports, const Number& n) {
  return mean_port(ports, n, n);
}

/// Lemma 5.1 for any K. `ports` are those of ranks, or of hosts of equally many ranks: a host has
/// the k entries of a rank at least, and the mean host K/H.
template <class Number>
Number lemma_5_1(const Number& ports, const Number& k, const Number& all) {
  using std::max;
  return mean_port<Number>(ports, max(k, all / ports), all);
}

/// Lemma 5.2, K >= delta: what a rank sends, or what it receives.
template <class Number>
Number lemma_5_2(const Number& k, const Number& delta) {
  using std::max;
  return max(k, delta - k);
}

/// Theorem 3.1: each of R entries reaches all ports but one.
template <class Number>
Number theorem_3_1(const Number& ports, const Number& result) {
  return result * (ports - 1) / ports;
}

/// Lemma 5.1 as published, K = k.
template <class Number>
Number published_5_1_same(const Number& p, const Number& k) {
  return 2 * (p - 1) / p * k;
}

/// Lemma 5.1 as published, K = kP.
template <class Number>
Number published_5_1_disjoint(const Number& p, const Number& k) {
  return (p - 1) * k;
}

/// Lemma 5.2 as published, K >= delta: what a rank sends and what it receives.
template <class Number>
Number published_5_2(const Number& delta) {
  return delta;
}

/// Theorem 3.1 as published, in pairs of index and value.
template <class Number>
Number published_3_1(const Number& p, const Number& k) {
  return k * (p - 1) / p;
}

}  // namespace sparlab::model::traffic
